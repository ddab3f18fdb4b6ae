"""Letters that must change nothing, and what their writers are told."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

import pytest
from sqlalchemy import func, select

from adjudicator.desk.desk import Desk
from adjudicator.store.tables import Inbox, Outbox
from tests.desk.club import ANNA, BOB, Club, address_of, offered, text_of


def to_move(club: Club) -> str:
    seat = club.match().to_move
    assert seat is not None
    return (ANNA, BOB)[seat]


def other(person: str) -> str:
    return BOB if person == ANNA else ANNA


REFUSED = {
    "empty": ("", "nothing_written"),
    "gibberish": ("qwertz uiop", "unreadable"),
    "a typing error": ("M1S4", "ambiguous"),
    "an illegal step": ("A1", "illegal"),
    "a taken cell": ("M13", "illegal"),
    "a move and resigning": ("M14\nresign", "contradictory"),
    "claiming too early": ("claim", "nothing_to_claim"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_bad_order_is_refused_by_name_and_changes_nothing(club: Club, case: str) -> None:
    club.begin()
    text, refusal = REFUSED[case]
    mover, before = to_move(club), club.match()
    number = club.answer(club.last(mover), text)
    assert club.inbox(number).verdict == f"refused: {refusal}"
    assert (club.match().step_count, club.match().state) == (before.step_count, before.state)
    assert len(club.letters(mover)) == 2 + 1 if mover == BOB else 4


@pytest.mark.parametrize("case", ["gibberish", "a typing error", "an illegal step", "a taken cell"])
def test_a_refused_order_is_answered_with_legal_ones(club: Club, case: str) -> None:
    club.begin()
    mover = to_move(club)
    club.answer(club.last(mover), REFUSED[case][0])
    letter = club.last(mover)
    assert REFUSED[case][0] in text_of(letter)
    offers = offered(letter)
    number = club.answer(letter, offers[0])
    assert club.inbox(number).verdict == "played"


def test_a_letter_out_of_turn_says_whose_turn_it_is(club: Club) -> None:
    club.begin()
    waiting = other(to_move(club))
    number = club.answer(club.last(waiting), "M14")
    assert club.inbox(number).verdict == "refused: not_your_turn"
    assert to_move(club).split()[0] in text_of(club.last(waiting))


def test_the_letter_of_an_old_turn_is_stale_and_the_new_board_comes_with_the_answer(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    old = club.last(mover)
    club.answer(old, "M14")
    club.answer(club.last(other(mover)), "M15")
    number = club.answer(old, "M16")
    assert club.inbox(number).verdict == "refused: stale"
    assert "M15" in text_of(club.last(mover))


def test_a_finished_match_refuses_moves_but_answers_questions(club: Club) -> None:
    club.begin()
    club.answer(club.last(BOB), "resign")
    number = club.answer(club.last(ANNA), "M14")
    assert club.inbox(number).verdict == "refused: match_over"
    number = club.answer(club.last(ANNA), "board")
    assert club.inbox(number).verdict == "answered"


def test_the_same_letter_brought_twice_is_judged_once_and_answered_once(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    letter = EmailMessage()
    letter["From"], letter["Message-ID"] = mover, "<twice@mail.example>"
    letter.set_content("M14")
    to = address_of(club.last(mover)["Reply-To"])
    numbers = []
    for hop in ("one", "another"):
        raw = f"Received: from {hop} by mx.club.example; Fri, 27 Nov 2026 20:00:00 +0000\n".encode() + letter.as_bytes()
        numbers.append(club.bring(raw, to, mover))
        club.work()
    assert numbers[0] == numbers[1]
    assert club.match().step_count == 2
    assert len(club.letters(mover, "Played")) == 1


def test_of_two_letters_at_once_the_second_is_too_late(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    to = address_of(club.last(mover)["Reply-To"])
    first = club.drop(mover, to, "M14")
    second = club.drop(mover, to, "N14")
    club.work()
    assert club.inbox(first).verdict == "played"
    assert club.inbox(second).verdict == "refused: not_your_turn"


def test_somebody_else_with_the_address_of_a_seat_plays_nothing_and_its_player_is_told(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    before = len(club.letters(mover))
    number = club.answer(club.last(mover), "M14", sender="Eve <eve@evil.example>")
    assert club.inbox(number).verdict == "refused: not_you"
    assert not club.letters("eve@evil.example")
    assert len(club.letters(mover)) == before + 1
    assert "eve@evil.example" in text_of(club.last(mover))


def forge_signature(address: str) -> str:
    local, _, domain = address.partition("@")
    return f"{local[:-16]}{'a' * 16}@{domain}"


def forge_seat(address: str) -> str:
    parts = address.split("-")
    parts[1] = str(1 - int(parts[1]))
    return "-".join(parts)


def forge_match(address: str) -> str:
    service, _, rest = address.partition("+")
    return f"{service}+aaaa{rest[4:]}"


@pytest.mark.parametrize("forge", [forge_signature, forge_seat, forge_match])
def test_a_forged_address_plays_nothing_and_a_player_is_told_how_to_get_a_good_one(
    club: Club, forge: Callable[[str], str]
) -> None:
    club.begin()
    mover = to_move(club)
    number = club.write(mover, forge(address_of(club.last(mover)["Reply-To"])), "M14")
    assert club.inbox(number).verdict == "refused: forged"
    assert club.match().step_count == 1
    assert "list" in text_of(club.last(mover))


def test_a_forged_address_from_a_stranger_is_not_answered(club: Club) -> None:
    club.begin()
    before = len(club.postman.letters)
    club.write("eve@evil.example", forge_signature(address_of(club.last(BOB)["Reply-To"])), "M14")
    assert len(club.postman.letters) == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"X-Autoreply": "yes"},
    ],
    ids=lambda headers: next(iter(headers)),
)
def test_a_robot_is_neither_judged_nor_answered(club: Club, headers: dict[str, str]) -> None:
    club.begin()
    mover = to_move(club)
    before = len(club.postman.letters)
    number = club.write(mover, address_of(club.last(mover)["Reply-To"]), "M14", **headers)
    assert club.inbox(number).verdict == "robot"
    assert (club.match().step_count, len(club.postman.letters)) == (1, before)


def test_a_robot_that_answers_our_answers_is_given_up_after_a_while(club: Club) -> None:
    for n in range(30):
        club.write(ANNA, club.desk.addresses.service, f"nonsense {n}")
    assert len(club.letters(ANNA)) == 20
    club.pass_time(hours=2)
    club.write(ANNA, club.desk.addresses.service, "help")
    assert len(club.letters(ANNA)) == 21


def test_html_alone_is_read(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    letter = EmailMessage()
    letter["From"], letter["Message-ID"] = mover, "<html@mail.example>"
    letter.set_content("<div>M14</div><div><br></div>", subtype="html")
    number = club.bring(letter.as_bytes(), address_of(club.last(mover)["Reply-To"]), mover)
    club.work()
    assert club.inbox(number).verdict == "played"


def test_a_letter_without_any_text_is_told_so(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    letter = EmailMessage()
    letter["From"], letter["Message-ID"] = mover, "<picture@mail.example>"
    letter.set_content(b"\x89PNG", maintype="image", subtype="png")
    number = club.bring(letter.as_bytes(), address_of(club.last(mover)["Reply-To"]), mover)
    club.work()
    assert club.inbox(number).verdict == "refused: no_text"
    assert "plain text" in text_of(club.last(mover))


def test_a_letter_too_large_to_take_apart_is_told_so(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    number = club.write(mover, address_of(club.last(mover)["Reply-To"]), "M14\n" + "x" * (2 << 20))
    assert club.inbox(number).verdict == "refused: too_long"
    assert "too large" in text_of(club.last(mover))


def test_a_wrong_charset_is_read_all_the_same(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    raw = (
        f"From: {mover}\r\nMessage-ID: <charset@mail.example>\r\nContent-Type: text/plain; charset=x-unheard-of\r\n"
        "Content-Transfer-Encoding: 8bit\r\n\r\nM14\r\n\r\nGrüße"
    ).encode("latin-1")
    number = club.bring(raw, address_of(club.last(mover)["Reply-To"]), mover)
    club.work()
    assert club.inbox(number).verdict == "played"


@pytest.mark.parametrize("order", ["je pose M14", "ich setze M14", "metto M14", "ik leg M14", "m 14."])
def test_an_order_in_another_language_is_understood(club: Club, order: str) -> None:
    club.begin()
    number = club.answer(club.last(to_move(club)), order)
    assert club.inbox(number).verdict == "played"


def test_a_fault_of_ours_is_set_aside_told_and_retried(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.desk import faults

    club.begin()
    mover = to_move(club)

    def broken(*_args: object) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr("adjudicator.desk.turns.rule", broken)
    number = club.answer(club.last(mover), "M14")
    monkeypatch.undo()
    with club.desk.store.reading() as session:
        (row,) = faults.aside(session)
        assert row.id == number
        assert "a wheel came off" in row.traceback
    assert "a wheel came off" in text_of(club.last("host@club.example"))
    assert f"adjudicator retry {number}" in text_of(club.last("host@club.example"))
    assert str(number) in text_of(club.last(mover))
    assert faults.retry(club.desk, number)
    club.work()
    assert club.inbox(number).verdict == "played"
    assert not faults.retry(club.desk, number)


def counts(desk: Desk) -> tuple[int, int]:
    with desk.store.reading() as session:
        inbox = session.scalar(select(func.count()).select_from(Inbox)) or 0
        outbox = session.scalar(select(func.count()).select_from(Outbox)) or 0
        return inbox, outbox


def test_judging_a_letter_again_changes_nothing(club: Club) -> None:
    from adjudicator.desk import judging

    club.begin()
    number = club.answer(club.last(to_move(club)), "M14")
    before = counts(club.desk)
    judging.judge(club.desk, number, club.now)
    club.work()
    assert counts(club.desk) == before
