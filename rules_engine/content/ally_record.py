"""What the record of an Ally looks like: who hires it and for how much, its Basic uses, its Advanced sheet."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from rules_engine.content.schema import AbilityList, ChartResult, Record, Source, StartingUpgrade, Weapon

SHEET = (
    *("ranged_to_hit", "melee_to_hit", "combat", "initiative", "health", "sanity", "defense", "willpower"),
    *("agility", "cunning", "spirit", "strength", "lore", "luck", "corruption_resistance"),
)


class Hire(BaseModel):
    """The terms: a hirer needs one of the Keywords. `models` is how many of them there are in the box."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)
    keywords: tuple[str, ...] = Field(min_length=1)
    advanced_cost: int = Field(gt=0)
    basic_cost: int = Field(gt=0)
    basic_limit: int = Field(default=2, gt=0)
    models: int | None = None


class AllyWeapon(BaseModel):
    """A weapon that belongs to an Ally's sheet; it is no Item, and gets no Critical Hits."""

    model_config = ConfigDict(defer_build=True, extra="forbid", frozen=True)
    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    name: str
    keywords: tuple[str, ...] = ()
    weapon: Weapon


class AllyRecord(Record):
    """A kind of Ally, both sides. `sheet_source` is that of the figures, uses and charts where they are ours."""

    name: str
    plural: str
    names: tuple[str, ...] = ()
    pronouns: tuple[str, str] = ("they", "them")
    keywords: tuple[str, ...] = ()
    sheet_source: Literal["original"] | Source
    hire: Hire
    basic: AbilityList = ()
    stats: dict[str, int]
    abilities: AbilityList = ()
    weapons: tuple[AllyWeapon, ...] = ()
    upgrades: tuple[StartingUpgrade, ...]
    mutations: tuple[ChartResult, ...]

    @model_validator(mode="after")
    def _whole_sheet(self) -> AllyRecord:
        missing = [name for name in SHEET if name not in self.stats]
        if missing:
            raise ValueError(f"ally {self.id}: stats lack {', '.join(missing)}")
        if "max_grit" in self.stats:
            raise ValueError(f"ally {self.id}: an Ally has no Grit, so its stats have no max_grit")
        if len(self.upgrades) != 6:
            raise ValueError(f"ally {self.id}: the Upgrade chart has six entries, not {len(self.upgrades)}")
        if [row.on for row in self.mutations] != list("123456"):
            raise ValueError(f"ally {self.id}: the Mutation chart has the rows 1 to 6, in order")
        if any(not one.use and one.reroll is None for one in self.basic):
            raise ValueError(f"ally {self.id}: what a Basic Ally does has a `use` or a `reroll`")
        return self
