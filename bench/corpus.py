"""Reads a folder of labelled replies, and prints how many lines were kept, lost, and let through.

Each JSON file of the folder is a list of ``{"id", "text" or "html", "R", "S", "Q"}``: the lines of R must be kept,
those of S may be, and those of Q must not come through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import msgspec

from adjudicator.mail.incoming.html_to_text import html_to_text
from adjudicator.mail.reply.reply import read_reply
from adjudicator.mail.text.charset import tidy_text
from bench.table import show

RUN = 4
"""So many words in a row of somebody else's are a leak in a reply that came as HTML, where lines are not comparable."""


class Labelled(msgspec.Struct):
    """A reply, and what of it is whose."""

    id: str
    R: list[str]
    S: list[str] = []
    Q: list[str] | None = None
    text: str = ""
    html: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """What was made of a reply."""

    id: str
    first: bool
    lost: tuple[str, ...]
    leaked: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Tell whether nothing is wrong."""
        return self.first and not self.lost and not self.leaked


def main(folder: Path, *, verbose: bool) -> None:
    """Print the table, and in detail what failed."""
    files = sorted(folder.glob("*.json"))
    if not files:
        raise click.ClickException(f"there are no labelled replies in {folder}")
    scores = {path.stem: [score(one) for one in _labelled(path)] for path in files}
    head = ("labels", "replies", "first line", "nothing lost", "no leak", "pass")
    show(f"Replies of {folder}", head, [_row(*item) for item in scores.items()])
    for one in (one for scored in scores.values() for one in scored if verbose and not one.passed):
        click.echo(f"{one.id}: {'' if one.first else 'first line; '}lost {one.lost[:3]}; let through {one.leaked[:3]}")


def score(one: Labelled) -> Score:
    """Read a reply and compare what was kept with its labels."""
    if one.html:
        return _by_words(one, _kept(html_to_text(one.html)))
    kept, right = _kept(tidy_text(one.text)), _lines(one.R)
    allowed = {*right, *_lines(one.S)}
    quoted = set(_lines(one.Q or [])) - allowed
    lost = tuple(line for line in right if line not in kept)
    return Score(one.id, kept[:1] == right[:1], lost, tuple(line for line in kept if line in quoted))


def _by_words(one: Labelled, kept: Sequence[str]) -> Score:
    words, right = " ".join(kept).split(), " ".join(one.R).split()
    leaked = sorted(_runs(words) - _runs(right + " ".join(one.S).split()))
    lost = tuple(word for word in right if word not in words)
    return Score(one.id, words[:1] == right[:1], lost, tuple(" ".join(run) for run in leaked))


def _runs(words: Sequence[str]) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


def _kept(text: str) -> list[str]:
    return _lines(read_reply(text, lambda _: False).persons)


def _lines(lines: Sequence[str]) -> list[str]:
    return [" ".join(line.split()) for line in lines if line.strip()]


def _labelled(path: Path) -> Iterator[Labelled]:
    yield from msgspec.json.decode(path.read_bytes(), type=list[Labelled])


def _row(name: str, scores: Sequence[Score]) -> tuple[str, ...]:
    counts = (
        sum(one.first for one in scores),
        sum(not one.lost for one in scores),
        sum(not one.leaked for one in scores),
        sum(one.passed for one in scores),
    )
    return name, str(len(scores)), *(f"{count} ({100 * count / len(scores):.1f} %)" for count in counts)
