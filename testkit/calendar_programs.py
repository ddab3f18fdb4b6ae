"""What calendar programs read in a file: khal, and the calendar of Thunderbird, whose module node runs."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

KHAL, NODE = shutil.which("khal"), shutil.which("node")
THUNDERBIRD = Path("/usr/lib/thunderbird/omni.ja")

Shown = tuple[str, str, str]
"""Title, beginning and end of an event; the end of whole days is the last of them."""

_KHAL = """
[calendars]
[[club]]
path = {folder}/club
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
"""
_THUNDERBIRD = """
import ICAL from "./ical.mjs";
import { readFileSync } from "node:fs";
const calendar = new ICAL.Component(ICAL.parse(readFileSync("feed.ics", "utf8")));
const events = calendar.getAllSubcomponents("vevent").map((one) => new ICAL.Event(one));
const show = (time) => time.toString().replace("T", " ").replace(/:00Z$/, "");
console.log(JSON.stringify(events.map(({ summary, startDate, endDate }) => {
  if (endDate.isDate) endDate.adjust(-1, 0, 0, 0);
  return [summary, show(startDate), show(endDate)];
})));
"""


def read_by_khal(folder: Path, text: str) -> list[Shown]:
    """Let khal print a file."""
    (folder / "club").mkdir()
    (folder / "khal.conf").write_text(_KHAL.format(folder=folder))
    form = "{title}\t{start-long}\t{end-long}"
    told = _run(folder, text, str(KHAL), "-c", "khal.conf", "printics", "--format", form, "feed.ics")
    events = [line.split("\t") for line in told.splitlines()[1:]]
    return sorted((title, begin, end) for title, begin, end in events)


def read_by_thunderbird(folder: Path, text: str) -> list[Shown]:
    """Let the module by which Thunderbird reads calendars read a file."""
    with ZipFile(THUNDERBIRD) as archive:
        (folder / "ical.mjs").write_bytes(archive.read("modules/calendar/Ical.sys.mjs"))
    (folder / "read.mjs").write_text(_THUNDERBIRD)
    told = json.loads(_run(folder, text, str(NODE), "read.mjs"))
    return sorted((title, begin, end) for title, begin, end in told)


def list_readers() -> list[Callable[[Path, str], list[Shown]]]:
    """List how a file is read: by khal, and by Thunderbird where it is installed. It is too large to ask for."""
    return [read_by_khal, *([read_by_thunderbird] if NODE and THUNDERBIRD.is_file() else [])]


def _run(folder: Path, text: str, *command: str) -> str:
    (folder / "feed.ics").write_bytes(text.encode())
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
