"""Words that are no commands of the table, and that no command and no step of a game may have, in five languages.

`PLANNED` are commands that are decided and not yet built, with an example of each; one that is built takes its row
along, into the command table. `PLAN_LINES` are the words with which lines of plans begin, or end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.mail.commands.words.word_index import Words, parse_words


@dataclass(frozen=True, slots=True)
class Planned:
    """The words of a command, and what follows them in an example."""

    words: Words
    examples: Mapping[str, str] = field(default_factory=dict)
    """By language; a language that is missing has the English one, and a command without any stands alone."""

    def lines(self) -> set[str]:
        """List every word alone and with its example."""
        return {
            line
            for language, words in self.words.items()
            for word in words
            for line in (word, f"{word} {self.examples.get(language, self.examples.get('en', ''))}".strip())
        }


def _planned(examples: Mapping[str, str] | str = "", /, **languages: str) -> Planned:
    return Planned(parse_words(**languages), {"en": examples} if isinstance(examples, str) else examples)


PLANNED: Mapping[str, Planned] = {
    "watch": _planned("K7Q2", en="watch", de="zuschauen", fr="suivre", it="segui", nl="volgen"),
    "unwatch": _planned(
        "K7Q2",
        en="unwatch",
        de="nicht mehr zuschauen",
        fr="ne plus suivre",
        it="non seguire più",
        nl="niet meer volgen",
    ),
    "block": _planned("bob@example.org", en="block", de="sperren", fr="bloquer", it="blocca", nl="blokkeren"),
    "mute": _planned("Bob", en="mute", de="stumm", fr="muet", it="silenzia", nl="dempen"),
    "rating": _planned(en="rating", de="Wertung", fr="classement", it="punteggio", nl="rating"),
    "ratings": _planned("cheops", en="ratings", de="Wertungen", fr="classements", it="classifica", nl="ranglijst"),
    "ladder": _planned(en="ladder", de="Leiter", fr="échelle", it="scala", nl="ladder"),
    "appeal": _planned(
        "the clock was wrong", en="appeal", de="Einspruch", fr="appel, contester", it="ricorso", nl="beroep"
    ),
}
PLAN_LINES: Mapping[str, Planned] = {
    "if": _planned(
        {
            "en": "P16 then O15",
            "de": "P16 dann O15",
            "fr": "P16 alors O15",
            "it": "P16 allora O15",
            "nl": "P16 dan O15",
        },
        en="if",
        de="wenn, falls",
        fr="si",
        it="se",
        nl="als, indien",
    ),
    "otherwise": _planned("M14", en="otherwise", de="sonst", fr="sinon", it="altrimenti", nl="anders"),
    "any": _planned("then M14", en="any", de="jeder", fr="tout", it="qualsiasi", nl="elke"),
    # Not "daarna", with which an order of Cheops may begin.
    "next": _planned(
        {"en": "M14 or N15", "de": "M14 oder N15", "fr": "M14 ou N15", "it": "M14 oppure N15", "nl": "M14 of N15"},
        en="next",
        de="als nächstes",
        fr="ensuite",
        it="poi",
        nl="vervolgens",
    ),
    "anyway": _planned(en="anyway", de="trotzdem", fr="quand même", it="comunque", nl="toch"),
}
