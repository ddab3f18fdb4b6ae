"""`tell` and `memo`: words for some players or for oneself, which nobody else reads; press that names one is asked."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import text

from adjudicator.config.settings import Settings
from adjudicator.match.record.record import dump_record
from adjudicator.services.matches.annotations.memos import LONGEST_MEMO
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.store.tables import Match, Outbox
from testkit.agreed_match import CARLA, DIRK, PEOPLE
from testkit.automatic_mail import sweep
from testkit.club import ANNA, BOB, Club, address_of, html_of, prose_of, text_of, to_move
from testkit.seats_at_table import begin_table, play_turn, resign, seat_of
from tests.services.digest_club import begin_three, digest_of, send_digest
from tests.services.recorder import record_findings

MARK = "QUINCUNX77"
XAVER = "Xaver <xaver@xaver.example>"


def everything(club: Club, person: str) -> str:
    """Join all that a person was ever sent."""
    return "\n".join(f"{letter['Subject']}\n{text_of(letter)}\n{html_of(letter)}" for letter in club.letters(person))


def answered(club: Club, person: str, words: str) -> str:
    club.answer(club.last(person), words)
    return prose_of(club.last(person))


def test_press_for_one_of_several_is_asked_back_with_lines_that_can_be_sent(club: Club) -> None:
    begin_table(club)
    told = answered(club, ANNA, f"press to Bob: {MARK} against Carla")
    assert "It was not sent: all players read such a message, and this looks as if it were for Bob." in told
    assert MARK not in everything(club, BOB) + everything(club, CARLA)
    lines = [line.strip() for line in text_of(club.last(ANNA)).splitlines() if MARK in line and line.startswith("  ")]
    assert lines == [f"tell Bob: {MARK} against Carla", f"press to all: to Bob: {MARK} against Carla"]
    club.answer(club.last(ANNA), lines[0])
    assert (MARK in everything(club, BOB), MARK in everything(club, CARLA)) == (True, False)
    club.answer(club.last(ANNA), lines[1])
    assert f"to Bob: {MARK} against Carla" in everything(club, CARLA)


@pytest.mark.parametrize("people", [2, 3])
def test_press_that_names_all_who_read_it_is_sent(club: Club, people: int) -> None:
    if people == 2:
        club.begin()
        club.answer(club.last(ANNA), f"press Bob: {MARK}")
    else:
        begin_table(club)
        club.answer(club.last(ANNA), f"press Bob and Carla: {MARK}")
        assert MARK in everything(club, CARLA)
    assert MARK in everything(club, BOB)


def test_press_for_a_misspelt_name_is_asked_back_in_the_writers_language(club: Club) -> None:
    begin_table(club)
    club.answer(club.last(ANNA), "language de")
    told = answered(club, ANNA, f"Nachricht an Bbo: {MARK}")
    assert "Das wurde nicht abgeschickt" in told
    assert "flüstere Bob: " in told
    assert f"Nachricht an alle: an Bbo: {MARK}" in told
    assert MARK not in everything(club, BOB)


def test_tell_goes_to_those_who_are_named_and_says_who_reads_it(club: Club) -> None:
    begin_table(club, PEOPLE)
    assert "Only Bob gets what you wrote." in answered(club, ANNA, f"tell Bob {MARK} one")
    letter = club.last(BOB)
    assert str(letter["Subject"]).endswith("Anna writes to you alone")
    assert "Anna writes to you alone:" in prose_of(letter)
    assert "Only Bob, Carla get what you wrote." in answered(club, ANNA, f"tell Bob, Carla: {MARK} two")
    letter = club.last(CARLA)
    assert str(letter["Subject"]).endswith("Anna writes to you and Bob alone")
    assert f"{MARK} two" in html_of(letter)
    assert "tell Anna, Bob: ..." in text_of(letter)
    club.answer(letter, "tell Anna, Bob: yes indeed")
    assert "Carla writes to you and Anna alone:" in prose_of(club.last(BOB))
    assert MARK not in everything(club, DIRK)
    assert "yes indeed" not in everything(club, DIRK)


def test_press_to_several_offers_to_write_back_to_its_author_alone(club: Club) -> None:
    begin_table(club)
    club.answer(club.last(BOB), "press Hello")
    assert "tell Bob: ..." in text_of(club.last(ANNA))


def test_a_letter_of_several_lines_and_numbers_of_seats(club: Club) -> None:
    begin_table(club, PEOPLE)
    club.answer(club.last(ANNA), f"tell 2:\nfirst {MARK}\nM14 and more\nend\nboard")
    assert "M14 and more" in text_of(club.last(BOB))
    club.answer(club.last(ANNA), f"flüstere @Carla\n{MARK} for you")
    assert f"{MARK} for you" in text_of(club.last(CARLA))
    assert MARK not in everything(club, DIRK)


@pytest.mark.parametrize(
    ("line", "why", "offered"),
    [
        (
            "tell Bob Carla will attack",
            "the second name may be a reader",
            ["tell Bob, Carla: will attack", "tell Bob:"],
        ),
        ("tell Bbo hi", 'Nobody else here is called "Bbo". The others are: Bob, Carla, Dirk.', ["tell Bob: hi"]),
        ("tell Anna hi", 'Nobody else here is called "Anna"', ["tell Bob: hi"]),
        ("tell Bob", "tell", ["tell Bob: ..."]),
        ("tell", "tell", ["tell Bob: ..."]),
        ("tell Bob:" + "\nwords" * 334, "This text has 2003 characters, and there is room for 2000.", []),
        ("press" + "\nwords" * 334, "This text has 2003 characters, and there is room for 2000.", []),
    ],
)
def test_what_cannot_be_told_is_refused_with_what_is_right(club: Club, line: str, why: str, offered: list[str]) -> None:
    begin_table(club, PEOPLE)
    before = [len(club.letters(person)) for person in (BOB, CARLA, DIRK)]
    told = answered(club, ANNA, line)
    assert why in told
    assert [words for words in offered if words not in told] == []
    assert [len(club.letters(person)) for person in (BOB, CARLA, DIRK)] == before


def test_two_of_one_name_are_asked_by_the_number_of_the_seat(club: Club) -> None:
    begin_table(club, (ANNA, BOB, "Bob <second@bob.example>"))
    told = answered(club, ANNA, "tell Bob hi")
    assert 'More than one player here is called "Bob".' in told
    assert "Bob: tell 2" in told
    assert "tell 3: hi" in told
    club.answer(club.last(ANNA), f"tell 3: {MARK}")
    assert MARK not in everything(club, BOB)
    assert MARK in everything(club, "Bob <second@bob.example>")


def test_who_has_left_and_the_house_read_nothing(club: Club) -> None:
    begin_table(club)
    resign(club, BOB)
    assert "has left the match and reads nothing of it any more" in answered(club, ANNA, f"tell Bob {MARK}")
    assert "this looks as if it were for one of them" in answered(club, ANNA, f"press to Bob: {MARK}")
    assert MARK not in everything(club, BOB) + everything(club, CARLA)


def test_the_house_player_reads_nothing(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, f"new cheops with {address_of(BOB)} house")
    club.answer(club.last(ANNA), "yes")
    club.answer(club.last(BOB), "yes", sender=BOB)
    assert "is the house player and reads nothing" in answered(club, ANNA, "tell House hi")


def test_private_messages_count_for_the_day_with_the_others(club: Club) -> None:
    begin_table(club)
    for n in range(25):
        club.answer(club.last(ANNA), f"press word {n}\ntell Bob word {n}")
    assert "at most 50 times a day" in answered(club, ANNA, f"tell Bob {MARK}")
    assert MARK not in everything(club, BOB)


def test_a_memo_stands_in_the_letters_of_ones_own_turns_alone(club: Club) -> None:
    mover, second, third = begin_table(club)
    assert "Only you read it." in answered(club, second, f"memo {MARK}")
    play_turn(club, mover)
    letter = club.last(second, "Your turn")
    assert (
        prose_of(letter).index("It is your turn")
        < prose_of(letter).index(MARK)
        < prose_of(letter).index("price tables")
    )
    assert MARK in html_of(letter)
    play_turn(club, second)
    assert MARK not in answered(club, second, "board")
    assert MARK not in everything(club, mover) + everything(club, third)


def test_a_memo_stands_above_its_match_in_a_digest(club: Club) -> None:
    mover, codes = begin_three(club)
    club.answer(digest_of(club, mover), f"{codes[1]} memo {MARK}", sender=mover)
    send_digest(club)
    said = text_of(digest_of(club, mover)).replace("\r", "")
    part = said.partition(f"{codes[1]} Egyptos\n=")[2].partition(f"{codes[2]} Egyptos\n=")[0]
    assert said.count(MARK) == part.count(MARK) == 1
    assert part.index(MARK) < part.index("For example"), "above the board"


def test_a_memo_is_shown_replaced_and_cleared(club: Club) -> None:
    begin_table(club)
    assert "You have not noted anything." in answered(club, ANNA, "memo")
    answered(club, ANNA, "memo:\nwatch A4\n3 B1 is Bob's\nend\nboard")
    assert "watch A4" in answered(club, ANNA, "Notiz")
    assert "3 B1 is Bob's" in text_of(club.last(ANNA))
    assert "watch A4" not in answered(club, ANNA, "memo another\nmemo")
    assert f"This text has {LONGEST_MEMO + 1} characters" in answered(club, ANNA, "memo:" + "\n12345 789" * 200 + "\nx")
    for note in ("x" * LONGEST_MEMO, "word " * (LONGEST_MEMO // 5 - 1) + "words"):
        assert note[-5:] in answered(club, ANNA, f"memo {note}\nmemo"), "in one line"
        assert f"This text has {LONGEST_MEMO + 1} characters" in answered(club, ANNA, f"memo {note}y")
    answered(club, ANNA, "memo another")
    assert "another" in answered(club, ANNA, "memo")
    assert "is cleared" in answered(club, ANNA, "memo none")
    assert "You have not noted anything." in answered(club, ANNA, "memo")


def test_a_move_below_the_word_memo_is_played_and_not_noted(club: Club) -> None:
    turn = club.begin().turn
    mover = to_move(club)
    club.answer(club.last(mover), "memo\nM14")
    assert club.match().turn == turn + 1
    assert "You have not noted anything." in prose_of(club.last(mover))


def test_words_go_with_the_player_and_never_with_the_seat(club: Club) -> None:
    _mover, second, third = begin_table(club)
    club.answer(club.last(second), f"memo {MARK} memo")
    club.answer(club.last(third), f"tell {second.split()[0]} {MARK} before")
    address = address_of(XAVER)
    club.answer(club.last(second), f"substitute until 20 December by {address}")
    club.answer(club.last(XAVER), "yes")
    club.pass_time(days=3, minutes=1)
    sweep(club)
    assert club.letters(XAVER, "Welcome")
    told = answered(club, third, f"tell {second.split()[0]} {MARK}")
    assert "xaver plays for" in told
    assert "and would read it" in told
    assert "Only xaver gets" in answered(club, third, "tell Xaver read by him")
    club.answer(club.last(XAVER), "memo\nboard\nrecord\nhistory")
    assert "read by him" in everything(club, XAVER)
    assert MARK not in everything(club, XAVER)
    assert "read by him" not in everything(club, second)
    club.write(second, club.context.addresses.service, f"takeover {club.match().code}")
    club.answer(club.last(second, "confirm"), "yes")
    assert seat_of(club, second) is not None
    assert f"{MARK} memo" in answered(club, second, "memo")


def test_no_output_of_anybody_else_contains_a_private_word(
    club: Club, settings: Settings, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Planted words are searched in all letters, pages and questions of the others, records, exports and logs."""
    begin_table(club, PEOPLE)
    club.answer(club.last(ANNA), f"diary {MARK}diary\nmemo {MARK}memo\ntell Bob: {MARK}tell\npress to Bob: {MARK}press")
    club.answer(club.last(BOB), f"tell Anna: {MARK}back\nmemo:\n{MARK}bob")
    for turn_of in PEOPLE[club.match().to_move or 0 :]:
        play_turn(club, turn_of)
    lines = (
        "list",
        "archive",
        "lobby",
        "memo",
        "diary",
        "comment",
        "help memo",
        "time",
        "legal",
        f"tell Bob Dirk {MARK[:4]}",
    )
    seen = {ANNA: "memo", BOB: "tell"}
    for person in (CARLA, DIRK, None, BOB, ANNA):
        found = record_findings(club, settings, person, lines)
        known = everything(club, person) if person else ""
        if person in seen:
            assert MARK + seen[person] in known + "".join(found.values())
            others = [MARK + ("bob" if person == ANNA else "memo"), MARK + "press" if person == BOB else MARK + "x"]
        else:
            others = [MARK]
        assert not [word for word in others if word in known]
        assert not [(name, word) for name, page in found.items() for word in others if word in page]
    logged = capsys.readouterr().out + caplog.text
    assert "letter judged" in logged
    assert MARK not in logged
    with club.context.store.reading() as session:
        match = session.get_one(Match, club.match().id)
        assert MARK.encode() not in dump_record(record_of(match, club.now))
        entries = session.execute(text('select notes, step, "values" from entries')).all()
        assert MARK not in json.dumps([list(map(str, row)) for row in entries])
        letters = session.query(Outbox).all()
        told = {letter.to_address for letter in letters if MARK in letter.text + letter.subject + letter.gist}
        assert told == {address_of(ANNA), address_of(BOB)}


def test_a_fault_report_to_the_host_contains_no_private_word(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    begin_table(club)
    with club.context.store.writing() as session:
        session.execute(text("alter table private_press rename to elsewhere"))
    club.answer(club.last(ANNA), f"tell Bob {MARK}")
    (told,) = club.letters("host@club.example")
    assert "private_press" in text_of(told)
    assert MARK not in text_of(told) + str(told["Subject"]) + html_of(told)
    assert MARK not in capsys.readouterr().out
