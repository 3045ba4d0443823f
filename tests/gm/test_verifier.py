"""What may be shown: true sentences in many words; and what may not: lies of every kind, and all that is no story."""

from __future__ import annotations

import json

import pytest

from gm.verifier import Verifier, clean
from tests.gm.a_fight import batch, names_before
from tests.gm.fake_openai import Ledger, Storyteller

CHECK = Verifier(batch(), names_before())

TRUE: list[tuple[str, str]] = [
    ("Ada's shotgun roars and the spider bursts apart.", "41 44"),
    ("Ada fires the shotgun.", "41"),
    ("Ada fires her shotgun, and smoke rolls under the roof.", "41"),
    ("Ada shoots Void Spider 2.", "41 44"),
    ("The marshal fires, and the spider falls.", "41 44"),
    ("Ada kills the spider.", "44"),
    ("Ada kills a spider with the shotgun.", "41 44"),
    ("The spider is killed by Ada.", "44"),
    ("A spider dies in the dust.", "44"),
    ("Void Spider 2 drops dead.", "44"),
    ("Ada hits the spider for six wounds.", "42"),
    ("Ada hits the spider for 6 wounds and kills it.", "42 44"),
    ("The spider takes six wounds from Ada.", "42 43"),
    ("Ada's shotgun thunders: two hits, one of them critical.", "41"),
    ("Two hits from Ada, and the creature collapses.", "41 44"),
    ("Ada scores two hits.", "41"),
    ("Ada earns 15 XP.", "45"),
    ("Ada gains fifteen XP.", "45"),
    ("She fires, and the spider dies.", "41 44"),
    ("With a roar the shotgun fires and the spider falls.", "41 44"),
    ("Bela slashes at the spiders and misses.", "46"),
    ("Bela swings the knife and hits nothing.", "46"),
    ("Bela misses.", "46"),
    ("Bela swings wildly, and the blade hits nothing.", "46"),
    ("Bela does not hit the spiders.", "46"),
    ("The spiders attack Bela.", "47"),
    ("Two spiders attack Bela with three hits.", "47"),
    ("The spiders bite Bela, three hits in all the noise.", ""),
    ("The spiders lunge at Bela: three hits.", "47"),
    ("Bela is struck by the spiders.", "47"),
    ("Bela is bitten by the spiders and takes four wounds.", "47 49"),
    ("Bela takes three hits from the spiders and saves one.", "48"),
    ("Bela takes four wounds.", "49"),
    ("Bela takes four wounds from the spiders.", "49"),
    ("Bela staggers, with five Health left.", "49"),
    ("The spiders wound Bela.", "49"),
    ("Fangs sink into Bela.", "49"),
    ("The rancher suffers 4 wounds and has 5 Health left.", "49"),
    ("Bela grits his teeth and takes four wounds.", "49"),
    ("Ada fails to hold back the Darkness.", "50"),
    ("The Darkness advances.", "51"),
    ("The Darkness creeps forward, cold and silent.", "51"),
    ("Ada cannot hold back the Darkness.", "50"),
    ("Three Stranglers come out of the dark.", "52"),
    ("Stranglers emerge from the shadows.", "52"),
    ("Out of the dark come three Stranglers.", "52"),
    ("Three Stranglers crawl out of the cold dark.", "52"),
    ("Ada pockets fifty gold.", "53"),
    ("Ada finds $50.", "53"),
    ("Ada finds 50 dollars in the dust.", "53"),
    ("Bela finds a Trail Map.", "54"),
    ("Bela picks up the map.", "54"),
    ("The Trail Map is found by Bela.", "54"),
    ("Ada gains two shards of Dark Stone.", "55"),
    ("Ada collects two shards.", "55"),
    ("Bela loses two Sanity.", "56"),
    ("Bela takes two Sanity damage from the spiders.", "56"),
    ("Ada fails to escape.", "57"),
    ("Ada does not escape.", "57"),
    ("Ada heals two wounds.", "58"),
    ("Two of Ada's wounds heal.", "58"),
    ("The heroes find a clue.", "59"),
    ("A clue is found.", "59"),
    ("Two doors open in the stone.", "60"),
    ("Bela finds nothing.", "61"),
    ("Bela searches and comes up empty.", "61"),
    ("Bela goes down.", "62"),
    ("Bela falls, and the Stranglers hiss.", "62"),
    ("Bela collapses in the dust.", "62"),
    ("Dust hangs in the cold air.", "41"),
    ("The lantern gutters.", "41"),
    ("Gunfire echoes along the walls.", "41"),
    ("The spider shrieks, and falls.", "44"),
    ("Ada breathes out and fires.", "41"),
    ("Smoke curls from the barrel as the spider dies.", "41 44"),
    ("The blast of the shotgun echoes as Ada kills the spider.", ""),
    ("Ada kills the spider and gains 15 XP.", "44 45"),
    ("Ada gains fifty gold and two shards of Dark Stone.", "53 55"),
    ("Ada fires and the spider bursts; the Darkness advances.", "41 44 51"),
    ("Bela, bitten by the spiders, takes four wounds.", "47 49"),
    ("Void Spider 2 is killed by Ada.", "44"),
    ("Smoke curls along the walls, and Void Spider 1 and Void Spider 4 attack Bela.", "47"),
    ("The Darkness advances; three Stranglers come out of the dark.", "51 52"),
    ("Blood-cold air, and the spider twitches and dies.", ""),
    ("Struck by six wounds, the spider dies.", "42 44"),
    ("Cold air stirs, and the spiders skitter forward at Bela.", "47"),
]
TRUE = [(text, cited) for text, cited in TRUE if cited]

FALSE: list[tuple[str, str, str]] = [
    # numbers
    ("number", "Ada hits the spider for five wounds.", "42 43 44"),
    ("number", "Ada hits the spider for seven wounds.", "42 44"),
    ("number", "The spider takes sixteen wounds from Ada.", "42 43"),
    ("number", "Ada scores three hits.", "41"),
    ("number", "Ada scores a hit.", "41"),
    ("number", "Two hits, both of them critical.", "41"),
    ("number", "Ada earns 25 XP.", "45"),
    ("number", "Three spiders attack Bela.", "47"),
    ("number", "The spider attacks Bela.", "47"),
    ("number", "Bela takes five wounds.", "49"),
    ("number", "Bela takes a wound.", "49"),
    ("number", "Bela takes four wounds and has four Health left.", "49"),
    ("number", "Bela has no Health left.", "49"),
    ("number", "Both spiders die.", "44"),
    ("number", "Two spiders die.", "44"),
    ("number", "The spiders die.", "44"),
    ("number", "The last spider dies.", "44"),
    ("number", "All the spiders die.", "44"),
    ("number", "Four Stranglers come out of the dark.", "52"),
    ("number", "A Strangler comes out of the dark.", "52"),
    ("number", "A dozen Stranglers come out of the dark.", "52"),
    ("number", "Ada finds $500.", "53"),
    ("number", "Ada pockets fifteen gold.", "53"),
    ("number", "Ada gains three shards of Dark Stone.", "55"),
    ("number", "Bela loses six Sanity.", "56"),
    ("number", "Ada heals four wounds.", "58"),
    ("number", "Three doors open in the stone.", "60"),
    ("number", "The heroes find two clues.", "59"),
    ("number", "Ada kills the spider twice.", "44"),
    ("number", "Bela takes three hits and saves two.", "48"),
    ("number", "Several spiders attack Bela.", "47"),
    ("number", "A pair of Stranglers come out of the dark.", "52"),
    # names
    ("name", "Jesse kills the spider.", "44"),
    ("name", "Ada kills the Hellbat.", "44"),
    ("name", "Cole kills the spider.", "44"),
    ("name", "Ada fires at Strangler 1.", "41"),
    ("name", "In Blackwater Gulch Ada fires.", "41"),
    ("name", "The outlaw kills the spider.", "44"),
    ("name", "The sheriff fires.", "41"),
    ("name", "Bela and Cole take four wounds.", "49"),
    ("name", "The Night Lord hisses.", "41"),
    ("name", "Ada fires the Peacemaker.", "41"),
    ("name", "The Stranglers attack Bela.", "47"),
    ("name", "A wolf howls.", "41"),
    ("name", "Void Spiders 3 hisses.", "47"),
    # outcomes
    ("outcome", "Ada misses the spider.", "41 44"),
    ("outcome", "Ada fires and misses.", "41"),
    ("outcome", "Bela hits the spiders.", "46"),
    ("outcome", "Bela kills the spider.", "46"),
    ("outcome", "Bela strikes home.", "46"),
    ("outcome", "Bela cuts the spider down.", "46"),
    ("outcome", "Bela dies.", "49"),
    ("outcome", "Bela falls dead.", "49"),
    ("outcome", "Bela falls.", "49"),
    ("outcome", "Bela lies dead.", "62"),
    ("outcome", "The spiders kill Bela.", "47 49"),
    ("outcome", "The spiders miss Bela.", "47"),
    ("outcome", "Bela dodges the spiders.", "47"),
    ("outcome", "Bela is unharmed.", "47 49"),
    ("outcome", "Ada holds back the Darkness.", "50"),
    ("outcome", "The Darkness retreats.", "51"),
    ("outcome", "The Darkness falls back.", "51"),
    ("outcome", "Ada escapes.", "57"),
    ("outcome", "Ada slips away.", "57"),
    ("outcome", "Ada is wounded.", "41 44"),
    ("outcome", "Ada heals Bela.", "58"),
    ("outcome", "The spider does not die.", "44"),
    ("outcome", "Void Spider 1 dies.", "47"),
    ("outcome", "Void Spider 1 lies dead.", "44 47"),
    ("outcome", "Ada is dead.", "41"),
    ("outcome", "Bela recovers.", "62"),
    ("outcome", "Ada poisons the spider.", "44"),
    ("outcome", "The roof collapses on the spider.", "44"),
    ("outcome", "The lantern dies.", "41"),
    ("outcome", "The spider burns.", "44"),
    ("outcome", "Ada slashes the spider.", "41 44"),
    ("outcome", "Bela shoots and misses.", "46"),
    ("outcome", "Bela bites the spiders and misses.", "46"),
    ("outcome", "Ada burns the spider.", "42 43 44"),
    ("outcome", "Ada kills the spider and Bela falls.", "44 49"),
    ("outcome", "Smoke curls, and Ada and Bela fall.", "41 62"),
    # who did what to whom
    ("agent", "The spider kills Ada.", "44"),
    ("agent", "Ada is killed by the spider.", "44"),
    ("agent", "The spider shoots Ada.", "41 44"),
    ("agent", "Bela kills the spider.", "44 47"),
    ("agent", "Bela attacks the spiders with three hits.", "47"),
    ("agent", "Ada takes four wounds.", "41 49"),
    ("agent", "Ada is bitten by the spiders.", "41 47"),
    ("agent", "The spiders take four wounds from Bela.", "49"),
    ("agent", "Bela wounds the spiders.", "49"),
    ("agent", "Ada takes six wounds from the spider.", "42 43"),
    ("agent", "Bela gains fifteen XP.", "45 46"),
    ("agent", "Ada loses two Sanity.", "56 41"),
    ("agent", "The Darkness kills the spider.", "44 51"),
    ("agent", "Bela, killed by the spiders, takes four wounds.", "47 49"),
    # possession
    ("possession", "Bela finds $50.", "53 54"),
    ("possession", "Ada finds a Trail Map.", "53 54"),
    ("possession", "Bela finds a rifle.", "54"),
    ("possession", "Bela finds gold.", "54"),
    ("possession", "Ada loses fifty gold.", "53"),
    ("possession", "Ada finds a key in the dust.", "53"),
    ("possession", "Ada pockets a bone.", "44"),
    ("possession", "Ada takes the map.", "44 54"),
    ("possession", "Bela gains two shards of Dark Stone.", "54 55"),
    ("possession", "Bela finds the Trail Map and a shard.", "54"),
    ("possession", "Bela finds a clue.", "61"),
    ("possession", "Ada fires the knife.", "41 46"),
    ("possession", "Bela drops the map.", "54"),
    ("possession", "Bela throws the dynamite.", "46"),
    # the dead and the KO'd act
    ("dead", "Void Spider 3 bites Bela.", "47"),
    ("dead", "Void Spider 3 hisses.", "47"),
    ("dead", "Void Spider 2 rises again.", "44"),
    ("dead", "The spider dies and hisses.", "44"),
    ("dead", "The dead spider attacks Bela.", "44 47"),
    ("dead", "Cole fires.", "41"),
    ("dead", "Cole grins.", "41"),
    ("dead", "Void Spider 2 attacks Bela.", "44 47"),
    ("dead", "Void Spider 2 stands up.", "44"),
    # arrivals, promises, inventions
    ("invention", "A door opens.", "44"),
    ("invention", "Another three come.", "52"),
    ("invention", "Three spiders come out of the dark.", "44"),
    ("invention", "Hellbats pour out of the dark.", "52"),
    ("invention", "The spiders will be back.", "47"),
    ("invention", "Soon the Darkness advances.", "51"),
    ("invention", "Something watches from the dark.", "44"),
    ("invention", "The mine collapses.", "44"),
    ("invention", "Ada opens the gate.", "44"),
    ("invention", "Ada enters a new chamber.", "44"),
    ("invention", "An explosion tears through the mine.", "44"),
    ("invention", "The heroes win.", "44"),
    ("invention", "The fight is over.", "44"),
    ("invention", "Ada is alone.", "41"),
    ("invention", "Ada's coat is on fire.", "41"),
    ("invention", "The lantern is dark.", "41"),
    ("invention", "The light fades from Bela's eyes.", "62"),
    ("invention", "Cold hands close around Ada's throat.", "41"),
    ("invention", "The floor breaks under Bela.", "49"),
    ("invention", "The shotgun breaks.", "41"),
    ("invention", "Smoke bites at Bela.", "49"),
    ("invention", "Ada spits on Bela.", "41 49"),
    ("agent", "The bullet hits Bela.", "41 49"),
    ("agent", "A bullet strikes the spider and Bela.", "41 42 49"),
    ("agent", "The blade cuts the spider.", "42 46"),
    ("agent", "Six wounds for Ada.", "42"),
    ("agent", "Two hits on Ada.", "41"),
    ("agent", "Void Spider 1 attacks Bela with three hits.", "47"),
    ("possession", "Ada and Bela find a Trail Map.", "53 54"),
    ("possession", "Bela finds the Trail Map on the spider.", "44 54"),
    ("number", "The last clue is found.", "59"),
    ("number", "Ada fires twice.", "41"),
    # off the story
    ("off", "You fire the shotgun.", "41"),
    ("off", "You decide to fire.", "41"),
    ("off", "Run for the door!", "60"),
    ("off", "Roll two dice.", "41"),
    ("off", "Ada rolls a six.", "41"),
    ("off", "As an AI, I tell the story of Ada.", "41"),
    ("off", "Ada **fires**.", "41"),
    ("off", "Ada fires <b>now</b>.", "41"),
    ("off", "Ada fires, see https://example.com.", "41"),
    ("off", 'Ada says "die".', "41"),
    ("off", "The facts say that Ada fires.", "41"),
    ("off", "We fire.", "41"),
    ("off", "Ada must fire.", "41"),
    ("off", "Ada fires, " + "and smoke curls, " * 15 + "and dust hangs.", "41"),
    ("off", "", "41"),
    ("off", "Ada fires", "41"),
    ("off", "Fire at the spider!", "41"),
    ("off", "Ada thinks of home.", "41"),
]


def ids(row: tuple[str, ...]) -> str:
    return row[-2][:48] or "nothing"


def cited(text: str) -> list[int]:
    return [int(n) for n in text.split()]


@pytest.mark.parametrize("text, events", TRUE, ids=[ids(row) for row in TRUE])
def test_a_true_sentence_is_shown(text: str, events: str):
    assert CHECK.check(text, cited(events)).reasons == ()


@pytest.mark.parametrize("kind, text, events", FALSE, ids=[f"{row[0]}: {ids(row)}" for row in FALSE])
def test_a_false_sentence_is_refused(kind: str, text: str, events: str):
    verdict = CHECK.check(text, cited(events))
    assert not verdict.ok
    assert verdict.reasons and verdict.told == ()


def prompt() -> str:
    return "\n".join(f"e{n} {fact.text}" for n, fact in CHECK.facts.items())


@pytest.mark.parametrize("seed", range(5))
def test_a_liar_is_never_believed(seed: int):
    ledger = Ledger()
    liar = Storyteller(seed, 1.0, ledger)
    for _ in range(20):
        lines = [json.loads(line) for line in liar.lines(prompt())]
        false = [one for one in lines if (one["text"], one["events"][0]) in ledger.false]
        assert [one for one in false if CHECK.check(one["text"], one["events"]).ok] == []
    assert len(ledger.false) > 100


@pytest.mark.parametrize("seed", range(3))
def test_an_honest_teller_is_believed_nine_times_in_ten(seed: int):
    honest = Storyteller(seed, 0.0, Ledger())
    lines = [json.loads(line) for _ in range(10) for line in honest.lines(prompt())]
    believed = [one for one in lines if CHECK.check(one["text"], one["events"]).ok]
    assert len(believed) >= 0.9 * len(lines) > 90


def test_the_table_is_big_enough():
    assert len(TRUE) + len(FALSE) >= 120


def test_an_event_that_did_not_happen_cannot_be_cited():
    assert [r.code for r in CHECK.check("Ada fires.", [41, 999]).reasons] == ["cites"]
    assert [r.code for r in CHECK.check("Ada fires.", []).reasons] == ["cites"]


def test_only_what_is_cited_supports_a_sentence():
    assert CHECK.check("Ada kills the spider.", [44]).ok
    assert not CHECK.check("Ada kills the spider.", [41]).ok


def test_told_events_are_those_that_the_sentence_tells():
    assert CHECK.check("Ada kills the spider.", [41, 44, 45]).told == (41, 44)
    assert CHECK.check("Dust hangs in the cold air.", [41]).told == ()


def test_the_plain_text_of_a_fact_is_always_true():
    told = [n for n, fact in CHECK.facts.items() if CHECK.check(fact.text, [n]).told == (n,)]
    short = [n for n, fact in CHECK.facts.items() if "+" not in fact.text and "(" not in fact.text]
    assert set(short) <= set(told)


def test_control_characters_are_taken_out():
    assert clean("Ada\u202e fires\x07 her\u200b gun.") == "Ada fires her gun."
