"""Re-rolls: Grit and abilities (compilation, "Using Grit", "Re-roll Limits").

One Grit re-rolls any number of the dice that the hero just rolled; no die is re-rolled twice; never the roll to Hold
Back the Darkness, and no roll on a Chart unless the edition allows it. A re-roll is offered only where a die could
still do better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rules_engine.choices import Option
from rules_engine.dice import HERO_DICE, VALUES, Roll, RolledDie
from rules_engine.effects.context import Context
from rules_engine.effects.parse import Ability, RerollRight
from rules_engine.effects.stats import Held
from rules_engine.procedures.costs import can_pay, change_grit, limit_key, pay, spent
from rules_engine.state import Hero

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

NEVER_BY_ANY = frozenset({"hold_back", "chart", "card", "threat_card"})  # only what names them re-rolls these
Wanted = Callable[[RolledDie], bool]


class Right(NamedTuple):
    """A right to re-roll: an ability (or Side Bag Token) of a hero."""

    hero: Hero
    held: Held
    ability: Ability
    token: str


def rights(
    table: Table,
    roller: Hero | None,
    kind: str,
    whose: str = "own",
    *,
    grit: bool = False,
    foe: str = "",
    about: Context | None = None,
) -> list[Right]:
    """Abilities and tokens that may re-roll this kind of roll now; `grit`: Grit may, and so what is used like Grit.

    `foe` is the type of the enemies whose roll it is.
    """
    found: list[Right] = []
    for hero in table.state.heroes.values():
        if hero.dead or (hero.ko and kind != "chart"):  # charts are mostly rolled on by those who lie there
            continue
        own = roller is not None and hero.id == roller.id
        for held in table.stats.rerolling(hero):
            right = held.ability.reroll
            if right is None or not _is_for(right, kind, grit):
                continue
            allowed = {"own": own, "other": not own and whose == "own", "enemy": whose == "enemy", "any": True}[
                right.whose
            ]
            if not allowed or (whose == "enemy" and right.whose != "enemy"):
                continue
            if held.ability.limit and spent(table, limit_key(held)):
                continue
            if right.within and not _near(table, hero, roller, right.within, foe):
                continue
            if held.ability.when is not None and not table.holds(
                held.ability.when, (about or Context()).about(subject=hero.id, owner=hero.id)
            ):
                continue
            if can_pay(table, hero, held.ability.cost, held.uid):
                found.append(Right(hero, held, held.ability, ""))
        for token in dict.fromkeys(tokens_at_hand(table, hero)):
            for ability in table.stats.token_rerolls(token):
                right = ability.reroll
                if right is not None and kind in right.rolls and (own or right.whose == "any"):
                    name, _ = table.library.discarded_for(token)
                    found.append(Right(hero, Held(ability, hero.id, name, 0, "token"), ability, token))
    return found


def _is_for(right: RerollRight, kind: str, grit: bool) -> bool:
    """Whether a right is for this kind of roll: by name, for any, or for whatever Grit may re-roll."""
    for named in right.rolls:
        if named == kind or (named == "any" and kind not in NEVER_BY_ANY) or (named == "grit" and grit):
            return True
    return False


def _near(table: Table, hero: Hero, roller: Hero | None, within: str, foe: str) -> bool:
    """Whether the roller - a hero, or for the enemies' dice one of their type - is adjacent or on the same Map Tile."""
    if not hero.space:
        return False
    spaces = [x.space for x in table.state.enemies.values() if x.type == foe] if foe else []
    if roller is not None and not foe:
        spaces = [roller.space]
    if within == "tile":
        return any(space and table.same_tile(hero.space, space) for space in spaces)
    return any(space in table.board.adjacent[hero.space] for space in spaces)


def tokens_at_hand(table: Table, hero: Hero) -> Sequence[str]:
    """Side Bag Tokens that may be used now: at any time, or in the own Activation alone (C57); Basic Allies always."""
    if table.rules.side_bag_tokens == "any time" or table.acting == hero.id:
        return hero.at_hand
    return hero.basic_allies


def offer(
    table: Table,
    roll: Roll,
    hero: Hero | None,
    kind: str,
    wanted: Wanted,
    *,
    stream: str = HERO_DICE,
    grit: bool = True,
    whose: str = "own",
    enough: Callable[[], bool] | None = None,
    against: str = "",
    foe: str = "",
    finer: Wanted | None = None,
    about: Context | None = None,
) -> Procedure[bool]:
    """Offer re-rolls of a roll while there are dice that could do better; returns whether any was re-rolled.

    `wanted` tells which dice could do better, `finer` which could with something added; `enough` whether the roll
    needs nothing more; `about` is the Attack that it belongs to; `against` says what the dice must beat, for the
    prompt.
    """
    changed = False
    finer = finer or wanted
    while True:
        open_dice = [i for i, die in enumerate(roll.dice) if not die.rerolled]
        better = [i for i in open_dice if wanted(roll.dice[i])]
        if (not better and not any(finer(die) for die in roll.dice)) or (enough is not None and enough()):
            return changed
        with_grit = bool(better) and grit and hero is not None and hero.grit > 0 and not hero.dead
        others = rights(table, hero, kind, whose, grit=grit, foe=foe, about=about) if any_rights(table, kind) else []
        if not with_grit and not others:
            return changed
        options = [Option("keep", "keep the roll")]
        hints = {"roll": str(roll.id), "kind": kind, "purpose": roll.purpose}
        if with_grit:
            options.append(Option(_id("grit", better), f"spend 1 Grit: re-roll {_dice(roll, better)}"))
            if len(better) < len(open_dice):
                options.append(Option(_id("grit", open_dice), f"spend 1 Grit: re-roll {_dice(roll, open_dice)}"))
        for number, right in enumerate(others):
            assert right.ability.reroll is not None
            name, dice, add = right.held.source, right.ability.reroll.dice, right.ability.reroll.add
            if dice == "ones":
                ones = [i for i in open_dice if roll.dice[i].face == 1]
                sets = [ones] if ones else []
            elif dice == "one":
                sets = [[i] for i in (better if kind != "hold_back" else open_dice)]
                if right.ability.reroll.again:
                    sets = [[i] for i, die in enumerate(roll.dice) if finer(die)]
            else:
                sets = [better] if better else []
            more = f", +{add}" if add else ""
            for which in sets:
                label = f"{name}: re-roll {_dice(roll, which)}{more}"
                options.append(Option(_id(f"right{number}", which), label, name))
            if add and sets:
                hints[f"add:right{number}"] = str(add)
        if len(options) == 1:
            return changed
        who = hero.id if hero is not None else others[0].hero.id
        answer = yield from table.ask(
            who,
            "reroll",
            f"{_purpose(table, roll, against)}: {' '.join(_shown(d) for d in roll.dice)}. Re-roll?",
            options,
            rule="compilation: Re-roll Limits",
            form="subset:" + ",".join(map(str, open_dice)) if with_grit else None,
            about=hints,
        )
        if answer == "keep":
            return changed
        verb, _, list_ = answer.partition(":")
        which = sorted(int(i) for i in list_.split(","))
        if verb == "grit":
            assert hero is not None
            change_grit(table, hero, -1, "a re-roll")
            yield from table.reroll(roll, which, "Grit", stream)
        else:
            right = others[int(verb.removeprefix("right"))]
            yield from pay(table, right.hero, right.ability, right.held, right.token)
            assert right.ability.reroll is not None
            yield from table.reroll(roll, which, right.held.source, stream, right.ability.reroll.add)
        changed = True


def free_reroll(
    table: Table, roll: Roll, hero: Hero, kind: str, by: tuple[str, str], wanted: Wanted
) -> Procedure[None]:
    """A re-roll that costs nothing, of any dice that could do better or of all; `by` is its word and its name."""
    open_dice = [i for i, die in enumerate(roll.dice) if not die.rerolled]
    better = [i for i in open_dice if wanted(roll.dice[i])]
    if not better:
        return
    verb, name = by
    options = [Option("keep", "keep the roll"), Option(_id(verb, better), f"{name}: re-roll {_dice(roll, better)}")]
    if len(better) > 1:
        options += [Option(_id(verb, [i]), f"{name}: re-roll {_dice(roll, [i])}") for i in better]
    if len(better) < len(open_dice):
        options.append(Option(_id(verb, open_dice), f"{name}: re-roll {_dice(roll, open_dice)}"))
    answer = yield from table.ask(
        hero.id,
        "reroll",
        f"{_purpose(table, roll, '')}: {' '.join(str(d.face) for d in roll.dice)}. Re-roll with {name}?",
        options,
        rule="player-aid: Optional Rules",
        about={"roll": str(roll.id), "kind": kind, "purpose": roll.purpose},
    )
    if answer != "keep":
        yield from table.reroll(roll, [int(i) for i in answer.partition(":")[2].split(",")], name)


def any_rights(table: Table, kind: str) -> bool:
    """Whether any ability or Side Bag Token at the table could re-roll such a roll, now or later."""
    kinds = table.stats.reroll_kinds()
    if kind in kinds or "grit" in kinds or ("any" in kinds and kind not in NEVER_BY_ANY):
        return True
    return kind in table.stats.token_reroll_kinds() and any(
        hero.side_bag or hero.basic_allies for hero in table.state.heroes.values()
    )


def _id(verb: str, which: list[int]) -> str:
    return f"{verb}:{','.join(map(str, which))}"


def _shown(die: RolledDie) -> str:
    """A die as it lies: its face, with what was added to it."""
    return f"{die.face}+{die.added}" if die.added else str(die.face)


def _dice(roll: Roll, which: list[int]) -> str:
    faces = " ".join(_shown(roll.dice[i]) for i in which)
    return f"the {faces}" if len(which) == 1 else f"{len(which)} dice ({faces})"


def _purpose(table: Table, roll: Roll, against: str) -> str:
    text = f"{table.name(roll.who)}, {roll.purpose}" + (f" {against}" if against else "")
    return f"{text}, {roll.target}+ needed" if roll.target else text


def hero_roll(
    table: Table,
    hero: Hero,
    purpose: str,
    kind: str,
    dice: list[str],
    target: int | None,
    *,
    one_is_enough: bool = False,
    grit: bool = True,
    first: Callable[[Roll], Procedure[None]] | None = None,
) -> Procedure[Roll]:
    """A hero rolls dice against a target number, with re-rolls offered for those that miss it; `first` comes first."""
    roll = yield from table.roll(hero.id, purpose, dice, target=target)
    if first is not None:
        yield from first(roll)
    within_reach = target is not None and target <= max(VALUES[die][-1] for die in dice)
    if target is not None and within_reach and (hero.grit or any_rights(table, kind)):
        need = target
        done = (lambda: roll.successes() > 0) if one_is_enough else None
        yield from offer(table, roll, hero, kind, lambda die: die.value < need, grit=grit, enough=done)
    return roll
