"""Names and texts that try to break out of a header, a page or a template, and checks that they did not."""

from __future__ import annotations

import base64
import re
from collections import Counter

from lxml.html import HtmlElement, document_fromstring

MARK = "zqx"
"""Stands in every hostile word, so that one can see where it came out."""

WORDS = (
    *("Anna\r\nBcc: zqx@evil.example", "Anna\nX-Evil: zqx", "Anna\r\n\r\nzqx", "Anna\rBcc: zqx@evil.example"),
    *(
        "Anna\x00zqx",
        "Anna\u2028Bcc: zqx",
        "Anna\x85Bcc: zqx",
        "Anna\x0bBcc: zqx",
        "Anna\x0cBcc: zqx",
        "zqx\r\n.\r\nQUIT",
    ),
    *('"; zqx@evil.example', "Anna <zqx@evil.example>", "Anna, zqx@evil.example", "zqx:a@evil.example;", 'zqx\\"'),
    *("=?utf-8?q?zqx=0D=0ABcc:_a?=", "=?utf-8?b?PHpxeD4=?= zqx", "zqx (", "zqx <", "<zqx", "@zqx", "--zqx", "\tzqx"),
    *("<script>zqx()</script>", "<img src=x onerror=zqx()>", '"><svg onload=zqx()>', "' onmouseover='zqx()"),
    *("</pre><script>zqx()</script>", "</title><zqx>", "]]><zqx>", "<!-- zqx", "javascript:zqx()", "&lt;zqx&gt;"),
    *(
        "{{ 1009 * 1000003 }}zqx",
        "{% raw %}zqx",
        "%(zqx)s%n",
        "{zqx}",
        "${zqx}",
        "\u202ezqx",
        "zqx" + "x" * 500,
        "\U0001f600zqx",
    ),
)

HEADERS = frozenset(
    {
        *("date", "message-id", "from", "to", "reply-to", "subject", "in-reply-to", "references", "list-id"),
        *("list-unsubscribe", "list-unsubscribe-post", "auto-submitted", "x-auto-response-suppress", "mime-version"),
        *("content-type", "content-transfer-encoding", "content-disposition", "x-loop", "x-ms-reactions"),
    }
)

_DOES = re.compile(r"(?i)^on|^srcdoc$|^formaction$")
_LEADS = frozenset({"href", "src", "action", "xlink:href"})


def encoded(word: str) -> str:
    """Write a word so that it stands in any header, whatever it holds."""
    return f"=?utf-8?b?{base64.b64encode(word.encode()).decode()}?="


def check_letter(raw: bytes) -> None:
    """See that a letter of ours has only our own headers, each once, on lines that every mail server takes."""
    assert b"\r" not in raw.replace(b"\r\n", b""), "a carriage return alone"
    assert b"\n" not in raw.replace(b"\r\n", b""), "a newline alone"
    assert b"\0" not in raw
    assert all(len(line) <= 998 for line in raw.split(b"\r\n")), "a line that is too long"
    head = re.sub(rb"\r\n[ \t]+", b" ", raw.partition(b"\r\n\r\n")[0])
    names = Counter(line.partition(b":")[0].decode().lower() for line in head.split(b"\r\n"))
    assert names.keys() <= HEADERS, f"headers that are not ours: {names.keys() - HEADERS}"
    assert set(names.values()) == {1}, f"headers that stand twice: {names}"
    assert head.isascii()


def check_markup(html: str) -> None:
    """See that nothing that somebody wrote became an element, an attribute, an address or the value of a template."""
    tree: HtmlElement = document_fromstring(html)
    for element in tree.iter():
        if not isinstance(element.tag, str):
            assert MARK not in (element.text or ""), "in a comment"
            continue
        assert MARK not in element.tag, f"an element {element.tag}"
        if element.tag in ("script", "style", "iframe", "object"):
            assert MARK not in (element.text or ""), f"in a {element.tag}"
        for name, value in element.attrib.items():
            assert MARK not in name, f"an attribute {name}"
            assert not (_DOES.search(name) and MARK in value), f"{name}={value}"
            assert not (name in _LEADS and value.strip().lower().startswith(("javascript:", "data:"))), (
                f"{name}={value}"
            )
    assert "1009003027" not in html, "a template was carried out"
