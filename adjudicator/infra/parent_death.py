"""Kills a child process when its parent dies (Linux only)."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

_SET_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG in <linux/prctl.h>
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent() -> Callable[[], None] | None:
    """Build a `preexec_fn` for a child that must not outlive this process; None on systems other than Linux.

    SIGTERM is not enough: a worker would wait for a broker that is gone. SIGKILL loses nothing, as every program of the
    service may be killed at any time.
    """
    if _LIBC is None:
        return None
    libc, parent = _LIBC, os.getpid()

    def request_death_signal() -> None:
        libc.prctl(_SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # the parent died between fork and prctl: no signal will come
            os._exit(1)

    return request_death_signal
