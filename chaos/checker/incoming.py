"""Checks of incoming letters: stored before the 250, ruled on once, answered once."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator

from chaos.checker.acts import Acts
from chaos.checker.evidence import Evidence, Row, Sent
from chaos.checker.silence import NOT_READ, Silence

RECEIPTS = frozenset(
    {"receipt", "refusal", "service_receipt", "confirm_new", "confirm_join", "confirm", "digest_receipt"}
)
BY_PAGE = "web"
CONFIRMED = "confirmed"
RESIGN = "resign"
_WORDS = re.compile(r"(?:([0-9A-Z]{4,8}) )?press (.*)")
_CONFIRM = re.compile(r"confirm-(\d+)\d{8}-")
"""The number of a request. Its stamp stands behind it (`mail.address.stamp_row`)."""


def kept(found: Evidence) -> Iterator[str]:
    """Find letters that were told 250 and have no row, and such that nobody took in the end."""
    names = {row.name for row in found.rows}
    for letter in found.written.values():
        if letter.taken and letter.name not in names:
            yield f"{letter.name} of {letter.sender} got 250 and has no row"
        if not letter.taken and letter.via != BY_PAGE:
            yield f"{letter.name} of {letter.sender} was never taken"


def kept_once(found: Evidence) -> Iterator[str]:
    """Find letters that are kept twice, or that nobody wrote."""
    for name, count in Counter(row.name for row in found.rows).items():
        if count > 1:
            yield f"{name} has {count} rows"
        if name not in found.written:
            yield f"{name} was written by nobody"


def ruled(found: Evidence) -> Iterator[str]:
    """Find letters that have no ruling, or more than one."""
    for row in (*found.rows, *(part.row for part in found.parts)):
        if row.state != "done" or not row.verdict:
            yield f"{row.name} is {row.state} with the ruling {row.verdict!r}"
        elif row.tries != 1:
            yield f"{row.name} was ruled on {row.tries} times"


def _seat_request(found: Evidence, row: Row) -> tuple[str, int, str] | None:
    """Return the question about a seat that a letter says yes to: its kind, its match and who was asked."""
    asked = _CONFIRM.search(found.written[row.name].recipient) if row.name in found.written else None
    return found.seat_requests.get(asked[1]) if asked else None


def _effects_on_seats(found: Evidence, number: int, person: str) -> int:
    """Count what somebody's yes letters about a seat have done: they came back, or the others were asked about them."""
    changes = next((match.changes for match in found.matches if match.number == number), ())
    back = sum(change.person == person and change.why in ("back", "returned") for change in changes)
    return back + found.proposed.count((number, person))


def _seats_by_letter(found: Evidence) -> Counter[str]:
    """Count the seats that each letter took: a seat's salt is a digest of its match, its number and the Message-ID."""
    salts = {salt for match in found.matches for salt in match.salts if salt}
    taken: Counter[str] = Counter()
    for row in found.rows:
        if row.verdict != CONFIRMED:
            continue
        for match in found.matches:
            for seat in range(len(match.salts)):
                taken[row.name] += _salt(match.code, seat, row.name.strip("<>")) in salts
    return taken


def _salt(*parts: object) -> str:
    texts = [str(part).encode() for part in ("adjudicator salt 2", *parts)]
    return hashlib.sha256(b"".join(b"%d:%b," % (len(text), text) for text in texts)).hexdigest()


def answered(found: Evidence) -> Iterator[str]:
    """Find rulings without a receipt, or with several, and yes letters without their effect.

    A letter that changed nothing may stay unanswered if an earlier answer said so, as `Silence` has it. A yes
    needs no answer, as its effect is told: a seat with the salt of this letter, or a seat that changes hands. Two yes
    letters of one person about seats of one match cannot be told apart, so those are counted together.
    """
    receipts = Counter(letter.answers for letter in found.sent if letter.kind in RECEIPTS)
    seats, silence = _seats_by_letter(found), Silence(found)
    about_seats: Counter[tuple[int, str]] = Counter()
    for row in found.rows:
        if row.state != "done":
            continue
        count = receipts[row.number]
        if row.channel == BY_PAGE:
            count = int(row.account is not None)
        elif row.verdict == CONFIRMED:
            request = _seat_request(found, row)
            if not seats[row.name] and request is not None and request[0] != RESIGN:
                about_seats[request[1:]] += 1
                continue
            count = seats[row.name] or int(request is not None)
        if count != 1 and not (count == 0 and silence.was_told(row)):
            yield f"{row.name}, {row.verdict!r}, has {count} receipts"
    for (number, person), letters in about_seats.items():
        if (effects := _effects_on_seats(found, number, person)) != letters:
            yield f"match {number}: {person} said {letters} times yes to a seat, with {effects} effects"


def played(found: Evidence) -> Iterator[str]:
    """Find steps that no receipt tells, steps that several tell, and receipts of steps that were not played.

    What the house player plays for somebody is told by no receipt. Where nobody sits it plays from then on. In a
    turn that was claimed it plays the rest, unless the one who was late comes before it: then a receipt tells that.
    What plans and habits play is told by other letters.
    """
    told, acts = Counter(_told(found)), Acts(found)
    own: Counter[tuple[int, str, str]] = Counter()
    either: Counter[tuple[int, str, str]] = Counter()
    for match in found.matches:
        claimed = acts.claimed[match.number]
        for n, turn, seat, step, forced, _ in match.steps:
            person = match.person_at(seat, n)
            if person is None or forced or match.was_planned(n):
                continue
            steps = either if any(turn == late and n > since for late, since in claimed) else own
            steps[match.number, person, step] += 1
    for key in own.keys() | either.keys() | told.keys():
        if not own[key] <= told[key] <= own[key] + either[key]:
            number, player, step = key
            yield f"match {number}, {player}: {step} was played {own[key]} times and told {told[key]} times"


def _told(found: Evidence) -> Iterator[tuple[int, str, str]]:
    for row in (*found.rows, *(part.row for part in found.parts)):
        if row.match is not None:
            for step in steps_of(row):
                yield row.match, row.sender, step


def steps_of(row: Row) -> list[str]:
    """List what a ruling says was played for its writer."""
    return [one["step"] for one in (row.account or {}).get("played", ()) if one["order"]]


def steps_told(found: Evidence, row: Row) -> list[str]:
    """List what the receipt of a letter has to tell as played: for an answer to a digest in all of its matches."""
    return [*steps_of(row), *(step for part in found.parts if part.answer == row.number for step in steps_of(part.row))]


def carried(found: Evidence) -> Iterator[str]:
    """Find words to the others that were lost, carried twice, or carried though their writer was told they were not."""
    kept_words = Counter(found.press)
    letters = Counter(words_of(letter) for letter in found.sent if letter.kind == "press")
    acts, silence = Acts(found), Silence(found)
    rows = {("", row.name): row for row in found.rows} | {(part.code, part.row.name): part.row for part in found.parts}
    for letter in found.written.values():
        for code, words in (found_words.groups() for line in letter.lines if (found_words := _WORDS.match(line))):
            if (code or "", letter.name) not in rows:
                continue
            row = rows[code or "", letter.name]
            refused = _is_refused(row, words) and (acts.counts_no_more(row) or silence.keeps(row))
            once = int(not refused)
            least, most = (once * readers for readers in acts.readers(row))
            if kept_words[words] != once:
                yield f"{words} of {letter.name} was written down {kept_words[words]} times"
            if not least <= letters[words] <= most:
                yield f"{words} of {letter.name} was carried {letters[words]} times to {most} others"


def _is_refused(row: Row, words: str) -> bool:
    """Tell whether a ruling refuses the line with some words, or the whole letter."""
    refused = [one["order"] for one in (row.account or {}).get("refused", ())]
    whole = row.verdict == NOT_READ or (row.verdict.startswith("refused") and not any(refused))
    return whole or any(words in order for order in refused)


def words_of(letter: Sent) -> str:
    """Find what a letter carries; what it says of others as well comes behind."""
    return next((word for word in letter.text.split() if word.startswith("words-")), "")
