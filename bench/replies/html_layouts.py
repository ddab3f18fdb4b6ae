"""Replies as programs that write HTML lay them out: each is a plain text, empty where there is none, and HTML."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from bench.replies.positions import GamePosition
from testkit.club import address_of, html_of, text_of
from testkit.mail.reply_layouts import marked

GMAIL_QUOTE = "margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"
OUTLOOK_HEAD = "border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"
EMPTY_LINE = "<p class=MsoNormal><o:p>&nbsp;</o:p></p>"


def body_of(scene: GamePosition) -> str:
    """Take the inside of our letter's HTML, as programs do that quote it."""
    html = html_of(scene.letter)
    start, end = html.find("<body"), html.rfind("</body>")
    return html[html.find(">", start) + 1 : end] if start >= 0 else html


def _typed(text: str, signature: str, tag: str) -> str:
    """Put every typed line into an element of its own."""
    lines = [*text.split("\n"), *(["", *signature.split("\n")] if signature else [])]
    return "".join(f"<{tag}>{escape(one) or '<br>'}</{tag.partition(' ')[0]}>" for one in lines)


def _quoted(scene: GamePosition) -> str:
    return "\n".join(marked(text_of(scene.letter).rstrip("\n").split("\n")))


def _from(scene: GamePosition) -> str:
    return f"Adjudicator <{address_of(scene.letter['Reply-To'])}>"


def _head(scene: GamePosition) -> str:
    """Write the head that Outlook puts above the letter that is answered."""
    return (
        f"<b>From:</b> {escape(_from(scene))}<br><b>Sent:</b> Monday, November 30, 2026 9:14 AM<br>"
        f"<b>To:</b> {escape(scene.mover)}<br><b>Subject:</b> {escape(str(scene.letter['Subject']))}"
    )


def _gmail(scene: GamePosition, text: str, signature: str) -> tuple[str, str]:
    introduction = f"On Mon, Nov 30, 2026 at 9:14 AM {_from(scene)} wrote:"
    html = (
        f'<div dir="ltr">{_typed(text, signature, "div")}</div><br>'
        f'<div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{escape(introduction)}<br></div>'
        f'<blockquote class="gmail_quote" style="{GMAIL_QUOTE}">{body_of(scene)}</blockquote></div>'
    )
    return f"{text}\n\n{signature}\n\n{introduction}\n\n{_quoted(scene)}\n", html


def _gmail_html_alone(scene: GamePosition, text: str, signature: str) -> tuple[str, str]:
    return "", _gmail(scene, text, signature)[1]


def _outlook(scene: GamePosition, text: str, signature: str) -> tuple[str, str]:
    return "", (
        f"<html><body lang=EN-US><div class=WordSection1>{_typed(text, signature, 'p class=MsoNormal')}{EMPTY_LINE}"
        f"<div style='{OUTLOOK_HEAD}'><p class=MsoNormal>{_head(scene)}</p></div>{EMPTY_LINE}{body_of(scene)}</div>"
        "</body></html>"
    )


def _outlook_web(scene: GamePosition, text: str, signature: str) -> tuple[str, str]:
    return "", (
        f'<html><body dir="ltr">{_typed(text, signature, "div class=elementToProof")}<div id="appendonsend"></div>'
        f'<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">'
        f'<font face="Calibri">{_head(scene)}</font><div>&nbsp;</div></div>{body_of(scene)}</body></html>'
    )


def _apple(scene: GamePosition, text: str, signature: str) -> tuple[str, str]:
    introduction = f"On Nov 30, 2026, at 9:14 AM, {_from(scene)} wrote:"
    html = (
        f'<html><body dir="auto">{_typed(text, signature, "div")}'
        f'<div><br><blockquote type="cite">{escape(introduction)}<br><br></blockquote></div>'
        f'<blockquote type="cite"><div>{body_of(scene)}</div></blockquote></body></html>'
    )
    return f"{text}\n\n{signature}\n\n> {introduction}\n> \n{_quoted(scene)}\n", html


def _thunderbird_quote(scene: GamePosition) -> str:
    return (
        '<div class="moz-cite-prefix">On 11/30/26 09:14, Adjudicator wrote:<br></div>'
        f'<blockquote type="cite" cite="mid:1@club.example">{body_of(scene)}</blockquote>'
    )


def _thunderbird(scene: GamePosition, text: str, signature: str) -> tuple[str, str]:
    return "", f"<html><body>{_typed(text, signature, 'p')}{_thunderbird_quote(scene)}</body></html>"


def _thunderbird_below(scene: GamePosition, text: str, signature: str) -> tuple[str, str]:
    return "", f"<html><body>{_thunderbird_quote(scene)}{_typed(text, signature, 'p')}</body></html>"


def _yahoo(scene: GamePosition, text: str, signature: str) -> tuple[str, str]:
    introduction = f"On Monday, November 30, 2026, 09:14:22 AM GMT+1, {_from(scene)} wrote:"
    return "", (
        f'<html><body><div class="yahoo-style-wrap">{_typed(text, signature, "div dir=ltr")}</div>'
        f'<div id="yahoo_quoted_1" class="yahoo_quoted"><div><div>{escape(introduction)}</div><div><br></div>'
        f"<div>{body_of(scene)}</div></div></div></body></html>"
    )


PROGRAMS: dict[str, Callable[[GamePosition, str, str], tuple[str, str]]] = {
    "Gmail, both halves": _gmail,
    "Gmail, HTML alone": _gmail_html_alone,
    "Outlook, HTML": _outlook,
    "Outlook on the web, HTML": _outlook_web,
    "Apple Mail, both halves": _apple,
    "Thunderbird, HTML": _thunderbird,
    "Thunderbird, HTML, below": _thunderbird_below,
    "Yahoo, HTML": _yahoo,
}
