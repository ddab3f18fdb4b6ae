"""Joins the soft-broken lines of format=flowed text (RFC 3676) into paragraphs."""

from __future__ import annotations

SIGNATURE = "-- "


def unflow_text(text: str, *, delsp: bool = False) -> str:
    """Join soft-broken lines; quoted paragraphs come out as one line with one `>` for each level.

    A soft break ends where the quote depth changes, even if the sender's program forgot a hard break (RFC 3676, 4.5).
    The signature separator `-- ` is never joined (4.3). `delsp` removes the blank of a soft break (4.2).
    """
    lines: list[str] = []
    open_depth: int | None = None
    run: list[str] = []
    for line in text.split("\n"):
        depth, content = _unquote(line)
        soft = content.endswith(" ") and content != SIGNATURE
        if open_depth is not None and (depth != open_depth or content == SIGNATURE):
            lines.append(_quote(open_depth, run))
            run = []
        run.append(content[:-1] if soft and delsp else content)
        open_depth = depth if soft else None
        if not soft:
            lines.append(_quote(depth, run))
            run = []
    if open_depth is not None:
        lines.append(_quote(open_depth, run))
    return "\n".join(lines)


def _unquote(line: str) -> tuple[int, str]:
    content = line.lstrip(">")
    depth = len(line) - len(content)
    return depth, content.removeprefix(" ")


def _quote(depth: int, run: list[str]) -> str:
    content = "".join(run)
    return f"{'>' * depth} {content}" if depth else content
