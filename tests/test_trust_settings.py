"""The settings of trust: what a letter must show, whom the host believes, and the key that signs his own."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.config.env_reader import BadSetting
from adjudicator.config.settings import Settings
from adjudicator.mail.trust.sender_policy import Policy, SenderPolicy


def read(**variables: str) -> Settings:
    return Settings.read({"ADJUDICATOR_SECRET": "s" * 32, **variables})


def test_a_letter_shows_a_good_address_and_its_sender_where_a_host_says_nothing() -> None:
    settings = read()
    assert (settings.trust, settings.authserv_id, settings.authserv_hops) == (Policy.TOKEN_FROM, "", 1)
    assert (settings.dkim_key, settings.dkim_selector) == (None, "adjudicator")


def test_a_host_asks_for_more(tmp_path: Path) -> None:
    settings = read(
        ADJUDICATOR_TRUST="token+from+dmarc",
        ADJUDICATOR_AUTHSERV_ID="MX.club.example",
        ADJUDICATOR_AUTHSERV_HOPS="2",
        ADJUDICATOR_DKIM_KEY=str(tmp_path / "dkim.pem"),
        ADJUDICATOR_DKIM_SELECTOR="K2026",
    )
    assert (settings.trust, settings.authserv_id, settings.authserv_hops) == (
        Policy.TOKEN_FROM_DMARC,
        "mx.club.example",
        2,
    )
    assert (settings.dkim_key, settings.dkim_selector) == (tmp_path / "dkim.pem", "k2026")


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("ADJUDICATOR_TRUST", "from", "one of token token+from token+from+dmarc"),
        ("ADJUDICATOR_AUTHSERV_ID", "mx club", "club.example"),
        ("ADJUDICATOR_AUTHSERV_HOPS", "0", "from 1 to 10"),
        ("ADJUDICATOR_AUTHSERV_PLACE", "beside", "one of above below"),
        ("ADJUDICATOR_TRUSTED_RELAYS", "mx.club.example", "addresses or networks"),
        ("ADJUDICATOR_TRUSTED_RELAYS", "192.0.2.1/24", "addresses or networks"),
        ("ADJUDICATOR_TRUSTED_RELAYS", "::1, mx.club.example", "; mx.club.example is neither"),
        ("ADJUDICATOR_TRUSTED_RELAYS", "10.0.0.5/8 ::1", ": the network is 10.0.0.0/8, the address 10.0.0.5"),
        ("ADJUDICATOR_MAILBOX_PEERS", "2001:db8::5/64", ": the network is 2001:db8::/64, the address 2001:db8::5"),
        ("ADJUDICATOR_DKIM_SELECTOR", "a.b", "letters and digits"),
    ],
)
def test_a_wrong_value_is_refused_with_what_would_be_right(name: str, value: str, right: str) -> None:
    with pytest.raises(BadSetting) as refusal:
        read(**{name: value})
    assert f"{name}={value}: " in str(refusal.value)
    assert right in str(refusal.value)


@pytest.mark.parametrize(
    ("policy", "authserv_id", "checks"),
    [
        (Policy.TOKEN, "", False),
        (Policy.TOKEN_FROM, "", False),
        (Policy.TOKEN_FROM_DMARC, "", True),
        (Policy.TOKEN_FROM_DMARC, "mx.club.example", False),
    ],
)
def test_signatures_are_checked_here_only_where_nobody_did_and_they_matter(
    policy: Policy, authserv_id: str, checks: bool
) -> None:
    assert SenderPolicy(policy, authserv_id).checks_itself is checks
