"""Which abilities answer to an event, in which order, how often, and who is asked (docs/effects.md, "Abilities")."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import events as e
from rules_engine.choices import PARTY, Choice, Option
from rules_engine.effects.context import Context
from rules_engine.effects.triggers import MAX_DEPTH, MOST_WAITING, WHOLE_TABLE, waiting_for
from rules_engine.effects.vocabulary import EVENTS
from rules_engine.errors import EffectDepthError
from rules_engine.table import Table
from tests.rules_engine.at_the_table import drive, laid_out, of_kind

GOLD = [{"gain": {"gold": 1, "to": "all"}}]
Who = tuple[str, str, str, str]


def card(*abilities: dict[str, Any], id: str = "omen") -> dict[str, Any]:
    return {"id": id, "deck": "darkness", "title": id.title(), "remains_in_play": True, "abilities": list(abilities)}


def laid(ada: Any = (), bo: Any = (), rat: Any = (), cards: Any = (), **rest: Any) -> Table:
    """Bo is faster than Ada; each has an Item with abilities, as have the rats; cards in play bring theirs."""
    items = [
        {"id": id, "name": id.title(), "kind": "gear", "abilities": list(abilities)}
        for id, abilities in (("ada-item", ada), ("bo-item", bo))
    ]
    heroes = {
        "Ada": {
            "space": "1.12",
            "initiative": 3,
            "items": ["ada-item"],
            **rest.pop("ada_words", {}),
        },
        "Bo": {"space": "1.13", "initiative": 6, "items": ["bo-item"]},
    }
    enemies = {"rat": {"type": "test-small", "space": "1.08", "abilities": list(rat)}} if rat else {}
    given = {
        "heroes": heroes,
        "enemies": enemies,
        "content": {"items": items, "cards": list(cards)},
        "in_play": [one["id"] for one in cards],
    }
    return laid_out(given, **rest)


def waiting(at: Table, event: str, **about: Any) -> list[Who]:
    """What answers: ability, owner, subject and source; those of the Classes are left out."""
    return [
        (held.ability.id, own.owner, own.subject, own.source)
        for held, own in waiting_for(at, event, Context(**about))
        if held.kind != "class"
    ]


def fire(at: Table, event: str, answer: str = "", **about: Any) -> tuple[Context, list[Choice]]:
    """Let an event happen; choices are answered with `answer`, where that is offered, else with the first option."""
    found: list[Context] = []

    def whole() -> Any:
        found.append((yield from at.fire(event, Context(**{"source": "a test", **about}))))

    def pick(choice: Choice) -> Option:
        return next((one for one in choice.options if one.id == answer), choice.options[0])

    asked = drive(whole(), pick)
    return found[0], asked


def on(event: str, id: str = "a", **words: Any) -> dict[str, Any]:
    return {"id": id, "on": event, "do": GOLD, **words}


# --- who answers ------------------------------------------------------------------------------------------------------


def test_heroes_answer_first_by_initiative_then_enemies_then_cards():
    event = "turn_started"
    at = laid([on(event, "mine")], [on(event, "his")], [on(event, "its")], [card(on(event, "old"))])
    name = at.library.enemies["test-small"].name
    assert waiting(at, event) == [
        ("his", "bo", "bo", "Bo-Item"),
        ("mine", "ada", "ada", "Ada-Item"),
        ("its", "test-small", "", name),
        ("old", PARTY, "", "Omen"),
    ]
    assert [own.uid for _, own in waiting_for(at, event, Context())] == [
        at.hero("bo").items[0].uid,
        at.hero("ada").items[0].uid,
        0,
        at.state.in_play[0].uid,
    ]
    assert waiting(at, "turn_ended") == []


@pytest.mark.parametrize(
    "of, subject, who",
    [("self", "ada", ["ada"]), ("self", "", ["bo", "ada"]), ("self", "cleo", []), ("any", "ada", ["bo", "ada"])],
)
def test_what_befalls_one_hero_is_answered_by_that_hero_or_by_any(of: str, subject: str, who: list[str]):
    at = laid([on("recovered", of=of)], [on("recovered", of=of)])
    found = waiting(at, "recovered", subject=subject)
    assert [one[1] for one in found] == who
    assert {one[2] for one in found} <= {subject or owner for owner in who}


@pytest.mark.parametrize("event", sorted(EVENTS - WHOLE_TABLE))
def test_an_enemy_answers_to_what_its_own_type_does(event: str):
    at = laid(rat=[on(event, "self"), on(event, "any", of="any")])
    assert [one[0] for one in waiting(at, event, subject="ada", enemy_type="test-small")] == ["self", "any"]
    assert [one[0] for one in waiting(at, event, subject="ada", enemy_type="test-bird")] == ["any"]
    assert [one[0] for one in waiting(at, event, subject="ada")] == ["any"]


@pytest.mark.parametrize("event", sorted(WHOLE_TABLE))
def test_an_enemy_answers_to_what_befalls_the_whole_table(event: str):
    at = laid(rat=[on(event, "self"), on(event, "any", of="any")])
    assert [one[0] for one in waiting(at, event, subject="ada")] == ["self", "any"]


def test_when_the_last_of_a_type_is_gone_only_what_befell_it_is_answered():
    rat = [on("enemy_killed", "any", of="any"), on("enemy_killed", "self"), on("turn_started", "turn"), on("mutated")]
    at = laid(rat=rat)
    at.emit(e.EnemyKilled("test-small-1", "test-small", "ada"))
    assert [one[0] for one in waiting(at, "enemy_killed", enemy_type="test-small")] == ["self"]
    assert waiting(at, "turn_started") == [] and waiting(at, "enemy_killed", enemy_type="test-bird") == []


def test_keywords_are_those_of_what_answers():
    at = laid([on("recovered", keywords=["magic"])], rat=[on("recovered", keywords=["void"], of="any")],
              cards=[card(on("recovered"))])  # fmt: skip
    found = waiting_for(at, "recovered", Context(subject="ada", keywords=("fire",)))
    assert [own.keywords for _, own in found] == [("magic",), ("void",), ()]
    assert [own.enemy_type for _, own in found] == ["", "test-small", ""]


def test_a_team_card_answers_for_the_hero_who_holds_it():
    at = laid(cards=[card(on("turn_started"))])
    at.state.in_play[0].owner = "bo"
    at.stats.forget()
    assert [one[1] for one in waiting(at, "turn_started")] == ["bo"]


@pytest.mark.parametrize("who", ["ada", "rat"])
def test_an_ability_is_not_set_off_by_its_own_effects_and_hides_no_other(who: str):
    both = [on("recovered", "one", of="any"), on("recovered", "two", of="any")]
    at = laid(**{who: both})
    held = [one for one, _ in waiting_for(at, "recovered", Context(subject="ada"))]
    key = f"{held[0].owner}|{held[0].uid}|one"
    assert [one[0] for one in waiting(at, "recovered", subject="ada", cause=key)] == ["two"]


# --- before the fact --------------------------------------------------------------------------------------------------


def test_what_prevents_adds_up_and_each_sees_what_came_before():
    three = [
        {"id": f"p{n}", "on": "would_take_wounds", "do": [{"prevent": {"amount": n}}], "cost": {"grit": 0}}
        for n in (1, 2)
    ]
    at = laid(three)
    about, asked = fire(at, "would_take_wounds", subject="ada", amount=9)
    assert (about.prevented, about.canceled, asked) == (3, False, [])
    at = laid([*three, {"id": "c", "on": "would_take_wounds", "do": ["cancel"]}])
    about, _ = fire(at, "would_take_wounds", subject="ada", amount=9)
    assert (about.prevented, about.canceled) == (9, True)


# --- after the fact ---------------------------------------------------------------------------------------------------


def test_what_a_reaction_sets_off_waits_until_the_batch_is_done():
    test = {"test": {"skill": "luck", "target": 2, "who": "subject"}}
    at = laid([{"id": "first", "on": "recovered", "do": [test, {"gain": {"gold": 1}}]}, on("test_passed", "late")])
    fire(at, "recovered", subject="ada")
    told = [one for one in at.events if isinstance(one, e.SkillTested | e.GoldChanged)]
    assert [type(one).__name__ for one in told] == ["SkillTested", "GoldChanged", "GoldChanged", "GoldChanged"]
    assert not at.firing and at.waiting == [] and at.cause == ""


@pytest.mark.parametrize("event", ["turn_ended", "fight_round_ended"])
def test_the_party_says_what_comes_first_at_the_end(event: str):
    own = [{"id": "mine", "on": event, "do": [{"gain": {"gold": 1, "to": "owner"}}]}]
    old = card(
        {"id": "old", "on": event, "do": [{"lose": {"gold": 1, "to": "all"}}]}, on(event, "never", **{"if": "ko"})
    )
    at = laid(own, cards=[old], ada_words={"gold": 0})
    _, (asked,) = fire(at, event, answer="first:2:old")
    assert (asked.who, asked.kind, asked.prompt) == (PARTY, "end_of_turn_order", "What happens first?")
    assert asked.rule == "compilation: End of the Turn"
    assert [(one.id, one.label, one.target) for one in asked.options] == [
        ("first:1:mine", "Ada-Item (Ada)", "mine"),
        ("first:2:old", "Omen", "old"),
    ]
    assert at.hero("ada").gold == 1
    at = laid(own, cards=[old], ada_words={"gold": 0})
    fire(at, event, answer="first:1:mine")
    assert at.hero("ada").gold == 0


def test_at_other_moments_nobody_is_asked_for_an_order():
    at = laid([on("turn_started")], [on("turn_started", "b")])
    about, asked = fire(at, "turn_started", n=7)
    assert asked == [] and at.hero("ada").gold == 2 and (about.n, about.source) == (7, "a test")


TEST = {"test": {"skill": "luck", "target": 2, "who": "subject"}}


@pytest.mark.parametrize("times, fits", [(MAX_DEPTH - 1, True), (MAX_DEPTH, False)])
def test_effects_may_set_one_another_off_so_many_times_in_a_row(times: int, fits: bool):
    answers = {"on": "test_passed", "if": f"archive < {times}", "do": [{"archive": {"add": 1}}, TEST]}
    echoes = [{"id": id, **answers} for id in "ab"]
    at = laid(echoes, ada_words={"luck": 1}, dice={"luck test": [6] * times})
    second = f"ada|{at.hero('ada').items[0].uid}|b"
    if fits:
        fire(at, "test_passed", subject="ada", cause=second)
    else:
        with pytest.raises(EffectDepthError):
            fire(at, "test_passed", subject="ada", cause=second)
    assert at.state.archive == times and not at.firing and at.waiting == []


@pytest.mark.parametrize("times, fits", [(MOST_WAITING, True), (MOST_WAITING + 1, False)])
def test_so_many_events_may_wait_at_once(times: int, fits: bool):
    many = {"id": "many", "on": "test_passed", "do": [{"repeat": {"times": times, "do": [TEST]}}]}
    at = laid([many], ada_words={"luck": 1}, dice={"luck test": [6] * times})
    if fits:
        fire(at, "test_passed", subject="ada")
    else:
        with pytest.raises(EffectDepthError):
            fire(at, "test_passed", subject="ada")
    assert not at.firing and at.waiting == []


# --- how often, and on which terms ------------------------------------------------------------------------------------


def test_a_limited_ability_answers_once():
    at = laid([on("recovered", limit="turn")])
    for _ in range(3):
        fire(at, "recovered", subject="ada")
    assert at.hero("ada").gold == 1
    (used,) = of_kind(at.events, e.AbilityUsed)
    assert (used.who, used.ability) == ("ada", "a")


def test_an_enemys_limited_ability_counts_for_each_hero_apart():
    at = laid(rat=[on("hero_wounded", limit="turn", of="any")])
    for subject in ("ada", "bo", "ada", "bo", "", ""):
        fire(at, "hero_wounded", subject=subject)
    used = of_kind(at.events, e.AbilityUsed)
    assert at.hero("ada").gold == 3 and len(used) == 3
    assert [one.key for one in used] == ["test-small|0|a@ada", "test-small|0|a@bo", "test-small|0|a"]
    assert {(one.who, one.ability, one.name, one.until) for one in used} == {
        ("test-small", "a", at.library.enemies["test-small"].name, "turn")
    }


def test_a_limited_ability_of_a_card_counts_for_all():
    at = laid(cards=[card(on("hero_wounded", limit="turn"))])
    for subject in ("ada", "bo"):
        fire(at, "hero_wounded", subject=subject)
    assert at.hero("ada").gold == 1 and len(of_kind(at.events, e.AbilityUsed)) == 1
    assert "@" not in of_kind(at.events, e.AbilityUsed)[0].key


def test_without_a_limit_enemies_and_cards_use_nothing_up():
    at = laid(rat=[on("hero_wounded", of="any")], cards=[card(on("hero_wounded"))])
    fire(at, "hero_wounded", subject="ada")
    assert of_kind(at.events, e.AbilityUsed) == [] and at.hero("ada").gold == 2


@pytest.mark.parametrize("who", ["ada", "rat", "cards"])
def test_an_ability_answers_while_its_condition_holds(who: str):
    words = on("recovered", of="any", **{"if": "n > 1"})
    at = laid(**{who: [card(words)] if who == "cards" else [words]})
    fire(at, "recovered", subject="ada", n=1)
    assert at.hero("ada").gold == 0
    fire(at, "recovered", subject="ada", n=2)
    assert at.hero("ada").gold == 1


WHILE_DOWN = ("turn_started", "hero_ko", "would_be_ko", "recovered")


@pytest.mark.parametrize("event", sorted(EVENTS - {"turn_ended", "fight_round_ended"}))
def test_whoever_lies_there_answers_only_to_what_concerns_that(event: str):
    words = {"id": "a", "on": event, "of": "any", "do": [{"gain": {"gold": 1, "to": "owner"}}]}
    at = laid([words])
    at.emit(e.KnockedOut("ada", "a test"))
    fire(at, event, subject="bo")
    assert at.hero("ada").gold == (event in WHILE_DOWN)
    at.hero("ada").dead = True
    fire(at, event, subject="bo")
    assert at.hero("ada").gold == (event in WHILE_DOWN)


def test_what_costs_too_much_is_not_done_and_what_is_done_is_paid():
    at = laid([on("recovered", cost={"grit": 1})], ada_words={"grit": 1})
    for gold, grit in ((1, 0), (1, 0)):
        fire(at, "recovered", subject="ada")
        assert (at.hero("ada").gold, at.hero("ada").grit) == (gold, grit)


@pytest.mark.parametrize("answer, gold", [("use", 1), ("pass", 0)])
def test_a_hero_who_may_is_asked(answer: str, gold: int):
    at = laid([on("recovered", may=True, cost={"grit": 1})], ada_words={"grit": 1})
    _, (asked,) = fire(at, "recovered", answer=answer, subject="ada")
    assert (asked.who, asked.kind, asked.prompt) == ("ada", "ability", "Use Ada-Item?")
    assert [(one.id, one.label, one.target) for one in asked.options] == [
        ("use", "use Ada-Item", "a"),
        ("pass", "not now", None),
    ]
    assert asked.about == {"ability": "a", "event": "recovered"}
    assert (at.hero("ada").gold, at.hero("ada").grit) == (gold, 1 - gold)


def test_enemies_and_cards_that_may_do():
    at = laid(rat=[on("recovered", may=True, of="any")], cards=[card(on("recovered", may=True))])
    assert fire(at, "recovered", subject="ada")[1] == [] and at.hero("ada").gold == 2


def test_what_an_effect_sets_off_does_not_set_off_the_ability_itself():
    again = {
        "id": "again",
        "on": "test_passed",
        "do": [{"test": {"skill": "luck", "target": 2}}, {"gain": {"gold": 1}}],
    }
    at = laid([again])
    fire(at, "test_passed", subject="ada")
    assert at.hero("ada").gold == 1 and at.cause == ""
