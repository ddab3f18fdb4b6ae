"""Plans by letters: read below the orders, shown to their writer, played in the ruling that ends the other turn."""

from __future__ import annotations

import random
from base64 import b64decode
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest

from adjudicator.config.settings import Settings
from adjudicator.mail.lexicon.plan_words import PLAN_WORDS
from adjudicator.match.plans.plan import NO_PLAN
from adjudicator.services.inbound.quarantine import retry_letter
from adjudicator.services.jobs import judging, letter_sender
from adjudicator.services.matches.plans.sealed_plans import KeptPlan, read_plan
from adjudicator.services.matches.rows.match_rows import load_match
from adjudicator.services.orders import seat_handler
from adjudicator.store.tables import EntryRow, Match
from testkit.agreed_match import PEOPLE, agree
from testkit.club import ANNA, BOB, Club, address_of, other, prose_of, to_move
from testkit.engines.cheops import drawn
from testkit.seats_at_table import check_verifies, seat_of
from tests.services.cheops_match import BELOW_A_LAW, begin_cheops
from tests.services.recorder import record_findings, twin_of

GAMES = ("egyptos", "cheops", "pharao")


def entries(club: Club) -> list[EntryRow]:
    """List the steps of the newest match."""
    with club.context.store.reading() as session:
        return [row for row in session.merge(club.match()).entries if row.step]


def played(club: Club) -> list[tuple[object, ...]]:
    """List what two records have in common that differ in how the orders came."""
    return [(row.seat, row.turn, row.step, row.forced, row.revealed, row.notes) for row in entries(club)]


def hows(club: Club) -> list[str]:
    return [row.how for row in entries(club)]


def kept(club: Club, person: str) -> KeptPlan:
    return read_plan(club.context.secret, club.match().seats[seat_of(club, person)])


def answer(club: Club, person: str, text: str) -> str:
    """Answer the newest letter of a person; return what they got."""
    before = len(club.letters(person))
    club.answer(club.last(person), text)
    assert len(club.letters(person)) == before + 1
    return prose_of(club.last(person))


def play_on(club: Club, person: str) -> None:
    """Let a player finish their turn; they draw if they can."""
    while PEOPLE[club.match().to_move or 0] == person:
        orders = load_match(club.match()).orders
        club.answer(club.last(person), next((one for one in orders if one.startswith("draw")), orders[0]))


def play_a_turn(club: Club, chance: random.Random) -> list[str]:
    """Let the player to move send a letter for each step of their turn; return the steps that were chosen."""
    person, turn, before = to_move(club), club.match().turn, len(entries(club))
    while club.match().turn == turn and club.match().to_move is not None:
        orders = load_match(club.match()).orders
        club.answer(club.last(person), "end" if "end" in orders else chance.choice(orders))
    return [row.step for row in entries(club)[before:] if row.turn == turn and not row.forced]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_with_plans_is_the_one_that_letters_give(club: Club, tmp_path: Path, game: str) -> None:
    agree(club, game, (ANNA, BOB))
    chance = random.Random(game)
    planner = to_move(club)
    reader = BOB if planner == ANNA else ANNA
    with twin_of(club, tmp_path) as twin:
        twin.transport.letters[:] = club.transport.letters
        turns = ["; ".join(play_a_turn(twin, chance)) for _ in range(5)]
        line = f"if {turns[1]} then {turns[2]} anyway, if {turns[3]} then {turns[4]} anyway"
        told = answer(club, planner, f"{turns[0]}\n{line}")
        assert kept(club, planner).plan.size == 2, told
        club.answer(club.last(reader), turns[1])
        assert to_move(club) == reader
        club.answer(club.last(reader), turns[3])
        assert played(club) == played(twin)
        assert {"letter", "plan"} <= set(hows(club)) <= {"letter", "plan", "forced"}
        assert kept(club, planner).plan == NO_PLAN
        check_verifies(club)


def test_the_tree_is_shown_and_a_line_that_holds_whatever_happens_waits_for_a_yes(club: Club) -> None:
    club.begin()
    told = answer(club, to_move(club), "M12\nif N13 then M14, if L11 then L13\nif L14 then N12\notherwise L13")
    planner = PEOPLE[1 - (club.match().to_move or 0)]
    assert "1.1" in told
    assert [node.waits for node in kept(club, planner).plan.nodes] == [False, False, True]
    answer(club, planner, "yes")
    assert not any(node.waits for node in kept(club, planner).plan.nodes)
    assert "plan [boards]" in answer(club, planner, "help")
    shown = answer(club, planner, "plan")
    assert all(word in shown for word in ("N13", "M14", "L11", "L13", "L14", "N12"))
    assert "3" in answer(club, planner, "cancel plan 3")
    assert [len(node.below) for node in kept(club, planner).plan.nodes] == [1, 0]
    answer(club, planner, "cancel plan")
    assert not kept(club, planner)
    assert "no plan" in answer(club, planner, "cancel plan")


def test_a_line_in_the_place_of_another_tells_the_answers_behind_that_too(club: Club) -> None:
    club.begin()
    waits = other(to_move(club))
    answer(club, waits, "if M12 then N11, if L11 then N10\nif M12 then N11, if L12 then O11")
    told = answer(club, waits, "if M12 then L11")
    assert (
        "It takes the place of these lines: if M12 then N11, if L11 then N10; if M12 then N11, if L12 then O11." in told
    )


def test_the_boards_behind_answers_are_shown(club: Club) -> None:
    club.begin()
    planner = to_move(club)
    assert "show the board behind" not in answer(club, planner, "plan boards")
    answer(club, planner, "M12\nif N13 then M14, if L11 then L13\notherwise L14")
    told = answer(club, planner, "plan boards")
    assert [told.count(row) for row in ("14 . (O) . . 14 13 . X X . 13", "14 . . O . . 14 13 . (O) X X . 13")] == [1, 1]
    assert "2 otherwise you play L14 This board depends on what nobody knows yet." in told
    one = answer(club, planner, "plan 1.1 board")
    assert [one.count(row) for row in ("1 if N13", "1.1 if L11", "(O)")] == [0, 1, 1]
    assert "1.1 if L11 then you play L13" in answer(club, planner, "plan 4 board")


def test_a_plan_that_did_not_foresee_the_move_is_told_with_its_lines(club: Club) -> None:
    club.begin()
    planner = to_move(club)
    answer(club, planner, "M12\nif N13 then M14, if L11 then L13")
    other = BOB if planner == ANNA else ANNA
    club.answer(club.last(other), "L14")
    letter = prose_of(club.last(planner))
    assert "if N13 then M14, if L11 then L13" in letter
    assert kept(club, planner).plan == NO_PLAN
    assert hows(club)[-1] == "letter"
    answer(club, planner, "N12\nif M15 then M11")
    assert kept(club, planner).outcome is None


@pytest.mark.parametrize("text", ["L12 if", "if you like, we can play again\n{move}", "If I win, you pay.\n{move}"])
def test_chatter_with_an_if_is_no_plan_and_stops_no_order(club: Club, text: str) -> None:
    club.begin()
    mover = to_move(club)
    move = load_match(club.match()).orders[0]
    club.answer(club.last(mover), text.format(move=move))
    assert not kept(club, mover)
    if "{move}" in text:
        assert entries(club)[-1].step == move


def test_orders_below_a_plan_are_not_read_and_that_is_told(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    told = answer(club, mover, "if N13 then M14\nM12")
    assert "M12" in told
    assert entries(club)[-1].step == "M13"
    assert kept(club, mover).plan.size == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("if N13 then", "if N13 then"),
        ("if Rob N13 then M14", "Rob"),
        ("next M14 or N12, if L11 then L13", "next"),
        ("if N13 then M14 or N12", "or"),
        ("if M13 then N13", "M13"),
        ("1.1 if N13 then M14", "1.1"),
    ],
)
def test_a_line_that_cannot_be_a_plan_is_refused_and_stops_no_order(club: Club, line: str, told: str) -> None:
    club.begin()
    mover = to_move(club)
    assert told in answer(club, mover, f"M12\n{line}").partition("Not played: ")[2]
    assert [row.step for row in entries(club)] == ["M13", "M12"]
    assert not kept(club, mover)


def test_a_plan_below_a_refused_order_is_not_reached(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    answer(club, mover, "A1\nif N13 then M14")
    assert not kept(club, mover)
    told = prose_of(club.last(mover))
    assert "if N13 then M14" in told
    assert "Your turn still lasts" in told


def test_an_undo_drops_the_plans_of_all_and_tells_it(club: Club) -> None:
    agree(club, "cheops", (ANNA, BOB))
    mover, waiting = to_move(club), BOB if to_move(club) == ANNA else ANNA
    order = next(one for one in load_match(club.match()).orders if one[0].isdigit())
    club.answer(club.last(mover), order)
    answer(club, waiting, f"if {order} then 1 A2 sell; draw 1")
    assert kept(club, waiting).plan.size == 1
    club.answer(club.last(mover), "undo")
    assert kept(club, waiting).plan == NO_PLAN
    assert kept(club, waiting).outcome is not None


def test_whoever_takes_a_seat_has_no_plan_there(club: Club) -> None:
    agree(club, "egyptos", (ANNA, BOB))
    planner = to_move(club)
    answer(club, planner, "M12\nif N13 then M14")
    seat = seat_of(club, planner)
    with club.context.store.writing() as session:
        match = session.merge(club.match())
        match.seats[seat].player_id = match.seats[1 - seat].player_id
    assert not read_plan(club.context.secret, club.match().seats[seat])


# Numbers mean what the answered letter showed.


def test_a_number_means_the_answer_that_the_answered_letter_showed(club: Club) -> None:
    club.begin()
    planner = to_move(club)
    other = BOB if planner == ANNA else ANNA
    answer(club, planner, "M12\nif N13 then M14, if L11 then L13, if N12 then K11\nif L14 then N12")
    shown = club.last(planner)
    club.now += timedelta(minutes=1)
    club.answer(club.last(other), "N13")
    for letter in (shown, club.last(planner)):  # its tree has other numbers, and none was shown since
        club.now += timedelta(minutes=1)
        before = kept(club, planner).plan
        club.answer(letter, "cancel plan 1.1")
        told = prose_of(club.last(planner))
        assert "Your plan has changed since you saw its numbers" in told
        assert "if L11 then you play L13" in told
        assert kept(club, planner).plan == before
    assert "1.1" in answer(club, planner, "cancel plan 1.1")
    assert [node.below for node in kept(club, planner).plan.nodes] == [()]


def test_all_numbers_of_a_letter_are_those_before_it(club: Club) -> None:
    club.begin()
    planner = to_move(club)
    answer(club, planner, "M12\nif N13 then M14, if L11 then L13\nif L14 then N12\nif N11 then N12")
    told = answer(club, planner, "cancel plan 1.1\ncancel plan 1\ncancel plan 2\ncancel plan 1.1\nif M14 then N13")
    assert "1 if N11 then you play N12 2 if M14 then you play N13" in told
    assert kept(club, planner).plan.size == 2


# Crossed in the post: the plan comes when it is its writer's turn again.


@pytest.mark.parametrize(
    ("plan", "step", "told"),
    [
        ("if N13 then M14, if L11 then L13", "M14", "You laid M14 (as planned)"),
        ("if L14 then N12", "", "Your plan did not foresee this"),
        ("next M14 or L13", "", "It is your turn now"),
        ("M14\nif N12 then L13", "", "You answered the letter of turn"),
    ],
)
def test_a_plan_that_crossed_the_others_move_is_asked_at_once(club: Club, plan: str, step: str, told: str) -> None:
    club.begin()
    planner = to_move(club)
    other = BOB if planner == ANNA else ANNA
    began = club.last(planner)
    club.answer(began, "M12")
    receipt = club.last(planner)
    club.answer(club.last(other), "N13")
    turn = club.last(planner)
    club.answer(receipt, plan)
    assert told in prose_of(club.last(planner)), prose_of(club.last(planner))
    assert [row.step for row in entries(club) if row.how == "plan"] == [step] * bool(step)
    assert kept(club, planner).plan.size == bool(step)
    for letter in (began, turn):  # one from before the last turn of the planner, and that of the running one
        if not step:
            club.answer(letter, "if N13 then M14")
            assert "plan" not in hows(club)


def test_a_crossed_plan_leaves_what_is_held_to_its_writer(club: Club) -> None:
    begin_cheops(club, drawn(BELOW_A_LAW, seats=3))
    mover, waiting, _ = PEOPLE[:3]
    began = club.last(waiting)
    answer(club, waiting, "if Anna draw then 4 A7 keep; draw 1")
    club.answer(club.last(mover), "2 C3")
    play_on(club, mover)
    club.answer(began, "if Anna A3 then 4 A1 keep")
    assert "plan" not in hows(club)
    answer(club, waiting, "as planned")
    assert entries(club)[-2].step == "4 A7 keep"


def test_the_receipt_of_who_began_a_cascade_tells_what_their_own_plan_played(club: Club) -> None:
    club.begin()
    planner = to_move(club)
    other = BOB if planner == ANNA else ANNA
    answer(club, other, "if M12 then N13")
    told = answer(club, planner, "M12\nif N13 then M14")
    assert "You laid M14 (as planned)" in told
    assert "You have no plan" not in told


# Secrets.


def test_the_others_see_nothing_of_a_plan_and_the_database_shows_none(
    club: Club, tmp_path: Path, settings: Settings
) -> None:
    club.begin()
    planner = to_move(club)
    other = BOB if planner == ANNA else ANNA
    club.answer(club.last(planner), "M12")
    letter, before = club.last(planner), len(club.transport.letters)
    with twin_of(club, tmp_path) as twin:
        for one, lines in ((club, "if N13 then L14\nif L12 then N11"), (twin, "status\nboard")):
            one.answer(letter, lines)
        assert kept(club, planner).plan.size == 2
        assert not kept(twin, planner)
        assert not [one for one in club.transport.letters[before:] if address_of(other) in str(one["To"])]
        for reader in (other, None):
            shown, usual = (record_findings(one, settings, reader, []) for one in (club, twin))
            assert shown.keys() == usual.keys()
            assert [name for name in shown if shown[name] != usual[name]] == []
    sealed = club.match().seats[seat_of(club, planner)].plan
    assert sealed is not None
    assert b"N13" not in sealed + b64decode(sealed, altchars=b"-_")


def test_another_secret_opens_no_plan(club: Club) -> None:
    club.begin()
    planner = to_move(club)
    answer(club, planner, "M12\nif N13 then M14")
    seat = club.match().seats[seat_of(club, planner)]
    assert read_plan(club.context.secret, seat).plan.size == 1
    assert not read_plan(b"another secret of the same length.", seat)


# Failing closed.


def test_what_came_to_light_holds_an_answer_until_its_writer_says_so(club: Club) -> None:
    begin_cheops(club, drawn(BELOW_A_LAW, seats=3))
    mover, waiting, _ = PEOPLE[:3]
    answer(club, waiting, "if Anna draw then 4 A7 keep; draw 1")
    before = len(entries(club))
    club.answer(club.last(mover), "2 C3")
    play_on(club, mover)
    assert "plan" not in hows(club)[before:]
    letter = prose_of(club.last(waiting))
    assert "4 A7 keep; draw 1" in letter
    assert "as planned" in letter
    before = len(entries(club))
    answer(club, waiting, "as planned")
    assert entries(club)[before].step == "4 A7 keep"
    assert "plan" not in hows(club)[before:]
    assert kept(club, waiting).outcome is None
    assert "No answer of your plan waits" in answer(club, waiting, "as planned")


def test_a_fault_in_the_middle_of_a_cascade_leaves_nothing_of_it(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.begin()
    planner = to_move(club)
    other = BOB if planner == ANNA else ANNA
    answer(club, planner, "M12\nif N13 then M14")
    before = played(club)
    with monkeypatch.context() as broken:
        broken.setattr(seat_handler, "write_receipt", Mock(side_effect=RuntimeError))
        number = club.answer(club.last(other), "N13")
    assert played(club) == before
    assert kept(club, planner).plan.size == 1
    assert retry_letter(club.context, number, club.now)
    club.work()
    assert [row.step for row in entries(club)[-2:]] == ["N13", "M14"]


def test_the_letter_to_whom_a_plan_has_played_says_you(club: Club) -> None:
    begin_cheops(club, drawn("A . . 1 2 3", seats=3))
    mover, planner, _ = PEOPLE[:3]
    answer(club, planner, "if Anna A1 then 4 A7 keep; draw 1")
    club.answer(club.last(mover), "1 A1 keep\nend")
    letter = club.last(planner)
    assert "You played 4 A7 keep, draw 1, as planned; Carla is to move" in str(letter["Subject"])
    assert "as planned" in prose_of(letter)
    assert "as planned" not in prose_of(club.last(mover))


ENDS = {
    "the other resigns": [("other", "resign")],
    "its writer resigns": [("planner", "resign")],
    "one line was asked": [("other", "N13"), ("other", "resign")],
}
"""Who writes what when a plan waits."""


@pytest.mark.parametrize("ended", ENDS)
def test_lines_that_were_never_asked_are_told_to_their_writer_alone_when_the_match_ends(club: Club, ended: str) -> None:
    club.begin()
    planner = to_move(club)
    other = BOB if planner == ANNA else ANNA
    answer(club, planner, "M12\nif N13 then M14, if L15 then M16, if L17 then M18\nif L11 then K10")
    first_letter = len(club.transport.letters)
    for person, line in ENDS[ended]:
        club.answer(club.last(planner if person == "planner" else other), line)
    assert club.match().to_move is None
    lines = ["if L15 then M16, if L17 then M18"]
    if ended != "one line was asked":
        lines = ["if N13 then M14, if L15 then M16, if L17 then M18", "if L11 then K10"]
    html = club.last(planner).get_body(("html",))
    assert html is not None
    for told in (prose_of(club.last(planner)), html.get_content()):
        assert "The match was over before these lines of your plan were asked." in told
        assert all(line in " ".join(told.split()) for line in lines)
    theirs = [str(one) for one in club.transport.letters[first_letter:] if address_of(other) in str(one["To"])]
    assert theirs
    assert not [letter for letter in theirs if "M18" in letter or "of your plan were asked" in letter]
    assert not any(seat.plan for seat in club.match().seats)


def test_without_lines_nothing_of_a_plan_is_told_at_the_end(club: Club) -> None:
    """Also to who had one, and was told already that no line fitted."""
    club.begin()
    planner = to_move(club)
    answer(club, planner, "M12\nif N13 then M14")
    club.answer(club.last(to_move(club)), "L11")
    assert "if N13 then M14" in prose_of(club.last(planner))
    club.answer(club.last(to_move(club)), "resign")
    for person in (ANNA, BOB):
        assert "were asked" not in prose_of(club.last(person))


def test_a_match_that_is_over_keeps_no_plan(club: Club) -> None:
    club.begin()
    planner = to_move(club)
    answer(club, planner, "M12\nif N13 then M14")
    club.answer(club.last(to_move(club)), "resign")
    assert club.match().to_move is None
    assert not any(seat.plan for seat in club.match().seats)


def test_an_order_beside_as_planned_is_not_taken_for_what_was_held(club: Club) -> None:
    club.begin()
    told = answer(club, to_move(club), "M12\nas planned")
    assert "No answer of your plan waits" in told
    assert "as you had planned" not in told


COLON = {
    "en": ("Also: {plan}", "My sister said: {plan}"),
    "de": ("Außerdem: {plan}", "Meine Schwester sagt: {plan}"),
    "fr": ("Et aussi : {plan}", "Ma soeur a dit : {plan}"),
    "it": ("Il mio piano: {plan}", "Mia sorella ha detto: {plan}"),
    "nl": ("En ook: {plan}", "Mijn zus zei: {plan}"),
}


@pytest.mark.parametrize("language", COLON)
def test_a_plan_behind_a_colon_is_kept_or_refused_and_never_passed_over(club: Club, language: str) -> None:
    club.begin()
    mover = to_move(club)
    plan = "if Bob M15 then N16" if mover == ANNA else "if Anna M15 then N16"
    own, others = (words.format(plan=plan) for words in COLON[language])
    assert "It is part of your plan now" in answer(club, mover, f"M14\n{own}")
    other = to_move(club)
    assert other != mover
    told = answer(club, other, f"{others}\nL14")
    assert not kept(club, other).plan
    assert f'"{others}"' in told
    assert "Ignored" not in told


def test_a_line_for_whatever_happens_is_refused_against_the_house_which_leaves_no_time_for_a_yes(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with house")
    club.answer(club.last(ANNA), "yes")
    with club.context.store.reading() as session:
        free = load_match(session.get_one(Match, club.match().id)).orders
    own, reply, mine, other = [cell for cell in ("L12", "M12", "N12", "L13", "N13", "L14", "M14") if cell in free][:4]
    lines = [*(f"{words[0]} {mine}" for words in PLAN_WORDS["otherwise"].values()), f"next {mine} or {other}"]
    text = "\n".join([own, f"if {reply} then {mine}", *lines])
    number = club.drop(ANNA, str(club.last(ANNA)["Reply-To"]), text)
    judging.judge_letter(club.context, number, club.now)
    letter_sender.send_due(club.context, club.transport, lambda: club.now)
    receipt = prose_of(club.last(ANNA))
    assert receipt.count("there is no time for it: you play with the house alone") == len(lines)
    assert receipt.count(f"if {reply} then you play {mine}") == 1
    assert [node.waits for node in kept(club, ANNA).plan.nodes] == [False]
