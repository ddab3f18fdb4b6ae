"""Markup laid out as text, its columns kept, at a cost that grows with what is written and not with what is blank.

A few bytes of markup can ask for gigabytes of blanks: a margin of a hundred thousand lines, or a cell as long as the
letter above a thousand short ones, all of which would be filled up to its length.
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
"""So many characters a table may take for one that is written in it, besides `SMALL`; letters and boards need fewer."""
SMALL = 20_000

DEEPEST = 16
"""So many tables may stand one in the other; each is laid out anew for the one around it."""

_AMPERSAND = "\ufdd0"
"""What stands for an ampersand while the library works: it would read references once more, and in every table anew."""

_TOO_DEEP = XPath(
    f"descendant-or-self::table[count(ancestor::table) >= {DEEPEST}]"
    f" | descendant-or-self::*[self::tr or self::td or self::th][count(ancestor::table) > {DEEPEST}]"
)
_KEPT = re.compile(r"(?i)(?:^|;)\s*((?:display|white-space)\s*:(?!\s*none)[ -:<-~]{0,40})")


def layout_html(element: HtmlElement) -> str:
    """Lay an element out as text, without blanks at line ends, as far as a text is looked at.

    The lines with text that `visibility` marked hold a `DOUBT`.
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
    # Cut before it is tidied, which takes longer than all the rest; no more of it is ever looked at.
    tidied = tidy_text(_without_blanks(text)[:TEXT].replace(_AMPERSAND, "&"))
    return _without_blanks(tidied.replace(MARK, DOUBT))


def _without_blanks(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.split("\n"))


class _Table(Table):  # type: ignore[misc]
    """A table whose cells stand one below the other where side by side they would take too much room."""

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
        """Count the characters that the table would take."""
        widths: dict[int, int] = {}
        for row in self.rows:
            for column, cell in enumerate(row.columns):
                widths[column] = max(cell.width, widths.get(column, 0))
        height = sum(max((cell.height for cell in row.columns), default=1) for row in self.rows)
        return height * sum(widths.values())


def _begin_table(state: HtmlDocumentState, _attributes: dict[str, str]) -> None:
    state.tags[-2].canvas.flush_inline()  # what stands before a table is a line of its own
    state.tags[-1].set_canvas(Canvas())
    state.current_table.append(_Table(state.tags[-1].canvas.left_margin, state.config.table_cell_separator))


_CONFIG = ParserConfig(
    css=CSS_PROFILES["strict"],  # without the indentation that the library otherwise gives to every division
    custom_html_tag_handler_mapping=CustomHtmlTagHandlerMapping({"table": _begin_table}, {}),
)
