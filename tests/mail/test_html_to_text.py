"""HTML as text: typed text stays, and quoted text gets quote marks."""

import pytest

from adjudicator.mail.address import AddressBook
from adjudicator.mail.incoming.html_to_text import html_to_text
from adjudicator.mail.reply.reply import read_reply

BOOK = AddressBook("club.example", secret=b"a secret for tests only")
SEAT = BOOK.seat("k7q2", 1, 9)
OURS = "<pre>   K  L  M\n15 .  O (X)\n\nM16  lay a pyramid there</pre><div>resign</div>"
INTRODUCTION = f"On Mon, 30 Nov 2026 at 09:14, Adjudicator &lt;<a href='mailto:{SEAT}'>{SEAT}</a>&gt; wrote:"
HEADERS = (
    f"<b>From:</b> Adjudicator &lt;{SEAT}&gt;<br><b>Sent:</b> Monday, 30 November 2026 09:14<br>"
    "<b>To:</b> Bert<br><b>Subject:</b> [Egyptos K7Q2] Your turn 9"
)


@pytest.mark.parametrize(
    "html",
    [
        (
            f'<div>M16</div><div class="gmail_quote"><div class="gmail_attr">{INTRODUCTION}<br></div>'
            f'<blockquote class="gmail_quote">{OURS}</blockquote></div>'
        ),
        f'<div>M16</div><div><blockquote type="cite"><div>{INTRODUCTION}</div><div>{OURS}</div></blockquote></div>',
        f'<p>M16</p><div class="moz-cite-prefix">{INTRODUCTION}</div><blockquote type="cite">{OURS}</blockquote>',
        (
            '<div class="moz-cite-prefix">M16</div>'
            f'<div class="moz-cite-prefix">{INTRODUCTION}</div><blockquote type="cite">{OURS}</blockquote>'
        ),
        f'<p>M16</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">{HEADERS}</div><div>{OURS}</div>',
        f'<p>M16</p><div id="x_divRplyFwdMsg">{HEADERS}</div><div>{OURS}</div>',
        f'<div class="WordSection1"><p>M16</p><div style="border-top:solid"><p>{HEADERS}</p></div>{OURS}</div>',
        f'<div>M16</div><div class="yahoo_quoted"><div>{INTRODUCTION}</div>{OURS}</div>',
        f'<div>M16</div><div class="protonmail_quote">{INTRODUCTION}<br><blockquote>{OURS}</blockquote></div>',
        f'<div>M16</div><div name="messageReplySection">{INTRODUCTION}<br><blockquote>{OURS}</blockquote></div>',
        f'<div>M16</div><div class="ydp9b1f0a55yahoo_quoted"><div><div>{INTRODUCTION}</div>{OURS}</div></div>',
        f'<div>M16</div><div class="m_-12gmail_quote">{INTRODUCTION}<br>{OURS}</div>',
        f'<div>M16</div><div name="quote"><div>{HEADERS}</div><div name="quoted-content">{OURS}</div></div>',
        f'<div>M16</div><div class="tutanota_quote">{OURS}</div>',
        f"<div>M16</div><div>{HEADERS.replace('<br>', ' ')}</div><div>{OURS}</div>",
        f'<div dir="auto">M16<br><br><div>{INTRODUCTION}<br></div></div><blockquote>{OURS}</blockquote>',
        (
            "<div>M16</div><hr><div><b>-------- Original Message --------</b></div>"
            f"<table><tr><td>{HEADERS}</td></tr></table>{OURS}"
        ),
    ],
    ids=[
        "gmail",
        "apple",
        "thunderbird",
        "thunderbird, in its introduction",
        "outlook",
        "outlook x_",
        "word",
        "yahoo",
        "proton",
        "spark",
        "new yahoo",
        "gmail prefixed",
        "gmx",
        "tutanota",
        "a head on one line",
        "android",
        "a table",
    ],
)
def test_only_typed_text_is_written(html: str) -> None:
    reply = read_reply(html_to_text(html), BOOK.is_ours)
    assert [line.strip() for line in reply.lines] == ["M16"]
    assert reply.quoted > 0


def test_answers_below_and_between_quotes_survive() -> None:
    html = (
        f'<div class="gmail_quote"><div class="gmail_attr">{INTRODUCTION}</div><blockquote>{OURS}</blockquote>'
        "<div>press Well seen!</div><blockquote>resign</blockquote><div>M16</div></div>"
    )
    reply = read_reply(html_to_text(html), BOOK.is_ours)
    assert [line.strip() for line in reply.lines if line] == ["press Well seen!", "M16"]


def test_an_indented_paragraph_is_no_quote() -> None:
    html = (
        '<div>M14</div><blockquote style="margin: 0 0 0 40px; border: none; padding: 0px"><div>N15</div></blockquote>'
    )
    assert html_to_text(html).split() == ["M14", "N15"]


def test_hidden_text_scripts_and_comments_are_not_read() -> None:
    html = (
        "<html><head><style>a{}</style><title>resign</title></head><body>M16<!-- resign -->"
        '<div style="display:none">resign</div><script>resign</script></body></html>'
    )
    assert html_to_text(html).strip() == "M16"


def test_columns_survive() -> None:
    assert html_to_text("<pre>   K  L\n15 .  O</pre>").strip("\n") == "   K  L\n15 .  O"


@pytest.mark.parametrize(
    "before",
    ["M16", "<span>M16</span>", "<b>M</b>16 ", "<table><tr><td>M16", "<div>M16", "<p>M16</p>", "<pre>M16", "M16<br>"],
)
def test_text_before_a_table_is_a_line_of_its_own(before: str) -> None:
    lines = [
        line for line in html_to_text(f"{before}<table><tr><td>N15</td><td>O14</td></tr></table>").split("\n") if line
    ]
    assert [line.split() for line in lines] == [["M16"], ["N15", "O14"]]


@pytest.mark.parametrize("around", ["<p>{}</p>", "<pre>{}</pre>", "<table><tr><td><table><tr><td>{}</table></table>"])
def test_an_ampersand_is_read_once(around: str) -> None:
    assert html_to_text(around.format("A&amp;B &lt;C&gt; &amp;lt; &amp;amp; &eacute; D & E")).strip() == (
        "A&B <C> &lt; &amp; é D & E"
    )
    quoted = html_to_text("M16" + around.format("<blockquote>a &amp;gt; b</blockquote>"))
    assert quoted.split() == ["M16", ">", "a", "&gt;", "b"]


@pytest.mark.parametrize("html", ["", "  ", "<!-- nothing -->", "<html></html>", "\ud800"])
def test_empty_html_is_empty_text(html: str) -> None:
    assert html_to_text(html).strip(" \n?") == ""


def test_a_quote_inside_a_quote_is_marked_once_and_whole() -> None:
    lines = html_to_text("<p>M16</p><blockquote>a<blockquote>b</blockquote>c</blockquote>").split("\n")
    assert [line for line in lines if line] == ["M16", "> a", "> b", "> c"]
