"""Component files: what they hold, and every fault in them with its place."""

from __future__ import annotations

import pytest

from adjudicator.engines.cheops import ENGINE, SHIPPED, BadComponents, Cheops, load_components
from adjudicator.engines.cheops.position.pieces import COLOURS
from adjudicator.engines.cheops.position.pricetables import Entry, plain_entry, read_entry, write_entry
from adjudicator.engines.cheops.position.pyramid import CELL_NAMES
from adjudicator.engines.contract import HasComponents
from adjudicator.match.dealing.seeded_dealer import SeededDealer
from testkit.engines.cheops_components import OWN_FILE, own_components

RECONSTRUCTED = {
    "I": [
        "5 10 15 20 25",
        "5 5 5 5 15",
        "10 10 15 15 20",
        "15 10 5 10 20",
        "25 20 15 10 5",
        "10 15 10 15 10",
    ],
    "II": [
        "0 5 30 0 20",
        "0 0 0 10 40",
        "20 0 20 0 20",
        "30 15 0 15 30",
        "5 25 5 25 5",
        "10 0 5 0 35",
    ],
    "III": [
        "10 10 15/5 15 5x",
        "20/10 20/10 15/5 25/10 30/15",
        "10 15/5 10 20/5 15",
        "5 5x 10 5 15",
    ],
}


def test_the_shipped_set_is_the_reconstruction_of_the_rule_sheet() -> None:
    tables: dict[str, list[str]] = {"I": [], "II": [], "III": []}
    for printed in SHIPPED.tables:
        tables[printed.type].append(" ".join(entry.text for entry in printed.table))
    assert tables == RECONSTRUCTED
    assert [CELL_NAMES[cell] for cell in SHIPPED.law_cells] == ["C3", "C5", "C7", "E3", "E5", "G3"]
    assert (SHIPPED.numeral, SHIPPED.name) == (20, "reconstruction")


def test_it_says_entry_by_entry_what_is_attested() -> None:
    attested = {
        " ".join(entry.text for entry in printed.table): printed.attested
        for printed in SHIPPED.tables
        if any(printed.attested)
    }
    assert attested == {
        "5 10 15 20 25": (True,) * 5,
        "5 5 5 5 15": (True,) * 5,
        "0 5 30 0 20": (True, True, False, False, False),
        "0 0 0 10 40": (True, True, True, False, False),
        "10 10 15/5 15 5x": (False, False, False, False, True),
    }
    assert (SHIPPED.law_cells_attested, SHIPPED.numeral_attested) == (False, False)


@pytest.mark.rule("D6")
@pytest.mark.parametrize(
    ("entry", "written", "text"),
    [
        (plain_entry(15), [15], "15"),
        (Entry(5, 15), [5, 15], "15/5"),
        (Entry(times=5), ["x", 5], "5x"),
        (plain_entry(0), [0], "0"),
    ],
)
def test_an_entry_is_written_and_read_back(entry: Entry, written: list[int | str], text: str) -> None:
    assert (write_entry(entry), read_entry(written), entry.text) == (written, entry, text)


@pytest.mark.parametrize(
    "written", [None, 5, [], [5, 5], [15, 5], [1000], [-5], [True], ["x"], ["x", 0], ["y", 5], [1, 2, 3], "15"]
)
def test_what_is_no_entry_is_refused(written: object) -> None:
    with pytest.raises(ValueError, match="no entry of a price table"):
        read_entry(written)


@pytest.mark.rule("Q17")
def test_a_hosts_own_file_is_named_by_its_digest() -> None:
    assert own_components().name.startswith("own.toml@sha256:")
    assert own_components().name == load_components(OWN_FILE, "own.toml").name
    assert own_components().name != load_components(OWN_FILE + "\n", "own.toml").name


def test_a_view_tells_whether_the_numbers_are_reconstructed_and_which_are_attested() -> None:
    for engine, reconstructed in ((ENGINE, True), (Cheops(own_components()), False)):
        options = engine.rules.complete({})
        view = engine.view(engine.setup(options, 2, engine.deal(options, 2, SeededDealer(bytes(16)))), 0)
        assert view.reconstructed is reconstructed
        attested = [number.attested for column in view.columns for number in column.numbers]
        assert all(attested) is not reconstructed
    assert [column.colour for column in view.columns] == list(COLOURS)


def test_a_hosts_file_furnishes_an_engine_that_deals_by_it() -> None:
    assert isinstance(ENGINE, HasComponents)
    furnished = ENGINE.with_components(OWN_FILE, "own.toml")
    assert furnished.rules.complete({})["tables"] == own_components().name
    assert furnished.deal({}, 2, SeededDealer(bytes(16)))["law7"] == 35
    assert furnished.deal({"tables": "reconstruction"}, 2, SeededDealer(bytes(16)))["law7"] == 20
    with pytest.raises(ValueError, match=r"own\.toml: line 2: "):
        ENGINE.with_components(OWN_FILE.replace("35", "-1"), "own.toml")


def fault(old: str, new: str, number: int = 1) -> list[str]:
    """Replace something in a right file and list what is found wrong with it."""
    assert old in OWN_FILE
    with pytest.raises(BadComponents) as raised:
        load_components(OWN_FILE.replace(old, new, number), "own.toml")
    return list(raised.value.faults)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("number = 35", "number = 1000", "line 2: law 7 bears a number from 0 to 999, not 1000"),
        ("number = 35", "digit = 35", "line 2: number missing in law7"),
        ('"K1"', '"K2"', "line 6: the pyramid has no cell 'K2'; it has A1 to A11, B1 to B10, up to K1"),
        (', "K1"', "", "line 6: 5 different law cells leave 61 for treasures; right are 6"),
        ('"K1"', '"A1"', "line 6: 5 different law cells leave 61 for treasures; right are 6"),
        ("[1, 2]", "[1]", "line 10: tables 1: a table has two numbers or more, not [1]"),
        ("[2, 3]", "[2, -3]", "line 15: tables 2: -3 is no entry; right are 15, { majority = 5, others = 15 } and"),
        ("others = 2", "others = 1", "line 75: tables 14: the majority gets the smaller number of a pair, not as in"),
        ('type = "I"\n', 'type = "IV"\n', "line 10: tables 1: its type is I, II or III, not 'IV'"),
        ('type = "I"\n', 'type = "II"\n', "5 tables of type I; right are 6"),
        ("attested = true", "attested = [true, false]", "line 2: attested is true or false, not [True, False]"),
        ("[law7]", "[law8]", "line 2: nothing is known of 'law8'; right are law7, law_cells, tables"),
        ("{ x = 3 }", "{ x = 0 }", "line 70: tables 13: {'x': 0} is no entry"),
        (
            "number = 35",
            "number = 35\nsize = 3",
            "line 2: nothing is known of size in law7; right are number, attested",
        ),
    ],
)
def test_each_fault_is_named_with_its_line(old: str, new: str, sentence: str) -> None:
    assert any(found.startswith(sentence) for found in fault(old, new))


def test_all_faults_are_told_at_once() -> None:
    text = OWN_FILE.replace("number = 35", "number = -1").replace('"K1"', '"L1"').replace("[8, 0]", "8")
    with pytest.raises(BadComponents, match=r"own\.toml: line 2: .*; own\.toml: line 6: .*; own\.toml: .*tables 7: "):
        load_components(text, "own.toml")


@pytest.mark.parametrize("text", ["", "tables = 3", "[[tables]]", "law7 = 3\nlaw_cells = 4\ntables = [5]", "a = "])
def test_what_is_no_such_file_at_all_is_refused(text: str) -> None:
    with pytest.raises(BadComponents, match=r"own\.toml: "):
        load_components(text, "own.toml")


def test_a_fault_of_the_language_itself_is_told_with_its_line() -> None:
    assert "line 3" in fault("number = 35", "number =")[0]
