"""Frame of all pages of the static site: its languages, where a page lies, and how links lead from one to another.

A page of the live site at `/m/K7Q2` is the file `m/K7Q2/index.html` in the main language, and `de/m/K7Q2/index.html` in
another. All links are relative, so that the site works in any folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.times import times

INDEX = "index.html"
PATHS = MappingProxyType(
    {
        "archive.list_archive": "archive",
        "matches.show_match": "m/{code}",
        "openings.list_openings": "openings",
        "openings.show_openings": "openings/{game}",
        "openings.show_stood": "positions/{digest}",
        "players.show_player": "players/{page}",
        "statistics.show_statistics": "statistics",
        "statistics.download_statistics": "statistics.json",
        "statistics.show_game": "statistics/{game}",
        "statistics.download_game": "statistics/{game}.json",
    }
)
"""Where the pages of the live site are that templates of both lead to, by their endpoints there."""
LIVE_PATHS = MappingProxyType({"annotations.show_variation": "m/{code}/{n}/line/{number}/{step}"})
"""Pages that the copy does not have: its templates lead to the live site for them."""
JSON = ".json"
"""Ending of files that are the same in all languages: these are in the main folder alone."""
NAMES = {"de": "Deutsch", "en": "English", "fr": "Français", "it": "Italiano", "nl": "Nederlands"}
ZONE = "UTC"


@dataclass(frozen=True, slots=True)
class SitePage:
    """A file of the site."""

    path: str
    content: bytes


@dataclass(frozen=True, slots=True)
class SiteFrame:
    """One static site. `site` is the address of the live one, `main` the language without a folder of its own."""

    site: str
    main: str
    address: str = ""
    """Where the copy will be served, without a slash at the end. It has feeds if that is known: they need it."""

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of all languages, the main one first."""
        return (self.main, *(code for code in LANGUAGES if code != self.main))

    def folder(self, path: str, language: str) -> str:
        """Return the folder of a page."""
        return "/".join(part for part in ("" if language == self.main else language, path) if part)

    def render(
        self,
        template: str,
        path: str,
        language: str,
        *,
        alone: bool = False,
        live: str | None = None,
        **values: object,
    ) -> SitePage:
        """Render a page of a path. One that is `alone` exists in this language only.

        `live` is the page of the live site with the same, if its address is another one. Templates of the live site
        (``web/statistics``) find what they need here, too.
        """
        here, words = self.folder(path, language), language_for(language)
        date = partial(times.format_date, zone=ZONE, language=words)
        html = words.render(
            f"{template}.html",
            layout="site/_page.html",
            to=partial(self.lead, path, language),
            url_for=partial(self._lead_to_page, path, language),
            match_url=lambda endpoint, code: self._lead_to_page(path, language, endpoint, code=code),
            file=partial(_lead_to_file, here),
            languages=() if alone else tuple(self._languages(here, path)),
            live=f"{self.site}/{path if live is None else live}",
            site=self.site.partition("://")[2],
            date=date,
            short_time=date,
            iso=lambda moment: moment.isoformat(timespec="seconds"),
            **values,
        )
        return SitePage(f"{here}/{INDEX}".removeprefix("/"), html.strip().encode() + b"\n")

    def lead(self, path: str, language: str, other: str) -> str:
        """Link from the page of a path to another in the same language."""
        return _lead(self.folder(path, language), self.folder(other, language))

    def lead_to_file(self, path: str, language: str, other: str) -> str:
        """Link from the page of a path to a file that all languages share."""
        return _lead_to_file(self.folder(path, language), other)

    def lead_to_feed(self, path: str, language: str, about: str | None = None) -> str:
        """Link from the page of a path to the feed `about` another page, or about itself; empty if there is none."""
        there = path if about is None else about
        return _lead_to_file(self.folder(path, language), self.feed_path(there, language)) if self.address else ""

    def feed_path(self, path: str, language: str) -> str:
        """Return the file of the feed that belongs to a page."""
        return self.folder(f"{path}.atom", language)

    def _lead_to_page(self, path: str, language: str, endpoint: str, **values: object) -> str:
        if endpoint in LIVE_PATHS:
            return f"{self.site}/{LIVE_PATHS[endpoint].format_map(values)}"
        other = PATHS[endpoint].format_map(values)
        if other.endswith(JSON):
            return _lead_to_file(self.folder(path, language), other)
        return self.lead(path, language, other)

    def _languages(self, here: str, path: str) -> Iterator[tuple[str, str, str]]:
        for code, name in NAMES.items():
            yield code, name, _lead(here, self.folder(path, code))


def _lead(here: str, there: str) -> str:
    """Link from one folder to another: through the root, which takes no time to find."""
    return _lead_to_file(here, f"{there}/" if there else "") or "./"


def _lead_to_file(here: str, path: str) -> str:
    return "../" * (here.count("/") + 1 if here else 0) + path
