"""Lines that their writer may not see as we read them: asked about, and never acted on."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from html import escape

import pytest

from adjudicator.store.states import MatchState
from testkit.club import ANNA, BOB, Club, address_of, html_of, other, prose_of, text_of, to_move


@pytest.mark.parametrize(
    "text", ["~~M14~~\nN15", "N15\n~~M14~~", "~~M14~~ N15", "~~resign~~\nN15", "press\nI ~~hate~~ it\n\nN15"]
)
def test_a_letter_with_an_unsure_order_plays_nothing_and_shows_what_it_read(club: Club, text: str) -> None:
    steps = club.begin().entry_count
    mover = to_move(club)
    number = club.answer(club.last(mover), text)
    assert club.inbox(number).verdict == "refused: unsure"
    assert club.match().entry_count == steps
    said = prose_of(club.last(mover))
    assert "struck out, hidden or damaged" in said
    assert "Perhaps you meant this:" in said
    assert "N15" in said


def test_small_talk_that_is_unsure_keeps_no_order_from_being_played(club: Club) -> None:
    club.begin()
    mover = to_move(club)
    number = club.answer(club.last(mover), "M14\n\nIt is ~~cold~~ hot here.")
    assert club.inbox(number).verdict == "played"
    assert 'Ignored: "It is ~~cold~~ hot here."' in prose_of(club.last(mover))


def test_an_unsure_command_to_the_service_is_asked_about(club: Club) -> None:
    club.begin()
    heard = len(club.letters(BOB))
    number = club.write(ANNA, club.context.addresses.service, "~~new egyptos with bob@bob.example~~\nhelp")
    assert club.inbox(number).verdict == "refused: unsure"
    assert len(club.letters(BOB)) == heard
    assert "struck out" in prose_of(club.last(ANNA))


@pytest.mark.parametrize("text", ["~~no~~\nyes", "~~no~~", "~~yes~~", "yes\n~~no, thanks~~"])
def test_an_unsure_answer_to_a_question_leaves_it_open(club: Club, text: str) -> None:
    club.write(ANNA, club.context.addresses.service, f"new egyptos with {address_of(BOB)}")
    asked = club.last(ANNA)
    number = club.answer(asked, text)
    assert club.inbox(number).verdict == "refused: unsure"
    assert club.letters(BOB) == []
    club.answer(asked, "yes")
    assert club.letters(BOB) != []


def halves(club: Club, person: str, plain: str, html: str, letter: EmailMessage | None = None) -> str:
    """Send a letter with a plain and an HTML half, and return its verdict."""
    answered = letter or club.last(person)
    written = EmailMessage()
    written["From"], written["Message-ID"] = person, "<halves@mail.example>"
    written["In-Reply-To"] = written["References"] = str(answered["Message-ID"])
    written.set_content(plain)
    written.add_alternative(html, subtype="html")
    number = club.bring(written.as_bytes(), address_of(answered["Reply-To"]), person)
    club.work()
    return club.inbox(number).verdict


@pytest.mark.parametrize(
    ("plain", "html"),
    [
        ("N15\nM14\n", "<p><s>N15</s></p><p>M14</p>"),
        ("N15\nM14\n", "<p hidden>N15</p><p>M14</p>"),
        ("N15\n", "<p>M14</p>"),
        ("M14\n", "<p>M14</p><p>N15</p>"),
        ("M14\n", "<p>I shall think about it.</p>"),
        ("resign\n", "<p>M14</p>"),
        ("M14\n", "<p>resign</p>"),
        ("M1\n", "<p>M14</p>"),
    ],
)
def test_halves_that_do_not_say_the_same_play_nothing(club: Club, plain: str, html: str) -> None:
    steps = club.begin().entry_count
    mover = to_move(club)
    assert halves(club, mover, plain, html) == "refused: halves_differ"
    assert club.match().entry_count == steps
    said = prose_of(club.last(mover))
    assert "one thing as plain text and another as HTML" in said
    assert "Perhaps you meant this:" in said


@pytest.mark.parametrize(
    "notice",
    ["This message needs an HTML reader.", "[cid:image001.png@01D9F2]", "Sent as HTML: https://mail.example/1"],
)
def test_a_plain_half_that_is_only_a_notice_gives_way_to_the_html(club: Club, notice: str) -> None:
    club.begin()
    assert halves(club, to_move(club), notice, "<p>M14</p>") == "played"


def test_so_it_does_for_the_service_and_for_a_question(club: Club) -> None:
    notice = "Your program shows no HTML."
    asking = EmailMessage()
    asking["Message-ID"], asking["Reply-To"] = "<none@mail.example>", club.context.addresses.service
    assert halves(club, ANNA, notice, "<p>new egyptos with bob@bob.example</p>", asking) == "asked back"
    assert halves(club, ANNA, notice, "<p>yes</p>") == "confirmed"
    assert halves(club, BOB, notice, "<p>no</p>") == "confirmed"
    assert club.match().state is not MatchState.RUNNING


def gmail(letter: EmailMessage, order: str) -> tuple[str, str]:
    quoted = "\n".join(f"> {line}" for line in text_of(letter).splitlines())
    head = f"On Fri, 27 Nov 2026 at 20:00, Adjudicator <{address_of(letter['Reply-To'])}> wrote:"
    html = (
        f'<div dir="ltr">{order}<br></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f'{escape(head)}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{html_of(letter)}'
    )
    return f"{order}\n\n{head}\n\n{quoted}\n", html


def outlook(letter: EmailMessage, order: str) -> tuple[str, str]:
    head = f"From: Adjudicator <{address_of(letter['Reply-To'])}>\nSent: Friday, 27 November 2026 20:00\nTo: B"
    html = (
        "<style>p.MsoNormal{margin:0;font-size:11.0pt;color:windowtext}.MsoChpDefault{mso-style-type:export-only}"
        f'</style><div class="WordSection1"><p class="MsoNormal">{order}<o:p></o:p></p><p class="MsoNormal">Best,<br>'
        f'Bob <a href="mailto:b@b.example">b@b.example</a></p></div><div id="divRplyFwdMsg">'
        f"{escape(head).replace(chr(10), '<br>')}</div><div>{html_of(letter)}</div>"
    )
    return f"{order}\n\nBest,\nBob b@b.example<mailto:b@b.example>\n\n{head}\n\n{text_of(letter)}\n", html


@pytest.mark.parametrize("program", [gmail, outlook])
def test_ordinary_letters_whose_halves_differ_in_their_layout_are_played(
    club: Club, program: Callable[[EmailMessage, str], tuple[str, str]]
) -> None:
    club.begin()
    letter = club.last(to_move(club))
    assert halves(club, to_move(club), *program(letter, "M14"), letter) == "played"
    assert "Perhaps" not in prose_of(club.last(other(to_move(club))))
