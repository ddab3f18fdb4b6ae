"""A whole match in one file: as text, as a page, and as pictures. Complete, the same each time, no secret too early."""

from __future__ import annotations

import re
import secrets
import zipfile
from collections.abc import Callable, Iterator, Sequence
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from adjudicator.engines.registry import engine_for
from adjudicator.engines.suite.chance import Chance
from adjudicator.services.matches.rows.match_rows import load_match, notes_of
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.matches.view.retelling import pack_pictures, tell_as_page, tell_as_text
from adjudicator.texts.language.language import LANGUAGES, language_for
from testkit.agreed_match import PEOPLE, agree, lay_out
from testkit.club import Club, to_move
from testkit.engines.cheops import plain_deal
from testkit.engines.pharao import dealt

RETOLD = Path(__file__).parent / "retold"
GOLDEN = {"egyptos": "en", "cheops": "fr", "pharao": "de"}
DEALS: dict[str, dict[str, Any]] = {"cheops": plain_deal(2), "pharao": dealt(first=0)}
ORDERS = 6


def begin(club: Club, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """Play the beginning of a match, the same each time."""
    chance = Chance(game)
    monkeypatch.setattr(secrets, "token_bytes", lambda count: bytes(chance.below(256) for _ in range(count)))
    monkeypatch.setattr(secrets, "choice", lambda signs: signs[chance.below(len(signs))])
    agree(club, game, PEOPLE[:2])
    if game in DEALS:
        options = club.match().options
        lay_out(club, engine_for(club.match().rules).setup(options, 2, DEALS[game]), DEALS[game])
    for number in range(ORDERS):
        with club.context.store.reading() as session:
            orders = load_match(session.merge(club.match())).orders
        send(club, orders[number * 7 % len(orders)])


def send(club: Club, order: str) -> None:
    match = club.match()
    assert match.to_move is not None
    club.write(to_move(club), club.context.addresses.seat(match.code, match.to_move, match.turn), order)


def told(club: Club, tell: Callable[..., str], language: str = "en") -> str:
    with club.context.store.reading() as session:
        presenter = MatchPresenter(club.context, session.merge(club.match()), language_for(language), "wide")
        return tell(presenter, session, club.now)


def words(club: Club, language: str, *, secret: bool) -> Iterator[str]:
    """List the words that everybody got, or those that only some got, as a spectator would read them."""
    with club.context.store.reading() as session:
        match = session.merge(club.match())
        presenter = MatchPresenter(club.context, match, language_for(language), "wide")
        for row in match.entries:
            yield from (presenter.say(note) for note in notes_of(row) if note.seen_by(None) is not secret)


def numbers(names: Sequence[str]) -> list[int]:
    return [int(name.partition("-")[2].removesuffix(".svg")) for name in names]


class Loads(HTMLParser):
    """Finds ids, and addresses of anything that a file loads or points at."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        for name, value in attrs:
            self.ids += [value or ""] * (name == "id")
            self.addresses += [value or ""] * (name in ("src", "href", "xlink:href"))


@pytest.mark.parametrize("game", GOLDEN)
def test_a_match_is_told_as_it_was(club: Club, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    begin(club, monkeypatch, game)
    running = {language: told(club, tell_as_text, language) for language in LANGUAGES}
    for language, text in running.items():
        assert all(word in text for word in words(club, language, secret=False))
        assert not any(word in text for word in words(club, language, secret=True))
        assert club.match().seed.hex() not in text
    send(club, "resign")
    for language, text in running.items():
        whole = told(club, tell_as_text, language)
        assert all(word in whole for secret in (False, True) for word in words(club, language, secret=secret))
        assert club.match().seed.hex() in whole
        assert club.match().chain in whole
        assert len(whole.splitlines()) > len(text.splitlines())
    golden = RETOLD / f"{game}.{GOLDEN[game]}.txt"
    assert told(club, tell_as_text, GOLDEN[game]) == golden.read_text(encoding="utf-8")


def test_the_page_needs_nothing_else_and_the_pictures_are_the_same_bytes(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(club, monkeypatch, "cheops")
    running, whispered = told(club, tell_as_page), [*words(club, "en", secret=True)]
    assert whispered
    assert not any(word in running for word in whispered)
    send(club, "resign")
    page = told(club, tell_as_page)
    found = Loads(page)
    assert len(found.ids) == len(set(found.ids)) > 10
    assert {address[1:] for address in found.addresses} <= set(found.ids)
    assert not re.search(r"<(script|link|img|iframe)\b|url\((?!#)|@import", page)
    assert all(word in page for word in whispered)
    with club.context.store.reading() as session:
        match = session.merge(club.match())
        presenter = MatchPresenter(club.context, match, language_for("en"), "wide")
        packed = pack_pictures(presenter)
        assert packed == pack_pictures(presenter)
        assert numbers(zipfile.ZipFile(BytesIO(packed)).namelist()) == list(range(match.entry_count + 1))


def test_a_long_match_has_a_board_after_every_fifth_turn_and_the_last(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudicator.services.matches.view.retelling.SHORT", 3)
    begin(club, monkeypatch, "egyptos")
    assert told(club, tell_as_page).count('<div class="board">') == 1 + ORDERS // 5 + 1
