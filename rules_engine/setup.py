"""How a game is set up: mission, edition, party, switches. Plain data, written into the journal's first line."""

from __future__ import annotations

import msgspec

from rules_engine.content.library import Library
from rules_engine.errors import SetupError
from rules_engine.experience import HIGHEST_LEVEL
from rules_engine.hiring import check_company
from rules_engine.ruleset import ruleset
from rules_engine.state import State

REVIVE_TOKENS = {1: 2, 2: 1, 3: 1, 4: 0, 5: 1, 6: 0}
NOT_MIXED = ("loot", "scavenge", "exploration")
DICE_AT_TABLE = frozenset({"hero", "enemy", "target", "map", "decks"})


class AllySetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """An Ally that a hero brings along: `side` is `advanced` (a model of its own) or `basic` (a token for one use).

    What an Advanced Ally has kept from earlier Adventures comes with it: Upgrades, Mutations, Corruption, Ally XP.
    """

    type: str
    side: str = "advanced"
    name: str = ""
    veteran: bool = False
    upgrades: tuple[str, ...] = ()
    mutations: tuple[str, ...] = ()
    corruption: int = 0
    xp: int = 0
    space: str = ""


class HeroSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """One hero: the class, and what is decided already. What is left empty is asked (upgrade, token) or drawn.

    `cards` are cards of the Class (Spells, Battle Tactics, ...) in place of drawing them.
    """

    cls: str
    name: str = ""
    upgrade: str = ""
    token: str = ""
    personal: str = ""
    seat: str = "1"
    pronouns: tuple[str, ...] = ()
    space: str = ""
    allies: tuple[AllySetup, ...] = ()
    level: int = 1
    cards: tuple[str, ...] = ()
    library_knowledge: int = 0


class GameSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole game: everything but the dice and the choices. `host`: whether rulings by hand are allowed.

    `posse_level` is the Hero Posse Level, set for the whole Adventure: from 5 on Veteran Allies may come along.
    `set` is the table's own box, `sets` what is shuffled in. Of Loot, Scavenge and Exploration Tokens only those of
    `set` are used, except what `mixed` names (compilation, "Combining Sets").
    """

    heroes: tuple[HeroSetup, ...]
    mission: str = "a-fistful-of-dark-stone"
    edition: str = "compilation"
    switches: dict[str, object] = {}
    set: str = "old-west"
    sets: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()
    world: str = "mines"
    table_dice: tuple[str, ...] = ()
    enemy_order: str = "canonical"
    brutal: bool = False
    host: bool = True
    posse_level: int = 1

    @property
    def seats(self) -> list[str]:
        """The seats at the table, in order."""
        return list(dict.fromkeys(hero.seat for hero in self.heroes))

    @property
    def sets_in_play(self) -> tuple[str, ...]:
        """The sets whose cards are shuffled together: the table's own (`set`), then those that it adds (`sets`)."""
        return tuple(dict.fromkeys((self.set, *self.sets)))

    @property
    def hero_posse_level(self) -> int:
        """The Hero Posse Level: the highest Level of a hero (compilation, "Hero Posse Level"), or what is set."""
        return max(self.posse_level, *(hero.level for hero in self.heroes))


def party(*classes: str, **rest: object) -> GameSetup:
    """A setup with one hero of each class named."""
    return msgspec.convert({"heroes": [{"cls": c} for c in classes], **rest}, GameSetup)


def check(setup: GameSetup, library: Library) -> None:
    """Raise SetupError, naming what is wrong and what would be right."""
    if not 1 <= len(setup.heroes) <= 6:
        raise SetupError(f"a Hero Party has 1 to 6 Heroes, not {len(setup.heroes)}")
    theme = ruleset(setup.edition, setup.switches).threat_theme
    if theme:
        from rules_engine.procedures.options import themed

        themed(library, {name: library.deck(name) for name in ("threat-low", "threat-med", "threat-high")}, theme)
    if setup.mission not in library.missions:
        raise SetupError(f"there is no mission '{setup.mission}'; known: {', '.join(sorted(library.missions))}")
    names: set[str] = set()
    for hero in setup.heroes:
        if hero.cls not in library.heroes:
            raise SetupError(f"there is no hero class '{hero.cls}'; known: {', '.join(sorted(library.heroes))}")
        record = library.heroes[hero.cls]
        upgrades = [u.id for u in record.starting_upgrades]
        if hero.upgrade and hero.upgrade not in upgrades:
            raise SetupError(f"{hero.cls}: '{hero.upgrade}' is no Starting Upgrade; known: {', '.join(upgrades)}")
        if hero.token and hero.token not in record.free_tokens:
            raise SetupError(f"{hero.cls}: '{hero.token}' is no free token; known: {', '.join(record.free_tokens)}")
        if hero.personal and (hero.personal not in library.items or library.items[hero.personal].kind != "personal"):
            raise SetupError(f"{hero.cls}: '{hero.personal}' is no Personal Item")
        if hero.personal and sum(other.personal == hero.personal for other in setup.heroes) > 1:
            raise SetupError(f"two Heroes have the Personal Item '{hero.personal}'; there is only one of each")
        if not 1 <= hero.level <= HIGHEST_LEVEL:
            raise SetupError(f"{hero.cls}: a Hero has Level 1 to {HIGHEST_LEVEL}, not {hero.level}")
        decks = {deck for step in record.class_cards for deck in step.decks}
        for card in hero.cards:
            if card not in library.class_cards or library.class_cards[card].deck not in decks:
                raise SetupError(f"{hero.cls}: '{card}' is no card of this Class")
        if hero.name:
            if hero.name.lower() in names:
                raise SetupError(f"two Heroes are called '{hero.name}'; give each a name of its own")
            names.add(hero.name.lower())
    check_company(setup, library)
    for one in setup.sets_in_play:
        if one not in library.sets:
            raise SetupError(f"there is no set '{one}'; known: {', '.join(sorted(library.sets))}")
    for word in setup.mixed:
        if word not in NOT_MIXED:
            raise SetupError(f"'{word}' is mixed anyway; what may be mixed or not: {', '.join(NOT_MIXED)}")
    for word in setup.table_dice:
        if word not in DICE_AT_TABLE:
            raise SetupError(f"'{word}' cannot be rolled at the table; known: {', '.join(sorted(DICE_AT_TABLE))}")
    if setup.enemy_order not in ("canonical", "ask"):
        raise SetupError(f"enemy_order is 'canonical' or 'ask', not '{setup.enemy_order}'")


def initial_state(setup: GameSetup) -> State:
    """The empty table."""
    return State(setup.edition, setup.mission)
