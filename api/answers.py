"""What a player typed, and which option of the pending Choice it means: a number, a space, an id or a few words.

Words never guess: what fits several options is asked back (AmbiguousChoice), what fits none is refused (IllegalChoice).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rules_engine.board import UnknownPlaceError
from rules_engine.choices import accepted_by_form
from rules_engine.errors import AmbiguousChoice, IllegalChoice

if TYPE_CHECKING:
    from rules_engine import Choice, Game, Option

SPACE = re.compile(r"\d+\.\d\d")
MANY_SPACES = 6
NEAREST = 3
SHORT_LIST = 6
IDLE_WORDS = frozenset(
    ["a", "an", "the", "to", "at", "on", "in", "of", "with", "my", "i", "we", "please", "then", "go", "move", "and"]
)
SAME = {
    "shoot": ("fire",),
    "attack": ("fight", "fire", "attack"),
    "hit": ("hit", "fight"),
    "punch": ("fight",),
    "wait": ("stay", "done"),
    "stop": ("stay", "done"),
    "skip": ("done", "pass", "keep", "stay"),
    "yes": ("use", "yes"),
    "escape": ("escape",),
}
_NOT = re.compile(r"\b(?:not|never)\b|^no (?!,)|^catches nobody")


class Listed(NamedTuple):
    """An option with the number and the words that stand before the player."""

    number: int
    option: Option
    label: str


class Listing(NamedTuple):
    """A Choice as it is shown: numbered options, and the spaces that are only marked on the map."""

    choice: Choice
    shown: tuple[Listed, ...]
    on_map: frozenset[str]

    def numbered(self, number: int) -> Option | None:
        """The option with a number of the list."""
        return next((one.option for one in self.shown if one.number == number), None)


def listing(game: Game, choice: Choice) -> Listing:
    """Number the options: what is not a space first, then the spaces worth naming, then what may be done at any time.

    Spaces are marked on the map; where many are legal, only a few stand in the list.
    """
    spaces = [o for o in choice.options if o.target and SPACE.fullmatch(o.target) and o.id != "stay" and not o.extra]
    first = [(o, o.label) for o in choice.options if o not in spaces and not o.extra]
    if choice.kind == "assign_hit":
        targets = list(dict.fromkeys(o.target for o, _ in first))
        first.sort(key=lambda row: targets.index(row[0].target))
    extras = [(o, o.label) for o in choice.options if o.extra]
    named = _worth_naming(game, choice, spaces) if spaces else []
    if len(spaces) < MANY_SPACES:
        notes = {o.id: label for o, label in named}
        named = [(o, notes.get(o.id, o.label)) for o in sorted(spaces, key=lambda o: str(o.target))]
    rows = tuple(Listed(n, o, label) for n, (o, label) in enumerate([*first, *named, *extras], 1))
    return Listing(choice, rows, frozenset(o.target for o in spaces if o.target))


def _worth_naming(game: Game, choice: Choice, spaces: Sequence[Option]) -> list[tuple[Option, str]]:
    """A few spaces with what is special about them: beside an enemy, at a door, on another tile, in a blast."""
    board, table = game.table.board, game.table
    enemies = {at: table.name(e.id) for e in game.state.enemies.values() for at in table.footprint(e)}
    doors: dict[str, str] = {}
    for tile in game.state.tiles:
        for key, status in tile.doors.items():
            if status in ("door", "gate"):
                for space in board.door_spaces(table.door_ref(tile.number, key)):
                    where = f"the {side_name(key)} {status} of tile {tile.number}"
                    doors.setdefault(space, f"at {where}")
    hero = game.state.heroes.get(choice.who)
    here = set(board.tiles_of(hero.space)) if hero is not None and hero.space else set()
    ranked: list[tuple[int, int, Option, str]] = []
    named: set[tuple[int, bool]] = set()
    for place, option in enumerate(spaces):
        space = str(option.target)
        near = list(dict.fromkeys(name for at, name in enemies.items() if at in board.adjacent[space]))
        note, rank = "", 9
        if "catches" in option.label and "nobody" not in option.label:
            foes = sum(1 for name in dict.fromkeys(enemies.values()) if name in option.label)
            note, rank = option.label.partition(" ")[2].strip("()"), -foes
        elif choice.kind == "throw":
            continue
        elif near:
            note, rank = "beside " + ", ".join(near[:3]), 1 if len(near) == 1 else 2
        elif space in doors:
            note, rank = doors[space], 3
        else:
            within = not here & set(board.tiles_of(space))
            others = [t for t in board.tiles_of(space) if t not in here and (t, within) not in named]
            if others and here:
                named.add((others[0], within))
                how = "in" if within else "half in"
                note, rank = f"{how} the {game.table.board_name(others[0])} (tile {others[0]})", 4
        if rank < 9:
            ranked.append((rank, place, option, f"{space}  {note}"))
    ranked.sort(key=lambda row: row[:2])
    chosen = [(option, label) for _, _, option, label in ranked[:SHORT_LIST]]
    if not chosen and choice.kind != "throw":
        chosen = _on_the_way(game, spaces, enemies or doors)
    return chosen


def _on_the_way(game: Game, spaces: Sequence[Option], goals: Mapping[str, str]) -> list[tuple[Option, str]]:
    """The spaces nearest to where there is something to do, with how far it is from there; the first few if nothing."""
    far = {goal: game.table.board.distances_from(goal) for goal in goals}
    ranked = []
    for place, option in enumerate(spaces):
        steps = [(to[str(option.target)], goal) for goal, to in far.items() if str(option.target) in to]
        if steps:
            ranked.append((*min(steps), place, option))
    if not ranked:
        return [(option, option.label) for option in spaces[:NEAREST]]
    ranked.sort(key=lambda row: row[:3])
    return [
        (
            option,
            f"{option.target}  {steps} {'space' if steps == 1 else 'spaces'} from {goals[goal].removeprefix('at ')}",
        )
        for steps, goal, _, option in ranked[:NEAREST]
    ]


def side_name(key: str) -> str:
    """`N2` is the second north side."""
    sides = {"N": "north", "E": "east", "S": "south", "W": "west"}
    return sides.get(key[:1], key) + (f" ({key[1:]})" if key[1:] else "")


def understand(game: Game, listed: Listing, text: str) -> str:
    """The id of the option that the player means. Raises AmbiguousChoice or IllegalChoice; neither changes anything."""
    choice = listed.choice
    typed = " ".join(text.split())
    if choice.form and choice.form.startswith("dice:"):
        return faces(choice, typed)
    if choice.option(typed) is not None or accepted_by_form(choice, typed):
        return typed
    number = re.fullmatch(r"#?(\d+)", typed)
    if number and not _means_space(listed, typed):
        option = listed.numbered(int(number[1]))
        if option is None:
            raise IllegalChoice(f"there is no number {number[1]} in the list: it goes from 1 to {len(listed.shown)}")
        return option.id
    spaced = re.fullmatch(r"(?:(?:go|move|run|walk|throw)(?: it)?(?: to| at)? )?(\d+\.\d\d|\d\d)", typed.lower())
    if spaced:
        return _space(game, choice, spaced[1])
    subset = _subset(choice, typed)
    return subset or _by_words(game, listed, typed)


def _means_space(listed: Listing, typed: str) -> bool:
    """Whether two digits name a space of the map and no number of the list. AmbiguousChoice if they may be both."""
    if not listed.on_map or not re.fullmatch(r"\d\d", typed):
        return False
    there = sorted(space for space in listed.on_map if space.endswith(f".{typed}"))
    option = listed.numbered(int(typed))
    if there and option is not None and typed[0] != "0":
        raise AmbiguousChoice(f"{typed} is a space and a number of the list: type {there[0]} or #{typed}")
    return option is None or bool(there) or typed[0] == "0"


def faces(choice: Choice, typed: str) -> str:
    """Faces of dice that lie on the table: `3 5`, `3,5` or `35`. IllegalChoice says what is wrong with them."""
    sides = [int(s) for s in (choice.form or "").partition(":")[2].split(",")]
    found = typed.replace(",", " ").split()
    if len(found) == 1 and len(found[0]) == len(sides) and found[0].isdecimal():
        found = list(found[0])
    if len(found) != len(sides):
        raise IllegalChoice(f"{len(sides)} dice are rolled, so type {len(sides)} faces on one line; got {len(found)}")
    for place, (face, most) in enumerate(zip(found, sides, strict=True), 1):
        if not (face.isascii() and face.isdecimal()) or not 1 <= int(face) <= most:
            raise IllegalChoice(f"die {place} shows 1 to {most}, not '{face}'")
    return " ".join(found)


def _space(game: Game, choice: Choice, name: str) -> str:
    by_space = {o.target: o for o in choice.options if o.target and SPACE.fullmatch(o.target)}
    if not by_space:
        raise IllegalChoice(f"no space is asked for here, so {name} is no answer; type a number of the list, or `help`")
    names = [name] if "." in name else [f"{tile.number}.{name}" for tile in game.state.tiles]
    found: dict[str, str] = {}
    for one in names:
        try:
            space = game.table.board.resolve(one)
        except UnknownPlaceError:
            continue
        if space in by_space:
            found[space] = by_space[space].id
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        raise AmbiguousChoice(f"space {name} is on several tiles: {', '.join(found)}; type one of these")
    raise IllegalChoice(f"space {name} is not one of the spaces to choose from (marked on the map)")


def _subset(choice: Choice, typed: str) -> str | None:
    """`grit dice 1 3` for some dice of a re-roll; the first die is 1."""
    found = re.fullmatch(r"([a-z0-9]+) (?:dice|die)((?:[ ,]+\d+)+)", typed.lower())
    if not found or not (choice.form or "").startswith("subset:"):
        return None
    places = [int(n) - 1 for n in re.findall(r"\d+", found[2])]
    answer = f"{found[1]}:{','.join(map(str, places))}"
    if not accepted_by_form(choice, answer):
        allowed = ", ".join(str(int(n) + 1) for n in (choice.form or "").partition(":")[2].split(","))
        verbs = sorted({o.id.partition(":")[0] for o in choice.options if ":" in o.id})
        raise IllegalChoice(f"dice {allowed} may be re-rolled, by {' or '.join(verbs)}")
    return answer


def _words(text: str) -> list[str]:
    plain = text.lower().replace("don't", "do not").replace("n't", " not")
    return [w for w in re.split(r"[^\w.+']+", plain) if w]


def _by_words(game: Game, listed: Listing, typed: str) -> str:
    from api.screen import glyphs

    marks = glyphs(game)
    wanted = [w for w in _words(typed) if w not in IDLE_WORDS] or _words(typed)
    if not wanted:
        raise IllegalChoice("type a number of the list, a space, or a few words of an option; `help` lists commands")
    refusing = bool(_NOT.search(" ".join(_words(typed))))
    labels = {one.option.id: one.label for one in listed.shown}
    # Spaces that are only marked on the map are named by number; their labels would drown the rest.
    options = [o for o in listed.choice.options if o.id in labels]
    whole = [o for o in options if o.label.lower() == typed.lower() or (o.target or "").lower() == typed.lower()]
    if len(whole) == 1:
        return whole[0].id

    def exact(word: str, have: Sequence[str]) -> bool:
        return word in have or any(w in have for w in SAME.get(word, ()))

    def start(word: str, have: Sequence[str]) -> bool:
        return exact(word, have) or (len(word) > 2 and any(h.startswith(word) for h in have))

    tests: tuple[Callable[[str, Sequence[str]], bool], ...] = (exact, start)
    for test in tests:
        found = []
        for option in options:
            label = f"{labels[option.id]} {option.label}".lower()
            have = _words(label) + _words(option.id.replace(":", " ").replace("-", " ")) + [option.id]
            have.append(marks.get(option.target or "", "").lower())
            if bool(_NOT.search(option.label.lower())) != refusing and " ".join(wanted) != option.id:
                continue
            if not all(test(word, have) for word in wanted):
                continue
            # `Ada - Whiskey: drink`: a name alone must not drink the Whiskey.
            act = _words(option.label.partition(" - ")[2] or option.label)
            if not option.extra or any(test(word, act) for word in wanted):
                found.append(option)
        if len(found) == 1:
            return found[0].id
        if found:
            numbers = {one.option.id: one.number for one in listed.shown}
            fits = "; ".join(f"{numbers[o.id]} {labels[o.id]}" for o in found[:8])
            raise AmbiguousChoice(f"'{typed}' may mean {len(found)} things: {fits}. Which?")
    raise IllegalChoice(f"'{typed}' is none of the options; type a number, or `help`")
