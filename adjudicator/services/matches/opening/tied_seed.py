"""The secret seed of a match, drawn together with its code when the match is first asked for (rules R5 and R6).

The seed's digest is printed in the letter that asks back, in the invitation and on the page, before any player has
given a salt. So nobody, the host included, can draw seeds until they like the deal. The service makes no salts: drawn
last, by one who knows the seed, a salt of ours would let us choose after all. For the same reason the host gives none.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from sqlalchemy import delete
from sqlalchemy.orm import Session

from adjudicator.codec import Codec
from adjudicator.match.record.given_salt import NOTHING_GIVEN, Given
from adjudicator.match.record.sealing import digest_seed
from adjudicator.services.context import Context
from adjudicator.services.matches.opening.match_codes import is_code_taken, mint_match_code
from adjudicator.services.matches.rows.sealed_text import open_sealed, seal_text
from adjudicator.services.players.players import has_host_role
from adjudicator.services.unit_of_work import UnitOfWork
from adjudicator.store.tables import DrawnSeed, Seat

SEED_BYTES = 32
FORM_LIFE = timedelta(days=1)
KEPT = timedelta(days=60)
"""Longer than any question waits for its yes."""


def draw_seed(work: UnitOfWork) -> DrawnSeed:
    """Draw the code and the seed of a match that somebody asks for. The row waits until the match is made."""
    drawn = DrawnSeed(code=mint_match_code(work.session), seed=secrets.token_bytes(SEED_BYTES), asked_at=work.now)
    work.session.add(drawn)
    work.session.flush()
    return drawn


class _Shown(msgspec.Struct, frozen=True):
    """A seed whose digest stands on a form."""

    code: str
    seed: bytes
    asked_at: datetime


_SHOWN: Codec[_Shown] = Codec(_Shown)


@dataclass(frozen=True, slots=True)
class FormSeed:
    """A seed that is drawn for a form: the sealed text that the form carries, and the digest that it shows."""

    sealed: str
    digest: str


def draw_for_form(context: Context, session: Session, now: datetime) -> FormSeed:
    """Draw a code and a seed for a form. Nothing is stored: only we can open the sealed text in the form."""
    shown = _Shown(mint_match_code(session), secrets.token_bytes(SEED_BYTES), now)
    return FormSeed(seal_text(context.secret, shown).decode(), digest_seed(shown.code, shown.seed))


def keep_from_form(work: UnitOfWork, sealed: str) -> str:
    """Keep the seed that a form carried, and return its code; empty if it is none of ours, too old, or used."""
    opened = open_sealed(work.context.secret, sealed.encode())
    try:
        shown = _SHOWN.read(opened) if opened is not None else None
    except msgspec.MsgspecError:  # another text that we sealed
        shown = None
    if shown is None or work.now - shown.asked_at > FORM_LIFE or is_code_taken(work.session, shown.code):
        return ""
    work.session.add(DrawnSeed(code=shown.code, seed=shown.seed, asked_at=shown.asked_at))
    work.session.flush()
    return shown.code


def take_seed(work: UnitOfWork, code: str) -> DrawnSeed:
    """Take the seed that was drawn with a code; draw another one if there is none, as for a request of version 0.2."""
    drawn = work.session.get(DrawnSeed, code) if code and not is_code_taken(work.session, code) else None
    drawn = drawn or draw_seed(work)
    work.session.delete(drawn)
    return drawn


def seed_digest(work: UnitOfWork, code: str) -> str:
    """Return the digest of the seed that was drawn with a code."""
    return digest_seed(code, work.session.get_one(DrawnSeed, code).seed)


def forget_seeds(work: UnitOfWork) -> None:
    """Forget the seeds of matches that were asked for long ago and never made."""
    work.session.execute(delete(DrawnSeed).where(DrawnSeed.asked_at < work.now - KEPT))


def give_salt(work: UnitOfWork, seat: Seat, match: str, given: Given) -> None:
    """Set the salt of a seat from its player's gift; a gift of the host does not count."""
    salt = (NOTHING_GIVEN if has_host_role(work, seat.player) else given).salt(match, seat.number)
    seat.salt, seat.salt_from = salt.salt, salt.source
