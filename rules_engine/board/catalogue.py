"""Tile records of a content pack, read into layouts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .drawing import parse_layout
from .errors import LayoutError
from .layout import TileLayout

_KEYS = frozenset(
    [
        "id",
        "name",
        "kind",
        "world",
        "layout",
        "variants",
        "description",
        "source",
        "starting_area",
        "advanced",
        "obstacles",
        "note",
    ]
)


@dataclass(frozen=True, slots=True)
class Tile:
    """A Map Card's tile: one layout, or two of which a D6 chooses (a Corner Passage, by `variants`).

    `variants` maps D6 results to the id of a layout. `starting_area` gives, for each edition, the spaces on which
    Heroes may begin. `source` is the record's own statement of where it comes from. `advanced` is the id of the room's
    Advanced Encounter, `obstacles` how many things stand about to take cover behind (None: counted by a die).
    """

    id: str
    name: str
    kind: str
    world: str
    description: str
    source: str | Mapping[str, str] = field(hash=False)
    layouts: tuple[TileLayout, ...]
    variants: Mapping[int, str] = field(hash=False, default_factory=dict)
    starting_area: Mapping[str, tuple[str, ...]] = field(hash=False, default_factory=dict)
    advanced: str = ""
    obstacles: int | None = None

    def __contains__(self, layout: object) -> bool:
        """Whether a layout is one of this card's, by its id."""
        return any(one.id == layout for one in self.layouts)

    def layout_for_roll(self, face: int) -> TileLayout:
        """The layout that a D6 result chooses; the only one if there is no choice."""
        wanted = self.variants.get(face, self.layouts[0].id)
        return next(layout for layout in self.layouts if layout.id == wanted)


def read_tiles(records: Iterable[Mapping[str, Any]]) -> dict[str, Tile]:
    """Tiles by id from plain records. Raises LayoutError naming the record at fault."""
    tiles: dict[str, Tile] = {}
    layouts: set[str] = set()
    for record in records:
        tile = _read(record)
        if tile.id in tiles:
            raise LayoutError(0, 0, f"two tiles are called {tile.id!r}; give one another id")
        for layout in tile.layouts:
            if layout.id in layouts:
                raise LayoutError(0, 0, f"two layouts are called {layout.id!r}; give one another id")
            layouts.add(layout.id)
        tiles[tile.id] = tile
    return tiles


def layouts_of(tiles: Mapping[str, Tile]) -> dict[str, TileLayout]:
    """Every layout by its id, as a Board wants them."""
    return {layout.id: layout for tile in tiles.values() for layout in tile.layouts}


def _read(record: Mapping[str, Any]) -> Tile:
    tile_id = str(record.get("id") or "")
    if not tile_id:
        raise LayoutError(0, 0, f"a tile record has no id: {dict(record)!r:.80}")
    unknown = sorted(set(record) - _KEYS)
    missing = [key for key in ("name", "kind", "world", "description", "source") if not record.get(key)]
    if unknown or missing:
        raise LayoutError(0, 0, f"tile {tile_id!r}: missing {missing}, unknown {unknown}; fields are {sorted(_KEYS)}")
    if ("layout" in record) == ("variants" in record):
        raise LayoutError(0, 0, f"tile {tile_id!r} needs either a layout or variants")
    layouts: list[TileLayout] = []
    variants: dict[int, str] = {}
    drawings = record.get("variants") or {"1-6": {"id": tile_id, "layout": record.get("layout")}}
    for faces, drawing in drawings.items():
        layouts.append(_layout(str(drawing["id"]), str(drawing["layout"]), record))
        low, _, high = str(faces).partition("-")
        for face in range(int(low), int(high or low) + 1):
            variants[face] = layouts[-1].id
    if sorted(variants) != [1, 2, 3, 4, 5, 6]:
        raise LayoutError(0, 0, f"tile {tile_id!r}: variants cover {sorted(variants)}; each of 1-6 must choose one")
    areas = {edition: tuple(str(s) for s in area) for edition, area in (record.get("starting_area") or {}).items()}
    for edition, area in areas.items():
        stray = [space for space in area if space not in layouts[0].cells]
        if stray:
            raise LayoutError(0, 0, f"tile {tile_id!r}: starting area of {edition} names no spaces of it: {stray}")
    return Tile(
        id=tile_id,
        name=str(record["name"]),
        kind=str(record["kind"]),
        world=str(record["world"]),
        description=str(record["description"]).strip(),
        source=record["source"],
        layouts=tuple(layouts),
        variants=variants if "variants" in record else {},
        starting_area=areas,
        advanced=str(record.get("advanced") or ""),
        obstacles=int(record["obstacles"]) if "obstacles" in record else None,
    )


def _layout(layout_id: str, text: str, record: Mapping[str, Any]) -> TileLayout:
    try:
        return parse_layout(layout_id, text, name=str(record["name"]), kind=str(record["kind"]))
    except LayoutError as fault:
        raise LayoutError(fault.line, fault.column, f"in the drawing of {layout_id!r}, {fault.message}") from None
