"""What is true at every table at all times, whatever the cards say.

A `Watch` stands beside a game, folds the events into a state of its own and names every invariant that an event breaks.
What may be broken for a moment (a card between deck and discard pile, a hero between the last Wound and the KO) is
looked at when the heroes are asked what to do next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from rules_engine import events as e
from rules_engine.dice import SIDES
from rules_engine.events import Event
from rules_engine.game import Game
from rules_engine.hiring import MOST_MODELS
from rules_engine.procedures.ability_tokens import kinds, most
from rules_engine.procedures.immobile import is_immobile
from rules_engine.procedures.search import SCAVENGES
from rules_engine.procedures.upgrades import free_slots
from rules_engine.procedures.worlds import in_the_box, of_hero
from rules_engine.state import ENTRANCE, State, thaw
from rules_engine.table import Table

SETTLED = frozenset({"turn", "initiative", "move", "search"})
"""Kinds of Choices at which nothing is half done."""

DOORS = frozenset({"door", "cap", "gate", "joined", "unknown"})
TOKENS = frozenset({"none", "hidden", "revealed"})


class Watch:
    """Keeps watch over one game from its first event.

    `table` is a table of its own, to which nothing happens but the events that the game tells.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.table = Table(thaw(game.first_state), game.library, game.rules, game.dice, brutal=game.setup.brutal)
        self.seen = 0
        self.decks: dict[str, Counter[str]] = {}
        self.out: dict[str, Counter[str]] = {}
        self.rerolled: dict[int, set[int]] = {}
        self.ordinals: Counter[str] = Counter()

    def look(self) -> list[str]:
        """Take in what has happened since the last look; returns what does not hold, each with its place."""
        broken: list[str] = []
        for event in self.game.events[self.seen :]:
            broken += [f"{name} (event {self.seen}, {type(event).__name__})" for name in self.take(event)]
            self.seen += 1
        choice = self.game.pending
        if choice is None or choice.kind in SETTLED:
            kind = choice.kind if choice is not None else "the end"
            broken += [f"{name} (at {kind}, event {self.seen})" for name in self.settled()]
        return broken

    def take(self, event: Event) -> list[str]:
        """Take in one event; returns the names of the invariants that do not hold after it."""
        broken = [name for name, holds in _OF_EVENTS if not holds(self, event)]
        self.table.emit(event)
        self.table.events.clear()
        self._count_cards(event)
        if isinstance(event, e.Displaced):  # a Large enemy steps into the space that it has just cleared
            return broken
        return broken + [name for name, holds in _ALWAYS if not holds(self.table)]

    def settled(self) -> list[str]:
        """The names of the invariants that do not hold where nothing is half done."""
        broken = [name for name, holds in _SETTLED if not holds(self.table)]
        broken += [name for name, holds in _OF_CARDS if not holds(self)]
        if self.table.state.fingerprint() != self.game.fingerprint():
            broken.append("state_is_the_fold_of_the_events")
        return broken

    def _count_cards(self, event: Event) -> None:
        if isinstance(event, e.AdventureStarted):
            self.decks = {name: Counter(cards) for name, cards in event.decks.items()}
            self.out = {name: Counter() for name in event.decks}
        elif isinstance(event, e.CardDrawn) and not event.kept:
            self.out[event.deck][event.card] += 1
        elif isinstance(event, e.CardDiscarded | e.CardReturned):
            self.out[event.deck][event.card] -= 1


# --- what an event may say --------------------------------------------------------------------------------------------


def _no_die_twice(watch: Watch, event: Event) -> bool:
    if not isinstance(event, e.Rerolled):
        return True
    before = watch.rerolled.setdefault(event.roll, set())
    fresh = len(set(event.which)) == len(event.which) and not before & set(event.which)
    before.update(event.which)
    return fresh or (event.again and event.add > 0)  # Ambition may


def _faces_of_their_dice(watch: Watch, event: Event) -> bool:
    if isinstance(event, e.Rolled):
        return all(1 <= face <= SIDES[die] for die, face in zip(event.dice, event.faces, strict=True))
    return not isinstance(event, e.Picked) or 0 <= event.index < event.count


def _streams_in_order(watch: Watch, event: Event) -> bool:
    if not isinstance(event, e.Rolled | e.Rerolled | e.Picked) or event.source != "engine":
        return True
    length = 1 if isinstance(event, e.Picked) else len(event.faces)
    right = event.ordinal == watch.ordinals[event.stream]
    watch.ordinals[event.stream] += length
    return right


def _grit_up_to_max(watch: Watch, event: Event) -> bool:
    if not isinstance(event, e.GritChanged) or event.by <= 0:
        return True
    hero = watch.table.state.heroes[event.hero]
    return event.grit <= max(watch.table.stats.hero(hero, "max_grit"), 1)


def _tokens_up_to_max(watch: Watch, event: Event) -> bool:
    if not isinstance(event, e.AbilityTokensChanged):
        return True
    hero = watch.table.state.heroes[event.hero]
    kind = next((one for one in kinds(watch.table, hero) if one.id == event.token), None)
    return event.now >= 0 and (event.by < 0 or (kind is not None and event.now <= most(watch.table, hero, kind)))


def _amounts_are_whole(watch: Watch, event: Event) -> bool:
    if isinstance(event, e.Wounded):
        return event.wounds > 0 and event.left >= 0
    return not isinstance(event, e.Healed) or min(event.wounds, event.sanity, event.corruption) >= 0


def _what_allies_never_do(watch: Watch, event: Event) -> bool:
    """No Ally gains Grit, XP, Gold, Dark Stone or Items, Explores, draws cards, tests Skills, is KO'd or Revived."""
    match event:
        case e.GritChanged() | e.XpGained() | e.GoldChanged() | e.DarkStoneChanged() | e.TokenGained() | e.ItemGained():
            who = [event.hero]
        case e.PeltsCollected():
            who = [event.hero]
        case e.SkillTested() if event.because == "Ensnared":  # whoever is caught tries to get free, Allies too
            return True
        case e.Scavenged() | e.TilePlaced() | e.LootTaken() | e.CardDrawn() | e.SkillTested() | e.KnockedOut():
            who = [event.hero]
        case e.Revived() | e.Recovered() | e.LightTaken() | e.DarknessHeld() | e.DarknessNotHeld():
            who = [event.hero]
        case e.EncounterBegan():
            who = event.heroes
        case e.Given():
            who = [event.hero, event.to]
        case _:
            return True
    heroes = watch.table.state.heroes
    return not any(id in heroes and heroes[id].ally_of for id in who)


def _no_criticals_of_allies(watch: Watch, event: Event) -> bool:
    if isinstance(event, e.AttackMade):
        critical = bool(event.criticals)
    elif isinstance(event, e.HitResolved):
        critical = event.critical
    else:
        return True
    hero = watch.table.state.heroes.get(event.hero)
    return not critical or hero is None or not hero.ally_of


def _rooted(watch: Watch, event: Event) -> bool:
    if not isinstance(event, e.Moved) or event.who not in watch.table.state.enemies:
        return True
    return not is_immobile(watch.table, watch.table.state.enemies[event.who].type)


_OF_EVENTS: tuple[tuple[str, Callable[[Watch, Event], bool]], ...] = (
    ("no_die_is_rerolled_twice", _no_die_twice),
    ("faces_belong_to_their_dice", _faces_of_their_dice),
    ("dice_come_in_the_order_of_their_stream", _streams_in_order),
    ("grit_rises_to_max_grit_at_most", _grit_up_to_max),
    ("amounts_are_not_negative", _amounts_are_whole),
    ("allies_do_nothing_that_only_heroes_do", _what_allies_never_do),
    ("allies_get_no_critical_hits", _no_criticals_of_allies),
    ("ability_tokens_rise_to_their_maximum_at_most", _tokens_up_to_max),
    ("immobile_enemies_do_not_move", _rooted),
)


# --- after every event ------------------------------------------------------------------------------------------------


def _hero_counters(table: Table) -> bool:
    return all(
        min(h.wounds, h.sanity_damage, h.corruption, h.grit, h.xp, h.gold, h.dark_stone, h.pelts) >= 0
        and min(h.poison, h.bleeding, h.exertion) >= 0
        and 0 <= h.ensnared <= 1
        for h in table.state.heroes.values()
    )


def _enemy_wounds(table: Table) -> bool:
    stats = table.stats
    return all(0 <= x.wounds <= stats.enemy(x.type, "health") for x in table.state.enemies.values() if x.wounds)


def _track(table: Table) -> bool:
    state = table.state
    return 0 <= state.darkness <= ENTRANCE and 0 <= state.hero_marker <= ENTRANCE


def _one_model_a_space(table: Table) -> bool:
    state = table.state
    if state.phase in ("settling", "over"):  # all go home, and a full board has no room for the fallen to stand up
        return True
    spaces = [h.space for h in state.heroes.values() if h.space and not h.ko and not h.dead]
    spaces += [space for x in state.enemies.values() for space in table.footprint(x)]
    return len(set(spaces)) == len(spaces)


def _on_the_board(table: Table) -> bool:
    if not table.board.tiles:
        return True
    known = table.board.adjacent
    state = table.state
    return all(h.space in known for h in state.heroes.values() if h.space) and all(
        x.space in known for x in state.enemies.values()
    )


def _corpses_on_the_board(table: Table) -> bool:
    known = table.board.adjacent
    return all(corpse.space in known for corpse in table.state.corpses)


def _dread_in_the_deck(table: Table) -> bool:
    deck = table.state.decks.get("growing-dread")
    return deck is None or 0 <= table.state.dread <= len(deck.remaining)


def _models_of_the_party(table: Table) -> bool:
    return len(table.state.party()) <= 6 and len(table.state.heroes) <= MOST_MODELS


def _allies_have_nothing(table: Table) -> bool:
    return not any(
        h.ally_of and (h.ko or h.items or h.side_bag or h.basic_allies or h.grit or h.xp or h.gold or h.dark_stone)
        for h in table.state.heroes.values()
    )


def _basic_allies(table: Table) -> bool:
    allies = table.library.allies
    return all(
        h.basic_allies.count(ally) <= allies[ally].hire.basic_limit
        for h in table.state.heroes.values()
        for ally in h.basic_allies
    )


_ALWAYS: tuple[tuple[str, Callable[[Table], bool]], ...] = (
    ("heroes_counters_are_not_negative", _hero_counters),
    ("enemies_wounds_are_within_their_health", _enemy_wounds),
    ("markers_are_on_the_depth_track", _track),
    ("one_model_stands_on_a_space", _one_model_a_space),
    ("models_stand_on_the_board", _on_the_board),
    ("corpse_tokens_lie_on_the_board", _corpses_on_the_board),
    ("the_dread_stack_fits_its_deck", _dread_in_the_deck),
    ("at_most_eight_models_are_of_the_party", _models_of_the_party),
    ("allies_carry_nothing_and_are_never_ko_d", _allies_have_nothing),
    ("basic_allies_are_within_their_limit", _basic_allies),
)


# --- where nothing is half done ---------------------------------------------------------------------------------------


def _health_within_bounds(table: Table) -> bool:
    return all(
        0 <= h.wounds < table.stats.hero(h, "health") and 0 <= h.sanity_damage < table.stats.hero(h, "sanity")
        for h in table.state.standing()
    )


def _corruption_below_resistance(table: Table) -> bool:
    stats = table.stats
    return all(h.corruption < max(1, stats.hero(h, "corruption_resistance")) for h in table.state.standing())


def _side_bags(table: Table) -> bool:
    return all(len(h.side_bag) <= max(0, table.stats.hero(h, "side_bag")) for h in table.state.standing())


def _upgrades_fill_their_slots(table: Table) -> bool:
    items = [item for h in table.state.heroes.values() for item in h.items if item.upgrades]
    return all(free_slots(table, item) >= 0 for item in items)


def _nobody_is_ensnared_in_peace(table: Table) -> bool:
    return table.state.fight is not None or not any(h.ensnared for h in table.state.heroes.values())


def _light_is_carried(table: Table) -> bool:
    bearer = table.state.heroes.get(table.state.light)
    return table.state.phase == "over" or (bearer is not None and bearer.up and not bearer.ally_of)


def _a_hero_stands(table: Table) -> bool:
    return bool(table.state.party_standing()) or table.state.phase in ("settling", "over")


def _fight_has_enemies(table: Table) -> bool:
    return (table.state.fight is not None) == bool(table.state.enemies) or table.state.phase == "over"


def _models_in_the_box(table: Table) -> bool:
    types = Counter(enemy.type for enemy in table.state.enemies.values())
    return all(
        count <= table.library.enemies[type].models and type in table.state.groups for type, count in types.items()
    )


def _scavenged(table: Table) -> bool:
    limit = 1 if table.rules.scavenge_limit == "one" else SCAVENGES[min(6, max(1, len(table.state.party())))]
    return all(0 <= tile.scavenged <= limit for tile in table.state.tiles)


def _doors_agree(table: Table) -> bool:
    for tile in table.state.tiles:
        if tile.token not in TOKENS or not DOORS.issuperset(tile.doors.values()):
            return False
        for key, status in tile.doors.items():
            if (status == "joined") != (table.board.other_side(table.door_ref(tile.number, key)) is not None):
                return False
    return True


def _tiles_are_a_tree(table: Table) -> bool:
    """Each tile is joined to one laid before it, in the same World, or through a Gate to another."""
    for tile in table.state.tiles[1:]:
        number, _, key = tile.joined.partition(".")
        if not number.isdecimal() or not 0 < int(number) < tile.number:
            return False
        before = table.state.tiles[int(number) - 1]
        if before.doors.get(key) != "joined" or (before.world == tile.world) == tile.through_gate:
            return False
        if table.board.is_gate(table.door_ref(tile.number, tile.entrance)) != tile.through_gate:
            return False
    return True


def _world_cards(table: Table) -> bool:
    """Each World has one card: in play while a hero is there, or drawn and not yet entered; else among the rest."""
    state = table.state
    cards = [card.id for card in state.worlds]
    if len(set(cards)) != len(cards) or not set(cards) <= set(in_the_box(table)):
        return False
    here = {of_hero(table, hero) for hero in state.heroes.values() if hero.space and not hero.dead}
    return state.phase in ("setup", "settling", "over") or here == {card.id for card in state.worlds if card.entered}


def _clues(table: Table) -> bool:
    state = table.state
    return state.clues >= 0 and (
        not state.objective or table.fixed_map or state.clues >= table.library.missions[state.mission].clues_needed
    )


_SETTLED: tuple[tuple[str, Callable[[Table], bool]], ...] = (
    ("standing_heroes_have_health_and_sanity_left", _health_within_bounds),
    ("corruption_is_below_resistance", _corruption_below_resistance),
    ("side_bags_are_not_overfull", _side_bags),
    ("upgrades_fill_no_more_slots_than_there_are", _upgrades_fill_their_slots),
    ("nobody_is_ensnared_outside_a_fight", _nobody_is_ensnared_in_peace),
    ("a_standing_hero_carries_the_light", _light_is_carried),
    ("a_hero_stands_while_the_game_goes_on", _a_hero_stands),
    ("there_is_a_fight_while_there_are_enemies", _fight_has_enemies),
    ("no_more_enemies_than_models", _models_in_the_box),
    ("tiles_are_scavenged_within_the_limit", _scavenged),
    ("joined_doors_have_two_sides", _doors_agree),
    ("the_objective_needs_its_clues", _clues),
    ("tiles_are_a_tree_and_only_gates_lead_to_other_worlds", _tiles_are_a_tree),
    ("world_cards_lie_where_the_heroes_are", _world_cards),
)


# --- cards ------------------------------------------------------------------------------------------------------------


def _every_card_is_somewhere(watch: Watch) -> bool:
    for name, whole in watch.decks.items():
        deck = watch.table.state.decks[name]
        if Counter(deck.remaining) + Counter(deck.discard) + watch.out[name] != whole:
            return False
    return True


def _cards_out_are_accounted_for(watch: Watch) -> bool:
    table = watch.table
    for name, out in watch.out.items():
        if _kept_by_heroes(name, table) or table.state.phase == "setup":
            continue
        if _is_map(name):
            if table.fixed_map:
                continue
            if name == "map" and _map_cards_out(watch) != max(0, len(table.state.tiles) - 1):
                return False
        elif +out != _in_play(table.state, watch.decks[name]):
            return False
    return True


def _is_map(deck: str) -> bool:
    return deck.partition(":")[0] == "map"


def _map_cards_out(watch: Watch) -> int:
    return sum(sum(out.values()) for name, out in watch.out.items() if _is_map(name))


def _kept_by_heroes(deck: str, table: Table) -> bool:
    if deck.partition(":")[0] in ("gear", "artifact", "personal"):
        return True
    return any(card.deck == deck for card in table.library.class_cards.values())


def _in_play(state: State, deck: Iterable[str]) -> Counter[str]:
    known = set(deck)
    lying = [card.id for card in (*state.in_play, *state.team_cards)] + [group.trait for group in state.groups.values()]
    return Counter(card for card in lying if card in known)


_OF_CARDS: tuple[tuple[str, Callable[[Watch], bool]], ...] = (
    ("every_card_is_in_its_deck_discarded_or_out", _every_card_is_somewhere),
    ("every_card_that_is_out_lies_on_the_table", _cards_out_are_accounted_for),
)

NAMES: tuple[str, ...] = (
    *(name for name, _ in _OF_EVENTS),
    *(name for name, _ in _ALWAYS),
    *(name for name, _ in _SETTLED),
    *(name for name, _ in _OF_CARDS),
    "state_is_the_fold_of_the_events",
)
"""Every invariant's name."""
