"""The commands about addresses, keys, and the end of an account."""

from __future__ import annotations

from adjudicator.mail.commands.table.command import ANYWHERE, Argument, Command, _
from adjudicator.mail.commands.words.word_index import parse_words

CREDENTIAL_COMMANDS = (
    # How a player can be known.
    Command(
        "address",
        Argument.ADDRESS,
        ANYWHERE,
        _("another address that you write from"),
        parse_words(en="address", de="Adresse", fr="adresse", it="indirizzo", nl="adres"),
    ),
    Command(
        "main",
        Argument.ADDRESS,
        ANYWHERE,
        _("which of your addresses our letters go to"),
        parse_words(
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
        ANYWHERE,
        _("letters from that address do not count as yours any more"),
        parse_words(en="forget", de="vergiss, vergessen", fr="oublie, oublier", it="dimentica", nl="vergeet"),
    ),
    Command(
        "addresses",
        Argument.NOTHING,
        ANYWHERE,
        _("your addresses, and your key"),
        parse_words(en="addresses", de="Adressen", fr="adresses", it="indirizzi", nl="adressen"),
    ),
    Command(
        "revoke",
        Argument.NOTHING,
        ANYWHERE,
        _("if somebody else has seen your letters: make all their reply addresses invalid, and sign out everywhere"),
        parse_words(
            en="revoke", de="widerrufen, widerrufe", fr="révoquer, révoque", it="revocare, revoca", nl="intrekken"
        ),
    ),
    Command(
        "key",
        Argument.KEY,
        ANYWHERE,
        _("your public key, pasted below; or whether only letters that it signed count"),
        parse_words(en="key", de="Schlüssel", fr="clé, clef", it="chiave", nl="sleutel"),
    ),
    Command(
        "erase_me",
        Argument.NOTHING,
        ANYWHERE,
        _("leave for good: your name, your addresses and your settings are erased; we ask back first"),
        parse_words(
            en="erase me, delete me",
            de="lösche mich, mich löschen",
            fr="effacez-moi, efface-moi",
            it="cancellami",
            nl="wis mij",
        ),
    ),
)
