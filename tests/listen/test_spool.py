"""Letters on disk: whole or not there, one file for the same letter, taken off when they are kept elsewhere."""

import os
from pathlib import Path

import pytest

from adjudicator.listen.spool import UNREADABLE, SpooledLetter, read_spool, write_spool

ENVELOPE = ("play@club.example", "bert@example.org", "pipe")


@pytest.mark.parametrize("raw", [b"", b"M16\n", b"\r\n\0\xff\n{}\n"])
def test_a_letter_is_read_as_it_was_written(tmp_path: Path, raw: bytes) -> None:
    path = write_spool(tmp_path, raw, *ENVELOPE)
    assert list(read_spool(tmp_path)) == [SpooledLetter(path, raw, *ENVELOPE)]


def test_letters_are_for_this_service_alone(tmp_path: Path) -> None:
    path = write_spool(tmp_path / "spool", b"M16", *ENVELOPE)
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


def test_a_letter_is_there_once_however_often_it_came(tmp_path: Path) -> None:
    assert write_spool(tmp_path, b"M16", *ENVELOPE) == write_spool(tmp_path, b"M16", *ENVELOPE)
    assert write_spool(tmp_path, b"M16", "other@club.example", *ENVELOPE[1:]) != write_spool(
        tmp_path, b"M16", *ENVELOPE
    )
    assert len(list(read_spool(tmp_path))) == 2


def test_the_file_and_its_folder_are_synced_before_the_letter_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[str, int]] = []
    real = os.fsync

    def watch(descriptor: int) -> None:
        synced.append((str(Path(f"/proc/self/fd/{descriptor}").readlink()), len(list(tmp_path.glob("*.letter")))))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", watch)
    path = write_spool(tmp_path, b"M16", *ENVELOPE)
    (file, before), (folder, after) = synced
    assert Path(file).parent == path.parent
    assert before == 0
    assert (folder, after) == (str(tmp_path), 1)


def test_the_oldest_letter_comes_first(tmp_path: Path) -> None:
    paths = [write_spool(tmp_path, str(n).encode(), *ENVELOPE) for n in range(5)]
    for age, path in enumerate(reversed(paths)):
        os.utime(path, (1_000 + age, 1_000 + age))
    assert [letter.raw for letter in read_spool(tmp_path)] == [b"4", b"3", b"2", b"1", b"0"]


def test_a_letter_that_is_kept_elsewhere_is_taken_off(tmp_path: Path) -> None:
    write_spool(tmp_path, b"M16", *ENVELOPE)
    for letter in read_spool(tmp_path):
        letter.done()
        letter.done()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"M16", b"[]\nM16", b'{"recipient": "x"}\nM16', b"\xff\n"])
def test_a_file_that_is_no_letter_does_not_stand_in_the_way(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "broken.letter").write_bytes(content)
    write_spool(tmp_path, b"M16", *ENVELOPE)
    assert [letter.raw for letter in read_spool(tmp_path)] == [b"M16"]
    assert (tmp_path / f"broken{UNREADABLE}").read_bytes() == content


def test_a_half_written_letter_is_none(tmp_path: Path) -> None:
    (tmp_path / "x.123.part").write_bytes(b"{}")
    assert list(read_spool(tmp_path)) == []


def test_where_nothing_was_ever_spooled_nothing_waits(tmp_path: Path) -> None:
    assert list(read_spool(tmp_path / "spool")) == []
