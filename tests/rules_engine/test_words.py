"""Rules text is made from what a record does: nothing in the packs is without words, and figures stand in them."""

from __future__ import annotations

import re

import pytest

from rules_engine.content.library import standard
from rules_engine.effects import parse
from rules_engine.effects.nodes import NODES
from rules_engine.effects.words import _WORDS, ability_in_words, effects_in_words, enemy_ability_in_words

LIBRARY = standard()


def test_every_effect_has_words():
    assert set(NODES.values()) == set(_WORDS)


def all_abilities():
    for kind in ("heroes", "items", "tokens"):
        for record in getattr(LIBRARY, kind).values():
            yield from ((f"{record.id}/{a.id}", a, ability_in_words) for a in record.abilities)
    for upgrade in LIBRARY.upgrades.values():
        yield from ((f"{upgrade.id}/{a.id}", a, ability_in_words) for a in upgrade.abilities)
    for enemy in LIBRARY.enemies.values():
        yield from ((f"{enemy.id}/{a.id}", a, enemy_ability_in_words) for a in enemy.abilities)
    for name, rows in LIBRARY.chart_rows.items():
        for row in rows.values():
            yield from ((f"{name}/{row.name}/{a.id}", a, ability_in_words) for a in row.abilities if not a.note)


def test_every_ability_of_the_packs_reads_as_a_sentence():
    for where, ability, words in all_abilities():
        text = words(ability)
        assert re.fullmatch(r"[A-Z+\-0-9].*\.", text), (where, text)
        assert "you may you" not in text and "  " not in text and "_" not in text, (where, text)


def test_every_card_that_does_something_reads_as_words():
    for card in LIBRARY.cards.values():
        if card.effects:
            text = effects_in_words(card.effects)
            assert text and "_" not in text, (card.id, text)


@pytest.mark.parametrize(
    "effect, text",
    [
        ({"gain": {"xp": 20}}, "you gain 20 XP"),
        ({"hits": {"kind": "horror", "count": "D6", "to": "all"}}, "every Hero takes D6 Horror Hits"),
        ({"damage": {"wounds": 1}}, "you take 1 Wound, ignoring Defense and Willpower"),
        ({"track": {"darkness": -1}}, "the Darkness marker moves 1 back"),
        ({"attack": {"enemy": "void-spiders", "count": "P", "ambush": True}}, "{P} Void Spiders Ambush"),
        (
            {"test": {"who": "one", "skill": "lore", "target": 5, "pass": [{"draw": {"deck": "loot"}}]}},
            "one Hero of your choice must pass a Lore 5+ test; if passed, you draw 1 Loot card",
        ),
    ],
)
def test_effects_say_what_they_do(effect: dict[str, object], text: str):
    assert effects_in_words(parse.effects([effect], "test")) == text


def test_the_words_of_rolling_thunder_hold_its_die_and_its_grit():
    text = LIBRARY.text("rolling-thunder")
    assert text == "When you kill an Enemy, you may roll D6 (1-3: nothing, 4-6: you gain 1 Grit)."
