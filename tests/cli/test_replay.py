import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator.match.course.course import Course
from adjudicator.match.record.record import StepEntry
from adjudicator.match.record.v1 import match_end
from adjudicator.match.record.v1.record import Record, dump_record
from testkit.console import Console
from testkit.engines.shafts_matches import play_match
from tests.match.course.woven_matches import woven_cheops

MATCH = play_match(7, 2)


def written(record: Record, folder: Path) -> str:
    path = folder / "record.json"
    path.write_bytes(dump_record(record))
    return str(path)


def test_the_trace_of_a_record_is_that_of_a_playout(shafts_console: Console, tmp_path: Path) -> None:
    assert MATCH.end
    ran = shafts_console("replay", written(MATCH, tmp_path), "--trace")
    assert ran.exit_code == 0, ran.output
    first, *decisions, last = map(json.loads, ran.output.splitlines())
    assert first == {"game": "shafts", "seats": 2, "options": MATCH.header.options, "deal": MATCH.deal}
    assert [(line["to_move"], line["step"]) for line in decisions] == [(step.seat, step.step) for step in MATCH.steps]
    assert [len(line["legal"]) == 1 for line in decisions] == [step.forced for step in MATCH.steps]
    assert last == {
        "result": [{"score": s, "place": p} for s, p in zip(MATCH.end.scores, MATCH.end.places, strict=True)],
        "reason": MATCH.end.reason,
    }


@pytest.mark.parametrize(
    ("finish", "places"),
    [
        (match_end.end_by_resignation(0, 2), [2, 1]),
        (match_end.end_by_agreement(2), [1, 1]),
        (match_end.end_by_cancelling(), [None, None]),
    ],
)
def test_the_trace_tells_an_end_that_people_made(
    shafts_console: Console, tmp_path: Path, finish: match_end.Ending, places: list[int | None]
) -> None:
    ran = shafts_console("replay", written(play_match(stop_after=3, finish=finish), tmp_path), "--trace")
    last = json.loads(ran.output.splitlines()[-1])
    assert last == {"result": [{"score": None, "place": place} for place in places], "reason": finish.reason}


def test_without_trace_it_is_a_table_for_people(shafts_console: Console, tmp_path: Path) -> None:
    ran = shafts_console("replay", written(MATCH, tmp_path))
    title, headings, first, *_, last = ran.output.splitlines()
    assert title == "K7Q2: shafts/1, Anna, Bob (house player), begun 2026-11-26 12:00 UTC"
    assert headings.split() == ["n", "turn", "seat", "step", "at"]
    assert first.split()[:2] == ["1", "1"]
    assert first.endswith("2026-11-26 13:00")
    assert last.startswith("over: shafts.dug_out; places: Anna ")
    assert len(ran.output.splitlines()) == len(MATCH.steps) + 3


@pytest.mark.parametrize("trace", [[], ["--trace"]])
def test_a_step_that_cannot_be_played_is_told_in_one_line(
    shafts_console: Console, tmp_path: Path, trace: list[str]
) -> None:
    path = written(replace(MATCH, steps=(replace(MATCH.steps[0], step="jump"), *MATCH.steps[1:])), tmp_path)
    ran = shafts_console("replay", path, *trace)
    assert ran.exit_code == 1
    assert ran.stderr == f"Error: {path}: step 1: jump is not legal: shafts.unreadable\n"


def test_a_running_match_cannot_be_replayed(shafts_console: Console, tmp_path: Path) -> None:
    ran = shafts_console("replay", written(play_match(stop_after=3), tmp_path))
    assert ran.exit_code == 1
    assert "the match is not over" in ran.output


def test_a_game_that_is_not_installed_is_named(shafts_console: Console, tmp_path: Path) -> None:
    path = written(replace(MATCH, header=replace(MATCH.header, rules="chess/1")), tmp_path)
    ran = shafts_console("replay", path)
    assert (ran.exit_code, ran.output) == (1, f"Error: {path}: no engine for chess/1 is installed\n")


def test_entries_of_version_2_are_a_table_in_which_undone_steps_are_marked(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(msgspec.json.encode(woven_cheops()))
    title, headings, *rows, last = Console()("replay", str(path)).output.splitlines()
    assert title == "K7Q2: cheops/1, Anna, Bob, Carla, Dirk, begun 2027-01-04 12:00 UTC"
    assert headings.split() == ["n", "turn", "by", "entry", "at"]
    assert len(rows) == len(woven_cheops().entries)
    assert rows[8].split()[:6] == ["9", "5", "Bob", "2", "A10", "sell"]
    assert "player, undone" in rows[8]
    assert "takeover, Xaver" in rows[16]
    assert last == "over: full; places: Xaver 2, Willem 4, Zoe 3, Dirk 1"


def test_the_trace_of_version_2_has_the_steps_that_stand(tmp_path: Path) -> None:
    record = woven_cheops()
    path = tmp_path / "record.json"
    path.write_bytes(msgspec.json.encode(record))
    first, *decisions, last = map(json.loads, Console()("replay", str(path), "--trace").output.splitlines())
    line = Course(record.header.seats, record.entries).line()
    steps = [entry.values.step for entry in record.entries if isinstance(entry, StepEntry) and entry.n in line]
    assert [decision["step"] for decision in decisions] == steps
    assert all(decision["step"] in decision["legal"] for decision in decisions)
    assert first["deal"] == record.deal
    assert last == {
        "result": [{"score": s, "place": p} for s, p in zip((105, 90, 95, 115), (2, 4, 3, 1), strict=True)],
        "reason": "full",
    }
