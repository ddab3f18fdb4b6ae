"""What the page on records computes is computed here again, from the page itself."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from adjudicator.engines.registry import engine_for
from adjudicator.match.course.replay import deal_again
from adjudicator.match.dealing.packing import packed
from adjudicator.match.dealing.seeded_dealer import STREAM_LABEL, SeededDealer, commitment

PAGE = (Path(__file__).parents[2] / "docs" / "developers" / "records.md").read_text()
BLOCKS = [block.splitlines() for block in re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)]
CHAINS = [block for block in BLOCKS if block[0].startswith('{"asked"')]
(DEALS,) = [block for block in BLOCKS if " at " in block[0]]
OLD_HEADER, OLD_STEPS = [block for block in BLOCKS if block[0].startswith(('{"commitment"', '{"at"'))]
ROWS = dict(re.findall(r"^\| ([^|]+) \| `([^`]+)` \|$", PAGE, re.MULTILINE))
SEED = bytes(15) + b"\x05"


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("lines", [*CHAINS, [*OLD_HEADER, *OLD_STEPS]], ids=["1", "2", "version 1"])
def test_a_chain(lines: list[str]) -> None:
    texts, digests = lines[::2], lines[1::2]
    assert [canonical(json.loads(text)) for text in texts] == texts
    assert sha256(texts[0]) == digests[0]
    for text, (before, digest) in zip(texts[1:], pairwise(digests), strict=True):
        assert sha256(before + text) == digest


@pytest.mark.parametrize("lines", list(zip(DEALS[::3], DEALS[1::3], DEALS[2::3], strict=True)), ids=DEALS[::3])
def test_a_deal(lines: tuple[str, str, str]) -> None:
    title, text, digest = lines
    found = re.fullmatch(r"(\w+/\d) at (\d) seats", title)
    assert found
    engine, seats = engine_for(found[1]), int(found[2])
    salts = [salt["salt"] for salt in json.loads(CHAINS[1][0])["salts"]][:seats]
    assert canonical(deal_again(engine, engine.rules.complete({}), seats, SEED, salts)) == text
    assert sha256(text) == digest


def test_the_stream() -> None:
    seed, salts = bytes(15) + b"\x03", ["salt", "pepper"]
    assert ROWS["commitment"] == commitment(seed, salts)
    key = packed(STREAM_LABEL, seed, *salts)
    assert ROWS["first block of the stream"] == hmac.digest(key, bytes(8), "sha256").hex()
    dealer = SeededDealer(seed, salts)
    assert ROWS["ten numbers below 6"] == " ".join(str(dealer.below(6)) for _ in range(10))
    assert ROWS["a new stream shuffles `abcdefgh` to"] == "".join(SeededDealer(seed, salts).shuffled("abcdefgh"))
