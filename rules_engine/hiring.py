"""Hiring Allies: who may, how many, and what it costs (compilation, "Conquistador Footmen Allies"; valhalla, "VIKING
WARRIOR ALLIES").

Hiring happens between Adventures. `hire` and `revive` are asked then; `check_company` sees to it that no Adventure
begins with a company that could not have been hired.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from rules_engine.errors import SetupError

if TYPE_CHECKING:
    from rules_engine.content.ally_record import AllyRecord
    from rules_engine.content.library import Library
    from rules_engine.setup import AllySetup, GameSetup
    from rules_engine.state import Hero, State

MOST_MODELS = 8
VETERAN_LEVEL = 5
REVIVE_FOR_EACH_UPGRADE = 200
SIDES = ("advanced", "basic")


class Company(msgspec.Struct, frozen=True):
    """What of a Hero Party bears on hiring: Heroes, Advanced Allies that come along by type, the Hero Posse Level."""

    heroes: int
    advanced: tuple[str, ...] = ()
    posse_level: int = 1

    @property
    def models(self) -> int:
        """Models on the board: Heroes and Advanced Allies."""
        return self.heroes + len(self.advanced)


class Hirer(msgspec.Struct, frozen=True):
    """The Hero who hires: Keywords, Gold, and the Basic Allies that the Hero has already."""

    name: str
    keywords: tuple[str, ...]
    gold: int = 0
    basic: tuple[str, ...] = ()


class Returning(msgspec.Struct, frozen=True):
    """An Advanced Ally after an Adventure, as it would come along to the next; `killed` must be Revived first."""

    hirer: str
    ally: AllySetup
    killed: bool
    revive_cost: int


def posse_level(levels: Iterable[int]) -> int:
    """The Hero Posse Level: that of the highest Level Hero (compilation, "Hero Posse Level")."""
    return max(levels, default=1)


def hire_cost(record: AllyRecord, *, side: str = "advanced", veteran: bool = False) -> int:
    """The Gold cost to hire; a Veteran costs double (compilation, "Veteran Advanced Allies")."""
    if side == "basic":
        return record.hire.basic_cost
    return record.hire.advanced_cost * (2 if veteran else 1)


def revive_cost(record: AllyRecord, *, veteran: bool = False, upgrades: int = 0) -> int:
    """What it costs to have a killed Ally back: the cost to hire it, and $200 for each Upgrade (compilation, "Death of
    an Ally and Camp")."""
    return hire_cost(record, veteran=veteran) + REVIVE_FOR_EACH_UPGRADE * upgrades


def hire(library: Library, ally: AllySetup, hirer: Hirer, company: Company) -> int:
    """The Gold that a Hero pays to hire an Ally now. Raises SetupError saying why the Hero may not."""
    record = _record(library, ally)
    _may_hire(record, ally, hirer, company.posse_level)
    if ally.upgrades or ally.mutations or ally.xp or ally.corruption:
        raise SetupError(f"{record.name}: who is newly hired has no Upgrades, Mutations, Corruption or Ally XP yet")
    if ally.side == "basic":
        _basic_limit(record, hirer.name, hirer.basic.count(ally.type) + 1)
    else:
        _room_for_models(company.heroes, len(company.advanced) + 1)
        _in_the_box(record, company.advanced.count(ally.type) + 1)
    return _paid(record, hirer, hire_cost(record, side=ally.side, veteran=ally.veteran), "hire")


def revive(library: Library, ally: AllySetup, hirer: Hirer) -> int:
    """The Gold that a Hero pays to have a killed Ally back, with all its Upgrades and Mutations. Raises SetupError."""
    record = _record(library, ally)
    if ally.side != "advanced":
        raise SetupError(f"{record.name}: only an Advanced Ally is killed and can be Revived")
    cost = revive_cost(record, veteran=ally.veteran, upgrades=len(ally.upgrades))
    return _paid(record, hirer, cost, "Revive")


def brought_home(state: State, library: Library) -> list[Returning]:
    """The Advanced Allies of an Adventure that is over, with what they keep, and the killed with the cost to Revive."""
    return [
        Returning(
            hero.ally_of,
            as_setup(hero),
            hero.dead,
            revive_cost(library.allies[hero.cls], veteran=hero.veteran, upgrades=len(hero.upgrades)),
        )
        for hero in state.heroes.values()
        if hero.ally_of
    ]


def as_setup(ally: Hero) -> AllySetup:
    """An Advanced Ally as it would come along to another Adventure."""
    from rules_engine.setup import AllySetup

    return AllySetup(
        ally.cls,
        name=ally.name,
        veteran=ally.veteran,
        upgrades=tuple(ally.upgrades),
        mutations=tuple(ally.mutations),
        corruption=ally.corruption,
        xp=ally.ally_xp,
    )


def check_company(setup: GameSetup, library: Library) -> None:
    """Raise SetupError if these Heroes could not bring these Allies, naming what is wrong and what would be right."""
    if setup.posse_level < 1:
        raise SetupError(f"posse_level is 1 or more, not {setup.posse_level}")
    advanced: list[str] = []
    names = Counter(hero.name.lower() for hero in setup.heroes if hero.name)
    for hero in setup.heroes:
        keywords = library.heroes[hero.cls].keywords
        name = hero.name or library.heroes[hero.cls].name
        basic: Counter[str] = Counter()
        for ally in hero.allies:
            record = _record(library, ally)
            _may_hire(record, ally, Hirer(name, keywords), setup.hero_posse_level)
            if ally.side == "basic":
                basic[ally.type] += 1
                _basic_limit(record, name, basic[ally.type])
                if ally != type(ally)(ally.type, "basic"):
                    raise SetupError(f"{record.name}: a Basic Ally is a token; only its type and side can be said")
                continue
            _check_sheet(record, ally)
            if ally.name:
                names[ally.name.lower()] += 1
                if names[ally.name.lower()] > 1:
                    raise SetupError(f"two models are called '{ally.name}'; give each a name of its own")
            advanced.append(ally.type)
            _in_the_box(record, advanced.count(ally.type))
    _room_for_models(len(setup.heroes), len(advanced))


def _record(library: Library, ally: AllySetup) -> AllyRecord:
    if ally.type not in library.allies:
        raise SetupError(f"there is no Ally '{ally.type}'; known: {', '.join(sorted(library.allies))}")
    if ally.side not in SIDES:
        raise SetupError(f"{ally.type}: the side of an Ally is 'advanced' or 'basic', not '{ally.side}'")
    return library.allies[ally.type]


def _may_hire(record: AllyRecord, ally: AllySetup, hirer: Hirer, level: int) -> None:
    if not set(record.hire.keywords) & set(hirer.keywords):
        wanted = " or ".join(word.title() for word in record.hire.keywords)
        raise SetupError(f"{hirer.name} may not hire a {record.name}: only a Hero with the Keyword {wanted} may")
    if ally.veteran and ally.side == "basic":
        raise SetupError(f"{record.name}: only an Advanced Ally can be a Veteran")
    if ally.veteran and level < VETERAN_LEVEL:
        raise SetupError(
            f"{record.name}: Veterans are hired from Hero Posse Level {VETERAN_LEVEL} on; it is {level} (posse_level)"
        )


def _basic_limit(record: AllyRecord, hirer: str, count: int) -> None:
    if count > record.hire.basic_limit:
        raise SetupError(f"{hirer} may have {record.hire.basic_limit} Basic {record.plural} at a time, not {count}")


def _room_for_models(heroes: int, allies: int) -> None:
    if heroes + allies > MOST_MODELS:
        raise SetupError(
            f"{heroes} Heroes and {allies} Advanced Allies are {heroes + allies} models; "
            f"a Hero Party never has more than {MOST_MODELS}"
        )


def _in_the_box(record: AllyRecord, count: int) -> None:
    if record.hire.models is not None and count > record.hire.models:
        raise SetupError(f"there are {record.hire.models} models of {record.plural}, not {count}")


def _check_sheet(record: AllyRecord, ally: AllySetup) -> None:
    known = [upgrade.id for upgrade in record.upgrades]
    for upgrade in ally.upgrades:
        if upgrade not in known:
            raise SetupError(f"{record.name}: '{upgrade}' is none of its Upgrades; known: {', '.join(known)}")
    rows = [row.on for row in record.mutations]
    for mutation in ally.mutations:
        if mutation not in rows:
            raise SetupError(f"{record.name}: its Mutation chart has the rows 1 to 6, not '{mutation}'")
    for what, kept in (("Upgrade", ally.upgrades), ("Mutation", ally.mutations)):
        twice = next((one for one in kept if kept.count(one) > 1), None)
        if twice is not None:
            raise SetupError(f"{record.name}: an Ally has each {what} once; '{twice}' stands there twice")
    resistance = record.stats["corruption_resistance"]
    if not 0 <= ally.corruption < resistance:
        raise SetupError(f"{record.name}: Corruption is 0 to {resistance - 1}; at {resistance} it has mutated")
    if ally.xp < 0:
        raise SetupError(f"{record.name}: Ally XP is 0 or more, not {ally.xp}")


def _paid(record: AllyRecord, hirer: Hirer, cost: int, verb: str) -> int:
    if hirer.gold < cost:
        raise SetupError(f"{hirer.name} has ${hirer.gold}; to {verb} a {record.name} costs ${cost}")
    return cost
