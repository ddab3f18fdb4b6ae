"""The From header names exactly one sender or is refused, and a display name is never an address."""

import pytest

from adjudicator.mail.errors import SenderFault
from adjudicator.mail.trust.from_header import Sender, check_address, normalize_address, read_sender, same_mailbox


@pytest.mark.parametrize(
    ("line", "address", "name"),
    [
        ("bert@example.org", "bert@example.org", ""),
        ("Bert <bert@example.org>", "bert@example.org", "Bert"),
        ("<bert@example.org>", "bert@example.org", ""),
        ('"Beispiel, Bert" <bert@Example.ORG>', "bert@example.org", "Beispiel, Bert"),
        ("Beispiel, Bert <bert@example.org>", "bert@example.org", "Beispiel, Bert"),
        ("bert@example.org (Bert (at home))", "bert@example.org", ""),
        ("bert@example.org <bert@example.org>", "bert@example.org", "bert@example.org"),
        ("BERT@example.org <bert@EXAMPLE.org>", "bert@example.org", "BERT@example.org"),
        ('"anna@example.org" <bert@example.org>', "bert@example.org", "anna@example.org"),
        ("=?utf-8?q?J=C3=BCrg?= <j@example.org>", "j@example.org", "Jürg"),
        ("=?utf-8?q?anna=40example.org?= <bert@example.org>", "bert@example.org", "anna@example.org"),
        ("Jürg <j@example.org>", "j@example.org", "Jürg"),
        ("Bert <bert@käse.example>", "bert@xn--kse-qla.example", "Bert"),
        ("o'neil+games@example.org", "o'neil+games@example.org", ""),
    ],
)
def test_one_person_is_read(line: str, address: str, name: str) -> None:
    assert read_sender([line.encode()]) == Sender(address, name)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (b"J\xfcrgen <j@example.org>", "J\u00fcrgen"),
        (b'"M\xfcller, J\xfcrgen" <j@example.org>', "M\u00fcller, J\u00fcrgen"),
        (b"\xcf\xf0\xe8\xe2\xe5\xf2 <j@example.org>", None),
        (b"\x83@\x83\\\x83[ <j@example.org>", None),
        (b"\xa4\xa4@\xa4| <j@example.org>", None),
        (b"\x1b$B$h$m$7$/\x1b(B <j@example.org>", "\u3088\u308d\u3057\u304f"),
        (b'"\x1b$B$h\x1b(B" <j@example.org>', "\u3088"),
        (b"J\xfcrgen (zu Hause) <j@example.org>", "J\u00fcrgen"),
        (b"J\xc3\xbcr\xffgen <j@example.org>", None),
        (b"\xfc <J@EXAMPLE.org>", None),
    ],
)
def test_the_address_is_read_beside_a_name_of_any_bytes(line: bytes, name: str | None) -> None:
    sender = read_sender([line])
    assert sender.address.lower() == "j@example.org"
    assert name is None or sender.name == name


@pytest.mark.parametrize(
    "line",
    [
        b"j\xfcrgen@example.org", b"J <j\xfcrgen@example.org>", b"J <j@ex\xe4mple.org>", b"\xfc <j@example.org",
        b"\xfc <j@example.org> <k@example.org>", b"k@example.org \xfc <j@example.org>", b"\x83@example.org",
        b"\x1b$B<j@example.org>\x1b(B", "j\u00fcrgen@example.org".encode(), b"\xfc j@example.org",
    ],
)  # fmt: skip
def test_no_address_is_found_in_other_character_sets(line: bytes) -> None:
    with pytest.raises(SenderFault):
        read_sender([line])


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([], "none"),
        (["a@example.org", "b@example.org"], "several"),
        (["a@example.org, b@example.org"], "several"),
        (["<a@example.org> <b@example.org>"], "several"),
        (["alice@ok.example <bob@evil.example>"], "ambiguous"),
        (["<bob@evil.example> alice@ok.example"], "ambiguous"),
        (["alice@ok.example, <bob@evil.example>"], "ambiguous"),
        (["=?utf-8?q?x?= alice@ok.example <bob@evil.example>"], "ambiguous"),
        (["Friends: a@example.org, b@example.org;"], "group"),
        (["undisclosed-recipients:;"], "group"),
        ([""], "unreadable"),
        (["Bert"], "unreadable"),
        (["Bert <>"], "unreadable"),
        (["Bert <bert>"], "unreadable"),
        (["Bert <@relay.example:bert@example.org>"], "unreadable"),
        (["Bert <bert@example.org"], "unreadable"),
        (['"Bert <bert@example.org>'], "unreadable"),
        (["(" * 5_000 + "bert@example.org"], "unreadable"),
        (["=?utf-8?q?=3Cbert=40example=2Eorg=3E?="], "unreadable"),
        (["(bert@example.org)"], "unreadable"),
        (["bert@exa\0mple.org"], "unreadable"),
        (["bert@example..org"], "unreadable"),
        (["bert@-example.org"], "unreadable"),
        (["bert@[127.0.0.1]"], "unreadable"),
        (["b@rt@example.org"], "unreadable"),
        ([f"{'b' * 65}@example.org"], "unreadable"),
        (["börje@example.org"], "unreadable"),
    ],
)
def test_a_from_header_without_exactly_one_person_is_refused(lines: list[str], reason: str) -> None:
    with pytest.raises(SenderFault) as fault:
        read_sender([line.encode() for line in lines])
    assert fault.value.reason == reason


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("bert@example.org", " BERT@Example.org ", True),
        ("bert@käse.example", "bert@xn--kse-qla.example", True),
        ("bert@example.org", "berta@example.org", False),
        ("bert@example.org", "bert@example.com", False),
        ("kim@example.org", "\u212aim@example.org", False),
        ("bert@strasse.example", "bert@straße.example", False),
    ],
)
def test_two_spellings_of_a_mailbox_are_one_person(one: str, other: str, same: bool) -> None:
    assert same_mailbox(one, other) is same
    assert (normalize_address(one) == normalize_address(other)) is same


@pytest.mark.parametrize("text", ["", "@", "bert", "bert@", "@example.org", "a b@example.org", "bert@exa mple.org"])
def test_text_that_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(SenderFault):
        check_address(text)
