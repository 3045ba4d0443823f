"""Odds of a hero of a Class against an enemy of the packs, before anybody plays."""

from __future__ import annotations

from gm.oracle.computed.chances import ASKS
from gm.oracle.computed.names import enemies_of, heroes_of, named, weapons_of
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import average, chance, counted
from gm.oracle.computed.slots import N, Slots
from rules_engine import odds
from rules_engine.chances import attack_dice, attack_on, figures, group_on
from rules_engine.content.library import Library, standard
from rules_engine.errors import BrimstoneError
from rules_engine.face_off import FaceOff, face_off
from rules_engine.ruleset import EDITIONS

MOST_ENEMIES = 12
ATTACK = Because(odds.attack, "compilation: Hero Attacks", "hero-attacks", ("attack", "hit", "dice"))
ENEMIES = Because(odds.group_attack, "compilation: Enemy Attacks", "enemy-attacks", ("enemies", "attack", "dice"))
PACKS = "Figures: the content packs, a new Hero, abilities that answer a roll not counted."
_CHAT = (
    "chance|likely|probable|odd|hit|hits|hitting|kill|kills|killing|wound|wounds|wounding|shoot|shoots|shooting|attack|"
    "attacks|attacking|fight|single|shot|brutal|side|with|against|new|hero|level|bare|hand|hands|fists|unarmed|his|her|"
    "good|average|expect\\w*|drop|take|down|out|knock\\w*|ko|die|dies|starting|gun|damage|deal|do|does|using|fresh|one"
)


def attack(asked: Asked) -> Found | None:
    """One Attack of a new hero on one enemy: Hits, Wounds, the kill; or so many enemies on the hero."""
    if asked.game is not None:
        return None
    slots = asked.slots()
    if not slots.has(ASKS) or not slots.has(
        r"\b(?:hit\w*|kill\w*|wound\w*|shoot\w*|attack\w*|fight\w*|drop|take down|ko|knock\w*|damage)\b"
    ):
        return None
    library = standard()
    foe, who = named(slots, enemies_of(library)), named(slots, heroes_of(library))
    if foe is None or who is None:
        return None
    weapon = named(slots, weapons_of(library))
    brutal = slots.has(r"\bbrutal\b")
    count = slots.number(rf"\b{N}\b(?!\+)") or 1
    theirs = foe[1] < who[1] and not slots.has(r"\bby\b")
    if not slots.understood(_CHAT, slack=1) or not 1 <= count <= MOST_ENEMIES or (theirs and weapon is not None):
        return None
    if count > 1 and not theirs:
        return None
    edition = asked.edition if asked.edition in EDITIONS else "compilation"
    with_ = weapon[0] if weapon is not None else _first_weapon(library, who[0], slots)
    try:
        met = face_off(who[0], foe[0], weapon=with_, edition=edition, brutal=brutal, count=count)
        return _by_enemies(met, foe[0], count) if theirs else _by_hero(met, foe[0])
    except BrimstoneError:
        return None


def _first_weapon(library: Library, hero: str, slots: Slots) -> str:
    """What a hero of a Class starts with to attack; nothing where bare hands are asked for."""
    if slots.has(r"\b(?:bare hands?|fists?|unarmed|hand to hand)\b"):
        return ""
    return next((id for id in library.heroes[hero].starting_items if library.items[id].weapon is not None), "")


def _by_hero(met: FaceOff, enemy: str) -> Found:
    shown = attack_on(met.table, met.hero, met.weapon, met.enemy)
    again = attack_on(met.table, met.hero, met.weapon, met.enemy, reroll=True)
    against = figures(met.table, met.hero, met.weapon, met.enemy)
    dice, add = attack_dice(met.table, met.weapon), f"+{met.weapon.add}" if met.weapon.add > 0 else ""
    name, used = met.table.library.enemies[enemy].name, met.weapon
    said = (
        f"{chance(shown.hits.at_least(1)).capitalize()} to hit, {chance(shown.kill)} to kill: {met.hero.name} with "
        f"{used.name} rolls {dice} {used.hit_die} on {used.to_hit}+ for {used.die}{add} Damage a Hit, against a {name} "
        f"with Defense {against.defense} and Health {against.health}."
    )
    more = f"With 1 Grit on all misses {chance(again.hits.at_least(1))} to hit, {chance(again.kill)} to kill."
    return Found((said, more, PACKS), (ATTACK,))


def _by_enemies(met: FaceOff, enemy: str, count: int) -> Found:
    shown = group_on(met.table, enemy, count, met.hero)
    record = met.table.library.enemies[enemy]
    said = (
        f"{chance(shown.down).capitalize()} that {counted(count, record.name, record.plural)} "
        f"{'take' if count > 1 else 'takes'} a new {met.hero.name} down at once: {average(shown.hits.mean())} Hits and "
        f"{average(shown.wounds.mean())} Wounds on average against Health {met.table.health_left(met.hero)}."
    )
    return Found((said, PACKS), (ENEMIES,))


FAMILIES = (attack,)
