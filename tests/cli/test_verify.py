from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator.match.record.record import published_record
from adjudicator.match.record.v1.chain import first_digest
from adjudicator.match.record.v1.record import ErasedRecord, Record, dump_record
from testkit.console import Console
from testkit.engines.shafts_matches import play_match
from tests.match.course.woven_matches import woven_egyptos, woven_pharao

MATCH = play_match(7, 3)


def written(record: Record, folder: Path) -> str:
    path = folder / "record.json"
    path.write_bytes(dump_record(record))
    return str(path)


def test_a_true_record_is_praised_in_one_line(shafts_console: Console, tmp_path: Path) -> None:
    path = written(MATCH, tmp_path)
    ran = shafts_console("verify", path)
    assert (ran.exit_code, ran.output) == (0, f"{path}: {len(MATCH.steps)} steps, all digests right\n")


def test_a_running_match_is_checked_as_far_as_it_is_public(shafts_console: Console, tmp_path: Path) -> None:
    ran = shafts_console("verify", written(play_match(stop_after=1), tmp_path))
    assert ran.exit_code == 0
    assert "1 step, all digests right; the match goes on" in ran.output


def test_what_differs_is_printed_and_fails(shafts_console: Console, tmp_path: Path) -> None:
    steps = (*MATCH.steps[:1], replace(MATCH.steps[1], turn=99), *MATCH.steps[2:])
    path = written(replace(MATCH, steps=steps), tmp_path)
    ran = shafts_console("verify", path)
    assert ran.exit_code == 1
    assert ran.output.splitlines() == [
        f"{path}: step 2: digest differs",
        f"{path}: step 2: it belongs to turn {MATCH.steps[1].turn}, not 99",
    ]


def test_several_records_are_checked_and_one_that_differs_hides_no_other(
    shafts_console: Console, tmp_path: Path
) -> None:
    false, true = tmp_path / "false", tmp_path / "true"
    false.mkdir()
    true.mkdir()
    paths = [written(replace(MATCH, seed="00" * 32), false), written(MATCH, true)]
    ran = shafts_console("verify", *paths)
    assert ran.exit_code == 1
    told = ran.output.splitlines()
    assert told[0].startswith(f"{paths[0]}: seed: ")
    assert told[-1] == f"{paths[1]}: {len(MATCH.steps)} steps, all digests right"


def test_a_record_is_read_from_standard_input(shafts_console: Console) -> None:
    ran = shafts_console("verify", "-", given=dump_record(MATCH))
    assert (ran.exit_code, ran.output.partition(": ")[0]) == (0, "-")


@pytest.mark.parametrize(
    ("text", "line"), [("{}", "no record of a match"), ("x", "no JSON"), ('{"header": {"format": "pgn"}}', "'pgn'")]
)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_what_is_no_record_is_told_in_one_line(
    shafts_console: Console, tmp_path: Path, command: str, text: str, line: str
) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    ran = shafts_console(command, str(path))
    assert ran.exit_code == 1
    assert ran.output.startswith(f"Error: {path}: ")
    assert line in ran.output
    assert ran.output.count("\n") == 1


def test_a_file_that_is_missing_is_named(shafts_console: Console) -> None:
    ran = shafts_console("verify", "nowhere.json")
    assert ran.exit_code == 2
    assert "'nowhere.json' does not exist" in ran.output


def kept(record: object, folder: Path) -> str:
    path = folder / "record.json"
    path.write_bytes(msgspec.json.encode(record))
    return str(path)


def test_a_record_of_version_2_is_praised_and_says_how_many_names_are_withheld(tmp_path: Path) -> None:
    match = woven_egyptos()
    path = kept(match, tmp_path)
    assert Console()("verify", path).output == f"{path}: {len(match.entries)} entries, all digests right\n"
    (name,) = [digest for digest, opening in match.openings.items() if opening.text == "Bob"]
    erased = replace(match, openings={key: text for key, text in match.openings.items() if key != name})
    assert Console()("verify", kept(erased, tmp_path)).output.endswith("all digests right; names withheld: 1\n")


def test_a_match_that_can_be_opened_again_says_why_its_deal_is_missing(tmp_path: Path) -> None:
    early = published_record(woven_pharao(), woven_pharao().entries[-1].at)
    assert "; a host can still open the match again" in Console()("verify", kept(early, tmp_path)).output


def test_a_record_from_which_names_were_erased_is_followed_from_its_first_digest(
    shafts_console: Console, tmp_path: Path
) -> None:
    seats = (replace(MATCH.header.seats[0], name="a former player"), *MATCH.header.seats[1:])
    cleaned = replace(MATCH, header=replace(MATCH.header, seats=seats))
    erased = ErasedRecord("adjudicator-erased", 1, first_digest(MATCH.header), cleaned)
    ran = shafts_console("verify", kept(erased, tmp_path))
    assert (ran.exit_code, ran.output.partition("; ")[2]) == (
        0,
        "names were erased, so the header's names are not covered\n",
    )
    ran = shafts_console("verify", kept(replace(erased, first="0" * 64), tmp_path))
    assert (ran.exit_code, ran.output.partition(": ")[2]) == (1, "step 1: digest differs\n")
    assert shafts_console("replay", kept(erased, tmp_path)).output.startswith("K7Q2: shafts/1, a former player, Bob")
    assert shafts_console("verify", kept(replace(erased, version=2), tmp_path)).exit_code == 1
