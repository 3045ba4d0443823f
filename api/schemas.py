"""What goes over the wire: requests as they are checked, answers as they are described in OpenAPI."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

import msgspec
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from gm.seats import Bot
from rules_engine import GameSetup

ID = r"^[A-Za-z0-9][A-Za-z0-9_.-]*$"


def _printable(text: str) -> str:
    if any(unicodedata.category(c).startswith("C") for c in text):
        raise ValueError("control characters are not allowed")
    return text.strip()


Id = Annotated[str, Field(max_length=80, pattern=ID)]
OptionalId = Annotated[str, Field(max_length=80, pattern=rf"^$|{ID}")]
Line = Annotated[str, Field(max_length=80), AfterValidator(_printable)]
Name = Annotated[str, Field(max_length=40), AfterValidator(_printable)]
Seat = Annotated[str, Field(min_length=1, max_length=20), AfterValidator(_printable)]
Switch = bool | Annotated[int, Field(ge=-1000, le=1000)] | Annotated[str, Field(max_length=40)]


class Request(BaseModel):
    """Base of what clients send: an unknown field is a mistake, not a wish."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


# --- requests ---------------------------------------------------------------------------------------------------------


class AllyIn(Request):
    """An Ally whom a hero brings along: `advanced` is a model of its own, `basic` a token for one use."""

    type: Id
    side: Literal["advanced", "basic"] = "advanced"
    name: Name = ""
    veteran: bool = False
    upgrades: Annotated[list[Id], Field(max_length=6)] = []
    mutations: Annotated[list[Id], Field(max_length=6)] = []
    corruption: Annotated[int, Field(ge=0, le=20)] = 0
    xp: Annotated[int, Field(ge=0, le=1000)] = 0


class HeroIn(Request):
    """A hero of the party. What is left empty the game asks for, draws, or names."""

    cls: Annotated[Id, Field(alias="class")]
    name: Name = ""
    upgrade: OptionalId = ""
    token: OptionalId = ""
    personal: OptionalId = ""
    seat: Seat = "1"
    level: Annotated[int, Field(ge=1, le=8)] = 1
    pronouns: Annotated[list[Name], Field(max_length=5)] = []
    allies: Annotated[list[AllyIn], Field(max_length=13)] = []


class SetupIn(Request):
    """A whole game but for the dice and the choices; `GET /v1/setups` lists what can be named here."""

    heroes: Annotated[list[HeroIn], Field(min_length=1, max_length=6)]
    mission: Id = "a-fistful-of-dark-stone"
    edition: Id = "compilation"
    switches: Annotated[dict[Id, Switch], Field(max_length=120)] = {}
    set: Id = "old-west"
    sets: Annotated[list[Id], Field(max_length=20)] = []
    mixed: Annotated[list[Id], Field(max_length=3)] = []
    world: Id = "mines"
    table_dice: Annotated[list[Id], Field(max_length=5)] = []
    enemy_order: Id = "canonical"
    brutal: bool = False
    posse_level: Annotated[int, Field(ge=1, le=20)] = 1

    def built(self) -> GameSetup:
        """The setup as the engine knows it."""
        return msgspec.convert(self.model_dump(exclude_defaults=True), GameSetup)


class FairPlayIn(Request):
    """A fair game: a commitment from `POST /v1/commitments`, and the seed that the players add to it."""

    commitment: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    client_seed: Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]


class TableIn(Request):
    """A table to be set up: open play with a `seed` (or one taken by chance), or `fair_play`; `bots` sit by seat."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "example": {
                "name": "Friday",
                "setup": {
                    "heroes": [{"class": "us-marshal", "name": "Ada"}, {"class": "bandido", "seat": "2"}],
                    "mission": "a-fistful-of-dark-stone",
                },
                "seed": "7",
                "bots": {"2": "sensible"},
            }
        },
    )

    setup: SetupIn
    name: Line = ""
    seed: Annotated[int, Field(ge=0, lt=2**64)] | Line | None = None
    fair_play: FairPlayIn | None = None
    bots: Annotated[dict[Seat, Bot], Field(max_length=6)] = {}

    @model_validator(mode="after")
    def _one_kind_of_dice(self) -> TableIn:
        if self.seed is not None and self.fair_play is not None:
            raise ValueError("a game has either a seed or fair_play, not both")
        return self


class ChoiceIn(Request):
    """An answer to the pending Choice: an option's id (or label, or words that fit one option only)."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"example": {"option": "move:1.13", "choice_id": 12, "seat": "1"}}
    )

    option: Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]
    choice_id: Annotated[int, Field(ge=1)] | None = Field(
        None, description="The Choice that is answered; if another is pending by now, nothing happens (409)."
    )
    seat: Seat | None = Field(None, description="Who answers; needed where people sit at several seats.")
    least: Annotated[float, Field(ge=0, le=1)] = Field(
        0.0,
        description="Re-rolls that come next and better their roll with less than this chance are declined for you.",
    )


class UndoIn(Request):
    """Choices to take back. `consent`: everyone at the table agrees, though dice or cards were revealed since."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": {"steps": 1, "consent": True}})

    steps: Annotated[int, Field(ge=1, le=1000)] = 1
    consent: bool = False
    seat: Seat | None = None


TALK = r"^[A-Za-z0-9:_-]+$"


class QuestionIn(Request):
    """A rules question. The edition is the table's, if one is named, else `compilation`.

    A question that goes on a talk may leave out what was said before: `and in the fortress rules?`.
    """

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "example": {"question": "What do we need to Hold Back the Darkness?", "edition": "old-west"}
        },
    )

    question: Annotated[str, Field(min_length=1, max_length=2000)]
    edition: Id | None = None
    table: Annotated[str, Field(max_length=40)] | None = None
    hero: Annotated[str, Field(max_length=80, description="Who says `I`: a hero of the table.")] | None = None
    talk: Annotated[
        str | None,
        Field(max_length=80, pattern=TALK, description="The talk that this goes on; a table has one of its own."),
    ] = None
    persona: Id = "plain"
    collection: Annotated[
        Id | None, Field(description="A collection of books that were ingested here, to be quoted besides.")
    ] = None
    kinds: Annotated[list[Literal["rule", "lore"]], Field(max_length=2, description="Only rules, or only lore.")] = []
    sets: Annotated[
        list[Id],
        Field(max_length=20, description="Only these boxes (`valhalla`), and what belongs to no box; empty: all."),
    ] = []


class JudgementIn(Request):
    """What was thought of an answer. A bad one is kept as a case for the evaluation set."""

    talk: Annotated[str, Field(max_length=80, pattern=TALK)]
    good: bool
    note: Annotated[str, Field(max_length=1000)] = ""


# --- answers ----------------------------------------------------------------------------------------------------------


class Out(BaseModel):
    """Base of what the service sends."""

    model_config = ConfigDict(from_attributes=True)


class OptionOut(Out):
    """One legal answer; `extra` marks what may be done at any time besides."""

    id: str
    label: str
    target: str | None = None
    extra: bool = False


class ChoiceOut(Out):
    """What must be decided before the game goes on. `form` tells of answers beyond those listed."""

    id: int
    who: str
    kind: str
    prompt: str
    options: list[OptionOut]
    rule: str
    form: str | None
    agree: str
    about: dict[str, str]


class EventOut(Out):
    """An event with its number in the journal; `event.event` is its kind."""

    n: int
    event: dict[str, Any]


class AnswerOut(Out):
    """What came of a choice or an undo, bots' choices included, and what is pending now (null: the game is over)."""

    table: str
    choice: int
    option: str
    seat: str
    events: list[EventOut]
    pending: ChoiceOut | None
    over: bool
    outcome: str
    revision: int
    waiting: bool = Field(description="The vote is noted; others have yet to agree.")


class TableOut(Out):
    """A table in a list."""

    id: str
    name: str
    created_at: str
    updated_at: str
    mission: str
    edition: str
    heroes: list[str] = Field(description="Hero classes, in order.")
    seats: dict[str, str] = Field(description="Who sits where: `person`, or the bot's name.")
    commitment: str | None = Field(description="In fair play: what the secret was committed to with.")
    outcome: str
    revision: int
    events: int


class TablesPage(Out):
    """A page of tables, newest first; `next` goes into `cursor` for the page after, null on the last."""

    items: list[TableOut]
    next: str | None


class TileView(Out):
    """A placed Map Tile. `doors` by connector: door, cap, gate, joined or unknown."""

    number: int
    name: str
    layout: str
    world: str
    through_gate: bool = Field(description="Whether it begins a section of the board that only a Gate connects.")
    doors: dict[str, str]
    token: str
    lit: bool
    spaces: dict[str, tuple[int, int]] = Field(
        description="Each space's cell on the map: x to the east, y to the north."
    )


class HeroView(Out):
    """A hero as the sheet stands now."""

    id: str
    name: str
    cls: str
    seat: str
    glyph: str
    space: str
    health: int
    wounds: int
    sanity: int
    sanity_damage: int
    corruption: int
    corruption_resistance: int
    grit: int
    max_grit: int
    ability_tokens: dict[str, int] = {}
    class_cards: list[str] = []
    team_cards: list[str] = []
    xp: int
    gold: int
    dark_stone: int
    pelts: int = 0
    level: int
    ko: bool
    dead: bool
    activated: bool
    light: bool
    poison: int
    bleeding: int
    ensnared: int
    exertion: int
    keywords: list[str]
    skills: dict[str, int]
    items: list[str]
    side_bag: list[str]
    upgrades: list[str]
    injuries: list[str]
    madness: list[str]
    mutations: list[str]
    ally_of: str = Field(description="The hero who hired this Ally; empty for a Hero.")
    veteran: bool
    ally_xp: int
    basic_allies: list[str]


class EnemyView(Out):
    """An enemy on the board. `spaces` are all that its base lies on, `space` (its anchor) first."""

    id: str
    name: str
    type: str
    glyph: str
    space: str
    spaces: list[str]
    health: int
    wounds: int
    target: str | None


class GroupView(Out):
    """What holds for all enemies of a type in this Fight."""

    type: str
    name: str
    brutal: bool
    elite: list[str]
    trait: str
    mythic: list[str] = []
    activated: bool
    stats: dict[str, int]


class TrackView(Out):
    """The Depth Track: the Hero Party starts at 16 and goes down, the Darkness starts at 0 and comes up."""

    heroes: int
    darkness: int
    entrance: int
    needed: int = Field(description="What the Hold Back the Darkness test needs now.")
    dread: int = Field(description="Face-down Growing Dread cards.")


class StateOut(Out):
    """A table as screens show it."""

    id: str
    name: str
    revision: int
    last_event: int
    mission: str
    mission_name: str
    edition: str
    turn: int
    phase: str
    over: bool
    outcome: str
    commitment: str | None
    seats: dict[str, str]
    map: str = Field(description="The board as text: glyphs of models, walls, doors; `?` is yet unknown.")
    tiles: list[TileView]
    heroes: list[HeroView]
    enemies: list[EnemyView]
    groups: list[GroupView]
    track: TrackView
    clues: int
    clues_needed: int
    objective: bool
    tallies: dict[str, int] = Field(description="What the Mission counts, by the name that players see.")
    errand: str = Field(description="What the Mission asks for now; empty if it leaves that to the heroes.")
    revive_tokens: int
    in_play: list[str] = Field(description="Cards that Remain in Play.")
    votes: dict[str, str]
    pending: ChoiceOut | None
    fingerprint: str


class SentenceOut(Out):
    """A sentence of the story with the numbers of the events it tells; `struck` ones tell of what was taken back."""

    id: int
    text: str
    events: list[int]
    beat: str
    struck: bool


class SentencesPage(Out):
    """A page of the story; `next` goes into `cursor` for the page after, null on the last."""

    items: list[SentenceOut]
    next: str | None


class ReceiptOut(Out):
    """A roll's receipt: who, what for, what was needed, each die's faces (re-rolls after), its place in its stream."""

    roll: int
    event: int
    who: str
    purpose: str
    dice: list[str]
    faces: list[list[int]]
    target: int | None
    stream: str
    ordinal: int
    source: str
    text: str


class CitationOut(Out):
    """What a claim rests on."""

    source: str
    heading: str
    chunk: str
    quote: str


class ClaimOut(Out):
    """One thing that an answer says, with its citations."""

    text: str
    citations: list[CitationOut]


class RulingOut(Out):
    """An answer to a rules question. `abstained`: the books don't say. `id` and `talk` name it for what comes after."""

    id: int
    talk: str

    question: str
    edition: str
    answer: str
    abstained: bool
    mode: str
    claims: list[ClaimOut]
    edition_notes: list[str]
    confidence: float
    ms: float
    pack_answer: str | None
    entries: list[str]
    persona: str
    understood: str
    topic: str


class KeptQuestionOut(Out):
    """A question that was asked before, its answer, and what was thought of it."""

    id: int
    talk: str
    asked_at: str
    good: bool | None
    note: str
    answer: RulingOut


class QuestionsPage(Out):
    """Questions of a talk, newest first; `next` is the cursor of the next page."""

    questions: list[KeptQuestionOut]
    next: str | None


class CommitmentOut(Out):
    """SHA-256 of a secret that only the service knows until the game is over."""

    commitment: str


class HeroClassOut(Out):
    """A Hero Class that may be named in a setup."""

    id: str
    name: str
    upgrades: list[str]
    tokens: list[str]


class AllyOut(Out):
    """A kind of Ally that may be named in a setup, and the Keywords of those who hire it."""

    id: str
    name: str
    hired_by: list[str]
    basic_limit: int
    upgrades: list[str]


class MissionOut(Out):
    """A Mission that may be named in a setup."""

    id: str
    name: str


class SwitchOut(Out):
    """A rules switch: its meaning, its values, where the readings stand, and how each edition sets it."""

    name: str
    meaning: str
    values: list[str]
    number: str
    sources: list[str]
    editions: dict[str, Switch]


class SetupsOut(Out):
    """Everything that a setup may name."""

    heroes: list[HeroClassOut]
    allies: list[AllyOut]
    missions: list[MissionOut]
    editions: list[str]
    switches: list[SwitchOut]
    presets: dict[str, dict[str, Switch]]
    bots: list[str]


class HealthOut(Out):
    """The service runs."""

    status: str
    version: str
