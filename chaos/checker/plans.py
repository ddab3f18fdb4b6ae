"""Checks of plans: they play what was written, once, in the ruling that ended the turn before, unseen by others."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from chaos.checker.evidence import Evidence, Match, Sent, Written

PLAN, HABIT = "plan", "habit"
_CODE_OF_ADDRESS = re.compile(r"\+([0-9a-z]+)-\d+-\d+-")
_ANSWERS = re.compile(r"(?:^otherwise |^next | then | or )(.*?)(?=, if | or |$)")
_BEGINNINGS = ("if ", "next ", "otherwise ")
_OFFERED = re.compile(r"^ {2}\S.*? {2,}.*\byour answer\b.*$", re.MULTILINE)
"""A plan that a letter offers as an example: its reader may be offered what somebody else has written."""
_OWN = ("your plan", "Your plan", "Your habits")
"""Words of letters to those who have planned. That a turn was planned is told to all."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a plan or habits chose in one turn."""

    match: Match
    number: int
    person: str
    how: str
    first: int
    """The entry of the first step."""
    steps: tuple[str, ...]


def turns(found: Evidence) -> list[Turn]:
    """List the turns in which plans or habits chose steps."""
    listed: dict[tuple[int, int, str], list[tuple[int, str]]] = defaultdict(list)
    matches = {match.number: match for match in found.matches}
    people = {}
    for match in found.matches:
        for n, turn, seat, step, forced, _ in match.steps:
            if match.was_planned(n) and not forced:
                key = match.number, turn, match.hows[n][0]
                listed[key].append((n, step))
                people[key] = match.person_at(seat, n) or ""
    return [
        Turn(matches[key[0]], key[1], people[key], key[2], steps[0][0], tuple(step for _, step in steps))
        for key, steps in listed.items()
    ]


def written(found: Evidence) -> Iterator[str]:
    """Find turns that nobody had written as they were played, and answers that were played more often than written."""
    answers, habits = _answers(found), _wrote_habits(found)
    fired: Counter[tuple[str, str, tuple[str, ...]]] = Counter()
    for turn in turns(found):
        if turn.how == PLAN:
            fired[turn.match.code, turn.person, turn.steps] += 1
        elif turn.person not in habits:
            yield f"{turn.match.code}, {turn.person}: {turn.steps} by a habit that nobody set"
    for (code, person, steps), times in fired.items():
        # The end of an answer may be spare, or behind a secret that came to light.
        fits = sum(answer[: len(steps)] == steps for answer in answers[code, person])
        if times > fits:
            yield f"{code}, {person}: a plan played {steps} {times} times, and it was written {fits} times"


def together(found: Evidence) -> Iterator[str]:
    """Find steps of plans and habits that came in another transaction than the entry before them."""
    for match in found.matches:
        for n, (how, transaction) in match.hows.items():
            before = match.hows.get(n - 1, ("", ""))[1]
            if how in (PLAN, HABIT) and transaction != before:
                yield f"{match.code}: entry {n}, by a {how}, came in a transaction of its own"


def private(found: Evidence) -> Iterator[str]:
    """Find letters that tell somebody the plan of another one at their match."""
    own: dict[str, set[str]] = defaultdict(set)
    for _, person, line in _plan_lines(found):
        own[person].add(line)
    written_by = {(code, line): person for code, person, line in _plan_lines(found)}
    habits = _wrote_habits(found)
    for letter in found.sent:
        text = " ".join(_OFFERED.sub("", letter.text).split())
        said = "\n".join(own.get(letter.to, ()))  # one's own line may hold the whole of another's
        for (code, line), person in written_by.items():
            if line in text and code in text and line not in said:
                yield f"letter {letter.number} to {letter.to} tells {line!r}, which {person} wrote"
        if letter.to not in own and letter.to not in habits and any(words in text for words in _OWN):
            yield f"letter {letter.number} to {letter.to}, who has planned nothing, speaks of a plan"


def told(found: Evidence) -> Iterator[str]:
    """Find turns of a plan or a habit of which its writer got no letter. A page tells of habits behind its orders."""
    on_pages = {letter.sender for letter in found.written.values() if letter.via == "web"}
    letters: dict[str, list[Sent]] = defaultdict(list)
    for letter in found.sent:
        if letter.state == "sent":
            letters[letter.to].append(letter)
    for turn in turns(found):
        by_page = turn.how == HABIT and turn.person in on_pages
        if not by_page and not any(_tells(letter, turn) for letter in letters[turn.person]):
            yield f"{turn.match.code}, turn {turn.number}: nothing tells {turn.person} of {turn.steps}"


def _tells(letter: Sent, turn: Turn) -> bool:
    """Tell whether a letter says how a turn of a match was played, and was written behind it."""
    text = " ".join(letter.text.split())
    ends = re.search(rf"{turn.match.code} turn (\d+), chain", text)
    later = int(ends[1]) >= turn.number if ends else turn.match.code in text
    return later and ("as planned" if turn.how == PLAN else "your habit") in text


def forgotten(found: Evidence) -> Iterator[str]:
    """Find plans that outlive their match."""
    for match in found.matches:
        if match.state == "finished" and match.plans:
            yield f"{match.code} is over, and seats {match.plans} have a plan"


def _answers(found: Evidence) -> dict[tuple[str, str], list[tuple[str, ...]]]:
    """List the answers that each person has planned in each match, once for each line that has them."""
    answers: dict[tuple[str, str], list[tuple[str, ...]]] = defaultdict(list)
    for letter in found.written.values():
        for code, line in _coded_lines(letter):
            if line.startswith(_BEGINNINGS):
                steps = (tuple(one.strip() for one in answer.split(";")) for answer in _ANSWERS.findall(line))
                answers[code, letter.sender] += steps
    return answers


def _coded_lines(letter: Written) -> Iterator[tuple[str, str]]:
    """List the lines of a letter, each with the code of the match that it is for."""
    asked = _CODE_OF_ADDRESS.search(letter.recipient)
    for line in letter.lines:
        first, _, rest = line.partition(" ")
        if "+digest-" in letter.recipient:
            yield first, rest
        else:
            yield (asked[1].upper() if asked else letter.recipient), line


def _plan_lines(found: Evidence) -> list[tuple[str, str, str]]:
    """List the lines of all plans, with the codes of their matches and who wrote them."""
    return [
        (code, letter.sender, line)
        for letter in found.written.values()
        for code, line in _coded_lines(letter)
        if line.startswith(_BEGINNINGS)
    ]


def _wrote_habits(found: Evidence) -> set[str]:
    return {
        letter.sender
        for letter in found.written.values()
        for _, line in _coded_lines(letter)
        if line.startswith("habit ")
    }
