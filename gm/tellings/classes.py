"""How beats about Hero Classes are told: Ability Tokens and Team Ability cards."""

from __future__ import annotations

from collections.abc import Callable

from gm.beats import Beat
from gm.fact_tables.classes import token_name
from gm.grammar import numeral
from gm.tellings.teller import Teller
from rules_engine import events as ev


def tokens(t: Teller, beat: Beat) -> None:
    """Ability Tokens gained or spent."""
    event = beat.all(ev.AbilityTokensChanged)[0]
    said = f"{numeral(abs(event.by))} {token_name(event.token)}"
    t.say(beat, "tokens.spent" if event.by < 0 else "tokens.gained", hero=beat.who, tokens=said)


def team_card(t: Teller, beat: Beat) -> None:
    """A Team Ability card is played."""
    t.say(beat, "team_card", hero=beat.who, card=beat.all(ev.TeamCardLeft)[0].title)


def spell(t: Teller, beat: Beat) -> None:
    """A Spell is cast, or fails."""
    event = beat.all(ev.SpellCast)[0]
    t.say(beat, "spell.cast" if event.cast else "spell.failed", hero=beat.who, spell=event.spell)


CLASS_TELLINGS: dict[str, Callable[[Teller, Beat], None]] = {"tokens": tokens, "team_card": team_card, "spell": spell}
