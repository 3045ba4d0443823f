"""What things do, in the words that the effect language gives itself: upgrades, Items, tokens, cards, enemies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules_engine import Game, Option

SHELVES = ("upgrades", "items", "tokens", "enemies", "cards", "worlds", "class_cards")
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
        return record_in_words(game, parts[1])
    return record_in_words(game, option.target or "")


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


def record_in_words(game: Game, id: str) -> str:
    """What a record of the packs does, by its id; empty if there is none."""
    from rules_engine.effects.words import abilities_in_words, effects_in_words, enemy_ability_in_words

    record = _record(game, id)
    if record is None:
        return ""
    told: list[str] = []
    weapon = getattr(record, "weapon", None)
    if weapon is not None:
        more = f" +{weapon.add}" if weapon.add else ""
        if weapon.kind == "ranged":
            shots = "shot" if weapon.shots == 1 else "shots"
            told.append(f"Gun: Range {weapon.range}, {weapon.shots} {shots}, {weapon.die}{more} Damage.")
        else:
            told.append(f"Hand weapon: {weapon.die}{more} Damage.")
    if getattr(record, "shield", 0):
        told.append(f"Shield {record.shield}+.")
    abilities = getattr(record, "abilities", ())
    if hasattr(record, "normal"):
        told += [words for words in map(enemy_ability_in_words, abilities) if words]
    else:
        told.append(abilities_in_words(abilities))
    for absent, present in getattr(record, "instead", {}).items():
        told.append(f"{game.library.enemies[present].plural} come where {game.library.enemies[absent].plural} would.")
    effects = effects_in_words(getattr(record, "do", ()))
    if effects:
        told.append(effects[:1].upper() + effects[1:] + ".")
    return " ".join(part for part in told if part)


def _record(game: Game, id: str) -> Any:
    for shelf in SHELVES:
        found = getattr(game.library, shelf).get(id)
        if found is not None:
            return found
    return None


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
        record = _record(game, id)
        if record is None:
            continue
        name = name_of(record)
        if _called(f"{name} {id}", wanted):
            found.append((name, record_in_words(game, id) or "nothing that the rules need to know"))
    return found
