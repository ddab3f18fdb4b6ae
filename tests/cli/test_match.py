"""`adjudicator match`, `retry` and `migrate`: what a host sees of his own installation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli import main
from adjudicator.store.schema import is_current
from testkit.club import ANNA, BOB, Club, to_move
from testkit.database import make_tables


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    for name, value in {
        "DATABASE_URL": url,
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "ADJUDICATOR_SECRET": "a secret for tests, long enough to sign with",
        "ADJUDICATOR_VAR": str(tmp_path),
    }.items():
        monkeypatch.setenv(name, value)
    make_tables(url)
    club = Club.found(url)
    yield club
    club.context.store.close()


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_matches_are_listed_with_who_is_to_move(club: Club) -> None:
    match = club.begin("days=3")
    headings, row = run("match", "list").output.splitlines()
    assert headings.split() == ["code", "rules", "state", "turn", "to", "move", "due", "(UTC)", "players"]
    assert row.split()[:4] == [match.code, "egyptos/1", "running", "2"]
    assert to_move(club).split()[0] in row
    assert "2026-11-30 19:00" in row


def test_only_matches_of_a_state_are_listed_when_asked(club: Club) -> None:
    club.begin()
    assert len(run("match", "list", "--state", "finished").output.splitlines()) == 1
    assert len(run("match", "list", "--state", "running").output.splitlines()) == 2


def test_a_match_is_shown_with_board_and_steps_in_whatever_case_it_is_named(club: Club) -> None:
    match = club.begin()
    shown = run("match", "show", match.code.lower()).output
    assert "(X)" in shown
    assert "turn   1  M13" in shown


def test_a_finished_match_says_how_it_ended(club: Club) -> None:
    match = club.begin()
    club.answer(club.last(ANNA), "resign")
    assert "Anna resigned." in run("match", "show", match.code).output


def test_a_record_is_printed_as_json_without_its_secrets(club: Club) -> None:
    match = club.begin()
    record = json.loads(run("match", "show", match.code, "--record").output)
    assert record["header"]["match"] == match.code
    assert record["seed"] is None


def test_a_match_that_does_not_exist_is_one_line(club: Club) -> None:
    ran = run("match", "show", "zzzz")
    assert ran.exit_code == 1
    assert ran.stderr == "Error: there is no match ZZZZ; `adjudicator match list` lists them\n"


def test_a_letter_that_was_set_aside_is_listed_with_its_fault_and_tried_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object) -> None:
        raise RuntimeError("a wheel came off")

    club.begin()
    with monkeypatch.context() as patch:
        patch.setattr("adjudicator.services.orders.seat_handler.rule_on", broken)
        number = club.answer(club.last(to_move(club)), "M14")
    assert "RuntimeError: a wheel came off" in run("retry").output
    assert "Traceback" in run("retry", "--traceback").output
    assert run("retry", str(number)).stdout == f"Letter {number} is in the queue again.\n"
    assert club.inbox(number).state == "waiting"
    assert run("retry").output == "No letter is set aside.\n"


def test_a_letter_that_is_not_aside_cannot_be_retried(club: Club) -> None:
    ran = run("retry", "7")
    assert ran.exit_code == 1
    assert "letter 7 is not set aside" in ran.stderr


def test_migrating_makes_the_tables_and_can_be_called_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/new.sqlite3"
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("ADJUDICATOR_SECRET", "a secret for tests, long enough to sign with")
    assert run("migrate").output == "The database is up to date.\n"
    assert run("migrate").exit_code == 0
    assert is_current(url)


def test_a_deed_needs_a_reason_and_is_told(club: Club) -> None:
    match = club.begin("days=3 absence=0")
    assert "Missing option '--because'" in run("match", "extend", match.code, "2d").stderr
    assert run("match", "extend", match.code, "2d", "--because", "a storm").output.endswith(
        f"{match.code}: done; the players are told\n"
    )
    assert club.match().entry_count == match.entry_count + 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("match", "extend", "2d", "--because", "x"), "which match? Give its code before the time"),
        (("match", "extend", "K7Q2", "--because", "x"), "give a time, such as 2d or 36h"),
        (("match", "pause", "K7Q2", "--until", "5 Dec", "--because", "x"), "'5 Dec' is no day, such as 2026-12-05"),
        (("site", "copy", "--since", "5 Dec"), "'5 Dec' is no day, such as 2026-12-05"),
        (("broadcast", " "), "the letter is empty"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_command_with_a_slip_says_what_would_be_right(words: tuple[str, ...], said: str) -> None:
    ran = run(*words)
    assert ran.exit_code == 2
    assert said in ran.stderr


def test_a_player_who_has_not_answered_an_invitation_is_listed_as_invited(club: Club) -> None:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.work()
    club.answer(club.last(ANNA), "yes")
    (_, row) = run("match", "list").output.splitlines()
    assert row.endswith("Anna, (invited)")


def test_all_matches_are_extended_one_by_one_and_the_rest_is_skipped_with_its_reason(club: Club) -> None:
    limited, free = club.begin("days=3"), club.begin("days=none", first=BOB, second=ANNA)
    printed = run("match", "extend", "--all", "2d", "--because", "an outage").output.splitlines()
    assert [line for line in printed if line.startswith((limited.code, free.code))] == [
        f"{limited.code}: done; the players are told",
        f"{free.code}: skipped: this match has no limit of time, and nobody is late",
    ]


def test_a_match_in_which_a_deed_fails_keeps_it_from_no_other(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    gone, played = club.begin("days=3").code, club.begin("days=3").code
    with club.connected() as database, database:
        database.execute("UPDATE matches SET rules = 'gone/1' WHERE code = ?", (gone,))
    why = "its game gone/1 is not installed; install it again"
    advice = "name each of these matches by its code then, as --all would do it again in the others"
    for words in (("extend", "2d"), ("pause",), ("resume",)):
        ran = run("match", *words, "--all", "--because", "an outage")
        assert ran.exit_code == 1
        assert [line for line in ran.stdout.splitlines() if line.startswith((gone, played))] == [
            f"{gone}: failed: {why}",
            f"{played}: done; the players are told",
        ]
        assert ran.stderr == f"Error: not done in {gone}; {advice}\n"
    assert run("match", "pause", gone, "--because", "an outage").stderr == f"Error: {why}\n"

    def break_down(*_words: object) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr("adjudicator.services.host.deeds.pause_match", break_down)
    ran = run("match", "pause", "--all", "--because", "an outage")
    assert "RuntimeError: a wheel came off" in ran.stdout
    assert ran.stderr == f"Error: not done in {gone}, {played}; {advice}\n"


def test_going_back_is_shown_first_and_asked_unless_the_host_is_sure(club: Club) -> None:
    match = club.begin()
    shown = CliRunner().invoke(main, ["match", "rewind", match.code, "0", "--because", "a fault of ours"], input="n\n")
    assert "after entry 0:" in shown.output
    assert "Entries that no longer stand: 1 M13" in shown.output
    assert club.match().entry_count == match.entry_count
    assert run("match", "rewind", match.code, "0", "--because", "a fault of ours", "--yes").exit_code == 0
    assert club.match().entry_count > match.entry_count


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("vacate", "CODE", "Zoe"), "Zoe is no player here; they are Anna, Bob"),
        (("seat", "CODE", "Anna", "nowhere"), "nowhere is no address"),
        (("rewind", "CODE", "99", "--yes"), "there is no entry 99; the last one is"),
        (("resume", "CODE"), "the host has not paused this match"),
        (("pause", "ZZZZ"), "there is no match ZZZZ"),
        (("pause",), "give the code of a match, or --all"),
    ],
)
def test_a_deed_that_cannot_be_done_is_one_sentence(club: Club, words: tuple[str, ...], sentence: str) -> None:
    code = club.begin("days=3").code
    ran = run("match", *(word.replace("CODE", code) for word in words), "--because", "a fault")
    assert ran.exit_code > 0
    assert sentence in ran.stderr


def test_words_are_hidden_with_a_reason_and_shown_again(club: Club) -> None:
    code = club.begin().code
    club.answer(club.last(ANNA), "diary hush")
    club.answer(club.last(BOB), "resign")
    club.answer(club.last(ANNA), "comment 1 an insult")
    for mark in ("1.1", "diary anna 1"):
        assert run("match", "hide", code, mark, "--because", "rude").output.endswith(f"{code}: {mark} is hidden\n")
        assert run("match", "hide", code, mark, "--again").output.endswith(f"{code}: {mark} is shown again\n")
    for words, sentence in (
        (("1.9", "--because", "x"), f"there is no comment 1.9 on {code}"),
        (("diary Bob 1", "--because", "x"), f"there is no entry 1 in a diary of Bob on {code}"),
        (("1.1",), "give a reason by --because, or --again"),
        (("1.1", "--because", "x" * 501), "there is room for 500"),
    ):
        assert sentence in run("match", "hide", code, *words).stderr


def test_a_broadcast_goes_to_all_who_play(club: Club) -> None:
    match = club.begin()
    assert run("broadcast", "We move house.").output.endswith("Letters written: 2\n")
    assert run("broadcast", "We move house.", "--match", match.code).output.endswith("Letters written: 2\n")


def test_a_host_sees_who_has_a_plan_and_nothing_of_it(club: Club) -> None:
    match = club.begin()
    planner = to_move(club)
    club.answer(club.last(planner), "M12\nif N13 then M14")
    shown = run("match", "show", match.code).output
    assert f"plans      {planner.split()[0]}" in shown
    assert "M14" not in shown
