"""A person with a mail program: reads what the relay brought and answers as such programs do."""

from __future__ import annotations

import smtplib
import uuid
from email.message import EmailMessage
from email.utils import formataddr, parseaddr

from adjudicator.config.env_reader import Endpoint
from tests.end_to_end.smtp_sink import Sink


class Person:
    """Somebody who plays. Letters are read one after the other; one that was read is not found again."""

    def __init__(self, name: str, address: str, listener: Endpoint, sink: Sink) -> None:
        self.name = name
        self.address = address
        self.listener = listener
        """Who takes the letters that are written; there may be several."""
        self._sink = sink
        self._read: set[str] = set()

    def read(self, about: str = "") -> EmailMessage:
        """Wait for the oldest letter that was not read yet, perhaps only for one whose subject has some words."""

        def unread() -> EmailMessage | None:
            unread = (letter for letter in self._sink.to(self.address) if letter["Message-ID"] not in self._read)
            return next((letter for letter in unread if about in str(letter["Subject"])), None)

        letter = self._sink.await_letter(unread, f"to {self.name} about {about!r}")
        self._read.add(letter["Message-ID"])
        return letter

    def received(self, about: str = "") -> list[EmailMessage]:
        """List every letter so far."""
        return [letter for letter in self._sink.to(self.address) if about in str(letter["Subject"])]

    def write(self, to: str, text: str) -> bytes:
        """Write a letter and hand it over; return it as it went. Raises `smtplib.SMTPException`."""
        return self.send(to, self.draft(to, text))

    def answer(self, letter: EmailMessage, text: str) -> bytes:
        """Answer a letter at the address that it asks for, with its text quoted below."""
        return self.send(reply_address(letter), self.draft_answer(letter, text))

    def send(self, to: str, raw: bytes) -> bytes:
        """Hand over a letter that is written already."""
        with smtplib.SMTP(self.listener.host, self.listener.port, timeout=20) as line:
            line.sendmail(self.address, [to], raw)
        return raw

    def draft_answer(self, letter: EmailMessage, text: str) -> bytes:
        """Write an answer without handing it over."""
        quoted = "\n".join(f"> {line}".rstrip() for line in text_of(letter).splitlines())
        to = reply_address(letter)
        return self.draft(
            to,
            f"{text}\n\nOn Fri, 27 Nov 2026 at 20:00, Adjudicator <{to}> wrote:\n\n{quoted}\n",
            Subject=f"Re: {letter['Subject']}",
            In_Reply_To=str(letter["Message-ID"]),
            References=f"{letter['References'] or ''} {letter['Message-ID']}".strip(),
        )

    def draft(self, to: str, text: str, **headers: str) -> bytes:
        """Write a letter without handing it over."""
        letter = EmailMessage()
        letter["From"] = formataddr((self.name, self.address))
        letter["To"] = to
        letter["Message-ID"] = f"<{uuid.uuid4().hex}@mail.example>"
        for name, value in headers.items():
            letter[name.replace("_", "-")] = value
        letter.set_content(text)
        return letter.as_bytes()


def reply_address(letter: EmailMessage) -> str:
    """Find where the answer to a letter goes."""
    return parseaddr(str(letter["Reply-To"]))[1]


def text_of(letter: EmailMessage) -> str:
    """Read the text part of a letter."""
    body = letter.get_body(("plain",))
    assert body is not None
    content: str = body.get_content()
    return content
