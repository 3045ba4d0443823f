"""The README's promises: what it counts is there, and what it tells people to type names things that exist."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from api.commands import COMMANDS
from gm.oracle import Oracle
from rules_engine.content.library import standard
from rules_engine.presets import PRESETS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LIBRARY = standard()


def number(pattern: str) -> int:
    found = re.search(pattern, README)
    assert found is not None, pattern
    return int(found[1])


def given(option: str) -> list[str]:
    return [one for words in re.findall(rf"--{option} (\S+)", README) for one in words.split(",")]


def test_the_readme_promises_no_more_than_there_is():
    assert number(r"(\d+) Classes") <= len(LIBRARY.heroes)
    assert number(r"more than (\d+) types") < len(LIBRARY.enemies)
    systems = yaml.safe_load((ROOT / "docs/rules-systems.yaml").read_text(encoding="utf-8"))
    assert number(r"more than (\d+) of the 86 systems") < sum(row["status"] == "enforced" for row in systems)


def test_every_place_and_mission_that_the_readme_names_is_in_the_packs():
    for name in ("Belly of the Beast", "Swamps of Jargono", "Targa"):
        assert any(name in world.name for world in LIBRARY.worlds.values()), name
    for mission in ("blow-the-mine", "escape"):
        assert f"`{mission}`" in README and LIBRARY.missions[mission].map is not None


def test_what_the_readme_tells_people_to_type_exists():
    assert given("heroes") and all(hero in LIBRARY.heroes for hero in given("heroes"))
    assert given("mission") and all(mission in LIBRARY.missions for mission in given("mission"))
    assert given("sets") and all(name.strip("`") in LIBRARY.sets for name in given("sets"))
    assert given("preset") and all(name.strip("`)") in PRESETS for name in (n.rstrip(".") for n in given("preset")))
    for command in ("dice", "map", "party", "mission", "log", "story", "undo", "auto", "help", "quit", "why", "what"):
        assert command in COMMANDS and re.search(rf"`{command}\b", README), command


def test_what_the_readme_shows_of_a_rules_question_is_what_is_answered(tmp_path):
    asked = re.search(r"^> \?(.+)\n(.+)\n(.+?)\[\.\.\.\]", README, re.MULTILINE)
    assert asked is not None
    question, *shown = asked.groups()
    oracle = Oracle(tmp_path)
    try:
        assert oracle.ask(question).answer.startswith(" ".join(line.strip() for line in shown))
        assert oracle.ask("can I shoot past the spider next to me").answer.startswith("No. ")
    finally:
        oracle.close()
