"""Words for what only optional rules bring."""

OPTIONS: dict[str, tuple[str, ...]] = {
    "option.lay": (
        "{hero} leaves the {token} on the ground.",
        "The {token} stays behind on the ground where {hero} wanted it.",
    ),
    "option.throw": (
        "{hero} throws the {token} over.",
        "The {token} leaves {heros} hand.",
    ),
    "option.take": (
        "{hero} picks up the {token}.",
        "The {token} goes along with {hero}.",
    ),
    "option.catch": (
        "{hero} catches the {token}.",
        "{hero} has the {token} before it can touch the ground.",
    ),
    "option.set_off": (
        "The {token} on the ground does not wait any longer.",
        "The {token} has lain there for long enough, and the whole place hears of it.",
    ),
    "option.cover": (
        "{hero} gets behind something solid.",
        "There is something to get behind, and {hero} is behind it.",
    ),
    "option.no_cover": (
        "{hero} looks for cover and finds none worth the name.",
        "Nothing here is thick enough to stand behind, and {hero} knows it now.",
    ),
    "option.overhead": (
        "The Darkness is between the heroes and the daylight now, and all that hunts here is the worse for it.",
        "The Darkness has gone by overhead. Whatever comes from now on comes with its blessing.",
    ),
}
