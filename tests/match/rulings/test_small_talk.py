import pytest

from adjudicator.match.rulings.order_reader import small_talk
from testkit.engines.shafts import SHAFTS
from tests.match.rulings.tables import refusal_keys, ruled, steps, table


@pytest.mark.parametrize(
    "chat",
    [
        "Hello Anna,",
        "Hallo Anna!",
        "Salut,",
        "Ciao bella",
        "Hoi Anna",
        "Thanks!",
        "Vielen Dank",
        "Merci",
        "Grazie mille",
        "Dank je wel",
        "Viele Grüße",
        "Bien à toi",
        "Mit freundlichen Grüßen",
        "Gr. Bob",
        "Sent from my phone",
        "Jake",
        "Ned",
        "I am not sure whether that was wise, but 2 is my lucky number",
        ":-)",
        "Call me: 0171 2345678",
        "See you at 20:15",
        "¡Hola!",
    ],
)
def test_greetings_and_thanks_never_spoil_a_letter(chat: str) -> None:
    for letter in (f"{chat}\nshore 1\nend", f"shore 1\n{chat}\nend", f"shore 1\nend\n{chat}"):
        ruling = ruled(letter)
        assert steps(ruling.played) == ["0:shore 1", "0:end"]
        assert (ruling.ignored, ruling.refused, ruling.not_reached) == ((chat,), (), ())


@pytest.mark.parametrize("slip", ["dgi 1", "sjore 2", "dig2", "d 1", "M13", "lfet 9", "edn", "endd", "eend"])
def test_a_mistyped_order_before_the_end_of_the_turn_refuses_the_letter(slip: str) -> None:
    ruling = ruled(f"shore 1\n{slip}\nend")
    assert refusal_keys(ruling) == ["unreadable"]
    assert (ruling.played, ruling.undone, ruling.not_reached) == ((), ("shore 1",), ("end",))
    assert all(SHAFTS.parse(table().position, order) for order in ruling.refused[0].refusal.nearest)


def test_a_letter_of_small_talk_alone_is_unreadable_and_gets_examples() -> None:
    ruling = ruled("Hello\nhow are you?")
    (refused,) = ruling.refused
    assert (refused.order, refused.refusal.key, ruling.ignored) == ("Hello", "unreadable", ("how are you?",))
    assert refused.refusal.nearest == ("dig 1", "dig 3", "shore 3")


@pytest.mark.parametrize(
    ("line", "talk"), [("Thanks!", True), ("dig 1", False), ("dig 77", False), ("dig", False), ("dgi 1", False)]
)
def test_a_line_alone_is_small_talk_when_nobody_could_mean_it_as_an_order(line: str, talk: bool) -> None:
    assert small_talk(table(), line, 0) is talk


@pytest.mark.parametrize(("line", "talk"), [("Thanks!", True), ("dig 1", False), ("dig", True), ("dgi", True)])
def test_of_a_seat_that_waits_the_words_that_another_one_could_write_now_are_no_measure(line: str, talk: bool) -> None:
    assert small_talk(table(), line, 1) is talk
