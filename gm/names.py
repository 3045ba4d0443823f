"""What things are called, learnt from the events themselves: heroes, enemies, tiles, cards and Items.

`Names` is shown each event once, in order, and then can render the log without the state or the packs.
"""

from __future__ import annotations

from collections.abc import Mapping

from gm.grammar import KNOWN, Pronouns, definite, humanised, plural, pronouns_from, singular
from rules_engine import events as ev
from rules_engine.events import Event

NO_FIRST_NAME = frozenset(
    {"the", "a", "an", "old", "young", "big", "little", "miss", "mister", "mr.", "mrs.", "ms.", "dr.", "doc", "sister",
     "brother", "father", "mother", "lady", "lord", "sir", "dame", "captain", "don", "doña",
     "master", "el", "la", "los", "las", "de", "st.", "saint"}
)  # fmt: skip
BARE_HANDS = frozenset({"", "unarmed", "fists", "bare hands", "bare-hands", "none"})


def first_name(name: str) -> str:
    """What somebody is called for short: `Ada` for Ada Quill, but `Lady Kaede` and `Brother Ganjin` whole."""
    first = name.partition(" ")[0]
    return name if first.lower() in NO_FIRST_NAME or len(first) < 2 else first


class Names:
    """Display names for the ids of a game, and the little that a teller must know of who is still there.

    `known` gives names that no event brings, such as those of the Items that heroes start with, by id.
    """

    def __init__(self, known: Mapping[str, str] | None = None) -> None:
        self.heroes: dict[str, str] = {}
        self.classes: dict[str, str] = {}
        self.allies: dict[str, str] = {}
        self.down: dict[str, None] = {}
        self.dead: dict[str, None] = {}
        self.darkness = 0
        self.darkness_was = 0
        self.fight = 0
        self._pronouns: dict[str, Pronouns] = {}
        self._kinds: dict[str, str] = {}
        self._type_of: dict[str, str] = {}
        self._alive: dict[str, None] = {}
        self._came: dict[str, None] = {}
        self._tiles: dict[int, str] = {}
        self._looks: dict[str, int] = {}
        self._titles: dict[str, str] = {}
        self._uids: dict[int, str] = {}
        self._said: dict[str, str] = {}
        self._known = dict(known or {})

    def see(self, event: Event) -> None:
        """Learn the names that an event brings."""
        match event:
            case ev.HeroJoined():
                self._meet(event)
            case ev.EnemiesCame():
                self._kinds[event.type] = event.name or humanised(event.type)
                for count in (1, 2):
                    self._said[self.kind(event.type, count)] = event.type
            case ev.CorpseRose():
                self._kinds.setdefault(event.type, event.name)
            case ev.EnemyPlaced():
                self._type_of[event.enemy] = event.type
                self._alive[event.enemy] = self._came[event.enemy] = None
            case ev.EnemyKilled() | ev.LeftBehind():
                self._type_of[event.enemy] = event.type
                self._alive.pop(event.enemy, None)
            case ev.FightStarted():
                self.fight = event.number
            case ev.FightEnded():
                self._alive.clear()
                self._came.clear()
            case ev.TilePlaced():
                self._tiles[event.number] = event.name or humanised(event.layout)
                self._looks.setdefault(self._tiles[event.number], event.number)
            case ev.CardDrawn() | ev.CardCanceled() | ev.EncounterBegan() | ev.TeamCardAdded() | ev.TeamCardLeft():
                self._title(event.card, event.title)
            case ev.WorldFound() | ev.WorldEntered():
                self._title(event.world, event.name)
            case ev.LibraryConsulted() | ev.DepthEventRolled() | ev.ChartRolled() | ev.AbilityUsed():
                self._said.setdefault(event.name, "")
            case ev.CardRemains():
                self._title(event.card, event.title)
                self._uids[event.uid] = event.title
            case ev.ItemGained() | ev.UpgradeForged():
                self._title(event.item, event.name)
                self._uids[event.uid] = event.name
            case ev.DarknessMoved():
                if event.to != self.darkness:
                    self.darkness_was, self.darkness = self.darkness, event.to
            case ev.KnockedOut():
                self.down[event.hero] = None
            case ev.Recovered() | ev.Revived():
                self.down.pop(event.hero, None)
            case ev.HeroDied():
                self.down.pop(event.hero, None)
                self.dead[event.hero] = None
            case _:
                pass

    def _title(self, id: str, title: str) -> None:
        self._titles[id] = title
        self._said.setdefault(title, id)

    def _meet(self, event: ev.HeroJoined) -> None:
        sheet = event.hero
        hero, name = str(sheet["id"]), str(sheet.get("name") or humanised(str(sheet["id"])))
        self.heroes[hero] = name
        self._said[name] = hero
        if sheet.get("ally_of"):
            self.allies[hero] = str(sheet["ally_of"])
        self.classes[hero] = self.thing(str(sheet.get("cls", "")))
        self._pronouns[hero] = pronouns_from([str(p) for p in sheet.get("pronouns", ("they", "them"))], name)
        for item in sheet.get("items", ()):
            if str(item["id"]) not in self._titles:
                self._title(str(item["id"]), self.thing(str(item["id"])))
            self._uids.setdefault(int(item["uid"]), self._titles[str(item["id"])])

    # --- models -------------------------------------------------------------------------------------------------------

    def is_hero(self, id: str) -> bool:
        """Whether this id is a hero's, or that of an Ally, of whom most that is true of heroes is true."""
        return id in self.heroes

    def is_ally(self, id: str) -> bool:
        """Whether this id is that of an Ally, whom a hero has hired."""
        return id in self.allies

    def party(self) -> list[str]:
        """The ids of the Heroes, without their Allies."""
        return [hero for hero in self.heroes if hero not in self.allies]

    def is_enemy(self, id: str) -> bool:
        """Whether this id is that of an enemy model seen on the board."""
        return id in self._type_of

    def is_kind(self, id: str) -> bool:
        """Whether this id is that of an Enemy Type met before, of which one speaks as of several."""
        return id in self._kinds

    def type_of(self, enemy: str) -> str:
        """The Enemy Type of an enemy's id."""
        return self._type_of.get(enemy) or enemy.rpartition("-")[0] or enemy

    def kind(self, type: str, count: int = 1) -> str:
        """What one or several enemies of a type are called, without an article."""
        name = self._kinds.get(type, humanised(type))
        return singular(name) if count == 1 else plural(name)

    def resolve(self, text: str) -> str:
        """The id behind an id or display name; the text itself where there is none."""
        if text in self.heroes or text in self._type_of or text in self._kinds or text in self._titles:
            return text
        return self._said.get(text) or text

    def name(self, id: str) -> str:
        """The display name of a model or an Enemy Type: `Ada`, `Void Spider 2`, `the Void Spiders`."""
        id = self.resolve(id)
        if id in self.heroes:
            return self.heroes[id]
        if id in self._kinds:
            return f"the {self.kind(id, 2)}"
        head, _, number = id.rpartition("-")
        if id in self._type_of or (head and number.isdecimal()):
            return f"{self.kind(self.type_of(id))} {number}"
        return self._titles.get(id) or humanised(id)

    def called(self, id: str) -> str:
        """What a model is called among friends: a hero's first name where nobody else in the Hero Party has it."""
        id = self.resolve(id)
        name = self.heroes.get(id, "")
        first = first_name(name)
        if not name or first == name:
            return self.name(id)
        shared = any(other != id and full.partition(" ")[0] == first for other, full in self.heroes.items())
        return name if shared else first

    def aliases(self, id: str) -> tuple[str, ...]:
        """Everything that a model or type may truly be called, the exact name first."""
        found = [self.name(id)]
        if id in self._type_of or id in self._kinds:
            type = self._type_of.get(id, id)
            found += [self.kind(type), self.kind(type, 2)]
        elif id in self.heroes:
            found += [self.called(id)] + [self.classes[id]] * bool(self.classes.get(id))
        return tuple(dict.fromkeys(found))

    def pronouns(self, hero: str) -> Pronouns:
        """A hero's pronouns; whoever is unknown is they."""
        return self._pronouns.get(hero, KNOWN["they"])

    def alive(self, type: str) -> int:
        """How many enemies of a type are on the board now."""
        return sum(self._type_of[enemy] == type for enemy in self._alive)

    def fighting(self) -> bool:
        """Whether any enemy is on the board."""
        return bool(self._alive)

    def came(self, type: str) -> int:
        """How many enemies of a type have been on the board in this Fight."""
        return sum(self._type_of[enemy] == type for enemy in self._came)

    # --- things and places --------------------------------------------------------------------------------------------

    def tile(self, number: int) -> str:
        """A Map Tile's name."""
        return self._tiles.get(number, f"tile {number}")

    def seen_tiles(self) -> int:
        """How many Map Tiles have been placed."""
        return len(self._tiles)

    def seen_before(self, number: int) -> bool:
        """Whether a tile of the same name was placed before the tile with this number."""
        return self._looks.get(self.tile(number), number) < number

    def place(self, space: str) -> str:
        """The name of the tile that a space (`3.07`) lies on."""
        head = space.partition(".")[0]
        return self.tile(int(head)) if head.isdecimal() else space

    def thing(self, id: str) -> str:
        """What an Item, token, card or ability is called."""
        return self._titles.get(id) or self._known.get(id) or humanised(id)

    def uid(self, uid: int, otherwise: str = "") -> str:
        """What the Item or card in play with this uid is called."""
        return self._uids.get(uid) or self.thing(otherwise)

    def knows(self, id: str) -> bool:
        """Whether an id or display name is that of a hero, an enemy, an Enemy Type, or a card or Item met before."""
        known = (self.heroes, self._type_of, self._kinds, self._titles, self._said)
        return bool(id) and any(id in names for names in known)

    def source(self, text: str) -> str:
        """Who or what a `by` or `because` speaks of: a name where there is one, else its own words."""
        if self.knows(text):
            return self.name(text)
        return text if " " in text else text.replace("-", " ").replace("_", " ")

    def weapon(self, text: str) -> str:
        """A weapon's name; empty for bare hands."""
        return "" if text.lower() in BARE_HANDS else self.thing(text)

    def room(self, number: int) -> str:
        """A tile's name with an article, for the middle of a sentence."""
        return definite(self.tile(number)) if number in self._tiles else "this place"

    def room_of(self, space: str) -> str:
        """The tile that a space (`3.07`) lies on, with an article."""
        head = space.partition(".")[0]
        return self.room(int(head)) if head.isdecimal() else "this place"
