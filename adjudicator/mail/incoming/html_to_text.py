"""HTML letters as plain text in which quotes carry `>`, so that one reader of replies serves both kinds."""

from __future__ import annotations

import re

from lxml.etree import ParserError
from lxml.html import HtmlElement, HTMLParser, document_fromstring

from adjudicator.mail.errors import LetterRefused
from adjudicator.mail.incoming.html_layout import layout_html
from adjudicator.mail.incoming.html_visibility import MARK, mark_struck, mark_unseen
from adjudicator.mail.text.doubt_marks import mark_last
from adjudicator.mail.text.line_kind import CONTAINER
from adjudicator.mail.text.size_limits import HTML, HTML_LINES, TAGS

_QUOTES = (
    "gmail_attr",
    "gmail_quote",
    "moz-cite-prefix",
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
"""Classes, ids and names that mail programs give to what they quote. Some put something of their own before them."""

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
"""Ids and classes of elements with which the quoted letter begins. Answers stand between its lines, or below it."""

_UNWRITABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")
_DROPPED = ("head", "script", "style", "template")


def html_to_text(html: str) -> str:
    """Render HTML as text: hidden text left out, columns kept, quoted letters marked with `>` on every line.

    A line of which its reader may not see everything holds a `DOUBT`, and so does the last one where the rest is cut.

    Raises `LetterRefused` with the reason `nested` when the elements are nested too deep to be walked.
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
    return text if len(looked_at) == len(html) else mark_last(text)


def html_weight(html: str) -> float:
    """Tell how much of what is looked at in one letter an HTML text is; more than 1 is cut off."""
    return max(len(html) / HTML, html.count("\n") / HTML_LINES, html.count("<") / TAGS)


def _first(most: int, mark: str, html: str) -> str:
    """Cut a text off before one mark too many."""
    return mark.join(html.split(mark, most)[:most])


def _make_writable(tree: HtmlElement) -> None:
    """Mark the characters that the parser reads, as from ``&#1;``, but does not let anybody put elsewhere."""
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
        # Gmail's and Outlook's button for indenting makes a blockquote too; it takes the border away.
        style = element.get("style", "").replace(" ", "").lower()
        return "border:none" not in style and "border:0" not in style
    # Around a blockquote such an element also holds what was typed below the quote.
    named = any(name.endswith(_QUOTES) for name in names) or element.get("name") == "quote"
    return named and element.find(".//blockquote") is None


def _separate(element: HtmlElement) -> None:
    """Say in the text that a quoted letter begins; which of its lines are ours is found out by comparing them."""
    separator = element.makeelement("div")
    separator.text = CONTAINER
    if element.getparent() is not None and element.tag != "body":
        element.addprevious(separator)
        return
    separator.tail, element.text = element.text, None
    element.insert(0, separator)


def _replace(quote: HtmlElement) -> None:
    """Put the text of a quote, every line marked, in the place of its element."""
    marked = quote.makeelement("pre")
    marked.tail, quote.tail = quote.tail, None
    quote.getparent().replace(quote, marked)
    lines = layout_html(quote).strip("\n").split("\n")
    marked.text = "\n".join(f"> {line}".rstrip() for line in lines)
