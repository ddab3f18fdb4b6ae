"""A match from its invitation to its verified record, through the real listener, broker, worker and relay."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from adjudicator.store.states import MatchState
from tests.end_to_end.egyptos_match import EgyptosMatch
from tests.end_to_end.installation import PROGRAMS, Installation
from tests.end_to_end.person import reply_address, text_of

# The first stone lies at M13 by itself; the second player builds column N while the first one lays aside.
MOVES = ("N13", "L12", "N14", "L11", "N15", "L10", "N16", "K9")
FIVE = "N17"


def test_a_match_by_letters_ends_with_a_record_that_can_be_verified(play: EgyptosMatch, tmp_path: Path) -> None:
    installation, match = play.installation, play.match
    for cell in MOVES:
        play.lay(cell)
    play.mover.answer(play.letter, FIVE)
    play.mover.read(f"You laid {FIVE}")
    for person, result in ((play.mover, "You have won"), (play.waiting, f"{play.mover.name} has won")):
        over = person.read(result)
        assert str(over["Subject"]).startswith(f"[{match.code}] ")
        assert match.seed.hex() in "".join(text_of(over).split())
    assert play.match.state is MatchState.FINISHED

    record = tmp_path / "record.json"
    record.write_bytes(adjudicator(installation, "match", "show", match.code, "--record"))
    assert b"all digests right" in adjudicator(installation, "verify", str(record))


def test_a_letter_of_swaks_is_judged_and_answered(installation: Installation) -> None:
    program = shutil.which("swaks")
    if program is None:
        pytest.skip("swaks is not installed")
    anna = installation.person("Anna")
    words = ["--server", f"{installation.settings.smtp_in}", "--from", anna.address, "--to", installation.address]
    subprocess.run([program, *words, "--body", "games", "--silent", "1"], check=True, timeout=30)
    assert "egyptos" in text_of(anna.read("Games you can play here")).lower()


def test_a_letter_through_the_pipe_is_judged_and_answered(play: EgyptosMatch) -> None:
    raw = play.mover.draft_answer(play.letter, "N13")
    adjudicator(play.installation, "deliver", "--from", play.mover.address, reply_address(play.letter), letter=raw)
    play.mover.read("You laid N13")
    assert play.steps == ["M13", "N13"]


def adjudicator(installation: Installation, *words: str, letter: bytes = b"") -> bytes:
    """Run the command of the host; it has to succeed."""
    done = subprocess.run(
        [str(PROGRAMS / "adjudicator"), *words],
        env=installation.environ,
        input=letter,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout
