"""Phrasings of clear orders, and of orders that must not be played, in five languages: data only.

``{o}`` stands for a legal order and ``{p}`` for another one. ``{O}``, ``{lower}``, ``{first}``, ``{wide}``, ``{nbsp}``,
``{lookalike}``, ``{dashed}`` and ``{longdash}`` are variants of the order (`dressed`).
"""

from __future__ import annotations

import re

LANGUAGES = ("de", "en", "fr", "it", "nl")

BARE = (
    "{o}", "{o}.", "{o}!", "{o} !", "{o};", "{o},", "  {o}", "{o}  ", "({o})", "[{o}]", '"{o}"', "'{o}'", "“{o}”",
    "„{o}“", "«\u00a0{o}\u00a0»", "- {o}", "* {o}", "• {o}", "\u2013 {o}", "*{o}*", "_{o}_", "**{o}**", "1. {o}",
    "1) {o}", "(1) {o}", "{o} :-)", "{o} ;-)", "{o} 😀", "{o} 👍", "{o} # note", "{o} // why", "{o} #hm", "{O}",
    "{lower}", "{first}", "{wide}", "{nbsp}", "{lookalike}", "{dashed}", "{longdash}", "\n\n{o}\n\n", "{o}\n\n:-)",
    "# a plan\n{o}", "{o}\n# as planned", "OK, {o}", "ok {o}", "OK: {o}", "... {o}", "{o} ...", "=> {o}", "-> {o}",
)  # fmt: skip

CLEAR = {
    "en": (
        "{o} thanks", "{o}, thanks!", "{o} - thanks", "Thanks, {o}", "Thank you! {o}", "{o} please", "Please {o}",
        "{o}, please.", "Please play {o}", "My move is {o}", "My move: {o}", "My move: {o}. See you soon.",
        "Move: {o}", "my move - {o}", "Here is my move: {o}", "Here's my move:\n{o}", "My next move is {o}.",
        "{o} is my move", "I play {o}", "I'll play {o}.", "I will play {o}", "I\u2019ll play {o}", "I'm playing {o}",
        "I'd like to play {o}", "I would like to play {o}", "I'd like to play {o}, please", "I want to play {o}",
        "I choose {o}", "I'll go for {o}", "I go with {o}", "I'll try {o}", "I pick {o}", "Let's play {o}",
        "Let's try {o}", "Let's go with {o}.", "Then {o}", "So, {o}", "Well, {o}", "Well then, {o}", "Okay, {o}",
        "OK, I play {o}", "Yes, {o}", "Alright: {o}", "Hi, {o}", "Hi Anna, {o}", "Hello Bob,\n\n{o}\n\nBest wishes",
        "Hi!\n\n{o}\n\nCheers", "Hello, my move is {o}. Bye!", "Good morning,\n{o}\nRegards", "Dear Bob, {o}",
        "Hey there! {o}", "{o}, cheers", "{o} - good luck!", "{o}. Good luck!", "{o}, good luck Bob", "{o} (I think)",
        "{o} I think", "{o} (good luck!)", "{o}, have fun!", "{o}    play this", "{o}  play this.", "{o} play this",
        "{o}\n\nGreat game so far!", "{o}. Great game!", "Nice move! {o}", "Nice move, Bob. {o}", "Well played. {o}",
        "Sorry for the delay, {o}", "Sorry for the delay, I was busy.\n\n{o}",
        "{o}\nThank you and have a nice weekend", "{o}. Your turn!", "{o}, your move", "{o} - over to you",
        "{o} for now", "No problem: {o}", "No hurry on your side. {o}", "{o}, see you tomorrow!", "Right, {o}",
        "I'd say {o}", "{o} it is", "Answer: {o}", "Let me try {o}", "{o}\n\nThat was a hard one.",
        "{o}. That was a hard one.", "Here goes: {o}", "I've got it: {o}", "My answer is {o}",
        "{o}, that's it for today",
    ),
    "de": (
        "{o} danke", "{o}, danke!", "{o} - danke", "Danke, {o}", "Vielen Dank! {o}", "{o} bitte", "Bitte {o}",
        "{o}, bitte.", "Bitte spiele {o}", "Mein Zug ist {o}", "Mein Zug: {o}", "Mein Zug: {o}. Bis bald.",
        "Zug: {o}", "mein Zug - {o}", "Hier ist mein Zug: {o}", "Hier mein Zug:\n{o}", "Mein nächster Zug ist {o}.",
        "{o} ist mein Zug", "Ich spiele {o}", "ich spiele {o}.", "Ich spiel {o}", "Dann spiele ich {o}",
        "Ich nehme {o}.", "Ich möchte {o} spielen", "Ich möchte gern {o} spielen",
        "Ich würde gerne {o} spielen, bitte", "Ich wuerde gerne {o} spielen, bitte",
        "Ich moechte gerne {o} spielen", "Ich will {o} spielen", "Ich wähle {o}", "Ich wuerde sagen {o}",
        "Ich entscheide mich für {o}",
        "Ich versuche {o}", "Ich probiere {o}", "Ich versuche es mit {o}", "Spielen wir {o}", "Versuchen wir {o}",
        "Nehmen wir {o}.", "Dann {o}", "Also, {o}", "Also gut, {o}", "Na dann: {o}", "Okay, {o}",
        "OK, ich spiele {o}", "Ja, {o}", "Gut: {o}", "Hallo, {o}", "Hallo Anna, {o}",
        "Hallo Bob,\n\n{o}\n\nViele Grüße", "Hi!\n\n{o}\n\nLG", "Hallo, mein Zug ist {o}. Tschüss!",
        "Guten Morgen,\n{o}\nGruß", "Lieber Bob, {o}", "Moin! {o}", "{o}, LG", "{o} - viel Glück!",
        "{o}. Viel Glück!", "{o}, viel Spaß Bob", "{o} (glaube ich)", "{o} denke ich", "{o} (viel Erfolg!)",
        "{o}, viel Spaß!", "{o}    diesen Zug spielen", "{o}  diesen Zug spielen.", "{o} diesen Zug spielen",
        "{o}\n\nTolles Spiel bisher!", "{o}. Tolles Spiel!", "Schöner Zug! {o}", "Guter Zug, Bob. {o}",
        "Gut gespielt. {o}", "Entschuldige die Verspätung, {o}", "Entschuldige die Verspätung.\n\n{o}",
        "{o}\nDanke und ein schönes Wochenende", "{o}. Du bist dran!", "{o}, du bist am Zug", "{o} - bis morgen",
        "{o} für heute", "Kein Problem: {o}", "Keine Eile bei dir. {o}", "{o}, bis morgen!", "Tja, {o}",
        "Ich sage {o}", "{o} wird es", "Antwort: {o}", "Diesmal {o}", "{o}\n\nDas war schwer.",
        "{o}. Das war schwer.", "Los geht's: {o}", "Meine Wahl ist {o}", "Meine Antwort ist {o}",
        "{o}, das war's für heute",
    ),
    "fr": (
        "{o} merci", "{o}, merci !", "{o} - merci", "Merci, {o}", "Merci beaucoup ! {o}", "{o} s'il te plaît",
        "S'il te plaît, {o}", "{o}, s'il vous plaît.", "{o} svp", "Mon coup est {o}", "Mon coup : {o}",
        "Mon coup : {o}. À bientôt.", "Coup : {o}", "mon coup - {o}", "Voici mon coup : {o}", "Voici mon coup :\n{o}",
        "Mon prochain coup est {o}.", "{o} est mon coup", "Je joue {o}", "je joue {o}.", "Je vais jouer {o}",
        "Alors je joue {o}", "Je prends {o}.", "Je voudrais jouer {o}", "J'aimerais jouer {o}",
        "Je voudrais jouer {o}, s'il te plaît", "Je veux jouer {o}", "Je choisis {o}", "J'opte pour {o}",
        "J'essaie {o}", "Je tente {o}", "Je pars sur {o}", "Jouons {o}", "Essayons {o}", "Prenons {o}.", "Alors {o}",
        "Donc, {o}", "Bon, {o}", "Eh bien, {o}", "D'accord, {o}", "OK, je joue {o}", "Oui, {o}", "Bien : {o}",
        "Salut, {o}", "Salut Anna, {o}", "Bonjour Bob,\n\n{o}\n\nCordialement", "Salut !\n\n{o}\n\nBises",
        "Bonjour, mon coup est {o}. Au revoir !", "Bonjour,\n{o}\nBien à toi", "Cher Bob, {o}", "Coucou ! {o}",
        "{o}, bises", "{o} - bonne chance !", "{o}. Bonne chance !", "{o}, bonne chance Bob", "{o} (je crois)",
        "{o} je pense", "{o} (bonne chance !)", "{o}, amuse-toi bien !", "{o}    jouer ce coup",
        "{o}  jouer ce coup.", "{o} jouer ce coup", "{o}\n\nBelle partie !", "{o}. Belle partie !", "Joli coup ! {o}",
        "Beau coup, Bob. {o}", "Bien joué. {o}", "Désolé pour le retard, {o}", "Désolé pour le retard.\n\n{o}",
        "{o}\nMerci et bon week-end", "{o}. À toi de jouer !", "{o}, à toi", "{o} - à demain", "{o} pour aujourd'hui",
        "Pas de problème : {o}", "Rien ne presse. {o}", "{o}, à demain !", "Ben, {o}", "Je dis {o}", "Ce sera {o}",
        "Réponse : {o}", "Cette fois, {o}", "{o}\n\nC'était difficile.", "{o}. C'était difficile.",
        "C'est parti : {o}", "Mon choix est {o}", "Ma réponse est {o}", "{o}, c'est tout pour aujourd'hui",
        "Va pour {o}",
    ),
    "it": (
        "{o} grazie", "{o}, grazie!", "{o} - grazie", "Grazie, {o}", "Grazie mille! {o}", "{o} per favore",
        "Per favore, {o}", "{o}, per piacere.", "{o} prego", "La mia mossa è {o}", "La mia mossa: {o}",
        "La mia mossa: {o}. A presto.", "Mossa: {o}", "la mia mossa - {o}", "Ecco la mia mossa: {o}",
        "Ecco la mia mossa:\n{o}", "La mia prossima mossa è {o}.", "{o} è la mia mossa", "Gioco {o}", "gioco {o}.",
        "Io gioco {o}", "Allora gioco {o}", "Prendo {o}.", "Vorrei giocare {o}", "Mi piacerebbe giocare {o}",
        "Vorrei giocare {o}, per favore", "Voglio giocare {o}", "Scelgo {o}", "Opto per {o}", "Provo {o}",
        "Provo con {o}", "Vado con {o}", "Giochiamo {o}", "Proviamo {o}", "Prendiamo {o}.", "Allora {o}",
        "Dunque, {o}", "Bene, {o}", "Va bene, {o}", "Ok, gioco {o}", "OK, io gioco {o}", "Sì, {o}", "Bene: {o}",
        "Ciao, {o}", "Ciao Anna, {o}", "Ciao Bob,\n\n{o}\n\nUn saluto", "Ciao!\n\n{o}\n\nA presto",
        "Ciao, la mia mossa è {o}. Arrivederci!", "Buongiorno,\n{o}\nSaluti", "Caro Bob, {o}", "Salve! {o}",
        "{o}, saluti", "{o} - buona fortuna!", "{o}. Buona fortuna!", "{o}, buona fortuna Bob", "{o} (credo)",
        "{o} penso", "{o} (buona fortuna!)", "{o}, buon divertimento!", "{o}    giocare questa mossa",
        "{o}  giocare questa mossa.", "{o} giocare questa mossa", "{o}\n\nBella partita!", "{o}. Bella partita!",
        "Bella mossa! {o}", "Bella mossa, Bob. {o}", "Ben giocato. {o}", "Scusa il ritardo, {o}",
        "Scusa il ritardo.\n\n{o}", "{o}\nGrazie e buon fine settimana", "{o}. Tocca a te!", "{o}, a te",
        "{o} - a domani", "{o} per oggi", "Nessun problema: {o}", "Niente fretta. {o}", "{o}, a domani!",
        "Certo, {o}", "Direi {o}", "{o} per ora", "Risposta: {o}", "Stavolta {o}", "{o}\n\nÈ stata dura.",
        "{o}. È stata dura.", "Si comincia: {o}", "La mia scelta è {o}", "La mia risposta è {o}",
        "{o}, è tutto per oggi",
    ),
    "nl": (
        "{o} bedankt", "{o}, dank je!", "{o} - bedankt", "Bedankt, {o}", "Dank je wel! {o}", "{o} alsjeblieft",
        "Graag {o}", "{o}, alstublieft.", "{o} aub", "Mijn zet is {o}", "Mijn zet: {o}", "Mijn zet: {o}. Tot gauw.",
        "Zet: {o}", "mijn zet - {o}", "Hier is mijn zet: {o}", "Hier is mijn zet:\n{o}", "Mijn volgende zet is {o}.",
        "{o} is mijn zet", "Ik speel {o}", "ik speel {o}.", "Ik ga {o} spelen", "Dan speel ik {o}", "Ik neem {o}.",
        "Ik wil graag {o} spelen", "Ik zou graag {o} spelen", "Ik wil graag {o} spelen, alsjeblieft",
        "Ik wil {o} spelen", "Ik kies {o}", "Ik kies voor {o}", "Ik probeer {o}", "Ik ga voor {o}", "Ik doe {o}",
        "Laten we {o} spelen", "Laten we {o} proberen", "We spelen {o}.", "Dan {o}", "Dus, {o}", "Nou, {o}",
        "Goed dan, {o}", "Oké, {o}", "OK, ik speel {o}", "Ja, {o}", "Goed: {o}", "Hoi, {o}", "Hoi Anna, {o}",
        "Hallo Bob,\n\n{o}\n\nVriendelijke groet", "Hoi!\n\n{o}\n\nGroetjes", "Hallo, mijn zet is {o}. Doei!",
        "Goedemorgen,\n{o}\nGroet", "Beste Bob, {o}", "Dag! {o}", "{o}, groetjes", "{o} - veel succes!",
        "{o}. Veel succes!", "{o}, veel plezier Bob", "{o} (denk ik)", "{o} denk ik", "{o} (veel geluk!)",
        "{o}, veel plezier!", "{o}    deze zet spelen", "{o}  deze zet spelen.", "{o} deze zet spelen",
        "{o}\n\nLeuke partij!", "{o}. Leuke partij!", "Mooie zet! {o}", "Goede zet, Bob. {o}", "Goed gespeeld. {o}",
        "Sorry voor het wachten, {o}", "Sorry voor het wachten.\n\n{o}", "{o}\nBedankt en een fijn weekend",
        "{o}. Jij bent aan de beurt!", "{o}, jouw beurt", "{o} - tot morgen", "{o} voor vandaag",
        "Geen probleem: {o}", "Geen haast. {o}", "{o}, tot morgen!", "Nou ja, {o}", "Ik zeg {o}", "Het wordt {o}",
        "Antwoord: {o}", "Deze keer {o}", "{o}\n\nDat was moeilijk.", "{o}. Dat was moeilijk.", "Daar gaan we: {o}",
        "Mijn keuze is {o}", "Mijn antwoord is {o}", "{o}, dat was het voor vandaag",
    ),
}  # fmt: skip
"""One clear order: it must be played, and nothing else."""

DOUBTFUL = {
    "en": (
        "not {o}", "no {o}", "don't {o}", "don\u2019t play {o}", "do not play {o}", "please don't play {o}",
        "never {o}", "I won't play {o}", "I will not play {o}", "I can't play {o}", "anything but {o}",
        "instead of {o}", "rather {p} than {o}", "{o} or {p}", "either {o} or {p}", "{o} / {p}", "{o} or not?",
        "{o}?", "maybe {o}", "perhaps {o}?", "should I play {o}?", "if you play {p}, {o}", "{o} if possible",
        "{o} unless {p}", "I wanted to play {o} but I am not sure", "{o}, no wait, {p}", "{o}? or rather {p}?",
        "not sure about {o}", "{o} - no, {p}", "what about {o}?",
    ),
    "de": (
        "nicht {o}", "kein {o}", "nein {o}", "spiel nicht {o}", "bitte nicht {o}", "ich spiele nicht {o}",
        "niemals {o}", "auf keinen Fall {o}", "ich kann {o} nicht spielen", "alles außer {o}", "statt {o}",
        "anstelle von {o}", "lieber {p} als {o}", "{o} oder {p}", "entweder {o} oder {p}", "{o} / {p}",
        "{o} oder nicht?", "{o}?", "vielleicht {o}", "eventuell {o}?", "soll ich {o} spielen?",
        "wenn du {p} spielst, {o}", "{o} falls möglich", "ich wollte {o} spielen, bin aber nicht sicher",
        "{o}, nein halt, {p}", "{o} - nein, {p}", "bei {o} bin ich unsicher", "wie wäre {o}?",
    ),
    "fr": (
        "pas {o}", "ne {o} pas", "non {o}", "ne joue pas {o}", "surtout pas {o}", "je ne joue pas {o}", "jamais {o}",
        "je ne peux pas jouer {o}", "tout sauf {o}", "au lieu de {o}", "à la place de {o}", "plutôt {p} que {o}",
        "{o} ou {p}", "soit {o} soit {p}", "{o} / {p}", "{o} ou pas ?", "{o} ?", "peut-être {o}",
        "dois-je jouer {o} ?", "est-ce que je joue {o} ?", "si tu joues {p}, {o}",
        "je voulais jouer {o} mais je ne suis pas sûr", "{o}, non attends, {p}", "{o} - non, {p}",
        "j'hésite pour {o}", "et si je jouais {o} ?",
    ),
    "it": (
        "non {o}", "no {o}", "non giocare {o}", "per favore non {o}", "non gioco {o}", "mai {o}",
        "non posso giocare {o}", "tutto tranne {o}", "invece di {o}", "al posto di {o}", "piuttosto {p} che {o}",
        "{o} o {p}", "o {o} o {p}", "{o} oppure {p}", "{o} / {p}", "{o} o no?", "{o}?", "forse {o}",
        "devo giocare {o}?", "se giochi {p}, {o}", "volevo giocare {o} ma non sono sicuro", "{o}, no aspetta, {p}",
        "{o} - no, {p}", "magari {o}",
    ),
    "nl": (
        "niet {o}", "geen {o}", "nee {o}", "speel niet {o}", "alsjeblieft niet {o}", "ik speel niet {o}", "nooit {o}",
        "ik kan {o} niet spelen", "alles behalve {o}", "in plaats van {o}", "liever {p} dan {o}", "{o} of {p}",
        "of {o} of {p}", "{o} ofwel {p}", "{o} / {p}", "{o} of niet?", "{o}?", "misschien {o}", "zal ik {o} spelen?",
        "als jij {p} speelt, {o}", "ik wilde {o} spelen maar ik twijfel", "{o}, nee wacht, {p}", "{o} - nee, {p}",
        "wellicht {o}",
    ),
}  # fmt: skip
"""An order is mentioned, not given: nothing may be played."""

CORRECTED = {
    "en": (
        "{o}\noops, I mean {p}", "{o}\n\nCorrection: {p}", "{o}\nsorry, {p}", "{o}\nno, {p}", "{o}\nactually {p}",
        "{o}\nI meant {p}", "{o}\nscratch that\n{p}", "{o}\noops", "{o}\nor {p}", "{o}\nno wait\n{p}",
        "{o}\nrather {p}", "{o}\nnot that", "{o}\nwrong move, sorry", "{o}\nno",
    ),
    "de": (
        "{o}\nhoppla, ich meine {p}", "{o}\n\nKorrektur: {p}", "{o}\nsorry, doch {p}", "{o}\nnein, {p}",
        "{o}\nlieber {p}", "{o}\nich meinte {p}", "{o}\nvertippt\n{p}", "{o}\nhoppla", "{o}\noder {p}",
        "{o}\nnein halt\n{p}", "{o}\nnein",
    ),
    "fr": (
        "{o}\noups, je veux dire {p}", "{o}\n\nCorrection : {p}", "{o}\npardon, {p}", "{o}\nnon, {p}",
        "{o}\nplutôt {p}", "{o}\nje voulais dire {p}", "{o}\nerreur\n{p}", "{o}\noups", "{o}\nou {p}",
        "{o}\nnon attends\n{p}", "{o}\nnon",
    ),
    "it": (
        "{o}\nops, volevo dire {p}", "{o}\n\nCorrezione: {p}", "{o}\nscusa, {p}", "{o}\nno, {p}",
        "{o}\npiuttosto {p}", "{o}\nintendevo {p}", "{o}\nho sbagliato\n{p}", "{o}\nops", "{o}\noppure {p}",
        "{o}\nno aspetta\n{p}", "{o}\nno",
    ),
    "nl": (
        "{o}\noeps, ik bedoel {p}", "{o}\n\nCorrectie: {p}", "{o}\nsorry, toch {p}", "{o}\nnee, {p}",
        "{o}\nliever {p}", "{o}\nik bedoelde {p}", "{o}\nfoutje\n{p}", "{o}\noeps", "{o}\nof {p}",
        "{o}\nnee wacht\n{p}", "{o}\nnee",
    ),
}  # fmt: skip
"""A line takes the order above it back: that order must never be played."""

CHATTER = {
    "en": (
        "Thanks!", "Now", "News", "We go on", "Now my turn", "So, so", "Wow", "ok", "A.", "T.", "D", "S.", "N",
        "J. R.", "Well played, Enzo!", "I don't mind waiting", "No hurry!", "not bad at all", "or so I thought",
        "Fine, thanks", "Sorry, I was away.", "What a nice move!", "On we go", "Never a dull moment",
    ),
    "de": (
        "Danke!", "Nun denn", "Na so was", "Neues?", "Wo so?", "ok", "A.", "T.", "D", "S.", "Kein Problem!",
        "Keine Eile", "gar nicht schlecht", "Gut gespielt, Enzo!", "Bin bis Montag unterwegs.",
        "Das war nicht leicht", "Was für ein schöner Zug!", "Es war so",
    ),
    "fr": (
        "Merci !", "s'il vous plaît", "s'il te plaît", "On continue", "Oui", "A.", "T.", "D", "S.", "Pas de souci",
        "Pas mal du tout !", "Bien joué, Enzo !", "Je suis pris jusqu'à lundi.", "On en est là", "C'est bon",
        "il est", "En somme", "Ose !", "Quel beau coup !",
    ),
    "it": (
        "Grazie!", "e poi", "Enzo", "Zeno", "sì", "A.", "T.", "D", "S.", "Nessun problema", "non male",
        "Ben giocato, Enzo!", "Sono impegnato fino a lunedì.", "Che bella mossa!", "E ora?", "Non c'è fretta",
        "va bene",
    ),
    "nl": (
        "Bedankt!", "en zo", "Nou nou", "zo", "zon en zee", "ja", "A.", "T.", "D", "S.", "Geen probleem",
        "niet slecht", "Goed gespeeld, Enzo!", "Ben tot maandag bezet.", "Wat een mooie zet!", "ons Enzo",
        "Geen haast", "oké",
    ),
}  # fmt: skip
"""Text without an order: alone it plays nothing, and below an order it changes nothing."""

THEN = {
    "en": ("{o}, then {p}", "I play {o}. Then I will {p}.", "{o}. After that {p}", "My move is {o}, then I {p}. Bye!"),
    "de": ("{o}, dann {p}", "Ich spiele {o}. Danach {p}.", "{o} und dann {p}", "Mein Zug: {o}. Dann ich {p}. LG"),
    "fr": ("{o}, puis {p}", "Je joue {o}. Ensuite {p}.", "{o} et puis {p}", "Mon coup : {o}. Puis je {p}. Merci !"),
    "it": ("{o}, poi {p}", "Gioco {o}. Dopo {p}.", "{o} e poi {p}", "La mia mossa: {o}. Poi io {p}. Grazie!"),
    "nl": ("{o}, dan {p}", "Ik speel {o}. Daarna {p}.", "{o} en dan {p}", "Mijn zet: {o}. Dan ik {p}. Bedankt!"),
}
"""One step and the next one of the same turn, in one line."""

_FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
_LOOKALIKES = str.maketrans("AEKMOT", "\u0410\u0415\u041a\u041c\u041e\u0422")


def dressed(phrasing: str, order: str, other: str = "") -> str:
    """Fill a phrasing with an order, its variants, and another order."""
    return phrasing.format(
        o=order,
        p=other,
        O=order.upper(),
        lower=order.lower(),
        first=order[:1].upper() + order[1:],
        wide=order.translate(_FULL_WIDTH),
        nbsp=order.replace(" ", "\u00a0"),
        lookalike=order.translate(_LOOKALIKES),
        dashed=re.sub(r"\b([A-Z])(\d)", r"\1-\2", order),
        longdash=re.sub(r"\b([A-Z])(\d)", "\\1\u2013\\2", order),
    )
