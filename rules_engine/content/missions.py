"""What a Mission's record looks like (compilation, "Elements of a Mission", "Fixed Map Missions")."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from rules_engine.content.schema import AbilityList, AmountField, EffectList, Record
from rules_engine.effects.language import Condition, condition
from rules_engine.effects.parse import Ability
from rules_engine.state import State

ConditionField = Annotated[Any, BeforeValidator(lambda v: v if isinstance(v, Condition) else condition(v, "when"))]
_STRICT = ConfigDict(defer_build=True, extra="forbid", frozen=True, arbitrary_types_allowed=True)


class Objective(BaseModel):
    """What waits at a Mission's Objective. `wins`: whether its Fight wins the Mission, or rules of its own do."""

    model_config = _STRICT
    exits: Literal["none", "token"] = "none"
    attack: dict[str, Any] = {"threat": "high"}
    wins: Literal["fight", "rule"] = "fight"
    do: EffectList = ()


class SpecialRule(BaseModel):
    """A Special Rule of a Mission; one marked `objective` is in force from when the Objective is found."""

    model_config = _STRICT
    id: str
    name: str
    objective: bool = False
    abilities: AbilityList = ()


class Tally(BaseModel):
    """Something that a Mission counts, with the name that players see and the number that it starts with.

    The label begins with what is counted, in the plural: `Seals set`. What is not `shown` only the Mission's own rules
    look at.
    """

    model_config = _STRICT
    id: str = Field(pattern=r"^[a-z_]+$")
    label: str
    starts: AmountField | None = None
    shown: bool = True


class Ending(BaseModel):
    """When a Mission is won or lost by rules of its own, looked at whenever a turn or a Fight ends."""

    model_config = _STRICT
    when: ConditionField
    because: str
    outcome: Literal["victory", "defeat"] = "victory"


class Errand(BaseModel):
    """Where the party has to go while a condition holds: what the table shows as the next thing to do."""

    model_config = _STRICT
    when: ConditionField
    place: str
    label: str
    carrier: str = ""


class MapPiece(BaseModel):
    """A tile of a Fixed Map: a layout, the door of an earlier tile that it lies at, and its own connector there."""

    model_config = _STRICT
    tile: str
    at: str = ""
    by: str = ""
    token: bool = False
    place: str = ""


class FixedMap(BaseModel):
    """The board of a Fixed Map Mission, laid out at its start; `start` are the spaces where heroes may begin."""

    model_config = _STRICT
    tiles: tuple[MapPiece, ...]
    start: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _joined(self) -> FixedMap:
        if not self.tiles or self.tiles[0].at:
            raise ValueError("a Fixed Map begins with a tile that lies at no other")
        loose = [piece.tile for piece in self.tiles[1:] if not piece.at]
        if loose:
            raise ValueError(f"say with `at` which door these lie at: {', '.join(loose)}")
        return self


class SetRecord(Record):
    """A box of the game: what it holds where sets differ (C13-C18). Counts are those printed, None where none is."""

    name: str
    kind: Literal["core", "adventure"]
    exploration: Literal["old-west", "adventure-set"]
    tokens: int | None = None
    loot: int | None = None
    scavenge: int | None = None
    light: str = "Old Lantern"
    introductory: str | None = None


class Mission(Record):
    """A Mission: Set Up, Mission Goal, Special Rules, Objectives, Reward and Failure, with words of its own."""

    name: str
    story: str
    goal: str = ""
    opening: str = ""
    objective_text: str = ""
    victory_text: str = ""
    defeat_text: str = ""
    clues_needed: int = 2
    objective: Objective = Objective()
    map: FixedMap | None = None
    set_up: EffectList = ()
    special_rules: tuple[SpecialRule, ...] = ()
    tallies: tuple[Tally, ...] = ()
    endings: tuple[Ending, ...] = ()
    errands: tuple[Errand, ...] = ()
    reward: EffectList = ()
    failure: EffectList = ()
    set: str = "old-west"
    edition: str = "compilation"
    abilities: AbilityList = ()

    def in_force(self, state: State) -> list[tuple[str, Ability]]:
        """Its abilities in force now, each with the name of its Special Rule."""
        found = [(self.name, ability) for ability in self.abilities]
        for rule in self.special_rules:
            if state.objective or not rule.objective:
                found += [(rule.name, ability) for ability in rule.abilities]
        return found

    def shows(self, tally: str) -> bool:
        """Whether players are told of something that the Mission counts."""
        return next((one.shown for one in self.tallies if one.id == tally), True)

    def label_of(self, tally: str) -> str:
        """What players call something that the Mission counts."""
        return next((one.label for one in self.tallies if one.id == tally), tally.replace("_", " ").title())
