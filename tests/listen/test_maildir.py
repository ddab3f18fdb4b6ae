"""Letters from a maildir: taken once, left there while nobody can keep them, put aside when they cannot be read."""

import os
import time
from pathlib import Path

import pytest

from adjudicator.listen.maildir import LATER_SECONDS, MaildirFetcher, NoMaildir
from adjudicator.listen.protocols import RateLimited, TemporaryFault
from tests.listen.running_listener import BOOK, FakeInbox

SEAT = BOOK.seat("k7q2", 1, 9)
LIMIT = 20_000


@pytest.fixture
def maildir(tmp_path: Path) -> Path:
    for name in ("new", "cur", "tmp"):
        (tmp_path / name).mkdir()
    return tmp_path


def bring(maildir: Path, text: str, name: str, age: int = 0, to: str = SEAT) -> Path:
    path = maildir / "new" / name
    path.write_text(f"Return-Path: <bert@example.org>\nTo: {to}\n\n{text}")
    os.utime(path, (1_000 - age, 1_000 - age))
    return path


def take_in(maildir: Path, kept: FakeInbox) -> int:
    return MaildirFetcher(maildir).take_in(kept, BOOK.read, LIMIT)


def names(maildir: Path, folder: str) -> list[str]:
    return sorted(path.name for path in (maildir / folder).iterdir())


def test_letters_are_taken_oldest_first_and_marked_as_seen(maildir: Path) -> None:
    bring(maildir, "second", "a.1.mx")
    bring(maildir, "first", "b.2.mx", age=5)
    kept = FakeInbox()
    assert take_in(maildir, kept) == 2
    assert [raw.split()[-1] for raw, *_ in kept.letters] == [b"first", b"second"]
    assert {letter[1:] for letter in kept.letters} == {(SEAT, "bert@example.org", "maildir")}
    assert names(maildir, "new") == []
    assert names(maildir, "cur") == ["a.1.mx:2,S", "b.2.mx:2,S"]
    assert take_in(maildir, kept) == 0


def test_a_letter_that_is_too_much_is_left_for_later_and_holds_up_no_other(
    maildir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(maildir, "junk", "a", age=5, to=BOOK.service)
    bring(maildir, "move", "b")
    full = FakeInbox(fault=lambda recipient: RateLimited("too many letters") if recipient == BOOK.service else None)
    watched, asked = MaildirFetcher(maildir), list[str]()
    assert watched.take_in(full, BOOK.read, LIMIT) == 1
    assert (names(maildir, "new"), names(maildir, "cur"), watched.left) == (["a"], ["b:2,S"], 1)
    again = FakeInbox(fault=asked.append)
    assert watched.take_in(again, BOOK.read, LIMIT) == 0
    assert asked == []
    now = time.monotonic()
    monkeypatch.setattr("adjudicator.listen.maildir.time.monotonic", lambda: now + LATER_SECONDS + 1)
    assert watched.take_in(again, BOOK.read, LIMIT) == 1
    assert (names(maildir, "new"), watched.left) == ([], 0)


def test_a_letter_stays_new_while_nobody_can_keep_it(maildir: Path) -> None:
    bring(maildir, "first", "a", age=5)
    bring(maildir, "second", "b")
    locked = FakeInbox(fault=lambda _recipient: TemporaryFault("database is locked"))
    with pytest.raises(TemporaryFault):
        take_in(maildir, locked)
    assert names(maildir, "new") == ["a", "b"]
    assert names(maildir, "cur") == []
    assert take_in(maildir, FakeInbox()) == 2


def test_a_letter_that_cannot_be_kept_ever_is_put_aside_and_later_ones_are_taken(maildir: Path) -> None:
    bad = BOOK.seat("k7q2", 0, 9)
    bring(maildir, "odd", "a", age=5, to=bad)
    bring(maildir, "M16", "b")
    kept = FakeInbox(fault=lambda recipient: ValueError("odd") if recipient == bad else None)
    assert take_in(maildir, kept) == 1
    assert names(maildir, "cur") == ["a:2,F", "b:2,S"]


def test_what_is_no_letter_at_all_is_put_aside(maildir: Path) -> None:
    (maildir / "new" / "folder").mkdir()
    bring(maildir, "M16", "b")
    assert take_in(maildir, FakeInbox()) == 1
    assert names(maildir, "cur") == ["b:2,S", "folder:2,F"]


def test_a_letter_for_somebody_else_is_looked_at_and_left_unseen(maildir: Path) -> None:
    bring(maildir, "dear Anna", "a", to="anna@example.org")
    kept = FakeInbox()
    assert take_in(maildir, kept) == 0
    assert kept.letters == []
    assert names(maildir, "cur") == ["a:2,"]


def test_of_a_letter_that_is_too_large_the_head_is_kept(maildir: Path) -> None:
    bring(maildir, "x" * LIMIT, "a")
    kept = FakeInbox()
    assert take_in(maildir, kept) == 1
    (letter,) = kept.letters
    assert letter[1:3] == (SEAT, "bert@example.org")
    assert len(letter[0]) < 200


def test_a_letter_that_another_one_took_is_no_fault(maildir: Path) -> None:
    first = bring(maildir, "first", "a", age=5)
    second = bring(maildir, "second", "b")

    def take_the_other(_recipient: str) -> None:
        second.unlink(missing_ok=True)

    assert take_in(maildir, FakeInbox(fault=take_the_other)) == 1
    assert not first.exists()


@pytest.mark.parametrize("folder", ["nowhere", "file"])
def test_a_folder_that_is_no_maildir_is_told_with_what_it_lacks(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoMaildir, match="it has no folder new"):
        take_in(tmp_path / folder, FakeInbox())
