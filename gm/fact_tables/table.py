"""Facts about the Adventure, the turn, the Darkness, cards and the board."""

from __future__ import annotations

from gm.fact_tables.draft import Draft, Rule, clause, does, may, models, must, reason
from gm.grammar import counted, definite, humanised, listed, upper
from gm.names import Names
from rules_engine import events as ev
from rules_engine.state import ENTRANCE

TOLD_DECKS = ("darkness", "growing-dread")


def adventure_started(e: ev.AdventureStarted, names: Names) -> Draft:
    tokens = f"{e.revive_tokens} Revive Token{'' if e.revive_tokens == 1 else 's'}"
    level = f" at Hero Posse Level {e.posse_level}" if e.posse_level > 1 else ""
    numbers = (e.revive_tokens, e.posse_level) if level else (e.revive_tokens,)
    return must(f"The Adventure {humanised(e.mission)} begins with {tokens}{level}.", "started", (), numbers)


def hero_joined(e: ev.HeroJoined, names: Names) -> Draft:
    hero = str(e.hero["id"])
    cls = names.classes.get(hero, "")
    who = names.name(hero)
    what = f", {cls}," if cls and cls != who else ""
    if names.is_ally(hero):
        hirer = names.allies[hero]
        return must(f"{who}{what} joins the Hero Party as an Ally of {names.name(hirer)}.", "joined", (hero, hirer))
    return must(f"{who}{what} joins the Hero Party.", "joined", (hero,))


def light_taken(e: ev.LightTaken, names: Names) -> Draft:
    return may(f"{names.name(e.hero)} carries the {e.name}.", "light", (e.hero,))


def rolled(e: ev.Rolled, names: Names) -> Draft:
    dice, faces = counted(len(e.dice), "die", "dice"), ", ".join(map(str, e.faces))
    text = f"{does(names, e.who, 'rolls', 'roll')} {dice} ({e.purpose}): {faces}."
    return may(text, "rolled", models(names, e.who), tuple(e.faces))


def rerolled(e: ev.Rerolled, names: Names) -> Draft:
    dice, faces = counted(len(e.which), "die", "dice"), ", ".join(map(str, e.faces))
    text = f"{does(names, e.who, 're-rolls', 're-roll')} {dice} ({names.source(e.because)}): {faces}."
    return may(text, "rerolled", models(names, e.who), tuple(e.faces))


def host_ruled(e: ev.HostRuled, names: Names) -> Draft:
    reason = e.reason.rstrip(".!? ")
    return must(f"The host rules: {reason}.", "ruled", models(names, e.subject))


def undone(e: ev.Undone, names: Names) -> Draft:
    return may(f"The game goes back to Choice {e.to}.", "undone", (), (e.to,))


def turn_started(e: ev.TurnStarted, names: Names) -> Draft:
    return may(f"Game Turn {e.turn} begins.", "turn", (), (e.turn,))


def turn_ended(e: ev.TurnEnded, names: Names) -> Draft:
    return may(f"Game Turn {e.turn} is over.", "turn", (), (e.turn,))


def activation_started(e: ev.ActivationStarted, names: Names) -> Draft:
    return may(f"{does(names, e.who, 'Activates', 'Activate')}.", "activated", models(names, e.who))


def activation_lost(e: ev.ActivationLost, names: Names) -> Draft:
    why = reason(names, "because of", e.because)
    return must(f"{upper(names.name(e.who))} may not act on this turn{why}.", "lost", models(names, e.who))


def adventure_ended(e: ev.AdventureEnded, names: Names) -> Draft:
    standing = tuple(h for h in names.heroes if h not in names.dead and h not in names.down)
    still = (
        f" On their feet: {listed([names.name(h) for h in standing])}." if standing else " No hero is on their feet."
    )
    return must(f"The Adventure ends in {e.outcome}: {names.source(e.because)}.{still}", e.outcome, tuple(names.heroes))


def held(e: ev.DarknessHeld, names: Names) -> Draft:
    text = f"{names.name(e.hero)} Holds Back the Darkness with {e.total} against {e.needed}."
    return may(text, "held", models(names, e.hero), (e.total, e.needed))


def not_held(e: ev.DarknessNotHeld, names: Names) -> Draft:
    text = f"{names.name(e.hero)} fails to Hold Back the Darkness with {e.total} against {e.needed}."
    return must(text, "not_held", models(names, e.hero), (e.total, e.needed))


def darkness_moved(e: ev.DarknessMoved, names: Names) -> Draft:
    left = ENTRANCE - e.to
    back = names.darkness_was > e.to
    text = f"The Darkness {'falls back' if back else 'moves'} to space {e.to} of {ENTRANCE}, {left} from the Entrance."
    return must(text, "fell_back" if back else "advanced", (), (e.to, left, ENTRANCE))


def heroes_advanced(e: ev.HeroesAdvanced, names: Names) -> Draft:
    return may(f"The Hero Party stands on space {e.to} of the Depth Track.", "deeper", (), (e.to,))


def depth_event(e: ev.DepthEventRolled, names: Names) -> Draft:
    return must(f"Depth Event {e.number}: {e.name}.", "depth_event", (), (e.number,))


def card_drawn(e: ev.CardDrawn, names: Names) -> Draft:
    who = f"{names.name(e.hero)} draws" if e.hero else "Drawn"
    draft = must if e.deck in TOLD_DECKS else may
    deck = humanised(e.deck)
    return draft(f"{who} from the {deck} deck: {e.title}.", "drawn", (*models(names, e.hero), e.card))


def reshuffled(e: ev.DeckReshuffled, names: Names) -> Draft:
    return may(f"The {humanised(e.deck)} deck is shuffled anew.", "reshuffled")


def canceled(e: ev.CardCanceled, names: Names) -> Draft:
    return must(f"{e.title} is canceled{reason(names, 'by', e.because)}.", "canceled", (e.card,))


def remains(e: ev.CardRemains, names: Names) -> Draft:
    owner = clause("with", names.source(e.owner))
    return must(f"{e.title} Remains in Play{owner}.", "remains", (*models(names, e.owner), e.card))


def left_play(e: ev.CardLeftPlay, names: Names) -> Draft:
    return must(f"{names.uid(e.uid, e.card)} is no longer in play.", "gone", (e.card,))


def dread_grew(e: ev.DreadGrew, names: Names) -> Draft:
    cards = counted(e.cards, "card")
    return must(f"The stack of Growing Dread holds {cards}, face down.", "dread", (), (e.cards,))


def dread_revealed(e: ev.DreadRevealed, names: Names) -> Draft:
    return may(f"The top card of Growing Dread is taken; {e.left} left.", "dread", (), (e.left,))


def tile_placed(e: ev.TilePlaced, names: Names) -> Draft:
    who = f"{names.name(e.hero)} finds" if e.hero else "There is"
    where = " beyond the Gate" if e.through_gate else ""
    draft = may if e.joined and not e.hero else must  # a Fixed Map lies there from the start
    return draft(f"{who} a new Map Tile{where}: {names.tile(e.number)}.", "found", models(names, e.hero))


def world_found(e: ev.WorldFound, names: Names) -> Draft:
    return must(f"{names.name(e.hero)} looks through the Gate into {definite(e.name)}.", "world", (e.hero, e.world))


def world_entered(e: ev.WorldEntered, names: Names) -> Draft:
    if not e.hero:
        return may(f"The heroes are in {definite(e.name)}.", "world", (e.world,))
    return must(f"{names.name(e.hero)} passes the Gate into {definite(e.name)}.", "entered", (e.hero, e.world))


def world_left(e: ev.WorldLeft, names: Names) -> Draft:
    return may(f"No hero is left in {definite(e.name)}.", "left", (e.world,))


def did_not_fit(e: ev.TileDidNotFit, names: Names) -> Draft:
    return may(f"A Map Tile fits nowhere at door {e.door} and is discarded.", "discarded")


def door_set(e: ev.DoorSet, names: Names) -> Draft:
    what = {"door": "a door", "gate": "a Gate", "cap": "a dead end"}.get(e.status, e.status)
    return may(f"An exit of {names.room(_tile(e.door))} is {what}.", e.status)


def archive(e: ev.ArchiveChanged, names: Names) -> Draft:
    return may(f"{upper(counted(e.now, 'Archive marker'))} on the Depth Track now.", "archive", (), (e.now,))


def consulted(e: ev.LibraryConsulted, names: Names) -> Draft:
    return must(f"The Library knows the heroes: {e.name}.", "learned", (), (e.number,))


def learned(e: ev.LibraryLearned, names: Names) -> Draft:
    return must(f"The Library has learned: {e.knowledge} Library Knowledge.", "learned", (), (e.knowledge,))


def token_revealed(e: ev.TokenRevealed, names: Names) -> Draft:
    said = [counted(e.doors, "door")] + [counted(e.gates, "Gate")] * bool(e.gates)
    said += ["a Clue"] * e.clue + [names.source(e.brings)] * bool(e.brings)
    numbers = (e.doors, *(e.gates,) * bool(e.gates))
    return must(f"The Exploration Token of {names.room(e.tile)} shows {listed(said)}.", "revealed", (), numbers)


def clue_found(e: ev.ClueFound, names: Names) -> Draft:
    if not e.needed:  # the Mission asks for none
        return must(f"A Clue is found in {names.room(e.tile)}.", "found")
    text = f"A Clue is found in {names.room(e.tile)}: {e.clues} of the {e.needed} needed."
    return must(text, "found", (), (e.clues, e.needed))


def objective_found(e: ev.ObjectiveFound, names: Names) -> Draft:
    return must(f"The Objective is found: {names.room(e.tile)}.", "found")


def scavenged(e: ev.Scavenged, names: Names) -> Draft:
    found = f"finds {counted(e.found, 'card')}" if e.found else "finds nothing"
    return (must if e.found else may)(
        f"{names.name(e.hero)} Scavenges {names.room(e.tile)} and {found}.",
        "found" if e.found else "nothing",
        (e.hero,),
        (e.found,),
    )


def moved(e: ev.Moved, names: Names) -> Draft:
    return may(f"{names.name(e.who)} moves to space {e.path[-1]}, {names.place(e.path[-1])}.", "moved", (e.who,))


def placed(e: ev.Placed, names: Names) -> Draft:
    why = reason(names, "because of", e.because)
    return may(f"{names.name(e.who)} is put on space {e.space}{why}.", "moved", (e.who,))


def move_rolled(e: ev.MoveRolled, names: Names) -> Draft:
    return may(f"{names.name(e.hero)} may move {counted(e.spaces, 'space')}.", "rolled", (e.hero,), (e.spaces,))


def tally_changed(e: ev.TallyChanged, names: Names) -> Draft:
    return (must if e.telling else may)(f"{e.label}: {e.now}.", "tally", (), (e.now,))


def tile_entered(e: ev.TileEntered, names: Names) -> Draft:
    return may(f"{names.name(e.hero)} comes into {names.room(e.tile)}.", "moved", (e.hero,))


def encounter(e: ev.EncounterBegan, names: Names) -> Draft:
    who = listed([names.name(h) for h in e.heroes])
    return must(f"An Encounter: {e.title}{clause('for', who)}.", "encounter", (*e.heroes, e.card))


def nothing(e: ev.NothingHappened, names: Names) -> Draft:
    text = f"{names.source(e.what)} comes to nothing{reason(names, 'because', e.because)}."
    return may(upper(text), "nothing")


def _tile(door: str) -> int:
    head = door.partition(".")[0]
    return int(head) if head.isdecimal() else 0


RULES: dict[type[ev.Event], Rule] = {
    ev.AdventureStarted: adventure_started,
    ev.HeroJoined: hero_joined,
    ev.LightTaken: light_taken,
    ev.Rolled: rolled,
    ev.Rerolled: rerolled,
    ev.HostRuled: host_ruled,
    ev.Undone: undone,
    ev.TurnStarted: turn_started,
    ev.TurnEnded: turn_ended,
    ev.ActivationStarted: activation_started,
    ev.ActivationLost: activation_lost,
    ev.AdventureEnded: adventure_ended,
    ev.DarknessHeld: held,
    ev.DarknessNotHeld: not_held,
    ev.DarknessMoved: darkness_moved,
    ev.HeroesAdvanced: heroes_advanced,
    ev.DepthEventRolled: depth_event,
    ev.CardDrawn: card_drawn,
    ev.DeckReshuffled: reshuffled,
    ev.CardCanceled: canceled,
    ev.CardRemains: remains,
    ev.CardLeftPlay: left_play,
    ev.DreadGrew: dread_grew,
    ev.DreadRevealed: dread_revealed,
    ev.TilePlaced: tile_placed,
    ev.TileDidNotFit: did_not_fit,
    ev.WorldFound: world_found,
    ev.WorldEntered: world_entered,
    ev.WorldLeft: world_left,
    ev.ArchiveChanged: archive,
    ev.LibraryConsulted: consulted,
    ev.LibraryLearned: learned,
    ev.DoorSet: door_set,
    ev.TokenRevealed: token_revealed,
    ev.ClueFound: clue_found,
    ev.ObjectiveFound: objective_found,
    ev.Scavenged: scavenged,
    ev.Moved: moved,
    ev.Placed: placed,
    ev.MoveRolled: move_rolled,
    ev.TallyChanged: tally_changed,
    ev.TileEntered: tile_entered,
    ev.EncounterBegan: encounter,
    ev.NothingHappened: nothing,
}
