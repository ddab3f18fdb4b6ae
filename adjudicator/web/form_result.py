"""The answer to a form: the account of the letter that it became."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.mail.errors import LetterRefused
from adjudicator.mail.incoming.letter import read_letter
from adjudicator.store.states import InboxState
from adjudicator.store.tables import Inbox
from adjudicator.texts.line_report import ACCOUNT
from adjudicator.web.match_view import MatchView
from adjudicator.web.rendering import render_text


@dataclass(frozen=True, slots=True)
class FormResult:
    """What became of a form."""

    waiting: bool = False
    broken: bool = False
    """Whether we failed on it: it is kept, and the host knows."""
    number: int = 0
    changed: bool = False
    lines: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    """Orders that would have been right."""
    text: str = ""
    """What was written, when it brought nothing about: it belongs into the form again."""


def form_result(row: Inbox, sight: MatchView) -> FormResult:
    """Read how a form was answered."""
    if row.state is InboxState.WAITING:
        return FormResult(waiting=True, number=row.id)
    if row.state is InboxState.ASIDE or row.account is None:
        return FormResult(broken=True, number=row.id, text=_written(sight, row))
    account = ACCOUNT.convert(row.account)
    return FormResult(
        number=row.id,
        changed=account.changed,
        lines=tuple(
            line for line in render_text(sight.visitor.language, "_account", account=account).splitlines() if line
        ),
        nearest=tuple(offer.order for one in account.refused for offer in one.nearest),
        text="" if account.changed else _written(sight, row),
    )


def _written(sight: MatchView, row: Inbox) -> str:
    try:
        return read_letter(row.raw, row.envelope_from, sight.context.letter_limit).text.strip()
    except LetterRefused:
        return ""
