"""The story: true to its events, never twice the same way in a row, and the same for the same seed."""

import re
from itertools import pairwise
from string import Formatter

import pytest

from gm.facts import Fact, facts_of
from gm.grammar import NUMERALS
from gm.names import Names
from gm.phrases import PHRASES
from gm.storyteller import Sentence, Storyteller
from gm.tellings.teller import Teller
from rules_engine import events as ev
from rules_engine.events import Event
from tests.gm.scripts import ADA, BO, CASS, every_event, kill, numbered, party, spiders

SEEDS = [f"seed-{n}" for n in range(25)]
COUNT_WORDS = {word: n for n, word in enumerate(NUMERALS) if n}
SLIPPERY = re.compile(
    r"\d|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twice|both|half|pair|double|dozen|second)\b",
    re.I,
)


def told(events: list[Event], seed: str = "s", **texts: object) -> list[Sentence]:
    return Storyteller(seed, **texts).tell(numbered(events), Names())


def story(events: list[Event], seed: str = "s") -> str:
    return " ".join(sentence.text for sentence in told(events, seed))


def told_one_by_one(events: list[Event], seed: str) -> list[Sentence]:
    teller, names = Storyteller(seed), Names()
    return [s for pair in numbered(events) for s in teller.tell([pair], names)]


def false_numbers(sentence: Sentence, facts: dict[int, Fact]) -> set[int]:
    """Numbers of a sentence that are neither in its facts, nor a sum of theirs, nor a count of its events."""
    mine = [facts[n] for n in sentence.events if n in facts]
    allowed = {n for fact in mine for n in fact.numbers} | {1}
    for kind in {fact.kind for fact in mine}:
        same = [fact for fact in mine if fact.kind == kind]
        allowed.add(len(same))
        allowed |= {sum(column) for column in zip(*(fact.numbers for fact in same), strict=False)}
        if kind == "Healed":  # its numbers leave out what did not heal, so columns do not match
            allowed |= set(range(1, sum(n for fact in same for n in fact.numbers) + 1))
        for outcome in {fact.outcome for fact in same}:
            allowed.add(sum(fact.outcome == outcome for fact in same))
    text = sentence.text
    for fact in mine:
        for name in fact.names:
            text = text.replace(name, "")
    said = {int(n) for n in re.findall(r"\d+", text)}
    said |= {COUNT_WORDS[w] for w in re.findall(r"[a-z]+", text.lower()) if w in COUNT_WORDS}
    return said - allowed


LEDGER = {"end": {30, 50, 2, 20}}  # what all events together come to: Ada's XP, Gold and Dark Stone, the XP of Cass


def false_names(sentence: Sentence, facts: dict[int, Fact], known: list[str]) -> set[str]:
    ground = " ".join(facts[n].text + " " + " ".join(facts[n].names) for n in sentence.events if n in facts)
    return {name for name in known if re.search(rf"\b{re.escape(name)}\b", sentence.text) and name not in ground}


KNOWN = ["Ada", "Bo", "Cass", "Void Spider", "Void Spiders", "Shotgun", "Dynamite", "Bandages", "Coffee Tin",
         "Bowie Knife", "Firedamp", "Long Passage", "Entrance", "Stiff Leg", "Third Eye", "Loose Coin"]  # fmt: skip


@pytest.mark.parametrize("tell", [told, told_one_by_one], ids=["in-one-batch", "event-by-event"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_sentence_claims_no_number_and_no_name_that_its_events_do_not(seed: str, tell):
    facts = {fact.event: fact for fact in facts_of(numbered(every_event()), Names())}
    for sentence in tell(every_event(), seed):
        of_the_whole = LEDGER.get(sentence.beat, set())
        assert false_numbers(sentence, facts) - of_the_whole == set(), sentence
        names = [n for n in KNOWN if n != "Entrance"] if "Darkness" in sentence.text else KNOWN
        names = [n for n in names if n != "Third Eye"] if sentence.beat == "end" else names
        assert false_names(sentence, facts, names) == set(), sentence


def test_the_truth_check_sees_a_wrong_number_and_a_wrong_name():
    facts = {f.event: f for f in facts_of(numbered([ADA, ev.Wounded("ada", 2, "", 8)]), Names())}
    assert false_numbers(Sentence("Ada takes three Wounds.", (2,), "harm"), facts) == {3}
    assert false_names(Sentence("Bo takes two Wounds.", (2,), "harm"), facts, KNOWN) == {"Bo"}


@pytest.mark.parametrize("tell", [told, told_one_by_one], ids=["in-one-batch", "event-by-event"])
@pytest.mark.parametrize("seed", SEEDS[:8])
def test_everything_that_must_be_told_is_told(seed: str, tell):
    must = {f.event for f in facts_of(numbered(every_event()), Names()) if f.must_tell}
    said = {number for sentence in tell(every_event(), seed) for number in sentence.events}
    missing = [(n, e) for n, e in numbered(every_event()) if n in must - said]
    assert missing == []


def test_every_template_can_be_filled_in_and_holds_no_number_of_its_own():
    for kind, templates in PHRASES.items():
        assert templates, kind
        assert len(set(templates)) == len(templates), kind
        for template in templates:
            assert not SLIPPERY.search(re.sub(r"\{\w+\}", "", template)), (kind, template)
            assert all(spec == "" for _, field, spec, _ in Formatter().parse(template) if field), template


FIELDS = {
    "fight": {"foes"}, "foes": {"hero", "heros", "they", "them", "their", "foes", "hits", "party"}, "kill": {"foe"},
    "wound": {"foe", "wounds"}, "unhurt": {"foe", "party", "hero", "heros"}, "armor": {"foe", "wounds"},
    "xp": {"hero", "heros", "xp"},
    "saved": {"hero", "heros", "they", "them", "their"}, "ko": {"hero", "heros", "they", "them", "their"},
    "move": {"foes"}, "near": {"they", "them", "their", "left"},
}  # fmt: skip


@pytest.mark.parametrize("kind", [k for k in PHRASES if k.partition(".")[0] in FIELDS])
def test_templates_of_a_kind_ask_only_for_what_its_teller_gives(kind: str):
    for template in PHRASES[kind]:
        assert set(re.findall(r"\{(\w+)\}", template)) <= FIELDS[kind.partition(".")[0]], template


def test_the_same_seed_tells_the_same_story_and_another_seed_another():
    assert told(every_event(), "a") == told(every_event(), "a")
    assert story(every_event(), "a") != story(every_event(), "b")


def hundred_kills() -> list[str]:
    events: list[Event] = [ADA, *spiders(102)]
    for n in range(1, 101):
        events += kill("ada", f"void-spiders-{n}", roll=3 * n)
    return [s.text for s in told(events) if s.beat == "attack"]


def test_a_hundred_kills_are_told_in_many_ways_and_never_twice_alike_in_a_row():
    texts = hundred_kills()
    assert len(texts) == 100
    assert len(set(texts)) >= 40
    assert all(a != b for a, b in pairwise(texts))


@pytest.mark.parametrize("kind", sorted(PHRASES))
def test_no_template_is_used_twice_in_a_row(kind: str):
    teller = Teller("s")
    picked = [teller.pick(n, kind) for n in range(60)]
    assert len(PHRASES[kind]) == 1 or all(a != b for a, b in pairwise(picked))


def test_an_attack_with_its_kill_is_one_telling_and_small_xp_is_mostly_left_to_the_heros_sheet():
    tellings = []
    for seed in SEEDS:
        (sentence,) = [s for s in told([ADA, *spiders(), *kill("ada", "void-spiders-2")], seed) if s.beat == "attack"]
        assert "Void Spider" in sentence.text and "Ada" in sentence.text
        tellings.append("XP" in sentence.text)
    assert any(tellings) and sum(tellings) < len(tellings) / 3


def test_great_xp_is_told_with_the_deed():
    (sentence,) = [s for s in told([ADA, *spiders(), *kill("ada", "void-spiders-2", xp=80)]) if s.beat == "attack"]
    assert "80 XP" in sentence.text and "Void Spider" in sentence.text


def test_several_kills_in_one_attack_are_counted_together():
    first, *rest = kill("ada", "void-spiders-1")[1:]
    both = [ev.AttackMade("ada", "shotgun", "ranged", 2, 0, 2, 5), *rest, *kill("ada", "void-spiders-2")[3:]]
    sentences = [s.text for s in told([ADA, *spiders(4), *both]) if s.beat == "attack"]
    assert "two Void Spiders" in " ".join(sentences).lower().replace("void spiders", "Void Spiders")
    assert len(sentences) == 1
    assert isinstance(first, ev.AttackMade)


def test_only_the_last_of_a_type_is_called_the_last():
    events = [ADA, *spiders(2), *kill("ada", "void-spiders-1"), *kill("ada", "void-spiders-2", roll=9)]
    kills = [s.text for s in told(events) if s.beat == "attack"]
    assert "last Void Spider" not in kills[0] and "last Void Spider" in kills[1]


def test_a_hit_without_wounds_is_not_told_as_a_wound():
    events = [ADA, *spiders(1), ev.AttackMade("ada", "", "melee", 1, 0, 1, 3),
              ev.HitResolved("ada", "void-spiders-1", 1, 4, False, 0, 4)]  # fmt: skip
    texts = [s.text for seed in SEEDS for s in told(events, seed) if s.beat in ("attack", "unhurt")]
    assert len(texts) == len(SEEDS) and all("Wound" not in text and "kill" not in text for text in texts)
    assert all("Ada" in text and "Void Spider" in text for text in texts)


def test_the_wounds_of_a_later_batch_are_told_then():
    teller, names = Storyteller("s"), Names()
    teller.tell(numbered([ADA, *spiders(2)]), names)
    (lead,) = teller.tell([(20, ev.AttackMade("ada", "shotgun", "ranged", 1, 0, 1, 3))], names)
    assert lead.text.endswith("one Hit.")
    (then,) = teller.tell(
        [
            (21, ev.HitResolved("ada", "void-spiders-1", 3, 1, False, 2, 4)),
            (22, ev.Wounded("void-spiders-1", 2, "ada", 1)),
        ],
        names,
    )
    assert "two Wounds" in then.text.lower().replace("wounds", "Wounds") and then.events == (21, 22)


@pytest.mark.parametrize("hero, forms, never", [
    (ADA, r"\b(she|her)\b", r"\b(he|him|his)\b"),
    (BO, r"\b(he|him|his)\b", r"\b(she|her|hers)\b"),
    (CASS, r"\b(they|them|their)\b", r"\b(she|her|he|him|his)\b"),
])  # fmt: skip
def test_pronouns_are_the_heros_own(hero: ev.HeroJoined, forms: str, never: str):
    id = hero.hero["id"]
    lines: list[str] = []
    for seed in SEEDS:
        events = [hero, ev.StatusAdded(id, "bleeding", 1), ev.EscapeTested(id, 4, False, 1), ev.Recovered(id, "1.01"),
                  ev.ChartRolled("mutation", id, "11", "Gills"), ev.CaughtBreath(id, 2)]  # fmt: skip
        lines += [s.text.lower() for s in told(events, seed)[1:]]
    assert re.search(forms, " ".join(lines))
    assert not re.search(never, " ".join(lines))


def test_verbs_agree_with_the_pronoun():
    lines = [told([h, ev.EscapeTested(h.hero["id"], 4, False, 1)], s)[-1].text for h in (ADA, CASS) for s in SEEDS]
    assert any("where she is." in line for line in lines) and any("where they are." in line for line in lines)
    assert not any("they is" in line or "she are" in line for line in lines)


def test_the_darkness_grows_nearer_in_the_telling():
    far, close = story([ev.DarknessMoved(1, "x")]), story([ev.DarknessMoved(14, "x")])
    assert "one" in far.lower() and "fourteen" in close.lower() and "two spaces" in close.lower()
    back = Storyteller("s")
    names = Names()
    back.tell([(1, ev.DarknessMoved(5, "x"))], names)
    (sentence,) = back.tell([(2, ev.DarknessMoved(4, "x"))], names)
    assert any(word in sentence.text for word in ("back", "ground"))


def test_a_room_is_described_when_first_seen_and_not_again():
    tiles = [ev.TilePlaced(n, "long-passage", "Long Passage", 0, n, 0, {}, "a", "1.a", "none", "ada") for n in (2, 3)]
    sentences = told([ADA, *tiles], describe=lambda layout: f"Old timbers lean in the {layout}.")
    assert " ".join(s.text for s in sentences).count("Old timbers lean in the long-passage.") == 1


def test_a_missions_own_words_open_and_close_the_story():
    words = {"mission.name": "Night Shift", "mission.story": "Nobody came up.", "mission.victory": "They came up."}
    events = [*party(), ev.AdventureEnded("victory", "the Objective is done")]
    texts = [s.text for s in told(events, texts=lambda topic, id: words.get(topic, ""))]
    assert "Nobody came up." in texts and "They came up." in texts
    assert any("Night Shift" in text for text in texts)


def test_defeat_names_its_cause():
    ko = [ev.KnockedOut(h, "") for h in ("ada", "bo", "cass")]
    fallen = story([*party(), *ko, ev.AdventureEnded("defeat", "every hero is down")])
    escaped = story([*party(), ev.DarknessMoved(16, "x"), ev.AdventureEnded("defeat", "the Darkness escapes")])
    assert "Darkness" in escaped and "Darkness" not in fallen
    assert all(name in fallen for name in ("Ada", "Bo", "Cass"))


@pytest.mark.parametrize("type", ["tentacles", "void-spiders", "hungry-dead", "stranglers", "hellbats", "drowned-dead",
                                  "acidic-tentacles", "lode-horror", "prairie-wurms"])  # fmt: skip
def test_creatures_come_strike_and_die_by_their_own_name(type: str):
    name = type.replace("-", " ").title()
    kind = Names()
    kind.see(ev.EnemiesCame(type, name, 2))
    for seed in SEEDS[:6]:
        came = [ev.FightStarted(1), ev.EnemiesCame(type, name, 2), ev.EnemyPlaced(f"{type}-1", type, "1.01")]
        struck = ev.EnemiesAttacked(type, [f"{type}-1"], "ada", 2, 1, 3)
        text = story([ADA, *came, struck, *kill("ada", f"{type}-1")], seed)
        assert kind.kind(type, 2) in text and kind.kind(type) in text
        assert "{" not in text and "<" not in text and "[" not in text


def test_sentences_are_clean():
    for seed in SEEDS:
        for sentence in told(every_event(), seed):
            assert sentence.events, sentence
            assert sentence.text[0].isupper() or sentence.text[0].isdigit() or sentence.text[0] == "$", sentence
            assert sentence.text[-1] in '.!?”"', sentence
            assert not re.search(r"[{}<>\[\]|]|\s\s|\.\.|\s[,.;:]", sentence.text), sentence


def test_what_an_explosion_does_to_a_hero_is_told_from_the_wounds_taken_not_from_the_roll():
    events = [ADA, BO, ev.BlastThrown("ada", "dynamite", "1.01", True, ["1.01"], "1.01"), ev.BlastHit("bo", 5, 1),
              ev.Prevented("bo", "wounds", 3, "Armor"), ev.Wounded("bo", 2, "dynamite", 6)]  # fmt: skip
    text = story(events)
    assert "five" not in text.lower()
    assert "two wounds" in text.lower() and "three wounds" in text.lower()


def test_a_next_group_without_elite_abilities_is_not_announced():
    assert told([ev.NextElite(0)]) == []


def test_one_frightful_enemy_is_not_told_as_many():
    text = story([ADA, *spiders(2), ev.FearFelt("ada", 1, ["void-spiders-2"])]).rpartition("Three")[2]
    assert "a Void Spider" in text


def test_counts_have_capitals_only_where_a_sentence_begins():
    for seed in SEEDS:
        text = story([ADA, ev.CorruptionFromStone("ada", 2, 1)], seed)
        assert not re.search(r"[a-z,:] (Two|One|No) ", text)


def test_hits_that_were_told_with_the_attack_are_not_told_again_in_the_next_batch():
    teller, names = Storyteller("s"), Names()
    teller.tell(numbered([ADA, *spiders(2)]), names)
    teller.tell([(20, ev.EnemiesAttacked("void-spiders", ["void-spiders-1"], "ada", 2, 2, 3))], names)
    later = [(21, ev.HitsTaken("ada", "physical", 2, 1, "Void Spiders")), (22, ev.Wounded("ada", 1, "Void Spiders", 7))]
    (sentence,) = teller.tell(later, names)
    assert "Hit" not in sentence.text and "one wound" in sentence.text.lower() and sentence.events == (21, 22)


def test_the_dead_are_one_of_them_when_one_acts():
    came = [ev.FightStarted(1), ev.EnemiesCame("hungry-dead", "Hungry Dead", 1)]
    placed = ev.EnemyPlaced("hungry-dead-1", "hungry-dead", "1.01")
    struck = ev.EnemiesAttacked("hungry-dead", ["hungry-dead-1"], "ada", 1, 1, 3)
    assert "one of the hungry dead" in told([ADA, *came, placed, struck])[-1].text.lower()
