"""Words for creatures that deserve their own, added to the general ones: `kind.enemy-type`."""

CREATURES: dict[str, tuple[str, ...]] = {
    # --- how they come ------------------------------------------------------------------------------------------------
    "fight.come.void-spiders": (
        "A dry ticking on stone, too quick to count, and then the count: {foes}.",
        "The shadow on the wall grows legs. {foes}, and all of them in a hurry.",
        "They come down the walls as if down were any direction they liked: {foes}.",
    ),
    "fight.come.tentacles": (
        "The floor heaves. What comes up through it has no face and does not need one: {foes}.",
        "Wet rope, you would think, until it moves: {foes}.",
        "Something large is under the stone, and it has put up its arms: {foes}.",
    ),
    "fight.come.acidic-tentacles": (
        "The stone sweats, smokes and opens. {foes}, and the drip of them eats the floor.",
        "A smell of vinegar and struck matches, and then the reach: {foes}.",
        "Where it drips, the rock hisses: {foes}.",
    ),
    "fight.come.hungry-dead": (
        "Feet drag. A jaw works. {foes}, and supper is late.",
        "They wear what they were buried in, more or less: {foes}.",
        "There is no hurry in them, and no end to them either: {foes}.",
    ),
    "fight.come.stranglers": (
        "Long hands come around the edge of the light before the rest does: {foes}.",
        "A rustle like rope being paid out: {foes}.",
        "All reach and no mercy: {foes}.",
    ),
    "fight.come.hellbats": (
        "Leather beats the air overhead, and the lantern gutters: {foes}.",
        "The roof lets go of a piece of itself, and it has wings: {foes}.",
        "A shriek that the teeth hear before the ears do: {foes}, out of the black above.",
    ),
    "fight.come.drowned-dead": (
        "Water runs where there is no water. {foes}, in rust and weed.",
        "They have walked a long way along the bottom to get here: {foes}.",
        "Cold comes in ahead of them, and the smell of the sea floor: {foes}.",
    ),
    "fight.come.lode-horror": (
        "The rock face stands up. {foes}, and the lamps still set in it are lit.",
        "What they took for the wall takes a step: {foes}.",
    ),
    "fight.come.trolls": (
        "Stones go by overhead, and then what threw them: {foes}.",
        "The trees bend out of the way for {foes}.",
        "Something sniffs the air. {foes}, and it has been a thin winter.",
    ),
    "fight.come.paymaster": (
        "A bell rings for the end of a shift. {foes}, with a ledger under one arm.",
        "Coins drop one by one on the rock, counted aloud: {foes}.",
    ),
    "fight.come.brood-mother": (
        "Every thread in the dark goes tight at once: {foes}.",
        "What looked like the back wall breathes in. {foes}.",
    ),
    "fight.come.frontier-posse": (
        "Hammers go back in the dark: {foes}.",
        "Spurs, and then somebody clears his throat: {foes}.",
    ),
    "fight.come.tommyknockers": (
        "A knock behind the timbers, and then whoever knocked: {foes}.",
        "Small lamps, and no light in them: {foes}.",
    ),
    "fight.come.carnivorous-plants": (
        "The leaves turn, though there is no wind: {foes}.",
        "What looked like roots opens its mouths: {foes}.",
    ),
    "fight.come.brood-nests": (
        "The rock hums, and the hum has legs: {foes}.",
        "Silk, warm to the touch, and something turning over inside: {foes}.",
    ),
    "fight.come.archive-towers": (
        "Glass wakes, and a cold light counts them: {foes}.",
        "A smell of struck flint, and then the hum: {foes}.",
    ),
    # --- how they die -------------------------------------------------------------------------------------------------
    "kill.void-spiders": (
        "{foe} <curls its legs|curl their legs> in over nothing and <is|are> still",
        "{foe} <bursts|burst> like a rotten gourd",
        "{foe} <skids off on its back|skid off on their backs>, legs still running",
        "{foe} <leaks|leak> something that was never blood, and <stops|stop>",
        "{foe} <folds|fold> up like a bad umbrella",
        "{foe} <comes|come> apart at every joint",
    ),
    "kill.tentacles": (
        "{foe} <slaps|slap> the floor and <goes|go> slack",
        "{foe} <whips|whip> about without any owner, then <lies|lie> quiet",
        "{foe} <slides|slide> back down the way <it|they> came, dead weight",
        "{foe} <lets|let> go of the living and <lies|lie> there like washing",
        "{foe} <shivers|shiver> from tip to root, and <is|are> done",
    ),
    "kill.acidic-tentacles": (
        "{foe} <boils|boil> away to a stain on the stone",
        "{foe} <splits|split> and <eats|eat> a hole in the floor on the way down",
        "{foe} <goes|go> slack and <steams|steam>",
        "{foe} <slumps|slump> and <smokes|smoke>",
        "{foe} <bursts|burst>, and the floor gets the worst of it",
    ),
    "kill.hungry-dead": (
        "{foe} <lies|lie> down again, and this time for good",
        "{foe} <forgets|forget> what hunger was",
        "{foe} <is|are> put back among the quiet dead",
        "{foe} <falls|fall> to pieces that have no further business with each other",
        "{foe} <loses|lose> the thread, and then the head",
        "{foe} <topples|topple> back into whatever grave will have <it|them>",
    ),
    "kill.stranglers": (
        "{foe} <drops|drop> like cut rope",
        "{foe} <lets|let> go of everything at last",
        "the long hands of {foe} open and stay open",
        "{foe} <folds|fold> over <its|their> own long hands",
        "the grip goes out of {foe}",
    ),
    "kill.hellbats": (
        "{foe} <drops|drop> out of the air, wings still trying",
        "{foe} <crumples|crumple> like a burnt tent",
        "{foe} <hits|hit> the rock and <is|are> only leather",
        "{foe} <tumbles|tumble> down the dark, end over end",
        "{foe} <flaps|flap> into the wall and <comes|come> off it dead",
    ),
    "kill.drowned-dead": (
        "{foe} <spills|spill> out of <its|their> armor in a rush of black water",
        "{foe} <sinks|sink> to the floor as if it were deep",
        "{foe} <goes|go> back under",
        "{foe} <falls|fall> in, all rust and weed",
        "the tide goes out of {foe}",
    ),
    "kill.lode-horror": (
        "{foe} <breaks|break> along the seam and <comes|come> down as rubble",
        "the lamps in {foe} go out",
        "{foe} <goes|go> down like a bad stope",
        "{foe} <stops|stop>, <leans|lean>, and <falls|fall> to gravel",
    ),
    "kill.frontier-posse": (
        "{foe} <sits|sit> down against the wall and <does|do> not get up",
        "{foe} <drops|drop>, and the hat rolls on a little",
    ),
    "kill.tommyknockers": (
        "{foe} <goes|go> back into the wall for good",
        "{foe} <drops|drop>, and a pocketful of ore runs out",
    ),
    "kill.carnivorous-plants": (
        "{foe} <wilts|wilt> all at once",
        "{foe} <lets|let> go of the rock and <is|are> only leaves",
    ),
    "kill.brood-nests": (
        "{foe} <bursts|burst>, and nothing in it is alive",
        "{foe} <sags|sag> from the rock like wet washing",
    ),
    "kill.archive-towers": (
        "{foe} <goes|go> dark",
        "{foe} <cracks|crack> from top to bottom",
    ),
    # --- how they strike ----------------------------------------------------------------------------------------------
    "foes.melee.void-spiders": (
        "{foes} <goes|go> up {hero} like a ladder: {hits}.",
        "Legs everywhere, and fangs behind the legs. {foes} <gives|give> {hero} {hits}.",
        "Fangs, and legs behind the fangs: {foes}, and {hits} for {hero}.",
    ),
    "foes.melee.tentacles": (
        "{foes} <wraps|wrap> {hero} and <squeezes|squeeze>: {hits}.",
        "{foes} <lays|lay> into {hero} like a wet bullwhip: {hits}.",
        "{foes} <has|have> {hero} off the floor and <puts|put> {them} back down hard: {hits}.",
        "Something wet goes around {heros} ribs. {foes}: {hits}.",
    ),
    "foes.melee.acidic-tentacles": (
        "{foes} <lashes|lash> {hero}, and the lash burns: {hits}.",
        "Where {foes} <touches|touch> {hero}, cloth smokes: {hits}.",
        "{hero} smells burning, and it is {hero}. {foes}: {hits}.",
    ),
    "foes.melee.hungry-dead": (
        "{foes} <pulls|pull> {hero} close and <bites|bite>: {hits}.",
        "Cold fingers, bad teeth: {foes}, and {hits} on {hero}.",
        "{foes} <gets|get> teeth into {hero}: {hits}.",
        "{hero} is, for a moment, supper. {foes}: {hits}.",
    ),
    "foes.melee.stranglers": (
        "{foes} <gets|get> hands around {heros} throat: {hits}.",
        "A long arm, and then no air. {foes} <gives|give> {hero} {hits}.",
        "Fingers like wet rope find {heros} neck. {foes}: {hits}.",
    ),
    "foes.melee.hellbats": (
        "{foes} <rakes|rake> {hero} in passing: {hits}.",
        "Down, through {heros} guard, and up again: {foes}, {hits}.",
        "Claws, hair, a slap of leather: {foes}, and {hits} for {hero}.",
    ),
    "foes.melee.drowned-dead": (
        "{foes} <hacks|hack> at {hero} with rusted steel: {hits}.",
        "The blades of {foes} are notched and cold. {hits} for {hero}.",
        "{foes} <drags|drag> rust across {hero}: {hits}.",
    ),
    "foes.melee.lode-horror": (
        "{foes} <brings|bring> down a fist of ore on {hero}: {hits}.",
        "It is like being in the way of a rock fall. {foes}, {hits} on {hero}.",
        "{foes} <steps|step> on the place where {hero} is: {hits}.",
        "{hero} hears stone grind, too late. {foes}: {hits}.",
    ),
    # --- how they move ------------------------------------------------------------------------------------------------
    "move.foes.void-spiders": (
        "{foes} <skitters|skitter> over floor and wall alike.",
        "Ticking, ticking: {foes} <moves|move>.",
    ),
    "move.foes.tentacles": ("The floor bulges in a line as {foes} <moves|move> under it.",),
    "move.foes.acidic-tentacles": ("A smoking furrow opens in the floor: {foes}, moving.",),
    "move.foes.hungry-dead": ("{foes} <shuffles|shuffle> on.", "Drag, step. Drag, step. {foes} <comes|come> on."),
    "move.foes.stranglers": ("{foes} <creeps|creep> hand over hand along the dark.",),
    "move.foes.hellbats": ("{foes} <wheels|wheel> overhead.", "Wings cross the light: {foes}."),
    "move.foes.drowned-dead": ("{foes} <wades|wade> on through water that is not there.",),
    "move.foes.lode-horror": ("The ground shakes: {foes}, walking.",),
}
