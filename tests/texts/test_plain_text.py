from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.texts.formats.plain_text import (
    SIGNATURE,
    WIDTH,
    add_margin,
    fold_text,
    link_own_urls,
    one_line,
    shorten_headline,
    split_blocks,
    split_board,
    underline,
)

SITE = "https://club.example"


def test_a_long_paragraph_is_folded_and_an_address_is_not() -> None:
    address = f"{SITE}/l/{'x' * 90}"
    folded = fold_text(f"{'word ' * 20}\n\nRead {address} now\n").splitlines()
    assert max(len(line) for line in folded if address not in line) <= WIDTH
    assert folded[-3:] == ["Read", address, "now"]


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("one\n\n\n\ntwo\n\n", "one\n\ntwo\n"),
        ("trailing   \nblanks\t\n", "trailing\nblanks\n"),
        ("text\n\n-- \nname", "text\n\n-- \nname\n"),
        ("From here\n> there\n--\n--- so", " From here\n > there\n --\n --- so\n"),
        ("  board   .  .\n    K  L", "  board   .  .\n    K  L\n"),
        ("  " + "ab " * 30, "  " + "ab " * 22 + "ab\n  " + "ab " * 6 + "ab\n"),
        ("  12. " + "ab " * 30, "  12. " + "ab " * 21 + "ab\n      " + "ab " * 7 + "ab\n"),
        ("  A C3   " + "ab " * 30, "  A C3   " + "ab " * 20 + "ab\n         " + "ab " * 8 + "ab\n"),
        ("12. " + "ab " * 30, "12. " + "ab " * 22 + "ab\n" + "ab " * 6 + "ab\n"),
    ],
)
def test_a_text_is_laid_out_so_that_it_survives(text: str, folded: str) -> None:
    assert fold_text(text) == folded


@given(st.lists(st.sampled_from(["ab", " ", ">", "-", "\n", "\t", "From ", "word " * 9]), max_size=90).map("".join))
def test_folded_lines_never_begin_or_end_unsafely(text: str) -> None:
    for line in fold_text(text).split("\n"):
        assert not line.startswith((">", "From "))
        assert line == SIGNATURE or not line.startswith("--")
        assert line == SIGNATURE or line == line.rstrip()
        assert "\t" not in line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("A4 holds no tile yet. Put one there.", "A4 holds no tile yet"),
        ("Really? No.", "Really?"),
        ("Version 1.5 is over.", "Version 1.5 is over"),
        ("no end\n at all", "no end at all"),
        ("word " * 30, "word " * 27 + "..."),
        ("word " * 8 + "word: " + "more " * 20, ("word " * 9).strip()),
        ("short: " + "word " * 12, "short: " + ("word " * 12).strip()),
        ("word " * 6 + "word, weil " + "word " * 9, ("word " * 7).strip()),
        ("word " * 6 + "word, word " + "word " * 9, "word " * 6 + "word, word " + ("word " * 9).strip()),
        (
            'What comes after "1 A1 sell; draw 1" cannot be shown, because it turns something over.',
            'What comes after "1 A1 sell; draw 1" cannot be shown',
        ),
        (
            "Was nach „1 A1 verkaufen; ziehen 1“ kommt, lässt sich nicht zeigen, weil etwas aufgedeckt wird.",
            "Was nach „1 A1 verkaufen; ziehen 1“ kommt, lässt sich nicht zeigen",
        ),
        ("„zurück“ können wir nicht als Zug lesen.", "„zurück“ können wir nicht als Zug lesen"),
        ("„zurück“ und „vor“ nicht. Nein.", "„zurück“ und „vor“ nicht"),
        ("“back” we cannot read.", "“back” we cannot read"),
        ("«\u00a0Bonjour. La liste...\u00a0» est inconnu. Non.", "«\u00a0Bonjour. La liste...\u00a0» est inconnu"),
        ('No "Hi. A list..." here. No.', 'No "Hi. A list..." here'),
        ("„Ich gehe. Dann du.“ ist unklar. Nein.", "„Ich gehe. Dann du.“ ist unklar"),
        ("„" + "Wort " * 30, "„" + "Wort " * 27 + "...“"),
        ("“" + "word " * 30, "“" + "word " * 27 + "...”"),
        ("«\u00a0" + "mot " * 40, "«\u00a0" + "mot " * 33 + "...\u00a0»"),
    ],
)
def test_a_headline_is_the_first_sentence(text: str, line: str) -> None:
    assert shorten_headline(text) == line


def test_a_text_is_split_into_headings_drawings_and_prose() -> None:
    text = f"{underline('How you win')}\n\nBy a row.\nOf five.\n\n  M14   lay\n  M15   lay\n"
    assert split_blocks(text) == [
        ("heading", "How you win"),
        ("prose", "By a row.\nOf five."),
        ("drawing", "  M14   lay\n  M15   lay"),
    ]


def test_a_line_keeps_the_spaces_at_which_it_may_not_break() -> None:
    assert one_line(" Fait\u00a0: \n oui\u2028\u3000non\x1f") == "Fait\u00a0: oui non"


def test_the_words_of_a_board_are_unfolded_and_its_drawings_are_kept() -> None:
    board = (
        "   A B\n 1 . #\n\n# wall; . floor; [ ] archaeologist; p porter; x falls next; @ the start\ncard\n\n"
        "It is Ben's turn.\nHe has 3.\n\nname  points\nBen       17\n"
    )
    assert split_board(board) == [
        ("drawing", "   A B\n 1 . #"),
        ("prose", "# wall; . floor; [\u00a0] archaeologist; p porter; x falls next; @ the start card"),
        ("prose", "It is Ben's turn.\nHe has 3."),
        ("drawing", "name  points\nBen       17"),
    ]


@given(
    st.lists(st.sampled_from(["ab", "  ", " ", "\n", "\n\n", "word " * 9, "a long word "]), max_size=40).map("".join)
)
def test_a_board_loses_no_word_in_its_parts(text: str) -> None:
    assert " ".join(part for _, part in split_board(text)).split() == text.split()


def test_only_our_own_addresses_become_links() -> None:
    text = f"<b> {SITE}/m/K7Q2?a=1&b http://evil.example www.evil.example"
    html = link_own_urls(text, SITE)
    assert html.count("<a ") == 1
    assert f'<a href="{SITE}/m/K7Q2?a=1&amp;b"' in html
    assert html.startswith("&lt;b&gt; ")


def test_an_address_that_only_begins_like_ours_is_no_link() -> None:
    assert "<a " not in link_own_urls("https://club.example.evil.test/m", SITE)


def test_a_margin_sets_off_every_line() -> None:
    assert add_margin("a \n\n b") == "  a\n\n   b"
    assert one_line(" a \n\n b ") == "a b"


@pytest.mark.parametrize(
    ("text", "headline"),
    [
        (
            "Du bist vom 3. bis zum 12. Dezember 2026 weg. Solange steht deine Zeit.",
            "Du bist vom 3. bis zum 12. Dezember 2026 weg",
        ),
        ("Du bist bis 12. Dezember weg. Solange steht sie.", "Du bist bis 12. Dezember weg"),
        ("Die Partie ruht ab 1. Januar. Gute Reise!", "Die Partie ruht ab 1. Januar"),
        ("Es liegt auf 12. Danach kommt 13.", "Es liegt auf 12"),
        ("You have 3. Then draw.", "You have 3"),
    ],
)
def test_the_dot_of_a_german_day_ends_no_sentence(text: str, headline: str) -> None:
    assert shorten_headline(text) == headline
