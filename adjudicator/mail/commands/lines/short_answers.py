"""Short answers to a question of ours: yes, no, never, undo, and those that leave it open."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.mail.commands.words.reply_words import CANCEL, NEVER, NO, PLEASE, UNDO, YES
from adjudicator.mail.lexicon.hedges import Hedge, find_hedge
from adjudicator.mail.text.text_fold import fold_line, strip_decoration

_PLAIN = (YES | NO) - CANCEL - UNDO - NEVER


def is_no(lines: Sequence[str]) -> bool:
    """Does a reply to a question begin with a no?"""
    first = _first(lines)
    return bool(first) and (first in NO or first.replace(",", " ").split()[0] in NO)


def is_yes(lines: Sequence[str]) -> bool:
    """Does a reply to a question begin with a plain yes?"""
    first = _first(lines)
    return bool(first) and (first in YES or first.replace(",", " ").split()[0] in YES)


def is_only_yes(lines: Sequence[str]) -> bool:
    """Is the first line of a reply to a question a plain yes and nothing else but thanks?"""
    first = _first(lines)
    word, _, rest = first.partition(" ")
    return first in YES or (fold_line(word) in YES and fold_line(rest) in YES | PLEASE)


def is_bare_answer(line: str) -> bool:
    """Is a line a plain yes or no, and nothing else but thanks? Words that also take something back are neither."""
    said = fold_line(strip_decoration(line))
    word, _, rest = said.replace(",", " ").partition(" ")
    return said in _PLAIN or (word in _PLAIN and rest.strip() in PLEASE)


def is_undo(lines: Sequence[str]) -> bool:
    """Does a reply to the news of a change undo it?"""
    return _first(lines) in UNDO


def hedge_of_answer(lines: Sequence[str]) -> Hedge | None:
    """Find a hedge in the first line of a reply that begins with neither yes nor no: the question stays open."""
    if is_no(lines) or is_never(lines) or is_yes(lines):
        return None
    hedge = find_hedge(next((line for line in lines if line.strip()), ""))
    return hedge if hedge and hedge.before is None else None


def is_never(lines: Sequence[str]) -> bool:
    """Does a reply to an invitation refuse all further invitations?"""
    return _first(lines) in NEVER


def _first(lines: Sequence[str]) -> str:
    return next((fold_line(strip_decoration(line)) for line in lines if line.strip()), "")
