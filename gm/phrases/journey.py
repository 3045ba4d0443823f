"""Words for the Adventure itself: its beginning and end, the Darkness, rooms, cards."""

JOURNEY: dict[str, tuple[str, ...]] = {
    # --- the beginning ------------------------------------------------------------------------------------------------
    "opening": (
        "{mission}. Names like that get written down afterward, by whoever is left to write.",
        "They will call it {mission}, those who tell it. This is how it was.",
        "{mission}, then. The sun is up. It will not be going with them.",
        "What follows went into the ledger as {mission}. The ledger is short on particulars.",
    ),
    "opening.party": (
        "Those who go: {party}.",
        "The posse, such as it is: {party}.",
        "Nobody made them. {party}.",
        "Count them going in: {party}.",
    ),
    "opening.joins": (
        "{party} rides in to join them.",
        "They are joined by {party}.",
        "Another name for the ledger: {party}.",
    ),
    "light": (
        "{hero} carries the {light}. Stay close to {hero}.",
        "The {light} is {heros} to carry, and so is what happens if it goes out.",
        "{hero} has the {light}; everyone else has {heros} back to look at.",
        "The {light} hangs from {heros} hand and draws the line between here and everything else.",
    ),
    # --- the end ------------------------------------------------------------------------------------------------------
    "end.victory": (
        "It is done. The Adventure is won, and the daylight, when it comes, is an insult to the eyes.",
        "The work is finished. Nobody cheers; somebody laughs, not well. Call it victory.",
        "That is victory, or what passes for it out here: the job done and the sky still up there.",
        "They came to do a thing and they did it. Let it be written that this was victory.",
    ),
    "end.victory.standing": (
        "On their feet at the end of it: {party}.",
        "Let the record show who stood at the finish: {party}.",
        "{party} can tell it however they like.",
    ),
    "end.defeat.darkness": (
        "The Darkness is out. It crosses the threshold without hurrying, because nothing is left to stop it.",
        "Up in the daylight a dog begins to howl, then every dog. The Darkness has got out.",
        "The Darkness reaches the open air and does not so much as blink. That is defeat, for more than them.",
    ),
    "end.defeat.party": (
        "Nobody is left to hold the light. That is the end of it, and it is defeat.",
        "The lantern burns a while longer beside them, and then it does not. Defeat.",
        "The dark comes down over the lot of them like a lid. The Adventure is lost.",
    ),
    "end.defeat": (
        "It ends here, and it ends badly. The Adventure is lost.",
        "There is no good way to write this down. They are beaten.",
        "Call it what it is: defeat.",
    ),
    "end.defeat.names": (
        "The names, for whoever asks: {party}.",
        "They went in as {party}. Remember them so.",
        "Someone will have to be told about {party}.",
    ),
    # --- the Darkness -------------------------------------------------------------------------------------------------
    "darkness.held": (
        "{hero} raises the light, and the Darkness keeps its distance.",
        "For now the Darkness stays where it is. {hero} does not lower the light.",
        "{hero} holds the dark off with a flame and a hard stare.",
        "The shadows lean in and {hero} leans back. They let it go, this time.",
        "The Darkness tries the edge of the light and thinks again. {hero} is still looking at it.",
        "{hero} stands fast, and so, for the present, does the Darkness.",
        "Nothing follows. {hero} has the feeling that it could have.",
        "The wick burns straight in {heros} hand, and what is out there lets it burn.",
        "{hero} keeps the light high. The dark keeps its own counsel.",
        "A stare is exchanged. It is not {hero} who looks away.",
        "Whatever is breathing down there holds its breath while {hero} holds the lantern.",
        "{hero} says a word to the flame, and the flame stays.",
    ),
    "darkness.slips": (
        "{hero} feels the light shrink.",
        "{heros} hand shakes, and the flame with it.",
        "{hero} raises the light and the dark does not mind.",
        "{hero} cannot hold it back.",
        "The flame dips, and {hero} cannot coax it up again.",
    ),
    "darkness.far": (
        "Far down, the Darkness stirs and comes on to space {to}.",
        "The Darkness takes a step. It is on space {to} and in no hurry.",
        "Something below them gets up and begins to walk: the Darkness, space {to}.",
        "Space {to}: a long way yet for the Darkness, but it has started counting.",
    ),
    "darkness.near": (
        "The Darkness comes on to space {to}. The air goes stale with it.",
        "Space {to}. The Darkness has a good part of the way behind it.",
        "The Darkness climbs to space {to}, and the lantern seems to know it.",
        "Another step, another lamp's worth of world gone. The Darkness stands on space {to}.",
    ),
    "darkness.close": (
        "Space {to}, and only {steps} left. The Darkness can smell the outside.",
        "The Darkness is on space {to}. {steps} more, and it is out among the towns.",
        "{steps}. That is all that lies between the Darkness and the Entrance, now that it stands on space {to}.",
        "The dark leans on them like weather. Space {to}; {steps} to go.",
    ),
    "darkness.out": (
        "Space {to}. The Darkness is at the Entrance, and nothing stands between it and the sky.",
        "The Darkness has run out of track. Space {to}: the Entrance.",
    ),
    "darkness.back": (
        "The Darkness gives ground, back to space {to}.",
        "Somewhere below, something loses heart: the Darkness draws back to space {to}.",
        "A breath of clean air from nowhere. The Darkness falls back to space {to}.",
    ),
    "deeper": (
        "They are deeper in now.",
        "Deeper, then.",
        "The way goes on, and mostly down.",
        "Further from the sky.",
    ),
    "depth": (
        "The place itself takes a hand. {name}.",
        "Something in the deep has noticed them. {name}.",
        "The stone has a say in this too. {name}.",
        "Then the deep has its turn. {name}.",
        "The rock shifts its weight, as a sleeper does. {name}.",
    ),
    "dread": (
        "Something is laid by against them, face down, for later. The Growing Dread: {cards}.",
        "A cold spot, with no reason to be there. It will keep. The Growing Dread: {cards}.",
        "They do not speak of it, and it grows for not being spoken of. The Growing Dread: {cards}.",
        "There is a thing at the end of this, and it has just learned something. The Growing Dread: {cards}.",
    ),
    "dread.heavy": (
        "It is hard to breathe for what is waiting. The Growing Dread: {cards}.",
        "Whatever sits at the bottom of this grows fat on time. The Growing Dread: {cards}.",
        "Nobody meets anybody's eye now. The Growing Dread: {cards}.",
    ),
    "card.darkness": (
        "The Darkness deals. {title}.",
        "{title}. The dark has long fingers and plays for keeps.",
        "Out of the black comes the answer: {title}.",
        "The light bends away from something. {title}.",
    ),
    "card.growing-dread": (
        "What was laid by is turned over now. {title}.",
        "The dread shows its face, and it has a name. {title}.",
        "All that waiting was for this. {title}.",
    ),
    "card.remains": (
        "It does not pass. {title} is here to stay.",
        "{title} settles in like bad weather.",
        "Nothing they do makes it leave. {title} hangs over them.",
    ),
    "card.canceled": (
        "{title} comes to nothing. Let it.",
        "It gathers, and then it does not break: {title} is canceled.",
        "{title} goes back where it came from, unspent.",
    ),
    "card.left": (
        "{title} lifts, as such things do, without a word.",
        "And then {title} is over. It takes a while to trust it.",
        "Something lets go. {title} is gone.",
    ),
    # --- rooms --------------------------------------------------------------------------------------------------------
    "tile.start": (
        "It begins at {room}.",
        "Behind them, the day. Ahead, {room}.",
        "The way in is {room}.",
    ),
    "tile.new": (
        "{hero} puts {their} shoulder to the door. Beyond it lies {room}.",
        "The door gives for {hero}, and the lantern makes what it can of {room}.",
        "{hero} looks through: {room}.",
        "{hero} is at the door. {room}, by the look of it.",
    ),
    "tile.found": (
        "The way opens on {room}.",
        "Beyond lies {room}.",
        "The dark makes room for {room}.",
    ),
    "tile.again": (
        "More of the same: {room}, or its twin.",
        "They have seen its like already. {room}.",
        "{room}, again, or a thing built from the same bad memory.",
    ),
    "token": (
        "They cast the light about {room}.",
        "{room} gives up what it has to give.",
        "A slow turn with the lantern shows the rest of {room}.",
        "They look into the corners of {room}, since somebody must.",
        "Step by step the light takes in {room}.",
    ),
    "token.doors": (
        "They cast the light about {room}. Ways on: {doors}.",
        "{room} gives up what it has to give. Ways on: {doors}.",
        "A slow turn with the lantern shows the rest of {room}: {doors}.",
        "They look into the corners of {room}, since somebody must, and find {doors}.",
        "Step by step the light takes in {room}. {doors}.",
    ),
    "token.clue": (
        "And among the leavings, a Clue: {clues} of the {needed} they need.",
        "Somebody left a trail without meaning to. A Clue, {clues} of {needed}.",
        "Here is a thing worth bending down for, a Clue: {clues} of {needed}.",
        "A scrap, a mark, a name. It is a Clue, and it makes {clues} of the {needed}.",
    ),
    "doors": (
        "As for the ways on: {status}.",
        "They try the walls for ways on and find {status}.",
        "So much for the exits: {status}.",
    ),
    "objective": (
        "This is the place. All of it, every step down, was for {room}.",
        "They know it before the light does. {room}: the Objective.",
        "Here, then. In {room} is what they came for, and nothing about it looks glad to be found.",
    ),
    "encounter": (
        "{title}. It is {party} who must answer it.",
        "Not everything down here comes with teeth bared. {title}: a matter for {party}.",
        "The way is not empty. {title}. {party} must see to it.",
        "Then this, for {party}: {title}.",
    ),
    "encounter.all": (
        "{title}. Nobody gets to look away.",
        "The way is not empty. {title}, and it wants a word with the lot of them.",
        "Then this, for the whole posse: {title}.",
        "The dark has stories of its own, and here is a piece of it: {title}.",
    ),
    "encounter.bare": (
        "{title}. The dark has stories of its own.",
        "The way is not empty. {title}.",
    ),
    "lost": (
        "{who} can do nothing for now but stand there.",
        "The moment goes by without {who}.",
        "{who} does not get to act.",
    ),
}
