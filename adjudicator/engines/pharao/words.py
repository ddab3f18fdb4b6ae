"""The words that orders are written in, in English, German, French, Italian and Dutch, and what they mean.

They are written without case and accents, as orders are compared. A word that is not here makes an order unreadable,
so that a sentence about a card is not taken for a step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

_MEANINGS: Mapping[str, str] = {
    "archaeologist": """archaeologist archeologist archaologe archaologen archaeologe archaologin archeologue archeologo
        archeologa archeoloog""",
    "porter": "porter bearer trager traeger porteur porteuse portatore portatrice drager kruier",
    "flip": """flip flips reveal uncover discover aufdecken aufdecke decke umdrehen aufdeck entdecke entdecken retourner
        retourne decouvrir decouvre scopri scopro scoprire scopre onthul onthullen ontdek ontdekken""",
    "spin": """turn turns drehe wende wenden drehen dreh tourner tourne tournez gira giro girare draai draaien omdraaien
        volta voltare lie lying richte ausrichten oriente orienter orienta orientare""",
    "rotate": """rotate rotates rotating rotier rotiere rotieren pivoter pivote ruota ruoto ruotare roteer roteren""",
    "lantern": """lamp lantern lanterns lampe laterne laternen lanterne lanternes lampada lanterna lanterne
        lantaarn lantaarns""",
    "unlamp": "unlamp",
    "put": """put puts lay lays place legt legen lege leg ablegen stelle stellen poser pose deposer depose mettre mets
        posa poso posare metti metto mettere lascia lasciare deposita plaats plaatsen leggen neerleggen zet zetten""",
    "take": """take takes pick grab get remove nimm nimmt nehme nehmen aufheben hebe aufnehmen entferne entfernen
        prendre prends prend ramasser ramasse enlever enleve reprendre reprends remporter prendi prendo prendere
        raccogli raccolgo togli tolgo togliere neem nemen pak pakken oprapen haal halen verwijder verwijderen""",
    "drop": "drop drops fallenlassen lacher lache laisser laisse lasciacadere",
    "steal": """steal steals rob stehlen stehle stiehl klaue klauen raube rauben voler vole derober ruba rubo rubare
        steel stelen roof""",
    "end": """end ends pass done finish ende beenden beende fertig passe passen aussetzen fin finir finis terminer
        termine passer finito passo passare termina terminare einde klaar voorbij pas beeindig beeindigen eindig""",
    "bust": "bust buste busto",
    "red": "red rot rote roten rotem rouge rosso rossa rood rode",
    "blue": "blue blau blaue blauen blauem bleu bleue blu blauw blauwe",
    "green": "green grun grune grunen grunem gruen vert verte verde groen groene",
    "yellow": "yellow gelb gelbe gelben gelbem jaune giallo gialla geel gele",
    "N": "north norden nord noorden noord nordlich",
    "E": "east osten ost est oosten oost ostlich",
    "S": "south suden sud sued zuiden zuid sudlich",
    "W": "west westen ouest ovest westlich",
    "": """i we my me am want would like go goes going move moves moving walk walks run runs to on onto at in into the a
        an and then over up with from of off by down his her him it so that please card tile
        treasure treasures side sides open opening openings degrees degree deg clockwise my turn s

        ich wir bin gehe geht gehen ziehe zieht ziehen laufe lauft laufen nach auf zu zum in an den die das der dem des
        mein meine meinen meinem ein eine einen und dann mit von vom weg hin um ab bitte karte schatz seite seiten offen
        grad zug runde hoch

        je j nous ai suis va vais aller vas vers au a la le l les sur de du d des mon ma mes un une et puis avec
        en deplacer deplace bouge bouger avance carte tresor cote cotes ouvert ouverts degre degres tour s il
        vous te plait svp stp

        io ho sono vado va vai andare muovo muovi muovere sposta sposto spostare verso il lo la i gli ad su da
        dal dalla del della mio mia una e poi con in carta tesoro lato lati aperto aperti grado gradi di turno
        per favore prego

        ik wij ben heb ga gaat gaan loop loopt lopen verplaats naar op het de mijn een en dan met van af neer
        kaart schat kant kanten graden beurt graag alsjeblieft alstublieft aub om""",
}


def _listed() -> Iterator[tuple[str, str]]:
    for meaning, words in _MEANINGS.items():
        for word in words.split():
            yield word, meaning


MEANINGS: Mapping[str, str] = dict(reversed([*_listed()]))
"""What each word means; nothing for one that only fills an order. Where two claim a word, the first has it."""

FIGURE_LETTERS: Mapping[str, str] = {"a": "archaeologist", "p": "porter", "t": "porter", "d": "porter"}
SIDE_LETTERS = frozenset("neswoz")
"""The letters of the sides in all languages; O is the east in two of them and the west in two."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ORDINARY = _words("""
    n e s w o z en enow ens enzo eno eon eons eos es eso ne neo new news nez no noe noes non nos nose now on one ones
    ons os ose ow owe owes own owns oz se sen seno sew sewn sne snow so son sone sow sown we wen wens wes wo woe woes
    won ze zen zeno zes zo zoen zon zone zwo
""")
"""The everyday words that could be read as sides."""

ENDS_ALONE = _words("fine schluss")
"""The words that end a turn when nothing else is said: in another sentence they have another meaning."""
