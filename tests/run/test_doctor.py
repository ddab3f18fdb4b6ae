"""The doctor: every part is looked at, and one that is ill comes with what to do."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from celery.contrib.testing.worker import start_worker
from click.testing import CliRunner

from adjudicator.bootstrap import build_context
from adjudicator.cli import main
from adjudicator.config.env_reader import Relay
from adjudicator.config.settings import Settings
from adjudicator.infra.celery_queue import celery_for
from adjudicator.infra.private_broker import PrivateBroker, broker_url
from adjudicator.mail.errors import DnsUnavailable
from adjudicator.mail.outgoing.dkim_record import dkim_record
from adjudicator.run import doctor
from adjudicator.run.doctor import LATELY, QUEUES, run_checks
from adjudicator.run.doctor_machine import LATE_VISIT
from adjudicator.services.context import Context
from adjudicator.services.inbound import imap_progress
from adjudicator.services.jobs import periodic_sweep
from adjudicator.services.jobs.letter_sender import OUR_FAULT
from adjudicator.store.states import InboxState, MatchState, OutboxState
from adjudicator.store.tables import Inbox, Match, Outbox
from testkit.database import make_tables
from testkit.dovecot import PrivateDovecot
from testkit.mail.dkim_keys import ED25519_BARE, dkim_signer

NOW = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def short_roll_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker runs, so there is no reason to wait long for its answer."""
    monkeypatch.setattr(doctor, "ROLL_CALL_SECONDS", 0.2)


@pytest.fixture
def long_roll_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody is there, on a machine that may be busy."""
    monkeypatch.setattr(doctor, "ROLL_CALL_SECONDS", 5.0)


@pytest.fixture
def settings(environ: dict[str, str], valkey: PrivateBroker) -> Settings:
    """An installation with a broker that runs and a database that was migrated."""
    settings = Settings.read(environ | {"REDIS_URL": valkey.url})
    make_tables(settings.database_url)
    return settings


@pytest.fixture
def context(settings: Settings) -> Iterator[Context]:
    context = build_context(settings)
    yield context
    context.store.close()


def ask(settings: Settings, context: Context, now: datetime = NOW) -> dict[str, tuple[str, str]]:
    return {finding.part: (finding.fact, finding.advice) for finding in run_checks(settings, context, now)}


def test_a_service_that_was_never_started_is_told_what_is_missing(settings: Settings, context: Context) -> None:
    found = ask(settings, context)
    assert found["database"] == ("answers, and has the tables of this version", "")
    assert found["broker"] == ("answers", "")
    assert found["worker"][0] == "none answers"
    assert found["clock"][0] == "never swept"
    assert "beat line of the Procfile" in found["clock"][1]
    assert found["letters in"] == found["letters out"] == ("0 waiting", "")
    assert found["mailbox"] == ("none: letters are brought to us", "")
    assert found["relay"] == ("none: letters are kept for the mailbox page", "")
    assert found["signature"] == ("none: letters go out as they are, for the relay to sign", "")


@pytest.mark.usefixtures("long_roll_call")
def test_a_worker_that_serves_every_queue_is_well(settings: Settings, context: Context) -> None:
    app = celery_for(broker_url(settings))
    with start_worker(app, pool="solo", perform_ping_check=False, queues=",".join(sorted(QUEUES)), shutdown_timeout=30):
        assert ask(settings, context)["worker"] == ("1 at work", "")


@pytest.mark.usefixtures("long_roll_call")
def test_a_queue_that_nobody_serves_is_named(settings: Settings, context: Context) -> None:
    app = celery_for(broker_url(settings))
    with start_worker(app, pool="solo", perform_ping_check=False, queues="judge,post,clock", shutdown_timeout=30):
        fact, advice = ask(settings, context)["worker"]
    assert fact == "nobody serves the queues house"
    assert "worker line of the Procfile" in advice


@pytest.mark.parametrize(("seconds", "well"), [(20, True), (59, True), (61, False), (7200, False)])
def test_a_sweep_may_be_a_minute_old(settings: Settings, context: Context, seconds: int, *, well: bool) -> None:
    periodic_sweep.run_sweep(context, NOW)
    fact, advice = ask(settings, context, NOW + timedelta(seconds=seconds))["clock"]
    assert str(timedelta(seconds=seconds)) in fact
    assert (advice == "") is well


def test_a_game_of_running_matches_that_is_not_installed_is_named(settings: Settings, context: Context) -> None:
    assert ask(settings, context)["games"] == ("0 open matches, and the rules of all are installed", "")
    with context.store.writing() as session:
        for code, rules, state in (
            ("AAA2", "gone/1", MatchState.RUNNING),
            ("AAA3", "gone/1", MatchState.INVITING),
            ("AAA4", "over/1", MatchState.FINISHED),
            ("AAA5", "egyptos/1", MatchState.RUNNING),
        ):
            session.add(Match(code=code, rules=rules, state=state, seed=b"", options={}, created_at=NOW))
    fact, advice = ask(settings, context)["games"]
    assert fact == "gone/1, of 2 open matches, is not installed"
    assert "install the package" in advice


def test_an_older_database_is_told_to_be_migrated(settings: Settings, context: Context, tmp_path: Path) -> None:
    empty = Settings.read({"ADJUDICATOR_SECRET": settings.secret, "DATABASE_URL": f"sqlite:///{tmp_path}/empty"})
    found = ask(empty, context)
    assert f"there is no file {tmp_path}/empty" in found["database"][0]
    assert not (tmp_path / "empty").exists()
    (tmp_path / "empty").touch()
    found = ask(empty, context)
    assert "adjudicator migrate" in found["database"][1]
    assert not {"clock", "letters in", "letters out"} & found.keys()


def test_parts_that_do_not_answer_are_told_and_those_that_lean_on_them_left_out(environ: dict[str, str]) -> None:
    nowhere = "/nowhere/at/all"
    settings = Settings.read(
        environ
        | {
            "DATABASE_URL": f"postgresql+psycopg:///club?host={nowhere}",
            "REDIS_URL": f"unix://{nowhere}/redis.sock",
            "ADJUDICATOR_SMTP_OUT": "smtp://club:hunter2@127.0.0.1:2",
            "ADJUDICATOR_MAILBOX": "off",
        }
    )
    found = ask(settings, build_context(settings))  # nothing is opened, so there is nothing to close
    more = {"MX", "SPF", "DMARC", "files", "disk", "time"}
    assert set(found) == {"database", "broker", "relay", "signature"} | more
    assert "DATABASE_URL" in found["database"][1]
    assert "REDIS_URL" in found["broker"][1]
    assert "ADJUDICATOR_SMTP_OUT" in found["relay"][1]
    assert "hunter2" not in str(found)


def test_a_maildir_is_looked_at_as_a_mailbox_is(settings: Settings, context: Context) -> None:
    fact, advice = ask(replace(settings, maildir=Path("/nowhere")), context)["mailbox"]
    assert (fact, advice) == ("/nowhere is no maildir: it has no folder new", "correct ADJUDICATOR_MAILDIR")


@pytest.mark.parametrize(
    ("scheme", "host", "open_"),
    [("smtp", "relay.invalid", True), ("smtp", "127.0.0.1", False), ("smtps", "127.0.0.1", False)],
)
def test_a_password_that_would_go_over_the_network_in_the_open_is_ill(
    settings: Settings, context: Context, scheme: str, host: str, *, open_: bool
) -> None:
    relay = Relay(scheme, host, 2, "club", "hunter2")
    fact, advice = ask(replace(settings, smtp_out=relay, mailbox=False), context)["relay"]
    assert ("in the open" in fact) is open_
    assert ("smtp+starttls://" in advice) is open_
    assert "hunter2" not in fact + advice


def letter_in(**values: object) -> Inbox:
    return Inbox(fingerprint="f", raw=b"", recipient="", envelope_from="", channel="smtp", received_at=NOW, **values)


def test_letters_that_were_set_aside_are_counted(settings: Settings, context: Context) -> None:
    with context.store.writing() as session:
        session.add(letter_in(state=InboxState.ASIDE))
    fact, advice = ask(settings, context)["letters in"]
    assert fact == "1 set aside"
    assert "adjudicator retry" in advice


def letter_out(error: str, state: OutboxState) -> Outbox:
    return Outbox(
        kind="help",
        created_at=NOW,
        to_address="anna@club.example",
        subject="",
        text="",
        next_try_at=NOW if state is OutboxState.WAITING else None,
        error=error,
        state=state,
    )


def test_what_the_relay_said_is_told_while_letters_wait(settings: Settings, context: Context) -> None:
    with context.store.writing() as session:
        session.add(letter_out("451 later", OutboxState.WAITING))
    assert ask(settings, context)["letters out"][0] == "1 waiting; the relay said: 451 later"


def test_letters_on_which_our_program_fails_are_told_before_what_the_relay_said(
    settings: Settings, context: Context
) -> None:
    faulty = f"{OUR_FAULT}no time zone is called America/Gone"
    with context.store.writing() as session:
        session.add_all(letter_out(error, OutboxState.WAITING) for error in (faulty, "451 later", "", faulty))
    fact, advice = ask(settings, context)["letters out"]
    assert fact == f"4 waiting; 2 cannot be sent (letter 1, 4); {faulty}"
    assert "report it" in advice


def test_a_letter_that_was_given_up_is_told_for_a_few_days(settings: Settings, context: Context) -> None:
    with context.store.writing() as session:
        letter = letter_out("451 later", OutboxState.FAILED)
        letter.tries, letter.first_refused_at = 30, NOW
        session.add(letter)
    for days, told in ((0, True), (5, True), (7, True), (9, False)):
        assert ("451 later" in ask(settings, context, NOW + timedelta(days=days))["letters out"][0]) is told


def test_letters_that_could_not_be_delivered_are_told_for_a_few_days(settings: Settings, context: Context) -> None:
    with context.store.writing() as session:
        session.add_all(letter_out(error, OutboxState.FAILED) for error in ("554 no", "550 no such mailbox"))
    fact, advice = ask(settings, context)["letters out"]
    assert fact == "0 waiting; 2 could not be delivered, the last to anna@club.example: 550 no such mailbox"
    assert "the relay" in advice
    assert ask(settings, context, NOW + LATELY)["letters out"] == ("0 waiting", "")


def fetching(settings: Settings, dovecot: PrivateDovecot, **changes: str) -> Settings:
    return replace(settings, imap=replace(dovecot.mailbox("doctor"), **changes))  # type: ignore[arg-type]


def test_a_mailbox_that_was_read_lately_is_well(settings: Settings, context: Context, dovecot: PrivateDovecot) -> None:
    imap_progress.record_visit(context, NOW - LATE_VISIT)
    fact, advice = ask(fetching(settings, dovecot), context)["mailbox"]
    assert fact.endswith("/INBOX was last read 0:10:00 (hours:minutes:seconds) ago")
    assert advice == ""


@pytest.mark.parametrize("read", [True, False])
def test_a_mailbox_that_nobody_reads_is_told(
    settings: Settings, context: Context, dovecot: PrivateDovecot, *, read: bool
) -> None:
    if read:
        imap_progress.record_visit(context, NOW - LATE_VISIT - timedelta(seconds=1))
    fact, advice = ask(fetching(settings, dovecot), context)["mailbox"]
    assert ("last read 0:10:01" if read else "never read") in fact
    assert "poll line of the Procfile" in advice


def test_a_mailbox_that_does_not_let_us_in_is_told_with_the_reason(
    settings: Settings, context: Context, dovecot: PrivateDovecot
) -> None:
    fact, advice = ask(fetching(settings, dovecot, password="hunter2"), context)["mailbox"]
    assert "was never read: the server does not let us in" in fact
    assert "ADJUDICATOR_IMAP" in advice
    assert "hunter2" not in fact


def test_letters_that_could_not_be_read_from_a_mailbox_are_told_for_a_few_days(
    settings: Settings, context: Context, dovecot: PrivateDovecot
) -> None:
    fetched = fetching(settings, dovecot)
    imap_progress.record_visit(context, NOW)
    for _ in range(imap_progress.MOST_TRIES):
        imap_progress.record_failure(context, imap_progress.ImapUid(str(fetched.imap), 1, 7), "NO such luck", NOW)
    fact, advice = ask(fetched, context)["mailbox"]
    assert "1 in imap://doctor@" in fact
    assert fact.endswith("NO such luck")
    assert "adjudicator poll --again" in advice
    imap_progress.record_visit(context, NOW + LATELY)
    assert ask(fetched, context, NOW + LATELY)["mailbox"][1] == ""


def test_the_command_ends_badly_when_something_is_ill(environ: dict[str, str], settings: Settings) -> None:
    done = CliRunner(env=environ | {"REDIS_URL": settings.redis_url}).invoke(main, ["doctor"])
    assert done.exit_code == 1
    assert "ill   worker       none answers" in done.output
    assert "well  database     answers" in done.output


def test_a_program_that_watches_gets_the_same_as_json(environ: dict[str, str], settings: Settings) -> None:
    done = CliRunner(env=environ | {"REDIS_URL": settings.redis_url}).invoke(main, ["doctor", "--json"])
    assert done.exit_code == 1
    told = json.loads(done.output)
    assert told["well"] is False
    assert all(finding.keys() == {"part", "well", "fact", "advice"} for finding in told["findings"])
    by_part = {finding.pop("part"): finding for finding in told["findings"]}
    assert by_part["database"] == {"well": True, "fact": "answers, and has the tables of this version", "advice": ""}
    assert by_part["worker"]["well"] is False
    assert {"pages", "listener", "MX", "SPF", "DMARC", "files", "disk", "back-up", "time"} <= by_part.keys()


def test_a_wrong_setting_is_a_finding_too(environ: dict[str, str]) -> None:
    done = CliRunner(env=environ | {"ADJUDICATOR_PACE": "fast"}).invoke(main, ["doctor", "--json"])
    (finding,) = json.loads(done.output)["findings"]
    assert (done.exit_code, finding["part"], finding["well"]) == (1, "settings", False)
    assert finding["fact"].startswith("ADJUDICATOR_PACE=fast: must be a number")


def test_the_last_outage_is_told_for_a_few_days(settings: Settings, context: Context) -> None:
    periodic_sweep.run_sweep(context, NOW - timedelta(hours=3))
    periodic_sweep.run_sweep(context, NOW)
    assert ask(settings, context)["clock"][0].endswith(
        "the service was down from 2026-11-27 09:00 to 2026-11-27 12:00 UTC, and deadlines moved by as much"
    )


SEALER = dkim_signer("club.example", "k1")


@pytest.mark.parametrize(
    ("published", "fact"),
    [
        ("", "its key is not published"),
        ("v=DKIM1; k=ed25519; p=", "k1._domainkey.club.example holds another key"),
        (dkim_record(dkim_signer("club.example", "k1", ED25519_BARE)), "k1._domainkey.club.example holds another key"),
    ],
)
def test_the_record_to_publish_is_told_until_it_is_there(
    settings: Settings, context: Context, published: str, fact: str
) -> None:
    found = ask(settings, replace(context, dkim_signer=SEALER, lookup=lambda _name: published))
    assert found["signature"] == (
        fact,
        f'publish in the DNS: k1._domainkey.club.example TXT "{dkim_record(SEALER)}"',
    )


def test_a_key_that_is_published_is_well(settings: Settings, context: Context) -> None:
    published = dkim_record(SEALER).replace("; ", ";")
    found = ask(settings, replace(context, dkim_signer=SEALER, lookup={SEALER.record_name: published}.__getitem__))
    assert found["signature"] == ("by the key that k1._domainkey.club.example holds", "")


def test_a_dns_that_does_not_answer_is_told(settings: Settings, context: Context) -> None:
    def nobody(name: str) -> str:
        raise DnsUnavailable(name)

    assert "does not answer" in ask(settings, replace(context, dkim_signer=SEALER, lookup=nobody))["signature"][0]
