"""Items in hands and clothing slots, the Side Bag, what may be used at any time (compilation, "Items", "Side Bag")."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from rules_engine import events as e
from rules_engine.choices import PARTY, Option
from rules_engine.dice import deck_stream
from rules_engine.effects.context import Context
from rules_engine.effects.nodes import (
    AbilityTokens,
    Damage,
    Each,
    Escape,
    Gain,
    Harm,
    Heal,
    HitEnemy,
    Modify,
    Node,
    Repeat,
    Status,
    Strike,
    first_effect,
)
from rules_engine.effects.parse import Ability
from rules_engine.effects.stats import Use
from rules_engine.effects.whom import in_reach
from rules_engine.procedures.costs import can_pay, change_grit, pay
from rules_engine.procedures.rerolls import tokens_at_hand
from rules_engine.procedures.upgrades import item_name, may_rearrange, rearrange, weight_of
from rules_engine.state import STATUSES, Hero, Item

if TYPE_CHECKING:
    from rules_engine.table import Procedure, Table

ITEMS_ASIDE = 64


# --- carrying ---------------------------------------------------------------------------------------------------------


def carrying_limit(table: Table, hero: Hero) -> int:
    """Weight icons that a hero may carry: 5 + Strength."""
    return 5 + table.stats.hero(hero, "strength") + table.stats.hero(hero, "carry")


def weight_carried(table: Table, hero: Hero) -> int:
    """Weight icons that a hero carries."""
    records = table.library.items
    return sum(records[item.id].weight for item in hero.carried)


def usable(table: Table, hero: Hero, item: Item) -> bool:
    """Whether a hero may use an Item at all: keyword restrictions and what Mutations forbid."""
    record = table.library.items[item.id]
    if record.restriction and record.restriction not in hero.keywords:
        return False
    if in_anothers_use(table, hero, item.uid):
        return False
    flags = table.stats.flags(hero)
    if f"no_{record.slot}" in flags:
        return False
    return not ("no_guns" in flags and "gun" in record.keywords and record.kind != "artifact")


def in_anothers_use(table: Table, hero: Hero, uid: int) -> bool:
    """Whether somebody else has used an Item's text this turn: then it counts for this hero from the next one on."""
    return any(key.startswith(f"*|{uid}|") and key != f"*|{uid}|{hero.id}" for key in table.state.used)


def put_on(table: Table, hero: Hero) -> bool:
    """What needs no hand and finds its slot free is worn: an Item that was handed over after it had been used.

    Returns whether anything was put on: it may have lowered Health, Sanity or what Corruption is resisted.
    """
    records = table.library.items
    if all(item.worn or records[item.id].hands for item in hero.items):
        return False
    taken = {records[item.id].slot for item in hero.items if item.worn}
    more: list[int] = []
    for item in hero.items:
        record = records[item.id]
        if not item.worn and not record.hands and usable(table, hero, item) and record.slot not in taken - {""}:
            more.append(item.uid)
            taken.add(record.slot)
    if more:
        table.emit(e.Equipped(hero.id, [*(i.uid for i in hero.items if i.worn), *more]))
    return bool(more)


def gain_item(table: Table, hero: Hero, id: str) -> Procedure[None]:
    """A hero gains an Item; if it is too heavy something must be left behind."""
    record = table.library.find("items", id)
    table.emit(e.ItemGained(hero.id, table.next_uid(), id, record.name, record.hands == 0))
    yield from lighten(table, hero)
    if not any(i.worn for i in hero.items if i.id == id) or record.slot:
        yield from assign_hands(table, hero, ask=False)
    if hero.corruption:
        from rules_engine.procedures.harm import mutate

        yield from mutate(table, hero)  # the Item may have lowered the Corruption Resistance


def lighten(table: Table, hero: Hero) -> Procedure[None]:
    """Who carries too much leaves something behind, with the Upgrades that are attached to it."""
    while weight_carried(table, hero) > carrying_limit(table, hero):
        heavy = [i for i in hero.items if weight_of(table, i) and table.library.items[i.id].kind != "personal"]
        if not heavy:
            return
        options = [Option(f"drop:{i.uid}", item_name(table, i), i.id) for i in heavy]
        answer = yield from table.ask(
            hero.id, "drop", f"{hero.name} carries too much. What is left behind?", options, rule="compilation: Weight"
        )
        uid = int(answer.partition(":")[2])
        left = next(i for i in hero.items if i.uid == uid)
        table.emit(e.ItemLost(hero.id, uid, left.id, "too heavy to carry"))


def lose_item(table: Table, hero: Hero, which: str, about: Context) -> Procedure[None]:
    """A hero loses an Item: the one with the ability, one by its id, a chosen or random one; no Personal Item."""
    if which not in ("one", "random"):
        found = next((i for i in hero.carried if (i.uid == about.uid if which == "this" else i.id == which)), None)
        if found is not None:
            table.emit(e.ItemLost(hero.id, found.uid, found.id, about.source))
        return
    stuck = fused(table, hero)
    losable = [i for i in hero.items if table.library.items[i.id].kind != "personal" and i.uid not in stuck]
    if not losable:
        table.emit(e.NothingHappened(f"{hero.name} has nothing to lose", about.source))
        return
    if which == "random":
        picked = yield from table.pick("lost item", [str(i.uid) for i in losable], "target")
        uid = int(picked)
    else:
        options = [Option(f"lose:{i.uid}", item_name(table, i), i.id) for i in losable]
        answer = yield from table.ask(hero.id, "lose", f"What does {hero.name} lose?", options)
        uid = int(answer.partition(":")[2])
    lost = next(i for i in losable if i.uid == uid)
    table.emit(e.ItemLost(hero.id, uid, lost.id, about.source))


def draw_item(table: Table, hero: Hero, deck: str) -> Procedure[None]:
    """A hero draws a Gear or Artifact card and has the Item."""
    card = yield from draw_card(table, deck, hero.id)
    if card is not None:
        yield from gain_item(table, hero, card)


def draw_card(table: Table, deck: str, hero: str = "", *, keep: bool = False) -> Procedure[str | None]:
    """The top card of a deck: picked among those that remain. An empty deck takes its discard pile back."""
    state = table.state
    while True:
        pile = state.decks[deck]
        if not pile.remaining:
            if not pile.discard:
                table.emit(e.NothingHappened(f"the {deck} deck", "it has run out"))
                return None
            table.emit(e.DeckReshuffled(deck))
        card = yield from table.pick(f"{deck} card", pile.remaining, deck_stream(deck))
        table.emit(e.CardDrawn(deck, card, table.title_of(card), hero, keep))
        if not (yield from redrawn(table, deck, card, keep)):
            return card


def redrawn(table: Table, deck: str, card: str, keep: bool) -> Procedure[bool]:
    """Whether a card just drawn is discarded and drawn again by an ability (such as the Silver Dice)."""
    from rules_engine.procedures.rerolls import any_rights, rights

    kinds = ("card", "threat_card") if deck.startswith("threat") else ("card",)
    if not any(any_rights(table, kind) for kind in kinds):
        return False
    held = [r for h in table.state.standing() for kind in kinds for r in rights(table, h, kind) if r.hero is h]
    for right in held:
        answer = yield from table.ask(
            right.hero.id,
            "redraw",
            f"{table.title_of(card)} is drawn. Use {right.held.source} to draw another?",
            (Option("keep", "keep it", card), Option("redraw", f"use {right.held.source}")),
            about={"card": card, "deck": deck},
        )
        if answer == "redraw":
            yield from pay(table, right.hero, right.ability, right.held, right.token)
            table.emit(e.CardCanceled(deck, card, table.title_of(card), right.held.source))
            if not keep:
                table.emit(e.CardDiscarded(deck, card))
            return True
    return False


def fused(table: Table, hero: Hero) -> set[int]:
    """Items that have become part of a hero: never lost, always in hand (Mutations 54 and 56)."""
    return {int(flag.partition(":")[2]) for flag in table.stats.flags(hero) if flag.startswith("fused:")}


def fuse(table: Table, hero: Hero, what: str, because: str) -> Procedure[None]:
    """An Item that needs a hand, or the Dark Stone carried now (else an Item with its Icon), becomes part of a hero."""
    records = table.library.items
    if what == "dark_stone" and hero.dark_stone:
        table.emit(
            e.LastingStarted(table.next_uid(), "fused_dark_stone", "add", hero.dark_stone, hero.id, "forever", because)
        )
        return
    if what == "dark_stone":
        able = [i for i in hero.items if any(records[one.id].dark_stone for one in i.cards)]
    else:
        able = [i for i in hero.items if records[i.id].hands]
    able = [i for i in able if i.uid not in fused(table, hero)]
    if not able:
        table.emit(e.NothingHappened(f"{hero.name} carries nothing that it could take", because))
        return
    options = [Option(f"fuse:{i.uid}", records[i.id].name, i.id) for i in able]
    answer = yield from table.ask(hero.id, "fuse", f"Which Item becomes part of {hero.name}?", options)
    uid = answer.partition(":")[2]
    table.emit(e.LastingStarted(table.next_uid(), f"fused:{uid}", "flag", 1, hero.id, "forever", because))
    yield from assign_hands(table, hero, ask=False)


# --- hands ------------------------------------------------------------------------------------------------------------


def hand_sets(table: Table, hero: Hero) -> list[tuple[int, ...]]:
    """Every fullest way to fill a hero's hands, as sorted uids of Items that need hands."""
    hands = table.stats.hero(hero, "hands")
    records = table.library.items
    held = [i for i in hero.items if records[i.id].hands and usable(table, hero, i)]
    one_handed = "guns_in_one_hand" in table.stats.flags(hero)
    needs = {
        i.uid: 1 if one_handed and {"gun", "bow"} & set(records[i.id].keywords) else records[i.id].hands for i in held
    }
    both = any(table.library.items[i.id].both_hands for i in held)
    if sum(needs.values()) <= hands and not (both and sum(needs.values()) == hands > 1):
        return [tuple(sorted(needs))]
    fits = [
        combo
        for size in range(1, hands + 1)
        for combo in combinations(sorted(needs), size)
        if sum(needs[uid] for uid in combo) <= hands
    ]
    stuck = fused(table, hero) & set(needs)
    fits = [c for c in fits if stuck <= set(c)] or fits
    fullest = [c for c in fits if not any(set(c) < set(other) for other in fits)] or [()]
    return fullest + [c for c in fits if c not in fullest and any(_fills(table, held, c, uid, hands) for uid in c)]


def _fills(table: Table, held: list[Item], combo: tuple[int, ...], uid: int, hands: int) -> bool:
    """Whether an Item that may be held in both hands is, and so fills them."""
    records = {i.uid: table.library.items[i.id] for i in held}
    return records[uid].both_hands and sum(records[one].hands for one in combo) + 1 == hands


def clothing_sets(table: Table, hero: Hero) -> list[tuple[int, ...]]:
    """Every way to fill the clothing slots: one Item a slot (as uids); Items without slot or hands always count."""
    records = table.library.items
    always = [
        i.uid for i in hero.items if not records[i.id].hands and not records[i.id].slot and usable(table, hero, i)
    ]
    slots: dict[str, list[int]] = {}
    for item in hero.items:
        slot = records[item.id].slot
        if slot and not records[item.id].hands and usable(table, hero, item):
            slots.setdefault(slot, []).append(item.uid)
    sets: list[tuple[int, ...]] = [tuple(always)]
    for slot, uids in slots.items():
        worn = 2 if slot == "hat" and "two_hats" in table.stats.flags(hero) else 1
        sets = [(*chosen, *some) for chosen in sets for some in combinations(uids, min(worn, len(uids)))]
    return sets


def assign_hands(table: Table, hero: Hero, *, ask: bool) -> Procedure[None]:
    """A hero assigns Items to hands and clothing slots, at the start of an Activation (compilation, "Hands").

    Asked only where there is more than one way; otherwise the fullest set is taken.
    """
    combos = [
        tuple(sorted((*hands, *clothes))) for hands in hand_sets(table, hero) for clothes in clothing_sets(table, hero)
    ]
    current = tuple(sorted(i.uid for i in hero.items if i.worn))
    if len(combos) > 1 and not ask:
        if current in combos:
            return
        combos = combos[:1]
    if len(combos) > 1:
        ordered = sorted(combos, key=lambda c: (c != current, c))
        names = {i.uid: table.library.items[i.id].name for i in hero.items}
        needs = {i.uid for i in hero.items if table.library.items[i.id].hands or table.library.items[i.id].slot}
        options = [
            Option("hands:" + ",".join(map(str, c)), ", ".join(names[u] for u in c if u in needs) or "empty hands")
            for c in ordered
        ]
        answer = yield from table.ask(
            hero.id, "hands", f"What does {hero.name} hold and wear?", options, rule="compilation: Hands"
        )
        chosen = tuple(int(u) for u in answer.partition(":")[2].split(",") if u)
    else:
        chosen = combos[0]
    if tuple(sorted(chosen)) != current:
        from rules_engine.procedures.harm import change_of_items

        table.emit(e.Equipped(hero.id, list(chosen)))
        yield from change_of_items(table, hero)


# --- Side Bag ---------------------------------------------------------------------------------------------------------


def gain_token(table: Table, hero: Hero, token: str) -> Procedure[None]:
    """A Side Bag Token for a hero. A full Side Bag means that one token must go (compilation, "Side Bag")."""
    table.library.find("tokens", token)
    table.emit(e.TokenGained(hero.id, token))
    if len(hero.side_bag) > table.stats.hero(hero, "side_bag"):
        kinds = list(dict.fromkeys(hero.side_bag))
        options = [Option(f"token:{t}", table.library.tokens[t].name, t, detail=table.library.text(t)) for t in kinds]
        answer = yield from table.ask(
            hero.id, "discard_token", f"{hero.name}'s Side Bag is full. Which token goes?", options
        )
        table.emit(e.TokenSpent(hero.id, answer.partition(":")[2], "no room"))


def lose_token(table: Table, hero: Hero, which: str, because: str) -> Procedure[None]:
    """A hero loses a Side Bag Token: a kind, or any of the hero's choice."""
    if which == "any":
        kinds = list(dict.fromkeys(hero.side_bag))
        if not kinds:
            table.emit(e.NothingHappened(f"{hero.name}'s Side Bag is empty", because))
            return
        options = [Option(f"token:{t}", table.library.tokens[t].name, t, detail=table.library.text(t)) for t in kinds]
        answer = yield from table.ask(hero.id, "lose_token", f"Which token does {hero.name} lose?", options)
        which = answer.partition(":")[2]
    if which in hero.side_bag:
        table.emit(e.TokenSpent(hero.id, which, because))


# --- any time ---------------------------------------------------------------------------------------------------------


def uses_of(table: Table, hero: Hero, when: str) -> Iterator[Use]:
    """What a hero may use at a moment, legal and payable now."""
    stats, used = table.stats, table.state.used
    for use in stats.using(hero, when):
        if use.limit not in used and can_pay(table, hero, use.ability.cost, use.held.uid) and _now(table, hero, use):
            yield use
    for token in dict.fromkeys(tokens_at_hand(table, hero)):
        for use in stats.token_uses(hero, token, when):
            if _now(table, hero, use):
                yield use


def _now(table: Table, hero: Hero, use: Use) -> bool:
    """Whether what the use depends on holds."""
    when = use.ability.when
    return when is None or table.holds(
        when, Context(subject=hero.id, owner=hero.id, source=use.held.source, uid=use.held.uid)
    )


def could_help(table: Table, hero: Hero, ability: Ability) -> bool:
    """Whether using it now could do anything: nobody is asked about a bandage for no wound."""
    first = first_effect(ability.do)
    if isinstance(first, Heal):
        wounds = first.wounds is not None or first.any is not None
        sanity = first.sanity is not None or first.any is not None
        return any(
            (wounds and h.wounds) or (sanity and h.sanity_damage) or (first.corruption is not None and h.corruption)
            for h in in_reach(table, hero, first.to)
        )
    if isinstance(first, Gain) and first.grit is not None and first.xp is None:
        return _grit_could_help(table, hero, first)
    if isinstance(first, AbilityTokens) and first.gain and first.to in ("subject", "owner"):
        from rules_engine.procedures.ability_tokens import kinds, most

        return any(k.id == first.gain and hero.tokens.get(k.id, 0) < most(table, hero, k) for k in kinds(table, hero))
    if isinstance(first, Status) and first.remove:
        statuses = STATUSES if first.remove == "any" else (first.remove,)
        return any(getattr(hero, status) for status in statuses)
    # Enemies that appear while models Activate end the turn: what lasts so long and only strikes would be wasted.
    peace = not table.state.enemies and table.state.phase == "activations"
    return not (peace and _only_for_a_fight(first))


ENEMY_TO = frozenset(["enemies", "enemies_on_tile", "adjacent_enemies", "one_enemy", "adjacent_one_enemy"])
STRIKING_STATS = frozenset(
    {
        "damage",
        "melee_damage",
        "ranged_damage",
        "critical_damage",
        "combat",
        "shots",
        "range",
        "melee_to_hit",
        "ranged_to_hit",
    }
)


def _only_for_a_fight(node: Node | None) -> bool:
    """Whether an effect can do nothing while no enemy is on the board: nobody is offered a battle cry in peace."""
    if isinstance(node, Each | Repeat):
        return bool(node.do) and _only_for_a_fight(node.do[0])
    if isinstance(node, Modify):
        return node.until in ("hit", "activation", "turn") and (node.stat in STRIKING_STATS or node.to in ENEMY_TO)
    if isinstance(node, Damage):
        return node.wounds is not None
    return isinstance(node, Escape | Strike | HitEnemy | Harm)


def _grit_could_help(table: Table, hero: Hero, gain: Gain) -> bool:
    """Whether somebody who would Recover Grit has room for it, or something to spend it on at once.

    As much as Max Grit itself means as much as the hero can hold: nothing of it goes beyond.
    """
    from rules_engine.procedures.ability_tokens import in_place_of_grit
    from rules_engine.procedures.surplus import surplus_options

    if gain.to in ("subject", "owner"):
        who = [hero]
    else:
        near = gain.to == "on_tile"
        who = [h for h in table.state.party_standing() if not near or table.same_tile(h.space, hero.space)]
    able = [h for h in who if "no_grit_recovery" not in table.stats.flags(h)]
    if any(h.grit < table.stats.hero(h, "max_grit") or in_place_of_grit(table, h) is not None for h in able):
        return True
    return not is_fill(gain) and any(surplus_options(table, h) for h in able)


def is_fill(gain: Gain) -> bool:
    """Whether an effect fills a hero's Grit up, rather than giving a number of Grit."""
    return gain.grit is not None and gain.grit.text == "max_grit"


def any_time_options(table: Table, who: str) -> list[Option]:
    """What standing heroes may do at any time, as extra options: tokens, abilities, Grit against Bleeding or Dread."""
    found: list[Option] = []
    if who == PARTY and table.state.dread and all(hero.grit for hero in table.state.party_standing()):
        found.append(
            Option("dread:party", "each Hero uses 1 Grit: cancel the top Growing Dread card unseen", None, True)
        )
    from rules_engine.procedures.trading import may_trade

    fight = bool(table.state.enemies)
    standing = table.state.standing()
    ills = _ills(standing)
    for hero in standing:
        for use in _any_time_uses(table, hero):
            if use.heals is not None and not _heals_any(use.heals, _ills([hero]) if use.heals[3] else ills):
                continue
            if _legal(table, hero, use) and could_help(table, hero, use.ability):
                found.append(use.option)
        if hero.bleeding and hero.grit:
            label = f"{hero.name} - spend 1 Grit to stop the Bleeding"
            found.append(Option(f"bandage:{hero.id}", label, hero.id, True))
        if who == hero.id or (who == PARTY and not fight):
            now = uses_of(table, hero, "activation")
            found += [use.option for use in now if could_help(table, hero, use.ability)]
        if who == hero.id and may_trade(table, hero):
            found.append(Option(f"trade:{hero.id}", f"{hero.name} - give something to another Hero", None, True))
        if who in (hero.id, PARTY) and may_rearrange(table, hero):
            found.append(Option(f"upgrade:{hero.id}", f"{hero.name} - change the Upgrades of Items", None, True))
    return found


def _ills(heroes: list[Hero]) -> tuple[bool, bool, bool]:
    """Whether any of some heroes has Wounds, Sanity Damage or Corruption."""
    wounds = sanity = corruption = False
    for hero in heroes:
        wounds = wounds or hero.wounds > 0
        sanity = sanity or hero.sanity_damage > 0
        corruption = corruption or hero.corruption > 0
    return wounds, sanity, corruption


def _heals_any(heals: tuple[bool, bool, bool, bool], ills: tuple[bool, bool, bool]) -> bool:
    return (heals[0] and ills[0]) or (heals[1] and ills[1]) or (heals[2] and ills[2])


def _any_time_uses(table: Table, hero: Hero) -> list[Use]:
    """A hero's abilities and Side Bag Tokens for any time, legal now or not."""
    stats = table.stats
    uses = stats.using(hero, "any_time")
    at_hand = tokens_at_hand(table, hero)
    if at_hand:
        uses = [
            *uses,
            *(use for token in dict.fromkeys(at_hand) for use in stats.token_uses(hero, token, "any_time")),
        ]
    return uses


def _legal(table: Table, hero: Hero, use: Use) -> bool:
    if not use.token and (use.limit in table.state.used or not can_pay(table, hero, use.ability.cost, use.held.uid)):
        return False
    return _now(table, hero, use)


def use_any_time(table: Table, answer: str) -> Procedure[None]:
    """Do what an extra option says."""
    from rules_engine.procedures.darkness import cancel_top_dread
    from rules_engine.procedures.fights import check_fight

    verb, _, rest = answer.partition(":")
    if verb == "dread":
        cancel_top_dread(table)
        return
    if verb == "upgrade":
        yield from rearrange(table, table.hero(rest))
        return
    if verb == "trade":
        from rules_engine.procedures.trading import trade

        yield from trade(table, table.hero(rest))
        return
    if verb == "bandage":
        hero = table.hero(rest)
        change_grit(table, hero, -1, "stopping the Bleeding")
        table.emit(e.StatusRemoved(hero.id, "bleeding", 1, "Grit"))
        return
    yield from use(table, answer, ("any_time", "activation"))
    check_fight(table)


def use(table: Table, answer: str, moments: tuple[str, ...]) -> Procedure[None]:
    """Use an ability or Side Bag Token by its option id: pay for it and run what it does."""
    from rules_engine.effects.run import run

    hero = table.hero(answer.split(":")[1])
    for moment in moments:
        for one in uses_of(table, hero, moment):
            if one.id == answer:
                held = one.held
                token = table.library.tokens.get(one.token)
                words = one.ability.keywords or (token.keywords if token is not None else ())
                about = Context(subject=hero.id, owner=hero.id, source=held.source, uid=held.uid, keywords=words)
                yield from pay(table, hero, one.ability, held, one.token)
                yield from run(table, one.ability.do, about)
                return
