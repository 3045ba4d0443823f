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
    gain_xp,
    goes_down,
    heal,
    heal_enemies,
    knocked_out,
    lose_sanity,
    mutate,
    nearest_free,
    pass_the_light,
    recover,
    recover_grit,
    roll_on_chart,
    stand,
    stand_up,
    steady,
    take_hits,
    wound,
)  # fmt: skip
from rules_engine.procedures.signals import AdventureOver
from rules_engine.state import Hero
from rules_engine.table import Table
from tests.rules_engine.at_the_table import MARSHAL, drive, foe, item, of_kind, packs_with, run, table

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
    at = table(gear=gear, library=PACK, dice=dice, setup=TWO)
    for hero in at.state.heroes.values():
        hero.grit = hero.gold = 0
        hero.items = [i for i in hero.items if i.uid >= 100]
        hero.upgrades, hero.side_bag = [], []
        hero.stats |= {"health": 10, "sanity": 10, "defense": 4, "willpower": 4, "max_grit": 2}
    at.hero("ada").stats |= stats
    at.state.revive_tokens = 0
    at.stats.forget()
    return at, at.hero("ada")


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


# --- Grit, XP, Healing ------------------------------------------------------------------------------------------------


def test_xp_is_for_heroes_and_no_event_without_any():
    at, ada = hurt()
    gain_xp(at, ada, 5, "a test")
    gain_xp(at, ada, 0, "a test")
    ada.ally_of = "mateo"
    gain_xp(at, ada, 5, "a test")
    assert ada.xp == 5 and of_kind(at.events, e.XpGained) == [e.XpGained("ada", 5, "a test")]


def test_grit_that_there_is_no_room_for_may_be_spent_at_once():
    at, ada = hurt(dice={"extra movement": [5]})
    assert run(recover_grit(at, ada, 1, "a test")) == 0 and ada.grit == 1
    ada.bleeding = 2
    run(recover_grit(at, ada, 3, "a test"), "bandage:ada", "lose")
    assert (ada.grit, ada.bleeding) == (2, 1)
    ada.bleeding = 0
    assert run(recover_grit(at, ada, 1, "a test", moving=True), "spend") == 5
    assert run(recover_grit(at, ada, 1, "a test", moving=True), "lose") == 0


def test_allies_and_who_may_not_recover_grit_get_none():
    at, ada = hurt("test-dull")
    assert run(recover_grit(at, ada, 1, "a test")) == 0 and ada.grit == 0
    at, ada = hurt()
    ada.ally_of = "mateo"
    assert run(recover_grit(at, ada, 1, "a test")) == 0 and ada.grit == 0


def test_who_holds_more_than_max_grit_recovers_none():
    at, ada = hurt()
    ada.grit = 3
    run(recover_grit(at, ada, 1, "a test"))
    assert ada.grit == 3 and not of_kind(at.events, e.GritChanged)


def test_no_more_is_healed_than_there_is_and_the_healer_has_5_xp_a_point():
    at, ada = hurt()
    ada.wounds, ada.sanity_damage, ada.corruption = 3, 2, 1
    assert run(heal(at, ada, wounds=5, sanity=1, corruption=4, healer="mateo")) == 4
    assert (ada.wounds, ada.sanity_damage, ada.corruption) == (0, 1, 0)
    assert at.hero("mateo").xp == 20 and ada.xp == 0
    assert of_kind(at.events, e.Healed) == [e.Healed("ada", 3, 1, 1, "mateo")]
    ada.sanity_damage = 0
    assert run(heal(at, ada, wounds=5, sanity=5, corruption=5, any=5, healer="mateo")) == 0
    assert len(of_kind(at.events, e.Healed)) == 1 and at.hero("mateo").xp == 20
    ada.corruption = 1
    assert run(heal(at, ada, corruption=5, healer="mateo")) == 0 and ada.corruption == 0
    assert at.hero("mateo").xp == 20 and len(of_kind(at.events, e.XpGained)) == 1


@pytest.mark.parametrize(
    ("wounds", "sanity", "any", "offered"),
    [
        (5, 5, 3, ["heal:0", "heal:1", "heal:2", "heal:3"]),
        (1, 5, 3, ["heal:0", "heal:1"]),
        (5, 1, 3, ["heal:2", "heal:3"]),
        (2, 2, 3, ["heal:1", "heal:2"]),
    ],
)
def test_points_for_health_or_sanity_are_split_as_the_hero_likes(
    wounds: int, sanity: int, any: int, offered: list[str]
):
    for number, answer in enumerate(offered):
        at, ada = hurt()
        ada.wounds, ada.sanity_damage = wounds, sanity
        (choice,) = drive(heal(at, ada, any=any), lambda c, number=number: c.options[number])
        assert choice.ids == offered
        points = int(answer.partition(":")[2])
        assert (ada.wounds, ada.sanity_damage) == (wounds - points, sanity - (any - points))
        assert choice.options[number].label == f"{points} Wounds and {any - points} Sanity"


@pytest.mark.parametrize(
    ("wounds", "sanity", "any"), [(5, 0, 3), (0, 5, 3), (2, 1, 3), (2, 1, 9), (0, 0, 3), (1, 1, 2)]
)
def test_nobody_is_asked_where_there_is_one_way(wounds: int, sanity: int, any: int):
    at, ada = hurt()
    ada.wounds, ada.sanity_damage = wounds, sanity
    assert run(heal(at, ada, any=any)) == min(any, wounds + sanity)
    left = max(0, wounds + sanity - any)
    assert ada.wounds + ada.sanity_damage == left
    assert ada.wounds <= wounds and ada.sanity_damage <= sanity


def test_what_is_healed_as_health_comes_before_the_split():
    at, ada = hurt()
    ada.wounds, ada.sanity_damage = 4, 4
    assert run(heal(at, ada, wounds=3, sanity=2, any=2), "heal:1") == 7
    assert (ada.wounds, ada.sanity_damage) == (0, 1)


def test_who_recovers_keeps_a_point_of_each_where_the_points_suffice():
    at, ada = hurt()
    ada.wounds, ada.sanity_damage = 10, 11
    (choice,) = drive(heal(at, ada, any=5, least=True), lambda c: c.options[0])
    assert choice.ids == ["heal:1", "heal:2", "heal:3"]
    at, ada = hurt()
    ada.wounds, ada.sanity_damage = 10, 11
    run(heal(at, ada, any=3, least=True))
    assert (ada.wounds, ada.sanity_damage) == (9, 9)
    at, ada = hurt()
    ada.wounds, ada.sanity_damage = 12, 12
    (choice,) = drive(heal(at, ada, any=2, least=True), lambda c: c.options[0])
    assert choice.ids == ["heal:0", "heal:1", "heal:2"]


@pytest.mark.parametrize(
    ("wounds", "sanity", "charts", "dice"),
    [(10, 3, ["injury"], 1), (3, 10, ["madness"], 1), (10, 10, ["injury", "madness"], 2), (3, 3, ["injury"], 1)],
)
def test_who_recovers_rolls_for_what_was_gone(wounds: int, sanity: int, charts: list[str], dice: int):
    at, ada = hurt("test-recovered", dice={"injury chart": [3, 4], "madness chart": [3, 4], "recovering": [1, 2, 3, 1]})
    ada.ko, ada.wounds, ada.sanity_damage = True, wounds, sanity
    drive(recover(at, ada), lambda c: c.options[0])
    assert ada.up and [x.chart for x in of_kind(at.events, e.ChartRolled)] == charts
    assert [x.dice for x in of_kind(at.events, e.Rolled) if x.purpose == "recovering"] == [["D6", "D6"]] * dice
    if dice == 2:
        assert of_kind(at.events, e.Healed)[0] == e.Healed("ada", 3, 4)
    else:
        assert ada.wounds + ada.sanity_damage == wounds + sanity - 3


def test_dice_of_recovering_are_worth_a_re_roll_below_4():
    for both, rolled, asked in [
        (False, [3, 4], 1),
        (False, [4, 4], 0),
        (True, [4, 4, 3, 4], 1),
        (True, [4, 4, 4, 4], 0),
    ]:
        at, ada = hurt(dice={"recovering": rolled, "injury chart": [3, 4], "madness chart": [3, 4]})
        ada.grit, ada.ko, ada.wounds, ada.sanity_damage = 1, True, 10, 10 if both else 0
        choices = drive(recover(at, ada), lambda c: c.options[0])
        assert [c.about["kind"] for c in choices if c.kind == "reroll"] == ["heal"] * asked


def test_who_stands_up_pushes_aside_whoever_stands_there():
    at, ada = hurt("test-recovered")
    mateo = at.hero("mateo")
    ada.ko, mateo.space = True, ada.space
    run(stand_up(at, ada))
    assert ada.up and mateo.space != ada.space and mateo.space in at.board.adjacent[ada.space]
    assert of_kind(at.events, e.Placed) == [e.Placed("mateo", mateo.space, "pushed aside")]
    assert of_kind(at.events, e.Recovered) == [e.Recovered("ada", ada.space)]
    at, ada = hurt()
    ada.ko = True
    stand(at, ada)
    assert ada.up and not of_kind(at.events, e.Placed)


def test_beneath_an_extra_large_enemy_a_hero_stands_up_on_the_nearest_free_space():
    at, ada = hurt()
    ada.space, ada.ko = "1.02", True
    bear = foe(at, "hell-bears", "1.02", base="se")
    stand(at, ada)
    assert ada.up and ada.space not in at.footprint(bear) and not of_kind(at.events, e.Placed)
    spider_at, ada = hurt()
    ada.ko = True
    spider = foe(spider_at, "void-spiders", ada.space)
    stand(spider_at, ada)
    assert spider.space in spider_at.board.adjacent[ada.space] and ada.space == "1.15"


def test_who_recovers_has_a_point_of_health_and_of_sanity():
    at, ada = hurt()
    ada.wounds, ada.sanity_damage = 12, 5
    run(steady(at, ada))
    assert (ada.wounds, ada.sanity_damage) == (9, 5)
    assert of_kind(at.events, e.Healed) == [e.Healed("ada", 3, 0)]
    ada.wounds, ada.sanity_damage = 9, 10
    run(steady(at, ada))
    assert (ada.wounds, ada.sanity_damage) == (9, 9)
    run(steady(at, ada))
    assert len(of_kind(at.events, e.Healed)) == 2
    ada.bleeding, ada.wounds = 2, 0
    at.stats.forget()
    run(steady(at, ada))
    assert ada.bleeding == 2
    ada.stats["health"] = 6
    at.stats.forget()
    run(steady(at, ada))
    assert ada.bleeding == 0 and of_kind(at.events, e.StatusRemoved)[-1].count == 2


def test_enemies_heal_what_they_have():
    at, _ = hurt()
    trolls = [foe(at, "trolls", f"1.0{n}", wounds=n) for n in range(4)]
    heal_enemies(at, trolls, 2)
    assert [troll.wounds for troll in trolls] == [0, 0, 0, 1]
    assert of_kind(at.events, e.EnemyHealed) == [
        e.EnemyHealed("trolls-2", 1), e.EnemyHealed("trolls-3", 2), e.EnemyHealed("trolls-4", 2),
    ]  # fmt: skip


def test_the_nearest_free_space_is_the_first_in_order_that_nobody_stands_on():
    at, ada = hurt()
    near = sorted(at.board.adjacent[ada.space])
    free = [space for space in near if space != at.hero("mateo").space]
    assert nearest_free(at, ada.space) == free[0]
    for space in free:
        foe(at, "void-spiders", space)
    beyond = nearest_free(at, ada.space)
    assert beyond is not None and beyond not in near and at.board.distance(ada.space, beyond) == 2
