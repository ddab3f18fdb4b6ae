"""How many letters a letter can make us write: none that would let somebody use us to pester somebody else.

Whoever is proved to have written gets his answer. Where nobody vouches for the sender, the answer may go to a person
who wrote nothing: he gets few of them, and none when he asked to be left alone.
"""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import func, select

from adjudicator.desk.case import Case
from adjudicator.desk.doors import is_closed
from adjudicator.desk.people import find_player
from adjudicator.mail.proof import Proof
from adjudicator.store.tables import Outbox

ANSWERS_AN_HOUR = 20
"""More than a person needs; a robot that answers our answers gets no further."""
ANSWERS_A_DAY = 20
"""For an address that is no player's and that nobody vouches for."""
WARNINGS_A_DAY = 3
"""Letters that tell a player of something wrong that perhaps somebody else did."""


def answered_enough(case: Case) -> bool:
    """Tell whether the sender of a letter gets no more answers for now."""
    if case.proof is Proof.DISPROVED:
        return True
    player = find_player(case.session, case.sender)
    address = player.address if player else case.sender
    if _answers(case, address, timedelta(hours=1)) >= ANSWERS_AN_HOUR:
        return True
    if player is not None or case.proof is Proof.PROVED:
        return False
    return is_closed(case.desk, case.session, address) or _answers(case, address, timedelta(days=1)) >= ANSWERS_A_DAY


def warned_enough(case: Case, address: str) -> bool:
    """Tell whether a player has heard often enough today of letters that perhaps were not his."""
    return _answers(case, address, timedelta(days=1), "refusal") >= WARNINGS_A_DAY


def _answers(case: Case, address: str, span: timedelta, kind: str = "") -> int:
    query = select(func.count()).where(
        Outbox.to_address == address, Outbox.inbox_id.is_not(None), Outbox.created_at > case.now - span
    )
    return case.session.scalar(query.where(Outbox.kind == kind) if kind else query) or 0
