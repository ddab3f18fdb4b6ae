"""Checks of matches: the chain of digests holds, the record equals the database, and it can be replayed."""

from __future__ import annotations

import hashlib
import json
import subprocess
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from chaos.checker.evidence import Evidence, Match

AT_A_TIME = 50
RIGHT = "all digests right"


def download(found: Evidence, site: str, folder: Path) -> None:
    """Download the record of every match that began."""
    folder.mkdir(exist_ok=True)
    for match in found.matches:
        if match.begun:
            try:
                with urllib.request.urlopen(f"{site}/m/{match.code}/record.json", timeout=30) as answer:
                    text = answer.read()
            except OSError as fault:
                found.verified[match.code] = f"its record was not served: {fault}"
                continue
            (folder / f"{match.code}.json").write_bytes(text)
            found.records[match.code] = json.loads(text)


def replay(found: Evidence, words: Sequence[str], folder: Path) -> None:
    """Let the service's own program deal and play every record again."""
    paths = [str(folder / f"{code}.json") for code in found.records]
    for first in range(0, len(paths), AT_A_TIME):
        done = subprocess.run([*words, *paths[first : first + AT_A_TIME]], capture_output=True, text=True, check=False)
        for line in (done.stdout + done.stderr).splitlines():
            path, _, told = line.partition(": ")
            found.verified.setdefault(Path(path).stem, told)


def digests(found: Evidence, match: Match) -> list[str]:
    """List the digest of every position of a match: of its header, of each step, and of its end."""
    record = found.records.get(match.code)
    entries = [digest for _, digest in match.entries]
    return [*entries, *([match.chain] if match.chain else []), *([_digest("", record["header"])] if record else [])]


def replayed(found: Evidence) -> Iterator[str]:
    """Find matches whose record cannot be dealt and played again to its digest."""
    for match in found.matches:
        # After an end by time the deal stays secret for a week, and the program adds so.
        if match.begun and RIGHT not in found.verified.get(match.code, ""):
            yield f"{match.code}: {found.verified.get(match.code, 'nothing was said of it')}"


def chained(found: Evidence) -> Iterator[str]:
    """Find records in which a digest does not follow, or that are not what the database has."""
    for match in found.matches:
        record = found.records.get(match.code)
        if record is not None:
            yield from (f"{match.code}: {fault}" for fault in _chain(record, match))


def opened(found: Evidence) -> Iterator[str]:
    """Find wishes that became no match, or several."""
    if len(found.matches) != found.wishes:
        yield f"{found.wishes} matches were confirmed and {len(found.matches)} were opened"


def _chain(record: dict[str, Any], match: Match) -> Iterator[str]:
    digest = _digest("", record["header"])
    for number, entry in enumerate(record["entries"], 1):
        digest = _digest(digest, {name: value for name, value in entry.items() if name != "digest"})
        if entry["n"] != number or entry["digest"] != digest:
            yield f"entry {number} does not follow from the one before"
            return
    if not record["entries"] or record["entries"][-1]["kind"] != "end":
        yield "it has no end"
    if digest != match.chain:
        yield "its last digest is not the one in the database"
    published = [
        (entry["n"], values["turn"], entry["by"], values["step"], values["forced"], entry["digest"])
        for entry in record["entries"]
        if entry["kind"] == "step" and (values := entry["values"])
    ]
    if published != list(match.steps):
        yield "its steps are not those in the database"


def _digest(previous: str, entry: dict[str, Any]) -> str:
    text = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256((previous + text).encode()).hexdigest()
