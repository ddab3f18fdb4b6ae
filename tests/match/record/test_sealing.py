"""Seeds, salts and sealed texts, digested by the words of the published recipe alone."""

from __future__ import annotations

from hashlib import sha256

import pytest

from adjudicator.match.dealing.packing import packed
from adjudicator.match.record.record import Salt
from adjudicator.match.record.sealing import NO_SALT, digest_seed, salt_from_letter, salt_from_word, salt_of, seal_text


def of(text: bytes) -> str:
    return sha256(text).hexdigest()


def test_packed_parts_have_their_lengths_in_bytes() -> None:
    assert packed("salt", b"\x00\xff", "", "é") == b"4:salt,2:\x00\xff,0:,2:\xc3\xa9,"


def test_the_recipe_of_each_digest() -> None:
    assert digest_seed("K7Q2", bytes(16)) == of(b"18:adjudicator seed 2,4:K7Q2,16:" + bytes(16) + b",")
    assert salt_of("K7Q2", 12, "né") == of("18:adjudicator salt 2,4:K7Q2,2:12,3:né,".encode())
    assert seal_text("name", bytes(16), "Zoë") == of(
        b"20:adjudicator sealed 2,4:name,16:" + bytes(16) + ",4:Zoë,".encode()
    )


@pytest.mark.parametrize(
    ("given", "salt"),
    [
        (salt_from_word("K7Q2", 0, " \t rhubarb pie\r\n"), Salt("word", salt_of("K7Q2", 0, "rhubarb pie"))),
        (salt_from_word("K7Q2", 0, "\u00a0pie"), Salt("word", salt_of("K7Q2", 0, "\u00a0pie"))),
        (salt_from_word("K7Q2", 0, "  "), NO_SALT),
        (salt_from_letter("K7Q2", 1, " <a.b@c.example> "), Salt("letter", salt_of("K7Q2", 1, "a.b@c.example"))),
        (salt_from_letter("K7Q2", 1, ""), NO_SALT),
    ],
)
def test_what_a_player_gave_is_trimmed(given: Salt, salt: Salt) -> None:
    assert given == salt


def test_a_sealed_text_has_a_salt_of_16_bytes() -> None:
    with pytest.raises(ValueError, match="16 bytes, not 3"):
        seal_text("reason", b"abc", "because")
