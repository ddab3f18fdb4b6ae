"""Component files: what is read, what is attested, and how faults are told."""

import pytest

from adjudicator.engines.pharao import ENGINE, SHIPPED, BadComponents, Pharao, load_components
from adjudicator.engines.suite.chance import Chance
from testkit.engines.pharao import options
from testkit.engines.pharao_components import SHIPPED_FILE, file_with


@pytest.mark.rule("Q20")
def test_the_shipped_components_make_a_whole_game() -> None:
    assert len(SHIPPED.corridors) + len(SHIPPED.chambers) + 1 == 36
    assert len(SHIPPED.photos) == len(SHIPPED.chambers) == 5
    assert all(number for number, _ in SHIPPED.photos)
    assert sum(number for number, _ in SHIPPED.photos) == len(SHIPPED.treasures) + 1 == 9


def test_what_no_description_attests_is_told() -> None:
    assert dict(SHIPPED.attested)["lanterns"]
    position = ENGINE.setup(options(), 2, ENGINE.deal(options(), 2, Chance("deal")))
    told = ("corridors", "start", "chambers", "photos", "treasures")
    assert ENGINE.view(position, None).reconstructed == told


def treasures(engine: Pharao, **chosen: str) -> list[int]:
    """Deal a match, and sort its treasures."""
    found = engine.deal(engine.rules.complete(chosen), 2, Chance("deal"))["treasures"]
    assert isinstance(found, list)
    return sorted(found)


def test_a_hosts_file_becomes_the_default_and_the_reconstruction_stays() -> None:
    text = file_with("values = [2, 2, 2, 2, 3, 3, 3, 3]", "values = [2, 2, 2, 3, 3, 3, 3, 3]")
    own = Pharao(load_components(text, "own.toml"))
    name, _ = own.editions.names
    assert name.startswith("own.toml@sha256:")
    assert own.rules.complete({})["tiles"] == name
    assert treasures(own) == [2, 2, 2, 3, 3, 3, 3, 3]
    assert treasures(own, tiles="reconstruction") == [2, 2, 2, 2, 3, 3, 3, 3]


def test_an_archive_is_read_without_the_file_that_it_was_dealt_from() -> None:
    text = file_with("values = [2, 2, 2, 2, 3, 3, 3, 3]", "values = [3, 3, 3, 3, 3, 3, 3, 3]")
    own = Pharao(load_components(text, "own.toml"))
    chosen = own.rules.complete({})
    deal = own.deal(chosen, 2, Chance("deal"))
    assert ENGINE.setup(ENGINE.rules.complete(chosen), 2, deal) == own.setup(chosen, 2, deal)
    with pytest.raises(ValueError, match="not installed"):
        ENGINE.deal(ENGINE.rules.complete(chosen), 2, Chance("deal"))


FAULTS = [
    ("[corridors]", "[corridors", "no TOML"),
    ("straight = 6", "straight = 7", r"line \d+: 31 corridors; right are 30"),
    ("straight = 6", "straight = -1", "number of straight corridors"),
    ("straight = 6\n", "", "straight missing in corridors"),
    ("cross = 6", "cross = 6\nspiral = 0", "nothing is known of spiral in corridors"),
    ("[lanterns]", "[lamps]", r"line \d+: nothing is known of 'lamps'"),
    ("[lanterns]", "[lamps]", r"\[lanterns\] is missing"),
    ('sides = "NESW"', 'sides = "WE"', r"line \d+: the start card's sides"),
    ('name = "eye"', 'name = "cat"', r"line \d+: chambers 2: a chamber's name"),
    ('name = "eye"', 'name = "lotus"', "4 different chambers"),
    ('name = "eye"\nshape = "straight"', 'name = "eye"\nshape = "round"', "its shape is one of"),
    ("treasures = 3\n", "treasures = 0\n", r"line \d+: photos 1: a photo shows one treasure or more"),
    ("treasures = 3\n", "treasures = 4\n", r"the photos show 10 treasures; right are 9"),
    ('trap = "mummy"', 'trap = "snake"', "its trap is"),
    ('[[photos]]\ntreasures = 3\ntrap = ""\nattested = false\n', "", "4 photos; right are 5"),
    ("[2, 2, 2, 2, 3, 3, 3, 3]", "[2, 2, 2, 2, 3, 3, 3, 4]", "numbers that are 2 or 3"),
    ("[2, 2, 2, 2, 3, 3, 3, 3]", "[2, 2]", "2 treasures; right are 8"),
    ("value = 5", "value = 6", r"line \d+: the value of the bust is 5"),
    ("number = 5", "number = 4", "the number of the lanterns is 5"),
    ("attested = true", 'attested = "yes"', "attested is true or false"),
]


@pytest.mark.rule("Q20")
@pytest.mark.parametrize(("old", "new", "fault"), FAULTS)
def test_a_fault_is_told_with_its_place(old: str, new: str, fault: str) -> None:
    with pytest.raises(BadComponents, match=fault) as raised:
        load_components(file_with(old, new), "own.toml")
    assert str(raised.value).startswith("own.toml: ")
    assert raised.value.origin == "own.toml"


def test_all_faults_are_told_at_once() -> None:
    text = file_with("value = 5", "value = 6").replace("number = 5", "number = 4")
    with pytest.raises(BadComponents) as raised:
        load_components(text, "own.toml")
    assert len(raised.value.faults) == 2


def test_the_same_text_has_the_same_name() -> None:
    first, second = (load_components(SHIPPED_FILE, "own.toml") for _ in range(2))
    assert first == second
    assert load_components(f"{SHIPPED_FILE}\n", "own.toml").name != first.name
