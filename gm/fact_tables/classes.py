"""Facts about what belongs to Hero Classes: Ability Tokens and Team Ability cards."""

from __future__ import annotations

from gm.fact_tables.draft import Draft, Rule, may, models, must, reason
from gm.grammar import counted, humanised
from gm.names import Names
from rules_engine import events as ev


def token_name(token: str) -> str:
    """What a kind of Ability Token is called: `Ambition`."""
    return humanised(token).title()


def ability_tokens_changed(e: ev.AbilityTokensChanged, names: Names) -> Draft:
    verb = "gains" if e.by > 0 else "spends"
    why = reason(names, "for", e.because)
    text = f"{names.name(e.hero)} {verb} {abs(e.by)} {token_name(e.token)}{why}, and has {e.now}."
    return may(text, "gained" if e.by > 0 else "spent", models(names, e.hero, e.because), (abs(e.by), e.now))


def pelts_collected(e: ev.PeltsCollected, names: Names) -> Draft:
    text = f"{names.name(e.hero)} takes {counted(e.by, 'Pelt')} from the {e.beast}, and has {e.now}."
    return may(text, "gained", (e.hero,), (e.by, e.now))


def team_card_added(e: ev.TeamCardAdded, names: Names) -> Draft:
    return may(f"{names.name(e.hero)} adds a Team Ability card to the pool: {e.title}.", "added", (e.hero, e.card))


def team_card_left(e: ev.TeamCardLeft, names: Names) -> Draft:
    if e.because == "played":
        return must(f"{names.name(e.hero)} plays a Team Ability card: {e.title}.", "played", (e.hero, e.card))
    return may(f"{e.title}, a Team Ability card, goes unused.", "discarded", (e.card,))


def spell_cast(e: ev.SpellCast, names: Names) -> Draft:
    verb = "casts" if e.cast else "fails to cast"
    text = f"{names.name(e.hero)} {verb} {e.spell}: {e.total} against {e.needed}."
    return must(text, "cast" if e.cast else "failed", (e.hero,), (e.total, e.needed))


RULES: dict[type[ev.Event], Rule] = {
    ev.AbilityTokensChanged: ability_tokens_changed,
    ev.PeltsCollected: pelts_collected,
    ev.TeamCardAdded: team_card_added,
    ev.TeamCardLeft: team_card_left,
    ev.SpellCast: spell_cast,
}
