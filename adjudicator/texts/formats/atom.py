"""Writes Atom feeds (RFC 4287): values in, XML out. The same values give the same bytes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType

from lxml import etree

ATOM = "http://www.w3.org/2005/Atom"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
CONTENT_TYPE = "application/atom+xml"
_IN_ATOM = f"{{{ATOM}}}"
_PLAIN = {"type": "text"}
"""Plain text: readers show it as it is, and nothing in it is markup."""
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """Something that happened. `at` is when it last changed."""

    id: str
    title: str
    url: str
    at: datetime
    text: str
    author: str = ""
    """Empty: the author of the feed."""


@dataclass(frozen=True, slots=True)
class Feed:
    """A list of events, the newest first."""

    id: str
    title: str
    url: str
    """The page that tells the same."""
    own_url: str
    author: str
    language: str
    since: datetime
    """When it began: the moment of its last change as long as it has no entries."""
    entries: tuple[FeedEntry, ...]

    @property
    def updated(self) -> datetime:
        """When it last changed."""
        return max((entry.at for entry in self.entries), default=self.since)


def make_tag(host: str, since: datetime, *path: str) -> str:
    """Make an id that stays the same for ever (RFC 4151): a host, a day on which it had that name, and a path."""
    return f"tag:{host},{since.astimezone(UTC):%Y-%m-%d}:{'/'.join(path)}"


def write_feed(feed: Feed) -> bytes:
    """Write a feed."""
    made = etree.Element(f"{_IN_ATOM}feed", {LANG: feed.language}, nsmap={None: ATOM})
    _add(made, "id", feed.id)
    _add(made, "title", _clean(feed.title), _PLAIN)
    _add(made, "updated", _moment(feed.updated))
    _add(made, "link", None, {"rel": "alternate", "type": "text/html", "href": feed.url})
    _add(made, "link", None, {"rel": "self", "type": CONTENT_TYPE, "href": feed.own_url})
    _add_author(made, feed.author)
    for entry in feed.entries:
        _add_entry(made, entry)
    written: bytes = etree.tostring(made, xml_declaration=True, encoding="utf-8", pretty_print=True)
    return written


def _add_entry(feed: etree._Element, entry: FeedEntry) -> None:
    made = _add(feed, "entry")
    _add(made, "id", entry.id)
    _add(made, "title", _clean(entry.title), _PLAIN)
    _add(made, "updated", _moment(entry.at))
    _add(made, "link", None, {"rel": "alternate", "type": "text/html", "href": entry.url})
    if entry.author:
        _add_author(made, entry.author)
    _add(made, "content", _clean(entry.text), _PLAIN)


def _add_author(made: etree._Element, name: str) -> None:
    _add(_add(made, "author"), "name", _clean(name))


def _add(
    made: etree._Element, name: str, text: str | None = None, values: Mapping[str, str] = MappingProxyType({})
) -> etree._Element:
    """Add an element. A maker of elements (`lxml.builder`) would take three times as long, and a feed has hundreds."""
    added = etree.SubElement(made, _IN_ATOM + name, values)
    added.text = text
    return added


def _clean(text: str) -> str:
    return _NOT_IN_XML.sub("", text)


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
