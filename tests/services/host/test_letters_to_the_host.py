"""Letters to postmaster@ and abuse@ reach the host, whoever or whatever wrote them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.mail.address import AddressBook, HostAddress
from adjudicator.mail.errors import UnknownAddress
from testkit.automatic_mail import GONE, report
from testkit.club import SECRET, Club, address_of, prose_of

HOST = "host@club.example"
BOOK = AddressBook("club.example", secret=SECRET, has_host=True)


@pytest.fixture
def hosted(club: Club) -> Club:
    return replace(club, context=replace(club.context, addresses=BOOK))


@pytest.mark.parametrize("to", ["postmaster@club.example", "Abuse@CLUB.example", "Postmaster"])
def test_a_letter_is_passed_on_and_its_writer_can_be_answered(hosted: Club, to: str) -> None:
    number = hosted.write("Carl <carl@carl.example>", to, "Who is Anna?\nresign", subject="A question")
    assert hosted.inbox(number).verdict == "forwarded"
    (letter,) = hosted.letters(HOST)
    name = to.partition("@")[0].lower()
    assert letter["Subject"] == f"[Adjudicator] To {name}@club.example: A question"
    assert address_of(str(letter["Reply-To"])) == "carl@carl.example"
    assert "Who is Anna?" in prose_of(letter)
    (attached,) = letter.iter_attachments()
    assert b"From: Carl <carl@carl.example>" in attached.get_content()
    assert hosted.letters("carl@carl.example") == []


def test_an_automatic_report_is_forwarded_as_well(hosted: Club) -> None:
    number = hosted.bring(report(GONE), "postmaster@club.example", "")
    hosted.work()
    assert hosted.inbox(number).verdict == "forwarded"
    assert len(hosted.letters(HOST)) == 1


def test_a_letter_of_ours_goes_round_once(hosted: Club) -> None:
    hosted.write("carl@carl.example", "abuse@club.example", "Hello", subject="Hello")
    ours = hosted.last(HOST)
    number = hosted.bring(ours.as_bytes(), "postmaster@club.example", "")
    hosted.work()
    assert hosted.inbox(number).verdict == "robot: own"
    assert len(hosted.letters(HOST)) == 1


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("postmaster@club.example", True),
        ("postmaster", True),
        ("abuse", False),
        ("postmaster@other.example", False),
        ("postmaster+x@club.example", False),
        ("hostmaster@club.example", False),
    ],
)
def test_nobody_else_is_the_host_and_without_a_host_nobody_is(address: str, host: bool) -> None:
    if host:
        assert BOOK.read(address) == HostAddress("postmaster")
    else:
        with pytest.raises(UnknownAddress):
            BOOK.read(address)
    with pytest.raises(UnknownAddress):
        AddressBook("club.example", secret=SECRET).read(address)
