"""The pages of the static site that are made each time, as they are few: the first page, and statistics."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from sqlalchemy.orm import Session

from adjudicator.engines.registry import list_rules
from adjudicator.services.archive.site_frame import SiteFrame, SitePage
from adjudicator.services.matches.rows.counted_rows import BATCH
from adjudicator.services.matches.statistics.game_statistics import find_statistics
from adjudicator.services.matches.statistics.opening_view import list_games_with_openings
from adjudicator.services.matches.statistics.statistics_view import tell_statistics
from adjudicator.texts.language.language import language_for


def write_single_pages(session: Session, frame: SiteFrame, matches: int) -> Iterator[SitePage]:
    """Write the first page of a site with so many matches, statistics, and what leads to the openings."""
    games = [find_statistics(session, rules.name) for rules in list_rules()]
    compared = list_games_with_openings(list_rules())
    yield SitePage("statistics.json", msgspec.json.encode(games))
    for told in games:
        yield SitePage(f"statistics/{told.game}.json", msgspec.json.encode(told))
    for language in frame.languages:
        yield frame.render("site/front", "", language, count=matches)
        yield frame.render("web/statistics", "statistics", language, games=games, batch=BATCH)
        yield frame.render("web/openings", "openings", language, games=compared)
        for told in games:
            parts = [tell_statistics(one, language_for(language)) for one in told.by_seats]
            path = f"statistics/{told.game}"
            yield frame.render("web/game_statistics", path, language, told=told, parts_by_seats=parts, batch=BATCH)
        for rules, has_openings in compared:
            if not has_openings:
                yield frame.render("web/no_openings", f"openings/{rules.name}", language, rules=rules)
