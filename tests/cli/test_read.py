import json
from pathlib import Path

import pytest

from testkit.console import Console
from testkit.database import make_tables

TURNS = sorted((Path(__file__).parents[1] / "mail" / "turns").glob("*.eml"))
REPLY = "M16\n\nOn 30 Nov 2026 at 09:14, Adjudicator <play@club.example> wrote:\n> M14\n"


@pytest.fixture
def installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    make_tables(url)
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("ADJUDICATOR_SECRET", "a secret for tests, long enough to sign with")
    monkeypatch.setenv("ADJUDICATOR_VAR", str(tmp_path))


def test_every_line_is_shown_with_what_it_is() -> None:
    ran = Console()("read", "--text", given=REPLY.encode())
    assert ran.exit_code == 0, ran.output
    assert [line.split()[:2] for line in ran.output.splitlines()] == [
        ["written", "M16"], ["blank"], ["introduction", "On"], ["quoted", ">"], ["blank"],
    ]  # fmt: skip


def test_bodies_come_one_a_line_and_go_as_what_the_person_wrote() -> None:
    bodies = [{"id": "a", "text": REPLY}, {"id": "b", "html": "<p>N15</p><blockquote>M14</blockquote>"}]
    given = "\n".join(map(json.dumps, bodies)).encode()
    ran = Console()("read", "--text", "--json-lines", given=given)
    assert ran.exit_code == 0, ran.output
    assert [json.loads(line) for line in ran.output.splitlines()] == [
        {"id": "a", "kept": ["M16"]},
        {"id": "b", "kept": ["N15"]},
    ]


@pytest.mark.parametrize("line", ["", "[]", '{"text": "M16"}', "{"])
def test_a_line_that_is_no_body_is_named(line: str) -> None:
    ran = Console()("read", "--text", "--json-lines", given=f'{{"id": "a", "text": ""}}\n{line}\n'.encode())
    assert ran.exit_code == 1
    assert "line 2 is no" in ran.output


def test_letters_do_not_come_one_a_line() -> None:
    assert Console()("read", "--json-lines", given=b"").exit_code == 2


@pytest.mark.usefixtures("installation")
@pytest.mark.parametrize("path", TURNS[:1], ids=lambda path: path.stem)
def test_a_letter_is_shown_with_its_sender_and_nothing_is_judged(path: Path) -> None:
    ran = Console()("read", str(path))
    assert ran.exit_code == 0, ran.output
    assert "auto-submitted" in ran.output
    assert "0 known" in ran.output
    assert "written       What happened" in ran.output
