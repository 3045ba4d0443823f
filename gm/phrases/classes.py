"""Words for what belongs to Hero Classes."""

CLASSES: dict[str, tuple[str, ...]] = {
    "tokens.spent": (
        "{hero} spends {tokens}.",
        "It costs {hero} {tokens}.",
        "{tokens}, and {hero} spends it gladly.",
    ),
    "tokens.gained": (
        "{hero} gains {tokens}.",
        "That is {tokens} for {hero}.",
    ),
    "spell.cast": (
        "{hero} uses {spell}.",
        "{spell}: {hero} has the way of it.",
    ),
    "spell.failed": (
        "{spell} will not come to {hero}.",
        "Nothing comes of {spell}.",
    ),
    "team_card": (
        "{hero} plays {card}.",
        "{card}: {hero} has been saving it.",
        "Time for {card}, {hero} judges.",
    ),
}
