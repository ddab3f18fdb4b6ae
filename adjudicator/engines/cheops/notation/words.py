"""The words of orders in English, German, French, Italian and Dutch, and their meanings.

They are written without case and accents, as orders are compared. A word that is not here makes an order unreadable,
so that a sentence about a cell is not taken for a step.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engines.order_text import FILLERS, OrderWords, spellings_of

_MEANINGS = {
    "sell": """sell sells sold selling verkaufe verkaufen verkauft verkauf vendre vends vend vendu
        vendi vendo vende vendere venduto verkoop verkoopt verkopen verkocht""",
    "keep": """keep keeps kept behalte behalten behalt garde garder conserve conserver
        tieni tengo tiene tenere conserva conservo custodisce custodire houd hou houdt houden bewaar bewaart bewaren
        behoud behoudt""",
    "discard": """discard discards box wegwirft abwirft weggooit abwerfen wegwerfen ablegen schachtel kiste
        karton jette jeter defausse defausser boite
        scarta scarto scartare scatola afleggen weggooien weg doos""",
    "hold": "hold",
    "under": "under below unter sous sotto onder",
    "over": "over cover über couvre couvrir copri coprire bedek bedekken",
    "remove": """remove entferne entfernen retire retirer enleve enlever
        togli togliere rimuovi rimuovere verwijder verwijderen""",
    "pay": """pay pays zahle zahlt zahlen bezahle bezahlt bezahlen paie paye payer paga pago pagare betaal
        betaalt betalen""",
    "draw": "draw draws ziehe zieht ziehen zieh tire tirer pioche piocher pesca pesco pescare trek trekt trekken",
    "stack": "stack pile heap stapel stapeltje stoss pila mazzo mazzetto tas stapels",
    "end": """end ends finish done beendet finit finisce eindigt ende fertig beende beenden fin fini finir
        termine terminer
        finisco finire termina finito einde klaar""",
    "pass": "pass passes passt past passa passe passen passer passo passare pas aussetzen",
    "joker": "joker jolly",
    "swap": """swap exchange tausch tausche tauschen echange echanger
        scambia scambio scambiare ruil ruilen wissel wisselen""",
    "law": "law gesetz loi legge wet",
    "none": "none nothing keine keinen nichts aucun aucune rien nessuno nessuna niente geen niets",
    "V": "v neighbour neighbor nachbar nachbarn voisin voisine vicino vicina buur buurman",
    "R": "r red rot rote roten rouge rosso rossa rood rode",
    "G": "g green grün grüne grünen vert verte verde groen groene",
    "B": "b blue blau blaue blauen bleu bleue blu blauw blauwe",
    "O": "o orange orangen arancione arancio oranje",
    "N": "n black schwarz schwarze schwarzen noir noire nero nera zwart zwarte",
    "M": "m brown braun braune braunen brun brune marron marrone bruin bruine",
    "": """i we my me ll am the a an and then at on onto to in into it from with of for against one please take lay put
        place buy use play takes lays puts places buys uses plays card tile treasure family member cell price
        table turn out

        ich wir bin nimmt legt setzt stellt spielt kauft nehme nehmen lege legen setze setzen stelle spiele
        kaufe kaufen benutze nutze den die das
        der dem ein eine einen und dann auf in im von vom mit für gegen zum bitte karte plättchen schatz familie
        feld preis tafel preistafel zug es aus

        je j nous ai suis prends prendre pose poser place placer achete acheter joue jouer utilise le la les l un une et
        puis sur en dans a au du de des d avec pour contre par svp plait s il vous te carte va mets bareme
        pion tuile tresor famille case prix ma mon mes tour prend met

        io ho sono prendo prendi metto poso gioco compro uso prende mette posa gioca compra mia mie mio miei lo
        il gli un una e poi su sul sulla nel in a ad al
        da dal di del della dalla dalle dagli con per contro favore carta pedina tessera tesoro famiglia casella
        prezzo tavola mossa

        ik wij ben heb neem leg zet plaats speel koop gebruik neemt legt plaatst speelt koopt de het een en dan
        daarna op aan uit van met voor tegen
        graag alsjeblieft alstublieft aub kaart tegel schat familielid vak prijs bord tafel der beurt mijn t
    """,
}

SEVERAL_TILES = frozenset({"cards", "tiles", "karten", "cartes", "tuiles", "pions", "kaarten", "tegels"})
"""Words before which a number counts: "I have 2 cards"."""

MEANINGS = dict.fromkeys((*FILLERS, *SEVERAL_TILES), "") | {
    spelling: meaning
    for meaning, words in _MEANINGS.items()
    for word in words.split()
    for spelling in spellings_of(word)
}
"""The meaning of each word: a word or letter of the notation; empty for words that only make a sentence of it."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LAYING = _words("""
    take lay put place buy play use nehme lege legen setze setzen stelle spiele kaufe kaufen benutze nutze prends
    prendre pose poser placer achete acheter joue jouer utilise prendo prendi metto poso gioco compro uso neem leg zet
    plaats speel koop gebruik
""")
"""The fillers that put a tile on a cell."""
_AT_A_PLACE = ("sell", "keep", "discard", "swap", "over")
_WITH_A_NUMBER = ("draw", "remove", "pay")
ORDER_WORDS = OrderWords(
    known=frozenset(MEANINGS),
    verbs=_LAYING | {word for word, meaning in MEANINGS.items() if meaning in _AT_A_PLACE},
    counting=frozenset(word for word, meaning in MEANINGS.items() if meaning in _WITH_A_NUMBER),
)


ORDINALS: Mapping[str, str] = {
    word: str(number)
    for number, words in enumerate(
        (
            "first erste ersten erster premier premiere primo prima eerste",
            """second zweite zweiten zweiter deuxieme seconde secondo seconda tweede
            middle mittlere mittleren milieu mezzo middelste""",
            "third dritte dritten dritter troisieme terzo terza derde",
        ),
        1,
    )
    for word in words.split()
}
"""The numbers of the stacks and of a price table in words."""

NEGATIONS = _words("""
    no not don t do won without nothing none never
    nicht nichts kein keine keinen keins ohne
    ne n pas rien aucun aucune sans
    non niente nulla nessuno nessuna senza
    niet niets geen zonder
""")
"""With one of these words a draw is declined; some of them have another meaning in other orders."""

ENDS_ALONE = _words("fine schluss")
"""Words that end a turn when they are said alone; in a sentence they have another meaning."""

LOCAL_WORDS: Mapping[str, Mapping[str, str]] = {
    "de": {
        "sell": "verkaufen",
        "keep": "behalten",
        "discard": "wegwerfen",
        "hold": "behalten",
        "under": "unter",
        "over": "über",
        "remove": "entfernen",
        "pay": "zahlen",
        "draw": "ziehen",
        "end": "Ende",
        "pass": "passen",
        "joker": "Joker",
        "law": "Gesetz",
        "none": "keine",
    },
    "fr": {
        "sell": "vendre",
        "keep": "garder",
        "discard": "défausser",
        "hold": "garder",
        "under": "sous",
        "over": "couvrir",
        "remove": "retirer",
        "pay": "payer",
        "draw": "piocher",
        "end": "fin",
        "pass": "passer",
        "joker": "joker",
        "law": "loi",
        "none": "aucune",
    },
    "it": {
        "sell": "vendere",
        "keep": "tenere",
        "discard": "scartare",
        "hold": "tenere",
        "under": "sotto",
        "over": "coprire",
        "remove": "togliere",
        "pay": "pagare",
        "draw": "pescare",
        "end": "finire",
        "pass": "passare",
        "joker": "jolly",
        "law": "legge",
        "none": "nessuno",
    },
    "nl": {
        "sell": "verkopen",
        "keep": "houden",
        "discard": "weggooien",
        "hold": "houden",
        "under": "onder",
        "over": "bedekken",
        "remove": "verwijderen",
        "pay": "betalen",
        "draw": "trekken",
        "end": "klaar",
        "pass": "passen",
        "joker": "joker",
        "law": "wet",
        "none": "geen",
    },
}
"""The words of the notation as they are suggested in each language. To hold a law is to keep it."""

TOLD_FORMS: Mapping[str, Mapping[str, str]] = {
    "sell": {"en": "sells {}", "de": "{} verkauft", "fr": "vend {}", "it": "vende {}", "nl": "{} verkoopt"},
    "keep": {"en": "keeps {}", "de": "{} behält", "fr": "garde {}", "it": "tiene {}", "nl": "{} houdt"},
    "discard": {"en": "discards {}", "de": "{} wegwirft", "fr": "défausse {}", "it": "scarta {}", "nl": "{} weggooit"},
    "draw": {"en": "draws {}", "de": "zieht {}", "fr": "pioche {}", "it": "pesca {}", "nl": "trekt {}"},
    "pay": {"en": "pays", "de": "zahlt", "fr": "paie", "it": "paga", "nl": "betaalt"},
    "pass": {"en": "passes", "de": "passt", "fr": "passe", "it": "passa", "nl": "past"},
    "end": {"en": "ends", "de": "beendet", "fr": "finit", "it": "finisce", "nl": "eindigt"},
}
"""Steps as they stand behind the name of somebody who plays them, without their verb."""

FACT_FORMS: Mapping[str, Mapping[str, str]] = {
    "free": {
        "en": "{cell} free",
        "de": "{cell} frei",
        "fr": "{cell} libre",
        "it": "{cell} libera",
        "nl": "{cell} vrij",
    },
    "taken": {
        "en": "{cell} taken",
        "de": "{cell} besetzt",
        "fr": "{cell} occupée",
        "it": "{cell} occupata",
        "nl": "{cell} bezet",
    },
    "treasure": {"en": "{cell} {value}"},
    "market": {
        "en": "market {value}",
        "de": "Marktpreis {value}",
        "fr": "marché {value}",
        "it": "mercato {value}",
        "nl": "marktprijs {value}",
    },
    "full": {
        "en": "{value} full",
        "de": "{value} voll",
        "fr": "{value} plein",
        "it": "{value} pieno",
        "nl": "{value} vol",
    },
    "law": {
        "en": "law {value} lies",
        "de": "Gesetz {value} liegt",
        "fr": "loi {value} en jeu",
        "it": "legge {value} in gioco",
        "nl": "wet {value} ligt",
    },
    "hand": {
        "en": "my hand has {value}",
        "de": "meine Hand hat {value}",
        "fr": "ma main a {value}",
        "it": "la mia mano ha {value}",
        "nl": "mijn hand heeft {value}",
    },
}
"""Facts as they are written in each language."""

_FACT_WORDS = {
    "free": "free empty frei leer libre vide libera libero vuota vuoto vrij leeg",
    "taken": "taken occupied besetzt belegt occupee occupe prise pris presa preso occupata occupato bezet",
    "market": "market marktpreis markt marche mercato marktprijs",
    "full": "full voll plein pleine pieno piena vol",
    "lies": "lies liegt jeu gioco ligt",
    "hand": "hand main mano",
}
FACT_MEANINGS = {word: meaning for meaning, words in _FACT_WORDS.items() for word in words.split()}
"""The words of facts, without case and accents."""
FACT_FILLERS = _words("""
    is are a at on the my has have price table in ist sind auf der die das meine hat haben preis im tafel est sont sur
    le la les ma ai a prix en e sono sul sulla il lo mia ha ho prezzo is zijn op de het mijn heeft heb prijs
""")

FAMILY_WORDS = _words("family families familie familien famille familles famiglia famiglie")
LAW_WORDS = _words("laws gesetze lois leggi wetten")
HABIT_FILLERS = _words("les le de die the first zuerst zunachst abord prima eerst always immer toujours sempre altijd")
HABIT_WORDS: Mapping[str, Mapping[str, str]] = {
    "de": {"stack": "Stapel", "family": "Familie", "hold": "Gesetze behalten"},
    "fr": {"stack": "pile", "family": "famille", "hold": "garder les lois"},
    "it": {"stack": "pila", "family": "famiglia", "hold": "tenere le leggi"},
    "nl": {"stack": "stapel", "family": "familie", "hold": "wetten houden"},
}
"""The words of habits that no step has."""
