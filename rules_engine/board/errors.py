"""What can be wrong with a board.

BoardError
 +-- LayoutError        a tile's drawing or record cannot be read
 +-- PlacementError     a tile cannot be placed so
 +-- UnknownPlaceError  no such space, tile or door on this board
"""

from __future__ import annotations


class BoardError(Exception):
    """Something about the board is wrong; `code` is stable, the message says what, where and how to fix it."""

    code = "board"


class LayoutError(BoardError):
    """A tile's drawing cannot be read. `line` and `column` count from 1 in the drawing; 0 where no place applies."""

    code = "board.layout"

    def __init__(self, line: int, column: int, message: str) -> None:
        self.line = line
        self.column = column
        self.message = message
        super().__init__(f"line {line}, column {column}: {message}" if line else message)


class PlacementError(BoardError):
    """A Map Tile cannot be placed as asked."""

    code = "board.placement"


class UnknownPlaceError(BoardError):
    """A space, tile or door was named that does not lie on this board."""

    code = "board.unknown"
