"""The last line of a letter is read back in every language, whole or from any word of it on."""

from __future__ import annotations

import pytest

from adjudicator.mail.commands.arguments.chain_line import ChainLine, read_chain_line, write_digest
from adjudicator.texts.language.language import LANGUAGES, language_for

DIGEST = "5f3a91c077aa0b12" + 48 * "0"
LINE = "%(code)s turn %(turn)s, chain %(chain)s"


def last_line(language: str) -> str:
    return language_for(language).gettext(LINE) % {"code": "K7Q2", "turn": 9, "chain": write_digest(DIGEST)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("words", "code", "turn"), [(0, "K7Q2", 9), (1, "", 9), (3, "", None), (4, "", None)], ids=str)
def test_it_is_read_back_without_its_first_words_too(language: str, words: int, code: str, turn: int | None) -> None:
    line = " ".join(last_line(language).split()[words:])
    assert read_chain_line(f" {line}\n") == ChainLine(DIGEST[:16], code, turn)


@pytest.mark.parametrize(
    "line", ["", "hello", "chain", "chain 5f3a", "turn 9", "turn 9, chain", "that is 5f3a 91c0 77aa"]
)
def test_anything_else_is_no_line(line: str) -> None:
    assert read_chain_line(line) is None
