"""The checker finds nothing where all is well, and each thing that is not."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chaos.checker.evidence import Arrival, Change, Evidence, Row, Sent, Written
from chaos.checker.promises import PROMISES
from chaos.checker.report import report
from chaos.checker.silence import EVERYWHERE, IN_MATCH
from tests.chaos.sound_evidence import CODE, PEOPLE, change_hands, claim, leave, plan_turn, refuse_words, sound, stand

CHECKER = Path(__file__).parents[2] / "chaos" / "checker"


def broken(found: Evidence) -> set[str]:
    return {promise.words for promise in PROMISES if list(promise.broken(found))}


def change_row(**values: Any) -> Callable[[Evidence], None]:
    def change(found: Evidence) -> None:
        found.rows[0] = replace(found.rows[0], **values)

    return change


def change_sent(**values: Any) -> Callable[[Evidence], None]:
    def change(found: Evidence) -> None:
        found.sent[0] = replace(found.sent[0], **values)

    return change


def change_arrival(**values: Any) -> Callable[[Evidence], None]:
    def change(found: Evidence) -> None:
        found.arrivals[0] = replace(found.arrivals[0], **values)

    return change


def change_steps(change: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> Callable[[Evidence], None]:
    def spoil(found: Evidence) -> None:
        found.matches[0] = replace(found.matches[0], steps=change(found.matches[0].steps))

    return spoil


def again(row: Row) -> Row:
    return replace(row, number=row.number + 5000)


def another(letter: Sent) -> Sent:
    return replace(letter, number=letter.number + 5000)


def copied(arrival: Arrival, **values: Any) -> Arrival:
    return replace(arrival, **values)


def take_over(found: Evidence, times: int) -> None:
    """Let somebody say yes to taking over a seat, and the others be asked about it so many times."""
    name, person = "<950@mail.example>", "xaver@players.example"
    found.written[name] = Written(name, person, ["yes"], "smtp", "play+confirm-7700000000-abc@club.example", taken=1)
    found.rows.append(Row(950, name, person, "smtp", "done", 1, "confirmed", None, f"{950:064x}", None))
    found.seat_requests["77"] = ("takeover", 1, person)
    found.proposed += [(1, person)] * times


def refuse_dead_words(found: Evidence) -> None:
    """Let words be refused at an address that died when somebody stood in for Anna, who is back now."""
    refuse_words(found, turn=1)
    for change in (Change(4, 0, "xaver@players.example", "substitute"), Change(5, 0, PEOPLE[0], "returned")):
        change_hands(found, change)


def come_back(found: Evidence) -> None:
    """Let who took a seat over leave it, and come back by another yes."""
    take_over(found, 1)
    person = found.rows[-1].sender
    name = "<951@mail.example>"
    found.written[name] = Written(name, person, ["yes"], "smtp", "play+confirm-7800000000-abc@club.example", taken=1)
    found.rows.append(Row(951, name, person, "smtp", "done", 1, "confirmed", None, f"{951:064x}", None))
    found.seat_requests["78"] = ("takeover", 1, person)
    last = found.matches[0].entries[-1][0]
    for sits, why in ((person, "takeover"), (None, "resigned"), (person, "back")):
        change_hands(found, Change(last, 0, sits, why))


def leave_unanswered(verdict: str, notice: str, *, match: int = 1) -> Callable[[Evidence], None]:
    """Let a letter of Anna's get no answer; one about a match has told her something before."""

    def leave(found: Evidence) -> None:
        anna = found.matches[0].people[0]
        for number, about, lines in ((960, match, ["help"]), (961, 1, ["press words-961"])):
            name = f"<{number}@mail.example>"
            found.written[name] = Written(name, anna, lines, "smtp", "play+confirm-100000000-abc@club.example", taken=1)
            row = Row(number, name, anna, "smtp", "done", 1, verdict, about, f"{number:064x}", {"played": []})
            found.rows.append(row if number == 961 else replace(row, verdict="answered"))
        text = "Help.\n" + notice.replace(" ", "\n", 3) + " Mon 4 May.\n"
        found.sent.append(Sent(960, "receipt", anna, "sent", 960, 0, text))
        found.arrivals.append(Arrival("<96012345678.x@club.example>", anna, "<960@mail.example>", "", (), "digest 960"))

    return leave


def play_after_leaving(found: Evidence) -> None:
    """Let somebody sit down before a step that the one before them plays."""
    found.written["<7@mail.example>"].recipient = f"play+{CODE.lower()}-1-1-abc@club.example"
    change_hands(found, Change(1, found.matches[0].steps[6][2], "xaver@players.example", "takeover"))


def keep_epochs(found: Evidence, change: Change) -> None:
    """Let a seat change hands, and its old addresses live."""
    change_hands(found, change)
    found.matches[0] = replace(found.matches[0], epochs=(0, 0, 0))


def sit_elsewhere(found: Evidence) -> None:
    """Let the database have somebody at a seat of whom the record knows nothing."""
    match = found.matches[0]
    found.matches[0] = replace(match, sitting=("xaver@players.example", *match.sitting[1:]))


def change_part(**values: Any) -> Callable[[Evidence], None]:
    """Change what became of the part of the answer to a digest."""

    def change(found: Evidence) -> None:
        (part,) = found.parts
        found.parts[0] = replace(part, row=replace(part.row, **values))

    return change


def name_another_match(found: Evidence) -> None:
    """Let an answer to a digest name a match in which it was not judged."""
    found.matches.append(replace(found.matches[0], number=2, code="X9QA", begun=False))
    next(one for one in found.written.values() if len(one.lines) > 1).lines.append("X9QA A1")


def tell_twice(found: Evidence) -> None:
    """Let the receipt of an answer to a digest tell one of its lines in the match and once more by itself."""
    at, row = next((at, row) for at, row in enumerate(found.rows) if row.account and "done" in row.account)
    found.rows[at] = replace(row, account={"done": [*(row.account or {})["done"], {"order": "digest 18:00"}]})


def leave_part_out(found: Evidence) -> None:
    """Let the receipt of an answer to a digest be without a match."""
    at, receipt = next((at, one) for at, one in enumerate(found.sent) if one.kind == "digest_receipt")
    found.sent[at] = replace(receipt, text="Nothing of note.")


def keep_copy_of_words(found: Evidence) -> None:
    """Let a second copy of Anna's words be kept, and nobody rule on it: it belongs to no match."""
    found.written["<900@mail.example>"].recipient = f"play+{CODE.lower()}-0-1-abcdefgh@club.example"
    stand(found, 900, 6)
    row = next(row for row in found.rows if row.number == 900)
    found.rows.append(replace(again(row), state="aside", verdict="", match=None, account=None))


def spoil_plan(spoil: Callable[[Evidence], object]) -> Callable[[Evidence], None]:
    """Spoil what a plan has left behind."""

    def change(found: Evidence) -> None:
        plan_turn(found)
        spoil(found)

    return change


def change_how(n: int, how: str, transaction: str) -> Callable[[Evidence], None]:
    def change(found: Evidence) -> None:
        match = found.matches[0]
        found.matches[0] = replace(match, hows={**match.hows, n: (how, transaction)})

    return spoil_plan(change)


def change_plan(line: str) -> Callable[[Evidence], None]:
    """Let Bob have written another line than the one that was played."""
    return spoil_plan(lambda found: setattr(found.written["<930@mail.example>"], "lines", [line]))


def change_plan_letter(found: Evidence, turn: str) -> None:
    """Let the letter that tells Bob what was played have been written in another turn."""
    letter = found.sent.pop()
    found.sent.append(replace(letter, text=letter.text.replace("turn 4", turn)))


def say_to_anna(text: str) -> Callable[[Evidence], None]:
    def change(found: Evidence) -> None:
        found.sent[0] = replace(found.sent[0], to=PEOPLE[0], text=text)

    return spoil_plan(change)


def fire_twice(found: Evidence) -> None:
    """Let the plan play the same steps in another turn."""
    plan = found.matches[0].steps[12:14]
    steps = [(n, 9, *step[2:]) for n, step in zip((26, 27), plan, strict=True)]
    found.matches[0] = replace(found.matches[0], steps=(*found.matches[0].steps, *steps))
    for n in (26, 27):
        found.matches[0].hows[n] = "plan", "25"


WRITTEN = "a plan plays what its writer wrote, and no line twice"
TOGETHER = "what a plan plays comes with the turn before it, or not at all"
PRIVATE = "a plan is told to nobody else"
JUDGED = "an answer to a digest is judged once in each match that it names"
TOLD = "a line of an answer to a digest is told once by its receipt"
SPOILED: list[tuple[str, Callable[[Evidence], object], str]] = [
    ("a row is gone", lambda found: found.rows.pop(), "letters that got 250 are kept"),
    (
        "nobody took a letter",
        lambda found: setattr(next(iter(found.written.values())), "taken", 0),
        "letters that got 250 are kept",
    ),
    (
        "two rows",
        lambda found: found.rows.append(again(found.rows[0])),
        "a letter is kept once, however often it comes",
    ),
    ("a copy without a match", keep_copy_of_words, "a letter is kept once, however often it comes"),
    ("a stranger's row", change_row(name="<x@y>"), "a letter is kept once, however often it comes"),
    ("still waiting", change_row(state="waiting", verdict=""), "a letter has one ruling"),
    ("done without a ruling", change_row(verdict=""), "a letter has one ruling"),
    ("ruled on twice", change_row(tries=2), "a letter has one ruling"),
    ("set aside", change_row(state="aside"), "no letter is set aside"),
    ("no receipt", lambda found: found.sent.pop(0), "a ruling has one receipt"),
    ("two receipts", lambda found: found.sent.append(another(found.sent[0])), "a ruling has one receipt"),
    ("a form without an account", change_row(channel="web", account=None), "a ruling has one receipt"),
    ("a yes that seated nobody", change_row(verdict="confirmed"), "a ruling has one receipt"),
    ("a step is gone", change_steps(lambda steps: steps[1:]), "a step is told by one receipt"),
    ("a step came twice", change_steps(lambda steps: (steps[0], *steps)), "a step is told by one receipt"),
    ("the last step is gone", change_steps(lambda steps: steps[:-1]), "a match is its chain of steps"),
    ("somebody played where they did not sit", play_after_leaving, "who has left a seat plays there no more"),
    (
        "addresses were not revoked",
        lambda found: keep_epochs(found, Change(11, 0, None, "resigned")),
        "each change of a seat revokes its addresses once",
    ),
    ("two people at a seat", sit_elsewhere, "one person has one seat, and one seat one person"),
    (
        "one person at two seats",
        lambda found: change_hands(found, Change(30, 0, found.matches[0].people[1], "takeover")),
        "one person has one seat, and one seat one person",
    ),
    (
        "a yes to a seat did nothing",
        lambda found: take_over(found, 0),
        "a ruling has one receipt",
    ),
    (
        "a yes to a seat was carried out twice",
        lambda found: take_over(found, 2),
        "a ruling has one receipt",
    ),
    ("a plan played what nobody wrote", change_plan("if dig 2 then shore 2; dig 1"), WRITTEN),
    ("a plan played more than was written", change_plan("if dig 2 then shore 1"), WRITTEN),
    ("a plan played twice", spoil_plan(fire_twice), WRITTEN),
    ("a habit played that nobody set", change_how(14, "habit", "12"), WRITTEN),
    ("a plan played in a transaction of its own", change_how(13, "plan", "13"), TOGETHER),
    ("half of a plan came later", change_how(14, "plan", "14"), TOGETHER),
    ("a plan was told to another", say_to_anna(f"{CODE}: Bob wrote if dig 2 then\nshore 1; dig 1."), PRIVATE),
    ("another was told of a plan", say_to_anna("Nothing is left of your\nplan."), PRIVATE),
    (
        "what a plan played was told to nobody",
        spoil_plan(lambda found: change_plan_letter(found, "turn 2")),
        "what a plan has played is told to its writer",
    ),
    (
        "a plan is left behind",
        lambda found: found.matches.insert(0, replace(found.matches.pop(0), plans=(1,))),
        "no plan outlives its match",
    ),
    ("a match of a digest was not judged", lambda found: found.parts.clear(), JUDGED),
    ("a match of a digest was judged twice", lambda found: found.parts.append(found.parts[0]), JUDGED),
    ("a match was judged that nobody named", lambda found: found.matches.clear(), JUDGED),
    ("a match of a digest was left out", name_another_match, JUDGED),
    ("a line of a digest is told by nothing", change_part(account={"played": [], "refused": [{"order": "no"}]}), TOLD),
    ("a line of a digest is told twice", tell_twice, TOLD),
    ("the receipt of a digest leaves a match out", leave_part_out, TOLD),
    ("a part of a digest waits", change_part(state="waiting"), "a letter has one ruling"),
    ("a digest played at another seat", change_part(sender="x@y"), "who has left a seat plays there no more"),
    ("words are gone", lambda found: found.press.clear(), "words reach the others once"),
    ("words were carried to one only", lambda found: found.sent.pop(), "words reach the others once"),
    ("a letter still waits", change_sent(state="waiting"), "every letter that was written went out"),
    ("a letter failed", change_sent(state="failed"), "every letter that was written went out"),
    ("a receipt was dropped", change_sent(state="dropped"), "every letter that was written went out"),
    ("words were dropped", change_sent(kind="press", state="dropped"), "every letter that was written went out"),
    ("a letter was joined to none", change_sent(state="joined", joined_to=0), "every letter that was written went out"),
    (
        "words were joined to a letter that does not say them",
        lambda found: found.sent.append(Sent(903, "press", "x@y", "joined", None, 900, "words-1")),
        "every letter that was written went out",
    ),
    ("a letter never arrived", lambda found: found.arrivals.pop(0), "what went out arrived"),
    ("a receipt never arrived", lambda found: found.arrivals.pop(0), "the writer got his receipt"),
    ("a letter went astray", change_arrival(to="emil@players.example"), "what went out arrived"),
    ("a receipt tells another step", change_arrival(played=("Z9",)), "the writer got his receipt"),
    ("a letter is in no outbox", change_arrival(id="<4711.x@club.example>"), "what arrived was written"),
    (
        "a repeat has another name",
        lambda found: found.arrivals.append(copied(found.arrivals[0], id=found.arrivals[0].id.replace("z@", "w@"))),
        "a repeat is the same letter",
    ),
    (
        "a repeat has other words",
        lambda found: found.arrivals.append(copied(found.arrivals[0], digest="other")),
        "a repeat is the same letter",
    ),
    (
        "a letter tells of what never was",
        change_arrival(chain=f"{CODE} turn 1, chain dead beef dead beef"),
        "no letter tells of something undone",
    ),
    ("a wish became two matches", lambda found: found.matches.append(found.matches[0]), "a wish is one match"),
    ("a record was changed", lambda found: _change_record(found, step="Z9"), "a match is its chain of steps"),
    ("a record has no end", lambda found: found.records[CODE]["entries"].pop(), "a match is its chain of steps"),
    (
        "a record cannot be replayed",
        lambda found: found.verified.update({CODE: "it differs"}),
        "a match replays to its digest",
    ),
    ("no record was checked", lambda found: found.verified.clear(), "a match replays to its digest"),
    ("a deadline that nobody noticed", lambda found: found.faults.pop(), "a deadline is noticed within a minute"),
    (
        "a deadline noticed late",
        lambda found: found.faults[-1].update(at=211.0),
        "a deadline is noticed within a minute",
    ),
    ("a worker ended", lambda found: found.ended.append("worker1"), "no program ends of itself"),
    ("somebody gave up", lambda found: found.mishaps.append("no rest"), "everything came to rest"),
]


def _change_record(found: Evidence, **values: str) -> None:
    found.records[CODE]["entries"][0].update(values)


def test_where_all_is_well_nothing_is_found() -> None:
    found = sound()
    assert broken(found) == set()
    lines, kept = report(found)
    assert kept
    assert not any(line.startswith("BROKEN") for line in lines)


@pytest.mark.parametrize(("spoil", "promise"), [case[1:] for case in SPOILED], ids=[case[0] for case in SPOILED])
def test_what_is_spoiled_is_found(spoil: Callable[[Evidence], object], promise: str) -> None:
    found = sound()
    spoil(found)
    assert promise in broken(found)
    lines, kept = report(found)
    assert not kept
    assert any(line.startswith("BROKEN") and line.endswith(promise) for line in lines)


STEP, WORDS = "a step is told by one receipt", "words reach the others once"
RECEIPT = "a ruling has one receipt"
RULES: list[tuple[str, list[Callable[[Evidence], object]], set[str]]] = [
    ("somebody resigned", [lambda found: leave(found, 0, after=11)], set()),
    ("somebody claimed a turn", [lambda found: claim(found, 1, after=9)], set()),
    ("a plan played a turn", [plan_turn], set()),
    ("somebody took a seat over and came back to it", [come_back], set()),
    ("a refusal was not answered, as was said", [leave_unanswered("refused: old_letter", IN_MATCH)], set()),
    ("a refusal by the service was not answered", [leave_unanswered("refused: not_yours", EVERYWHERE)], set()),
    ("one letter more than the service answers", [leave_unanswered("answered enough", EVERYWHERE)], set()),
    ("nothing was said before it", [leave_unanswered("answered enough", "Nothing ends before")], {RECEIPT, WORDS}),
    (
        "a refusal was not answered, and nothing was said",
        [leave_unanswered("refused: old_letter", "Nothing ends before")],
        {RECEIPT, WORDS},
    ),
    (
        "it was said of another match",
        [leave_unanswered("refused: old_letter", IN_MATCH, match=2)],
        {RECEIPT, WORDS},
    ),
    ("what was done was not answered", [leave_unanswered("done", IN_MATCH)], {RECEIPT, WORDS}),
    ("a question in a match was not answered", [leave_unanswered("answered", EVERYWHERE)], {RECEIPT, WORDS}),
    ("words went to an address of before the seat changed hands", [refuse_dead_words], set()),
    ("words went to an old address", [lambda found: refuse_words(found, turn=0)], set()),
    (
        "a step before the resignation is not told",
        [lambda found: leave(found, 0, after=11), lambda found: untold(found, 7)],
        {STEP},
    ),
    (
        "a step after the resignation is told",
        [lambda found: leave(found, 0, after=11), lambda found: tell(found, 20)],
        {STEP},
    ),
    (
        "another's step after it is not told",
        [lambda found: leave(found, 0, after=11), lambda found: untold(found, 13)],
        {STEP},
    ),
    (
        "a step before the claim is not told",
        [lambda found: claim(found, 1, after=9), lambda found: untold(found, 7)],
        {STEP},
    ),
    (
        "a step of the next turn is not told",
        [lambda found: claim(found, 1, after=9), lambda found: untold(found, 13)],
        {STEP},
    ),
    (
        "a step of a claimed turn is told twice",
        [lambda found: claim(found, 1, after=9), lambda found: tell(found, 12, 2)],
        {STEP},
    ),
    ("words to the newest address are refused", [lambda found: refuse_words(found, turn=1)], {WORDS}),
    (
        "refused words are carried",
        [lambda found: refuse_words(found, turn=0), lambda found: found.press.append("words-1")],
        {WORDS},
    ),
    (
        "words reach somebody who has left long before",
        [lambda found: leave(found, 1, after=13), lambda found: stand(found, 900, after=16)],
        {WORDS},
    ),
]


def untold(found: Evidence, n: int) -> None:
    found.rows[:] = [replace(row, account={}) if row.number == n else row for row in found.rows]
    found.arrivals[:] = [replace(one, played=()) if one.number == n else one for one in found.arrivals]


def tell(found: Evidence, n: int, times: int = 1) -> None:
    """Let somebody's first letter claim to have played a later step too."""
    step = found.matches[0].steps[n - 1]
    row = next(row for row in found.rows if row.sender == found.matches[0].people[step[2]] and row.verdict == "played")
    said = [*row.account["played"], *[{"step": step[3], "order": step[3]}] * times] if row.account else []
    found.rows[found.rows.index(row)] = replace(row, account={"played": said})
    played = tuple(one["step"] for one in said)
    found.arrivals[:] = [replace(one, played=played) if one.number == row.number else one for one in found.arrivals]


@pytest.mark.parametrize(("changes", "promises"), [case[1:] for case in RULES], ids=[case[0] for case in RULES])
def test_who_leaves_a_match_and_what_the_house_plays_for_people(
    changes: list[Callable[[Evidence], object]], promises: set[str]
) -> None:
    found = sound()
    for change in changes:
        change(found)
    assert broken(found) == promises


def test_every_promise_is_broken_by_something() -> None:
    assert {promise for _, _, promise in SPOILED} == {promise.words for promise in PROMISES}


def test_the_checker_shares_no_code_with_what_it_checks() -> None:
    allowed = sys.stdlib_module_names | {"psycopg", "chaos"}
    for path in CHECKER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.partition(".")[0] in allowed
                assert not name.startswith("chaos.") or name.startswith("chaos.checker")
