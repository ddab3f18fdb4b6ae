"""Is the export current: does it hold no name that its owner has taken back since?

An export holds the names of public records as of its beginning. Once somebody is erased or hides their name, an export
with it must not be handed out any more, however long the next one takes: pages do not offer it, and the beat makes a
new one within the hour. To leave it until the next night was rejected: one that fails every night would keep the name
for ever. So was writing it anew within the deed: it may take an hour, on another machine.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from adjudicator.store.operation_tables import EXPORTED, NAMES_TAKEN_BACK, last_job_run
from adjudicator.store.session import Store

COMMITTED_WITHIN = timedelta(minutes=1)
"""A transaction has the time of its beginning: an export that begins soon after may not see what it writes."""


def is_export_current(store: Store) -> bool:
    """Tell whether all names in the newest export may still be shown; also true if there is no export."""
    with store.reading() as session:
        taken_back = last_job_run(session, NAMES_TAKEN_BACK)
        return taken_back is None or _is_after(last_job_run(session, EXPORTED), taken_back)


def _is_after(exported: datetime | None, taken_back: datetime) -> bool:
    return exported is not None and exported > taken_back + COMMITTED_WITHIN
