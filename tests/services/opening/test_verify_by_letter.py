"""`verify` by letter: any mailbox is a witness of what the archive has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.match.record.record import dump_record
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.store.tables import EntryRow, Match
from testkit.club import ANNA, BOB, Club, prose_of, text_of, to_move
from testkit.verifiers import RIGHT, run_python

XAVER = "Xaver <xaver@xaver.example>"


def last_line(club: Club, person: str) -> str:
    """The last line of the newest letter to somebody."""
    return text_of(club.last(person)).replace("\r", "").rstrip().splitlines()[-1]


def asked(club: Club, person: str, line: str) -> str:
    club.write(person, club.context.addresses.service, line)
    return prose_of(club.last(person))


def played(club: Club, *options: str) -> tuple[str, str]:
    """Begin a match, in which the forced first step is played; return its code and the last line of the letter."""
    code = club.begin(*options).code
    return code, last_line(club, to_move(club))


def test_letters_print_sixteen_digits(club: Club) -> None:
    code, line = played(club)
    assert re.fullmatch(rf"{code} turn 2, chain( [0-9a-f]{{4}}){{4}}", line)
    assert line.endswith(f"chain {' '.join(re.findall('....', club.match().chain[:16]))}")


@pytest.mark.parametrize("person", [ANNA, XAVER])
def test_a_last_line_is_found_by_a_player_and_by_a_stranger(club: Club, person: str) -> None:
    code, line = played(club)
    digits = line.partition("chain ")[2]
    for text in (line, f"> {line}", digits, digits[:9], digits.replace(" ", "").upper(), f"{code} {digits}"):
        told = asked(club, person, f"verify {text}")
        assert f"{code} Egyptos (Anna, Bob)" in told, text
        assert "is entry 1 of 1" in told
        assert "The archive has it as your line says" in told


def test_the_digest_of_the_beginning_is_found_too(club: Club) -> None:
    code, digest = club.begin().code, club.match().first_digest or ""
    for text in (f"{code} turn 1, chain {digest[:4]} {digest[4:8]}", digest):
        assert re.search(rf"{code} Egyptos .*: it began with", asked(club, XAVER, f"verify {text}"))


def test_the_archive_disagrees_if_a_step_was_changed_behind_its_back(club: Club) -> None:
    code, line = played(club)
    with club.context.store.writing() as session:
        session.get_one(EntryRow, (club.match().id, 1)).digest = "0" * 64
    assert f"The archive disagrees: match {code} has no entry" in asked(club, XAVER, f"verify {line}")
    bare = line.partition("chain ")[2]
    assert "No match that you may see has an entry with the digits" in asked(club, XAVER, f"verify {bare}")


def test_another_turn_is_told_as_a_change_of_the_line(club: Club) -> None:
    _, line = played(club)
    told = asked(club, XAVER, f"verify {line.replace('turn 2', 'turn 7')}")
    assert "they belong to turn 2. Your line says turn 7" in told


def test_a_line_of_a_former_turn_is_found_when_the_match_went_on(club: Club) -> None:
    code, line = played(club)
    club.answer(club.last(to_move(club)), "L14")
    club.answer(club.last(to_move(club)), "resign")
    told = asked(club, XAVER, f"verify {line}")
    assert f"{code} Egyptos (Anna, Bob)" in told
    assert "is entry 1 of 3" in told
    assert "The archive has it as your line says" in told
    assert "The archive has it as your line says" in asked(club, XAVER, f"verify {last_line(club, ANNA)}")


def test_the_standalone_verifier_finds_the_lines_of_letters_in_the_record(club: Club, tmp_path: Path) -> None:
    _, line = played(club)
    club.answer(club.last(to_move(club)), "resign")
    with club.context.store.reading() as session:
        match = session.get_one(Match, club.match().id)
        path = tmp_path / "record.json"
        path.write_bytes(dump_record(record_of(match, club.now)))
    code, printed = run_python(path, line, last_line(club, ANNA))
    assert (code, printed.count("stands at entry")) == (RIGHT, 2), printed


def test_a_private_match_answers_to_its_players_alone(club: Club) -> None:
    code, line = played(club, "private")
    for text in (line, line.partition("chain ")[2]):
        told = asked(club, XAVER, f"verify {text}")
        assert "Egyptos" not in told
        assert ("There is no match" in told) or ("No match that you may see" in told)
        assert f"{code} Egyptos" in asked(club, BOB, f"verify {text}")


@pytest.mark.parametrize("text", ["5f3a", "5f3a 91c", "hello", "K7Q2 turn 9", "K7Q2 turn 9, chain", "z" * 16, "1" * 65])
def test_what_is_no_last_line_gets_an_example(club: Club, text: str) -> None:
    assert "K7Q2 turn 9, chain 5f3a 91c0 77aa 0b12" in asked(club, XAVER, f"verify {text}")


def test_in_a_match_it_plays_nothing(club: Club) -> None:
    _, line = played(club)
    mover = to_move(club)
    club.answer(club.last(mover), f"verify {line}")
    assert "The archive has it as your line says" in prose_of(club.last(mover))
    assert club.match().turn == 2
