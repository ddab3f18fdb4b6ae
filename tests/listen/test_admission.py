"""Rate limits: no sender can fill the shared queue, and players get in even while the broker is down."""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from limits import RateLimitItemPerHour

from adjudicator.config.settings import Settings
from adjudicator.infra.private_broker import PrivateBroker
from adjudicator.infra.rate_counter import RateCounter
from adjudicator.listen import admission as limits
from adjudicator.listen.accept import accept_into
from adjudicator.listen.admission import AdmissionControl
from adjudicator.listen.pipe import AGAIN, KEPT, deliver_letter
from adjudicator.listen.protocols import RateLimited
from adjudicator.listen.trusted_relays import TrustedRelays
from adjudicator.services.players.players import get_or_create_player
from adjudicator.services.unit_of_work import unit_of_work
from testkit.club import Club
from tests.listen.running_listener import FakeInbox, Opens

A_MINUTE = 5

NOWHERE = "unix:///nowhere/redis.sock"
ANNA, EVE = "anna@example.org", "eve@evil.example"
LETTER = b"From: eve@evil.example\r\nSubject: help\r\n\r\nhelp\r\n"


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set small limits."""
    for name, most in {"AN_ADDRESS": 4, "A_PLAYER": 6, "A_STRANGER": 2}.items():
        monkeypatch.setattr(limits, name, RateLimitItemPerHour(most))
    monkeypatch.setattr(limits, "WAITING", 7)


@pytest.fixture
def club_with_anna(club: Club) -> Club:
    with unit_of_work(club.context, club.now) as work:
        get_or_create_player(work, ANNA, "Anna", "en")
    return club


@pytest.fixture(params=["shared", "away"])
def admission(club_with_anna: Club, valkey: PrivateBroker, request: pytest.FixtureRequest) -> AdmissionControl:
    return AdmissionControl(
        club_with_anna.context, RateCounter(valkey.url if request.param == "shared" else NOWHERE), A_MINUTE
    )


def let_in(admission: AdmissionControl, recipient: str, sender: str, host: str = "192.0.2.1", times: int = 12) -> int:
    """Try to bring some letters, and return how many got in."""
    count = 0
    for _ in range(times):
        try:
            admission.count(recipient, sender, host)
            count += 1
        except RateLimited:
            continue
    return count


def test_a_stranger_is_let_in_a_few_times_whether_or_not_the_broker_is_there(
    admission: AdmissionControl, club: Club
) -> None:
    service = club.context.addresses.service
    assert let_in(admission, service, EVE) == 2
    assert let_in(admission, service, "Eve@EVIL.example", host="192.0.2.2") == 0


def test_strangers_are_counted_by_the_machine_that_brings_their_letters(
    admission: AdmissionControl, club: Club
) -> None:
    service = club.context.addresses.service
    admission._a_host = RateLimitItemPerHour(3)
    assert sum(let_in(admission, service, f"eve{n}@evil.example", times=1) for n in range(10)) == 3
    assert let_in(admission, service, "carl@example.org", host="192.0.2.9", times=1) == 1


@pytest.mark.parametrize(
    "host", ["", "127.0.0.1", "10.1.2.3", "172.31.0.9", "192.168.178.2", "::1", "fd00::25", "::ffff:10.1.2.3"]
)
def test_a_mail_server_of_the_hosts_own_is_no_stranger(admission: AdmissionControl, club: Club, host: str) -> None:
    admission._a_host = RateLimitItemPerHour(3)
    service = club.context.addresses.service
    assert sum(let_in(admission, service, f"eve{n}@evil.example", host, times=1) for n in range(10)) == A_MINUTE


@pytest.mark.parametrize("host", ["11.1.2.3", "172.32.0.9", "2001:db8::1", "fe00::1", "::ffff:11.1.2.3", "unknown"])
def test_any_other_machine_is_counted(admission: AdmissionControl, club: Club, host: str) -> None:
    admission._a_host = RateLimitItemPerHour(3)
    service = club.context.addresses.service
    assert sum(let_in(admission, service, f"eve{n}@evil.example", host, times=1) for n in range(10)) == 3


def test_and_all_together(admission: AdmissionControl, club: Club) -> None:
    service = club.context.addresses.service
    assert sum(let_in(admission, service, f"eve{n}@evil.example", f"192.0.2.{n}", times=1) for n in range(20)) == 5


def test_a_flood_of_strangers_keeps_no_player_out(admission: AdmissionControl, club: Club) -> None:
    service, seat = club.context.addresses.service, club.context.addresses.seat("k7q2", 1, 9)
    for n in range(20):
        let_in(admission, service, f"eve{n}@evil.example", times=1)
    assert let_in(admission, service, ANNA, times=3) == 3
    assert let_in(admission, seat, "anna@elsewhere.example", times=3) == 3


@pytest.mark.parametrize(("url", "most"), [("", 6), (NOWHERE, 12)], ids=["shared", "away"])
def test_a_player_is_counted_alone_and_let_in_while_the_broker_is_down(
    club_with_anna: Club, valkey: PrivateBroker, url: str, most: int
) -> None:
    admission = AdmissionControl(club_with_anna.context, RateCounter(url or valkey.url))
    assert let_in(admission, club_with_anna.context.addresses.service, ANNA) == most


@pytest.mark.parametrize(("url", "most"), [("", 4), (NOWHERE, 12)], ids=["shared", "away"])
def test_one_signed_address_is_counted_whoever_writes_to_it(
    club: Club, valkey: PrivateBroker, url: str, most: int
) -> None:
    admission, book = AdmissionControl(club.context, RateCounter(url or valkey.url)), club.context.addresses
    letters = (let_in(admission, book.seat("k7q2", 1, 9).upper(), f"eve{n}@evil.example", times=1) for n in range(12))
    assert sum(letters) == most
    assert let_in(admission, book.seat("k7q2", 1, 10), EVE, times=1) == 1


def test_an_address_that_we_did_not_sign_is_counted_like_the_services_own(
    admission: AdmissionControl, club: Club
) -> None:
    forged = club.context.addresses.seat("k7q2", 1, 9).replace("-9-", "-8-")
    assert let_in(admission, forged, EVE) == 2


def test_two_programs_count_together(club: Club, valkey: PrivateBroker) -> None:
    one, other = (AdmissionControl(club.context, RateCounter(valkey.url)) for _ in range(2))
    service = club.context.addresses.service
    assert let_in(one, service, EVE, times=1) + let_in(other, service, EVE) == 2


def test_letters_of_one_sender_that_wait_are_a_handful_and_others_still_come_in(club: Club) -> None:
    admission = AdmissionControl(club.context, RateCounter(NOWHERE))
    accept = partial(accept_into(club.context, admission), trusted_relay=True)
    for n in range(7):
        accept(LETTER + b"%d" % n, club.context.addresses.seat("k7q2", 1, n), EVE, "pipe")
    with pytest.raises(RateLimited, match="wait"):
        accept(LETTER, club.context.addresses.seat("k7q2", 1, 8), EVE, "pipe")
    accept(LETTER, club.context.addresses.seat("k7q2", 1, 8), "carl@example.org", "pipe")
    club.work()
    accept(LETTER + b"!", club.context.addresses.seat("k7q2", 1, 9), EVE, "pipe")


def test_letters_in_a_players_name_keep_no_order_of_the_player_out(club_with_anna: Club) -> None:
    """Letters go to the service, to another seat, and to addresses that were given to somebody else."""
    club, book = club_with_anna, club_with_anna.context.addresses
    admission = AdmissionControl(club.context, RateCounter(NOWHERE))
    accept = partial(accept_into(club.context, admission), trusted_relay=False)
    accepted = 0
    for n, to in enumerate((book.service, book.seat("k7q2", 0, 4), book.seat("zzzz", 1, 4), book.confirm(7, club.now))):
        for k in range(20):
            with suppress(RateLimited):
                accept(LETTER + b"%d %d" % (n, k), to, ANNA, "pipe")
                accepted += 1
    assert accepted > 20
    accept(LETTER, book.seat("k7q2", 1, 4), ANNA, "pipe")
    accept(LETTER, book.digest(7, club.now), ANNA, "pipe")


class Full:
    """Every limit is reached."""

    def peek(self, _recipient: str, _sender: str, host: str) -> None:
        assert host == "127.0.0.1"
        raise RateLimited("too many")

    count = peek


class Nobody(TrustedRelays):
    """Trusts no machine, not even this one."""

    def trusts(self, _host: str) -> bool:
        return False


def test_what_is_too_much_is_asked_to_come_later_before_it_is_sent(opened: Opens) -> None:
    kept = FakeInbox()
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        opened(kept, throttle=Full(), relays=Nobody()).client().sendmail(EVE, ["play@club.example"], LETTER)
    assert refused.value.recipients == {
        "play@club.example": (451, b"4.7.1 too many letters in this time, try again later")
    }
    assert kept.letters == []


def test_a_server_of_the_hosts_own_is_told_whom_we_know_and_asked_to_come_later_when_it_has_a_letter(
    opened: Opens,
) -> None:
    kept = FakeInbox()
    listening = opened(kept, throttle=Full())
    client = listening.client()
    client.ehlo()
    client.mail("")
    assert client.rcpt("play@club.example")[0] == 250
    with pytest.raises(smtplib.SMTPDataError, match="451"):
        listening.client().sendmail(EVE, ["play@club.example"], LETTER)
    lmtp = listening.talk(listening.lmtp)
    for words in ("LHLO x", f"MAIL FROM:<{EVE}>", "RCPT TO:<play@club.example>", "DATA"):
        lmtp.say(words)
    assert lmtp.say(LETTER + b".\r\n").startswith("451 4.7.1")
    assert kept.letters == []


def test_what_stands_on_top_of_a_letter_is_believed_only_of_a_server_of_the_hosts_own(opened: Opens) -> None:
    kept = FakeInbox()
    opened(kept).client().sendmail(EVE, ["play@club.example"], LETTER)
    opened(kept, relays=Nobody()).client().sendmail(EVE, ["play@club.example"], LETTER)
    assert kept.trusted == [True, False]


@pytest.mark.parametrize(
    ("networks", "host", "trusted"),
    [
        ("192.0.2.0/28 2001:db8::25", "192.0.2.9", True),
        ("192.0.2.0/28 2001:db8::25", "::ffff:192.0.2.9", True),
        ("192.0.2.0/28 2001:db8::25", "2001:db8::25", True),
        ("192.0.2.0/28,2001:db8::25", "192.0.2.99", False),
        ("192.0.2.0/28", "10.0.0.1", False),
        ("192.0.2.0/28", "127.0.0.7", True),
        ("192.0.2.0/28", "", True),
        ("", "10.0.0.1", True),
        ("", "192.0.2.9", False),
        ("", "mx.club.example", False),
    ],
)
def test_a_setting_names_the_hosts_mail_servers_in_place_of_private_networks(
    environ: dict[str, str], networks: str, host: str, trusted: bool
) -> None:
    settings = Settings.read(environ | {"ADJUDICATOR_TRUSTED_RELAYS": networks})
    assert TrustedRelays(settings.trusted_relays).trusts(host) is trusted


def test_a_recipient_without_a_letter_uses_up_nobodys_quota(
    admission: AdmissionControl, club: Club, opened: Opens
) -> None:
    service = club.context.addresses.service
    kept = FakeInbox()
    listening = opened(kept, throttle=admission, relays=Nobody())
    client = listening.client()
    client.ehlo()
    for _ in range(3 * A_MINUTE):
        client.mail(EVE)
        assert client.rcpt(service)[0] == 250
        client.rset()
    for n in range(2):
        client.sendmail(EVE, [service], LETTER + b"%d" % n)
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        client.sendmail(EVE, [service], LETTER)
    assert len(kept.letters) == 2


@pytest.mark.parametrize("place", ["smtp", "lmtp"])
def test_after_ten_wrong_recipients_a_client_is_dropped(opened: Opens, place: str) -> None:
    listening = opened(FakeInbox())
    talk = listening.talk(getattr(listening, place))
    talk.say("EHLO x" if place == "smtp" else "LHLO x")
    for n in range(10):
        talk.say("RSET")
        talk.say(f"MAIL FROM:<eve{n}@evil.example>")
        assert talk.say(f"RCPT TO:<guess{n}@club.example>").startswith("550")
    assert talk.say("RCPT TO:<play@club.example>").startswith("250")
    assert talk.say("RCPT TO:<guess@club.example>").startswith("421")
    assert talk.answer() == ""
    assert listening.talk(listening.smtp).greeting.startswith("220")


def test_behind_a_pipe_it_stays_with_the_mail_server_and_off_the_disk(club: Club, tmp_path: Path) -> None:
    accept, book = (
        accept_into(club.context, AdmissionControl(club.context, RateCounter(NOWHERE))),
        club.context.addresses,
    )
    letters = [LETTER + b"%d" % n for n in range(4)]
    codes = [
        deliver_letter(raw, book.service, accept, book.read, tmp_path / "spool", envelope_from=EVE) for raw in letters
    ]
    assert codes == [KEPT, KEPT, AGAIN, AGAIN]
    assert not (tmp_path / "spool").exists()


def test_one_machine_does_not_take_all_the_room(opened: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.listen.smtp_connection.OF_ONE_HOST", 2)
    listening = opened(FakeInbox())
    talks = [listening.talk(listening.smtp) for _ in range(3)]
    assert [talk.greeting[:3] for talk in talks] == ["220", "220", "421"]


def test_a_broker_that_comes_back_counts_again(club: Club, valkey: PrivateBroker, free_port: Callable[[], int]) -> None:
    rates = RateCounter(f"redis://127.0.0.1:{free_port()}/0")
    assert rates.within(limits.A_STRANGER, "from", EVE)
    assert rates.away
    rates._shared = RateCounter(valkey.url)._shared
    rates._away_until = 0.0
    assert let_in(AdmissionControl(club.context, rates), club.context.addresses.service, EVE) == 2
    assert not rates.away
