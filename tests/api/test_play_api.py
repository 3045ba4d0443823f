"""Playing over HTTP: choices, undo, journal, receipts, story."""

from __future__ import annotations

import json
from typing import Any

from fastapi.testclient import TestClient

from rules_engine import Game
from tests.api.conftest import TWO_SEATS, Play, key


def events_of(stream: str) -> list[dict[str, Any]]:
    """The events of a stream: event, id, data."""
    found = []
    for block in stream.strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if line and not line.startswith(":"))
        if fields:
            found.append({**fields, "data": json.loads(fields["data"])})
    return found


def story(client: TestClient, table: str, seen: str = "") -> list[dict[str, Any]]:
    headers = {"Last-Event-ID": seen} if seen else {}
    answer = client.get(f"/v1/tables/{table}/story?follow=false", headers=headers)
    assert answer.headers["content-type"].startswith("text/event-stream")
    return events_of(answer.text)


def test_an_answer_brings_its_events_and_the_next_choice(client: TestClient, play: Play, table: str):
    (given,) = play(1)
    assert given["choice"] == 1 and given["events"][0]["event"]["event"] == "Chosen"
    assert given["pending"] == client.get(f"/v1/tables/{table}/choice").json()
    assert given["pending"]["id"] == 2


def test_a_repeated_key_is_answered_again_and_resolves_nothing(client: TestClient, table: str):
    again = key()
    body = {"option": "upgrade:rolling-thunder", "choice_id": 1}
    first, second = (client.post(f"/v1/tables/{table}/choices", json=body, headers=again) for _ in range(2))
    assert second.json() == first.json() and second.headers["Idempotent-Replayed"] == "true"
    assert client.get(f"/v1/tables/{table}/choice").json()["id"] == 2


def test_a_choice_that_is_no_longer_pending_is_stale(client: TestClient, play: Play, table: str):
    play(1)
    body = {"option": "upgrade:rolling-thunder", "choice_id": 1}
    answer = client.post(f"/v1/tables/{table}/choices", json=body, headers=key())
    assert (answer.status_code, answer.json()["code"]) == (409, "stale_choice")


def test_what_is_no_option_is_refused_and_the_options_are_named(client: TestClient, table: str):
    answer = client.post(f"/v1/tables/{table}/choices", json={"option": "dance"}, headers=key())
    assert (answer.status_code, answer.json()["code"]) == (422, "illegal_choice")
    assert "upgrade:rolling-thunder" in answer.json()["detail"]


def test_who_speaks_must_be_said_where_several_people_sit(client: TestClient):
    id = client.post("/v1/tables", json={"setup": TWO_SEATS}, headers=key()).json()["id"]
    body = {"option": "upgrade:rolling-thunder"}
    answer = client.post(f"/v1/tables/{id}/choices", json=body, headers=key())
    assert (answer.status_code, answer.json()["code"]) == (422, "seat_required")
    answer = client.post(f"/v1/tables/{id}/choices", json=body | {"seat": "9"}, headers=key())
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_choice")
    answer = client.post(f"/v1/tables/{id}/choices", json=body | {"seat": "1"}, headers=key())
    assert answer.status_code == 200
    answer = client.post(f"/v1/tables/{id}/undo", json={"seat": "9"}, headers=key())
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_choice")


def test_undo_takes_choices_back_and_the_stream_says_what_is_struck(client: TestClient, play: Play, table: str):
    play(20)
    before = story(client, table)
    told = [one for one in before if one["event"] == "sentence"]
    refused = client.post(f"/v1/tables/{table}/undo", json={"steps": 10}, headers=key())
    assert (refused.status_code, refused.json()["code"]) == (409, "undo_refused")
    pending = client.get(f"/v1/tables/{table}/choice").json()["id"]
    undone = client.post(f"/v1/tables/{table}/undo", json={"steps": 10, "consent": True}, headers=key())
    assert undone.status_code == 200 and undone.json()["pending"]["id"] == pending - 10
    (struck,) = [one for one in story(client, table, told[-1]["id"]) if one["event"] == "struck"]
    kept = [one["data"]["id"] for one in story(client, table) if one["event"] == "sentence"]
    assert sorted(kept + struck["data"]["sentences"]) == [one["data"]["id"] for one in told]
    assert kept and struck["data"]["sentences"]


def test_a_stream_goes_on_after_the_last_event_that_was_seen(client: TestClient, play: Play, table: str):
    play(20)
    sentences = [one for one in story(client, table) if one["event"] == "sentence"]
    assert len(sentences) > 5
    rest = [one for one in story(client, table, sentences[4]["id"]) if one["event"] == "sentence"]
    assert rest == sentences[5:]
    pages = client.get(f"/v1/tables/{table}/sentences", params={"limit": 3}).json()
    assert [item["text"] for item in pages["items"]] == [one["data"]["text"] for one in sentences[:3]]
    more = client.get(f"/v1/tables/{table}/sentences", params={"cursor": pages["next"]}).json()
    assert more["items"][0]["text"] == sentences[3]["data"]["text"]


def test_the_stream_of_a_finished_game_ends(client: TestClient, play: Play, table: str):
    assert play(2000)[-1]["over"]
    with client.stream("GET", f"/v1/tables/{table}/story") as stream:
        events = events_of("".join(stream.iter_text()))
    assert events[-1]["event"] == "over" and events[-1]["data"]["outcome"] in ("victory", "defeat")
    answer = client.post(f"/v1/tables/{table}/choices", json={"option": "x"}, headers=key())
    assert (answer.status_code, answer.json()["code"]) == (409, "stale_choice")
    assert client.get(f"/v1/tables/{table}/choice").json() is None


def test_a_stream_is_not_taken_up_from_nonsense(client: TestClient, table: str):
    answer = client.get(f"/v1/tables/{table}/story", headers={"Last-Event-ID": "yesterday"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_last_event_id")
    assert client.get("/v1/tables/nowhere/story").status_code == 404


def test_the_journal_is_the_one_that_verifies(client: TestClient, play: Play, table: str):
    last = play(20)[-1]["events"][-1]["n"]
    journal = client.get(f"/v1/tables/{table}/journal")
    assert journal.headers["content-type"].startswith("application/x-ndjson")
    assert len(Game.replay(journal.text).events) == last
    part = client.get(f"/v1/tables/{table}/journal", params={"first": 5, "limit": 2}).text
    assert part.splitlines() == journal.text.splitlines()[5:7]


def test_every_roll_has_a_receipt(client: TestClient, play: Play, table: str):
    rolls = [e for given in play(25) for e in given["events"] if e["event"]["event"] == "Rolled"]
    assert rolls
    for roll in rolls:
        event = roll["event"]
        receipt = client.get(f"/v1/tables/{table}/rolls/{event['roll']}").json()
        assert receipt["event"] == roll["n"] and receipt["purpose"] == event["purpose"]
        assert [faces[0] for faces in receipt["faces"]] == event["faces"]
        assert receipt["stream"] == event["stream"] and receipt["text"].startswith(f"Roll {event['roll']}:")
    answer = client.get(f"/v1/tables/{table}/rolls/99999")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_roll")


def test_retelling_what_is_told_tells_nothing(client: TestClient, play: Play, table: str):
    play(5)
    assert client.post(f"/v1/tables/{table}/retell", headers=key()).json() == []
