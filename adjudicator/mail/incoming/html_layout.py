"""Lays HTML elements out as text with inscriptis, columns kept, at a cost linear in the visible text.

A few bytes of markup can ask for gigabytes of blanks: a margin of a hundred thousand lines, or one long cell above a
thousand short ones, which are all padded to its width. So styles are removed except `display` and `white-space`, and a
table that would consist of blanks mostly is written with one cell below the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from inscriptis.annotation import Annotation
from inscriptis.css_profiles import CSS_PROFILES
from inscriptis.html_engine import Inscriptis
from inscriptis.model.canvas import Canvas
from inscriptis.model.config import ParserConfig
from inscriptis.model.html_document_state import HtmlDocumentState
from inscriptis.model.table import Table, TableCell
from inscriptis.model.tag import CustomHtmlTagHandlerMapping
from lxml.etree import XPath
from lxml.html import HtmlElement

from adjudicator.mail.incoming.html_visibility import HIDDEN, MARK
from adjudicator.mail.text.charset import tidy_text
from adjudicator.mail.text.line_kind import DOUBT
from adjudicator.mail.text.size_limits import TEXT

BLANKS = 8
"""Characters that a table may take for each visible one, besides `SMALL`; letters and boards need fewer."""
SMALL = 20_000
"""Characters that any table may take."""

DEEPEST = 16
"""Nesting of tables. Each level is laid out again for the one around it."""

_AMPERSAND = "\ufdd0"
"""Replaces `&` during the layout: inscriptis decodes character references a second time, and again in each table."""

_TOO_DEEP = XPath(
    f"descendant-or-self::table[count(ancestor::table) >= {DEEPEST}]"
    f" | descendant-or-self::*[self::tr or self::td or self::th][count(ancestor::table) > {DEEPEST}]"
)
_KEPT = re.compile(r"(?i)(?:^|;)\s*((?:display|white-space)\s*:(?!\s*none)[ -:<-~]{0,40})")


def layout_html(element: HtmlElement) -> str:
    """Lay an element out as text, without blanks at line ends, up to the limit of a text.

    Lines with text that `html_visibility` marked carry a `DOUBT`. The element is changed.
    """
    for part in element.iter():
        if isinstance(part.tag, str):
            if (style := part.get("style")) and style != HIDDEN:
                part.set("style", ";".join(_KEPT.findall(style)))
            part.text = part.text and part.text.replace("&", _AMPERSAND)
        part.tail = part.tail and part.tail.replace("&", _AMPERSAND)
    for part in _TOO_DEEP(element):
        part.tag = "div"
    text = Inscriptis(element, _CONFIG).get_text()
    # Cut before `tidy_text`, which is the slowest step.
    tidied = tidy_text(_without_blanks(text)[:TEXT].replace(_AMPERSAND, "&"))
    return _without_blanks(tidied.replace(MARK, DOUBT))


def _without_blanks(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.split("\n"))


class _Table(Table):  # type: ignore[misc]
    """A table that is written cell below cell if its columns would be mostly blanks."""

    def get_text(self) -> str:
        lines = [line for cell in self._cells() for line in cell.blocks]
        written = sum(len(line) - line.count(" ") for line in lines)
        if self._room() <= SMALL + BLANKS * written:
            text: str = super().get_text()
            return text
        return "\n".join(lines) + "\n"

    def get_annotations(self, _idx: int, _left_margin_len: int) -> list[Annotation]:
        return []

    def _cells(self) -> Iterator[TableCell]:
        for cell in chain.from_iterable(row.columns for row in self.rows):
            cell.normalize_blocks()
            yield cell

    def _room(self) -> int:
        """Count the characters of the table with its columns."""
        widths: dict[int, int] = {}
        for row in self.rows:
            for column, cell in enumerate(row.columns):
                widths[column] = max(cell.width, widths.get(column, 0))
        height = sum(max((cell.height for cell in row.columns), default=1) for row in self.rows)
        return height * sum(widths.values())


def _begin_table(state: HtmlDocumentState, _attributes: dict[str, str]) -> None:
    state.tags[-2].canvas.flush_inline()  # text before a table gets a line of its own
    state.tags[-1].set_canvas(Canvas())
    state.current_table.append(_Table(state.tags[-1].canvas.left_margin, state.config.table_cell_separator))


_CONFIG = ParserConfig(
    css=CSS_PROFILES["strict"],  # the default profile would indent every `div`
    custom_html_tag_handler_mapping=CustomHtmlTagHandlerMapping({"table": _begin_table}, {}),
)
