"""Every family of questions, the most particular first."""

from __future__ import annotations

from gm.oracle.computed import (
    at_table,
    bags,
    chances,
    corrupted,
    faceoffs,
    holding,
    horrors,
    kills,
    leveling,
    limits,
    rolls,
    saved,
    town,
    track,
    tries,
    wounding,
    xp,
)
from gm.oracle.computed.records import Family

FAMILIES: tuple[Family, ...] = (
    *at_table.FAMILIES,
    *kills.FAMILIES,
    *leveling.FAMILIES,
    *xp.FAMILIES,
    *holding.FAMILIES,
    *horrors.FAMILIES,
    *track.FAMILIES,
    *rolls.FAMILIES,
    *corrupted.FAMILIES,
    *saved.FAMILIES,
    *wounding.FAMILIES,
    *bags.FAMILIES,
    *town.FAMILIES,
    *limits.FAMILIES,
    *tries.FAMILIES,
    *faceoffs.FAMILIES,
    *chances.FAMILIES,
)
