"""Hides a published text about a match: the words go from every page, file and feed; the fact and reason stay.

Nothing is deleted, so the host can show it again. The function expects the match under its lock.
"""

from __future__ import annotations

from sqlalchemy import select

from adjudicator.mail.text.text_fold import fold_line
from adjudicator.services.host.deeds import LONGEST_REASON, DeedRefused
from adjudicator.services.matches.annotations.comments import find_comment
from adjudicator.services.matches.names.author_names import name_authors
from adjudicator.services.matches.rows.archive_rows import refresh_annotated
from adjudicator.services.matches.rows.public_text import clean_text
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import Comment, DiaryEntry, Match
from adjudicator.texts.language.language import SOURCE, language_for


def hide_words(work: UnitOfWork, match: Match, mark: str, reason: str) -> None:
    """Hide a comment, such as ``14.2``, or an entry of a diary, such as ``diary Anna 3``; without a reason, show it.

    Raises `DeedRefused`.
    """
    reason = " ".join(clean_text(reason).split())
    if len(reason) > LONGEST_REASON:
        raise DeedRefused(f"the reason has {len(reason)} characters, and there is room for {LONGEST_REASON}")
    _find(work, match, mark).hidden_because = reason
    work.session.flush()
    refresh_annotated(work, match)


def _find(work: UnitOfWork, match: Match, mark: str) -> Comment | DiaryEntry:
    n, dot, number = mark.partition(".")
    if n.isdecimal() and dot and number.isdecimal():
        row = find_comment(work.session, match, int(n), int(number))
        if row is None:
            raise DeedRefused(f"there is no comment {mark} on {match.code}")
        return row
    words = mark.split()
    if len(words) < len(("diary", "Anna", "3")) or words[0] != "diary" or not words[-1].isdecimal():
        raise DeedRefused("name a comment, such as 14.2, or an entry of a diary, such as: diary Anna 3")
    return _find_entry(work, match, " ".join(words[1:-1]), int(words[-1]))


def _find_entry(work: UnitOfWork, match: Match, name: str, number: int) -> DiaryEntry:
    query = select(DiaryEntry).where(DiaryEntry.match_id == match.id, DiaryEntry.number == number)
    rows = work.session.scalars(query).all()
    names = name_authors(work.session, match, {row.player_id for row in rows}, language_for(SOURCE), public=True)
    found = [row for row in rows if fold_line(names[row.player_id]) == fold_line(name)]
    if len(found) != 1:
        raise DeedRefused(f"there is no entry {number} in a diary of {name} on {match.code}")
    return found[0]
