"""The host's ruling: effects that somebody at the table decrees, at a pending Choice, with a reason.

What the rules do not foresee (or what went wrong) is put right by hand, in the language of docs/effects.md, and stands
in the journal like an answer to the Choice; then the Choice is asked again, as the table now stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from rules_engine.choices import PARTY, Choice, Option
from rules_engine.effects import parse
from rules_engine.effects.context import Context
from rules_engine.effects.nodes import Effects
from rules_engine.errors import ContentError
from rules_engine.procedures.signals import TurnOver
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

HOST = "host:"
SOURCE = "the host's ruling"
IN_MID_AIR = frozenset({"dice", "name"})
_encode = msgspec.json.Encoder(order="deterministic").encode


class Ruling(msgspec.Struct, frozen=True):
    """What the host decrees: effects as JSON text, why, and whom they are about (a model's id, or nobody)."""

    effects: str
    reason: str
    subject: str = ""

    @property
    def answer(self) -> str:
        """How it stands among the answers of a game."""
        return HOST + _encode(self).decode()


def ruling_of(answer: str) -> Ruling:
    """The ruling that an answer holds. Raises ContentError."""
    try:
        return msgspec.json.decode(answer.removeprefix(HOST), type=Ruling)
    except msgspec.DecodeError as error:
        raise ContentError(f"this is no ruling: {error}") from None


def checked(table: Table, choice: Choice, effects: object, reason: str, subject: str | None) -> Ruling:
    """A ruling that can be read, about somebody who is there. Raises ContentError saying what is wrong."""
    from rules_engine.content.library import check_named, nodes_of

    if not reason.strip():
        raise ContentError("ruling: say why: a ruling needs a reason")
    nodes = parse.effects(effects, "ruling")
    if not nodes:
        raise ContentError("ruling: no effect is given; see docs/effects.md")
    for node in nodes_of(nodes):
        check_named(table.library, "ruling", node)
    who = choice.who if subject is None and choice.who != PARTY else subject or ""
    state = table.state
    if who and who not in state.heroes and who not in state.enemies:
        known = ", ".join([*state.heroes, *state.enemies])
        raise ContentError(f"ruling: nobody here is called '{who}'; known: {known}")
    if not who and any(getattr(node, "to", "") in ("subject", "owner") for node in nodes):
        raise ContentError(f"ruling: say whom it is about; known: {', '.join(state.heroes)}")
    try:
        return Ruling(_encode(effects).decode(), " ".join(reason.split()), who)
    except TypeError as error:
        raise ContentError(f"ruling: effects are plain data: {error}") from None


def host_rules(table: Table, answer: str) -> Procedure[None]:
    """Let a ruling happen. In the middle of a turn its Fight may be over by it, or the turn, as by anything else."""
    from rules_engine.effects.run import run
    from rules_engine.procedures.fights import check_fight

    ruling = ruling_of(answer)
    effects: Effects = parse.effects(msgspec.json.decode(ruling.effects), "ruling")
    try:
        yield from run(table, effects, _about(table, ruling.subject))
    except TurnOver:
        if table.turn_goes_on:
            raise
    if table.turn_goes_on:
        check_fight(table)


def _about(table: Table, subject: str) -> Context:
    enemy = table.state.enemies.get(subject)
    if enemy is not None:
        return Context(source=SOURCE, enemy=enemy.id, enemy_type=enemy.type)
    return Context(subject=subject, owner=subject, source=SOURCE)


def still_there(table: Table, who: str, options: Sequence[Option], before: Sequence[str]) -> list[Option]:
    """The options that are not about a model, an Item, a token or Grit that a ruling has just taken away.

    `before` are the models that were there when the Choice was put.
    """
    standing = models(table)
    gone = {id for id in before if id not in standing}
    hero = table.state.heroes.get(who)
    return [one for one in options if one.target not in gone and (hero is None or _has(hero, one))]


def models(table: Table) -> list[str]:
    """The heroes who stand and the enemies on the board."""
    return [*(h.id for h in table.state.standing()), *table.state.enemies]


def _has(hero: Hero, option: Option) -> bool:
    verb, _, rest = option.id.partition(":")
    if verb in ("drop", "lose", "fuse", "item", "forge", "remove") and rest.isdecimal():
        return any(str(item.uid) == rest for item in hero.carried)
    if verb == "attach":
        return set(rest.split(":")) <= {str(item.uid) for item in hero.items}
    if verb == "token" and option.target == rest:
        return rest in hero.side_bag
    return verb != "grit" or not rest or hero.grit > 0


def plain_effects(text: str) -> Any:
    """Effects typed as YAML or JSON, as plain data. Raises ContentError."""
    import yaml

    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ContentError(f"ruling: this is neither YAML nor JSON: {' '.join(str(error).split())}") from None
