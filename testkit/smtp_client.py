"""A kept SMTP connection, as a mail server has it to the listener, in as few steps as the protocol allows."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SmtpClient:
    """A connection that takes one letter after the other."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @classmethod
    async def open(cls, host: str, port: int, hello: str = "EHLO") -> SmtpClient:
        """Connect and say hello; LMTP has a word of its own for it."""
        line = cls(*await asyncio.open_connection(host, port))
        try:
            await line._answer()
            await line._ask(f"{hello} bench.example\r\n".encode())
        except BaseException:
            line.writer.close()
            raise
        return line

    async def send(self, sender: str, recipient: str, raw: bytes) -> float:
        """Hand a letter over; return the moment at which it was taken."""
        await self.begin(sender, recipient)
        await self._ask(raw.replace(b"\r\n.", b"\r\n..") + b"\r\n.\r\n")
        return time.monotonic()

    async def begin(self, sender: str, recipient: str) -> None:
        """Say everything up to the letter itself."""
        await self._ask(f"MAIL FROM:<{sender}>\r\n".encode())
        await self._ask(f"RCPT TO:<{recipient}>\r\n".encode())
        await self._ask(b"DATA\r\n")

    async def close(self) -> None:
        """Say good-bye."""
        await self._ask(b"QUIT\r\n")
        self.writer.close()
        await self.writer.wait_closed()

    async def _ask(self, words: bytes) -> None:
        self.writer.write(words)
        await self._answer()

    async def _answer(self) -> None:
        while True:
            line = await self.reader.readline()
            if line[:1] not in b"23" or not line:
                raise RuntimeError(f"refused: {line.decode()}")
            if line[3:4] != b"-":
                return
