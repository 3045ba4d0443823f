"""Questions over HTTP: follow-ups keep their talk, answers come as JSON or as events, and can be judged and found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from gm.oracle import Oracle
from lore.ingest.collection import Collection
from lore.ingest.ingesting import ingest
from rules_engine.state import Enemy
from tests.api.conftest import Play, key

BOOKS = Path(__file__).parents[1] / "lore" / "books"
SCAVENGE = "How often can a room be scavenged with three heroes?"


@pytest.fixture
def asking(client: TestClient, oracle: Oracle) -> TestClient:
    client.app.state.service.oracle = oracle  # type: ignore[attr-defined]
    client.app.state.service.close = client.app.state.service.tables.close  # type: ignore[attr-defined]
    return client


def ask(client: TestClient, question: str, **more: Any) -> dict[str, Any]:
    answer = client.post("/v1/questions", json={"question": question, **more})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_follow_up_goes_on_with_its_talk(asking: TestClient):
    first = ask(asking, SCAVENGE, edition="old-west")
    assert first["id"] >= 1 and first["understood"] == "" and not first["abstained"]
    second = ask(asking, "and in the fortress rules?", edition="old-west", talk=first["talk"])
    assert (second["talk"], second["understood"]) == (first["talk"], SCAVENGE)
    assert second["edition"] == "forbidden-fortress"
    alone = ask(asking, "and in the fortress rules?", edition="old-west")
    assert alone["talk"] not in ("", first["talk"]) and alone["understood"] == ""


def test_a_table_has_a_talk_of_its_own_and_its_questions_are_answered_from_it(
    asking: TestClient, table: str, play: Play
):
    play(8)
    with asking.app.state.service.tables.open(table).looking() as game:  # type: ignore[attr-defined]
        hero, before = next(iter(game.state.heroes)), game.fingerprint()
    answer = ask(asking, "how much health do I have?", table=table, hero=hero)
    assert answer["talk"] == f"table:{table}" and answer["mode"] == "computed"
    with asking.app.state.service.tables.open(table).looking() as game:  # type: ignore[attr-defined]
        assert game.fingerprint() == before


def test_it_is_the_enemy_of_the_table_that_is_named(asking: TestClient, table: str, play: Play):
    play(8)
    with asking.app.state.service.tables.open(table).looking() as game:  # type: ignore[attr-defined]
        hero = game.state.party()[0]
        game.state.enemies.clear()
        game.state.enemies["void-spiders-1"] = Enemy("void-spiders-1", "void-spiders", hero.space)
    answer = ask(asking, "what is its defense?", table=table, hero=hero.id)
    assert answer["understood"] == "what is the Void Spider's defense?" and answer["question"] == "what is its defense?"
    assert "Void Spider" in answer["pack_answer"]
    assert ask(asking, "what is its defense?")["understood"] == ""


@pytest.mark.parametrize(
    "body, code",
    [
        ({"hero": "ada"}, "question"),
        ({"persona": "wizard"}, "question"),
        ({"talk": "no spaces here"}, "invalid_request"),
        ({"talk": "x" * 81}, "invalid_request"),
        ({"table": "nowhere"}, "unknown_table"),
        ({"sets": ["no spaces here"]}, "invalid_request"),
        ({"sets": "valhalla"}, "invalid_request"),
        ({"sets": ["valhalla"] * 21}, "invalid_request"),
        ({"sets": ["atlantis"]}, "question"),
        ({"kinds": ["tales"]}, "invalid_request"),
    ],
)
def test_what_does_not_fit_is_refused(asking: TestClient, body: dict[str, Any], code: str):
    answer = asking.post("/v1/questions", json={"question": SCAVENGE, **body})
    assert answer.status_code in (404, 422) and answer.json()["code"] == code


def test_a_hero_who_is_not_at_the_table_is_refused_by_name(asking: TestClient, table: str):
    answer = asking.post(
        "/v1/questions", json={"question": "how much health do I have?", "table": table, "hero": "zed"}
    )
    assert answer.status_code == 422 and "'zed'" in answer.json()["detail"]


def test_a_question_at_a_table_may_quote_a_collection_of_the_users_books(
    asking: TestClient, table: str, oracle: Oracle
):
    collection = Collection(oracle.data_dir, "ferry-books")
    ingest(collection, [BOOKS / "river.txt"])
    collection.close()
    question = "What does the ferry across the Sable River cost each Hero?"
    answer = ask(asking, question, table=table, collection="ferry-books", edition="old-west")
    assert "Your book river.txt says: " in answer["answer"] and "$15" in answer["answer"]
    assert "river.txt" not in ask(asking, question, table=table, edition="old-west")["answer"]
    refused = asking.post("/v1/questions", json={"question": question, "table": table, "collection": "ferries"})
    assert (refused.status_code, refused.json()["code"]) == (422, "question")
    assert "no books in the collection 'ferries'" in refused.json()["detail"]


def test_as_events_the_verified_claims_come_first_and_then_the_whole(asking: TestClient):
    body = {"question": SCAVENGE, "edition": "old-west"}
    with asking.stream("POST", "/v1/questions", json=body, headers={"Accept": "text/event-stream"}) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        text = stream.read().decode()
    events = [dict(line.split(": ", 1) for line in part.splitlines()) for part in text.strip().split("\n\n")]
    assert (events[0]["event"], events[-1]["event"]) == ("understood", "answer")
    whole = json.loads(events[-1]["data"])
    claims = [json.loads(e["data"]) for e in events if e["event"] == "claim"]
    assert claims == whole["claims"] and claims
    assert whole["answer"] == ask(asking, **body)["answer"]


def test_a_question_may_be_kept_to_boxes_and_kinds(asking: TestClient, table: str):
    roar = "What does Massive Club do?"
    assert ask(asking, roar, sets=["valhalla", "packs"])["entries"][0] == "frost-giant-roar"
    assert ask(asking, roar, sets=["old-west"])["abstained"]
    assert ask(asking, roar, sets=["old-west"], table=table)["abstained"]
    assert ask(asking, "what are trolls like?", kinds=["lore"])["entries"][0] == "creature-trolls"


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_an_unknown_set_is_refused_with_those_that_there_are(asking: TestClient, accept: str):
    body = {"question": "What does Massive Club do?", "sets": ["valhalla", "atlantis"]}
    answer = asking.post("/v1/questions", json=body, headers={"Accept": accept})
    assert answer.status_code == 422 and "'atlantis'; known are old-west" in answer.json()["detail"]
    assert answer.headers["content-type"].startswith("application/problem+json")


def test_what_a_filter_leaves_out_is_an_event_of_its_own(asking: TestClient):
    body = {"question": "Can a Frost Giant move diagonally?", "sets": ["old-west"]}
    with asking.stream("POST", "/v1/questions", json=body, headers={"Accept": "text/event-stream"}) as stream:
        text = stream.read().decode()
    assert 'event: note\ndata: {"text":"Asked without Gates of Valhalla' in text


def test_the_history_of_a_talk_is_paged_and_searched(asking: TestClient):
    talk = ask(asking, SCAVENGE)["talk"]
    for question in ("What does a bandage heal?", "How far can dynamite be thrown?"):
        ask(asking, question, talk=talk)
    ask(asking, "Another talk: what does a tonic do?")
    page = asking.get("/v1/questions", params={"talk": talk, "limit": 2}).json()
    assert [q["answer"]["question"] for q in page["questions"]] == [
        "How far can dynamite be thrown?",
        "What does a bandage heal?",
    ]
    rest = asking.get("/v1/questions", params={"talk": talk, "limit": 2, "cursor": page["next"]}).json()
    assert [q["answer"]["question"] for q in rest["questions"]] == [SCAVENGE] and rest["next"] is None
    found = asking.get("/v1/questions", params={"talk": talk, "search": "BANDAGE heal"}).json()["questions"]
    assert [q["answer"]["question"] for q in found] == ["What does a bandage heal?"]
    assert asking.get("/v1/questions", params={"talk": talk, "search": "100%_"}).json()["questions"] == []


def test_a_bad_answer_is_kept_as_a_case(asking: TestClient):
    given = ask(asking, SCAVENGE)
    where = f"/v1/questions/{given['id']}/judgement"
    body = {"talk": given["talk"], "good": False, "note": "it is twice"}
    for _ in range(2):
        assert asking.put(where, json=body, headers=key()).status_code == 204
    kept = asking.get("/v1/questions", params={"talk": given["talk"]}).json()["questions"]
    assert [(q["good"], q["note"]) for q in kept] == [(False, "it is twice")]
    cases = asking.app.state.service.history.cases()  # type: ignore[attr-defined]
    assert [(c.question, c.note, c.split) for c in cases] == [(SCAVENGE, "it is twice", "reported")]
    for other in ({**body, "talk": "talk-of-others"}, {**body, "talk": given["talk"], "good": None}):
        assert asking.put(where, json=other).status_code in (404, 422)
    assert asking.put("/v1/questions/999/judgement", json=body).json()["code"] == "unknown_question"


def test_a_persona_speaks_and_the_claims_stay_the_same(asking: TestClient):
    plain = ask(asking, "Can enemies score critical hits against a hero?")
    spoken = ask(asking, "Can enemies score critical hits against a hero?", persona="gunslinger")
    assert spoken["persona"] == "gunslinger" and spoken["answer"] != plain["answer"]
    assert spoken["claims"] == plain["claims"]
    assert all(claim["text"] in spoken["answer"] for claim in spoken["claims"][:2])
