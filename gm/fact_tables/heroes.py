"""Facts about what befalls the heroes, and what they gain and lose."""

from __future__ import annotations

from gm.fact_tables.draft import Draft, Rule, clause, does, may, models, must, reason
from gm.grammar import article, counted, humanised, listed, upper
from gm.names import Names
from rules_engine import events as ev

POINTS = {"wounds": "Wound", "sanity": "Sanity Damage", "corruption": "Corruption"}


def grit_changed(e: ev.GritChanged, names: Names) -> Draft:
    verb = "gains" if e.by > 0 else "spends"
    text = f"{names.name(e.hero)} {verb} {abs(e.by)} Grit{reason(names, 'for', e.because)}, and has {e.grit}."
    return may(text, "gained" if e.by > 0 else "spent", models(names, e.hero, e.because), (abs(e.by), e.grit))


def hits_taken(e: ev.HitsTaken, names: Names) -> Draft:
    kind = {"physical": ""}.get(e.kind, f"{humanised(e.kind)} ")
    hits = counted(e.hits, f"{kind}Hit")
    text = f"{names.name(e.hero)} takes {hits}{clause('from', names.source(e.by))} and saves {e.saved}."
    outcome = "saved" if e.saved >= e.hits else "hit"
    draft = must if e.hits > e.saved else may
    return draft(text, outcome, models(names, e.hero, e.by), (e.hits, e.saved, e.hits - e.saved))


def wounded(e: ev.Wounded, names: Names) -> Draft:
    wounds = counted(e.wounds, "Wound")
    left = f", with {e.left} Health left" if names.is_hero(e.target) else ""
    text = f"{names.name(e.target)} takes {wounds}{clause('from', names.source(e.by))}{left}."
    draft = must if e.wounds else may
    return draft(text, "wounded", models(names, e.target, e.by), (e.wounds, e.left))


def sanity_lost(e: ev.SanityLost, names: Names) -> Draft:
    source = clause("from", names.source(e.by))
    text = f"{names.name(e.target)} takes {e.sanity} Sanity Damage{source}, with {e.left} Sanity left."
    draft = must if e.sanity else may
    return draft(text, "shaken", models(names, e.target, e.by), (e.sanity, e.left))


def corruption_gained(e: ev.CorruptionGained, names: Names) -> Draft:
    points = counted(e.corruption, "Corruption Point")
    text = f"{names.name(e.target)} gains {points}{clause('from', names.source(e.by))}, and has {e.now}."
    draft = must if e.corruption else may
    return draft(text, "corrupted", models(names, e.target, e.by), (e.corruption, e.now))


def prevented(e: ev.Prevented, names: Names) -> Draft:
    if e.kind == "ko":
        text = f"{upper(names.source(e.by) or 'Something')} keeps {names.name(e.target)} from being KO'd."
        return must(text, "saved", models(names, e.target, e.by))
    what = POINTS.get(e.kind, humanised(e.kind))
    amount = counted(e.amount, what) if what == "Wound" else f"{e.amount} {what}"
    text = f"{upper(names.source(e.by) or 'Something')} keeps {amount} from {names.name(e.target)}."
    return may(text, "saved", models(names, e.target, e.by), (e.amount,))


def knocked_out(e: ev.KnockedOut, names: Names) -> Draft:
    return must(f"{names.name(e.hero)} is KO'd{reason(names, 'by', e.by)}.", "ko", models(names, e.hero, e.by))


def revived(e: ev.Revived, names: Names) -> Draft:
    text = f"A Revive Token restores {names.name(e.hero)}; {e.tokens_left} left."
    return must(text, "recovered", (e.hero,), (e.tokens_left,))


def recovered(e: ev.Recovered, names: Names) -> Draft:
    return must(f"{names.name(e.hero)} recovers from the KO and is back on the board.", "recovered", (e.hero,))


def hero_died(e: ev.HeroDied, names: Names) -> Draft:
    if names.is_ally(e.hero):
        return must(f"{names.name(e.hero)} is killed{reason(names, 'by', e.because)}.", "died", (e.hero,))
    return must(f"{names.name(e.hero)} is dead{reason(names, 'by', e.because)}.", "died", (e.hero,))


def healed(e: ev.Healed, names: Names) -> Draft:
    parts = [counted(e.wounds, "Wound")] * bool(e.wounds)
    parts += [f"{e.sanity} Sanity Damage"] * bool(e.sanity)
    parts += [counted(e.corruption, "Corruption Point")] * bool(e.corruption)
    by = names.source(e.by) if e.by and e.by != e.hero else ""
    text = f"{names.name(e.hero)} heals {listed(parts) or 'nothing'}{clause('thanks to', by)}."
    numbers = tuple(n for n in (e.wounds, e.sanity, e.corruption) if n)
    return (must if parts else may)(text, "healed", models(names, e.hero, e.by), numbers)


def xp_gained(e: ev.XpGained, names: Names) -> Draft:
    verb = "gains" if e.xp >= 0 else "loses"
    text = f"{names.name(e.hero)} {verb} {abs(e.xp)} XP{reason(names, 'for', e.because)}."
    return may(text, "gained" if e.xp >= 0 else "lost", models(names, e.hero, e.because), (abs(e.xp),))


def gold_changed(e: ev.GoldChanged, names: Names) -> Draft:
    verb = "gains" if e.by > 0 else "loses"
    text = f"{names.name(e.hero)} {verb} ${abs(e.by)}{reason(names, 'for', e.because)}."
    return (must if e.by else may)(text, "gained" if e.by > 0 else "spent", (e.hero,), (abs(e.by),))


def dark_stone_changed(e: ev.DarkStoneChanged, names: Names) -> Draft:
    verb, shards = "gains" if e.by > 0 else "loses", counted(abs(e.by), "shard")
    text = f"{names.name(e.hero)} {verb} {shards} of Dark Stone{reason(names, 'for', e.because)}."
    return (must if e.by else may)(text, "gained" if e.by > 0 else "spent", (e.hero,), (abs(e.by),))


def token_gained(e: ev.TokenGained, names: Names) -> Draft:
    return must(f"{names.name(e.hero)} gains a Side Bag Token: {names.thing(e.token)}.", "gained", (e.hero, e.token))


def token_spent(e: ev.TokenSpent, names: Names) -> Draft:
    why = reason(names, "for", e.because)
    text = f"{names.name(e.hero)} discards a Side Bag Token: {names.thing(e.token)}{why}."
    return may(text, "spent", (e.hero, e.token))


def item_gained(e: ev.ItemGained, names: Names) -> Draft:
    return must(f"{names.name(e.hero)} gains an Item: {e.name}.", "gained", (e.hero, e.item))


def item_lost(e: ev.ItemLost, names: Names) -> Draft:
    why = reason(names, "because of", e.because)
    return must(f"{names.name(e.hero)} loses an Item: {names.uid(e.uid, e.item)}{why}.", "lost", (e.hero, e.item))


def given(e: ev.Given, names: Names) -> Draft:
    match e.what:
        case "gold":
            what = f"${e.amount}"
        case "dark_stone":
            what = f"{counted(e.amount, 'shard')} of Dark Stone"
        case "token":
            what = f"a Side Bag Token: {e.name}"
        case _:
            what = f"an Item: {e.name}"
    numbers = (e.amount,) if e.what in ("gold", "dark_stone") else ()
    return may(f"{names.name(e.hero)} gives {names.name(e.to)} {what}.", "given", (e.hero, e.to), numbers)


def upgrade_attached(e: ev.UpgradeAttached, names: Names) -> Draft:
    return may(f"{names.name(e.hero)} attaches the {e.name} to the {e.host}.", "attached", (e.hero, e.item))


def upgrade_removed(e: ev.UpgradeRemoved, names: Names) -> Draft:
    return may(f"{names.name(e.hero)} takes the {e.name} off the {e.host}.", "removed", (e.hero, e.item))


def upgrade_forged(e: ev.UpgradeForged, names: Names) -> Draft:
    text = f"{e.name} is forged onto the {e.host} of {names.name(e.hero)} and is part of it for good."
    return must(text, "forged", (e.hero, e.item))


def status_added(e: ev.StatusAdded, names: Names) -> Draft:
    markers = counted(e.count, f"{humanised(e.status)} marker")
    return must(f"{names.name(e.hero)} gains {markers}.", "afflicted", (e.hero,), (e.count,))


def status_removed(e: ev.StatusRemoved, names: Names) -> Draft:
    markers = counted(e.count, f"{humanised(e.status)} marker")
    why = reason(names, "because of", e.because)
    return may(f"{names.name(e.hero)} loses {markers}{why}.", "relieved", (e.hero,), (e.count,))


def chart_rolled(e: ev.ChartRolled, names: Names) -> Draft:
    keeps = " It stays." if e.kept else ""
    return must(f"{upper(humanised(e.chart))} chart for {names.name(e.hero)}: {e.name}.{keeps}", "chart", (e.hero,))


def mutating(e: ev.Mutating, names: Names) -> Draft:
    text = f"{names.name(e.hero)} is at the Corruption Resistance: {e.removed} Corruption goes and a Mutation comes."
    return must(text, "mutating", (e.hero,), (e.removed,))


def skill_tested(e: ev.SkillTested, names: Names) -> Draft:
    result = "passes" if e.passed else "fails"
    why = reason(names, "for", e.because)
    text = f"{names.name(e.hero)} {result} {article(humanised(e.skill))} {e.target}+ test{why}."
    return must(text, "passed" if e.passed else "failed", models(names, e.hero, e.because), (e.target,))


def voices_heard(e: ev.VoicesHeard, names: Names) -> Draft:
    return must(f"{names.name(e.hero)} stands outside the light and hears the Voices in the Dark.", "voices", (e.hero,))


def poison_rolled(e: ev.PoisonRolled, names: Names) -> Draft:
    wounds, off = counted(e.wounds, "Wound"), counted(e.worn_off, "marker")
    text = f"Poison works in {names.name(e.hero)}: {wounds}, and {off} wears off."
    return must(text, "poisoned", (e.hero,), (e.wounds, e.worn_off))


def escape_tested(e: ev.EscapeTested, names: Names) -> Draft:
    result = "passes" if e.passed else "fails"
    text = f"{names.name(e.hero)} {result} an Escape {e.needed}+ test."
    return (may if e.passed else must)(text, "passed" if e.passed else "failed", (e.hero,), (e.needed,))


def caught_breath(e: ev.CaughtBreath, names: Names) -> Draft:
    draft = must if e.healed else may
    return draft(f"{names.name(e.hero)} Catches Their Breath and heals {e.healed}.", "healed", (e.hero,), (e.healed,))


def ability_used(e: ev.AbilityUsed, names: Names) -> Draft:
    return may(f"{does(names, e.who, 'uses', 'use')} {e.name}.", "used", models(names, e.who))


def lasting_started(e: ev.LastingStarted, names: Names) -> Draft:
    on = {"heroes": "the heroes", "enemies": "the enemies", "all": "everybody"}.get(e.on, e.on.removeprefix("type:"))
    change = {"add": f"{e.value:+d}", "multiply": f"×{e.value}"}.get(e.op, str(e.value))
    what = f"{humanised(e.stat)} {change}"
    text = f"{upper(names.source(e.source))}: {what} for {names.source(on)} ({humanised(e.until)})."
    return may(text, "lasting", models(names, on), (abs(e.value),))


def loot_taken(e: ev.LootTaken, names: Names) -> Draft:
    cards = counted(len(e.cards), "Loot card")
    return may(f"{names.name(e.hero)} takes {cards}.", "gained", (e.hero,), (len(e.cards),))


def stone_corrupts(e: ev.CorruptionFromStone, names: Names) -> Draft:
    stones, hits = counted(e.stones, "shard"), counted(e.hits, "Corruption Hit")
    text = f"{stones} of Dark Stone carried by {names.name(e.hero)}: {hits}."
    return (must if e.hits else may)(upper(text), "hit" if e.hits else "saved", (e.hero,), (e.stones, e.hits))


RULES: dict[type[ev.Event], Rule] = {
    ev.GritChanged: grit_changed,
    ev.HitsTaken: hits_taken,
    ev.Wounded: wounded,
    ev.SanityLost: sanity_lost,
    ev.CorruptionGained: corruption_gained,
    ev.Prevented: prevented,
    ev.KnockedOut: knocked_out,
    ev.Revived: revived,
    ev.Recovered: recovered,
    ev.HeroDied: hero_died,
    ev.Healed: healed,
    ev.XpGained: xp_gained,
    ev.GoldChanged: gold_changed,
    ev.DarkStoneChanged: dark_stone_changed,
    ev.TokenGained: token_gained,
    ev.TokenSpent: token_spent,
    ev.ItemGained: item_gained,
    ev.ItemLost: item_lost,
    ev.Given: given,
    ev.UpgradeAttached: upgrade_attached,
    ev.UpgradeRemoved: upgrade_removed,
    ev.UpgradeForged: upgrade_forged,
    ev.StatusAdded: status_added,
    ev.StatusRemoved: status_removed,
    ev.ChartRolled: chart_rolled,
    ev.Mutating: mutating,
    ev.SkillTested: skill_tested,
    ev.VoicesHeard: voices_heard,
    ev.PoisonRolled: poison_rolled,
    ev.EscapeTested: escape_tested,
    ev.CaughtBreath: caught_breath,
    ev.AbilityUsed: ability_used,
    ev.LastingStarted: lasting_started,
    ev.LootTaken: loot_taken,
    ev.CorruptionFromStone: stone_corrupts,
}
