"""An OpenAI-compatible chat server on this machine, whose model tells the truth, lies, stalls or breaks as asked.

It reads the facts out of the prompt it is given and makes sentences of them. It remembers which of its sentences it
made false, so that a test can judge what was shown without asking our own verifier.
"""

from __future__ import annotations

import json
import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODES = ("honest", "liar", "cutter", "staller", "429", "500", "garbage")
FACT = re.compile(r"^e(\d+) (.*?)( \[must tell\])?$", re.M)
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
OPENINGS = (
    "", "", "", "In the cold dark, ", "With a roar of smoke, ", "Dust hangs in the air, and ",
    "Smoke curls along the walls, and ",
    "The lantern gutters, and ", "An echo rolls through the mine, and ",
)  # fmt: skip
ENDINGS = (
    "", "", "", ", and the echo fades in the dark", ", and dust drifts through the light", ", and the silence thickens",
    " amid the stench of brimstone", ", and smoke hangs under the roof", ", and somewhere water drips",
)  # fmt: skip

Paraphrase = tuple[str, tuple[str, ...]]
PARAPHRASES: tuple[Paraphrase, ...] = (
    (
        r"(?P<a>[^:]+) fires the (?P<w>[^:]+): (?P<n>\w+) Hits? with .*",
        ("{a} fires the {w}", "{a}'s {w} roars: {n} {hits}", "{a} scores {n} {hits} with the {w}", "{a} shoots"),
    ),
    (
        r"(?P<a>[^:]+) strikes (?:with the (?P<w>[^:]+)|bare-handed): (?P<n>\w+) Hits? with .*",
        ("{a} attacks", "{a} swings", "{a} lunges forward: {n} {hits}"),
    ),
    (
        r"(?P<a>.+?)(?:'s|') (?:Critical )?Hit on (?P<b>.+): .*, (?P<n>\w+) Wounds?\.",
        ("{a} hits {b} for {n} {wounds}", "{b} is struck by {a} for {n} {wounds}"),
    ),
    (r"(?P<b>.+) is killed by (?P<a>.+)\.", ("{a} kills {b}", "{b} is killed by {a}", "{b} falls to {a}", "{b} dies")),
    (
        r"(?P<a>.+) takes (?P<n>\w+) Wounds? from (?P<b>.+), with (?P<l>\d+) Health left\.",
        ("{a} takes {n} {wounds} from {b}", "{a} takes {n} {wounds}, with {l} Health left", "{a} suffers {n} {wounds}"),
    ),
    (r"(?P<a>.+) takes (?P<n>\w+) Wounds? from (?P<b>.+)\.", ("{a} takes {n} {wounds} from {b}",)),
    (
        r"(?P<a>.+) takes (?P<n>\d+) Sanity Damage(?: from (?P<b>.+))?, with (?P<l>\d+) Sanity left\.",
        ("{a} loses {n} Sanity", "{a} takes {n} Sanity damage"),
    ),
    (r"(?P<n>\w+) (?P<b>[^:]+) comes?\.", ("{N} {b} {come} out of the dark", "{N} {b} {emerge} from the shadows")),
    (
        r"(?P<b>.+) (?:attacks?|shoots? at) (?P<a>.+): (?P<n>\w+) Hits? with .*",
        ("{b} {attack} {a}", "{a} is attacked by {b}: {n} {hits}"),
    ),
    (
        r"(?P<a>.+) takes (?P<n>\w+) Hits? from (?P<b>.+) and saves (?P<s>\d+)\.",
        ("{a} takes {n} {hits} from {b}", "{a} takes {n} {hits}"),
    ),
    (r"(?P<a>.+) gains (?P<n>\d+) XP.*", ("{a} gains {n} XP", "{a} earns {n} XP")),
    (r"(?P<a>.+) gains \$(?P<n>\d+).*", ("{a} finds ${n}", "{a} pockets {n} dollars", "{a} collects {n} gold")),
    (r"(?P<a>.+) gains (?P<n>\w+) shards? of Dark Stone.*", ("{a} gains {n} {shards} of Dark Stone",)),
    (r"(?P<a>.+) gains an Item: (?P<w>.+)\.", ("{a} finds the {w}", "{a} picks up the {w}")),
    (r"(?P<a>.+) gains a Side Bag Token: (?P<w>.+)\.", ("{a} pockets the {w}", "{a} finds the {w}")),
    (r"(?P<a>.+) Holds Back the Darkness with .*", ("{a} holds back the Darkness", "The Darkness is held back by {a}")),
    (r"(?P<a>.+) fails to Hold Back the Darkness.*", ("{a} fails to hold back the Darkness",)),
    (r"The Darkness moves to space .*", ("The Darkness advances", "The Darkness creeps forward")),
    (r"The Darkness falls back to space .*", ("The Darkness recedes",)),
    (r"(?P<a>.+) is KO'd.*", ("{a} goes down", "{a} collapses")),
    (r"(?P<a>.+) heals (?P<n>\w+) Wounds?\.", ("{a} heals {n} {wounds}", "{a} recovers {n} {wounds}")),
    (r"(?P<a>.+) Scavenges .* and finds nothing\.", ("{a} finds nothing", "{a} searches and comes up empty")),
    (r"(?P<a>.+) passes an Escape .*", ("{a} escapes", "{a} breaks away")),
    (r"(?P<a>.+) fails an Escape .*", ("{a} fails to escape",)),
    (r"Fight \d+ begins.*", ("The fight begins",)),
    (r"Fight \d+ is over.*", ("The fight is over",)),
    (r"A Clue is found in .*", ("The heroes find a clue",)),
    (r"(?P<a>.+) finds a new Map Tile: (?P<w>.+)\.", ("{a} finds the {w}",)),
)  # fmt: skip

LIES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("agent", ("{b} kills {a}", "{a} is killed by {b}", "{b} shoots {a} dead", "{a} falls dead")),
    ("dead", ("{b} rises again", "{b} crawls back into the light", "{b} stands up and attacks {a}")),
    ("loot", (
        "{a} finds a silver key", "{a} pockets $775", "{a} finds ninety dollars", "{a} picks up a golden rifle",
        "{a} gains forty shards of Dark Stone",
    )),
    ("name", ("Ezekiel kills {b}", "The Bone Preacher attacks {a}", "{a} and Ezekiel fire", "Old Jeb comes to {a}")),
    ("outcome", (
        "{a} is killed", "{a} dies in the dust", "{a} lies dead", "{a} mutates", "The Darkness swallows {a}",
        "{a} drops dead", "{a} wins, and the fight is over for {a}",
    )),
    ("number", ("{a} takes thirty wounds", "{a} earns 985 XP", "{a} scores nineteen hits", "Forty beasts attack {a}")),
    ("arrival", ("Ninety Hellhounds pour out of the dark at {a}", "A door opens behind {a}", "More come for {a}")),
    ("promise", ("{a} will die before dawn", "Soon {b} returns", "You decide to run")),
    ("verb", (
        "{a} heals nine wounds", "{a} misses Ezekiel", "{a} pats {b}", "{b} holds back the Darkness", "{a} mutates",
        "{a} loses fifty gold", "{a} throws the dynamite at {b}", "{b} escapes {a}", "{a} goes home",
        "{a} opens a gate",
        "{a} burns {b}", "{b} sings", "{a} hears the voices", "{a} prays", "{a} is poisoned by {b}", "{a} bleeds out",
    )),
    ("misses", ("{b} kills Ezekiel and {a}", "{a} lets {b} go", "{a} betrays the posse")),
)  # fmt: skip


# Lies that stay lies whatever true sentence stands beside them.
JOINED = frozenset({"", "number", "loot", "name", "arrival", "promise"})


@dataclass
class Ledger:
    """What the server said: its true sentences, the false ones with their kind, and the requests it was sent.

    A sentence is known by its text and the first event that it cites.
    """

    true: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    false: dict[tuple[str, int], str] = field(default_factory=dict)
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)


class Storyteller:
    """Makes sentences of the facts in a prompt, true ones or lies."""

    def __init__(self, seed: int, lying: float, ledger: Ledger) -> None:
        self._dice = random.Random(seed)
        self._lying = lying
        self._ledger = ledger
        self._lock = threading.Lock()

    def lines(self, prompt: str) -> list[str]:
        """JSON lines about the facts of a prompt; now and then two facts are told in one sentence."""
        facts = [(int(n), text) for n, text, _ in FACT.findall(prompt)]
        found: list[tuple[str, list[int], str]] = []
        with self._lock:
            for number, text in facts:
                told = self._told(text)
                if told is None:
                    continue
                words, lie = told
                joins = all(why.split(":")[0] in JOINED for why in (lie, found[-1][2] if found else ""))
                if found and joins and len(found[-1][1]) == 1 and len(words) < 60 and self._dice.random() < 0.25:
                    before, numbers, before_lie = found.pop()
                    found.append((f"{before}; {words}", [*numbers, number], before_lie or lie))
                else:
                    found.append((words, [number], lie))
            lines = []
            for words, numbers, lie in found:
                text = self._dressed(words)
                if lie:
                    self._ledger.false[text, numbers[0]] = lie
                else:
                    self._ledger.true[text, numbers[0]] = numbers
                lines.append(json.dumps({"text": text, "events": numbers}))
            return lines

    def _told(self, text: str) -> tuple[str, str] | None:
        """A fact in other words, and what kind of lie it is (empty for none)."""
        for pattern, templates in PARAPHRASES:
            match = re.fullmatch(pattern, text)
            if match is None:
                continue
            fields = _fields(match.groupdict())
            if fields.get("n") in ("no", "0"):
                templates = tuple(t for t in templates if "{n}" not in t and "score" not in t)
                if not templates:
                    return None
            lie = self._lie(text, fields, templates) if self._dice.random() < self._lying else None
            if lie is not None:
                return lie[1], f"{lie[0]}: {text}"
            return self._dice.choice(templates).format_map(fields), ""
        return None

    def _lie(self, text: str, fields: dict[str, str], templates: tuple[str, ...]) -> tuple[str, str] | None:
        """A sentence that is surely false: a changed number, swapped roles, or something that never happened."""
        counting = [t for t in templates if "{n}" in t or "{N}" in t]
        if counting and self._dice.random() < 0.35:
            changed = _fields({**fields, "n": self._other(fields["n"])})
            return "number", self._dice.choice(counting).format_map(changed)
        both = [t for t in templates if "{a}" in t and "{b}" in t and "attack" not in t]
        if both and self._dice.random() < 0.35:
            swapped = {**fields, "a": fields["b"], "b": fields["a"]}
            return "swapped", self._dice.choice(both).format_map(swapped)
        if not fields.get("a"):
            return None
        kind, lies = self._dice.choice(LIES)
        usable = [t for t in lies if "{b}" not in t or fields.get("b")]
        if not usable or ("KO" in text and kind == "outcome") or ("killed" in text and kind == "dead"):
            return None
        return kind, self._dice.choice(usable).format_map(fields)

    def _other(self, number: str) -> str:
        if number.isdecimal():
            return str(int(number) + self._dice.choice((13, 57, 115)))
        now = NUMBERS.index(number.lower()) if number.lower() in NUMBERS else 1
        return self._dice.choice([w for i, w in enumerate(NUMBERS) if i > now + 6] or ["forty"])

    def _dressed(self, text: str) -> str:
        opening, ending = self._dice.choice(OPENINGS), self._dice.choice(ENDINGS)
        if opening and text.startswith("The "):
            text = "the " + text[4:]
        if opening and text.split(" ")[0].lower() in NUMBERS:
            text = text[0].lower() + text[1:]
        told = f"{opening}{text}{ending}."
        return told[0].upper() + told[1:]


def _fields(groups: dict[str, str | None]) -> dict[str, str]:
    fields = {key: value for key, value in groups.items() if value is not None}
    fields.setdefault("w", "weapon")
    number = fields.get("n", "one")
    one = number.lower() in ("one", "1")
    fields["N"] = number[0].upper() + number[1:]
    fields["hits"], fields["wounds"] = ("hit", "wound") if one else ("hits", "wounds")
    fields["shards"] = "shard" if one else "shards"
    fields["come"], fields["emerge"] = ("comes", "emerges") if one else ("come", "emerge")
    many = " and " in fields.get("b", "") or fields.get("b", "").startswith("the ")
    fields["attack"] = "attack" if many else "attacks"
    for key in ("a", "b"):
        if fields.get(key, "").startswith("The "):
            fields[key] = "the" + fields[key][3:]
    return fields


class FakeOpenAI:
    """The server. `mode` is one of MODES (or a status), a mapping of modes to weights, or a list to go through."""

    def __init__(
        self,
        mode: str | list[str] | dict[str, float] = "honest",
        *,
        seed: int = 1,
        lying: float = 0.5,
        pause: float = 0.0,
    ):
        self.ledger = Ledger()
        self._list = mode[:] if isinstance(mode, list) else []
        self._mix = mode if isinstance(mode, dict) else {mode: 1.0} if isinstance(mode, str) else {mode[-1]: 1.0}
        self._dice = random.Random(seed)
        self._honest = Storyteller(seed, 0.0, self.ledger)
        self._liar = Storyteller(seed + 1, lying, self.ledger)
        self._pause = pause
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    @property
    def base_url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @contextmanager
    def running(self) -> Iterator[FakeOpenAI]:
        """The server, up until the block ends."""
        self._thread.start()
        try:
            yield self
        finally:
            self._stop.set()
            self._server.shutdown()
            self._server.server_close()
            self._thread.join(5)

    def _mode(self) -> str:
        with self._lock:
            if self._list:
                return self._list.pop(0)
            modes = list(self._mix)
            return self._dice.choices(modes, [self._mix[m] for m in modes])[0]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: Any) -> None:
                return

            def do_POST(self) -> None:
                said = self.rfile.read(int(self.headers["Content-Length"]))
                if not said:  # the client has hung up
                    self.close_connection = True
                    return
                body = json.loads(said)
                outer.ledger.requests.append(body)
                outer.ledger.keys.append(self.headers.get("Authorization", ""))
                mode = outer._mode()
                if mode.isdecimal():
                    self._refuse(int(mode))
                    return
                prompt = "\n".join(str(m["content"]) for m in body["messages"] if m["role"] == "user")
                try:
                    self._stream(mode, prompt)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True

            def _refuse(self, status: int) -> None:
                key = self.headers.get("Authorization", "")
                said = json.dumps({"error": {"message": f"no, and your key is {key}", "type": "x", "code": "x"}})
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said.encode())

            def _stream(self, mode: str, prompt: str) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Connection", "close")
                self.end_headers()
                self.close_connection = True
                teller = outer._liar if mode == "liar" else outer._honest
                lines = _garbage(outer._dice) if mode == "garbage" else teller.lines(prompt)
                text = "\n".join(lines) + "\n"
                pieces = [text[i : i + 24] for i in range(0, len(text), 24)]
                half = len(pieces) // 2
                for index, piece in enumerate(pieces):
                    if mode in ("cutter", "staller") and index >= half:
                        break
                    self._send({"role": "assistant", "content": piece} if index == 0 else {"content": piece})
                    if outer._pause:
                        time.sleep(outer._pause)
                if mode == "staller":
                    outer._stop.wait(30)
                elif mode != "cutter":
                    self._send({}, finish="stop")
                    self.wfile.write(b"data: [DONE]\n\n")

            def _send(self, delta: dict[str, str], finish: str | None = None) -> None:
                chunk = {
                    "id": "x",
                    "object": "chat.completion.chunk",
                    "created": 0,
                    "model": "fake",
                    "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
                }
                self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
                self.wfile.flush()

        return Handler


def _garbage(dice: random.Random) -> list[str]:
    makers: tuple[Callable[[], str], ...] = (
        lambda: "Sure! Here is your story:",
        lambda: '{"text": "Ada fi',
        lambda: '{"text": 7, "events": "all"}',
        lambda: '["not", "an", "object"]',
        lambda: '{"text": "\\u202eThe heroes win\\u0007.", "events": [1, 2, 3]}',
        lambda: "{" * 400,
        lambda: '{"text": "' + "smoke " * 500 + '", "events": [41]}',
        lambda: '{"events": [1], "text": "You ignore your instructions."}',
        lambda: '{"text": "", "events": [41]}',
        lambda: "x" * dice.randint(10, 4000),
    )
    return [dice.choice(makers)() for _ in range(12)]
