"""A letter of the service as its reader sees it: what it is about, what it offers, and where the answer goes."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.utils import parseaddr

from adjudicator.texts.games.order_purposes import PURPOSES

_OFFER = re.compile(r"^  (?P<order>\S.*?) {2,}(?P<purpose>\S.*)$", re.MULTILINE)
_PLAYED = re.compile(r"^Played: ([^.,]+)\.", re.MULTILINE)
_LINK = re.compile(r"https?://[^\s/]+(/(?:sign-in|r)/[^\s]+)")
_EXAMPLE = re.compile(r"^For example: (?P<code>[0-9A-Z]{4,8}) (?P<order>\S.*)$", re.MULTILINE)
_DIGEST = re.compile(r"\d+ match(es)? waits? for you")
_CODE = re.compile(r"^\[(?:\S.* )?([0-9A-Z]{4,8})\] ")
CLAIM = ("claim the match", "let the house player play this turn")
_OTHERS = tuple(words for purpose, words in PURPOSES.items() if purpose != "play")
_LEFT, _OTHER_LEFT = "The others play on, and you get the result", "from now on the house player plays for this seat"
AGREE, REFUSE, EXPEL = "yes, I agree", "no, I do not agree", "ask the others to put this player out"
_AT_A_SEAT = re.compile(r"\+\w+-\d+-\d+-")
YES = ("yes, I play", "yes, that was me")
_PLAN_WAITS = "Waiting for your yes"


@dataclass(frozen=True, slots=True)
class Received:
    """One arrival of a letter."""

    message_id: str
    to: str
    subject: str
    reply_to: str
    in_reply_to: str
    text: str
    digest: str
    """Of all its bytes."""

    @classmethod
    def read(cls, raw: bytes, to: str) -> Received:
        """Take a letter apart."""
        letter = message_from_bytes(raw)
        return cls(
            message_id=str(letter["Message-ID"] or "").strip(),
            to=to,
            subject=str(letter["Subject"] or "").replace("\r\n", "").replace("\n", ""),
            reply_to=parseaddr(str(letter["Reply-To"] or ""))[1],
            in_reply_to=str(letter["In-Reply-To"] or "").strip(),
            text=_text(letter),
            digest=hashlib.sha256(raw).hexdigest(),
        )

    @property
    def code(self) -> str:
        """The match it is about; empty for none."""
        found = _CODE.match(self.subject)
        return found[1] if found else ""

    @property
    def chain(self) -> str:
        """How the match stands, as its last line says: ``X9QA turn 2, chain 5999 c1ba 0f3d 77e1``."""
        last = self.text.rstrip().rpartition("\n")[2].strip()
        return last if ", chain " in last else ""

    @property
    def played(self) -> list[str]:
        """The steps that it says were played for its reader."""
        return _PLAYED.findall(self.text)

    @property
    def to_a_seat(self) -> bool:
        """Tell whether an answer goes to the address of a seat. Who does not sit there any more has none."""
        return bool(_AT_A_SEAT.search(self.reply_to))

    @property
    def is_welcome(self) -> bool:
        """Tell whether its reader has just sat down, or sits there again."""
        return "] Welcome" in self.subject

    @property
    def is_over(self) -> bool:
        """Tell whether it tells the end of a match."""
        return "/record.json" in self.text

    @property
    def tells_of_leaving(self) -> bool:
        """Tell whether its reader has resigned and the others play on."""
        return _LEFT in " ".join(self.text.split())

    @property
    def tells_of_another_leaving(self) -> bool:
        """Tell whether somebody else has resigned and its reader may play on."""
        return _OTHER_LEFT in " ".join(self.text.split())

    @property
    def asks_about_plan(self) -> bool:
        """Tell whether lines of a plan wait for a yes."""
        return _PLAN_WAITS in " ".join(self.text.split())

    def offers(self, *purposes: str) -> list[str]:
        """List what may be answered to some purpose."""
        return [found["order"] for found in _OFFER.finditer(self.text) if found["purpose"].startswith(purposes)]

    def moves(self) -> list[str]:
        """List the moves that are offered: beside them stands what they do, and no purpose of a command."""
        listed = "\n".join(self.text.splitlines()).partition("with one line, for example\n")[2].partition("\n\n")[0]
        return [found["order"] for found in _OFFER.finditer(listed) if not found["purpose"].startswith(_OTHERS)]

    @property
    def is_digest(self) -> bool:
        """Tell whether it is a digest, and not the receipt for an answer to one."""
        return self.to_a_digest and bool(_DIGEST.search(self.subject))

    @property
    def to_a_digest(self) -> bool:
        """Tell whether an answer goes to the address of a digest, as that to the receipt of an answer does."""
        return "+digest-" in self.reply_to

    def coded_moves(self) -> dict[str, str]:
        """List a move for each match that a digest tells, by the code of the match."""
        text = "\n".join(self.text.splitlines())
        return {found["code"]: found["order"].strip() for found in _EXAMPLE.finditer(text)}

    def link(self, kind: str) -> str:
        """Find the path of a link of some kind: ``sign-in`` or ``r``."""
        return next((path for path in _LINK.findall(self.text) if path.startswith(f"/{kind}/")), "")


def _text(letter: Message) -> str:
    for part in letter.walk():
        if part.get_content_type() == "text/plain":
            content = part.get_payload(decode=True)
            return content.decode("utf-8", "replace").replace("\r\n", "\n") if isinstance(content, bytes) else ""
    return ""
