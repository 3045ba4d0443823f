"""Questions that the engine answers exactly: sums, positions on a track, limits, odds, the state of a table."""

from gm.oracle.computed.computer import Computer

__all__ = ["Computer"]
