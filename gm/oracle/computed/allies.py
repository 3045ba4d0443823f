"""What it costs to have a killed Ally back, with the Upgrades that it had."""

from __future__ import annotations

import re
from typing import Final

from gm.oracle.computed.records import Asked, Because, Found
from gm.oracle.computed.saying import money
from gm.oracle.computed.slots import N
from rules_engine.content.library import standard
from rules_engine.hiring import hire_cost, revive_cost

REVIVED: Final = Because(
    revive_cost, "compilation: Death of an Ally and Camp", "ally-upkeep", ("revived", "hire", "$200", "upgrade")
)
MOST, MOST_MONEY = 60, 100_000
_ALLY = (
    r"\b(?:conquistador )?(?:footm[ae]n|all(?:y|ies)|(?:viking )?warriors?|vikings?|trail hands?|hirelings?|"
    r"sidekick)\b"
)
_BACK = r"\b(?:back|reviv\w*|resurrect\w*|return\w*|rais\w+|again|restor\w*|re-?hir\w*)\b"
_ASKS = (
    r"\b(?:how much|cost\w*|bill|price|pay\w*|fee|total|sum|set (?:me|us) back|due|owe|charge\w*|gold|dollars|bucks|"
    r"on top|what(?:'s| is| do| does| will| would))\b|\$"
)
_SUM = r"\$?\b(\d{1,6})\b(?! ?(?:upgrade|advance|improve))"
_BEFORE = (
    r"\b(?:cost|costs|costing|costed|paid|pay|price|priced|fee|hired?|hiring|wage|worth|charged?|originally|"
    r"signed (?:on|up)|"
    r"recruit(?:ed)?|sheet)"
)
_HIRED = (
    rf"{_BEFORE}(?: (?:us|me|him|her|it|of|was|is|at|for|to|sheet|price|cost|fee|hire|up|originally|gold|says|prints|"
    rf"the|an?|posted|printed|on|his|our|my|back|then|card|number|figure|being|ally))*:? ?{_SUM}"
    r"(?: (?:gold|dollars|bucks))?",
    rf"{_SUM}(?: (?:gold|dollars|bucks))?(?: (?:to|a|per|for|the|as|in|is|was|on|his|her|their|an?))* ?"
    r"(?:hire|hiring|sign\w*|recruit\w*|price|fee|footm\w+|ally|warrior|viking|cost)\b",
    r"\$ ?(\d{1,6})\b",
)
_UPGRADES = (
    rf"\b{N} (?:(?:of (?:his|its)|full|extra|earned|bought|learned|different|more|ally|new|campaign|gained|own) "
    rf")*(?:upgrades?|advances?|improvements?)\b",
    rf"\b(?:upgrades?|advances?|upgraded)(?: (?:count|is|are|were|number|of|taken|total|by))*:? {N}\b(?: times)?",
)
_NO_UPGRADES = r"\b(?:no|zero|0|without(?: any)?|un)[ -]?(?:upgrades?|upgraded|advances?)\b"
_ELSE = (
    r"\b(?:veterans?|basic|token|each of|both|all of them|chance|may i|can i|level|xp|hero|camp|upkeep|another ally|"
    r"prometheus|church|resurrection|doc|how many|discount|cheaper|half|mustache|grown over)\b|\bnot\b|n't\b"
)
_WORDS = (
    "hire|hired|hiring|price|cost|fee|bill|died|dead|killed|kill\\w*|die|dies|upgrade|revive\\w*|reviv\\w*|back|"
    "top|bring\\w*|"
    "him|lost|lose|pay|paid|conquistador|viking|warrior|advanced|advance|return\\w*|fell|gold|picked|had|with|"
    "got|eaten|"
    "originally|total|sheet|sign\\w*|up|house|number|earn\\w*|everything|resurrect\\w*|rais\\w+|recruit\\w*|"
    "dollar|buck|"
    "gear|kept|keep\\w*|camp|ally|allies|company|his|her|fallen|fall|perish\\w*|bit|dust|bought|learn\\w*|"
    "gain\\w*|after|"
    "between|adventure|adventures|mission|charge\\w*|restor\\w*|extra|posted|printed|card|wound\\w*|whole|"
    "service|fight|"
    "improvement|buy|carr\\w*|mutation|mutations|squash\\w*|set|again|owe|down|poor|guy|fellow|darkness|enemies|enemy|"
    "swing|into"
)


def back(asked: Asked) -> Found | None:
    """What it costs to have a killed Ally back: in all where the cost to hire it is given, else beyond that."""
    slots = asked.slots()
    if asked.game is not None or asked.yes_no or not slots.has(_ALLY) or not slots.has(_BACK) or not slots.has(_ASKS):
        return None
    if slots.has(_ELSE):
        return None
    upgrades = slots.number(*_UPGRADES)
    if upgrades is None and slots.take(_NO_UPGRADES) is not None:
        upgrades = 0
    if upgrades is None and slots.take(r"\b(?:one|an|a|1|single|its only) (?:\w+ )?(?:upgrade|advance)\b") is not None:
        upgrades = 1
    hired = slots.number(*_HIRED)
    slots.takes(r"\b(?:1|one|an?) (?=(?:conquistador|footman|ally|viking|warrior)\b)")
    slots.takes(_ALLY)
    if upgrades is None or not slots.understood(_WORDS, slack=4) or re.search(r"\$", slots.left):
        return None
    if not 0 <= upgrades <= MOST or (hired is not None and not 1 <= hired <= MOST_MONEY):
        return None
    record = next(iter(standard().allies.values()))
    more = revive_cost(record, upgrades=upgrades) - hire_cost(record)
    each = revive_cost(record, upgrades=1) - hire_cost(record)
    of_each = f"{money(each)} for {'its Upgrade' if upgrades == 1 else f'each of {upgrades} Upgrades'}"
    of_each = of_each if upgrades else "nothing for Upgrades"
    said = f"{money(more)} on top of the cost to hire the Ally: {of_each}."
    if hired is not None and slots.has(r"\bon top\b|\bbeyond\b|\bbesides\b|\bextra\b|\bin addition\b"):
        said = f"{money(more)} on top of the {money(hired)} to hire the Ally: {of_each}."
    elif hired is not None:
        said = f"{money(hired + more)}: the {money(hired)} to hire the Ally once more, and {of_each}."
    return Found((said,), (REVIVED,))


FAMILIES = (back,)
