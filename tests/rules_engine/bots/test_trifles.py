"""A player may have re-rolls declined that are hardly worth the asking; the journal shows them as ordinary answers."""

from __future__ import annotations

from fractions import Fraction

from rules_engine import Game, party, verify
from rules_engine.bots import SensiblePolicy
from rules_engine.bots.trifles import chance_to_better, trifle

PAIR = party("us-marshal", "bandido")


def offers(seed: int = 5, most: int = 600) -> list[tuple[Game, str]]:
    """Games as they stand where a re-roll is offered, with the sensible answer to it."""
    game = Game.start(PAIR, seed=seed)
    policy, found = SensiblePolicy(), []
    while game.pending is not None and most:
        most -= 1
        answer = policy.choose(game, game.pending)
        if game.pending.kind == "reroll":
            found.append((Game.replay(game.journal.dump()), answer))
        game.choose(answer)
    return found


def test_a_reroll_is_a_trifle_where_every_one_on_offer_helps_too_seldom():
    seen = offers()
    assert seen
    for game, _ in seen:
        choice = game.pending
        assert choice is not None
        chances = [chance_to_better(game, choice, o.id) for o in choice.options if o.id != "keep"]
        known = [chance for chance in chances if chance is not None]
        if len(known) < len(chances):
            assert trifle(game, 1) is None
            continue
        best = max(known)
        assert trifle(game, best) is None
        assert trifle(game, best + Fraction(1, 1000)) == "keep"


def test_nothing_is_declined_for_who_wants_all_offers():
    assert all(trifle(game, 0) is None for game, _ in offers())


def test_only_rerolls_are_declined():
    game = Game.start(PAIR, seed=5)
    assert game.pending is not None and game.pending.kind != "reroll" and trifle(game, 1) is None


def test_a_game_in_which_trifles_were_declined_verifies_and_replays_the_same():
    game, policy, declined = Game.start(PAIR, seed=5), SensiblePolicy(), 0
    for _ in range(400):
        if game.pending is None:
            break
        keep = trifle(game, Fraction(2, 3))
        declined += keep is not None
        game.choose(keep or policy.choose(game, game.pending))
    assert declined
    assert verify(game.journal.dump())
    assert Game.replay(game.journal.dump()).fingerprint() == game.fingerprint()
