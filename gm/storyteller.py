"""The deterministic storyteller: what happened at the table, told as a story, with no model and no network.

It is dry, ominous and exact. The same seed and events give the same words; whatever a sentence says stands in the
events that it names.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm.beats import Seen, gather
from gm.names import Names
from gm.tellings import fights, heroes, journey
from gm.tellings.teller import Describe, Sentence, Teller, Texts
from rules_engine import events as ev
from rules_engine.events import Event

__all__ = ["Sentence", "Storyteller"]

TELLINGS = {**journey.TELLINGS, **heroes.TELLINGS, **fights.TELLINGS}


class Storyteller:
    """Tells batches of numbered events in order.

    `describe(layout_id)` gives a room's looks; `texts(topic, id)` gives the packs' own words for `mission.name`,
    `mission.story`, `mission.opening`, `mission.objective`, `mission.victory`, `mission.defeat`, `card`,
    `depth-event` and the charts (by result). Either may return "".
    """

    def __init__(self, seed: str, describe: Describe | None = None, texts: Texts | None = None) -> None:
        self._teller = Teller(seed, describe, texts)

    def tell(self, events: Sequence[tuple[int, Event]], names: Names) -> list[Sentence]:
        """The story of these events. `names` has seen exactly the events before them, and is shown these."""
        seen: list[Seen] = []
        for number, event in events:
            names.see(event)
            last = False
            if isinstance(event, ev.EnemyKilled):
                type = names.type_of(event.enemy)
                last = names.came(type) > 0 and names.alive(type) == 0
            seen.append(Seen(number, event, last, names.darkness_was))
        teller = self._teller
        teller.names, teller.said = names, []
        for beat in gather(seen, names):
            TELLINGS[beat.kind](teller, beat)
        return teller.said
