"""Runs the measurements and writes their tables and plots into `docs/developers/performance.md`.

The result of each part is stored in `var/performance`, so that one part can be measured again without the others.
"""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec

from bench import depth, engines, growth, mailman, pages, plot, service, stages, sweep
from bench.table import Shown, shown
from testkit.postgres import PostgresMissing, PrivatePostgres

KEPT = Path("var/performance")
DOCS = Path(__file__).parents[1] / "docs" / "developers"
LARGEST = 1_000_000

PARTS: dict[str, tuple[str, Callable[[], None]]] = {
    **{
        f"{database}-{workers}": (
            f"The whole service, {name}, {workers} worker process{'es' if workers > 1 else ''}",
            partial(service.main, database, workers),
        )
        for database, name in (("sqlite", "SQLite"), ("postgres", "PostgreSQL"))
        for workers in (1, 2, 4)
    },
    "stages": ("What a letter's time goes to", stages.main),
    "pages": ("Pages", pages.main),
    "engines": ("The engines beside python-chess", engines.main),
    "peer": ("GNU Mailman 3 for comparison", mailman.main),
    "length": ("The length of a match", depth.show_depth),
    "sweep": ("The sweep", sweep.show_sweep),
    "growth-sqlite": ("A large database, SQLite", partial(growth.show_growth, LARGEST, postgres=False)),
    "growth-postgres": ("A large database, PostgreSQL", partial(growth.show_growth, LARGEST, postgres=True)),
}

_HEAD = """\
# Performance

Measured on {machine}. Service, load generator, receiving mail server (the sink) and database shared this machine and
the loopback. Each part gives the load average of the minute before it began, and the Python that ran.

"One at a time" sends the next letter when the last one is answered. "Full load" sends as fast as answers come in many
matches, and "half load" at half that rate. A floor is the rate that one component reaches when nothing else runs.

`python -m bench report` measures all of this again and writes this page; `python -m bench report peer length` measures
two parts and keeps the results of the others. The parts: {parts}.

`python -m bench engine` measures the engines in detail. A table of all of them beside python-chess is below: positions
of whole matches that are played by chance, each listed as if it had never been seen; a step is checked and applied, a
move of chess is checked, pushed and taken back.

They are as fast as before the house player got searches of its own (89063ffd, 28 November 2026), or faster: the same
positions of three random matches each, in turn with that code, the fastest of 21 to 35 rounds on a machine whose speed
went up and down by a third, in microseconds:

| | list before | now | a step before | now |
|---|--:|--:|--:|--:|
| Egyptos | 66.2 | 51.3 | 15.6 | 11.3 |
| Cheops, two players | 8.5 | 5.6 | 31.2 | 21.2 |
| Cheops, four players | 8.7 | 5.3 | 32.4 | 20.3 |
| Das Gold des Pharao, two players | 10.2 | 6.1 | 35.3 | 24.6 |
| Das Gold des Pharao, four players | 8.9 | 6.2 | 23.4 | 25.4 |

`python -m bench ruling CHECKOUT` judges the same letters with the code of this checkout and of an older one, in turn.
On 29 November 2026 a letter took 14.6 ms of a core, and with the code before the clocks of slow play (8a31c859) 18.6:
a ratio of 0.79.

Since then a task wakes a worker for all letters that wait, and a connection to the relay is not asked whether it lives.
On 30 November 2026 both versions ran at full load at the same time, each with one worker, on a machine whose two cores
had a load of 8 to 11: with SQLite the worker took 0.87 of its time before (27.5 ms of a core a letter and 31.6), with
PostgreSQL 0.86 (29.0 and 33.9), and the broker half. The tables of the whole service below are older, but for those
with one worker. The goals of 100 letters a second and of 16 ms a letter were not reached on that machine. What the
remaining time goes to is in the table "What a letter's time goes to" below, for letters that go their whole way in one
process: 26.5 ms of a core, a third of it for wording the letters to both players and a quarter in SQLAlchemy. The
service needs 33.2: the rest is SMTP from outside, Celery and the broker. Describing each legal step to choose examples
took 9 % of a letter of Egyptos before that day, and looking up orders to suggest that nobody read 3 %.

`python -m bench year` tells what a club costs in a year on a small machine: one core, and a control group with 512 MB.
It does not play a year. It measures letters with orders, pages that are looked at, and minutes in which nothing comes
while sweeps go over all running matches, and multiplies them: a turn takes 20 hours, a letter is followed by three
looks at pages (a guess), and a sweep comes every ten seconds. In the evening, when four times as many letters come as
on average, it writes them at random times. On 30 November 2026, with 10,000 running matches and 20,000 finished ones,
SQLite, on a machine that did nothing else:

| | in a year | CPU ms each | CPU hours |
|---|--:|--:|--:|
| letters | 4,380,000 | 35.8 | 43.5 |
| pages | 13,140,000 | 16.8 | 61.4 |
| sweeps with nothing else to do | 3,153,600 | 107 | 93.4 |
| all | | | 198 |

That is 2.3 % of the core. Two letters were sent for each that came. Of 100 letters in the evening half were answered
within 30 ms, and all within 168 ms. The programs had 314 MB (PSS), and with the files that the system kept for
them 338 MB. The database grew by 18 KB a letter: 73 GB in a year if all are kept, but their texts are deleted 180 days
after their match. Not in it: the house player, the nightly export, and that deletion.

The full load of `bench service` (SQLite, one worker), in turn with the code before the changes above on the same day:
24.9 letters a second before, 28.7 now, and 32.1 in a run just before; 42.2 ms of a core for a letter in all programs
before, 41.4 and 38.0 now. One at a time the median was 30.0 before, 31.3 and 26.2 now. The machine was slower than on
the day of the tables below, so the older code has a lower rate here than there.

`python -m bench digests` writes a digest of 30 matches and 30 letters of turns, and sweeps over 100,000 players with
digests and without. On 29 November 2026 the digest took 0.55 of what the letters took (133 ms of a core and 241); on a
machine that was busy with other work a sweep took 1.28 of one without digests (304 ms and 237).

`python -m bench thinking` writes letters one at a time while ten house players think, and while none does. On 30
November 2026 their median was 1.10 times as long while the house thought in a process of its own, as it does (36 ms and
40), and 3.02 times with a thread of the worker (34 ms and 102).

`python -m bench letters` counts the letters to a player for each turn of a match, in matches of Das Gold des Pharao
between the same four people, to their twelfth turn; everybody answers within some hours. On 29 November 2026:

|   | one match | two at a time | four | twelve |
|---|--:|--:|--:|--:|
| all letters, as everybody got them before | 1.10 | 1.07 | 1.09 | 0.54 |
| the default: letters of one's turns | 0.62 | 0.55 | 0.57 | 0.29 |
| turns in a digest at 18:00 | 0.58 | 0.58 | 0.22 | 0.08 |

The most that one got in a day of twelve matches: 23, 13 and 5.

## A million matches in the archive

`python -m bench queries --running 10000 --archived 1000000 [--postgres]` fills a database: about ten matches are really
played, the others are copies that the database makes of them, with codes, people, ends and openings of their own. It
needs 12 GB (SQLite) or 14 GB (PostgreSQL). Names are as unequal as real ones: one player in 20 has the most frequent
first name; some people have 20,000 matches. On 29 November 2026 loading took 29 minutes with SQLite and 20 with
PostgreSQL on a machine whose two cores ten other programs shared.

Then it draws requests as readers might send them. What is printed is processor time: that of the web thread and, on
PostgreSQL, that of the server's process for its connection (`/proc/PID/schedstat`); on SQLite the database is part of
the thread. Everything was in the memory of the machine, and the first of four tries is not counted. Beside each try a
fixed loop is measured, and the time is the smallest ratio to it, times the fastest loop of the run. (Ratios, because
the machine was shared: the same page took up to twice the time of a core at other moments.)

300 requests, and 100 others with the program before these changes, in milliseconds; it had today's indexes.
Before and now are medians.

| | SQLite before | now | 99 % | % under 20 | PostgreSQL before | now | of the server | 99 % | % under 20 |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| a player's page | 22.0 | 16.6 | 27.2 | 75.9 | 25.0 | 22.8 | 4.23 | 36.4 | 41.4 |
| a position | 18.0 | 10.1 | 13.9 | 100 | 24.4 | 15.6 | 2.88 | 24.0 | 90.9 |
| a search: a first name | 138 | 9.54 | 14.2 | 100 | 34.6 | 14.0 | 2.36 | 23.2 | 96.7 |
| a search: a player | 55.4 | 10.5 | 19.4 | 100 | 27.3 | 15.2 | 3.57 | 25.8 | 88.7 |
| a search: no player | 42.5 | 9.00 | 13.2 | 100 | 30.9 | 12.8 | 2.45 | 21.2 | 95.0 |
| a search: nobody | 5.36 | 5.46 | 6.39 | 100 | 8.27 | 9.73 | 1.58 | 10.5 | 100 |
| a search: two players | 112 | 12.0 | 17.5 | 100 | 35.4 | 17.0 | 5.02 | 27.7 | 79.3 |
| openings | 9.39 | 9.16 | 13.0 | 100 | 15.0 | 12.4 | 1.69 | 20.6 | 96.7 |
| the archive, leafing | 36.0 | 8.77 | 9.99 | 100 | 30.7 | 12.7 | 2.12 | 15.8 | 100 |
| the front page | 163 | 9.74 | 13.7 | 100 | 130 | 12.6 | 2.26 | 17.5 | 100 |
| all | 38.9 | 9.93 | 25.3 | 97.7 | 27.5 | 14.7 | 2.95 | 31.5 | 86.7 |

The goal is 99 % under 20 ms. With SQLite all searches, positions, openings and front pages are; pages of players with
thousands of matches are not: they count all of them again for each visitor. With PostgreSQL the goal is missed: a page
sends six to eight statements, which cost the server 3 ms and the web process 2 ms more than with SQLite.

Since then a page sends neither `BEGIN` nor `ROLLBACK` on PostgreSQL: a session that only reads has no transaction. For
seven small statements that is 1.50 ms of the process and 0.27 of the server where it was 1.94 and 0.82; the pool's
question whether a connection lives costs less than 0.2. With 10,000 matches in the archive, in turn with the program
before, 30 November 2026: a median of 12.6 and 11.6 ms where it was 14.3 and 13.0, 1.46 and 1.42 of them the server's
where it was 2.66 and 2.48, 94.7 and 96.3 % under 20 ms where it was 88.7 and 95.7. Part of the first is due to quicker
templates. It was not measured with a million.

Pages of players are made of sums since, whatever the number of matches: six statements, each by an index. A position
sends one or two statements less, and templates form only the sentences that they say. With 10,000 matches in the
archive and 300 running, 200 requests, in turn with the program before, 30 November 2026: a page of a player takes 8.2
ms with SQLite where it took 13.5, and 11.2 with PostgreSQL where it took 16.9 (99 %: 14.0 and 23.1); all requests
together 7.2 and 9.6 where they took 8.5 and 10.9, with 99 % below 12.8 and 17.0 ms. On PostgreSQL 97.0 % were under 20
ms before, and all are now. With 10,000 running matches as well, on a machine with three times as much work as cores,
all of 200 requests were under 20 ms on PostgreSQL (99 %: 18.1), and each of the pages below: the slowest were the
mailbox page (19.6), the page of a match (18.3) and a position that stood in every match (18.2). A million was not
measured again.

Each page by itself, in milliseconds of a processor:

| | SQLite before | now | PostgreSQL before | now |
|---|--:|--:|--:|--:|
| the front page | 79.5 | 11.1 | 107 | 20.0 |
| the archive | 16.7 | 8.2 | 23.0 | 12.5 |
| the archive, half way down | 17.9 | 10.0 | 24.9 | 13.5 |
| a digest that is looked up | 5.3 | 4.5 | 6.0 | 8.1 |
| the archive: a name | 152 | 13.6 | 38.1 | 19.7 |
| the archive: a name that everybody has | 123 | 10.0 | 32.7 | 17.1 |
| the archive: two names | 229 | 10.3 | 53.4 | 14.5 |
| the archive: a game, an ending, a year | 150 | 5.4 | 11.8 | 6.2 |
| the archive: an option | 138 | 6.7 | 34.8 | 6.9 |
| the archive: nothing to find | 133 | 6.7 | 13.1 | 9.5 |
| openings: the first move | 13.6 | 8.6 | 19.4 | 12.8 |
| openings: behind the second move | 15.9 | 8.4 | 16.3 | 13.1 |
| openings: with another option | 15.7 | 9.1 | 16.9 | 14.6 |
| a position that stood in every match | 19.1 | 10.2 | 19.7 | 16.4 |
| the same, half way down | 19.1 | 10.9 | 19.1 | 13.6 |
| statistics | 8.1 | 7.7 | 10.4 | 9.1 |
| statistics of a game | 9.7 | 8.9 | 5.4 | 7.4 |
| a player's own matches | 64.2 | 24.8 | 80.7 | 51.9 |
| all matches that wait for a player | 41.4 | 39.2 | 5.8 | 6.3 |
| the page of a match | 20.9 | 16.3 | 22.2 | 20.8 |
| the record of a match | 6.8 | 4.3 | 9.2 | 8.9 |
| the mailbox page | 23.2 | 20.6 | 23.8 | 25.2 |
| the mailbox page of one address | 24.6 | 20.0 | 26.1 | 27.0 |

A sweep looked for late letters through all matches, for 1,930 ms with SQLite; now 1.6 ms, through unsent letters.
Pages that need no large database are in the table "Pages" below. A page of a match with 200 steps took 37 ms (Egyptos,
before 42), 35 ms (Cheops with four players) and 57 ms (Das Gold des Pharao, before 99), each beside a baseline at 1.0
to 1.2 of its fastest. A third was the list of all moves in words, a third their template, a sixth the board as a
picture and as two texts. Since then templates call macros and sentences by a shorter way, the words of notes are kept
from one look to the next, and stored JSON is read by msgspec. On 30 November 2026, a busy machine, SQLite, the smallest
of 25 looks, two runs in turn, in milliseconds of a processor, and as a multiple of a fixed loop beside it:

| | before | | now | |
|---|--:|--:|--:|--:|
| Egyptos, 200 steps, running | 26.7 | 4.28 | 23.1 | 3.75 |
| Das Gold des Pharao, three players, 200 steps, running | 33.1 | 5.23 | 21.1 | 3.51 |

These are pages that somebody has looked at before: the first look has no kept words. Of what is left, a seventh is
reading the entries, a quarter the three boards.

## The static site

`adjudicator site` was measured with 48 matches of all games, of 30 to 147 entries, in one process, in turn with the
program before these changes; start of the program left out, all 1,705 files the same byte for byte. On 30 November
2026 it took 26.7 times a fixed loop where it took 32.9, and in another run 26.1 and 34.9: ratios of 0.81 and 0.75. The
machine was so busy that further runs said 0.83 and 1.0; calls of Python functions are 13.7 and 16.7 million, a ratio of
0.83. A quiet machine had taken 24.0 s for 314 matches with two processes, which is 11 to 12 minutes for 10,000; with
such ratios it would be 9 to 10. No run of that size was made. With an address the copy has feeds, which add 2.3 million
calls, a sixth.

`python -m bench site` makes a database with 10,000 finished matches, or `--matches` others, and writes their site:
some hundred are really played, of all games, to 20 to 130 steps, the rest are whole copies that the database makes.
It prints seconds, processor seconds of all processes, files and bytes, also of a second run that finds nothing to do.
On 30 November 2026, 33 matches with feeds after 11 others, four runs in turn with the program before, 1,185 files the
same byte for byte: 18.3 s of a core where it was 22.7, a ratio of 0.81; 9.1 million calls where it was 10.3. A match
takes 0.12 to 0.16 s of a core on that machine, whose load was 5 to 11, where it took 0.15 to 0.19 before. A sixth of
it is the system's, which creates 36 files and 16 folders. The openings of a game take 5 s, once. With a machine to
itself, 1,500 matches (57,807 files, 786 MB) took 77 s with two processes, 95 ms of a core each; a second run, which
found nothing to do, took 4.8 s.

A search for two frequent conditions that hardly ever meet, such as a frequent first name with a frequent second one
that nobody has together, still reads all rows of the rarer one in an index: up to 60 ms were seen before that index
held all that is asked.

## The house player of Egyptos

`python -m bench house egyptos` plays the house player of Egyptos against scripts, chance, the search for all games and
its own levels. On 30 November 2026, with 0.1 s of a core for each step, a tenth of what it has in the service:

| level | against | preset | matches | won | limits (95 %) |
|---|---|---|--:|--:|--:|
| strong | the greedy script | miro | 100 | 96.0 % | 90.2 % to 98.4 % |
| strong | the greedy script | collector | 100 | 97.0 % | 91.5 % to 99.0 % |
| strong | the search for all games, with the same time | miro | 40 | 100.0 % | 91.2 % to 100.0 % |
| strong | the search for all games, with the same time | collector | 40 | 100.0 % | 91.2 % to 100.0 % |
| strong | chance | miro | 60 | 100.0 % | 94.0 % to 100.0 % |
| strong | chance | collector | 60 | 100.0 % | 94.0 % to 100.0 % |
| strong | the easy level | miro | 60 | 98.3 % | 91.1 % to 99.7 % |
| strong | the fair level | miro | 60 | 78.3 % | 66.4 % to 86.9 % |
| fair | the greedy script | miro | 60 | 70.0 % | 57.5 % to 80.1 % |
| fair | the easy level | miro | 60 | 86.7 % | 75.8 % to 93.1 % |
| easy | the greedy script | miro | 60 | 8.3 % | 3.6 % to 18.1 % |
| easy | chance | miro | 60 | 100.0 % | 94.0 % to 100.0 % |

The slowest step took 0.19 s. The hundred positions with a forced win take the player at most 300 positions each, and
less than a second of a core in all.

## The house player of the card games

Measured on 30 November 2026, on two cores that other programs were using; a decision had 0.1 s of processor time, a
tenth of what it has in the service. Seats change from match to match, a shared victory counts in part, the limits are
Wilson's for 95 %. The scripts are `bench/opponents/pharao_careful.py` and `cheops_greedy.py`. No series had the default
second a step. The series of fewer than 100 matches are short.

| game | seats | level | against | s of a core | won | limits |
|---|--:|---|---|--:|--:|---|
| pharao | 2 | strong | careful | 0.1 | 52 of 56 | 83 % to 97 % |
| pharao | 4 | strong | three careful ones | 0.1 | 14 of 24 | 39 % to 76 % |
| pharao | 4 | strong, before patience | three careful ones | 0.1 | 9 of 12 | 47 % to 91 % |
| pharao | 2 | easy | careful | 0.1 | 7 of 24 | 15 % to 49 % |
| pharao | 2 | strong | the fair level | 0.1 | 14 of 16 | 64 % to 97 % |
| pharao | 2 | fair | the easy level | 0.1 | 9 of 12 | 47 % to 91 % |
| cheops | 2 | strong | greedy | 0.1 | 119.5 of 120 | 96 % to 100 % |
| cheops | 2 | strong, a second run | greedy | 0.1 | 114.5 of 120 | 90 % to 98 % |
| cheops | 2 | strong, a third run | greedy | 0.1 | 39.5 of 40 | 89 % to 100 % |
| cheops | 4 | strong | three greedy ones | 0.1 | 76.2 of 120 | 55 % to 72 % |
| cheops | 4 | strong, other deals | three greedy ones | 0.1 | 56.33 of 80 | 60 % to 79 % |
| cheops | 2 | strong | the fair level | 0.1 | 17 of 24 | 51 % to 85 % |
| cheops | 2 | fair | the easy level | 0.1 | 25 of 30 | 66 % to 93 % |
| cheops | 2 | easy | greedy | 0.1 | 10.5 of 24 | 26 % to 63 % |

Before (decision 39), the strong player of Cheops won 69 of 80 with two seats and 76.7 of 160 with four. The runs with
two seats had the same deals; a budget of time makes every run another one. On the deals by which it was tuned it won
75.5 of 80.

A step of the strong player of Das Gold des Pharao took 0.045 s of a core on average. One of its 56 matches against the
careful script ended by quiet rounds, and two of the 24 with four seats: in all three its figures were walled in,
whatever card they rotated. Before, 3 of 16 had ended so. What it still does: with an opponent who undoes what it does,
a position came back up to 14 times in a match, as it does not know which positions there were.
"""
_LATENCY = """
## Latency

![From the median to 99 in 100, for us and for Mailman](latency.svg)

Each bar goes from the median (the dot) to the 99th percentile. Latency is the time from the 250 to the last letter that
an order leads to: with Adjudicator the receipt and the other player's letter, with Mailman one transaction with two
recipients.
"""
_GROWTH = """
## Growth

![The cost of a ruling by the length of its match](length.svg)

![The cost of a large database](growth.svg)
"""


class Part(msgspec.Struct, frozen=True):
    """The result of one part: time, load average, Python and tables."""

    at: datetime
    load: float
    tables: list[Shown]
    python: str = ""


def main(names: Sequence[str]) -> None:
    """Measure these parts, or all, and write the page from all stored results."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for name in names or PARTS:
        part = _measured(PARTS[name][1])
        (KEPT / f"{name}.json").write_bytes(msgspec.json.encode(part))
    parts = {
        name: msgspec.json.decode(path.read_bytes(), type=Part)
        for name in PARTS
        if (path := KEPT / f"{name}.json").exists()
    }
    for name, picture in _plots(parts):
        (DOCS / name).write_text(picture)
    (DOCS / "performance.md").write_text("".join(_page(parts)))


def _measured(measure: Callable[[], None]) -> Part:
    at, load, before = datetime.now(UTC), os.getloadavg()[0], len(shown)
    measure()
    return Part(at, load, shown[before:], _python())


def _page(parts: dict[str, Part]) -> Iterator[str]:
    names = ", ".join(f"`{name}`" for name in PARTS)
    yield _HEAD.format(machine=_machine(), parts=names)
    yield from _in_short(parts)
    yield _LATENCY
    yield _GROWTH
    for name, part in parts.items():
        when = f"{part.at:%Y-%m-%d at %H:%M} UTC, load {part.load:.1f}"
        yield f"\n## {PARTS[name][0]}\n\nMeasured on {when}, {part.python}.\n"
        if not part.tables:
            yield "\nLeft out: what it needs is not installed here.\n"
        for table in part.tables:
            yield f"\n{table.title}:\n\n" + _markdown(table)


def _in_short(parts: dict[str, Part]) -> Iterator[str]:
    """Compare our best figures with Mailman's, with its default settings and with fast queues."""
    ours = [(row[2], title, row) for title, row in _paces(parts) if "Mailman" not in title and "full load" in title]
    if not ours:
        return
    rate, title, _ = max(ours)
    yield f"\n## Summary\n\n- Highest throughput ({title}): {rate:.1f} letters judged and answered a second.\n"
    for title, row in _paces(parts):
        if "half load" in title:
            yield f"- {title}: median {row[3]:,.0f} ms, 99 of 100 within {row[4]:,.0f} ms.\n"
    idle = min((row[3] for title, row in _paces(parts) if "Mailman" not in title and "one at a time" in title))
    for title, row in _paces(parts):
        if "Mailman" in title:
            what = (
                f"{rate / row[2]:.1f} times its rate" if "full load" in title else f"{idle / row[3]:.2f} of its latency"
            )
            yield f"- {title}: {row[2]:.2f} posts a second, median {row[3]:,.0f} ms; ours is {what}.\n"


def _paces(parts: dict[str, Part]) -> Iterator[tuple[str, list[float]]]:
    """List each pace with its row's numbers, the first of which is empty."""
    for name, part in parts.items():
        whose = "Mailman" if name == "peer" else PARTS[name][0].removeprefix("The whole service, ")
        for table in part.tables:
            if "median ms" in table.lines[0]:
                yield from ((f"{whose}, {row[0]}", [0.0, *map(_number, row[1:])]) for row in table.lines[1:])


def _plots(parts: dict[str, Part]) -> Iterator[tuple[str, str]]:
    if paces := [(title, row[3], row[4]) for title, row in _paces(parts)]:
        yield "latency.svg", plot.ranges("Latency: the median, and 99 of 100", "milliseconds", paces)
    if "length" in parts:
        steps = _column(parts["length"].tables[0], 1), _column(parts["length"].tables[0], 2)
        series = {"from job to commit": steps[0], "of a core": steps[1]}
        yield "length.svg", plot.lines("A ruling in a long match", "step of the match", "ms", series)
    clubs = {"SQLite": parts.get("growth-sqlite"), "PostgreSQL": parts.get("growth-postgres")}
    series = {
        f"{what}, {name}": _column(part.tables[0], number)
        for name, part in clubs.items()
        if part is not None
        for number, what in ((2, "a ruling"), (3, "front page"), (6, "slowest query"))
    }
    if series:
        yield "growth.svg", plot.lines("A growing database", "finished matches", "ms", series)


def _column(table: Shown, number: int) -> list[tuple[float, float]]:
    return [(_number(row[0]), _number(row[number])) for row in table.lines[1:]]


def _number(cell: str) -> float:
    return float(cell.replace(",", ""))


def _markdown(table: Shown) -> str:
    head, *rows = ["| " + " | ".join(cell or " " for cell in line) + " |\n" for line in table.lines]
    return head + "|---" + "|--:" * (len(table.lines[0]) - 1) + "|\n" + "".join(rows)


def _machine() -> str:
    model = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    memory = re.search(r"^MemTotal: +(\d+)", Path("/proc/meminfo").read_text())
    kind, cores = model[1] if model else platform.machine(), os.cpu_count()
    size = int(memory[1]) / 1024**2 if memory else 0.0
    return (
        f"a machine with {cores} cores ({kind}), {size:.0f} GB of memory and Linux {platform.release()}, with"
        f" SQLite {sqlite3.sqlite_version} and {_postgres()}"
    )


def _python() -> str:
    """Name the Python that measures: its build matters as much as a version or two."""
    whose = "the system's own" if sys.base_prefix == "/usr" else "not the system's own"
    return f"Python {platform.python_version()} ({whose})"


def _postgres() -> str:
    try:
        program = PrivatePostgres.find().programs / "postgres"
    except PostgresMissing:
        return "no PostgreSQL"
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    return "PostgreSQL " + version.split()[2]
