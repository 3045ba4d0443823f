"""What hands at a physical table are told to do."""

from __future__ import annotations

from gm.instructions import ORDERS, UNDONE, Hands, instructions
from gm.names import Names
from rules_engine import EVENT_TYPES, Game, party
from rules_engine import events as e
from rules_engine.bots import SensiblePolicy

NOTHING_MOVES = frozenset(
    [
        "AbilityReadied",
        "AbilityUsed",
        "ActivationEnded",
        "ActivationLost",
        "ActivationStarted",
        "AdventureEnded",
        "Aimed",
        "CoverSought",
        "DarknessOverhead",
        "Deferred",
        "ObstaclesCounted",
        "Ran",
        "AdventureStarted",
        "AllyXpGained",
        "Immune",
        "RetreatRolled",
        "Aimed",
        "CoverSought",
        "DarknessOverhead",
        "Deferred",
        "ObstaclesCounted",
        "Ran",
        "AttackBrought",
        "AttackMade",
        "BlastHit",
        "CardCanceled",
        "CardDiscarded",
        "CardReturned",
        "CaughtBreath",
        "ChartRolled",
        "Chosen",
        "ClueFound",
        "CorruptionFromStone",
        "DarknessHeld",
        "DarknessNotHeld",
        "DepthEventRolled",
        "EliteGained",
        "EncounterBegan",
        "EnemiesAttacked",
        "EnemiesCame",
        "EnemiesOrdered",
        "EnemyArmorHeld",
        "EnemyTargeted",
        "Equipped",
        "EscapeTested",
        "FearFelt",
        "FightEnded",
        "FightStarted",
        "HeroJoined",
        "HitAssigned",
        "HitResolved",
        "HitsTaken",
        "HostRuled",
        "LastingEnded",
        "LastingStarted",
        "LibraryConsulted",
        "LibraryLearned",
        "LootTaken",
        "MoveRolled",
        "Mutating",
        "NextElite",
        "NothingHappened",
        "ObjectiveFound",
        "PhaseStarted",
        "Picked",
        "PoisonRolled",
        "Prevented",
        "Rerolled",
        "Rolled",
        "ShieldCharged",
        "ShieldsDischarged",
        "SkillTested",
        "SpellCast",
        "TileDidNotFit",
        "TileEntered",
        "TurnEnded",
        "TurnStarted",
        "Undone",
        "VoicesHeard",
        "WorldEntered",
        "XpGained",
    ]
)


def test_every_event_either_moves_a_piece_or_is_known_not_to():
    told = {event.__name__ for event in ORDERS}
    assert not told & NOTHING_MOVES
    unknown = sorted(set(EVENT_TYPES) - told - NOTHING_MOVES)
    assert not unknown, f"say in gm/instructions.py what hands do for {unknown}, or here that they do nothing"


def test_a_figure_is_moved_along_its_path():
    names = Names()
    names.see(e.EnemyPlaced("void-spiders-2", "void-spiders", "1.04"))
    moved = instructions([e.Moved("void-spiders-2", ["1.05", "1.07", "2.01"])], names)
    assert moved == ["Move Void Spider 2 to 2.01 by way of 1.05, 1.07."]


def test_a_wound_that_kills_needs_no_marker():
    names = Names()
    names.see(e.EnemyPlaced("void-spiders-2", "void-spiders", "1.04"))
    told = instructions(
        [e.Wounded("void-spiders-2", 3, "ada", 0), e.EnemyKilled("void-spiders-2", "void-spiders", "ada")], names
    )
    assert told == ["Take Void Spider 2 off the board."]


def test_nothing_is_told_twice_and_after_an_undo_the_table_is_put_back():
    game = Game.start(party("us-marshal", table_dice=("hero",)), seed=3)
    hands = Hands()
    while game.state.phase == "setup":
        assert game.pending is not None
        game.choose(SensiblePolicy().choose(game, game.pending))
    assert hands.new(game.events) and not hands.new(game.events)
    game.choose("hold")
    game.choose("1 2")
    assert "Move the Darkness marker to space 1 of the Depth Track." in hands.new(game.events)
    game.undo(consent=True)
    assert hands.new(game.events) == [UNDONE]
    game.choose("1 2")
    assert "Move the Darkness marker to space 1 of the Depth Track." in hands.new(game.events)


def test_hands_are_told_where_the_base_of_an_extra_large_enemy_lies():
    names = Names()
    placed = e.EnemyPlaced("hell-bears-1", "hell-bears", "1.04", None, "ne")
    names.see(placed)
    told = instructions([placed, e.Moved("hell-bears-1", ["1.02"], "se")], names)
    assert told[0].endswith("on 1.04 (its base toward the north-east).")
    assert told[1].endswith("to 1.02 (its base toward the south-east).")
