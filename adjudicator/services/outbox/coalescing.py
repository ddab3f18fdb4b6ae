"""Merges letters: several events of a match at about the same time reach a player as one letter.

1. A letter that asks nothing of its reader waits for `Context.patience`. Its row has a gist: its news in a few lines.
2. The first letter of the same match that goes to that player takes the gists of all waiting letters along, below its
   own opening. The merged letters are marked `JOINED` and are not sent.
3. A letter that asks for a move does not wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import cast

from markupsafe import Markup
from sqlalchemy import Connection, bindparam, exists, select, update

from adjudicator.services.outbox.queued_letter import DueLetter, QueuedLetter
from adjudicator.services.outbox.staleness import is_current
from adjudicator.store.states import OutboxState
from adjudicator.store.tables import Base, Outbox
from adjudicator.texts import letter_kinds

DEFERRABLE = frozenset(
    kind.name
    for kind in (
        letter_kinds.THEIR_TURN,
        letter_kinds.PRESS,
        letter_kinds.GRANTED,
        letter_kinds.OUTAGE,
        letter_kinds.STOPPED,
        letter_kinds.RESUMED,
        letter_kinds.PATIENCE_OVER,
        letter_kinds.QUIET,
        letter_kinds.WAITING,
    )
)
"""The letters that ask nothing of a reader who is not to move."""

_letters = Base.metadata.tables[Outbox.__tablename__]
_outbox = _letters.c
_others = _letters.alias("others")
HAS_COMPANY = exists().where(
    _others.c.player_id == _outbox.player_id,
    _others.c.match_id == _outbox.match_id,
    _others.c.state == OutboxState.WAITING,
    _others.c.next_try_at.is_not(None),
    _others.c.gist != "",
    _others.c.id != _outbox.id,
)
"""SQL: does another letter wait that could be merged into this one?"""

_COMPANY = (
    select(_letters)
    .where(
        _outbox.player_id == bindparam("player"),
        _outbox.match_id == bindparam("match"),
        _outbox.state == OutboxState.WAITING,
        _outbox.next_try_at.is_not(None),
        _outbox.gist != "",
        _outbox.id != bindparam("letter"),
    )
    .order_by(_outbox.id)
    .with_for_update(skip_locked=True)
)
_THE_LETTER = update(_letters).where(_outbox.id == bindparam("letter"))
_LEAVE = _THE_LETTER.values(state=bindparam("end"), next_try_at=None, error=bindparam("why"))
_TAKE_ALONG = _THE_LETTER.values(text=bindparam("words"), html=bindparam("page"))
_AGAIN = select(_letters).where(_outbox.id == bindparam("letter"))


def coalesce(connection: Connection, letter: DueLetter, now: datetime) -> QueuedLetter:
    """Merge the waiting letters for the same player and match into a letter that is about to go; return its new row."""
    gists: list[str] = []
    asked = {"player": letter.player_id, "match": letter.match_id, "letter": letter.id}
    for other in cast("Sequence[QueuedLetter]", connection.execute(_COMPANY, asked).all()):
        holds = is_current(other, letter, now)
        if holds:
            gists.append(other.gist)
        end = OutboxState.JOINED if holds else OutboxState.DROPPED
        connection.execute(_LEAVE, {"letter": other.id, "end": end, "why": f"letter {letter.id}" if holds else ""})
    new = list(_news(letter.text, gists))
    if new:
        texts = {"words": _in_text(letter.text, new), "page": _in_page(letter.html, new)}
        connection.execute(_TAKE_ALONG, {"letter": letter.id, **texts})
    return cast("QueuedLetter", connection.execute(_AGAIN, {"letter": letter.id}).one())


def _news(text: str, gists: Iterable[str]) -> Iterable[str]:
    """Yield the paragraphs of the gists that the letter does not contain yet, whatever its line breaks are."""
    said = " ".join(text.split())
    for paragraph in (part for gist in gists for part in gist.strip("\n").split("\n\n")):
        words = " ".join(paragraph.split())
        if words and words not in said:
            said += f" {words}"
            yield paragraph


def _in_text(text: str, paragraphs: list[str]) -> str:
    opening, gap, rest = text.partition("\n\n")
    return "\n\n".join([opening, *paragraphs]) + gap + rest


def _in_page(page: str, paragraphs: list[str]) -> str:
    """Insert paragraphs behind the first one below the page's heading."""
    at = page.find("</p>", page.find("</h1>"))
    if at < 0:
        return page
    at += len("</p>")
    written = Markup("").join(
        Markup('\n<p style="margin:0 0 16px;white-space:pre-line">{}</p>').format(paragraph) for paragraph in paragraphs
    )
    return page[:at] + written + page[at:]
