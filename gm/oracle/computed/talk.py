"""How players tell what lies on the table: words that change no sum, conditions that do, dice that are rolled."""

from __future__ import annotations

import re

from gm.oracle.computed.slots import Slots

TALK = (
    "mine|own|myself|self|himself|herself|theirs|poor|old|big|huge|little|small|tiny|tough-looking|nasty|damn\\w*|"
    "bloody|stupid|freaking|ugly|uglies|ugl\\w*|brute|beast|beastie|thing|fella|fellow|guy|gal|chap|dude|lad|girl|boy|"
    "lady|man|men|woman|wife|husband|brother|sister|daughter|son|kid|buddy|pal|mate|friend|partner|neighbor|neighbour|"
    "somebody|someone|everyone|everything|nobody|nothing|anything|something|whatever|"
    "told|tell|tells|says|saying|call\\w*|mean\\w*|happen\\w*|situation|situated|case|here|there|table|"
    "just|only|merely|simply|sadly|luckily|unluckily|unfortunately|fortunately|obviously|apparently|suddenly|finally|"
    "straight|direct\\w*|whole|entire|altogether|outright|flat|raw|final|grand|total\\w*|overall|sum|figure|amount|"
    "answer|result|outcome|verdict|tally|score|math|maths|please|thanks|cheers|ta|help|settle|argument|bet|argue|"
    "think|reckon|guess|figured|believe|remember|forget|forgot|wonder\\w*|curious|confused|check|sure|correct|"
    "against|versus|facing|face|faces|faced|come|came|coming|leave|leaves|leaving|left|stand|stands|standing|sit|"
    "sits|sitting|stay|stays|remain\\w*|keep|keeps|end\\w*|start\\w*|begin\\w*|beginning|show|shows|showing|shown|"
    "roll|rolls|rolled|rolling|throw|throws|threw|thrown|toss\\w*|land|lands|landed|turn\\s?up|dice|die|"
    "read|reads|see|sees|look|looks|try|tries|tried|manage|manages|managed|happily|well|badly|lousy|lucky|unlucky|"
    "good|bad|great|nice|bugger|ouch|ugh|argh|oops|damnit|hell|heck|lol|alas|yikes|so|like|uh|huh|er|erm|"
    "me|you|him|her|them|us|his|their|our|your|its|my|who|whom|whose|both|pair|couple|each|every|apiece|per|"
    "first|second|third|fourth|fifth|sixth|last|next|other|others|another|rest|former|latter|one|ones|"
    "yesterday|tonight|today|evening|later|earlier|ago|meanwhile|afterwards|moment|hard|easy|worth|done|"
    "hero|marshal|party|posse|group|gang|pack|band|swarm|crowd|horde|crew|bunch|lot"
)
"""Words of a tale that change no sum."""

CONDITIONS = (
    r"\b(?:re-?roll\w*|chance|likely|likelihood|average|expect\w*|odds|cover|shield|grit|ambition|immune|immunity|"
    r"ignor\w+|"
    r"cancel\w*|prevent\w*|half|halve\w*|doubl\w+|tripl\w+|quadrupl\w+|unless|except|besides|rage|bonus|bonuses|"
    r"penalt\w+|modif\w+|"
    r"instead|mythic|trait|aura|"
    r"endurance|upgrade|item|artifact|charm|tattoo|poison\w*|could|could've|suppose i had|peril|unsaveable|"
    r"nobody|never)\b|(?<!did)n't\b|(?<!or )\bnot\b|(?<![\d\w)])[+-] ?\d(?!\d*\+)"
)
"""What may change a sum: whoever does not model it leaves the question alone."""

OTHERS = (
    r"\b(?:budd(?:y|ies)|mates?|pals?|friends?|partners?|brothers?|sisters?|wife|husband|son|daughter|wingman|sidekick|"
    r"others? hero(?:es)?|another hero|someone|somebody|everyone|everybody|together|each of us|both of us|all of us|"
    r"(?:he|she|they) (?:also |then )?(?:hits?|does|did|wound\w*|kill\w*|land\w*|finish\w*|do)|"
    r"the (?:marshal|gunslinger|preacher|rancher|bandido|scout|viking|samurai|rest of us))\b"
)
"""Somebody else who may have a share."""

_MANY = re.compile(r"\b([2-9]|1\d) ([1-6])(?:'?s\b|\+(?= ?(?:,|and\b|&|$|[?.;:)])))")
_SEP = r"(?:\s*(?:,|&|/|;|\band\b|\bthen\b|\bplus\b|\bwith\b|\banother\b|\ba\b|\ban\b|\bone\b)\s*|\s+)+"
_FACES = (
    rf"(?<![\d$+.(-])\b(?:a |an )?([1-6](?:{_SEP}[1-6]\b(?!['\w]))*)\b(?!['\w]|\+| ?%|\)| (?:hits?|wounds?|dice|"
    rf"damage))"
)


def with_faces(slots: Slots) -> Slots:
    """The question with `two 3s` told as two faces."""
    return Slots(_MANY.sub(lambda m: ", ".join([m[2]] * int(m[1])), slots.text))


def faces_of(slots: Slots, many: int) -> list[list[int]] | None:
    """The dice that lie there, roll by roll: what figures are left, if they are as many lists as is expected."""
    found = [[int(one) for one in re.findall(r"\d", m[1])] for m in slots.takes(_FACES)]
    return found if len(found) == many else None
