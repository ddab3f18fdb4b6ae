"""The digests that fix secrets before anybody can read them: the seed, the salts, and texts in people's own words.

A text in the chain of a record could never be erased. So the chain holds the digest of the text and of a salt; text and
salt stand beside the chain, and once they are deleted the digest says nothing.
"""

from __future__ import annotations

import hashlib

from adjudicator.match.dealing.packing import packed
from adjudicator.match.record.record import Salt, Use

SEED_LABEL = "adjudicator seed 2"
SALT_LABEL = "adjudicator salt 2"
SEAL_LABEL = "adjudicator sealed 2"
SEAL_SALT_BYTES = 16
# The white space that is cut off both ends of a typed word. Languages disagree about more than these four.
BLANKS = " \t\r\n"

NO_SALT = Salt("none", "")
"""The salt of a seat whose player gave nothing: the house, or a form that was left empty."""


def digest_seed(match: str, seed: bytes) -> str:
    """Fix the seed of a match, in hexadecimal, before any salt is known."""
    return _sha256(packed(SEED_LABEL, match, seed))


def salt_of(match: str, seat: int, given: str) -> str:
    """Compute the salt of a seat from its player's gift."""
    return _sha256(packed(SALT_LABEL, match, str(seat), given))


def salt_from_word(match: str, seat: int, word: str) -> Salt:
    """Compute the salt from a word that the player typed; nothing typed is no salt."""
    given = word.strip(BLANKS)
    return Salt("word", salt_of(match, seat, given)) if given else NO_SALT


def salt_from_letter(match: str, seat: int, message_id: str) -> Salt:
    """Compute the salt from the Message-ID of the letter that said yes; a letter without one is no salt."""
    given = message_id.strip(BLANKS).removeprefix("<").removesuffix(">")
    return Salt("letter", salt_of(match, seat, given)) if given else NO_SALT


def seal_text(use: Use, salt: bytes, text: str) -> str:
    """Fix a text without telling it, in hexadecimal. Raises `ValueError` for a salt of another length."""
    if len(salt) != SEAL_SALT_BYTES:
        raise ValueError(f"a sealed text needs a salt of {SEAL_SALT_BYTES} bytes, not {len(salt)}")
    return _sha256(packed(SEAL_LABEL, use, salt, text))


def _sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()
