"""The answer to a form: the report on the letter that it became."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.mail.errors import LetterRefused
from adjudicator.mail.incoming.letter import read_letter
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox
from adjudicator.texts.line_report import ACCOUNT
from adjudicator.web.matches.match_view import MatchView
from adjudicator.web.rendering.rendering import render_text


@dataclass(frozen=True, slots=True)
class FormResult:
    """The report on a form."""

    waiting: bool = False
    broken: bool = False
    """Whether our code failed on it: then it is set aside, and the host is told."""
    number: int = 0
    changed: bool = False
    lines: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    """Valid orders to offer instead."""
    text: str = ""
    """The text to put into the form again, if nothing of it was carried out."""


def form_result(row: Inbox, view: MatchView) -> FormResult:
    """Read the report of a judged form."""
    if row.state is InboxState.WAITING:
        return FormResult(waiting=True, number=row.id)
    if row.state is InboxState.ASIDE or row.account is None:
        return FormResult(broken=True, number=row.id, text=_written(view, row))
    account = ACCOUNT.convert(row.account)
    return FormResult(
        number=row.id,
        changed=account.changed,
        lines=tuple(
            line
            for part in ("_account", "_skipped")
            for line in render_text(view.visitor.language, part, account=account).splitlines()
            if line
        ),
        nearest=tuple(offer.order for one in account.refused for offer in one.nearest),
        text="" if account.changed else _written(view, row),
    )


def _written(view: MatchView, row: Inbox) -> str:
    try:
        return read_letter(row.raw, row.envelope_from, view.context.letter_limit).text.strip()
    except LetterRefused:
        return ""
