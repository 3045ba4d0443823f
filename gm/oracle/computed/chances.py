"""Chances of rolls that a question spells out: tests, Hits, saves, Holding Back, plain dice."""

from __future__ import annotations

import re
from fractions import Fraction

from gm.oracle.computed.bench import bare_table
from gm.oracle.computed.editions import by_edition
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import average, chance, counted, listed
from gm.oracle.computed.slots import N, Slots
from gm.oracle.computed.track import OF_THE_DARKNESS, position
from rules_engine import odds
from rules_engine.chances import attack_dice
from rules_engine.dice import SIDES
from rules_engine.odds import ADVANCES, DEPTH_EVENT, HELD, Blows, Distribution
from rules_engine.procedures.attacks import Weapon
from rules_engine.procedures.campaign import corrupts
from rules_engine.procedures.darkness import needed_to_hold
from rules_engine.ruleset import Ruleset
from rules_engine.state import ENTRANCE

MOST_DICE = 30
MOST_HITS = 20
MOST_TO_KILL = 12
ASKS = (
    r"\bchance\b|\b(?:how|what) (?:likely|probable|sure|safe)\b|"
    r"\bhow often\b(?! (?:can|may|could|is|are|must)\b)|\bhow "
    r"(?:good|bad|hard)\b|\blikely\b|\brisk\b|\baverage\b|\bexpect\w*\b|\bon "
    r"average\b"
)
_CHAT = (
    "chance|likely|probable|probab\\w+|roll|rolled|rolling|average|"
    "expect\\w*|risk|good|bad|sure|shot|exactly|hard|fair|odd|least|"
    "success\\w*|succeed\\w*|pass\\w*|make|making|passing|any|result|number|"
    "single|try"
)
SKILLS = r"agility|cunning|spirit|strength|lore|luck"


def _grit(slots: Slots) -> bool:
    """Whether one Grit is spent to roll again."""
    return (
        slots.take(
            r"\b(?:with|and|using|spending|if i (?:use|spend|have|burn)|plus|"
            r"including|by using)?,? ?(?:a|an|1|one|my)(?: single)? (?:grit)(?: "
            r"reroll| to reroll(?: it| them| misses| if it fails)?)?(?: if (?:i|it|"
            r"we) (?:miss|fail)s?)?\b|\b(?:with|and) (?:a )?reroll\b|\bgrit reroll\b"
        )
        is not None
    )


# --- Holding Back -----------------------------------------------------------------------------------------------------

HOLDING = Because(
    odds.hold_back,
    "compilation: Holding Back the Darkness",
    "hold-back-the-darkness",
    ("2d6", "doubles", "depth", "event"),
)


def hold(asked: Asked) -> Found | None:
    """The chances of a Hold Back test: by its target, a space, tiles placed, or each stage."""
    slots = asked.slots()
    if not slots.has(r"\bholdback\b|\bhold(?:ing)?\b.*\b(?:in a row|darkness)\b|\bdarkness\b") or not slots.has(ASKS):
        return None
    if slots.has(OF_THE_DARKNESS):
        return None
    slots.take(r"\b2d6\b")
    needed = slots.number(r"\b(\d{1,2})\+", rf"\b(?:need|needing|needs|on a|target of|target) (?:an? )?{N}\b")
    if needed is None:
        tiles = slots.number(rf"\b{N} (?:map )?(?:tiles?|doors?)\b")
        space = slots.number(rf"\b(?:space|spot|circle|number|on|at) {N}\b") if tiles is None else position(tiles)
        if space is not None and 0 <= space <= ENTRANCE:
            needed = needed_to_hold(space)
    times = slots.number(rf"\b{N} (?:times|turns|rolls|tests)(?: in a row| running| straight)?\b")
    vocabulary = (
        _CHAT + "|holdback|hold|holding|darkness|back|light|lantern|target|need|needing|"
        "space|depth|track|event|tile|door|marker|hero|party|stand|standing|fail|"
        "failing|failed|doubles?|advance\\w*|escape\\w*|row|running|straight|"
        "turn|time|on|last|stage|we|place|placed|after|move|moves|test|get|final|"
        "our"
    )
    if needed is None or not 2 <= needed <= 13 or not slots.understood(vocabulary):
        return None
    outcomes = odds.hold_back(needed)
    held, moves, doubles = (outcomes.chance(what) for what in (HELD, ADVANCES, DEPTH_EVENT))
    said = (
        f"On {needed}+ the Darkness is held {chance(held)}, it advances "
        f"{chance(moves)}, and doubles bring a Depth Event {chance(doubles)}."
    )
    if times is not None and 2 <= times <= MOST_DICE:
        all_ = (
            f"{counted(times, 'time')} in a row without the Darkness moving: "
            f"{chance((held + doubles) ** times)}; held each time, with no Depth "
            f"Event: {chance(held**times)}."
        )
        return Found((all_, said), (HOLDING,))
    return Found((said,), (HOLDING,)) if times is None else None


# --- tests and Hits ---------------------------------------------------------------------------------------------------

TESTS = Because(odds.any_success, "compilation: Making a Skill Test", "skill-test", ("dice", "skill", "target", "one"))
ESCAPES = Because(
    odds.any_success, "compilation: Hero Movement During a Fight - Escape Tests", "escape-tests", ("d6", "escape")
)
SCAVENGING = Because(odds.scavenge, "compilation: Scavenging", "scavenge", ("3", "dice", "6"))
TO_HIT = Because(odds.to_hit, "compilation: Rolling 'To Hit'", "to-hit", ("hit", "dice"))
POOL = Because(odds.successes, "compilation: Making a Skill Test", "dice", ("dice", "d6"))


def _at_least(slots: Slots, dice: int | None) -> tuple[int, int | None] | None:
    """How many successes are asked for: from so many to at most so many (None: any number)."""
    if slots.take(
        r"\b(?:miss(?:ing)?(?: with)?(?: (?:everything|all|both|every(?: one)?|completely)|(?= §))|no (?:hits?|"
        r"success\w*|6\+|sixes|5s)|nothing|none|zero|fail(?:ing|s|ed)?|go(?:es|ing)? wrong|(?:whiff|flub|botch|"
        r"fluff)\w*(?: (?:it|completely))?|unsuccessful)\b"
    ):
        return 0, 0
    if slots.take(r"\b(?:all|both|every)(?: of (?:them|the dice))?\b") and dice:
        return dice, None
    if (number := slots.number(rf"\bexactly {N}\b")) is not None:
        return number, number
    if (number := slots.number(rf"\bat most {N}\b", rf"\b{N} or (?:fewer|less)\b")) is not None:
        return 0, number
    number = slots.number(
        rf"\b(?:at least|minimum(?: of)?) {N}\b(?!\+)",
        rf"\b{N} or more\b",
        rf"\b{N} (?=of (?:my |the |those |them)?)",
        rf"\b{N} (?=hits?\b|success\w*\b|passes\b)",
    )
    return (number, None) if number is not None else (1, None)


def pool(asked: Asked) -> Found | None:
    """At least so many of some dice on a target: tests, Escape, Scavenging, Hits."""
    slots = asked.slots()
    if not slots.has(ASKS) or slots.has(
        r"\b(?:kill\w*|holdback|defense|willpower|armor|cover|corruption|doubles|"
        r"2d6|3d6|wounds?|damage|dark stone|horror)\b"
    ):
        return None
    escapes, scavenges = slots.has(r"\bescap\w+\b"), slots.has(r"\bscaveng\w+\b")
    hits = slots.has(r"\b(?:hit|hits|hitting|combat|shots?|critical|shoot\w*|to-hit)\b")
    if escapes and slots.has(rf"\b(?:{SKILLS})\b"):
        return None  # an Escape test is no Skill test
    targets = slots.takes(r"\b(\d)\+") or slots.takes(r"\b(?:a|an|any) (\d)(?= (?:on|with|in|among|from)\b)")
    if len({one[1] for one in targets}) > 1 or (not targets and not scavenges):
        return None
    target = int(targets[0][1]) if targets else 6
    sided = slots.take(r"\b(\d{0,4})d(3|6|8)\b")
    die = f"D{sided[2]}" if sided is not None else "D6"
    every = False
    counted_ = slots.number(
        rf"\b{N} (?:combat |to hit |to-hit |attack |skill |escape |scavenge )?dice\b",
        rf"\b{N} (?:combat|shots?|die)\b",
        rf"\b(?:{SKILLS}|combat) (?:of |skill )?{N}\b(?!\+)",
        rf"\b{N} (?:{SKILLS})\b",
    )
    if counted_ is None and slots.take(r"\bboth(?: of)?(?: my| the| these)? (?:shots|dice)(?! on\b)") is not None:
        counted_, every = 2, True
    if counted_ is not None and sided is not None and int(sided[1] or 1) not in (1, counted_):
        return None
    dice = (
        counted_
        if counted_ is not None
        else int(sided[1] or 1)
        if sided is not None
        else 3
        if scavenges
        else 1
        if escapes
        else None
    )
    again = _grit(slots)
    if dice is None or not 0 < dice <= MOST_DICE or not 2 <= target <= SIDES[die]:
        return None
    asked_for = _at_least(slots, dice)
    if every and asked_for == (1, None):
        asked_for = (2, None)
    vocabulary = (
        _CHAT + f"|dice|die|{SKILLS}|escap\\w+|scaveng\\w+|hits?|hitting|to-hit|combat|"
        f"shot|shots|test|skill|target|critical|enemy|enemies|attack|gun|pistol|"
        f"sixshooter|weapon|melee|ranged|search\\w*|card|tile|room|6|find\\w*|"
        f"grit|reroll\\w*|more|less|fewer|miss\\w*|fail\\w*|out|away|walk|leave|"
        f"move|need\\w*|on|something|with|range|swing|fire|shoot\\w*|land\\w*|"
        f"strike|beat|draw|monster|hero"
    )
    if asked_for is None or not slots.understood(vocabulary):
        return None
    if re.search(r"\bnot\b|n't\b|\bnever\b", slots.left) is not None:
        return None  # what is denied is not told apart
    least, most = asked_for
    if least > dice or (hits and slots.has(r"\bcritical\b")):
        return _criticals(asked, dice, target, die, again) if hits and least <= dice else None
    spread = _spread(dice, target, die, hits, again)
    wanted = spread.where(lambda n: n >= least and (most is None or n <= most))
    test = not hits and least == 1 and most is None
    if again and not hits:
        if not test:
            return None
        once = odds.any_success(dice, target) if die == "D6" else wanted
        wanted = 1 - (1 - once) ** 2
    noun = "Hit" if hits else "success"
    many = "" if hits else "successes"
    what = (
        "no " + noun
        if (least, most) == (0, 0)
        else counted(least, noun, many) + (" exactly" if most == least else " or more")
        if most is None or most == least
        else f"at most {counted(most, noun, many)}"
    )
    how = (
        f"{counted(dice, die, f'{die}s') if dice > 1 else f'1 {die}'} on "
        f"{target}+{', 1 Grit to roll again' if again else ''}"
    )
    each = odds.success(target, die)
    more = (
        f"Each die succeeds {chance(each)}; {average(spread.mean())} {'Hits' if hits else 'successes'} on average.",
    )
    because = TO_HIT if hits else SCAVENGING if scavenges else ESCAPES if escapes else TESTS if test else POOL
    return Found((f"{chance(wanted)[:1].upper() + chance(wanted)[1:]} for {what} with {how}.", *more), (because,))


def _spread(dice: int, target: int, die: str, hits: bool, again: bool) -> Distribution[int]:
    """How many of the dice succeed; Hits may have one Grit on all the misses."""
    if hits:
        return odds.to_hit(dice, target, die, reroll_misses=again).map(lambda scored: scored.hits)
    return odds.successes(dice, target, die)


def _criticals(asked: Asked, dice: int, target: int, die: str, again: bool) -> Found | None:
    """The chance of a Critical Hit; which faces are Critical is the edition's."""

    def tell(rules: Ruleset) -> str:
        found = odds.to_hit(dice, target, die, rules.critical, reroll_misses=again).map(lambda scored: scored.criticals)
        return (
            f"{chance(found.at_least(1)).capitalize()} for a Critical Hit with "
            f"{counted(dice, die)} on {target}+, {average(found.mean())} on average."
        )

    said, notes = by_edition(asked, tell)
    return Found((said,), (TO_HIT,), notes)


# --- killing ----------------------------------------------------------------------------------------------------------

KILLING = Because(odds.attack, "compilation: Rolling for Damage", "damage", ("damage", "defense", "wounds"))


def kill(asked: Asked) -> Found | None:
    """The chance that an Attack whose figures are all given kills an enemy of so much Health and Defense."""
    slots = asked.slots()
    if not slots.has(ASKS) or not slots.has(r"\b(?:kill\w*|die|dies|drop|down|slay|finish)\b"):
        return None
    health = slots.number(rf"\bhealth(?: of| is)? {N}\b", rf"\b{N} health\b")
    defense = slots.number(rf"\bdefense(?: of| is)? {N}\b(?!\+)", rf"\b{N} defense\b")
    armor = slots.number(r"\barmor(?: of)? (\d)\+") or 0
    target = slots.number(r"\b(\d)\+")
    dice = slots.number(rf"\b{N} (?:combat |to hit |attack )?(?:dice|combat|shots?|attacks?)\b", rf"\bcombat {N}\b")
    damage = slots.take(r"\b1?d(6|8)(?: ?\+ ?(\d{1,2})\b| damage ?\+ ?(\d{1,2})\b)?(?: damage)?")
    again = _grit(slots)
    vocabulary = (
        _CHAT + "|kill\\w*|enemy|enemies|die|dies|drop|health|defense|armor|dice|combat|"
        "shot|shots|damage|hit|hits|to-hit|need\\w*|attack|gun|weapon|grit|"
        "reroll\\w*|something|monster|target|with|each|per|down|slay|finish|"
        "thing|one"
    )
    if health is None or target is None or dice is None or not slots.understood(vocabulary):
        return None
    if (
        not (1 <= health <= 60 and 0 <= (defense or 0) <= 20 and 2 <= target <= 6 and 1 <= dice <= MOST_TO_KILL)
        or armor == 1
    ):
        return None
    die, add = (f"D{damage[1]}", int(damage[2] or damage[3] or 0)) if damage is not None else ("D6", 0)

    def tell(rules: Ruleset) -> str:
        weapon = Weapon("", "melee", "", dice, target, "D6", die, add, 1)
        rolled = attack_dice(bare_table(rules), weapon)
        blows = Blows(odds.wounds_of_hit(die, add, defense or 0, armor), odds.wounds_of_hit(die, add, 0, armor))
        shown = odds.attack(odds.to_hit(rolled, target, "D6", rules.critical, reroll_misses=again), blows, health)
        return (
            f"{chance(shown.kill).capitalize()} to kill it: "
            f"{counted(rolled, 'die', 'dice')} on {target}+, "
            f"{die}{f'+{add}' if add else ''} Damage a Hit against Defense "
            f"{defense or 0} and Health "
            f"{health}{f', Armor {armor}+' if armor else ''}; "
            f"{average(shown.hits.mean())} Hits on average."
        )

    said, notes = by_edition(asked, tell)
    return Found(
        (said, "Critical Hits (6+) ignore Defense; other abilities are not counted."), (KILLING, TO_HIT), notes
    )


# --- saves ------------------------------------------------------------------------------------------------------------

DEFENDING = Because(
    odds.saves, "compilation: Defense and Willpower", "defense-and-willpower", ("defense", "willpower", "hit", "roll")
)


def save(asked: Asked) -> Found | None:
    """Wounds or Sanity Damage that get past Cover, Defense or Willpower, a Shield and Armor."""
    slots = asked.slots()
    if not slots.has(ASKS) or not slots.has(r"\b(?:defense|willpower|armor|cover|save)\b") or slots.has(r"\bkill\w*\b"):
        return None
    hits = slots.number(rf"\b{N} (?:combat |horror |corruption |enemy |physical )?hits?\b")
    if hits is None and slots.take(r"\b(?:a|one|the|each) (?:single )?(?:combat |horror |corruption )?hit\b"):
        hits = 1
    horror = slots.has(r"\bhorror|\bsanity|\bwillpower")
    corruption = slots.has(r"\bcorruption\b")
    target = slots.number(
        r"\b(?:defense|willpower|save)(?: of| is| on)?:? (\d)\+?", r"\b(\d)\+ (?:defense|willpower|save)"
    )
    armor = slots.number(r"\b(?:spirit )?armor(?: of| is)?:? (\d)\+?", r"\b(\d)\+ (?:spirit )?armor")
    cover = slots.number(r"\bcover(?: of| is)?:? (\d)\+?", r"\b(\d)\+ cover")
    damage = slots.number(
        rf"\b{N} damage(?: each| apiece| per hit)?\b", rf"\b(?:doing|does|of|for) {N}(?: wounds?| damage)? each\b"
    )
    vocabulary = (
        _CHAT + "|defense|willpower|armor|spirit|cover|save|saving|saved|hit|hits|horror|"
        "corruption|combat|wound|wounds|sanity|damage|block\\w*|stop\\w*|"
        "prevent\\w*|hurt|unscathed|unhurt|none|no|nothing|through|against|take|"
        "lose|each|per|survive|avoid|hero|from|all|both|past|enemy|dice|fail\\w*|"
        "resist\\w*|suffer"
    )
    unhurt = slots.has(
        r"\b(?:block|stop|save|prevent|avoid|resist|unscathed|unhurt|no (?:wounds?|damage|sanity)|nothing|none)\b"
    )
    if hits is None or target is None or not slots.understood(vocabulary) or not 1 <= hits <= MOST_HITS:
        return None
    if (
        any(value is not None and not 2 <= value <= 7 for value in (target, armor, cover))
        or not 1 <= (damage or 1) <= 20
    ):
        return None
    if hits * (damage or 1) > odds.MOST_DICE:
        return None
    taken = odds.saves(hits, target, damage=damage or 1, cover=cover or 0, armor=armor or 0)
    noun = "Corruption" if corruption else "Sanity Damage" if horror else "Wounds"
    none = taken.chance(0)
    first = (
        f"{chance(none).capitalize()} to take no {noun.removesuffix('s') if noun == 'Wounds' else noun}"
        if unhurt
        else f"{average(taken.mean())} {noun} on average; none at all {chance(none)}"
    )
    with_ = [
        f"{name} {value}+"
        for name, value in (
            ("Cover", cover),
            ("Willpower" if horror or corruption else "Defense", target),
            ("Spirit Armor" if horror else "Armor", armor),
        )
        if value
    ]
    said = (
        f"{first}, from "
        f"{counted(hits, 'Hit')}{f' of {damage} Damage' if damage and damage > 1 else ''} "
        f"against {listed(with_)}."
    )
    more = (f"On average {average(taken.mean())} {noun}.",) if unhurt else ()
    return Found((said, *more), (DEFENDING,))


# --- Dark Stone -------------------------------------------------------------------------------------------------------

STONES = Because(
    corrupts, "compilation: Rolling for Dark Stone Corruption", "dark-stone-corruption", ("d6", "corruption", "hit")
)


def stones(asked: Asked) -> Found | None:
    """Corruption Hits that carried Dark Stone may bring."""
    slots = asked.slots()
    if not slots.has(ASKS) or not slots.has(r"\bcorrupt\w*\b"):
        return None
    count = slots.number(rf"\b{N} (?:pieces of |shards of |bits of )?(?:dark stone|shards?|stones?)\b")
    willpower = slots.number(r"\bwillpower(?: of)? (\d)\+?", r"\b(\d)\+ willpower")
    clean = slots.take(r"\b(?:no|zero|not? (?:a )?single|without|avoid|escape|clean|none)\b") is not None
    vocabulary = (
        _CHAT + "|dark stone|dark|stone|corrupt\\w*|hit|hits|carry|carrying|end|"
        "adventure|mission|willpower|get|any|take|shard|from|point|hold\\w*"
    )
    if count is None or not 1 <= count <= MOST_DICE or not slots.understood(vocabulary):
        return None
    each = sum((part for value, part in odds.die().chances.items() if corrupts(value)), Fraction(0))
    if willpower is not None:
        each *= 1 - odds.success(willpower)
    spread = odds.repeat(Distribution.of([(0, 1 - each), (1, each)]), count)
    noun = "Corruption Point" if willpower is not None else "Corruption Hit"
    why = f", with Willpower {willpower}+" if willpower is not None else ""
    some = spread.at_least(1)
    first = f"No {noun} at all {chance(1 - some)}" if clean else f"At least one {noun} {chance(some)}"
    said = f"{first} from {count} Dark Stone{why}; {average(spread.mean())} on average, {chance(each)} for each."
    return Found((said,), (STONES,))


# --- plain dice -------------------------------------------------------------------------------------------------------

PLAIN = Because(odds.repeat, "compilation: Dice", "dice", ("d6", "d8", "dice"))


def plain(asked: Asked) -> Found | None:
    """The sum of some dice, or doubles."""
    slots = asked.slots()
    if not slots.has(ASKS) or slots.has(r"\b(?:holdback|kill\w*|hits?|test|wounds?|defense)\b"):
        return None
    rolled = slots.take(r"\b(\d{1,2})d(3|6|8)\b(?:(?! ?\+ ?\d) ?)(?:\+ ?(\d{1,2}))?")
    rolled = rolled or slots.take(r"\b(\d{1,2})d(3|6|8)(?: ?\+ ?(\d{1,2}))?")
    if rolled is None:
        return None
    count, die, add = int(rolled[1]), f"D{rolled[2]}", int(rolled[3] or 0)
    name = f"{count if count > 1 else ''}{die}{f'+{add}' if add else ''}"
    vocabulary = (
        _CHAT
        + "|dice|die|sum|total|double|doubles|same|face|roll|least|more|most|less|exactly|or|higher|lower|matching|pair"
    )
    if not 1 <= count <= 10:
        return None
    spread = odds.repeat(odds.die(die), count).map(lambda total: total + add)
    if slots.take(r"\bdoubles?\b|\bmatching\b|\ba pair\b|\bthe same(?: number| face)?\b"):
        if count != 2 or add or not slots.understood(vocabulary):
            return None
        same = sum((part**2 for part in odds.die(die).chances.values()), Fraction(0))
        return Found((f"{chance(same)} for doubles on {name}.",), (PLAIN,))
    exactly = slots.number(rf"\b(?:exactly|an? exact) (?:an? )?{N}\b")
    most = slots.number(rf"\bat most {N}\b", rf"\b{N} or (?:less|lower|fewer|under|below)\b")
    least = slots.number(r"\b(\d{1,2})\+", rf"\bat least (?:an? )?{N}\b", rf"\b{N} or more\b")
    given = [number for number in (exactly, most, least) if number is not None]
    if len(given) > 1 or not slots.understood(vocabulary):
        return None
    if exactly is not None:
        return Found((f"{chance(spread.chance(exactly)).capitalize()} for exactly {exactly} on {name}.",), (PLAIN,))
    if most is not None:
        return Found(
            (f"{chance(spread.where(lambda n: n <= most)).capitalize()} for {most} or less on {name}.",), (PLAIN,)
        )
    if least is not None:
        return Found((f"{chance(spread.at_least(least)).capitalize()} for {least} or more on {name}.",), (PLAIN,))
    if slots.has(r"\baverage\b|\bexpect\w*\b"):
        return Found(
            (f"{average(spread.mean())} on average with {name}, from {min(spread.chances)} to {max(spread.chances)}.",),
            (PLAIN,),
        )
    return None


MOVING = Because(odds.move, "compilation: Hero Movement", "movement", ("d6", "move", "spaces"))


def move(asked: Asked) -> Found | None:
    """How far a hero comes by the Move roll, with what is added to it."""
    slots = asked.slots()
    if (
        not slots.has(ASKS)
        or not slots.has(r"\b(?:move|moving|movement)\b")
        or slots.has(r"\b(?:darkness|marker|escap\w*)\b")
    ):
        return None
    slots.take(r"\b1d6\b")
    plus = slots.number(rf"\+ ?{N}\b", rf"\bplus {N}\b", rf"\b{N} (?:extra|bonus|more) (?:move|movement)\b") or 0
    least = slots.number(
        rf"\bat least {N}\b", rf"\b{N} or more\b", r"\b(\d{1,2})\+", rf"\bmove {N}\b", rf"\b{N} spaces?\b"
    )
    vocabulary = _CHAT + "|move|moving|movement|space|spaces|hero|extra|bonus|more|spare|reach|or|turn|activation"
    if plus > MOST_DICE or not slots.understood(vocabulary):
        return None
    spread = odds.move(plus)
    added = f"D6 + {plus}" if plus else "D6"
    if least is not None:
        return Found(
            (f"{chance(spread.at_least(least)).capitalize()} to move {least} spaces or more ({added}).",), (MOVING,)
        )
    return Found(
        (
            f"{average(spread.mean())} spaces on average ({added}), from "
            f"{min(spread.chances)} to {max(spread.chances)}.",
        ),
        (MOVING,),
    )


PERIL = Because(odds.die, "compilation: Dice", "dice", ("peril", "3", "4", "5", "6"))


def peril(asked: Asked) -> Found | None:
    """The least, the most and the average of some Peril Dice."""
    slots = asked.slots()
    count = slots.number(rf"\b{N} peril (?:dice|die)\b")
    if count is None or not slots.has(rf"{ASKS}|\b(?:least|fewest|minimum|most|maximum|range|at best|at worst)\b"):
        return None
    vocabulary = (
        _CHAT + "|worth|fewest|minimum|most|maximum|least|face|could|enemies|enemy|come|"
        "comes|best|worst|range|dice|die|models?|tentacles?"
    )
    if not 1 <= count <= 10 or not slots.understood(vocabulary):
        return None
    spread = odds.repeat(odds.die("P"), count)
    said = (
        f"{min(spread.chances)} at least and {max(spread.chances)} at most with "
        f"{counted(count, 'Peril Die', 'Peril Dice')}, {average(spread.mean())} "
        f"on average."
    )
    return Found((said,), (PERIL,))


FAMILIES = (peril, move, hold, kill, stones, save, plain, pool)
