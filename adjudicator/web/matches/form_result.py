"""The answer to a form: the report on the letter that it became."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.mail.errors import LetterRefused
from adjudicator.mail.incoming.letter import read_letter
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox
from adjudicator.texts.facts.line_report import ACCOUNT, Answered, Done, LineReport, Played
from adjudicator.web.matches.match_view import MatchView
from adjudicator.web.rendering.rendering import render_text


@dataclass(frozen=True, slots=True)
class FormResult:
    """The report on a form."""

    waiting: bool = False
    broken: bool = False
    """Whether our code failed on it: then it is set aside, and the host is told."""
    number: int = 0
    refused: bool = False
    """Whether nothing came of it: no order was carried out, no question answered."""
    lines: tuple[str, ...] = ()
    answers: tuple[Answered, ...] = ()
    nearest: tuple[str, ...] = ()
    """Valid orders to offer instead."""
    text: str = ""
    """The text to put into the form again: the part that was not carried out, if something was refused."""


def form_result(row: Inbox, view: MatchView) -> FormResult:
    """Read the report of a judged form."""
    if row.state is InboxState.WAITING:
        return FormResult(waiting=True, number=row.id)
    if row.state is InboxState.ASIDE or row.account is None:
        return FormResult(broken=True, refused=True, number=row.id, text=_written(view, row))
    account = ACCOUNT.convert(row.account)
    fruitless = bool(account.refused) or not (account.waiting or account.answers)
    refused = fruitless and not account.changed
    return FormResult(
        number=row.id,
        refused=refused,
        lines=tuple(
            line
            for part in ("_account", "_skipped")
            for line in render_text(view.visitor.language, part, account=account, match=view.match).splitlines()
            if line
        ),
        nearest=tuple(offer.order for one in account.refused for offer in one.nearest),
        answers=account.answers,
        text=_not_carried_out(_written(view, row), account) if refused or account.refused else "",
    )


def _not_carried_out(text: str, account: LineReport) -> str:
    """Leave out of a text what was carried out, so that nobody types the rest again or sends a message twice."""
    done: tuple[Done | Played, ...] = (*account.taken_back, *account.played, *account.done, *account.waiting)
    carried_out = {one.order.casefold() for one in done}
    lines = []
    for line in text.splitlines():
        if line.strip().casefold() not in carried_out:
            parts = [part.strip() for part in line.split(";")]
            lines.append("; ".join(part for part in parts if part.casefold() not in carried_out))
    return "\n".join(lines).strip()


def _written(view: MatchView, row: Inbox) -> str:
    try:
        return read_letter(row.raw, row.envelope_from, view.context.letter_limit).text.strip()
    except LetterRefused:
        return ""
