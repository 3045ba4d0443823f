"""A narrator that lies: how much of it is shown? None of it may be.

Real games are played and told a turn at a time by a model that tells the truth, lies, is cut off, stalls, is overloaded
or talks nonsense. The server knows which of its sentences it made false, and it alone judges what was shown.

    python -m benchmarks.liar [--turns 200] [--seed 1] [--deadline 1.5] [--show]
"""

from __future__ import annotations

import argparse
import asyncio
import copy
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from pydantic import SecretStr

from gm.models import ChatVoice, ModelSettings, chat_model
from gm.names import Names
from gm.narrator import MODEL_BEAT, Narrator
from gm.pack_texts import PackTexts, names_of
from gm.story import Numbered, numbered_in_force, parts
from gm.storyteller import Storyteller
from gm.verifier import Verifier
from rules_engine import Game
from rules_engine.bots import SensiblePolicy, play
from rules_engine.setup import party
from tests.gm.fake_openai import FakeOpenAI

MIX = {"liar": 12.0, "cutter": 2.0, "429": 1.5, "500": 1.5, "garbage": 1.5, "staller": 1.0, "honest": 0.5}
SLACK = 0.05
HEROES = ("us-marshal", "bandido", "saloon-girl", "rancher")


@dataclass
class Turn:
    """A batch of events, and names that have seen what went before."""

    events: list[Numbered]
    before: Names
    teller: Storyteller


@dataclass
class Score:
    """What came of telling many turns."""

    turns: int = 0
    late: int = 0
    slowest: float = 0.0
    true_said: int = 0
    true_shown: int = 0
    false_said: int = 0
    false_shown: list[str] = field(default_factory=list)
    shown: int = 0
    deterministic: int = 0
    untold: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)


def turns(count: int, seed: int, least: int = 12) -> list[Turn]:
    """So many turns from games that a bot plays: batches of at least `least` events."""
    found: list[Turn] = []
    game_seed = seed
    while len(found) < count:
        game = Game.start(party(*HEROES), game_seed)
        play(game, SensiblePolicy())
        texts = PackTexts(game.library)
        names, held = Names(names_of(game.library)), list[Numbered]()
        teller = Storyteller(str(game_seed), texts.describe, texts.text)
        for part in parts(numbered_in_force(game.events)):
            held += part
            if len(held) >= least and len(found) < count:
                found.append(Turn(held, copy.deepcopy(names), teller))
                for _, event in held:
                    names.see(event)
                held = []
        game_seed += 1
    return found


async def tell(server: FakeOpenAI, some: list[Turn], deadline: float) -> Score:
    """Tell all turns with the server's model, and let the server judge what was shown."""
    score = Score()
    model = chat_model(ModelSettings(base_url=server.base_url, model="fake", api_key=SecretStr("sk-fake")))
    assert model is not None
    voice = ChatVoice(model)
    for turn in some:
        ledger = server.ledger
        ledger.true.clear()
        ledger.false.clear()
        narrator = Narrator(turn.teller, voice, deadline)
        began = time.monotonic()
        shown = [s async for s in narrator.narrate(turn.events, copy.deepcopy(turn.before))]
        took = time.monotonic() - began
        score.turns += 1
        score.late += took > deadline + SLACK
        score.slowest = max(score.slowest, took)
        score.ended[narrator.last.ended] += 1
        score.refused.update(narrator.last.refused)
        told = {s.text for s in shown if s.beat == MODEL_BEAT}
        true, false = {text for text, _ in ledger.true}, {text for text, _ in ledger.false}
        score.true_said += len(true - false)
        score.true_shown += len(told & true - false)
        score.false_said += len(false)
        score.false_shown += [f"{why} -> {text}" for (text, _), why in ledger.false.items() if text in told - true]
        if any(text not in told for text, _ in ledger.true):
            check = Verifier(turn.events, turn.before).check
            for (text, _), cited in ledger.true.items():
                if text not in told:
                    reasons = check(text, cited).reasons
                    score.missed.append(f"{text} [{', '.join(r.detail for r in reasons) or 'told already'}]")
        score.shown += len(told)
        score.deterministic += len(shown) - sum(s.beat == MODEL_BEAT for s in shown)
        score.untold += untold(turn, {n for s in shown for n in s.events})
    return score


def untold(turn: Turn, told: set[int]) -> int:
    """How many facts that must be told no sentence shown has told."""
    from gm.facts import facts_of

    return sum(f.must_tell and f.event not in told for f in facts_of(turn.events, copy.deepcopy(turn.before)))


def main(argv: list[str] | None = None) -> int:
    """Print both scores; exit status 1 if a bar is not held."""
    options = argparse.ArgumentParser(prog="benchmarks.liar", description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--turns", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--deadline", type=float, default=1.5, help="seconds for a turn")
    options.add_argument("--show", action="store_true", help="print true sentences that were not shown")
    chosen = options.parse_args(argv)
    some = turns(chosen.turns, chosen.seed)
    with FakeOpenAI(MIX, seed=chosen.seed, lying=0.5).running() as server:
        lying = asyncio.run(tell(server, some, chosen.deadline))
    with FakeOpenAI("honest", seed=chosen.seed).running() as server:
        honest = asyncio.run(tell(server, turns(chosen.turns, chosen.seed), chosen.deadline))
    share = honest.true_shown / max(1, honest.true_said)
    print(f"lying model    {lying.turns} turns, {lying.false_said} false sentences said")
    print(f"  false shown        {len(lying.false_shown)}   (bar: 0)")
    print(f"  past the deadline  {lying.late}   (bar: 0; slowest {lying.slowest:.2f} s of {chosen.deadline} s)")
    print(f"  must-tell untold   {lying.untold}   (bar: 0)")
    print(
        f"  true shown         {lying.true_shown} of {lying.true_said}; storyteller's sentences {lying.deterministic}"
    )
    print(f"  ended              {dict(lying.ended.most_common())}")
    print(f"  refused            {dict(lying.refused.most_common())}")
    print(f"honest model   {honest.turns} turns, {honest.true_said} true sentences said")
    print(f"  true shown         {share:.3f}   (bar: .90)")
    print(f"  past the deadline  {honest.late}; must-tell untold {honest.untold}")
    print(f"  refused            {dict(honest.refused.most_common())}")
    for line in lying.false_shown[:20]:
        print("  SHOWN FALSE:", line)
    if chosen.show:
        for line in honest.missed[:80]:
            print("  not shown:", line)
    held = not lying.false_shown and not lying.late + honest.late + lying.untold + honest.untold and share >= 0.90
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
