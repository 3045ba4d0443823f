"""What a player sees in a terminal: map, party, Depth Track, Fight and the pending Choice, as rich text.

Everything is built as `Text`, never from markup, so that a hero called `[red]` is shown as typed; control characters
are taken out (`safe`).
"""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from api.explain import EXPLAINED_AT_ONCE, option_in_words
from gm.names import first_name
from gm.record_words import record_in_words
from rules_engine.effects.terms import TARGET_STATS
from rules_engine.procedures.ability_tokens import kinds, most
from rules_engine.procedures.upgrades import item_name
from rules_engine.state import BLOOD_SPATTER_SPACES, ENTRANCE, GROWING_DREAD_SPACES, STATUSES

if TYPE_CHECKING:
    from api.answers import Listing
    from rules_engine import Game
    from rules_engine.state import Hero

DOOR_MARKS = {"door": "open", "gate": "gate", "cap": "end_cap", "unknown": "unexplored", "joined": "open"}
_FIRST = 0xE000
_FILL = "\uf8ff"
WIDEST = 110
FEW_EXTRAS = 3
PROMPTS = {"turn": "{}: the Hero Party faces the Darkness. What do you do?"}


def safe(text: str) -> str:
    """Text from players or models without control characters, so that no name can steer a terminal."""
    return "".join(c if c.isprintable() else " " if c in "\n\t" else "?" for c in text)


def console(no_color: bool = False) -> Console:
    """A console for people: no markup is read from what is printed, and lines stay readable on a wide screen."""
    found = Console(no_color=True if no_color else None, highlight=False, markup=False, emoji=False)
    found.width = min(found.width, WIDEST)
    return found


# --- glyphs -----------------------------------------------------------------------------------------------------------


def glyphs(game: Game) -> dict[str, str]:
    """Two characters for every model: a hero's initials in capitals; a small letter and a number for an enemy."""
    found: dict[str, str] = {}
    for hero in game.state.heroes.values():
        words = [w for w in safe(hero.name).upper().split() if w[0].isalnum()] or [hero.id.upper()]
        first = words[0][0] + (words[1][0] if len(words) > 1 else words[0][1:2].lower())
        tries = [first, *(words[0][0] + c.lower() for c in words[0][1:] if c.isalnum())]
        tries += [words[0][0] + str(n) for n in range(1, 10)]
        found[hero.id] = next(t for t in tries if t not in found.values())
    letters: dict[str, str] = {}
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    for enemy in game.state.enemies.values():
        if enemy.type not in letters:
            taken = set(letters.values())
            letters[enemy.type] = next(c for c in (*enemy.type, *digits[10:]) if c.isalpha() and c not in taken)
        tail = enemy.id.rpartition("-")[2]
        mark = digits[int(tail) % len(digits)] if tail.isdecimal() else "?"
        if letters[enemy.type] + mark in found.values():
            mark = next((c for c in digits.upper() if letters[enemy.type] + c not in found.values()), "?")
        found[enemy.id] = letters[enemy.type] + mark
    return found


# --- the map ----------------------------------------------------------------------------------------------------------


def board_map(game: Game, marked: Container[str] = frozenset(), *, tiles: Container[int] | None = None) -> Text:
    """The map: heroes and enemies by their glyphs, the marked spaces by their two digits, what is unlit dimmed."""
    from rules_engine.board import door_ref
    from rules_engine.procedures.movement import lit_tiles
    from rules_engine.procedures.worlds import name_of

    table, board, state = game.table, game.table.board, game.state
    known = glyphs(game)
    standing = {space: known[who] for space, who in table.occupied().items()}
    fallen = {corpse.space for corpse in state.corpses}
    lit = lit_tiles(table)
    lying = {**{one.space: "()" for one in state.ground}, **dict.fromkeys(state.cover, "[]")}
    hero = state.heroes.get(game.pending.who) if game.pending is not None else None
    here = hero.space if hero is not None else ""
    spaces = list(dict.fromkeys(s for tile in state.tiles for s in board.spaces_of(tile.number)))
    doors = {door_ref(t.number, k): DOOR_MARKS.get(v, "open") for t in state.tiles for k, v in t.doors.items()}
    codes = {space: chr(_FIRST + place) + _FILL for place, space in enumerate(spaces)}
    sections = {tile.number: tile for tile in state.tiles if tile.number == 1 or tile.through_gate}
    titles = {number: f"[ {name_of(table, tile.world)} ]" for number, tile in sections.items()}
    picture = board.render(codes, doors=doors, tiles=tiles, titles=titles)
    text = Text(no_wrap=True)
    place = 0
    while place < len(picture):
        char = picture[place]
        code = ord(char) - _FIRST
        if 0 <= code < len(spaces):
            space = spaces[code]
            dim = "" if any(t in lit for t in board.tiles_of(space)) else "dim"
            if space in standing:
                acting = " reverse" if space == here else ""
                text.append(standing[space], ("bold cyan" if standing[space][0].isupper() else "bold red") + acting)
            elif space in lying:
                text.append(lying[space], "yellow")
            elif space in marked:
                text.append(space.partition(".")[2], "green")
            elif space in fallen:
                text.append(" %", "yellow")
            else:
                text.append(" ·", dim)
            place += 2
            continue
        text.append(char, {"?": "bold yellow", "@": "bold magenta", "#": "bold"}.get(char, ""))
        place += 1
    text.rstrip()
    return text


def tiles_in_view(game: Game, marked: Container[str] = frozenset()) -> set[int]:
    """Tiles that heroes or enemies stand on, or that hold a marked space."""
    board = game.table.board
    seen: set[int] = set()
    for space in game.table.occupied():
        seen.update(board.tiles_of(space))
    for tile in game.state.tiles:
        if any(space in marked for space in board.spaces_of(tile.number)):
            seen.add(tile.number)
    return seen


def tile_legend(game: Game, tiles: Container[int] | None = None) -> Text:
    """The tiles with their numbers, tokens and ways out."""
    from api.answers import side_name
    from rules_engine.procedures.movement import lit_tiles
    from rules_engine.procedures.worlds import name_of

    lit = lit_tiles(game.table)
    lines = []
    for tile in game.state.tiles:
        if tiles is not None and tile.number not in tiles:
            continue
        ways = [f"{side_name(key)} {status}" for key, status in tile.doors.items() if status in ("door", "gate")]
        unknown = sum(1 for status in tile.doors.values() if status == "unknown")
        parts = ["dark"] if tile.number not in lit else []
        if tile.token not in ("none", "revealed"):
            parts.append("an Exploration Token lies here")
        if ways:
            parts.append("unopened: " + ", ".join(ways))
        if unknown:
            parts.append(f"{unknown} exit{'s' if unknown > 1 else ''} not known yet (?)")
        told = f" ({'; '.join(parts)})" if parts else ""
        world = f", {name_of(game.table, tile.world)}" if game.table.board.has_gates else ""
        lines.append(f"tile {tile.number} {game.table.board_name(tile.number)}{world}{told}")
    lines += [f"() {one.name} lies on {one.space}" for one in game.state.ground]
    lines += [f"[] cover on {space}" for space in game.state.cover]
    return Text(" | ".join(lines), "dim")


# --- the party --------------------------------------------------------------------------------------------------------


def party_lines(game: Game) -> list[Text]:
    """A line for each hero and each Ally."""
    known = glyphs(game)
    width = max((len(safe(h.name)) for h in game.state.heroes.values()), default=0)
    return [_hero_line(game, hero, known[hero.id], width) for hero in game.state.heroes.values()]


def _hero_line(game: Game, hero: Hero, glyph: str, width: int) -> Text:
    stats, table = game.table.stats, game.table
    text = Text(no_wrap=False)
    text.append(f"{glyph:<2} ", "bold cyan")
    text.append(f"{safe(hero.name):<{width}} ", "bold" if hero.up else "dim")
    health, sanity = stats.hero(hero, "health"), stats.hero(hero, "sanity")
    for label, left, whole in (
        ("Health", table.health_left(hero), health),
        ("Sanity", table.sanity_left(hero), sanity),
    ):
        style = "bold red" if 3 * left <= whole else "yellow" if 3 * left <= 2 * whole else ""
        text.append(f" {label} ")
        text.append(f"{left:>2}/{whole:<2}", style)
    corruption = f"  Corruption {hero.corruption}/{stats.hero(hero, 'corruption_resistance')}"
    if hero.ally_of:
        text.append(f"{corruption}  Ally of {safe(table.name(hero.ally_of))}, Ally XP {hero.ally_xp}", "dim")
    else:
        text.append(f"  Grit {hero.grit}/{stats.hero(hero, 'max_grit')}")
        for token, count, limit in held_tokens(game, hero):
            text.append(f"  {token} {count}/{limit}" if limit else f"  {token} {count}", "magenta")
        text.append(corruption)
        text.append(f"  XP {hero.xp:<4} ${hero.gold:<4} Dark Stone {hero.dark_stone}")
        if hero.pelts:
            text.append(f"  Pelts {hero.pelts}")
        if hero.basic_allies:
            text.append(f"  Basic Allies: {basic_allies(game, hero)}")
    told = statuses(game, hero)
    if told:
        text.append("  " + ", ".join(told), "bold yellow" if hero.up else "bold red")
    return text


def basic_allies(game: Game, hero: Hero) -> str:
    """A hero's Basic Allies by name, with their number where there are several."""
    names = [game.library.allies[ally].name for ally in hero.basic_allies]
    return ", ".join(f"{name} x{names.count(name)}" if names.count(name) > 1 else name for name in dict.fromkeys(names))


def held_tokens(game: Game, hero: Hero) -> list[tuple[str, int, int]]:
    """A hero's Ability Tokens: the kind, how many, and how many there may be (0: any number)."""
    table = game.table
    return [
        (kind.name, hero.tokens.get(kind.id, 0), 0 if kind.unlimited else most(table, hero, kind))
        for kind in kinds(table, hero)
    ]


def statuses(game: Game, hero: Hero) -> list[str]:
    """What is the matter with a hero, in single words."""
    told = []
    if hero.dead:
        told.append("KILLED" if hero.ally_of else "DEAD")
    elif hero.ko:
        told.append("KO'd")
    if game.state.light == hero.id:
        told.append("lantern")
    for word in STATUSES:
        count = getattr(hero, word)
        if count:
            told.append(f"{word} {count}")
    for results, one in ((hero.injuries, "Injury"), (hero.madness, "Madness"), (hero.mutations, "Mutation")):
        count = len(results)
        if count:
            told.append(one if count == 1 else f"{one} x{count}")
    return told


def hero_sheet(game: Game, hero: Hero) -> Text:
    """Everything about a hero: skills, what is carried and worn, upgrades, scars."""
    library, stats = game.library, game.table.stats
    cls = ("Veteran " if hero.veteran else "") + library.sheet(hero.cls).name
    skills = ("agility", "cunning", "spirit", "strength", "lore", "luck")
    fight = ("initiative", "combat", "melee_to_hit", "ranged_to_hit", "defense", "willpower", "move")
    text = Text()
    text.append(f"{safe(hero.name)}, {cls}", "bold")
    rank = f"Ally of {safe(game.table.name(hero.ally_of))}" if hero.ally_of else f"level {hero.level}"
    text.append(f" ({rank}, {', '.join(hero.keywords)}), at {hero.space or 'the entrance'}\n")
    text.append("  " + "  ".join(f"{s.capitalize()} {stats.hero(hero, s)}" for s in skills) + "\n")
    text.append("  " + "  ".join(_fighting(game, hero, stat) for stat in fight) + "\n")
    items = [item_name(game.table, i) + ("" if i.worn else " (put away)") for i in hero.items]
    rows = {
        "Items": items,
        "Weapons": [own.name for own in library.allies[hero.cls].weapons] if hero.ally_of else [],
        "Basic Allies": [basic_allies(game, hero)] if hero.basic_allies else [],
        "Side Bag": [library.tokens[t].name if t in library.tokens else t for t in hero.side_bag],
        "Upgrades": [library.upgrades[u].name for u in hero.upgrades],
        "Cards": [game.table.title_of(card) for card in hero.class_cards],
        "Team Ability cards": [game.table.title_of(c.id) for c in game.state.team_cards if c.owner == hero.id],
        "Injuries": [library.chart_rows["injury"][int(r)].name for r in hero.injuries],
        "Madness": [library.chart_rows["madness"][int(r)].name for r in hero.madness],
        "Mutations": [library.scar(hero.cls, "mutation", r).name for r in hero.mutations],
    }
    for label, names in rows.items():
        if names:
            text.append(f"  {label}: {', '.join(names)}\n")
    text.rstrip()
    return text


def _fighting(game: Game, hero: Hero, stat: str) -> str:
    """A figure as it is read at the table: what a die must show as `4+`, a Move as what is rolled and added."""
    value = game.table.stats.hero(hero, stat)
    name = stat.replace("_", " ").capitalize()
    if stat in TARGET_STATS:
        return f"{name} {value}+"
    if stat == "move":
        rolled = "4" if game.table.rules.fixed_move else "D6"
        return f"{name} {rolled}{f'{value:+d}' if value else ''}"
    return f"{name} {value}"


def mission_sheet(game: Game) -> Text:
    """The Mission as its record says it: Goal, Special Rules, Reward, Failure."""
    from rules_engine.effects.words import abilities_in_words, effects_in_words

    mission = game.library.missions[game.state.mission]
    text = Text()
    text.append(mission.name, "bold")
    if mission.goal:
        text.append(f"\n  Goal: {mission.goal}")
    for rule in mission.special_rules:
        tag = " (Objective)" if rule.objective else ""
        text.append(f"\n  {rule.name}{tag}: {abilities_in_words(rule.abilities)}")
    for label, effects in (("Reward", mission.reward), ("Failure", mission.failure)):
        if effects:
            text.append(f"\n  {label}: {effects_in_words(effects)}.")
    for card in game.state.worlds:
        if told := record_in_words(game.library, card.id):
            text.append(f"\n  {game.library.worlds[card.id].name} (World): {told}")
    return text


# --- the Depth Track and the Fight ------------------------------------------------------------------------------------


def depth_track(game: Game) -> Text:
    """The Depth Track with both markers (H the Hero Party, D the Darkness), and what Holding Back needs."""
    from rules_engine.procedures.darkness import needed_now
    from rules_engine.procedures.missions import errand

    state = game.state
    text = Text("Depth Track  0 ", no_wrap=True)
    for space in range(ENTRANCE + 1):
        if space == state.darkness == state.hero_marker:
            text.append("X", "bold magenta")
        elif space == state.darkness:
            text.append("D", "bold red")
        elif space == state.hero_marker:
            text.append("H", "bold cyan")
        else:
            text.append("!" if space in GROWING_DREAD_SPACES else ":" if space in BLOOD_SPATTER_SPACES else "·", "dim")
    needed = needed_now(game.table)
    text.append(f" {ENTRANCE}  party at {state.hero_marker}, Darkness at {state.darkness}, hold back on {needed}+")
    mission = game.library.missions[state.mission]
    needed_clues = f"/{mission.clues_needed}" if mission.clues_needed else ""
    text.append(f"\nClues {state.clues}{needed_clues}" + (" (Objective found)" if state.objective else ""))
    for tally in mission.tallies:
        if tally.shown and tally.id in state.tallies:
            text.append(f"  {tally.label} {state.tallies[tally.id]}", "bold")
    text.append(f"  Revive {state.revive_tokens}")
    if state.dread:
        text.append(f"  Growing Dread {state.dread}", "bold red")
    if state.corpses:
        text.append(f"  Corpse Tokens (%) {len(state.corpses)}", "yellow")
    if state.team_cards:
        text.append(f"  Team Ability cards {len(state.team_cards)}")
    if game.table.board.has_gates or len(state.worlds) > 1:
        text.append(f"  Worlds: {', '.join(worlds_in_words(game))}", "magenta")
    if state.archive:
        text.append(f"  Archive {state.archive}", "cyan")
    if state.in_play:
        titles = ", ".join(game.table.title_of(card.id) for card in state.in_play)
        text.append(f"  in play: {titles}", "yellow")
    asked = errand(game.table)
    if asked is not None:
        where = [str(tile.number) for tile in state.tiles if tile.place == asked.place]
        text.append(f"\nNow: {asked.label}" + (f" (tile {where[0]})" if where else ""), "cyan")
    return text


def cards_in_play(game: Game) -> dict[int, Text]:
    """What each card in play does while it stays, by its uid; none for one that does nothing of itself."""
    told = {}
    for card in game.state.in_play:
        words = record_in_words(game.library, card.id)
        if words:
            told[card.uid] = Text(f"  {safe(game.table.title_of(card.id))}: {safe(words)}", "yellow")
    return told


def worlds_in_words(game: Game) -> list[str]:
    """The World cards in play, with who is there."""
    from rules_engine.procedures.worlds import name_of, of_hero

    found = []
    for card in game.state.worlds:
        there = [
            first_name(safe(h.name))
            for h in game.state.heroes.values()
            if h.space and not h.dead and of_hero(game.table, h) == card.id
        ]
        found.append(f"{name_of(game.table, card.id)} ({', '.join(there) if there else 'nobody'})")
    return found


def fight_lines(game: Game, width: int = WIDEST) -> list[Text]:
    """A line for each Enemy Type in the Fight, then its models with their Health, none torn between two lines."""
    from api.standing_off import standing_off
    from rules_engine.procedures.foes import damage_die_of

    lines = []
    known = glyphs(game)
    stats, table = game.table.stats, game.table
    for type, group in game.state.groups.items():
        models = [e for e in game.state.enemies.values() if e.type == type]
        if not models:
            continue
        record = game.library.enemies[type]
        side = record.brutal if group.brutal else record.normal

        def value(stat: str, type: str = type) -> int:
            return stats.enemy(type, stat)

        text = Text()
        text.append(f"{record.plural if len(models) > 1 else record.name}", "bold red")
        chart = record.brutal_elite if group.brutal and record.brutal_elite else record.elite
        words = ["Brutal"] if group.brutal else []
        words += [f"Elite: {chart[n - 1].name}" for n in group.elite]
        words += [f"Trait: {table.title_of(group.trait)}"] if group.trait else []
        words += [f"Mythic: {record.mythic[n - 1].name}" for n in group.mythic]
        if words:
            text.append(f" [{', '.join(words)}]", "yellow")
        text.append(f"  Initiative {value('initiative')}  Move {value('move')}  Escape {value('escape')}+")
        if value("melee"):
            text.append(f"  hits on {value('melee')}+" + (f" (range {side.range}+)" if side.range else ""))
        die = damage_die_of(table, type)
        hurts = f"{die}{value('damage'):+d}" if die and value("damage") else die or str(value("damage"))
        text.append(f"  Combat {value('combat')}  Damage {hurts}  Defense {value('defense')}")
        if stands := standing_off(table, type):
            text.append(f"  {stands}")
        lines.append(text)
        health = value("health")
        row = Text("")
        for enemy in models:
            left = health - enemy.wounds
            one = Text("   ")
            one.append(f"{known[enemy.id]} ", "bold red")
            more = "+" if enemy.base else ""  # it stands on more spaces than this one; the map shows them
            one.append(f"{enemy.space}{more} ")
            one.append(f"{left}/{health}", "bold red" if left * 2 <= health else "")
            one.append(f" at {first_name(safe(table.name(enemy.target)))}" if enemy.target else "", "dim")
            if row and row.cell_len + one.cell_len > width:
                lines.append(row)
                row = Text("")
            row.append_text(one)
        lines.append(row)
    return lines


# --- the Choice -------------------------------------------------------------------------------------------------------


def choice_lines(game: Game, listed: Listing) -> list[Text | Padding]:
    """The prompt and the numbered options."""
    choice = listed.choice
    lines: list[Text | Padding] = [Text(safe(PROMPTS.get(choice.kind, "{}").format(choice.prompt)), "bold")]
    extras: dict[str, Text] = {}
    if choice.kind == "assign_hit":
        lines += _hit_rows(game, listed)
    several = sum(one.option.extra for one in listed.shown) > FEW_EXTRAS
    for number, option, label in listed.shown:
        if choice.kind == "assign_hit" and not option.extra:
            continue
        if option.extra:
            owner, does = _whose(game, label, several=several)
            line = extras.setdefault(owner, Text(f"at any time{', ' if owner else ''}{safe(owner)}:", "dim"))
            line.append(f"  {number}", "green").append(f" {safe(does)}")
            continue
        line = Text("  ")
        line.append(f"{number:>2} ", "bold green").append(safe(label))
        lines.append(line)
        explained = choice.kind in EXPLAINED_AT_ONCE or option.id.startswith("use:")
        told = option_in_words(game, option) if explained else option.detail
        if told:
            lines.append(Padding(Text(safe(told), "dim"), (0, 0, 0, 8)))
    if listed.on_map:
        named = {one.option.target for one in listed.shown}
        more = sorted(listed.on_map - named)
        if more:
            said = f"{len(more)} more spaces are marked" if named & listed.on_map else f"{len(more)} spaces are marked"
            lines.append(Text(f"     {said} on the map: type one, such as {more[0]}", "dim"))
    lines += [Padding(line, (0, 0, 0, 5)) for line in extras.values()]
    form = (choice.form or "").partition(":")[0]
    if form == "dice":
        faces = " ".join("352614"[n % 6] for n in range((choice.form or "").count(",") + 1))
        lines.append(Text(f"     roll your own dice and type the faces on one line, such as {faces}", "dim"))
    elif form == "subset":
        verbs = [o.id.partition(":")[0] for o in choice.options if ":" in o.id]
        if verbs and "," in (choice.form or ""):
            lines.append(Text(f"     for some of the dice only: {verbs[0]} dice 1 (the first die is 1)", "dim"))
    return lines


def _whose(game: Game, label: str, *, several: bool) -> tuple[str, str]:
    """Whose option it is and what it does; where there are only a few they stand in one line, nobody set apart."""
    owner, dash, does = label.partition(" - ")
    if several and dash and any(hero.name == owner for hero in game.state.heroes.values()):
        return owner, does
    return "", label


def _hit_rows(game: Game, listed: Listing) -> list[Text]:
    """A row for each enemy that may be hit: the numbers of what may be assigned to it, and how it stands."""
    known = glyphs(game)
    words = {"hit": "Hit", "plain": "plain Hit", "all": "all"}
    rows: dict[str, Text] = {}
    for number, option, label in listed.shown:
        if option.extra:
            continue
        target = option.target or ""
        if target not in rows:
            rows[target] = row = Text("  ")
            enemy = game.state.enemies.get(target)
            row.append(f"{known.get(target, ''):<2} ", "bold red")
            told = safe(game.table.name(target))
            if enemy is not None:
                health = game.table.stats.enemy(enemy.type, "health")
                told += f" {enemy.space}, {health - enemy.wounds}/{health}"
            row.append(f"{told:<32}")
        verb = option.id.partition(":")[0]
        word = "Critical Hit" if label.startswith("a Critical") else words.get(verb, label)
        rows[target].append(f" {number:>2})", "bold green").append(f" {word:<13}")
    for row in rows.values():
        row.rstrip()
    return list(rows.values())
