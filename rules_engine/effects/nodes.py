"""The effects of docs/effects.md as typed records. What each does is in `run`; how it reads in words, in `words`."""

from __future__ import annotations

import msgspec

from rules_engine.effects.language import Amount, Condition

ONE = Amount(1, (), "1")
ZERO = Amount(0, (), "0")


class Node(msgspec.Struct, frozen=True):
    """Base of all effects."""


Effects = tuple[Node, ...]


class Hits(Node, frozen=True):
    """Hits of a kind, that may be saved."""

    kind: str = "physical"
    count: Amount = ONE
    damage: Amount = ONE
    ignore: tuple[str, ...] = ()
    to: str = "subject"


class Damage(Node, frozen=True):
    """Wounds, Sanity Damage or Corruption without Defense or Willpower."""

    wounds: Amount | None = None
    sanity: Amount | None = None
    corruption: Amount | None = None
    armor: bool = False
    to: str = "subject"


class Heal(Node, frozen=True):
    """Heals; an amount of None text `all` is everything."""

    wounds: Amount | None = None
    sanity: Amount | None = None
    any: Amount | None = None
    corruption: Amount | None = None
    to: str = "subject"


class Gain(Node, frozen=True):
    """XP, Gold, Dark Stone or Grit gained."""

    xp: Amount | None = None
    gold: Amount | None = None
    dark_stone: Amount | None = None
    grit: Amount | None = None
    to: str = "subject"


class Lose(Node, frozen=True):
    """Gold, Dark Stone, XP or Grit lost."""

    xp: Amount | None = None
    gold: Amount | None = None
    dark_stone: Amount | None = None
    grit: Amount | None = None
    to: str = "subject"


class Token(Node, frozen=True):
    """Side Bag Tokens gained or lost."""

    gain: str = ""
    lose: str = ""
    count: Amount = ONE
    to: str = "subject"


class AbilityTokens(Node, frozen=True):
    """Ability Tokens of a kind gained, up to what the hero may hold, or lost."""

    gain: str = ""
    lose: str = ""
    count: Amount = ONE
    to: str = "subject"


class Cast(Node, frozen=True):
    """A Spell: its Casting Roll, what it does if it is cast, and the XP that it gives (`first`: once an Adventure)."""

    element: str
    number: int
    dangerous: bool = False
    xp: int = 0
    first: bool = False
    do: Effects = ()


class Status(Node, frozen=True):
    """Poison or Bleeding markers added or removed."""

    add: str = ""
    remove: str = ""
    count: Amount = ONE
    to: str = "subject"


class Draw(Node, frozen=True):
    """Cards drawn from a deck by a hero."""

    deck: str
    count: Amount = ONE
    to: str = "subject"


class Attack(Node, frozen=True):
    """Enemies come: a Threat card of a level, or a number of one type."""

    threat: str = ""
    enemy: str = ""
    count: Amount = ONE
    ambush: bool = False
    elite: Amount = ZERO
    beside: str = ""


class Spawn(Node, frozen=True):
    """Enemies of a type join the Fight beside random heroes, or around the Spawner itself (`at: this`)."""

    enemy: str
    count: Amount = ONE
    elite_if_short: bool = True
    at: str = ""


class Track(Node, frozen=True):
    """A marker of the Depth Track moves."""

    darkness: Amount | None = None
    heroes: Amount | None = None


class Archive(Node, frozen=True):
    """Archive markers beside the Depth Track."""

    add: Amount


class DepthEvent(Node, frozen=True):
    """A Depth Event, by D6."""


class Test(Node, frozen=True):
    """A Skill test."""

    skill: tuple[str, ...]
    target: int
    who: str = "subject"
    on_pass: Effects = ()
    on_fail: Effects = ()


class RollDie(Node, frozen=True):
    """Dice rolled and bound to `n`, with a table."""

    die: str = "D6"
    table: tuple[tuple[tuple[int, ...], Effects], ...] = ()
    do: Effects = ()


class If(Node, frozen=True):
    """A condition."""

    when: Condition
    then: Effects = ()
    otherwise: Effects = ()


class Offer(msgspec.Struct, frozen=True):
    """One of the options of `choose`."""

    label: str
    do: Effects = ()
    when: Condition | None = None
    cost: Cost | None = None


class Choose(Node, frozen=True):
    """A decision of a hero or the party."""

    options: tuple[Offer, ...]
    who: str = "subject"


class Each(Node, frozen=True):
    """Effects once for each of some heroes."""

    to: str
    do: Effects


class Repeat(Node, frozen=True):
    """Effects a number of times."""

    times: Amount
    do: Effects


class Modify(Node, frozen=True):
    """A modifier with a duration."""

    stat: str
    add: Amount | None = None
    set: Amount | None = None
    multiply: Amount | None = None
    to: str = "subject"
    until: str = "turn"
    when: Condition | None = None


class Flag(Node, frozen=True):
    """A rule switch with a duration."""

    name: str
    to: str = "subject"
    until: str = "turn"


class Chart(Node, frozen=True):
    """A roll on a chart."""

    name: str
    to: str = "subject"


class ItemChange(Node, frozen=True):
    """An Item gained or lost, or changed for good."""

    gain: str = ""
    lose: str = ""
    fuse: str = ""
    forge: str = ""
    to: str = "subject"


class Harm(Node, frozen=True):
    """Wounds to enemies."""

    wounds: Amount
    to: str = "enemy"
    ignore: tuple[str, ...] = ("defense",)


class Mend(Node, frozen=True):
    """Enemies heal Wounds (Regeneration)."""

    wounds: Amount
    to: str = "this"


class HitEnemy(Node, frozen=True):
    """Automatic Hits on enemies, with Damage rolls."""

    to: str = "enemy"
    count: Amount = ONE
    die: str = "D6"
    add: int = 0
    critical: bool = False


class Move(Node, frozen=True):
    """Extra movement."""

    add: Amount


class Shot(Node, frozen=True):
    """An enemy's free Ranged Attack."""

    range: Amount
    shots: Amount = ONE
    damage: Amount = ONE
    at: str = "random"
    ignore: tuple[str, ...] = ()
    instead: Effects = ()


class Flame(Node, frozen=True):
    """An Attack with the Flame Template: what befalls foes in the spaces that it touches, and friends."""

    range: Amount
    at: str = "random"
    do: Effects = ()
    friends: Effects = ()


class Corpses(Node, frozen=True):
    """Corpse Tokens in empty spaces adjacent to a hero."""

    count: Amount = ONE
    to: str = "subject"


class Pull(Node, frozen=True):
    """A hero is pulled toward the enemy, up to some spaces, until next to it."""

    spaces: int = 1


class Throw(Node, frozen=True):
    """Dynamite or a Bomb."""

    range: Amount
    wounds: Amount


class Strike(Node, frozen=True):
    """A hero's extra Attack."""

    kind: str = "melee"
    combat: Amount | None = None
    shots: Amount | None = None
    range: Amount | None = None
    die: str = "D6"
    hit_die: str = "D6"
    add: int = 0
    to_hit: str = ""
    each_adjacent: bool = False
    any_target: bool = False
    ignore: tuple[str, ...] = ()


class Prevent(Node, frozen=True):
    """Prevents some of a proposed event."""

    amount: Amount | None = None
    all: bool = False


class Ready(Node, frozen=True):
    """A limited use is there again."""

    item: str = ""
    ability: str = ""


class Revive(Node, frozen=True):
    """The KO'd subject recovers without a chart roll."""


class Escape(Node, frozen=True):
    """No Escape tests for the subject this turn."""


class Cancel(Node, frozen=True):
    """The drawn card or proposed event does not happen."""


class EndActivation(Node, frozen=True):
    """The subject's Activation is over."""


class EndTurn(Node, frozen=True):
    """The turn is over."""


class NextAttack(Node, frozen=True):
    """The next enemies to come are Elite."""

    elite: Amount = ONE


class Tally(Node, frozen=True):
    """Something that the Mission counts: so many more (or fewer), or a number from now on."""

    name: str
    add: Amount | None = None
    set: Amount | None = None


class Clue(Node, frozen=True):
    """Clues found without an Exploration Token."""

    count: Amount = ONE


class Cost(msgspec.Struct, frozen=True):
    """What an ability costs."""

    grit: int = 0
    dark_stone: int = 0
    gold: int = 0
    corruption_hit: int = 0
    wounds: int = 0
    sanity: int = 0
    discard: str = ""
    tokens: tuple[tuple[str, int], ...] = ()


NODES: dict[str, type[Node]] = {
    "hits": Hits,
    "damage": Damage,
    "heal": Heal,
    "gain": Gain,
    "lose": Lose,
    "token": Token,
    "ability_token": AbilityTokens,
    "cast": Cast,
    "status": Status,
    "draw": Draw,
    "attack": Attack,
    "spawn": Spawn,
    "track": Track,
    "archive": Archive,
    "depth_event": DepthEvent,
    "test": Test,
    "roll": RollDie,
    "if": If,
    "choose": Choose,
    "each": Each,
    "repeat": Repeat,
    "modify": Modify,
    "flag": Flag,
    "chart": Chart,
    "item": ItemChange,
    "harm": Harm,
    "mend": Mend,
    "hit_enemy": HitEnemy,
    "move": Move,
    "shot": Shot,
    "flame": Flame,
    "corpses": Corpses,
    "pull": Pull,
    "throw": Throw,
    "strike": Strike,
    "prevent": Prevent,
    "ready": Ready,
    "revive": Revive,
    "escape": Escape,
    "cancel": Cancel,
    "end_activation": EndActivation,
    "end_turn": EndTurn,
    "next_attack": NextAttack,
    "tally": Tally,
    "clue": Clue,
}


def first_effect(effects: Effects) -> Node | None:
    """The first of some effects; of a Spell, what it does once it is cast."""
    first = effects[0] if effects else None
    while isinstance(first, Cast):
        first = first.do[0] if first.do else None
    return first
