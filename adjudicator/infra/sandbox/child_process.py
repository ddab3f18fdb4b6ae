"""The child process of the sandbox, and the protocol between it and `pool`.

The child reads requests from its standard input, each a function with its arguments, and writes answers to its standard
output. Limits on CPU time and memory are the system's, so they hold inside a C library as well, where no Python
exception gets through. The child exits when no request has come for a while, and when its input ends with its parent.

A request is pickled: it comes from our own code. An answer comes from a process that has read a hostile letter, so it
is never unpickled: it is MessagePack, validated against the return type of the function.
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

from adjudicator.codec import Codec, codec_for
from adjudicator.mail.errors import LetterRefused, SandboxCrash, SenderFault

P = ParamSpec("P")
T = TypeVar("T")

LONGEST = 512 << 20
"""Bytes of a frame. No letter is as long; a child that announces more has been taken over."""

_REASON: Codec[tuple[str, int, int]] = Codec(tuple[str, int, int])
_LENGTH = struct.Struct("!Q")
_RESULT, _REFUSED, _CRASHED, _OUT_OF_MEMORY = b"g", b"r", b"b", b"f"


def write_frame(stream: IO[bytes], content: bytes) -> None:
    """Write bytes, preceded by their length."""
    stream.write(_LENGTH.pack(len(content)) + content)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """Read a frame of `write_frame`; None when the other side has ended, even in the middle of a frame."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    if length > LONGEST:
        return None
    content = stream.read(length)
    return content if len(content) == length else None


def write_request(read: Callable[P, object], /, *arguments: P.args, **named: P.kwargs) -> bytes:
    """Serialize a call."""
    return pickle.dumps((read, arguments, named))


def read_request(request: bytes) -> Callable[[], object]:
    """Deserialize a call. Unpickling imports the modules that it needs, before the CPU timer starts."""
    read, arguments, named = pickle.loads(request)  # noqa: S301  # from `write_request` in the parent
    return partial(read, *arguments, **named)


def serve_request(work: Callable[[], object]) -> bytes:
    """Call the function and serialize its result or its exception."""
    try:
        return _RESULT + msgspec.msgpack.encode(work(), enc_hook=_plain)
    except LetterRefused as fault:
        return _REFUSED + msgspec.msgpack.encode((fault.reason, fault.measured, fault.allowed))
    except MemoryError:
        return _OUT_OF_MEMORY
    except Exception:  # noqa: BLE001  # the parent raises it
        return _CRASHED + traceback.format_exc().encode("utf-8", "replace")


def read_answer(answer: bytes, kind: type[T]) -> T:
    """Deserialize an answer as a value of this type.

    Raises `LetterRefused` if the function did, `MemoryError` if its memory was not enough, and `SandboxCrash` with the
    traceback of any other exception.
    """
    status, content = answer[:1], answer[1:]
    if status == _OUT_OF_MEMORY:
        raise MemoryError
    if status == _REFUSED:
        raise LetterRefused(*_REASON.unpack(content))
    if status == _RESULT:
        return codec_for(kind, _rebuilt).unpack(content)
    raise SandboxCrash(content.decode("utf-8", "replace"))


def return_type_of(read: Callable[..., T]) -> type[T]:
    """Read a function's return annotation."""
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
    """Serve requests until the input ends, or none has come for a while.

    Arguments of the command line: CPU seconds for a request, megabytes of address space, idle seconds.
    """
    seconds, megabytes, idle = map(float, sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    memory = int(megabytes) << 20
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while select.select([source], [], [], idle)[0]:
        request = read_frame(source)
        if request is None:
            return
        work = read_request(request)
        # CPU time, not wall-clock time: a busy machine is no reason to refuse a letter. SIGPROF has no handler, so the
        # system ends this process. The parent has a wall-clock limit of its own, for code that sleeps.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        answer = serve_request(work)
        signal.setitimer(signal.ITIMER_PROF, 0)
        write_frame(sink, answer)


if __name__ == "__main__":
    main()
