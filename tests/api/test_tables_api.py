"""Tables over HTTP: set up, listed, looked at, deleted."""

from __future__ import annotations

import hashlib
import json

from fastapi.testclient import TestClient

from rules_engine import verify
from tests.api.conftest import PARTY, TWO_SEATS, Play, key


def test_a_table_is_set_up_and_looked_at(client: TestClient, play: Play, table: str):
    play(12)
    view = client.get(f"/v1/tables/{table}").json()
    assert view["mission_name"] and view["seats"] == {"1": "person"} and view["revision"] == 13
    assert [hero["name"] for hero in view["heroes"]] == ["Ada", "Mateo"]
    assert all(hero["glyph"] in view["map"] for hero in view["heroes"] if hero["space"])
    assert view["track"]["entrance"] == 16 and view["pending"]["options"]
    spaces = view["tiles"][0]["spaces"]
    assert all(hero["space"] in spaces for hero in view["heroes"] if hero["space"])


def test_the_answer_to_a_new_table_says_where_it_is(client: TestClient):
    answer = client.post("/v1/tables", json={"setup": PARTY, "name": "Friday"}, headers=key())
    assert answer.status_code == 201 and answer.json()["name"] == "Friday"
    assert client.get(answer.headers["Location"]).json()["id"] == answer.json()["id"]


def test_a_table_is_set_up_once_for_a_key(client: TestClient):
    again = key()
    first, second = (client.post("/v1/tables", json={"setup": PARTY}, headers=again) for _ in range(2))
    assert second.status_code == 201 and second.json() == first.json()
    assert second.headers["Idempotent-Replayed"] == "true" and "Idempotent-Replayed" not in first.headers
    other = client.post("/v1/tables", json={"setup": PARTY, "name": "another"}, headers=again)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_conflict")
    assert len(client.get("/v1/tables").json()["items"]) == 1


def test_tables_are_listed_in_pages(client: TestClient):
    made = [client.post("/v1/tables", json={"setup": PARTY}, headers=key()).json()["id"] for _ in range(5)]
    found, cursor = [], ""
    while cursor is not None:
        page = client.get("/v1/tables", params={"limit": 2, "cursor": cursor}).json()
        assert len(page["items"]) <= 2
        found += [item["id"] for item in page["items"]]
        cursor = page["next"]
    assert found == made[::-1]


def test_a_forged_cursor_is_refused(client: TestClient):
    for cursor in ("nonsense", "e30=", "////"):
        answer = client.get("/v1/tables", params={"cursor": cursor})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")


def test_a_deleted_table_is_gone(client: TestClient, table: str):
    again = key()
    for _ in range(2):
        assert client.delete(f"/v1/tables/{table}", headers=again).status_code == 204
    assert client.get(f"/v1/tables/{table}").json()["code"] == "unknown_table"
    assert client.delete(f"/v1/tables/{table}", headers=key()).status_code == 404


def test_bots_play_their_seats_and_the_person_plays_the_other(client: TestClient):
    body = {"setup": TWO_SEATS, "seed": 7, "bots": {"2": "sensible"}}
    id = client.post("/v1/tables", json=body, headers=key()).json()["id"]
    seats = {hero["id"]: hero["seat"] for hero in client.get(f"/v1/tables/{id}").json()["heroes"]}
    for _ in range(25):
        pending = client.get(f"/v1/tables/{id}/choice").json()
        if pending is None:
            break
        assert seats.get(pending["who"], "1") == "1"
        option = next(option["id"] for option in pending["options"] if not option["extra"])
        answer = client.post(f"/v1/tables/{id}/choices", json={"option": option}, headers=key())
        assert answer.status_code == 200, answer.text
        seats = {hero["id"]: hero["seat"] for hero in client.get(f"/v1/tables/{id}").json()["heroes"]}
    assert client.get(f"/v1/tables/{id}").json()["turn"] >= 1


def test_a_fair_game_commits_first_and_reveals_at_the_end(client: TestClient):
    published = client.post("/v1/commitments", headers=key()).json()["commitment"]
    fair = {"commitment": published, "client_seed": "our own words"}
    body = {"setup": PARTY, "fair_play": fair, "bots": {"1": "random"}}
    made = client.post("/v1/tables", json=body, headers=key()).json()
    assert made["commitment"] == published
    journal = client.get(f"/v1/tables/{made['id']}/journal").text
    assert verify(journal, commitment_or_head=published).over
    secret = json.loads(journal.strip().splitlines()[-1])["seal"]["secret"]
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == published
    again = client.post("/v1/tables", json=body, headers=key())
    assert (again.status_code, again.json()["code"]) == (409, "commitment_refused")


def test_a_table_with_allies_shows_them(client: TestClient):
    hakon = {"type": "viking-warrior", "name": "Hakon", "upgrades": ["viking-mail"], "xp": 1}
    hero = {"class": "us-marshal", "name": "Ada", "allies": [hakon, {"type": "viking-warrior", "side": "basic"}]}
    body = {"setup": {"heroes": [hero]}, "seed": 4, "bots": {"1": "sensible"}}
    made = client.post("/v1/tables", json=body, headers=key())
    assert made.status_code == 201, made.text
    heroes = client.get(f"/v1/tables/{made.json()['id']}").json()["heroes"]
    ada, ally = heroes
    assert (ada["ally_of"], ally["ally_of"], ally["name"], ally["cls"]) == ("", "ada", "Hakon", "viking-warrior")
    assert "Mail Shirt" in ally["upgrades"] and not ally["items"] and ally["xp"] == 0
    wrong = {"setup": {"heroes": [{"class": "bandido", "allies": [{"type": "viking-warrior"}]}]}, "seed": 4}
    refused = client.post("/v1/tables", json=wrong, headers=key())
    assert refused.status_code == 422 and "may not hire" in refused.text


def test_every_switch_and_preset_is_listed_and_a_table_may_be_set_up_by_them(client: TestClient):
    known = client.get("/v1/setups").json()
    assert all(one["meaning"] and one["values"] and one["editions"] for one in known["switches"])
    named = {one["name"] for one in known["switches"]}
    assert set(known["presets"]["player-aid"]) <= named
    for switches in ({"preset": "player-aid"}, {**known["presets"]["player-aid"], "hard_core": True}):
        body = {"setup": {**PARTY, "edition": "forbidden-fortress", "switches": switches}}
        assert client.post("/v1/tables", json=body, headers=key()).status_code == 201


def test_everything_that_a_setup_may_name_is_listed(client: TestClient):
    known = client.get("/v1/setups").json()
    assert "us-marshal" in [hero["id"] for hero in known["heroes"]]
    assert {"trail-hand": ["law", "outlaw", "frontier"]}.items() <= {
        a["id"]: a["hired_by"] for a in known["allies"]
    }.items()
    assert known["missions"] and "compilation" in known["editions"] and known["bots"] == ["sensible", "random"]
    for mission in known["missions"]:
        body = {"setup": {**PARTY, "mission": mission["id"]}}
        assert client.post("/v1/tables", json=body, headers=key()).status_code == 201
