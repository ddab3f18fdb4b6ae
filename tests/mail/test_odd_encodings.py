"""Text with an unknown or missing charset or transfer encoding is read all the same."""

import pytest

from adjudicator.mail.incoming.letter import read_letter


@pytest.mark.parametrize(
    "charset",
    [
        "x-unknown", "unknown-8bit", "iso-8859-8-i", "windows-874", "x-mac-cyrillic", "x-gbk", "iso-gb2312", "x-sjis",
        "windows-31j", "cp-850", "utf8mb4", "ansi_x3.110-1983", "charset=us-ascii", '"utf-8', "utf-7", "punycode",
    ],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["7-bit", "8 bit", "8bits", "quoted-printable;", "utf-8", "plain", "x-gzip64"])
def test_an_unknown_charset_or_encoding_hides_no_order(charset: str, encoding: str) -> None:
    raw = f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\nM14\n".encode()
    assert read_letter(raw).text.strip() == "M14"


def test_an_undeclared_encoding_is_recognised() -> None:
    raw = b"Content-Type: text/plain; charset=utf-8\n\nM14 =E2=80=93 N1=\n5\nA=B\n"
    assert read_letter(raw).text.split("\n")[0] == "M14 \u2013 N15"
    assert read_letter(b"\nx=3D and no more\n").text.strip() == "x=3D and no more"


def test_several_parts_of_text_are_one_text() -> None:
    part = "--b\nContent-Type: text/plain\nContent-Disposition: inline\n\n{}\n"
    raw = "Content-Type: multipart/mixed; boundary=b\n\n" + part.format("M14") + part.format("N15") + "--b--\n"
    assert read_letter(raw.encode()).text.split() == ["M14", "N15"]


@pytest.mark.parametrize("text", ["M14 é\nxNM=\n=BA1Y\n", "M14\n-----BEGIN PGP SIGNATURE-----\n\nxNM=\n=BA1Y\n"])
def test_text_that_only_looks_encoded_is_read_as_it_is(text: str) -> None:
    head = b"From: bob@bob.example\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
    assert "=BA1Y" in read_letter(head + text.encode()).text
