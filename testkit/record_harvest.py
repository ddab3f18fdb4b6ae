"""Makes new records by play through the services, to be kept for ever in `tests/records`.

Two sources: matches of every game, preset and number of seats, which are agreed on by letters and played at random, and
the matches that the tests of the services play, with all that people and hosts do to a match. A match that still runs
is ended as its players or the host would end it. Records on which a verifier finds a fault are left out, as tests also
spoil matches. Of the rest those are chosen, small ones first, that have a kind of thing (`testkit.record_kinds`) which
none before has.

    python -m testkit.record_harvest FOLDER [--tests tests/services ...]

The records that are kept are never made again: copy the new ones that you need beside them, and enter their digests.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import delete, select

from adjudicator.engines.registry import engines
from adjudicator.match.course.places import Ending
from adjudicator.match.record.record import Published, dump_record, load_published
from adjudicator.match.record.v1 import chain as chain_v1
from adjudicator.match.record.v1 import record as record_v1
from adjudicator.services.host import deeds
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.rows import record_rows
from adjudicator.services.matches.rows.match_ending import finish_match
from adjudicator.services.matches.rows.record_rows import VERSION_1, seal
from adjudicator.services.matches.seats.seat_changes import SeatChange, vacate_seat
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Match, Opening
from testkit.agreed_match import PEOPLE, agree
from testkit.club import Club
from testkit.database import make_tables
from testkit.host_at_table import do, play_until
from testkit.record_kinds import header_of, kinds_of, required_kinds
from testkit.verifiers import RIGHT, is_right_by_rules, run_python

LATER = timedelta(days=8)
"""A week after an end by time its seed is public."""
LARGEST = 60_000
FIFTH = "Emil <emil@emil.example>"


@dataclass(slots=True)
class Harvest:
    """A folder of records, named by their digests."""

    folder: Path

    def take(self, club: Club) -> None:
        """Keep the records of all matches of a club that are right; end those that still run."""
        with club.context.store.reading() as session:
            begun = Match.state.in_((MatchState.RUNNING, MatchState.FINISHED))
            codes = list(session.scalars(select(Match.code).where(begun, Match.position.is_not(None))))
        for place, code in enumerate(codes):
            self._take(club, code, by_host=bool(place % 2))

    def _take(self, club: Club, code: str, *, by_host: bool) -> None:
        try:
            with unit_of_work(club.context, club.now) as work:
                match = work.session.scalars(select(Match).where(Match.code == code).with_for_update()).one()
                if match.state is MatchState.RUNNING:
                    end_match(work, match, by_host=by_host)
            with club.context.store.reading() as session:
                match = session.scalars(select(Match).where(Match.code == code)).one()
                text = dump_record(record_of(match, club.now + LATER))
        except Exception:  # noqa: BLE001 - a test has put something impossible on the table
            return
        if len(text) <= LARGEST:
            self.folder.joinpath(f"{sha256(text).hexdigest()[:16]}.json").write_bytes(text)

    def take_erased(self, club: Club) -> None:
        """Keep the record of version 1 of the newest match without its first name."""
        with club.context.store.reading() as session:
            record = record_of(session.get_one(Match, club.match().id), club.now + LATER)
        assert isinstance(record, record_v1.Record)
        header = record.header
        seats = (replace(header.seats[0], name="a former player"), *header.seats[1:])
        erased = replace(record, header=replace(header, seats=seats))
        first = chain_v1.first_digest(header)
        text = msgspec.json.encode(record_v1.ErasedRecord(record_v1.ERASED_FORMAT, record_v1.VERSION, first, erased))
        text = msgspec.json.format(text, indent=1) + b"\n"
        self.folder.joinpath(f"{sha256(text).hexdigest()[:16]}.json").write_bytes(text)


def end_match(work: UnitOfWork, match: Match, *, by_host: bool) -> None:
    """End a running match: its people agree, or the host awards it or declares it void."""
    seats = tuple(seat.number for seat in match.seats if seat.by_person)
    if match.record_version == VERSION_1 or (len(seats) > 1 and not by_host):
        finish_match(work, match, Ending("agreed", agreed=seats), "server")
    elif match.entry_count % 2:
        because = seal(work, match, "reason", "Nobody answers any more.")
        finish_match(work, match, Ending("annulled", because=because), "host")
    else:
        because = seal(work, match, "reason", "The others have left.")
        places = tuple(range(1, len(match.seats) + 1))
        finish_match(work, match, Ending("awarded", awarded=places, because=because), "host")


def play_matrix(harvest: Harvest) -> None:
    """Play matches of our games at every preset and number of seats."""
    people = (*PEOPLE, FIFTH)
    for engine in engines().values():
        name = engine.rules.name
        if engine.rules.home != "adjudicator":
            continue
        presets = [f"preset={preset}" for preset in engine.rules.presets] + [""]
        options = [f"{option.key}={value}" for option in engine.rules.options for value in option.values[1:]]
        chosen = [(seats, option) for seats in engine.rules.seats for option in presets]
        chosen += [(engine.rules.seats[0], option) for option in options]
        for seats, option in chosen:
            steps = 400 if option == "" and name != "pharao" else 12
            with new_club() as club:
                agree(club, name, people[:seats], option)
                play_until(club, longer_than(steps))
                harvest.take(club)


def play_rare(harvest: Harvest) -> None:
    """Play what the tests do not leave in a record that is right."""
    for option, seats in (("stall_rounds=1", 2), ("", 2), ("", 3)):
        for _ in range(3):
            with new_club() as club:
                agree(club, "pharao", PEOPLE[:seats], option)
                play_until(club, longer_than(200))
                harvest.take(club)
    for deed in (_excuse, _let_bounce):
        with new_club() as club:
            agree(club, "cheops", PEOPLE[:3], "days=2")
            play_until(club, longer_than(8))
            do(club, deed)
            harvest.take(club)
    with new_club() as club:
        club.write(PEOPLE[0], club.context.addresses.service, "new egyptos with bob@bob.example")
        club.answer(club.last(PEOPLE[0]), "yes\nshuffle: pomegranate")
        club.answer(club.last(PEOPLE[1]), "yes\nshuffle: two words", sender=PEOPLE[1])
        play_until(club, longer_than(6))
        harvest.take(club)
        with club.context.store.writing() as session:
            session.execute(delete(Opening).where(Opening.text == "Bob"))
        harvest.take(club)
    for ending in (
        Ending("resigned", seat=1),
        Ending("time", seat=0),
        Ending("agreed", agreed=(0, 1)),
        Ending("annulled"),
    ):
        for game in ("egyptos", "cheops", "pharao"):
            with pytest.MonkeyPatch.context() as patched, new_club() as club:
                patched.setattr(record_rows, "write_header", _write_header_v1)
                agree(club, game, PEOPLE[:2])
                play_until(club, longer_than(8))
                do(club, partial(_end, ending))
                harvest.take(club)
                harvest.take_erased(club)


def _end(ending: Ending, work: UnitOfWork, match: Match) -> None:
    finish_match(work, match, ending, "server")


def _excuse(work: UnitOfWork, match: Match) -> None:
    deeds.vacate_seat_of(work, match, match.seats[1].called, "They are ill.", excused=True)


def _let_bounce(work: UnitOfWork, match: Match) -> None:
    vacate_seat(work, match, match.seats[1], SeatChange("bounced", "server"))


def _write_header_v1(_work: UnitOfWork, match: Match) -> None:
    match.record_version = VERSION_1
    match.chain = chain_v1.first_digest(record_rows.header_v1(match))


def longer_than(steps: int) -> Callable[[Match], bool]:
    """Tell of a match whether it has so many entries."""
    return lambda match: match.entry_count >= steps


class new_club:  # noqa: N801 - used like a function
    """A club in a folder that is removed behind it."""

    def __enter__(self) -> Club:
        self._folder = tempfile.TemporaryDirectory()
        url = f"sqlite:///{self._folder.name}/club.sqlite3"
        make_tables(url)
        self._club = Club.found(url)
        return self._club

    def __exit__(self, *_fault: object) -> None:
        self._club.context.store.close()
        self._folder.cleanup()


@dataclass(slots=True)
class TestPlugin:
    """Takes the matches of every club that a test has opened."""

    harvest: Harvest
    clubs: list[Club]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Take what was played when a test is over, before its database is closed."""
        try:
            return (yield)
        finally:
            for club in self.clubs:
                self.harvest.take(club)
            del self.clubs[:]


def play_tests(harvest: Harvest, paths: list[str]) -> None:
    """Run tests of the services, and take the matches that they play."""
    clubs: list[Club] = []
    found = Club.found

    def noted(url: str) -> Club:
        clubs.append(found(url))
        return clubs[-1]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Club, "found", noted)
        words = ("-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
        pytest.main([*words, *paths], plugins=[TestPlugin(harvest, clubs)])


def choose_records(folder: Path, least: int) -> Iterator[tuple[Path, set[str]]]:
    """Choose records that bring kinds which none before has, then the smallest of the rest up to `least`."""
    right = ((path, _right(path)) for path in sorted(folder.glob("*.json")))
    read = {path: kinds_of(record) for path, record in right if record is not None}
    size = {path: path.stat().st_size for path in read}
    have: set[str] = set()
    while new := max(read, key=lambda path: (len(read[path] - have) / size[path] ** 0.5, -size[path]), default=None):
        if not read[new] - have:
            break
        yield new, read[new] - have
        have |= read.pop(new)
        least -= 1
    for paths in zip(*(_smallest(read, game) for game in ("cheops", "egyptos", "pharao")), strict=False):
        yield from ((path, set[str]()) for path in paths[: max(least, 0)])
        least -= len(paths)


def _smallest(read: Mapping[Path, set[str]], game: str) -> Iterator[Path]:
    """List the records of a game, the smallest first, no two with the same kinds of things."""
    seen: set[frozenset[str]] = set()
    for path in sorted(read, key=lambda path: path.stat().st_size):
        if any(kind.startswith(game) for kind in read[path]) and frozenset(read[path]) not in seen:
            seen.add(frozenset(read[path]))
            yield path


def _right(path: Path) -> Published | None:
    """Read a record that can be dealt again and on which neither verifier finds a fault."""
    text = path.read_bytes()
    told = run_python(path)
    right = told[0] == RIGHT and "The deal was made again" in told[1] and is_right_by_rules(text)
    return load_published(text) if right else None


def main() -> None:
    """Make new records in a folder, and say what each brings."""
    parser = argparse.ArgumentParser(description="Make new records by play through the services.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tests", nargs="*", default=["tests/services"])
    parser.add_argument("--least", type=int, default=70)
    wishes = parser.parse_args()
    harvest = Harvest(wishes.folder / "all")
    harvest.folder.mkdir(parents=True, exist_ok=True)
    play_matrix(harvest)
    play_rare(harvest)
    if wishes.tests:
        play_tests(harvest, wishes.tests)
    _tell(wishes.folder, choose_records(harvest.folder, wishes.least))


def _tell(folder: Path, chosen: Iterable[tuple[Path, set[str]]]) -> None:
    missing = required_kinds()
    for number, (path, kinds) in enumerate(chosen, 1):
        game = header_of(load_published(path.read_bytes())).rules.partition("/")[0]
        folder.joinpath(f"{number:02}-{game}.json").write_bytes(path.read_bytes())
        sys.stdout.write(f"{number:02} {game}: {', '.join(sorted(kinds))}\n")
        missing -= kinds
    sys.stdout.write(f"missing: {', '.join(sorted(missing))}\n")


if __name__ == "__main__":
    main()
