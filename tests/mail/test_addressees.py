"""To whom a message is written: what looks like an addressee in press, and the names before the text of ``tell``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.commands.arguments.addressees import find_address, name_index, read_addressees, without_to_all
from testkit.cases import check_cases

BOB, CARL, OTHER_BOB, DORA, JEAN = range(1, 6)
NAMES = name_index(
    {
        BOB: iter(["Bob", "Bob Baker", "2"]),
        CARL: iter(["Carl Meyer", "Carl", "3"]),
        OTHER_BOB: iter(["Bob (4)", "Bob", "4"]),
        DORA: iter(["Dora-Lee", "5"]),
        JEAN: iter(["Jean Pierre de la Tour du Pin", "Jean", "6"]),
    }
)

ADDRESSED = {
    "to Carl: let us gang up": ([{CARL}], "let us gang up"),
    "an Carl: gegen Dora": ([{CARL}], "gegen Dora"),
    "à Carl : contre Dora": ([{CARL}], "contre Dora"),
    "a Carl: contro Dora": ([{CARL}], "contro Dora"),
    "aan Carl, tegen Dora": ([{CARL}], "tegen Dora"),
    "zu Carl: gegen Dora": ([{CARL}], "gegen Dora"),
    "ad Carl: contro Dora": ([{CARL}], "contro Dora"),
    "tegen Carl: pak Dora": ([{CARL}], "pak Dora"),
    "Carl: hi": ([{CARL}], "hi"),
    "CARL MEYER: hi": ([{CARL}], "hi"),
    "Carl:hi": ([{CARL}], "hi"),
    "Carl, hi": ([{CARL}], "hi"),
    "Carl! Attack": ([{CARL}], "Attack"),
    "Carl - hi": ([{CARL}], "hi"),
    "Carl- hi": ([{CARL}], "hi"),
    "Dora-Lee: hi": ([{DORA}], "hi"),
    "@Carl hi": ([{CARL}], "hi"),
    "only Carl: hi": ([{CARL}], "hi"),
    "nur für Carl hi": ([{CARL}], "hi"),
    "(to Carl) hi": ([{CARL}], "hi"),
    "[Carl] hi": ([{CARL}], "hi"),
    "*Carl*: hi": ([{CARL}], "hi"),
    "Hi Carl, hi": ([{CARL}], "hi"),
    "Lieber Carl, hi": ([{CARL}], "hi"),
    "Ciao Carl! Hi": ([{CARL}], "Hi"),
    "Carl\nlet us gang up\non Dora": ([{CARL}], "let us gang up\non Dora"),
    "Dear Carl\nhi": ([{CARL}], "hi"),
    "to 3: hi": ([{CARL}], "hi"),
    "Bob: hi": ([{BOB, OTHER_BOB}], "hi"),
    "à Jean Pierre de la Tour du Pin: hi": ([{JEAN}], "hi"),
    "Bob (4): hi": ([{OTHER_BOB}], "hi"),
    "Bob Baker and Carl: hi": ([{BOB}, {CARL}], "hi"),
    "to Karl: hi": ([], "hi"),
    "Karl: hi": ([], "hi"),
    "to red: hi": ([], "hi"),
    "@nobody hi": ([], ""),
}
TO_EVERYBODY = (
    "Good luck!",
    "Carl is quick",
    "I told Carl: no",
    "Note: hi",
    "PS: hi",
    "to be honest: I wait",
    "à propos: well played",
    "a proposito: bravo",
    "ad esempio: bravo",
    "zu Beginn: gut gespielt",
    "zu allen: hallo",
    "tegen iedereen: hoi",
    "to the winner go the spoils",
    "Hello everybody, good luck",
    "3",
    "2, 3, 4...",
    "3 - what a turn!",
    "to all: hi",
    "",
)


def test_what_looks_like_an_addressee_is_found() -> None:
    with check_cases() as case:
        for text, (seats, rest) in ADDRESSED.items():
            with case(text):
                found = find_address(text, NAMES)
                assert found is not None
                assert ([set(one.seats) for one in found.names], found.text) == (seats, rest)


@pytest.mark.parametrize("text", TO_EVERYBODY)
def test_what_is_for_everybody_is_not(text: str) -> None:
    assert find_address(text, NAMES) is None


@pytest.mark.parametrize(
    ("text", "written", "rest", "certain"),
    [
        ("Carl hi", ["Carl"], "hi", True),
        ("Carl Meyer hi", ["Carl Meyer"], "hi", True),
        ("to Carl: hi", ["Carl"], "hi", True),
        ("2 hi", ["2"], "hi", True),
        ("2 3: hi", ["2", "3"], "hi", True),
        ("2 3 hi", ["2", "3"], "hi", False),
        ("Bob Baker Carl: hi", ["Bob Baker", "Carl"], "hi", True),
        ("Bob Baker und Carl hi", ["Bob Baker", "Carl"], "hi", True),
        ("Bob Baker, Carl & Dora-Lee: hi", ["Bob Baker", "Carl", "Dora-Lee"], "hi", True),
        ("Bob Baker Carl will attack you", ["Bob Baker", "Carl"], "will attack you", False),
        ("Bob Baker, Carl will attack you", ["Bob Baker", "Carl"], "will attack you", False),
        ("Carl: Dora-Lee: hi", ["Carl"], "Dora-Lee: hi", True),
        ("Carl", ["Carl"], "", True),
        ("Carl 3 tiles are left", ["Carl"], "3 tiles are left", True),
        ("nobody hi", [], "nobody hi", True),
    ],
)
def test_the_names_before_a_text(text: str, written: list[str], rest: str, *, certain: bool) -> None:
    read = read_addressees(text, NAMES)
    assert ([one.written for one in read.names], read.text, read.certain) == (written, rest, certain)


@given(st.text(alphabet=st.sampled_from("bobcarl 2:,;!@([*-\n\u2014"), max_size=30) | st.text(max_size=40))
def test_no_text_breaks_the_readers_and_the_words_behind_the_names_stay(text: str) -> None:
    words = text.split()
    behind = read_addressees(text, NAMES).text.split()[1:]
    assert behind == words[len(words) - len(behind) :]
    find_address(text, NAMES)
    without_to_all(text)


@pytest.mark.parametrize("lead", ["to all", "an alle", "à tous", "a tutti", "aan allen", "All", "everybody "])
def test_that_all_are_meant_can_be_written(lead: str) -> None:
    assert without_to_all(f"{lead}: Bob: hi") == "Bob: hi"
    assert without_to_all("to Bob: hi") is None
