"""What a sentence may call those it tells of: heroes by name and class, enemies by number and type, things by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.claims import Claim, Roster
from gm.names import Names
from gm.reading import NOUN, Alias
from gm.reading import Names as Spelled
from gm.words import Lexicon

GENERIC = ("creature", "beast", "monster", "foe", "fiend", "attacker", "enemy", "horror")
PARTY = ("heroes", "posse", "party", "companions", "hero party", "hero posse")


def spelled(names: Names, roster: Roster, cited: Sequence[Claim], words: Lexicon) -> Spelled:
    """The names that a sentence about these claims may hold, and whom its pronouns may stand for."""
    exact: dict[str, Alias] = {}
    common: dict[str, Alias] = {}
    about = frozenset(id for claim in cited for id in claim.about)
    pronouns: dict[str, set[str]] = {}
    types: dict[str, set[str]] = {}
    for enemy, type in roster.enemies().items():
        types.setdefault(type, {type}).add(enemy)
        common[names.name(enemy)] = Alias("entity", frozenset({enemy}), single=True)
    for claim in cited:
        for id in claim.about:
            if id not in names.heroes and id not in ("heroes", "darkness") and id not in roster.enemies():
                types.setdefault(id, {id})
    for type, ids in types.items():
        for count, many in ((1, False), (2, True)):
            kind = names.kind(type, count)
            alias = Alias("entity", frozenset(ids), plural=many)
            common[kind] = alias
            if (short := kind.rpartition(" ")[2]) != kind and not words.knows(short.lower()):
                known = common.get(short)
                common[short] = Alias("entity", alias.ids | (known.ids if known else frozenset()), plural=many)
    foes = frozenset(id for ids in types.values() for id in ids)
    for word in GENERIC:
        common.setdefault(word, Alias("entity", foes))
        common.setdefault("enemies" if word == "enemy" else word + "s", Alias("entity", foes, plural=True))
    common |= {word: Alias("entity", frozenset({"heroes"}), single=True) for word in PARTY}
    common["Darkness"] = Alias("entity", frozenset({"darkness"}))
    for hero, name in names.heroes.items():
        exact[name] = Alias("entity", frozenset({hero}), single=True)
        first = name.partition(" ")[0]
        if first != name and sum(n.partition(" ")[0] == first for n in names.heroes.values()) == 1:
            exact.setdefault(first, exact[name])
        if cls := names.classes.get(hero, ""):
            for word in (cls, cls.rpartition(" ")[2]):
                known = common.get(word)
                common[word] = Alias("entity", frozenset({hero}) | (known.ids if known else frozenset()))
        spoken = names.pronouns(hero)
        for word in (spoken.subject, spoken.object):
            pronouns.setdefault(word, set()).add(hero)
    for word in ("it", "they", "them"):
        pronouns.setdefault(word, set()).update(foes)
    _things(cited, words, exact, common)
    them = {}
    for word, ids in pronouns.items():
        here = frozenset(ids) & about
        them[word] = Alias("entity", here) if here else Alias(NOUN)
    return Spelled(exact, common, them)


def _things(cited: Sequence[Claim], words: Lexicon, exact: Mapping[str, Alias], common: dict[str, Alias]) -> None:
    """Weapons, Items, cards and places of the claims, in full and by their last word."""
    for claim in cited:
        for thing in claim.things:
            if not thing or thing in exact:
                continue
            common.setdefault(thing, Alias("thing"))
            if claim.what in ("strike", "miss", "gain", "spend", "throw", "light"):
                short = thing.rpartition(" ")[2].lower()
                if short.isalpha() and not words.knows(short):
                    common.setdefault(short, Alias("thing"))
