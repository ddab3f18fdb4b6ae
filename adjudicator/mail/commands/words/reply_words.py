"""Words of replies to questions, and those that stand in many commands: yes, no, none, all, and, to."""

from __future__ import annotations

from adjudicator.mail.commands.words.word_index import fold_words, index_words, parse_words, spellings

AND = fold_words(en="and, &", de="und", fr="et", it="e, ed", nl="en")
TO = fold_words(en="to", de="an", fr="à, a", it="a", nl="aan")
FROM_WORDS = parse_words(en="from", de="von", fr="de", it="da", nl="van")
FROM = frozenset(spellings(FROM_WORDS))
"""Before the player from whose seat a board is shown."""

BY = fold_words(en="by, with", de="durch, von, mit", fr="par, avec", it="da, con", nl="door, met")
"""Words before the address of who takes a seat."""

ARTICLES = fold_words(en="the", de="das, dem, den", fr="la, le", it="la, il", nl="het, de")
"""Words that people write before the house player."""
WHOM = fold_words(
    en="me, us, him, her, them, you, out",
    de="mir, uns, ihm, ihr, euch, dir, ihnen",
    fr="moi, nous, toi, vous, lui, leur",
    it="mi, ci, noi, lui, loro",
    nl="mij, ons, hem, haar, hen, jou",
)
"""Words behind "help" that make a sentence of it."""
OF = fold_words(en="of, for", de="von, für, zu", fr="de, d, pour", it="di, per", nl="van, voor")
"""Words that people write before a game: "the rules of Cheops"."""

NONE_WORDS = parse_words(en="none, no", de="keine, ohne", fr="aucun, sans", it="nessuno, nessuna", nl="geen")
NONE = frozenset(spellings(NONE_WORDS))

ALWAYS_WORDS = parse_words(en="always", de="immer", fr="toujours", it="sempre", nl="altijd")
ALWAYS = frozenset(spellings(ALWAYS_WORDS))
"""Before a habit: in all matches of the game."""

CANCEL_WORDS = parse_words(
    en="cancel, delete",
    de="streichen, streiche, löschen, lösche, absagen",
    fr="annuler, annule, supprimer, supprime",
    it="annulla, annullare, cancella, cancellare",
    nl="schrappen, schrap, annuleren, annuleer",
)
CANCEL = frozenset(spellings(CANCEL_WORDS))
"""Words that cancel an announced absence."""
NEVER = fold_words(
    en="never, never again",
    de="nie, niemals, nie wieder",
    fr="jamais, plus jamais",
    it="mai, mai più",
    nl="nooit, nooit meer",
)
NO = NEVER | fold_words(
    en="no, nope, decline, cancel, no thanks",
    de="nein, ablehnen, ich lehne ab, lehne ab, abbrechen, nein danke, nö",
    fr="non, refuser, je refuse, refus, annuler, non merci",
    it="no, rifiuto, rifiutare, annulla, annullare, no grazie",
    nl="nee, neen, weigeren, afwijzen, ik weiger, annuleren, nee dank je",
)
YES = fold_words(
    en="yes, yes please, yep, y, ok, okay, sure, agreed, confirm, confirmed, accept, join, I join, I confirm",
    de="ja, ja bitte, jawohl, gerne, einverstanden, bestätigen, bestätigt, annehmen, mitspielen, beitreten",
    fr="oui, oui merci, d'accord, confirmer, je confirme, accepter, j'accepte, participer, rejoindre",
    it="sì, si, sì grazie, va bene, d'accordo, confermo, confermare, accetto, accettare, partecipo, partecipare",
    nl="ja, ja graag, graag, akkoord, bevestigen, ik bevestig, accepteren, meedoen, ik doe mee",
)
PLEASE = fold_words(
    en="please, thanks, thank you, thanks a lot, gladly, do it, that was me, it was me",
    de="bitte, danke, vielen dank, gern, gerne, das war ich",
    fr="merci, merci beaucoup, s'il vous plaît, s'il te plaît, svp, stp, volontiers, avec plaisir, c'était moi",
    it="grazie, grazie mille, per favore, volentieri, con piacere, ero io",
    nl="graag, dank je, dank je wel, dankjewel, dank u, dank u wel, bedankt, alsjeblieft, alstublieft, aub, dat was ik",
)
"""Words that may follow a yes on its line."""
NAME_VERBS = frozenset({"is", "ist", "est", "è", "e'"})
"""Words between "my name" and the name; not folded, since "E Bianchi" is a name."""
NAME_AGAIN = fold_words(
    en="again, now, still",
    de="wieder, jetzt, nun, ab jetzt",
    fr="maintenant, désormais, toujours",
    it="ora, adesso, di nuovo, ancora",
    nl="weer, nu, voortaan",
)
"""Words that may follow them."""
WELCOME = fold_words(en="", de="willkommen", fr="", it="", nl="welkom")
"""Words after which what stands behind "ich heiße" is no name."""
NEAR_COMMANDS = index_words(
    {
        "undo": parse_words(
            en="back, go back, revert, retract, unplay",
            de="zurück, zurücksetzen, Zurücknahme, stornieren, Storno",
            fr="retour, retour en arrière, revenir, revenir en arrière, défaire",
            it="indietro, torna indietro, tornare indietro, disfare, disfa, ritirare",
            nl="terug, ga terug, terugzetten, herstellen",
        ),
    }
)
"""Words that are no command alone, and close to one in meaning. They only suggest it."""
ACCENTED = {"résumé": "digest"}
"""Words that are another command without their accents, each with the one that is meant: a French summary, and the
English word that ends a pause. With the accents they are no command, and only suggest that one."""
UNDO = fold_words(
    en="undo, take back, take it back, that was not me, that wasn't me, it wasn't me",
    de="rückgängig, rückgängig machen, zurücknehmen, nimm zurück, das war ich nicht",
    fr="annuler, annule, ce n'était pas moi, c'était pas moi",
    it="annullare, annulla, non ero io",
    nl="terugdraaien, ongedaan maken, terugnemen, dat was ik niet",
)
"""Replies to the news of a change that undo it."""
ENDS_TURN = fold_words(
    en="end, end turn, end my turn, done, finish",
    de="Ende, fertig, Zug beenden, beenden, beende meinen Zug, Schluss",
    fr="fin, fini, finir, terminé, fin du tour",
    it="fine, finito, finire, fine del turno, fine turno",
    nl="klaar, einde, beurt beëindigen, einde beurt",
)
"""Lines that end a turn and do nothing else; they need no reason if it is over."""
STOPS = fold_words(
    en="end, quit, exit, stop, that's all", de="Ende, Schluss, stopp", fr="fin", it="fine, fine lettera", nl="einde"
)
"""Alone on a line, they end the orders of a letter. As the first line, `stop` is the command of that name."""

ALL = fold_words(en="all", de="alle, alles", fr="tous, tout, toutes", it="tutti, tutte", nl="alle, alles")
"""In an answer to a digest, before a line for all matches."""

OFF = (
    NONE
    | NEVER
    | fold_words(
        en="off, end", de="aus, keiner, weg, Ende", fr="arrêt, fin, rien", it="stop, via, fine", nl="uit, weg, einde"
    )
)
"""Words for wanting none of something."""
SWITCHES = index_words(
    {
        "on": parse_words(en="on, yes", de="an, ein, ja", fr="oui, activé", it="sì, si, attivo", nl="aan, ja"),
        "off": parse_words(
            en="off, no, none", de="aus, nein, keine", fr="non, désactivé", it="no, spento", nl="uit, nee"
        ),
    }
)
"""Whether something is wanted."""
USUAL_WORDS = parse_words(
    en="usual, as usual, default",
    de="üblich, wie üblich, wie sonst, normal",
    fr="habituel, comme d'habitude, normal",
    it="solito, come al solito, normale",
    nl="gewoon, zoals gewoonlijk, normaal",
)
USUAL = frozenset(spellings(USUAL_WORDS))
"""The reminder of somebody who has chosen none."""
