"""A browser for tests: opens pages, follows links, fills in the forms that are there, and sees nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

VOID = frozenset({"input", "meta", "link", "br", "hr", "img"})


@dataclass(slots=True)
class Form:
    """A form as it came: where it goes and what is filled in already."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    below: str = ""
    """The `id` of the heading that it stands below."""


class HtmlPage(HTMLParser):
    """A page taken apart: its text, its links, its forms."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._words: list[str] = []
        self._select: str | None = None
        self._area: str | None = None
        self._heading = ""
        self.feed(html)

    @property
    def text(self) -> str:
        """All words of the page, every gap one blank."""
        return " ".join(" ".join(self._words).split())

    def form(self, action: str) -> Form:
        """Find the first form that goes somewhere."""
        found = [form for form in self.forms if form.action.partition("?")[0] == action]
        assert found, f"no form to {action} among {[form.action for form in self.forms]}"
        return found[0]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        if given.get("href") is not None and tag == "a":
            self.links.append(str(given["href"]))
        if tag in ("h1", "h2"):
            self._heading = given.get("id") or ""
        if tag == "form":
            form = Form(given.get("action") or "", given.get("method") or "get", below=self._heading)
            self.forms.append(form)
        elif self.forms:
            self._take(tag, given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = None
        elif tag == "textarea":
            self._area = None

    def handle_data(self, text: str) -> None:
        self._words.append(text)
        if self._area is not None:
            self.forms[-1].fields[self._area] = self.forms[-1].fields.get(self._area, "") + text

    def _take(self, tag: str, given: dict[str, str | None]) -> None:
        form, name, value = self.forms[-1], given.get("name"), given.get("value") or ""
        if tag == "button" and name:
            form.buttons.append((name, value))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in given or self._select not in form.fields):
            form.fields[self._select] = value
        elif tag == "textarea" and name:
            self._area, form.fields[name] = name, ""
        elif tag == "input" and name and (given.get("type") not in ("radio", "checkbox") or "checked" in given):
            form.fields[name] = value


@dataclass(slots=True)
class Browser:
    """One person's browser."""

    client: FlaskClient
    answer: TestResponse | None = None
    _parsed: tuple[TestResponse, HtmlPage] | None = None

    @property
    def status(self) -> int:
        assert self.answer is not None
        return self.answer.status_code

    @property
    def page(self) -> HtmlPage:
        assert self.answer is not None
        if self._parsed is None or self._parsed[0] is not self.answer:
            self._parsed = self.answer, HtmlPage(self.answer.get_data(as_text=True))
        return self._parsed[1]

    @property
    def at(self) -> str:
        """The path of the page that is open."""
        assert self.answer is not None
        return self.answer.request.path

    def header(self, name: str) -> str:
        assert self.answer is not None
        return self.answer.headers.get(name, "")

    def open(self, path: str, **more: Any) -> Browser:
        return self._read(self.client.get(path, follow_redirects=True, **more))

    def submit(self, action: str, /, **filled: str) -> Browser:
        """Send a form of the open page, with the fields that it brings and those that are filled in."""
        form = self.page.form(action)
        return self.post(form.action, form.fields | filled)

    def post(self, path: str, fields: dict[str, str], **more: Any) -> Browser:
        return self._read(self.client.post(path, data=fields, follow_redirects=True, **more))

    def _read(self, answer: TestResponse) -> Browser:
        answer.get_data()
        answer.close()
        self.answer = answer
        return self
