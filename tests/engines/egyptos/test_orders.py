"""Orders as people write them, in five languages."""

import pytest

from adjudicator.engines.contract import AmbiguousStep, IllegalStep, UnreadableStep
from adjudicator.engines.egyptos import ENGINE
from adjudicator.engines.egyptos.notation.words import ORIGIN, PASSING, POLITE, SWAPPING
from testkit.engines.egyptos import begin, drawn, play, refused
from tests.engines.egyptos.test_moving import BRIDGE, STUCK

LAID = [
    *("M14", "m14", "  M 14 ", "M14.", "M14!", "(M14)", '"M14"', "M014", "* M14", "M14;", "M14 \N{THUMBS UP SIGN}"),
    *("M\N{NO-BREAK SPACE}14", "\N{FULLWIDTH LATIN CAPITAL LETTER M}\N{FULLWIDTH DIGIT ONE}\N{FULLWIDTH DIGIT FOUR}"),
    *("M\N{SOFT HYPHEN}14", "\N{ZERO WIDTH NO-BREAK SPACE}M14"),
    *("(+0:+1)", "(0:1)", "0:1", "( 0 : 1 )", "+0:+1", "0\N{RATIO}1", "M:+1", "M+1", "(M:14)"),
    *("I lay M14", "lay a pyramid on M14, please", "I'll place M14", "play M14"),
    *("ich setze M14", "Ich lege auf M14.", "bitte M14", "lege eine Pyramide auf M14"),
    *("je pose M14", "Je pose une pyramide en M14, s'il vous pla\N{LATIN SMALL LETTER I WITH CIRCUMFLEX}t", "M14 svp"),
    *("metto M14", "gioco in M14, per favore", "poso una piramide su M14", "ik leg M14", "Ik zet op M14 alstublieft"),
    *("M14, M14", "M14. I lay M14."),
]
MOVED = [
    *("L11 M11", "L11-M11", "L11>M11", "L11 to M11", "l11m11", "L11 \N{EN DASH} M11", "L11\N{EM DASH}M11"),
    *("L11 \N{RIGHTWARDS ARROW} M11", "L11 => M11", "L11 -> M11", "L11, M11", "L11/M11", "L11...M11"),
    *("move L11 to M11", "I move from L11 to M11", "to M11 from L11"),
    *("L11 nach M11", "Ich ziehe von L11 nach M11", "L11 zu M11", "nach M11 von L11"),
    *("L11 vers M11", "L11 \N{LATIN SMALL LETTER A WITH GRAVE} M11", "L11 a M11"),
    "je d\N{LATIN SMALL LETTER E WITH ACUTE}place L11 vers M11",
    *("L11 verso M11", "sposto L11 in M11", "muovo da L11 a M11", "L11 naar M11", "Ik verplaats L11 naar M11"),
    *("(-1:-2) (0:-2)", "(-1:-2)-(0:-2)", "-1:-2 0:-2", "L11 (+0:-2)"),
    *("\N{MINUS SIGN}1:\N{MINUS SIGN}2 M11", "(\N{EN DASH}1:\N{HYPHEN}2) > M11", "( - 1 : - 2 ) M11"),
]
SWAPPED = [
    "swap",
    "Swap!",
    "tausch",
    "Tauschen",
    "\N{LATIN SMALL LETTER E WITH ACUTE}change",
    "scambio",
    "ruil",
    "SWAP",
]


@pytest.mark.rule("Q3")
@pytest.mark.parametrize("order", LAID)
def test_laying_is_read_in_many_forms(order: str) -> None:
    position = play(begin(), "M13")
    assert ENGINE.format(ENGINE.parse(position, order).step) == "M14"


@pytest.mark.rule("Q3")
@pytest.mark.parametrize("order", MOVED)
def test_moving_is_read_in_many_forms(order: str) -> None:
    assert ENGINE.format(ENGINE.parse(drawn(BRIDGE), order).step) == "L11 M11"


@pytest.mark.parametrize("order", SWAPPED)
def test_swapping_is_read_in_every_language(order: str) -> None:
    position = play(begin(opening="swap"), "M13, M12, N13")
    assert ENGINE.parse(position, order).step == "swap"


@pytest.mark.parametrize("order", ["pass", "je passe", "ich passe", "passo", "ik pas", "PASS."])
def test_passing_is_read_in_every_language(order: str) -> None:
    assert ENGINE.parse(drawn(STUCK), order).step == "pass"


@pytest.mark.parametrize("order", ["", "  ", "Good morning!", "...", "M", "14", "M-14", "\N{SNOWMAN}", "place it"])
def test_without_a_cell_or_a_word_of_the_game_nothing_is_read(order: str) -> None:
    assert refused(play(begin(), "M13"), order, UnreadableStep).key == "egyptos.unreadable"


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("M14 was a great move", "was great"),
        ("not M14", "not"),
        ("M14?", "?"),
        ("Z9 M14", "z9"),
        ("perhaps swap", "perhaps"),
        ("M1234567890", "0"),
        ("see M14 before 20:00", "see before"),
    ],
)
def test_a_sentence_about_a_cell_is_no_order(order: str, words: str) -> None:
    note = refused(play(begin(opening="swap"), "M13, M12, N13"), order, UnreadableStep)
    assert (note.key, note["words"]) == ("egyptos.strange_words", words)


@pytest.mark.parametrize(
    ("order", "key", "nearest"),
    [
        ("M14 N14", "one_cell", ("M14", "N14")),
        ("M14 N15", "one_cell", ("M14",)),
        ("swap M14", "several_steps", None),
    ],
)
def test_two_things_at_once_are_ambiguous_while_laying(order: str, key: str, nearest: tuple[str, ...] | None) -> None:
    position = play(begin(), "M13")
    with pytest.raises(AmbiguousStep) as raised:
        ENGINE.parse(position, order)
    assert raised.value.reason.key == f"egyptos.{key}"
    assert nearest is None or raised.value.nearest == nearest


@pytest.mark.parametrize(
    ("order", "key", "kind"),
    [
        ("L11", "where_to", AmbiguousStep),
        ("M11", "which_pyramid", AmbiguousStep),
        ("L11 M11 M10", "two_cells", AmbiguousStep),
        ("M13", "isolates", IllegalStep),
        ("N14", "not_yours", IllegalStep),
        ("(+99:+0)", "unreachable", IllegalStep),
    ],
)
def test_one_cell_alone_is_not_enough_for_most_moves(order: str, key: str, kind: type[AmbiguousStep]) -> None:
    assert refused(drawn(BRIDGE), order, kind).key == f"egyptos.{key}"


def test_one_cell_is_enough_where_only_one_move_leads_there() -> None:
    lone = """
           A B C D E F G H I J K L M N O P Q R S T U V W X
        13 X O X X X O O X X X O O X X X O O X X O O O O O
    """
    position = drawn(
        lone.replace("O O O O O\n", "O O O O .\n        12 . . . . . . . . . . . . . . . . . . . . . . . O\n")
    )
    assert ENGINE.format(ENGINE.parse(position, "X13").step) == "A13 X13"


def test_suggestions_are_the_closest_legal_steps() -> None:
    with pytest.raises(IllegalStep) as laying:
        ENGINE.parse(play(begin(), "M13"), "M16")
    assert laying.value.nearest[0] == "M14"
    assert len(laying.value.nearest) == 4
    with pytest.raises(IllegalStep) as moving:
        ENGINE.parse(drawn(BRIDGE), "L11 L8")
    assert moving.value.nearest == ("L11 K11", "L11 M11", "L11 J11", "L11 N11")


@pytest.mark.rule("Q3")
@pytest.mark.parametrize(("order", "cell"), [("M26", "(+0:+13)"), ("M+13", "(+0:+13)"), ("(13:0)", "(+13:+0)")])
def test_cells_beyond_the_letters_are_named_by_their_offsets(order: str, cell: str) -> None:
    assert refused(play(begin(), "M13"), order, IllegalStep)["cell"] == cell


def test_no_word_means_two_things() -> None:
    assert not SWAPPING & PASSING
    assert not (SWAPPING | PASSING) & (POLITE | ORIGIN)
