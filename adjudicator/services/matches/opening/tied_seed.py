"""The secret seed of a match, drawn together with its code when the match is first asked for (rules R5 and R6).

The seed's digest is printed in the letter that asks back, in the invitation and on the page, before any player has
given a salt. So nobody, the host included, can draw seeds until they like the deal. The service makes no salts: drawn
last, by one who knows the seed, a salt of ours would let us choose after all.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import delete

from adjudicator.match.record.given_salt import Given
from adjudicator.match.record.sealing import digest_seed
from adjudicator.services.matches.opening.match_codes import is_code_taken, mint_match_code
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import DrawnSeed, Seat

SEED_BYTES = 32


def draw_seed(work: UnitOfWork) -> DrawnSeed:
    """Draw the code and the seed of a match that somebody asks for. The row waits until the match is made."""
    drawn = DrawnSeed(code=mint_match_code(work.session), seed=secrets.token_bytes(SEED_BYTES), asked_at=work.now)
    work.session.add(drawn)
    work.session.flush()
    return drawn


def take_seed(work: UnitOfWork, code: str) -> DrawnSeed:
    """Take the seed that was drawn with a code; draw another one if there is none, as for a request of version 0.2."""
    drawn = work.session.get(DrawnSeed, code) if code and not is_code_taken(work.session, code) else None
    drawn = drawn or draw_seed(work)
    work.session.delete(drawn)
    return drawn


def seed_digest(work: UnitOfWork, code: str) -> str:
    """Return the digest of the seed that was drawn with a code."""
    return digest_seed(code, work.session.get_one(DrawnSeed, code).seed)


def forget_seeds(work: UnitOfWork, before: datetime) -> None:
    """Forget the seeds of matches that were asked for before a moment and never confirmed."""
    work.session.execute(delete(DrawnSeed).where(DrawnSeed.asked_at < before))


def give_salt(seat: Seat, match: str, given: Given) -> None:
    """Set the salt of a seat from what its player gave."""
    salt = given.salt(match, seat.number)
    seat.salt, seat.salt_from = salt.salt, salt.source
