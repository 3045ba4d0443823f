"""The packs' own words reach the story."""

from gm.names import Names
from gm.pack_texts import PackTexts, names_of
from gm.storyteller import Storyteller
from rules_engine import events as ev
from rules_engine.content.library import standard
from tests.gm.scripts import numbered


def test_every_layout_has_its_looks_and_every_mission_its_words():
    texts = PackTexts(standard())
    assert all(texts.describe(layout) for layout in standard().tiles)
    for mission in standard().missions:
        assert texts.text("mission.name", mission) and texts.text("mission.story", mission)


def test_what_no_pack_has_is_told_without():
    texts = PackTexts(standard())
    assert texts.describe("nowhere") == texts.text("card", "none") == texts.text("no-topic", "1") == ""


def test_a_depth_event_is_told_with_its_flavor():
    texts = PackTexts(standard())
    event = ev.DepthEventRolled(3, "The Dark Takes Two Steps", "doubles")
    told = Storyteller("s", texts.describe, texts.text).tell(numbered([event]), Names(names_of(standard())))
    assert texts.text("depth-event", "3") and texts.text("depth-event", "3") in told[0].text


def test_items_that_heroes_start_with_have_their_printed_names():
    names = Names(names_of(standard()))
    assert names.weapon("peace-keeper") == "Peace-Keeper"
    assert names.weapon("bare hands") == ""
