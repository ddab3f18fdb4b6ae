"""Checks many small cases in one test: pytest itself takes longer for a test than most of them do.

All cases are tried. Those that fail are told together, each with its name and its own traceback.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

Case = Callable[..., AbstractContextManager[None]]


@contextmanager
def check_cases() -> Iterator[Case]:
    """Hand out a context manager for each case; its arguments are the name of the case."""
    tried, failures = 0, list[Exception]()

    @contextmanager
    def case(*name: object) -> Iterator[None]:
        nonlocal tried
        tried += 1
        try:
            yield
        except Exception as failure:  # noqa: BLE001  # told below
            failure.add_note(f"case: {', '.join(map(str, name))}")
            failures.append(failure)

    yield case
    assert tried, "no case"
    if failures:
        raise ExceptionGroup(f"{len(failures)} of {tried} cases fail", failures)
