"""What kind of answer a question wants: yes or no, a figure, a comparison of editions. Read by code, from its words."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from lore.editions import editions_named

_AUXILIARIES = """
do does did is are was were can could may might must should will would has have had am shall
isn't aren't don't doesn't can't couldn't won't wouldn't shouldn't
"""
_AUX = frozenset(_AUXILIARIES.split())
_WH = ("what", "whats", "what's", "which", "who", "whom", "whose", "how", "why", "where", "when", "hows", "how's")
_ALLOWED = re.compile(r"\b(allowed|legal|ok|okay|right|correct|possible|permitted|true)\s*\?", re.IGNORECASE)
_SHORT = re.compile(
    r"^(?:so|then|and|but|or)?\W*(?:that|it|they|he|she|this|we|i|nothing|two|a|an|the|no)?(?: \w+){0,7} "
    r"(?:then|too|also|as well|still|already|counts?|happens|wasted|lost|gone|over|safe|stuck|dead)\?$"
    r"|^(?:so |and |but )(?!what|how|who|which|where|when|why)[^,]*\?$"
    r"|^(?:crit\w*|lost|gone|safe|dead|stuck|fair|legit|done|held|\w+ed)\?$"
    r"|\bsame (?:number|size|amount|price|cost|way|rules?)\b[^,]*\?$",
    re.IGNORECASE,
)
_ALTERNATIVES = re.compile(r"\bor (?!more\b|less\b|fewer\b|so\b|not\b|better\b|higher\b|above\b)", re.IGNORECASE)
_OTHERWISE = re.compile(
    r"\bor (?:what|how|hows|how's|who|where|which|when|can|could|is|are|do|does|should|must|first|at some)\b"
    r"|\bleft or right\b",
    re.IGNORECASE,
)
_DEPENDENT = re.compile(
    r"^(?:if|when|whenever|while|once|after|before|because|since|with|without|in|on|at|by|during|under|for|to|even|"
    r"playing|does|using)\b",
    re.IGNORECASE,
)
_ASKED_INSIDE = re.compile(
    r"(?<!what )(?<!how )(?<!which )(?<!who )(?<!where )(?<!when )(?<!why )(?<!much )(?<!many )"
    r"\b(do|does|did|is|are|am|can|could|may|might|must|should|will|would|have|has|need) "
    r"(i|we|you|he|she|it|they|the|a|an|my|our|his|her|its|their|that|this|those|these|there|any|all|some\w*|every\w*|"
    r"each|both|just|only|still|[a-z]+s)\b",
    re.IGNORECASE,
)
_QUESTIONING = re.compile(
    r"\b(what|whats|which|who|whom|whose|how|why|where|hows|what's|how's|who's)\b"
    r"|\bwhen(?:'s| (?:exactly|do|does|did|is|are|am|was|can|could|may|should|don't|in my))\b"
    r"|^(tell|describe|name|list|explain|give)\b",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"\b(odds|chances?|probability|percent\w*|average|cost|price|value|total|difference|number|range|stats?)\b"
    r"|^(the |best |starting )?(xp|experience|reward|penalty|ambition|upgrade|bill|fewest|least|most)\b|^their new\b"
    r"|\b(sheet|table|chart|roll of \d+|roll needed|bonus|(wounds|sanity|health) (done|lost|gone))\?$|^hits each\b",
    re.IGNORECASE,
)
_ASSERTS = re.compile(
    r"\b(i|i'm|i'd|i'll|we|we're|we'd|he|he's|she|she's|it|it's|they|they're|you|that|that's|this|there's|is|are|was|am|do|"
    r"does|did|can|may|must|will|has|have|gets?|counts?|goes|comes?|stays?|means?|takes?|needs?|works?|applies|stops?|hits?|"
    r"dies?|draws?|rolls?|loses?|keeps?|heals?|adds?|gives?|makes?|wins?|moves?|ends?|acts?|costs?|hurts?|pays?|starts?)\b"
    r"|\b(right|yes|yeah|no|now|too|still|also|then|possible|allowed|ok|okay|enough|again|free|safe|lost|gone|wasted|"
    r"\w+ed|back|one|ones)\?$",
    re.IGNORECASE,
)
_HINTS = re.compile(
    r"\b(?:just|only|already|another|again|still|even|both|at once|anything|something|any|one more|once more|for sure|"
    r"at least|at most|off i go|same|legal|trouble|complete|as usual|on top|fine|gone|bonus|happens|passed|blown|yes)\b"
    r"|^(?:good|enough|possible|legal|allowed|time|hidden|split|bright) (?:for|to|if|by|in|enough|order|behind)"
    r"|^(?:no \w+ (?:at|for|in)|all|nothing|two|three|four|five|six|ten|\d+|\+\d)\b(?! (?:or|and))"
    r"|\b(?:for (?:us|me|it|both)|(?:out|up|over|down) (?:with|by|of)|first out|instead|for it)\b.*\?$|\btime\?$",
    re.IGNORECASE,
)
_FRAGMENT = re.compile(
    r"(?:^|, )(?:ok|okay|fine|good|in (?:reach|range)) (?:to|if|by|for)\b"
    r"|^(?:in|within|out of) (?:reach|range)\b|^just\b"
    r"|[,:] so (?:it|that|there|we|i|no|the|just)\b|\bneed (?:to|others)\b.*\?$",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"^(?:(?:my|our|his|her|the|its|best|next|name|size) )?(?:\w+ )?(?:xp|bucks|cash|gold|money|outcome|result|step|"
    r"payday|count|payout|verdict|effect|loot|reward|upgrade|name|size|order|limit)\b(?! (?:too|as|still|again|lost))",
    re.IGNORECASE,
)
_TALLIED = re.compile(
    r"\b(?:xp|experience|costs?|prices?|odds|chances?|hits|wounds|damage|dice|totals?|number|names?|stats?|sanity|def\w*|"
    r"targets?|sums?|range|shots|results?|outcomes?|penalty|effects?|rewards?|spaces|moves|days|dollars|gold|turns|"
    r"rolls?|rulings?|rules?|tests?|difference|wording|rage|cards|markers|tokens|searches|crowd|tally|direction|points|prize|pay|bill|way|"
    r"winnings|fate|gain|fix|perk|benefit|pages?|meaning|job|alternative|profit|minis|figures|saves|news|worth|home|oh)"
    r"\b(?: \w+){0,2}\?$"
    r"|^(?:\w+ )?(?:max|smallest|largest|fewest|least|most|dice|cards|wounds|markers|spaces|moves|rage|tally|cost|"
    r"points|odds|penalty|bill|extra|more)\b"
    r"|^number of|\bleft over\b|, and [\w ]+\?$|\b(?:pls|please|now|then|and|so|clever)\?$"
    r"|^\w*(?<!ed)(?<!ible)(?<!able)\?$|^(?:its|his|her|their|my) ",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\b(?:fewest|least|most|max|cap|pool|buy-in|idea|hp|sanity|squares|remind|pages?|prize|level|chart|points|drive|"
    r"each time|starting|revives)\b",
    re.IGNORECASE,
)
_WHICH = re.compile(r"\b(what|whats|which|who|whom|whose|how|why|where|when|vs|versus|or)\b", re.IGNORECASE)
_ANY_WAY = re.compile(r"\bany (way|chance|rule|limit|cap)\b", re.IGNORECASE)
_INVERTS = re.compile(
    r"\b(stop|stops|prevent|prevents|block|blocks|forbid|forbids|ban|bans|spare|spares) "
    r"(me|us|you|a|an|the|my|our|your|it|him|her|them|hero|heroes|enem\w+|line|movement|attacks?)\b"
    r"|\bkeeps? (?:\w+ ){1,4}from\b",
    re.IGNORECASE,
)
_WITHOUT = re.compile(r"\bwithout (?:an? |any |the |my |our |having )?(\w+(?: of \w+)?)", re.IGNORECASE)
_LORE = re.compile(
    r"\b(who (is|are|was|were)|tell (me|us) about|story|lore|legend|describe|look like|come from|came from|origin|"
    r"history|home of|live|lives|which box|in the box|comes with|expansion)\b",
    re.IGNORECASE,
)
_OBLIGED = re.compile(r"\b(have to|has to|had to|must|needs? to|required|forced|obliged|mandatory)\b", re.IGNORECASE)
_FIGURE = re.compile(
    r"\bhow (many|much|far|often|long|big|high|hard|deep)\b|\bwhat number\b|"
    r"\b(max|maximum|most|least|minimum|cost|price|range|distance|target|worth|limit|cap|total)\b",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"\b(same|both|every (box|set|edition|book)|all (boxes|sets|editions|books)|differ\w*|vs|versus)\b", re.IGNORECASE
)
_SAME_MEASURE = re.compile(r"\bsame (kind|size|number|amount|way|cost|price|rules?|type)\b", re.IGNORECASE)
_PARTS = re.compile(
    r"\b(?:and|or),? (?:what|how|which|who|when|where|do|does|is|are|can|could|would|with)\b"
    r"|[.?]\s+\w|\b(?:all|list|everything)\b|\b\w+ and (?:do|what|how)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(so|and|but|or|ok|okay|hey|hi|please|quick question|question|also|then|well|um|just)[ ,:]+", re.IGNORECASE
)


class Reading(msgspec.Struct, frozen=True):
    """A question, read.

    `any_way`: it asks for a way round a rule. `obliged`: whether something has to be done. `inverts`: whether something
    is prevented, so that a rule that forbids means yes. `without`: what it would do without. `parts` counts what it
    asks for. `same_measure`: whether two things have the same size, kind or cost. `editions`: those that its words
    name, in the order of the books.
    """

    text: str
    yes_no: bool
    any_way: bool
    obliged: bool
    inverts: bool
    without: tuple[str, ...]
    asks_for_lore: bool
    wants_figure: bool
    compares: bool
    parts: int
    same_measure: bool
    editions: tuple[str, ...]


def read(question: str) -> Reading:
    """Read a question. It compares editions if it names two of them, or one and asks what is the same."""
    editions = editions_named(question)
    same = _SAME.search(question) is not None
    boxes = re.search(r"\b(box|boxes|edition|editions|rulebooks?|books?|sets?)\b", question, re.I) is not None
    return Reading(
        text=question,
        yes_no=_asks_yes_or_no(question),
        any_way=_ANY_WAY.search(question) is not None,
        obliged=_OBLIGED.search(question) is not None,
        inverts=_INVERTS.search(question) is not None,
        without=tuple(found.group(1) for found in _WITHOUT.finditer(question)),
        asks_for_lore=_LORE.search(question) is not None,
        wants_figure=_FIGURE.search(question) is not None,
        compares=len(editions) > 1 or (same and (boxes or bool(editions))),
        parts=1 + len(_PARTS.findall(question)),
        same_measure=_SAME_MEASURE.search(question) is not None,
        editions=editions,
    )


def _asks_yes_or_no(question: str) -> bool:
    """Whether its last asking clause opens with an auxiliary; `A or B?` and a clause led by a wh-word do not count."""
    if _ALLOWED.search(question) or _ANY_WAY.search(question):
        return True
    sentences = _sentences(question)
    asking = [s for s in sentences if s.endswith("?")] or sentences[-1:]
    if asking and _OTHERWISE.search(asking[-1]):
        return False
    if asking and _told_as_question(asking[-1]):
        return True
    if asking and _SHORT.search(asking[-1]) and not _WHICH.search(asking[-1]):
        return True
    if _asked_of_a_scene(sentences):
        return True
    verdict = False
    for sentence in asking:
        clauses = [_LEAD.sub("", clause.strip()).lower() for clause in re.split(r"[,;:)]\s+| - ", sentence)]
        for clause in clauses:
            first = re.split(r"[^a-z']+", clause, maxsplit=1)[0]
            if first in _WH:
                break
            if first in _AUX:
                verdict = not re.search(r"\bis \w+ for \w+ or\b", clause)
                break
        else:
            continue
        if not verdict:
            return False
    return verdict


def _asked_of_a_scene(sentences: Sequence[str]) -> bool:
    """Whether a few words with a question mark, no wh-word among them, follow on a scene (`we rolled 3 and 4. held?`,
    `total of 7: held?`) and do not name what is to be counted or told."""
    *scene, last = sentences or [""]
    parts = [part for part in re.split(r":\s+| - ", last) if part]
    if not last.endswith("?") or (not scene and (len(parts) < 2 or _COUNTED.search(last))):
        return False
    asks = last if scene else parts[-1]
    if _WHICH.search(last) or _MEASURE.search(last) or _TALLIED.search(asks) or _BARE.search(_LEAD.sub("", asks)):
        return False
    asked_before = any((s.endswith("?") and _WHICH.search(s)) or s.split()[0].lower() in _WH for s in scene)
    return not asked_before and not (scene and scene[-1].endswith("vs."))


def _told_as_question(sentence: str) -> bool:
    """Whether a sentence asks by its question mark alone (`so it counts double?`), or, with or without one, after a
    clause that depends on what it asks (`once I'm up am I still poisoned`)."""
    if _ALTERNATIVES.search(sentence) or _QUESTIONING.search(sentence):
        return False
    if not sentence.endswith("?"):
        return bool(_DEPENDENT.match(_LEAD.sub("", sentence)) and _ASKED_INSIDE.search(sentence))
    if _FRAGMENT.search(sentence):
        return True
    last = _LEAD.sub("", re.split(r"[;:]\s+| - |,\s+", sentence)[-1])
    if _DEPENDENT.match(last) or _DEPENDENT.match(_LEAD.sub("", sentence)):
        return _ASKED_INSIDE.search(sentence) is not None
    if _MEASURE.search(sentence) or _BARE.search(last):
        return False
    return (len(sentence.split()) > 3 and _ASSERTS.search(sentence) is not None) or _HINTS.search(last) is not None


def _sentences(question: str) -> list[str]:
    whole = re.sub(r"\b([ie])\.\s?([eg])\.", r"\1\2", question.strip(), flags=re.IGNORECASE)
    return [s for s in re.split(r"(?<=[.!?;])\s+", whole) if s]


def asked_of(question: str) -> list[str]:
    """The words after the auxiliary of the last asking clause, in lower case: `so, can I shoot?` -> i, shoot."""
    found: list[str] = []
    for sentence in re.split(r"(?<=[.!?;])\s+", question.strip().lower()):
        for clause in re.split(r"[,;:)]\s+| - ", sentence):
            said = re.findall(r"[a-z][a-z'-]*", _LEAD.sub("", clause.strip()))
            place = next((i for i, word in enumerate(said[:6]) if word in _AUX), None)
            if place is not None and (place == 0 or said[0] in _WH):
                found = said[place + 1 :]
    return found


def asking_clause(question: str) -> str:
    """The last sentence that asks, from its last clause with an auxiliary on; the whole sentence where none has one."""
    sentences = [s for s in re.split(r"(?<=[.!?;])\s+", question.strip()) if s]
    asking = ([s for s in sentences if s.endswith("?")] or sentences or [""])[-1]
    clauses = re.split(r"[,;:)]\s+| - ", asking)
    place = max((i for i, clause in enumerate(clauses) if _opens(clause) in _AUX), default=0)
    return ", ".join(clauses[place:])


def _opens(clause: str) -> str:
    return re.split(r"[^a-z']+", _LEAD.sub("", clause.strip()).lower(), maxsplit=1)[0]
