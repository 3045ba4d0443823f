"""What things do, in the words that the effect language gives itself: upgrades, Items, tokens, cards, enemies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gm.record_words import record_in_words, record_of

if TYPE_CHECKING:
    from rules_engine import Game, Option

EXPLAINED_AT_ONCE = frozenset({"starting_upgrade", "free_token", "card", "ability", "redraw", "hands", "loot"})


def option_in_words(game: Game, option: Option) -> str:
    """What an option's card, Item, token or ability does; empty where there is nothing to say."""
    if option.detail:
        return option.detail
    if game.pending is not None and game.pending.kind == "turn" and option.id in ("hold", "flee"):
        return _turn_in_words(game, option.id)
    verb, _, rest = option.id.partition(":")
    parts = rest.split(":")
    if verb == "use" and len(parts) == 3:
        return _use_in_words(game, *parts)
    if verb == "token" and len(parts) == 3:
        return record_in_words(game.library, parts[1])
    return record_in_words(game.library, option.target or "")


def _turn_in_words(game: Game, answer: str) -> str:
    from rules_engine.procedures.darkness import needed_now

    if answer == "flee":
        return "the Adventure ends here, and the Mission has failed."
    needed = needed_now(game.table)
    return f"2D6 of who carries the light: {needed}+ holds it back, doubles bring a Depth Event, else it comes nearer."


def _use_in_words(game: Game, who: str, uid: str, ability: str) -> str:
    from rules_engine.effects.words import ability_in_words

    hero = game.state.heroes.get(who)
    held = game.table.stats.held_by(hero) if hero is not None else []
    found = [h for h in held if h.ability.id == ability and (not uid.isdecimal() or h.uid in (0, int(uid)))]
    return ability_in_words(found[0].ability) if found else ""


def name_of(record: Any) -> str:
    """A record's name or title."""
    return str(getattr(record, "name", "") or getattr(record, "title", ""))


def _called(name: str, wanted: list[str]) -> bool:
    return all(any(part.startswith(word) for part in name.lower().split()) for word in wanted)


def _lights(game: Game, wanted: list[str]) -> list[tuple[str, str]]:
    """The Light Source, which is no Item."""
    own = game.library.sets.get(game.setup.set)
    name = own.light if own is not None else "Old Lantern"
    bearer = game.state.heroes.get(game.state.light)
    if bearer is None or not _called(name, wanted):
        return []
    return [(name, f"the Light Source, carried by {bearer.name}, who Holds Back the Darkness with it")]


def by_name(game: Game, words: str) -> list[tuple[str, str]]:
    """Names and words of what is in sight (carried, in play, in the Fight) and called like this."""
    state = game.state
    ids: dict[str, None] = {}
    for hero in state.heroes.values():
        for id in (*(item.id for item in hero.carried), *hero.side_bag, *hero.upgrades):
            ids[id] = None
        for id in hero.class_cards:
            ids[id] = None
    laid_out = (card.id for cards in (state.in_play, state.worlds, state.team_cards) for card in cards)
    for id in (*state.groups, *laid_out):
        ids[id] = None
    choice = game.pending
    for option in choice.options if choice is not None else ():
        if option.target:
            ids[option.target] = None
    wanted = words.lower().split()
    found = _lights(game, wanted)
    for id in ids:
        record = record_of(game.library, id)
        if record is None:
            continue
        name = name_of(record)
        if _called(f"{name} {id}", wanted):
            found.append((name, record_in_words(game.library, id) or "nothing that the rules need to know"))
    return found
