"""The doctor's checks of this machine: pages, listener, file modes, disk, back-ups, the export and the clock."""

from __future__ import annotations

import ctypes
import os
import shutil
import smtplib
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path

import redis
from sqlalchemy import select, text
from sqlalchemy.exc import SQLAlchemyError

from adjudicator.config.env_reader import Endpoint
from adjudicator.config.settings import Settings
from adjudicator.infra.nightly_export import OVERDUE
from adjudicator.infra.private_broker import redis_url
from adjudicator.infra.private_files import find_open_files
from adjudicator.listen.spool import written_at
from adjudicator.run.finding import CheckFailed, start_program
from adjudicator.services.archive.export_files import SUMS
from adjudicator.services.archive.export_state import is_export_current
from adjudicator.services.archive.stored_replays import outstanding_rules
from adjudicator.services.context import Context
from adjudicator.services.inbound.inbound_letter import OURS
from adjudicator.store.backup import BACKED_UP
from adjudicator.store.operation_tables import EXPORT_FAILED, EXPORTED, last_job_run
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Inbox, Match

NEWEST = 50
"""Letters among which one from outside is looked for: an answer to a digest becomes up to 30 letters."""
ANSWER_SECONDS = 3.0
LEAST_FREE = 256 << 20
LEAST_FILES = 1000
"""Free inodes at least."""
LATE_VISIT = timedelta(minutes=10)
"""Time after which a mailbox or maildir should have been visited."""
CLOCKS_APART = timedelta(seconds=5)
MOST_NAMED = 3
PIPE = "pipe"
LATE_EXPORT = OVERDUE + timedelta(hours=2)
"""When an overdue export, which is started at any time, should be there."""
_UNSYNCHRONISED = 5  # TIME_ERROR in <sys/timex.h>
_TIMEX_BYTES = 512
"""More than the size of the kernel's `struct timex`, which is only read."""
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared with, not listened at


def check_pages(settings: Settings) -> str:
    """Ask for /healthz at the local address, and if that fails, at the public one."""
    faults = []
    for site in _sites(settings):
        try:
            with urllib.request.urlopen(f"{site}/healthz", timeout=ANSWER_SECONDS) as answer:  # noqa: S310
                answer.read(64)
        except urllib.error.HTTPError as fault:
            faults.append(f"{site} says {fault.code}")
        except (OSError, ValueError) as fault:
            faults.append(f"{site} does not answer: {getattr(fault, 'reason', fault)}")
        else:
            return f"answer at {site}"
    raise CheckFailed("; ".join(faults), start_program("web"))


def check_listener(settings: Settings, context: Context) -> str:
    """Talk to the listener as a mail server does.

    It need not run if letters come in another way, unless the host's mail server hands them over by LMTP.
    """
    places: list[Endpoint | Path] = [settings.smtp_in, *([settings.lmtp_in] if settings.lmtp_in else [])]
    faults = [(place, fault) for place in places if (fault := _greets(place))]
    if not faults:
        return f"answers at {' and '.join(map(str, places))}"
    place, why = faults[0]
    fact = f"does not answer at {place}: {why}"
    if settings.lmtp_in is None and (way := _other_way(settings, context)):
        return f"{fact}; letters come {way}"
    raise CheckFailed(fact, start_program("listen"))


def check_maildir(folder: Path, now: datetime) -> str:
    """Check that the folder is a maildir from which we can take letters, and that somebody takes them."""
    new = folder / "new"
    if not new.is_dir():
        raise CheckFailed(f"{folder} is no maildir: it has no folder new", "correct ADJUDICATOR_MAILDIR")
    if not (os.access(folder, os.W_OK | os.X_OK) and os.access(new, os.R_OK | os.W_OK | os.X_OK)):
        advice = "let it write there; with systemd, name the folder in ReadWritePaths= of adjudicator-poll, too"
        raise CheckFailed(f"this user cannot take letters from {folder}", advice)
    waiting = [datetime.fromtimestamp(at, UTC) for at, _ in map(written_at, new.iterdir())]
    if waiting and now - min(waiting) > LATE_VISIT:
        advice = start_program("poll", " on one machine")
        raise CheckFailed(f"{len(waiting)} letters wait in {new}, one since {min(waiting):%Y-%m-%d %H:%M} UTC", advice)
    return f"{len(waiting)} letters wait in {new}"


def check_files(settings: Settings) -> str:
    """Check that no other user can read our files, which hold addresses, letters and secrets."""
    found = find_open_files(settings.var, *settings.database_files)
    key = settings.dkim_key
    if key and key.exists() and key.stat().st_mode & 0o007:
        raise CheckFailed(f"everybody on this machine can read {key}", f"chmod o= {key}")
    if found:
        named = ", ".join(map(str, found[:MOST_NAMED])) + (" and more" if found[MOST_NAMED:] else "")
        closing = " && ".join(f"chmod {one.right:04o} {one.path}" for one in found[:MOST_NAMED])
        raise CheckFailed(f"others can read {named}", closing)
    return "nobody else can read them"


def check_disk(settings: Settings) -> str:
    """Check that the disks that we write to have room: a full one takes no letters."""
    folders = [settings.var, *(path.parent for path in settings.database_files[:1])]
    if settings.export_dir is not None and not settings.export_dir.is_relative_to(settings.var):
        folders.append(settings.export_dir)
    rooms = []
    for folder in dict.fromkeys(map(_existing, folders)):
        free = shutil.disk_usage(folder).free
        rooms.append(f"{_size(free)} free for {folder}")
        counts = os.statvfs(folder)
        if free < LEAST_FREE:
            raise CheckFailed(f"only {_size(free)} free for {folder}", "make room: a full disk takes no letters")
        if counts.f_files and counts.f_favail < LEAST_FILES:
            raise CheckFailed(
                f"room for only {counts.f_favail} more files in {folder}", "remove files that nobody needs"
            )
    return ", ".join(rooms)


def check_replays(context: Context) -> str:
    """Check whether this version has replayed the matches that other versions played."""
    if missing := outstanding_rules(context.store):
        advice = "run `adjudicator replay --all`, and report what it finds"
        raise CheckFailed(f"not all replayed by this version: {', '.join(missing)}", advice)
    return "all replayed by this version"


def check_backup(settings: Settings, context: Context, now: datetime) -> str:
    """Check the age of the last back-up, unless the host backs up in another way."""
    if not settings.backup_days:
        return "not looked at: ADJUDICATOR_BACKUP_DAYS is 0"
    longest = timedelta(days=settings.backup_days)
    advice = (
        "run `adjudicator backup FILE` every night, and keep the files elsewhere; set ADJUDICATOR_BACKUP_DAYS=0 if the"
        " database is backed up in another way"
    )
    with context.store.reading() as session:
        last = last_job_run(session, BACKED_UP)
        first = session.scalar(select(Match.created_at).order_by(Match.id).limit(1))
    if last is not None:
        fact = f"made {(now - last).days} days ago"
        if now - last > longest:
            raise CheckFailed(fact, advice)
        return fact
    if first is not None and now - first > longest:
        raise CheckFailed("never made", advice)
    return f"never made; nobody has played for {settings.backup_days} days yet"


def check_export(settings: Settings, context: Context, now: datetime) -> str:
    """Check the age of the last export, whether a run has failed since, and whether the pages have it."""
    if settings.export_dir is None:
        return "none: ADJUDICATOR_EXPORT_DIR is off"
    with context.store.reading() as session:
        made, failed = last_job_run(session, EXPORTED), last_job_run(session, EXPORT_FAILED)
        over = select(Match.finished_at).where(Match.state == MatchState.FINISHED, ~Match.private)
        first = session.scalar(over.order_by(Match.finished_at).limit(1))
    made = made or _made_at(settings.export_dir / SUMS)
    beat = start_program("beat", " on one machine")
    if failed is not None and (made is None or failed > made):
        advice = "the log of the beat has the reason; mend it, and run `adjudicator export`, or wait for the next hour"
        raise CheckFailed(f"that of {failed:%Y-%m-%d %H:%M} UTC failed", advice)
    if made is None:
        if first is not None and now - first > LATE_EXPORT:
            raise CheckFailed("never made", f"run `adjudicator export`, and {beat}")
        return "never made: the first night is still to come"
    fact = f"made {made:%Y-%m-%d %H:%M} UTC"
    if now - made > LATE_EXPORT:
        raise CheckFailed(fact, f"run `adjudicator export`, and {beat}")
    if not is_export_current(context.store):
        return f"{fact}; somebody has taken back their name since, so it is not offered before the next one"
    if not _pages_have_export(settings):
        advice = "let ADJUDICATOR_EXPORT_DIR be a folder that the pages and the beat share"
        raise CheckFailed(f"{fact}, but the pages do not have it", advice)
    return fact


def check_time(settings: Settings, context: Context) -> str:
    """Compare this machine's clock with the database's and the broker's, and ask the kernel whether NTP sets it."""
    apart = {name: abs(theirs - ours) for name, ours, theirs in _clocks(settings, context)}
    for name, difference in apart.items():
        if difference > CLOCKS_APART:
            fact = f"this machine's clock and that of the {name} are {difference.total_seconds():.0f} seconds apart"
            raise CheckFailed(fact, "set both by NTP: deadlines pass by these clocks")
    if _is_unsynchronised():
        fact = "no time server sets this machine's clock"
        if settings.smtp_out.keeps:  # a trial on somebody's own machine: no letters leave it
            return fact
        raise CheckFailed(fact, "install systemd-timesyncd or chrony")
    return f"agrees with {' and '.join(apart)}" if apart else "set by a time server"


def _sites(settings: Settings) -> list[str]:
    return list(dict.fromkeys((f"http://{_reachable(settings.web)}", settings.site)))


def _made_at(sums: Path) -> datetime | None:
    """Tell when an export was made of which the database does not know: that of an earlier version."""
    return datetime.fromtimestamp(sums.stat().st_mtime, UTC) if sums.exists() else None


def _pages_have_export(settings: Settings) -> bool:
    """Ask the pages for the checksums of the export. Pages that do not answer are the matter of `check_pages`."""
    for site in _sites(settings):
        asked = urllib.request.Request(f"{site}/archive/{SUMS}", method="HEAD")  # noqa: S310
        try:
            with urllib.request.urlopen(asked, timeout=ANSWER_SECONDS):  # noqa: S310
                return True
        except urllib.error.HTTPError as fault:
            return fault.code != HTTPStatus.NOT_FOUND
        except (OSError, ValueError):
            continue
    return True


def _greets(place: Endpoint | Path) -> str:
    """Return why a listener does not greet; empty if it does."""
    try:
        if isinstance(place, Path):
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(ANSWER_SECONDS)
                line.connect(str(place))
                greeting = line.recv(64)
                return "" if greeting.startswith(b"220") else f"it says {greeting.decode('ascii', 'replace').strip()!r}"
        reachable = _reachable(place)
        with smtplib.SMTP(reachable.host, reachable.port, timeout=ANSWER_SECONDS) as client:
            client.noop()
    except (OSError, smtplib.SMTPException) as fault:
        return str(getattr(fault, "strerror", None) or fault)
    return ""


def _other_way(settings: Settings, context: Context) -> str:
    if not settings.intake:
        return "in nowhere"
    if settings.polls:
        return "from a mailbox or a maildir"
    if settings.hook_key:
        return "by the pages"
    with context.store.reading() as session:
        channels = session.scalars(select(Inbox.channel).order_by(Inbox.id.desc()).limit(NEWEST)).all()
    newest = next((channel for channel in channels if channel not in OURS), "")
    return "through the pipe" if newest == PIPE else ""


def _clocks(settings: Settings, context: Context) -> Iterator[tuple[str, datetime, datetime]]:
    """Yield the name of each server, our time halfway between question and answer, and its time."""
    if not settings.database_files:
        try:
            with context.store.reading() as session:
                began = datetime.now(UTC)
                theirs = session.scalars(select(text("clock_timestamp()"))).one()
                yield "database", began + (datetime.now(UTC) - began) / 2, theirs
        except SQLAlchemyError:
            pass  # the database's own check reports it
    url = redis_url(settings)
    if url.startswith("unix:"):
        return  # a Unix socket: the same machine, and so the same clock
    try:
        with redis.Redis.from_url(url, socket_timeout=ANSWER_SECONDS) as client:
            began = datetime.now(UTC)
            seconds, micro = client.time()
            middle = began + (datetime.now(UTC) - began) / 2
            yield "broker", middle, datetime.fromtimestamp(seconds, UTC) + timedelta(microseconds=micro)
    except redis.RedisError:
        pass  # the broker's own check reports it


def _is_unsynchronised() -> bool:
    """Ask the kernel whether a time server sets its clock; outside Linux, assume that one does."""
    if sys.platform != "linux":
        return False
    return int(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))) == _UNSYNCHRONISED


def _reachable(place: Endpoint) -> Endpoint:
    return Endpoint(_ANYWHERE.get(place.host, place.host), place.port)


def _existing(folder: Path) -> Path:
    return next(path for path in (folder, *folder.parents) if path.exists())


def _size(count: int) -> str:
    return f"{count / (1 << 30):.1f} GB" if count >= 1 << 30 else f"{count >> 20} MB"
