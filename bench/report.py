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
PostgreSQL 0.86 (29.0 and 33.9), and the broker half. After that the moves of a position and the view of a seat were
made once a letter, seats and the facts that a draft is compared by are read by statements that are built once, and a
draft writes its columns without the unit of work of the ORM: 0.86 of the processor time again, the same letters in turn
with the code before. `adjudicator up` has one process for pages and letters that come in: 200 MB (PSS) at rest, where
it had 227.

In the evening of that day the garbage collector, which had taken 1.7 ms of a letter's 26, was left nothing to do: a
letter that is judged no longer leaves objects in cycles. With plain addresses read by a pattern, and the row of a
letter written by one statement, all programs took 0.90 of the time before, the same letters in turn with the code
before (the worker 0.92, pages and letters that come in 0.80). At half load 99 of 100 letters were answered within 33
ms then, where 129 had been measured three hours before.

The tables below for one and two workers and for a letter's time were made after that, on a machine that did nothing
else; that for Mailman three hours before. One at a time a letter was answered within 26.4 ms (median with one worker;
21.9 with two; the goal was 25). The goals of 100 letters a second (80 with PostgreSQL), 4.5 times Mailman's rate and
16 ms of a core were not reached: two workers answered 67.0 a second (49.2 with PostgreSQL), 2.7 times as many as
Mailman with its default settings and 3.4 times as many as with queues that it polls faster, and a letter takes 26.2 ms
of a core in the service. Where it goes is in the table "What a letter's time goes to", for letters that go their whole
way in one process: 21.0 ms, a third of it for wording the letters to both players and a fifth in SQLAlchemy. The rest
of the service is SMTP from outside, Celery and the broker. A profile of the same way has no function with more than 5
% of it, so what is left is many small things.

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
first name; some people have 20,000 matches.

Then it draws requests as readers might send them. What is printed is processor time: that of the web thread and, on
PostgreSQL, that of the server's process for its connection (`/proc/PID/schedstat`); on SQLite the database is part of
the thread. Everything was in the memory of the machine, and the first of four tries is not counted. Beside each try a
fixed loop is measured, and the time is the smallest ratio to it, times the fastest loop of the run. (Ratios, because
the machine was shared: the same page took up to twice the time of a core at other moments.)

300 requests with 10,000 running and 1,000,000 finished matches, in milliseconds, on 30 November 2026, with Debian's
Python and nothing else running. Loading had taken 7 minutes with SQLite, and 13 with PostgreSQL beside other work.

| | SQLite: median | 99 % | % under 20 | PostgreSQL: median | of the server | 99 % | % under 20 |
|---|--:|--:|--:|--:|--:|--:|--:|
| a player's page | 7.76 | 11.9 | 100 | 10.2 | 1.73 | 14.5 | 100 |
| a position | 7.26 | 8.87 | 100 | 9.02 | 1.19 | 11.2 | 100 |
| a search: a first name | 7.62 | 9.42 | 100 | 8.90 | 1.34 | 13.7 | 100 |
| a search: a player | 7.88 | 16.2 | 100 | 10.0 | 2.39 | 23.5 | 97.9 |
| a search: no player | 6.63 | 9.93 | 100 | 8.84 | 1.47 | 11.3 | 100 |
| a search: nobody | 3.64 | 5.79 | 100 | 5.05 | 0.71 | 6.09 | 100 |
| a search: two players | 8.31 | 14.0 | 100 | 12.3 | 3.54 | 19.5 | 100 |
| openings | 6.17 | 7.99 | 100 | 7.91 | 0.78 | 11.7 | 100 |
| the archive, leafing | 7.02 | 8.12 | 100 | 7.21 | 1.02 | 9.76 | 100 |
| the front page | 7.03 | 12.8 | 100 | 9.50 | 1.76 | 13.8 | 100 |
| all | 7.24 | 14.3 | 100 | 9.25 | 1.67 | 19.5 | 99.3 |

The goal is 99 % under 20 ms, and is met on both. Before pages of players were sums (decision 41), before a session that
only reads sent neither `BEGIN` nor `ROLLBACK` on PostgreSQL, and before the narrow tables and indexes of the archive,
medians over all requests were 38.9 ms with SQLite and 27.5 with PostgreSQL.

Each page by itself, once, in the same databases, with the time of waiting for the database:

| | SQLite | PostgreSQL |
|---|--:|--:|
| the front page | 17.1 | 24.0 |
| the archive | 11.2 | 13.3 |
| the archive, half way down | 9.31 | 13.6 |
| a digest that is looked up | 5.54 | 8.42 |
| the archive: a name | 13.8 | 22.5 |
| the archive: a name that everybody has | 10.7 | 20.3 |
| the archive: two names | 13.0 | 21.5 |
| the archive: a game, an ending, a year | 5.98 | 7.46 |
| the archive: an option | 6.47 | 10.3 |
| the archive: nothing to find | 6.28 | 9.77 |
| openings: the first move | 9.72 | 15.3 |
| openings: behind the second move | 9.27 | 14.9 |
| openings: with another option | 8.92 | 12.8 |
| a position that stood in every match | 10.1 | 12.3 |
| the same, half way down | 10.2 | 14.3 |
| statistics | 7.60 | 10.5 |
| statistics of a game | 6.72 | 7.94 |
| a player's own matches | 24.6 | 72.8 |
| all matches that wait for a player | 29.2 | 42.0 |
| the page of a match | 19.8 | 35.2 |
| the record of a match | 7.19 | 10.5 |
| the mailbox page | 16.9 | 22.0 |
| the mailbox page of one address | 17.3 | 21.0 |

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

`python -m bench site` makes a database with 10,000 finished matches, or `--matches` others, and writes their site:
some hundred are really played, of all games, to 20 to 130 steps, the rest are whole copies that the database makes.
It prints seconds, processor seconds of all processes, files and bytes, also of a second run that finds nothing to do.

On 30 November 2026, with Debian's Python and a machine to itself, 10,000 matches (366,439 files, 5.0 GB) took 495 s
with two processes, 91 ms of a core each; the goal is ten minutes. A second run, which found nothing to do, took 15 s. A
sixth of it is the system's, which creates 36 files and 16 folders for a match. When one more match of 200 had ended, a
run wrote 195 files, 50 of them pages of openings.

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

The tables are of the search before it looked deeper while pyramids are moved. With that and the default second, on 30
November 2026 and with Debian's Python, the strong level won 199 of 200 matches of the first preset against the greedy
script (97.2 to 99.9 %), and 199.5 of 200 of the second (97.7 to 100 %), colours in turn. Against chance it won all of
200 of each (98.1 to 100 %), and so it did against the search for all games, the house player of before, both with a
tenth of a second. The goals are 95 %, 99 % and 80 %. The search before had won 107 of 113 against the script, with a
Python built without optimisations; at equal time the new one won 52 of 80 matches against it (54 to 75 %). The slowest
step took 0.19 s with a tenth. The hundred positions with a forced win take the player at most 300 positions each, and
less than a second of a core in all.

## The house player of the card games

Measured on 30 November 2026, on two cores that other programs were using; a decision had 0.1 s of processor time, a
tenth of what it has in the service. Seats change from match to match, a shared victory counts in part, the limits are
Wilson's for 95 %. The scripts are `bench/opponents/pharao_careful.py` and `cheops_greedy.py`. No series had the default
second a step. The series of fewer than 100 matches are short.

| game | seats | level | against | s of a core | won | limits |
|---|--:|---|---|--:|--:|---|
| pharao | 2 | strong | careful | 0.1 | 37 of 40 | 80 % to 97 % |
| pharao | 4 | strong | three careful ones | 0.1 | 29 of 40 | 57 % to 84 % |
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

A step of the strong player of Das Gold des Pharao took 0.045 s of a core on average. Three of its 40 matches against
the careful script ended by quiet rounds, and one of the 40 with four seats. Since it sees how the latest turns began,
it brought no position about more than twice in them; before, one came back up to 15 times in a short match.
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
