"""Chooses the language of a page: the player's, else the one picked by ``?lang=``, else the browser's."""

from __future__ import annotations

from types import MappingProxyType

from flask import Flask, request, session

from adjudicator.store.tables import Player
from adjudicator.texts.language.language import LANGUAGES, SOURCE

NAMES = MappingProxyType({"de": "Deutsch", "en": "English", "fr": "Français", "it": "Italiano", "nl": "Nederlands"})
"""Each language by its own name, for readers who know no other."""


def init_app(app: Flask) -> None:
    """Let ``?lang=`` set the language of this page and the following ones."""
    app.before_request(_pick)


def choose_language(player: Player | None) -> str:
    """Choose the language of this request."""
    if player is not None:
        return player.language
    return read_language() or SOURCE


def read_language() -> str:
    """Read which language was picked, or the browser asks for; empty if neither says one of ours."""
    picked: str | None = session.get("language")
    if picked in LANGUAGES:
        return picked
    return request.accept_languages.best_match(LANGUAGES) or ""


def _pick() -> None:
    wanted = request.args.get("lang", "")
    if wanted in LANGUAGES and session.get("language") != wanted:
        session["language"] = wanted
