"""What is refused has written nothing: a rule of every place that catches a refusal inside a transaction."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import adjudicator.services
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.players import invitation_limits
from adjudicator.services.players.players import get_or_create_player
from adjudicator.services.refusals_roll_back import refusals_roll_back
from adjudicator.services.refused_error import RefusedError
from adjudicator.services.requests import confirmations, page_answers
from adjudicator.services.requests.page_answers import Newcomer
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.session import LockRequired
from adjudicator.store.tables import Base, Match, Player, Request
from testkit import identity_changes
from testkit.club import ANNA, BOB, Club, address_of
from testkit.source_nodes import list_nodes

SERVICES = Path(adjudicator.services.__file__).parent
REFUSALS = {"RefusedError", "DeedRefused"}
WRITES_NOTHING = {
    ("answers/match_questions.py", "read_question"): "looks for a match",
    ("matches/seats/undos.py", "find_asked"): "looks at the steps of a match",
    ("matches/seats/undos.py", "find_possible_undo"): "looks at the steps of a match",
    ("matches/seats/seat_takers.py", "seat_offered"): "looks for a seat",
    ("matches/clock/nudges.py", "may_nudge"): "looks at a match",
    ("matches/opening/rematches.py", "may_ask"): "looks at a match",
    ("matches/view/own_undo.py", "may_undo"): "looks at the steps of a turn",
    ("orders/commands/clock_commands.py", "nudge_command"): "finds whom to nudge",
    ("orders/commands/clock_commands.py", "remind_command"): "reads the words",
    ("orders/commands/comment_commands.py", "comment_command"): "looks whether comments are open",
    ("orders/commands/given_commands.py", "_carry_out_command"): "answers a question",
    ("orders/commands/club_commands.py", "club_command"): "`ask_club` rolls back",
    ("orders/commands/club_commands.py", "download_command"): "finds a file",
    ("orders/commands/club_commands.py", "rules_command"): "finds rules",
    ("players/absences.py", "_is_allowed"): "works out an absence, and keeps it nowhere",
    ("players/players.py", "valid_values"): "reads a value",
    ("requests/match_lines.py", "_ask_for_comment"): "checks a comment",
    ("requests/service_commands.py", "club_command"): "`ask_club` rolls back",
    ("requests/service_commands.py", "download_command"): "finds a file",
    ("requests/service_commands.py", "join_command"): "finds a match",
    ("requests/service_commands.py", "new_command"): "reads the words",
    ("requests/service_commands.py", "rules_command"): "finds rules",
    ("requests/service_commands.py", "takeover_command"): "looks for a seat",
    ("requests/service_handler.py", "_keep_settings"): "reads the words",
}
"""Functions that catch a refusal of something that changes nothing, and why it does not."""


def catching() -> Iterator[tuple[str, str, bool]]:
    """List the functions that catch a refusal, and whether they roll back."""
    for path in sorted(SERVICES.rglob("*.py")):
        for function in list_nodes(path):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Try) and any(map(_answers_refusal, node.handlers)):
                    opened = "\n".join(ast.unparse(item) for one in node.body for item in getattr(one, "items", ()))
                    yield str(path.relative_to(SERVICES)), function.name, "refusals_roll_back(" in opened


def _answers_refusal(handler: ast.ExceptHandler) -> bool:
    named = {node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)} if handler.type else set()
    return bool(named & REFUSALS) and not any(isinstance(node, ast.Raise) for node in handler.body)


def test_who_catches_a_refusal_takes_back_what_was_written() -> None:
    found = list(catching())
    assert sum(rolls_back for *_, rolls_back in found) > 20
    forgetting = {(path, name) for path, name, rolls_back in found if not rolls_back}
    nested = {"refusable", "_of_owner"}  # their inner function is listed as well
    assert {one for one in forgetting if one[1] not in nested} == set(WRITES_NOTHING)


def test_a_block_that_is_refused_has_written_nothing(any_club: Club) -> None:
    any_club.begin()
    with unit_of_work(any_club.context, any_club.now) as work:
        anna = work.session.scalars(select(Player).where(Player.address == address_of(ANNA))).one()
        anna.language = "fr"
        with suppress(RefusedError), refusals_roll_back(work):
            anna.language, anna.zone = "de", "Europe/Rome"
            work.writer_id = get_or_create_player(work, "carl@carl.example", "Carl", "en").id
            raise RefusedError.of(RefusalKey.SEAT_GONE, match="K7Q2")
        assert work.writer_id is None
    with any_club.context.store.reading() as session:
        anna = session.scalars(select(Player).where(Player.address == address_of(ANNA))).one()
        assert (anna.language, anna.zone) == ("fr", "UTC")
        assert not session.scalars(select(Player).where(Player.address == "carl@carl.example")).all()


@pytest.mark.parametrize("changes", [True, False])
def test_a_draft_is_repeated_under_the_lock_if_what_is_refused_has_changed_something(
    club: Club, *, changes: bool
) -> None:
    match = club.begin()
    expected: type[Exception] = LockRequired if changes else RefusedError
    with club.context.store.begin_draft(lambda _row: True) as draft:
        found = draft.get_one(Match, match.id)
        found.turn = 3

        def refuse() -> None:
            with draft.savepoint():
                found.turn = 4 if changes else 3
                raise RefusedError.of(RefusalKey.SEAT_GONE, match="K7Q2")

        with pytest.raises(expected):
            refuse()


def invite(club: Club) -> Request:
    """Let Anna ask for a match with Bob, who may get no letter from her today."""
    club.write(ANNA, club.context.addresses.service, "new egyptos with x0@a.example days=3")
    club.answer(club.last(ANNA, "confirm"), "yes")
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example days=3")
    with club.context.store.reading() as session:
        asked = session.scalars(select(Request).order_by(Request.id.desc())).first()
    assert asked is not None
    return asked


def test_a_yes_that_a_limit_refuses_counts_the_next_day(any_club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club = any_club
    asked = invite(club)
    question = club.last(ANNA, "confirm")
    monkeypatch.setattr(invitation_limits, "INVITATIONS_A_DAY", 1)
    assert club.inbox(club.answer(question, "yes\nzone Rome")).verdict.startswith("refused")
    with pytest.raises(RefusedError), unit_of_work(club.context, club.now) as work:
        page_answers.answer_request(work, work.session.get_one(Request, asked.id), yes=True, newcomer=Newcomer())
    with club.context.store.reading() as session:
        assert session.get_one(Request, asked.id).done_at is None
        assert session.scalars(select(Player.zone).where(Player.address == address_of(ANNA))).one() == "UTC"
    club.now += timedelta(days=2)
    assert club.inbox(club.answer(question, "yes")).verdict == "confirmed"
    assert "bob@bob.example" in {address_of(letter["To"]) for letter in club.transport.letters}


def new_match(club: Club) -> tuple[str, str]:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    return ANNA, "yes\nzone Rome"


def seat(club: Club) -> tuple[str, str]:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.answer(club.last(ANNA), "yes")
    return BOB, "sure"


def no_seat(club: Club) -> tuple[str, str]:
    return seat(club)[0], "no"


def setting(club: Club) -> tuple[str, str]:
    club.begin()
    club.write(ANNA, club.context.addresses.service, "zone Rome")
    return ANNA, "yes"


def new_address(club: Club) -> tuple[str, str]:
    club.begin()
    identity_changes.ask(club, ANNA, "address other@home.example")
    return ANNA, "yes"


@pytest.mark.parametrize("ask", [new_match, seat, no_seat, setting, new_address])
def test_an_answer_that_is_refused_at_its_end_leaves_its_question_open(
    club: Club, monkeypatch: pytest.MonkeyPatch, ask: Callable[[Club], tuple[str, str]]
) -> None:
    writer, words = ask(club)
    carry_out = confirmations.carry_out_request

    def refuse_late(*given: Any, **named: Any) -> tuple[str, ...]:
        carry_out(*given, **named)
        raise RefusedError.of(RefusalKey.SEAT_GONE, match="K7Q2")

    question = club.last(writer)
    with monkeypatch.context() as patch:
        patch.setattr(confirmations, "carry_out_request", refuse_late)
        before = content(club)
        assert club.inbox(club.answer(question, words, sender=writer)).verdict == "refused: seat_gone"
        assert content(club) == before
    assert club.inbox(club.answer(question, words, sender=writer)).verdict == "confirmed"


def content(club: Club) -> dict[str, list[Any]]:
    """Read all rows but those of letters."""
    tables = [table for table in Base.metadata.sorted_tables if table.name not in ("inbox", "outbox")]
    with club.context.store.reading() as session:
        return {table.name: list(session.execute(select(table).order_by(*table.primary_key))) for table in tables}
