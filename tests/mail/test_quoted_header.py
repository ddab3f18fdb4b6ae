"""Header blocks of quoted letters: each kind of evidence is enough alone, and an order never is."""

from __future__ import annotations

import pytest

from adjudicator.mail.reply.quoted_header import header_block_end

OURS = "play+k7q2-1-9-dygsnhv6iujjgv2x@club.example"
DAY = "5 January 2026"


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(("Forrás: x", f"Címz: {OURS}"), id="our address and two unknown keys"),
        pytest.param(("From: Anna", f"Sent: {DAY}"), id="From and another known key, and a date"),
        pytest.param(("Date: today", "To: Bert", "Subject: a@example.org"), id="three known keys and an address"),
        pytest.param(("Ort: Bern", "Datum: 5 Jan", "An: anna@example.org"), id="Date and To below an unknown key"),
        pytest.param(("Saatja: x", f"Kuupäev: {DAY}", "Saaja: a@example.org"), id="the shape of an unknown language"),
    ],
)
def test_a_header_block_is_found_by_each_kind_of_evidence(block: tuple[str, ...]) -> None:
    assert header_block_end(block, [False] * len(block), 0, OURS.__eq__) == len(block)


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(("From: e2", "To: e4"), id="known keys and neither an address nor a date"),
        pytest.param(("Zug: M14", f"An: {OURS[:-1]}"), id="two keys and a foreign address"),
        pytest.param((f"M14: {OURS}", f"M15: {OURS}"), id="our address behind two orders"),
        pytest.param(("My move: M14", f"From: {OURS}", f"Sent: {DAY}"), id="an order directly above a header block"),
    ],
)
def test_a_paragraph_that_may_be_an_order_is_no_header_block(block: tuple[str, ...]) -> None:
    assert header_block_end(block, [False] * len(block), 0, OURS.__eq__) == 0
