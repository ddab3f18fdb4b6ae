"""Finds places that load several matches without a `MatchReader`: there a faulty one would take the others with it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
ALONE = {
    "services/match_reader.py": "the reader itself",
    "services/automated/bounces.py": "one match",
    "services/jobs/bot_turns.py": "one match",
    "services/jobs/hint_answers.py": "one match",
    "services/jobs/periodic_sweep.py": "one match, tried by `Attempts`",
    "services/matches/deadlines/outages.py": "one match, tried by `Attempts`",
    "services/matches/rows/match_rows.py": "one match",
    "services/requests/confirmations.py": "one match",
    "services/matches/finished/archive.py": "only selects",
    "services/matches/view/open_seats.py": "only selects",
    "services/matches/rows/known_matches.py": "one match, and selects",
    "web/matches/page_queries.py": "only selects",
    "services/matches/annotations/diaries.py": "part of erasing: a name must not stay in a match that cannot be read",
    "services/matches/finished/witness.py": "a digest names one match",
    "services/archive/site_feeds.py": "`static_site` notes the match for which a part fails",
    "services/archive/stored_replays.py": "tells the host of each match that cannot be replayed",
    "cli/match_command.py": "for the host, who sees the fault",
}
"""Modules that load matches without one, and why they may."""


def test_whoever_loads_several_matches_reads_them_one_by_one() -> None:
    modules = {
        str(path.relative_to(ROOT / "adjudicator")): path.read_text() for path in ROOT.glob("adjudicator/**/*.py")
    }
    loads = {name for name, text in modules.items() if "select(Match)" in text and "match_reader" not in text}
    assert loads == {*ALONE}
