"""The words that mail programs put around what they quote, in the languages they speak.

Complete for German, English, French, Italian and Dutch; the others are those that cost nothing more. Tables are lists
between commas.
"""

from __future__ import annotations

import re


def _entries(table: str) -> list[str]:
    return [" ".join(entry.split()) for entry in table.split(",")]


def _any(table: str) -> str:
    """Write a table as a pattern in which the longest entry wins."""
    return "|".join(re.escape(entry) for entry in sorted(_entries(table), key=len, reverse=True))


_WROTE = """wrote, writes, schrieb, schreibt, écrit, ecrit, scritto, scrisse, scrive, schreef, schrijft, geschreven,
    escribió, escribio, escreveu, napisał, napisał(a), napisała, pisze, написал, написала, пишет, писал, написав, пише,
    skrev, kirjoitti, napsal, napsala, írta, έγραψε, scris, viết, napisao, menulis, escriure"""
_WROTE_UNSPACED = "書きました, 写道, 寫道, 작성"

_MONTHS = """jan, feb, fév, fev, mär, maer, mar, maa, mrt, apr, avr, abr, mai, may, mei, mag, maj, jun, jui, giu, jul,
    lug, aug, aoû, aou, ago, sep, set, oct, okt, out, ott, nov, dec, déc, dez, dic, gen, ene, sty, lut, kwi, cze, lip,
    sie, wrz, paź, lis, gru, янв, фев, мар, апр, мая, май, июн, июл, авг, сен, окт, ноя, дек"""

_KEYS = {
    "from": """from, von, de, da, van, från, fra, od, от, expéditeur, mittente, absender, afzender, remitente,
        lähettäjä, kimden, 差出人, 发件人, 寄件者""",
    "date": """date, sent, datum, gesendet, gesendet am, envoyé, envoyé le, date d'envoi, data, inviato, inviato il,
        verzonden, skickat, sendt, dato, fecha, enviado, enviado el, enviada em, wysłano, дата, отправлено, päivä,
        lähetetty, tarih, gönderildi, 送信日時, 日付, 发送时间, 日期""",
    "to": """to, an, à, a, aan, till, til, para, do, кому, destinataire, destinatario, empfänger, ontvanger,
        vastaanottaja, kime, 宛先, 收件人, 收件者""",
    "cc": "cc, copie, kopie, kopia, copia, копия",
    "subject": """subject, betreff, objet, oggetto, onderwerp, ämne, emne, asunto, assunto, temat, тема, aihe, konu,
        件名, 主题, 主旨""",
    "reply-to": "reply-to, antwort an, répondre à, rispondi a, antwoord aan, responder a",
}

_ORIGINAL = """original message, original appointment, reply message, forwarded message, ursprüngliche nachricht,
    originalnachricht, weitergeleitete nachricht, message d'origine, message original, message transféré,
    message réacheminé, messaggio originale, messaggio inoltrato, oorspronkelijk bericht, origineel bericht,
    doorgestuurd bericht, mensaje original, mensaje reenviado, mensagem original, mensagem encaminhada,
    oprindelig meddelelse, oprindelig besked,
    ursprungligt meddelande, oryginalna wiadomość, wiadomość oryginalna, исходное сообщение,
    пересылаемое сообщение, alkuperäinen viesti"""

_FORWARDED = """begin forwarded message, anfang der weitergeleiteten nachricht, début du message transféré,
    début du message réexpédié, inizio messaggio inoltrato, begin doorgestuurd bericht, inicio del mensaje reenviado"""

_SENT_FROM = """sent from, sent via, sent with, sent by, sent using, sent on the go, from my iphone, from my ipad,
    get outlook for, gesendet von, gesendet mit, gesendet via, gesendet über, von meinem, von meiner, von unterwegs,
    diese nachricht wurde von mein, versendet mit, holen sie sich outlook, outlook für, envoyé de, envoyé d'un,
    envoyé depuis, envoyé à partir, envoyé par, envoyé avec, envoyé via, obtenez outlook, télécharger outlook,
    inviato da, inviato dal, inviato dalla, inviato tramite, inviato con, scarica outlook, ottieni outlook,
    verzonden met, verzonden vanaf, verzonden van, verzonden vanuit, verzonden via, verstuurd vanaf, verstuurd met,
    verstuurd van, download outlook, outlook voor, enviado desde, enviado do, enviado a partir, enviado con,
    enviado com, skickat från, sendt fra, wysłane z, wysłano z, отправлено, iphoneから送信, 從我的,
    发自我的, this email has been checked for viruses, virus-free, virenfrei"""

WROTE = re.compile(rf"(?i)(?<!\w)(?:{_any(_WROTE)})(?!\w)|{_any(_WROTE_UNSPACED)}")
"""Somebody wrote something."""

HEADER_KEYS = {key: kind for kind, table in _KEYS.items() for key in _entries(table)}
"""What a header is called in a letter that is quoted below it, and which header that is."""

SEPARATOR = re.compile(rf"(?i)[\s>*]*[-_=]{{2,}}\s*(?:{_any(_ORIGINAL)})\s*[-_=]*[\s*]*")
FORWARDED = re.compile(rf"(?i)[\s>*]*(?:{_any(_FORWARDED)})\s?:\s*")

SENT_FROM = re.compile(rf"(?i)[\W_]{{0,4}}(?:{_any(_SENT_FROM)})(?!\w).{{0,200}}")
"""The line that a telephone puts below a letter."""

_MONTH = rf"(?:{_any(_MONTHS)})\w{{0,8}}"
DATE = re.compile(
    r"(?i)(?<!\d)(?:"
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?!\d)"
    r"|\d{4}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]"
    rf"|\d{{1,2}}(?:st|nd|rd|th|er|º|ª|\.)?,?\s(?:de\s|di\s)?{_MONTH}(?!\w)"
    r"|\d{1,2}\.?,?\s[^\W\d]{3,14}\.?,?\s(?:19|20)\d{2}(?!\d))"
    rf"|(?<!\w){_MONTH}\.?\s\d{{1,2}}(?!\w)(?!:)"
)
"""A day of a year."""

TIME = re.compile(r"(?i)(?<![\d.])\d{1,2}(?:[:.]|\s?h\s?)\d{2}(?![\d.]\d)")
"""A time of the day."""

CLOSINGS = frozenset(
    _entries(
        """regards, best regards, kind regards, kindest regards, warm regards, with kind regards, best, best wishes,
        all the best, cheers, thanks, thank you, thanks again, many thanks, sincerely, yours, yours sincerely, take
        care, good luck, have fun, bye, see you, gruß, gruss, grüße, gruesse, viele grüße, viele gruesse, viele
        grüsse, liebe grüße, liebe grüsse, liebe gruesse, schöne grüße, beste grüße, mit freundlichen grüßen, mit
        freundlichen gruessen, mit freundlichem gruß, mfg, lg, vg, bg, danke, vielen dank, besten dank, bis dann,
        bis bald, viel glück, tschüss, tschüß, cordialement, bien cordialement, salutations, meilleures salutations,
        amicalement, amitiés, bises, bisous, merci, merci beaucoup, à bientôt, bonne chance, au revoir, saluti,
        cordiali saluti, distinti saluti, un saluto, tanti saluti, un abbraccio, grazie, grazie mille, a presto,
        buona fortuna, ciao, groet, groeten, groetjes, met vriendelijke groet, met vriendelijke groeten,
        vriendelijke groeten, mvg, bedankt, dank je, dank je wel, tot ziens, tot dan, veel succes, succes, doei"""
    )
)
"""How people end a letter, alone on a line."""
