"""How fast a collection of 5,000 chunks is taken in, opened and searched: `python -m benchmarks.oracle_speed`.

Wall time is what counts; the processor's own time stands beside it, since on a busy machine the wall tells of its load.
The books are made up here, the same on every machine; where the rulebooks lie beside the project, they are taken too.
Exit status: 0 all bars hold, 1 one does not.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import sys
import tempfile
import time
from pathlib import Path

RULEBOOKS = Path(__file__).resolve().parents[2] / "shared" / "rulebooks"
CHUNKS = 5_000
SEED = 40
CHUNKS_A_SECOND, OPENING_SECONDS, SEARCH_P95 = 30.0, 0.5, 60.0
WHO = [
    "Hero",
    "Posse",
    "Enemy",
    "ferryman",
    "Marshal",
    "ghoul",
    "bearer of the lantern",
    "shaman",
    "trader",
    "Viking",
    "Samurai",
    "gambler",
]
DOES = [
    "rolls",
    "draws",
    "places",
    "discards",
    "heals",
    "loses",
    "gains",
    "moves",
    "searches",
    "pays",
    "hires",
    "trades",
]
WHAT = [
    "a die",
    "a card",
    "a Wound",
    "one Grit",
    "two Horror Hits",
    "a Dark Stone",
    "a token",
    "$50",
    "a map tile",
    "an Artifact",
    "a Clue",
]
WHEN = [
    "at the start of a turn",
    "after a Fight",
    "in Town",
    "on a roll of 6",
    "beside a Gate",
    "in the dark",
    "once an Adventure",
]
TOPICS = [
    "Ropes",
    "Ladders",
    "Bridges",
    "Rafts",
    "Lamps",
    "Wells",
    "Rails",
    "Traps",
    "Caves",
    "Bells",
    "Mules",
    "Maps",
    "Tolls",
    "Graves",
    "Storms",
]


def book(number: int, sections: int) -> str:
    """A made-up book: sections of a few sentences each, about the length of a rule."""
    chance = random.Random(SEED + number)
    lines = [f"# Book {number}", ""]
    for section in range(sections):
        if section % 20 == 0:
            lines += [f"## Chapter {section // 20}", ""]
        topic = chance.choice(TOPICS)
        lines += [f"### {topic} {number}-{section}", ""]
        told = [
            f"The {chance.choice(WHO)} {chance.choice(DOES)} {chance.choice(WHAT)} {chance.choice(WHEN)} "
            f"if {topic.lower()} number {chance.randrange(1000)} lies near."
            for _ in range(chance.randrange(2, 7))
        ]
        lines += [" ".join(told), ""]
    return "\n".join(lines)


def questions(count: int) -> list[str]:
    """Made-up questions of the books' kind, none twice in a row."""
    chance = random.Random(SEED)
    return [
        f"can a {chance.choice(WHO)} near {chance.choice(TOPICS).lower()} {chance.randrange(1000)} still "
        f"take {chance.choice(WHAT)} {chance.choice(WHEN)}?"
        for _ in range(count)
    ]


def main() -> int:
    """Measure, print a line for each bar, and say whether all hold."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--chunks", type=int, default=CHUNKS)
    options.add_argument("--searches", type=int, default=200)
    options.add_argument("--without-rulebooks", action="store_true")
    chosen = options.parse_args()

    # what is measured is opening the index, not importing libraries
    importlib.import_module("chromadb")

    with tempfile.TemporaryDirectory() as name:
        data = Path(name)
        return report(data, chosen.chunks, chosen.searches, with_rulebooks=not chosen.without_rulebooks)


def report(data: Path, chunks: int, searches: int, *, with_rulebooks: bool) -> int:
    """Take in so many chunks, open them again, search; print what each took."""
    from lore.bm25 import Synonyms
    from lore.ingest.collection import Collection
    from lore.ingest.ingesting import ingest
    from lore.ingest.searching import BookSearch

    files = sorted(RULEBOOKS.glob("0*.txt")) if with_rulebooks and RULEBOOKS.is_dir() else []
    rest = max(1, chunks - 1_300 if files else chunks)
    for number in range(5):
        path = data / f"book-{number}.md"
        path.write_text(book(number, -(-rest // 5)), encoding="utf-8")
        files.append(path)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "")
    collection = Collection(data, "speed")
    collection.model.embed(["warm"])
    started, busy = time.perf_counter(), time.process_time()
    taken = ingest(collection, files)
    seconds, ingest_busy = time.perf_counter() - started, time.process_time() - busy
    collection.close()

    started = time.perf_counter()
    again = ingest(collection, files)
    unchanged = time.perf_counter() - started
    collection.close()

    synonyms = Synonyms.load()
    started, busy = time.perf_counter(), time.process_time()
    search = BookSearch(Collection(data, "speed", model=collection.model), synonyms=synonyms)
    opening, opening_busy = time.perf_counter() - started, time.process_time() - busy
    times = []
    search.search("how far does a Hero move?")
    busy = time.process_time()
    for question in questions(searches):
        started = time.perf_counter()
        search.search(question, prefer=("compilation",))
        times.append((time.perf_counter() - started) * 1000)
    search_busy = (time.process_time() - busy) * 1000 / max(1, searches)
    search.close()
    times.sort()
    p95 = times[min(len(times) - 1, round(0.95 * (len(times) - 1)))]
    held = [
        bar(f"ingest, {taken.chunks} chunks in {seconds:.1f} s", taken.embedded / seconds, "chunks/s", CHUNKS_A_SECOND),
        bar("opening the index", opening, "s", OPENING_SECONDS, most=True),
        bar(f"search, p50 {times[len(times) // 2]:.1f} ms, p95", p95, "ms", SEARCH_P95, most=True),
    ]
    print(
        f"      processor time: ingest {ingest_busy:.0f} s, opening {opening_busy:.2f} s, a search {search_busy:.1f} ms"
    )
    print(f"      a second ingest embeds {again.embedded} chunks and takes {unchanged:.1f} s")
    return 0 if all(held) else 1


def bar(what: str, value: float, unit: str, limit: float, *, most: bool = False) -> bool:
    """Print one measure with its bar; whether it holds."""
    holds = value <= limit if most else value >= limit
    says = f"{'at most' if most else 'at least'} {limit:g}"
    print(f"{'pass' if holds else 'FAIL'}  {what}: {value:.2f} {unit} (bar: {says})")
    return holds


if __name__ == "__main__":
    sys.exit(main())
