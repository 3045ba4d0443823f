"""Enemies with sums of their own: Gremians in numbers, the Blast Shields of Centurions, a Frost Giant's club."""

from __future__ import annotations

import re

from gm.oracle.computed.bench import bare_hero, bare_table
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import N, Slots
from gm.oracle.computed.talk import CONDITIONS, TALK, faces_of, with_faces
from rules_engine.content.library import standard
from rules_engine.procedures.blast_shields import discharge
from rules_engine.procedures.sweeps import strikes_around

MOST_AROUND, MOST_DICE = 8, 60

GREMIANS = Because(None, "compilation: Gremians", "gremians", ("gremian", "hits", "automatically", "damage", "number"))
_AROUND = (
    rf"\b{N} (?:(?:of (?:those|the|these)|little|nasty|pesky|small|more|tiny|damn|hungry|adjacent|angry|the) "
    rf")*gremians?\b",
    rf"\bgremians?(?: \w+){{0,3}}? (?:x|times|:|are|is|number) ?{N}\b",
    rf"\bgremians? ?[x(:] ?{N}\b",
    rf"\b{N} of (?:them|those|these)\b",
)
_ALL_FAILED = (
    r"\b(?:fail\w*|flunk\w*|miss\w*|botch\w*|blow|blew|muff\w*|whiff\w*|bomb\w*|los[et]) (?:on )?(?:all|every\w*|"
    r"each|both|the lot|them all)"
    r"(?: (?:of (?:them|the|my)|single|one|defense|saves?|rolls?|dice|my|the))*|"
    r"\b(?:all|every|each|both)(?: (?:of|my|the|single|one|defense|saves?|rolls?|dice|them))* "
    r"(?:fail\w*|flunk\w*|miss\w*|botch\w*|(?:get|gets|got|go|goes|went|come|comes|came) through|(?:get|gets|got) "
    r"past)|"
    r"\b(?:sav\w*|block\w*|stop\w*|defend\w*)(?: against)? (?:none|nothing|not one|zero|0|neither|not a single "
    r"one)(?: of (?:them|the hits))?\b|"
    r"\b(?:no|not a|none of my|not a single|without a|0)(?: (?:single|successful|defense))* (?:saves?|defenses?|"
    r"blocks?|success\w*)\b|"
    r"\b(?:don't|didn't|do not|did not|can't|couldn't) (?:save|block|stop|defend)(?: against)? (?:any|a single one|"
    r"one|anything)\b(?: of them)?|"
    r"\b(?:everything|all of it|the lot) (?:gets|got|goes|went|comes|came) (?:through|past|in)\b"
)
_STOPPED = (
    rf"\b(?:sav\w*|block\w*|stop\w*|defend\w*|mak\w+|made|pass\w*)(?: against| only| just| off)? {N}"
    rf"(?: (?:of (?:them|those|the hits|the rolls)|saves?|hits?|rolls?|defense rolls?))*\b(?!\+)",
    rf"\b{N} (?:saves?|saved|blocked|stopped|successes|successful saves?)\b(?! rolls?)",
)
_FAILED = (
    rf"\b(?:fail\w*|flunk\w*|miss\w*|botch\w*)(?: only| just)? {N}(?: (?:of (?:them|those|my|the)|saves?|rolls?|"
    rf"defense|dice))*\b(?!\+)",
    rf"\b{N} (?:hits? )?(?:(?:of (?:them|those)|get|gets|got|go|went|come|came) )+(?:through|past|in)\b",
    rf"\b{N} (?:failed|unsaved|fails?)\b(?: (?:saves?|rolls?|hits?))*",
)
_TARGET = r"\bdefense(?: (?:of|is|at|on))*:? (\d)\+|\b(\d)\+ defense\b|\bsav\w+ on(?: a)? (\d)\+"
_GREMIAN_WORDS = (
    "gremian|adjacent|around|beside|next|touch\\w*|surround\\w*|hit|hits|damage|wound|defense|roll|save|saved|saves|"
    "fail\\w*|"
    "flunk\\w*|total|take|suffer\\w*|automatic\\w*|auto|turn|attack\\w*|circle\\w*|ring\\w*|bite\\w*|stab\\w*|"
    "knife|knives|each|do|does|get|gets|go|hero|space|spaces|in|all|altogether|miss\\w*|dice|activation|activate\\w*|"
    "before|armor|"
    "swarm\\w*|incoming|lose|many|much|cluster\\w*|crowd\\w*|gnaw\\w*|hurt|eat|sum|count|one|single|success\\w*|"
    "block\\w*|stop\\w*|"
    "enemies|combat|at|through|by|goblin|imps?"
)
_GREMIAN_ELSE = (
    r"\b(?:xp|initiative|kill\w*|spawn\w*|health|armor (?:of )?\d|\d\+ armor|my turn|loot|each of us|us both|the "
    r"other|mate|"
    r"friend|both of us|per hero|heroes|to hit|combat \d|elite|brutal|ambush\w*|range\w*|attack them|horror|sanity|"
    r"left alive|"
    r"how many gremians|escape)\b"
)


def gremians(asked: Asked) -> Found | None:
    """Wounds by Gremians beside a hero: each does a Hit, the Damage of each is their number."""
    slots = with_faces(asked.slots())
    if asked.game is not None or not slots.has(r"\bgremians?\b") or slots.has(_GREMIAN_ELSE):
        return None
    failed_all = slots.take(_ALL_FAILED) is not None
    rest = slots.left
    if asked.yes_no or Slots(rest).has(CONDITIONS):
        return None
    if not slots.has(
        r"\bhow (?:many|much)\b|\bwhat\b|\b(?:wounds?|damage|hits?|total)(?: (?:in all|total|altogether|me))? ?\?"
    ):
        return None
    around = slots.number(*_AROUND)
    if around is None or not 1 <= around <= MOST_AROUND:
        return None
    save = slots.take(_TARGET)
    target = next((int(group) for group in save.groups() if group), None) if save is not None else None
    stopped, failed = slots.number(*_STOPPED), slots.number(*_FAILED)
    rolls = faces_of(slots, 1) if target is not None and stopped is None and failed is None and not failed_all else None
    if not slots.understood(f"{_GREMIAN_WORDS}|{TALK}", slack=4):
        return None
    if rolls is not None:
        if len(rolls[0]) != around or target is None:
            return None
        failed = sum(die < target for die in rolls[0])
    told = [one for one in (around if failed_all else None, failed, around - stopped if stopped is not None else None)
            if one is not None]  # fmt: skip
    if len(told) > 1 or (target is not None and not told and not slots.has(r"\bhow many hits\b")):
        return None
    through = told[0] if told else around
    if not 0 <= through <= around:
        return None
    each = f"{counted(around, 'automatic Hit')} of {around} Damage each"
    if not told:
        if slots.has(r"\bwounds?\b") and not slots.has(r"\b(?:how many hits|damage each|how hard|worst|most)\b"):
            said = f"{around * around} Wounds at most: {each}, Defense rolled against each."
        else:
            said = f"{each}: {around * around} in all, Defense rolled against each."
        return Found((said,), (GREMIANS,))
    lead = f"{counted(through * around, 'Wound')} before any Armor: {each}"
    return Found((f"{lead}, {through if through < around else 'all'} of them not saved.",), (GREMIANS,))


# --- Centurions -------------------------------------------------------------------------------------------------------

SHIELDS = Because(
    discharge, "valhalla: Blast Shields", "blast-shields", ("wound", "prevented", "ignoring", "thrown", "back")
)
CENTURIONS = "centurions"
_OF_SHIELDS = r"\b(?:blast[- ]?shields?|centurions?|shock\w*|zap\w*|electric\w*)\b"
_FLUNG = (
    r"\b(?:flung|fling\w*|thrown|throws?|threw|knock\w*|push\w*|hurl\w*|toss\w*|fly|flies|flew|flying|shov\w+|"
    r"launch\w*|catapult\w*)\b"
)
_BACK = r"\b(?:comes?|bounces?|goes|sent|fired|reflect\w*|rebound\w*|back)\b"
_HELD = (
    rf"\b(?:armor|shields?|plating)(?: (?:dice|rolls?))?(?: (?:has|have|had|just|only|all|together))*"
    rf" (?:stop\w*|block\w*|prevent\w*|sav\w+|held|holds?|absorb\w*|soak\w*|eats?|ate|negat\w*|cancel\w*|ward\w*|"
    rf"catch\w*|caught)"
    rf"(?: off| up| back)?(?: (?:of|all|only|just))* {N}(?: (?:of (?:my|the))? ?\w*? ?wounds?)?\b",
    rf"\b{N}(?: of (?:my|the)(?: \d+)?)? wounds?(?: (?:is|are|were|was|get|got|being))* (?:stopped|blocked|prevented|"
    rf"saved|absorbed|soaked|"
    rf"held|negated|warded)\b(?: (?:off|up))?",
    rf"\b(?:stop\w*|block\w*|prevent\w*|absorb\w*|soak\w*|negat\w*|held off|sav\w+)(?: against)?(?: up)? {N}(?: of "
    rf"(?:my|the))?(?: \w+)? ?(?:wounds?|damage)?\b(?!\+)",
    rf"\b{N} successful armor (?:rolls?|saves?|dice)\b",
    rf"\b{N} armor (?:successes|saves)\b",
)
_ARMOR_AT = r"\barmor(?: (?:of|is|at|on))* ?(\d)\+|\b(\d)\+ armor\b"
_SHIELD_WORDS = (
    "armor|centurion|blast|shield|dice|die|roll|wound|wounds|defense|adjacent|attack\\w*|hit|hits|melee|sword|axe|"
    "swing\\w*|"
    "flung|fling\\w*|thrown|throw|knock\\w*|push\\w*|hurl\\w*|toss\\w*|fly\\w*|flew|flies|back|space|spaces|far|how|"
    "prevent\\w*|stop\\w*|"
    "block\\w*|sav\\w+|shock\\w*|zap\\w*|electric\\w*|absorb\\w*|soak\\w*|take|suffer\\w*|come|comes|at|enemy|beside|"
    "next|bounc\\w*|"
    "reflect\\w*|rebound\\w*|hero|launch\\w*|catapult\\w*|shov\\w+|against|hand|many|what|damage|hurt|fight|combat|"
    "kill\\w*|dead|"
    "held|holds|negat\\w*|plating|robot|a's|b's|c's|a|b|c|first|second|other|both|two|with|by|do|does|me|my|total|"
    "successful|success\\w*"
)
_SHIELD_ELSE = (
    r"\b(?:shoot\w*|shot|shots|ranged|range|gun|pistol|rifle|bow|bullet\w*|distance|afar|away from|across|xp|wall|"
    r"model|behind me|"
    r"elite|brutal|spirit|horror|sanity|my armor|not adjacent|friend|mate|health|dynamite|throwing|thrown axe|obstacle|"
    r"blocked by|door|gate|edge|corner|my shield)\b"
)


def blast_shields(asked: Asked) -> Found | None:
    """What Blast Shields do to an attacker beside them: a Wound and a space for each Wound that their Armor stops."""
    slots = with_faces(asked.slots())
    flung, hurt = slots.has(_FLUNG), slots.has(r"\bwounds?\b|\bwhat\b|\bhow much\b|\bdamage\b")
    if asked.game is not None or asked.yes_no or not slots.has(r"\barmor\b|\bshields?\b") or slots.has(_SHIELD_ELSE):
        return None
    if not slots.has(_OF_SHIELDS) and not flung and not slots.has(r"\bback (?:at|to|on) me\b|\bbounce\w* back\b"):
        return None
    if (
        not slots.has(r"\bhow\b|\bwhat\b|\?")
        or not (flung or hurt)
        or slots.has(r"\bre-?roll\w*|\bchance\b|\baverage\b|\bgrit\b|n't\b")
    ):
        return None
    record = standard().enemies[CENTURIONS]
    held_on = next(ability.armor for ability in record.abilities if ability.armor)
    at = slots.take(_ARMOR_AT)
    if at is not None and held_on != next(int(group) for group in at.groups() if group):
        return None
    held = slots.number(*_HELD)
    if (
        held is not None
        and (
            more := slots.number(
                rf"\b(?:and|plus|then)(?: the)?(?: (?:other|second|next|another))?(?: one)?(?:'s)?(?: (?:stopped|"
                rf"blocked|prevented|held|soaked))? {N}(?: more)?\b"
            )
        )
        is not None
    ):
        held += more
    worked = ""
    if held is None:
        dice = slots.number(rf"\b{N} armor dice\b")
        rolls = [roll for many in range(1, 5) if (roll := faces_of(Slots(slots.left), many)) is not None]
        rolled = faces_of(slots, len(rolls[0])) if rolls else None
        if not rolled or sum(map(len, rolled)) > MOST_DICE or not slots.has(r"\barmor\b"):
            return None
        faces = [face for roll in rolled for face in roll]
        if dice not in (None, len(faces)):
            return None
        held = sum(face >= held_on for face in faces)
        worked = (
            f" ({listed([face for face in faces if face >= held_on])} on {held_on}+)"
            if held
            else f" (none on {held_on}+)"
        )
    if not slots.understood(f"{_SHIELD_WORDS}|{TALK}", slack=4) or not 0 <= held <= MOST_DICE:
        return None
    wounds, spaces = counted(held, "Wound"), counted(held, "space")
    stopped = f"the Armor stopped {counted(held, 'Wound')}{worked}"
    if flung and not slots.has(r"\bwounds?\b.*\?|\bdamage\b|\bwhat\b"):
        said = f"{spaces} back, with {wounds} that ignore Defense: {stopped}."
    else:
        said = f"{wounds}, ignoring Defense, and {spaces} back: {stopped}."
    return Found((said, "It comes at the end of the Attack and stops short at a Wall."), (SHIELDS,))


# --- Frost Giant ------------------------------------------------------------------------------------------------------

CLUB = Because(
    strikes_around, "valhalla: Bellowing Roar", "frost-giant-roar", ("massive", "club", "defense", "adjacent")
)
GIANT = "frost-giants"
_OF_CLUB = r"\b(?:massive club|giant'?s?|frost|club\w*)\b"
_SIX = r"\b(?:(?:rolls? of|rolled|natural|an?|with) )*6\b\+?(?: (?:or more|on the die|to hit|rolled))*(?! ?defense)"
_BOTH_DEFENSE = (
    r"\b(?:both|each|all|everybody|everyone)\b[^.;?]*?\bdefense(?: (?:of|is|at|on))* ?([2-6])\+|"
    r"\b(?:both|each|all|everybody|everyone)\b[^.;?]*?\b([2-6])\+ defense|\bwe'?(?:re| are| have|'ve "
    r"got)\b[^.;?]*?\b([2-6])\+"
)
_WHO = (
    r"target|victim|targeted hero|i|i'm|i'll|me|my|mine|friend|mate|buddy|pal|partner|he|she|his|her|him|bystander|"
    r"neighbor|"
    r"neighbour|other hero|other guy|other"
)
_DEFENSES = (
    rf"\b({_WHO})(?:'s)?(?:[ ,(:=]+(?:(?:hero|has|have|got|is|with|at|on|a|an|the|adjacent|next|to|him|her|me|beside|"
    rf"stands?|standing|"
    rf"right|defense|of|himself|herself|myself|saves?|saving|blocks?|defends?|defending|own|'s)\b)?)*?([2-6])\+(?:\)|"
    rf" defense)*"
)
_MINE, _STRUCK, _BYSTANDER = (
    ("i", "i'm", "i'll", "me", "my", "mine"),
    ("target", "victim", "targeted hero"),
    ("bystander", "neighbor", "neighbour", "other hero", "other guy", "other"),
)
_AIMED = (
    r"\b(?:hits?|to hit|clubs?|clubbed|smack\w*|attack\w*|strikes?|struck|whack\w*|targets?|targeting|swings? at|"
    r"swung at|"
    r"against|aims at|slams?|bash\w*|6\+? (?:on|against|at|to hit))(?: on| at)?(?: my)? (friend|mate|buddy|pal|"
    r"partner|me|him|her)\b"
)
_CLUB_WORDS = (
    "giant|frost|massive|club\\w*|defense|target|targeted|hit|hits|roll|rolled|rolls|adjacent|beside|next|hero|save|"
    "saves|need|needs|"
    "each|both|other|stand\\w*|combat|to|neighbor|neighbour|bystander|victim|him|smack\\w*|swing\\w*|attack\\w*|"
    "friend|number|natural|die|dice|has|have|jotun|i|me|my|we|on|block\\w*|splash\\w*|swat\\w*|whack\\w*|bash\\w*|"
    "slam\\w*|hero|hit|wield\\w*|what|touch\\w*|defend\\w*|sweep\\w*"
)
_CLUB_ELSE = (
    r"\b(?:wounds?|damage|armor|health|how many|chance|xp|elite|brutal|cover|shield|ensnared|roar\w*|willpower|"
    r"reroll\w*|grit|"
    r"not adjacent|away|far|kill\w*|ko|two 6|2 6|d8|average)\b|n't\b"
)


def massive_club(asked: Asked) -> Found | None:
    """What a Frost Giant's target and the heroes beside it need to save where its To Hit roll is a 6."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or slots.has(_CLUB_ELSE) or not slots.has(r"\bdefense\b|\bsav\w+"):
        return None
    if not slots.has(_OF_CLUB) and not (slots.has(r"\btarget\b") and slots.has(r"\bto hit\b")):
        return None
    if not slots.has(r"\bwhat\b|\bwho\b|\bwhich\b|\bhow\b|\?") or not slots.has(
        r"\bneeds?\b|\bsaves?\b|\broll\w*\b|\bdefend\w*\b"
    ):
        return None
    both = slots.number(_BOTH_DEFENSE)
    told = None if both is not None else slots.takes(_DEFENSES)
    six = slots.take(_SIX)
    slots.take(r"\b(?:the |both )?2 heroes\b")
    if six is None or not slots.understood(f"{_CLUB_WORDS}|{TALK}", slack=4):
        return None
    target, beside = (both, both) if both is not None else _defenses(slots, told or [])
    if target is None or beside is None:
        return None
    harder = _harder()
    table = bare_table(asked.ruleset)
    needs = table.stats.hero(bare_hero(defense=target), "defense") + harder
    never = ", which no D6 reaches" if needs > 6 else ""
    club = f"{target}+ made {harder} worse by the club"
    said = f"The target needs {needs}+{never} ({club}), each other Hero beside it {beside}+ as usual."
    return Found((said, "Each of those takes 1 Combat Hit for that 6."), (CLUB,))


def _defenses(slots: Slots, told: list[re.Match[str]]) -> tuple[int | None, int | None]:
    """The Defense of the target and that of the hero beside it, by who is said to be which."""
    if len(told) != 2:
        return None, None
    whose, values = [one[1] for one in told], [int(one[2]) for one in told]
    aimed = re.search(_AIMED, slots.text)
    if sum(who in _STRUCK for who in whose) == 1:
        first = whose[0] in _STRUCK
    elif sum(who in _BYSTANDER for who in whose) == 1:
        first = whose[1] in _BYSTANDER
    elif sum(who in _MINE for who in whose) == 1:
        struck = re.search(r"\b(?:i'm|i am|me being|me as) (?:the )?(?:target|victim)\b", slots.text) is not None
        if not struck and aimed is None:
            return None, None
        mine = struck or (aimed is not None and aimed[1] == "me")
        first = (whose[0] in _MINE) == mine
    else:
        return None, None
    return (values[0], values[1]) if first else (values[1], values[0])


def _harder() -> int:
    """How much worse the club makes the target's Defense roll."""
    return sum(ability.on_face.harder for ability in standard().enemies[GIANT].abilities if ability.on_face is not None)


FAMILIES = (gremians, blast_shields, massive_club)
