"""The effect language: amounts, conditions, effects and abilities as packs write them (docs/effects.md)."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_engine import events as e
from rules_engine.content.library import Library
from rules_engine.effects import language, nodes, parse
from rules_engine.effects.conditions import value_now
from rules_engine.effects.context import Context
from rules_engine.effects.language import amount, condition
from rules_engine.effects.run import RUNNERS
from rules_engine.effects.run import run as run_effects
from rules_engine.effects.triggers import MAX_DEPTH
from rules_engine.errors import ContentError, EffectDepthError
from tests.rules_engine.at_the_table import drive, item, of_kind, packs_with, run, table

# --- amounts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, const, terms",
    [
        (3, 3, []),
        (-2, -2, []),
        ("4", 4, []),
        ("D6", 0, [(1, "D6")]),
        ("D6+1", 1, [(1, "D6")]),
        ("D6 + 1 - 3", -2, [(1, "D6")]),
        ("2*D6", 0, [(2, "D6")]),
        ("-D3", 0, [(-1, "D3")]),
        ("2D6 - heroes", 0, [(1, "2D6"), (-1, "heroes")]),
        ("10*level + 5", 5, [(10, "level")]),
        ("{P}", 0, [(1, "P")]),
        ("2*3 + 1", 7, []),
    ],
)
def test_an_amount_is_a_sum_of_numbers_dice_and_names(text: object, const: int, terms: list[tuple[int, str]]):
    read = amount(text, "here")
    assert (read.const, [(term.times, term.name) for term in read.terms]) == (const, terms)
    assert read.fixed is (terms == [])


@pytest.mark.parametrize("name", sorted(language.DICE_NAMES))
def test_every_dice_name_is_an_amount_of_its_dice(name: str):
    (term,) = amount(name, "here").terms
    assert term.dice == language.DICE_NAMES[name]


@pytest.mark.parametrize("name", sorted(language.NAMES))
def test_every_name_is_a_number_at_the_table(name: str):
    assert isinstance(value_now(table(), amount(f"2*{name}", "here"), Context(subject="ada")), int)


@pytest.mark.parametrize(
    "bad", ["", "  ", "D7", "D6 +", "+", "D6 1", "1 2", "six", "2*", "D6 * 2", "1.5", "D6+(1)", "9" * 9]
)
def test_what_is_no_amount_is_refused_with_its_place(bad: str):
    with pytest.raises(ContentError, match=r"^card x: "):
        amount(bad, "card x")


@pytest.mark.parametrize("bad", [None, True, 1.5, [], {}, [1]])
def test_only_whole_numbers_and_texts_are_amounts(bad: object):
    with pytest.raises(ContentError, match=r"^card x: an amount is a number such as 2 or 'D6 \+ 1'"):
        amount(bad, "card x")


def test_a_rolled_amount_is_never_below_zero():
    at = table(dice={"a test": [1]})
    assert run(at.roll_amount(amount("D6 - 4", "here"), Context(subject="ada"), "a test")) == 0


def test_dice_of_an_amount_are_rolled_and_names_looked_up():
    at = table(dice={"a test": [2, 5]})
    assert run(at.roll_amount(amount("2D6 + 10*heroes - 1", "here"), Context(subject="ada"), "a test")) == 16


# --- conditions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", [*sorted(language.WORDS), *(f"{word} something" for word in sorted(language.WORDS_WITH_NAME))]
)
def test_every_word_of_a_condition_can_be_judged_and_its_opposite_is_its_opposite(text: str):
    at = table()
    about = Context(subject="ada", enemy_type="tentacles")
    assert at.holds(condition(text, "here"), about) is not at.holds(condition(f"not {text}", "here"), about)


@pytest.mark.parametrize(
    "text, holds",
    [
        ("n > 2", True),
        ("n > 3", False),
        ("n >= 3", True),
        ("n < 3", False),
        ("n <= 3", True),
        ("n == 3", True),
        ("n != 3", False),
        ("n + 1 == 2*heroes + 2", True),
        ("not n == 3", False),
        ("n > 2 and not fight", True),
        ("n > 2 and fight", False),
        ("keyword law", True),
        ("carries shotgun and not ko", True),
        ("not carries shotgun", False),
    ],
)
def test_all_parts_of_a_condition_must_hold(text: str, holds: bool):
    assert table().holds(condition(text, "here"), Context(subject="ada", n=3)) is holds


@pytest.mark.parametrize(
    "bad", [None, 3, "", " ", "fought", "keyword", "fight now", "n >", "> 2", "n > two", "fight or ko"]
)
def test_what_is_no_condition_is_refused_with_its_place(bad: object):
    with pytest.raises(ContentError, match=r"^card x: "):
        condition(bad, "card x")


def test_a_condition_rolls_no_dice():
    with pytest.raises(ContentError, match=r"cannot roll dice .* bind them with `roll`"):
        condition("D6 > 3", "card x")


# --- effects ----------------------------------------------------------------------------------------------------------

EXAMPLES: dict[str, Any] = {
    "hits": {"kind": "horror", "count": "D3", "damage": 2, "ignore": ["willpower"], "to": "all"},
    "damage": {"wounds": 1, "sanity": "D6", "corruption": 1, "armor": True, "to": "one"},
    "heal": {"wounds": "all", "sanity": 1, "any": 2, "corruption": 1, "to": "others"},
    "gain": {"xp": "10*level", "gold": 25, "dark_stone": 1, "grit": 1, "to": "random"},
    "lose": {"xp": 5, "gold": 5, "dark_stone": 1, "grit": 1},
    "token": {"gain": "bandages", "count": 2},
    "ability_token": {"gain": "rage", "count": "amount/2", "to": "all"},
    "cast": {"element": "fire", "number": 7, "dangerous": True, "xp": 10, "first": True, "do": ["cancel"]},
    "status": {"add": "poison", "count": "D3"},
    "draw": {"deck": "loot", "count": 2},
    "attack": {"threat": "normal", "ambush": True, "elite": 1},
    "spawn": {"enemy": "tentacles", "count": "D6", "elite_if_short": False},
    "track": {"darkness": -1, "heroes": 1},
    "archive": {"add": 1},
    "depth_event": None,
    "test": {
        "skill": ["cunning", "lore"],
        "target": 5,
        "who": "all",
        "pass": [{"gain": {"xp": 10}}],
        "fail": ["cancel"],
    },
    "roll": {"die": "2D6", "table": {"2-6": [], "7,8": ["cancel"]}, "do": [{"gain": {"gold": "n"}}]},
    "if": {"when": "fight", "then": ["cancel"], "else": [{"gain": {"grit": 1}}]},
    "choose": [{"label": "yes", "do": ["cancel"], "cost": {"grit": 1}, "when": "n > 0"}, {"label": "no"}],
    "each": {"to": "all", "do": ["cancel"]},
    "repeat": {"times": "D3", "do": ["cancel"]},
    "modify": {"stat": "combat", "add": 1, "until": "fight", "to": "all", "when": "fight"},
    "flag": {"name": "no_scavenge", "until": "adventure", "to": "all"},
    "chart": {"name": "madness"},
    "item": {"gain": "shotgun", "to": "one"},
    "harm": {"wounds": "D6", "to": "adjacent_enemies", "ignore": []},
    "mend": {"to": "this_type", "wounds": "D3"},
    "hit_enemy": {"to": "one_enemy", "count": 2, "die": "D8", "add": 1, "critical": True},
    "move": {"add": "D6"},
    "shot": {"range": 8, "shots": 2, "damage": 3, "at": "farthest", "instead": ["cancel"]},
    "pull": {"spaces": 2},
    "throw": {"range": 5, "wounds": "2D6"},
    "flame": {"range": 5, "at": "target", "do": ["cancel"], "friends": ["cancel"]},
    "corpses": {"count": "D3", "to": "random"},
    "strike": {"kind": "ranged", "shots": 2, "range": 8, "die": "D8", "add": 1},
    "prevent": {"amount": "D3"},
    "ready": {"item": "shotgun"},
    "revive": {},
    "escape": {},
    "cancel": {},
    "end_activation": {},
    "end_turn": {},
    "next_attack": {"elite": 2},
    "tally": {"name": "seals", "add": 1},
    "clue": {"count": 2},
}


@pytest.mark.parametrize("word", sorted(nodes.NODES))
def test_every_effect_can_be_written_and_can_be_run(word: str):
    (node,) = parse.effects([{word: EXAMPLES[word]}], "here")
    assert type(node) is nodes.NODES[word] and type(node) in RUNNERS
    assert parse.effects({word: EXAMPLES[word]}, "here") == (node,)


def test_every_effect_has_an_example_and_a_runner():
    assert EXAMPLES.keys() == nodes.NODES.keys() and set(RUNNERS) == set(nodes.NODES.values())


def test_an_effect_without_a_body_is_a_word():
    assert parse.effects(["cancel"], "here") == (nodes.Cancel(),)
    assert parse.effects(None, "here") == ()


@pytest.mark.parametrize(
    "text, numbers", [("3", (3,)), ("1-3", (1, 2, 3)), ("11,13", (11, 13)), ("1-2, 5", (1, 2, 5)), (4, (4,))]
)
def test_a_row_of_a_table_names_its_numbers(text: object, numbers: tuple[int, ...]):
    assert parse.span(text, "here") == numbers


WRONG: list[tuple[Any, str]] = [
    ([{"gian": {"xp": 1}}], r"^card\[0\]: 'gian' is not known; did you mean 'gain'\?"),
    ([{"zzz": {}}], r"^card\[0\]: 'zzz' is not known; known: ability_token, "),
    ([{"gain": {"xpp": 1}}], r"^card\[0\].gain: 'xpp' is not known; did you mean 'xp'\?"),
    ([{"gain": {"xp": "lots"}}], r"^card\[0\].gain.xp: 'lots' in 'lots' is neither dice"),
    ([{"gain": {"xp": 1, "to": "sbject"}}], r"^card\[0\].gain.to: 'sbject' .* did you mean 'subject'\?"),
    ([{"gain": 5}], r"^card\[0\].gain: expected a mapping, found int"),
    ([{"hits": {"kind": "fire"}}], r"^card\[0\].hits.kind: 'fire' is not known; known: corruption, horror, physical"),
    ([{"hits": {"ignore": 3}}], r"^card\[0\].hits.ignore: expected a word or a list of words, found 3"),
    ([{"damage": {"armor": "yes"}}], r"^card\[0\].damage.armor: expected true or false, found 'yes'"),
    ([{"draw": {}}], r"^card\[0\].draw: .*deck"),
    ([{"draw": {"deck": "lot"}}], r"^card\[0\].draw.deck: 'lot' is not known; did you mean 'loot'\?"),
    ([{"modify": {"stat": "combat"}}], r"^card\[0\].modify: a modify has exactly one of add, set, multiply"),
    ([{"modify": {"stat": "combat", "add": 1, "set": 2}}], r"^card\[0\].modify: a modify has exactly one"),
    ([{"modify": {"stat": "combat", "add": 1, "until": "day"}}], r"^card\[0\].modify.until: 'day' is not known"),
    ([{"hit_enemy": {"add": "one"}}], r"^card\[0\].hit_enemy.add: expected a whole number, found 'one'"),
    ([{"test": {"skill": "luckk", "target": 4}}], r"^card\[0\].test.skill: 'luckk' .* did you mean 'luck'\?"),
    ([{"test": {"skill": "luck", "target": 7}}], r"^card\[0\].test.target: a Skill test needs 2 to 6"),
    ([{"test": {"skill": "luck"}}], r"^card\[0\].test.target: expected a whole number, found None"),
    ([{"test": {"skill": "luck", "target": 4, "who": "me"}}], r"^card\[0\].test.who: 'me' is not known"),
    ([{"test": {"skill": "luck", "target": 4, "succeed": []}}], r"^card\[0\].test: 'succeed' is not known"),
    (
        [{"test": {"skill": "luck", "target": 4, "pass": [{"gain": {"xp": 1}}, {"los": {}}]}}],
        r"^card\[0\].test.pass\[1\]: 'los' is not known; did you mean 'lose'\?",
    ),
    ([{"roll": {"die": "D7"}}], r"^card\[0\].roll.die: "),
    ([{"roll": {"die": "level"}}], r"^card\[0\].roll.die: 'level' is not known; known: 2D3"),
    ([{"roll": {"die": "D6 + 1"}}], r"^card\[0\].roll.die: 'D6 \+ 1' is not known"),
    ([{"roll": {"table": {"one": []}}}], r"^card\[0\].roll.table: 'one' is no number or range"),
    ([{"roll": {"table": {"1-999999999": []}}}], r"^card\[0\].roll.table: '1-999999999' "),
    ([{"roll": {"table": {"6-1": []}}}], r"^card\[0\].roll.table: '6-1' "),
    ([{"roll": {"table": {"1": [{"x": 1}]}}}], r"^card\[0\].roll.table\[1\]\[0\]: 'x' is not known"),
    ([{"if": {"then": []}}], r"^card\[0\].if.when: a condition is a text"),
    ([{"if": {"when": "fight", "otherwise": []}}], r"^card\[0\].if: 'otherwise' is not known"),
    ([{"choose": []}], r"^card\[0\].choose: choose has no options"),
    ([{"choose": {"options": 5}}], r"^card\[0\].choose.options: expected a list of options, found int"),
    ([{"choose": [{"do": []}]}], r"^card\[0\].choose.options\[0\].label: expected a text, found None"),
    ([{"choose": [{"label": "x", "cost": {"girt": 1}}]}], r"^card\[0\].choose.options\[0\].cost: 'girt' .*'grit'"),
    ([{"each": {"to": "all"}}], r"^card\[0\].each: .*do"),
    ([{"gain": {}, "lose": {}}], r"^card\[0\]: an effect is a mapping with one key"),
    ([7], r"^card\[0\]: an effect is a mapping with one key"),
    (7, r"^card: expected a list of effects, found int"),
    ("gain", r"^card: expected a list of effects, found str"),
]


@pytest.mark.parametrize("written, said", WRONG, ids=[str(written)[:60] for written, _ in WRONG])
def test_a_wrong_effect_is_refused_with_its_path_and_what_would_be_right(written: Any, said: str):
    with pytest.raises(ContentError, match=said):
        parse.effects(written, "card")


WRONG_ABILITIES: list[tuple[Any, str]] = [
    ({"id": "a", "onn": "turn_started"}, r"^item\(a\): 'onn' is not known; did you mean 'on'\?"),
    ({"id": "a", "on": "turn_start"}, r"^item\(a\).on: 'turn_start' is not known; did you mean 'turn_started'\?"),
    ({"id": "a", "use": "anytime"}, r"^item\(a\).use: 'anytime' is not known; did you mean 'any_time'\?"),
    ({"id": "a", "limit": "day"}, r"^item\(a\).limit: 'day' is not known; known: activation, adventure"),
    ({"id": "a", "if": "fihgt"}, r"^item\(a\).when: 'fihgt' is no condition"),
    ({"id": "a", "cost": {"grit": "one"}}, r"^item\(a\).cost.grit: expected a whole number, found 'one'"),
    ({"id": "a", "modifiers": [{"stat": "combat"}]}, r"^item\(a\).modifiers\[0\]: a modifier has a stat and one of"),
    ({"id": "a", "modifiers": [{"stat": "combat", "add": "1"}]}, r"^item\(a\).modifiers\[0\].add: expected a whole"),
    ({"id": "a", "modifiers": [{"stat": "combat", "add": 1, "too": "x"}]}, r"^item\(a\).modifiers\[0\]: 'too' .*'to'"),
    ({"id": "a", "modifiers": 3}, r"^item\(a\).modifiers: expected a list of modifiers, found int"),
    ({"id": "a", "reroll": {"rol": "to_hit"}}, r"^item\(a\).reroll: 'rol' is not known; did you mean 'roll'\?"),
    ({"id": "a", "reroll": {}}, r"^item\(a\).reroll: .*roll"),
    ({"id": "a", "reroll": {"roll": "any", "whose": "mine"}}, r"^item\(a\).reroll.whose: 'mine' is not known"),
    ({"id": "a", "reroll": {"roll": "any", "dice": "two"}}, r"^item\(a\).reroll.dice: 'two' is not known"),
    ({"id": "a", "on_face": {}}, r"^item\(a\).on_face"),
    ({"id": "a", "do": [{"gian": {}}]}, r"^item\(a\).do\[0\]: 'gian' is not known; did you mean 'gain'\?"),
    ({"id": "a", "may": "yes"}, r"^item\(a\).may: expected true or false, found 'yes'"),
    ({"id": 7}, r"^item\(7\).id: expected a text, found 7"),
    ({"do": []}, r"^item: an ability needs an id"),
    ("fear", r"^item: expected a mapping, found str"),
]


@pytest.mark.parametrize("written, said", WRONG_ABILITIES, ids=[str(written)[:60] for written, _ in WRONG_ABILITIES])
def test_a_wrong_ability_is_refused_with_its_path_and_what_would_be_right(written: Any, said: str):
    with pytest.raises(ContentError, match=said):
        parse.ability(written, "item")


@pytest.mark.parametrize(
    "written, field, value",
    [
        ({"fear": 2}, "fear", 2),
        ({"armor": 5}, "armor", 5),
        ({"tough": True}, "tough", True),
        ({"flight": True}, "flight", True),
    ],
)
def test_what_creatures_often_have_is_written_short(written: dict[str, Any], field: str, value: object):
    read = parse.ability(written, "enemy")
    assert read.id == field and getattr(read, field) == value


# --- anything at all --------------------------------------------------------------------------------------------------

FIELDS = sorted(
    {name for node in nodes.NODES.values() for name in node.__struct_fields__}
    | set(parse.Ability.__struct_fields__)
    | set(nodes.Cost.__struct_fields__)
    | {"pass", "fail", "then", "else", "if", "options", "label", "multiply", "at_least", "title"}
)
VALUES = [
    "D6",
    "all",
    "subject",
    "enemy",
    "turn",
    "fight",
    "loot",
    "luck",
    "n > 2",
    "1-3",
    "turn_started",
    "this",
    "level",
]
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 9),
    st.floats(allow_nan=False),
    st.sampled_from(VALUES),
    st.text(max_size=6),
)
KEYS = st.one_of(st.sampled_from(FIELDS), st.sampled_from(sorted(nodes.NODES)), st.text(max_size=3), st.integers(0, 6))


@st.composite
def close_to_an_effect(draw: st.DrawFn, inside: st.SearchStrategy[Any]) -> dict[str, Any]:
    """An effect with fields that it really has, and anything in them."""
    word = draw(st.sampled_from(sorted(nodes.NODES)))
    names = [*nodes.NODES[word].__struct_fields__, "pass", "fail", "then", "else", "when", "options"]
    return {word: draw(st.dictionaries(st.sampled_from(names), inside, max_size=4))}


def bigger(inside: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.lists(inside, max_size=3),
        st.dictionaries(KEYS, inside, max_size=4),
        close_to_an_effect(inside),
        st.lists(close_to_an_effect(inside), max_size=2),
    )


PLAIN_DATA = st.recursive(SCALARS, bigger, max_leaves=8)
READERS = [parse.effects, parse.ability, parse.abilities, parse.cost, parse.span, amount, condition]
QUICK = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def read_or_refused(reader: Any, data: Any, place: str) -> bool:
    """Whether data is read, or refused with a message that begins with the place; any other error comes through."""
    try:
        reader(data, "here")
    except ContentError as error:
        return str(error).startswith(place)
    return True


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.__name__)
@given(data=PLAIN_DATA)
@QUICK
def test_whatever_is_written_is_read_or_refused(reader: Any, data: Any):
    assert read_or_refused(reader, data, "here")


@given(data=close_to_an_effect(PLAIN_DATA))
@settings(QUICK, max_examples=100)
def test_whatever_is_nearly_an_effect_is_read_or_refused(data: Any):
    assert read_or_refused(parse.effects, [data], "here[0]")


@given(text=st.text("0123456789D6P+-* nhLlve{}<>=!andotfigh", max_size=14))
@settings(QUICK, max_examples=200)
def test_whatever_is_nearly_an_amount_or_a_condition_is_read_or_refused(text: str):
    for reader in (amount, condition):
        assert read_or_refused(reader, text, "here: ")


def test_effects_nested_without_end_are_refused():
    endless: Any = []
    for _ in range(3000):
        endless = [{"each": {"to": "all", "do": endless}}]
    with pytest.raises(ContentError, match="nested"):
        parse.effects(endless, "card")


# --- running ----------------------------------------------------------------------------------------------------------


@cache
def with_echoes() -> Library:
    """Items whose abilities set one another off, and one whose ability sets off nothing."""

    def echo(id: str) -> dict[str, Any]:
        return item(id, {"id": id, "on": "test_passed", "do": [{"test": {"skill": "luck", "target": 2}}]})

    once = item("once", {"id": "once", "on": "test_passed", "do": [{"gain": {"gold": 5}}]})
    return packs_with({"items/echoes.yaml": [echo("echo-one"), echo("echo-two"), echo("echo-three"), once]})


def test_two_abilities_that_set_one_another_off_without_end_are_an_error():
    at = table(gear=("echo-one", "echo-two"), library=with_echoes())
    with pytest.raises(EffectDepthError, match=rf"more than {MAX_DEPTH} times in a row \(test_"):
        drive(at.fire("test_passed", Context(subject="ada", source="a test")), lambda choice: choice.options[0])
    assert not at.firing and at.waiting == []


def test_abilities_that_set_off_ever_more_of_one_another_are_an_error_before_the_table_is_lost():
    at = table(gear=("echo-one", "echo-two", "echo-three"), library=with_echoes())
    with pytest.raises(EffectDepthError, match="set one another off"):
        drive(at.fire("test_passed", Context(subject="ada", source="a test")), lambda choice: choice.options[0])
    assert 200 < len(of_kind(at.events, e.SkillTested)) < 2000


def test_after_such_an_error_the_table_still_answers():
    at = table(gear=("echo-one", "echo-two", "once"), library=with_echoes())
    with pytest.raises(EffectDepthError):
        drive(at.fire("test_passed", Context(subject="ada", source="a test")), lambda choice: choice.options[0])
    ada = at.hero("ada")
    ada.items = [i for i in ada.items if i.id == "once"]
    at.stats.forget()
    gold = ada.gold
    run(at.fire("test_passed", Context(subject="ada", source="a test")))
    assert ada.gold == gold + 5


def test_an_ability_is_not_set_off_by_its_own_effects():
    at = table(gear=("echo-one",), library=with_echoes())
    drive(at.fire("test_passed", Context(subject="ada", source="a test")), lambda choice: choice.options[0])
    assert len(of_kind(at.events, e.SkillTested)) == 1


def test_effects_run_in_order_and_see_what_came_before():
    at = table(dice={"a card": [5]})
    written = [{"gain": {"gold": 10}}, {"roll": {"do": [{"gain": {"gold": "10*n"}}]}}, {"lose": {"gold": 100}}]
    run(run_effects(at, parse.effects(written, "card"), Context(subject="ada", source="a card")))
    assert [x.by for x in of_kind(at.events, e.GoldChanged)] == [10, 50, -60] and at.hero("ada").gold == 0


def test_a_table_runs_the_row_that_was_rolled():
    at = table(dice={"a card": [4]})
    rows = {"1-3": [{"gain": {"gold": 1}}], "4-6": [{"gain": {"gold": 2}}]}
    run(run_effects(at, parse.effects([{"roll": {"table": rows}}], "card"), Context(subject="ada", source="a card")))
    assert [x.by for x in of_kind(at.events, e.GoldChanged)] == [2]


def test_an_option_that_cannot_be_paid_is_not_offered():
    offers = [{"label": "pay", "cost": {"gold": 50}, "do": []}, {"label": "work", "do": []}, {"label": "go", "do": []}]
    at = table()
    effects = parse.effects([{"choose": offers}], "card")
    (asked,) = drive(run_effects(at, effects, Context(subject="ada")), lambda choice: choice.options[0])
    assert [option.label for option in asked.options] == ["work", "go"]
    at.hero("ada").gold = 50
    (asked,) = drive(run_effects(at, effects, Context(subject="ada")), lambda choice: choice.options[0])
    assert [option.label for option in asked.options] == ["pay", "work", "go"] and at.hero("ada").gold == 0
