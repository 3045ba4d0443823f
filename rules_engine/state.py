"""The state of a table as plain data. Only `Event.apply` changes it.

Spaces are named `tile.space` (`3.07`), heroes by a slug of their name, enemies `type-number`. Nothing here refers to
the board's geometry, which is derived from `tiles`, nor to content, which is looked up by id.
"""

from __future__ import annotations

import hashlib
from typing import Any, ClassVar

import msgspec

ENTRANCE = 16
DARKNESS_START = 0
GROWING_DREAD_SPACES = (15, 11, 6)
BLOOD_SPATTER_SPACES = (13, 10, 8, 4, 2)
STATUSES = ("poison", "bleeding", "ensnared", "exertion")


class Upgrade(msgspec.Struct, gc=False):
    """An Upgrade that is attached to an Item, or Dark Stone forged onto it."""

    uid: int
    id: str


class Item(msgspec.Struct, gc=False):
    """An Item that a hero carries. `uid` is unique in the game; `worn` says whether its text counts now.

    `upgrades` are the Upgrade cards attached to it and the Dark Stone Upgrades forged onto it.
    """

    uid: int
    id: str
    worn: bool = True
    upgrades: list[Upgrade] = []

    @property
    def cards(self) -> list[Item | Upgrade]:
        """The Item, and the Upgrades that are part of it."""
        return [self, *self.upgrades]


class Hero(msgspec.Struct, gc=False):
    """A hero at the table: the sheet's printed figures, what is carried, and how it fares.

    With `ally_of`, the hero who hired it, this is an Advanced Ally: a Hero for all purposes but a few, and never one of
    those who are counted (`State.party`). `basic_allies` are tokens of a hero's own.
    `tokens` are Ability Tokens by kind, `class_cards` the cards of the Class that the hero keeps for good.
    """

    base: ClassVar[str] = ""  # a hero stands on one space
    id: str
    name: str
    cls: str
    keywords: list[str]
    stats: dict[str, int]
    seat: str = "1"
    pronouns: list[str] = msgspec.field(default_factory=lambda: ["they", "them"])
    items: list[Item] = []
    upgrades: list[str] = []
    side_bag: list[str] = []
    wounds: int = 0
    sanity_damage: int = 0
    corruption: int = 0
    grit: int = 1
    xp: int = 0
    gold: int = 0
    dark_stone: int = 0
    level: int = 1
    space: str = ""
    ko: bool = False
    dead: bool = False
    poison: int = 0
    bleeding: int = 0
    ensnared: int = 0
    exertion: int = 0
    injuries: list[str] = []
    madness: list[str] = []
    mutations: list[str] = []
    activated: bool = False
    escaped: int = 0
    bonus_xp: int = 0
    ally_of: str = ""
    veteran: bool = False
    ally_xp: int = 0
    basic_allies: list[str] = []
    tokens: dict[str, int] = {}
    class_cards: list[str] = []
    library_knowledge: int = 0
    pelts: int = 0

    @property
    def up(self) -> bool:
        """Whether the hero stands on the board."""
        return not (self.ko or self.dead)

    @property
    def at_hand(self) -> list[str]:
        """What the hero may discard for its use: Side Bag Tokens and Basic Allies."""
        return [*self.side_bag, *self.basic_allies] if self.basic_allies else self.side_bag

    @property
    def carried(self) -> list[Item | Upgrade]:
        """Every Item that the hero carries, and after each the Upgrades that are part of it."""
        return [card for item in self.items for card in item.cards]


class Enemy(msgspec.Struct, gc=False):
    """An enemy model on the board; `target` is the hero it is attacking, if any.

    `base` is empty for a model of one space. One of 2x2 stands on its anchor `space` and lies from there toward a
    corner: `ne`, `se`, `sw` or `nw`; which spaces those are is for the board to say.
    `brought` says with which of the things that brought enemies to this Fight it came; 0 for one that joined later.
    """

    id: str
    type: str
    space: str
    wounds: int = 0
    target: str | None = None
    base: str = ""
    brought: int = 0


class Group(msgspec.Struct, gc=False):
    """What holds for all enemies of a type in this Fight: Elite abilities, side, Ambush, the Enemy Trait card."""

    type: str
    brutal: bool = False
    elite: list[int] = []
    ambush_turn: int = 0
    activated: bool = False
    trait: str = ""
    mythic: list[int] = []


class Fight(msgspec.Struct, gc=False):
    """A Fight: when it began, how many things brought enemies (Loot), whether it is the Objective's.

    Of those things, `beaten` lists from which an enemy was killed, `escaped` from which one was left behind, `final` is
    the Objective's own.
    """

    number: int
    began_turn: int
    sources: int = 0
    objective: bool = False
    beaten: list[int] = []
    escaped: list[int] = []
    final: int = 0


class Tile(msgspec.Struct, gc=False):
    """A placed Map Tile. `doors` maps a connector to `door`, `cap`, `gate`, `joined` or `unknown`.

    `place` is what the Mission calls it. On a Fixed Map `arrivals` are the connections by which heroes came onto it in
    turn `arrived`.
    `world` is the World that it belongs to; `through_gate` says that it lies beyond a Gate, apart from the others.
    """

    number: int
    layout: str
    rotation: int
    dx: int
    dy: int
    doors: dict[str, str]
    entrance: str = ""
    token: str = "none"
    scavenged: int = 0
    joined: str = ""
    place: str = ""
    arrivals: list[str] = []
    arrived: int = 0
    world: str = ""
    through_gate: bool = False
    obstacles: int = -1  # what a hero could still take cover behind; -1 until somebody has counted


class WorldCard(msgspec.Struct, gc=False):
    """A World card in play; `entered` once a hero has been there since it was laid out."""

    id: str
    entered: bool = False


class Deck(msgspec.Struct, gc=False):
    """A deck: the cards that remain, in canonical order (the order means nothing), and its discard pile."""

    remaining: list[str]
    discard: list[str] = []


class Corpse(msgspec.Struct, gc=False):
    """A Corpse Token on the board."""

    uid: int
    space: str


class Lying(msgspec.Struct, gc=False):
    """An Item with its Upgrades, or a Side Bag Token, that lies in a space of the board."""

    space: str
    what: str
    id: str
    name: str
    uid: int = 0
    upgrades: list[Upgrade] = []

    def is_called(self, space: str, what: str, id: str, uid: int) -> bool:
        """Whether this is what an event speaks of."""
        return (self.space, self.what, self.id, self.uid) == (space, what, id, uid)


class CardInPlay(msgspec.Struct, gc=False):
    """A card that Remains in Play."""

    uid: int
    id: str
    owner: str = ""


class Lasting(msgspec.Struct, gc=False):
    """A modifier or flag with a duration (`until`: hit, turn, activation, fight, adventure, forever)."""

    uid: int
    stat: str
    op: str
    value: int
    on: str
    until: str
    source: str
    when: str = ""


class State(msgspec.Struct, gc=False):
    """Everything that is true at the table."""

    edition: str
    mission: str
    turn: int = 0
    phase: str = "setup"
    outcome: str = ""
    heroes: dict[str, Hero] = {}
    enemies: dict[str, Enemy] = {}
    groups: dict[str, Group] = {}
    fight: Fight | None = None
    fights: int = 0
    tiles: list[Tile] = []
    hero_marker: int = ENTRANCE
    darkness: int = DARKNESS_START
    decks: dict[str, Deck] = {}
    dread: int = 0
    in_play: list[CardInPlay] = []
    worlds: list[WorldCard] = []
    archive: int = 0
    lasting: list[Lasting] = []
    used: dict[str, str] = {}
    clues: int = 0
    objective: bool = False
    revive_tokens: int = 0
    light: str = ""
    next_elite: int = 0
    ordinals: dict[str, int] = {}
    rolls: int = 0
    choices: int = 0
    uids: int = 0
    enemy_count: dict[str, int] = {}
    orders: dict[str, str] = {}  # enemy type -> the Threat card that says something else of it in this Fight
    shocks: dict[str, int] = {}  # space of an enemy with a Blast Shield -> Wounds it prevented in this Attack
    max_elite_type: str = ""
    posse_level: int = 1
    tallies: dict[str, int] = {}
    corpses: list[Corpse] = []
    team_cards: list[CardInPlay] = []
    below_darkness: bool = False
    ground: list[Lying] = []
    cover: list[str] = []

    def model(self, id: str) -> Hero | Enemy:
        """The hero or enemy with this id. KeyError names it if there is none."""
        return self.heroes[id] if id in self.heroes else self.enemies[id]

    def standing(self) -> list[Hero]:
        """Heroes and Allies on the board who are not KO'd, in the order they joined."""
        return [h for h in self.heroes.values() if not h.ko and not h.dead]

    def party(self) -> list[Hero]:
        """The Heroes, whatever has become of them; whoever counts the party counts these, and no Allies."""
        return [h for h in self.heroes.values() if not h.ally_of]

    def party_standing(self) -> list[Hero]:
        """The Heroes on the board who are not KO'd; no Allies."""
        return [h for h in self.heroes.values() if not h.ko and not h.dead and not h.ally_of]

    def fingerprint(self) -> str:
        """A hash of the whole state: equal states, and only those, have equal fingerprints."""
        return hashlib.sha256(_encoder.encode(self)).hexdigest()


_encoder = msgspec.json.Encoder(order="deterministic")
_msgpack = msgspec.msgpack.Encoder()
_decode = msgspec.msgpack.Decoder(State)


def freeze(state: State) -> bytes:
    """A compact copy of the state, to restore with `thaw`."""
    return _msgpack.encode(state)


def thaw(data: bytes) -> State:
    """The state that `freeze` copied."""
    return _decode.decode(data)


def plain(state: State) -> dict[str, Any]:
    """The state as plain dictionaries and lists."""
    built: dict[str, Any] = msgspec.to_builtins(state)
    return built
