"""Attempts of the sweep: a row on which it fails is put off, and keeps no other row from its turn.

A letter that raises an exception is quarantined. What is due in a match or for a player cannot be set aside like that:
it is tried again, first after a minute and then ever more rarely, and the row says why (`SweepFault`). It is forgotten
when it succeeds, or when its time has come and it is not due any more: its match may have ended meanwhile.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from datetime import datetime

import structlog
from sqlalchemy import delete, select

from adjudicator.services.context import Context
from adjudicator.services.sweep_faults import LONGEST_WAIT, put_off
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.operation_tables import SweepFault
from adjudicator.store.session import is_temporary
from adjudicator.store.states import SweepTask

ALL_ROWS = 0
"""The number of a task for all rows together."""

log = structlog.get_logger()


class Attempts:
    """The attempts of one sweep."""

    def __init__(self, context: Context, now: datetime) -> None:
        """Read on which rows the sweeps before failed: hardly ever any."""
        self.context = context
        self.now = now
        with context.store.connect_readonly() as connection:
            known = select(SweepFault.task, SweepFault.number, SweepFault.retry_at)
            found = connection.execute(known.where(SweepFault.task.in_(SweepTask))).all()
        self._failing = {(row.task, row.number): row.retry_at for row in found}

    def try_row(self, task: SweepTask, number: int, handle: Callable[[UnitOfWork], None]) -> bool:
        """Do a task for a row in a transaction of its own, as `try_call` does."""

        def carry_out() -> None:
            with unit_of_work(self.context, self.now) as work:
                handle(work)
                self._forget(work, task, number)

        return self._try(task, number, carry_out)

    def try_call(self, task: SweepTask, number: int, call: Callable[[], None]) -> bool:
        """Do a task for a row; put it off if it raises, and tell whether it did not. Raises a temporary fault."""

        def carry_out() -> None:
            call()
            if (task, number) in self._failing:
                with unit_of_work(self.context, self.now) as work:
                    self._forget(work, task, number)

        return self._try(task, number, carry_out)

    def _try(self, task: SweepTask, number: int, carry_out: Callable[[], None]) -> bool:
        if self._failing.get((task, number), self.now) > self.now:
            return False
        try:
            carry_out()
        except Exception as fault:
            if is_temporary(fault):
                raise  # nothing else would succeed either
            log.exception("put off by the sweep", task=task, number=number)
            self._put_off(task, number, "".join(traceback.format_exception(fault)))
            return False
        return True

    def _forget(self, work: UnitOfWork, task: SweepTask, number: int) -> None:
        if (task, number) in self._failing:
            work.session.execute(delete(SweepFault).where(SweepFault.task == task, SweepFault.number == number))

    def _put_off(self, task: SweepTask, number: int, trace: str) -> None:
        with unit_of_work(self.context, self.now) as work:
            put_off(work.session, work.now, task, number, trace)

    def forget_stale(self, work: UnitOfWork) -> None:
        """Forget the faults that nothing has tried to repeat for as long as a wait can be."""
        given_up = SweepFault.retry_at < self.now - LONGEST_WAIT
        work.session.execute(delete(SweepFault).where(SweepFault.task.in_(SweepTask), given_up))
