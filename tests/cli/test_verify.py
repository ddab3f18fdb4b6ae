from pathlib import Path

import pytest
from msgspec.structs import replace

from adjudicator.match.record_v1.record import Record, dump_record
from testkit.console import Console
from testkit.engines.shafts_matches import play_match

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
