"""Words for what befalls the heroes, and what they find, use and lose."""

HEROES: dict[str, tuple[str, ...]] = {
    # --- harm ---------------------------------------------------------------------------------------------------------
    "hits.physical": (
        "{hero} takes {hits}{source}.",
        "It comes down on {hero}: {hits}{source}.",
        "There is no room to get out of the way. {hero} takes {hits}{source}.",
        "{hits} for {hero}{source}.",
    ),
    "hits.horror": (
        "It gets in behind {heros} eyes: {hits}{source}.",
        "{hero} takes {hits}{source}, and they are the kind that leave no mark.",
        "Something looks back at {hero}. {hits}{source}.",
        "The mind was never built for it. {hero} takes {hits}{source}.",
    ),
    "hits.corruption": (
        "It crawls under {heros} skin: {hits}{source}.",
        "{hero} takes {hits}{source}, and tastes metal.",
        "The black of it closes on {hero}: {hits}{source}.",
    ),
    "hits.bare": (
        "{hits}.",
        "That is {hits}.",
        "{hits}, all told.",
    ),
    "wounded": (
        "{hero} takes {wounds}.",
        "It costs {hero} {wounds}.",
        "{wounds} for {hero}; {left} Health to come and go on.",
        "{hero} is marked for it: {wounds}, {left} Health left.",
    ),
    "wounded.too": (
        "{wounds}.",
        "It costs {them} {wounds}.",
        "{wounds}, and {left} Health left.",
        "{wounds} to carry.",
        "That is {wounds} worth of it.",
        "{wounds}, and time only to swear.",
        "The price is {wounds}.",
    ),
    "wounded.low": (
        "{hero} takes {wounds}. {left} Health is not much to stand up on.",
        "{wounds}, and {hero} is down to {left} Health. The coat hides the worst of it.",
        "{hero} is still upright, on {left} Health and spite, after {wounds}.",
        "{wounds}. {left} Health left in {hero}, and it is leaking.",
    ),
    "wounded.low.too": (
        "{wounds}. {left} Health is not much to stand up on.",
        "{wounds}, and {they} [is|are] down to {left} Health. The coat hides the worst of it.",
        "Still upright, on {left} Health and spite, after {wounds}.",
        "{wounds}. {left} Health left, and leaking.",
    ),
    "wounded.out": (
        "{wounds}, and {hero} has no more to lose.",
        "{hero} takes {wounds}, and that is all that was left in {them}.",
        "{wounds}. The last of {heros} strength goes out with them.",
    ),
    "wounded.out.too": (
        "{wounds}, and that is all there was to lose.",
        "{wounds}. {their} strength goes the same way.",
        "{wounds}: the last {they} had in {them}.",
    ),
    "low.health": (
        "{hero} is down to {left} Health.",
        "That leaves {hero} {left} Health, and swaying.",
        "{hero} stands on {left} Health and bad temper.",
    ),
    "low.none": (
        "{hero} has nothing left to lose.",
        "That was the last of {heros} strength.",
    ),
    "near.health": (
        "{left} Health is not much to stand up on.",
        "{left} Health left, and leaking.",
        "That leaves {left} Health, and spite.",
        "{they} [is|are] down to {left} Health, and the coat hides the worst of it.",
    ),
    "near.health.none": (
        "That is all there was to lose.",
        "It was the last {they} had in {them}.",
        "{their} strength goes the same way.",
    ),
    "near.sanity": (
        "{left} Sanity left, and the walls have started agreeing with {them}.",
        "{left} Sanity to hold on to, with eyes shut.",
        "A laugh, at the wrong time. {left} Sanity left.",
    ),
    "near.sanity.none": (
        "That was the bottom of it.",
        "Something closes its door.",
        "There is nobody left in there to frighten.",
    ),
    "shaken": (
        "{hero} loses {sanity} Sanity.",
        "{sanity} Sanity gone from {hero}; {left} left to think with.",
        "It takes {sanity} Sanity out of {hero}.",
        "{hero} is short {sanity} Sanity after that, and has {left}.",
    ),
    "shaken.too": (
        "{sanity} Sanity gone.",
        "It takes {sanity} Sanity out of {them}; {left} left.",
        "{sanity} Sanity the less.",
        "The price is {sanity} Sanity.",
    ),
    "shaken.low": (
        "{hero} loses {sanity} Sanity. {left} left, and the walls have started agreeing with {them}.",
        "{sanity} Sanity gone. {hero} holds on to {left} with eyes shut.",
        "{hero} laughs at the wrong time. {sanity} Sanity gone, {left} left.",
    ),
    "shaken.low.too": (
        "{sanity} Sanity gone. {left} left, and the walls have started agreeing with {them}.",
        "{sanity} Sanity gone, and only {left} to hold on to, with eyes shut.",
        "A laugh, at the wrong time. {sanity} Sanity gone, {left} left.",
    ),
    "shaken.out": (
        "{hero} loses {sanity} Sanity, and there is none left to lose.",
        "{sanity} Sanity. That was the bottom of it; {heros} mind lets go.",
        "Something in {hero} closes its door. {sanity} Sanity, and none left.",
    ),
    "shaken.out.too": (
        "{sanity} Sanity, and there is none left to lose.",
        "{sanity} Sanity. That was the bottom of it.",
        "Something closes its door. {sanity} Sanity, and none left.",
    ),
    "corrupted": (
        "{points} for {hero}, who now carries {now}.",
        "The stuff gets into {hero}: {points}, {now} in all.",
        "{hero} gains {points}. That makes {now}, and it does not wash off.",
    ),
    "corrupted.too": (
        "{points}; that makes {now}.",
        "{points}, {now} in all, and it does not wash off.",
        "{they} [carries|carry] away {points}, and {now} in all.",
    ),
    "prevented": (
        "{source} keeps {amount} from {hero}.",
        "It would have been worse by {amount} but for {source}.",
        "{hero} has {source} to thank for {amount} that never came.",
    ),
    "prevented.own": (
        "{heros} {source} takes {amount} meant for {them}.",
        "The {source} earns its keep: {amount} that {hero} never feels.",
        "But for the {source} it would be {amount} worse for {hero}.",
    ),
    "ko.prevented": (
        "{hero} ought to go down. {hero} does not.",
        "By every reckoning {hero} is finished, and stands there all the same.",
        "It is enough to put anybody on the floor. {hero} declines.",
    ),
    "prevented.bare": (
        "{hero} is spared {amount}.",
        "It would have been worse for {hero} by {amount}.",
    ),
    "voices": (
        "Outside the light, the voices find {hero}.",
        "{hero} stands in the dark, and the dark starts to talk.",
        "No lantern here. {hero} hears them, close, and patient.",
        "The voices have been waiting for {hero} to step out of the light.",
    ),
    "voices.saved": (
        "The voices find {hero} outside the light, and get no answer.",
        "{hero} stands in the dark, and lets the dark talk.",
        "Out where the lantern does not reach, something says {heros} name. {hero} has heard worse in church.",
        "{hero} hums, off the light's edge, so as not to listen.",
    ),
    "poison": (
        "The poison works in {hero}.",
        "{hero} sweats, and it is not the heat. The poison is at work.",
        "Poison keeps its own hours, and {heros} have come round.",
    ),
    "stone": (
        "{stones} of Dark Stone in {heros} pack, warm as if held. {hits}.",
        "Dark Stone is poor company on the road: {stones}, and {hits} for {hero}.",
        "{hero} has carried {stones} of Dark Stone long enough for it to learn {them}. {hits}.",
    ),
    # --- down, and up again -------------------------------------------------------------------------------------------
    "ko": (
        "{hero} goes down. There is no arguing with it. KO'd.",
        "{heros} knees go, then the rest. {hero} is KO'd.",
        "{hero} sits down like someone who means to rest a minute, and tips over. KO'd.",
        "That is all {hero} can do. {hero} is KO'd.",
        "The light goes out of {heros} face. {hero} is KO'd.",
        "{hero} hits the floor and stays on it, KO'd.",
    ),
    "revived": (
        "{hero} should be down. {hero} is not: a Revive Token is spent, and {left} left.",
        "Some debt is paid on {heros} behalf. {hero} stands, a Revive Token the poorer; {left} left.",
        "It was over for {hero}, and then it was not. A Revive Token gone, {left} left.",
    ),
    "recovered": (
        "{hero} comes to and gets up, which is more than was expected.",
        "{hero} spits, swears, and stands.",
        "They have {hero} on {their} feet again.",
        "{hero} opens {their} eyes. Not dead, then. Up.",
        "{hero} is back among the living, and complains of it.",
    ),
    "recovered.too": (
        "But {they} [gets|get] up.",
        "{they} [spits|spit], [swears|swear], and [stands|stand].",
        "Not dead, then. Up.",
        "And {they} [is|are] on {their} feet again.",
    ),
    "died": (
        "{hero} is dead. There is nothing to add to that.",
        "{hero} does not get up. {hero} is not going to. {hero} is dead.",
        "That is the end of {heros} road. {hero} is dead.",
        "Take off your hat. {hero} is dead.",
    ),
    "died.ally": (
        "{hero} is killed. The wages are still owed.",
        "That was not in the bargain: {hero} is dead.",
        "{hero} was hired to come this far, and comes no farther. {hero} is dead.",
    ),
    "basic_ally": (
        "{hero} uses up a hired hand: the {ally} is gone.",
        "The {ally} does what {hero} paid for, and is spent.",
    ),
    "ally_upgraded": (
        "{hero} has learned something down there: {upgrade}.",
        "It made something of {hero}: {upgrade}.",
    ),
    "healed": (
        "{hero} heals {healed}.",
        "{hero} is the lighter by {healed}.",
        "Some of it knits: {healed} gone from {heros} account.",
        "{healed} undone. {hero} can stand a little straighter.",
    ),
    "healed.too": (
        "{healed} mended.",
        "{healed} the better for it.",
        "That is {healed} undone.",
    ),
    "healed.by": (
        "{healer} sees to {hero}: {healed} mended.",
        "Under {healers} hands {hero} heals {healed}.",
        "{hero} owes {healer} for {healed}.",
    ),
    "healed.all": (
        "{party} bind up what can be bound.",
        "{party} see to their hurts.",
        "There is water, thread and quiet enough for {party} to mend.",
    ),
    "breath": (
        "{hero} leans on the wall and breathes until it comes easy.",
        "{hero} gets {their} breath back, and something with it.",
        "A sip of water, a look at the damage. {hero} gets {their} breath back.",
    ),
    # --- gains and losses ---------------------------------------------------------------------------------------------
    "gains": (
        "{hero} comes away with {goods}.",
        "For {hero}: {goods}.",
        "{hero} is the richer by {goods}.",
        "{hero} takes {goods} and asks no questions.",
        "It comes to {goods} for {hero}.",
    ),
    "gains.each": (
        "{party} come away with {goods} each.",
        "{goods} each for {party}.",
        "It is worth {goods} each to {party}.",
    ),
    "gains.shares": (
        "Shared out: {shares}.",
        "It comes to {shares}.",
        "They go through what is left: {shares}.",
        "Waste not. {shares}.",
    ),
    "gains.pack": (
        "{hero} has packed {goods}, which says something about {hero}.",
        "{hero} has {goods} along, and has not said what for.",
    ),
    "loses": (
        "{hero} is the poorer by {goods}.",
        "It costs {hero} {goods}.",
        "{goods} gone from {heros} pockets.",
    ),
    "scavenge.found": (
        "{heros} hand closes on something in the rubble: {found}.",
        "Somebody left things behind. {hero} makes it {found}.",
    ),
    "scavenge.none": (
        "{hero} goes through {room} and finds dust.",
        "Whoever was in {room} before {hero} took it all along.",
        "{hero} turns over stones. Under the stones there is stone.",
        "{hero} looks long and hard around {room} and comes up with dirty hands.",
        "Nothing in {room} but what was always there. {hero} gives it up.",
    ),
    "scavenge.goods": (
        "{hero} turns the place over and comes up with {goods}.",
        "{hero} gets down on {their} knees in the dirt and is rewarded: {goods}.",
        "Somebody hid this and did not come back for it: {goods}, and it is {heros} now.",
        "{heros} hand closes on something in the rubble. {goods}.",
        "{hero} goes looking and is not sorry: {goods}.",
    ),
    "scavenge.title": (
        "{hero} turns up {title}.",
        "What {hero} finds is {title}.",
        "{hero} goes through the rubble. {title}.",
    ),
    "scavenge.none.all": (
        "Nothing worth the stooping for {party}.",
        "{party} turn over stones. Under the stones there is stone.",
        "{party} come up with dirty hands and no more.",
    ),
    "token_spent": (
        "{hero} is without {token} now.",
        "{heros} {token}: gone.",
        "{hero} parts with {token}.",
    ),
    "token_spent.heals": (
        "{hero} makes the {token} do: {healed} mended.",
        "The {token} goes where it is needed. {healed} the less for {hero}.",
        "{hero} uses up the {token}: {healed} gone.",
    ),
    "item_lost": (
        "{hero} loses the {item}.",
        "The {item} is gone. {hero} pats {their} pockets for it anyway.",
        "{hero} will have to do without the {item}.",
    ),
    "upgrade": (
        "The {upgrade} goes onto the {item}.",
        "It takes a few turns of a screw: the {item} carries the {upgrade} now.",
        "{hero} works the {upgrade} onto the {item}.",
    ),
    "upgrade.forged": (
        "The {upgrade} is part of the {item} now, for good.",
        "Hammer and black fire: the {item} and the {upgrade} are one thing.",
    ),
    "ability": (
        "{hero} falls back on {ability}.",
        "{ability}: {hero} has been saving it.",
        "Time for {ability}, {hero} judges.",
    ),
    "saved.too": (
        "None of it gets through.",
        "Not a mark for all that.",
        "It comes to nothing.",
        "It ought to have hurt. It does not.",
    ),
    "status.poison": (
        "Something cold starts up {heros} arm: {markers}.",
        "{hero} has poison in the blood, {markers}.",
        "That will want cutting out. {hero} has {markers}.",
    ),
    "status.bleeding": (
        "{hero} is losing blood and knows it: {markers}.",
        "It will not close. {hero} has {markers}.",
        "{hero} leaves red on everything {they} [touches|touch]: {markers}.",
    ),
    "status.ensnared": (
        "Something has {hero} by the legs and does not mean to give {them} back: {markers}.",
        "{hero} pulls, and it pulls the other way. {markers}.",
        "It winds around {hero} and draws tight: {markers}.",
    ),
    "status.exertion": (
        "There is no good footing up there. {hero} has {markers}.",
        "{heros} arms shake with holding on: {markers}.",
    ),
    "status": (
        "{hero} has {markers} to carry.",
        "It stays with {hero}: {markers}.",
    ),
    "relief": (
        "{hero} is rid of {markers}.",
        "{markers} the fewer for {hero}.",
        "That much is over for {hero}: {markers} gone.",
    ),
    # --- charts and tests ---------------------------------------------------------------------------------------------
    "chart.injury": (
        "The body keeps the receipt. {hero}: {name}.",
        "{hero} will carry this fall. {name}.",
        "When they look {hero} over, there is a word for it: {name}.",
    ),
    "chart.madness": (
        "Something in {heros} head did not come back straight. {name}.",
        "{hero} is up, but not all of {them}. {name}.",
        "There is a new look about {hero}, and a word for it: {name}.",
    ),
    "chart.mutation": (
        "{hero} changes. {name}.",
        "The flesh has taken its own counsel. {hero}: {name}.",
        "{hero} looks down and does not know what {they} [sees|see]. {name}.",
    ),
    "chart": (
        "For {hero} it comes to this: {name}.",
        "{hero} finds out how bad it is: {name}.",
        "The answer, for {hero}: {name}.",
    ),
    "mutating": (
        "{removed} Corruption in {hero} comes due all together.",
        "What {hero} has been carrying, {removed} Corruption of it, wakes up.",
        "The {removed} Corruption in {hero} stops being a number.",
    ),
    "test.passed": (
        "{hero} has the {skill} for it.",
        "It is a matter of {skill}, and {hero} is equal to it.",
        "{heros} {skill} does not let {them} down.",
        "It wants {skill}, and {hero} brings it.",
    ),
    "test.failed": (
        "{hero} has not the {skill} for it.",
        "It is a matter of {skill}, and {hero} comes up short.",
        "{heros} {skill} lets {them} down.",
        "It wanted more {skill} than {hero} had about {them}.",
    ),
    "test.all": (
        "It wants {skill}. {able} bring it.",
        "It is a matter of {skill}, and {able} are equal to it.",
        "{able} have the {skill} for it.",
    ),
    "test.none": (
        "It wants {skill}. {unable} come up short.",
        "It is a matter of {skill}, and it is beyond {unable}.",
    ),
    "test.some": (
        "It wants {skill}: enough in {able}, too little in {unable}.",
        "{skill} sorts them, {able} to the good, {unable} not.",
        "{able} had the {skill} for it; not so {unable}.",
    ),
    "escape.passed": (
        "{hero} slips out from under them.",
        "{hero} finds the gap and takes it.",
        "{hero} twists clear.",
    ),
    "escape.failed": (
        "{hero} looks for a way out of the press, and there is none.",
        "{hero} tries to break away and is held.",
        "There is no getting by them. {hero} stays where {they} [is|are].",
    ),
    # --- moving -------------------------------------------------------------------------------------------------------
    "move.foes": (
        "{foes} <comes|come> on.",
        "{foes} <shifts|shift> in the dark.",
        "There is movement: {foes}.",
        "{foes} <keeps|keep> moving.",
    ),
}
