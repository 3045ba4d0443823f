"""From the command line to a `GameSetup`. What is wrong is a SetupError that says what would be right."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine import GameSetup, HeroSetup
from rules_engine.errors import SetupError

HEROES = ("us-marshal", "bandido", "rancher", "saloon-girl")
MISSION = "a-fistful-of-dark-stone"
EDITION = "compilation"
PLAYER, BOT = "1", "bot"


def heroes(text: str, names: Sequence[str] = (), bots: Sequence[int] = ()) -> tuple[HeroSetup, ...]:
    """`us-marshal,bandido` or, with names, `us-marshal=Ada,bandido`; `names` go to the heroes in order."""
    found = []
    for place, part in enumerate(_words(text)):
        cls, _, name = part.partition("=")
        given = name.strip() or (names[place].strip() if place < len(names) else "")
        found.append(HeroSetup(cls.strip(), name=given, seat=BOT if place + 1 in bots else PLAYER))
    if not found:
        raise SetupError("no heroes are named; write --heroes us-marshal,bandido")
    if len(names) > len(found):
        raise SetupError(f"{len(names)} names are given for {len(found)} heroes")
    return tuple(found)


def hero_numbers(text: str, count: int) -> list[int]:
    """`2,3` or `all`: the numbers of heroes, from 1."""
    if text.strip().lower() == "all":
        return list(range(1, count + 1))
    found = []
    for part in _words(text):
        if not part.isdecimal() or not 1 <= int(part) <= count:
            raise SetupError(f"--bots takes hero numbers from 1 to {count} with commas, or all; not '{part}'")
        found.append(int(part))
    return found


def switches(pairs: Sequence[str]) -> dict[str, object]:
    """`name=value` pairs; `true`, `false` and whole numbers are taken as such."""
    found: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise SetupError(f"a rules switch is written name=value, such as fixed_move=true; not '{pair}'")
        word = value.strip()
        plain: object = word
        if word.lower() in ("true", "false"):
            plain = word.lower() == "true"
        elif word.lstrip("-").isdecimal():
            plain = int(word)
        found[name.strip().replace("-", "_")] = plain
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
) -> GameSetup:
    """The whole setup, checked against the packs."""
    from rules_engine.content.library import standard
    from rules_engine.setup import check

    library = standard()
    count = len(_words(party))
    if bots and dice:
        raise SetupError("--physical-dice and --bots do not go together: nobody rolls for a bot")
    setup = GameSetup(
        heroes=heroes(party, names, hero_numbers(bots, count)),
        mission=mission,
        edition=edition,
        switches=switches(switch),
        table_dice=physical_dice(dice),
        brutal=brutal,
    )
    check(setup, library)
    return setup


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]
