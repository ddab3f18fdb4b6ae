"""The walk through the code names what is there, and is short enough to be walked."""

from __future__ import annotations

import ast
import re

from testkit.doc_snippets import ROOT

PAGE = (ROOT / "docs" / "developers" / "life-of-a-letter.md").read_text()
# A station: its number, its file, and in brackets the names to read there.
STATIONS = re.findall(r"^(\d+)\. `([\w/]+\.py)` \(((?:`\w+`(?:, )?)+)\)", PAGE, re.MULTILINE)
MOST_FILES = 15


def test_each_station_names_what_is_in_its_file() -> None:
    missing = []
    for _, path, names in STATIONS:
        tree = ast.parse((ROOT / path).read_text())
        there = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        missing += [(path, name) for name in re.findall(r"`(\w+)`", names) if name not in there]
    assert not missing


def test_the_stations_are_numbered_and_few() -> None:
    assert [int(number) for number, _, _ in STATIONS] == list(range(1, len(STATIONS) + 1))
    assert 10 <= len({path for _, path, _ in STATIONS}) <= MOST_FILES


def test_the_files_of_the_other_paths_exist() -> None:
    table = PAGE[PAGE.index("## Where the other paths branch off") :]
    places = re.findall(r"`(adjudicator/[\w/.]+)`", table)
    assert places
    assert [place for place in places if not (ROOT / place).exists()] == []
    walked = {path.rpartition("/")[2] for _, path, _ in STATIONS}
    assert set(re.findall(r"`(\w+\.py)`", table)) <= walked
