"""The table: state, board, dice and content together, with the few verbs that procedures use.

A procedure is a generator: it yields a `Choice` where somebody must decide (and gets the option's id back), a `REST`
where the game may be saved, and emits events for all that happens.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from rules_engine import events as e
from rules_engine.board import Board, DoorRef, door_ref, spaces_of_base
from rules_engine.choices import PARTY, Choice, Option
from rules_engine.dice import ENEMY_DICE, HERO_DICE, SIDES, TARGETS, VALUES, DiceSource, Roll, RolledDie, ScriptedDice
from rules_engine.effects.conditions import holds
from rules_engine.effects.context import Context
from rules_engine.effects.language import Amount, Condition
from rules_engine.effects.stats import Stats
from rules_engine.errors import ContentError
from rules_engine.events import Event
from rules_engine.events.base import Stale
from rules_engine.procedures.ruling import HOST, host_rules, models, still_there
from rules_engine.ruleset import Ruleset
from rules_engine.state import Enemy, Hero, State

if TYPE_CHECKING:
    from rules_engine.content.library import Library
    from rules_engine.effects.nodes import Attack


# An enum's members are slow to look up by name on Python 3.11.
IF_EXPIRED, ABILITIES = int(Stale.IF_EXPIRED), int(Stale.ABILITIES)


class Rest:
    """Yielded where a game may be saved: no procedure is half done."""


REST = Rest()
T = TypeVar("T")
Procedure = Generator[Choice | Rest, str, T]

UNREACHABLE = 999  # a range beyond any other
NO_OPTIONS: tuple[Option, ...] = ()


class Table:
    """One table in play."""

    state: State
    library: Library
    rules: Ruleset

    def __init__(
        self,
        state: State,
        library: Library,
        rules: Ruleset,
        dice: DiceSource,
        *,
        table_dice: frozenset[str] = frozenset(),
        enemy_order: str = "canonical",
        brutal: bool = False,
    ) -> None:
        self.state = state
        self.library = library
        self.rules = rules
        self.dice = dice
        self.table_dice = table_dice
        self.enemy_order = enemy_order
        self.brutal = brutal
        mission = library.missions.get(state.mission)
        self.fixed_map = mission is not None and mission.map is not None
        self.events: list[Event] = []
        self.stats = Stats(self)
        self.board = Board(library.tiles)
        self.depth = 0
        self.waiting: list[tuple[str, Context]] = []
        self.firing = False
        self.interrupted = False
        self.cause = ""
        self.turn_goes_on = False
        self.revivals = 0  # Revive Tokens used so far, discarded or not
        self.acting = ""  # the hero whose Activation it is
        self.held_attacks: list[tuple[Attack, Context]] | None = None
        self._choice = state.choices
        self.rebuild_board()

    # --- events ------------------------------------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Let something happen: it changes the state and goes into the journal."""
        stale = event.stats
        if not stale:
            event.apply(self.state)
            self.events.append(event)
        else:
            lasting = len(self.state.lasting)
            event.apply(self.state)
            self.events.append(event)
            if stale != IF_EXPIRED or len(self.state.lasting) != lasting:
                self.stats.forget(abilities=stale == ABILITIES)
        if event.__class__ is e.TilePlaced:
            self._place(event)

    def rebuild_board(self) -> None:
        """Lay out the board from the state's tiles."""
        self.board = Board(self.library.tiles)
        for tile in self.state.tiles:
            self._place(tile)

    def _place(self, tile: Any) -> None:
        if tile.number == 1:
            self.board.place_first(tile.layout)
        elif tile.through_gate:
            self.board.place_through_gate(tile.number, tile.layout, tile.joined, tile.entrance)
        else:
            self.board.place(tile.number, tile.layout, tile.rotation, tile.dx, tile.dy, (tile.joined, tile.entrance))

    # --- models ------------------------------------------------------------------------------------------------------

    def hero(self, id: str) -> Hero:
        """The hero with this id."""
        return self.state.heroes[id]

    def name(self, id: str) -> str:
        """How a model is called: a hero's name, `Void Spider 2`, or the id itself."""
        hero = self.state.heroes.get(id)
        if hero is not None:
            return hero.name
        enemy = self.state.enemies.get(id)
        if enemy is not None:
            return f"{self.library.enemies[enemy.type].name} {id.rpartition('-')[2]}"
        if id in self.library.enemies:
            return self.library.enemies[id].plural
        return id

    def occupied(self) -> dict[str, str]:
        """Who stands where: space -> model id, each space of a large base. KO'd heroes do not block."""
        taken = {h.space: h.id for h in self.state.heroes.values() if not h.ko and not h.dead and h.space}
        for enemy in self.state.enemies.values():
            if enemy.base:
                for space in spaces_of_base(self.board, enemy.space, enemy.base):
                    taken[space] = enemy.id
            else:
                taken[enemy.space] = enemy.id
        return taken

    def footprint(self, model: Hero | Enemy) -> tuple[str, ...]:
        """The spaces that a model stands on, its anchor first."""
        return spaces_of_base(self.board, model.space, model.base) if model.base else (model.space,)

    def around(self, model: Hero | Enemy) -> tuple[str, ...]:
        """The spaces adjacent to a model: to any of its spaces, its own left out."""
        adjacent = self.board.adjacent
        if not model.base:
            return adjacent[model.space]
        own = spaces_of_base(self.board, model.space, model.base)
        return tuple(dict.fromkeys(s for here in own for s in adjacent[here] if s not in own))

    def beside(self, a: Hero | Enemy, b: Hero | Enemy) -> bool:
        """Whether two models are adjacent: any space of the one to any of the other, and none in common."""
        adjacent = self.board.adjacent
        if not a.base and not b.base:
            return b.space in adjacent[a.space]
        ours, theirs = self.footprint(a), self.footprint(b)
        return not any(s in ours for s in theirs) and any(there in adjacent[here] for here in ours for there in theirs)

    def range_between(self, a: Hero | Enemy, b: Hero | Enemy) -> int:
        """Range between two models: the shortest between a space of the one and a space of the other."""
        distance = self.board.distance
        if not a.base and not b.base:
            return distance(a.space, b.space)
        theirs = self.footprint(b)
        return min(distance(here, there) for here in self.footprint(a) for there in theirs)

    def range_to(self, far: Mapping[str, int], model: Hero | Enemy) -> int:
        """Range to a model by the ranges from one space (`Board.distances_from`)."""
        if not model.base:
            return far.get(model.space, UNREACHABLE)
        return min(far.get(space, UNREACHABLE) for space in self.footprint(model))

    def sees(self, a: Hero | Enemy, b: Hero | Enemy) -> bool:
        """Whether models have Line of Sight to each other: between any space of the one and any of the other."""
        sees = self.board.sees
        if not a.base and not b.base:
            return sees(a.space, b.space)
        theirs = self.footprint(b)
        return any(sees(here, there) for here in self.footprint(a) for there in theirs)

    def in_reach(self, a: Hero | Enemy, b: Hero | Enemy, reach: int) -> bool:
        """Whether `a` can shoot at `b`: spaces of both are within Range of, and in Line of Sight to, each other."""
        if not a.base and not b.base:
            return self.board.distance(a.space, b.space) <= reach and self.board.sees(a.space, b.space)
        return self.in_reach_from(self.footprint(a), b, reach)

    def in_reach_from(self, spaces: Iterable[str], model: Hero | Enemy, reach: int) -> bool:
        """Whether a model is within Range and Line of Sight of any of some spaces: the same pair of spaces for both."""
        board = self.board
        theirs = self.footprint(model)
        return any(
            board.distance(here, there) <= reach and board.sees(here, there) for here in spaces for there in theirs
        )

    def is_on(self, model: Hero | Enemy, spaces: Container[str]) -> bool:
        """Whether a model stands on any of some spaces."""
        if not model.base:
            return model.space in spaces
        return any(space in spaces for space in self.footprint(model))

    def tiles_under(self, model: Hero | Enemy) -> tuple[int, ...]:
        """The Map Tiles that a model is on, the earliest first."""
        if not model.base:
            return self.board.tiles_of(model.space)
        return tuple(sorted({tile for space in self.footprint(model) for tile in self.board.tiles_of(space)}))

    def share_tile(self, a: Hero | Enemy, b: Hero | Enemy) -> bool:
        """Whether two models are on the same Map Tile."""
        if not a.base and not b.base:
            return self.same_tile(a.space, b.space)
        theirs = self.tiles_under(b)
        return any(tile in theirs for tile in self.tiles_under(a))

    def adjacent_enemies(self, hero: Hero) -> list[Enemy]:
        """Enemies adjacent to a hero."""
        if not self.state.enemies:
            return []
        near = self.board.adjacent[hero.space]
        return [x for x in self.state.enemies.values() if x.space in near or (x.base and self.is_on(x, near))]

    def adjacent_heroes(self, space: str) -> list[Hero]:
        """Standing heroes in spaces adjacent to a space."""
        near = self.board.adjacent[space]
        return [h for h in self.state.heroes.values() if not h.ko and not h.dead and h.space in near]

    def heroes_beside(self, model: Hero | Enemy) -> list[Hero]:
        """Standing heroes adjacent to a model."""
        near = self.around(model)
        return [h for h in self.state.heroes.values() if not h.ko and not h.dead and h.space in near]

    def same_tile(self, a: str, b: str) -> bool:
        """Whether two spaces share a Map Tile (a puzzle space is on both of its tiles)."""
        if a == b:
            return True
        first = self.board.tiles_of(a)
        second = self.board.tiles_of(b)
        return first[0] in second or first[-1] in second

    def heroes_on(self, tile: int) -> list[Hero]:
        """Standing heroes on a tile."""
        return [h for h in self.state.standing() if tile in self.board.tiles_of(h.space)]

    def board_name(self, tile: int) -> str:
        """The name of a placed tile."""
        return self.library.tiles[self.state.tiles[tile - 1].layout].name

    def door_ref(self, tile: int, key: str) -> DoorRef:
        """A door's name on the board."""
        return door_ref(tile, key)

    def in_initiative_order(self, heroes: Iterable[Hero]) -> list[Hero]:
        """Heroes by Initiative, highest first; ties in the order they joined."""
        return sorted(heroes, key=lambda h: -self.stats.hero(h, "initiative"))

    def holds(self, when: Condition | None, about: Context) -> bool:
        """Whether a condition holds now."""
        return when is None or holds(self, when, about)

    def health_left(self, hero: Hero) -> int:
        """Wounds that a hero can still take before being KO'd."""
        return self.stats.hero(hero, "health") - hero.wounds

    def sanity_left(self, hero: Hero) -> int:
        """Sanity Damage that a hero can still take before being KO'd."""
        return self.stats.hero(hero, "sanity") - hero.sanity_damage

    def next_uid(self) -> int:
        """A number that nothing in this game has yet."""
        return self.state.uids + 1

    # --- choices -----------------------------------------------------------------------------------------------------

    def choice(
        self,
        who: str,
        kind: str,
        prompt: str,
        options: Sequence[Option],
        *,
        rule: str = "",
        form: str | None = None,
        agree: str = "one",
        about: dict[str, str] | None = None,
    ) -> Choice:
        """A Choice with the next number."""
        return Choice(self.state.choices + 1, who, kind, prompt, tuple(options), rule, form, agree, about or {})

    def ask(
        self,
        who: str,
        kind: str,
        prompt: str,
        options: Sequence[Option],
        *,
        rule: str = "",
        form: str | None = None,
        agree: str = "one",
        about: dict[str, str] | None = None,
    ) -> Procedure[str]:
        """Ask, unless there is only one option; returns the chosen option's id."""
        if len(options) == 1 and form is None:
            return options[0].id
        there = models(self)
        answer = yield self.choice(who, kind, prompt, options, rule=rule, form=form, agree=agree, about=about)
        while answer.startswith(HOST):
            yield from host_rules(self, answer)
            options = still_there(self, who, options, there)
            if form is not None and not any(one.id.startswith("grit:") for one in options):
                form = None
            if not options:
                raise ContentError("it would leave nothing to choose here: take the choice first, then rule")
            if len(options) == 1 and form is None:
                return options[0].id
            answer = yield self.choice(who, kind, prompt, options, rule=rule, form=form, agree=agree, about=about)
        return answer

    def ask_open(
        self,
        who: str,
        kind: str,
        prompt: str,
        build: Callable[[], list[Option]],
        *,
        rule: str = "",
        agree: str = "one",
        about: dict[str, str] | None = None,
    ) -> Procedure[str]:
        """Ask, with what may be done at any time as extra options; after one of those the question is asked anew."""
        from rules_engine.procedures.items import any_time_options, use_any_time

        while True:
            options = build()
            if len(options) == 1:  # nothing to decide: what may be done at any time waits for the next decision
                return options[0].id
            extras = any_time_options(self, who)
            answer = yield self.choice(who, kind, prompt, [*options, *extras], rule=rule, agree=agree, about=about)
            if any(extra.id == answer for extra in extras):
                yield from use_any_time(self, answer)
                continue
            if answer.startswith(HOST):
                yield from host_rules(self, answer)
                if who in self.state.heroes and not self.state.heroes[who].up:
                    return build()[0].id  # whoever was about to act lies there now
                continue
            return answer

    # --- dice --------------------------------------------------------------------------------------------------------

    def roll(
        self,
        who: str,
        purpose: str,
        dice: Sequence[str],
        *,
        target: int | None = None,
        stream: str = HERO_DICE,
    ) -> Procedure[Roll]:
        """Roll dice, without re-rolls. The receipt is a `Rolled` event."""
        number = self.state.rolls + 1
        if stream in self.table_dice:
            faces = yield from self._faces_from_table(who, purpose, dice, target)
            source, ordinal = "table", 0
        else:
            ordinal = self.state.ordinals.get(stream, 0)
            face = self.dice.face
            faces = [face(stream, ordinal + i, SIDES[d], purpose) for i, d in enumerate(dice)]
            source = "engine"
        self.emit(e.Rolled(number, who, purpose, list(dice), faces, stream, ordinal, target, source))
        return Roll(
            number, who, purpose, [RolledDie(d, [f], VALUES[d][f]) for d, f in zip(dice, faces, strict=True)], target
        )

    def _faces_from_table(
        self, who: str, purpose: str, dice: Sequence[str], target: int | None
    ) -> Procedure[list[int]]:
        needed = f", {target}+ needed" if target else ""
        names = " ".join(dice)
        answer = yield self.choice(
            who if who in self.state.heroes else PARTY,
            "dice",
            f"Roll {names} for {purpose}{needed} and type the faces",
            NO_OPTIONS,
            form="dice:" + ",".join(str(SIDES[d]) for d in dice),
            about={"purpose": purpose, "dice": names},
        )
        return [int(face) for face in answer.replace(",", " ").split()]

    def reroll(
        self, roll: Roll, which: Sequence[int], because: str, stream: str = HERO_DICE, add: int = 0
    ) -> Procedure[None]:
        """Roll some dice of a roll again, with `add` on top. The caller has checked that it is allowed."""
        again = any(roll.dice[i].rerolled for i in which)
        dice = [roll.dice[i].die for i in which]
        if stream in self.table_dice:
            faces = yield from self._faces_from_table(roll.who, roll.purpose, dice, roll.target)
            source, ordinal = "table", 0
        else:
            ordinal = self.state.ordinals.get(stream, 0)
            faces = [self.dice.face(stream, ordinal + i, SIDES[d], roll.purpose) for i, d in enumerate(dice)]
            source = "engine"
        for i, face in zip(which, faces, strict=True):
            die = roll.dice[i]
            die.faces.append(face)
            die.added = add
            die.value = VALUES[die.die][face] + die.added
            die.rerolled = True
        self.emit(e.Rerolled(roll.id, roll.who, because, list(which), faces, stream, ordinal, source, add, again))

    def roll_amount(self, amount: Amount, about: Context, purpose: str, stream: str = HERO_DICE) -> Procedure[int]:
        """The value of an amount now, dice rolled; never below zero."""
        if not amount.terms:
            return max(0, amount.const)
        total = amount.const
        who = about.subject or about.owner or PARTY
        for term in amount.terms:
            if term.dice:
                rolled = yield from self.roll(who, purpose, term.dice, stream=stream)
                total += term.times * rolled.total
            else:
                total += term.times * (self.number(term.name, about) // term.every)
        return max(0, total)

    def number(self, name: str, about: Context) -> int:
        """What a name in an amount stands for now."""
        from rules_engine.effects.conditions import named_number

        return named_number(self, name, about)

    def pick(self, purpose: str, among: Sequence[str], stream: str) -> Procedure[str]:
        """Pick one of some hidden or random things, uniformly, with a `Picked` receipt. One candidate needs no die."""
        if not among:
            raise ContentError(f"{purpose}: there is nothing to pick from")
        if stream in self.table_dice or ("decks" in self.table_dice and stream.startswith("deck:")):
            unique = sorted(set(among))
            options = [Option(f"name:{one}", self.title_of(one), one) for one in unique]
            if len(options) == 1:
                self.emit(e.Picked(purpose, unique[0], among.index(unique[0]), len(among), stream, 0, "table"))
                return unique[0]
            answer = yield self.choice(PARTY, "name", f"{purpose}: which is it?", options, about={"purpose": purpose})
            found = answer.partition(":")[2]
            self.emit(e.Picked(purpose, found, among.index(found), len(among), stream, 0, "table"))
            return found
        ordinal = self.state.ordinals.get(stream, 0)
        named = self.dice.named(stream, purpose, among) if isinstance(self.dice, ScriptedDice) else None
        index = self.dice.index(stream, ordinal, len(among), purpose) if named is None else named
        found = among[index]
        self.emit(e.Picked(purpose, found, index, len(among), stream, ordinal))
        return found

    def title_of(self, id: str) -> str:
        """A card's, item's, tile's or token's name for people."""
        library = self.library
        if id in library.cards:
            return library.cards[id].title
        if id in library.items:
            return library.items[id].name
        if id in library.class_cards:
            return library.class_cards[id].name
        if id in library.tile_cards:
            return library.tile_cards[id].name
        if id in library.tiles:
            return library.tiles[id].name
        return self.name(id)

    def random_hero(self, among: Sequence[Hero], purpose: str = "random hero") -> Procedure[Hero]:
        """A Random Hero or Ally, by die: a D6 split evenly for 2, 3 or 6 of them, a D8 for 4 or 8; where a face is left
        over, a D6 for 5 or a D8 for 7, it is rolled again.
        """
        count = len(among)
        if count == 1:
            return among[0]
        die = "D8" if count in (4, 7, 8) else "D6"
        faces = count if count in (5, 7) else SIDES[die]
        while True:
            roll = yield from self.roll(PARTY, purpose, (die,), stream=TARGETS)
            face = roll.dice[0].face
            if face <= faces:
                return among[(face - 1) * count // faces]

    def enemy_roll(self, who: str, purpose: str, dice: Sequence[str], target: int | None = None) -> Procedure[Roll]:
        """Dice rolled for enemies."""
        return (yield from self.roll(who, purpose, dice, target=target, stream=ENEMY_DICE))

    # --- triggers ----------------------------------------------------------------------------------------------------

    def hears(self, event: str) -> bool:
        """Whether any ability waits for this event."""
        return event in self.stats.awaited()

    def fire(self, event: str, about: Context) -> Procedure[Context]:
        """Let abilities react to an event; see `effects.triggers`."""
        if not self.hears(event):
            return about
        from rules_engine.effects.triggers import react

        if self.cause and not about.cause:
            about = about.about(cause=self.cause)
        return (yield from react(self, event, about))
