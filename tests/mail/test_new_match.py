"""Requests for a match in one line, in five languages, and the faults of unreadable ones."""

import pytest

from adjudicator.mail.commands.arguments.new_match import ANYBODY, HOUSE_PLAYER, NewMatch, read_new_match
from adjudicator.mail.errors import NewMatchFault

BOB, EVE = "bob@example.org", "eve@example.org"


@pytest.mark.parametrize(
    ("text", "match"),
    [
        (f"egyptos with {BOB}", NewMatch("egyptos", (BOB,))),
        (f"egyptos mit {BOB}", NewMatch("egyptos", (BOB,))),
        (f"egyptos avec {BOB}", NewMatch("egyptos", (BOB,))),
        (f"egyptos con {BOB}", NewMatch("egyptos", (BOB,))),
        (f"egyptos met {BOB}", NewMatch("egyptos", (BOB,))),
        (f"Egyptos {BOB}", NewMatch("egyptos", (BOB,))),
        (f"cheops with {BOB}, {EVE} and house", NewMatch("cheops", (BOB, EVE, HOUSE_PLAYER))),
        (f"cheops avec {BOB} et <{EVE}> et maison", NewMatch("cheops", (BOB, EVE, HOUSE_PLAYER))),
        ("egyptos with house", NewMatch("egyptos", (HOUSE_PLAYER,))),
        *(
            (f"{of} egyptos with house", NewMatch("egyptos", (HOUSE_PLAYER,)))
            for of in ("of", "von", "de", "di", "van")
        ),
        *(
            (f"Das Gold des Pharao {words}", NewMatch("das gold des pharao", (HOUSE_PLAYER,)))
            for words in (
                *("with the house", "against the computer", "mit dem Haus", "gegen das Haus", "gegen den Computer"),
                *("avec la maison", "contre la maison", "contre l'ordinateur", "con la casa", "contro la casa"),
                "tegen het huis",
            )
        ),
        (f"cheops gegen das Haus und {BOB}", NewMatch("cheops", (HOUSE_PLAYER, BOB))),
        ("egyptos casa", NewMatch("egyptos", (HOUSE_PLAYER,))),
        ("egyptos mit Haus, offen", NewMatch("egyptos", (HOUSE_PLAYER, ANYBODY))),
        (f"Das Gold des Pharao mit {BOB}", NewMatch("das gold des pharao", (BOB,))),
        (f"egyptos with {BOB}<mailto:{BOB}>", NewMatch("egyptos", (BOB,))),
        (f"egyptos with {BOB}.", NewMatch("egyptos", (BOB,))),
        (
            f"egyptos with {BOB} days=3 isolation = allowed move_cap=0 language=Français",
            NewMatch("egyptos", (BOB,), {"isolation": "allowed", "move_cap": 0}, 3, "fr"),
        ),
        (f"egyptos mit {BOB} Tage=5 Sprache=de", NewMatch("egyptos", (BOB,), {}, 5, "de")),
        (f"egyptos con {BOB} giorni=nessuno", NewMatch("egyptos", (BOB,), {}, 0)),
        (f"egyptos days=2 with {BOB}", NewMatch("egyptos", (BOB,), {}, 2)),
    ],
)
def test_a_request_for_a_match_is_read(text: str, match: NewMatch) -> None:
    assert read_new_match(text) == match


@pytest.mark.parametrize(
    ("text", "reason", "given"),
    [
        ("", "no_game", ""),
        (f"with {BOB}", "no_game", f"with {BOB}"),
        (BOB, "no_game", BOB),
        ("egyptos", "no_opponent", "egyptos"),
        ("egyptos with days=3", "no_opponent", "egyptos"),
        ("egyptos with bob", "bad_address", "bob"),
        ("egyptos with bob@", "bad_address", "bob@"),
        (f"egyptos with {BOB} and Bob@Example.org", "twice", BOB),
        (f"egyptos with {BOB} days=", "bad_option", "days="),
        (f"egyptos with {BOB} days=soon", "bad_option", "days=soon"),
        (f"egyptos with {BOB} days=3 tage=4", "bad_option", "tage=4"),
        (f"egyptos with {BOB} a=b=c", "bad_option", "a=b=c"),
    ],
)
def test_an_unreadable_request_names_the_word_at_fault(text: str, reason: str, given: str) -> None:
    with pytest.raises(NewMatchFault) as fault:
        read_new_match(text)
    assert (fault.value.reason, fault.value.given) == (reason, given)
