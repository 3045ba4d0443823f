"""The packs' own words for the storyteller: a mission's story, a room's looks, the flavor of cards and charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_engine.content.library import Library

MISSION_TEXTS = {
    "mission.name": "name",
    "mission.story": "story",
    "mission.opening": "opening",
    "mission.objective": "objective_text",
    "mission.victory": "victory_text",
    "mission.defeat": "defeat_text",
}


class PackTexts:
    """Looks up a pack's words. What no pack has is told without: the answer is then empty, never an error."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._looks = {layout.id: tile.description for tile in library.tile_cards.values() for layout in tile.layouts}

    def describe(self, layout: str) -> str:
        """What the Map Tile of a layout looks like."""
        return " ".join(self._looks.get(layout, "").split())

    def text(self, topic: str, id: str) -> str:
        """The words for a topic (`mission.story`, `card`, `depth-event`, `injury`, ...) and a record or result."""
        if topic in MISSION_TEXTS:
            return _plain(self._library.missions.get(id), MISSION_TEXTS[topic])
        if topic == "world":
            return _plain(self._library.worlds.get(id), "flavor")
        if topic == "card":
            return _plain(self._library.cards.get(id), "flavor")
        rows = self._library.chart_rows.get(topic, {})
        return _plain(rows.get(int(id)), "flavor") if id.isdecimal() else ""


def _plain(record: object, field: str) -> str:
    return " ".join(str(getattr(record, field, "") or "").split())


def names_of(library: Library) -> dict[str, str]:
    """Names by id of what heroes may carry or be, for `Names(known=...)`."""
    known: dict[str, str] = {}
    for records in (library.heroes, library.allies, library.items, library.tokens):
        known |= {id: str(record.name) for id, record in records.items()}
    return known
