"""The words that orders are written in, in English, German, French, Italian and Dutch, and how a text is cut into them.

They are written without case and accents, as orders are compared. A word that is not here makes an order unreadable,
so that a sentence about a card is not taken for a step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum

from adjudicator.engines.contract import OMeans
from adjudicator.engines.order_text import FILLERS, OrderWords, Token, spellings_of, tokens_of
from adjudicator.engines.pharao.position.cards import LETTERS, Side
from adjudicator.engines.pharao.position.grid import COLUMNS
from adjudicator.engines.pharao.position.position import Colour, Figure


class Verb(StrEnum):
    """Action that an order asks for."""

    FLIP = "flip"
    SPIN = "spin"
    """To turn a card: over, or to lie in another way. The position tells which."""
    ROTATE = "rotate"
    UNLAMP = "unlamp"
    PUT = "put"
    TAKE = "take"
    DROP = "drop"
    STEAL = "steal"
    END = "end"


class Thing(StrEnum):
    """The things that orders name."""

    LANTERN = "lantern"
    BUST = "bust"


Meaning = Figure | Verb | Thing | Colour | Side

CARD_VERBS = (Verb.FLIP, Verb.SPIN, Verb.ROTATE)
LAYING_VERBS = (Verb.SPIN, Verb.ROTATE)
"""The verbs that sides must follow."""
HOLDING_VERBS = (Verb.TAKE, Verb.PUT, Verb.DROP, Verb.STEAL)

_WORDS: Mapping[Meaning | None, str] = {
    Figure.ARCHAEOLOGIST: """archaeologist archeologist archäologe archäologen archäologin archeologue
        archeologo archeologa archeoloog""",
    Figure.PORTER: "porter bearer träger porteur porteuse portatore portatrice portantino drager kruier",
    Verb.FLIP: """flip flips reveal uncover discover explore aufdecken aufdecke decke umdrehen aufdeck entdecke
        entdecken retourner retourne decouvrir decouvre scopri scopro scoprire scoprirla scopre onthul onthullen
        ontdek ontdekken reveals uncovers deckt aufdeckt entdeckt onthult ontdekt""",
    Verb.SPIN: """turn turns drehe wende wenden drehen dreh tourner tourne tournez gira giro girare draai draaien
        omdraaien volta voltare lie lying richte ausrichten oriente orienter orienta orientare orientarla girarla
        dreht wendet draait omdraait""",
    Verb.ROTATE: """rotate rotates rotating rotier rotiere rotieren pivoter pivote ruota ruoto ruotare ruotarla
        roteer roteren rotiert roteert""",
    Thing.LANTERN: """lamp lantern lanterns lampe laterne laternen lanterne lanternes lampada lanterna lanterne
        lantaarn lantaarns""",
    Verb.UNLAMP: "unlamp",
    Verb.PUT: """put puts lay lays place legt legen lege leg ablegen hinlegen stelle stellen
        poser pose deposer depose mettre mets posa poso posare posarla metti metto mettere metterla lascia lasciare
        deposita plaats plaatsen leggen neerleggen zet zetten""",
    Verb.TAKE: """take takes pick picks grab grabs get gets remove nimm nimmt nehme nehmen aufheben hebe aufnehmen
        entferne entfernen
        prendre prends prend ramasser ramasse enlever enleve reprendre reprends remporter prendi prendo prendere
        prende raccogli raccolgo raccoglie togli tolgo toglie togliere neem neemt nemen pak pakt pakken oprapen haal
        halen verwijder verwijderen""",
    Verb.DROP: "drop drops fallenlassen lacher lache laisser laisse lasciacadere",
    Verb.STEAL: """steal steals rob stehlen stehle stiehl klaue klauen raube rauben voler vole derober ruba rubo
        rubare steel stelen roof""",
    Verb.END: """end ends pass done finish ende beenden beende fertig passe passen aussetzen fin finir finis
        terminer termine passer finito finire finisco passo passare termina terminare einde klaar voorbij pas
        beeindig beeindigen eindig""",
    Thing.BUST: "bust buste büste busto",
    Colour.RED: "red rot rote roten rotem rouge rosso rossa rood rode",
    Colour.BLUE: "blue blau blaue blauen blauem bleu bleue blu blauw blauwe",
    Colour.GREEN: "green grün grüne grünen grünem vert verte verde groen groene",
    Colour.YELLOW: "yellow gelb gelbe gelben gelbem jaune giallo gialla geel gele",
    Side.NORTH: "north norden nord noorden noord nördlich",
    Side.EAST: "east osten ost est oosten oost östlich",
    Side.SOUTH: "south süden sud süd zuiden zuid südlich",
    Side.WEST: "west westen ouest ovest westlich",
    None: """i we my me am want would like go goes going move moves moving walk walks run runs to on onto at in into
        the a an and then over up with from of off by down his her him it so that please card tile treasure
        treasures side sides open opening openings toward towards facing degrees degree deg clockwise my turn s first

        ich wir bin gehe geht gehen ziehe zieht ziehen laufe läuft laufen betritt betreten betrete nach auf zu zum in
        an den die das der dem
        des mein meine meinen meinem ein eine einen und dann mit von vom weg hin um ab bitte karte schatz seite
        seiten offen offene offenen richtung gen grad zug runde hoch zuerst

        je j nous ai suis va vais aller vas vers au a la le l les sur de du d des mon ma mes un une et puis avec
        en deplacer deplace bouge bouger avance carte tresor cote cotes ouvert ouverte ouverts ouvertes
        ouverture ouvertures direction abord degre degres tour s il vous te plait svp stp

        io ho sono vado va vai andare muovo muovi muovere sposta sposto spostare verso il lo la i gli ad su da dal
        dalla del della mio mia una e ed poi con in carta tesoro lato lati aperto aperta aperti aperte apertura
        aperture grado gradi di turno per favore prego prima primo

        ik wij ben heb ga gaat gaan loop loopt lopen verplaats naar op het de mijn een en dan met van af neer kaart
        schat kant kanten zijde zijden richting graden beurt eerst graag alsjeblieft alstublieft aub om""",
}


_ABOUT_SIDES = """so that is are it now already both laid rotated sodass dass sie sind ist jetzt schon beide gelegt
    gedreht soit soient sont ses maintenant deja posee tournee siano sia sono che ora gia cosi ha
    posata ruotata zodat zijn nu al dat neergelegd gedraaid"""
"""Words that only belong to an order if it says which sides of a card are to be open."""


def _meanings() -> Iterator[tuple[str, Meaning | None]]:
    for meaning, words in _WORDS.items():
        for word in words.split():
            yield from ((spelling, meaning) for spelling in spellings_of(word))
    yield from ((word, None) for word in FILLERS)


MEANINGS: Mapping[str, Meaning | None] = dict(reversed([*_meanings()]))
"""Meaning of each word; None for a filler. Where two meanings claim a word, the first has it."""

FIGURE_LETTERS: Mapping[str, Figure] = {
    "a": Figure.ARCHAEOLOGIST,
    "p": Figure.PORTER,
    "t": Figure.PORTER,
    "d": Figure.PORTER,
}
"""The figures' initials; the porter's are P in English, French and Italian, T in German and D in Dutch."""
SIDE_LETTERS = frozenset("neswoz")
"""The letters of the sides in all languages; O is the east in two of them and the west in two."""
SIDE_OF_O: Mapping[OMeans, Side] = {OMeans.EAST: Side.EAST, OMeans.WEST: Side.WEST}


def _words(text: str) -> frozenset[str]:
    return frozenset(spelling for word in text.split() for spelling in spellings_of(word))


EVERYDAY = _words("""
    n e s w o z en enow ens enzo eno eon eons eos es eso ne neo new news nez no noe noes non nos nose now on one
    ones ons os ose ow owe owes own owns oz se sen seno sew sewn sne snow so son sone sow sown we wen wens wes wo
    woe woes won ze zen zeno zes zo zoen zon zone zwo
""")
"""The everyday words that could be read as sides."""

WALKING = _words("""
    go goes going move moves moving walk walks run runs gehe geht gehen ziehe zieht ziehen laufe läuft laufen vais aller
    va vas vado vai andare deplacer deplace bouge bouger avance muovo muovi muovere sposta sposto spostare ga gaat gaan
    loop loopt lopen verplaats betritt betreten betrete
""")
"""The fillers that send a figure to a card."""

ABOUT_SIDES = _words(_ABOUT_SIDES)
_LAYING_OR_FLIPPING = (*CARD_VERBS, Verb.PUT)

ENDS_ALONE = ("fine", "schluss")
"""The words that end a turn when nothing else is said: in another sentence they have another meaning."""

LOCAL_WORDS: Mapping[str, Mapping[str, str]] = {
    "de": {
        "flip": "aufdecken",
        "turn": "ausrichten",
        "rotate": "drehen",
        "lamp": "Lampe",
        "unlamp": "Lampe nehmen",
        "take": "nehmen",
        "bust": "Büste",
        "drop": "ablegen",
        "steal": "stehlen",
        "end": "Ende",
        "red": "rot",
        "blue": "blau",
        "green": "grün",
        "yellow": "gelb",
        "N": "Nord",
        "E": "Ost",
        "S": "Süd",
        "W": "West",
    },
    "fr": {
        "flip": "retourner",
        "turn": "orienter",
        "rotate": "pivoter",
        "lamp": "lampe",
        "unlamp": "reprendre lampe",
        "take": "prendre",
        "bust": "buste",
        "drop": "déposer",
        "steal": "voler",
        "end": "fin",
        "red": "rouge",
        "blue": "bleu",
        "green": "vert",
        "yellow": "jaune",
        "N": "nord",
        "E": "est",
        "S": "sud",
        "W": "ouest",
    },
    "it": {
        "flip": "scoprire",
        "turn": "orientare",
        "rotate": "ruotare",
        "lamp": "lanterna",
        "unlamp": "togliere lanterna",
        "take": "prendere",
        "bust": "busto",
        "drop": "posare",
        "steal": "rubare",
        "end": "finire",
        "red": "rosso",
        "blue": "blu",
        "green": "verde",
        "yellow": "giallo",
        "N": "nord",
        "E": "est",
        "S": "sud",
        "W": "ovest",
    },
    "nl": {
        "flip": "onthullen",
        "turn": "draaien",
        "rotate": "roteren",
        "lamp": "lamp",
        "unlamp": "lamp pakken",
        "take": "pakken",
        "bust": "buste",
        "drop": "neerleggen",
        "steal": "stelen",
        "end": "klaar",
        "red": "rood",
        "blue": "blauw",
        "green": "groen",
        "yellow": "geel",
        "N": "noord",
        "E": "oost",
        "S": "zuid",
        "W": "west",
    },
}
"""The words of the notation, and those for the letters of the sides, as they are suggested in each language."""
TOLD_FORMS: Mapping[str, Mapping[str, str]] = {
    "flip": {"en": "turns over {}", "de": "{} aufdeckt", "fr": "retourne {}", "it": "scopre {}", "nl": "{} onthult"},
    "rotate": {"en": "rotates {}", "de": "{} rotiert", "fr": "pivote {}", "it": "ruota {}", "nl": "{} roteert"},
    "take": {"en": "takes {}", "de": "{} nimmt", "fr": "prend {}", "it": "prende {}", "nl": "{} pakt"},
    "steal": {"en": "steals {}", "fr": "vole {}", "it": "ruba {}"},
}
"""Steps as they stand behind the name of somebody who plays them. Sides and colours stand behind their verb."""
FACT_FORMS: Mapping[str, Mapping[str, str]] = {
    "open": {
        "en": "{cell} open",
        "de": "{cell} offen",
        "fr": "{cell} ouverte",
        "it": "{cell} aperta",
        "nl": "{cell} open",
    },
    "hidden": {
        "en": "{cell} hidden",
        "de": "{cell} verdeckt",
        "fr": "{cell} cachée",
        "it": "{cell} nascosta",
        "nl": "{cell} verborgen",
    },
    "fallen": {
        "en": "{cell} fallen",
        "de": "{cell} gefallen",
        "fr": "{cell} effondrée",
        "it": "{cell} crollata",
        "nl": "{cell} ingestort",
    },
    "treasure": {
        "en": "treasure at {cell}",
        "de": "Schatz auf {cell}",
        "fr": "trésor en {cell}",
        "it": "tesoro in {cell}",
        "nl": "schat op {cell}",
    },
    "bust": {
        "en": "bust found",
        "de": "Büste gefunden",
        "fr": "buste trouvé",
        "it": "busto trovato",
        "nl": "buste gevonden",
    },
    "figure": {
        "en": "{figure} at {cell}",
        "de": "{figure} auf {cell}",
        "fr": "{figure} en {cell}",
        "it": "{figure} in {cell}",
        "nl": "{figure} op {cell}",
    },
    "carry": {"en": "I carry", "de": "ich trage", "fr": "je porte", "it": "io porto", "nl": "ik draag"},
}
"""Facts as they are written in each language."""

_FACT_WORDS = {
    "open": "open offen ouvert ouverte aperta aperto",
    "hidden": "hidden verdeckt cache cachee nascosta nascosto verborgen",
    "fallen": "fallen gefallen effondre effondree crollata crollato ingestort",
    "treasure": "treasure schatz tresor tesoro schat",
    "found": "found gefunden trouve trouvee trovato gevonden",
    "carry": "carry trage porte porto draag",
}
FACT_MEANINGS = {word: meaning for meaning, words in _FACT_WORDS.items() for word in words.split()}
"""The words of facts, without case and accents."""
FACT_FILLERS = _words("""
    is are at on the a i lies has been ist sind auf der die das ein ich liegt steht wurde est sont en sur a le la un je
    e in su sulla sul lo il un io sono stato is zijn op de het een ik ligt staat
""")

ORDER_WORDS = OrderWords(
    known=frozenset(MEANINGS) | frozenset(FIGURE_LETTERS) | SIDE_LETTERS,
    verbs=WALKING
    | frozenset(FIGURE_LETTERS)
    | {word for word, meaning in MEANINGS.items() if isinstance(meaning, Verb | Figure) and meaning != Verb.END},
    details=frozenset(word for word, meaning in MEANINGS.items() if isinstance(meaning, Side)),
)
SIDE_WORDS: Mapping[str, Mapping[str, str]] = {"en": {side: side.name.lower() for side in Side}, **LOCAL_WORDS}

_SHORTEST_SHOUT = 3
_THEY = ("er",)
"""A word for a figure behind its verb: "dann geht er nach C4". At the beginning of an order it may be about anybody."""
_COMPASS = frozenset(LETTERS.casefold())


def split_words(text: str) -> tuple[Token, ...]:
    """Cut a text into words and numbers; the figure and the column in "AC3" are two."""
    return tuple(part for token in tokens_of(text) for part in _split_token(token, text[token.end : token.end + 1]))


def is_known(token: Token) -> bool:
    """Tell whether a word has a meaning in orders, or is a filler."""
    return token.text in MEANINGS


def meaning_of(token: Token) -> Meaning | None:
    """Return the meaning of a word; None for a filler and for a word that is not known."""
    return MEANINGS.get(token.text)


def find_strange_words(tokens: Sequence[Token], sides_at: AbstractSet[int]) -> tuple[str, ...]:
    """List the words that no order has. A single letter may stand for a figure or a column."""
    about = ABOUT_SIDES if _describes_sides(tokens, sides_at) else frozenset()
    return tuple(
        token.text
        for place, (token, behind) in enumerate(zip(tokens, (*tokens, None)[1:], strict=True))
        if not (token.is_number or is_known(token) or place in sides_at or token.text in about)
        and not (token.text in _THEY and place and is_known(tokens[place - 1]))
        and not (token.text in FIGURE_LETTERS and not token.elided)
        and not (token.is_letter and behind is not None and behind.is_number)
    )


def _describes_sides(tokens: Sequence[Token], sides_at: AbstractSet[int]) -> bool:
    """Tell whether a text names sides, and either an action on a card or nothing else."""
    meanings = [meaning_of(token) for token in tokens]
    if not (sides_at or any(isinstance(meaning, Side) for meaning in meanings)):
        return False
    if tokens[0].is_letter and tokens[1:] and tokens[1].text in ABOUT_SIDES:
        return False  # "O is east" gives the meaning of a letter
    others = [meaning for meaning in meanings if meaning is not None and not isinstance(meaning, Side)]
    return any(meaning in _LAYING_OR_FLIPPING for meaning in others) or not (
        others or any(token.is_number for token in tokens)
    )


def is_closing_word(tokens: Sequence[Token]) -> bool:
    """Recognise a word of `ENDS_ALONE` beside which nothing but fillers is said."""
    said = [token for token in tokens if not is_known(token) or meaning_of(token) is not None]
    return len(said) == 1 and said[0].text in ENDS_ALONE


def find_sides(tokens: Sequence[Token]) -> frozenset[int]:
    """Find the places of the tokens that are written as letters of sides, and not as a word that looks like them.

    In capitals they may stand anywhere, unless all is in capitals. In small letters they stand at the end, and are no
    everyday word, save behind a verb that wants sides or as letters one by one.
    """
    could = [place for place, token in enumerate(tokens) if _could_be_sides(token)]
    capitals = [] if _is_shouted(tokens) else [place for place in could if tokens[place].is_upper]
    run = _run_at_end(tokens, could)
    due = any(meaning_of(token) in LAYING_VERBS for token in tokens[: len(tokens) - len(run)])
    spelt = len(run) == len(tokens) > 1 and all(token.is_letter for token in tokens)
    small = [place for place in run if _small_letters_count(tokens[place], due=due, spelt=spelt)]
    return frozenset((*capitals, *small))


def translate_sides(letters: str, o_means: OMeans | None = None) -> str:
    """Translate letters of all languages to N E S W, each once; O stays where it may be either east or west.

    The Dutch Z is the south. O is the east (*Ost*, *oost*) beside W or Z, the west (*ouest*, *ovest*) beside E, and
    unclear alone, unless its writer has told its meaning. Where the other letters speak against that, it
    stays, too.
    """
    beside = {OMeans.EAST: "W" in letters or "Z" in letters, OMeans.WEST: "E" in letters}
    likely = [meaning for meaning, is_likely in beside.items() if is_likely]
    meaning = o_means or (likely[0] if len(likely) == 1 else None)
    if meaning and (not likely or meaning in likely):
        letters = put_o(letters, meaning)
    return "".join(dict.fromkeys(letters.replace("Z", "S")))


def put_o(letters: str, meaning: OMeans) -> str:
    """Write an O among letters of sides as E or W."""
    return letters.replace("O", SIDE_OF_O[meaning])


def _split_token(token: Token, behind: str) -> tuple[Token, ...]:
    """Make two tokens of the figure and column in "AC3"."""
    text, start, end = token.text, token.start, token.end
    joined = len(text) == end - start == 2 and text[0] in FIGURE_LETTERS and text[1].upper() in COLUMNS
    if not (joined and behind.isdigit()):
        return (token,)
    letters = enumerate(token.written)
    return tuple(Token(text[at], letter, start + at, start + at + 1) for at, letter in letters)


def _is_shouted(tokens: Sequence[Token]) -> bool:
    """Tell whether words that are no sides are in capitals, too."""
    return any(token.is_upper and len(token.text) >= _SHORTEST_SHOUT and is_known(token) for token in tokens)


def _could_be_sides(token: Token) -> bool:
    return SIDE_LETTERS.issuperset(token.text) and len(set(token.text)) == len(token.text) <= 4 and not token.elided


def _run_at_end(tokens: Sequence[Token], could: Sequence[int]) -> range:
    start = len(tokens)
    while start - 1 in could:
        start -= 1
    return range(start, len(tokens))


def _small_letters_count(token: Token, *, due: bool, spelt: bool) -> bool:
    if not (token.written.islower() or token.is_upper):
        return False
    return token.text not in EVERYDAY or spelt or (due and _COMPASS.issuperset(token.text))
