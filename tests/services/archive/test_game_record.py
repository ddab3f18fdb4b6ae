"""A match as an `APGameRecord`: checked against the fields that the format has, for every record that is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.engines.registry import engine_for
from adjudicator.match.course.places import Ending
from adjudicator.match.record.record import Holder, SeatValues, load_published
from adjudicator.services.archive.game_record import write_game_record
from testkit.match_writer import MatchWriter
from testkit.record_kinds import header_of

KEPT = sorted((Path(__file__).parents[2] / "records").rglob("*.json"))


def closed(required: tuple[str, ...] = (), **fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": [*required], "additionalProperties": False}


TEXT, MOMENT = {"type": "string"}, {"type": "string", "format": "date-time"}
WHOLE, NUMBER, FLAG = {"type": "integer"}, {"type": "number"}, {"type": "boolean"}
PLAYER = closed(("name", "result"), name=TEXT, is_ai=FLAG, result=WHOLE, score=NUMBER)
MOVE = {"oneOf": [{"type": "null"}, TEXT, closed(("move",), sequence=WHOLE, move=TEXT)]}
FIELDS = closed(
    ("header", "moves"),
    header=closed(
        ("game", "site", "date-start", "date-end", "date-generated", "players"),
        **{
            "game": closed(("name",), name=TEXT, variants={"type": "array", "items": TEXT, "uniqueItems": True}),
            "site": closed(("name",), name=TEXT, gameid={"type": ["string", "number"]}),
            "date-start": MOMENT,
            "date-end": MOMENT,
            "date-generated": MOMENT,
            "unrated": FLAG,
            "players": {"type": "array", "minItems": 1, "uniqueItems": True, "items": PLAYER},
            "startingPosition": TEXT,
        },
    ),
    moves={"type": "array", "items": {"type": "array", "items": MOVE}},
)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_every_record_can_be_written_in_the_format(path: Path) -> None:
    record = load_published(path.read_bytes())
    written = json.loads(write_game_record(record, "https://club.example"))
    Draft202012Validator(FIELDS, format_checker=Draft202012Validator.FORMAT_CHECKER).validate(written)
    header = header_of(record)
    seats = len(header.seats)
    assert all(len(one_round) == seats for one_round in written["moves"])
    assert len({player["name"] for player in written["header"]["players"]}) == seats
    assert written["header"]["site"] == {"name": "club.example", "gameid": header.match}


def test_rounds_have_a_turn_of_each_seat_and_what_was_taken_back_is_left_out() -> None:
    match = MatchWriter(engine_for("egyptos/1"), ["Anna", "Bob"])
    first = match.to_move
    assert first is not None
    for step in ("M13", "L14", "L15"):
        match.play(step)
    match.undo(first)
    match.play("M14")
    match.end(Ending("resigned", seat=first), by=first)
    written = json.loads(write_game_record(match.record(), "https://club.example"))
    moves = [[move["move"] if isinstance(move, dict) else move for move in one] for one in written["moves"]]
    assert [one[first] for one in moves] == ["M13", "M14"]
    assert [one[1 - first] for one in moves] == ["L14", None]
    assert [player["result"] for player in written["header"]["players"]] == [first, 1 - first]


def test_a_match_that_goes_on_has_none() -> None:
    record = MatchWriter(engine_for("egyptos/1"), ["Anna", "Bob"]).record()
    with pytest.raises(ValueError, match="goes on"):
        write_game_record(record, "https://club.example")


def test_the_house_player_has_the_name_of_its_level_at_the_seat_that_it_was_given() -> None:
    names = {}
    for terms in ({}, {"house": "easy", "house_2": "strong"}):
        match = MatchWriter(engine_for("cheops/1"), ["Anna", "house", "house"], terms=terms)
        match.enter(0, SeatValues(0, Holder("house"), "resigned"))
        match.end(Ending("awarded", awarded=(1, 2, 3), because=match.because("it is late")), by="host")
        written = json.loads(write_game_record(match.record(), "https://club.example"))
        names[len(terms)] = [(player["name"], player["is_ai"]) for player in written["header"]["players"]]
    assert names[0] == [("House (1)", True), ("House (2)", True), ("House (3)", True)]
    assert names[2] == [("House", True), ("Ani", True), ("Imhotep", True)]
