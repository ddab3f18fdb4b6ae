"""Signed addresses: a reply address carries the match, seat and turn in its local part, and our signature on them.

`play+k7q2-1-9-dygsnhv6iujjgv2x@club.example` is seat 1 of match K7Q2 on turn 9. Addresses are minted with the separator
of the installation; both separators are read, because a host may change theirs while letters are under way. Message-IDs
carry the same signed extension: some providers strip everything after the plus sign, and then the References of the
reply still identify the seat.

The other addresses name a row of the database, by its number and its stamp: a number can be given out twice, after a
restore or when the newest row was deleted. `confirm-1248201337-dygsnhv6iujjgv2x` is request 12 with stamp 48201337.
Addresses of letters from before there were stamps have the number alone, and are read for ever. So do the Message-IDs,
each of which begins with the number and the stamp of its letter's row.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from adjudicator.mail import address_token
from adjudicator.mail.domain import ascii_domain
from adjudicator.mail.errors import ForgedAddress, UnknownAddress

LOCAL_PART = 64
"""Maximum octets of a local part (RFC 5321, 4.5.3.1.1)."""

LARGEST_ROW = 2**31 - 1
"""Largest row id: a PostgreSQL INTEGER ends here, and a query for more is an error, not an empty result."""

_SERVICE_LENGTH = 20
_SECRET_LENGTH = 16
_NUMBER = "(?:0|[1-9][0-9]{0,9})"
_STAMP = 8
"""Digits, so that an address with a stamp has the form of one without: mail servers of hosts know it."""
_STAMPED_NUMBER = rf"{_NUMBER}(?:[0-9]{{{_STAMP}}})?"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SEAT = re.compile(
    rf"([a-z0-9]+)-({_NUMBER})-({_NUMBER})(?:-([1-9][0-9]{{0,5}}))?-({address_token.ALPHABET}{{{address_token.LENGTH}}})"
)
_NUMBERED = re.compile(
    rf"(confirm|bounce|letter|host|digest)-({_STAMPED_NUMBER})-({address_token.ALPHABET}{{{address_token.LENGTH}}})"
)
_SERVICE = re.compile(r"[a-z0-9]+(?:[._-][a-z0-9]+)*")
_MESSAGE_ID = re.compile(rf"<({_STAMPED_NUMBER})\.([a-z0-9-]{{1,{LOCAL_PART}}})@([^<>@\s]+)>")


@dataclass(frozen=True, slots=True)
class SeatAddress:
    """A seat on one turn of a match; `match` is its code in lower case."""

    match: str
    seat: int
    turn: int
    epoch: int = 0
    """Number of times that the seat's addresses were revoked before this one was minted."""


@dataclass(frozen=True, slots=True)
class ConfirmAddress:
    """A reply to this address confirms a request: a new match, a seat taken, a changed address."""

    request: int
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class BounceAddress:
    """Envelope sender of a letter of ours (VERP), so that a bounce names the letter."""

    letter: int
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class ServiceAddress:
    """The address of the service itself, without an extension."""


@dataclass(frozen=True, slots=True)
class HostAddress:
    """A mailbox of the host that every mail domain must have (RFC 2142), such as `postmaster`."""

    name: str


@dataclass(frozen=True, slots=True)
class HostReplyAddress:
    """The Reply-To of a letter for the host: an answer does a deed. `match` is the row of its match, or 0."""

    match: int
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class DigestAddress:
    """The Reply-To of a digest: one answer acts in many matches. `digest` is the row that says in which."""

    digest: int
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class NamedLetter:
    """The row of a letter of ours, as its Message-ID names it."""

    number: int
    stamp: str = ""
    """Empty in letters from before there were stamps."""


HOST_NAMES = frozenset({"postmaster", "abuse"})

Route = SeatAddress | ConfirmAddress | HostReplyAddress | DigestAddress
Address = Route | BounceAddress | ServiceAddress | HostAddress


def stamp_row(created_at: datetime) -> str:
    """Derive the stamp of a row from the moment when it was created: another row of the same number has another one."""
    moment = (created_at - _EPOCH) // timedelta(microseconds=1)
    digest = hashlib.sha256(str(moment).encode()).digest()
    return f"{int.from_bytes(digest) % 10**_STAMP:0{_STAMP}}"


class AddressBook:
    """Mints and reads the addresses of one installation."""

    __slots__ = ("_has_host", "_secret", "domain", "name", "separator", "service")

    def __init__(
        self, domain: str, service: str = "play", separator: str = "+", *, secret: bytes, has_host: bool = False
    ) -> None:
        """Take the installation's domain, the local part of its service and the signing secret.

        `has_host`: the host left an address to which mail for `postmaster` and `abuse` is forwarded.

        Raises `ValueError` for a name, separator or secret that cannot make valid addresses.
        """
        self.domain = ascii_domain(domain)
        self.name = service.lower()
        self.separator = separator
        self.service = f"{self.name}@{self.domain}"
        """The plain address, for letters that reply to nothing."""
        self._secret = secret
        self._has_host = has_host
        if not _SERVICE.fullmatch(self.name) or len(self.name) > _SERVICE_LENGTH:
            raise ValueError(f"the service needs a plain name of at most {_SERVICE_LENGTH} letters, not {service!r}")
        if separator not in ("+", "-"):
            raise ValueError(f"the separator is + or -, not {separator!r}")
        if len(secret) < _SECRET_LENGTH:
            raise ValueError(f"the secret needs at least {_SECRET_LENGTH} bytes")

    def seat(self, match: str, seat: int, turn: int, epoch: int = 0) -> str:
        """Mint the address of a seat on a turn."""
        return self._mint(self._tail(SeatAddress(match.lower(), seat, turn, epoch)))

    def confirm(self, request: int, created_at: datetime) -> str:
        """Mint the address that confirms a request."""
        return self._mint(self._tail(ConfirmAddress(request, stamp_row(created_at))))

    def bounce(self, letter: int, created_at: datetime) -> str:
        """Mint the envelope sender of a letter."""
        return self._mint(self._numbered("bounce", letter, stamp_row(created_at)))

    def host(self, match: int, created_at: datetime) -> str:
        """Mint the address for the host's answer to a letter about a match."""
        return self._mint(self._tail(HostReplyAddress(match, stamp_row(created_at))))

    def host_alone(self) -> str:
        """Mint the address for the host's answer to a letter about no match."""
        return self._mint(self._tail(HostReplyAddress(0)))

    def digest(self, digest: int, created_at: datetime) -> str:
        """Mint the address for the answer to a digest."""
        return self._mint(self._tail(DigestAddress(digest, stamp_row(created_at))))

    def read(self, address: str) -> Address:
        """Parse an address and check its signature. Raises `UnknownAddress` or `ForgedAddress`."""
        if self._has_host and (name := self._host_name(address)):
            return HostAddress(name)
        tail = self._extension(address)
        return self._read_tail(tail) if tail else ServiceAddress()

    def is_ours(self, address: str) -> bool:
        """Does an address have our form, signed or not? In the text of a reply it marks a quoted letter of ours."""
        try:
            self._extension(address)
        except UnknownAddress:
            return False
        return True

    def message_id(self, letter: int, created_at: datetime, route: Route | None = None) -> str:
        """Mint the Message-ID of a letter, with the signed extension of its reply address. Always the same result."""
        stamp = stamp_row(created_at)
        tail = self._tail(route) if route else self._numbered("letter", letter, stamp)
        return f"<{letter}{stamp}.{tail}@{self.domain}>"

    def match_thread(self, match: str) -> str:
        """Build the Message-ID of a letter that was never sent: the root of a match's thread in mail programs."""
        return f"<{match.lower()}.match@{self.domain}>"

    def list_id(self, match: str) -> str:
        """Build the List-Id of a match (RFC 2919), for players' mail filters."""
        return f"<{match.lower()}.{self.name}.{self.domain}>"

    def read_message_id(self, text: str) -> Route | None:
        """Parse a Message-ID of ours into the route of its replies; None when it is not ours or has no route."""
        found = _MESSAGE_ID.fullmatch(text.strip().lower())
        return self._route_of(found[2]) if found and found[3] == self.domain else None

    def read_letter_name(self, text: str) -> NamedLetter | None:
        """Parse the row of a letter from a Message-ID whose extension we signed; None for every other.

        The signature is checked because mail servers of our domain write `<digits.word@domain>` too. It covers the row
        only where the extension is `letter-…`. With a route, the caller must compare the route with that of the letter.
        The last eight of nine digits are a stamp: no letter had so large a number before there were stamps.
        """
        found = _MESSAGE_ID.fullmatch(text.strip().lower())
        if not found or found[3] != self.domain:
            return None
        digits, tail = found[1], found[2]
        number, stamp = (digits[:-_STAMP], digits[-_STAMP:]) if len(digits) > _STAMP else (digits, "")
        if int(number) > LARGEST_ROW:
            return None
        own = hmac.compare_digest(tail, self._numbered("letter", int(number), stamp))
        signed = own or self._route_of(tail) is not None
        return NamedLetter(int(number), stamp) if signed else None

    def route(self, references: Iterable[str], named: Iterable[str] = ()) -> Route | None:
        """Find the route of a reply: the first signed one among `named` addresses, else the newest in `references`.

        `references` are Message-IDs, oldest first, as in the References header (RFC 5322, 3.6.4).
        """
        routes = (*map(self._read_route, named), *map(self.read_message_id, reversed(list(references))))
        return next((route for route in routes if route), None)

    def _read_route(self, address: str) -> Route | None:
        try:
            route = self.read(address)
        except (UnknownAddress, ForgedAddress):
            return None
        return route if isinstance(route, Route) else None

    def _route_of(self, tail: str) -> Route | None:
        try:
            route = self._read_tail(tail)
        except (UnknownAddress, ForgedAddress):
            return None
        return route if isinstance(route, Route) else None

    def _mint(self, tail: str) -> str:
        local = f"{self.name}{self.separator}{tail}"
        if len(local) > LOCAL_PART:
            raise ValueError(f"{local!r} is longer than the {LOCAL_PART} characters of a local part")
        return f"{local}@{self.domain}"

    def _tail(self, route: Route) -> str:
        if isinstance(route, ConfirmAddress):
            return self._numbered("confirm", route.request, route.stamp)
        if isinstance(route, HostReplyAddress):
            return self._numbered("host", route.match, route.stamp)
        if isinstance(route, DigestAddress):
            return self._numbered("digest", route.digest, route.stamp)
        # Epoch 0, by far the most common, is left out to keep addresses short.
        epoch = (route.epoch,) if route.epoch else ()
        signature = address_token.sign_token(self._secret, "seat", route.match, route.seat, route.turn, *epoch)
        tail = "-".join(map(str, (route.match, route.seat, route.turn, *epoch, signature)))
        if route.turn > LARGEST_ROW or not _SEAT.fullmatch(tail):
            raise ValueError(f"{route} cannot be written as an address")
        return tail

    def _numbered(self, kind: str, number: int, stamp: str = "") -> str:
        signature = address_token.sign_token(self._secret, kind, number, *filter(None, (stamp,)))
        tail = f"{kind}-{number}{stamp}-{signature}"
        if number > LARGEST_ROW or not _NUMBERED.fullmatch(tail):
            raise ValueError(f"{kind} {number} cannot be written as an address")
        return tail

    def _host_name(self, address: str) -> str:
        """Find the host's mailbox in an address, or "". Postmaster needs no domain (RFC 5321, 4.5.1)."""
        local, at, domain = address.strip().lower().rpartition("@")
        if not at:
            return domain if domain == "postmaster" else ""
        return local if local in HOST_NAMES and ascii_domain(domain) == self.domain else ""

    def _extension(self, address: str) -> str:
        """Cut the extension out of an address of ours, without the separator; "" for the plain address."""
        local, at, domain = address.strip().lower().rpartition("@")
        if not at or not local.isascii() or ascii_domain(domain) != self.domain:
            raise UnknownAddress(address)
        if local == self.name:
            return ""
        extension = local.removeprefix(self.name)
        if extension == local or extension[0] not in "+-" or not extension[1:]:
            raise UnknownAddress(address)
        return extension[1:]

    def _read_tail(self, tail: str) -> Address:
        if seat := _SEAT.fullmatch(tail):
            match, number, turn, epoch, signature = seat.groups()
            self._check(signature, "seat", match, number, turn, *filter(None, (epoch,)))
            return SeatAddress(match, _row(number), _row(turn), int(epoch or 0))
        if numbered := _NUMBERED.fullmatch(tail):
            kind, digits, signature = numbered.groups()
            return self._letter(kind, *self._read_numbered(kind, digits, signature))
        raise UnknownAddress(tail)

    def _check(self, signature: str, kind: str, *parts: str) -> None:
        if not address_token.verify_token(signature, self._secret, kind, *parts):
            raise ForgedAddress(f"{kind} {'-'.join(parts)} has a signature that is not ours")

    def _read_numbered(self, kind: str, digits: str, signature: str) -> tuple[int, str]:
        """Read a number and its stamp. The signature tells one with a stamp from a longer one without."""
        number, stamp = digits[:-_STAMP], digits[-_STAMP:]
        if number and address_token.verify_token(signature, self._secret, kind, number, stamp):
            return _row(number), stamp
        self._check(signature, kind, digits)
        return _row(digits), ""

    def _letter(self, kind: str, number: int, stamp: str) -> Address:
        if kind == "letter":
            raise UnknownAddress("a Message-ID is no address")
        if kind == "confirm":
            return ConfirmAddress(number, stamp)
        if kind == "digest":
            return DigestAddress(number, stamp)
        return HostReplyAddress(number, stamp) if kind == "host" else BounceAddress(number, stamp)


def _row(digits: str) -> int:
    number = int(digits)
    if number > LARGEST_ROW:
        raise UnknownAddress(f"{digits} is larger than any row id")
    return number
