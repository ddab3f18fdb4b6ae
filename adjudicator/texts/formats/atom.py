"""Writes Atom feeds (RFC 4287): values in, XML out. The same values give the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from lxml import etree
from lxml.builder import ElementMaker

ATOM = "http://www.w3.org/2005/Atom"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
CONTENT_TYPE = "application/atom+xml"
_make = ElementMaker(namespace=ATOM, nsmap={None: ATOM})
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
    """A list of what happened, the newest first."""

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
    made = _make.feed(
        _make.id(feed.id),
        _text("title", feed.title),
        _make.updated(_moment(feed.updated)),
        _make.link(rel="alternate", type="text/html", href=feed.url),
        _make.link(rel="self", type=CONTENT_TYPE, href=feed.own_url),
        _person(feed.author),
        *map(_entry, feed.entries),
    )
    made.set(LANG, feed.language)
    written: bytes = etree.tostring(made, xml_declaration=True, encoding="utf-8", pretty_print=True)
    return written


def _entry(entry: FeedEntry) -> etree._Element:
    return _make.entry(
        _make.id(entry.id),
        _text("title", entry.title),
        _make.updated(_moment(entry.at)),
        _make.link(rel="alternate", type="text/html", href=entry.url),
        *_people([entry.author]),
        _text("content", entry.text),
    )


def _people(names: Iterable[str]) -> list[etree._Element]:
    return [_person(name) for name in names if name]


def _person(name: str) -> etree._Element:
    return _make.author(_make.name(_clean(name)))


def _text(name: str, words: str) -> etree._Element:
    """Make an element of plain text: readers show it as it is, and nothing in it is markup."""
    return _make(name, _clean(words), type="text")


def _clean(text: str) -> str:
    return _NOT_IN_XML.sub("", text)


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
