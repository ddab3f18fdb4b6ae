"""Captured replies of mail programs to real turn letters and to a digest, with our letter known and unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.mail.address import AddressBook
from adjudicator.mail.incoming.letter import read_letter
from adjudicator.mail.reply.alternatives import read_alternatives
from adjudicator.mail.reply.reply import read_reply
from adjudicator.services.digest.digest_lines import is_for_digest, sort_digest_lines
from adjudicator.store.digest_tables import Listed
from testkit.cases import check_cases

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


DIGEST = HERE / "digest"
ANSWERS = sorted(DIGEST.glob("*_*.eml"))
PROGRAMS = {
    *("mutt", "mutt-flowed", "neomutt", "s-nail", "alpine", "nmh", "aerc", "claws-mail", "sylpheed"),
    *("thunderbird", "thunderbird-html"),
}


@pytest.mark.parametrize("known", [True, False], ids=["known", "not known"])
def test_every_order_of_an_answer_to_a_digest_comes_to_its_match(*, known: bool) -> None:
    """The folder was made by `testkit.mail.mail_programs`; Thunderbird splits the quote of HTML around an order."""
    orders = (DIGEST / "orders.txt").read_text().splitlines()
    listed = [Listed(line.split()[0].lower(), 0, 1, 0, waits=True) for line in orders]
    digest = read_letter((DIGEST / "digest.eml").read_bytes())

    with check_cases() as case:
        # s-nail quotes with tabs: without our letter nobody can tell what is quoted, and the writer is asked.
        for path in (one for one in ANSWERS if known or not one.stem.startswith("s-nail")):
            with case(path.stem):
                letter = read_letter(path.read_bytes())
                assert digest.message_id in letter.references
                quotable = (digest.text,) if known else ()
                reply = read_alternatives(letter.text, letter.html, BOOK.is_ours, "Bob", quotable, "bob@bob.example")
                acts = any(is_for_digest(line, listed) for line in reply.from_quote)
                lines = sort_digest_lines(reply.from_quote if acts else reply.lines, listed)
                found = [f"{one.listed.code.upper()} {' '.join(one.lines).strip()}" for one in lines.sections]
                assert found == orders
                assert (*lines.commands, *lines.refused, *lines.ignored) == ()


def test_every_mail_program_answered_the_digest_in_every_way() -> None:
    assert {path.stem for path in ANSWERS} == {
        f"{program}_{place}" for program in PROGRAMS for place in ("above", "between", "below")
    }
