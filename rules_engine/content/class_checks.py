"""What Hero Classes, Teams and Ability Tokens name exists, wherever it is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rules_engine.effects.nodes import AbilityTokens, Choose, Cost, Node
from rules_engine.effects.parse import Ability
from rules_engine.errors import ContentError

if TYPE_CHECKING:
    from rules_engine.content.library import Library


def check_classes(library: Library) -> None:
    """Every Team and Ability Token that a record names exists, with its limit. Raises ContentError."""
    for cls in library.heroes.values():
        if cls.team and cls.team not in library.teams:
            raise ContentError(f"hero {cls.id}: Team '{cls.team}', which no pack has")
        if cls.team and not library.deck(f"team-{cls.team}"):
            raise ContentError(f"hero {cls.id}: there is no Team Ability card in the deck 'team-{cls.team}'")
        for step in cls.class_cards:
            for deck in step.decks:
                if len(library.deck(deck)) < max(step.draw, step.keep * step.times):
                    raise ContentError(f"hero {cls.id}: the deck '{deck}' has too few cards")
        if cls.ability_token:
            kind = library.ability_tokens.get(cls.ability_token)
            if kind is None:
                raise ContentError(f"hero {cls.id}: Ability Token '{cls.ability_token}', which no pack has")
            limit = f"max_{kind.id.replace('-', '_')}"
            if not kind.unlimited and limit not in cls.stats:
                raise ContentError(f"hero {cls.id}: stats lack {limit}")
    for item in library.items.values():
        if item.ability_token and item.ability_token not in library.ability_tokens:
            raise ContentError(f"item {item.id}: Ability Token '{item.ability_token}', which no pack has")
    for where, abilities in _abilities(library):
        for ability in abilities:
            for token in _tokens_of(ability):
                if token not in library.ability_tokens:
                    raise ContentError(f"{where}: names the Ability Token '{token}', which no pack has")


def _abilities(library: Library) -> Iterator[tuple[str, Iterable[Ability]]]:
    for cls in library.heroes.values():
        yield f"hero {cls.id}", cls.abilities
    for upgrade in library.upgrades.values():
        yield f"upgrade {upgrade.id}", upgrade.abilities
    for item in library.items.values():
        yield f"item {item.id}", item.abilities
    for side_bag in library.tokens.values():
        yield f"token {side_bag.id}", side_bag.abilities
    for card in library.cards.values():
        yield f"card {card.id}", (*card.abilities, Ability("do", do=card.do))
    for class_card in library.class_cards.values():
        yield f"class card {class_card.id}", class_card.abilities
    for team in library.teams.values():
        yield f"team {team.id}", team.abilities
    for kind in library.ability_tokens.values():
        yield f"Ability Token {kind.id}", kind.abilities


def _tokens_of(ability: Ability) -> Iterator[str]:
    from rules_engine.content.library import nodes_of

    yield from _paid(ability.cost)
    for node in nodes_of(ability.do):
        yield from _named_in(node)


def _paid(cost: Cost) -> Iterator[str]:
    yield from (token for token, _ in cost.tokens)


def _named_in(node: Node) -> Iterator[str]:
    if isinstance(node, AbilityTokens):
        yield from (token for token in (node.gain, node.lose) if token)
    if isinstance(node, Choose):
        for offer in node.options:
            if offer.cost is not None:
                yield from _paid(offer.cost)
