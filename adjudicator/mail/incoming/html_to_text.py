"""Renders HTML as plain text with `>` before quoted lines, so that one parser of replies serves both kinds.

1. Mark struck-out text in the markup, before the parser can end a strike too early (`html_visibility.mark_struck`).
2. Parse; leave out hidden text, and mark doubtful text (`html_visibility.mark_unseen`).
3. Replace each quote by its own text with `>` before every line.
4. Lay out the rest (`html_layout`). Lines with marks get a `DOUBT`.
"""

from __future__ import annotations

import re

from lxml.etree import ParserError
from lxml.html import HtmlElement, HTMLParser, document_fromstring

from adjudicator.mail.errors import LetterRefused
from adjudicator.mail.incoming.html_layout import layout_html
from adjudicator.mail.incoming.html_visibility import MARK, mark_struck, mark_unseen
from adjudicator.mail.text.doubt_marks import mark_last_line
from adjudicator.mail.text.line_kind import CONTAINER
from adjudicator.mail.text.size_limits import HTML, HTML_LINES, TAGS

_QUOTES = (
    "gmail_attr",
    "gmail_quote",
    "moz-forward-container",
    "protonmail_quote",
    "tutanota_quote",
    "reply-intro",
    "yahoo_quoted",
    "zmail_extra",
    "messageReplySection",
    "ntes-mailmaster-quote",
    "isReplyContent",
    "sh-quoted-content",
    "quoted-content",
)
"""Classes, ids and names of quote elements in mail programs; as suffixes, because some programs add a prefix."""

_QUOTE_STARTS = frozenset(
    {
        "divRplyFwdMsg",
        "appendonsend",
        "stopSpelling",
        "OLK_SRC_BODY_SECTION",
        "mail-editor-reference-message-container",
        "ms-outlook-mobile-reference-message",
    }
)
"""Ids and classes of elements that begin a quote but do not enclose it: answers may stand between its lines."""

_UNWRITABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")
_DROPPED = ("head", "script", "style", "template")


def html_to_text(html: str) -> str:
    """Render HTML as text: hidden text is left out, columns are kept, quoted lines begin with `>`.

    A line that a reader may not see completely carries a `DOUBT`, and so does the last line of HTML cut at a limit.

    Raises `LetterRefused` with the reason `nested` when elements are nested too deep.
    """
    looked_at = _first(TAGS, "<", _first(HTML_LINES, "\n", html[:HTML]))
    markup = mark_struck(looked_at.strip()).encode("utf-8", "replace")
    if not markup:
        return ""
    try:
        tree = document_fromstring(markup, parser=HTMLParser(encoding="utf-8"))
        _make_writable(tree)
        mark_unseen(tree)
        for element in list(tree.iter(*_DROPPED)):
            element.drop_tree()
        _mark_quotes(tree)
        text = layout_html(tree)
    except ParserError:  # nothing but comments
        return ""
    except RecursionError:
        raise LetterRefused("nested") from None
    return text if len(looked_at) == len(html) else mark_last_line(text)


def html_weight(html: str) -> float:
    """Measure HTML against the limits of one letter; above 1 it is cut."""
    return max(len(html) / HTML, html.count("\n") / HTML_LINES, html.count("<") / TAGS)


def _first(most: int, mark: str, html: str) -> str:
    """Cut a text before the occurrence of `mark` with the number `most`."""
    return mark.join(html.split(mark, most)[:most])


def _make_writable(tree: HtmlElement) -> None:
    """Replace characters that lxml reads, as from ``&#1;``, but refuses to set as text."""
    for element in tree.iter():
        if isinstance(element.tag, str) and _UNWRITABLE.search(element.text or ""):
            element.text = _UNWRITABLE.sub(MARK, element.text)
        if _UNWRITABLE.search(element.tail or ""):
            element.tail = _UNWRITABLE.sub(MARK, element.tail)


def _mark_quotes(tree: HtmlElement) -> None:
    marked: set[HtmlElement] = set()
    for element in list(tree.iter()):
        if element in marked or not isinstance(element.tag, str):
            continue
        names = _names(element)
        if _QUOTE_STARTS.intersection(name.removeprefix("x_") for name in names):
            _separate(element)
        elif _is_quote(element, names):
            marked.update(element.iter())
            _replace(element)


def _names(element: HtmlElement) -> list[str]:
    return [*element.get("class", "").split(), element.get("id", ""), element.get("name", "")]


def _is_quote(element: HtmlElement, names: list[str]) -> bool:
    if element.getparent() is None or element.tag == "body":
        return False
    if element.tag == "blockquote":
        # The indent button of Gmail and Outlook makes a blockquote too, but without a border.
        style = element.get("style", "").replace(" ", "").lower()
        return "border:none" not in style and "border:0" not in style
    # If it encloses a blockquote, only that is the quote: such an element also holds text typed below.
    named = any(name.endswith(_QUOTES) for name in names) or element.get("name") == "quote"
    return named and element.find(".//blockquote") is None


def _separate(element: HtmlElement) -> None:
    """Insert a separator line where a quote begins; `reply.classify` compares the lines below with our letter."""
    separator = element.makeelement("div")
    separator.text = CONTAINER
    if element.getparent() is not None and element.tag != "body":
        element.addprevious(separator)
        return
    separator.tail, element.text = element.text, None
    element.insert(0, separator)


def _replace(quote: HtmlElement) -> None:
    """Replace a quote element by its text with `>` before every line."""
    marked = quote.makeelement("pre")
    marked.tail, quote.tail = quote.tail, None
    quote.getparent().replace(quote, marked)
    lines = layout_html(quote).strip("\n").split("\n")
    marked.text = "\n".join(f"> {line}".rstrip() for line in lines)
