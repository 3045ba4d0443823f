"""What a record of a content pack looks like. pydantic checks the shape, the effect parser what is inside.

Every record says where it comes from: `source` is `original` or `{book: ..., heading: ...}`. Unknown fields are errors.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from rules_engine.content.sizes import ALIASES
from rules_engine.effects import parse
from rules_engine.effects.language import Amount, amount
from rules_engine.effects.nodes import Cost, Node

EffectList = Annotated[Any, BeforeValidator(lambda v: v if isinstance(v, tuple) else parse.effects(v, "effects"))]
AbilityList = Annotated[Any, BeforeValidator(lambda v: v if isinstance(v, tuple) else parse.abilities(v, "abilities"))]
CostField = Annotated[Any, BeforeValidator(lambda v: v if isinstance(v, Cost) else parse.cost(v, "cost"))]
AmountField = Annotated[Any, BeforeValidator(lambda v: v if isinstance(v, Amount) else amount(v, "count"))]


class Source(BaseModel):
    """A rulebook and the heading that says so."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)
    book: Literal["compilation", "old-west", "valhalla", "forbidden-fortress", "player-aid"]
    heading: str
    lines: tuple[int, ...] | None = None


class Record(BaseModel):
    """Base of all records."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True, arbitrary_types_allowed=True)
    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    source: Literal["original"] | Source
    note: str | None = None
    flavor: str = ""


class StartingUpgrade(Record):
    """One of a class's Starting Upgrades."""

    name: str
    abilities: AbilityList = ()


class ClassCards(BaseModel):
    """Cards that a new Hero of a Class gets: from one of these decks, so many drawn (0: all), so many kept."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)
    decks: tuple[str, ...]
    draw: int = 0
    keep: int = 1
    times: int = 1


class HeroClass(Record):
    """A Hero Class: the printed sheet."""

    name: str
    keywords: tuple[str, ...]
    home: str = "old-west"
    stats: dict[str, int]
    pronouns: tuple[str, str] = ("they", "them")
    abilities: AbilityList = ()
    starting_items: tuple[str, ...] = ()
    starting_upgrades: tuple[StartingUpgrade, ...] = ()
    free_tokens: tuple[str, ...] = ()
    free_token_counts: dict[str, int] = {}
    called: str = ""
    team: str = ""
    ability_token: str = ""
    class_cards: tuple[ClassCards, ...] = ()

    @model_validator(mode="after")
    def _whole_sheet(self) -> HeroClass:
        needed = [
            "ranged_to_hit",
            "melee_to_hit",
            "combat",
            "max_grit",
            "initiative",
            "health",
            "sanity",
            "defense",
            "willpower",
            "agility",
            "cunning",
            "spirit",
            "strength",
            "lore",
            "luck",
        ]
        missing = [name for name in needed if name not in self.stats]
        if missing:
            raise ValueError(f"hero {self.id}: stats lack {', '.join(missing)}")
        if not set(self.free_token_counts) <= set(self.free_tokens):
            raise ValueError(f"hero {self.id}: free_token_counts names what is no free token")
        return self


class Weapon(BaseModel):
    """What an Item does as a weapon."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)
    kind: Literal["ranged", "melee"]
    range: int = 0
    shots: int = 0
    hit_die: Literal["D6", "D8"] = "D6"
    die: Literal["D6", "D8", "D3"] = "D6"
    add: int = 0
    criticals: bool = True


class UpgradeSpec(BaseModel):
    """What makes an Item an Upgrade: the Upgrade Slots that it requires, the kinds of Items it fits, what it costs.

    `to`: Keywords, or `melee` and `ranged` for any such weapon; one that fits is enough.
    """

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True, arbitrary_types_allowed=True)
    slots: int = Field(default=1, ge=1, le=3)
    to: tuple[str, ...] = Field(min_length=1)
    cost: CostField = Cost()


class ItemRecord(Record):
    """Gear, an Artifact, a Personal Item, Starting Gear, a Mission's object, or Dark Stone to be forged on."""

    name: str
    kind: Literal["gear", "artifact", "personal", "starting", "object", "forged"]
    keywords: tuple[str, ...] = ()
    hands: int = 0
    weight: int = 0
    slot: str = ""
    price: int | None = None
    dark_stone: int = 0
    upgrade_slots: int = Field(default=0, ge=0, le=3)
    restriction: str = ""
    weapon: Weapon | None = None
    shield: int = 0
    set: str = "old-west"
    both_hands: bool = False
    ability_token: str = ""
    world: str = ""
    abilities: AbilityList = ()
    upgrade: UpgradeSpec | None = None

    @model_validator(mode="after")
    def _an_upgrade_or_none(self) -> ItemRecord:
        if self.kind == "forged" and self.upgrade is None:
            raise ValueError(f"item {self.id}: what is forged says under `upgrade` what it is forged onto")
        if self.upgrade is not None and (self.weapon or self.shield or self.hands or self.slot or self.upgrade_slots):
            raise ValueError(f"item {self.id}: an Upgrade needs no hand or slot and is neither weapon nor shield")
        return self


class SideBagToken(Record):
    """A Side Bag Token."""

    name: str
    attack: bool = False
    keywords: tuple[str, ...] = ()
    abilities: AbilityList = ()


class EnemySide(BaseModel):
    """One side of an Enemy Record Sheet. `range` is the Ranged To Hit, if any; `xp_each` the XP per Wound.

    `health_each` is so much more Health for each Hero of the party (valhalla, "Frost Giant").
    """

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)
    initiative: int
    move: int
    escape: int
    range: int | None = None
    melee: int | None = None
    combat: int
    damage: int
    defense: int
    health: int
    xp: int
    xp_each: int = 0
    health_each: int = 0


class EliteAbility(BaseModel):
    """An entry of an Elite Chart; `stacks`: its text says that it may be had more than once."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True, arbitrary_types_allowed=True)
    name: str
    abilities: AbilityList = ()
    id: str | None = None
    stacks: bool = False


class EnemyRecord(Record):
    """An Enemy Record Sheet, both sides."""

    name: str
    plural: str
    size: Annotated[
        Literal["small", "medium", "large", "extra-large", "xxl"],
        BeforeValidator(lambda v: ALIASES.get(v, v)),
    ]
    keywords: tuple[str, ...]
    models: int
    normal: EnemySide
    brutal: EnemySide
    brutal_source: Literal["original"] | Source | None = None
    abilities: AbilityList = ()
    brutal_abilities: AbilityList | None = None
    elite: tuple[EliteAbility, ...]
    brutal_elite: tuple[EliteAbility, ...] = ()
    mythic: tuple[EliteAbility, ...] = ()
    any_elite: AbilityList = ()
    brutal_any_elite: AbilityList = ()

    @model_validator(mode="after")
    def _six_elite(self) -> EnemyRecord:
        for side in (self.elite, self.brutal_elite or self.elite):
            if len(side) != 6:
                raise ValueError(f"enemy {self.id}: an Elite Chart has six entries, not {len(side)}")
        if self.mythic and len(self.mythic) != 6:
            raise ValueError(f"enemy {self.id}: a chart of Mythic Abilities has six entries, not {len(self.mythic)}")
        return self


class ThreatGroup(BaseModel):
    """Enemies that a Threat card brings. In that Fight the type is `without` some abilities and has others besides."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True, arbitrary_types_allowed=True)
    enemy: str
    count: AmountField
    elite: int = 0
    trait: bool = False
    without: tuple[str, ...] = ()
    abilities: AbilityList = ()


class ThreatLines(BaseModel):
    """The three lines of an OtherWorld Threat card: what comes for a Low, a Med and a High Threat."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True, arbitrary_types_allowed=True)
    low: tuple[ThreatGroup, ...]
    med: tuple[ThreatGroup, ...]
    high: tuple[ThreatGroup, ...]


class EncounterTest(BaseModel):
    """The Skill test of an Encounter."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)
    who: str = "one"
    skill: str | tuple[str, ...]
    target: int


class Card(Record):
    """A card of any deck. Encounters may have a `test` with `pass` and `fail`; threats have `groups`.

    A card of an OtherWorld's Threat deck has `lines` instead, or is `wandering`: a Threat card of the ordinary deck of
    that level is drawn in its place.
    """

    model_config = ConfigDict(
        defer_build=True, extra="forbid", frozen=True, arbitrary_types_allowed=True, populate_by_name=True
    )
    deck: str
    title: str
    keywords: tuple[str, ...] = ()
    copies: int = 1
    set: str = "old-west"
    remains_in_play: bool = False
    mood: str = ""
    do: EffectList = ()
    abilities: AbilityList = ()
    test: EncounterTest | None = None
    on_pass: EffectList = Field(default=(), alias="pass")
    on_fail: EffectList = Field(default=(), alias="fail")
    groups: tuple[ThreatGroup, ...] = ()
    lines: ThreatLines | None = None
    wandering: bool = False

    @property
    def effects(self) -> tuple[Node, ...]:
        """What the card does, its Encounter test included."""
        if self.test is None:
            done: tuple[Node, ...] = self.do
            return done
        skills = [self.test.skill] if isinstance(self.test.skill, str) else list(self.test.skill)
        body = {"test": {"who": self.test.who, "skill": skills, "target": self.test.target}}
        node = parse.effects([body], self.id)[0]
        return (*self.do, msgspec.structs.replace(node, on_pass=self.on_pass, on_fail=self.on_fail))


class ChartResult(BaseModel):
    """A row of a chart."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True, arbitrary_types_allowed=True)
    on: str
    name: str
    flavor: str = ""
    do: EffectList = ()
    abilities: AbilityList = ()
    keep: bool = False
    source: Literal["original"] | Source | None = None


class ChartRecord(Record):
    """A chart: its dice and its rows."""

    name: str
    die: Literal["D6", "D8", "2D6", "D36", "3D6"]
    results: tuple[ChartResult, ...]

    @model_validator(mode="after")
    def _covers(self) -> ChartRecord:
        faces = {
            "D6": range(1, 7),
            "D8": range(1, 13),  # what is added to the die leads beyond its faces
            "2D6": range(2, 13),
            "3D6": range(3, 19),
            "D36": [t * 10 + o for t in range(1, 7) for o in range(1, 7)],
        }
        rows = [number for row in self.results for number in parse.span(row.on, f"chart {self.id}")]
        if sorted(rows) != list(faces[self.die]):
            raise ValueError(
                f"chart {self.id}: rows must cover each result of {self.die} once, they hold {sorted(rows)}"
            )
        return self


class Learning(BaseModel):
    """How a World learns about the heroes: its chart, the keyword of its Enemies, how many markers make a Knowledge."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)
    chart: str
    keyword: str
    markers: int = 5


class World(Record):
    """A World card. A `home` World is where an Adventure may begin, the others are OtherWorlds beyond a Gate.

    `abilities` are its Global Rules, in force while the card is in play; `depth_event` names its Depth Event chart,
    `instead` the Enemy Types that come in place of others there.
    """

    name: str
    home: bool = False
    depth_event: str = "depth-event"
    instead: dict[str, str] = {}
    learns: Learning | None = None
    abilities: AbilityList = ()


class ExplorationToken(Record):
    """An Exploration Token's face."""

    set: Literal["old-west", "adventure-set"]
    doors: int = 0
    gates: int = 0
    clue: bool = False
    encounter: int = 0
    attack: bool = False
    darkness: bool = False
    depth_event: bool = False
    growing_dread: bool = False
