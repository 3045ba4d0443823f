"""The invariants hold in whole games, and each is missed when it is broken."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules_engine import Game, party
from rules_engine import events as e
from rules_engine.bots import RandomPolicy, SensiblePolicy
from rules_engine.content.library import standard
from rules_engine.invariants import NAMES, SETTLED, Watch
from rules_engine.state import CardInPlay, Corpse, Enemy, Fight, Hero, State, Tile, Upgrade, WorldCard


def watched(seed: int = 3, choices: int = 10_000) -> tuple[Game, Watch]:
    """A game under watch, played for so many choices at least and on to where nothing is half done."""
    game = Game.start(party("us-marshal", "bandido", "rancher"), seed=seed)
    policy = SensiblePolicy()
    watch = Watch(game)
    while game.pending is not None and (choices > 0 or game.pending.kind not in SETTLED):
        game.choose(policy.choose(game, game.pending))
        choices -= 1
    assert watch.look() == []
    return game, watch


@pytest.mark.parametrize("seed", range(3))
def test_a_sensible_game_breaks_no_invariant(seed: int) -> None:
    game, watch = watched(seed)
    assert watch.seen == len(game.events)


@pytest.mark.parametrize("seed", range(3))
def test_a_random_game_breaks_no_invariant_after_any_choice(seed: int) -> None:
    game = Game.start(party("saloon-girl", "lawman", edition="old-west"), seed=seed)
    watch, policy = Watch(game), RandomPolicy(seed)
    while game.pending is not None:
        game.choose(policy.choose(game, game.pending))
        assert watch.look() == []


def test_remembered_stats_are_those_read_anew() -> None:
    game = Game.start(party("us-marshal", "bandido", "lawman", "saloon-girl"), seed=11)
    policy = SensiblePolicy()
    while game.pending is not None:
        table = game.table
        known = dict(table.stats._values)
        table.stats.forget()
        for (id, stat), value in known.items():
            if id.startswith("type:"):
                assert table.stats.enemy(id.partition(":")[2], stat) == value, (id, stat)
            else:
                assert table.stats.hero(table.state.heroes[id], stat) == value, (id, stat)
        game.choose(policy.choose(game, game.pending))


def _same_space(state: State) -> None:
    heroes = list(state.heroes.values())
    heroes[0].space = heroes[1].space


def _ally(id: str, **fields: int) -> Hero:
    sheet = standard().allies["trail-hand"].stats
    return Hero(id, id, "trail-hand", [], dict(sheet), grit=0, ally_of="ada-quill", **fields)


BREAKS: dict[str, Callable[[State], object]] = {
    "heroes_counters_are_not_negative": lambda s: setattr(next(iter(s.heroes.values())), "gold", -1),
    "enemies_wounds_are_within_their_health": lambda s: s.enemies.update(
        {"void-spiders-1": Enemy("void-spiders-1", "void-spiders", "1.01", wounds=99)}
    ),
    "markers_are_on_the_depth_track": lambda s: setattr(s, "darkness", 17),
    "one_model_stands_on_a_space": _same_space,
    "models_stand_on_the_board": lambda s: setattr(next(iter(s.heroes.values())), "space", "9.99"),
    "the_dread_stack_fits_its_deck": lambda s: setattr(s, "dread", 99),
    "standing_heroes_have_health_and_sanity_left": lambda s: setattr(next(iter(s.heroes.values())), "wounds", 99),
    "corruption_is_below_resistance": lambda s: setattr(next(iter(s.heroes.values())), "corruption", 99),
    "side_bags_are_not_overfull": lambda s: next(iter(s.heroes.values())).side_bag.extend(["whiskey"] * 9),
    "upgrades_fill_no_more_slots_than_there_are": lambda s: (
        next(iter(s.heroes.values()))
        .items[0]
        .upgrades.extend([Upgrade(900, "brass-sights"), Upgrade(901, "long-barrel"), Upgrade(902, "black-chamber")])
    ),
    "corpse_tokens_lie_on_the_board": lambda s: s.corpses.append(Corpse(900, "9.99")),
    "nobody_is_ensnared_outside_a_fight": lambda s: setattr(next(iter(s.heroes.values())), "ensnared", 1),
    "a_standing_hero_carries_the_light": lambda s: setattr(s, "light", "nobody"),
    "there_is_a_fight_while_there_are_enemies": lambda s: setattr(s, "fight", Fight(1, 1)),
    "no_more_enemies_than_models": lambda s: s.enemies.update(
        {f"void-spiders-{i}": Enemy(f"void-spiders-{i}", "void-spiders", f"1.{i}") for i in range(40)}
    ),
    "tiles_are_scavenged_within_the_limit": lambda s: setattr(s.tiles[0], "scavenged", 9),
    "joined_doors_have_two_sides": lambda s: s.tiles[-1].doors.update(dict.fromkeys(s.tiles[-1].doors, "joined")),
    "tiles_are_a_tree_and_only_gates_lead_to_other_worlds": lambda s: s.tiles.append(
        Tile(len(s.tiles) + 1, "short-passage", 0, 0, 40, {}, joined="9.N", world="mines")
    ),
    "world_cards_lie_where_the_heroes_are": lambda s: s.worlds.append(WorldCard("atlantis", True)),
    "the_objective_needs_its_clues": lambda s: setattr(s, "clues", -1),
    "every_card_is_in_its_deck_discarded_or_out": lambda s: s.decks["darkness"].remaining.pop(),
    "every_card_that_is_out_lies_on_the_table": lambda s: s.in_play.append(
        CardInPlay(900, s.decks["darkness"].remaining[0])
    ),
    "state_is_the_fold_of_the_events": lambda s: setattr(s, "turn", 77),
    "at_most_eight_models_are_of_the_party": lambda s: s.heroes.update({f"h{i}": _ally(f"h{i}") for i in range(6)}),
    "allies_carry_nothing_and_are_never_ko_d": lambda s: s.heroes.update({"wes": _ally("wes", gold=5)}),
    "basic_allies_are_within_their_limit": lambda s: next(iter(s.heroes.values())).basic_allies.extend(
        ["viking-warrior"] * 3
    ),
    "a_hero_stands_while_the_game_goes_on": lambda s: [setattr(h, "ko", True) for h in s.heroes.values()],
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_table_is_named(name: str) -> None:
    _, watch = watched(choices=14)
    BREAKS[name](watch.table.state)
    watch.table.stats.forget()
    event = e.NothingHappened("a look", "to look")
    assert name in watch.take(event) + watch.settled()


@pytest.mark.parametrize(
    "name, event",
    [
        ("faces_belong_to_their_dice", e.Rolled(1, "party", "luck", ["D6"], [7], "x", 0)),
        ("dice_come_in_the_order_of_their_stream", e.Rolled(1, "party", "luck", ["D6"], [1], "x", 5)),
        ("amounts_are_not_negative", e.Healed("ada-quill", -1)),
        ("grit_rises_to_max_grit_at_most", e.GritChanged("ada-quill", 9, 9, "luck")),
        (
            "ability_tokens_rise_to_their_maximum_at_most",
            e.AbilityTokensChanged("ada-quill", "ambition", 1, 1, "luck"),
        ),
    ],
)
def test_an_event_that_cannot_be_is_named(name: str, event: e.Event) -> None:
    _, watch = watched(choices=14)
    assert name in watch.take(event)


@pytest.mark.parametrize(
    "event",
    [
        e.XpGained("wes", 5, "luck"),
        e.GritChanged("wes", 1, 1, "luck"),
        e.ItemGained("wes", 900, "hand-mirror", "Hand Mirror"),
        e.LootTaken("wes", ["loot"]),
        e.SkillTested("wes", "luck", 5, True, 1, "luck"),
        e.Scavenged("wes", 1, 1, 0),
        e.Revived("wes", 0),
        e.KnockedOut("wes", "luck"),
        e.LightTaken("wes"),
        e.Given("ada-quill", "wes", "gold", amount=0),
        e.EncounterBegan("card", "Card", ["ada-quill", "wes"]),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_only_heroes_do_is_named_when_an_ally_does_it(event: e.Event) -> None:
    _, watch = watched(choices=14)
    watch.table.state.heroes["wes"] = _ally("wes")
    assert "allies_do_nothing_that_only_heroes_do" in watch.take(event)


@pytest.mark.parametrize(
    "event",
    [
        e.AttackMade("wes", "Saddle Carbine", "ranged", 1, 1, 2, 1),
        e.HitResolved("wes", "void-spiders-1", 3, 0, True, 0, 1),
    ],
    ids=lambda event: type(event).__name__,
)
def test_a_critical_hit_of_an_ally_is_named(event: e.Event) -> None:
    _, watch = watched(choices=14)
    watch.table.state.heroes["wes"] = _ally("wes")
    assert "allies_get_no_critical_hits" in watch.take(event)


def test_a_die_that_is_rerolled_twice_is_named() -> None:
    _, watch = watched(choices=14)
    watch.take(e.Rolled(900, "party", "luck", ["D6", "D6"], [1, 1], "x", 0))
    assert watch.take(e.Rerolled(900, "party", "luck", [0], [2], "x", 2)) == []
    assert watch.take(e.Rerolled(900, "party", "luck", [1, 0], [2, 3], "x", 3)) == ["no_die_is_rerolled_twice"]


def test_an_immobile_enemy_that_moves_is_named() -> None:
    _, watch = watched(choices=14)
    watch.take(e.FightStarted(1))
    watch.take(e.EnemiesCame("brood-nests", "Brood Nests", 1))
    watch.take(e.EnemyPlaced("brood-nests-1", "brood-nests", "1.01"))
    assert "immobile_enemies_do_not_move" in watch.take(e.Moved("brood-nests-1", ["1.02"]))


def test_every_invariant_is_shown_to_be_missed() -> None:
    shown = {*BREAKS, "no_die_is_rerolled_twice", "faces_belong_to_their_dice", "amounts_are_not_negative"}
    shown |= {"allies_do_nothing_that_only_heroes_do", "allies_get_no_critical_hits"}
    shown |= {"dice_come_in_the_order_of_their_stream", "grit_rises_to_max_grit_at_most"}
    shown |= {"ability_tokens_rise_to_their_maximum_at_most"}
    shown |= {"immobile_enemies_do_not_move"}
    assert shown == set(NAMES)
