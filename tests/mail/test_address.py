"""Signed addresses: they round-trip, nobody else can forge one, and mail systems may change their case."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.address import (
    LARGEST_ROW,
    LOCAL_PART,
    Address,
    AddressBook,
    BounceAddress,
    ConfirmAddress,
    DigestAddress,
    HostReplyAddress,
    NamedLetter,
    SeatAddress,
    ServiceAddress,
    stamp_row,
)
from adjudicator.mail.address_token import redact_tokens, sign_token
from adjudicator.mail.errors import ForgedAddress, UnknownAddress

SECRET = b"a secret for tests only"
BOOK = AddressBook("club.example", secret=SECRET)
DASHED = AddressBook("club.example", separator="-", secret=SECRET)
OTHER = AddressBook("club.example", secret=b"another secret, of others")

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
LATER = NOON + timedelta(microseconds=1)
STAMP = stamp_row(NOON)
CODES = st.from_regex(r"[a-z0-9]{4,6}", fullmatch=True)
SEATS = st.integers(0, 15)
TURNS = st.integers(0, 10_000)
ROWS = st.integers(0, LARGEST_ROW)
MOMENTS = st.datetimes(datetime(1990, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
NUMBERED = {"confirm": ConfirmAddress, "bounce": BounceAddress, "host": HostReplyAddress, "digest": DigestAddress}
"""The kinds of addresses that name a row."""


def mint(book: AddressBook, kind: str, row: int, made: datetime) -> str:
    mints: dict[str, Callable[[int, datetime], str]] = {
        "confirm": book.confirm,
        "bounce": book.bounce,
        "host": book.host,
        "digest": book.digest,
    }
    return mints[kind](row, made)


@given(CODES, SEATS, TURNS, st.sampled_from([BOOK, DASHED]))
def test_a_seat_address_round_trips(match: str, seat: int, turn: int, book: AddressBook) -> None:
    assert book.read(book.seat(match, seat, turn)) == SeatAddress(match, seat, turn)


@given(CODES, SEATS, TURNS, st.integers(0, 999_999), st.sampled_from([BOOK, DASHED]))
def test_an_address_names_how_often_its_seat_was_revoked_before(
    match: str, seat: int, turn: int, epoch: int, book: AddressBook
) -> None:
    address = book.seat(match, seat, turn, epoch)
    assert book.read(address) == SeatAddress(match, seat, turn, epoch)
    assert book.read_message_id(book.message_id(7, NOON, SeatAddress(match, seat, turn, epoch))) == book.read(address)
    if epoch:
        with pytest.raises(ForgedAddress):
            book.read(address.replace(f"-{turn}-{epoch}-", f"-{turn}-", 1))


@given(st.sampled_from([*NUMBERED]), ROWS, MOMENTS, st.sampled_from([BOOK, DASHED]))
def test_numbered_addresses_round_trip(kind: str, row: int, made: datetime, book: AddressBook) -> None:
    assert book.read(mint(book, kind, row, made)) == NUMBERED[kind](row, stamp_row(made))


@given(st.sampled_from([*NUMBERED]), ROWS, MOMENTS)
def test_an_address_with_a_stamp_has_the_form_that_mail_servers_of_hosts_know(
    kind: str, row: int, made: datetime
) -> None:
    assert re.fullmatch(rf"play\+{kind}-[0-9]+-[a-z2-7]{{16}}@club\.example", mint(BOOK, kind, row, made))


@given(st.sampled_from([*NUMBERED]), ROWS)
def test_an_address_from_before_there_were_stamps_is_read_for_ever(kind: str, row: int) -> None:
    address = f"play+{kind}-{row}-{sign_token(SECRET, kind, row)}@club.example"
    assert BOOK.read(address) == NUMBERED[kind](row)


@given(st.sampled_from([*NUMBERED]), ROWS, MOMENTS)
def test_the_stamp_is_signed(kind: str, row: int, made: datetime) -> None:
    number, _, token = mint(BOOK, kind, row, made).partition("@")[0].removeprefix(f"play+{kind}-").partition("-")
    other = stamp_row(made + timedelta(microseconds=1))
    for forged in (number[:-8], number[:-8] + other, str(row + 1) + number[-8:]):
        if forged != number:
            with pytest.raises((ForgedAddress, UnknownAddress)):
                BOOK.read(f"play+{kind}-{forged}-{token}@club.example")


@given(MOMENTS)
def test_rows_of_different_moments_have_different_stamps(made: datetime) -> None:
    near = {stamp_row(made + timedelta(microseconds=span)) for span in (0, 1, 1000, 10**6, 60 * 10**6, 3600 * 10**6)}
    assert len(near) == 6
    assert all(re.fullmatch(r"[0-9]{8}", stamp) for stamp in near)


def test_the_form_of_an_address_is_stable() -> None:
    local, _, domain = BOOK.seat("K7Q2", 1, 9).partition("@")
    assert domain == "club.example"
    assert local.startswith("play+k7q2-1-9-")
    assert len(local.rpartition("-")[2]) == 16
    assert local == local.lower()


def test_the_plain_address_is_the_service() -> None:
    assert BOOK.service == "play@club.example"
    assert BOOK.read(BOOK.service) == ServiceAddress()


@given(CODES, SEATS, TURNS)
def test_an_installation_reads_both_separators(match: str, seat: int, turn: int) -> None:
    assert BOOK.read(DASHED.seat(match, seat, turn)) == DASHED.read(BOOK.seat(match, seat, turn))


@pytest.mark.parametrize("change", [str.upper, str.title, lambda text: f"  {text} "])
def test_case_does_not_matter(change: Callable[[str], str]) -> None:
    assert BOOK.read(change(BOOK.seat("k7q2", 1, 9))) == SeatAddress("k7q2", 1, 9)


def test_the_longest_address_fits_a_local_part() -> None:
    book = AddressBook("club.example", "a" * 16, secret=SECRET)
    for address in (
        book.seat("k7q2zzzz", 15, LARGEST_ROW, 999_999),
        *(mint(book, kind, LARGEST_ROW, NOON) for kind in NUMBERED),
    ):
        assert len(address.partition("@")[0]) <= LOCAL_PART


def test_an_address_that_would_not_fit_is_not_minted() -> None:
    book = AddressBook("club.example", "a" * 20, secret=SECRET)
    with pytest.raises(ValueError, match="64"):
        book.seat("k7q2k7q2k7q2", 100, LARGEST_ROW)


@pytest.mark.parametrize("wrong", [("", 0, 1), ("k7-q2", 0, 1), ("k7q2", -1, 1), ("k7q2", 0, -1)])
def test_an_address_that_could_not_be_read_back_is_not_minted(wrong: tuple[str, int, int]) -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        BOOK.seat(*wrong)


@given(CODES, SEATS, TURNS, CODES, SEATS, TURNS)
def test_a_token_is_invalid_for_another_seat_turn_or_match(
    match: str, seat: int, turn: int, other: str, place: int, later: int
) -> None:
    token = BOOK.seat(match, seat, turn).partition("@")[0].rpartition("-")[2]
    moved = f"play+{other}-{place}-{later}-{token}@club.example"
    if (match, seat, turn) == (other, place, later):
        assert BOOK.read(moved) == SeatAddress(match, seat, turn)
    else:
        with pytest.raises(ForgedAddress):
            BOOK.read(moved)


def test_a_token_of_one_kind_is_invalid_for_another() -> None:
    with pytest.raises(ForgedAddress):
        BOOK.read(BOOK.bounce(12, NOON).replace("bounce", "confirm"))


@pytest.mark.parametrize("address", [OTHER.seat("k7q2", 1, 9), OTHER.confirm(3, NOON), OTHER.bounce(4, NOON)])
def test_an_address_that_others_signed_is_forged(address: str) -> None:
    with pytest.raises(ForgedAddress):
        BOOK.read(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "play",
        "@club.example",
        "play@other.example",
        "player@club.example",
        "play+@club.example",
        "play+hello@club.example",
        "play+k7q2-1-9@club.example",
        "play+k7q2-01-9-aaaaaaaaaaaaaaaa@club.example",
        "play+k7q2-1-9-aaaaaaaaaaaaaaa1@club.example",
        "play+k7q2-\u0661-9-aaaaaaaaaaaaaaaa@club.example",
        "\u212aplay@club.example",
        "postmaster@club.example",
    ],
)
def test_a_form_that_we_never_mint_is_unknown(address: str) -> None:
    with pytest.raises(UnknownAddress):
        BOOK.read(address)


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        read: Address | None = BOOK.read(f"play+{text}@club.example")
    except (UnknownAddress, ForgedAddress):
        read = None
    assert read is None


@pytest.mark.parametrize(
    ("address", "ours"),
    [
        (BOOK.seat("k7q2", 1, 9), True),
        (OTHER.seat("k7q2", 1, 9), True),
        ("PLAY@Club.Example", True),
        ("bert@example.org", False),
        ("playful@club.example", False),
        ("not an address", False),
    ],
)
def test_our_form_is_recognised_even_if_forged(address: str, ours: bool) -> None:
    assert BOOK.is_ours(address) is ours


@pytest.mark.parametrize("route", [SeatAddress("k7q2", 1, 9), ConfirmAddress(7)])
def test_a_message_id_is_the_route_of_a_reply(route: SeatAddress | ConfirmAddress) -> None:
    name = BOOK.message_id(12, NOON, route)
    assert name == BOOK.message_id(12, NOON, route)
    assert name != BOOK.message_id(13, NOON, route)
    assert name != BOOK.message_id(12, LATER, route)
    assert BOOK.read_message_id(name) == route
    assert BOOK.read_message_id(name.upper()) == route


def test_the_newest_message_id_of_ours_is_the_route() -> None:
    ids = [BOOK.match_thread("k7q2"), *(BOOK.message_id(n, NOON, SeatAddress("k7q2", 1, n)) for n in (7, 8))]
    assert BOOK.route([*ids, "<their@example.org>"]) == SeatAddress("k7q2", 1, 8)
    assert BOOK.route([]) is None


@pytest.mark.parametrize(
    "name",
    [
        "<x@example.org>",
        BOOK.match_thread("k7q2"),
        BOOK.message_id(12, NOON),
        OTHER.message_id(12, NOON, SeatAddress("k7q2", 1, 9)),
        BOOK.message_id(12, NOON, SeatAddress("k7q2", 1, 9)).replace("1-9", "1-8"),
        BOOK.message_id(12, NOON, SeatAddress("k7q2", 1, 9)).replace("club", "other"),
        "",
        "<>",
    ],
)
def test_other_message_ids_are_no_route(name: str) -> None:
    assert BOOK.read_message_id(name) is None


@pytest.mark.parametrize(
    ("name", "named"),
    [
        (BOOK.message_id(12, NOON), NamedLetter(12, STAMP)),
        (BOOK.message_id(12, NOON).upper(), NamedLetter(12, STAMP)),
        (BOOK.message_id(12, NOON, SeatAddress("k7q2", 1, 9)), NamedLetter(12, STAMP)),
        (BOOK.message_id(LARGEST_ROW, NOON, ConfirmAddress(7)), NamedLetter(LARGEST_ROW, STAMP)),
        (f"<12.{BOOK._numbered('letter', 12)}@club.example>", NamedLetter(12)),  # from before there were stamps
        (f"<12.{BOOK.seat('k7q2', 1, 9).partition('+')[2].partition('@')[0]}@club.example>", NamedLetter(12)),
        (BOOK.message_id(12, NOON).replace("<12", "<13", 1), None),
        (BOOK.message_id(12, NOON).replace(f"<12{STAMP}", "<12", 1), None),
        (OTHER.message_id(12, NOON), None),
        ("<20261128191530.4ab7zz01xq@club.example>", None),
        ("<12.word@club.example>", None),
        ("<12.letter-12-aaaaaaaaaaaaaaaa@club.example>", None),
        (BOOK.message_id(12, NOON, ConfirmAddress(7)).replace("<12", f"<{LARGEST_ROW + 1}", 1), None),
        (BOOK.message_id(12, NOON, ConfirmAddress(7)).replace("<12", "<99999999999", 1), None),
        (BOOK.bounce(12, NOON).replace("play+", "<12.") + ">", None),
        (BOOK.message_id(12, NOON).replace("club", "other"), None),
        ("", None),
    ],
)
def test_the_row_of_a_letter_is_read_from_a_signed_message_id(name: str, named: NamedLetter | None) -> None:
    assert BOOK.read_letter_name(name) == named


@pytest.mark.parametrize("kind", NUMBERED)
def test_a_number_that_no_row_has_is_not_minted(kind: str) -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        mint(BOOK, kind, LARGEST_ROW + 1, NOON)
    with pytest.raises(ValueError, match="cannot be written"):
        BOOK.message_id(LARGEST_ROW + 1, NOON)


def test_a_match_is_a_list_for_filters() -> None:
    assert BOOK.list_id("K7Q2") == "<k7q2.play.club.example>"


def test_tokens_do_not_reach_a_log() -> None:
    address, name = BOOK.seat("k7q2", 1, 9), BOOK.message_id(12, NOON, ConfirmAddress(7))
    hidden = redact_tokens(f"to {address.upper()}, {name} and plain words-12-abcdefgh")
    assert hidden.startswith(f"to PLAY+K7Q2-1-9-…@CLUB.EXAMPLE, <12{STAMP}.confirm-7-…@club.example>")
    assert hidden.endswith("words-12-abcdefgh")
    assert SECRET.decode() not in repr(BOOK)


@pytest.mark.parametrize(
    "wrong",
    [
        {"service": "play+"},
        {"service": ""},
        {"service": "a" * 21},
        {"separator": "="},
        {"secret": b"short"},
    ],
    ids=str,
)
def test_an_installation_that_would_mint_bad_addresses_does_not_start(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        AddressBook("club.example", **({"secret": SECRET} | wrong))


def test_a_domain_is_written_in_ascii_form() -> None:
    book = AddressBook("Käse.example", secret=SECRET)
    assert book.service == "play@xn--kse-qla.example"
    assert book.read("play@KÄSE.example") == ServiceAddress()
