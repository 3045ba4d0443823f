"""Hits, Wounds and Sanity Damage, KO, Corruption and Healing, each step by itself."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import GameSetup, HeroSetup
from rules_engine import events as e
from rules_engine.dice import ScriptedDice
from rules_engine.effects.context import Context
from rules_engine.procedures.harm import (
    corrupt,
    dies,
    goes_down,
    knocked_out,
    lose_sanity,
    mutate,
    pass_the_light,
    roll_on_chart,
    take_hits,
    wound,
)  # fmt: skip
from rules_engine.procedures.signals import AdventureOver
from rules_engine.state import Hero
from rules_engine.table import Table
from tests.rules_engine.at_the_table import MARSHAL, drive, foe, item, of_kind, packs_with, run, table, two_heroes

TWO = GameSetup((MARSHAL, HeroSetup("bandido", "Mateo", "powder-monkey", "whiskey", "worn-eye-patch", space="1.16")))
WOULD = ["would_take_wounds", "would_lose_sanity", "would_gain_corruption", "would_be_ko"]
HEARD = ["armor_held", "hero_wounded", "sanity_lost", "corruption_gained", "mutated", "recovered", "hero_ko"]


def hearing(on: str, effect: dict[str, Any]) -> dict[str, Any]:
    """An Item with an ability that answers an event; it is called after it."""
    return item(f"test-{on.replace('_', '-')}", {"id": "hears", "on": on, "do": [effect]})


PACK = packs_with(
    {
        "items/test.yaml": [
            *(
                item(f"test-{on.replace('_', '-')}", {"id": "hears", "on": on, "do": [{"prevent": {"amount": 2}}]})
                for on in WOULD
            ),
            *(
                item(f"test-{on.replace('_', '-')}", {"id": "hears", "on": on, "do": [{"gain": {"gold": "amount"}}]})
                for on in HEARD
            ),
            item("test-flags", {"id": "flags", "flags": ["cover_all"]}),
            item("test-pure", {"id": "pure", "flags": ["corruption_immune"]}),
            item("test-sturdy", {"id": "sturdy", "flags": ["no_mutation_death"]}),
            item("test-dull", {"id": "dull", "flags": ["no_grit_recovery"]}),
            item("test-shield", shield=1),
            item("test-buckler", shield=2),
        ]
    }
)


def hurt(*gear: str, dice: dict[str, list[int]] | None = None, **stats: int) -> tuple[Table, Hero]:
    """Ada with 10 Health and 10 Sanity, without Grit; Mateo stands by."""
    at, ada, mateo = two_heroes(*gear, library=PACK, dice=dice)
    for hero in (ada, mateo):
        hero.stats |= {"defense": 4, "willpower": 4}
    ada.stats |= stats
    at.stats.forget()
    return at, ada


def spent(at: Table) -> bool:
    """Whether all scripted dice were rolled."""
    assert isinstance(at.dice, ScriptedDice)
    return not at.dice.unused


def rolls(at: Table) -> list[tuple[str, int]]:
    """What was rolled: for what, and how many dice."""
    return [(x.purpose, len(x.dice)) for x in of_kind(at.events, e.Rolled)]


# --- Hits -------------------------------------------------------------------------------------------------------------


def test_cover_is_rolled_against_physical_hits_and_against_others_where_an_ability_says_so():
    at, ada = hurt(dice={"cover": [4, 1], "defense": [1]}, cover=4)
    assert run(take_hits(at, ada, "physical", 2, "a rock")) == 1
    assert rolls(at) == [("cover", 2), ("defense", 1)]
    at, ada = hurt(dice={"willpower": [1]}, cover=4)
    assert run(take_hits(at, ada, "horror", 1, "a howl")) == 1
    assert rolls(at) == [("willpower", 1)]
    at, ada = hurt("test-flags", dice={"cover": [4, 1], "willpower": [1]}, cover=4)
    assert run(take_hits(at, ada, "horror", 2, "a howl")) == 1
    at, ada = hurt(dice={"defense": [1]}, cover=4)
    assert run(take_hits(at, ada, "physical", 1, "a rock", ignore=("cover",))) == 1
    assert rolls(at) == [("defense", 1)]


def test_where_cover_stops_all_nothing_more_is_rolled():
    at, ada = hurt(dice={"cover": [4, 5]}, cover=4)
    assert run(take_hits(at, ada, "physical", 2, "a rock")) == 0
    assert rolls(at) == [("cover", 2)] and ada.wounds == 0
    assert of_kind(at.events, e.HitsTaken) == [e.HitsTaken("ada", "physical", 2, 2, "a rock")]


@pytest.mark.parametrize(
    ("kind", "save", "mark"),
    [("physical", "defense", "wounds"), ("horror", "willpower", "sanity_damage"),
     ("corruption", "willpower", "corruption")],
)  # fmt: skip
def test_each_unsaved_hit_does_its_damage(kind: str, save: str, mark: str):
    at, ada = hurt(dice={save: [4, 3, 1]})
    ada.stats["corruption_resistance"] = 9
    at.stats.forget()
    assert run(take_hits(at, ada, kind, 3, "a thing", damage=3)) == 6
    assert getattr(ada, mark) == 6
    assert of_kind(at.events, e.HitsTaken) == [e.HitsTaken("ada", kind, 3, 1, "a thing")]
    at, ada = hurt()
    ada.stats["corruption_resistance"] = 9
    at.stats.forget()
    assert run(take_hits(at, ada, kind, 2, "a thing", ignore=(save,))) == 2
    assert rolls(at) == []


def test_hits_that_are_harder_to_defend_against_are_no_harder_for_willpower():
    at, ada = hurt(dice={"defense": [4, 5], "willpower": [4, 4]})
    assert run(take_hits(at, ada, "physical", 2, "a giant", harder=1)) == 1
    assert run(take_hits(at, ada, "horror", 2, "a giant", harder=1)) == 0


@pytest.mark.parametrize(
    ("ignore", "armor", "wounds"),
    [((), [2, 2, 2], 0), (("armor",), [], 3), (("shield",), [2, 2, 2, 1], 1), (("armor", "shield"), [], 4)],
)
def test_what_a_hit_ignores_does_not_count(ignore: tuple[str, ...], armor: list[int], wounds: int):
    at, ada = hurt("test-shield", armor=2, dice={"defense": [1], "armor": armor})
    assert run(take_hits(at, ada, "physical", 1, "a rock", damage=4, ignore=ignore)) == wounds
    assert ada.wounds == wounds and spent(at)


def test_a_horror_hit_that_ignores_armor_passes_spirit_armor():
    at, ada = hurt(spirit_armor=2, dice={"willpower": [1], "spirit armor": [2]})
    assert run(take_hits(at, ada, "horror", 1, "a howl")) == 0
    at, ada = hurt(spirit_armor=2, dice={"willpower": [1]})
    assert run(take_hits(at, ada, "horror", 1, "a howl", ignore=("armor",))) == 1


def test_an_attacker_may_roll_a_die_more_damage_for_each_hit_that_gets_through():
    at, ada = hurt(dice={"defense": [4, 1, 1], "enemy damage": [2, 3]})
    assert run(take_hits(at, ada, "physical", 3, "hellbats", die="D6")) == 7
    (damage,) = [x for x in of_kind(at.events, e.Rolled) if x.purpose == "enemy damage"]
    assert damage.who == "hellbats" and damage.dice == ["D6", "D6"]
    at, ada = hurt(dice={"defense": [1], "enemy damage": [2]})
    about = Context(subject="ada", enemy_type="trolls", source="a club")
    assert run(take_hits(at, ada, "physical", 1, "a club", die="D6", about=about)) == 3
    assert [x.who for x in of_kind(at.events, e.Rolled)] == ["ada", "trolls"]


def test_a_natural_1_against_a_combat_hit_of_a_hell_bear_costs_more():
    combat = Context(subject="ada", enemy_type="hell-bears", combat_hit=True)
    for about, save, wounds in [(combat, 0, None), (combat.about(combat_hit=False), 0, 2), (None, 0, 2)]:
        at, ada = hurt(dice={"defense": [1, 2, 4]}, health=30)
        foe(at, "hell-bears", "1.01", base="ne")
        extra = at.stats.enemy("hell-bears", "fumble_damage")
        assert extra
        got = run(take_hits(at, ada, "physical", 3, "hell-bears", about=about))
        assert got == (2 + extra if wounds is None else wounds), save
    at, ada = hurt(dice={"willpower": [1, 1, 4]}, sanity=30)
    foe(at, "hell-bears", "1.01", base="ne")
    assert run(take_hits(at, ada, "horror", 3, "hell-bears", about=combat)) == 2


def test_grit_may_re_roll_a_save_and_the_choice_says_which_kind_it_is():
    for kind, stats, purpose, named in [
        ("physical", {"cover": 4}, "cover", "armor"),
        ("physical", {}, "defense", "defense"),
        ("horror", {}, "willpower", "willpower"),
        ("physical", {"armor": 4}, "armor", "armor"),
        ("horror", {"spirit_armor": 4}, "spirit armor", "armor"),
    ]:
        at, ada = hurt(
            dice={"cover": [1], "defense": [1], "willpower": [1], "armor": [1], "spirit armor": [1]}, **stats
        )
        ada.grit = 1
        ignore = ("defense", "willpower") if purpose in ("armor", "spirit armor") else ()
        (choice,) = drive(take_hits(at, ada, kind, 1, "a rock", ignore=ignore), lambda c: c.options[-1])
        assert choice.about["kind"] == named and choice.about["purpose"] == purpose
        assert ada.grit == 0


# --- Wounds and Sanity Damage -----------------------------------------------------------------------------------------

LOSSES: list[tuple[Any, str, Any, str]] = [
    (wound, "wounds", e.Wounded, "would_take_wounds"),
    (lose_sanity, "sanity_damage", e.SanityLost, "would_lose_sanity"),
]


@pytest.mark.parametrize(("lose", "mark", "event", "would"), LOSSES)
def test_what_an_ability_prevents_is_not_lost(lose: Any, mark: str, event: Any, would: str):
    at, ada = hurt(f"test-{would.replace('_', '-')}")
    assert run(lose(at, ada, 3, "a rock")) == 1
    assert run(lose(at, ada, 1, "a rock")) == 0
    kind = would.rpartition("_")[2]
    assert of_kind(at.events, e.Prevented) == [
        e.Prevented("ada", kind, 2, "an ability"), e.Prevented("ada", kind, 1, "an ability"),
    ]  # fmt: skip
    assert of_kind(at.events, event) == [event("ada", 1, "a rock", 9)]
    assert getattr(ada, mark) == 1
    mateo = at.hero("mateo")
    assert run(lose(at, mateo, 1, "a rock")) == 1


@pytest.mark.parametrize(("lose", "mark", "event", "would"), LOSSES)
def test_no_more_is_lost_than_is_left_and_nothing_by_who_lies_there(lose: Any, mark: str, event: Any, would: str):
    at, ada = hurt()
    setattr(ada, mark, 7)
    assert run(lose(at, ada, 0, "a rock")) == 0
    assert run(lose(at, ada, 2, "a rock")) == 2 and ada.up
    assert run(lose(at, ada, 5, "a rock")) == 1
    assert ada.ko and getattr(ada, mark) == 10
    assert [x.left for x in of_kind(at.events, event)] == [1, 0]
    assert of_kind(at.events, e.KnockedOut) == [e.KnockedOut("ada", "a rock")]
    setattr(ada, mark, 0)
    assert run(lose(at, ada, 5, "a rock")) == 0
    ada.ko = False
    setattr(ada, mark, 10)
    assert run(lose(at, ada, 5, "a rock")) == 0


def test_armor_is_a_die_for_each_wound_and_abilities_hear_of_what_it_held():
    at, ada = hurt("test-armor-held", armor=5, dice={"armor": [5, 6, 4]})
    assert run(wound(at, ada, 3, "a rock")) == 1
    assert ada.gold == 2
    assert of_kind(at.events, e.Prevented) == [e.Prevented("ada", "wounds", 2, "Armor")]
    at, ada = hurt("test-armor-held", armor=5, dice={"armor": [4]})
    assert run(wound(at, ada, 1, "a rock")) == 1
    assert not of_kind(at.events, e.Prevented) and ada.gold == 0
    at, ada = hurt(armor=5)
    assert run(wound(at, ada, 1, "a rock", armor=False)) == 1 and rolls(at) == []


def test_spirit_armor_is_a_die_for_each_sanity_damage():
    at, ada = hurt(spirit_armor=5, dice={"spirit armor": [5, 6, 4]})
    assert run(lose_sanity(at, ada, 3, "a howl")) == 1
    assert of_kind(at.events, e.Prevented) == [e.Prevented("ada", "sanity", 2, "Spirit Armor")]
    assert [x.dice for x in of_kind(at.events, e.Rolled)] == [["D6", "D6", "D6"]]
    at, ada = hurt(spirit_armor=5, dice={"spirit armor": [4]})
    assert run(lose_sanity(at, ada, 1, "a howl")) == 1 and not of_kind(at.events, e.Prevented)


def test_the_best_shield_that_is_worn_takes_its_wounds_first():
    at, ada = hurt("test-shield", "test-buckler", armor=2, dice={"armor": [1]})
    assert run(wound(at, ada, 3, "a rock")) == 1
    assert of_kind(at.events, e.Prevented) == [e.Prevented("ada", "wounds", 2, "Shield")]
    ada.items[1].worn = False
    assert run(wound(at, ada, 1, "a rock")) == 0
    ada.items[0].worn = False
    assert run(wound(at, ada, 2, "a rock", armor=False)) == 2
    ada.items.clear()
    at.stats.forget()
    assert run(wound(at, ada, 2, "a rock", armor=False)) == 2
    assert len(of_kind(at.events, e.Prevented)) == 2


@pytest.mark.parametrize(("lose", "heard"), [(wound, "hero_wounded"), (lose_sanity, "sanity_lost")])
def test_abilities_hear_of_harm_with_its_amount(lose: Any, heard: str):
    at, ada = hurt(f"test-{heard.replace('_', '-')}")
    assert run(lose(at, ada, 3, "a rock")) == 3
    assert ada.gold == 3
    about = Context(source="a rock", amount=9, prevented=3, canceled=True)
    assert run(lose(at, ada, 2, "a rock", about=about)) == 2
    assert ada.gold == 5


def test_ten_wounds_at_once_may_set_off_the_dynamite_that_a_hero_carries():
    for switch, wounds, face, goes_off in [(True, 10, 2, 1), (True, 10, 3, 0), (True, 9, 1, 0), (False, 10, 1, 0)]:
        dice = {"dangerous dynamite": [face, 6], "explosion damage": [4]}
        at, ada, mateo = two_heroes(library=PACK, dice=dice, dangerous_dynamite=switch)
        ada.stats["health"], mateo.space = 30, "1.01"
        ada.side_bag = ["bandages", "dynamite", "bomb"]
        at.stats.forget()
        assert run(wound(at, ada, wounds, "a rock")) == wounds
        assert ada.wounds == wounds + 4 * goes_off and len(ada.side_bag) == 3 - goes_off
        assert [(x.hero, x.space) for x in of_kind(at.events, e.BlastThrown)] == [("ada", ada.space)] * goes_off


# --- KO ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lose", "mark"), [(wound, "wounds"), (lose_sanity, "sanity_damage")])
def test_an_ability_may_keep_a_hero_up_before_a_revive_token_is_asked_for(lose: Any, mark: str):
    at, ada = hurt("test-would-be-ko")
    at.state.revive_tokens = 1
    setattr(ada, mark, 8)
    assert run(lose(at, ada, 2, "a rock")) == 0
    assert ada.up and getattr(ada, mark) == 8 and at.state.revive_tokens == 1
    assert of_kind(at.events, e.Prevented)[-1] == e.Prevented("ada", "ko", 1, "an ability")


@pytest.mark.parametrize(("lose", "mark"), [(wound, "wounds"), (lose_sanity, "sanity_damage")])
def test_a_revive_token_restores_all_gives_a_grit_and_the_rest_is_ignored(lose: Any, mark: str):
    at, ada = hurt()
    at.state.revive_tokens, ada.wounds, ada.sanity_damage = 2, 8, 8
    assert run(lose(at, ada, 2, "a rock"), "revive") == 0
    assert (ada.wounds, ada.sanity_damage, ada.grit, at.state.revive_tokens, at.revivals) == (0, 0, 1, 1, 1)
    assert of_kind(at.events, e.Revived) == [e.Revived("ada", 1)]
    assert of_kind(at.events, e.GritChanged) == [e.GritChanged("ada", 1, 1, "a Revive Token")]
    setattr(ada, mark, 9)
    assert run(lose(at, ada, 1, "a rock"), "fall") == 1
    assert ada.ko and at.state.revive_tokens == 1 and at.revivals == 1


def test_the_grit_of_a_revive_token_beyond_max_grit_may_be_spent_at_once():
    at, ada = hurt()
    ada.grit, ada.wounds, ada.bleeding, at.state.revive_tokens = 2, 3, 1, 1
    run(wound(at, ada, 9, "a rock"), "revive", "bandage:ada")
    assert (ada.grit, ada.bleeding) == (2, 0)
    ada.grit, ada.wounds, ada.bleeding, at.state.revive_tokens = 1, 3, 1, 1
    run(wound(at, ada, 9, "a rock"), "revive")
    assert (ada.grit, ada.bleeding) == (2, 1)


def test_who_lost_health_or_sanity_itself_falls_and_a_revive_token_that_gives_too_little_does_not_help():
    at, ada = hurt()
    ada.wounds, ada.sanity_damage = 9, 9
    run(goes_down(at, ada, "blood"))
    assert ada.up
    for stat in ("health", "sanity"):
        at, ada = hurt()
        ada.wounds = ada.sanity_damage = 5
        ada.stats[stat] = 5
        at.stats.forget()
        run(goes_down(at, ada, "blood"))
        assert ada.ko and of_kind(at.events, e.KnockedOut) == [e.KnockedOut("ada", "blood")]
        at, ada = hurt()
        ada.wounds = ada.sanity_damage = 5
        ada.stats[stat] = 5
        at.state.revive_tokens = 1
        at.stats.forget()
        run(goes_down(at, ada, "blood"), "revive")
        assert ada.up and ada.wounds == 0
        ada.stats[stat] = 0
        at.state.revive_tokens = 1
        at.stats.forget()
        run(goes_down(at, ada, "blood"), "revive")
        assert ada.ko


def test_an_ally_is_killed_and_no_revive_token_is_used():
    at, ada = hurt()
    at.state.revive_tokens, ada.ally_of = 1, "mateo"
    run(wound(at, ada, 10, "a rock"))
    assert ada.dead and not ada.ko and at.state.revive_tokens == 1
    assert of_kind(at.events, e.HeroDied) == [e.HeroDied("ada", "a rock")]


@pytest.mark.parametrize("falls", [knocked_out, dies])
def test_the_mission_fails_when_the_last_hero_falls_though_not_while_it_is_settled(falls: Any):
    at, ada = hurt()
    at.state.light = "nobody"
    run(falls(at, ada, "a rock"))
    assert not ada.up
    mateo = at.hero("mateo")
    with pytest.raises(AdventureOver) as over:
        run(falls(at, mateo, "a rock"))
    assert over.value.outcome == "defeat" and over.value.because == "every hero is down"
    at, ada = hurt()
    at.hero("mateo").ko, at.state.phase, at.state.light = True, "settling", "ada"
    run(falls(at, ada, "a rock"))
    assert not ada.up and at.state.light == "ada"


def test_bleeding_stops_with_the_ko_only_where_the_edition_says_so():
    for edition, left in [("compilation", 2), ("forbidden-fortress", 0)]:
        at = table(library=PACK, setup=GameSetup(TWO.heroes, edition=edition))
        ada = at.hero("ada")
        assert at.rules.bleeding_removed_on_ko == (not left)
        ada.bleeding, at.state.light = 2, "mateo"
        run(knocked_out(at, ada, "a rock"))
        assert ada.bleeding == left
        ada.ko, ada.bleeding = False, 0
        run(knocked_out(at, ada, "a rock"))
        assert len(of_kind(at.events, e.StatusRemoved)) == (not left)


@pytest.mark.parametrize("falls", [knocked_out, dies])
def test_the_light_goes_to_a_hero_on_the_tile_or_to_the_nearest(falls: Any):
    at, ada = hurt()
    at.state.light = "ada"
    run(falls(at, ada, "a rock"))
    assert at.state.light == "mateo"
    assert of_kind(at.events, e.LightTaken) == [e.LightTaken("mateo")]


def test_among_several_on_the_tile_the_players_say_who_takes_the_light():
    three = GameSetup((*TWO.heroes, HeroSetup("saloon-girl", "Bo", seat="3", space="1.12")))
    at = table(library=PACK, setup=three)
    at.hero("ada").ko, at.state.light = True, "ada"
    run(pass_the_light(at, at.hero("ada")), "hero:bo")
    assert at.state.light == "bo"


# --- Corruption and charts --------------------------------------------------------------------------------------------


def test_corruption_is_gained_and_what_reaches_the_resistance_goes_for_a_mutation():
    at, ada = hurt("test-corruption-gained", "test-mutated", corruption_resistance=4, dice={"mutation chart": [1, 2]})
    assert run(corrupt(at, ada, 3, "a stone")) == 3
    assert ada.corruption == 3 and ada.gold == 3
    assert run(corrupt(at, ada, 2, "a stone")) == 2
    assert [(x.corruption, x.now) for x in of_kind(at.events, e.CorruptionGained)] == [(3, 3), (1, 4), (1, 1)]
    assert of_kind(at.events, e.Mutating) == [e.Mutating("ada", 4)]
    assert ada.corruption == 1 and ada.mutations == ["12"]


def test_who_is_immune_gains_no_corruption_and_abilities_prevent_some():
    at, ada = hurt("test-pure")
    assert run(corrupt(at, ada, 3, "a stone")) == 0 and ada.corruption == 0
    at, ada = hurt("test-would-gain-corruption", "test-corruption-gained", corruption_resistance=9)
    assert run(corrupt(at, ada, 3, "a stone")) == 1 and ada.corruption == 1 and ada.gold == 1
    assert run(corrupt(at, ada, 2, "a stone")) == 0 and ada.gold == 1
    assert of_kind(at.events, e.Prevented)[-1] == e.Prevented("ada", "corruption", 2, "an ability")


def test_a_resistance_below_1_counts_as_1():
    at, ada = hurt(corruption_resistance=0, dice={"mutation chart": [1, 2, 1, 3]})
    run(corrupt(at, ada, 2, "a stone"))
    assert ada.corruption == 0 and [x.removed for x in of_kind(at.events, e.Mutating)] == [1, 1]
    assert len(ada.mutations) == 2
    run(mutate(at, ada))
    assert len(ada.mutations) == 2


def test_the_dead_do_not_mutate_any_more():
    at, ada = hurt(corruption_resistance=2, dice={"mutation chart": [1, 2]})
    ada.mutations = ["12"]
    assert run(corrupt(at, ada, 9, "a stone")) == 9
    assert ada.dead and len(of_kind(at.events, e.Mutating)) == 1
    ada.corruption = 5
    run(mutate(at, ada))
    assert len(of_kind(at.events, e.Mutating)) == 1


def test_a_mutation_that_is_there_already_kills_unless_an_ability_says_otherwise():
    at, ada = hurt(dice={"mutation chart": [1, 2]})
    ada.mutations = ["12"]
    run(roll_on_chart(at, ada, "mutation"))
    assert ada.dead and not of_kind(at.events, e.ChartRolled)[-1].kept
    at, ada = hurt("test-sturdy", dice={"mutation chart": [1, 2]})
    ada.mutations = ["12"]
    run(roll_on_chart(at, ada, "mutation"))
    assert ada.up and ada.mutations == ["12"]


def test_two_dice_are_added_on_the_injury_and_the_madness_chart():
    for chart in ("injury", "madness"):
        at, ada = hurt(dice={f"{chart} chart": [2, 5]})
        run(roll_on_chart(at, ada, chart))
        (rolled,) = of_kind(at.events, e.ChartRolled)
        assert (rolled.chart, rolled.result, rolled.name) == (chart, "7", PACK.chart_rows[chart][7].name)
        assert of_kind(at.events, e.Rolled)[0].dice == ["D6", "D6"]


def test_grit_re_rolls_a_chart_only_where_the_edition_allows_it():
    for allowed, asked in [(False, 0), (True, 1)]:
        setup = GameSetup(TWO.heroes, switches={"grit_on_charts": allowed})
        at = table(library=PACK, setup=setup, dice={"injury chart": [2, 5]})
        at.hero("ada").grit = 1
        choices = drive(roll_on_chart(at, at.hero("ada"), "injury"), lambda c: c.options[0])
        assert [c.about["kind"] for c in choices if c.kind == "reroll"] == ["chart"] * asked
