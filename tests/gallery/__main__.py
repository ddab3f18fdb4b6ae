"""Writes the gallery of letters: ``make gallery``, or ``python -m tests.gallery --help``."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Iterable
from pathlib import Path

import structlog

from adjudicator.texts.games.boards import TEXT_SHAPES
from adjudicator.texts.language.language import LANGUAGES
from testkit.sql_cache import share_compiled_sql
from tests.gallery.letters import Room, fill_rooms
from tests.gallery.pages import choose_letters, write_index, write_room
from tests.gallery.pictures import photograph
from tests.web.chromium import ChromiumMissing, chromium

CHOSEN = frozenset({"invitation", "start", "your_turn", "their_turn", "receipt", "match_over"})
"""The kinds that are photographed without ``--all``, of the wide layout only."""


def main() -> int:
    chosen = _arguments().parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    share_compiled_sql()
    languages, layouts = tuple(chosen.languages), tuple(chosen.layouts)
    rooms: list[Room] = []
    for room in fill_rooms(languages, layouts):
        write_room(chosen.folder, room, ((language, layout) for language in languages for layout in layouts))
        rooms.append(room)
        sys.stdout.write(f"{room.language}, {room.layout}: {len(room.letters)} letters\n")
    pictures = [] if chosen.pictures == "none" else _photographed(chosen.folder, rooms, every=chosen.pictures == "all")
    sys.stdout.write(f"{len(pictures)} pictures\n{write_index(chosen.folder, rooms, pictures)}\n")
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tests.gallery", description="Writes a gallery of all letters.")
    parser.add_argument("--folder", type=Path, default=Path("var/gallery"))
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--layouts", nargs="+", choices=TEXT_SHAPES, default=TEXT_SHAPES)
    parser.add_argument(
        "--pictures",
        choices=("none", "some", "all"),
        default="some",
        help="all are some 20,000, and take most of an hour",
    )
    return parser


def _photographed(folder: Path, rooms: Iterable[Room], *, every: bool) -> list[str]:
    pictures = []
    try:
        with chromium() as browser:
            for room in rooms:
                if every or room.layout == "wide":
                    where = f"{room.language}/{room.layout}/pictures"
                    letters = choose_letters(room, frozenset() if every else CHOSEN)
                    pictures += [f"{where}/{name}" for name in photograph(browser, folder / where, letters)]
    except ChromiumMissing as fault:
        sys.stdout.write(f"No pictures: {fault}.\n")
    return pictures


if __name__ == "__main__":
    sys.exit(main())
