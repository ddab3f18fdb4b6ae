"""`comment`: who may write when, threads one deep, moves that are checked, striking out, and who is told."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from adjudicator.services.host.deeds import DeedRefused
from adjudicator.services.host.hiding import hide_words
from adjudicator.services.matches.annotations import comments
from adjudicator.services.matches.annotations.comments import ShownComment, list_comments
from adjudicator.services.matches.names.author_names import AnnotationReader
from adjudicator.services.matches.rows.match_rows import lock_match
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.tables import ArchivedMatch, HeldNews, Match, Player
from adjudicator.texts.language.language import language_for
from testkit.club import ANNA, BOB, Club, prose_of, text_of

CARLA = "Carla <carla@carla.example>"
MARK = "QUINCUNX77"


@pytest.fixture
def over(club: Club) -> Match:
    """A match that Anna has just won."""
    club.begin()
    club.answer(club.last(BOB), "resign")
    return club.match()


def said(club: Club, person: str, words: str) -> str:
    club.answer(club.last(person), words)
    return prose_of(club.last(person))


def found(club: Club) -> list[ShownComment]:
    with club.context.store.reading() as session:
        match = session.scalars(select(Match)).first()
        assert match is not None
        reader = AnnotationReader(session, club.context.secret, match, club.now, language_for("en"))
        return list(list_comments(reader))


def annotated(club: Club) -> list[bool]:
    with club.context.store.reading() as session:
        return list(session.scalars(select(ArchivedMatch.annotated)))


def make_player(club: Club, person: str) -> None:
    club.write(person, club.context.addresses.service, "new egyptos with open")
    club.answer(club.last(person), "yes")


def test_a_comment_of_several_lines_with_moves_and_answers(club: Club, over: Match) -> None:
    told = said(club, ANNA, "comment 1 line l12 n13: Better <i>so</i>,\nand quicker.")
    assert "This is comment 1.1. Everybody can read it under your name. Its moves: L12; N13." in told
    said(club, BOB, "comment 1.1 No.")
    said(club, ANNA, "comment 1.2 Yes!")
    said(club, BOB, "comment 1 Something else")
    first, second = found(club)
    assert (first.mark, first.text, first.line) == ("1.1", "Better <i>so</i>,\nand quicker.", ("L12", "N13"))
    assert [(one.mark, one.author, one.text) for one in first.answers] == [
        ("1.2", "Bob", "No."),
        ("1.3", "Anna", "Yes!"),
    ]
    assert (second.mark, second.answers, annotated(club)) == ("1.4", (), [True])
    listed = text_of(club.last(BOB)) if "1.4" in said(club, BOB, "comment") else ""
    assert listed.index("1.1 Anna: L12; N13") < listed.index("1.3 Anna") < listed.index("1.4 Bob")
    del over


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("comment 9 x", "There is no position 9: this match has positions 0 to 2."),
        ("comment 1", "There is no comment: write it behind the number of the position."),
        ("comment 1.4 x", "There is no comment 1.4 to answer."),
        ("comment none 1.4", "You have no comment 1.4 that could be struck out."),
        ("comment 1 line L12 A1: x", 'Move 2 of your line, "A1", cannot be played there. A1 touches no pyramid.'),
        ("comment 1 line L12: ", "This is comment 1.1."),
        ("comment great", "comment 14 line M12 N13: ..."),
        (f"comment 1{chr(10)}{('word ' * 9 + chr(10)) * 45}", "there is room for 2000"),
    ],
)
def test_what_is_wrong_is_told_with_what_is_right(club: Club, over: Match, line: str, why: str) -> None:
    club.write(ANNA, str(club.last(ANNA)["Reply-To"]), line)
    assert why in prose_of(club.last(ANNA))
    assert len(found(club)) == ("This is" in why)
    del over


def test_a_running_match_is_not_commented_on(club: Club) -> None:
    club.begin()
    assert "This match is not over." in said(club, ANNA, "comment 1 x")
    assert "This match is not over." in said(club, ANNA, "comment")


def test_players_come_first_and_then_everybody_with_an_account(club: Club, over: Match) -> None:
    make_player(club, CARLA)
    ask = f"{over.code} comment 1 {MARK}\n\nand more of it"
    club.write(CARLA, club.context.addresses.service, ask)
    told = prose_of(club.last(CARLA))
    assert "Only the players of this match comment on it now; from 30 November 2026 on" in told
    club.pass_time(days=4)
    club.write(CARLA, club.context.addresses.service, ask)
    assert "(a text of 25 characters)" in prose_of(club.last(CARLA))
    assert MARK not in prose_of(club.last(CARLA)), "whose words they are is not proved"
    assert not found(club)
    club.answer(club.last(CARLA), "yes")
    assert f'write "{over.code} comment none 1.1"' in prose_of(club.last(CARLA))
    assert [(one.author, one.text, one.of_player) for one in found(club)] == [
        ("Carla", f"{MARK}\nand more of it", False)
    ]
    said(club, BOB, "comment 1 I was there")
    assert [one.author for one in found(club)] == ["Bob", "Carla"]


def test_a_stranger_and_a_private_match_stay_as_they_are(club: Club) -> None:
    club.begin("private")
    club.answer(club.last(BOB), "resign")
    make_player(club, CARLA)
    club.pass_time(days=10)
    code, service = club.match().code, club.context.addresses.service
    with club.context.store.reading() as session:
        code = session.scalars(select(Match.code).where(Match.private)).one()
    for person in (CARLA, "Nobody <nobody@nobody.example>"):
        told = []
        for wanted in (code, "ZZZZ"):
            club.write(person, service, f"{wanted} comment 1 hello")
            told.append(prose_of(club.last(person)).replace(wanted, "CODE"))
        assert told[0] == told[1], person


def test_a_comment_is_struck_out_and_hidden_and_the_fact_stays(club: Club, over: Match) -> None:
    said(club, ANNA, f"comment 1 {MARK} one")
    said(club, BOB, f"comment 1.1 {MARK} two")
    assert "You have no comment 1.1" in said(club, BOB, "comment none 1.1")
    assert "Comment 1.1 is struck out." in said(club, ANNA, "Kommentar keine 1.1")
    with unit_of_work(club.context, club.now) as work:
        match = lock_match(work.session, over.code)
        assert match is not None
        hide_words(work, match, "1.2", "an <b>insult</b>")
        for mark in ("1.9", "2", "", "diary", "diary Anna 3", "diary 3", "1.x"):
            with pytest.raises(DeedRefused):
                hide_words(work, match, mark, "x")
    (first,) = found(club)
    assert (first.struck, first.text, first.answers[0].hidden_because) == (True, "", "an <b>insult</b>")
    listed = said(club, ANNA, "comment")
    assert MARK not in listed
    assert "struck out" in listed
    assert "hidden by the host: an <b>insult</b>" in listed
    assert annotated(club) == [False]


def test_players_are_told_once_in_their_next_letter_unless_they_do_not_want_it(club: Club, over: Match) -> None:
    before = len(club.transport.letters)
    for words in ("comment 1 one", "comment 0 two"):
        club.answer(club.last(ANNA), words)
    assert len(club.transport.letters) == before + len(("receipt", "receipt"))
    with club.context.store.reading() as session:
        (news,) = session.scalars(select(HeldNews)).all()
        assert news.gist == f"Anna commented on Egyptos {over.code}, position 1: https://club.example/m/{over.code}/1"
    assert "No letter tells you of comments any more." in said(club, ANNA, "comment off")
    told = f"Anna commented on Egyptos {over.code}, position 1: https://club.example/m/{over.code}/1"
    assert told in said(club, BOB, "comment 1 three"), "the next letter to Bob is this receipt"
    assert told not in said(club, BOB, "comment 1 four")
    with club.context.store.reading() as session:
        assert not session.scalars(select(HeldNews)).all()


def test_one_writes_so_many_a_day(club: Club, over: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comments, "COMMENTS_A_DAY", 1)
    said(club, ANNA, "comment 1 one")
    assert "You can write at most 1 comment a day." in said(club, ANNA, "comment 1 two")
    assert "This is comment 1.2." in said(club, BOB, "comment 1 mine")
    del over


def test_an_author_whose_account_is_gone_is_a_former_player(club: Club, over: Match) -> None:
    make_player(club, CARLA)
    club.pass_time(days=4)
    club.write(CARLA, club.context.addresses.service, f"{over.code} comment 1 {MARK}")
    club.answer(club.last(CARLA), "yes")
    with unit_of_work(club.context, club.now) as work:
        match = lock_match(work.session, over.code)
        assert match is not None
        carla = work.session.scalars(select(Player).where(Player.name == "Carla")).one()
        row = comments.find_comment(work.session, match, 1, 1)
        assert row is not None
        assert row.author_id == carla.id
        row.author_id = None
    assert [(one.author, one.text) for one in found(club)] == [("Former player", MARK)]
