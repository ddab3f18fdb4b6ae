"""`download` by letter: a whole match as a file for a player, and its address for a stranger."""

from __future__ import annotations

from email.message import EmailMessage
from io import BytesIO
from zipfile import ZipFile

import pytest

from adjudicator.match.record.record import load_record
from testkit.club import ANNA, BOB, Club, prose_of, to_move

XAVER = "Xaver <xaver@xaver.example>"


def asked(club: Club, person: str, line: str) -> EmailMessage:
    club.write(person, club.context.addresses.service, line)
    return club.last(person)


def files(letter: EmailMessage) -> dict[str | None, str]:
    found = {part.get_filename(): part.get_content() for part in letter.iter_attachments()}
    return {name: one if isinstance(one, str) else one.decode() for name, one in found.items()}


def test_a_player_gets_the_file_and_a_stranger_its_address(club: Club) -> None:
    code = club.begin().code
    for line, ending, words in (
        (f"download {code}", "txt", "The first pyramid of"),
        (f"download {code.lower()} html", "html", "<svg"),
        (f"Download {code} page", "html", "</html>"),
    ):
        letter = asked(club, ANNA, line)
        assert words in files(letter)[f"{code}.{ending}"], line
        assert f"is attached: {code}.{ending}" in prose_of(letter)
        assert not files(asked(club, XAVER, line))
        assert f"/m/{code}.{ending}" in prose_of(club.last(XAVER)), line
    assert load_record(files(asked(club, BOB, f"download {code} json"))[f"{code}.json"].encode()).header.match == code


def test_pictures_and_ones_own_letters_are_attached_as_they_are(club: Club) -> None:
    code = club.begin().code
    letter = asked(club, BOB, f"download {code} pictures")
    assert f"/m/{code}.svg.zip" in prose_of(letter)
    (packed,) = (part.get_content() for part in letter.iter_attachments())
    with ZipFile(BytesIO(packed)) as archive:
        assert archive.namelist() == [f"{code}-0.svg", f"{code}-1.svg"]
        assert b"<svg" in archive.read(f"{code}-0.svg")
    (written,) = files(asked(club, BOB, f"download {code} letters")).values()
    assert written.startswith("From ")
    assert "begins" in written
    assert not files(asked(club, XAVER, f"download {code} mbox"))
    club.write(XAVER, club.context.addresses.service, "new egyptos with house")
    club.answer(club.last(XAVER), "yes")
    assert not files(asked(club, XAVER, f"download {code} mbox"))
    assert f"There are no letters to you in match {code}" in prose_of(club.last(XAVER))


def test_another_kind_is_answered_with_those_that_there_are(club: Club) -> None:
    code = club.begin().code
    right = " ".join(f"download {code} {kind}," for kind in ("text", "html", "svg", "json")) + f" download {code} mbox"
    asked(club, BOB, f"download {code} pdf")
    assert right in prose_of(club.last(BOB))
    club.answer(club.last(BOB, code), "download pdf", sender=BOB)
    assert right in prose_of(club.last(BOB))
    assert "You could write: list, archive" in prose_of(asked(club, BOB, "download"))


def test_the_file_for_other_sites_comes_when_the_match_is_over(club: Club) -> None:
    code = club.begin().code
    letter = asked(club, ANNA, f"download {code} ap")
    assert not files(letter)
    assert f"Match {code} still runs" in prose_of(letter)
    club.answer(club.last(to_move(club), "begins"), "I resign")
    assert '"gameid": ' in files(asked(club, ANNA, f"download {code} ap"))[f"{code}.ap.json"]


def test_an_answer_to_a_letter_of_a_match_means_that_match_with_the_moves_above(club: Club) -> None:
    code, mover = club.begin().code, to_move(club)
    club.answer(club.last(mover), "L14\ndownload text\nrecord")
    found = files(club.last(mover, "L14"))
    assert [*found] == [f"{code}.txt"]
    assert "laid L14" in found[f"{code}.txt"]
    assert f"/m/{code}/record.json" in prose_of(club.last(mover, "L14"))


@pytest.mark.parametrize("kind", ["", " html"])
def test_a_private_match_is_there_for_its_players_alone(club: Club, kind: str) -> None:
    code = club.begin("private").code
    assert files(asked(club, ANNA, f"download {code}{kind}"))
    for line in (f"download {code}{kind}", f"download Z9Z9{kind}"):
        letter = asked(club, XAVER, line)
        assert not files(letter)
        assert "/m/" not in prose_of(letter)
