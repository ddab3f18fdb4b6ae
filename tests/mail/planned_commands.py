"""The words of commands that are decided and not yet built, with an example of each in five languages.

They are kept so that nobody gives one of them another meaning, and so that none is a step of a game. A command that is
built takes its row along, into the command table.
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
    "time": _planned(en="time, clock", de="Zeit, Uhr", fr="temps, pendule", it="tempo, orologio", nl="tijd, klok"),
    # Not "résumé", which is the English "resume" without its accents.
    "digest": _planned(
        "8:00",
        en="digest, daily letter",
        de="Sammelbrief, Tagesbrief",
        fr="récapitulatif, lettre du jour",
        it="riepilogo",
        nl="overzicht, dagbrief",
    ),
    "nudge": _planned(en="nudge", de="anstupsen, mahnen", fr="relancer", it="sollecita", nl="aanporren"),
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
    "plan": _planned(en="plan", de="Plan", fr="plan", it="piano", nl="plan"),
    "cancel plan": _planned(
        en="cancel plan", de="Plan löschen", fr="annuler le plan", it="annulla piano", nl="plan wissen"
    ),
    "habit": _planned("pass", en="habit, habits", de="Gewohnheit", fr="habitude", it="abitudine", nl="gewoonte"),
    "anyway": _planned(en="anyway", de="trotzdem", fr="quand même", it="comunque", nl="toch"),
    "confirm orders": _planned(
        en="confirm orders",
        de="Züge bestätigen",
        fr="confirmer les coups",
        it="conferma mosse",
        nl="zetten bevestigen",
    ),
    "delay": _planned("10", en="delay", de="Bedenkfrist", fr="délai", it="attesa", nl="uitstel"),
    "offer draw": _planned(
        en="offer draw, draw offer",
        de="Remis, Remis anbieten",
        fr="proposer nulle, nulle",
        it="offro patta, patta",
        nl="remise aanbieden, remise",
    ),
    "rematch": _planned(en="rematch", de="Revanche", fr="revanche", it="rivincita", nl="revanche"),
    "watch": _planned("K7Q2", en="watch", de="zuschauen", fr="suivre", it="segui", nl="volgen"),
    "unwatch": _planned(
        "K7Q2",
        en="unwatch",
        de="nicht mehr zuschauen",
        fr="ne plus suivre",
        it="non seguire più",
        nl="niet meer volgen",
    ),
    "name": _planned("Anne", en="name", de="Name", fr="nom", it="nome", nl="naam"),
    "block": _planned("bob@example.org", en="block", de="sperren", fr="bloquer", it="blocca", nl="blokkeren"),
    "mute": _planned("Bob", en="mute", de="stumm", fr="muet", it="silenzia", nl="dempen"),
    "legal": _planned(
        en="legal, what can I play",
        de="erlaubt, mögliche Züge",
        fr="coups possibles",
        it="mosse possibili",
        nl="mogelijke zetten",
    ),
    "download": _planned("cheops", en="download", de="herunterladen", fr="télécharger", it="scarica", nl="downloaden"),
    "rating": _planned(en="rating", de="Wertung", fr="classement", it="punteggio", nl="rating"),
    "ratings": _planned("cheops", en="ratings", de="Wertungen", fr="classements", it="classifica", nl="ranglijst"),
    "ladder": _planned(en="ladder", de="Leiter", fr="échelle", it="scala", nl="ladder"),
    "appeal": _planned(
        "the clock was wrong", en="appeal", de="Einspruch", fr="appel, contester", it="ricorso", nl="beroep"
    ),
}
