"""The deterministic storyteller: what happened at the table, told as a story, with no model and no network.

It is dry, ominous and exact. The same seed and events give the same words; whatever a sentence says stands in the
events that it names.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterable, Sequence

from gm.beats import Seen, gather, joined
from gm.names import Names
from gm.tellings import classes, fights, heroes, journey, options
from gm.tellings.teller import Describe, Sentence, Teller, Texts
from rules_engine import events as ev
from rules_engine.events import Event

__all__ = ["Sentence", "Storyteller", "paragraphs"]

TELLINGS = {**journey.TELLINGS, **heroes.TELLINGS, **fights.TELLINGS, **classes.CLASS_TELLINGS, **options.TELLINGS}
OPENERS = frozenset({"opening", "turn", "darkness", "depth", "card", "encounter", "fight", "tile", "objective", "end"})
TURNINGS = frozenset({"ko", "died", "fight_over", "foes", "attack"})  # these begin a paragraph when it has grown long
LONG = 70  # words
ENDS_CAUSE = frozenset({"turn", "darkness", "tile", "fight", "attack", "foes", "end"})


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
        after = copy.deepcopy(names)
        seen: list[Seen] = []
        for number, event in events:
            after.see(event)
            last = False
            if isinstance(event, ev.EnemyKilled):
                type = after.type_of(event.enemy)
                last = after.came(type) > 0 and after.alive(type) == 0
            seen.append(Seen(number, event, last, after.darkness_was))
            self._teller.ledger.see(event)
        teller, coming = self._teller, deque(events)
        teller.names, teller.said = names, []
        beats = joined(gather(seen, after))
        for place, beat in enumerate(beats, 1):
            while coming and coming[0][0] <= beat.seen[-1].number:  # a beat is told with what is known by its end
                names.see(coming.popleft()[1])
            teller.ahead = beats[place].kind if place < len(beats) else ""
            TELLINGS[beat.kind](teller, beat)
            if beat.kind in ENDS_CAUSE:
                teller.cause = ""
        for _, event in coming:
            names.see(event)
        return teller.said


def paragraphs(sentences: Iterable[Sentence]) -> list[str]:
    """A story's sentences set in paragraphs: a new one where something new begins, or where one has grown long."""
    found: list[list[str]] = []
    last, words = "", 0
    for sentence in sentences:
        fresh = sentence.beat in OPENERS and sentence.beat != last
        if last == "turn" and sentence.beat != "tile":
            fresh = False
        if not found or fresh or (words > LONG and sentence.beat in TURNINGS and sentence.beat != last):
            found.append([])
            words = 0
        found[-1].append(sentence.text)
        words += len(sentence.text.split())
        last = sentence.beat
    return [" ".join(paragraph) for paragraph in found]
