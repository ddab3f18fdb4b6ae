"""Authentication-Results: only headers of the host's own server count, and malformed ones never."""

from __future__ import annotations

import authres
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.incoming.headers import read_headers
from adjudicator.mail.trust.auth_results import Finding, read_findings, read_results
from adjudicator.mail.trust.authentication import Proof, judge_findings
from tests.mail.auth_results_samples import OPENDMARC, RSPAMD, Written

OURS = "mx.club.example"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mx.club.example; none", ()),
        ("mx.club.example;", ()),
        ("mx.club.example", ()),
        ("mx.club.example 1; spf=pass", (Finding("spf", "pass"),)),
        (
            "mx.club.example; dkim=pass header.d=bob.example header.s=s1 header.b=abc",
            (
                Finding(
                    "dkim",
                    "pass",
                    (("header.d", "bob.example"), ("header.s", "s1"), ("header.b", "abc")),
                ),
            ),
        ),
        (
            "MX.Club.Example; DKIM = Pass (good; dmarc=pass) Header.D=B.example;\tdmarc=fail (p=NONE) header.from=a.b",
            (
                Finding("dkim", "pass", (("header.d", "B.example"),)),
                Finding("dmarc", "fail", (("header.from", "a.b"),)),
            ),
        ),
        (
            'mx.club.example; spf=pass smtp.mailfrom="a;dmarc=pass header.from=bob.example"@evil.example',
            None,
        ),
        (
            'mx.club.example; spf=fail reason="no; dmarc=pass" smtp.mailfrom=bob.example',
            (Finding("spf", "fail", (("reason", "no; dmarc=pass"), ("smtp.mailfrom", "bob.example"))),),
        ),
        (r'"mx.club.example"; auth=pass smtp.auth="a\"b"', (Finding("auth", "pass", (("smtp.auth", 'a"b'),)),)),
        (r"mx.club.example; spf=pass (a \) b (c) d)", (Finding("spf", "pass"),)),
        ("mx.club.example; dkim/1=pass", (Finding("dkim", "pass"),)),
    ],
)
def test_a_header_is_read_as_it_is_written(text: str, expected: tuple[Finding, ...] | None) -> None:
    assert read_results(text) == (None if expected is None else (OURS, expected))


@pytest.mark.parametrize(
    "text",
    [
        "",
        ";",
        "spf=pass smtp.mailfrom=bob.example; dmarc=pass",
        "mx.club.example 1 2; spf=pass",
        "mx.club.example; spf",
        "mx.club.example; spf pass",
        "mx.club.example; =pass",
        "mx.club.example; spf=pass (never ends",
        "mx.club.example; spf=pass ends twice)",
        'mx.club.example; spf=pass reason="never ends',
        "mx.club.example; spf=pass " + "(" * 50 + ")" * 50,
        "mx.club.example; spf=pass " + "a=b " * 4000,
    ],
)
def test_a_malformed_header_has_no_findings(text: str) -> None:
    assert read_results(text) is None


WORD = st.text("abcXYZ019.-", min_size=1, max_size=12)


@given(st.lists(st.tuples(WORD, WORD, st.lists(st.tuples(WORD, WORD), max_size=3)), max_size=3))
def test_a_header_in_the_form_of_the_standard_is_read_as_others_read_it(
    said: list[tuple[str, str, list[tuple[str, str]]]],
) -> None:
    parts = [
        "; " + " ".join([f"x-{method}={result}", *(f"header.x{name}={value}" for name, value in more)])
        for method, result, more in said
    ]
    text = OURS + ("".join(parts) or "; none")
    try:
        known = authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {text}")
    except authres.AuthResError:
        return
    read = read_results(text)
    assert read is not None
    assert [(one.method, one.result) for one in read[1]] == [
        (other.method.lower(), other.result.lower()) for other in known.results
    ]


@given(st.text('ab=;()"\\ .\t', max_size=40))
def test_no_text_breaks_the_reader(text: str) -> None:
    read = read_results(text)
    assert read is None or all(one.method and one.result is not None for one in read[1])


RECEIVED = ("received", "from mail.bob.example by mx.club.example")
FROM_AFAR = ("received", "from laptop by mail.bob.example")
PASS = ("authentication-results", f"{OURS}; dmarc=pass header.from=bob.example")
FAIL = ("authentication-results", f"{OURS}; dmarc=fail header.from=bob.example")
OTHERS = ("authentication-results", "mx.other.example; dmarc=pass header.from=bob.example")
LOOKALIKE = ("authentication-results", f"{OURS}.evil.example; dmarc=pass header.from=bob.example")
BROKEN = ("authentication-results", f"{OURS}; dmarc=pass (header.from=bob.example")
SPF = ("authentication-results", f"{OURS}; spf=pass smtp.mailfrom=bob.example")


@pytest.mark.parametrize(
    ("trace", "said"),
    [
        ([], []),
        ([PASS], []),
        ([RECEIVED], []),
        ([PASS, RECEIVED], ["dmarc=pass"]),
        ([FAIL, RECEIVED], ["dmarc=fail"]),
        ([RECEIVED, PASS], []),
        ([RECEIVED, PASS, FROM_AFAR], []),
        ([FAIL, RECEIVED, PASS], ["dmarc=fail"]),
        ([PASS, RECEIVED, FAIL], ["dmarc=pass"]),
        ([FAIL, RECEIVED, PASS, RECEIVED], ["dmarc=fail"]),
        ([OTHERS, RECEIVED], []),
        ([LOOKALIKE, RECEIVED], []),
        ([BROKEN, RECEIVED], []),
        ([SPF, FAIL, RECEIVED], ["spf=pass", "dmarc=fail"]),
        ([OTHERS, FAIL, LOOKALIKE, RECEIVED], ["dmarc=fail"]),
    ],
)
def test_only_headers_above_our_own_received_count(trace: list[tuple[str, str]], said: list[str]) -> None:
    assert [f"{one.method}={one.result}" for one in read_findings(trace, OURS)] == said


def test_a_host_may_relay_between_several_servers() -> None:
    within = ("received", "from mx.club.example by store.club.example")
    assert read_findings([within, PASS, RECEIVED], OURS) == ()
    assert read_findings([within, PASS, RECEIVED], OURS, hops=2)
    assert read_findings([within, PASS], OURS, hops=2) == ()


@pytest.mark.parametrize(("authserv_id", "hops"), [("", 1), (OURS, 0), (OURS, -1), ("other.example", 1)])
def test_without_a_server_of_the_host_nothing_is_believed(authserv_id: str, hops: int) -> None:
    assert read_findings([PASS, RECEIVED], authserv_id, hops) == ()


def proved_by(head: str, domain: str, *, below: bool) -> Proof:
    trace = read_headers(f"{head}From: a@b.example\n\nM14\n".encode()).trace()
    return judge_findings(read_findings(trace, OURS, below=below), domain)


@pytest.mark.parametrize(("server", "below"), [(OPENDMARC, False), (RSPAMD, True)], ids=["OpenDMARC", "rspamd"])
def test_headers_of_real_servers_are_judged_right(server: Written, below: bool) -> None:
    assert {kind: proved_by(head, domain, below=below) for kind, (head, domain, _) in server.items()} == {
        kind: proof for kind, (_, _, proof) in server.items()
    }


@pytest.mark.parametrize(("server", "below"), [(OPENDMARC, True), (RSPAMD, False)], ids=["OpenDMARC", "rspamd"])
def test_a_server_that_is_set_up_as_the_other_kind_proves_nothing(server: Written, below: bool) -> None:
    assert {proved_by(head, domain, below=below) for head, domain, _ in server.values()} == {Proof.UNPROVED}


OWN, PASSED = (
    f"Received: from afar by {OURS}\n",
    f"Authentication-Results: {OURS}; dmarc=pass header.from=bob.example\n",
)
FAILED = PASSED.replace("pass", "fail")


@pytest.mark.parametrize(
    ("head", "proof"),
    [
        (OWN + PASSED, Proof.PROVED),
        (OWN + FAILED, Proof.DISPROVED),
        (OWN + PASSED + OWN, Proof.PROVED),
        (OWN + FAILED + PASSED, Proof.UNPROVED),
        (OWN + PASSED + FAILED, Proof.UNPROVED),
        (OWN + PASSED + OWN + PASSED, Proof.UNPROVED),
        (PASSED + OWN, Proof.UNPROVED),
        (PASSED + OWN + PASSED, Proof.UNPROVED),
        (OWN + OWN + PASSED, Proof.UNPROVED),
        (OWN + PASSED.replace(OURS, "mx.evil.example"), Proof.UNPROVED),
        (PASSED, Proof.UNPROVED),
    ],
)
def test_below_its_received_line_a_server_writes_one_line_and_leaves_no_other(head: str, proof: Proof) -> None:
    assert proved_by(head, "bob.example", below=True) is proof
