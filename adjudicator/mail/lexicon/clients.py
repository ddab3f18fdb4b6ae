"""Words that mail programs put around a quote, in many languages: "wrote", "Original Message", dates and times.

Quotes are recognised by shape too, so replies in a language that is missing here still work. Lists are separated by
commas.
"""

# ruff: noqa: RUF001  # the letters of other alphabets are meant
from __future__ import annotations

import re


def list_entries(table: str) -> list[str]:
    return [" ".join(entry.split()) for entry in table.split(",")]


def pattern_of(table: str) -> str:
    """Build a regular expression of a list's entries in which the longest one wins."""
    return "|".join(re.escape(entry) for entry in sorted(list_entries(table), key=len, reverse=True))


_WROTE = """wrote, writes, said, schrieb, schreibt, écrit, ecrit, scritto, scrisse, scrive, schreef, schrijft,
    geschreven, escribió, escribio, escreveu, escribiu, va escriure, idatzi du, napisał, napisał(a), napisała, pisze,
    написал, написала, пишет, писал, написав, написала(а), пише, написа, је написао, skrev, skrifaði, kirjoitti, napsal,
    napsala, napsal(a), napísal, napísal(a), je napisal, je napisala, napisao je, je napisao, írta, ezt írta, έγραψε,
    a scris, scris, viết, đã viết, napisao, menulis, escriure, kirjutas, rakstīja, parašė, yazdı, şunları yazdı, כתב,
    כתבה, كتب, نوشت, เขียนว่า, ने लिखा"""
_WROTE_UNSPACED = "書きました, のメール, 写道, 寫道, 작성"

_MONTHS = """jan, feb, fév, fev, mär, maer, mar, maa, mrt, apr, avr, abr, mai, may, mei, mag, maj, jun, jui, giu, jul,
    lug, aug, aoû, aou, ago, sep, set, oct, okt, out, ott, nov, dec, déc, dez, dic, gen, ene, sty, lut, kwi, cze, lip,
    sie, wrz, paź, lis, gru, янв, фев, мар, апр, мая, май, июн, июл, авг, сен, окт, ноя, дек, tammi, helmi, maalis,
    huhti, touko, kesä, heinä, elo, syys, loka, marras, joulu, led, únor, března, dub, kvě, čer, srp, září, říj, pro,
    ocak, şub, nis, haz, tem, ağu, eyl, eki, kas, ara, січ, лют, бер, кві, тра, чер, лип, серп, вер, жов, лис, гру,
    ιαν, φεβ, μαρ, απρ, μαΐ, ιουν, ιουλ, αυγ, σεπ, οκτ, νοε, δεκ"""

_ORIGINAL = """original message, original appointment, reply message, forwarded message, forwarded by, mail original,
    ursprüngliche nachricht, originalnachricht, original-nachricht, weitergeleitete nachricht, antwort nachricht,
    message d'origine, message original, message initial, message transféré, message réacheminé, courriel original,
    messaggio originale, messaggio inoltrato, messaggio di origine, oorspronkelijk bericht, origineel bericht,
    originele bericht, oorspronkelijke bericht, doorgestuurd bericht, mensaje original, mensaje reenviado,
    missatge original, mensagem original, mensagem encaminhada, oprindelig meddelelse, oprindelig besked,
    original besked, opprinnelig melding, opprinnelig e-post, ursprungligt meddelande, originalmeddelande,
    vidarebefordrat meddelande, oryginalna wiadomość, wiadomość oryginalna, исходное сообщение,
    пересылаемое сообщение, оригінальне повідомлення, alkuperäinen viesti, alkuperäinen sähköposti, původní zpráva,
    původní e-mail, pôvodná správa, eredeti üzenet, mesaj original, mesajul original, özgün ileti, orijinal mesaj,
    αρχικό μήνυμα, izvorna poruka, izvirno sporočilo, oригинално съобщение, tin nhắn gốc, thư gốc, הודעה מקורית,
    الرسالة الأصلية, 原始邮件, 原始郵件, 邮件原件, 转发邮件信息, 转发的邮件, 元のメッセージ,
    転送メッセージ, 転送されたメッセージ,
    원본 메시지, 원본 메일, original message processed by"""

_FORWARDED = """begin forwarded message, anfang der weitergeleiteten nachricht, début du message transféré,
    début du message réexpédié, inizio messaggio inoltrato, begin doorgestuurd bericht, inicio del mensaje reenviado,
    início da mensagem encaminhada, vidarebefordrat brev, videresendt besked, początek przekazywanej wiadomości,
    起始转发邮件, 以下は転送されたメッセージです"""

WROTE = re.compile(rf"(?i)(?<!\w)(?:{pattern_of(_WROTE)})(?!\w)|{pattern_of(_WROTE_UNSPACED)}")
"""A verb of writing, as in "Anna wrote:"."""

OPENS = re.compile(r"(?i)(?:on|at|am|le|il|op|el|em|den|dnia|w dniu|in data|в|på|dne|dňa|vào|pada|tarihinde|στις)\s")
"""The first word of an attribution that does not begin with the date itself: "On 5 January"."""

SEPARATOR = re.compile(
    rf"(?i)[\s>*]*[-_=]{{2,}}\s*(?:{pattern_of(_ORIGINAL)})\s*[-_=]*[\s*:]*"
    rf"|[\s>*]*(?:{pattern_of(_ORIGINAL)})\s?[:：]\s*"
    r"|[\s>*]*original message processed by.{0,80}"
)
FORWARDED = re.compile(rf"(?i)[\s>*]*(?:{pattern_of(_FORWARDED)})\s?[:：]\s*")

_MONTH = rf"(?:{pattern_of(_MONTHS)})\w{{0,8}}"
_NAME = r"[^\W\d_]{3,14}"
DATE = re.compile(
    r"(?i)(?<!\d)(?:"
    r"\d{4}[-/.]\s?\d{1,2}[-/.]\s?\d{1,2}|\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?(?:\d{4}|\d{2})(?!\d)"
    r"|\d{4}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]"
    rf"|\d{{1,2}}(?:st|nd|rd|th|er|º|ª|\.)?,?\s(?:de\s|di\s)?{_MONTH}(?!\w)"
    rf"|\d{{1,2}}-{_NAME}\.?-(?:\d{{4}}|\d{{2}})(?!\d)"
    rf"|\d{{1,2}}\.?,?\s(?:de\s)?{_NAME}\.?,?\s(?:de\s)?(?:19|20)\d{{2}}(?!\d)|\d{{1,2}} tháng \d{{1,2}})"
    rf"|(?<!\w)(?:{_MONTH}\.?\s\d{{1,2}}(?!\w)(?!:)|{_NAME}-\d{{1,2}}-\d{{2}}(?!\d)"
    rf"|{_NAME}\.?\s\d{{1,2}},\s(?:19|20)\d{{2}}(?!\d))"
)
"""A date with its day, in digits or with a month's name. With an unknown month's name, the year must follow."""

YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")

TIME = re.compile(r"(?i)(?<![\d.])\d{1,2}(?:[:.：]|\s?[h時시]\s?)\d{2}(?![\d.]\d)")
"""A time of day."""

STAMP = re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2} \d{1,2}:\d{2}(?::\d{2})? (?:GMT|UTC)\s?[-+]\d{1,2}:?\d{2}\s\S")
"""A date, a time and a zone, in a form that only programs write."""
