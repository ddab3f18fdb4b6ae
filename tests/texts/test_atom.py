"""Atom feeds are valid by the grammar of RFC 4287, whatever words are in them, and say when they changed."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from adjudicator.texts.formats.atom import Feed, FeedEntry, make_tag, write_feed
from tests.texts.atom_grammar import read_valid

START = datetime(2026, 11, 27, 20, 0, 30, 999, tzinfo=timezone(timedelta(hours=1)))
ENTRY = FeedEntry(
    make_tag("club.example", START, "match", "K7Q2", "turn", "7"),
    "Turn 7",
    "https://club.example/m/K7Q2/14",
    START,
    "Anna",
)
FEED = Feed(
    id=make_tag("club.example", START, "archive"),
    title="Archive",
    url="https://club.example/archive",
    own_url="https://club.example/archive.atom",
    author="Adjudicator",
    language="de",
    since=START,
    entries=(ENTRY,),
)
HOSTILE = ("<script>&amp;", "\x00\x08\x1b\ufffe\ud800", "]]>", "\u202eevil", "a" * 9999, "")


@pytest.mark.parametrize("words", HOSTILE, ids=range(len(HOSTILE)))
def test_any_words_make_a_valid_feed(words: str) -> None:
    entry = replace(ENTRY, title=f"x{words}", text=words, author=f"A{words}")
    read = read_valid(write_feed(replace(FEED, title=f"x{words}", entries=(entry,))))
    assert not read.xpath("//*[local-name() = 'script']")
    printable = "".join(sign for sign in words if sign >= " " and sign not in "\ufffe\ud800")
    assert read.findtext("{*}entry/{*}content") == printable


def test_it_says_when_it_last_changed() -> None:
    later = replace(ENTRY, id=f"{ENTRY.id}8", at=START + timedelta(hours=2))
    for entries, told in (((), "2026-11-27T19:00:30Z"), ((ENTRY, later), "2026-11-27T21:00:30Z")):
        feed = replace(FEED, entries=entries)
        assert read_valid(write_feed(feed)).findtext("{*}updated") == told
        assert write_feed(feed) == write_feed(feed)
    assert ENTRY.id == "tag:club.example,2026-11-27:match/K7Q2/turn/7"
    assert replace(FEED, entries=()).updated == START


@pytest.mark.parametrize(
    ("right", "wrong"),
    [(b"<updated>", b"<published>"), (b'type="text"', b'type="html"'), (b"<id>tag:", b"<id>"), (b"27T19", b"27 19")],
)
def test_the_grammar_finds_what_is_wrong(right: bytes, wrong: bytes) -> None:
    written = write_feed(FEED)
    spoilt = written.replace(right, wrong).replace(right.replace(b"<", b"</"), wrong.replace(b"<", b"</"))
    assert spoilt != written
    with pytest.raises(AssertionError):
        read_valid(spoilt)
