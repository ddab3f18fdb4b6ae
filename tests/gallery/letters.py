"""The letters of the gallery: those of the stories, and a sample of every kind and case, rare ones among them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from adjudicator.texts.games.boards import TEXT_SHAPES
from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.letters.letter_kinds import LETTERS
from adjudicator.texts.letters.letters import write_letter
from testkit.club import Club
from testkit.database import make_tables
from testkit.letter_table import letters_of, seat_people
from tests.gallery.stories import STORIES
from tests.texts.conftest import SAMPLES, lay_out

SAMPLE = "samples"
"""The shelf of letters that are written from made-up facts, with a drawing for a board."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A letter of the gallery, and the shelf that it is on: a story, or the samples."""

    shelf: str
    kind: str
    name: str
    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Room:
    """The letters in one language and layout."""

    language: str
    layout: str
    letters: tuple[Shown, ...]


def fill_rooms(
    languages: tuple[str, ...] = LANGUAGES, layouts: tuple[str, ...] = TEXT_SHAPES, stories: tuple[str, ...] = ()
) -> Iterator[Room]:
    """Play the stories and write the samples, in each language and layout."""
    for language in languages:
        for layout in layouts:
            played = (letter for story in stories or STORIES for letter in play_story(story, language, layout))
            yield Room(language, layout, (*played, *write_samples(language, layout)))


def play_story(story: str, language: str, layout: str) -> Iterator[Shown]:
    """Play a story in a new club, and list its letters in the order in which they were sent."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'club.sqlite3'}"
        make_tables(url)
        club = Club.found(url)
        try:
            seat_people(club, language, layout)
            STORIES[story](club)
            sent = letters_of(club)
        finally:
            club.context.store.close()
    for letter in sent:
        to = letter.to.partition("@")[0]
        yield Shown(story, letter.kind, f"{letter.kind} to {to}", letter.subject, letter.text, letter.html)


def write_samples(language: str, layout: str) -> Iterator[Shown]:
    """Write every sample letter."""
    for name in SAMPLES:
        kind = LETTERS[name.partition(",")[0]]
        letter = write_letter(kind, language_for(language), lay_out(name, layout))
        yield Shown(SAMPLE, kind.name, name, letter.subject, letter.text, letter.html)
