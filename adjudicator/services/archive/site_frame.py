"""What all pages of the static site share: its languages, where a page lies, and how links lead from one to another.

A page of the live site at `/m/K7Q2` is the file `m/K7Q2/index.html` in the main language, and `de/m/K7Q2/index.html` in
another. All links are relative, so that the site works in any folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from adjudicator.texts import times
from adjudicator.texts.language import LANGUAGES, language_for

INDEX = "index.html"
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

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of all languages, the main one first."""
        return (self.main, *(code for code in LANGUAGES if code != self.main))

    def folder(self, path: str, language: str) -> str:
        """Return the folder of a page."""
        return "/".join(part for part in ("" if language == self.main else language, path) if part)

    def render(self, template: str, path: str, language: str, *, alone: bool = False, **values: object) -> SitePage:
        """Render a page of the live path `path`. One that is `alone` exists in this language only."""
        here = self.folder(path, language)
        html = language_for(language).render(
            f"site/{template}.html",
            to=lambda other: _lead(here, self.folder(other, language)),
            file=partial(_lead_to_file, here),
            languages=() if alone else tuple(self._languages(here, path)),
            live=f"{self.site}/{path}",
            site=self.site.partition("://")[2],
            date=partial(times.format_date, zone=ZONE, language=language_for(language)),
            **values,
        )
        return SitePage(f"{here}/{INDEX}".removeprefix("/"), html.strip().encode() + b"\n")

    def _languages(self, here: str, path: str) -> Iterator[tuple[str, str, str]]:
        for code, name in NAMES.items():
            yield code, name, _lead(here, self.folder(path, code))


def _lead(here: str, there: str) -> str:
    """Link from one folder to another: through the root, which takes no time to find."""
    return _lead_to_file(here, f"{there}/" if there else "") or "./"


def _lead_to_file(here: str, path: str) -> str:
    return "../" * (here.count("/") + 1 if here else 0) + path
