"""From the command line to a `GameSetup`. What is wrong is a SetupError that says what would be right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from rules_engine import GameSetup, HeroSetup
from rules_engine.errors import SetupError

if TYPE_CHECKING:
    from rules_engine.content.library import Library

HEROES = ("us-marshal", "bandido", "rancher", "saloon-girl")
MISSION = "a-fistful-of-dark-stone"
EDITION = "compilation"
PLAYER, BOT = "1", "bot"


def heroes(text: str, names: Sequence[str] = (), bots: Sequence[int] = ()) -> tuple[HeroSetup, ...]:
    """`us-marshal,bandido` or, with names, `us-marshal=Ada,bandido`; `names` go to the heroes in order. A Level above
    the first is written behind the class: `us-marshal:3=Ada`.
    """
    found = []
    for place, part in enumerate(_words(text)):
        words, _, name = part.partition("=")
        cls, colon, level = words.partition(":")
        if colon and not level.strip().isdecimal():
            raise SetupError(f"a hero's Level is a number, as in us-marshal:3; not '{part}'")
        given = name.strip() or (names[place].strip() if place < len(names) else "")
        seat = BOT if place + 1 in bots else PLAYER
        found.append(HeroSetup(cls.strip(), name=given, seat=seat, level=int(level) if colon else 1))
    if not found:
        raise SetupError("no heroes are named; write --heroes us-marshal,bandido")
    if len(names) > len(found):
        raise SetupError(f"{len(names)} names are given for {len(found)} heroes")
    return tuple(found)


def with_allies(party: tuple[HeroSetup, ...], text: str, library: Library) -> tuple[HeroSetup, ...]:
    """The heroes with the Allies that `footman,trail-hand=Wes@2,viking/basic@1` names.

    An Ally is an id or a word of one; `=` gives a name, `/basic` and `/veteran` the kind, `@` the number of the hero
    who hires it (without it the first who may).
    """
    from rules_engine.setup import AllySetup

    hired: list[list[AllySetup]] = [list(hero.allies) for hero in party]
    for part in _words(text):
        words, at, number = part.partition("@")
        words, *kinds = (word.strip() for word in words.split("/"))
        type, _, name = words.partition("=")
        for kind in kinds:
            if kind not in ("basic", "veteran"):
                raise SetupError(f"--allies: an Ally is /basic or /veteran, not '/{kind}'")
        side = "basic" if "basic" in kinds else "advanced"
        ally = AllySetup(_ally_id(type.strip(), library), side, name=name.strip(), veteran="veteran" in kinds)
        if at:
            chosen = hero_numbers(number, len(party), "--allies: @")
            if len(chosen) != 1:
                raise SetupError(f"--allies: @ takes the number of one hero, not '{number}'")
            place = chosen[0] - 1
        else:
            place = _first_who_may(party, ally.type, library)
        hired[place].append(ally)
    return tuple(msgspec.structs.replace(h, allies=tuple(a)) for h, a in zip(party, hired, strict=True))


def _ally_id(words: str, library: Library) -> str:
    if words in library.allies:
        return words
    found = [id for id in library.allies if words and words in id.split("-")]
    if len(found) != 1:
        raise SetupError(f"--allies: there is no Ally '{words}'; known: {', '.join(sorted(library.allies))}")
    return found[0]


def _first_who_may(party: tuple[HeroSetup, ...], type: str, library: Library) -> int:
    wanted = set(library.allies[type].hire.keywords)
    able = (i for i, h in enumerate(party) if h.cls in library.heroes and wanted & set(library.heroes[h.cls].keywords))
    return next(able, 0)


def hero_numbers(text: str, count: int, where: str = "--bots") -> list[int]:
    """`2,3` or `all`: the numbers of heroes, from 1."""
    if text.strip().lower() == "all":
        return list(range(1, count + 1))
    found = []
    for part in _words(text):
        if not part.isdecimal() or not 1 <= int(part) <= count:
            raise SetupError(f"{where} takes hero numbers from 1 to {count} with commas, or all; not '{part}'")
        found.append(int(part))
    return found


def switches(pairs: Sequence[str]) -> dict[str, object]:
    """`name=value` pairs; a value is a word, a number or a truth value as the switch wants it."""
    from rules_engine.ruleset import FIELD_SOURCES, Ruleset

    plain_rules = Ruleset("")
    found: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise SetupError(f"a rules switch is written name=value, such as fixed_move=true; not '{pair}'")
        word, name = value.strip(), name.strip().replace("-", "_")
        plain: object = word
        if name in FIELD_SOURCES and isinstance(getattr(plain_rules, name), str):
            plain = word
        elif word.lower() in ("true", "false"):
            plain = word.lower() == "true"
        elif word.lstrip("-").isdecimal():
            plain = int(word)
        found[name] = plain
    return found


def physical_dice(text: str) -> tuple[str, ...]:
    """`hero,enemy,target,map,decks` or `all`."""
    from rules_engine.setup import DICE_AT_TABLE

    words = _words(text.lower())
    return tuple(sorted(DICE_AT_TABLE)) if words == ["all"] else tuple(words)


def game_setup(
    *,
    party: str = ",".join(HEROES),
    names: Sequence[str] = (),
    bots: str = "",
    mission: str = MISSION,
    edition: str = EDITION,
    switch: Sequence[str] = (),
    dice: str = "",
    brutal: bool = False,
    allies: str = "",
    posse_level: int = 1,
    sets: str = "",
) -> GameSetup:
    """The whole setup, checked against the packs."""
    from rules_engine.content.library import standard
    from rules_engine.setup import check

    library = standard()
    count = len(_words(party))
    if bots and dice:
        raise SetupError("--physical-dice and --bots do not go together: nobody rolls for a bot")
    setup = GameSetup(
        heroes=with_allies(heroes(party, names, hero_numbers(bots, count)), allies, library),
        mission=mission,
        edition=edition,
        switches=switches(switch),
        table_dice=physical_dice(dice),
        brutal=brutal,
        posse_level=posse_level,
        sets=tuple(_words(sets)),
    )
    check(setup, library)
    return setup


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]
