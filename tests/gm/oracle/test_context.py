"""What a question leaves to the table is filled in from it; what its own words or the talk settle is left alone."""

from __future__ import annotations

import msgspec
import pytest

from gm.oracle import Asking, Exchange
from gm.oracle.context import in_context
from gm.oracle.facing import faced, speaker, world_of
from gm.oracle.followup import understood
from rules_engine import Game, party
from rules_engine.bots import SensiblePolicy
from rules_engine.events import EnemiesAttacked
from rules_engine.state import Enemy

SPIDERS, TROLLS, DEAD = "void-spiders", "trolls", "hungry-dead"
NOT_SETTLED = 400


def start(*classes: str) -> Game:
    """A game of these heroes, played until the first of them who has a move or an attack is asked."""
    bot = SensiblePolicy()
    game = Game.start(party(*classes), seed=3)
    for _ in range(NOT_SETTLED):
        if game.pending is not None and game.pending.kind == "move":
            break
        assert game.pending is not None
        game.choose(bot.choose(game, game.pending))
    game.state.enemies.clear()
    return game


def facing(game: Game, *adjacent: str, far: tuple[str, ...] = ()) -> Game:
    """The game with an enemy of each type adjacent to its first hero, and one each as far off as the board has room."""
    here = game.state.party()[0].space
    away = sorted(game.table.board.distances_from(here).items(), key=lambda one: (one[1], one[0]))
    spaces = [*((type, away[1 + n][0]) for n, type in enumerate(adjacent))]
    spaces += [(type, away[-1 - n][0]) for n, type in enumerate(far)]
    for number, (type, space) in enumerate(spaces, 1):
        game.state.enemies[f"{type}-{number}"] = Enemy(f"{type}-{number}", type, space)
    return game


def meant(question: str, game: Game | None, hero: str | None = None) -> str:
    return in_context(Asking(question, game=game, hero=hero)).question


@pytest.mark.parametrize(
    "question, wanted",
    [
        ("can I shoot it?", "can I shoot the Void Spider?"),
        ("Can I attack him twice?", "Can I attack the Void Spider twice?"),
        ("may I fight them with a rifle?", "may I fight the Void Spiders with a rifle?"),
        ("can I walk past it?", "can I walk past the Void Spider?"),
        ("do I have to escape from it?", "do I have to escape from the Void Spider?"),
        ("can I throw dynamite at it?", "can I throw dynamite at the Void Spider?"),
        ("does it get armor?", "does the Void Spider get armor?"),
        ("what is its defense?", "what is the Void Spider's defense?"),
        ("what are their elite abilities?", "what are the Void Spiders' elite abilities?"),
        ("how much health does it have?", "how much health does the Void Spider have?"),
        ("does it attack before me?", "does the Void Spider attack before me?"),
        ("can I search while it is adjacent to me?", "can I search while the Void Spider is adjacent to me?"),
        ("is it immune to crits?", "is the Void Spider immune to crits?"),
        ("can this guy shoot me?", "can the Void Spider shoot me?"),
        ("does that monster move diagonally?", "does the Void Spider move diagonally?"),
        ("do these things attack me first?", "do the Void Spiders attack me first?"),
        ("it's my turn, can I hit it?", "it's my turn, can I hit the Void Spider?"),
        ("does it matter if I hit it first?", "does it matter if I hit the Void Spider first?"),
        ("can my buddy shoot it?", "can my buddy shoot the Void Spider?"),
        ("if I kill it do I get its xp?", "if I kill the Void Spider do I get its xp?"),
    ],
)
def test_a_reference_is_the_enemy_that_the_hero_faces(question: str, wanted: str):
    assert meant(question, facing(start("us-marshal"), SPIDERS)) == wanted


@pytest.mark.parametrize(
    "question",
    [
        "is it allowed to look at the deck?",
        "does it matter who goes first?",
        "how does it work?",
        "it's my turn, right?",
        "is it possible to attack twice?",
        "does it take a Grit to get up?",
        "is it worth it to hold back?",
        "how much xp does it take to get to level 4?",
        "does it take an attack to break a door?",
        "does it stack?",
        "can I re-roll it?",
        "can I shoot a zombie if it is adjacent?",
        "if it is adjacent, can I shoot the troll?",
        "may enemies attack it?",
        "the Darkness is ahead of us. does it move?",
        "when a token is flipped does it move?",
        "I got a bandage, may I hit it?",
        "do heroes next to a gate see past it?",
        "does dynamite hurt a buddy adjacent to it?",
        "our preacher is down, can I shoot past him?",
        "can Mateo attack him?",
        "how much health does he have?",
        "can I move diagonally?",
        "how many wounds does a bandage heal?",
        "does an attack that hits wound me?",
    ],
)
def test_what_is_no_reference_or_names_its_thing_is_left_alone(question: str):
    assert meant(question, facing(start("us-marshal", "bandido"), SPIDERS)) == question


def test_without_a_table_nothing_is_filled_in():
    asking = Asking("can I shoot it?")
    assert in_context(asking) is asking


def test_without_enemies_there_is_nothing_to_mean():
    assert meant("can I shoot it?", start("us-marshal")) == "can I shoot it?"


@pytest.mark.parametrize(
    "adjacent, far, type",
    [
        ((SPIDERS,), (TROLLS,), SPIDERS),
        ((TROLLS,), (SPIDERS, DEAD), TROLLS),
        ((), (DEAD,), DEAD),
        ((SPIDERS, SPIDERS), (), SPIDERS),
        ((SPIDERS, TROLLS), (), None),
        ((SPIDERS, TROLLS), (DEAD,), None),
    ],
)
def test_the_nearest_enemy_is_meant_unless_types_are_equally_near(adjacent, far, type):
    game = facing(start("us-marshal"), *adjacent, far=far)
    assert faced(game, speaker(game)) == type
    assert (meant("does it move?", game) == "does it move?") == (type is None)


def test_for_nobody_in_particular_only_a_type_that_is_alone_is_meant():
    game = facing(start("us-marshal", "bandido"), SPIDERS)
    game.pending = None
    assert speaker(game) is None and meant("does it move?", game) == "does the Void Spider move?"
    assert meant("does it move?", facing(game, far=(TROLLS,))) == "does it move?"


def test_a_hero_who_lies_there_has_nobody_nearest():
    game = facing(start("us-marshal"), SPIDERS, far=(TROLLS,))
    hero = game.state.party()[0]
    assert faced(game, hero) == SPIDERS
    hero.ko = True
    assert faced(game, hero) is None


def at(kind: str, purpose: str = "") -> Game:
    """A game in which a bot is asked this, of such a roll, while enemies are there."""
    bot = SensiblePolicy()
    for seed in range(3, 30):
        game = Game.start(party("us-marshal", "bandido"), seed=seed)
        for _ in range(2 * NOT_SETTLED):
            choice = game.pending
            if choice is None:
                break
            if game.state.enemies and choice.kind == kind and choice.about.get("kind", "") == purpose:
                return game
            game.choose(bot.choose(game, choice))
    raise AssertionError(f"no {kind} of {purpose} came about")


def crowd(game: Game, other: str) -> None:
    """An enemy of another type on every free space around the hero who is asked."""
    hero = game.state.heroes[game.pending.who]
    for number, space in enumerate(sorted(game.table.board.adjacent[hero.space]), 50):
        if space not in game.table.occupied():
            game.state.enemies[f"{other}-{number}"] = Enemy(f"{other}-{number}", other, space)


def test_who_attacks_is_meant_while_its_hits_are_defended_against():
    game = at("reroll", "defense")
    attacker = next(e.type for e in reversed(game.events) if isinstance(e, EnemiesAttacked))
    crowd(game, SPIDERS if attacker != SPIDERS else DEAD)
    assert faced(game, speaker(game, game.pending.who)) == attacker


def test_who_is_hit_is_meant_while_the_damage_is_rolled():
    game = at("reroll", "damage")
    (struck,) = {e.type for e in game.state.enemies.values() if f"{game.table.name(e.id)}," in game.pending.prompt}
    crowd(game, SPIDERS if struck != SPIDERS else DEAD)
    assert faced(game, speaker(game, game.pending.who)) == struck


@pytest.mark.parametrize(
    "before, question, wanted",
    [
        ("How far can I throw dynamite?", "what does it cost?", "what does Dynamite cost?"),
        ("Can I re-roll a hit?", "and can I walk past it?", "and can I walk past the Void Spider?"),
        ("How much XP is a troll worth?", "does it have armor?", "does the troll have armor?"),
        ("can I shoot it?", "and with a rifle?", "can I shoot the Void Spider with a rifle?"),
        ("May I search a room?", "what if it is adjacent?", "May I search a room if it is adjacent?"),
    ],
)
def test_what_was_asked_before_comes_first(before: str, question: str, wanted: str):
    whole = understood(question, [Exchange(before)], ["Dynamite", "Bandages"]).question
    assert meant(whole, facing(start("us-marshal"), SPIDERS)) == wanted


@pytest.mark.parametrize(
    "question, wanted",
    [
        ("what is my class good at?", "what is the U.S. Marshal good at?"),
        ("what are my starting upgrades?", "what are the U.S. Marshal's starting upgrades?"),
        ("what do I get for a 7 on my level chart?", "what do I get for a 7 on the U.S. Marshal's level chart?"),
        ("can I sell my starting items?", "can I sell my starting items?"),
        ("what happens if I lose my starting items?", "what happens if I lose my starting items?"),
        ("what are a Rancher's and my starting items?", "what are a Rancher's and my starting items?"),
        ("what are starting upgrades?", "what are starting upgrades?"),
        ("may I re-roll a hit?", "may I re-roll a hit?"),
        ("who lives in this world?", "who lives in the Mines?"),
        ("may I scavenge here?", "may I scavenge here?"),
    ],
)
def test_my_class_is_the_heros_and_this_world_where_the_hero_stands(question: str, wanted: str):
    assert meant(question, start("us-marshal")) == wanted


def test_a_world_is_unclear_where_nobody_stands_and_there_are_two():
    game = start("us-marshal")
    assert world_of(game, None) == "Mines"
    game.state.tiles.append(msgspec.structs.replace(game.state.tiles[0], number=2, world="swamps-of-jargono"))
    assert world_of(game, None) is None


@pytest.mark.parametrize(
    "question, of_the_type",
    [
        ("what is its defense?", True),
        ("how much xp is it worth?", True),
        ("does it have armor?", True),
        ("is it tough?", True),
        ("can I walk past it?", False),
        ("does it get a defense roll?", False),
        ("do I roll defense when it attacks me?", False),
    ],
)
def test_texts_are_searched_with_the_name_only_for_what_the_type_has_of_its_own(question: str, of_the_type: bool):
    found = in_context(Asking(question, game=facing(start("us-marshal"), SPIDERS)))
    assert "Void Spider" in found.question
    assert found.wording == (found.question if of_the_type else question)


def test_the_oracle_says_how_it_understood_and_leaves_the_table_as_it_was(oracle):
    game = facing(start("us-marshal"), SPIDERS)
    hero, before = game.state.party()[0].id, game.fingerprint()
    own = oracle.ask("what is its defense?", game=game, hero=hero)
    assert own.understood == "what is the Void Spider's defense?" and own.question == "what is its defense?"
    assert "Void Spider" in own.pack_answer and "Defense" in own.pack_answer
    worth = oracle.ask("how much xp is it worth?", game=game, hero=hero)
    assert worth.abstained and "XP 5" in worth.pack_answer
    shot = oracle.ask("can I shoot it?", game=game, hero=hero)
    assert shot.mode == "computed" and shot.understood == "" and "Void Spider 1" in shot.answer
    assert game.fingerprint() == before


@pytest.mark.parametrize("question", ["can I walk past it?", "does it attack me while I'm KO'd?", "does it get armor?"])
def test_a_rule_for_every_enemy_is_answered_as_without_a_table(oracle, question):
    asked = oracle.ask(question, game=facing(start("us-marshal"), "tommyknockers"))
    assert "Tommyknocker" in asked.understood
    assert asked.answer == oracle.ask(question).answer


def test_a_heros_own_figures_are_not_taken_for_the_enemys(oracle):
    game = facing(start("us-marshal"), SPIDERS)
    assert oracle.ask("how much health do I have?", game=game).answer.startswith("Ada")
    assert not oracle.ask("how much health does it have?", game=game).answer.startswith("Ada")


def test_a_follow_up_goes_on_with_the_enemy_that_was_understood(oracle):
    game = facing(start("us-marshal"), SPIDERS)
    first = oracle.ask("what is its defense?", game=game)
    game.state.enemies.clear()
    second = oracle.ask("and what is its escape value?", game=game, earlier=[first.exchange])
    assert "oid spider" in second.understood.lower()
