"""How far a Move goes whose dice are told, and how many hexes of a terrain a day of the hexcrawl allows."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from gm.oracle.computed.bench import bare_hero, bare_table
from gm.oracle.computed.names import heroes_of, named
from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import counted, listed
from gm.oracle.computed.slots import LIST
from rules_engine.content.library import standard
from rules_engine.dice import SIDES
from rules_engine.procedures.movement import roll_move
from rules_engine.state import Hero

CHART, _NIMBLE = "mutation", "assassin"
MOVED: Final = Because(roll_move, "compilation: Hero Movement", "movement", ("move", "grit", "extra", "d6", "movement"))
MOST_DICE, MOST_HEXES = 8, 60
_FACE = r"([1-6])\b(?!\+|\d)"
_EXTRA = (
    rf"\b(?:extra|bonus|that|second|other|additional|grit|added|new|another)(?: (?:move|movement|d6|1d6|grit|"
    rf"roll|6-sider))*"
    rf" (?:die|dice|d6|1d6|roll|one|6-sider)"
    rf"(?: (?:show(?:s|ed|ing)?|came up|comes up|comes|came|is|was|gave|gives|says?|said|rolled|rolls|turned up|"
    rf"lands on|on|as|"
    rf"landed on|brought|reads?|a|an|up|of|with|then|which|that|it|=))*:? ?{LIST}(?!\+)\b",
    rf"\b(?:spen[dt]\w*|burn\w*|us(?:e|ed|ing)|pay\w*|paid|put)(?: [a-z]+){{0,7}}? (?:grit|it)(?: [a-z]+){{0,8}}?"
    rf"(?:,| and| -|:)?(?: (?:for|got|rolled|roll|came up|show\w*|gave|which|a|an|another|was|is|then|up|it|on|"
    rf"and|the|that))+ "
    rf"{LIST}(?!\+)\b",
    rf"\b(?:then|plus|and|added|adding|extra|another|bonus)(?: (?:rolled|roll|an?|another|of|extra|up|got|die|d6))* "
    rf"{LIST}(?!\+)(?: (?:on|for|from|with) (?:the|my|her|his|that|an?) (?:extra|bonus|grit|added|second|new)(?: "
    rf"(?:die|d6|dice|"
    rf"1d6|one|grit))?)?\b",
)
_MOVE = (
    rf"\b(?:roll(?:ed|s|ing)?(?: of)?|threw|throws?|got|my (?:die|roll) (?:is|was|shows?)|die (?:is|was|shows?|"
    rf"came up)|"
    rf"move(?:ment)? (?:roll|die|d6)(?: (?:is|was|shows?|of|came up|comes up|gave|a|an))*|move:?)"
    rf"(?: (?:an?|up|just|only|natural|lousy|my|move|movement|for|as|of|the|it|is|was|came|has))* ?:? ?{_FACE}",
    rf"\b(?:an?|with an?|natural) {_FACE}(?: (?:on|for|as|to))+ (?:the |my |her |his |a )?(?:move|movement|moving)\b",
    rf"\b{_FACE} (?:on|for) (?:the |my |her |his |a )?(?:move|movement|moving)\b(?: (?:roll|die|d6))?",
)
_FAR = (
    r"\b(?:how far|how many (?:spaces|squares|steps|fields)|spaces|squares|move\w*|movement|moving|walk\w*|"
    r"steps?|reach)\b"
)
_ABOUT_MOVE = r"\b(?:move\w*|movement|moving|walk\w*|spaces?|squares?|steps?|how far|far|sprint\w*|dash\w*|stride\w*)\b"
_ELSE = (
    r"\b(?:encumber\w*|burden\w*|heavy|overload\w*|weigh\w*|limp\w*|stuck|web\w*|snow\w*|mud\w*|tangl\w*|"
    r"lug\w*|carry\w*|carrie\w*|pal|friend|buddy|body|corpse|knocked|ko|unconscious|pull\w*|slow\w*|"
    r"double\w*|half|halve\w*|"
    r"escape\w*|fixed|drag\w*|haul\w*|horse\w*|hex\w*|gate|run|running|flee\w*|darkness|holdback|throw\w*|"
    r"dynamite|bounce|"
    r"enemy moves|enemies|immobile|ensnared|attack\w*|chance|average|lore|traveler|story|second head|lava|water|"
    r"difficult|"
    r"terrain|reroll\w*|re-roll\w*|track|marker|elite|tactic|ki|speed|boots|each of|heroes|per|times|how much grit|"
    r"how many grit|recover|full on|poison\w*|hobble\w*|wound\w*|chart|injur\w*|stiff|level|xp|item|ally|allies|"
    r"footman|"
    r"kill\w*|search\w*|scaveng\w*|d8|1d8|d3|1d3|door|barrier|free attack|rage|exert\w*|mount\w*|foot)\b|\bnot\b|n't\b"
)
_WORDS = (
    "move\\w*|movement|moving|roll\\w*|die|dice|1?d6|d|grit|spen\\w*|extra|bonus|far|spaces?|squares?|steps?|"
    "walk\\w*|hero|"
    "show\\w*|turn|turns|new|recover\\w*|nimble|assassin|ninja|girl|lady|burn\\w*|reach|additional|plus|gain\\w*|"
    "earn\\w*|"
    "get|activation|pay\\w*|paid|put|allow\\w*|along|fresh|shiny|straight|instantly|right|away|immediately|class|"
    "distance|"
    "surplus|max|result|natural|sprint\\w*|dash\\w*|stride\\w*|cover|ground|lousy|just|single|piece|token|go|"
    "board|map|tile|"
    "mutation|she|he|second|other|added|another|gave|lands?|landed|six-sider|through|off|well"
)


@cache
def _changes() -> dict[str, str]:
    """Mutations of the chart that change how far a hero moves, by name."""
    return {
        row.name.lower(): str(row.on)
        for row in standard().charts[CHART].results
        if any(m.stat == "move" and m.when is None for ability in row.abilities for m in ability.modifiers)
    }


def moved(asked: Asked) -> Found | None:
    """The spaces of a Move: its die, dice for Grit, and what a Class or a Mutation adds or takes."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or slots.has(_ELSE) or asked.ruleset.fixed_move:
        return None
    if not slots.has(_ABOUT_MOVE) or not slots.has(_FAR):
        return None
    slots.left = slots.left.replace("1d6", "die")
    library = standard()
    nimble = slots.take(r"\bninja(?: (?:girl|lady|woman|gal|lass))?\b|\bnimble\b") is not None
    found = named(slots, heroes_of(library))
    id = _NIMBLE if nimble else found[0] if found is not None else ""
    if found is not None and id != found[0]:
        return None
    hero = bare_hero()
    if id:
        cls = library.heroes[id]
        hero = Hero("hero", "", cls.id, list(cls.keywords), dict(cls.stats))
    names = []
    for name, row in _changes().items():
        if slots.take(rf"\b{re.escape(name)}\b") is not None:
            hero.mutations.append(row)
            names.append(name.title())
    first = slots.number(*_MOVE)
    extra: list[int] = []
    for pattern in _EXTRA if slots.has(r"\bgrit\b|\bextra (?:movement )?(?:die|dice|1?d6)\b") else ():
        extra += [int(one) for found_ in slots.takes(pattern) for one in re.findall(r"\d+", found_[1])]
    if extra:
        slots.takes(r"\b(?:1|one|an?|2|the) (?:new |extra |fresh )?grit\b")
    if first is None or not slots.understood(_WORDS, slack=2):
        return None
    if slots.has(r"\bgrit\b") and not extra and not slots.has(r"\b(?:keep|kept|save|saving|pocket)\b"):
        return None
    if len(extra) > MOST_DICE or not all(1 <= one <= SIDES["D6"] for one in extra):
        return None
    table = bare_table(asked.ruleset)
    table.state.heroes[hero.id] = hero
    plus = table.stats.hero(hero, "move")
    far = max(1, first + plus) + sum(extra)
    parts = [f"{first} rolled"]
    if plus:
        why = listed([*(["Nimble"] if id == _NIMBLE else []), *names])
        parts.append(f"{'+' if plus > 0 else ''}{plus} ({why})")
    parts += [f"{one} by a die for Grit" for one in extra]
    said = f"{counted(far, 'space')}: {', '.join(parts)}."
    more = ("The 1 also Recovers 1 Grit.",) if first == 1 and not extra else ()
    rests = (MOVED, Because(None, "forbidden-fortress: Assassin", _NIMBLE, ("nimble", "extra", "space")))
    return Found((said, *more), rests if id == _NIMBLE else rests[:1])


# --- the hexcrawl -----------------------------------------------------------------------------------------------------

_TERRAIN = (
    ("tough", r"swamps?|bogs?|marsh\w*|hills?|hilly|mountains?|mountainous|forests?|woods|wooded|river crossings?|"
     r"rivers?|destroyed towns?|tough"),
    ("medium", r"plains?|prairie|medium|default|deserts?|open country|grassland"),
    ("easy", r"roads?|(?:train |rail\w* )?tracks?|easy|railroad|rail|towns?"),
)  # fmt: skip
_RIDING = r"\b(?:horse\w*|mounted|mount|riding|ride\w*|rode|saddle\w*|saddled|steeds?)\b"
_WALKING = r"\b(?:foot|walk\w*|afoot|hik\w*|trudg\w*|horseless|without (?:a )?horses?|no horses?|dismounted|march\w*)\b"
_HEX_CUE = (
    r"\bhex\w*\b|\boverland\b|\bbefore (?:dark|dusk|night\w*|sunset|sundown)\b|\b(?:a|per|each|one|1|in a|by) day\b"
)
_HEX_ELSE = (
    r"\b(?:trains?(?! tracks?)|ticket|encounter\w*|heal\w*|camp|chance|days|already|left|remain\w*|give up|"
    r"given up|spent|mixed|then|or|"
    r"cost\w*|price|prisoner|bounty|darkness|enem\w*|dead|lame|cart|wagon|half)\b|\bnot\b|n't\b"
)
_HEX_WORDS = (
    "hex\\w*|swamp\\w*|bog\\w*|horse\\w*|mount\\w*|day|move|moves|terrain|posse|party|hero|travel\\w*|cross\\w*|"
    "walk\\w*|"
    "foot|ride\\w*|riding|ahead|dark|dusk|night\\w*|sunset|sundown|through|country|land|ground|one|1|single|far|"
    "manage|cover|"
    "nothing|but|only|all|way|map|hexcrawl|overland|journey|tough|medium|easy|default|stretch|reach|saddle\\w*|"
    "trudg\\w*|"
    "wild\\w*|town|get|go|straight|possible|most|max\\w*|space|pass|along|follow\\w*|pure\\w*|entire\\w*|surround\\w*"
)


def hexes(asked: Asked) -> Found | None:
    """How many hexes of one terrain a day allows, by horse or on foot."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(_HEX_CUE) or slots.has(_HEX_ELSE):
        return None
    if not slots.has(r"\bhow (?:many|far)\b|\bwhat\b|\bmax\w*\b|\bmost\b"):
        return None
    walks, rides = slots.has(_WALKING), slots.has(_RIDING)
    if slots.take(r"\b(?:without (?:a )?|no |lost (?:our |the )?)horses?\b|\bhorseless\b") is not None:
        walks, rides = True, False
    slots.take(r"\b1 day\b")
    kinds = [kind for kind, said in _TERRAIN if slots.take(rf"\b(?:{said})\b") is not None]
    for _, said in _TERRAIN:
        slots.takes(rf"\b(?:{said})\b")
    moves = asked.stated("hexcrawl-moves", r"(\d+) Moves a day on horseback and (\d+) on foot")
    costs = asked.stated("hexcrawl-moves", r"easy costs (\d+) Move .*medium (\d+) .*tough (\d+) ")
    if moves is None or costs is None or walks is rides or len(kinds) != 1:
        return None
    if not slots.understood(_HEX_WORDS, slack=4):
        return None
    given = int(moves[0][1 if rides else 2])
    cost = int(costs[0][("easy", "medium", "tough").index(kinds[0]) + 1])
    many, rest = divmod(given, cost)
    over = f", {rest} over" if rest else ""
    how = "on horseback" if rides else "on foot"
    said = f"{counted(many, 'hex', 'hexes')} a day: {given} Moves {how}, {cost} for each {kinds[0]} hex{over}."
    rule = "player-aid: Hexcrawl Overland Movement"
    rests = (
        Because(None, rule, "hexcrawl-moves", ("moves", "horseback", "foot")),
        Because(None, rule, "hexcrawl-moves", ("terrain", "easy", "medium", "tough")),
    )
    return Found((said,), rests)


FAMILIES = (moved, hexes)
