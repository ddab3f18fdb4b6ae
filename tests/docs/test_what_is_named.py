"""README and docs name only what exists, and the README's letter is one that the service writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.cli import COMMANDS
from adjudicator.mail.address import AddressBook
from adjudicator.web.lobby import sample_letter
from docs.generate import read_settings
from testkit.doc_snippets import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()
# What the changelog says was true when it was written.
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {ROOT / "CHANGELOG.md"})
SETTINGS = read_settings().keys() | {"ADJUDICATOR_CORPUS"}


def label(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_what_a_page_names_exists(page: Path) -> None:
    text = page.read_text()
    places = set(re.findall(r"`((?:adjudicator|templates|worker|tests|chaos|bench|deploy|docs)/[\w/.-]*)`", text))
    places -= {"deploy/.env", "docs/_build/html/index.html", "docs/_build/html"}  # made by the host or by a command
    places |= set(re.findall(r"`([\w.-]+/[\w/.-]+\.py)`", text))
    assert [place for place in places if not (ROOT / place).exists()] == []
    # "make" is also an English word: a target stands in a code span, or at the beginning of a line of code.
    targets = set(re.findall(r"(?:`|^(?: {4})?)make ([a-z-]+)", text, re.MULTILINE))
    assert [target for target in targets if not re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)] == []
    assert set(re.findall(r"`adjudicator ([a-z][a-z-]*)", text)) <= COMMANDS.keys()
    assert set(re.findall(r"\b(?:ADJUDICATOR_[A-Z_]+|DATABASE_URL|REDIS_URL)\b", text)) - {"ADJUDICATOR_"} <= SETTINGS


def test_the_architecture_names_every_package() -> None:
    page = (ROOT / "docs" / "developers" / "architecture.md").read_text()
    parts = [path.parent for path in (ROOT / "adjudicator").rglob("__init__.py") if "migrations" not in path.parts]
    divided = ("mail", "texts", "services", "matches", "engines", "match", "web")
    within = {path: f"`{path.name}/`" for path in parts if path.parent.name in divided}
    packages = {path: f"`adjudicator/{path.name}/`" for path in parts if path.parent == ROOT / "adjudicator"}
    assert [name for name in (within | packages).values() if name not in page] == []


@pytest.mark.parametrize("page", ["README.md", "docs/players/index.md"])
def test_the_letter_that_is_shown_is_one_that_the_service_writes(page: str) -> None:
    book = AddressBook(domain="club.example", secret=b"a secret for tests, long enough to sign with")
    letter = sample_letter.turn_letter(book, "https://club.example", "en")
    assert f"```text\nSubject: {letter.subject}\n\n{letter.text}```\n" in (ROOT / page).read_text()


def test_the_readme_is_short_and_its_links_lead_somewhere() -> None:
    readme = (ROOT / "README.md").read_text()
    assert len(readme.splitlines()) <= 100
    links = re.findall(r"\]\(([^)]+)\)", readme)
    assert [link for link in links if not (ROOT / link).exists()] == []
