"""Refusals in the middle of a transaction: what was refused has written nothing.

A refusal raised out of a unit of work rolls the unit back. Where it is caught inside, because the letter is answered in
the same transaction, whatever was written before it would stay: a yes that is used up, a player whom nobody has
confirmed. `tests/services/test_refusals_roll_back.py` finds places that catch a refusal without this.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from adjudicator.services.unit_of_work import UnitOfWork


@contextmanager
def refusals_roll_back(work: UnitOfWork) -> Iterator[None]:
    """Take back all that the block has done if it ends with a refusal, or another error."""
    jobs, writer_id = dict(work.jobs), work.writer_id
    try:
        with work.session.savepoint():
            yield
    except Exception:
        work.jobs, work.writer_id = jobs, writer_id
        raise
