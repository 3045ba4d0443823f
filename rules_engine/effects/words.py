"""Effects and abilities in words: a card's rules text is made from what the card does, so the two cannot differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from rules_engine.effects import nodes as n
from rules_engine.effects.language import Amount, Condition, Part
from rules_engine.effects.parse import Ability, Modifier, OnFace
from rules_engine.effects.terms import FLAGS, LIMITS, STATS, TARGET_STATS, UNTIL, USES, WHOM
from rules_engine.effects.words_classes import boost_in_words, reroll_in_words
from rules_engine.effects.words_events import EVENTS


def effects_in_words(effects: n.Effects) -> str:
    """What some effects do, as one line without a full stop at its end."""
    return "; ".join(text for text in (_node(node) for node in effects) if text)


def enemy_ability_in_words(ability: Ability) -> str:
    """What an enemy's ability does: its subject is the hero whom it befalls."""
    text = ability_in_words(ability)
    for said, meant in (
        ("hen you take Wounds", "hen it wounds a Hero"),
        ("hen you take Sanity Damage", "hen it costs a Hero Sanity"),
        ("hen you kill an Enemy", "hen it is killed"),
        ("hen you wound an Enemy and it lives", "hen it is wounded"),
        ("you take ", "that Hero takes "),
        ("you gain ", "that Hero gains "),
        ("you lose ", "that Hero loses "),
        ("you heal ", "that Hero heals "),
        ("you have ", "that Hero has "),
    ):
        text = text.replace(said, meant)
    return text


def ability_in_words(ability: Ability) -> str:
    """What an ability gives, as sentences."""
    parts: list[str] = [_modifier(m) for m in ability.modifiers]
    parts += [FLAGS.get(flag, flag.replace("_", " ")) for flag in ability.flags]
    for name, value in (
        ("Fear", ability.fear),
        ("Terror", ability.terror),
        ("Unspeakable Terror", ability.unspeakable_terror),
    ):
        if value:
            parts.append(f"{name} ({value})")
    if ability.armor:
        parts.append(f"Armor {ability.armor}+")
    if ability.tough:
        parts.append("Tough")
    if ability.flight:
        parts.append("flies")
    parts += _standing_off(ability)
    if ability.on_face is not None:
        parts.append(_face(ability.on_face))
    if ability.free_attack is not None:
        parts.append(f"Free Attack: {_strike(ability.free_attack)}")
    if ability.reroll is not None:
        right = ability.reroll
        dice = {"one": "one die", "any": "any dice", "ones": "each 1", "failed": "failed dice"}[right.dice]
        whose = {"own": "your", "other": "another Hero's", "enemy": "an Enemy's", "any": "anyone's"}[right.whose]
        parts.append(f"re-roll {dice} of {reroll_in_words(right, whose)}")
    if ability.boost is not None:
        parts.append(boost_in_words(ability))
    does = effects_in_words(ability.do)
    if does:
        when = EVENTS.get(ability.on, "") if ability.on else USES.get(ability.use, "")
        if ability.of == "any" and when.startswith("when you "):
            first, _, rest = when.removeprefix("when you ").partition(" ")
            when = f"when a Hero {'is' if first == 'are' else first + 's'} {rest}"
        if ability.may:
            does = _leave(does)
        parts.append(f"{when}, {does}" if when else does)
    condition = f" (while {condition_in_words(ability.when)})" if ability.when is not None else ""
    cost = cost_in_words(ability.cost) if ability.boost is None else ""
    head = ", ".join(text for text in (LIMITS.get(ability.limit, ""), cost) if text)
    body = "; ".join(parts) + condition
    text = f"{head}: {body}" if head else body
    return text[:1].upper() + text[1:] + "." if text.strip() else ""


def _leave(does: str) -> str:
    """What may be done, with one "you may" for all of it."""
    each = does.split("; ")
    if len(each) > 1 and all(one.startswith("you ") for one in each):
        first, last = [one.removeprefix("you ") for one in each[:-1]], each[-1].removeprefix("you ")
        return f"you may {', '.join(first)} and {last}"
    return "you may " + does.removeprefix("you ")


def _standing_off(ability: Ability) -> list[str]:
    """What an enemy does that shoots, stays or cannot be hurt."""
    parts = []
    if ability.immobile:
        parts.append("Immobile")
    if ability.shootout:
        parts.append("Shootout")
    if ability.snap_fire:
        parts.append("Snap Fire")
    if ability.ranged is not None:
        gun = ability.ranged
        plus = f"{gun.die} {gun.damage:+d}" if gun.die and gun.damage else gun.die or gun.damage
        damage = f", Damage {plus}" if plus is not None else ""
        face = f" ({_face(gun.on_face)})" if gun.on_face is not None else ""
        parts.append(f"Ranged Attack: Range {gun.range}, {_count(gun.shots, 'Shot')}{damage}{face}")
    if ability.damage_die:
        parts.append(f"each Combat Hit does {ability.damage_die} more Damage")
    if ability.attacks_all:
        parts.append("it attacks every Hero in reach")
    if ability.reach:
        parts.append(f"its Melee Attacks reach {_count(ability.reach, 'space')}")
    if ability.exposed:
        parts.append(f"Heroes may make Melee Attacks on it from up to {_count(ability.exposed, 'space')} away")
    if ability.hold_back:
        parts.append(f"Hold Back the Darkness needs {ability.hold_back} more while a Hero is on a Map Tile with one")
    if ability.immune:
        parts.append(f"Immune to {_listed(word.replace('-', ' ') for word in ability.immune)}")
    return parts


def _face(face: OnFace) -> str:
    done = [f"ignore {_listed(face.ignore)}"] if face.ignore else []
    if face.harder:
        done.append(f"the Hero needs {face.harder} more to Defend that Hit")
    if face.around:
        done.append(f"every other Hero next to the target takes {_count(face.around, 'Combat Hit')}")
    done += [effects_in_words(face.do)] if face.do else []
    return f"its To Hit rolls of {face.at_least}{'+' if face.at_least < 6 else ''}: {'; '.join(done)}"


def abilities_in_words(abilities: Iterable[Ability]) -> str:
    """Several abilities, one sentence after another."""
    return " ".join(text for text in map(ability_in_words, abilities) if text)


def cost_in_words(cost: n.Cost) -> str:
    """What has to be paid."""
    paid = []
    if cost.discard:
        paid.append("discard this")
    if cost.grit:
        paid.append(f"use {cost.grit} Grit")
    paid += [f"use {count} {token.replace('-', ' ').title()}" for token, count in cost.tokens]
    if cost.dark_stone:
        paid.append(f"use {cost.dark_stone} Dark Stone")
    if cost.gold:
        paid.append(f"pay ${cost.gold}")
    if cost.corruption_hit:
        paid.append(f"take {_count(cost.corruption_hit, 'Corruption Hit')}")
    if cost.wounds:
        paid.append(f"take {_count(cost.wounds, 'Wound')}")
    if cost.sanity:
        paid.append(f"take {cost.sanity} Sanity Damage")
    return " and ".join(paid)


def upgrade_in_words(slots: int, to: Iterable[str], cost: n.Cost) -> str:
    """What an Upgrade is attached to, the Upgrade Slots that it requires, and what that costs."""
    kinds = " or ".join(kind.replace("_", " ").title() for kind in to)
    price = f"; to attach it, {cost_in_words(cost)}" if cost_in_words(cost) else ""
    return f"Upgrade ({_count(slots, 'Slot')}) for {kinds}{price}."


def condition_in_words(condition: Condition) -> str:
    """A condition as people say it."""
    return " and ".join(_part(part) for part in condition.parts)


def _part(part: Part) -> str:
    if part.left is not None and part.right is not None:
        words = {
            ">": "is more than",
            "<": "is less than",
            ">=": "is at least",
            "<=": "is at most",
            "==": "is",
            "!=": "is not",
        }
        text = f"{_amount(part.left)} {words[part.op]} {_amount(part.right)}"
        return f"not {text}" if part.negated else text
    some = "nobody" if part.negated else "somebody"
    names = {
        "keyword": f"the Hero is {part.name.title()}",
        "enemy_keyword": f"the Enemy is {part.name.title()}",
        "enemy_size": f"the Enemy is {part.name.title()}",
        "enemy_on_tile": f"a {part.name.title()} Enemy is on your Map Tile",
        "type": f"the Enemy is {part.name.replace('-', ' ').title()}",
        "world": f"in the {part.name.replace('-', ' ').title().replace(' Of ', ' of ')}",
        "otherworld": "in an OtherWorld",
        "ally": f"the Ally is a {part.name.replace('-', ' ').title()}",
        "hold_back": "it comes of Holding Back the Darkness",
        "item": f"using a {part.name.title()}",
        "with": f"using {part.name}",
        "using": f"using the {part.name.replace('-', ' ').title()}",
        "this_item": "using the Item",
        "mutation": f"with Mutation {part.name}",
        "injury": f"with Injury {part.name}",
        "madness": f"with Madness {part.name}",
        "carries": f"carrying the {part.name.replace('-', ' ').title()}",
        "on_place": f"in the {part.name.replace('-', ' ').title()}",
        "all_on": f"every Hero is in the {part.name.replace('-', ' ').title()}",
        "someone_carries": f"{some} carries the {part.name.replace('-', ' ').title()}",
        "fight": "in a Fight",
        "ko": "KO'd",
        "lit": "in the light",
        "alone_on_tile": "alone on the Map Tile",
        "adjacent_enemy": "next to an Enemy",
        "acted": "having Activated",
        "critical": "it is a Critical Hit",
        "objective": "the Objective is found",
        "melee": "attacking hand to hand",
        "ranged": "attacking at range",
        "combat_hit": "it is a Combat Hit",
        "wounded": "Wounded",
        "elite": "the Enemy is Elite",
        "no_other_enemy": "no other Enemy is adjacent",
        "both_hands": "holding it in both hands",
        "beside_owner": "it befalls a Hero next to you",
        "exhausted": f"{part.name.replace('-', ' ').title()} is used up",
        "marked_space": "the marker is on a Blood Spatter or Growing Dread space",
    }
    text = names[part.word]
    return _denied(text) if part.negated and part.word != "someone_carries" else text


def _denied(text: str) -> str:
    """The contrary, as people say it: `it is not a Critical Hit`, `not in a Fight`."""
    for said, meant in (
        ("it comes ", "it does not come "),
        ("it befalls ", "it does not befall "),
        ("no other Enemy ", "another Enemy "),
    ):
        if text.startswith(said):
            return text.replace(said, meant)
    if text.startswith(("it is ", "the ")) or text.endswith(" is used up"):
        return text.replace(" is ", " is not ")
    return f"not {text}"


def _amount(amount: Amount) -> str:
    text = re.sub(r"(\d?)P", lambda of: "{P}" * int(of[1] or 1), amount.text.replace("{P}", "P"))
    names = {
        "this_type": "its number on the board",
        "dark_stone": "your Dark Stone",
        "n": "the roll",
        "amount": "the amount",
    }
    if amount.terms and amount.text in names:
        return names[amount.text]
    text = re.sub(r"(\w+)/(\d+)", r"one for every \2 of the \1", text)
    text = re.sub(r"max_tokens_(\w+)", lambda of: f"Max {of[1].title()}", text)
    text = re.sub(r"tokens_(\w+)", lambda of: f"your {of[1].title()}", text)
    text = re.sub(r"tally_(\w+)", lambda of: f"the count of {of[1].title()}", text)
    return text.replace("heroes", "one for each Hero").replace("*", " x ").replace("_", " ")


def _count(amount: Amount | int, noun: str, many: str = "") -> str:
    one = amount == 1 if isinstance(amount, int) else amount.fixed and amount.const == 1
    text = str(amount) if isinstance(amount, int) else _amount(amount)
    return f"{text} {noun if one else many or noun + 's'}"


def _listed(words: Iterable[str]) -> str:
    found = [word.replace("_", " ").title() for word in words]
    return " and ".join([", ".join(found[:-1]), found[-1]]) if len(found) > 1 else "".join(found)


def _whom(to: str, verb: str) -> str:
    who = WHOM.get(to, to)
    return f"{who} {verb}" if who == "you" or who.startswith(("all", "Enemies")) else f"{who} {verb}s"


def _modifier(modifier: Modifier) -> str:
    stat = STATS.get(modifier.stat, modifier.stat.replace("_", " ").title())
    whom = (
        "" if modifier.to in ("owner", "subject", "this_type", "this") else f" for {WHOM.get(modifier.to, modifier.to)}"
    )
    when = f" while {condition_in_words(modifier.when)}" if modifier.when is not None else ""
    keyword = _of_keyword(modifier)
    if keyword:
        whom, when = f" for all {keyword} Enemies", ""
    least = f" (at least {modifier.at_least})" if modifier.at_least is not None else ""
    if modifier.op == "set":
        plus = "+" if modifier.stat in TARGET_STATS else ""
        return f"{stat} {modifier.value}{plus}{whom}{when}"
    if modifier.op == "multiply":
        return f"{stat} x {modifier.value}{whom}{when}"
    return f"{modifier.value:+d} {stat}{least}{whom}{when}"


def _of_keyword(modifier: Modifier) -> str:
    """The Keyword of all Enemies that a change is for, if nothing else is asked of them; else nothing."""
    parts = modifier.when.parts if modifier.when is not None and modifier.to == "enemies" else ()
    if len(parts) != 1 or parts[0].negated or parts[0].left is not None:
        return ""
    return parts[0].name.title() if parts[0].word == "enemy_keyword" else ""


def _hits(node: n.Hits) -> str:
    kind = {"physical": "Hit", "horror": "Horror Hit", "corruption": "Corruption Hit"}[node.kind]
    damage = "" if node.damage.fixed and node.damage.const == 1 else f" of {_amount(node.damage)} Damage"
    ignore = f", ignoring {_listed(node.ignore)}" if node.ignore else ""
    return f"{_whom(node.to, 'take')} {_count(node.count, kind)}{damage}{ignore}"


def _damage(node: n.Damage) -> str:
    taken = []
    if node.wounds is not None:
        taken.append(_count(node.wounds, "Wound"))
    if node.sanity is not None:
        taken.append(f"{_amount(node.sanity)} Sanity Damage")
    if node.corruption is not None:
        taken.append(f"{_amount(node.corruption)} Corruption")
    return f"{_whom(node.to, 'take')} {' and '.join(taken)}, ignoring Defense and Willpower"


def _heal(node: n.Heal) -> str:
    healed = [_count(node.wounds, "Wound")] if node.wounds is not None else []
    for amount, noun in ((node.sanity, "Sanity"), (node.corruption, "Corruption")):
        if amount is not None:
            healed.append(f"{_amount(amount)} {noun}")
    if node.any is not None:
        said = _amount(node.any)
        healed.append("1 Wound or 1 Sanity" if said == "1" else f"{said} Wounds and Sanity in any mix")
    return f"{_whom(node.to, 'heal')} {' and '.join(healed)}"


def _wealth(node: n.Gain | n.Lose) -> str:
    said = []
    if node.xp is not None:
        said.append(f"{_amount(node.xp)} XP")
    if node.gold is not None:
        said.append(f"${_amount(node.gold)}")
    if node.dark_stone is not None:
        said.append(f"{_amount(node.dark_stone)} Dark Stone")
    if node.grit is not None:
        said.append(f"{_amount(node.grit)} Grit")
    return f"{_whom(node.to, 'gain' if isinstance(node, n.Gain) else 'lose')} {' and '.join(said)}"


def _token(node: n.Token) -> str:
    name = (node.gain or node.lose).replace("-", " ").title()
    name = "Side Bag Token" if name == "Any" else f"{name} token"
    return f"{_whom(node.to, 'gain' if node.gain else 'lose')} {_count(node.count, name)}"


def _status(node: n.Status) -> str:
    verb, name = ("gain", node.add) if node.add else ("lose", "status" if node.remove == "any" else node.remove)
    return f"{_whom(node.to, verb)} {_count(node.count, name.title() + ' marker')}"


def _attack(node: n.Attack) -> str:
    how = "Ambush" if node.ambush else "attack"
    elite = f", with {_amount(node.elite)} Elite" if node.elite.const or node.elite.terms else ""
    if node.threat:
        level = {"normal": "a", "higher": "a higher"}.get(node.threat, f"a {node.threat.title()}")
        return f"draw {level} Threat card: its Enemies {how}{elite}"
    return f"{_amount(node.count)} {node.enemy.replace('-', ' ').title()} {how}{elite}"


def _track(node: n.Track) -> str:
    said = []
    if node.darkness is not None:
        back = node.darkness.fixed and node.darkness.const < 0
        steps = str(-node.darkness.const) if back else _amount(node.darkness)
        said.append(f"the Darkness marker moves {steps} {'back' if back else 'forward'}")
    if node.heroes is not None:
        said.append(f"the Hero Party marker moves {_amount(node.heroes)} deeper")
    return " and ".join(said)


def _test(node: n.Test) -> str:
    skill = " or ".join(s.title() for s in node.skill)
    text = f"{WHOM.get(node.who, node.who)} must pass a {skill} {node.target}+ test"
    if node.on_pass:
        text += f"; if passed, {effects_in_words(node.on_pass)}"
    if node.on_fail:
        text += f"; if failed, {effects_in_words(node.on_fail)}"
    return text


def _roll(node: n.RollDie) -> str:
    rows = []
    for numbers, effects in node.table:
        span = f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
        rows.append(f"{span}: {effects_in_words(effects) or 'nothing'}")
    said = [effects_in_words(node.do)] if node.do else []
    return f"roll {node.die} ({', '.join([*rows, *said])})"


def _if(node: n.If) -> str:
    text = f"if {condition_in_words(node.when)}, {effects_in_words(node.then) or 'nothing happens'}"
    return text + (f"; otherwise {effects_in_words(node.otherwise)}" if node.otherwise else "")


def _choose(node: n.Choose) -> str:
    said = []
    for offer in node.options:
        cost = cost_in_words(offer.cost) + ": " if offer.cost is not None and cost_in_words(offer.cost) else ""
        said.append(f"{offer.label} ({cost}{effects_in_words(offer.do) or 'nothing happens'})")
    return "choose: " + " or ".join(said)


def _modify(node: n.Modify) -> str:
    op, amount = next(
        (o, a) for o, a in (("set", node.set), ("multiply", node.multiply), ("add", node.add)) if a is not None
    )
    stat = STATS.get(node.stat, node.stat.replace("_", " ").title())
    if op == "set":
        value = f"{stat} {_amount(amount)}{'+' if node.stat in TARGET_STATS else ''}"
    elif op == "multiply":
        value = f"{stat} x {_amount(amount)}"
    else:
        sign = "" if amount.text.startswith("-") else "+"
        value = f"{sign}{_amount(amount)} {stat}"
    when = f" while {condition_in_words(node.when)}" if node.when is not None else ""
    return f"{_whom(node.to, 'have').replace('haves', 'has')} {value} {UNTIL[node.until]}{when}"


def _strike(node: n.Strike) -> str:
    dice = node.shots if node.kind == "ranged" else node.combat
    reach = f", Range {_amount(node.range)}" if node.range is not None else ""
    number = (
        (_count(dice, "Shot") if node.kind == "ranged" else f"Combat {_amount(dice)}")
        if dice is not None
        else "your full Combat"
    )
    die = f", {node.die} Damage" if node.die != "D6" else ""
    add = f", {node.add:+d} Damage" if node.add else ""
    each = " against each adjacent Enemy" if node.each_adjacent else ""
    hit = f", with your {node.to_hit.title()} To Hit" if node.to_hit else ""
    return f"a {node.kind.title()} Attack ({number}{reach}{die}{add}{hit}){each}"


def _item(node: n.ItemChange) -> str:
    if node.gain:
        return f"{_whom(node.to, 'gain')} {node.gain.replace('-', ' ').title()}"
    if node.forge:
        return f"{node.forge.replace('-', ' ').title()} is forged onto an Item"
    if node.fuse:
        what = "the Dark Stone carried" if node.fuse == "dark_stone" else "an Item that needs a hand"
        return f"{what} becomes part of you"
    named = {"this": "this Item", "one": "an Item", "random": "a random Item"}
    what = named.get(node.lose, f"the {node.lose.replace('-', ' ').title()}")
    return f"{_whom(node.to, 'lose')} {what}"


def _shot(node: n.Shot) -> str:
    at = {"random": "a Random Hero", "farthest": "the farthest Hero", "target": "its target"}[node.at]
    effect = effects_in_words(node.instead) if node.instead else f"{_amount(node.damage)} Damage"
    effect += f", ignoring {_listed(node.ignore)}" if node.ignore else ""
    shots = _count(node.shots, "Shot")
    return f"a free Ranged Attack at {at} in sight (Range {_amount(node.range)}, {shots}; each Hit: {effect})"


def _flame(node: n.Flame) -> str:
    foes = effects_in_words(node.do)
    friends = effects_in_words(node.friends).replace("you take", "it takes")
    burnt = f"; each friend that it touches: {friends}" if friends else ""
    return f"a Flame Template Attack (Range {_amount(node.range)}; each foe that it touches: {foes}{burnt})"


_WORDS: dict[type[n.Node], Callable[[Any], str]] = {
    n.Hits: _hits,
    n.Damage: _damage,
    n.Heal: _heal,
    n.Gain: _wealth,
    n.Lose: _wealth,
    n.Token: _token,
    n.Status: _status,
    n.Draw: lambda x: f"{_whom(x.to, 'draw')} {_count(x.count, x.deck.replace('-', ' ').title() + ' card')}",
    n.Attack: _attack,
    n.Spawn: lambda x: (
        f"{_amount(x.count)} {'more' if x.enemy == 'this' else x.enemy.replace('-', ' ').title()} join the Fight "
        + ("around it" if x.at == "this" else "beside Random Heroes")
    ),
    n.Track: _track,
    n.Archive: lambda x: (
        f"take away {-x.add.const} Archive markers"
        if x.add.fixed and x.add.const < 0
        else f"add {_count(x.add, 'Archive marker')}"
    ),
    n.DepthEvent: lambda x: "a Depth Event occurs",
    n.Test: _test,
    n.RollDie: _roll,
    n.If: _if,
    n.Choose: _choose,
    n.Each: lambda x: f"for {WHOM.get(x.to, x.to)}: {effects_in_words(x.do)}",
    n.Repeat: lambda x: f"{_amount(x.times)} times over: {effects_in_words(x.do)}",
    n.Modify: _modify,
    n.Flag: lambda x: f"{FLAGS.get(x.name, x.name.replace('_', ' '))} {UNTIL[x.until]}",
    n.Chart: lambda x: f"{_whom(x.to, 'roll')} on the {x.name.replace('-', ' ').title()} Chart",
    n.ItemChange: _item,
    n.Harm: lambda x: (
        f"{WHOM.get(x.to, x.to)}: {_count(x.wounds, 'Wound')}" + (f", ignoring {_listed(x.ignore)}" if x.ignore else "")
    ),
    n.Mend: lambda x: f"{WHOM.get(x.to, x.to)}: heal {_count(x.wounds, 'Wound')}",
    n.HitEnemy: lambda x: (
        f"{WHOM.get(x.to, x.to)}: {_count(x.count, 'automatic Critical Hit' if x.critical else 'automatic Hit')}"
        f" ({x.die} Damage{f' {x.add:+d}' if x.add else ''})"
    ),
    n.Move: lambda x: f"move {_amount(x.add)} more spaces",
    n.Shot: _shot,
    n.Flame: _flame,
    n.Corpses: lambda x: f"{_count(x.count, 'Corpse Token')} beside {WHOM.get(x.to, x.to)}",
    n.Pull: lambda x: f"the Hero is pulled up to {_count(x.spaces, 'space')} toward it",
    n.Throw: lambda x: (
        f"throw it up to {_amount(x.range)} spaces: {_amount(x.wounds)} Wounds to each model there and adjacent"
    ),
    n.Strike: _strike,
    n.Prevent: lambda x: "prevent all of it" if x.all else f"prevent {_amount(x.amount)} of it",
    n.Ready: lambda x: f"ready {(x.item or x.ability).replace('-', ' ').title()}",
    n.Revive: lambda x: "stand up at once, without a chart roll",
    n.Escape: lambda x: "you need no Escape tests this turn",
    n.Cancel: lambda x: "cancel it",
    n.EndActivation: lambda x: "your Activation ends",
    n.EndTurn: lambda x: "the turn ends",
    n.Tally: lambda x: (
        f"{x.name.replace('_', ' ').title()} is set to {_amount(x.set)}"
        if x.set is not None
        else f"{x.name.replace('_', ' ').title()} {'' if x.add.text.startswith('-') else '+'}{_amount(x.add)}"
    ),
    n.Clue: lambda x: f"{_count(x.count, 'Clue')} found",
    n.NextAttack: lambda x: f"the next Enemies to come have {_count(x.elite, 'Elite ability', 'Elite abilities')}",
}


def _ability_tokens(node: n.AbilityTokens) -> str:
    name = (node.gain or node.lose).replace("-", " ").title()
    return f"{_whom(node.to, 'gain' if node.gain else 'lose')} {_amount(node.count)} {name}"


def _cast(node: n.Cast) -> str:
    danger = ", Dangerous" if node.dangerous else ""
    xp = f"; {node.xp} XP" + (" the first time in an Adventure" if node.first else "") if node.xp else ""
    return f"cast on {node.number}+ ({node.element.title()}{danger}): {effects_in_words(node.do)}{xp}"


_WORDS[n.AbilityTokens] = _ability_tokens
_WORDS[n.Cast] = _cast


def _node(node: n.Node) -> str:
    return _WORDS[type(node)](node)
