"""Answers to a digest of three games in the layouts of many mail programs: every order in its match, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from adjudicator.mail.incoming.letter import read_letter
from adjudicator.mail.reply.reply import read_reply
from adjudicator.services.digest.digest_lines import is_for_digest, sort_digest_lines
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.store.digest_tables import Listed
from adjudicator.store.tables import Digest
from testkit.club import ANNA, BOB, Club, address_of, offered, to_move
from testkit.mail.reply_layouts import SIGNATURES, Layout, layouts

GAMES = ("egyptos", "cheops", "pharao")


@pytest.fixture
def digest(club: Club) -> tuple[str, str, tuple[Listed, ...]]:
    """Send Bob a digest of three games; return its text, its address, and what it listed."""
    then = club.now + timedelta(hours=24)

    def letters() -> None:
        for game in GAMES:
            club.write(ANNA, club.context.addresses.service, f"new {game} with bob@bob.example")
            club.answer(club.last(ANNA), "yes")
            club.answer(club.last(BOB), "join", sender=BOB)
            while to_move(club) == ANNA:
                club.answer(club.last(ANNA), offered(club.last(ANNA))[-1])
            assert to_move(club) == BOB
        club.answer(club.last(BOB), "digest 18:00", sender=BOB)
        club.pass_time(hours=24)
        run_sweep(club.context, club.now)
        club.work()

    club.play_beginning("a digest of three games", letters)
    club.now = then
    letter, raw = club.last(BOB), club.transport.raws[-1]
    with club.context.store.reading() as session:
        row = session.get_one(Digest, 1)
        assert [one.waits for one in row.listed] == [True] * len(GAMES)
        return read_letter(raw).text.rstrip("\n"), address_of(letter["Reply-To"]), row.listed


def answers(listed: tuple[Listed, ...]) -> list[str]:
    """Write a line for each match, the first line of each as a game would have it."""
    orders = ("L10", "1 A1 sell; draw 2", "A B6; rotate D6 NS", "press Well seen!")
    return [f"{one.code.upper()} {order}" for one, order in zip(listed, orders, strict=False)]


def top(layout: Layout, said: list[str], number: int) -> str:
    return layout.top(said, SIGNATURES[number % len(SIGNATURES)])


def bottom(layout: Layout, said: list[str], number: int) -> str:
    return layout.bottom(said, SIGNATURES[number % len(SIGNATURES)])


def between(layout: Layout, said: list[str], number: int) -> str:
    return layout.between(said, 2 + number % 60)


@pytest.mark.parametrize("write", [top, bottom, between])
def test_exactly_the_written_lines_are_read(
    digest: tuple[str, str, tuple[Listed, ...]], write: Callable[[Layout, list[str], int], str]
) -> None:
    text, address, listed = digest
    said, wrong = answers(listed), []
    expected = [(one.code.upper(), line.partition(" ")[2]) for one, line in zip(listed, said, strict=False)]
    tried = list(chosen(text, address, write))
    assert len(tried) > 200
    for number, layout in tried:
        reply = read_reply(write(layout, said, number), lambda one: one == address, "Bob", (text,), "bob@bob.example")
        lines = sort_digest_lines(reply.lines, listed)
        found = [(one.listed.code.upper(), line) for one in lines.sections for line in one.lines if line]
        if layout.has_marks or write is top:
            if found != expected or lines.commands or lines.refused:
                wrong.append((layout.name, found, lines.refused))
        elif found or lines.commands or not any(is_for_digest(line, listed) for line in reply.from_quote):
            # Below a quote without marks nothing is certain: the writer is asked, or these lines are all there are.
            wrong.append((layout.name, found, lines.refused))
    assert not wrong


def chosen(text: str, address: str, write: object) -> Iterator[tuple[int, Layout]]:
    """Choose a third of the layouts for each place, so that the places together cover all."""
    third = (top, bottom, between).index(write)
    everything = enumerate(layouts(text, "Adjudicator", address))
    return (one for one in everything if one[0] % 3 == third)
