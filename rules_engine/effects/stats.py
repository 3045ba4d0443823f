"""Reading stats: printed, replaced, multiplied, added, capped - with the breakdown at hand.

Values without a condition are remembered until an event that can change stats; conditional modifiers are judged at
each reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from rules_engine.choices import Option
from rules_engine.effects.context import Context
from rules_engine.effects.language import Condition, condition
from rules_engine.effects.nodes import Heal, first_effect
from rules_engine.effects.parse import SKILLS, Ability, Modifier
from rules_engine.experience import elite_xp
from rules_engine.state import Enemy, Hero

if TYPE_CHECKING:
    from rules_engine.content.schema import HeroClass
    from rules_engine.table import Table

DEFAULTS = {
    "corruption_resistance": 5,
    "side_bag": 5,
    "hands": 2,
    "voices_dice": 6,
    "escape_dice": 1,
    "scavenge_dice": 3,
}
LOWER_IS_BETTER = frozenset({"defense", "willpower", "melee_to_hit", "ranged_to_hit", "armor", "spirit_armor", "cover"})
SAVES = frozenset({"armor", "spirit_armor", "cover"})
ENEMY_LOWER = frozenset({"melee", "range", "armor", "cover"})
_TO_SELF = frozenset({"owner", "subject", "all", "on_tile"})
_TO_TYPE = frozenset({"owner", "this_type", "this"})
_FLOORS = {"combat": 0, "move": -20, "initiative": 1, "max_grit": 1, "health": 0, "sanity": 0, "hands": 0}


class Held(NamedTuple):
    """An ability in force: whose it is, and the name to show for it."""

    ability: Ability
    owner: str
    source: str
    uid: int
    kind: str


class Change(NamedTuple):
    """One step of a stat's breakdown."""

    op: str
    value: int
    source: str
    when: Condition | None
    near: str = ""


class Reading(NamedTuple):
    """A stat's changes: all, those with a condition, and the value while none of the latter counts."""

    printed: int
    changes: list[Change]
    conditional: list[Change]
    base: int


class Use(NamedTuple):
    """What a hero may use at a moment: an ability, or a Side Bag Token (`token`), with the option that offers it.

    `heals` says, of what begins with healing, whether it heals Wounds, Sanity, Corruption, and whether only its user.
    """

    id: str
    held: Held
    ability: Ability
    token: str
    option: Option
    limit: str
    heals: tuple[bool, bool, bool, bool] | None = None


class Modifying(NamedTuple):
    """A modifier in force: the hero or Enemy Type that has it, or nobody for a card."""

    of: str
    held: Held
    modifier: Modifier


NO_MODIFIERS: list[Modifying] = []
NO_CHANGES: list[Change] = []


class Stats:
    """The stats of everyone at a table, read from state and content."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._conditions: dict[str, Condition] = {}
        self._values: dict[tuple[str, str], int] = {}
        self._changes: dict[tuple[str, str], Reading] = {}
        self._flags: dict[str, frozenset[str]] = {}
        self._held: dict[str, list[Held]] = {}
        self._using: dict[tuple[str, str], list[Use]] = {}
        self._rerolling: dict[str, list[Held]] = {}
        self._boosting: dict[str, list[Held]] = {}
        self._reroll_kinds: frozenset[str] | None = None
        self._token_kinds: frozenset[str] | None = None
        self._token_uses: dict[tuple[str, str, str], list[Use]] = {}
        self._token_rerolls: dict[str, list[Ability]] = {}
        self._awaited: frozenset[str] | None = None
        self._modifying: dict[str, list[Modifying]] | None = None

    def forget(self, abilities: bool = True) -> None:
        """Read figures anew, and the abilities in force if those may have changed too."""
        self._values.clear()
        self._changes.clear()
        self._flags.clear()
        if abilities:
            self._held.clear()
            self._using.clear()
            self._rerolling.clear()
            self._boosting.clear()
            self._reroll_kinds = None
            self._awaited = None
            self._modifying = None

    # --- what is in force --------------------------------------------------------------------------------------------

    def held_by(self, hero: Hero) -> list[Held]:
        """The abilities of a hero: class, upgrades, worn Items, Injuries, Madness and Mutations."""
        found = self._held.get(hero.id)
        if found is None:
            found = self._held[hero.id] = list(self._hero_abilities(hero))
        return found

    def _hero_abilities(self, hero: Hero) -> Iterator[Held]:
        library = self.table.library
        cls = library.allies.get(hero.cls) if hero.ally_of else library.heroes.get(hero.cls)
        if cls is not None:
            for ability in cls.abilities:
                yield Held(ability, hero.id, ability.name or cls.name, 0, "class")
            if hero.cls in library.heroes:
                yield from self._of_the_class(hero, library.heroes[hero.cls])
        for name in hero.upgrades:
            starting = library.upgrades[name]
            for ability in starting.abilities:
                yield Held(ability, hero.id, starting.name, 0, "upgrade")
        for item in hero.items:
            record = library.items[item.id]
            if not item.worn or (record.restriction and record.restriction not in hero.keywords):
                continue
            if record.upgrade is not None:
                continue  # it counts where it is attached
            for ability in library.abilities_on(item.id, item.id):
                yield Held(ability, hero.id, record.name, item.uid, "item")
            for upgrade in item.upgrades:
                added = library.items[upgrade.id]
                for ability in library.abilities_on(upgrade.id, item.id):
                    yield Held(ability, hero.id, added.name, upgrade.uid, "item")
        for chart, results in (("injury", hero.injuries), ("madness", hero.madness), ("mutation", hero.mutations)):
            for result in results:
                row = library.scar(hero.cls, chart, result)
                for ability in row.abilities:
                    yield Held(ability, hero.id, ability.name or row.name, 0, chart)

    def _of_the_class(self, hero: Hero, cls: HeroClass) -> Iterator[Held]:
        """What comes with the Class: the Team's abilities, the Ability Token's, and cards in the Team's pool."""
        library = self.table.library
        if cls.team:
            team = library.teams[cls.team]
            for ability in team.abilities:
                yield Held(ability, hero.id, ability.name or team.name, 0, "class")
            for card in self.table.state.team_cards:
                if card.owner == hero.id:
                    record = library.cards[card.id]
                    for ability in record.abilities:
                        yield Held(ability, hero.id, record.title, card.uid, "team")
        for name in hero.class_cards:
            kept = library.class_cards[name]
            for ability in kept.abilities:
                yield Held(ability, hero.id, kept.name, 0, "class_card")
        if cls.ability_token:
            kind = library.ability_tokens[cls.ability_token]
            for ability in kind.abilities:
                yield Held(ability, hero.id, ability.name or kind.name, 0, "class")

    def held_by_type(self, type: str) -> list[Held]:
        """The abilities of an Enemy Type in this Fight, Elite ones and those of its Trait card included."""
        key = f"type:{type}"
        found = self._held.get(key)
        if found is None:
            record = self.table.library.enemies[type]
            group = self.table.state.groups.get(type)
            brutal = group is not None and group.brutal
            abilities = record.brutal_abilities if brutal and record.brutal_abilities is not None else record.abilities
            found = [Held(a, type, a.name or record.name, 0, "enemy") for a in abilities]
            if type in self.table.state.orders:
                found = self._as_ordered(type, found)
            if group is not None and group.elite:
                chart = record.brutal_elite if brutal and record.brutal_elite else record.elite
                for number in group.elite:
                    entry = chart[number - 1]
                    found += [Held(a, type, entry.name, 0, "enemy") for a in entry.abilities]
                extra = record.brutal_any_elite if brutal else record.any_elite
                found += [Held(a, type, a.name or record.name, 0, "enemy") for a in extra]
            if group is not None and group.mythic:
                rows = [record.mythic[number - 1] for number in group.mythic]
                found += [Held(a, type, row.name, 0, "enemy") for row in rows for a in row.abilities]
            if group is not None and group.trait:
                card = self.table.library.cards[group.trait]
                found += [Held(a, type, card.title, 0, "enemy") for a in card.abilities]
            self._held[key] = found
        return found

    def _as_ordered(self, type: str, found: list[Held]) -> list[Held]:
        """A type's abilities as the Threat card that brought it has them (valhalla, "Hunters")."""
        card = self.table.library.cards[self.table.state.orders[type]]
        lines = card.lines
        listed = card.groups if lines is None else (*lines.low, *lines.med, *lines.high)
        group = next((g for g in listed if g.enemy == type and (g.without or g.abilities)), None)
        if group is None:
            return found
        found = [held for held in found if held.ability.id not in group.without]
        return found + [Held(a, type, a.name or card.title, 0, "enemy") for a in group.abilities]

    def in_play(self) -> list[Held]:
        """Abilities of cards that Remain in Play, of the World cards in play and of the Mission."""
        found = self._held.get("play:")
        if found is None:
            library = self.table.library
            found = []
            for card in self.table.state.in_play:
                record = library.cards[card.id]
                found += [Held(a, card.owner, record.title, card.uid, "card") for a in record.abilities]
            for world in self.table.state.worlds:
                card_of = library.worlds.get(world.id)
                if card_of is not None:
                    found += [Held(a, "", a.name or card_of.name, 0, "world") for a in card_of.abilities]
            mission = library.missions.get(self.table.state.mission)
            if mission is not None:
                found += [
                    Held(a, "", a.name or source, 0, "mission") for source, a in mission.in_force(self.table.state)
                ]
            self._held["play:"] = found
        return found

    def using(self, hero: Hero, when: str) -> list[Use]:
        """A hero's abilities that may be used at a moment (`any_time`, `attack`, ...)."""
        key = (hero.id, when)
        found = self._using.get(key)
        if found is None:
            held_here = [held for held in self.held_by(hero) if held.ability.use == when]
            held_here += [
                held._replace(owner=hero.id)
                for held in self.in_play()
                if held.kind == "mission" and held.ability.use == when
            ]
            found = self._using[key] = [
                _use(hero, f"use:{hero.id}:{held.uid}:{held.ability.id}", held, "") for held in held_here
            ]
        return found

    def token_uses(self, hero: Hero, token: str, when: str) -> list[Use]:
        """What a hero may use a Side Bag Token or a Basic Ally for at a moment."""
        key = (hero.id, token, when)
        found = self._token_uses.get(key)
        if found is None:
            library = self.table.library
            name, abilities = library.discarded_for(token)
            found = self._token_uses[key] = [
                _use(hero, f"token:{hero.id}:{token}:{a.id}", Held(a, hero.id, name, 0, "token"), token)
                for a in abilities
                if a.use == when
            ]
        return found

    def token_rerolls(self, token: str) -> list[Ability]:
        """The abilities of a Side Bag Token or a Basic Ally that re-roll dice."""
        found = self._token_rerolls.get(token)
        if found is None:
            _, abilities = self.table.library.discarded_for(token)
            found = self._token_rerolls[token] = [ability for ability in abilities if ability.reroll is not None]
        return found

    def rerolling(self, hero: Hero) -> list[Held]:
        """A hero's abilities that re-roll dice."""
        found = self._rerolling.get(hero.id)
        if found is None:
            found = self._rerolling[hero.id] = [held for held in self.held_by(hero) if held.ability.reroll is not None]
        return found

    def boosting(self, hero: Hero) -> list[Held]:
        """A hero's abilities that are paid into single Hits or Healings."""
        found = self._boosting.get(hero.id)
        if found is None:
            found = self._boosting[hero.id] = [held for held in self.held_by(hero) if held.ability.boost is not None]
        return found

    def token_reroll_kinds(self) -> frozenset[str]:
        """Every kind of roll that some Side Bag Token or Basic Ally of the packs may re-roll."""
        if self._token_kinds is None:
            library = self.table.library
            abilities = [a for token in library.tokens.values() for a in token.abilities]
            abilities += [a for ally in library.allies.values() for a in ally.basic]
            self._token_kinds = frozenset(kind for a in abilities if a.reroll is not None for kind in a.reroll.rolls)
        return self._token_kinds

    def reroll_kinds(self) -> frozenset[str]:
        """Every kind of roll that some hero's ability may re-roll."""
        if self._reroll_kinds is None:
            held = [one for hero in self.table.state.heroes.values() for one in self.rerolling(hero)]
            self._reroll_kinds = frozenset(
                kind for one in held if one.ability.reroll is not None for kind in one.ability.reroll.rolls
            )
        return self._reroll_kinds

    def awaited(self) -> frozenset[str]:
        """Every event that an ability in force waits for."""
        if self._awaited is None:
            state = self.table.state
            held = [one for hero in state.heroes.values() for one in self.held_by(hero)]
            held += [one for type in state.groups for one in self.held_by_type(type)]
            held += self.in_play()
            self._awaited = frozenset(one.ability.on for one in held if one.ability.on)
        return self._awaited

    def modifying(self, stat: str) -> list[Modifying]:
        """Every modifier of a stat in force: heroes' in the order they joined, then enemies', then cards'."""
        if self._modifying is None:
            self._modifying = {}
            state = self.table.state
            sources = [(hero.id, self.held_by(hero)) for hero in state.heroes.values()]
            sources += [(f"type:{type}", self.held_by_type(type)) for type in state.groups]
            sources.append(("", self.in_play()))
            for of, abilities in sources:
                for held in abilities:
                    for modifier in held.ability.modifiers:
                        self._modifying.setdefault(modifier.stat, []).append(Modifying(of, held, modifier))
        return self._modifying.get(stat, NO_MODIFIERS)

    def flags(self, model: Hero | Enemy) -> frozenset[str]:
        """The rule switches in force for a model."""
        key = model.id if isinstance(model, Hero) else f"type:{model.type}"
        found = self._flags.get(key)
        if found is None:
            names: set[str] = set()
            held = self.held_by(model) if isinstance(model, Hero) else self.held_by_type(model.type)
            for one in held:
                names.update(one.ability.switches)
            if isinstance(model, Hero) and model.ensnared:
                names.add("cannot_move")
            for one in self.in_play():
                names.update(one.ability.flags)
            scopes = {model.id, "heroes" if isinstance(model, Hero) else "enemies", key}
            for effect in self.table.state.lasting:
                if effect.op == "flag" and effect.on in scopes:
                    names.add(effect.stat)
            found = self._flags[key] = frozenset(names)
        return found

    def type_flags(self, type: str) -> frozenset[str]:
        """The rule switches that a type's own abilities bring, with or without a model of it on the board."""
        names = {name for one in self.held_by_type(type) for name in one.ability.flags}
        if any(one.ability.attacks_all for one in self.held_by_type(type)):
            names.add("attacks_all")
        return frozenset(names)

    # --- heroes ------------------------------------------------------------------------------------------------------

    def hero(self, hero: Hero, stat: str, about: Context | None = None) -> int:
        """A hero's stat now."""
        key = (hero.id, stat)
        value = self._values.get(key)
        if value is not None:
            return value
        if not self.table.state.lasting and stat not in ("armor", "health", "defense") and not self.modifying(stat):
            printed = hero.stats.get(stat, DEFAULTS.get(stat, 0))
            value = self._values[key] = self._apply(stat, printed, NO_CHANGES, LOWER_IS_BETTER)
            return value
        read = self._hero_changes(hero, stat)
        if not read.conditional:
            self._values[key] = read.base
            return read.base
        context = about or Context(subject=hero.id, owner=hero.id)
        counting = [c for c in read.conditional if self._counts(c, hero, context)]
        if not counting:
            return read.base
        kept = [c for c in read.changes if not (c.when is not None or c.near) or c in counting]
        return self._apply(stat, read.printed, kept, LOWER_IS_BETTER)

    def _counts(self, change: Change, hero: Hero, context: Context) -> bool:
        """Whether a conditional change counts now: its condition holds, and the aura's bearer is near enough."""
        if change.near and not self._near(change.near, hero):
            return False
        return change.when is None or self.table.holds(change.when, context)

    def _near(self, near: str, hero: Hero) -> bool:
        """Auras: `on_tile:<hero>` reaches the hero's Map Tile, `adjacent:<hero or type>` the spaces around."""
        state, board = self.table.state, self.table.board
        kind, _, of = near.partition(":")
        if not hero.space:
            return False
        if of in state.heroes:
            other = state.heroes[of]
            if not other.up or not other.space:
                return False
            if kind == "on_tile":
                return self.table.same_tile(other.space, hero.space)
            return other.space in board.adjacent[hero.space]
        around = board.adjacent[hero.space]
        return any(x.type == of and self.table.is_on(x, around) for x in state.enemies.values())

    def _reading(self, stat: str, printed: int, changes: list[Change], lower: frozenset[str]) -> Reading:
        conditional = [c for c in changes if c.when is not None or c.near]
        plain = [c for c in changes if c.when is None and not c.near] if conditional else changes
        return Reading(printed, changes, conditional, self._apply(stat, printed, plain, lower))

    def _hero_changes(self, hero: Hero, stat: str) -> Reading:
        key = (hero.id, stat)
        found = self._changes.get(key)
        if found is None:
            printed = hero.stats.get(stat, DEFAULTS.get(stat, 0))
            changes: list[Change] = []
            modifying = self.modifying(stat)
            changes += [self._change(h, m) for of, h, m in modifying if of == hero.id and m.to in _TO_SELF]
            if stat == "armor":
                armored = [held for held in self.held_by(hero) if held.ability.armor]
                changes += [Change("set", held.ability.armor, held.source, None) for held in armored]
            heroes = self.table.state.heroes
            for of, held, modifier in modifying:
                if not of:
                    if modifier.to in ("all", "heroes") or (modifier.to == "owner" and held.owner == hero.id):
                        changes.append(self._change(held, modifier))
                elif of != hero.id and modifier.to in ("all", "others") and of in heroes and not heroes[of].ko:
                    changes.append(self._change(held, modifier))
                elif of != hero.id and modifier.to in ("on_tile", "adjacent"):
                    near = f"{modifier.to}:{of.removeprefix('type:')}"
                    changes.append(self._change(held, modifier)._replace(near=near))
            changes += self._lasting(stat, (hero.id, "heroes"))
            if stat == "defense" and hero.ensnared:
                changes.append(Change("add", 1, "Ensnared", None))
            if stat == "health" and hero.bleeding:
                changes.append(Change("add", -3 * hero.bleeding, "Bleeding", None))
            found = self._changes[key] = self._reading(stat, printed, changes, LOWER_IS_BETTER)
        return found

    @staticmethod
    def _change(held: Held, modifier: Modifier) -> Change:
        when = modifier.when or (held.ability.when if not held.ability.on and not held.ability.use else None)
        return Change(modifier.op, modifier.value, held.source, when)

    def _lasting(self, stat: str, scopes: tuple[str, ...]) -> list[Change]:
        found = []
        for effect in self.table.state.lasting:
            if effect.stat == stat and effect.op != "flag" and effect.on in scopes:
                when = None
                if effect.when:
                    when = self._conditions.get(effect.when)
                    if when is None:
                        when = self._conditions[effect.when] = condition(effect.when, effect.source)
                found.append(Change(effect.op, effect.value, effect.source, when))
        return found

    # --- enemies -----------------------------------------------------------------------------------------------------

    def enemy(self, type: str, stat: str, about: Context | None = None) -> int:
        """A stat of an Enemy Type now; 0 where the sheet has none (no Ranged Attack, no Armor)."""
        key = (f"type:{type}", stat)
        value = self._values.get(key)
        if value is not None:
            return value
        found = self._changes.get(key)
        if found is None:
            state = self.table.state
            group = state.groups.get(type)
            record = self.table.library.enemies[type]
            side = record.brutal if group is not None and group.brutal else record.normal
            printed = getattr(side, stat, 0) or 0
            if stat == "health" and side.health_each:
                printed += side.health_each * len(state.party())
            if not state.lasting and stat not in ("armor", "xp", "initiative") and not self.modifying(stat):
                value = self._values[key] = self._apply(stat, printed, NO_CHANGES, ENEMY_LOWER)
                return value
            held_here = self.held_by_type(type)
            modifying = self.modifying(stat)
            own = [(h, m) for h in held_here for m in h.ability.modifiers if m.stat == stat]
            changes = [self._change(h, m) for h, m in own if m.to in _TO_TYPE]
            if stat == "armor":
                changes += [Change("set", h.ability.armor, h.source, None) for h in held_here if h.ability.armor]
            changes += [self._change(h, m) for of, h, m in modifying if m.to == "enemies" and of != key[0]]
            changes += self._lasting(stat, ("enemies", f"type:{type}"))
            if stat == "xp" and group is not None:
                changes.append(Change("add", elite_xp(len(group.elite)), "Elite", None))
            if stat == "initiative" and group is not None and group.ambush_turn == self.table.state.turn > 0:
                changes.append(Change("add", 2, "Ambush", None))
            found = self._changes[key] = self._reading(stat, printed, changes, ENEMY_LOWER)
        if not found.conditional:
            self._values[key] = found.base
            return found.base
        context = (about or Context()).about(enemy_type=type)
        counting = [c for c in found.conditional if c.when is None or self.table.holds(c.when, context)]
        if not counting:
            return found.base
        kept = [c for c in found.changes if c.when is None or c in counting]
        return self._apply(stat, found.printed, kept, ENEMY_LOWER)

    # --- together ----------------------------------------------------------------------------------------------------

    @staticmethod
    def _apply(stat: str, printed: int, changes: list[Change], lower: frozenset[str]) -> int:
        value = printed
        if changes:
            for change in changes:
                if change.op == "set":
                    if stat in lower:
                        value = change.value if value == 0 else min(value, change.value)
                    else:
                        value = change.value
            for change in changes:
                if change.op == "multiply":
                    value *= change.value
            for change in changes:
                if change.op == "add" and not (stat in SAVES and value == 0):
                    value += change.value
        if stat in SKILLS:
            return max(1, min(6, value))
        if stat in lower and value:
            value = max(2, value) if stat in ("melee_to_hit", "ranged_to_hit", "melee", "range") else max(1, value)
        if stat in _FLOORS:
            value = max(_FLOORS[stat], value)
        return value

    def breakdown(self, hero: Hero, stat: str) -> list[tuple[str, int, str]]:
        """How a hero's stat comes about: (op, value, source) steps, the printed figure first."""
        read = self._hero_changes(hero, stat)
        context = Context(subject=hero.id, owner=hero.id)
        return [("printed", read.printed, hero.cls)] + [
            (c.op, c.value, c.source) for c in read.changes if self._counts(c, hero, context)
        ]


def _use(hero: Hero, id: str, held: Held, token: str) -> Use:
    ability = held.ability
    label = f"{held.source}: {ability.label}" if ability.label else held.source
    option = Option(id, f"{hero.name} - {label}", token or ability.id, True)
    limit = f"{held.owner}|{held.uid}|{ability.id}" if ability.limit and not token else ""
    first = first_effect(ability.do)
    heals = None
    if isinstance(first, Heal):
        mixed = first.any is not None
        own = first.to in ("subject", "owner")
        heals = (
            mixed or first.wounds is not None,
            mixed or first.sanity is not None,
            first.corruption is not None,
            own,
        )
    return Use(id, held, ability, token, option, limit, heals)
