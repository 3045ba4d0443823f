"""Every field of effects and abilities is read into its place, and refused where it does not belong."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.effects import nodes as n
from rules_engine.effects import parse
from rules_engine.effects.language import NAMES, WORDS, WORDS_WITH_NAME, amount, condition
from rules_engine.effects.vocabulary import (
    BOOSTED,
    DEEPEST,
    DURATIONS,
    ENEMY_TARGETS,
    EVENTS,
    HERO_TARGETS,
    HIGHEST,
    LIMITS,
    REROLL_DICE,
    REROLL_WHOSE,
    REROLL_WITHIN,
    TRUE_FORMS,
    USES,
    WHOLE_FORMS,
)
from rules_engine.errors import ContentError
from rules_engine.state import STATUSES

CANCEL, END = (n.Cancel(),), (n.EndTurn(),)
FIGHT = condition("fight", "here")


def read(written: Any) -> n.Node:
    (node,) = parse.effects([written], "here")
    return node


# --- what is read -----------------------------------------------------------------------------------------------------


def test_a_test_has_skills_a_target_who_takes_it_and_what_follows():
    given = {"skill": ["lore", "luck"], "target": 5, "who": "all", "pass": ["cancel"], "fail": ["end_turn"]}
    assert read({"test": given}) == n.Test(("lore", "luck"), 5, "all", CANCEL, END)
    assert read({"test": {"skill": "lore", "target": 5}}) == n.Test(("lore",), 5, "subject", (), ())


@pytest.mark.parametrize("who", sorted(HERO_TARGETS))
def test_any_heroes_may_take_a_test(who: str):
    assert read({"test": {"skill": "lore", "target": 5, "who": who}}) == n.Test(("lore",), 5, who)


@pytest.mark.parametrize("target, fits", [(1, False), (2, True), (3, True), (5, True), (6, True), (7, False)])
def test_the_target_of_a_test_is_2_to_6(target: int, fits: bool):
    written = {"test": {"skill": "lore", "target": target}}
    if fits:
        assert read(written) == n.Test(("lore",), target)
    else:
        with pytest.raises(ContentError, match=f"target: a Skill test needs 2 to 6 on a D6, not {target}"):
            read(written)


def test_a_roll_has_a_die_a_table_and_what_is_done_in_any_case():
    given = {"die": "2D6", "table": {"2-3": ["cancel"], 7: ["end_turn"]}, "do": ["cancel"]}
    assert read({"roll": given}) == n.RollDie("2D6", (((2, 3), CANCEL), ((7,), END)), CANCEL)
    assert read("roll") == n.RollDie("D6", (), ())


def test_an_if_has_two_branches():
    given = {"when": "fight", "then": ["cancel"], "else": ["end_turn"]}
    assert read({"if": given}) == n.If(FIGHT, CANCEL, END)
    assert read({"if": {"when": "fight"}}) == n.If(FIGHT, (), ())


def test_a_choice_has_options_with_costs_and_conditions_and_somebody_who_chooses():
    option = {"label": "pay", "do": ["cancel"], "when": "fight", "cost": {"gold": 5}}
    plain = {"label": "go"}
    offers = (n.Offer("pay", CANCEL, FIGHT, n.Cost(gold=5)), n.Offer("go", (), None, None))
    assert read({"choose": [option, plain]}) == n.Choose(offers, "subject")
    assert read({"choose": {"options": [option, plain], "who": "party"}}) == n.Choose(offers, "party")


def test_a_cost_has_each_of_its_parts():
    parts = {"grit": 1, "dark_stone": 2, "gold": 3, "corruption_hit": 4, "wounds": 5, "sanity": 6}
    written = {**parts, "discard": "this", "tokens": {"rage": 2, "ki": 1}}
    assert parse.cost(written, "here") == n.Cost(**parts, discard="this", tokens=(("rage", 2), ("ki", 1)))
    assert parse.cost(None, "here") == n.Cost()


@pytest.mark.parametrize("op", ["add", "set", "multiply"])
def test_a_modifier_has_an_operation_and_may_have_a_condition_and_a_floor(op: str):
    (plain,) = parse.ability({"id": "a", "modifiers": [{"stat": "combat", op: 2}]}, "here").modifiers
    assert plain == parse.Modifier("combat", op, 2, "owner", None, None)
    whole = {"stat": "move", op: 2, "to": "all", "when": "fight", "at_least": 1}
    (full,) = parse.ability({"id": "a", "modifiers": [whole]}, "here").modifiers
    assert full == parse.Modifier("move", op, 2, "all", FIGHT, 1)


def test_only_a_move_has_a_least_number():
    with pytest.raises(ContentError, match=r"^here\(a\).modifiers\[0\].at_least: only a Move has a least"):
        parse.ability({"id": "a", "modifiers": [{"stat": "combat", "add": -1, "at_least": 1}]}, "here")


def test_a_reroll_has_rolls_dice_and_whose_they_are():
    plain = parse.ability({"id": "a", "reroll": {"roll": "grit"}}, "here").reroll
    assert plain == parse.RerollRight("grit", "any", "own", (), 0, False, "") and plain.rolls == ("grit",)
    given = {"roll": ["a", "b", "c"], "dice": "ones", "whose": "other", "add": 2, "again": True, "within": "tile"}
    full = parse.ability({"id": "a", "reroll": given}, "here").reroll
    assert full == parse.RerollRight("a", "ones", "other", ("b", "c"), 2, True, "tile")
    assert full.rolls == ("a", "b", "c")


def test_a_boost_has_what_it_adds_to_and_how_often():
    assert parse.ability({"id": "a", "boost": {"of": "healing", "most": 3}}, "here").boost == parse.Boost(
        "healing", 3, 1
    )
    given = {"of": "combat_hit", "most": 2, "add": 4}
    assert parse.ability({"id": "a", "boost": given}, "here").boost == parse.Boost("combat_hit", 2, 4)


def test_what_a_face_does_has_each_of_its_parts():
    assert parse.ability({"id": "a", "on_face": {"at_least": 6}}, "here").on_face == parse.OnFace(6, (), (), 0, 0)
    given = {"at_least": 5, "ignore": ["armor"], "do": ["cancel"], "harder": 2, "around": 3}
    assert parse.ability({"id": "a", "on_face": given}, "here").on_face == parse.OnFace(5, ("armor",), CANCEL, 2, 3)


def test_a_ranged_attack_has_each_of_its_parts():
    assert parse.ability({"ranged": {"range": 8}}, "here").ranged == parse.RangedAttack(8, 1, None, "", None)
    given = {"range": 6, "shots": 2, "damage": 0, "die": "D8", "on_face": {"at_least": 6}}
    assert parse.ability({"ranged": given}, "here").ranged == parse.RangedAttack(6, 2, 0, "D8", parse.OnFace(6))


def test_an_ability_has_each_of_its_parts():
    written = {
        "id": "a", "title": "A Name", "label": "a label", "flags": ["two_hats", "no_guns"], "if": "fight",
        "do": ["cancel"], "cost": {"grit": 1}, "immune": ["fire", "ice"], "keywords": ["magic"], "damage_die": "D3",
        "on": "turn_started", "of": "any", "may": True, "limit": "turn", "use": "search", "note": {"text": "a word"},
        "free_attack": {"combat": 2},
    }  # fmt: skip
    assert parse.ability(written, "here") == parse.Ability(
        "a", name="A Name", label="a label", flags=("two_hats", "no_guns"), when=FIGHT, do=CANCEL, cost=n.Cost(grit=1),
        immune=("fire", "ice"), keywords=("magic",), damage_die="D3", on="turn_started", of="any", may=True,
        limit="turn", use="search", note={"text": "a word"}, free_attack=n.Strike(combat=amount(2, "here")),
        switches=("two_hats", "no_guns", "immune:fire", "immune:ice"),
    )  # fmt: skip
    assert parse.ability({"id": "a", "when": "fight"}, "here").when == FIGHT
    assert parse.ability({"id": "a", "modifiers": None}, "here") == parse.Ability("a")
    assert written["if"] == "fight", "what was written is left as it was"


@pytest.mark.parametrize("form", WHOLE_FORMS)
def test_a_form_with_a_figure_needs_no_id(form: str):
    assert parse.ability({form: 2}, "here") == parse.Ability(form, **{form: 2})


@pytest.mark.parametrize("form", TRUE_FORMS)
def test_a_form_that_is_true_needs_no_id_and_may_switch_a_rule(form: str):
    switch = parse.SWITCHING_FORMS[form]
    assert parse.ability({form: True}, "here") == parse.Ability(form, **{form: True}, switches=(switch,))
    assert parse.ability({form: False}, "here") == parse.Ability(form, **{form: False})


@pytest.mark.parametrize("form, value", [("ranged", {"range": 3}), ("immune", "fire"), ("damage_die", "D6")])
def test_other_short_forms_need_no_id(form: str, value: Any):
    assert parse.ability({form: value}, "here").id == form
    assert parse.ability({"id": "own", form: value}, "here").id == "own"


def test_abilities_of_a_list_have_a_number_for_an_id():
    read = parse.abilities([{"do": ["cancel"]}, {"id": "own"}, {"use": "start"}], "here")
    assert [one.id for one in read] == ["ability-1", "own", "ability-3"]
    assert parse.abilities(None, "here") == ()
    with pytest.raises(ContentError, match=r"^here: expected a list of abilities, found str"):
        parse.abilities("fear", "here")
    with pytest.raises(ContentError, match=r"^here\[1\]\(ability-2\): 'x' is not known"):
        parse.abilities([{}, {"x": 1}], "here")


@pytest.mark.parametrize("field", ["wounds", "sanity", "any", "corruption"])
def test_a_healing_may_be_of_everything(field: str):
    healed = getattr(read({"heal": {field: "all"}}), field)
    assert (healed.const, healed.terms, healed.text) == (999, (), "all")
    assert getattr(read({"heal": {field: "D6"}}), field) == amount("D6", "here")
    assert read({"heal": {"to": "all"}}) == n.Heal(to="all")


# --- an Item's own Attack ---------------------------------------------------------------------------------------------


def test_this_item_means_an_attack_with_the_item_that_has_the_ability():
    modifiers = [{"stat": "combat", "add": 1, "when": "this_item and fight"}, {"stat": "luck", "add": 1}]
    written = parse.ability({"id": "a", "if": "not this_item", "modifiers": modifiers}, "here")
    counted = parse.of_item(written, "bow")
    assert counted.when is not None and counted.when.parts == condition("not using bow", "here").parts
    assert counted.when.text == "not using bow"
    first, second = counted.modifiers
    assert first.when is not None and first.when.parts == condition("using bow and fight", "here").parts
    assert (first.stat, first.op, first.value, first.when.text) == ("combat", "add", 1, "using bow and fight")
    assert second == written.modifiers[1]


@pytest.mark.parametrize("when", [{}, {"if": "fight"}])
def test_this_item_may_stand_in_a_modifier_alone(when: dict[str, Any]):
    modifiers = [{"stat": "combat", "add": 1}, {"stat": "combat", "add": 1, "when": "this_item"}]
    written = parse.ability({"id": "a", "modifiers": modifiers, **when}, "here")
    counted = parse.of_item(written, "bow")
    assert [one.when and one.when.text for one in counted.modifiers] == [None, "using bow"]
    assert counted.when == written.when


def test_an_ability_that_does_not_speak_of_the_item_is_the_same_on_all_items():
    written = parse.ability({"id": "a", "if": "fight", "modifiers": [{"stat": "luck", "add": 1}]}, "here")
    assert parse.of_item(written, "bow") is written


# --- what is refused --------------------------------------------------------------------------------------------------


def known(words: Any) -> str:
    return f"'qqq' is not known; known: {', '.join(sorted(words))}"


FIELDS_OF: dict[str, tuple[Any, str, list[str]]] = {
    "a test": ({"test": {"qqq": 1}}, "here[0].test", ["who", "skill", "target", "pass", "fail"]),
    "a roll": ({"roll": {"qqq": 1}}, "here[0].roll", ["die", "table", "do"]),
    "an if": ({"if": {"qqq": 1}}, "here[0].if", ["when", "then", "else"]),
    "an option": ({"choose": [{"qqq": 1}]}, "here[0].choose.options[0]", ["label", "do", "when", "cost"]),
    "a cost": (
        {"choose": [{"label": "x", "cost": {"qqq": 1}}]},
        "here[0].choose.options[0].cost",
        ["grit", "dark_stone", "gold", "corruption_hit", "wounds", "sanity", "discard", "tokens"],
    ),
    "a plain effect": ({"move": {"qqq": 1}}, "here[0].move", ["add"]),
    "a draw": ({"draw": {"qqq": 1}}, "here[0].draw", ["deck", "count", "to"]),
}


@pytest.mark.parametrize("of", FIELDS_OF)
def test_an_unknown_field_of_an_effect_is_refused_with_those_that_there_are(of: str):
    written, path, words = FIELDS_OF[of]
    with pytest.raises(ContentError) as refused:
        parse.effects([written], "here")
    assert str(refused.value) == f"{path}: {known(words)}"


PARTS_OF: dict[str, tuple[Any, str, list[str]]] = {
    "modifiers": ([{"qqq": 1}], "[0]", ["stat", "add", "set", "multiply", "to", "when", "at_least"]),
    "reroll": ({"qqq": 1}, "", ["roll", "dice", "whose", "add", "again", "within"]),
    "boost": ({"qqq": 1}, "", ["of", "most", "add"]),
    "on_face": ({"qqq": 1}, "", ["at_least", "ignore", "do", "harder", "around"]),
    "ranged": ({"qqq": 1}, "", ["range", "shots", "damage", "die", "on_face"]),
}


@pytest.mark.parametrize("part", PARTS_OF)
def test_an_unknown_field_of_an_ability_is_refused_with_those_that_there_are(part: str):
    written, place, words = PARTS_OF[part]
    with pytest.raises(ContentError) as refused:
        parse.ability({"id": "a", part: written}, "here")
    assert str(refused.value) == f"here(a).{part}{place}: {known(words)}"


WORDS_OF: list[tuple[dict[str, Any], str, Any]] = [
    ({"on": "qqq"}, "on", EVENTS),
    ({"use": "qqq"}, "use", USES),
    ({"limit": "qqq"}, "limit", LIMITS),
    ({"reroll": {"roll": "x", "dice": "qqq"}}, "reroll.dice", REROLL_DICE),
    ({"reroll": {"roll": "x", "whose": "qqq"}}, "reroll.whose", REROLL_WHOSE),
    ({"reroll": {"roll": "x", "within": "qqq"}}, "reroll.within", REROLL_WITHIN),
    ({"boost": {"of": "qqq", "most": 1}}, "boost.of", BOOSTED),
    ({"damage_die": "qqq"}, "damage_die", ["D3", "D6", "D8", "P"]),
    ({"ranged": {"range": 1, "die": "qqq"}}, "ranged.die", ["D3", "D6", "D8", "P"]),
]


@pytest.mark.parametrize("written, place, words", WORDS_OF, ids=[place for _, place, _ in WORDS_OF])
def test_an_unknown_word_of_an_ability_is_refused_with_those_that_there_are(
    written: dict[str, Any], place: str, words: Any
):
    with pytest.raises(ContentError) as refused:
        parse.ability({"id": "a", **written}, "here")
    assert str(refused.value) == f"here(a).{place}: {known(words)}"


@pytest.mark.parametrize("die", ["2D6", "3D6", "2D3", "2P"])
def test_more_than_one_die_is_no_die_of_a_hit(die: str):
    with pytest.raises(ContentError, match=rf"^here\(a\).damage_die: '{die}' is not known; did you mean"):
        parse.ability({"id": "a", "damage_die": die}, "here")


CHOICES_OF: list[tuple[Any, str, Any]] = [
    ({"hits": {"kind": "qqq"}}, "hits.kind", ["physical", "horror", "corruption"]),
    ({"status": {"add": "qqq"}}, "status.add", ["", *STATUSES]),
    ({"status": {"remove": "qqq"}}, "status.remove", ["", "any", *STATUSES]),
    ({"modify": {"stat": "luck", "add": 1, "until": "qqq"}}, "modify.until", DURATIONS),
    ({"flag": {"name": "x", "until": "qqq"}}, "flag.until", DURATIONS),
    (
        {"draw": {"deck": "qqq"}},
        "draw.deck",
        ["loot", "scavenge", "gear", "artifact", "darkness", "growing-dread", "encounter"],
    ),
    ({"chart": {"name": "qqq"}}, "chart.name", ["injury", "madness", "mutation", "depth-event"]),
    ({"attack": {"beside": "qqq"}}, "attack.beside", ["", "owner"]),
    ({"attack": {"threat": "qqq"}}, "attack.threat", ["", "normal", "low", "med", "high", "higher", "epic"]),
    ({"spawn": {"enemy": "this", "at": "qqq"}}, "spawn.at", ["", "this"]),
    ({"flame": {"range": 1, "at": "qqq"}}, "flame.at", ["random", "farthest", "target"]),
    ({"shot": {"range": 1, "at": "qqq"}}, "shot.at", ["random", "farthest", "target"]),
    ({"cast": {"element": "qqq", "number": 1}}, "cast.element", ["fire", "wind", "water", "earth"]),
    ({"strike": {"kind": "qqq"}}, "strike.kind", ["melee", "ranged"]),
    ({"hits": {"to": "qqq"}}, "hits.to", HERO_TARGETS | ENEMY_TARGETS),
    ({"test": {"skill": "lore", "target": 5, "who": "qqq"}}, "test.who", HERO_TARGETS),
    ({"test": {"skill": "qqq", "target": 5}}, "test.skill", parse.SKILLS),
]


@pytest.mark.parametrize("written, place, words", CHOICES_OF, ids=[place for _, place, _ in CHOICES_OF])
def test_an_unknown_word_of_an_effect_is_refused_with_those_that_there_are(written: Any, place: str, words: Any):
    with pytest.raises(ContentError) as refused:
        parse.effects([written], "here")
    assert str(refused.value) == f"here[0].{place}: {known(words)}"


@pytest.mark.parametrize(
    "given, fits", [({}, False), ({"add": 1}, True), ({"set": 1}, True), ({"add": 1, "set": 1}, False)]
)
def test_a_tally_is_counted_on_or_set(given: dict[str, int], fits: bool):
    if fits:
        assert read({"tally": {"name": "seals", **given}})
    else:
        with pytest.raises(ContentError, match=r"^here\[0\].tally: a tally has exactly one of add, set"):
            read({"tally": {"name": "seals", **given}})


@pytest.mark.parametrize(
    "ops", [(), ("add",), ("set",), ("multiply",), ("add", "set"), ("set", "multiply"), ("add", "set", "multiply")]
)
def test_a_change_of_a_stat_does_exactly_one_thing(ops: tuple[str, ...]):
    written = {"stat": "luck", **dict.fromkeys(ops, 1)}
    if len(ops) == 1:
        assert read({"modify": written})
        assert parse.ability({"id": "a", "modifiers": [written]}, "here").modifiers[0].op == ops[0]
    else:
        with pytest.raises(ContentError, match=r"^here\[0\].modify: a modify has exactly one of add, set, multiply"):
            read({"modify": written})
        with pytest.raises(ContentError, match="a modifier has a stat and one of add, set, multiply"):
            parse.ability({"id": "a", "modifiers": [written]}, "here")


NO_WHOLE: list[tuple[dict[str, Any], str]] = [
    ({"boost": {"of": "healing"}}, "boost.most"),
    ({"boost": {"of": "healing", "most": 1, "add": "x"}}, "boost.add"),
    ({"ranged": {}}, "ranged.range"),
    ({"ranged": {"range": 1, "shots": "x"}}, "ranged.shots"),
    ({"ranged": {"range": 1, "damage": "x"}}, "ranged.damage"),
    ({"reroll": {"roll": "x", "add": "x"}}, "reroll.add"),
    ({"modifiers": [{"stat": "luck", "add": "x"}]}, "modifiers[0].add"),
    ({"modifiers": [{"stat": "move", "add": 1, "at_least": "x"}]}, "modifiers[0].at_least"),
    ({"on_face": {"at_least": 6, "harder": "x"}}, "on_face.harder"),
    ({"on_face": {"at_least": 6, "around": "x"}}, "on_face.around"),
    ({"cost": {"tokens": {"rage": "x"}}}, "cost.tokens.rage"),
    ({"fear": "x"}, "fear"),
]


@pytest.mark.parametrize("written, place", NO_WHOLE, ids=[place for _, place in NO_WHOLE])
def test_a_figure_that_is_no_whole_number_is_refused_at_its_place(written: dict[str, Any], place: str):
    with pytest.raises(ContentError) as refused:
        parse.ability({"id": "a", **written}, "here")
    assert str(refused.value).startswith(f"here(a).{place}: expected a whole number, found ")


@pytest.mark.parametrize("value", [True, 1.0, "1", None, [1]])
def test_only_whole_numbers_are_whole_numbers(value: object):
    with pytest.raises(ContentError, match="expected a whole number"):
        parse.ability({"fear": value}, "here")


@pytest.mark.parametrize(
    "text, fits", [("999", False), ("1000", False), ("100", True), ("101", False), ("99-101", False)]
)
def test_a_row_of_a_table_goes_up_to_the_highest_roll(text: str, fits: bool):
    assert HIGHEST == 100
    if fits:
        assert parse.span(text, "here") == (100,)
    else:
        with pytest.raises(ContentError, match=f"^here: '{text}' is no"):
            parse.span(text, "here")


@pytest.mark.parametrize("text", ["1000", "x", "1-x", "1-1000", "-1", "1--2", "", "1,"])
def test_what_is_no_number_is_no_row_of_a_table(text: str):
    with pytest.raises(ContentError, match=f"^here: '{text}' is no number or range such as 2 or 4-6"):
        parse.span(text, "here")


@pytest.mark.parametrize("text", ["101", "4-3", "1-999", "0-101"])
def test_a_range_of_rolls_goes_from_low_to_high(text: str):
    with pytest.raises(ContentError, match=rf"^here: '{text}' is no range of rolls from low to high, up to {HIGHEST}"):
        parse.span(text, "here")


def nested(times: int) -> Any:
    """An effect within so many others."""
    found: Any = ["cancel"]
    for _ in range(times):
        found = [{"each": {"to": "all", "do": found}}]
    return found


def test_effects_may_be_nested_so_deep_and_no_deeper():
    assert parse.effects(nested(DEEPEST), "here")
    with pytest.raises(ContentError) as refused:
        parse.effects(nested(DEEPEST + 1), "here")
    place = "here" + "[0].each.do" * (DEEPEST + 1)
    assert str(refused.value) == f"{place[:80]}...: effects are nested more than {DEEPEST} deep"


def test_only_close_words_are_meant():
    with pytest.raises(ContentError, match=r"^here\[0\]: 'repea' is not known; did you mean 'repeat'\?$"):
        read("repea")
    with pytest.raises(ContentError, match=r"^here: an ability needs an id$"):
        parse.ability({"do": []}, "here")


# --- amounts and conditions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, message",
    [
        ("5 six", "cannot read '5 six' as an amount, at column 3: expected + or - and a term"),
        ("D6 + ", "cannot read 'D6 + ' as an amount, at column 4: expected + or - and a term"),
        ("6/2", "in '6/2' only a name such as amount can be divided"),
        ("D6/2", "in 'D6/2' only a name such as amount can be divided"),
    ],
)
def test_what_is_wrong_in_an_amount_is_named(text: str, message: str):
    with pytest.raises(ContentError) as refused:
        amount(text, "here")
    assert str(refused.value) == f"here: {message}"


def test_an_unknown_name_in_an_amount_is_refused_with_those_that_there_are():
    with pytest.raises(ContentError) as refused:
        amount("D6 + qqq", "here")
    dice = "D3, D6, D8, 2D6, 3D6, 2D3, P, 2P, 3P"
    names = ", ".join(sorted(NAMES))
    assert str(refused.value) == f"here: 'qqq' in 'D6 + qqq' is neither dice ({dice}) nor a name ({names}, tally_...)"


@pytest.mark.parametrize(
    "text, terms",
    [
        ("amount/2", [(1, "amount", 2)]),
        ("3*heroes/2 - level", [(3, "heroes", 2), (-1, "level", 1)]),
        ("heroes/0", [(1, "heroes", 1)]),
        ("tally_seals", [(1, "tally_seals", 1)]),
        ("tokens_rage + max_tokens_rage", [(1, "tokens_rage", 1), (1, "max_tokens_rage", 1)]),
    ],
)
def test_a_name_may_count_once_for_every_so_many(text: str, terms: list[tuple[int, str, int]]):
    assert [(one.times, one.name, one.every) for one in amount(text, "here").terms] == terms


def test_an_amount_remembers_how_it_was_written():
    assert amount("D6 + 1", "here").text == "D6 + 1" and amount(-3, "here").text == "-3"
    assert amount("{P} + 1", "here").text == "{P} + 1"


@pytest.mark.parametrize("left, right", [("D6", "2"), ("2", "D6"), ("n", "D6"), ("n + D6", "2")])
def test_neither_side_of_a_comparison_rolls_dice(left: str, right: str):
    with pytest.raises(ContentError) as refused:
        condition(f"{left} > {right}", "here")
    assert str(refused.value) == (
        f"here: a condition cannot roll dice ('{left} > {right}'): bind them with `roll` and compare n"
    )


def test_the_parts_of_a_condition_are_words_names_and_comparisons():
    word, named, compared = condition("not  fight and keyword  law and n + 1 >= 2", "here").parts
    assert (word.negated, word.word, word.name) == (True, "fight", "")
    assert (named.negated, named.word, named.name) == (False, "keyword", "law")
    assert (compared.negated, compared.word, compared.name, compared.op) == (False, "", "", ">=")
    assert compared.left == amount("n + 1", "here") and compared.right == amount("2", "here")
    assert condition("not n > 2", "here").parts[0].negated


@pytest.mark.parametrize("text", ["fight now", "keyword", "qqq", "qqq law", "not", "fight and"])
def test_what_is_no_condition_is_refused_with_what_would_be_one(text: str):
    with pytest.raises(ContentError) as refused:
        condition(text, "here")
    words = ", ".join(sorted(WORDS | WORDS_WITH_NAME))
    assert str(refused.value).endswith(f" is no condition; known: {words}, or a comparison such as 'n > 2'")
