"""The Game Turn, from its start to its end, as often as it takes (compilation, "The Game Turn")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import PARTY, Option
from rules_engine.dice import TARGETS
from rules_engine.effects.context import Context
from rules_engine.procedures.ability_tokens import new_turn
from rules_engine.procedures.aid import defer, defer_options, step
from rules_engine.procedures.attacks import attack
from rules_engine.procedures.corpses import rise_up
from rules_engine.procedures.darkness import hold_back_the_darkness
from rules_engine.procedures.exploration import room_exploration
from rules_engine.procedures.fights import check_fight, complete_fight, recover_the_fallen
from rules_engine.procedures.foes import activate_enemies, fear_and_terror
from rules_engine.procedures.harm import change_of_items, goes_down, mutate, wound
from rules_engine.procedures.immobile import leave_behind
from rules_engine.procedures.items import assign_hands, put_on, use, uses_of
from rules_engine.procedures.missions import judge
from rules_engine.procedures.movement import move, roll_move, voices_in_the_dark
from rules_engine.procedures.options import flee_at_the_end, the_fallen_die
from rules_engine.procedures.rerolls import offer
from rules_engine.procedures.search import search_by, search_options
from rules_engine.procedures.signals import AdventureOver, FightWon, TurnOver
from rules_engine.procedures.statuses import break_free, exertion
from rules_engine.procedures.worlds import take_stock
from rules_engine.state import Hero
from rules_engine.table import REST

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table


def adventure(table: Table) -> Procedure[None]:
    """Play turns until the Adventure is over, then settle it. Can be entered again at any REST."""
    state = table.state
    if state.phase == "over":
        return
    try:
        while True:
            yield REST
            try:
                table.turn_goes_on = True
                try:
                    yield from game_turn(table)
                finally:
                    table.turn_goes_on = False
            except FightWon:
                yield from complete_fight(table)
                yield from close_turn(table)
            except TurnOver:
                yield from close_turn(table)
    except AdventureOver as over:
        yield from conclude(table, over.outcome, over.because)


def close_turn(table: Table) -> Procedure[None]:
    """A turn that was cut short still ends: what happens at its end happens."""
    table.interrupted = False
    try:
        judge(table)
        if table.state.corpses:
            yield from rise_up(table)
        yield from table.fire("turn_ended", Context(source="the end of the turn"))
        yield from flee_at_the_end(table)
        yield from the_spent_fall(table)
        judge(table)
    finally:
        table.emit(e.TurnEnded(table.state.turn))


def game_turn(table: Table) -> Procedure[None]:
    """The four steps, from wherever the state says the turn stands."""
    state = table.state
    if state.phase in ("between turns", "setup"):
        table.interrupted = False
        table.emit(e.TurnStarted(state.turn + 1))
        yield from new_turn(table)
        if table.rules.hard_core:
            yield from the_fallen_die(table)
        for hero in state.standing():
            if put_on(table, hero):
                yield from change_of_items(table, hero)
        yield from leave_behind(table)
        yield from take_stock(table)
        yield from start_of_turn(table)
        yield from table.fire("turn_started", Context(source="the turn"))
        yield from hold_back_the_darkness(table)
        check_fight(table)
        table.emit(e.PhaseStarted("activations"))
    if state.phase == "activations":
        while True:
            yield REST
            yield from take_stock(table)
            someone = yield from next_to_activate(table)
            if someone is None:
                break
            if someone in state.heroes:
                yield from hero_activation(table, state.heroes[someone])
            else:
                yield from activate_enemies(table, someone)
            check_fight(table)
        table.emit(e.PhaseStarted("exploration"))
        yield REST
    if state.phase == "exploration":
        yield from room_exploration(table)
        table.emit(e.PhaseStarted("end of turn"))
    yield from end_of_turn(table)


def start_of_turn(table: Table) -> Procedure[None]:
    """Before anything else in the turn the heroes may Flee, if all who are not KO'd agree (C08: or at its end); in the
    oldest edition hands are assigned now (C21)."""
    state = table.state
    hold = Option("hold", "hold back the Darkness")
    now = [hold, Option("flee", "flee from the Adventure")] if table.rules.flee == "start" else [hold]
    answer = yield from table.ask_open(
        PARTY,
        "turn",
        f"Turn {state.turn}",
        lambda: now,
        rule="compilation: Hold Back the Darkness",
        agree="all",
    )
    if answer == "flee":
        sure = yield from table.ask(
            PARTY,
            "flee",
            "Flee? The Mission will have failed.",
            (Option("stay", "no, go on"), Option("flee", "yes, flee")),
            rule="compilation: Running Away",
            agree="all",
        )
        if sure == "flee":
            raise AdventureOver("defeat", "the heroes flee")
    if table.rules.hands_assigned == "turn":
        for hero in table.in_initiative_order(state.standing()):
            yield from assign_hands(table, hero, ask=bool(state.enemies))


def next_to_activate(table: Table) -> Procedure[str | None]:
    """Who Activates next; a hero may defer where the table allows it, and then it is asked again (C29)."""
    while True:
        someone, slower = yield from _next(table)
        if someone is None or not someone.startswith("defer:"):
            return someone
        defer(table, table.hero(someone.partition(":")[2]), max(slower))


def _next(table: Table) -> Procedure[tuple[str | None, list[int]]]:
    """The highest Initiative; enemies before heroes on a tie, tied types by chance, tied heroes as the players decide.

    Returns who it is, or who defers, and the Initiatives below.
    """
    state, stats = table.state, table.stats
    heroes = [(stats.hero(h, "initiative"), h) for h in state.standing() if not h.activated]
    present = {x.type for x in state.enemies.values()}
    foes = [
        (stats.enemy(type, "initiative"), type)
        for type, group in state.groups.items()
        if type in present and not group.activated
    ]
    best_hero = max((speed for speed, _ in heroes), default=-1)
    best_foe = max((speed for speed, _ in foes), default=-1)
    if best_hero < 0 and best_foe < 0:
        return None, []
    first = [h for speed, h in heroes if speed == best_hero]
    eager = [h for h in first if "always_activates_first_on_tie" in stats.flags(h)]
    if best_foe >= best_hero and not (best_foe == best_hero and eager):
        tied = [type for speed, type in foes if speed == best_foe]
        chosen = tied[0] if len(tied) == 1 else (yield from table.pick("which enemies Activate first", tied, TARGETS))
        return chosen, []
    if best_foe == best_hero:
        first = eager
    options = [Option(f"hero:{h.id}", h.name, h.id) for h in first]
    slower = [speed for speed, _ in (*heroes, *foes) if speed < best_hero]
    options += defer_options(table, first, slower)
    answer = yield from table.ask(PARTY, "initiative", "Who goes first?", options, rule="compilation: Initiative")
    return (answer if answer.startswith("defer:") else answer.partition(":")[2]), slower


def hero_activation(table: Table, hero: Hero) -> Procedure[None]:
    """A hero Activates; until it is over what may be done "during your Activation" is open to that hero."""
    table.emit(e.ActivationStarted(hero.id))
    table.acting = hero.id
    try:
        yield from _steps_of_an_activation(table, hero)
    finally:
        table.acting = ""
    table.emit(e.ActivationEnded(hero.id))


def _steps_of_an_activation(table: Table, hero: Hero) -> Procedure[None]:
    """Hands, Voices, Fear, Poison; then Move, then Search or Attack (compilation, "Hero Activation")."""
    state = table.state
    if table.rules.hands_assigned == "activation" and state.enemies:
        yield from assign_hands(table, hero, ask=True)
    if hero.up:
        yield from voices_in_the_dark(table, hero)
    if hero.up:
        yield from fear_and_terror(table, hero)
    if hero.up and hero.poison:
        yield from poison(table, hero)
    if hero.up and hero.ensnared:
        yield from break_free(table, hero)
    if hero.up and table.rules.exertion:
        yield from exertion(table, hero)
    if hero.up:
        yield from table.fire("activation_started", Context(subject=hero.id, source="the Activation"))
        check_fight(table)
        yield from use_at_start(table, hero)
    if hero.up and "activation_over" not in table.stats.flags(hero):
        spaces = yield from roll_move(table, hero)
        moved = False
        if "activation_over" not in table.stats.flags(hero):
            moved = yield from move(table, hero, spaces)
        if hero.up:
            check_fight(table)
            if state.enemies:
                yield from attack(table, hero)
            elif "activation_over" not in table.stats.flags(hero):
                yield from search(table, hero)
                check_fight(table)
        if table.rules.step and hero.up and not moved:
            yield from step(table, hero)


def use_at_start(table: Table, hero: Hero) -> Procedure[None]:
    """What may be used at the start of an Activation."""
    while hero.up:
        options = [Option("go", "go on")]
        starts = uses_of(table, hero, "start")
        options += [Option(one.id, f"{one.held.source}: {one.ability.label}") for one in starts]
        answer = yield from table.ask(hero.id, "start", f"{hero.name} Activates", options)
        if answer == "go":
            return
        yield from use(table, answer, ("start",))
        check_fight(table)


def search(table: Table, hero: Hero) -> Procedure[None]:
    """Scavenge or Look Through a Door, one of them (compilation, "Searching"), or what the Mission offers instead."""
    answer = yield from table.ask_open(
        hero.id,
        "search",
        f"{hero.name} may Search",
        lambda: [Option("done", "do not Search"), *search_options(table, hero), *in_place_of_a_search(table, hero)],
        rule="compilation: Searching",
    )
    if answer.startswith(("use:", "token:")):
        yield from use(table, answer, ("search",))
    else:
        yield from search_by(table, hero, answer)


def in_place_of_a_search(table: Table, hero: Hero) -> list[Option]:
    """What a Mission lets a hero do instead of Searching."""
    return [
        Option(one.id, f"{one.held.source}: {one.ability.label}", one.ability.id)
        for one in uses_of(table, hero, "search")
    ]


def poison(table: Table, hero: Hero) -> Procedure[None]:
    """A die for each Poison marker: 1-2 a Wound that ignores Defense (and Armor, C26), 6 removes it (C06)."""
    roll = yield from table.roll(hero.id, "poison", ("D6",) * hero.poison)
    yield from offer(table, roll, hero, "poison", lambda die: die.value <= 2)
    wounds = sum(1 for die in roll.dice if die.value <= 2)
    off = sum(1 for die in roll.dice if die.value >= table.rules.poison_wears_off)
    table.emit(e.PoisonRolled(hero.id, wounds, off))
    if off:
        table.emit(e.StatusRemoved(hero.id, "poison", off, "it has worn off"))
    if wounds:
        save = not table.rules.poison_ignores_armor
        yield from wound(table, hero, wounds, "Poison", armor=save, shield=save)


def end_of_turn(table: Table) -> Procedure[None]:
    """End-of-turn effects, then KO'd heroes Recover if no enemies are on the board (compilation, "Recovering")."""
    state = table.state
    if state.enemies:
        yield from table.fire("fight_round_ended", Context(source="the Fight Round"))
        check_fight(table)
    judge(table)
    if state.corpses:
        yield from rise_up(table)
        check_fight(table)
    yield from table.fire("turn_ended", Context(source="the end of the turn"))
    check_fight(table)
    yield from flee_at_the_end(table)
    yield from the_spent_fall(table)
    judge(table)
    table.emit(e.TurnEnded(state.turn))


def the_spent_fall(table: Table) -> Procedure[None]:
    """Whoever has no Health or Sanity left, because something lowered it, is KO'd, and whoever holds more
    Corruption than can be resisted mutates; without enemies on the board all who are KO'd Recover."""
    for hero in table.state.standing():
        if hero.corruption:
            yield from mutate(table, hero)
        if table.health_left(hero) <= 0 or table.sanity_left(hero) <= 0:
            yield from goes_down(table, hero, "their injuries")
    yield from recover_the_fallen(table)


def conclude(table: Table, outcome: str, because: str) -> Procedure[None]:
    """The Adventure ends: Recover, heal, clear markers, Reward or Failure, Dark Stone, Grit back to 1, in order."""
    from rules_engine.procedures.campaign import end_of_adventure

    table.emit(e.PhaseStarted("settling"))
    yield from end_of_adventure(table, outcome)
    table.emit(e.AdventureEnded(outcome, because))
