"""What is known about the game, in our own words: the records of `lore/corpus` and their loader.

A rule entry states one rule of one chapter, with its figures, its exceptions and what each edition does differently; a
lore entry tells of a world, a creature or a people. Both are YAML in the package, read once and checked on the way in.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Final, Literal, Self

import yaml
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    field_validator,
    model_validator,
)

from lore.sets import checked

MAX_STATEMENT_WORDS: Final = 45
"""A statement longer than this can't be part of a 90-word answer beside a second one."""

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

EntryId = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
"""A kebab-case id, unique over rules and lore together."""
SystemId = Annotated[str, Field(pattern=r"^S\d{2}$")]
"""A rule system of the game: `S13` is Hold Back the Darkness."""
DifferenceId = Annotated[str, Field(pattern=r"^[CN]\d{1,2}$")]
"""A known disagreement between the editions: `C02` is how often a tile may be Scavenged."""
ProcedureName = Annotated[
    str, Field(pattern=r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*(\.[A-Z][A-Za-z0-9]*)?\.[a-z][a-z0-9_]*$")
]
"""A function of the engine, `module.function` or `module.Class.method` under `rules_engine`: `procedures.turn.poison`.

The form is that of docs/rules-systems.yaml. The corpus does not import the engine; a test looks each name up there.
"""
SetIds = Annotated[tuple[str, ...], AfterValidator(checked)]
"""The boxes that an entry belongs to, by their ids in `lore/sets.yaml`; none where it belongs to the game at large."""


class CorpusError(ValueError):
    """The corpus can't be read: says the file, the entry, what is wrong there and what would be right."""


class Modality(StrEnum):
    """How a statement binds: what a player may or must do, what happens by itself, what simply is so."""

    MAY = "may"
    MAY_NOT = "may_not"
    MUST = "must"
    MUST_NOT = "must_not"
    HAPPENS = "happens"
    IS = "is"


class Edition(StrEnum):
    """Whose rules: the four rulebooks that an adventure may be played under, and the unofficial player aid."""

    COMPILATION = "compilation"
    OLD_WEST = "old-west"
    VALHALLA = "valhalla"
    FORBIDDEN_FORTRESS = "forbidden-fortress"
    PLAYER_AID = "player-aid"


class LoreCategory(StrEnum):
    """What a lore entry tells of."""

    WORLD = "world"
    CREATURE = "creature"
    PEOPLE = "people"
    PHENOMENON = "phenomenon"
    PLACE = "place"
    CLASS = "class"
    PRODUCT = "product"


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class Source(_Record):
    """A passage of a rulebook: the book, the heading it stands under and, for a rule, its first and last line."""

    book: Edition
    heading: Annotated[str, Field(min_length=1)]
    lines: tuple[int, int] | None = None

    @model_validator(mode="after")
    def _lines_in_order(self) -> Self:
        if self.lines is None:
            return self
        first, last = self.lines
        if not 1 <= first <= last:
            raise ValueError(f"lines {first}-{last} are no range: give the first and the last line, counted from 1")
        return self


class Statement(_Record):
    """One sentence that stands alone as an answer, at most 45 words long."""

    text: Annotated[str, Field(min_length=1)]
    modality: Modality

    @field_validator("text")
    @classmethod
    def _short(cls, text: str) -> str:
        return _at_most_45_words(text)


class Difference(_Record):
    """What some editions do otherwise; `field` is the disagreement's id, where it has one."""

    editions: Annotated[tuple[Edition, ...], Field(min_length=1)]
    text: Annotated[str, Field(min_length=1)]
    field: DifferenceId | None = None

    @field_validator("text")
    @classmethod
    def _short(cls, text: str) -> str:
        return _at_most_45_words(text)


class Editions(_Record):
    """Where the rule holds: in `all` editions, or in those named by `only`; and how they differ."""

    all: bool
    only: tuple[Edition, ...] = ()
    differences: tuple[Difference, ...] = ()

    @model_validator(mode="after")
    def _all_or_some(self) -> Self:
        if self.all == bool(self.only):
            raise ValueError("say either `all: true` without `only`, or `all: false` with the editions in `only`")
        return self

    def hold(self, edition: Edition) -> bool:
        """Whether the rule exists in this edition at all."""
        return self.all or edition in self.only


class RuleEntry(_Record):
    """A rule: its statements, exceptions, differences between editions, players' words for it and its sources.

    `optional`: it counts only at a table that plays with it; `switches` are the table's switches that say so.
    `procedure` is the function that enforces the rule, the main one where several do; None where the engine has none.
    """

    id: EntryId
    title: Annotated[str, Field(min_length=1)]
    kind: Literal["rule"]
    systems: Annotated[tuple[SystemId, ...], Field(min_length=1)]
    statements: Annotated[tuple[Statement, ...], Field(min_length=2, max_length=9)]
    exceptions: tuple[Statement, ...] = ()
    editions: Editions
    see_also: tuple[EntryId, ...] = ()
    keywords: Annotated[tuple[str, ...], Field(min_length=1)]
    source: Annotated[tuple[Source, ...], Field(min_length=1, max_length=3)]
    example: Annotated[str, Field(min_length=1)]
    procedure: ProcedureName | None = None
    sets: SetIds = ()
    optional: bool = False
    switches: tuple[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")], ...] = ()

    @field_validator("source")
    @classmethod
    def _cites_lines(cls, source: tuple[Source, ...]) -> tuple[Source, ...]:
        for passage in source:
            if passage.lines is None:
                raise ValueError(f"{passage.heading!r} has no lines; a rule cites `lines: [first, last]`")
        return source


class LoreEntry(_Record):
    """A piece of the game's world, in paragraphs; `source` is a list of passages, or `original` for what we made up."""

    id: EntryId
    title: Annotated[str, Field(min_length=1)]
    kind: Literal["lore"]
    category: LoreCategory
    text: Annotated[tuple[str, ...], Field(min_length=1)]
    keywords: Annotated[tuple[str, ...], Field(min_length=1)]
    see_also: tuple[EntryId, ...] = ()
    sets: SetIds = ()
    source: Annotated[tuple[Source, ...], Field(min_length=1)] | Literal["original"]


Entry = RuleEntry | LoreEntry
"""Anything in the corpus; `kind` tells which."""

_ENTRIES: Final[TypeAdapter[list[Entry]]] = TypeAdapter(list[Annotated[Entry, Field(discriminator="kind")]])


@cache
def load_corpus() -> tuple[Entry, ...]:
    """Every entry that comes with the package: rules first, then lore, in the order of their files.

    Raises `CorpusError` if a file is not valid YAML, a record breaks the schema, an id is given twice, or a `see_also`
    names an entry that does not exist.
    """
    root = files("lore") / "corpus"
    entries: list[Entry] = []
    for folder in ("rules", "lore"):
        shelf = root / folder
        if shelf.is_dir():
            for file in sorted(shelf.iterdir(), key=lambda item: item.name):
                if file.name.endswith(".yaml"):
                    entries.extend(_read(file, f"lore/corpus/{folder}/{file.name}"))
    _check_ids(entries)
    return tuple(entries)


def parse_entries(text: str, where: str) -> tuple[Entry, ...]:
    """The entries of one YAML text; `where` names it in errors. Raises `CorpusError`."""
    try:
        data: Any = yaml.load(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        raise CorpusError(f"{where}: not valid YAML: {error}") from error
    try:
        return tuple(_ENTRIES.validate_python(data))
    except ValidationError as error:
        raise CorpusError("\n".join(_findings(error, data, where))) from error


def _read(file: Traversable, where: str) -> tuple[Entry, ...]:
    return parse_entries(file.read_text(encoding="utf-8"), where)


def _findings(error: ValidationError, data: Any, where: str) -> list[str]:
    found = []
    for item in error.errors(include_url=False):
        place = list(item["loc"])
        name = ""
        if place and isinstance(place[0], int) and isinstance(data, list):
            record = data[place[0]]
            name = f" entry {record.get('id', place[0])!r}" if isinstance(record, dict) else f" entry {place[0]}"
            place = place[1:]
        found.append(f"{where}:{name} {'.'.join(map(str, place))}: {item['msg']}")
    return found


def _check_ids(entries: list[Entry]) -> None:
    known: set[str] = set()
    for entry in entries:
        if entry.id in known:
            raise CorpusError(f"the id {entry.id!r} is given twice in the corpus; each entry needs its own")
        known.add(entry.id)
    for entry in entries:
        for other in entry.see_also:
            if other not in known:
                raise CorpusError(f"{entry.id!r} says see_also {other!r}, but there is no such entry")


def _at_most_45_words(text: str) -> str:
    count = len(text.split())
    if count > MAX_STATEMENT_WORDS:
        raise ValueError(f"{count} words; a statement has at most {MAX_STATEMENT_WORDS}, so split it in two")
    return text
