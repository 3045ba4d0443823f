"""Every family of questions, the most particular first."""

from __future__ import annotations

from gm.oracle.computed import limits, rolls, track, xp
from gm.oracle.computed.records import Family

FAMILIES: tuple[Family, ...] = (*xp.FAMILIES, *track.FAMILIES, *rolls.FAMILIES, *limits.FAMILIES)
