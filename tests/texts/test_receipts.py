from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.match.rulings.refusals import Refusal, hedged, unknown_command, unreadable
from adjudicator.texts.facts.line_report import Done, LineReport, Played, Refused
from adjudicator.texts.games.note_text import render_note
from adjudicator.texts.language.language import LANGUAGES, language_for
from adjudicator.texts.letters import turn_kinds
from adjudicator.texts.letters.letters import write_letter


def test_a_receipt_accounts_for_every_line(sample_letters: dict[str, Any]) -> None:
    text = write_letter(turn_kinds.RECEIPT, language_for("en"), sample_letters["receipt"]).text.replace("\n", " ")
    for part in (
        'Played: M16, which is how we read "m 16".',
        "Played for you, because nothing else was possible: pass.",
        "Done: zone Europe/Rome.",
        "Not carried out, because your turn was over by then: M17.",
        'Ignored: "Nice game number 4!"',
        "Also ignored: 2 lines.",
        'Treated as your signature: "Ben / Sent from my phone"',
    ):
        assert part in text
    assert "Skipped" not in text  # nobody wonders where what we quoted went, as long as the rest was understood
    assert "Nothing was changed" not in text


def test_a_receipt_of_a_refusal_says_why_and_offers_a_valid_order(sample_letters: dict[str, Any]) -> None:
    letter = write_letter(turn_kinds.RECEIPT, language_for("en"), sample_letters["receipt, refused"])
    assert "Not played: Z9. Z9 touches no pyramid. Lay it beside one.\nYou could write: M16\n" in letter.text
    assert "Taken back because of that: M16.\nNothing was changed.\n" in letter.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_quoted_lines_are_told_only_of_a_letter_that_was_not_understood(
    sample_letters: dict[str, Any], language: str
) -> None:
    words = language_for(language)
    told = words.ngettext("Skipped %(num)d quoted line.", "Skipped %(num)d quoted lines.", 21) % {"num": 21}
    for sample, is_told in (("receipt", False), ("receipt, refused", True)):
        facts = sample_letters[sample]
        facts = replace(facts, account=replace(facts.account, quoted=21, quoted_from=""))
        text = write_letter(turn_kinds.RECEIPT, words, facts).text
        assert (told in " ".join(text.split())) is is_told


ORDER = "Ich gehe nach A4. Dann nach A5, und dann sehen wir einmal weiter, was noch geht"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "refusal", [unreadable(ORDER, ()), unknown_command(ORDER, ()), hedged(ORDER, "condition", "x")]
)
def test_a_reason_that_quotes_an_order_is_not_written_behind_it(
    refusal: Refusal, language: str, sample_letters: dict[str, Any]
) -> None:
    reason = render_note(refusal.note, language_for(language), None, ())
    told = replace(sample_letters["receipt, refused"].account, refused=(Refused(order=ORDER, reason=reason),))
    letter = write_letter(
        turn_kinds.RECEIPT, language_for(language), replace(sample_letters["receipt, refused"], account=told)
    )
    assert letter.text.replace("\n", " ").count(ORDER[:30]) == 1
    assert ORDER[:18] in letter.subject


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("press I dig.", "press I dig."),
        ("press Shall we?", "press Shall we?"),
        ("press Well seen!", "press Well seen!"),
        ("press M14", "press M14."),
        (f"press {'so ' * 40}", f"press {'so ' * 16}so..."),
    ],
)
def test_a_sentence_that_ends_with_a_quotation_has_one_full_stop(
    words: str, written: str, sample_letters: dict[str, Any]
) -> None:
    told = replace(
        sample_letters["receipt"].account,
        done=(Done(order=words, said="So it is."),),
        refused=(Refused(order=words, reason="Not so."),),
        not_reached=(words,),
    )
    text = write_letter(
        turn_kinds.RECEIPT, language_for("en"), replace(sample_letters["receipt"], account=told)
    ).text.replace("\n", " ")
    left = f"So this was not carried out either: {written} "
    for sentence in (f"Done: {written} So it is.", f"Not played: {written} Not so.", left):
        assert sentence in text


@pytest.mark.parametrize(
    ("played", "width", "how"),
    [
        ((("M14", "You laid M14."),), 1, "said"),
        ((("M14", ""),), 3, "orders"),
        ((("M14", "You laid M14."), ("N14", "")), 8, "orders"),
        ((("M14", "You laid M14."), ("N14", "")), 7, "count"),
    ],
)
def test_a_subject_says_one_thing_in_words_and_several_as_far_as_they_have_room(
    played: tuple[tuple[str, str], ...], width: int, how: str
) -> None:
    report = LineReport(
        played=tuple(Played(order=step, step=step, said=(said,) if said else ()) for step, said in played)
    )
    assert report.tells_played(width) == how
