"""Plans as letters bring them: broken, flowed, encoded, in HTML only, above quotes of many programs: the same tree."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Callable, Iterator, Sequence
from email.message import EmailMessage
from functools import cache
from itertools import count, cycle
from pathlib import Path

from adjudicator.mail.address import AddressBook
from adjudicator.mail.incoming.letter import read_letter
from adjudicator.mail.reply.alternatives import read_alternatives
from adjudicator.match.plans.merge import merge_branches
from adjudicator.match.plans.plan import NO_PLAN, Plan, confirm_plan
from adjudicator.match.plans.plan_line import BrokenLine, PlanLine
from adjudicator.services.digest.digest_lines import sort_digest_lines
from adjudicator.store.digest_tables import Listed
from testkit.cases import check_cases
from testkit.mail.reply_layouts import layouts
from tests.match.plans.matches import Match
from tests.match.plans.spellings import CHEOPS, EGYPTOS, PHARAO, SAME_IN_ALL_LANGUAGES

TURNS = Path(__file__).parent / "turns"
BOOK = AddressBook("club.example", secret=b"a secret for tests, long enough to sign with")
LANGUAGES = ("en", "de", "fr", "it", "nl")
STEP = 3
LAYOUTS = 9
"""Every ninth layout is taken for the letter of a game: 260 in all."""
AFTERWARDS = ("", "Danke, à bientôt!")
"""What stands below a plan: it belongs to it in no layout."""


def wrap_at(width: int, lines: Sequence[str]) -> list[str]:
    return [part for line in lines for part in textwrap.wrap(line, width, break_long_words=False) or [""]]


def wrapped(width: int) -> Callable[[Sequence[str]], EmailMessage]:
    def write(lines: Sequence[str]) -> EmailMessage:
        return text_of(wrap_at(width, lines), cte="8bit")

    return write


def text_of(lines: Sequence[str], *, cte: str, **parameters: str) -> EmailMessage:
    letter = EmailMessage()
    letter["From"], letter["Subject"] = "Anna <anna@players.example>", "Re: your turn"
    letter.set_content("\n".join(lines) + "\n", cte=cte, params=parameters)
    return letter


def flowed(lines: Sequence[str]) -> EmailMessage:
    """Flow paragraphs as RFC 3676 has it: a blank at the end of each line but the last."""
    return text_of(_flow(lines, " "), cte="8bit", format="flowed")


def flowed_away(lines: Sequence[str]) -> EmailMessage:
    """Flow them with blanks that are not part of the text, as Apple Mail does."""
    return text_of(_flow(lines, "  "), cte="quoted-printable", format="flowed", delsp="yes")


def _flow(lines: Sequence[str], joint: str) -> list[str]:
    flow: list[str] = []
    for line in lines:
        *parts, last = wrap_at(60, [line]) or [""]
        flow += [*(part + joint for part in parts), last]
    return flow


def html_only(inside: str, *, between: str) -> Callable[[Sequence[str]], EmailMessage]:
    """Write each line as a paragraph or a row, with entities, and break the source at 60 columns."""

    def write(lines: Sequence[str]) -> EmailMessage:
        rows = (inside.format(html.escape(line).replace("é", "&eacute;").replace("'", "&#39;")) for line in lines)
        letter = text_of([], cte="7bit")
        source = "\n".join(textwrap.wrap(between.join(rows), 60, break_long_words=False, break_on_hyphens=False))
        letter.set_content(f"<html><body>{source}</body></html>", subtype="html")
        return letter

    return write


WAYS: dict[str, Callable[[Sequence[str]], EmailMessage]] = {
    "34 columns": wrapped(34),
    "60 columns": wrapped(60),
    "72 columns": wrapped(72),
    "flowed": flowed,
    "flowed, delsp": flowed_away,
    "quoted-printable": lambda lines: text_of(lines, cte="quoted-printable"),
    "base64": lambda lines: text_of(wrap_at(72, lines), cte="base64"),
    "HTML paragraphs": html_only("<p>{}</p>", between=" "),
    "HTML rows": html_only("{}", between="<br>"),
    "HTML boxes": html_only('<div dir="ltr"><span>{}</span></div>', between=""),
}


@cache
def spellings() -> tuple[tuple[Match, tuple[str, ...], Plan], ...]:
    """List letters with a plan, and their trees: all spellings, and what we write in each language ourselves."""
    listed = []
    for match, text in SAME_IN_ALL_LANGUAGES:
        plan = match.plan(0, text.split("\n")[0])
        letters = [(line, *second_line(match, line)) for line in map(str.strip, text.split("\n"))]
        listed += [(match, lines, match.plan(0, *lines)) for lines in letters]
        listed += [(match, tuple(match.write(0, plan, language)), plan) for language in LANGUAGES]
    return tuple(listed)


def second_line(match: Match, line: str) -> tuple[str, ...]:
    """Repeat a line one ply deeper, if it can be, so that it is long and a second one stands below it."""
    deeper = f"{line}, {line}, {line}"
    return (deeper,) if any(isinstance(one, PlanLine) for one in match.read(0, deeper)) else ()


def tree_of(match: Match, lines: Sequence[str]) -> Plan:
    """Read what is left of a letter when its quotes are off, without a database."""
    plan = NO_PLAN
    for one in match.read(0, *lines):
        assert not isinstance(one, BrokenLine), one
        if isinstance(one, PlanLine):
            merged = merge_branches(match.game, plan, one.branches, len(match.events))
            assert merged.fault is None
            plan = merged.plan
    return confirm_plan(plan)


def lines_of(raw: bytes, quoted: tuple[str, ...] = ()) -> tuple[str, ...]:
    letter = read_letter(raw)
    return read_alternatives(letter.text, letter.html, BOOK.is_ours, "Anna", quoted, "anna@players.example").lines


def test_a_plan_is_the_same_tree_however_its_letter_is_broken_and_encoded() -> None:
    with check_cases() as case:
        for number, (match, lines, tree) in enumerate(spellings()):
            # Some ways for each spelling, so that each way has spellings of all games and languages.
            for way in list(WAYS)[number % STEP :: STEP]:
                with case(way, *lines):
                    letter = WAYS[way]([*lines, *AFTERWARDS])
                    assert tree_of(match, lines_of(letter.as_bytes())) == tree


def turn_letters() -> Iterator[tuple[str, str]]:
    for path in sorted(TURNS.glob("*.eml")):
        letter = read_letter(path.read_bytes())
        yield letter.text.rstrip("\n"), "play+h8ha-2-3-unoezsrt7eoplbc3@club.example"


def test_a_plan_above_or_below_the_quote_of_any_program_is_the_same_tree() -> None:
    drawn, offset = cycle(spellings()), count()
    with check_cases() as case:
        for text, ours in turn_letters():
            for number, layout in list(enumerate(layouts(text, "Adjudicator", ours)))[next(offset) :: LAYOUTS]:
                match, lines, tree = next(drawn)
                body = wrap_at((34, 60, 72)[number % 3], lines)
                place = layout.bottom if layout.has_marks and number % 2 else layout.top
                with case(layout.name, *lines):
                    raw = text_of(place(body).split("\n"), cte="8bit").as_bytes()
                    assert tree_of(match, lines_of(raw, (text,))) == tree


PROGRAMS = Path(__file__).parent / "digest_plans"
"""A digest that real programs have answered with plans: `testkit.mail.mail_programs --again`."""
MATCHES_OF_DIGEST = {"3XXT": EGYPTOS, "8G4J": CHEOPS, "7PWN": PHARAO}


def test_plans_in_the_answers_of_real_programs_come_to_their_matches() -> None:
    orders = [line.partition(" ") for line in (PROGRAMS / "orders.txt").read_text().splitlines()]
    digest = read_letter((PROGRAMS / "digest.eml").read_bytes())
    listed = [Listed(code.lower(), 0, 1, 0, waits=True) for code in MATCHES_OF_DIGEST]
    with check_cases() as case:
        for path in sorted(PROGRAMS.glob("*_above.eml")):
            lines = lines_of(path.read_bytes(), (digest.text,))
            sections = {one.listed.code.upper(): one.lines for one in sort_digest_lines(lines, listed).sections}
            for code, match in MATCHES_OF_DIGEST.items():
                with case(path.stem, code):
                    order, *plan = [line for of, _, line in orders if of == code]
                    first, *read = [line for line in sections[code] if line.strip()]
                    assert first.strip() == order
                    assert tree_of(match, read) == match.plan(0, *plan)


def test_every_program_has_answered_with_plans() -> None:
    assert {path.stem for path in PROGRAMS.glob("*_*.eml")} == {
        f"{program}_above"
        for program in (
            *("mutt", "mutt-flowed", "neomutt", "s-nail", "alpine", "nmh", "aerc", "claws-mail", "sylpheed"),
            *("thunderbird", "thunderbird-html"),
        )
    }
