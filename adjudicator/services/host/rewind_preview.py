"""Shows a host the changes that going back would make, in the view of a spectator: a host sees nobody's secrets."""

from __future__ import annotations

from adjudicator.services.context import Context
from adjudicator.services.host.deeds import RewindPreview
from adjudicator.services.matches.rows.match_rows import LoadedMatch
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.store.tables import EntryRow, Match
from adjudicator.texts.language.language import SOURCE, language_for


def describe_rewind(context: Context, match: Match, preview: RewindPreview) -> list[str]:
    """List the boards before and after, the steps that would not stand, and whom that touches."""
    scene = MatchPresenter(context, match, language_for(SOURCE), "wide", public=False)
    before, after = (scene.board(LoadedMatch(match, table.engine, table)) for table in (preview.before, preview.after))
    return [
        f"Match {match.code}, now:",
        "",
        before,
        "",
        f"after entry {preview.to}:",
        "",
        after,
        "",
        f"Entries that no longer stand: {_list(preview.dropped)}",
        f"What these showed stays known: {_list(preview.known)}",
        f"Touched: {', '.join(preview.names) or 'nobody'}",
    ]


def _list(rows: tuple[EntryRow, ...]) -> str:
    return ", ".join(f"{row.n} {row.step}" for row in rows) or "none"
