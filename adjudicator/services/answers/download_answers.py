"""The answer to `download`: a whole match as a file, attached or as an address.

Letters to the service and letters to a seat ask for the same. A stranger gets the address only: nobody can have large
letters sent to somebody else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator.mail.commands.table.command import GivenCommand
from adjudicator.mail.commands.words.past_words import FILE_KINDS
from adjudicator.match.record.record import dump_record
from adjudicator.match.rulings import refusals
from adjudicator.match.rulings.refusals import RefusalKey
from adjudicator.services.archive.game_record import write_game_record
from adjudicator.services.inbound.inbound_letter import InboundLetter
from adjudicator.services.matches.finished.archive import record_of
from adjudicator.services.matches.letters.own_letters import has_letters, write_mbox
from adjudicator.services.matches.rows.known_matches import may_see
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.services.matches.view.presenter import MatchPresenter
from adjudicator.services.matches.view.retelling import pack_pictures, tell_as_page, tell_as_text
from adjudicator.services.outbox.letter_headers import AttachedText, attach_content
from adjudicator.services.refused_error import RefusedError
from adjudicator.store.tables import Match, Player
from adjudicator.texts.facts.position_facts import DownloadAnswer
from adjudicator.texts.language.language import Language

LARGEST = 1 << 20
"""Characters of a file that is attached; of a longer one only the address is told."""
USUAL = "text"
ENDINGS: Mapping[str, str] = {
    "text": ".txt",
    "html": ".html",
    "svg": ".svg.zip",
    "json": "/record.json",
    "ap": "/ap.json",
    "mbox": ".mbox",
}
"""End of the address of a match, by kind of file."""


@dataclass(frozen=True, slots=True)
class WantedFile:
    """A file of a match that the writer may see."""

    match: Match
    kind: str


def find_file(session: Session, player: Player | None, given: GivenCommand, here: str = "") -> WantedFile:
    """Find the match of a line; a line without a code means the match `here`. Raises `RefusedError`."""
    code, _, kind = given.argument.rpartition(" ")
    if kind not in FILE_KINDS.values():
        code, kind = given.argument, USUAL
    if not code and not here:
        raise RefusedError(refusals.bad_argument(given.command.name, "", ("list", "archive")))
    match = find_match(session, code or here)
    if match is None or match.position is None or not may_see(session, match, player):
        named, _, other = code.partition(" ")
        match = find_match(session, named if other else here)
        if match is not None and match.position is not None and may_see(session, match, player):
            right = [f"download {match.code} {one}" for one in ENDINGS if one != "ap" or match.end is not None]
            raise RefusedError(refusals.bad_argument("download", other or named, right))
        raise RefusedError.of(RefusalKey.NO_MATCH, match=code or here)
    if kind == "mbox" and (player is None or not has_letters(session, match, player)):
        raise RefusedError.of(RefusalKey.NO_LETTERS_KEPT, match=match.code)
    if kind == "ap" and match.end is None:
        raise RefusedError.of(RefusalKey.STILL_RUNS, match=match.code)
    return WantedFile(match, kind)


def answer_download(
    inbound: InboundLetter, player: Player | None, language: Language, given: GivenCommand, wanted: WantedFile
) -> tuple[DownloadAnswer, AttachedText | None]:
    """Write the answer, and the file for a player."""
    match = wanted.match
    presenter = MatchPresenter(inbound.context, match, language, player.layout if player else "wide")
    facts = presenter.facts()
    attached = _write_file(inbound, presenter, player, wanted.kind) if player else None
    answer = DownloadAnswer(
        order=given.line,
        game=facts.game,
        code=match.code,
        url=facts.url + ENDINGS[wanted.kind],
        attachment=attached.name if attached else "",
    )
    return answer, attached


def _write_file(inbound: InboundLetter, presenter: MatchPresenter, player: Player, kind: str) -> AttachedText | None:
    match, session, now = presenter.match, inbound.session, inbound.now
    session.refresh(match, ["entries"])
    files: Mapping[str, tuple[str, str, Callable[[], str | bytes]]] = {
        "text": (".txt", "text/plain; charset=utf-8", lambda: tell_as_text(presenter, session, now)),
        "html": (".html", "text/html; charset=utf-8", lambda: tell_as_page(presenter, session, now)),
        "svg": (".svg.zip", "application/zip", lambda: pack_pictures(presenter)),
        "json": (".json", "application/json", lambda: dump_record(record_of(match, now))),
        "ap": (".ap.json", "application/json", lambda: _write_game_record(presenter, now)),
        "mbox": (".mbox", "application/mbox", lambda: write_mbox(inbound.context, session, match, player)),
    }
    ending, content_type, write = files[kind]
    written = write()
    return attach_content(match.code + ending, content_type, written) if len(written) <= LARGEST else None


def _write_game_record(presenter: MatchPresenter, now: datetime) -> bytes:
    return write_game_record(record_of(presenter.match, now), presenter.context.site)
