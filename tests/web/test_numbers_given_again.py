"""A link or address names a row, not a number that is given out again after a restore or when a row was deleted."""

from __future__ import annotations

import base64
import hmac
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from itsdangerous import URLSafeSerializer
from sqlalchemy import select

from adjudicator.services.digest.digest_letter import find_own_matches, open_digest
from adjudicator.services.identity.sign_in_links import send_link, use_link
from adjudicator.services.inbound.inbound_letter import VerdictKind
from adjudicator.services.links import BadLink
from adjudicator.services.players.web_sessions import find_session
from adjudicator.services.unit_of_work import unit_of_work
from adjudicator.store.backup import restore_backup, write_backup
from adjudicator.store.operation_tables import STAMPED_SINCE, record_job_run
from adjudicator.store.orm_base import Base
from adjudicator.store.tables import Digest, Match, Outbox, Player, Request
from testkit.automatic_mail import GONE, envelope_of, report
from testkit.browser import Browser
from testkit.club import ANNA, BOB, SECRET, Club, address_of, text_of

HOST = "host@club.example"


class Named(NamedTuple):
    """A link or address from a letter, and the row that it names."""

    token: str
    table: type[Base]
    number: int


def path_of(letter: object, page: str) -> str:
    found = re.search(rf"/{page}/\S+", str(letter))
    assert found is not None
    return found[0]


def newest(club: Club, table: type[Base]) -> int:
    with club.context.store.reading() as session:
        number = session.scalars(select(table.id).order_by(table.id.desc())).first()  # type: ignore[attr-defined]
    assert isinstance(number, int)
    return number


def sign_in(club: Club) -> Named:
    send_link(club.context, "anna@anna.example", "en", club.now)
    club.work()
    return Named(path_of(text_of(club.last(ANNA)), "sign-in"), Request, newest(club, Request))


def invitation(club: Club) -> Named:
    club.write(ANNA, club.context.addresses.service, "new egyptos with bob@bob.example")
    club.answer(club.last(ANNA), "yes")
    return Named(address_of(club.last(BOB)["Reply-To"]), Request, newest(club, Request))


def page_of_request(club: Club) -> Named:
    named = invitation(club)
    return named._replace(token=path_of(text_of(club.last(BOB)), "r"))


def never(club: Club) -> Named:
    named = invitation(club)
    return named._replace(token=path_of(text_of(club.last(BOB)), "never"))


def letters(club: Club) -> Named:
    club.begin()
    return _letters(club, path_of(text_of(club.last(ANNA)), "l"))


def unsubscribe(club: Club) -> Named:
    club.begin()
    return _letters(club, path_of(str(club.last(ANNA)["List-Unsubscribe"]).strip("<>"), "l"))


def _letters(club: Club, path: str) -> Named:
    with club.context.store.reading() as session:
        return Named(path, Player, session.scalars(select(Player.id).where(Player.address == address_of(ANNA))).one())


def bounce_address(club: Club) -> Named:
    club.begin()
    letter = club.last(ANNA)
    with club.context.store.reading() as session:
        number = max(session.scalars(select(Outbox.id).where(Outbox.to_address == address_of(ANNA))))
    return Named(envelope_of(club, letter), Outbox, number)


def digest(club: Club) -> Named:
    club.begin()
    with unit_of_work(club.context, club.now) as work:
        player = work.session.scalars(select(Player).where(Player.address == address_of(ANNA))).one()
        made = open_digest(work, player, 1, find_own_matches(work, player))
        return Named(club.context.addresses.digest(made.id, made.created_at), Digest, made.id)


def host(club: Club) -> Named:
    match = club.begin("days=3")
    club.write(HOST, club.context.addresses.host_alone(), f"{match.code} pause until 10 March because of the relay")
    return Named(address_of(club.last(HOST)["Reply-To"]), Match, match.id)


def opens_page(club: Club, app: Flask, token: str) -> bool:
    return Browser(app.test_client()).open(token).status == 200


def signs_in(club: Club, app: Flask, token: str) -> bool:
    try:
        use_link(club.context, token.removeprefix("/sign-in/"), "", club.now)
    except BadLink:
        return False
    return True


def confirms(club: Club, app: Flask, token: str) -> bool:
    return club.inbox(club.write(BOB, token, "yes")).verdict == "confirmed"


def answers_digest(club: Club, app: Flask, token: str) -> bool:
    return club.inbox(club.write(ANNA, token, "status")).verdict != VerdictKind.NO_REQUEST


def counts_as_bounce(club: Club, app: Flask, token: str) -> bool:
    return club.inbox(club.bring(report(GONE), token, "")).verdict == "bounce"


def acts_for_host(club: Club, app: Flask, token: str) -> bool:
    club.write(HOST, token, "resume because the relay is back")
    return "Done" in str(club.last(HOST)["Subject"])


Opens = Callable[[Club, Flask, str], bool]
KINDS: dict[str, tuple[Callable[[Club], Named], Opens]] = {
    "sign-in link": (sign_in, signs_in),
    "never again": (never, opens_page),
    "page of a request": (page_of_request, opens_page),
    "letters of a player": (letters, opens_page),
    "unsubscribe header": (unsubscribe, opens_page),
    "confirm address": (invitation, confirms),
    "digest address": (digest, answers_digest),
    "bounce address": (bounce_address, counts_as_bounce),
    "host address": (host, acts_for_host),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> tuple[Callable[[Club], Named], Opens]:
    return KINDS[request.param]


def give_number_again(club: Club, named: Named) -> None:
    """Let the row be another one with the same number, as it would be made by the same request of somebody else."""
    with club.context.store.writing() as session:
        row = session.get_one(named.table, named.number)
        row.created_at = club.now + timedelta(minutes=5)  # type: ignore[attr-defined]


def without_stamp(token: str) -> str:
    """Write a link or address as versions before this one did."""
    if token.startswith(("/sign-in/", "/never/", "/l/")):
        page, value = token.rsplit("/", 1)
        signer = URLSafeSerializer(SECRET, salt=f"adjudicator.{'letters' if page == '/l' else page[1:]}")
        numbers = [part for part in signer.loads(value) if isinstance(part, int)]
        return f"{page}/{signer.dumps(numbers if len(numbers) > 1 else numbers[0])}"
    found = re.search(r"(confirm|bounce|digest|host)-([0-9]+)[0-9]{8}-[a-z2-7]{16}", token)
    assert found is not None
    signed = hmac.digest(SECRET, f"{found[1]}\0{found[2]}".encode(), "sha256")
    old = f"{found[1]}-{found[2]}-{base64.b32encode(signed).decode().lower()[:16]}"
    return token.replace(found[0], old)


def upgrade(club: Club) -> None:
    """Let the club be upgraded a minute later, from a version without stamps."""
    with club.context.store.writing() as session:
        record_job_run(session, STAMPED_SINCE, club.now + timedelta(minutes=1))


def test_a_fresh_one_opens_its_row(club: Club, app: Flask, kind: tuple[Callable[[Club], Named], Opens]) -> None:
    make, opens = kind
    assert opens(club, app, make(club).token)


def test_one_does_not_open_the_next_row_of_its_number(
    club: Club, app: Flask, kind: tuple[Callable[[Club], Named], Opens]
) -> None:
    make, opens = kind
    named = make(club)
    give_number_again(club, named)
    assert not opens(club, app, named.token)


def test_one_in_a_letter_from_before_the_upgrade_opens_its_row(
    club: Club, app: Flask, kind: tuple[Callable[[Club], Named], Opens]
) -> None:
    make, opens = kind
    named = make(club)
    upgrade(club)
    assert opens(club, app, without_stamp(named.token))


def test_one_from_before_the_upgrade_opens_no_row_that_was_made_since(
    club: Club, app: Flask, kind: tuple[Callable[[Club], Named], Opens]
) -> None:
    make, opens = kind
    named = make(club)
    upgrade(club)
    give_number_again(club, named)
    assert not opens(club, app, without_stamp(named.token))


def test_a_new_database_knows_none_from_before(
    club: Club, app: Flask, kind: tuple[Callable[[Club], Named], Opens]
) -> None:
    make, opens = kind
    assert not opens(club, app, without_stamp(make(club).token))


def test_after_a_restore_the_link_of_a_lost_row_signs_nobody_in(club: Club, new_database: str, tmp_path: Path) -> None:
    club.begin()
    write_backup(str(club.context.store.engine.url), tmp_path / "club.gz", club.now)
    send_link(club.context, "eve@eve.example", "en", club.now)
    club.work()
    lost = path_of(text_of(club.last("eve@eve.example")), "sign-in").rpartition("/")[2]
    restore_backup(new_database, tmp_path / "club.gz")
    other = Club.found(new_database)
    other.now = club.now + timedelta(minutes=30)
    send_link(other.context, "anna@anna.example", "en", other.now)
    other.work()
    with pytest.raises(BadLink):
        use_link(other.context, lost, "", other.now)
    own = path_of(text_of(other.last(ANNA)), "sign-in").rpartition("/")[2]
    here = find_session(other.context, use_link(other.context, own, "", other.now), other.now)
    assert here is not None
    assert here.player.address == "anna@anna.example"
    other.context.store.close()
