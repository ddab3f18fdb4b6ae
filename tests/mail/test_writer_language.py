"""The language of a first letter: what it asks for, its words, and its headers, in this order."""

from __future__ import annotations

import pytest

from adjudicator.mail.commands.lines.writer_language import guess_language, read_tags
from adjudicator.mail.commands.table.command_table import COMMANDS
from adjudicator.mail.incoming.letter import read_letter


@pytest.mark.parametrize(
    ("lines", "declared", "language"),
    [
        (["neue Partie egyptos mit bob@example.org"], "", "de"),
        (["nouvelle partie egyptos avec bob@example.org"], "", "fr"),
        (["nuova partita cheops con la casa"], "", "it"),
        (["nieuwe partij pharao tegen het huis"], "", "nl"),
        (["new egyptos with house"], "de-DE", "en"),
        (["Bonjour, je voudrais jouer"], "", "fr"),
        (["Hallo, ich möchte gern spielen"], "", "de"),
        (["Hallo, ik wil graag spelen"], "", "nl"),
        (["Ciao, vorrei giocare"], "en", "it"),
        (["How can I play?"], "", "en"),
        (["Sprache Französisch", "neue Partie egyptos mit Haus"], "", "fr"),
        (["new egyptos with house language=nl"], "de", "nl"),
        (["new egyptos with house language=klingon"], "de", "en"),
        (["help"], "nl-BE, nl;q=0.9", "nl"),
        (["help"], "fr", None),
        (["egyptos"], "it-CH", "it"),
        (["egyptos"], "pl, de;q=0.5", "de"),
        (["egyptos"], "", None),
        ([], "", None),
    ],
)
def test_what_speaks_for_a_language(lines: list[str], declared: str, language: str | None) -> None:
    assert guess_language(lines, declared) == language


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.name in {"new", "rules", "games", "join"}])
def test_the_word_of_a_command_alone_is_enough_unless_languages_share_it(command: object) -> None:
    words: dict[str, tuple[str, ...]] = command.words  # type: ignore[attr-defined]  # parametrize hides the type
    for language, said in words.items():
        shared = {other for other, others in words.items() if set(said) & set(others)}
        if shared == {language}:
            assert guess_language([said[0]], "") in (language, None)


@pytest.mark.parametrize(
    ("header", "tags"),
    [
        ("de-AT, en;q=0.7, *;q=0.1", ("de", "en")),
        ("EN_us", ("en",)),
        ("zh", ()),
        ("", ()),
        (";;,,-", ()),
        ("fr,fr-CA,de", ("fr", "de")),
    ],
)
def test_language_tags(header: str, tags: tuple[str, ...]) -> None:
    assert read_tags(header) == tags


@pytest.mark.parametrize("name", ["Content-Language", "Accept-Language"])
def test_both_headers_are_read(name: str) -> None:
    raw = f"From: a@a.example\nTo: b@b.example\nSubject: x\n{name}: it-IT\n\negyptos\n".encode()
    assert read_tags(read_letter(raw).language) == ("it",)
