"""What players write to each other comes out of merged letters once, whole, and in order; nothing is compared by words.

A message reaches its reader in one of four ways: merged into another message's letter, into the letter of a turn that
has it already or has others, with the news that was kept for the next letter, or in a digest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.services.job_queue import Job
from testkit.club import Club, html_of, offered, other, text_of, to_move
from testkit.database import make_tables
from tests.services.digest_club import digest_of, send_digest

PARAGRAPHS = (
    "No",
    "Not now",
    "Yes",
    "I can",
    "I cannot play on Sunday",
    "on Sunday",
    "Not before Monday",
    "Change of plan. The day is now:",
    "It is your turn to bring the cake; the whole club asks for the one with lemons, and for plenty of it, please.",
)
MESSAGES = st.lists(st.lists(st.sampled_from(PARAGRAPHS), min_size=1, max_size=3).map("\n\n".join), max_size=5)
SAMPLES = {
    "equal": ("Yes", "Yes"),
    "contained in an earlier one": ("I cannot play on Sunday", "I can"),
    "contained in the end of a word": ("Not before Monday", "No"),
    "its last paragraph stands in an earlier one": ("Not on Sunday", "Change of plan. The day is now:\n\non Sunday"),
    "several of several paragraphs": ("No\n\nYes\n\nNo", "Yes\n\nNo", "No\n\nYes\n\nNo"),
}
samples = pytest.mark.parametrize("messages", SAMPLES.values(), ids=SAMPLES)


def begin(club: Club, *options: str) -> str:
    """Begin a match, and let letters wait for others from then on; return who is to move."""
    club.begin(*options)
    club.context = replace(club.context, merge_window=timedelta(minutes=1))
    return to_move(club)


def say(club: Club, writer: str, messages: Sequence[str], command: str = "press") -> None:
    for message in messages:
        club.answer(club.last(writer), f"{command}\n{message}\nend")
        club.pass_time(seconds=1)


def post(club: Club) -> None:
    club.pass_time(minutes=1)
    club.queue.enqueued.append((Job.POST, 0))
    club.work()


def name_of(person: str) -> str:
    return person.partition(" ")[0]


def words(text: str) -> str:
    return " ".join(text.split())


def told(text: str, writer: str, *, alone: bool = False) -> list[str]:
    """List the messages of a letter: a heading, and paragraphs below it that are indented by two."""
    heading = f"{name_of(writer)} writes to you alone:" if alone else f"{name_of(writer)} writes:"
    found, reading = list[str](), False
    for paragraph in "\n".join(text.splitlines()).split("\n\n"):
        first, _, rest = paragraph.partition("\n")
        reading = first == heading or (reading and re.match(r"  \S", paragraph) is not None)
        if first == heading:
            found.append(words(rest))
        elif reading:
            found[-1] += f" {words(paragraph)}"
    return found


def told_in_html(page: str, writer: str) -> list[str]:
    text = words(unescape(re.sub(r"<[^>]+>", " ", page.partition("</h1>")[2])))
    return [one.strip() for one in text.split(f"{name_of(writer)} writes:")[1:]]


@samples
def test_messages_that_wait_are_sent_as_one_letter(club: Club, messages: Sequence[str]) -> None:
    writer = begin(club, "days=3")
    say(club, writer, messages)
    post(club)
    letter = club.last(other(writer))
    assert told(text_of(letter), writer) == [words(message) for message in messages]
    *said, last = told_in_html(html_of(letter), writer)
    assert said == [words(message) for message in messages[:-1]]
    assert last.startswith(words(messages[-1]))


@samples
def test_the_letter_of_a_turn_has_the_messages_that_wait(club: Club, messages: Sequence[str]) -> None:
    writer = begin(club, "days=3")
    say(club, writer, messages)
    club.answer(club.last(writer), offered(club.last(writer))[0])
    letter = club.last(other(writer), "Your turn")
    assert told(text_of(letter), writer) == [words(message) for message in messages]
    html = told_in_html(html_of(letter), writer)
    assert [words(message) for message in messages][: len(html) - 1] == html[:-1]
    assert html[-1].startswith(words(messages[-1]))


@samples
def test_the_letter_of_a_turn_has_its_own_messages_once_and_those_from_before(
    club: Club, messages: Sequence[str]
) -> None:
    writer = begin(club, "days=3")
    say(club, writer, messages)
    step = offered(club.last(writer))[0]
    club.answer(club.last(writer), "\n".join([step, *(f"press\n{message}\nend" for message in messages)]))
    letter = club.last(other(writer), "Your turn")
    assert told(text_of(letter), writer) == [words(message) for message in (*messages, *messages)]


@samples
def test_messages_to_one_player_alone_are_all_sent(club: Club, messages: Sequence[str]) -> None:
    writer = begin(club, "days=3")
    reader = other(writer)
    for message in messages:
        one_line = words(message)
        club.answer(club.last(writer), f"tell {name_of(reader)}: {one_line}")
        club.pass_time(seconds=1)
    post(club)
    assert told(text_of(club.last(reader)), writer, alone=True) == [words(message) for message in messages]


@samples
def test_messages_that_were_kept_stand_in_the_next_letter(club: Club, messages: Sequence[str]) -> None:
    writer = begin(club, "days=3")
    reader = other(writer)
    club.answer(club.last(reader), "letters none", sender=reader)
    say(club, writer, messages)
    club.answer(club.last(reader), "status", sender=reader)
    assert told(text_of(club.last(reader)), writer) == [words(message) for message in messages]


@samples
def test_messages_that_were_kept_stand_in_the_digest(club: Club, messages: Sequence[str]) -> None:
    writer = begin(club, "days=9")
    reader = other(writer)
    club.answer(club.last(reader), "digest 18:00", sender=reader)
    club.answer(club.last(reader), "letters none", sender=reader)
    say(club, writer, messages[:1])
    club.answer(club.last(writer), offered(club.last(writer))[0])
    say(club, writer, messages[1:])
    send_digest(club)
    assert told(text_of(digest_of(club, reader)), writer) == [words(message) for message in messages]


def test_any_messages_come_out_once_whole_and_in_order(club: Club) -> None:
    writer = begin(club, "days=300")
    reader, board = other(writer), club.last(writer)

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(MESSAGES)
    def check(messages: list[str]) -> None:
        before = len(club.letters(reader))
        club.pass_time(days=1)
        for message in messages:
            club.answer(board, f"press\n{message}\nend", sender=writer)
            club.pass_time(seconds=1)
        post(club)
        assert len(club.letters(reader)) == before + bool(messages)
        if messages:
            assert told(text_of(club.last(reader)), writer) == [words(message) for message in messages]

    check()


def test_messages_are_merged_in_the_same_way_on_postgresql(postgres_database: str) -> None:
    make_tables(postgres_database)
    club = Club.found(postgres_database)
    messages = SAMPLES["several of several paragraphs"]
    said = [words(message) for message in messages]
    try:
        writer = begin(club, "days=3")
        reader = other(writer)
        say(club, writer, messages)
        post(club)
        assert told(text_of(club.last(reader)), writer) == said
        club.answer(club.last(reader), "letters none", sender=reader)
        say(club, writer, messages)
        club.answer(club.last(reader), "status", sender=reader)
        assert told(text_of(club.last(reader)), writer) == [*said, *said]  # those of the turn, which it has by itself
    finally:
        club.context.store.close()
