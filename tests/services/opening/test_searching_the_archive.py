"""The search of the archive by letter: each word says by itself what it is, and all of them must be true of a match."""

from __future__ import annotations

import itertools
import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.match.match_result import EndKind, MatchResult
from adjudicator.match.record.record import MENDABLE
from adjudicator.services.answers.archive_words import read_words
from adjudicator.services.answers.search_terms import SearchTerms, UnreadableSearch, read_period, read_terms
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.matches.finished.archive_search import Search, WantedResult, find_finished
from adjudicator.store.archive_tables import HOUSE_WORD
from adjudicator.store.states import MatchState
from adjudicator.store.tables import ArchivedMatch, ArchivedName, Comment, Match, Player, Seat
from testkit.club import ANNA, START, Club, prose_of, text_of, to_move

XAVER = "Xaver <xaver@xaver.example>"
LATER = START + timedelta(days=150)
"""The moment of the searches in the shelf, in which the host may still mend some of the ends by time."""
EVERY = 4
"""Each fourth match of the shelf has a comment."""


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        ("", SearchTerms()),
        ("anna cheops 2026", SearchTerms(game="cheops", names="anna", since="2026", until="2026")),
        ("das gold des pharao Zoë", SearchTerms(game="pharao", names="Zoë")),
        ("2026-05 2025", SearchTerms(since="2025", until="2026-05")),
        ("Anna gewonnen egyptos", SearchTerms(game="egyptos", player="Anna", result="won")),
        ("Anna Bob perdu", SearchTerms(player="Anna", names="Bob", result="lost")),
        ("remis", SearchTerms(result="shared")),
        ("opgegeven 2026", SearchTerms(kind="resigned", since="2026", until="2026")),
        ("opening=swap", SearchTerms(game="egyptos", options="opening=swap")),
        *(
            (f"Anna {word}", SearchTerms(names="Anna", annotated="1"))
            for word in ("annotated", "kommentiert", "annotée", "commentata", "geannoteerd")
        ),
    ],
)
def test_words_of_a_letter(words: str, terms: SearchTerms) -> None:
    assert read_words(words) == terms


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("2026", "2026-01-01", "2027-01-01"),
        ("2026-12", "2026-12-01", "2027-01-01"),
        ("2024-2", "2024-02-01", "2024-03-01"),
        ("2024-02-29", "2024-02-29", "2024-03-01"),
        ("2026-12-31", "2026-12-31", "2027-01-01"),
    ],
)
def test_a_period_is_one_of_the_readers_zone(text: str, first: str, after: str) -> None:
    zone = ZoneInfo("Pacific/Auckland")
    assert [moment.replace(tzinfo=None).date().isoformat() for moment in read_period("since", text, zone)] == [
        first,
        after,
    ]
    assert read_period("since", text, zone)[0].astimezone(UTC).hour in (11, 12)


@pytest.mark.parametrize(
    ("terms", "term"),
    [
        (SearchTerms(game="chess"), "game"),
        (SearchTerms(result="won"), "player"),
        (SearchTerms(result="drew", player="Anna"), "result"),
        (SearchTerms(kind="claimed"), "kind"),
        (SearchTerms(seats="9"), "seats"),
        (SearchTerms(since="2026-02-30"), "since"),
        (SearchTerms(until="12026"), "until"),
        (SearchTerms(options="opening=swap"), "options"),
        (SearchTerms(game="egyptos", options="opening=later"), "options"),
        (SearchTerms(game="egyptos", options="openings=swap"), "options"),
        (SearchTerms(game="egyptos", options="preset=none"), "options"),
        (SearchTerms(names="a b c d e f"), "names"),
        (SearchTerms(annotated="yes"), "annotated"),
    ],
)
def test_a_term_that_cannot_be_read_is_named(terms: SearchTerms, term: str) -> None:
    with pytest.raises(UnreadableSearch) as found:
        read_terms(terms, UTC, START)
    assert [fault.term for fault in found.value.faults] == [term]


BAD = {
    "game": {"game": "chess"},
    "player": {"result": "won"},
    "opponent": {"opponent": "a b c d e f"},
    "names": {"names": "a b c d e f"},
    "kind": {"kind": "claimed"},
    "seats": {"seats": "9"},
    "since": {"since": "2026-02-30"},
    "until": {"until": "12026"},
    "annotated": {"annotated": "yes"},
}


@given(st.sets(st.sampled_from(sorted(BAD)), min_size=1))
def test_all_terms_that_cannot_be_read_are_named(bad: set[str]) -> None:
    given: dict[str, str] = {}
    for term in bad:
        given |= BAD[term]
    with pytest.raises(UnreadableSearch) as found:
        read_terms(SearchTerms(**given), UTC, START)
    assert sorted(fault.term for fault in found.value.faults) == sorted(bad)


def test_each_option_that_a_game_has_not_is_named() -> None:
    with pytest.raises(UnreadableSearch) as found:
        read_terms(SearchTerms(game="egyptos", options="opening=later openings=swap contact=corner"), UTC, START)
    assert [fault.option and fault.option.key for fault in found.value.faults] == ["opening", "openings"]


@pytest.mark.parametrize("by_seat", [False, True])
def test_a_letter_tells_each_term_that_cannot_be_looked_for(club: Club, by_seat: bool) -> None:
    club.begin()
    line = "archive egyptos won 2026-02-30 opening=later"
    club.answer(club.last(ANNA), line, sender=ANNA) if by_seat else asked(club, ANNA, line)
    said = prose_of(club.last(ANNA))
    for part in ("Whose result is meant?", "We cannot read this date.", "opening"):
        assert part in said
    assert said.count(line) == 1


def asked(club: Club, person: str, line: str) -> str:
    club.write(person, club.context.addresses.service, line)
    return text_of(club.last(person)).replace("\r", "")


def test_a_match_is_found_by_each_of_its_words_as_soon_as_it_is_over(club: Club) -> None:
    code = club.begin().code
    assert code not in asked(club, XAVER, "archive Anna")
    loser = to_move(club)
    winner = next(name for name in ("Anna", "Bob") if name not in loser)
    club.answer(club.last(loser), "resign")
    year = club.now.year
    for line in (
        "archive anna",
        f"archives egyptos {year}",
        f"Archiv {winner} gewonnen",
        "archief opgegeven Bob Anna",
        f"archivio {year - 1} {year}",
        "archive egyptos contact=corner",
        f"archive {code.lower()}",
    ):
        assert f"/m/{code}\n" in asked(club, ANNA, line), line
    for line in (
        "archive carla",
        "archive cheops",
        f"archive {year - 1}",
        f"archive {winner} lost",
        "archive draw",
        "archive egyptos opening=swap",
    ):
        told = asked(club, ANNA, line)
        assert f"/m/{code}\n" not in told
        assert "No finished match is like that." in prose_of(club.last(ANNA)), line
    assert re.search(r"archive egyptos\b", asked(club, ANNA, "archive egyptoss"))
    answer = asked(club, ANNA, f"archive Anna {year}")
    assert f"/archive?names=Anna&from={year}&to={year}" in answer
    assert f"You looked for this: Words of names: Anna; Ended from: {year}; Ended until: {year}" in " ".join(
        answer.split()
    )


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("archive won", "Whose result is meant?"),
        ("archive 2026-13", "2026, 2026-05, 2026-05-13"),
        ("archive preset=dutch", "Options belong to a game"),
        ("archive egyptos opening=later", "swap"),
    ],
)
def test_what_cannot_be_looked_for_is_told_with_what_can(club: Club, line: str, right: str) -> None:
    asked(club, XAVER, line)
    assert right in prose_of(club.last(XAVER))


@pytest.fixture
def shelf(club: Club) -> list[Match]:
    """Sixty finished matches of all kinds, with and without rows of the search."""
    options = dict(club.begin().options)
    with club.context.store.writing() as session:
        people = {
            name: Player(address=f"{n}@x.example", name=name, language="en", created_at=START)
            for n, name in enumerate(("Anna", "Anna Maria", "Zoë", "Bob"))
        }
        session.add_all(people.values())
        kinds = itertools.cycle(EndKind)
        pairs = itertools.cycle(itertools.permutations([*people, None], 2))
        for n in range(60):
            kind, pair = next(kinds), next(pairs)
            places = () if kind in (EndKind.ANNULLED, EndKind.CANCELLED) else ((1, 1), (1, 2), (2, 1))[n % 3]
            at = START + timedelta(days=11 * n // 2)  # two of them end in the same moment
            match = Match(
                code=f"A{n:03}",
                rules="egyptos/1",
                options=options | {"opening": ("none", "swap")[n % 2], "move_cap": (200, 100)[n % 5 == 0]},
                state=MatchState.FINISHED,
                private=n % 7 == 0,
                created_at=START,
                finished_at=at,
                seed=b"",
                end=MatchResult(kind, str(kind), places, (), at, "0" * 64),
            )
            match.seats = [
                Seat(
                    number=number, player=people.get(name or ""), house=name is None, called=name or "", state="joined"
                )
                for number, name in enumerate(pair)
            ]
            session.add(match)
            if n % EVERY == 0:
                session.flush()
                session.add(Comment(match_id=match.id, n=0, number=1, at=at, text="x"))
    run_sweep(club.context, club.now)
    with club.context.store.reading() as session:
        return list(session.query(Match).where(Match.state == MatchState.FINISHED))


def is_like(match: Match, search: Search, reader: int) -> bool:
    """Say the same as the search, slowly, of one match."""
    assert match.end is not None
    assert match.finished_at is not None
    words = [set((HOUSE_WORD if seat.house else seat.called.lower().replace("ë", "e")).split()) for seat in match.seats]
    places = match.end.places or (0, 0)
    fits = {WantedResult.WON: (1,), WantedResult.LOST: (2,), WantedResult.LEFT: ()}.get(
        search.result or WantedResult.SHARED, (0, 1, 2)
    )
    firsts = [n for n in range(2) if set(search.player) <= words[n] and places[n] in fits]
    return all(
        (
            not match.private or reader in [seat.player_id for seat in match.seats],
            not search.game or search.game == "egyptos",
            any(not search.opponent or set(search.opponent) <= words[1 - n] for n in firsts),
            all(any(set(one) <= some for some in words) for one in search.others),
            search.result is not WantedResult.SHARED or match.end.places == (1, 1),
            search.kind
            in (
                None,
                {EndKind.CLAIMED: EndKind.TIME, EndKind.CANCELLED: EndKind.ANNULLED}.get(
                    match.end.kind, match.end.kind
                ),
            ),
            search.seats in (0, 2),
            search.since is None or match.finished_at >= search.since,
            search.until is None or match.finished_at < search.until,
            all(match.options[name] == value for name, value in search.options.items()),
            search.annotated is None
            or (
                int(match.code[1:]) % EVERY == 0
                and (match.end.kind not in (EndKind.TIME, EndKind.CLAIMED) or match.finished_at <= LATER - MENDABLE)
            ),
        )
    )


def terms() -> st.SearchStrategy[SearchTerms]:
    names = st.sampled_from(["", "anna", "Anna Maria", "zoe", "Bob", "maria", "Haus"])
    return st.builds(
        SearchTerms,
        game=st.sampled_from(["", "egyptos", "cheops"]),
        player=names,
        opponent=names,
        names=names,
        result=st.sampled_from(["", "", "won", "lost", "left", "shared"]),
        kind=st.sampled_from(["", "", "", "rules", "time", "annulled"]),
        seats=st.sampled_from(["", "2", "3"]),
        since=st.sampled_from(["", START.date().isoformat(), f"{START:%Y-%m}"]),
        until=st.sampled_from(["", f"{START.year}", f"{START.year + 1}"]),
        annotated=st.sampled_from(["", "", "1"]),
        options=st.sampled_from(["", "opening=swap", "opening=none", "opening=swap move_cap=100", "move_cap=200"]),
    )


def test_the_search_finds_what_a_slow_one_finds_page_by_page(club: Club, shelf: list[Match]) -> None:
    newest = sorted(shelf, key=lambda match: (match.finished_at, match.id), reverse=True)

    @settings(max_examples=40)
    @given(terms(), st.sampled_from([None, 1, 2, 3]), st.integers(1, 7))
    def compare(asked_for: SearchTerms, reader: int | None, a_page: int) -> None:
        try:
            search = read_terms(asked_for, UTC, LATER)
        except UnreadableSearch:
            return
        with club.context.store.reading() as session:
            found: list[Match] = []
            while page := find_finished(session, search, a_page, reader, (place_of(found[-1]) if found else None)):
                found += [session.get_one(Match, number) for number in page]
        assert [match.code for match in found] == [
            match.code for match in newest if is_like(match, search, reader or 0)
        ]

    compare()


def place_of(match: Match) -> tuple[datetime, int]:
    assert match.finished_at is not None
    return match.finished_at, match.id


def test_matches_of_earlier_versions_become_known_by_the_sweep_once(club: Club, shelf: list[Match]) -> None:
    with club.context.store.reading() as session:
        assert session.query(ArchivedMatch).count() == len(shelf)
        names = session.query(ArchivedName).count()
    run_sweep(club.context, club.now)
    with club.context.store.reading() as session:
        assert session.query(ArchivedName).count() == names
