"""Captured replies of mutt and s-nail to real turn letters, with our letter known and unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.mail.address import AddressBook
from adjudicator.mail.incoming.letter import read_letter
from adjudicator.mail.reply.reply import read_reply

HERE = Path(__file__).parent
REPLIES = sorted((HERE / "replies").glob("*.eml"))
BOOK = AddressBook("club.example", secret=b"a secret for tests, long enough to sign with")
ORDERS = {"egyptos": ["L10"], "cheops": ["1 A1 sell", "draw 2"], "pharao": ["A B6", "end"]}


@pytest.mark.parametrize("known", [True, False], ids=["known", "not known"])
@pytest.mark.parametrize("path", REPLIES, ids=lambda path: path.stem)
def test_exactly_the_orders_are_read(path: Path, *, known: bool) -> None:
    game = path.stem.rpartition("_")[2]
    letter = read_letter(path.read_bytes())
    assert BOOK.route(letter.references) is not None
    ours = read_letter((HERE / "turns" / f"{game}.eml").read_bytes()).text
    reply = read_reply(letter.text, BOOK.is_ours, "Bob", (ours,) if known else ())
    assert [line for line in reply.lines if line] == ORDERS[game]
    assert not reply.unclear


def test_every_mail_program_replied_to_every_game() -> None:
    assert {path.stem.partition("_")[0] for path in REPLIES} == {"mutt", "snail"}
    assert len(REPLIES) == 7 * len(ORDERS)
