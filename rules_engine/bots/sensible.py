"""A decent Hero Party: keeps together in the light, opens doors when everybody is there, kills first, mends in time.

It looks only at what the players may see, remembers nothing between Choices and uses no dice of its own, so the same
table always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_engine import events as e
from rules_engine.bots import ability_tokens, remedies, walking
from rules_engine.bots.estimates import attack_value, strength_left
from rules_engine.choices import Choice, Option
from rules_engine.effects import nodes as n
from rules_engine.game import Game
from rules_engine.procedures.attacks import Weapon, melee_weapon, ranged_weapons, targets
from rules_engine.state import Enemy, Hero
from rules_engine.table import Table

UPGRADES = (
    "expedition-leader",
    "thirst-for-discovery",
    "dance-of-death",
    "grizzled-veteran",
    "burning-heart",
    "second-cut",
    "mountain-breath",
    "practiced-hand",
    "chieftain",
    "clan-defender",
    "frenzy",
    "battle-roar",
    "hardened-resolve",
    "nothing-left-to-lose",
    "stubborn-stock",
    "can-can",
    "shield-of-the-town",
)
TOKENS = ("bandages", "dynamite", "bandages", "whiskey", "bandages", "whiskey")
SCAVENGE_FROM = 6
ENOUGH_FOR_DYNAMITE = 3
GOOD_AT_IT = 3
FREE = ("aim:", "cover:")  # re-rolls that cost nothing, the misses first


class SensiblePolicy:
    """Plays every seat by rules of thumb. Deterministic and without memory; one instance may play many games."""

    __slots__ = ()

    def choose(self, game: Game, choice: Choice) -> str:
        """A sensible answer to a Choice; the first option where any will do."""
        answer = ANSWERS.get(choice.kind)
        return answer(game, choice) if answer is not None else choice.options[0].id


# --- setting out ------------------------------------------------------------------------------------------------------


def _starting_upgrade(game: Game, choice: Choice) -> str:
    for option in choice.options:
        if option.target in UPGRADES:
            return option.id
    return choice.options[0].id


def _free_token(game: Game, choice: Choice) -> str:
    wanted = TOKENS[len(game.state.heroes) % len(TOKENS)]
    return next((o.id for o in choice.options if o.target == wanted), choice.options[0].id)


def _start_space(game: Game, choice: Choice) -> str:
    board = game.table.board
    doors = [board.door_spaces(door)[0] for door in board.doors_of(1)]
    ranges = [board.distances_from(space) for space in doors]
    return min(choice.options, key=lambda o: min(far[o.target or ""] for far in ranges)).id


def _light(game: Game, choice: Choice) -> str:
    """The Light Source goes to whoever can take most."""
    table, heroes = game.table, game.state.heroes
    return max(choice.options, key=lambda o: strength_left(table, heroes[o.target or ""])).id


# --- the turn ---------------------------------------------------------------------------------------------------------


def _turn(game: Game, choice: Choice) -> str:
    return remedies.wanted(game.table, choice) or "hold"


def _initiative(game: Game, choice: Choice) -> str:
    """In a Fight the strongest go first; else those nearest to the goal, who make room for the rest."""
    table, heroes = game.table, game.state.heroes
    if table.state.enemies:
        return max(choice.options, key=lambda o: strength_left(table, heroes[o.target or ""])).id
    far = table.board.distances_from(walking.goal(table)[0])
    return min(choice.options, key=lambda o: far[heroes[o.target or ""].space]).id


def _hands(game: Game, choice: Choice) -> str:
    """What hits hardest, then what shields."""
    table = game.table
    hero = table.hero(choice.who)
    held = {item.uid: item.id for item in hero.items}

    def worth(option: Option) -> float:
        best = total = 0.0
        for uid in option.id.partition(":")[2].split(","):
            if uid:
                record = table.library.items[held[int(uid)]]
                total += 0.5 * record.shield + 0.1 * len(record.abilities)
                if record.weapon is not None:
                    dice = record.weapon.shots if record.weapon.kind == "ranged" else 1
                    best = max(best, dice * (4.5 if record.weapon.die == "D8" else 3.5) + record.weapon.add)
        return best + total

    return max(choice.options, key=worth).id


def _start(game: Game, choice: Choice) -> str:
    return "go"


def _move(game: Game, choice: Choice) -> str:
    table = game.table
    if choice.options[-1].extra:
        remedy = remedies.wanted(table, choice)
        if remedy is not None:
            return remedy
    hero = table.state.heroes[choice.who]
    if table.state.enemies and not walking.leaves(table):
        return walking.fight(table, hero, choice)
    if hero.ally_of:
        return walking.follow(table, hero, choice)
    return walking.explore(table, hero, choice)


def _search(game: Game, choice: Choice) -> str:
    table = game.table
    options = choice.options
    if options[-1].extra:
        remedy = remedies.wanted(table, choice)
        if remedy is not None:
            return remedy
    hero = table.state.heroes[choice.who]
    scavenge = ""
    for option in options:
        if option.id.startswith("look:"):
            if walking.gathered(table, (hero.space,)):
                return option.id
        elif option.id.startswith("scavenge:"):
            scavenge = option.id
        elif option.id.startswith("use:") and not option.extra:
            return option.id  # what the Mission is about
    if scavenge and strength_left(table, hero) >= SCAVENGE_FROM:
        return scavenge
    return "done"


# --- attacks ----------------------------------------------------------------------------------------------------------


def _attack(game: Game, choice: Choice) -> str:
    table = game.table
    options = choice.options
    if options[-1].extra:
        remedy = remedies.wanted(table, choice)
        if remedy is not None:
            return remedy
    hero = table.state.heroes[choice.who]
    paid = ability_tokens.attack(game, choice)
    if paid is not None:
        return paid
    past = _past_them(table, hero, options) if any(o.id.startswith(("look:", "scavenge:")) for o in options) else ""
    if past:
        return past
    plain: list[Option] = []
    for option in options:
        id = option.id
        if id == "melee" or id.startswith("ranged:"):
            plain.append(option)
        elif (
            id.startswith("free:")
            or (option.label.startswith("Free Attack") and table.adjacent_enemies(hero))
            or (
                id.startswith("token:")
                and id.split(":")[2] in ("dynamite", "bomb")
                and _best_blast(table, hero) is not None
            )
        ):
            return id
    deed = _deed(table, hero, options)
    if deed and (not plain or deed[1]):
        return deed[0]
    if not plain:
        return "run" if choice.option("run") is not None else "done"
    if len(plain) == 1:
        return plain[0].id
    blade, guns = melee_weapon(table, hero), {gun.item: gun for gun in ranged_weapons(table, hero)}

    def worth(option: Option) -> float:
        weapon: Weapon = blade if option.id == "melee" else guns[option.target or ""]
        return max((attack_value(table, weapon, x) for x in targets(table, hero, weapon)), default=0.0)

    return max(plain, key=worth).id


def _deed(table: Table, hero: Hero, options: Sequence[Option]) -> tuple[str, bool] | None:
    """What the Mission lets a hero do in place of an Attack, and whether to leave the enemies be for it: only for what
    the Mission counts, by a hero who is good at it and not beset.
    """
    for option in options:
        if not option.id.startswith("use:"):
            continue
        for held in table.stats.in_play():
            ability = held.ability
            if held.kind != "mission" or ability.id != option.target:
                continue
            tests = [node for node in ability.do if isinstance(node, n.Test)]
            counted = any(isinstance(node, n.Tally) for test in tests for node in test.on_pass)
            dice = max((table.stats.hero(hero, skill) for test in tests for skill in test.skill), default=0)
            beset = len(table.adjacent_enemies(hero)) > 1
            return option.id, counted and dice >= GOOD_AT_IT and not beset
    return None


def _past_them(table: Table, hero: Hero, options: Sequence[Option]) -> str:
    """Past Immobile enemies: through the door when all are there, if the party leaves them; Scavenge with nobody in
    reach and strength to spare."""
    armed = any(o.id == "melee" or o.id.startswith(("ranged:", "dual:")) for o in options)
    for option in options:
        if option.id.startswith("look:") and walking.leaves(table) and walking.gathered(table, (hero.space,)):
            return option.id
        if option.id.startswith("scavenge:") and not armed and strength_left(table, hero) >= SCAVENGE_FROM:
            return option.id
    return ""


def _assign_hit(game: Game, choice: Choice) -> str:
    """Whoever is nearest to death first; Critical Hits where there is most Defense to get past."""
    options = choice.options
    if len(options) == 1 or options[-1].target == options[0].target:
        return options[-1].id if options[-1].id.startswith("all:") else options[0].id
    stats, enemies = game.table.stats, game.state.enemies
    critical = options[0].label.startswith("a Critical")
    best, best_key = options[0].id, (999, 999)
    for option in options:
        if not option.id.startswith("hit:"):
            continue
        enemy: Enemy = enemies[option.target or ""]
        left = stats.enemy(enemy.type, "health") - enemy.wounds
        defense = stats.enemy(enemy.type, "defense")
        key = (left, -defense) if critical else (left + defense, left)
        if key < best_key:
            best, best_key = option.id, key
    return best


def _best_blast(table: Table, hero: Hero) -> str | None:
    """Where Dynamite would catch enemies enough and no hero; None if nowhere."""
    reach = table.stats.hero(hero, "strength") + 3
    if len(table.state.enemies) < ENOUGH_FOR_DYNAMITE:
        return None
    board = table.board
    spaces = dict.fromkeys(s for x in table.state.enemies.values() for s in (*table.footprint(x), *table.around(x)))
    far = board.distances_from(hero.space)
    able = [s for s in spaces if far[s] <= reach and board.sees(hero.space, s)]
    ranked = [(caught, s) for s in able if (caught := _caught(table, s)) >= ENOUGH_FOR_DYNAMITE]
    return max(ranked)[1] if ranked else None


def _caught(table: Table, space: str) -> int:
    """Enemies caught in an explosion; far below zero if a hero is."""
    area = {space, *table.board.adjacent[space]}
    if any(hero.space in area for hero in table.state.standing()):
        return -99
    return sum(1 for enemy in table.state.enemies.values() if table.is_on(enemy, area))


def _throw(game: Game, choice: Choice) -> str:
    table = game.table
    hero = table.state.heroes.get(choice.who)
    space = _best_blast(table, hero) if hero is not None else None
    if space is not None and choice.option(f"space:{space}") is not None:
        return f"space:{space}"
    return max(choice.options, key=lambda o: _caught(table, o.target or "")).id


# --- Grit and abilities -----------------------------------------------------------------------------------------------


def _reroll(game: Game, choice: Choice) -> str:
    """Abilities whenever they may help; Grit for the misses and saves that matter."""
    options = choice.options
    kind = choice.about.get("kind", "")
    for option in options:
        if option.id.startswith(FREE):
            return option.id
        if option.id.startswith("right") and f"add:{option.id.partition(':')[0]}" in choice.about:
            continue  # Ambition is scarce, as Grit is
        if option.id.startswith("right"):
            return _worst_die(game, choice, option.id.partition(":")[0]) if kind == "hold_back" else option.id
    hero = game.state.heroes.get(choice.who)
    ambition = ability_tokens.reroll(game, choice)
    if ambition is not None:
        return ambition
    spend = options[1]
    if hero is None or not spend.id.startswith("grit:"):
        return "keep"
    failed = spend.id.count(",") + 1
    table = game.table
    if kind in ("defense", "armor"):
        matters = failed * 2 >= table.health_left(hero) or failed >= 3
    elif kind == "willpower":
        matters = failed >= table.sanity_left(hero) or failed >= 4
    elif kind == "to_hit":
        matters = failed >= 2
    elif kind == "skill_test":
        matters = hero.grit >= 2
    else:
        matters = False
    return spend.id if matters else "keep"


def _worst_die(game: Game, choice: Choice, right: str) -> str:
    """The re-roll of the lowest die, for a total."""
    faces: dict[int, int] = {}
    number = int(choice.about["roll"])
    for event in reversed(game.events):
        if isinstance(event, e.Rerolled) and event.roll == number:
            faces = {**dict(zip(event.which, event.faces, strict=True)), **faces}
        elif isinstance(event, e.Rolled) and event.roll == number:
            faces = {**dict(enumerate(event.faces)), **faces}
            break
    able = [o for o in choice.options if o.id.startswith(right + ":")]
    return min(able, key=lambda o: faces.get(int(o.id.partition(":")[2].split(",")[0]), 0)).id


def _cancel_dread(game: Game, choice: Choice) -> str:
    """Face down only when everybody has Grit to spare; a card that is seen to be bad always."""
    if choice.options[0].id == "reveal":
        return "cancel" if all(hero.grit >= 2 for hero in game.state.party_standing()) else "reveal"
    return "cancel"


def _ability(game: Game, choice: Choice) -> str:
    """What may be used is used, except where it costs Grit that is needed more elsewhere."""
    hero = game.state.heroes.get(choice.who)
    if hero is None:
        return "use"
    held = next((h for h in game.table.stats.held_by(hero) if h.ability.id == choice.about.get("ability")), None)
    if held is None or not held.ability.cost.grit:
        return "use"
    return "use" if strength_left(game.table, hero) <= 5 or hero.grit >= 2 else "pass"


def _surplus_grit(game: Game, choice: Choice) -> str:
    """Grit that cannot be kept: against Bleeding first, then for any ability; for movement outside a Fight only."""
    bandage = next((o.id for o in choice.options if o.id.startswith("bandage:")), None)
    if bandage is not None:
        return bandage
    if not game.state.enemies and choice.option("spend") is not None:
        return "spend"
    return next((o.id for o in choice.options if o.id.startswith("use:")), "lose")


# --- mending ----------------------------------------------------------------------------------------------------------


def _heal(game: Game, choice: Choice) -> str:
    """The split that leaves the worse of Health and Sanity best."""
    table = game.table
    hero = table.hero(choice.who)
    health, sanity, hurt = table.health_left(hero), table.sanity_left(hero), hero.sanity_damage

    def worse(option: Option) -> tuple[int, int]:
        wounds = int(option.target or 0)
        given = int(option.label.split(" and ")[1].split()[0])
        after = (health + wounds, sanity + min(hurt, given))
        return min(after), sum(after)

    return max(choice.options, key=worse).id


def _breath(game: Game, choice: Choice) -> str:
    hero = game.table.hero(choice.who)
    full = hero.grit >= game.table.stats.hero(hero, "max_grit")
    return "heal" if full or hero.wounds + hero.sanity_damage >= 3 else "grit"


def _hero(game: Game, choice: Choice) -> str:
    """Who is worst off gets what heals; who is best off takes a test."""
    table, heroes = game.table, game.state.heroes
    heals = remedies.being_used(game)
    if heals == "wounds":
        return min(choice.options, key=lambda o: (table.health_left(h := heroes[o.target or ""]), -h.wounds)).id
    if heals == "sanity":
        return min(choice.options, key=lambda o: (table.sanity_left(h := heroes[o.target or ""]), -h.sanity_damage)).id
    if heals:
        return min(choice.options, key=lambda o: (strength_left(table, h := heroes[o.target or ""]), -h.wounds)).id
    return max(choice.options, key=lambda o: strength_left(table, heroes[o.target or ""])).id


def _enemy(game: Game, choice: Choice) -> str:
    """The most dangerous enemy: the toughest type, then the least wounded."""
    stats, enemies = game.table.stats, game.state.enemies
    return max(
        choice.options,
        key=lambda o: (stats.enemy(enemies[o.target or ""].type, "health"), -enemies[o.target or ""].wounds),
    ).id


def _card(game: Game, choice: Choice) -> str:
    """Bold with strength in hand, careful without."""
    heroes = game.state.standing()
    who = game.state.heroes.get(choice.who)
    weakest = min((strength_left(game.table, h) for h in ([who] if who is not None else heroes)), default=0)
    return choice.options[0].id if weakest > 5 else choice.options[-1].id


def _cheapest(game: Game, choice: Choice) -> str:
    items = game.table.library.items
    return min(choice.options, key=lambda o: items[o.target or ""].price or 0).id


def _last_of_list(game: Game, choice: Choice) -> str:
    worth = remedies.WORTH
    return min(choice.options, key=lambda o: worth.get(o.target or "", 0)).id


def _faces(game: Game, choice: Choice) -> str:
    """For dice of a physical table that a bot is asked to roll: the middle face, since it has no dice of its own."""
    sides = (choice.form or "dice:6").partition(":")[2].split(",")
    return " ".join(str((int(s) + 1) // 2) for s in sides)


ANSWERS: dict[str, Callable[[Game, Choice], str]] = {
    "turn": _turn,
    "flee": lambda game, choice: "stay",
    "starting_upgrade": _starting_upgrade,
    "free_token": _free_token,
    "start_space": _start_space,
    "light": _light,
    "initiative": _initiative,
    "hands": _hands,
    "start": _start,
    "move": _move,
    "search": _search,
    "attack": _attack,
    "assign_hit": _assign_hit,
    "throw": _throw,
    "reroll": _reroll,
    "revive": lambda game, choice: "revive",
    "cancel_dread": _cancel_dread,
    "heal": _heal,
    "breath": _breath,
    "surplus_grit": _surplus_grit,
    "hero": _hero,
    "enemy": _enemy,
    "card": _card,
    "ability": _ability,
    "upgrades": lambda game, choice: remedies.worth_attaching(choice.options) or choice.options[0].id,
    "boost": ability_tokens.boost,
    "casting": ability_tokens.casting,
    "element": ability_tokens.element,
    "recover": ability_tokens.recover,
    "save_die": ability_tokens.save_die,
    "drop": _cheapest,
    "lose": _cheapest,
    "discard_token": _last_of_list,
    "lose_token": _last_of_list,
    "dice": _faces,
}
