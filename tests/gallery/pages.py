"""Writes the gallery as pages: an index, a list for each language and layout, and a page for each letter.

A letter's page has both parts, the HTML as a phone and as a wide window show it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from jinja2 import DictLoader, Environment

from tests.gallery.letters import Room, Shown

TEMPLATES = {
    "page.html": """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ title }}</title>
<style>
body { margin: 1rem; font: 1rem/1.5 system-ui, sans-serif; background: #eee; color: #111 }
pre { background: #fff; padding: 1rem; overflow-x: auto; max-width: 46rem; margin: 0 }
iframe { border: 1px solid #888; background: #fff; height: 50rem }
.parts { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start }
a { margin-right: 1ex }
</style></head>
<body>{% block main %}{% endblock %}</body></html>
""",
    "index.html": """\
{% extends "page.html" %}{% block main %}<h1>{{ title }}</h1>
<table>{% for language, rooms in by_language %}<tr><th>{{ language }}</th>
{% for room in rooms %}<td><a href="{{ room.language }}/{{ room.layout }}/index.html">{{ room.layout }}</a>
{{ room.letters|length }} letters</td>{% endfor %}</tr>{% endfor %}</table>
{% if pictures %}<h2>Pictures</h2><ul>{% for path in pictures %}<li><a href="{{ path }}">{{ path }}</a>{% endfor %}</ul>
{% endif %}{% endblock %}
""",
    "room.html": """\
{% extends "page.html" %}{% block main %}<p><a href="../../index.html">Gallery</a></p><h1>{{ title }}</h1>
{% for shelf, letters in shelves %}<h2>{{ shelf }}</h2><ol>{% for number, letter in letters %}
<li><a href="{{ number }}.html">{{ letter.subject }}</a> <small>{{ letter.name }}</small>{% endfor %}</ol>
{% endfor %}{% endblock %}
""",
    "letter.html": """\
{% extends "page.html" %}{% block main %}
<p><a href="index.html">All letters</a>
{% if number %}<a href="{{ number - 1 }}.html" accesskey="p">Before</a>{% endif %}
{% if number + 1 < count %}<a href="{{ number + 1 }}.html" accesskey="n">Next</a>{% endif %}
{% for language, layout in others %}
<a href="../../{{ language }}/{{ layout }}/index.html">{{ language }} {{ layout }}</a>{% endfor %}</p>
<h1>{{ letter.subject }}</h1><p>{{ letter.shelf }}: {{ letter.name }}</p>
<div class="parts"><pre>{{ letter.text }}</pre>
{% for width in (360, 800) %}<iframe title="{{ width }} pixels" width="{{ width }}" srcdoc="{{ letter.html }}"></iframe>
{% endfor %}</div>{% endblock %}
""",
}
_PAGES = Environment(loader=DictLoader(TEMPLATES), autoescape=True)


def write_room(folder: Path, room: Room, others: Iterable[tuple[str, str]]) -> None:
    """Write the pages of a language and layout."""
    here = folder / room.language / room.layout
    here.mkdir(parents=True, exist_ok=True)
    numbered = list(enumerate(room.letters))
    shelves = [(shelf, list(letters)) for shelf, letters in groupby(numbered, lambda one: one[1].shelf)]
    _write(here / "index.html", "room.html", title=f"Letters: {room.language}, {room.layout}", shelves=shelves)
    others = tuple(others)
    for number, letter in numbered:
        _write(
            here / f"{number}.html",
            "letter.html",
            title=letter.subject,
            letter=letter,
            number=number,
            count=len(numbered),
            others=others,
        )


def write_index(folder: Path, rooms: Iterable[Room], pictures: Iterable[str]) -> Path:
    """Write the first page; return its path."""
    by_language = [(language, list(those)) for language, those in groupby(rooms, lambda room: room.language)]
    path = folder / "index.html"
    _write(path, "index.html", title="Gallery of letters", by_language=by_language, pictures=list(pictures))
    return path


def choose_letters(room: Room, kinds: frozenset[str]) -> list[tuple[str, Shown]]:
    """Name the letters to be photographed: the last of each kind in each story; without kinds, all letters."""
    if not kinds:
        return [(str(number), letter) for number, letter in enumerate(room.letters)]
    last = {
        (letter.shelf, letter.kind): (str(number), letter)
        for number, letter in enumerate(room.letters)
        if letter.kind in kinds
    }
    return list(last.values())


def _write(path: Path, template: str, **values: object) -> None:
    path.write_text(_PAGES.get_template(template).render(**values), encoding="utf-8")
