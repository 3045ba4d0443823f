"""What stands on the screen about the newer things: any-time options, sheets, marks, cards drawn again, short names."""

from __future__ import annotations

import io
import re

import msgspec
from rich.console import Console

from api import screen
from api.answers import listing
from api.explain import by_name
from api.session import Session, start
from api.terminal import Terminal
from rules_engine import GameSetup, HeroSetup
from rules_engine.choices import Choice, Option
from rules_engine.content.library import standard
from rules_engine.effects.words import abilities_in_words
from rules_engine.state import CardInPlay, Enemy, Group, WorldCard

MARSHAL = HeroSetup("us-marshal", name="Ada Quill", upgrade="hardened-resolve", token="bandages", space="1.15")
LADY = HeroSetup("rancher", name="Lady Kaede", token="bandages", space="1.16")
PARTY = GameSetup((MARSHAL, LADY))


def begin(setup: GameSetup = PARTY) -> Session:
    """A game at the start of its first turn."""
    session = start(setup, seed="7")
    while not session.game.state.turn:
        session.choose(session.advice())
    return session


def lines_of(session: Session) -> list[str]:
    choice = session.game.pending
    assert choice is not None
    console = Console(file=io.StringIO(), width=110, highlight=False, markup=False)
    with console.capture() as got:
        for line in screen.choice_lines(session.game, listing(session.game, choice)):
            console.print(line)
    return got.get().splitlines()


def ask(session: Session, *options: Option, kind: str = "move") -> None:
    session.game.pending = Choice(1, "us-marshal", kind, "Ada Quill may move 3", options)


def typed(session: Session, *lines: str) -> str:
    given = iter(lines)

    def answer(_: str) -> str:
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    out = io.StringIO()
    Terminal(session, Console(file=out, width=110, highlight=False, markup=False), answer).play()
    return out.getvalue()


EXTRAS = (
    Option("a", "Ada Quill - Marshal Badge: flash the badge", None, True),
    Option("b", "Ada Quill - Bandages: bind wounds", None, True),
    Option("c", "Lady Kaede - Bandages: bind wounds", None, True),
)


def test_many_any_time_options_stand_in_a_line_for_each_hero():
    session = begin()
    dread = Option("dread:party", "each Hero uses 1 Grit: cancel the top Growing Dread card unseen", None, True)
    ask(session, Option("stay", "stay here"), dread, *EXTRAS)
    lines = [line.strip() for line in lines_of(session)]
    assert "at any time:  2 each Hero uses 1 Grit: cancel the top Growing Dread card unseen" in lines
    assert "at any time, Ada Quill:  3 Marshal Badge: flash the badge  4 Bandages: bind wounds" in lines
    assert "at any time, Lady Kaede:  5 Bandages: bind wounds" in lines


def test_a_few_any_time_options_share_a_line():
    session = begin()
    ask(session, Option("stay", "stay here"), *EXTRAS[1:])
    lines = [line.strip() for line in lines_of(session)]
    assert "at any time:  2 Ada Quill - Bandages: bind wounds  3 Lady Kaede - Bandages: bind wounds" in lines


def test_a_sheet_shows_what_dice_must_show_and_what_a_move_rolls():
    for switches, move in (({}, "Move D6"), ({"fixed_move": True}, "Move 4")):
        session = begin(msgspec.structs.replace(PARTY, switches=switches))
        hero = next(iter(session.game.state.heroes.values()))
        sheet = screen.hero_sheet(session.game, hero).plain
        assert f"{move}\n" in sheet or f"{move}  " in sheet
        assert f"Ranged to hit {session.game.table.stats.hero(hero, 'ranged_to_hit')}+" in sheet
        assert f"Combat {session.game.table.stats.hero(hero, 'combat')}  " in sheet


def test_the_map_says_what_the_marks_of_the_depth_track_are_and_the_lantern_can_be_asked_about():
    shown = typed(begin(), "map", "what lantern", "why")
    assert "! a Growing Dread space" in shown
    assert "Old Lantern: the Light Source, carried by" in shown
    assert "Rule: compilation: Hold Back the Darkness" in shown


def test_a_card_that_may_be_drawn_again_says_what_it_does():
    session = begin()
    card = next(id for id, one in standard().cards.items() if one.title == "Coffee Tin")
    ask(session, Option("keep", "keep it", card), Option("redraw", "use Silver Dice"), kind="redraw")
    lines = [line.strip() for line in lines_of(session)]
    assert lines[lines.index("1 keep it") + 1] != "2 use Silver Dice"


def test_an_option_that_uses_an_ability_says_at_once_what_it_does():
    hero = HeroSetup("sorceress", name="Lady Kaede")
    session = begin(GameSetup((hero,), edition="forbidden-fortress"))
    (who,) = session.game.state.heroes
    blast = Option(f"use:{who}:0:elemental-blast", "Elemental Blast: a bolt of her own Element", "elemental-blast")
    ask(session, Option("done", "no Attack"), blast, kind="attack")
    assert "use 2 Mana" in " ".join(lines_of(session))


def test_an_enemy_stands_against_a_title_with_its_name():
    session = begin()
    ada, lady = session.game.state.heroes.values()
    for number, hero in enumerate((ada, lady), 1):
        one = Enemy(id=f"void-spiders-{number}", type="void-spiders", space=f"1.0{number}", target=hero.id)
        session.game.state.enemies[one.id] = one
    session.game.state.groups["void-spiders"] = Group("void-spiders")
    shown = screen.fight_lines(session.game)[1].plain
    assert "at Ada " in shown
    assert "at Lady Kaede" in shown


def test_where_no_space_has_anything_the_nearest_to_a_door_are_named():
    session = begin()
    spaces = [Option(f"to:1.{n:02d}", f"1.{n:02d}", f"1.{n:02d}") for n in range(3, 13)]
    ask(session, Option("stay", "stay here"), *spaces)
    shown = [line for line in lines_of(session) if "door" in line]
    assert len(shown) == 3
    assert "1.03  1 space from the north door of tile 1" in shown[0]
    assert "2 spaces from" in shown[2]


def test_no_enemy_is_torn_between_two_lines():
    session = begin()
    for number in range(1, 12):
        one = Enemy(id=f"void-spiders-{number}", type="void-spiders", space=f"1.{number:02d}")
        session.game.state.enemies[one.id] = one
    session.game.state.groups["void-spiders"] = Group("void-spiders")
    rows = [line.plain for line in screen.fight_lines(session.game, 60)[1:]]
    assert all(len(row) <= 60 for row in rows)
    assert [len(re.findall(r"v\w 1\.\d\d 1/1", row)) for row in rows] == [4, 4, 3]


def test_who_decides_before_anybody_has_joined_has_a_name_and_no_id():
    shown = typed(start(GameSetup((HeroSetup("rancher", name="Lady Kaede"),)), seed="7"), "why")
    assert "Lady Kaede decides" in shown
    assert "lady-kaede" not in shown


def test_a_missions_rules_name_what_is_carried_and_counted():
    rules = " ".join(abilities_in_words(rule.abilities) for rule in standard().missions["blow-the-mine"].special_rules)
    assert "nobody carries the Powder Keg" in rules
    assert "the count of Charges is at least 3" in rules
    assert "West is set to 1" in rules
    assert "not somebody" not in rules


def test_the_worlds_in_play_say_what_they_do():
    session = begin()
    state = session.game.state
    state.worlds += [WorldCard("swamps-of-jargono"), WorldCard("targa-library"), WorldCard("belly-of-the-beast")]
    sheet = screen.mission_sheet(session.game).plain
    assert "Swamps of Jargono (World): -1 Move" in sheet and "while in the Swamps of Jargono" in sheet
    assert "while it does not come of Holding Back the Darkness" in sheet
    assert "Devoured Dead come where Dishonored Dead would." in sheet
    assert [name for name, _ in by_name(session.game, "jargono")] == ["Swamps of Jargono"]


def test_what_a_card_in_play_does_is_told_once_when_it_comes():
    session = begin()
    session.game.state.in_play.append(CardInPlay(90, "the-void-thickens"))
    shown = typed(session, "1", "1")
    assert shown.count("The Void Thickens: +1 Health for all Void Enemies.") == 1


def test_a_spell_that_is_known_can_be_asked_about():
    session = begin(GameSetup((HeroSetup("sorceress", name="Lady Kaede"),), edition="forbidden-fortress"))
    (hero,) = session.game.state.heroes.values()
    first = standard().class_cards[hero.class_cards[0]]
    assert first.name in [name for name, _ in by_name(session.game, first.name)]


def test_what_says_what_holding_back_and_fleeing_come_to():
    shown = typed(begin(), "what 1", "what 2")
    assert "hold back the Darkness: 2D6 of who carries the light: 7+ holds it back" in shown
    assert "flee from the Adventure: the Adventure ends here, and the Mission has failed." in shown
