"""Match codes, such as `K7Q2`: short names that a person copies from a letter into a command.

A code stands before a command (`K7Q2 offer draw`), so it must never read as a word of ours: of a command in any
language, or of an order in any game, also one that is installed or translated later. So each code has a letter and a
digit, which no word has.
"""

from __future__ import annotations

import secrets

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.store.tables import DrawnSeed, Match

CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ"
CODE_DIGITS = "23456789"
"""Both without those that look alike."""
CODE_LENGTH = 4


def mint_match_code(session: Session) -> str:
    """Draw a code that no match has, and none that was asked for."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS + CODE_DIGITS) for _ in range(CODE_LENGTH))
        if is_mintable(code) and not is_code_taken(session, code) and session.get(DrawnSeed, code) is None:
            return code


def is_code_taken(session: Session, code: str) -> bool:
    """Has a match this code?"""
    return session.scalars(select(Match.id).where(Match.code == code)).first() is not None


def is_mintable(code: str) -> bool:
    """May a new match have this code? Older matches may have others."""
    symbols = set(code)
    return (
        len(code) == CODE_LENGTH
        and symbols <= set(CODE_LETTERS + CODE_DIGITS)
        and not symbols.isdisjoint(CODE_LETTERS)
        and not symbols.isdisjoint(CODE_DIGITS)
    )


def write_code(code: str) -> str:
    """Write the code of a match as it stands before an order. One of an older match may be a word: in brackets."""
    return code if is_mintable(code) else f"[{code}]"
