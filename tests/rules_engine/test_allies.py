"""Allies: hiring, the company that may set out, what they bring home, and whole games with them under watch."""

from __future__ import annotations

import msgspec
import pytest
import yaml

from rules_engine import Game, GameSetup, HeroSetup
from rules_engine.bots import RandomPolicy, SensiblePolicy, play
from rules_engine.content.ally_record import AllyRecord
from rules_engine.content.library import Library, PackLoader, standard
from rules_engine.errors import ContentError, SetupError
from rules_engine.hiring import Company, Hirer, brought_home, hire, hire_cost, posse_level, revive, revive_cost
from rules_engine.invariants import Watch
from rules_engine.setup import AllySetup, check
from rules_engine.state import freeze, thaw
from tests.golden import golden
from tests.rules_engine.at_the_table import pack_files, packs_with

VIKING, FOOTMAN, HAND = (AllySetup(type) for type in ("viking-warrior", "conquistador-footman", "trail-hand"))
CLASSES = ("us-marshal", "bandido", "rancher", "saloon-girl", "lawman", "us-marshal")
MARSHAL = Hirer("Ada", ("law", "traveler"), gold=5000)
SOLDIER = Hirer("Inés", ("conquistador",), gold=5000)
COMPANY = Company(heroes=2)


def setup(heroes: int, *allies: AllySetup, **rest: object) -> GameSetup:
    """So many heroes, the first of whom, a Marshal, brings the Allies."""
    members = [HeroSetup(cls) for cls in CLASSES[:heroes]]
    members[0] = msgspec.structs.replace(members[0], allies=allies)
    return msgspec.structs.replace(GameSetup(tuple(members)), **rest)


def conquistadors() -> Library:
    """The packs and two classes of other sets, of whom only the Keywords matter here."""
    sheet = yaml.load(pack_files()["heroes/us-marshal.yaml"], Loader=PackLoader)[0]
    bare = {**sheet, "starting_upgrades": [], "abilities": [], "starting_items": [], "source": "original"}
    made = [{**bare, "id": f"test-{word}", "name": word.title(), "keywords": [word]} for word in ("tribal", "norse")]
    return packs_with({"heroes/made-up.yaml": made})


# --- who may, how many ------------------------------------------------------------------------------------------------


@golden("G201")
@pytest.mark.parametrize("heroes, allies", [(6, 3), (5, 4)])
def test_a_hero_party_never_has_more_than_eight_models(heroes: int, allies: int) -> None:
    with pytest.raises(SetupError, match=f"{heroes} Heroes and {allies} Advanced Allies .* never has more than 8"):
        check(setup(heroes, *[HAND] * allies), standard())
    check(setup(heroes, *[HAND] * (8 - heroes)), standard())


def test_basic_allies_are_no_models() -> None:
    check(setup(6, HAND, HAND, AllySetup("trail-hand", "basic"), AllySetup("trail-hand", "basic")), standard())


@golden("G461")
@pytest.mark.parametrize(
    "type, cls, may",
    [
        ("conquistador-footman", "test-norse", False),
        ("conquistador-footman", "test-tribal", True),
        ("conquistador-footman", "us-marshal", False),
        ("viking-warrior", "test-norse", True),
        ("viking-warrior", "us-marshal", True),
        ("viking-warrior", "bandido", False),
        ("trail-hand", "bandido", True),
        ("trail-hand", "saloon-girl", False),
    ],
)
@pytest.mark.parametrize("side", ["advanced", "basic"])
def test_only_a_hero_with_one_of_the_keywords_may_hire(type: str, cls: str, may: bool, side: str) -> None:
    library = conquistadors()
    asked, hirer = AllySetup(type, side), Hirer("X", library.heroes[cls].keywords, gold=9999)
    company = GameSetup((HeroSetup(cls, allies=(asked,)),))
    if may:
        check(company, library)
        assert hire(library, asked, hirer, COMPANY) > 0
        return
    for attempt in (lambda: check(company, library), lambda: hire(library, asked, hirer, COMPANY)):
        with pytest.raises(SetupError, match=r"may not hire a .* only a Hero with the Keyword"):
            attempt()


def test_a_hero_has_two_basic_allies_of_a_kind_at_most() -> None:
    basic, other = AllySetup("trail-hand", "basic"), AllySetup("viking-warrior", "basic")
    check(setup(1, basic, basic), standard())
    with pytest.raises(SetupError, match="may have 2 Basic Trail Hands at a time, not 3"):
        check(setup(1, basic, basic, basic), standard())
    full = msgspec.structs.replace(MARSHAL, basic=("trail-hand", "trail-hand"))
    with pytest.raises(SetupError, match="2 Basic Trail Hands"):
        hire(standard(), basic, full, COMPANY)
    assert hire(standard(), other, full, COMPANY) == standard().allies["viking-warrior"].hire.basic_cost


def test_there_are_no_more_allies_than_models_in_the_box() -> None:
    with pytest.raises(SetupError, match="3 models of Viking Warriors, not 4"):
        check(setup(2, *[VIKING] * 4), standard())
    with pytest.raises(SetupError, match="3 models"):
        hire(standard(), VIKING, MARSHAL, Company(2, ("viking-warrior",) * 3))


def test_hiring_a_ninth_model_is_refused() -> None:
    with pytest.raises(SetupError, match="never has more than 8"):
        hire(standard(), HAND, MARSHAL, Company(6, ("viking-warrior", "trail-hand")))


@pytest.mark.parametrize(
    "ally, told",
    [
        (AllySetup("butler"), "no Ally 'butler'; known: conquistador-footman"),
        (AllySetup("trail-hand", "both"), "'advanced' or 'basic', not 'both'"),
        (AllySetup("trail-hand", "basic", name="Wes"), "a Basic Ally is a token"),
        (AllySetup("trail-hand", "basic", veteran=True), "only an Advanced Ally can be a Veteran"),
        (AllySetup("trail-hand", upgrades=("viking-mail",)), "'viking-mail' is none of its Upgrades"),
        (AllySetup("trail-hand", upgrades=("trail-hand-duster",) * 2), "each Upgrade once"),
        (AllySetup("trail-hand", mutations=("31",)), "rows 1 to 6, not '31'"),
        (AllySetup("trail-hand", corruption=2), "Corruption is 0 to 1"),
        (AllySetup("trail-hand", xp=-1), "Ally XP is 0 or more"),
    ],
)
def test_a_company_that_cannot_be_is_refused_with_what_would_be_right(ally: AllySetup, told: str) -> None:
    with pytest.raises(SetupError, match=told):
        check(setup(1, ally, posse_level=5), standard())


def test_two_models_of_one_name_are_refused() -> None:
    with pytest.raises(SetupError, match="two models are called 'wes'"):
        check(setup(1, AllySetup("trail-hand", name="Wes"), AllySetup("trail-hand", name="wes")), standard())


# --- costs ------------------------------------------------------------------------------------------------------------


@golden("G336")
@pytest.mark.parametrize("type", sorted(standard().allies))
def test_a_killed_ally_costs_its_price_again_and_200_for_each_upgrade(type: str) -> None:
    record = standard().allies[type]
    kept = tuple(upgrade.id for upgrade in record.upgrades[:3])
    assert revive_cost(record, upgrades=3) == record.hire.advanced_cost + 600
    killed = AllySetup(type, upgrades=kept, mutations=("2",))
    assert revive(standard(), killed, MARSHAL) == record.hire.advanced_cost + 600
    with pytest.raises(SetupError, match="to Revive a"):
        revive(standard(), killed, msgspec.structs.replace(MARSHAL, gold=record.hire.advanced_cost + 599))


@golden("G337")
def test_from_posse_level_5_veterans_cost_double_and_have_double_health_and_sanity() -> None:
    record, veteran = standard().allies["viking-warrior"], AllySetup("viking-warrior", veteran=True)
    assert hire_cost(record, veteran=True) == 2 * record.hire.advanced_cost
    assert hire(standard(), veteran, MARSHAL, Company(2, posse_level=5)) == 2 * record.hire.advanced_cost
    with pytest.raises(SetupError, match="from Hero Posse Level 5 on; it is 4"):
        hire(standard(), veteran, MARSHAL, Company(2, posse_level=4))
    with pytest.raises(SetupError, match="from Hero Posse Level 5 on; it is 1"):
        check(setup(1, veteran), standard())
    game = Game.start(setup(1, veteran, posse_level=5), seed=1)
    while "hakon-ash" not in game.state.heroes:
        game.choose(game.pending.options[0])
    ally = game.state.heroes["hakon-ash"]
    assert game.table.health_left(ally) == 2 * record.stats["health"]
    assert game.table.sanity_left(ally) == 2 * record.stats["sanity"]
    assert game.table.stats.hero(ally, "combat") == record.stats["combat"]


def test_a_veteran_is_revived_at_the_double_price() -> None:
    record = standard().allies["trail-hand"]
    veteran = AllySetup("trail-hand", veteran=True, upgrades=("trail-hand-duster",))
    assert revive(standard(), veteran, MARSHAL) == 2 * record.hire.advanced_cost + 200


def test_who_has_not_the_gold_hires_nobody() -> None:
    cost = standard().allies["conquistador-footman"].hire.advanced_cost
    assert hire(standard(), FOOTMAN, SOLDIER, COMPANY) == cost
    with pytest.raises(SetupError, match=f"Inés has \\${cost - 1}; to hire a Conquistador Footman costs \\${cost}"):
        hire(standard(), FOOTMAN, msgspec.structs.replace(SOLDIER, gold=cost - 1), COMPANY)


def test_nobody_is_hired_with_upgrades_and_no_basic_ally_is_revived() -> None:
    with pytest.raises(SetupError, match="newly hired has no Upgrades"):
        hire(standard(), msgspec.structs.replace(HAND, upgrades=("trail-hand-duster",)), MARSHAL, COMPANY)
    with pytest.raises(SetupError, match="only an Advanced Ally is killed"):
        revive(standard(), AllySetup("trail-hand", "basic"), MARSHAL)


def test_the_posse_level_is_that_of_the_highest_hero() -> None:
    assert posse_level([2, 3, 3, 4]) == 4


# --- setting out and coming home --------------------------------------------------------------------------------------


def company() -> GameSetup:
    """Two heroes, two Advanced Allies with a past, three Basic ones."""
    viking = AllySetup("viking-warrior", name="Hakon", upgrades=("viking-mail",), mutations=("5",), corruption=1, xp=2)
    return GameSetup(
        (
            HeroSetup("us-marshal", "Ada", allies=(viking, AllySetup("viking-warrior", "basic"))),
            HeroSetup("bandido", "Bo", seat="2", allies=(HAND, *[AllySetup("trail-hand", "basic")] * 2)),
        )
    )


def test_allies_join_after_the_heroes_on_the_seats_of_their_hirers() -> None:
    game = Game.start(company(), seed=5)
    play(game, SensiblePolicy())
    heroes = game.state.heroes
    assert list(heroes) == ["ada", "bo", "hakon", "wes-tully"]
    assert [(h.ally_of, h.seat) for h in heroes.values()] == [("", "1"), ("", "2"), ("ada", "1"), ("bo", "2")]
    assert game.state.revive_tokens <= 1 and [h.id for h in game.state.party()] == ["ada", "bo"]


def test_what_an_ally_has_kept_comes_with_it_and_goes_home_with_it() -> None:
    game = Game.start(company(), seed=5)
    while "wes-tully" not in game.state.heroes:
        game.choose(game.pending.options[0])
    first = company().heroes[0].allies[0]
    assert brought_home(game.state, standard())[0].ally == first
    assert game.table.stats.hero(game.state.heroes["hakon"], "armor") == 5
    assert game.state.heroes["bo"].basic_allies == ["trail-hand", "trail-hand"]
    play(game, RandomPolicy(1))
    for one in brought_home(game.state, standard()):
        ally = one.ally
        assert one.killed == next(h.dead for h in game.state.heroes.values() if h.name == ally.name)
        assert one.revive_cost == revive_cost(standard().allies[ally.type], upgrades=len(ally.upgrades))
        check(setup(1, msgspec.structs.replace(ally, corruption=0)), standard())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("edition", ["compilation", "old-west"])
def test_whole_games_with_allies_break_no_invariant(seed: int, edition: str) -> None:
    for policy in (SensiblePolicy(), RandomPolicy(seed)):
        game = Game.start(msgspec.structs.replace(company(), edition=edition), seed=seed)
        watch = Watch(game)
        while game.pending is not None:
            game.choose(policy.choose(game, game.pending))
            assert watch.look() == []
        assert thaw(freeze(game.state)).fingerprint() == game.fingerprint()


def test_a_full_board_of_eight_sets_out_from_six_spaces() -> None:
    game = Game.start(setup(6, HAND, HAND, edition="old-west"), seed=2)
    while not game.over and game.pending.kind != "turn":
        game.choose(game.pending.options[0])
    spaces = [h.space for h in game.state.heroes.values()]
    assert len(set(spaces)) == 8 and all(space.startswith("1.") for space in spaces)
    assert game.state.revive_tokens == 0


def test_a_game_with_allies_is_replayed_and_undone() -> None:
    game = Game.start(company(), seed=8)
    policy = SensiblePolicy()
    marks = []
    while not game.over and len(marks) < 120:
        marks.append(game.fingerprint())
        game.choose(policy.choose(game, game.pending))
    game.undo(steps=20, consent=True)
    assert game.fingerprint() == marks[-20]
    again = Game.restore(game.snapshot(), library=game.library)
    assert again.fingerprint() == game.fingerprint()


# --- records ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change, told",
    [
        ({"stats": {"combat": 2}}, "stats lack ranged_to_hit"),
        ({"upgrades": []}, "the Upgrade chart has six entries, not 0"),
        ({"mutations": []}, "the Mutation chart has the rows 1 to 6"),
        ({"basic": [{"id": "sit", "flags": ["no_hat"]}]}, "what a Basic Ally does"),
    ],
)
def test_an_ally_that_is_not_whole_is_refused(change: dict[str, object], told: str) -> None:
    record = yaml.load(pack_files()["allies/trail-hand.yaml"], Loader=PackLoader)[0]
    with pytest.raises(ContentError, match=told):
        packs_with({"allies/trail-hand.yaml": [{**record, **change}]})


@pytest.mark.parametrize("record", standard().allies.values(), ids=lambda r: r.id)
def test_an_ally_is_weaker_than_a_hero_and_mutates_at_two_corruption(record: AllyRecord) -> None:
    assert record.stats["corruption_resistance"] == 2
    heroes = [cls.stats["health"] + cls.stats["sanity"] for cls in standard().heroes.values()]
    assert record.stats["health"] + record.stats["sanity"] < min(heroes)
    assert record.hire.basic_cost < record.hire.advanced_cost and record.hire.basic_limit == 2
    assert any(a.reroll is not None and a.reroll.roll == "hold_back" for a in (*record.basic, *record.abilities))
