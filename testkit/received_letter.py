"""Parses letters when a test first looks at them, and equal ones once; the library parses a header at each look."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from email import message_from_bytes
from email.headerregistry import BaseHeader, HeaderRegistry
from email.message import EmailMessage
from email.policy import default
from functools import lru_cache
from typing import overload


class _HeadersOnce(HeaderRegistry):
    @lru_cache(maxsize=4096)  # noqa: B019  # one registry for the life of the process
    def __call__(self, name: str, value: str) -> BaseHeader:
        header: BaseHeader = super().__call__(name, value)
        return header


POLICY = default.clone(header_factory=_HeadersOnce())


class ReceivedLetters(MutableSequence[EmailMessage]):
    """A list of letters, of which most are never looked at. An equal letter may be the same object: only read them."""

    def __init__(self) -> None:
        self._letters: list[bytes | EmailMessage] = []

    @overload
    def __getitem__(self, index: int) -> EmailMessage: ...
    @overload
    def __getitem__(self, index: slice) -> list[EmailMessage]: ...
    def __getitem__(self, index: int | slice) -> EmailMessage | list[EmailMessage]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        letter = self._letters[index]
        if isinstance(letter, bytes):
            letter = self._letters[index] = read_received(letter)
        return letter

    @overload
    def __setitem__(self, index: int, value: EmailMessage) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[EmailMessage]) -> None: ...
    def __setitem__(self, index: int | slice, value: EmailMessage | Iterable[EmailMessage]) -> None:
        if isinstance(index, slice):
            assert not isinstance(value, EmailMessage)
            self._letters[index] = value
        else:
            assert isinstance(value, EmailMessage)
            self._letters[index] = value

    def __delitem__(self, index: int | slice) -> None:
        del self._letters[index]

    def __len__(self) -> int:
        return len(self._letters)

    def insert(self, index: int, value: EmailMessage) -> None:
        self._letters.insert(index, value)

    def receive(self, raw: bytes) -> None:
        """Append a letter as it came."""
        self._letters.append(raw)

    def mentioning(self, word: str) -> list[EmailMessage]:
        """List the letters that may have a word in a header; those whose bytes do not have it are not parsed."""
        sought = word.encode()
        return [
            self[number]
            for number, letter in enumerate(self._letters)
            if not isinstance(letter, bytes) or not word.isascii() or sought in letter
        ]


@lru_cache(maxsize=512)
def read_received(raw: bytes) -> EmailMessage:
    """Parse a letter that came to somebody."""
    letter = message_from_bytes(raw, policy=POLICY)
    assert isinstance(letter, EmailMessage)
    return letter
