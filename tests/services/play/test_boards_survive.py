"""Letters arrive as they were written: boards to the last blank, and the headers that programs read in one line."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from adjudicator.engines.registry import engines
from adjudicator.store.tables import Player
from adjudicator.texts.games.boards import TEXT_SHAPES
from testkit.agreed_match import agree
from testkit.club import ANNA, BOB, Club, offered, to_move
from testkit.postfix_roundtrip import PostfixRoundTrip

TURNS = 4
ONE_LINE = ("message-id", "in-reply-to", "list-id", "list-unsubscribe", "list-unsubscribe-post", "reply-to")


def begin(club: Club, game: str, shape: str) -> None:
    agree(club, game, (ANNA, BOB))
    with club.context.store.writing() as session:
        for player in session.query(Player):
            player.layout = shape


def play(club: Club) -> None:
    """Play some turns with whatever the letters offer."""
    for _ in range(TURNS):
        mover = to_move(club)
        letter = club.last(mover)
        club.answer(letter, offered(letter)[0], sender=mover)


def heading(raw: bytes) -> dict[str, list[bytes]]:
    """List the lines of each header, as they are in the letter."""
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    found: dict[str, list[bytes]] = {}
    name = ""
    for line in head.split(b"\n"):
        if line[:1] not in b" \t":
            name = line.partition(b":")[0].decode().lower()
        found.setdefault(name, []).append(line)
    return found


def contents(raw: bytes) -> list[tuple[str, bytes]]:
    """List the parts with their text."""
    letter = message_from_bytes(raw, policy=policy.default)
    assert isinstance(letter, EmailMessage)
    parts = [part for part in letter.walk() if not part.is_multipart()]
    return [(part.get_content_type(), octets_of(part)) for part in parts]


def octets_of(part: EmailMessage) -> bytes:
    octets = part.get_payload(decode=True)
    assert isinstance(octets, bytes)
    return octets.replace(b"\r\n", b"\n")


@pytest.mark.parametrize("shape", TEXT_SHAPES)
@pytest.mark.parametrize("game", sorted({engine.rules.name for engine in engines().values()}))
def test_a_letter_arrives_as_it_was_written(
    club: Club, postfix_roundtrip: PostfixRoundTrip, game: str, shape: str
) -> None:
    begin(club, game, shape)
    play(club)
    sent = [raw for raw in club.transport.raws if b"multipart/" in raw][-TURNS - 2 :]
    arrived = postfix_roundtrip.through(sent)
    assert len(sent) == len(arrived) == TURNS + 2
    for before, after in zip(sent, arrived, strict=True):
        assert contents(after) == contents(before)
        there, here = heading(before), heading(after)
        for name in ONE_LINE:
            assert here.get(name) == there.get(name)
            assert len(here.get(name, [])) <= 1, name
        assert b"=?" not in b"".join(here.get("references", []))
        assert b"".join(here.get("references", [])) == b"".join(there.get("references", []))
