"""What the doctor finds on the machine: pages, listener, files, disk, back-ups and the clock."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest
import redis
from click.testing import CliRunner

from adjudicator.bootstrap import build_context
from adjudicator.cli import main
from adjudicator.config.env_reader import Endpoint, Relay
from adjudicator.config.settings import Settings
from adjudicator.infra.private_broker import PrivateBroker
from adjudicator.infra.private_files import close_open_files
from adjudicator.listen.smtp_server import Listener
from adjudicator.run import doctor_machine, finding
from adjudicator.run.doctor_machine import (
    LATE_EXPORT,
    LATE_VISIT,
    LEAST_FREE,
    check_backup,
    check_disk,
    check_export,
    check_files,
    check_listener,
    check_maildir,
    check_pages,
    check_time,
)
from adjudicator.run.finding import CheckFailed
from adjudicator.services.archive.export_files import SUMS
from adjudicator.services.context import Context
from adjudicator.services.matches.opening import demo_match
from adjudicator.store.operation_tables import NAMES_TAKEN_BACK, record_job_run
from adjudicator.store.states import MatchState
from adjudicator.store.tables import Inbox, Match
from adjudicator.texts.language.language import language_for
from testkit.database import make_tables

NOW = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)


class Usage(NamedTuple):
    """What a disk holds, as `shutil.disk_usage` tells it."""

    total: int
    used: int
    free: int


@pytest.fixture
def club(environ: dict[str, str], valkey: PrivateBroker) -> Settings:
    club = Settings.read(environ | {"REDIS_URL": valkey.url})
    make_tables(club.database_url)
    return club


@pytest.fixture
def context(club: Settings) -> Iterator[Context]:
    context = build_context(club)
    yield context
    context.store.close()


class Page(BaseHTTPRequestHandler):
    """Answers, and says nothing of it on the console."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/healthz" else 404)
        self.end_headers()

    do_HEAD = do_GET  # noqa: N815  # the base class names it

    def log_message(self, *_words: object) -> None:
        """Say nothing."""


def test_pages_that_answer_are_well_and_dead_ones_are_not(club: Settings) -> None:
    with HTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        alive = Endpoint("127.0.0.1", server.server_port)
        assert check_pages(replace(club, web=alive)) == f"answer at http://{alive}"
        assert check_pages(replace(club, web=replace(alive, host="0.0.0.0"))) == f"answer at http://{alive}"
        assert check_pages(replace(club, site=f"http://{alive}")) == f"answer at http://{alive}"
        with pytest.raises(CheckFailed, match="/nowhere says 404"):
            check_pages(replace(club, site=f"http://{alive}/nowhere"))
        server.shutdown()
        thread.join()
    with pytest.raises(CheckFailed, match=r"does not answer: .*refused") as fault:
        check_pages(replace(club, web=alive))
    assert "web line of the Procfile" in fault.value.advice


def test_a_listener_that_greets_is_well_and_a_dead_one_is_not(
    club: Settings, context: Context, short_folder: Path
) -> None:
    lmtp = short_folder / "lmtp.sock"

    async def listening() -> str:
        async with Listener(lambda *_, **__: 0, context.addresses.read, 1000) as listener:
            await listener.open(Endpoint("127.0.0.1", 0), lmtp)
            (smtp, _) = listener.places
            assert isinstance(smtp, Endpoint)
            return await asyncio.to_thread(check_listener, replace(club, smtp_in=smtp, lmtp_in=lmtp), context)

    assert asyncio.run(listening()).endswith(f" and {lmtp}")
    dead = replace(club, lmtp_in=lmtp)
    with pytest.raises(CheckFailed, match=r"does not answer at 127\.0\.0\.1:\d+: .*refused") as fault:
        check_listener(dead, context)
    assert "listen line of the Procfile" in fault.value.advice
    none = replace(dead, lmtp_in=None)
    assert check_listener(replace(none, intake=False), context).endswith("letters come in nowhere")
    assert check_listener(replace(none, maildir=Path("Maildir")), context).endswith("from a mailbox or a maildir")
    letter = {"raw": b"", "recipient": "", "envelope_from": "", "received_at": NOW}
    with context.store.writing() as session:
        session.add(Inbox(fingerprint="f", channel="pipe", **letter))
    assert check_listener(none, context).endswith("letters come through the pipe")
    with pytest.raises(CheckFailed, match="does not answer"):
        check_listener(dead, context)  # the host's mail server hands letters over by LMTP


def test_a_maildir_from_which_nobody_takes_letters_is_ill(tmp_path: Path) -> None:
    folder = tmp_path / "Maildir"
    with pytest.raises(CheckFailed, match=f"{folder} is no maildir: it has no folder new"):
        check_maildir(folder, NOW)
    (folder / "new").mkdir(parents=True)
    assert check_maildir(folder, NOW) == f"0 letters wait in {folder}/new"
    letter = folder / "new" / "1"
    letter.touch()
    for age, well in ((timedelta(minutes=1), True), (LATE_VISIT + timedelta(minutes=1), False)):
        os.utime(letter, ((NOW - age).timestamp(),) * 2)
        with nullcontext() if well else pytest.raises(CheckFailed, match="1 letters wait") as fault:
            check_maildir(folder, NOW)
    assert fault is not None
    assert "poll line of the Procfile" in fault.value.advice


def test_advice_is_that_of_the_units_where_they_are_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "UNITS", tmp_path)
    assert finding.start_program("beat", " on one machine").startswith("start the beat line of the Procfile on one")
    (tmp_path / "adjudicator-beat.service").touch()
    told = finding.start_program("beat", " on one machine")
    assert told.startswith("`systemctl enable --now adjudicator-beat` on one machine, or read its log: `journalctl")
    (tmp_path / "adjudicator.target.wants").mkdir()
    (tmp_path / "adjudicator.target.wants" / "adjudicator-up.service").touch()
    told = "`systemctl restart adjudicator-up`, or read its log: `journalctl --unit adjudicator-up`"
    assert finding.start_program("beat", " on one machine") == told


def test_files_that_others_can_read_are_named_and_closed(club: Settings) -> None:
    var, key = club.var, club.var.parent / "dkim.pem"
    close_open_files(var, *club.database_files)
    assert check_files(club) == "nobody else can read them"
    (var / "broker").mkdir(mode=0o755)
    log = var / "broker" / "appendonly.aof"
    log.touch(0o644)
    club.database_files[0].chmod(0o644)
    var.chmod(0o755)
    with pytest.raises(CheckFailed) as fault:
        check_files(club)
    assert f"{var} (0755, should be 0700)" in str(fault.value)
    assert str(club.database_files[0]) in str(fault.value)
    assert f"chmod 0700 {var}" in fault.value.advice
    assert close_open_files(var, *club.database_files) == []
    assert check_files(club) == "nobody else can read them"
    assert [path.stat().st_mode & 0o777 for path in (var, log, log.parent)] == [0o700, 0o600, 0o700]
    key.touch(0o644)
    with pytest.raises(CheckFailed, match="everybody on this machine can read"):
        check_files(replace(club, dkim_key=key))


def test_a_spool_that_the_mail_server_writes_to_stays_open_to_its_group(club: Settings) -> None:
    close_open_files(club.var)
    spool = club.var / "spool"
    spool.mkdir()
    spool.chmod(0o2777)
    club.var.chmod(0o755)
    close_open_files(club.var)
    assert spool.stat().st_mode & 0o7777 == 0o2700, "it was open to everybody, not to a group"
    spool.chmod(0o2770)
    club.var.chmod(0o755)
    (spool / "a.letter").touch(0o640)
    close_open_files(club.var)
    assert [path.stat().st_mode & 0o7777 for path in (spool, club.var, spool / "a.letter")] == [0o2770, 0o710, 0o600]


def test_the_socket_of_the_listener_stays_within_reach_of_its_group(short_folder: Path) -> None:
    var = short_folder / "var"
    var.mkdir(0o755)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(var / "lmtp.sock"))
        (var / "lmtp.sock").chmod(0o660)
        close_open_files(var)
        assert [path.stat().st_mode & 0o777 for path in (var, var / "lmtp.sock")] == [0o710, 0o660]
        (var / "lmtp.sock").chmod(0o600)
        close_open_files(var)
        assert var.stat().st_mode & 0o777 == 0o700
    shutil.rmtree(var)


def test_what_is_not_ours_in_the_folder_is_left_alone(club: Settings) -> None:
    mine = club.var / "data" / "cheops.toml"
    mine.parent.mkdir()
    mine.touch(0o644)
    (club.var / "secret").symlink_to(mine)
    close_open_files(club.var)
    assert mine.stat().st_mode & 0o777 == 0o644


def test_a_disk_without_room_is_told(club: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(1, 1, 3 << 30))
    assert check_disk(club) == f"3.0 GB free for {club.var}"
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(1, 1, LEAST_FREE - 1))
    with pytest.raises(CheckFailed, match="only 255 MB free for"):
        check_disk(club)


def test_the_age_of_the_last_backup_is_told(
    club: Settings, context: Context, environ: dict[str, str], tmp_path: Path
) -> None:
    assert check_backup(club, context, NOW) == "never made; nobody has played for 7 days yet"
    demo_match.open_demo_match(context, NOW, language_for("en"))
    assert check_backup(club, context, NOW + timedelta(days=7)) == "never made; nobody has played for 7 days yet"
    late = NOW + timedelta(days=7, seconds=1)
    with pytest.raises(CheckFailed, match="never made") as fault:
        check_backup(club, context, late)
    assert "adjudicator backup FILE" in fault.value.advice
    assert check_backup(replace(club, backup_days=0), context, late).startswith("not looked at")
    done = CliRunner(env=environ).invoke(main, ["backup", str(tmp_path / "b")])
    assert done.exit_code == 0, done.output
    made = datetime.now(UTC)
    assert check_backup(club, context, made + timedelta(days=6)) == "made 6 days ago"
    with pytest.raises(CheckFailed, match="made 8 days ago"):
        check_backup(club, context, made + timedelta(days=8))


def test_the_export_is_missed_when_it_is_late_or_failed_or_the_pages_do_not_have_it(
    club: Settings, context: Context, environ: dict[str, str], tmp_path: Path
) -> None:
    assert check_export(replace(club, export_dir=None), context, NOW) == "none: ADJUDICATOR_EXPORT_DIR is off"
    assert check_export(club, context, NOW) == "never made: the first night is still to come"
    folder = tmp_path / "shared"
    folder.write_text("no folder")
    environ |= {"ADJUDICATOR_EXPORT_DIR": str(folder)}
    club = replace(club, export_dir=folder)
    export = CliRunner(env=environ)
    done = export.invoke(main, ["export"])
    told = f"Error: {folder}/.frames: Not a directory: see ADJUDICATOR_EXPORT_DIR={folder}\n"
    assert (done.exit_code, done.output) == (1, told)
    with pytest.raises(CheckFailed, match=r"that of .* UTC failed") as fault:
        check_export(club, context, NOW)
    assert "adjudicator export" in fault.value.advice
    folder.unlink()
    assert export.invoke(main, ["export", str(tmp_path / "other")]).exit_code == 0
    with pytest.raises(CheckFailed, match="failed"):
        check_export(club, context, NOW)
    assert export.invoke(main, ["export"]).exit_code == 0
    made = datetime.now(UTC)
    assert check_export(club, context, made + LATE_EXPORT - timedelta(minutes=1)) == f"made {made:%Y-%m-%d %H:%M} UTC"
    with pytest.raises(CheckFailed, match=r"made .* UTC$") as fault:
        check_export(club, context, made + LATE_EXPORT + timedelta(minutes=1))
    assert "beat line of the Procfile" in fault.value.advice
    with HTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        with pytest.raises(CheckFailed, match="the pages do not have it") as fault:
            check_export(replace(club, web=Endpoint("127.0.0.1", server.server_port)), context, made)
        server.shutdown()
        thread.join()
    assert "share" in fault.value.advice
    with context.store.writing() as session:
        record_job_run(session, NAMES_TAKEN_BACK, made)
    assert check_export(club, context, made).endswith("it is not offered before the next one")


def test_an_export_of_an_earlier_version_is_known_by_its_files(club: Settings, context: Context) -> None:
    over = {"state": MatchState.FINISHED, "finished_at": NOW - LATE_EXPORT}
    with context.store.writing() as session:
        session.add(Match(code="AAA2", rules="egyptos/1", seed=b"", options={}, created_at=NOW, **over))
    assert check_export(club, context, NOW).startswith("never made")
    with pytest.raises(CheckFailed, match="never made"):
        check_export(club, context, NOW + timedelta(seconds=1))
    assert club.export_dir is not None
    club.export_dir.mkdir(parents=True)
    sums = club.export_dir / SUMS
    sums.touch()
    os.utime(sums, (NOW.timestamp(),) * 2)
    assert check_export(club, context, NOW + timedelta(seconds=1)) == "made 2026-11-27 12:00 UTC"


def test_the_clock_is_held_against_the_broker_and_the_kernel(
    club: Settings, context: Context, monkeypatch: pytest.MonkeyPatch, free_port: Callable[[], int]
) -> None:
    monkeypatch.setattr(doctor_machine, "_is_unsynchronised", lambda: False)
    assert check_time(club, context) == "set by a time server"
    monkeypatch.setattr(doctor_machine, "_is_unsynchronised", lambda: True)
    assert check_time(club, context) == "no time server sets this machine's clock"
    sending = replace(club, smtp_out=Relay("smtp", "127.0.0.1", 2))
    with pytest.raises(CheckFailed, match="no time server sets this machine's clock"):
        check_time(sending, context)
    with redis.Redis.from_url(club.redis_url) as client:
        client.config_set("port", port := free_port())
        try:
            on_a_port = replace(club, redis_url=f"redis://127.0.0.1:{port}/0")
            monkeypatch.setattr(doctor_machine, "_is_unsynchronised", lambda: False)
            assert check_time(on_a_port, context) == "agrees with broker"
        finally:
            client.config_set("port", 0)
    wrong = [("database", NOW, NOW + timedelta(seconds=6))]
    monkeypatch.setattr(doctor_machine, "_clocks", lambda *_: iter(wrong))
    with pytest.raises(CheckFailed, match="clock and that of the database are 6 seconds apart"):
        check_time(club, context)


def test_the_clock_is_held_against_postgresql(club: Settings, postgres_url: str) -> None:
    on_postgres = replace(club, database_url=postgres_url)
    context = build_context(on_postgres)
    (name, ours, theirs), *_ = doctor_machine._clocks(on_postgres, context)
    assert name == "database"
    assert abs(theirs - ours) < timedelta(seconds=60)
    context.store.close()


def test_the_kernel_is_asked_without_harm() -> None:
    assert doctor_machine._is_unsynchronised() in (True, False)
