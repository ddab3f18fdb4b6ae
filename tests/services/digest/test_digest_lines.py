"""The lines of an answer to a digest: which match each one is for, and which are asked back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.digest.digest_lines import DigestLines, sort_digest_lines
from adjudicator.services.matches.opening.match_codes import is_mintable, write_code
from adjudicator.store.digest_tables import Listed

CODES = ("K7Q2", "4TR8", "XX77", "2ABC")
LISTED = tuple(
    Listed(code.lower(), 0, 3, 0, waits) for code, waits in zip(CODES, (True, True, True, False), strict=True)
)
ORDERS = (
    "M16",
    "2 A3 sell",
    "draw 1",
    "? M16",
    "press Good luck!",
    "resign",
    "C4-C5; C6",
    "nonsense here",
    "-7",
    "pass",
)
SERVICE = ("list", "digest off", "absence until 14 March", "help", "layout narrow")


def sections(lines: DigestLines) -> dict[str, list[str]]:
    return {one.listed.code.upper(): [line for line in one.lines if line] for one in lines.sections}


def read(text: str, listed: tuple[Listed, ...] = LISTED) -> DigestLines:
    return sort_digest_lines(text.split("\n"), listed)


@given(
    st.lists(
        st.tuples(st.sampled_from(CODES), st.lists(st.sampled_from(ORDERS), min_size=1, max_size=3), st.booleans()),
        max_size=8,
    ),
    st.lists(st.sampled_from(SERVICE), unique=True, max_size=3),
    st.data(),
)
def test_every_line_goes_to_its_match_in_any_order_and_form(
    answers: list[tuple[str, list[str], bool]], commands: list[str], data: st.DataObject
) -> None:
    """Lines with codes and sections are mixed; commands for no match stand between, but not below an open section."""
    written, expected, pending = list[str](), dict[str, list[str]](), list(commands)
    between: st.SearchStrategy[bool] = st.booleans()
    for code, orders, is_section in answers:
        inserts = data.draw(between)
        if pending and inserts and not (written and written[-1].startswith("\t")):
            written.append(pending.pop())
        shapes: st.SearchStrategy[str] = st.sampled_from([code, code.lower(), f"{code}:", f"[{code}]", f"- {code}"])
        shown = data.draw(shapes)
        # A tab marks a line of a section, so that the next line without a code belongs to it, too.
        written += (
            [shown, *(f"\t{order}" for order in orders)] if is_section else [f"{shown} {order}" for order in orders]
        )
        expected.setdefault(code, []).extend(orders)
    lines = read("\n".join(written))
    assert sections(lines) == expected
    assert [given.line for given in lines.commands] == [one for one in written if one in commands]
    assert not lines.refused
    assert not lines.ignored
    assert not lines.not_reached


@pytest.mark.parametrize("line", ["M16", "2 A3 sell", "press hello", "resign", "board", "pass", "C4"])
def test_without_a_code_it_is_asked_back_for_which_match(line: str) -> None:
    (refused,) = read(line).refused
    assert refused.refusal.key is RefusalKey.DIGEST_NO_CODE
    assert dict(refused.refusal.values)["line"] == f"K7Q2 {line}"


@pytest.mark.parametrize("line", ["M16", "press hello", "resign", "help", "end", "list", "draw 1"])
def test_the_only_match_of_a_digest_needs_no_code(line: str) -> None:
    assert sections(read(line, LISTED[:1])) == {"K7Q2": [line]}


def test_the_only_match_that_waits_needs_none_for_its_move() -> None:
    lines = read("M16\npress hello\nlist", (LISTED[0], LISTED[3]))
    assert sections(lines) == {"K7Q2": ["M16"]}
    assert [one.order for one in lines.refused] == ["press hello"]
    assert [given.line for given in lines.commands] == ["list"]


def test_a_code_that_is_not_of_this_digest_takes_its_lines_along() -> None:
    lines = read("4TR8\n2 A3 sell\n9XYZ\nM16\nK7Q2 M14\n9XYY C4")
    assert sections(lines) == {"4TR8": ["2 A3 sell"], "K7Q2": ["M14"]}
    assert [dict(one.refusal.values)["code"] for one in lines.refused] == ["9XYZ", "9XYY"]
    assert lines.not_reached == ("M16",)


@pytest.mark.parametrize(
    "line", ["all absence 20 Dec to 3 Jan", "alle: Abwesenheit bis 3.1.", "tous lettre du jour 18:00"]
)
def test_what_concerns_no_match_is_done_once_for_all(line: str) -> None:
    lines = read(line)
    assert len(lines.commands) == 1
    assert not lines.sections


def test_words_to_all_go_to_each_match() -> None:
    assert sections(read("all press Happy new year!")) == {code: ["press Happy new year!"] for code in CODES}


@pytest.mark.parametrize("line", ["all resign", "all claim", "all agree", "all cancel 4TR8 now"])
def test_what_ends_a_match_is_not_for_all(line: str) -> None:
    assert not read(line).sections


def test_press_alone_opens_a_section() -> None:
    assert sections(read("K7Q2 press\nHello\nBob\n\n4TR8 draw 1")) == {
        "K7Q2": ["press", "Hello", "Bob"],
        "4TR8": ["draw 1"],
    }


def test_thirty_matches_and_no_more() -> None:
    listed = tuple(Listed(f"{a}{b}7Q".lower(), 0, 1, 0, waits=True) for a in "ABCDEF" for b in "GHJKMN")
    lines = read("\n".join(f"{one.code.upper()} M16" for one in listed), listed)
    assert len(lines.sections) == 30
    assert [one.refusal.key for one in lines.refused] == [RefusalKey.DIGEST_MANY] * 6


def test_a_code_of_an_older_match_that_is_a_word_needs_brackets() -> None:
    """`draw 1` is an order of Cheops. A match with the code DRAW may be older than the rule against such codes."""
    assert not is_mintable("DRAW")
    listed = (Listed("draw", 0, 1, 0, waits=True), LISTED[1])
    assert sections(read("4TR8\ndraw 1\nDraw 2\n[DRAW] M16\n4TR8 draw 3", listed)) == {
        "4TR8": ["draw 1", "Draw 2", "draw 3"],
        "DRAW": ["M16"],
    }
    assert write_code("DRAW") == "[DRAW]"
    assert write_code("K7Q2") == "K7Q2"


def test_thanks_and_a_signature_end_it() -> None:
    lines = read("K7Q2 M16\nThanks!\nBob Miller\nTel. +49 30 123456")
    assert sections(lines) == {"K7Q2": ["M16"]}
    assert not lines.refused


@pytest.mark.parametrize("line", ["K7QO M16", "[4TR1] pause 2 weeks"])
def test_a_mistyped_code_is_told_to_be_none(line: str) -> None:
    """It has letters or digits that no code has, because they look like others."""
    found = read(line)
    assert [one.refusal.key for one in found.refused] == [RefusalKey.DIGEST_CODE]
    assert not found.sections
