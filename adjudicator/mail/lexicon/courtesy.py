"""Removes polite words around an order: ``Hi Anna, my move is M14, thanks!`` becomes ``M14``.

The lists serve all games and all commands. Nothing here decides that the rest is an order: an engine parses it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.mail.lexicon.closings import CLOSINGS
from adjudicator.mail.lexicon.wordlist import Phrases, Word, longest_phrase, phrase_at, phrase_before, phrases, words_in

_GREETINGS = phrases(
    "hi, hello, hey, hi there, hello there, hi all, hi everybody, dear, good morning, good afternoon, good evening",
    "hallo, hallo zusammen, servus, moin, moin moin, grüezi, grüß dich, guten morgen, guten tag, guten abend, liebe,"
    " lieber, hallo ihr lieben",
    "bonjour, salut, bonsoir, coucou, bonjour à tous, salut à tous, cher, chère",
    "ciao, ciao a tutti, salve, buongiorno, buon giorno, buonasera, buona sera, caro, cara",
    "hoi, hoi allemaal, hé, dag, goedemorgen, goedemiddag, goedenavond, goeiemorgen, beste, lieve",
)
"""Greetings; a name of one or two words may follow, up to a punctuation mark."""

_WISHES = phrases(
    """please, pls, plz, thanks, thank you, thank you very much, thanks a lot, thanks so much, thanks in advance,
    many thanks, thx, ty, cheers, good luck, good luck to you, best of luck, have fun, enjoy, see you, see you
    soon, see you later, see you then, talk soon, bye, bye bye, goodbye, good night, best, best wishes, best
    regards, kind regards, all the best, regards, take care, i think, i guess, i believe, i hope, good game,
    great game, nice game, well played, nice move, good move, great move, no problem, no worries, no hurry, no
    rush, not bad, have a nice day, have a good day, have a nice evening, have a nice weekend, have a good
    weekend, your turn, your move, over to you, up to you, that's all, that is all, that's it, that is it, for
    now, for today, for this turn, this time, fine thanks, fine thank you, why not, lol, haha, here goes, here
    we go, there you go, happy holidays, merry christmas, happy new year,
    enjoy your holiday, if you please, if you don't mind, sorry for the delay, sorry for the wait, sorry i'm
    late, sorry to keep you waiting, yay, yippee, hooray, hurray, woohoo""",
    """bitte, bitte schön, bitte sehr, danke, danke schön, danke sehr, danke dir, danke euch, vielen dank, besten
    dank, herzlichen dank, tausend dank, danke im voraus, viel glück, viel spaß, viel erfolg, bis bald, bis
    dann, bis später, bis morgen, bis zum nächsten mal, tschüss, tschüß, auf wiedersehen, mach's gut, gute
    nacht, gruß, grüße, viele grüße, liebe grüße, schöne grüße, beste grüße, mit freundlichen grüßen, lg, vg,
    mfg, glaube ich, denke ich, meine ich, hoffe ich, glaub ich, denk ich, würde ich sagen, schönes spiel, gutes
    spiel, tolles spiel, gut gespielt, schöner zug, guter zug, starker zug, kein problem, keine sorge, keine
    eile, nicht schlecht, schönen tag, schönen tag noch, schönen abend, schönen abend noch, schönes wochenende,
    du bist dran, du bist am zug, ihr seid dran, das ist alles, das war's, das war alles, für heute, für jetzt,
    für diesmal, warum nicht, los geht's, auf geht's, wenn's recht ist, wenn ich bitten darf, entschuldige die
    verspätung, entschuldigung für die verspätung, sorry für die verspätung,
    juhu, juchhu, hurra, jippie, yippie, schöne feiertage, frohe feiertage, frohe weihnachten, frohes fest,
    schönes fest, guten rutsch, frohes neues, frohes neues jahr, schönen urlaub, schöne ferien""",
    """s'il te plaît, s'il vous plaît, s'il te plait, stp, svp, s.v.p., s.t.p., merci, merci beaucoup, merci bien,
    mille mercis, merci d'avance, grand merci, bonne chance, bon courage, amuse-toi bien, bon jeu, à bientôt, à
    plus, à plus tard, à tout à l'heure, à demain, à la prochaine, au revoir, bonne nuit, cordialement, bien
    cordialement, amicalement, bises, bisous, amitiés, bien à toi, bien à vous, salutations, je crois, je pense,
    je suppose, j'espère, il me semble, bien joué, beau coup, joli coup, belle partie, bonne partie, bravo, pas
    de problème, pas de souci, pas mal, pas de quoi, rien ne presse, bonne journée, bonne soirée, bon week-end,
    bonne semaine, à toi, à vous, à toi de jouer, à vous de jouer, c'est tout, c'est à toi, c'est à vous, voilà,
    pour l'instant, pour aujourd'hui, pour ce tour, cette fois, pourquoi pas, c'est parti, désolé pour le
    retard, désolée pour le retard, pardon pour le retard, youpi, hourra, bonnes fêtes, joyeuses fêtes,
    joyeux noël, bonne année, bonnes vacances""",
    """per favore, per piacere, per cortesia, prego, grazie, grazie mille, tante grazie, molte grazie, grazie
    tante, grazie in anticipo, buona fortuna, in bocca al lupo, buon divertimento, buon gioco, a presto, a dopo,
    a domani, ci vediamo, alla prossima, arrivederci, buonanotte, buona notte, saluti, tanti saluti, cordiali
    saluti, un saluto, un abbraccio, credo, penso, spero, direi, mi pare, mi sembra, ben giocato, bella mossa,
    bella partita, bel gioco, complimenti, bravo, brava, nessun problema, non c'è problema, non c'è fretta,
    niente fretta, non male, buona giornata, buona serata, buon fine settimana, buon weekend, tocca a te, tocca
    a voi, a te, a voi, sta a te, è tutto, questo è tutto, tutto qui, ecco, ecco qui, ecco fatto, per ora, per
    oggi, per questo turno, stavolta, questa volta, perché no, si comincia, scusa il ritardo, scusate il
    ritardo, scusa per il ritardo, evviva, urrà, buone feste, buon natale,
    buon anno, buone vacanze""",
    """alsjeblieft, alstublieft, alsjeblieft zeg, aub, a.u.b., graag, bedankt, dank je, dank je wel, dankjewel,
    dank u, dank u wel, dankuwel, hartelijk dank, veel dank, heel erg bedankt, bedankt alvast, alvast bedankt,
    veel succes, succes, veel plezier, veel geluk, tot gauw, tot zo, tot later, tot straks, tot morgen, tot
    ziens, tot dan, tot de volgende keer, doei, doeg, dag, welterusten, groet, groeten, groetjes, vriendelijke
    groet, met vriendelijke groet, met vriendelijke groeten, mvg, denk ik, geloof ik, dacht ik, hoop ik, lijkt
    me, goed gespeeld, mooie zet, goede zet, sterke zet, leuk spel, leuke partij, mooie partij, geen probleem,
    geen punt, geen haast, maakt niet uit, niet slecht, niet gek, fijne dag, fijne avond, fijn weekend, prettig
    weekend, jij bent, jouw beurt, jij bent aan de beurt, jouw zet, dat is alles, dat was het, dat was alles,
    voor nu, voor vandaag, voor deze beurt, deze keer, dit keer, waarom niet, daar gaan we, daar gaat ie, sorry
    voor het wachten, sorry voor de vertraging, joepie, jippie, hoera, prettige feestdagen, fijne feestdagen,
    vrolijk kerstfeest, gelukkig nieuwjaar, fijne vakantie, prettige vakantie""",
) | frozenset(phrase for closing in CLOSINGS for phrase in phrases(closing))
"""Wishes, which may stand before and behind an order."""

_LEADS = phrases(
    """ok, okay, okey, alright, all right, right, well, well then, so, now, then, yes, yep, yeah, sure, good,
    great, fine, hm, hmm, ah, oh, wow, and, move, order, my move, my move is, my order, my order is, my turn, my
    answer, my answer is, my choice, my choice is, this is my move, here is my move, here's my move, here is my
    order, here comes my move, the move is, the move, next move, my next move, my next move is, next, i play,
    i'll play, i will play, i am playing, i'm playing, i choose, i'll choose, i pick, i'll pick, i go for, i'll
    go for, i go with, i'll go with, i take, i'll take, i move, i'll move, i do, i'll do, i'll try, i try, i'd
    like, i'd like to, i'd like to play, i would like to play, i would like, i would like to, i want, i want to,
    i want to play, i'd like to do, i think
    i'll play, i think i play, i decide for, i decided on, i have decided on, i say, i'd say, i'd play, i would
    play, let's play, let's try, let us try, let's go with, let's go for, let's do, let me play, let me try,
    let's see, we play, play, please play, go for, go with, try, i answer, i order, i'm, i am, then i play, so i
    play, i'm going to play, i am going to play, i'm going for, it's, it is, it will be, my reply, my reply is,
    make it, this time i play, for my move""",
    """ok, okay, gut, also, also gut, na gut, nun, nun denn, na dann, dann, so, ja, jo, jawohl, klar, tja, hm, ach,
    oh, und, zug, befehl, mein zug, mein zug ist, mein zug lautet, mein nächster zug, mein nächster zug ist,
    meine antwort, meine antwort ist, meine wahl, meine wahl ist, meine entscheidung, hier ist mein zug, hier
    mein zug, hier kommt mein zug, das ist mein zug, der zug, der zug ist, antwort, ich spiele, ich spiel, ich
    wähle, ich nehme, ich mache, ich mach, ich ziehe, ich möchte, ich möchte gern, ich möchte gerne, ich würde
    gern, ich würde gerne, ich will, ich entscheide mich für, ich habe mich entschieden für, ich versuche, ich
    versuch, ich probiere, ich versuche es mit, ich versuche es mal mit, ich sage, ich würde sagen,
    dann spiele ich, dann nehme ich, dann mache ich, dann wähle ich, dann probiere ich, dann versuche ich,
    dann ziehe ich, jetzt, jetzt spiele ich, nun spiele ich, hiermit spiele ich, heute spiele ich, versuchen
    wir, probieren wir, spielen wir, nehmen wir, machen wir, wir spielen, wir nehmen, spiel, spiele, bitte
    spiele, bitte spiel, es ist, es wird, ich antworte, ich bin, diesmal, diesmal spiele ich, für meinen zug,
    ich gehe mit""",
    """ok, okay, d'accord, bon, bien, très bien, alors, eh bien, ben, donc, oui, ouais, hm, ah, oh, et, coup,
    ordre, mon coup, mon coup est, mon coup c'est, mon coup sera, mon prochain coup, mon prochain coup est, mon
    ordre, mon ordre est, mon choix, mon choix est, ma réponse, ma réponse est, voici mon coup, voilà mon coup,
    voici, c'est mon coup, le coup, le coup est, réponse, je joue, je vais jouer, je choisis, je prends, je
    fais, je tente, j'essaie, j'essaye, je veux, je veux jouer, je voudrais, je voudrais jouer, j'aimerais,
    j'aimerais jouer, je souhaite jouer, j'opte pour, je pars sur, je me décide pour, je dis, alors je joue,
    donc je joue, maintenant, maintenant je joue, cette fois je joue, essayons, jouons, prenons, allons-y pour,
    on joue, on va jouer, on essaie, va pour, joue, ce sera, c'est, je réponds, pour mon tour, pour mon coup, je
    crois que je joue, je propose, mouvement, mon mouvement""",
    """ok, okay, va bene, bene, bene allora, allora, dunque, quindi, ecco, sì, certo, hm, ah, oh, e, mossa, ordine,
    la mia mossa, la mia mossa è, mia mossa, la mossa, la mossa è, la mia prossima mossa, la mia prossima mossa
    è, il mio ordine, il mio ordine è, la mia scelta, la mia scelta è, la mia risposta, la mia risposta è, ecco
    la mia mossa, questa è la mia mossa, risposta, gioco, io gioco, giocherò, scelgo, io scelgo, prendo, faccio,
    provo, provo con, tento, voglio, voglio giocare, vorrei, vorrei giocare, mi piacerebbe giocare, opto per,
    vado con, vado per, mi decido per, ho deciso per, dico, allora gioco, quindi gioco, ora, adesso, ora gioco,
    adesso gioco, stavolta gioco, proviamo, proviamo con, giochiamo, facciamo, prendiamo, si gioca, gioca, sarà,
    è, rispondo, per il mio turno, per la mia mossa, credo che giocherò, penso che giocherò, propongo""",
    """ok, oké, okay, okee, goed, goed dan, nou, nou ja, welnu, dan, dus, ja, jawel, zeker, hm, ah, oh, en, zet,
    opdracht, mijn zet, mijn zet is, mijn zet wordt, mijn volgende zet, mijn volgende zet is, mijn keuze, mijn
    keuze is, mijn antwoord, mijn antwoord is, hier is mijn zet, hier mijn zet, dit is mijn zet, hierbij mijn
    zet, de zet, de zet is, antwoord, ik speel, ik ga, ik ga spelen, ik kies, ik kies voor, ik neem, ik doe, ik
    ga voor, ik probeer, ik zet, ik wil, ik wil graag, ik zou graag, ik zou graag spelen, ik wil spelen, ik
    besluit, ik zeg, doe maar, doe dan maar, ik doe maar, toch
    maar, dan toch maar, dan speel ik, dan neem ik, dan doe ik, dan kies ik, dan maar, nu, nu speel ik, deze keer
    speel ik, laten we, laat ik, laten we proberen, we spelen, we nemen, we doen, speel, het wordt, het is, dat
    wordt, ik antwoord, ik ben, voor mijn beurt, voor mijn zet, ik denk dat ik""",
)
"""Phrases that stand only before an order."""

_TRAILS = phrases(
    """play this, play this move, it is, it'll be, then, too, is my move, is my order, is my choice, is my answer,
    for me, from me, is what i play, will be my move, will do, sounds good""",
    """spielen, diesen zug spielen, spiele diesen zug, nehmen, machen, probieren, versuchen, wählen, ziehen, dann,
    also, ist mein zug, ist meine wahl, ist meine antwort, für mich, von mir, spiele ich, nehme ich, mache ich,
    wähle ich, wird mein zug, wird es, soll es sein""",
    """jouer ce coup, joue ce coup, je joue ce coup, alors, donc, pour moi, de ma part, est mon coup, est mon
    choix, c'est mon coup, sera mon coup, je joue""",
    """gioca questa mossa, giocare questa mossa, gioco questa mossa, allora, quindi, per me, da parte mia, è la mia
    mossa, è la mia scelta, sarà la mia mossa, gioco io""",
    """deze zet spelen, speel deze zet, spelen, nemen, doen, proberen, kiezen, zetten, dan, dus, voor mij, van mij,
    is mijn zet, is mijn keuze, wordt mijn zet, wordt het, ga spelen, speel ik, neem ik, doe ik, kies ik, dan
    maar, maar""",
)
"""Phrases that stand only behind an order."""

_THEN = phrases(
    "then, and then, after that, afterwards, next, and, finally",
    "dann, und dann, danach, anschließend, und, zuletzt, zum schluss, dann noch",
    "puis, et puis, ensuite, et ensuite, après, après cela, et, enfin, et enfin",
    "poi, e poi, dopo, dopo di che, quindi, e, e quindi, infine",
    "dan, en dan, daarna, en daarna, vervolgens, en, tot slot",
)
"""Phrases before the next step of a turn."""
_I = phrases("i, i'll, i will, ich, je, j', io, ik")

_BEFORE = _GREETINGS | _WISHES | _LEADS
_BEHIND = _GREETINGS | _WISHES | _TRAILS
_LONGEST = longest_phrase(_BEFORE | _BEHIND)
_LONGEST_NAME = 2
_FEW = 3
_BOUND = "([{+-:\u2010\u2011\u2012\u2013\u2014\u2212\u2236"
"""Signs that belong to the word right behind them: bracket and sign of ``(-13:+2)``."""
_CLOSING = ")]}"
_FACE = re.compile(r"(?<!\S)(?:[:;=8][-'^]?[)(DPpOo/|\]]|[xX]D|<3|\^\^)(?!\w)")
_PICTURE = re.compile("[\u2190-\u21ff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]+")
_REMARK = re.compile(r"\s(?:#|//)(?=\s|[^\W\d])")
_MARK = re.compile(r"\(?\d{1,2}[.)]\s+(?=\S)")
_CUT = re.compile(
    r"[.!\u2026]+(?=\s|$)|[,;](?!\d)|\s*:(?=\s)|\s[-\u2010-\u2015]{1,3}\s|[()\[\]\"\u201c\u201d\u201e\u00ab\u00bb]"
)


def split_remark(line: str) -> tuple[str, str]:
    """Split a line into order and remark: ``M14 # as planned``, ``M14 // why not``."""
    found = _REMARK.search(line)
    return (line[: found.start()].rstrip(), line[found.start() :].strip()) if found else (line, "")


def without_number(line: str) -> str:
    """Remove the item number of a list (``1. M14``); empty if the line has none."""
    found = _MARK.match(line.strip())
    return line.strip()[found.end() :] if found else ""


def without_courtesy(line: str, comments: Phrases = frozenset()) -> str:
    """Remove polite words, smileys and emoji from both ends of a line; empty if nothing remains.

    `comments` are the phrases that our own letters print behind an order; players copy them.
    """
    plain = _PICTURE.sub(" ", _FACE.sub(" ", line)).strip()
    words = words_in(plain)
    start, end = _core(plain, words, comments)
    if start >= end:
        return ""
    first = words[start].start if start else 0
    while start and first and plain[first - 1] in _BOUND:
        first -= 1
    last = words[end - 1].end if end < len(words) else len(plain)
    while last < len(plain) and plain[last] in _CLOSING and end < len(words):
        last += 1
    return plain[first:last].strip()


def says_something(line: str) -> bool:
    """Does a line say more than polite words: at least a few others?"""
    return len(words_in(without_courtesy(line))) >= _FEW


def cut_clauses(line: str) -> tuple[str, ...]:
    """Cut a line into its clauses, as they are written."""
    return tuple(clause.strip() for clause in _CUT.split(line) if clause.strip())


def split_clauses(line: str, comments: Phrases = frozenset()) -> tuple[tuple[str, str], ...]:
    """Split a line into clauses without their polite words; clauses with nothing else are left out.

    Beside each stands the action that it announces, behind ``then I``; empty if it does not begin so.
    """
    cut = ((without_courtesy(clause, comments), _behind_then(clause, comments)) for clause in _CUT.split(line))
    return tuple((clause, then) for clause, then in cut if clause)


def _behind_then(clause: str, comments: Phrases) -> str:
    words = words_in(clause)
    at = phrase_at(words, 0, _THEN, _LONGEST)
    at += phrase_at(words, at, _I, _LONGEST) if at else 0
    return without_courtesy(clause[words[at].start :], comments) if 0 < at < len(words) else ""


def _core(plain: str, words: list[Word], comments: Phrases) -> tuple[int, int]:
    """Find the slice of words that remains without the polite ones at both ends."""
    most = max(_LONGEST, longest_phrase(comments))
    start, end = 0, len(words)
    while start < end and (count := _leading(plain, words, start)):
        start += count
    behind = _BEHIND | comments
    while end > start and (count := phrase_before(words, end, behind, most)):
        end -= min(count, end - start)
    return start, end


def _leading(plain: str, words: list[Word], at: int) -> int:
    greeting = phrase_at(words, at, _GREETINGS, _LONGEST)
    if greeting and (name := _name_at(plain, words, at + greeting)):
        return greeting + name
    return phrase_at(words, at, _BEFORE, _LONGEST)


def _name_at(plain: str, words: Sequence[Word], at: int) -> int:
    """Count the words of a name behind a greeting: one or two words of letters, up to a punctuation mark."""
    for count in range(1, _LONGEST_NAME + 1):
        last = at + count - 1
        if last >= len(words) or not words[last].text.isalpha() or _gap(plain, words, last):
            return 0
        if last + 1 == len(words) or _gap(plain, words, last + 1):
            return count
    return 0


def _gap(plain: str, words: Sequence[Word], at: int) -> str:
    """Find the punctuation between a word and the one before it."""
    return plain[words[at - 1].end : words[at].start].strip()
