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
        "The black of it reaches for {hero}: {hits}{source}.",
    ),
    "wounded": (
        "{hero} takes {wounds}, with {left} Health left.",
        "That is {wounds} off {hero}, and {left} Health to go on with.",
        "It costs {hero} {wounds}. {left} Health left.",
        "{wounds} for {hero}; {left} Health to come and go on.",
        "{hero} is marked for it: {wounds}, {left} Health left.",
    ),
    "wounded.low": (
        "{hero} takes {wounds}. {left} Health is not much to stand up on.",
        "{wounds}, and {hero} is down to {left} Health. The coat hides the worst of it.",
        "{hero} is still upright, on {left} Health and spite, after {wounds}.",
        "{wounds}. {left} Health left in {hero}, and it is leaking.",
    ),
    "wounded.out": (
        "{wounds}, and {hero} has no more to lose.",
        "{hero} takes {wounds}, and that is all that was left in {them}.",
        "{wounds}. The last of {heros} strength goes out with them.",
    ),
    "shaken": (
        "{hero} loses {sanity} Sanity, with {left} left.",
        "{sanity} Sanity gone from {hero}; {left} left to think with.",
        "It takes {sanity} Sanity out of {hero}. {left} left.",
        "{hero} is short {sanity} Sanity after that, and has {left}.",
    ),
    "shaken.low": (
        "{hero} loses {sanity} Sanity. {left} left, and the walls have started agreeing with {them}.",
        "{sanity} Sanity gone. {hero} holds on to {left} with eyes shut.",
        "{hero} laughs at the wrong time. {sanity} Sanity gone, {left} left.",
    ),
    "shaken.out": (
        "{hero} loses {sanity} Sanity, and there is none left to lose.",
        "{sanity} Sanity. That was the bottom of it; {heros} mind lets go.",
        "Something in {hero} closes its door. {sanity} Sanity, and none left.",
    ),
    "corrupted": (
        "{points} for {hero}, who now carries {now}.",
        "The stuff gets into {hero}: {points}, {now} in all.",
        "{hero} gains {points}. That makes {now}, and it does not wash off.",
    ),
    "prevented": (
        "{source} keeps {amount} from {hero}.",
        "It would have been worse by {amount} but for {source}.",
        "{hero} has {source} to thank for {amount} that never came.",
    ),
    "prevented.own": (
        "{heros} {source} takes {amount} that was meant for {them}.",
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
        "{hero} goes down.",
        "{heros} knees go, then the rest. {hero} is down and does not get up.",
        "{hero} sits down like someone who means to rest a minute, and tips over. KO'd.",
        "That is all {hero} can do. {hero} is KO'd.",
        "The light goes out of {heros} face. {hero} is KO'd.",
        "{hero} hits the floor and stays on it.",
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
    "died": (
        "{hero} is dead. There is nothing to add to that.",
        "{hero} does not get up. {hero} is not going to. {hero} is dead.",
        "That is the end of {heros} road. {hero} is dead.",
        "Take off your hat. {hero} is dead.",
    ),
    "healed": (
        "{hero} heals {healed}.",
        "{hero} is the lighter by {healed}.",
        "Some of it knits: {healed} gone from {heros} account.",
        "{healed} undone. {hero} can stand a little straighter.",
    ),
    "healed.by": (
        "{healer} sees to {hero}: {healed} mended.",
        "Under {healers} hands {hero} heals {healed}.",
        "{hero} owes {healer} for {healed}.",
    ),
    "breath": (
        "{hero} leans on the wall and breathes until it comes easy.",
        "{hero} gets {their} breath back, and something with it.",
        "A sip of water, a look at the damage. {hero} gets {their} breath back.",
    ),
    "breath.none": (
        "{hero} gets {their} breath back.",
        "{hero} takes a moment, since there is a moment to take.",
    ),
    # --- gains and losses ---------------------------------------------------------------------------------------------
    "gains": (
        "{hero} comes away with {goods}.",
        "For {hero}: {goods}.",
        "{hero} is the richer by {goods}.",
        "{hero} takes {goods} and asks no questions.",
        "It comes to {goods} for {hero}.",
    ),
    "grit": (
        "{hero} finds {grit} somewhere below the fear.",
        "{hero} sets {their} jaw: {grit}.",
        "A breath, a spit, a squint into the black. {grit} for {hero}.",
        "{hero} has been scared before and lived. {grit}.",
    ),
    "gains.card": (
        "{title}. {hero} comes away with {goods}.",
        "{hero} turns up {title}, and with it {goods}.",
        "What {hero} finds has a name, {title}, and it is good for {goods}.",
    ),
    "gains.title": (
        "{hero} turns up {title}.",
        "What {hero} finds is {title}.",
        "{title} falls to {hero}.",
    ),
    "gains.cards": (
        "{hero} goes through what is left behind: {cards}.",
        "Waste not. {hero} takes {cards}.",
        "{hero} turns out the leavings: {cards}.",
    ),
    "loses": (
        "{hero} is the poorer by {goods}.",
        "It costs {hero} {goods}.",
        "{goods} gone from {heros} pockets.",
    ),
    "scavenge.found": (
        "{hero} turns the place over and finds something.",
        "{hero} gets down on {their} knees in the dirt and is rewarded: {found}.",
        "Somebody hid this and did not come back for it. {hero} makes it {found}.",
        "{heros} hand closes on something in the rubble: {found}.",
    ),
    "scavenge.none": (
        "{hero} goes through {room} and finds dust.",
        "Whoever was in {room} before {hero} took it all along.",
        "{hero} turns over stones. Under the stones there is stone.",
        "{hero} looks long and hard around {room} and comes up with dirty hands.",
        "Nothing in {room} but what was always there. {hero} gives it up.",
    ),
    "token_spent": (
        "{hero} is without {token} now.",
        "{heros} {token}: gone.",
        "{hero} parts with {token}.",
    ),
    "item_lost": (
        "{hero} loses the {item}.",
        "The {item} is gone. {hero} pats {their} pockets for it anyway.",
        "{hero} will have to do without the {item}.",
    ),
    "ability": (
        "{hero} falls back on {ability}.",
        "{hero} reaches for {ability}.",
        "{ability}: {hero} has been saving it.",
        "Now is the time for {ability}, and {hero} knows it.",
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
    "move.hero": (
        "{hero} goes on through {room}.",
        "{hero} moves, a hand on the wall.",
        "{hero} picks {their} way across {room}.",
        "Boots on stone: {hero}, in {room}.",
        "{hero} changes ground.",
    ),
    "move.foes": (
        "{foes} <comes|come> on.",
        "{foes} <shifts|shift> in the dark.",
        "There is movement: {foes}.",
        "{foes} <keeps|keep> moving.",
    ),
}
