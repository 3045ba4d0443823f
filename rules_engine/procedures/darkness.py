"""The Depth Track, Holding Back the Darkness, Depth Events, Darkness and Growing Dread cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import PARTY, Option
from rules_engine.effects.context import Context
from rules_engine.procedures.costs import change_grit
from rules_engine.procedures.immobile import darkens
from rules_engine.procedures.options import look_up
from rules_engine.procedures.rerolls import offer
from rules_engine.procedures.signals import AdventureOver
from rules_engine.procedures.worlds import home, of_hero
from rules_engine.state import BLOOD_SPATTER_SPACES, DARKNESS_START, ENTRANCE, GROWING_DREAD_SPACES

if TYPE_CHECKING:
    from rules_engine.content.schema import Card
    from rules_engine.table import Procedure, Table

HOLD_BACK = "hold back the darkness"
DEPTH_EVENT = "depth-event"


def needed_to_hold(hero_marker: int) -> int:
    """What the Hold Back the Darkness test needs: 7+ from the Entrance to 11, 8+ from 10 to 6, 9+ below."""
    if hero_marker >= 11:
        return 7
    return 8 if hero_marker >= 6 else 9


def needed_now(table: Table) -> int:
    """What the test needs at this table: more while enemies that make it harder share a Map Tile with a hero."""
    return needed_to_hold(table.state.hero_marker) + darkens(table)


def hold_back_the_darkness(table: Table) -> Procedure[None]:
    """The light bearer rolls 2D6 against the stage the Hero Party stands in (compilation, "Holding Back the Darkness").

    Doubles are always a Depth Event: a failed double moves no marker. Grit never re-rolls it; what says so by name may.
    """
    state = table.state
    bearer = state.heroes[state.light]
    needed = needed_now(table)
    roll = yield from table.roll(bearer.id, HOLD_BACK, ("D6", "D6"), target=needed)
    yield from offer(
        table,
        roll,
        bearer,
        "hold_back",
        lambda die: True,
        grit=False,
        enough=lambda: roll.total >= needed and not roll.doubles,
    )
    total, doubles = roll.total, roll.doubles
    if total >= needed:
        table.emit(e.DarknessHeld(bearer.id, roll.id, total, needed))
    else:
        table.emit(e.DarknessNotHeld(bearer.id, roll.id, total, needed))
    held = Context(subject=bearer.id, amount=total, source=HOLD_BACK)
    if doubles:
        yield from table.fire("darkness_held", held)
        yield from depth_event(table, roll.dice[0].face, because="doubles")
    elif total >= needed:
        yield from table.fire("darkness_held", held)
    else:
        yield from move_darkness(table, 1, "the Darkness was not held")


def move_darkness(table: Table, steps: int, because: str) -> Procedure[None]:
    """The Darkness marker moves, one space at a time; entering marked spaces brings cards, the Entrance ends all.

    Moving back (negative steps) stops at the Darkness Start and draws nothing (our ruling).
    """
    state = table.state
    for _ in range(abs(steps)):
        if steps < 0:
            if state.darkness > DARKNESS_START:
                table.emit(e.DarknessMoved(state.darkness - 1, because))
            continue
        table.emit(e.DarknessMoved(state.darkness + 1, because))
        here = state.darkness
        if here >= ENTRANCE:
            raise AdventureOver("defeat", "the Darkness escapes")
        yield from look_up(table)
        if here in GROWING_DREAD_SPACES:
            yield from draw_dread(table)
        if here in BLOOD_SPATTER_SPACES:
            yield from draw_darkness(table, "a Blood Spatter space")
        yield from table.fire("darkness_advanced", Context(amount=here, source=because))


def advance_heroes(table: Table) -> Procedure[None]:
    """The Hero Party marker moves one space deeper; on the Darkness Start it stays."""
    state = table.state
    if state.hero_marker > DARKNESS_START:
        table.emit(e.HeroesAdvanced(state.hero_marker - 1))
        yield from look_up(table)
        yield from table.fire("heroes_advanced", Context(amount=state.hero_marker, source="the Depth Track"))


def depth_event(table: Table, number: int | None = None, *, because: str) -> Procedure[None]:
    """A Depth Event: the doubled number, or a D6 when something else calls for it (compilation, "Depth Events").

    It takes place in the World of the Light Source, by that World's chart, and befalls only the heroes there.
    """
    from rules_engine.effects.run import run

    if number is None:
        roll = yield from table.roll(PARTY, "depth event", ("D6",))
        yield from offer(table, roll, None, "chart", lambda die: True, grit=False)
        number = roll.dice[0].face
    bearer = table.state.heroes.get(table.state.light)
    world = of_hero(table, bearer) if bearer is not None else home(table)
    record = table.library.worlds.get(world)
    chart = record.depth_event if record is not None else DEPTH_EVENT
    row = table.library.chart_rows[chart][number]
    table.emit(e.DepthEventRolled(number, row.name, because, "" if chart == DEPTH_EVENT else chart))
    about = Context(subject=table.state.light, source=row.name, world=world)
    yield from run(table, row.do, about)
    yield from table.fire("depth_event", about.about(amount=number, kind="hold_back" if because == "doubles" else ""))


def cancel_offers(table: Table, deck: str, title: str) -> Procedure[bool]:
    """Whether an ability cancels a card just drawn (`would_draw_darkness`, `would_draw_dread`)."""
    event = "would_draw_darkness" if deck == "darkness" else "would_draw_dread"
    if not table.hears(event):
        return False
    answered = yield from table.fire(event, Context(amount=1, source=title))
    return answered.canceled or bool(answered.prevented)


def draw_darkness(table: Table, because: str) -> Procedure[None]:
    """Draw a Darkness card: read, resolved, discarded unless it Remains in Play."""
    from rules_engine.procedures.items import draw_card

    card = yield from draw_card(table, "darkness")
    if card is None:
        return
    record: Card = table.library.cards[card]
    if (yield from cancel_offers(table, "darkness", record.title)):
        table.emit(e.CardCanceled("darkness", card, record.title, "an ability"))
        table.emit(e.CardDiscarded("darkness", card))
        return
    yield from resolve_card(table, record)


def resolve_card(table: Table, record: Card) -> Procedure[None]:
    """Run what a card does; then it remains in play or goes to its discard pile."""
    from rules_engine.effects.run import run

    if record.remains_in_play:
        table.emit(e.CardRemains(table.next_uid(), record.id, record.title))
        yield from run(table, record.do, Context(source=record.title, keywords=record.keywords))
        return
    table.emit(e.CardDiscarded(record.deck, record.id))
    yield from run(table, record.do, Context(source=record.title, keywords=record.keywords))


def draw_dread(table: Table) -> Procedure[None]:
    """A Growing Dread card goes face down on the stack; once the Objective is found it is resolved at once (C12)."""
    state = table.state
    if state.objective and table.rules.new_dread_at_objective == "resolve":
        yield from reveal_dread(table)
        return
    if state.dread >= len(state.decks["growing-dread"].remaining):
        table.emit(e.NothingHappened("the Growing Dread deck", "every card is in the stack already"))
        return
    table.emit(e.DreadGrew(state.dread + 1))


def may_cancel_dread(table: Table) -> bool:
    """Growing Dread is canceled by 1 Grit from every hero who is not KO'd; Grit is not pooled."""
    return all(hero.grit >= 1 for hero in table.state.party_standing())


def cancel_dread(table: Table) -> None:
    """Every hero who is not KO'd uses 1 Grit."""
    for hero in table.in_initiative_order(table.state.party_standing()):
        change_grit(table, hero, -1, "canceling Growing Dread")


def cancel_top_dread(table: Table) -> None:
    """The top card of the stack is canceled face down; nobody learns what it was."""
    cancel_dread(table)
    table.emit(e.DreadRevealed(table.state.dread - 1))
    table.emit(e.NothingHappened("a Growing Dread card", "canceled face down"))


def resolve_growing_dread(table: Table) -> Procedure[None]:
    """The stack is revealed and resolved from the top, one card at a time (compilation, "Resolving Growing Dread")."""
    while table.state.dread:
        if may_cancel_dread(table):
            answer = yield from table.ask(
                PARTY,
                "cancel_dread",
                f"{table.state.dread} Growing Dread cards lie face down. Cancel the top one unseen?",
                (Option("reveal", "turn it up"), Option("cancel", "each Hero uses 1 Grit to cancel it")),
                rule="compilation: Canceling Growing Dread",
                agree="all",
            )
            if answer == "cancel":
                cancel_top_dread(table)
                continue
        table.emit(e.DreadRevealed(table.state.dread - 1))
        yield from reveal_dread(table)


def reveal_dread(table: Table) -> Procedure[None]:
    """A Growing Dread card is turned up; it may still be canceled before it takes effect."""
    from rules_engine.procedures.items import draw_card

    card = yield from draw_card(table, "growing-dread")
    if card is None:
        return
    record: Card = table.library.cards[card]
    canceled = yield from cancel_offers(table, "growing-dread", record.title)
    if not canceled and may_cancel_dread(table):
        answer = yield from table.ask(
            PARTY,
            "cancel_dread",
            f"Growing Dread: {record.title}. Cancel it?",
            (Option("resolve", "let it happen"), Option("cancel", "each Hero uses 1 Grit to cancel it")),
            rule="compilation: Canceling Growing Dread",
            agree="all",
            about={"card": card},
        )
        if answer == "cancel":
            cancel_dread(table)
            canceled = True
    if canceled:
        table.emit(e.CardCanceled("growing-dread", card, record.title, "the heroes' Grit"))
        table.emit(e.CardDiscarded("growing-dread", card))
        return
    yield from resolve_card(table, record)
