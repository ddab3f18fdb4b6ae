"""Two letters of one player are judged by two workers at the same instant: one is played, and both have a receipt."""

from __future__ import annotations

from adjudicator.services.job_queue import ANY
from testkit.waiting import await_until
from tests.end_to_end.egyptos_match import EgyptosMatch

CELLS = ("N13", "N14")


def test_one_of_two_letters_is_played_and_the_other_refused(play: EgyptosMatch) -> None:
    installation = play.installation
    installation.send_worker_away()
    for cell in CELLS:
        play.mover.answer(play.letter, cell)
    with installation.clock.held_up(), installation.match_locked(play.match):
        for name in ("one", "two"):
            installation.another_worker(name, "--concurrency", "1").start()
        installation.enqueue("judge.letter", ANY)  # the second letter found the first one waiting, and told nobody
        await_until(lambda: len(installation.at_work("judge.letter")) == 2, "each worker has one letter")
    played, refused = play.mover.read("You laid "), play.mover.read("Not played: ")
    installation.await_quiet()
    (cell,) = [cell for cell in CELLS if f"You laid {cell}" in str(played["Subject"])]
    assert play.steps == ["M13", cell]
    assert len(installation.outbox(play.mover, "receipt")) == 2
    answered = {str(letter["References"]).split()[-1] for letter in (played, refused)}
    assert len(answered) == 2
