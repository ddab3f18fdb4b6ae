"""Questions about a match in a letter to the service: from anybody, and with no secret of a seat in the answer."""

from __future__ import annotations

from adjudicator.mail.commands.table.command_words import word_for
from adjudicator.texts.language.language import LANGUAGES
from testkit.cases import check_cases
from testkit.club import ANNA, BOB, Club, address_of, prose_of, text_of, to_move


def ask(club: Club, person: str, line: str) -> str:
    """Ask the service, with a letter that is not answered as a stranger's fifth one; return the verdict."""
    club.pass_time(days=1)
    return club.inbox(club.write(person, club.context.addresses.service, line)).verdict


def attached(club: Club, person: str) -> list[str | None]:
    return [part.get_filename() for part in club.last(person).iter_attachments()]


def test_a_player_is_answered_at_once_in_every_language_with_the_code_before_or_behind(club: Club) -> None:
    code = club.begin("days=90").code
    mover = to_move(club)
    asked = (("board", "1"), ("history", "1-2"), ("record", ""), ("time", ""), ("legal", ""))
    with check_cases() as case:
        for language in LANGUAGES:
            words = [(word_for(name, language), argument) for name, argument in asked]
            for lines in (
                [f"{code} {word} {argument}" for word, argument in words],
                [f"{word} {code.lower()} {argument}" for word, argument in words],
            ):
                with case(*lines):
                    assert ask(club, mover, "\n".join(map(str.strip, lines))) == "answered"
                    said = prose_of(club.last(mover))
                    for told in (f"{code}.json", "M13", "90", "L12, L13, L14"):
                        assert told in said
                    assert attached(club, mover) == [f"{code}.json"]


def test_somebody_who_does_not_play_sees_what_a_spectator_sees(club: Club) -> None:
    """Long lists come as an address, as nobody may have them sent to somebody else."""
    code = club.begin("days=90").code
    with check_cases() as case:
        for number, (line, told) in enumerate(
            (
                (f"board {code}", "The first pyramid of"),
                (f"{code} board 0", f"{code}: Position 0 of 1"),
                (f"record {code}", f"/m/{code}/record.json"),
                (f"{code} history", f"/m/{code}.txt"),
                (f"{code} history 1-2", f"/m/{code}.txt"),
            )
        ):
            guest = f"Guest <g{number}@guest.example>"
            with case(line):
                assert ask(club, guest, line) == "answered"
                assert told in prose_of(club.last(guest))
                assert not attached(club, guest)
        for number, line in enumerate((f"{code} time", f"{code} legal", "record Z9Z9")):
            guest = f"Guest <n{number}@guest.example>"
            with case(line):
                ask(club, guest, line)
                assert code not in text_of(club.last(guest)).partition("example\n")[0]


def test_a_private_match_is_none_for_others(club: Club) -> None:
    code = club.begin("private", "days=90").code
    ask(club, "Eve <eve@eve.example>", f"{code} board")
    assert f"/m/{code}" not in text_of(club.last("Eve <eve@eve.example>"))
    assert ask(club, ANNA, f"record {code}") == "answered"
    assert attached(club, ANNA) == [f"{code}.json"]


def test_what_may_hold_a_secret_of_the_writers_seat_is_asked_back_with_the_reason(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, f"new cheops with {address_of(BOB)} days=90")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), "yes")
    code = club.match().code
    with check_cases() as case:
        for line, verdict in (
            (f"{code} board", "asked back"),
            (f"history {code}", "asked back"),
            (f"{code} legal", "asked back"),
            (f"{code} status", "asked back"),
            (f"{code} time", "answered"),
            (f"{code} record", "answered"),
            (f"{code} download html", "answered"),
        ):
            with case(line):
                assert ask(club, ANNA, line) == verdict
                reason = "The answer shows what you alone may see, and a new letter does not prove who wrote it."
                assert (reason in prose_of(club.last(ANNA))) is (verdict == "asked back")


def test_a_position_or_a_turn_that_never_was_is_answered_with_those_that_were(club: Club) -> None:
    code = club.begin("days=90").code
    for line, right in (
        (f"board {code} 99", f"You could write: {code} board 0, {code} board 1"),
        (f"{code} history 5-9", f"You could write: {code} history 1-2"),
        (f"{code} board 1 from Xaver", f"You could write: {code} board 1 from Anna, {code} board 1 from Bob"),
    ):
        ask(club, BOB, line)
        assert right in prose_of(club.last(BOB)), line


def test_words_and_plans_behind_a_code_are_told_where_they_count(club: Club) -> None:
    """A memo or a plan is not carried out, as nothing proves whose words they are."""
    code = club.begin("days=90").code
    mover = to_move(club)
    plans = ["if L12 then L13", "wenn L12 dann L13", "si L12 alors L13", "se L12 allora L13", "als L12 dan L13"]
    with check_cases() as case:
        for rest in ("press hi there", "tell Bob hi", "memo x", *plans, "otherwise L13"):
            with case(rest):
                ask(club, mover, f"{code} {rest}")
                assert f"You are to move in this match: {code} (Egyptos)." in prose_of(club.last(mover))
    ask(club, mover, "if I may ask, how is it played")
    assert "belongs to a match" not in prose_of(club.last(mover))
