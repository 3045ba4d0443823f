"""Reads effects and abilities from plain data (YAML already loaded), and says exactly what is wrong and where."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from rules_engine.effects import nodes as n
from rules_engine.effects.language import DICE_NAMES, Amount, Condition, Part, amount, condition
from rules_engine.effects.vocabulary import (
    BOOSTED,
    DEEPEST,
    DURATIONS,
    ENEMY_TARGETS,
    EVENTS,
    HERO_TARGETS,
    HIGHEST,
    LIMITS,
    REROLL_DICE,
    REROLL_WHOSE,
    REROLL_WITHIN,
    SHORT_FORMS,
    THIS_ITEM,
    TRUE_FORMS,
    USES,
    WHOLE_FORMS,
)
from rules_engine.errors import ContentError
from rules_engine.state import STATUSES

SKILLS = ("agility", "cunning", "spirit", "strength", "lore", "luck")


class Modifier(msgspec.Struct, frozen=True):
    """A change of a stat while something is held. `op` is add, set or multiply.

    `at_least` is for the rules text: the Move roll itself keeps to it.
    """

    stat: str
    op: str
    value: int
    to: str = "owner"
    when: Condition | None = None
    at_least: int | None = None


class OnFace(msgspec.Struct, frozen=True):
    """What an enemy's To Hit dice of some face do: how much harder the Hit is to Defend, and how many Combat Hits every
    other hero next to the target takes (`around`).
    """

    at_least: int
    ignore: tuple[str, ...] = ()
    do: n.Effects = ()
    harder: int = 0
    around: int = 0


class RangedAttack(msgspec.Struct, frozen=True):
    """An enemy's Ranged Attack: Range, Shots, and the Damage of a Hit, a die (`die`) added where there is one.

    Without `damage` and `die` a Hit does the sheet's Damage.
    """

    range: int
    shots: int = 1
    damage: int | None = None
    die: str = ""
    on_face: OnFace | None = None


class RerollRight(msgspec.Struct, frozen=True):
    """Which rolls an ability may re-roll: `grit` means whatever Grit may. `add` goes on top of the new face; `again`
    takes dice that have been re-rolled; `within` (tile, adjacent) is how near the roller must be.
    """

    roll: str
    dice: str = "any"
    whose: str = "own"
    also: tuple[str, ...] = ()
    add: int = 0
    again: bool = False
    within: str = ""

    @property
    def rolls(self) -> tuple[str, ...]:
        """Every kind of roll that it is for."""
        return (self.roll, *self.also)


class Boost(msgspec.Struct, frozen=True):
    """What each payment of an ability's cost adds to one Combat Hit's Damage or to one Healing, at most so often."""

    of: str
    most: int
    add: int = 1


SWITCHING_FORMS = {
    "flight": "move_through_models",
    "tough": "tough",
    "immobile": "immobile",
    "shootout": "shootout",
    "snap_fire": "snap_fire",
    "attacks_all": "attacks_all",
}


class Ability(msgspec.Struct, frozen=True):
    """What a card, item, class or creature can do; see docs/effects.md, "Abilities"."""

    id: str
    name: str = ""
    modifiers: tuple[Modifier, ...] = ()
    flags: tuple[str, ...] = ()
    fear: int = 0
    terror: int = 0
    unspeakable_terror: int = 0
    armor: int = 0
    tough: bool = False
    flight: bool = False
    ranged: RangedAttack | None = None
    immobile: bool = False
    shootout: bool = False
    snap_fire: bool = False
    reach: int = 0
    exposed: int = 0
    attacks_all: bool = False
    damage_die: str = ""
    hold_back: int = 0
    immune: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    on_face: OnFace | None = None
    on: str = ""
    of: str = "self"
    when: Condition | None = None
    may: bool = False
    cost: n.Cost = n.Cost()
    limit: str = ""
    do: n.Effects = ()
    use: str = ""
    label: str = ""
    reroll: RerollRight | None = None
    boost: Boost | None = None
    free_attack: n.Strike | None = None
    note: dict[str, Any] = {}
    switches: tuple[str, ...] = ()  # never written: the flags, and what the short forms switch


def of_item(ability: Ability, item: str) -> Ability:
    """An ability as it counts on one Item: `this_item` means an Attack with that Item."""
    if not any(when is not None and THIS_ITEM in when.text for when in (ability.when, *_whens(ability))):
        return ability
    return msgspec.structs.replace(
        ability,
        when=_using(ability.when, item),
        modifiers=tuple(msgspec.structs.replace(m, when=_using(m.when, item)) for m in ability.modifiers),
    )


def _whens(ability: Ability) -> list[Condition | None]:
    return [modifier.when for modifier in ability.modifiers]


def _using(when: Condition | None, item: str) -> Condition | None:
    if when is None:
        return None
    parts = [Part(p.negated, "using", item) if p.word == THIS_ITEM else p for p in when.parts]
    return Condition(tuple(parts), when.text.replace(THIS_ITEM, f"using {item}"))


def _unknown(path: str, word: str, known: Any) -> ContentError:
    close = difflib.get_close_matches(word, sorted(known), 1)
    hint = f"; did you mean '{close[0]}'?" if close else f"; known: {', '.join(sorted(known))}"
    return ContentError(f"{path}: '{word}' is not known{hint}")


def _mapping(value: object, path: str) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ContentError(f"{path}: expected a mapping, found {type(value).__name__}")
    return {str(k): v for k, v in value.items()}


def _fields(value: object, allowed: Collection[str], path: str) -> dict[str, Any]:
    """A mapping that has no other fields than those allowed."""
    given = _mapping(value, path)
    for name in given:
        if name not in allowed:
            raise _unknown(path, name, allowed)
    return given


def _words(value: object, path: str) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        return tuple(value)
    raise ContentError(f"{path}: expected a word or a list of words, found {value!r}")


def _whole(value: object, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ContentError(f"{path}: expected a whole number, found {value!r}")
    return value


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise ContentError(f"{path}: expected a text, found {value!r}")
    return value


def _truth(value: object, path: str) -> bool:
    if not isinstance(value, bool):
        raise ContentError(f"{path}: expected true or false, found {value!r}")
    return value


def _maybe_all(value: object, path: str) -> Amount:
    return Amount(999, (), "all") if value == "all" else amount(value, path)


def effects(value: object, path: str) -> n.Effects:
    """Read a list of effects. Raises ContentError with the path of what is wrong."""
    if value is None:
        return ()
    if isinstance(value, dict):
        value = [value]
    if not isinstance(value, list):
        raise ContentError(f"{path}: expected a list of effects, found {type(value).__name__}")
    if path.count("[") > DEEPEST:
        raise ContentError(f"{path[:80]}...: effects are nested more than {DEEPEST} deep")
    return tuple(_effect(item, f"{path}[{i}]") for i, item in enumerate(value))


def _effect(value: object, path: str) -> n.Node:
    if isinstance(value, str):
        value = {value: {}}
    if not isinstance(value, dict) or len(value) != 1:
        raise ContentError(
            f"{path}: an effect is a mapping with one key, such as {{gain: {{xp: 20}}}}; found {value!r}"
        )
    word, body = next(iter(value.items()))
    if word not in n.NODES:
        raise _unknown(path, str(word), n.NODES)
    reader: Callable[[type[Any], object, str], Any] = _READERS.get(word, _plain)
    node: n.Node = reader(n.NODES[word], body, f"{path}.{word}")
    return node


_FIELDS: dict[str, Callable[[object, str], Any]] = {
    "Amount": amount,
    "Amount | None": amount,
    "Condition": condition,
    "Condition | None": condition,
    "Effects": effects,
    "tuple[str, ...]": _words,
    "int": _whole,
    "str": _text,
    "bool": _truth,
}


def _plain(kind: type[Any], body: object, path: str) -> Any:
    given = _mapping(body, path)
    hints = {
        name: hint for base in reversed(kind.__mro__) for name, hint in getattr(base, "__annotations__", {}).items()
    }
    built: dict[str, Any] = {}
    for name, raw in given.items():
        if name not in hints:
            raise _unknown(f"{path}", name, hints)
        reader = _maybe_all if kind is n.Heal and name != "to" else _FIELDS[hints[name]]
        built[name] = reader(raw, f"{path}.{name}")
    try:
        node = kind(**built)
    except TypeError as error:
        raise ContentError(f"{path}: {error}") from None
    _check(node, path)
    return node


_ALLOWED: dict[str, tuple[str, frozenset[str]]] = {
    "Hits.kind": ("kind", frozenset({"physical", "horror", "corruption"})),
    "Status.add": ("add", frozenset({"", *STATUSES})),
    "Status.remove": ("remove", frozenset({"", "any", *STATUSES})),
    "Modify.until": ("until", DURATIONS),
    "Flag.until": ("until", DURATIONS),
    "Draw.deck": (
        "deck",
        frozenset({"loot", "scavenge", "gear", "artifact", "darkness", "growing-dread", "encounter"}),
    ),
    "Chart.name": ("name", frozenset({"injury", "madness", "mutation", "depth-event"})),
    "Attack.beside": ("beside", frozenset({"", "owner"})),
    "Spawn.at": ("at", frozenset({"", "this"})),
    "Attack.threat": ("threat", frozenset({"", "normal", "low", "med", "high", "higher", "epic"})),
    "Flame.at": ("at", frozenset({"random", "farthest", "target"})),
    "Shot.at": ("at", frozenset({"random", "farthest", "target"})),
    "Cast.element": ("element", frozenset({"fire", "wind", "water", "earth"})),
    "Strike.kind": ("kind", frozenset({"melee", "ranged"})),
}


def _check(node: n.Node, path: str) -> None:
    name = type(node).__name__
    for key, (field, allowed) in _ALLOWED.items():
        if key == f"{name}.{field}" and getattr(node, field) not in allowed:
            raise _unknown(f"{path}.{field}", getattr(node, field), allowed)
    to = getattr(node, "to", None)
    if to is not None and to not in HERO_TARGETS | ENEMY_TARGETS:
        raise _unknown(f"{path}.to", to, HERO_TARGETS | ENEMY_TARGETS)
    if isinstance(node, n.Tally) and (node.add is None) == (node.set is None):
        raise ContentError(f"{path}: a tally has exactly one of add, set")
    if isinstance(node, n.Modify) and (node.add is None) + (node.set is None) + (node.multiply is None) != 2:
        raise ContentError(f"{path}: a modify has exactly one of add, set, multiply")


def _test(kind: type[Any], body: object, path: str) -> n.Test:
    given = _fields(body, ("who", "skill", "target", "pass", "fail"), path)
    skills = _words(given.get("skill"), f"{path}.skill")
    for skill in skills:
        if skill not in SKILLS:
            raise _unknown(f"{path}.skill", skill, SKILLS)
    target = _whole(given.get("target"), f"{path}.target")
    if not 2 <= target <= 6:
        raise ContentError(f"{path}.target: a Skill test needs 2 to 6 on a D6, not {target}")
    who = _text(given.get("who", "subject"), f"{path}.who")
    if who not in HERO_TARGETS:
        raise _unknown(f"{path}.who", who, HERO_TARGETS)
    return n.Test(
        skills,
        target,
        who,
        effects(given.get("pass"), f"{path}.pass"),
        effects(given.get("fail"), f"{path}.fail"),
    )


def span(text: object, path: str) -> tuple[int, ...]:
    """Numbers of a table row: `3`, `1-3` or `11,12`."""
    found: list[int] = []
    for piece in str(text).split(","):
        low, _, high = piece.strip().partition("-")
        if not all(end.isdecimal() and len(end) < 4 for end in (low, high or low)):
            raise ContentError(f"{path}: '{text}' is no number or range such as 2 or 4-6")
        numbers = range(int(low), int(high or low) + 1)
        if not numbers or numbers[-1] > HIGHEST:
            raise ContentError(f"{path}: '{text}' is no range of rolls from low to high, up to {HIGHEST}")
        found.extend(numbers)
    return tuple(found)


def _roll(kind: type[Any], body: object, path: str) -> n.RollDie:
    given = _fields(body, ("die", "table", "do"), path)
    die = _text(given.get("die", "D6"), f"{path}.die")
    if die not in DICE_NAMES:
        raise _unknown(f"{path}.die", die, DICE_NAMES)
    table = tuple(
        (span(key, f"{path}.table"), effects(value, f"{path}.table[{key}]"))
        for key, value in _mapping(given.get("table"), f"{path}.table").items()
    )
    return n.RollDie(die, table, effects(given.get("do"), f"{path}.do"))


def _if(kind: type[Any], body: object, path: str) -> n.If:
    given = _fields(body, ("when", "then", "else"), path)
    return n.If(
        condition(given.get("when"), f"{path}.when"),
        effects(given.get("then"), f"{path}.then"),
        effects(given.get("else"), f"{path}.else"),
    )


def cost(value: object, path: str) -> n.Cost:
    """Read a cost such as {grit: 1, discard: this}."""
    given = _fields(value, n.Cost.__struct_fields__, path)
    built: dict[str, Any] = {}
    for name, value in given.items():
        if name == "discard":
            built[name] = _text(value, path)
        elif name == "tokens":
            kinds = _mapping(value, f"{path}.tokens")
            built[name] = tuple((kind, _whole(count, f"{path}.tokens.{kind}")) for kind, count in kinds.items())
        else:
            built[name] = _whole(value, f"{path}.{name}")
    return n.Cost(**built)


def _choose(kind: type[Any], body: object, path: str) -> n.Choose:
    if isinstance(body, list):
        body = {"options": body}
    given = _mapping(body, path)
    listed = given.get("options") or []
    if not isinstance(listed, list):
        raise ContentError(f"{path}.options: expected a list of options, found {type(listed).__name__}")
    offers = []
    for i, raw in enumerate(listed):
        at = f"{path}.options[{i}]"
        option = _fields(raw, ("label", "do", "when", "cost"), at)
        offers.append(
            n.Offer(
                _text(option.get("label"), f"{at}.label"),
                effects(option.get("do"), f"{at}.do"),
                condition(option["when"], f"{at}.when") if "when" in option else None,
                cost(option["cost"], f"{at}.cost") if "cost" in option else None,
            )
        )
    if not offers:
        raise ContentError(f"{path}: choose has no options")
    return n.Choose(tuple(offers), _text(given.get("who", "subject"), f"{path}.who"))


_READERS: dict[str, Callable[[type[Any], object, str], n.Node]] = {
    "test": _test,
    "roll": _roll,
    "if": _if,
    "choose": _choose,
}


_OPS = ("add", "set", "multiply")


def _modifier(value: object, path: str) -> Modifier:
    given = _fields(value, ("stat", *_OPS, "to", "when", "at_least"), path)
    ops = [op for op in _OPS if op in given]
    if len(ops) != 1 or "stat" not in given:
        raise ContentError(f"{path}: a modifier has a stat and one of add, set, multiply")
    if "at_least" in given and given["stat"] != "move":
        raise ContentError(f"{path}.at_least: only a Move has a least number of spaces")
    return Modifier(
        _text(given["stat"], f"{path}.stat"),
        ops[0],
        _whole(given[ops[0]], f"{path}.{ops[0]}"),
        _text(given.get("to", "owner"), f"{path}.to"),
        condition(given["when"], f"{path}.when") if "when" in given else None,
        _whole(given["at_least"], f"{path}.at_least") if "at_least" in given else None,
    )


def _reroll(value: object, path: str) -> RerollRight:
    given = _fields(value, set(RerollRight.__struct_fields__) - {"also"}, path)
    if "roll" not in given:
        raise ContentError(f"{path}: a reroll names the roll that it is for")
    first, *also = _words(given.pop("roll"), f"{path}.roll")
    built: dict[str, Any] = {"roll": first, "also": tuple(also)}
    for name, word in given.items():
        reader: Callable[[object, str], Any] = {"add": _whole, "again": _truth}.get(name, _text)
        built[name] = reader(word, f"{path}.{name}")
    right = RerollRight(**built)
    for field, allowed in (("dice", REROLL_DICE), ("whose", REROLL_WHOSE), ("within", REROLL_WITHIN)):
        if getattr(right, field) not in allowed:
            raise _unknown(f"{path}.{field}", getattr(right, field), allowed)
    return right


def _boost(value: object, path: str) -> Boost:
    given = _fields(value, Boost.__struct_fields__, path)
    boost = Boost(
        _text(given.get("of"), f"{path}.of"),
        _whole(given.get("most"), f"{path}.most"),
        _whole(given.get("add", 1), f"{path}.add"),
    )
    if boost.of not in BOOSTED:
        raise _unknown(f"{path}.of", boost.of, BOOSTED)
    return boost


def _on_face(value: object, path: str) -> OnFace:
    body = _fields(value, OnFace.__struct_fields__, path)
    return OnFace(
        _whole(body.get("at_least"), path),
        _words(body["ignore"], path) if "ignore" in body else (),
        effects(body.get("do"), f"{path}.do"),
        _whole(body.get("harder", 0), f"{path}.harder"),
        _whole(body.get("around", 0), f"{path}.around"),
    )


def _die(value: object, path: str) -> str:
    die = _text(value, path)
    if len(DICE_NAMES.get(die, ())) != 1:
        raise _unknown(path, die, [name for name, dice in DICE_NAMES.items() if len(dice) == 1])
    return die


def _ranged(value: object, path: str) -> RangedAttack:
    given = _fields(value, RangedAttack.__struct_fields__, path)
    return RangedAttack(
        _whole(given.get("range"), f"{path}.range"),
        _whole(given.get("shots", 1), f"{path}.shots"),
        _whole(given["damage"], f"{path}.damage") if "damage" in given else None,
        _die(given["die"], f"{path}.die") if "die" in given else "",
        _on_face(given["on_face"], f"{path}.on_face") if "on_face" in given else None,
    )


def ability(value: object, path: str, fallback_id: str = "") -> Ability:
    """Read one ability. Short forms such as `{fear: 1}` or `{armor: 5}` need no id."""
    given = _mapping(value, path)
    short = next((key for key in SHORT_FORMS if key in given), "")
    given.setdefault("id", short or fallback_id)
    if not given["id"]:
        raise ContentError(f"{path}: an ability needs an id")
    path = f"{path}({given['id']})"
    if "if" in given:
        given["when"] = given.pop("if")
    known = set(Ability.__struct_fields__) - {"switches"}
    built: dict[str, Any] = {}
    for name, raw in given.items():
        at = f"{path}.{name}"
        if name not in known and name != "title":
            raise _unknown(path, name, known)
        if name == "modifiers":
            if not isinstance(raw or [], list):
                raise ContentError(f"{at}: expected a list of modifiers, found {type(raw).__name__}")
            built[name] = tuple(_modifier(m, f"{at}[{i}]") for i, m in enumerate(raw or []))
        elif name == "flags":
            built[name] = _words(raw, at)
        elif name == "when":
            built[name] = condition(raw, at)
        elif name == "do":
            built[name] = effects(raw, at)
        elif name == "cost":
            built[name] = cost(raw, at)
        elif name == "on_face":
            built[name] = _on_face(raw, at)
        elif name == "ranged":
            built[name] = _ranged(raw, at)
        elif name in ("immune", "keywords"):
            built[name] = _words(raw, at)
        elif name == "damage_die":
            built[name] = _die(raw, at)
        elif name == "reroll":
            built[name] = _reroll(raw, at)
        elif name == "boost":
            built[name] = _boost(raw, at)
        elif name == "free_attack":
            built[name] = _plain(n.Strike, raw, at)
        elif name in WHOLE_FORMS:
            built[name] = _whole(raw, at)
        elif name == "may" or name in TRUE_FORMS:
            built[name] = _truth(raw, at)
        elif name == "note":
            built[name] = _mapping(raw, at)
        elif name == "title":
            built["name"] = _text(raw, at)
        else:
            built[name] = _text(raw, at)
    found = Ability(**built, switches=_switches(built))
    for field, allowed in (("on", EVENTS), ("use", USES), ("limit", LIMITS)):
        word = getattr(found, field)
        if word and word not in allowed:
            raise _unknown(f"{path}.{field}", word, allowed)
    return found


def _switches(built: Mapping[str, Any]) -> tuple[str, ...]:
    forms = [switch for form, switch in SWITCHING_FORMS.items() if built.get(form)]
    return (*built.get("flags", ()), *forms, *(f"immune:{word}" for word in built.get("immune", ())))


def abilities(value: object, path: str) -> tuple[Ability, ...]:
    """Read a list of abilities."""
    if value is None:
        return ()
    if not isinstance(value, list):
        raise ContentError(f"{path}: expected a list of abilities, found {type(value).__name__}")
    return tuple(ability(item, f"{path}[{i}]", f"ability-{i + 1}") for i, item in enumerate(value))
