"""Boards of the pyramid survive mail programs, and fit in every language and with every name."""

from __future__ import annotations

import pytest

from adjudicator.engines.pharao import ENGINE
from adjudicator.texts.formats.plain_text import fold_text
from adjudicator.texts.games.boards import draw_board
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.engines.pharao import begin
from testkit.engines.pharao_views import (
    FALLING,
    MIDDLE,
    NAMES,
    OVER,
    VIEWS,
    WIDTHS,
    board,
    positions,
)


@pytest.mark.parametrize("shape", WIDTHS)
def test_a_board_survives_every_mail_program(shape: str) -> None:
    for position in positions():
        text = board(position, shape)
        assert "\n\n\n" not in text
        assert fold_text(text) == f"{text}\n"
        for line in text.splitlines():
            assert line.isascii()
            assert line == line.rstrip()
            assert "\t" not in line
            assert not line.startswith((">", "--", "From "))
            assert len(line) <= WIDTHS[shape], line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shape", WIDTHS)
def test_it_fits_in_every_language(shape: str, language: str) -> None:
    for position in VIEWS.values():
        text = board(position, shape, language=language)
        assert max(map(len, text.splitlines())) <= WIDTHS[shape]
        assert text.count("\n\n") == board(position, shape).count("\n\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_names_are_cut_in_drawings(language: str) -> None:
    names = tuple(f"{name} of the very long name" for name in NAMES)
    for position in (MIDDLE, FALLING, OVER):
        view = ENGINE.view(position, 0)
        for shape in WIDTHS:
            text = draw_board(view, shape, language_for(language), names=names)
            assert max(map(len, text.splitlines())) <= WIDTHS[shape]


def test_players_without_names_are_numbered() -> None:
    for shape in WIDTHS:
        assert "Player 2" in draw_board(ENGINE.view(begin(), None), shape, language_for("en"))
