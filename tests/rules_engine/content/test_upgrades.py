"""Item Upgrades of the standard pack, and what the schema refuses."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.content import schema
from rules_engine.content.library import standard
from rules_engine.errors import ContentError
from rules_engine.state import Hero, Item, State, Upgrade, freeze, thaw

LIBRARY = standard()
UPGRADES = {id: record for id, record in LIBRARY.items.items() if record.upgrade is not None}


def kinds(record: schema.ItemRecord) -> set[str]:
    return {*record.keywords, *([record.weapon.kind] if record.weapon is not None else [])}


def test_there_are_upgrade_cards_in_both_decks_and_some_to_forge():
    by_kind = {kind: [r for r in UPGRADES.values() if r.kind == kind] for kind in ("gear", "artifact", "forged")}
    assert len(by_kind["gear"]) >= 5 and len(by_kind["artifact"]) >= 3 and len(by_kind["forged"]) >= 2


@pytest.mark.parametrize("id", sorted(UPGRADES))
def test_every_upgrade_fits_an_item_that_can_be_found(id: str):
    spec = UPGRADES[id].upgrade
    assert spec is not None
    hosts = [r for r in LIBRARY.items.values() if r.upgrade_slots >= spec.slots and kinds(r) & set(spec.to)]
    assert [r for r in hosts if r.kind in ("gear", "artifact")]


@pytest.mark.parametrize("id", sorted(UPGRADES))
def test_the_text_of_an_upgrade_says_what_it_fits_and_what_it_costs(id: str):
    spec, text = UPGRADES[id].upgrade, LIBRARY.text(id)
    assert spec is not None
    assert text.startswith(f"Upgrade ({spec.slots} Slot") and all(kind.title() in text for kind in spec.to)
    assert ("Dark Stone" in text.partition(".")[0]) == (spec.cost.dark_stone > 0)


def test_what_is_forged_lies_in_no_deck_and_bears_dark_stone():
    forged = {id for id, record in UPGRADES.items() if record.kind == "forged"}
    assert not forged & {*LIBRARY.deck("gear"), *LIBRARY.deck("artifact")}
    assert all(UPGRADES[id].dark_stone == 1 for id in forged)


def item(**more: Any) -> dict[str, Any]:
    return {"id": "x", "name": "X", "kind": "gear", "source": "original", **more}


@pytest.mark.parametrize(
    "wrong",
    [
        item(upgrade_slots=4),
        item(kind="forged"),
        item(upgrade={"to": []}),
        item(upgrade={"to": ["gun"], "slots": 4}),
        item(upgrade={"to": ["gun"]}, hands=1),
        item(upgrade={"to": ["gun"]}, upgrade_slots=1),
    ],
)
def test_an_item_that_is_no_proper_upgrade_is_refused(wrong: dict[str, Any]):
    with pytest.raises(ValueError):
        schema.ItemRecord.model_validate(wrong)


def test_a_cost_that_nobody_knows_is_refused():
    with pytest.raises(ContentError, match="silver"):
        schema.ItemRecord.model_validate(item(upgrade={"to": ["gun"], "cost": {"silver": 1}}))


def test_upgrades_survive_freezing():
    hero = Hero("ada", "Ada", "us-marshal", [], {}, items=[Item(1, "six-shooter", True, [Upgrade(2, "long-barrel")])])
    state = State("compilation", "x", heroes={"ada": hero})
    assert thaw(freeze(state)) == state
    assert [card.id for card in thaw(freeze(state)).heroes["ada"].carried] == ["six-shooter", "long-barrel"]
