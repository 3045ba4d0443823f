"""Whole stories of whole games: true in every sentence, complete, of a bearable length, and no log of abilities."""

import functools
import re
import subprocess
import sys

import pytest

from gm.facts import Fact, facts_of
from gm.names import Names
from gm.pack_texts import PackTexts, names_of
from gm.storyteller import Sentence, Storyteller, paragraphs
from rules_engine import Game, GameSetup, HeroSetup, party
from rules_engine import events as ev
from rules_engine.bots import SensiblePolicy, play
from rules_engine.content.library import standard
from rules_engine.events import Event
from rules_engine.setup import AllySetup
from tests.gm.scripts import ADA, BO, CASS, kill, numbered, spiders
from tests.gm.test_storyteller import false_numbers

WITH_ALLIES = 8
SEEDS = (2, 4, 6, WITH_ALLIES)
HEROES = ("us-marshal", "bandido", "rancher", "saloon-girl")
Numbered = list[tuple[int, Event]]


@functools.cache
def game(seed: int) -> Game:
    setup = party(*HEROES, mission="a-fistful-of-dark-stone")
    if seed == WITH_ALLIES:
        hired = (AllySetup("viking-warrior"), AllySetup("trail-hand"), AllySetup("trail-hand", "basic"))
        setup = GameSetup((HeroSetup("us-marshal", allies=hired), HeroSetup("bandido")))
    played = Game.start(setup, seed=seed)
    play(played, SensiblePolicy())
    return played


def parts(events: Numbered) -> list[Numbered]:
    """The events cut before each choice, as a live table tells them."""
    found: list[Numbered] = [[]]
    for number, event in events:
        if isinstance(event, ev.Chosen):
            found.append([])
        found[-1].append((number, event))
    return [part for part in found if part]


@functools.cache
def whole(seed: int, by_choice: bool) -> list[Sentence]:
    texts = PackTexts(standard())
    teller, names = Storyteller(str(seed), texts.describe, texts.text), Names(names_of(standard()))
    events = numbered(list(game(seed).events))
    return [s for part in (parts(events) if by_choice else [events]) for s in teller.tell(part, names)]


@functools.cache
def facts(seed: int) -> dict[int, Fact]:
    return {f.event: f for f in facts_of(numbered(list(game(seed).events)), Names(names_of(standard())))}


def own_words(text: str) -> str:
    """A sentence without what the packs say in it, which no event vouches for."""
    library = standard()
    for records in (library.cards.values(), *(rows.values() for rows in library.chart_rows.values())):
        for record in records:
            flavor = " ".join(str(getattr(record, "flavor", "") or "").split())
            title = str(getattr(record, "title", "") or getattr(record, "name", "") or "")
            for words in (flavor, title):
                text = text.replace(words, "") if words else text
    for tile in library.tile_cards.values():
        text = text.replace(" ".join(tile.description.split()), "")
    return text


by_choice = pytest.mark.parametrize("by_choice", [False, True], ids=["in-one-batch", "choice-by-choice"])


@by_choice
@pytest.mark.parametrize("seed", SEEDS)
def test_no_number_is_told_that_its_events_do_not_hold(seed: int, by_choice: bool):
    for sentence in whole(seed, by_choice):
        if sentence.beat not in ("end", "opening", "objective"):
            bare = Sentence(own_words(sentence.text), sentence.events, sentence.beat)
            assert false_numbers(bare, facts(seed)) == set(), sentence


@by_choice
@pytest.mark.parametrize("seed", SEEDS)
def test_no_hero_is_told_of_who_is_not_in_the_events(seed: int, by_choice: bool):
    firsts = [h.name.partition(" ")[0] for h in game(seed).state.heroes.values()]
    for sentence in whole(seed, by_choice):
        if sentence.beat != "end":
            ground = " ".join(facts(seed)[n].text for n in sentence.events if n in facts(seed))
            said = [first for first in firsts if re.search(rf"\b{first}\b", own_words(sentence.text))]
            assert [first for first in said if first not in ground] == [], sentence


@by_choice
@pytest.mark.parametrize("seed", SEEDS)
def test_all_that_must_be_told_of_a_game_is_told(seed: int, by_choice: bool):
    said = {number for sentence in whole(seed, by_choice) for number in sentence.events}
    untold = [f.text for f in facts(seed).values() if f.must_tell and f.event not in said]
    assert untold == []


@pytest.mark.parametrize("seed", SEEDS)
def test_full_names_stand_at_the_beginning_and_the_end_and_first_names_between(seed: int):
    full = [h.name for h in game(seed).state.heroes.values()]
    for sentence in whole(seed, False):
        if sentence.beat not in ("opening", "end"):
            assert not any(name in sentence.text for name in full), sentence
    opening = " ".join(s.text for s in whole(seed, False) if s.beat == "opening")
    assert all(name in opening for name in full)


@by_choice
@pytest.mark.parametrize("seed", SEEDS)
def test_what_heroes_can_do_is_not_read_out_like_a_log(seed: int, by_choice: bool):
    text = " ".join(s.text for s in whole(seed, by_choice))
    assert "reaches for" not in text and "{" not in text
    for passive in ("Never Without a Stick", "Light Fingers", "Mean Streak", "Nothing Left to Lose", "Double Shot"):
        assert passive not in text
    assert "5 XP" not in re.sub(r"\d5 XP", "", text)


@by_choice
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_turn_takes_no_more_words_than_a_reader_gives_it(seed: int, by_choice: bool):
    words = sum(len(s.text.split()) for s in whole(seed, by_choice))
    assert 700 < words < 900 + game(seed).state.turn * (185 if by_choice else 155)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_story_has_paragraphs_and_loses_nothing_to_them(seed: int):
    said = whole(seed, False)
    found = paragraphs(said)
    assert " ".join(found) == " ".join(s.text for s in said)
    assert len(said) / 6 < len(found) < len(said)
    assert max(len(p.split()) for p in found) < 420


def test_the_end_reckons_what_each_hero_brings_home():
    for seed in SEEDS:
        ends = [s.text for s in whole(seed, False) if s.beat == "end"]
        for id, hero in game(seed).state.heroes.items():
            xp = sum(e.xp for e in game(seed).events if isinstance(e, ev.XpGained) and e.hero == id)
            first = hero.name.partition(" ")[0]
            assert xp == 0 or any(first in text and f"{xp} XP" in text for text in ends)


def test_lasting_marks_are_named_at_the_end():
    events = [ADA, ev.ChartRolled("injury", "ada", "5", "Broken Ribs", True), ev.AdventureEnded("victory", "done")]
    assert "Broken Ribs" in Storyteller("s").tell(numbered(events), Names())[-1].text


def test_those_who_flee_are_said_to_have_fled():
    events = [ADA, ev.AdventureEnded("defeat", "the heroes flee")]
    assert re.search(r"\b(fle[ed]|run)\b", " ".join(s.text for s in Storyteller("s").tell(numbered(events), Names())))


# --- grouping ---------------------------------------------------------------------------------------------------------


def told(events: list[Event], seed: str = "s") -> list[Sentence]:
    return Storyteller(seed).tell(numbered(events), Names())


def test_attacks_in_vain_are_told_together():
    struck = [ev.EnemiesAttacked("void-spiders", [f"void-spiders-{n}"], h, 1, 0, n)
              for n, h in enumerate(("ada", "bo", "cass"), 1)]  # fmt: skip
    (sentence,) = told([ADA, BO, CASS, *spiders(), *struck])[2:]
    assert all(name in sentence.text for name in ("Ada", "Bo", "Cass"))
    assert len(sentence.events) == 3


def test_one_card_that_hurts_several_is_told_in_one_breath_and_named_once():
    card = [ev.CardDrawn("darkness", "chill", "Chill of the Grave"), ev.Wounded("ada", 2, "Chill of the Grave", 8),
            ev.Wounded("bo", 2, "Chill of the Grave", 1),
            ev.HitsTaken("cass", "horror", 1, 1, "Chill of the Grave")]  # fmt: skip
    told_of, hurt = told([ADA, BO, CASS, *card])[1:]
    assert told_of.text.count("Chill of the Grave") == 1 and "Chill" not in hurt.text
    assert "Ada and Bo take two Wounds each" in hurt.text and "Cass" in hurt.text
    assert "one Health" in hurt.text or "One Health" in hurt.text


def test_equal_finds_are_shared_out_in_one_sentence():
    gold = [ev.GoldChanged(h, 20, "Coats") for h in ("ada", "bo", "cass")]
    (sentence,) = told([ADA, BO, CASS, *gold])[1:]
    assert "Ada, Bo and Cass" in sentence.text and sentence.text.count("$20") == 1 and "each" in sentence.text


def test_a_skill_test_put_to_all_is_told_once():
    tests = [ev.SkillTested(h, "agility", 5, h != "bo", 3, "The Roof Lets Go") for h in ("ada", "bo", "cass")]
    (sentence,) = told([ADA, BO, CASS, *tests])[1:]
    assert sentence.events == (4, 5, 6) and sentence.text.count("Agility") == 1


def test_a_miss_and_the_hit_after_it_are_one_telling():
    events = [ADA, *spiders(), ev.AttackMade("ada", "", "melee", 0, 0, 1, 2), *kill("ada", "void-spiders-1")[1:]]
    (sentence,) = [s for s in told(events) if s.beat == "attack"]
    assert "Void Spider" in sentence.text


def test_small_xp_says_nothing_and_interrupts_nothing():
    assert told([ADA, ev.XpGained("ada", 5, "exploring")])[1:] == []


def test_the_dead_bring_nothing_home():
    ends = told([ADA, BO, ev.XpGained("bo", 30, "x"), ev.HeroDied("bo", "x"), ev.AdventureEnded("victory", "done")])
    assert not any("30 XP" in s.text for s in ends if s.beat == "end")


def test_allies_are_told_as_hired_and_as_killed():
    wes = ev.HeroJoined({"id": "wes", "name": "Wes", "cls": "trail-hand", "items": [], "ally_of": "ada"})
    texts = [s.text for s in told([ADA, BO, wes, ev.HeroDied("wes", "x"), ev.BasicAllyUsed("bo", "y", "Trail Hand")])]
    assert any("Ada" in text and "Wes" not in text for text in texts)
    assert any(("Wes" in text and "dead" in text) or "Wes is killed" in text for text in texts)
    assert any("Trail Hand" in text and "Bo" in text for text in texts)
    names = Names()
    for event in (ADA, BO, wes):
        names.see(event)
    assert names.party() == ["ada", "bo"] and names.is_ally("wes") and names.is_hero("wes")


def test_two_of_the_same_first_name_keep_their_full_names():
    names = Names()
    for id, name in (("a", "Ada Quill"), ("b", "Ada Vane"), ("c", "Mateo Cruz"), ("d", "The Kid")):
        names.see(ev.HeroJoined({"id": id, "name": name, "cls": "drifter", "items": []}))
    assert [names.called(id) for id in "abcd"] == ["Ada Quill", "Ada Vane", "Mateo", "The Kid"]
    assert "Mateo" in names.aliases("c")


def test_a_lone_horror_is_the_horror():
    came = [ev.FightStarted(1), ev.EnemiesCame("lode-horror", "Lode Horror", 1),
            ev.EnemyPlaced("lode-horror-1", "lode-horror", "1.01")]  # fmt: skip
    struck = ev.EnemiesAttacked("lode-horror", ["lode-horror-1"], "ada", 2, 1, 3)
    assert "the lode horror" in told([ADA, *came, struck])[-1].text.lower()


def test_the_storyteller_loads_without_the_engine():
    code = "import sys, gm.storyteller; print([m for m in ('pydantic', 'rules_engine.game') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"
