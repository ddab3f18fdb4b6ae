"""A browser: opens pages of the service, fills in the forms that are there, and keeps its cookies."""

from __future__ import annotations

import asyncio
import html
import http.client
import re
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from testkit.browser import Form, HtmlPage

SECONDS = 15.0
MOST_REDIRECTIONS = 4

_CHOICES = re.compile(r'<select id="step".*?</select>', re.DOTALL)
_CHOICE = re.compile(r"<option[^>]*>([^<]+)</option>")


class NotServed(OSError):
    """The pages did not answer as pages do: they are away, or something that they need is."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page that is open."""

    path: str
    text: str
    passed: tuple[str, ...] = ()
    """The places that sent us on to it."""

    def form(self, action: str) -> Form | None:
        """Find the form that goes somewhere."""
        return next((form for form in HtmlPage(self.text).forms if urlsplit(form.action).path == action), None)

    @property
    def orders(self) -> list[str]:
        """List the moves that may be chosen here."""
        found = _CHOICES.search(self.text)
        return [html.unescape(order) for order in _CHOICE.findall(found[0])] if found else []


@dataclass(slots=True)
class HttpBrowser:
    """One person's browser, at an address of its own on the loopback."""

    host: str
    port: int
    source: str
    _cookies: dict[str, str] = field(default_factory=dict)

    async def open(self, path: str) -> Page:
        """Open a page. Raises `NotServed`."""
        return await asyncio.to_thread(self._follow, "GET", path, {})

    async def send(self, form: Form, **filled: str) -> Page:
        """Send a form. Raises `NotServed`."""
        return await asyncio.to_thread(self._follow, "POST", form.action, form.fields | filled)

    def _follow(self, method: str, path: str, fields: dict[str, str]) -> Page:
        passed: list[str] = []
        for _ in range(MOST_REDIRECTIONS):
            status, place, text = self._ask(method, path, fields)
            if status in (302, 303):
                split = urlsplit(place)
                method, path, fields = "GET", f"{split.path}?{split.query}".rstrip("?"), {}
                passed.append(split.path)
                continue
            if status >= 500 or status == 429:
                raise NotServed(f"{status} at {path}")
            return Page(path, text, tuple(passed))
        raise NotServed(f"sent round in circles by {path}")

    def _ask(self, method: str, path: str, fields: dict[str, str]) -> tuple[int, str, str]:
        line = http.client.HTTPConnection(self.host, self.port, timeout=SECONDS, source_address=(self.source, 0))
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Cookie": cookies, "Accept-Language": "en", "Content-Type": "application/x-www-form-urlencoded"}
        try:
            line.request(method, path, urlencode(fields), headers)
            answer = line.getresponse()
            text = answer.read().decode("utf-8", "replace")
        except (OSError, http.client.HTTPException) as fault:
            raise NotServed(f"{type(fault).__name__}: {fault}") from fault
        finally:
            line.close()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        return answer.status, answer.headers.get("Location", ""), text
