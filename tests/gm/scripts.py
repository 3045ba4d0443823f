"""Event logs written by hand: every event class once, and a short Adventure with a Fight."""

from __future__ import annotations

from rules_engine import events as ev
from rules_engine.events import Event


def sheet(id: str, name: str, cls: str, pronouns: list[str]) -> dict[str, object]:
    return {"id": id, "name": name, "cls": cls, "keywords": [], "stats": {}, "pronouns": pronouns, "items": []}


ADA = ev.HeroJoined(sheet("ada", "Ada", "us-marshal", ["she", "her"]))
BO = ev.HeroJoined(sheet("bo", "Bo", "bandido", ["he", "him"]))
CASS = ev.HeroJoined(sheet("cass", "Cass", "saloon-girl", ["they", "them"]))

HIRED = ev.HeroJoined({**sheet("wes", "Wes", "trail-hand", ["he", "him"]), "ally_of": "cass"})


def numbered(events: list[Event], start: int = 1) -> list[tuple[int, Event]]:
    return list(enumerate(events, start))


def party() -> list[Event]:
    return [
        ev.AdventureStarted("night-shift", "compilation", {}, 2),
        ADA,
        BO,
        CASS,
        ev.LightTaken("bo"),
        ev.TilePlaced(1, "mine-entrance", "Entrance", 0, 0, 0, {}),
    ]


def spiders(count: int = 3) -> list[Event]:
    placed = [ev.EnemyPlaced(f"void-spiders-{n}", "void-spiders", f"2.{n:02}") for n in range(1, count + 1)]
    return [
        ev.FightStarted(1),
        ev.AttackBrought("an Exploration Token", False),
        ev.EnemiesCame("void-spiders", "Void Spider", count),
        *placed,
    ]


def kill(hero: str, enemy: str, *, roll: int = 5, xp: int = 15, wounds: int = 6) -> list[Event]:
    type = enemy.rpartition("-")[0]
    return [
        ev.Rolled(roll, hero, "to hit", ["D8"], [7], "hero", roll, 4),
        ev.AttackMade(hero, "shotgun", "ranged", 1, 1, 1, roll),
        ev.HitAssigned(hero, enemy, 1),
        ev.Rolled(roll + 1, hero, "damage", ["D8"], [wounds], "hero", roll + 1),
        ev.HitResolved(hero, enemy, wounds, 0, True, wounds, roll + 1),
        ev.Wounded(enemy, wounds, hero, 0),
        ev.EnemyKilled(enemy, type, hero),
        ev.XpGained(hero, xp, enemy),
    ]


def every_event() -> list[Event]:
    """Each event class at least once, in an order that could happen."""
    return [
        *party(),
        ev.TurnStarted(1),
        ev.PhaseStarted("hold back"),
        ev.Rolled(1, "bo", "hold back the darkness", ["D6", "D6"], [2, 3], "hero", 0, 7),
        ev.DarknessNotHeld("bo", 1, 5, 7),
        ev.DarknessMoved(1, "the Darkness was not held"),
        ev.DreadGrew(1),
        ev.DarknessHeld("bo", 1, 9, 7),
        ev.DepthEventRolled(2, "The Roof Lets Go", "doubles"),
        ev.SkillTested("ada", "agility", 5, False, 2, "The Roof Lets Go"),
        ev.HitsTaken("ada", "physical", 3, 1, "The Roof Lets Go"),
        ev.Prevented("ada", "wounds", 1, "Armor"),
        ev.Wounded("ada", 1, "The Roof Lets Go", 8),
        ev.PhaseStarted("activations"),
        ev.ActivationStarted("cass"),
        ev.VoicesHeard("cass"),
        ev.HitsTaken("cass", "horror", 2, 0, "voices in the dark"),
        ev.SanityLost("cass", 2, "voices in the dark", 10),
        ev.MoveRolled("cass", 2, 5),
        ev.Moved("cass", ["1.03", "1.04"]),
        ev.TileDidNotFit("cross", "1.a"),
        ev.TilePlaced(2, "long-passage", "Long Passage", 90, 1, 1, {}, "a", "1.a", "hidden", "cass"),
        ev.HeroesAdvanced(15),
        ev.XpGained("cass", 5, "a door"),
        ev.ActivationEnded("cass"),
        ev.Picked("exploration token", "ow-02", 1, 12, "deck:exploration", 0),
        ev.WorldFound("belly-of-the-beast", "Belly of the Beast", "ada-quill", "2.N"),
        ev.WorldEntered("belly-of-the-beast", "Belly of the Beast", "ada-quill"),
        ev.WorldLeft("mines", "Mines"),
        ev.ArchiveChanged(1, "Data Collection"),
        ev.LibraryConsulted("library-knowledge", 6, "Countermeasures", 1, "|0|learned:targa-library"),
        ev.LibraryLearned(1),
        ev.TokenRevealed(2, "ow-02", 2, True, "encounter"),
        ev.ClueFound(1, 2, 2),
        ev.DoorSet("2.b", "door"),
        ev.DoorSet("2.c", "cap"),
        ev.EncounterBegan("shaft", "The Shaft That Whispers", ["ada"]),
        ev.NothingHappened("a draught", "nobody listens"),
        ev.Scavenged("ada", 2, 3, 1),
        ev.CardDrawn("scavenge", "coffee-tin", "Coffee Tin", "ada"),
        ev.GoldChanged("ada", 50, "Coffee Tin"),
        ev.CardDiscarded("scavenge", "coffee-tin"),
        ev.CardReturned("scavenge", "coffee-tin"),
        ev.DeckReshuffled("scavenge"),
        ev.CardDrawn("darkness", "firedamp", "Firedamp"),
        ev.CardCanceled("darkness", "firedamp", "Firedamp", "an ability"),
        ev.CardDrawn("darkness", "chill", "Chill of the Grave"),
        ev.CardRemains(90, "chill", "Chill of the Grave"),
        ev.CardLeftPlay(90, "chill"),
        ev.DreadRevealed(0),
        ev.Chosen(1, "ada", "move", "move:2.03"),
        ev.Undone(1),
        ev.HostRuled(1, "ada", "move", '[{"heal":{"wounds":1}}]', "the bandage was forgotten", "ada"),
        ev.Placed("ada", "2.03", "pushed aside"),
        ev.NextElite(1),
        *spiders(),
        ev.EliteGained("void-spiders", 2, "Quick Fangs"),
        ev.TraitGained("void-spiders", "trait-test", "Pale Brood"),
        ev.MythicGained("void-spiders", 3, "Older Than the Web"),
        ev.TallyChanged("seals", "Seals set", 2, "Setting the Seals"),
        ev.TileEntered("ada", 1, "1.N"),
        ev.EnemyTargeted("void-spiders-1", "ada"),
        ev.FearFelt("ada", 1, ["void-spiders"]),
        ev.HitsTaken("ada", "horror", 1, 1, "void-spiders"),
        *kill("ada", "void-spiders-2"),
        ev.Rerolled(5, "ada", "Grit", [0], [3], "hero", 9),
        ev.GritChanged("ada", -1, 0, "a re-roll"),
        ev.AttackMade("bo", "peace-keeper", "ranged", 2, 0, 2, 7),
        ev.HitResolved("bo", "void-spiders-1", 3, 1, False, 2, 8),
        ev.EnemyArmorHeld("void-spiders-1", 1, 9),
        ev.EnemiesOrdered("void-spiders", "threat-low-webs", "Webs Across the Drift"),
        ev.ShieldCharged("ada", "void-spiders-1", "2.01", 1),
        ev.ShieldsDischarged("ada", 1, "2.01"),
        ev.Wounded("void-spiders-1", 1, "bo", 1),
        ev.EnemiesAttacked("void-spiders", ["void-spiders-1", "void-spiders-3"], "bo", 4, 3, 10),
        ev.HitsTaken("bo", "physical", 3, 1, "void-spiders"),
        ev.Wounded("bo", 2, "void-spiders", 7),
        ev.EnemyHealed("void-spiders-1", 1),
        ev.RetreatRolled("void-spiders-1", 10, True),
        ev.ShootoutMarked("void-spiders-1", "ada", 1),
        ev.ShootoutCleared("void-spiders"),
        ev.Immune("void-spiders-1", "fire", "Torch"),
        ev.Displaced("void-spiders-1", "void-spiders-3", "2.05"),
        ev.EscapeTested("cass", 4, False, 11),
        ev.LastingStarted(91, "combat", "add", 1, "ada", "turn", "Firedamp"),
        ev.LastingEnded([91]),
        ev.AbilityUsed("ada", "double-shot", "Rolling Thunder", "k", "turn"),
        ev.AbilityReadied("k"),
        ev.ActivationLost("bo", "Ensnared"),
        ev.LeftBehind("void-spiders-3", "void-spiders", 19),
        ev.BlastThrown("cass", "dynamite", "2.05", False, ["2.06"], "2.06"),
        ev.BlastHit("void-spiders-1", 4, 12),
        ev.Wounded("void-spiders-1", 4, "cass", 0),
        ev.EnemyKilled("void-spiders-1", "void-spiders", "cass"),
        ev.BlastHit("bo", 2, 13),
        ev.Wounded("bo", 2, "cass", 5),
        ev.XpGained("cass", 15, "void-spiders-1"),
        ev.StatusAdded("bo", "poison", 2),
        ev.PoisonRolled("bo", 1, 1),
        ev.Wounded("bo", 1, "poison", 4),
        ev.StatusRemoved("bo", "poison", 1, "wore off"),
        ev.KnockedOut("bo", "void-spiders"),
        ev.ChartRolled("injury", "bo", "4", "Stiff Leg", True),
        ev.Recovered("bo", "2.05"),
        ev.Revived("bo", 1),
        *kill("ada", "void-spiders-3", roll=20),
        ev.CorpsePlaced(92, "2.05", "Void Spider"),
        ev.CorpsePlaced(93, "2.06", "Void Spider"),
        ev.CorpseRemoved(93, "2.06", "it is too broken to stand up again"),
        ev.CorpseRose(92, "2.05", "dishonored-dead", "Dishonored Dead"),
        ev.EnemiesCame("dishonored-dead", "Dishonored Dead", 1),
        ev.EnemyPlaced("dishonored-dead-1", "dishonored-dead", "2.05"),
        ev.FlameCast("dishonored-dead-1", "bo", ["2.06", "2.07"], "Pyre Breath"),
        ev.FightEnded(1, 2),
        ev.LootTaken("ada", ["loose-coin"]),
        ev.CardDrawn("loot", "loose-coin", "Loose Coin", "ada"),
        ev.DarkStoneChanged("ada", 2, "Loose Coin"),
        ev.TokenGained("ada", "bandages"),
        ev.ItemGained("ada", 70, "bowie-knife", "Bowie Knife"),
        ev.Given("ada", "bo", "gold", amount=25),
        ev.ItemGained("ada", 71, "whetted-edge", "Whetted Edge"),
        ev.UpgradeAttached("ada", 71, 70, "whetted-edge", "Whetted Edge", "Bowie Knife"),
        ev.UpgradeRemoved("ada", 71, 70, "whetted-edge", "Whetted Edge", "Bowie Knife", True),
        ev.UpgradeForged("ada", 72, 70, "void-edge", "Void Edge", "Bowie Knife"),
        ev.Deferred("ada", 2, 3, 90),
        ev.Aimed("ada", 91),
        ev.Ran("ada", 3),
        ev.Stepped("ada", "1.08"),
        ev.LaidDown("ada", "1.09", "token", "dynamite", "Dynamite"),
        ev.TakenUp("bo", "1.09", "token", "dynamite", "Dynamite", caught=True),
        ev.LaidDown("bo", "1.09", "token", "dynamite", "Dynamite", thrown=True),
        ev.SetOff("ada", "1.09", "dynamite", "Dynamite"),
        ev.ObstaclesCounted(1, 6),
        ev.CoverSought("ada", 1, 6, True, 9),
        ev.CoverPlaced("ada", "1.09", 1),
        ev.CoverDestroyed("1.09"),
        ev.DarknessOverhead(9, 8),
        ev.Equipped("ada", [70]),
        ev.ItemLost("ada", 70, "bowie-knife", "discarded"),
        ev.TokenSpent("ada", "bandages", "used"),
        ev.AbilityTokensChanged("ada", "rage", 2, 3, "Void Spiders"),
        ev.PeltsCollected("ada", 2, 3, "Troll"),
        ev.SpellCast("ada", "Cutting Wind", "wind", 8, 7, True, 12),
        ev.TeamCardAdded(71, "team-night-watch", "Night Watch", "ada"),
        ev.TeamCardLeft(71, "team-night-watch", "Night Watch", "ada", "played"),
        ev.Healed("bo", 3, 0, 0, "ada"),
        ev.CaughtBreath("cass", 2),
        ev.Healed("cass", 0, 2),
        ev.CorruptionFromStone("ada", 2, 1),
        ev.CorruptionGained("ada", 1, "Dark Stone", 5),
        ev.Mutating("ada", 5),
        ev.ChartRolled("mutation", "ada", "31", "Third Eye", True),
        HIRED,
        ev.BasicAllyUsed("cass", "trail-hand", "Trail Hand"),
        ev.AllyXpGained("wes", 1, 1),
        ev.AllyUpgraded("wes", "trail-hand-rawhide", "Rawhide", 0),
        ev.HeroDied("wes", "void-spiders"),
        ev.ObjectiveFound(2),
        ev.HeroDied("bo", "mutated beyond recognition"),
        ev.TurnEnded(1),
        ev.AdventureEnded("victory", "the Objective is done"),
    ]
