"""`python -m chaos.checker FOLDER`: read what a run left behind, print the account, fail if a promise was broken."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import psycopg

from chaos.checker.evidence import Evidence, read_database, read_diary, read_faults, read_players, read_sink
from chaos.checker.records import download, replay
from chaos.checker.report import report


def main(folder: Path) -> int:
    """Check a run and return the exit code."""
    told = json.loads((folder / "run.json").read_text())
    found = Evidence(seconds=told["seconds"])
    read_players(found, read_diary(folder / "players.jsonl"))
    read_sink(found, read_diary(folder / "sink.jsonl"))
    read_faults(found, read_diary(folder / "faults.jsonl"))
    with psycopg.connect(told["database"]) as line:
        read_database(found, line)
    download(found, told["site"], folder / "records")
    replay(found, told["verify"], folder / "records")
    lines, kept = report(found)
    print("\n".join(lines))
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
