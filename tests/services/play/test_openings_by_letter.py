"""Openings and statistics by letter, in a match and to the service, and where else a position stood."""

from __future__ import annotations

from adjudicator.engines.contract import Level
from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.texts.language.language import LANGUAGES
from testkit.club import ANNA, Club, other, prose_of, text_of, to_move
from testkit.finished_matches import Played, finish_matches

STRANGER = "Xaver <xaver@xaver.example>"


def asked(club: Club, person: str, line: str) -> str:
    club.write(person, club.context.addresses.service, line)
    return prose_of(club.last(person))


def test_a_letter_walks_down_the_openings_in_every_language(club: Club) -> None:
    codes = finish_matches(
        club.context,
        club.now,
        [Played(("M14", "M15")), Played(("N13", "O13"), private=True), Played(("N14",), resigns=None)],
    )
    assert "openings egyptos" in asked(club, STRANGER, "openings")
    for language in LANGUAGES:
        told = asked(club, f"{language}@{language}.example", f"{word_for('openings', language)} egyptos")
        assert "M12, L13, N13, M14" in told, language
    told = asked(club, STRANGER, "openings egyptos N13, O13")
    assert "1 match" in told
    assert codes[0] in told
    assert codes[1] not in told
    assert "https://club.example/openings/egyptos?moves=N13+O13" in told
    assert "dealt by chance" in asked(club, STRANGER, "openings cheops")


def test_what_cannot_be_read_is_told_with_what_can(club: Club) -> None:
    club.begin()
    for line, right in (
        ("openings egyptos Q20", "touches no pyramid"),
        ("openings egyptos M14 M14", "The rules do not allow M14 now."),
        ("openings checkers", "openings egyptos"),
        ("openings egyptos isolation=allowed", "opening=swap"),
        ("openings egyptos opening=later", "swap"),
        ("openings M14", "openings egyptos"),
        ("statistics checkers", "No game called"),
    ):
        assert right in asked(club, ANNA, line), line


def test_words_about_openings_are_no_command(club: Club) -> None:
    club.begin()
    club.answer(club.last(to_move(club)), "openings are what I have to learn\nM14")
    assert club.match().entry_count == 2


def test_in_a_match_its_own_game_is_meant_and_the_last_board_tells_where_else_it_stood(club: Club) -> None:
    club.begin()
    person = to_move(club)
    for order in ("M14", "M15"):
        club.answer(club.last(to_move(club)), order)
    club.answer(club.last(person), "board 3\nboard\nopenings")
    assert "/positions/" not in text_of(club.last(person))
    assert "0 matches" in prose_of(club.last(person))
    club.answer(club.last(to_move(club)), "resign")
    finish_matches(club.context, club.now, [Played(("N13", "O13", "P13"))])
    for line in ("board 3", "board"):
        club.answer(club.last(person), line)
        told = prose_of(club.last(person))
        assert "This position stood in 1 other match: https://club.example/positions/" in told, line
    club.answer(club.last(other(person)), "openings M14\nstatistics")
    told = prose_of(club.last(other(person)))
    assert "M13 M14: 2 matches" in told
    assert "Egyptos, 2 players: 2 matches" in told
    assert "Fair would be 50%." in told


def test_statistics_by_letter_tell_the_house_player_by_its_levels(club: Club) -> None:
    levels = Level.FAIR, Level.FAIR, Level.STRONG
    finish_matches(club.context, club.now, [Played(("M14",), resigns=0, house={1: level}) for level in levels])
    told = asked(club, STRANGER, "statistics egyptos")
    assert "Nefer (house, fair) had 2 seats and came first with 100% of them" in told
    assert "Imhotep (house, strong) had one seat and came first." in told
