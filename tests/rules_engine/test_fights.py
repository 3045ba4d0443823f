"""Fights begin, enemies come and join, the Fight ends; the Darkness, Depth Events and Growing Dread."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from rules_engine import GameSetup, HeroSetup
from rules_engine import events as e
from rules_engine.procedures.darkness import (
    advance_heroes,
    cancel_top_dread,
    depth_event,
    draw_darkness,
    draw_dread,
    hold_back_the_darkness,
    move_darkness,
    resolve_growing_dread,
)
from rules_engine.procedures.fights import (
    bring_enemies,
    catch_your_breath,
    check_fight,
    complete_fight,
    roll_elite,
    spawn,
    use_after_a_fight,
)
from rules_engine.procedures.signals import AdventureOver, FightWon, TurnOver
from rules_engine.state import DARKNESS_START, Deck, Fight, Group, Hero
from rules_engine.table import Table
from tests.rules_engine.at_the_table import (
    CONTENT,
    MARSHAL,
    by_id,
    drive,
    item,
    of_kind,
    packs_with,
    run,
    table,
    two_heroes,
)

HEROES = (MARSHAL, HeroSetup("bandido", "Mateo", "powder-monkey", "whiskey", "worn-eye-patch", space="1.01"))
ONE_GOLD, HEAL = {"gain": {"gold": 1}}, {"heal": {"any": 1}}
ON = ["fight_started", "fight_ended", "darkness_held", "darkness_advanced", "heroes_advanced", "depth_event"]
WOULD = ["would_draw_darkness", "would_draw_dread"]
PACK = packs_with(
    {
        "items/test.yaml": [
            *(item(f"test-{on.replace('_', '-')}", {"id": "on", "on": on, "do": [ONE_GOLD]}) for on in ON),
            *(item(f"test-{on.replace('_', '-')}", {"id": "on", "on": on, "do": [{"cancel": {}}]}) for on in WOULD),
            item("test-pipe", {"id": "pipe", "use": "fight_over", "label": "smoke", "limit": "turn", "do": [HEAL]}),
            item("test-fate", {"id": "fate", "reroll": {"roll": "chart", "whose": "any"}, "limit": "adventure"}),
            item("test-lamp", {"id": "lamp", "reroll": {"roll": "hold_back", "dice": "one"}, "limit": "turn"}),
        ]
    }
)


def seated(*gear: str, dice: dict[str, list[int]] | None = None, **switches: Any) -> tuple[Table, Hero, Hero]:
    """Ada in the middle of the Entrance, Mateo at its far end, both without Grit or Items but those named."""
    at, ada, mateo = two_heroes(*gear, library=PACK, dice=dice, **switches)
    ada.space, mateo.space, at.state.light = "1.13", "1.02", "ada"
    at.stats.forget()
    return at, ada, mateo


def came(at: Table) -> list[tuple[str, int, bool]]:
    return [(x.type, x.count, x.ambush) for x in of_kind(at.events, e.EnemiesCame)]


def elites(at: Table) -> dict[str, int]:
    return {type: len(group.elite) for type, group in at.state.groups.items()}


# --- enemies come -----------------------------------------------------------------------------------------------------


def test_a_fight_begins_and_enemies_without_a_room_ambush_beside_heroes():
    at, ada, _ = seated("test-fight-started")
    run(bring_enemies(at, [("void-spiders", 2, 0), ("trolls", 0, 0)], "a card"))
    assert came(at) == [("void-spiders", 2, True)]
    assert sorted(x.target or "" for x in at.state.enemies.values()) == ["ada", "mateo"]
    for spider in at.state.enemies.values():
        assert spider.space in at.board.adjacent[at.hero(spider.target or "").space] and spider.brought == 1
    fight = at.state.fight
    assert fight is not None and fight.number == 1 and fight.sources == 1 and not fight.objective
    assert ada.gold == 1 and not at.interrupted
    run(bring_enemies(at, [("trolls", 1, 0)], "another card"))
    assert len(of_kind(at.events, e.FightStarted)) == 1 and fight.sources == 2 and ada.gold == 1
    assert [x.brought for x in at.state.enemies.values() if x.type == "trolls"] == [2]


def test_nobody_comes_for_a_card_that_brings_none():
    at, _, _ = seated()
    run(bring_enemies(at, [("trolls", 0, 1)], "a card"))
    assert at.state.fight is None and of_kind(at.events, e.NothingHappened)


def test_enemies_that_appear_while_models_activate_end_the_turn_unless_there_is_a_fight():
    at, _, _ = seated()
    at.state.phase = "activations"
    run(bring_enemies(at, [("void-spiders", 1, 0)], "a card"))
    assert at.interrupted
    with pytest.raises(TurnOver):
        check_fight(at)
    at.interrupted = False
    run(bring_enemies(at, [("void-spiders", 1, 0)], "a card"))
    assert not at.interrupted
    check_fight(at)
    at.state.enemies.clear()
    with pytest.raises(FightWon):
        check_fight(at)
    at.state.fight = None
    check_fight(at)


def test_elite_abilities_come_from_the_card_the_next_bonus_and_where_models_run_short():
    models = PACK.enemies["void-spiders"].models
    for count, elite, bonus, posse, expected in [
        (1, 0, 0, 1, 0), (1, 2, 0, 1, 2), (1, 0, 1, 1, 1), (models + 1, 0, 0, 1, 1), (models, 0, 0, 1, 0),
        (1, 0, 0, 3, 1), (1, 1, 1, 4, 4),
    ]:  # fmt: skip
        at, _, _ = seated()
        at.state.next_elite, at.state.posse_level = bonus, posse
        run(bring_enemies(at, [("void-spiders", count, elite)], "a card"))
        assert elites(at) == {"void-spiders": expected} and at.state.next_elite == 0
        assert len(of_kind(at.events, e.EliteGained)) == expected
        assert len(at.state.enemies) == min(count, models)


def test_the_posses_elite_abilities_are_given_once_to_a_type_and_models_of_one_card_are_counted_together():
    models = PACK.enemies["void-spiders"].models
    at, _, _ = seated()
    at.state.posse_level = 3
    run(bring_enemies(at, [("void-spiders", 1, 0)], "a card"))
    run(bring_enemies(at, [("void-spiders", 1, 0)], "a card"))
    assert elites(at) == {"void-spiders": 1}
    at, _, _ = seated()
    run(bring_enemies(at, [("void-spiders", models - 1, 0), ("void-spiders", 2, 0)], "a card"))
    assert [x.count for x in of_kind(at.events, e.EnemiesCame)] == [models - 1, 1]
    assert len(at.state.enemies) == models and elites(at) == {"void-spiders": 1}


def test_beside_a_hero_means_as_near_to_that_hero_as_there_is_room():
    at, ada, _ = seated()
    run(bring_enemies(at, [("void-spiders", 9, 0)], "a card", beside="ada"))
    near = [x for x in at.state.enemies.values() if x.space in at.board.adjacent[ada.space]]
    assert len(near) == len(at.board.adjacent[ada.space]) == 8
    assert all(x.target is None for x in at.state.enemies.values())


# --- joining a Fight --------------------------------------------------------------------------------------------------


def test_who_joins_a_fight_brings_no_loot_and_begins_one_where_there_is_none():
    at, _, _ = seated()
    run(spawn(at, "void-spiders", 1, "a nest"))
    assert at.state.fight is not None and at.state.fight.sources == 0
    run(spawn(at, "trolls", 1, "a nest"))
    assert at.state.fight.sources == 0 and came(at) == [("void-spiders", 1, True), ("trolls", 1, False)]
    assert elites(at) == {"void-spiders": 0, "trolls": 0}


def test_where_models_run_short_those_on_the_board_get_an_elite_ability():
    models = PACK.enemies["trolls"].models
    at, _, _ = seated()
    at.state.posse_level = 3
    run(bring_enemies(at, [("void-spiders", 1, 0)], "a card"))
    run(spawn(at, "trolls", models + 1, "a nest"))
    assert elites(at)["trolls"] == 2 and sum(x.type == "trolls" for x in at.state.enemies.values()) == models
    run(spawn(at, "trolls", 1, "a nest", elite_if_short=False))
    assert elites(at)["trolls"] == 2
    assert of_kind(at.events, e.NothingHappened)[-1].because == "a nest"
    run(spawn(at, "trolls", 1, "a nest"))
    assert elites(at)["trolls"] == 3
    gone = next(x.id for x in at.state.enemies.values() if x.type == "trolls")
    del at.state.enemies[gone]
    run(spawn(at, "trolls", 1, "a nest"))
    assert elites(at)["trolls"] == 3


def test_who_is_spawned_stands_around_the_spawner():
    at, _, _ = seated()
    run(bring_enemies(at, [("brood-nests", 1, 0)], "a card"))
    nest = next(iter(at.state.enemies.values()))
    run(spawn(at, "void-spiders", 3, "a nest", at=nest.id))
    spiders = [x for x in at.state.enemies.values() if x.type == "void-spiders"]
    assert len(spiders) == 3 and all(x.target is None for x in spiders)
    assert all(x.space in at.board.adjacent[nest.space] for x in spiders)


def test_an_elite_ability_that_is_there_is_rolled_again_unless_it_stacks():
    at, _, _ = seated(dice={"elite chart": [2, 2, 3]})
    run(roll_elite(at, "void-spiders"))
    assert not of_kind(at.events, e.EliteGained)
    chart = PACK.enemies["void-spiders"].elite
    assert not chart[1].stacks
    at.state.groups["void-spiders"] = Group("void-spiders")
    run(roll_elite(at, "void-spiders"))
    run(roll_elite(at, "void-spiders"))
    assert [(x.number, x.name) for x in of_kind(at.events, e.EliteGained)] == [(2, chart[1].name), (3, chart[2].name)]
    at.state.groups["void-spiders"].elite = [1, 2, 3, 4, 5, 6]
    run(roll_elite(at, "void-spiders"))
    assert len(of_kind(at.events, e.EliteGained)) == 2


@pytest.mark.parametrize(("rule", "gained"), [("unless stated", [2, 2]), ("re-roll", [2, 3])])
def test_an_elite_ability_whose_text_stacks_counts_again_where_the_edition_allows_it(rule: str, gained: list[int]):
    spiders = yaml.safe_load(CONTENT.joinpath("enemies/void-spiders.yaml").read_text(encoding="utf-8"))
    record = spiders[0] | {"id": "test-spiders"}
    record["elite"] = [one | {"stacks": number == 1} for number, one in enumerate(record["elite"])]
    library = packs_with({"enemies/test.yaml": [record]})
    setup = GameSetup(HEROES, switches={"elite_duplicates": rule})
    at = table(library=library, dice={"elite chart": [2, 2, 3, 2]}, setup=setup)
    at.state.groups["test-spiders"] = Group("test-spiders")
    run(roll_elite(at, "test-spiders"))
    run(roll_elite(at, "test-spiders"))
    assert [x.number for x in of_kind(at.events, e.EliteGained)] == gained
    at.state.groups["test-spiders"].elite = [1, 2, 3, 4, 5, 6]
    run(roll_elite(at, "test-spiders"))
    assert len(of_kind(at.events, e.EliteGained)) == (3 if rule == "unless stated" else 2)


# --- the end of a Fight -----------------------------------------------------------------------------------------------


def test_a_fight_that_is_won_is_caught_breath_after_and_looted():
    at, ada, mateo = seated("test-fight-ended", dice={"catching breath": [1, 5]})
    ada.wounds, ada.activated, mateo.wounds = 5, True, 6
    at.state.turn, at.state.fight = 4, Fight(7, 2, 2, beaten=[1, 2])
    choices = drive(complete_fight(at), lambda c: c.options[0])
    assert [c.who for c in choices if c.kind == "breath"] == ["mateo"]
    assert of_kind(at.events, e.FightEnded) == [e.FightEnded(7, 3)] and at.state.fight is None
    rolled = sorted((x.who, x.dice) for x in of_kind(at.events, e.Rolled) if x.purpose == "catching breath")
    assert rolled == [("ada", ["D3"]), ("mateo", ["D6"])]
    assert [len(x.cards) for x in of_kind(at.events, e.LootTaken)] == [2, 2]


def test_at_most_three_loot_cards_and_none_for_a_fight_without_sources():
    for sources, cards in [(0, []), (5, [3, 3])]:
        at, _, _ = seated()
        at.state.fight = Fight(1, 1, sources, beaten=list(range(1, sources + 1)))
        drive(complete_fight(at, mid_turn=False), lambda c: c.options[0])
        assert [len(x.cards) for x in of_kind(at.events, e.LootTaken)] == cards


def test_the_objectives_fight_wins_the_adventure():
    at, _, _ = seated()
    at.state.fight = Fight(1, 1, 0, True)
    with pytest.raises(AdventureOver) as over:
        drive(complete_fight(at), lambda c: c.options[0])
    assert over.value.outcome == "victory"


def test_breath_is_d3_or_for_the_idle_d6_or_a_grit():
    at, ada, _ = seated(dice={"catching breath": [3, 5]})
    ada.wounds = 9
    run(catch_your_breath(at, ada, False))
    assert ada.wounds == 7
    run(catch_your_breath(at, ada, True), "heal")
    assert ada.wounds == 2
    run(catch_your_breath(at, ada, True), "grit")
    assert ada.wounds == 2 and ada.grit == 1
    assert [x.healed for x in of_kind(at.events, e.CaughtBreath)] == [2, 5, 0]
    ada.wounds = 0
    run(catch_your_breath(at, ada, False))
    run(catch_your_breath(at, ada, True), "heal")
    assert len(of_kind(at.events, e.CaughtBreath)) == 3
    ada.ally_of, ada.wounds = "mateo", 1
    run(catch_your_breath(at, ada, True))


@pytest.mark.parametrize(
    ("idle", "face", "hurt", "asked"),
    [(False, 1, 9, 1), (False, 3, 9, 0), (True, 3, 9, 1), (True, 4, 9, 0), (True, 3, 3, 0), (True, 2, 3, 1)],
)
def test_a_poor_breath_is_worth_a_re_roll_while_it_heals_less_than_hurts(idle: bool, face: int, hurt: int, asked: int):
    at, ada, _ = seated(dice={"catching breath": [face]})
    ada.wounds, ada.grit = hurt, 1
    choices = drive(catch_your_breath(at, ada, idle), lambda c: c.options[0])
    assert [c.about["kind"] for c in choices if c.kind == "reroll"] == ["heal"] * asked


def test_what_may_be_used_after_a_fight_is_offered_until_it_is_used_or_let_be():
    at, ada, _ = seated("test-pipe")
    ada.wounds = 5
    (choice,) = drive(use_after_a_fight(at, ada), by_id("go"))
    assert choice.ids == ["go", "use:ada:100:pipe"] and choice.kind == "fight_over"
    assert choice.options[1].label == "test-pipe: smoke"
    assert len(drive(use_after_a_fight(at, ada), by_id("use:ada:100:pipe"))) == 1
    assert ada.wounds == 4
    assert drive(use_after_a_fight(at, ada), by_id("go")) == []


# --- the Darkness -----------------------------------------------------------------------------------------------------


def held(at: Table) -> list[str]:
    return [type(x).__name__ for x in at.events if isinstance(x, e.DarknessHeld | e.DarknessNotHeld | e.DarknessMoved)]


def test_the_darkness_is_held_by_as_much_as_is_needed():
    for faces, outcome, gold in [([3, 4], ["DarknessHeld"], 1), ([5, 4], ["DarknessHeld"], 1)]:
        at, ada, _ = seated("test-darkness-held", dice={"hold back the darkness": faces})
        run(hold_back_the_darkness(at))
        assert held(at) == outcome and ada.gold == gold
        (event,) = of_kind(at.events, e.DarknessHeld)
        assert (event.hero, event.total) == ("ada", sum(faces)) and event.needed <= sum(faces)
    needed = event.needed
    at, ada, _ = seated("test-darkness-held", dice={"hold back the darkness": [needed - 2, 1]})
    before = at.state.darkness
    drive(hold_back_the_darkness(at), lambda c: c.options[0])
    assert held(at) == ["DarknessNotHeld", "DarknessMoved"] and at.state.darkness == before + 1 and ada.gold == 0
    assert needed == 7
    at, ada, _ = seated("test-darkness-held", dice={"hold back the darkness": [needed - 2, 2]})
    run(hold_back_the_darkness(at))
    assert held(at) == ["DarknessHeld"]


def test_doubles_are_a_depth_event_and_move_no_marker():
    for faces in ([1, 1], [6, 6]):
        at, _, _ = seated("test-darkness-held", "test-depth-event", dice={"hold back the darkness": faces})
        drive(hold_back_the_darkness(at), lambda c: c.options[0])
        assert "DarknessMoved" not in held(at)
        (event,) = of_kind(at.events, e.DepthEventRolled)
        assert (event.number, event.because) == (faces[0], "doubles")
        assert of_kind(at.events, e.GoldChanged)[0].by == 1


def test_grit_never_re_rolls_it_and_what_says_so_does():
    at, ada, _ = seated("test-lamp", dice={"hold back the darkness": [1, 2, 6]})
    ada.grit = 2
    (choice, *_) = drive(hold_back_the_darkness(at), lambda c: c.options[-1])
    assert choice.kind == "reroll" and choice.about["kind"] == "hold_back"
    assert choice.ids == ["keep", "right0:0", "right0:1"]
    at, ada, _ = seated("test-lamp", dice={"hold back the darkness": [6, 5]})
    assert drive(hold_back_the_darkness(at), lambda c: c.options[0]) == []
    at, ada, _ = seated("test-lamp", dice={"hold back the darkness": [6, 6]})
    assert drive(hold_back_the_darkness(at), lambda c: c.options[0])[0].kind == "reroll"


def test_the_darkness_moves_on_and_back_no_farther_than_its_start():
    at, ada, _ = seated("test-darkness-advanced")
    start = at.state.darkness
    at.state.darkness = start + 2
    run(move_darkness(at, -3, "a prayer"))
    assert at.state.darkness == start and ada.gold == 0
    assert of_kind(at.events, e.DarknessMoved) == [
        e.DarknessMoved(start + 1, "a prayer"), e.DarknessMoved(start, "a prayer"),
    ]  # fmt: skip
    run(move_darkness(at, 1, "a howl"))
    assert at.state.darkness == start + 1 and ada.gold == 1


def test_marked_spaces_bring_dread_and_darkness_cards_and_the_entrance_ends_all():
    from rules_engine.procedures.darkness import BLOOD_SPATTER_SPACES, ENTRANCE, GROWING_DREAD_SPACES

    for space in range(2, ENTRANCE):
        at, _, _ = seated()
        at.state.darkness = space - 1
        drive(move_darkness(at, 1, "a howl"), lambda c: c.options[0])
        assert bool(of_kind(at.events, e.DreadGrew)) == (space in GROWING_DREAD_SPACES)
        drawn = [x for x in of_kind(at.events, e.CardDrawn) if x.deck == "darkness"]
        assert bool(drawn) == (space in BLOOD_SPATTER_SPACES)
    at, _, _ = seated()
    at.state.darkness = ENTRANCE - 1
    with pytest.raises(AdventureOver) as over:
        run(move_darkness(at, 1, "a howl"))
    assert over.value.outcome == "defeat"


def test_the_heroes_advance_to_the_darkness_start_and_stay_there():
    at, ada, _ = seated("test-heroes-advanced")
    at.state.hero_marker = DARKNESS_START + 1
    run(advance_heroes(at))
    run(advance_heroes(at))
    assert at.state.hero_marker == DARKNESS_START and ada.gold == 1
    assert of_kind(at.events, e.HeroesAdvanced) == [e.HeroesAdvanced(DARKNESS_START)]


def test_a_depth_event_that_something_calls_for_is_rolled_for():
    at, _, _ = seated("test-depth-event", dice={"depth event": [4]})
    drive(depth_event(at, because="a card"), lambda c: c.options[0])
    (event,) = of_kind(at.events, e.DepthEventRolled)
    assert (event.number, event.because, event.chart) == (4, "a card", "")
    assert event.name == PACK.chart_rows["depth-event"][4].name


def test_an_ability_for_charts_re_rolls_a_depth_event_that_was_called_for():
    at, _, _ = seated("test-fate", dice={"depth event": [4, 2]})
    choices = drive(depth_event(at, because="a card"), lambda c: c.options[-1])
    assert choices[0].about["kind"] == "chart"
    assert of_kind(at.events, e.DepthEventRolled)[0].number == 2


def test_an_ability_may_cancel_a_card_just_drawn():
    at, _, _ = seated("test-would-draw-darkness")
    run(draw_darkness(at, "a test"))
    (canceled,) = of_kind(at.events, e.CardCanceled)
    assert canceled.deck == "darkness" and at.state.decks["darkness"].discard == [canceled.card]
    at, _, _ = seated("test-would-draw-dread")
    at.state.dread = 1
    run(resolve_growing_dread(at))
    assert [x.deck for x in of_kind(at.events, e.CardCanceled)] == ["growing-dread"] and at.state.dread == 0


def test_dread_is_laid_down_until_the_objective_is_found():
    at, _, _ = seated()
    run(draw_dread(at))
    assert at.state.dread == 1 and not of_kind(at.events, e.CardDrawn)
    at.state.decks["growing-dread"] = Deck(at.state.decks["growing-dread"].remaining[:1])
    run(draw_dread(at))
    assert at.state.dread == 1 and of_kind(at.events, e.NothingHappened)
    for rule, drawn in [("resolve", 1), ("stack", 0)]:
        at, _, _ = seated(new_dread_at_objective=rule)
        at.state.objective = True
        drive(draw_dread(at), lambda c: c.options[0])
        assert len(of_kind(at.events, e.CardDrawn)) >= drawn and at.state.dread == 1 - drawn


def test_each_hero_with_a_grit_cancels_dread_unseen_or_once_it_is_seen():
    at, ada, mateo = seated()
    ada.grit, mateo.grit, at.state.dread = 2, 2, 2
    choices = drive(resolve_growing_dread(at), lambda c: c.options[1])
    assert [c.ids for c in choices] == [["reveal", "cancel"]] * 2 and {c.kind for c in choices} == {"cancel_dread"}
    assert (ada.grit, mateo.grit, at.state.dread) == (0, 0, 0) and not of_kind(at.events, e.CardDrawn)
    assert {x.because for x in of_kind(at.events, e.GritChanged)} == {"canceling Growing Dread"}
    at, ada, mateo = seated()
    ada.grit, mateo.grit, at.state.dread = 1, 1, 1
    picks = ["reveal", "cancel"]
    choices = drive(resolve_growing_dread(at), lambda c: by_id(picks.pop(0))(c))
    (drawn,) = of_kind(at.events, e.CardDrawn)
    assert choices[1].ids == ["resolve", "cancel"] and choices[1].about == {"card": drawn.card}
    assert (ada.grit, mateo.grit) == (0, 0) and at.state.decks["growing-dread"].discard == [drawn.card]
    at, ada, mateo = seated()
    ada.grit, at.state.dread = 1, 2
    cancel_top_dread(at)
    assert at.state.dread == 1 and (ada.grit, mateo.grit) == (0, 0)
    at, ada, mateo = seated()
    ada.grit, at.state.dread = 1, 1
    choices = drive(resolve_growing_dread(at), lambda c: c.options[0])
    assert not [c for c in choices if c.kind == "cancel_dread"] and ada.grit == 1
