"""Writes letters for a reader who is asked what happened, what they may do and until when; and the key to them.

``python -m testkit.letter_questions FOLDER --seed 1 --count 30 --language de`` plays matches of all games by letters,
draws some of the letters that people got, and writes ``letter-01.txt`` and so on into the folder, as a text mail
program shows them. The key is what the database and the engine say (`letter_truth`); ``--key`` puts it somewhere else,
so that the folder can be given away.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import structlog

from adjudicator.engines.suite.chance import Chance
from adjudicator.texts.games.boards import TEXT_SHAPES
from adjudicator.texts.language.language import LANGUAGES
from testkit.club import text_of
from testkit.database import make_tables
from testkit.letter_matches import GAMES, BusyClub, Plan, list_plans, play_plan
from testkit.letter_truth import Truth, Witness, dump_truths
from testkit.sql_cache import share_compiled_sql

USUAL = MappingProxyType({"your_turn": 2, "receipt": 3})
"""How many more letters of some kinds are drawn than of the others."""
HEADERS = ("Subject", "From", "To", "Date")


class Case(NamedTuple):
    """A kind of letter, whether its reader is to move, and what became of the lines that they wrote."""

    kind: str
    to_move: bool
    wrote: tuple[str, ...]


class Drawn(NamedTuple):
    """A letter that somebody got, and the truth about it."""

    letter: EmailMessage
    truth: Truth

    def show(self) -> str:
        """Show the letter as a mail program without HTML does."""
        head = "".join(f"{name}: {self.letter[name]}\n" for name in HEADERS)
        return f"{head}\n{text_of(self.letter)}".replace("\r\n", "\n")


def play_letters(plans: Sequence[Plan], seed: int, language: str, layout: str) -> Iterator[Drawn]:
    """Play matches, each in a club of its own, and list the letters that people got."""
    for plan in plans:
        with tempfile.TemporaryDirectory() as folder:
            url = f"sqlite:///{Path(folder) / 'club.sqlite3'}"
            make_tables(url)
            club = BusyClub.found(url)
            witness = Witness(game=plan.game, context=club.context, clock=partial(getattr, club, "now"))
            club.transport = witness
            try:
                play_plan(club, plan, f"letters {seed} {plan.game} {plan.course.__name__}", language, layout)
            finally:
                club.context.store.close()
        yield from (Drawn(*seen) for seen in witness.seen)


def draw_letters(letters: Sequence[Drawn], count: int, chance: Chance) -> list[Drawn]:
    """Draw letters: of each game in turn, a kind that was drawn least, and first those that players get most."""
    piles: dict[str, dict[Case, list[Drawn]]] = {game: defaultdict(list) for game in GAMES}
    for one in chance.shuffled(letters):
        piles[one.truth["game"]][_case_of(one.truth)].append(one)
    drawn: list[Drawn] = []
    while len(drawn) < min(count, len(letters)):
        games = Counter(one.truth["game"] for one in drawn)
        of_game = piles[min((game for game in GAMES if any(piles[game].values())), key=lambda game: games[game])]
        times = Counter(one.truth["kind"] for one in drawn)
        alike = Counter(_case_of(one.truth) for one in drawn)
        cases = chance.shuffled([case for case, pile in of_game.items() if pile])
        case = min(cases, key=lambda case: (times[case.kind] - USUAL.get(case.kind, 0), alike[case]))
        drawn.append(of_game[case].pop())
    return drawn


def _case_of(truth: Truth) -> Case:
    return Case(truth["kind"], truth["turn_of"] == "you", tuple(truth["wrote"]))


def write_letters(folder: Path, drawn: Sequence[Drawn], key: Path) -> None:
    """Write the letters and, apart from them, the key."""
    folder.mkdir(parents=True, exist_ok=True)
    truths = {f"letter-{number:02}.txt": one for number, one in enumerate(drawn, 1)}
    for name, one in truths.items():
        (folder / name).write_text(one.show())
    key.write_bytes(dump_truths({name: one.truth for name, one in truths.items()}))


def _main() -> None:
    parser = argparse.ArgumentParser(prog="testkit.letter_questions", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--layout", choices=TEXT_SHAPES, default="wide")
    parser.add_argument("--key", type=Path, help="the file of the key (key.json in the folder)")
    asked = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    share_compiled_sql()
    letters = list(play_letters(list(list_plans(asked.seed)), asked.seed, asked.language, asked.layout))
    drawn = draw_letters(letters, asked.count, Chance(f"draw {asked.seed}"))
    write_letters(asked.folder, drawn, asked.key or asked.folder / "key.json")
    sys.stdout.write(f"{len(drawn)} of {len(letters)} letters\n")


if __name__ == "__main__":
    _main()
