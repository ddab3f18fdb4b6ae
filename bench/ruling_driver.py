"""Plays matches by letters in this process and prints the CPU milliseconds of each letter; `bench.ruling` runs it.

It runs on the code of any checkout that is first on the path, so it uses only what older ones have, too.
"""

from __future__ import annotations

import logging
import sys
import tempfile
import time
from pathlib import Path

import structlog

from testkit.club import Club, to_move
from testkit.database import make_tables

LADDER = "M14,N14,M15,N13,L14,O14,L15,N15,M12,N12,L13,O13,K14,P14,K13,P13,L12,O12,K15,O15"
"""Squares that can be laid in this order without a row of five; M13 is laid by itself."""


def main(matches: int) -> None:
    """Print the figures of some matches, after one to get warm."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'club.sqlite3'}"
        make_tables(url)
        club = Club.found(url)
        for number in range(matches + 1):
            club.begin()
            for square in LADDER.split(","):
                writer = to_move(club)
                letter = club.last(writer)
                begun = time.process_time()
                club.answer(letter, square)
                took = time.process_time() - begun
                if number:
                    print(f"{1000 * took:.3f}")
        club.context.store.close()


if __name__ == "__main__":
    main(int(sys.argv[1]))
