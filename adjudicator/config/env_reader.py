"""Typed readers of environment variables: each returns a checked value, or raises one line with the valid values.

Values that may carry a password are never repeated in an error.
"""

from __future__ import annotations

import difflib
import ipaddress
import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

RELAY_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
MAILBOX = "mailbox"

IN_PASSWORDS = "in a password write @ as %40, : as %3A, / as %2F, # as %23, ? as %3F and % as %25"
PRIVATE_NETWORKS = "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"

_DOMAIN = re.compile(r"(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")
_WORD = re.compile(r"[a-z][a-z0-9]{0,15}")
_ADDRESS = re.compile(r"[^\s@<>\"\x7f-\U0010ffff]+@[^\s@<>\"\x7f-\U0010ffff]+")

_SITE = re.compile(r"[^\s\x00-\x1f\"<>\\?#@]+")
"""Characters allowed in the address of a site: none of them ends a link in a letter, or its path."""


class BadSetting(ValueError):
    """A setting that cannot be used; its text is one line for the host: the name, the value, and the valid values."""

    def __init__(self, name: str, value: str, right: str) -> None:
        super().__init__(f"{name}={value}: {right}" if value else f"{name}: {right}")
        self.name = name


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A host and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Relay:
    """The SMTP server that takes outgoing letters. With the scheme ``mailbox`` there is none: a page shows them."""

    scheme: str
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = field(default="", repr=False)

    @property
    def keeps(self) -> bool:
        """Tell whether letters are stored for the mailbox page instead of being sent."""
        return self.scheme == MAILBOX

    def __str__(self) -> str:
        return f"{MAILBOX}:" if self.keeps else f"{self.scheme}://{Endpoint(self.host, self.port)}"


Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class EnvReader:
    """A program's environment variables. Empty ones count as not set."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self._asked: set[str] = set()

    def text(self, name: str, default: str = "") -> str:
        """Read any text, stripped."""
        self._asked.add(name)
        return self._variables.get(name, "").strip() or default

    def refuse_others(self, prefix: str) -> None:
        """Refuse a variable with this prefix, or in small letters, that was never read.

        A misspelt setting would go unnoticed.
        """
        for name in sorted(self._variables.keys() - self._asked):
            if name.upper().startswith(prefix) or name.upper() in self._asked:
                close = difflib.get_close_matches(name.upper(), self._asked, n=1)
                hint = f"; did you mean {close[0]}?" if close else ""
                raise BadSetting(name, "", f"is not a setting{hint}")

    def number(self, name: str, default: float, low: float, high: float) -> float:
        """Read a number between two bounds."""
        text = self.text(name, str(default))
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not low <= number <= high:
            raise BadSetting(name, text, f"must be a number from {low} to {high}")
        return number

    def whole(self, name: str, default: int, low: int, high: int) -> int:
        """Read a whole number between two bounds."""
        number = self.number(name, default, low, high)
        if number != int(number):
            raise BadSetting(name, self.text(name), f"must be a whole number from {low} to {high}")
        return int(number)

    def flag(self, name: str, *, default: bool) -> bool:
        """Read ``on`` or ``off``."""
        return self.choice(name, "on" if default else "off", ("on", "off")) == "on"

    def choice(self, name: str, default: str, values: Collection[str]) -> str:
        """Read one of a few words."""
        text = self.text(name, default)
        if text not in values:
            raise BadSetting(name, text, f"must be one of {' '.join(values)}")
        return text

    def word(self, name: str, default: str) -> str:
        """Read a short word that can begin a mail address."""
        text = self.text(name, default).lower()
        if not _WORD.fullmatch(text):
            raise BadSetting(name, text, "must be a word of at most 16 letters and digits, such as play")
        return text

    def domain(self, name: str, default: str) -> str:
        """Read the name of a mail domain."""
        text = self.text(name, default).lower()
        if not _DOMAIN.fullmatch(text):
            raise BadSetting(name, text, "must be a domain alone, such as club.example")
        return text

    def address(self, name: str) -> str:
        """Read a mail address, or nothing."""
        text = self.text(name)
        if text and not _ADDRESS.fullmatch(text):
            raise BadSetting(name, text, "must be a mail address, such as host@club.example")
        return text

    def endpoint(self, name: str, default: str) -> Endpoint:
        """Read a host and a port."""
        text = self.text(name, default)
        split = split_url(f"//{text}")
        if split is None or not split.hostname or not split.port or split.path or split.username:
            raise BadSetting(name, text, f"must be host:port, such as {default}")
        return Endpoint(split.hostname, split.port)

    def endpoint_or_socket(self, name: str, example: str) -> Endpoint | Path | None:
        """Read a host and a port, or the path of a socket, or nothing."""
        text = self.text(name)
        if not text:
            return None
        return Path(text).absolute() if "/" in text else self.endpoint(name, example)

    def networks(self, name: str, default: str) -> tuple[Network, ...]:
        """Read addresses and networks with blanks or commas between them."""
        text = self.text(name, default)
        found: list[Network] = []
        for word in text.replace(",", " ").split():
            try:
                found.append(ipaddress.ip_network(word))
            except ValueError:
                right = "must be addresses or networks, such as 127.0.0.0/8 ::1 10.0.0.5"
                raise BadSetting(name, text, f"{right}; {word} is neither{_meant_by(word)}") from None
        return tuple(found)

    def site(self, name: str, default: str) -> str:
        """Read the address of a web site, without the slash at its end."""
        text = self.text(name, default).rstrip("/")
        if not is_site_address(text):
            raise BadSetting(name, text, "must be a web address, such as https://club.example")
        if urlsplit(text).path:
            right = "must have no path: the pages need a host of their own, such as https://games.club.example"
            raise BadSetting(name, text, right)
        return text

    def relay(self, name: str, default: str) -> Relay:
        """Read the relay's URL, or ``mailbox:``. The value may carry a password and is never repeated."""
        text = self.text(name, default)
        if text.removesuffix(":") == MAILBOX:
            return Relay(MAILBOX)
        split = split_url(text)
        known = split is not None and split.scheme in RELAY_PORTS and split.netloc.count("@") <= 1
        if split is None or not known or not split.hostname or split.path not in ("", "/") or split.fragment:
            right = "must be smtp+starttls://user:password@host:587, smtps://… or mailbox:"
            raise BadSetting(name, "", f"{right}; {IN_PASSWORDS}")
        port = split.port or RELAY_PORTS[split.scheme]
        return Relay(split.scheme, split.hostname, port, unquote(split.username or ""), unquote(split.password or ""))

    def folder(self, name: str, default: str) -> Path:
        """Read the path of a folder, which need not exist yet."""
        return Path(self.text(name, default)).absolute()

    def database(self, name: str, default: str) -> str:
        """Read the address of a database. The value may carry a password and is never repeated."""
        text = self.text(name, default)
        scheme, _, rest = text.partition("://")
        if scheme not in ("sqlite", "postgresql+psycopg") or (scheme == "sqlite" and not rest.removeprefix("/")):
            raise BadSetting(name, "", "must be sqlite:///file or postgresql+psycopg://user:password@host/name")
        split = split_url(text)
        if scheme != "sqlite" and (split is None or split.netloc.count("@") > 1 or split.fragment):
            raise BadSetting(name, "", f"must be postgresql+psycopg://user:password@host:5432/name; {IN_PASSWORDS}")
        return text

    def broker(self, name: str) -> str:
        """Read the address of a Redis or Valkey server, or nothing. The value is never repeated."""
        text = self.text(name)
        split = split_url(text)
        if text and (split is None or split.scheme not in ("redis", "rediss", "unix", "redis+socket")):
            raise BadSetting(name, "", "must be redis://host:6379/0, rediss://… or unix:///path/of/the.sock")
        return text


def is_loopback(host: str) -> bool:
    """Tell whether a host name or address is reachable only from this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_site_address(text: str) -> bool:
    """Tell whether the path of a page can be put behind a text to make the address of a web page."""
    split = split_url(text)
    web = split is not None and split.scheme in ("http", "https") and bool(split.hostname)
    return web and _SITE.fullmatch(text) is not None


def split_url(text: str) -> SplitResult | None:
    """Split a URL; None if it or its port is malformed."""
    try:
        split = urlsplit(text)
        _ = split.port
    except ValueError:
        return None
    return split


def _meant_by(word: str) -> str:
    """Tell the network and the address of an address with the length of a prefix; empty for anything else."""
    try:
        given = ipaddress.ip_interface(word)
    except ValueError:
        return ""
    return f": the network is {given.network}, the address {given.ip}"
