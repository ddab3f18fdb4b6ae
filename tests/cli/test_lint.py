from pathlib import Path

from testkit.console import Console

GOOD = (
    b"Date: Mon, 30 Nov 2026 19:00:00 +0000\r\nMessage-ID: <7.x@club.example>\r\nFrom: play@club.example\r\n"
    b"To: ben@ben.example\r\nSubject: Your turn\r\nAuto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\n\r\nM14\r\n"
)


def test_a_host_has_letters_looked_over(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.eml", tmp_path / "bad.eml"
    good.write_bytes(GOOD)
    bad.write_bytes(GOOD.replace(b"M14", b"> M14"))
    assert Console()("lint", str(good)).output == "1 checked, no faults\n"
    ran = Console()("lint", str(good), str(bad))
    assert (ran.exit_code, ran.output) == (
        1, f"{bad}: text: a mail program would take this for something else: > M14\n"
    )  # fmt: skip
