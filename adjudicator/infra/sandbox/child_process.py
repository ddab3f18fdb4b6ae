"""The chamber in which letters are opened: a program of its own that costs nobody else anything when one blows up.

It reads requests from its standard input, a function of this package with its arguments each, and answers on its
standard output. Every request may cost so many seconds of a processor and so much memory; the system ends the program
that takes more, even in the middle of a C library, where no exception of Python's gets through. When nobody has asked
for a while it ends by itself, and it ends with whoever started it, because its input does.

A request is pickled, as it comes from us. An answer comes from where a hostile letter was: it is plain values, read
against the type that the function returns.
"""

from __future__ import annotations

import pickle
import resource
import select
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from functools import cache, partial
from typing import IO, ParamSpec, TypeVar, cast, get_type_hints

import msgspec

from adjudicator.codec import Shape, shape_of
from adjudicator.mail.errors import LetterRefused, SandboxCrash, SenderFault

P = ParamSpec("P")
T = TypeVar("T")

LONGEST = 512 << 20
"""Bytes of a frame: no letter is as long, and an answer that claims to be is a lie."""

_REASON: Shape[tuple[str, int, int]] = Shape(tuple[str, int, int])
_LENGTH = struct.Struct("!Q")
_GIVEN, _REFUSED, _BROKE, _FULL = b"g", b"r", b"b", b"f"


def write_frame(stream: IO[bytes], content: bytes) -> None:
    """Send bytes with their length before them."""
    stream.write(_LENGTH.pack(len(content)) + content)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """Receive what `write_frame` sent; None when the other side has ended, even in the middle of it."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    if length > LONGEST:
        return None
    content = stream.read(length)
    return content if len(content) == length else None


def write_request(read: Callable[P, object], /, *arguments: P.args, **named: P.kwargs) -> bytes:
    """Write a request: call this function with these arguments."""
    return pickle.dumps((read, arguments, named))


def read_request(request: bytes) -> Callable[[], object]:
    """Read a request as what to do; the modules that it needs are loaded on the way."""
    read, arguments, named = pickle.loads(request)  # noqa: S301  # written by `ask`, in whoever started us
    return partial(read, *arguments, **named)


def serve_request(work: Callable[[], object]) -> bytes:
    """Do what was asked, and write what came of it."""
    try:
        return _GIVEN + msgspec.msgpack.encode(work(), enc_hook=_plain)
    except LetterRefused as fault:
        return _REFUSED + msgspec.msgpack.encode((fault.reason, fault.measured, fault.allowed))
    except MemoryError:
        return _FULL
    except Exception:  # noqa: BLE001  # told to the other side, which raises it there
        return _BROKE + traceback.format_exc().encode("utf-8", "replace")


def read_answer(answer: bytes, kind: type[T]) -> T:
    """Read an answer as a value of this type.

    Raises `LetterRefused` where the function did, `MemoryError` where the memory was not enough, and `ReaderBroke` with
    the traceback of anything else.
    """
    status, content = answer[:1], answer[1:]
    if status == _FULL:
        raise MemoryError
    if status == _REFUSED:
        raise LetterRefused(*_REASON.unpack(content))
    if status == _GIVEN:
        return shape_of(kind, _rebuilt).unpack(content)
    raise SandboxCrash(content.decode("utf-8", "replace"))


def return_type_of(read: Callable[..., T]) -> type[T]:
    """Name the type of what a function returns."""
    kind: type[T] = _hints(read)["return"]
    return kind


@cache
def _hints(read: Callable[..., object]) -> dict[str, type]:
    return get_type_hints(read)


def _plain(value: object) -> object:
    if isinstance(value, SenderFault):
        return (value.reason, value.given)
    raise NotImplementedError(f"{type(value)} is no plain value")


def _rebuilt(kind: type, value: object) -> object:
    if kind is SenderFault:
        return SenderFault(*cast("tuple[str, str]", value))
    raise NotImplementedError(f"{kind} is no plain value")


def main() -> None:
    """Carry out requests until there are no more, or none has come for a while.

    The words it is started with: seconds for a request, megabytes in all, seconds without a request.
    """
    seconds, megabytes, idle = map(float, sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started us
    memory = int(megabytes) << 20
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while select.select([source], [], [], idle)[0]:
        request = read_frame(source)
        if request is None:
            return
        work = read_request(request)
        # The timer counts our own work alone, and its signal has no handler: the system ends us.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        answer = serve_request(work)
        signal.setitimer(signal.ITIMER_PROF, 0)
        write_frame(sink, answer)


if __name__ == "__main__":
    main()
