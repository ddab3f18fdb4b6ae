"""The commands by which a player says how he can be known."""

from __future__ import annotations

from adjudicator.mail.commands.command import Argument, Command, Place
from adjudicator.mail.commands.vocabulary import words


def _(text: str) -> str:
    """Mark a sentence for the translators; it is translated where it is shown."""
    return text


_BOTH = frozenset({Place.MATCH, Place.SERVICE})

IDENTITY = (
    Command(
        "address",
        Argument.ADDRESS,
        _BOTH,
        _("another address that you write from"),
        words(en="address", de="Adresse", fr="adresse", it="indirizzo", nl="adres"),
    ),
    Command(
        "main",
        Argument.ADDRESS,
        _BOTH,
        _("which of your addresses our letters go to"),
        words(
            en="main, main address",
            de="Hauptadresse",
            fr="principale, adresse principale",
            it="principale, indirizzo principale",
            nl="hoofdadres",
        ),
    ),
    Command(
        "forget",
        Argument.ADDRESS,
        _BOTH,
        _("letters from that address do not count as yours any more"),
        words(en="forget", de="vergiss, vergessen", fr="oublie, oublier", it="dimentica", nl="vergeet"),
    ),
    Command(
        "addresses",
        Argument.NOTHING,
        _BOTH,
        _("your addresses, and your key"),
        words(en="addresses", de="Adressen", fr="adresses", it="indirizzi", nl="adressen"),
    ),
    Command(
        "revoke",
        Argument.NOTHING,
        _BOTH,
        _("if somebody else has seen your letters: nobody can answer them any more, and you are signed out everywhere"),
        words(en="revoke", de="widerrufen, widerrufe", fr="révoquer, révoque", it="revocare, revoca", nl="intrekken"),
    ),
    Command(
        "key",
        Argument.KEY,
        _BOTH,
        _("your public key, pasted below; or whether only letters that it signed count"),
        words(en="key", de="Schlüssel", fr="clé, clef", it="chiave", nl="sleutel"),
    ),
)
