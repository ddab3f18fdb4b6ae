"""Drives Claws Mail and Sylpheed on a display of their own: keys are pressed in their windows, an editor writes."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from testkit.waiting import await_until

PATIENCE = 60.0
"""Seconds that a window has to come."""
ACCOUNT = """[Account: 1]
account_name=club
is_default=1
name=Bob
address=bob@bob.example
protocol={protocol}
receive_server=127.0.0.1
smtp_server=127.0.0.1
set_smtpport=1
smtp_port={smtp}
use_mail_command=1
mail_command={sendmail}
"""
COMMON = """[Common]
ext_editor_command={editor} '%s'
auto_ext_editor=1
enable_aspell=0
"""
_KINDS = {"inbox": "inbox", "outbox": "sent", "draft": "draft", "queue": "queue", "trash": "trash"}
_ITEMS = "\n".join(f'<folderitem type="{kind}" name="{name}" path="{name}"/>' for kind, name in _KINDS.items())
FOLDERS = f"""<?xml version="1.0" encoding="UTF-8"?>
<folderlist><folder type="mh" name="Mailbox" path="Mail">{_ITEMS}</folder></folderlist>
"""


def write_settings(home: Path, folder: str, common: str, **values: object) -> None:
    """Write the settings of Claws Mail or Sylpheed, which have the same parent."""
    settings = home / folder
    settings.mkdir()
    (settings / "accountrc").write_text(ACCOUNT.format(**values))
    (settings / common).write_text(COMMON.format(**values))
    (settings / "folderlist.xml").write_text(FOLDERS)
    for name in _KINDS.values():
        (home / "Mail" / name).mkdir(parents=True)


@contextmanager
def running_on_display(command: Sequence[str], environment: Mapping[str, str]) -> Iterator[Callable[..., None]]:
    """Run a program on a new display; what is given out presses keys in the window that has some words in its title."""
    with ExitStack() as stack:
        shown = {**environment, "DISPLAY": _begin_display(stack)}
        _begin(stack, ["openbox"], env=shown)
        _begin(stack, ["dbus-run-session", "--", *command], env=shown)

        def activate(title: str) -> bool:
            search = ["xdotool", "search", "--onlyvisible", "--name", title, "windowactivate", "--sync"]
            done = subprocess.run(search, env=shown, check=False, capture_output=True)
            return not done.returncode and not done.stderr

        def press(title: str, *keys: str) -> None:
            await_until(lambda: activate(title), f"a window {title!r}", PATIENCE)
            subprocess.run(["xdotool", "key", "--delay", "300", *keys], env=shown, check=True)

        yield press


def _begin_display(stack: ExitStack) -> str:
    """Begin a display; the server tells its number once it is ready."""
    read, write = os.pipe()
    _begin(stack, ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], fds=(write,))
    os.close(write)
    with os.fdopen(read) as told:
        return f":{told.readline().strip()}"


def _begin(
    stack: ExitStack, command: Sequence[str], *, env: Mapping[str, str] | None = None, fds: Sequence[int] = ()
) -> None:
    child = subprocess.Popen(
        command, env=env, pass_fds=fds, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    stack.callback(_end, child)


def _end(child: subprocess.Popen[bytes]) -> None:
    """End a program and what it has begun, even one that asks: a second Sylpheed would only wake the first."""
    os.killpg(child.pid, signal.SIGTERM)
    child.wait(PATIENCE)
    with suppress(AssertionError):
        await_until(lambda: not _has_members(child.pid), "the program ends", 5)
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    await_until(lambda: not _has_members(child.pid), "the program ends", PATIENCE)


def _has_members(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
