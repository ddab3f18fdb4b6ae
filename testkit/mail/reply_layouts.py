"""Layouts of replies in mail programs: the introduction above the quoted letter, and the marks of its lines."""

# ruff: noqa: E501, RUF001  # the letters of other alphabets are meant
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

Lines = list[str]

# {a} and {n} are address and name of the quoted letter's author.
ATTRIBUTIONS = {
    "gmail en": "On Mon, Nov 30, 2026 at 9:14 AM {n} <{a}> wrote:",
    "gmail en-gb": "On Mon, 30 Nov 2026 at 09:14, {n} <{a}> wrote:",
    "gmail en torn": "On Mon, 30 Nov 2026 at 09:14, {n}\n<{a}>\nwrote:",
    "gmail en torn in the address": "On Mon, 30 Nov 2026 at 09:14, {n} <\n{a}> wrote:",
    "gmail de": "Am Mo., 30. Nov. 2026 um 09:14 Uhr schrieb {n} <{a}>:",
    "gmail de torn": "Am Mo., 30. Nov. 2026 um 09:14 Uhr schrieb {n} <\n{a}>:",
    "gmail fr": "Le lun. 30 nov. 2026 à 09:14, {n} <{a}> a écrit :",
    "gmail fr torn": "Le lun. 30 nov. 2026 à 09:14, {n} <{a}> a\nécrit :",
    "gmail it": "Il giorno lun 30 nov 2026 alle ore 09:14 {n} <{a}> ha scritto:",
    "gmail nl": "Op ma 30 nov 2026 om 09:14 schreef {n} <{a}>:",
    "gmail es": "El lun, 30 nov 2026 a las 9:14, {n} (<{a}>) escribió:",
    "gmail pt": "Em seg., 30 de nov. de 2026 às 09:14, {n} <{a}> escreveu:",
    "gmail pl": "pon., 30 lis 2026 o 09:14 {n} <{a}> napisał(a):",
    "gmail sv": "Den mån 30 nov. 2026 kl 09:14 skrev {n} <{a}>:",
    "gmail da": "Den man. 30. nov. 2026 kl. 09.14 skrev {n} <{a}>:",
    "gmail no": "man. 30. nov. 2026 kl. 09:14 skrev {n} <{a}>:",
    "gmail fi": "ma 30. marrask. 2026 klo 9.14 {n} ({a}) kirjoitti:",
    "gmail cs": "po 30. 11. 2026 v 9:14 odesílatel {n} <{a}> napsal:",
    "gmail hu": "{n} <{a}> ezt írta (időpont: 2026. nov. 30., H, 9:14):",
    "gmail ro": "lun., 30 nov. 2026 la 09:14, {n} <{a}> a scris:",
    "gmail tr": "{n} <{a}>, 30 Kas 2026 Pzt, 09:14 tarihinde şunu yazdı:",
    "gmail ru": "пн, 30 нояб. 2026 г. в 09:14, {n} <{a}>:",
    "gmail uk": "пн, 30 лист. 2026 р. о 09:14 {n} <{a}> пише:",
    "gmail el": "Στις Δευ 30 Νοε 2026 στις 9:14 π.μ., ο χρήστης {n} <{a}> έγραψε:",
    "gmail he": "\u200fבתאריך יום ב׳, 30 בנוב׳ 2026 ב-9:14 מאת {n} <{a}>:",
    "gmail ja": "2026年11月30日(月) 9:14 {n} <{a}>:",
    "gmail zh-cn": "{n} <{a}> 于2026年11月30日周一 09:14写道：",
    "gmail zh-tw": "{n} <{a}> 於 2026年11月30日 週一 上午9:14寫道：",
    "gmail ko": "2026년 11월 30일 (월) 오전 9:14, {n} <{a}>님이 작성:",
    "gmail vi": "Vào Th 2, 30 thg 11, 2026 vào lúc 09:14 {n} <{a}> đã viết:",
    "gmail id": "Pada tanggal Sen, 30 Nov 2026 pukul 09.14 {n} <{a}> menulis:",
    "apple en": "On 30 Nov 2026, at 09:14, {n} <{a}> wrote:",
    "apple en torn": "On Nov 30, 2026, at 9:14 AM, {n} <{a}>\nwrote:",
    "apple de": "Am 30.11.2026 um 09:14 schrieb {n} <{a}>:",
    "apple fr": "Le 30 nov. 2026 à 09:14, {n} <{a}> a écrit :",
    "apple it": "Il giorno 30 nov 2026, alle ore 09:14, {n} <{a}> ha scritto:",
    "apple nl": "Op 30 nov. 2026 om 09:14 heeft {n} <{a}> het volgende geschreven:",
    "apple ja": "2026/11/30 9:14、{n} <{a}>のメール:",
    "thunderbird en": "On 11/30/26 09:14, {n} wrote:",
    "thunderbird de": "Am 30.11.26 um 09:14 schrieb {n}:",
    "thunderbird fr": "Le 30/11/2026 à 09:14, {n} a écrit :",
    "thunderbird it": "Il 30/11/26 09:14, {n} ha scritto:",
    "thunderbird nl": "Op 30-11-2026 om 09:14 schreef {n}:",
    "thunderbird es": "El 30/11/26 a las 9:14, {n} escribió:",
    "thunderbird pl": "W dniu 30.11.2026 o 09:14, {n} pisze:",
    "thunderbird sv": "Den 2026-11-30 kl. 09:14, skrev {n}:",
    "mutt": "On Mon, Nov 30, 2026 at 09:14:22AM +0100, {n} wrote:",
    "evolution": "On Mon, 2026-11-30 at 09:14 +0100, {n} wrote:",
    "kmail": "Am Montag, 30. November 2026, 09:14:22 MEZ schrieb {n}:",
    "k-9 de": "{n} <{a}> schrieb am 30. November 2026 09:14:22 MEZ:",
    "alpine": "On Mon, 30 Nov 2026, {n} wrote:",
    "s-nail": "{n} wrote in\n <20261130081422.y7Xq2%{a}>:",
    "proton": "On Monday, November 30th, 2026 at 9:14 AM, {n} <{a}> wrote:",
    "yahoo": "On Monday, November 30, 2026, 09:14:22 AM GMT+1, {n} <{a}> wrote:",
    "yahoo fr": "Le lundi 30 novembre 2026 à 09:14:22 UTC+1, {n} <{a}> a écrit :",
    "gmx": 'Gesendet: Montag, 30. November 2026 um 09:14 Uhr\nVon: "{n}" <{a}>\nAn: bob@bob.example\nBetreff: Your turn',
    "mail.ru": "Понедельник, 30 ноября 2026, 9:14 +03:00 от {n} <{a}>:",
    "yandex": '30.11.2026, 09:14, "{n}" <{a}>:',
    "163": 'At 2026-11-30 09:14:22, "{n}" <{a}> wrote:',
    "old gmail": "2026-11-30 9:14 GMT+01:00 {n} <{a}>:",
    "zoho": "---- On Mon, 30 Nov 2026 09:14:22 +0100 {n} <{a}> wrote ----",
    "usenet": "{n} <{a}> writes:",
    "roundcube": "On 2026-11-30 09:14, {n} wrote:",
    "a short name": "{n} schrieb:",
}  # fmt: skip
"""Attributions by mail program. Those in `NEED_MARKS` are recognised only above a marked quote."""

NEED_MARKS = frozenset({"usenet", "a short name", "alpine", "s-nail", "gmx"})

_RULE = "_" * 32
HEADS = {
    "outlook en": "From: {n} <{a}>\nSent: Monday, November 30, 2026 9:14 AM\nTo: Bob <bob@bob.example>\nSubject: Your turn",
    "outlook en mailto": "From: {n} [mailto:{a}]\nSent: Monday, November 30, 2026 9:14 AM\nTo: Bob\nSubject: Your turn",
    "outlook en no address": "From: {n}\nSent: 30 November 2026 09:14\nTo: Bob\nSubject: Your turn",
    "outlook.com": _RULE + "\nFrom: {n} <{a}>\nSent: Monday, November 30, 2026 9:14:22 AM\nTo: Bob <bob@bob.example>\n"
    "Subject: Your turn",
    "outlook de": "Von: {n} <{a}>\nGesendet: Montag, 30. November 2026 09:14\nAn: Bob <bob@bob.example>\nBetreff: Your turn",
    "outlook fr": "De : {n} <{a}>\nEnvoyé : lundi 30 novembre 2026 09:14\nÀ : Bob <bob@bob.example>\nObjet : Your turn",
    "outlook it": "Da: {n} <{a}>\nInviato: lunedì 30 novembre 2026 09:14\nA: Bob <bob@bob.example>\nOggetto: Your turn",
    "outlook nl": "Van: {n} <{a}>\nVerzonden: maandag 30 november 2026 09:14\nAan: Bob <bob@bob.example>\n"
    "Onderwerp: Your turn",
    "outlook es": "De: {n} <{a}>\nEnviado: lunes, 30 de noviembre de 2026 9:14\nPara: Bob <bob@bob.example>\nAsunto: Your turn",
    "outlook pt": "De: {n} <{a}>\nEnviada em: segunda-feira, 30 de novembro de 2026 09:14\nPara: Bob\nAssunto: Your turn",
    "outlook pl": "Od: {n} <{a}>\nWysłano: poniedziałek, 30 listopada 2026 09:14\nDo: Bob <bob@bob.example>\nTemat: Your turn",
    "outlook sv": "Från: {n} <{a}>\nSkickat: den 30 november 2026 09:14\nTill: Bob <bob@bob.example>\nÄmne: Your turn",
    "outlook da": "Fra: {n} <{a}>\nSendt: 30. november 2026 09:14\nTil: Bob <bob@bob.example>\nEmne: Your turn",
    "outlook cs": "Od: {n} <{a}>\nOdesláno: pondělí 30. listopadu 2026 9:14\nKomu: Bob <bob@bob.example>\nPředmět: Your turn",
    "outlook ja": "差出人: {n} <{a}>\n送信日時: 2026年11月30日 9:14\n宛先: Bob <bob@bob.example>\n件名: Your turn",
    "outlook zh": "发件人: {n} <{a}>\n发送时间: 2026年11月30日 9:14\n收件人: Bob <bob@bob.example>\n主题: Your turn",
    "outlook ko": "보낸 사람: {n} <{a}>\n보낸 날짜: 2026년 11월 30일 월요일 오전 9:14\n받는 사람: Bob\n제목: Your turn",
    "a language nobody listed": "Saken: {n} <{a}>\nPeiv: 30. detsembril 2026 09:14\nKellele: Bob\nTeem: Your turn",
    "outlook bold": "*From:* {n} <{a}>\n*Sent:* Monday, November 30, 2026 9:14 AM\n*To:* Bob <bob@bob.example>\n"
    "*Subject:* Your turn",
    "outlook double-spaced": "Von: {n} <{a}>\n\nGesendet: Montag, 30. November 2026 09:14\n\nAn: Bob\n\nBetreff: Your turn",
    "outlook 2003": "-----Original Message-----\nFrom: {n} [mailto:{a}]\nSent: Monday, November 30, 2026 9:14 AM\nTo: Bob\n"
    "Subject: Your turn",
    "outlook 2003 de": "-----Ursprüngliche Nachricht-----\nVon: {n} [mailto:{a}]\nGesendet: Montag, 30. November 2026 09:14\n"
    "An: Bob\nBetreff: Your turn",
    "samsung de": "-------- Ursprüngliche Nachricht --------\nVon: {n} <{a}>\nDatum: 30.11.26 09:14 (GMT+01:00)\n"
    "An: bob@bob.example\nBetreff: Your turn",
    "samsung fr": "-------- Message d'origine --------\nDe : {n} <{a}>\nDate : 30/11/2026 09:14 (GMT+01:00)\n"
    "À : bob@bob.example\nObjet : Your turn",
    "qq": '------------------ 原始邮件 ------------------\n发件人: "{n}" <{a}>;\n发送时间: 2026年11月30日(星期一) 上午9:14\n'
    '收件人: "Bob"<bob@bob.example>;\n主题: Your turn',
    "two lines": "From: {n} <{a}>\nDate: 30 Nov 2026 09:14",
    "subject over two lines": "From: {n} <{a}>\nDate: Mon, Nov 30, 2026 at 9:14 AM\nSubject: Your turn, until\nThu 3 Dec\n"
    "To: <bob@bob.example>",
    "one line": "From: {n} <{a}> Sent: Monday, November 30, 2026 9:14 AM To: Bob <bob@bob.example> Subject: Your turn",
    "gmail forward": "---------- Forwarded message ---------\nFrom: {n} <{a}>\nDate: Mon, Nov 30, 2026 at 9:14 AM\n"
    "Subject: Your turn\nTo: <bob@bob.example>",
    "em client en": '------ Original Message ------\nFrom "{n}" <{a}>\nTo bob@bob.example\nDate 11/30/2026 9:14:22 AM\n'
    "Subject Your turn",
    "em client de": '------ Originalnachricht ------\nVon "{n}" <{a}>\nAn bob@bob.example\nDatum 30.11.2026 09:14:22\n'
    "Betreff Your turn",
    "em client fr": "------ Message d'origine ------\nDe {n} <{a}>\nÀ bob@bob.example\nDate 30/11/2026 09:14:22\nObjet Your turn",
    "em client it": 'Da "{n}" <{a}>\nA bob@bob.example\nData 30/11/2026 09:14:22\nOggetto Your turn',
    "em client nl": 'Van "{n}" <{a}>\nAan bob@bob.example\nDatum 30-11-2026 09:14:22\nOnderwerp Your turn',
    "naver": '-----Original Message-----\nFrom: "{n}"<{a}>\nTo: <bob@bob.example>;\nCc:\n'
    "Sent: 2026-11-30 (월) 09:14:22 (GMT+09:00)\nSubject: Your turn",
    "naver ko": '---------- 원본 메일 ----------\n보낸사람: "{n}" <{a}>\n받는사람 : <bob@bob.example>\n날짜: 26.11.30 09:14 GMT +0900\n'
    "제목: Your turn",
    "lotus notes": "From:        {n} <{a}>\nTo:        bob@bob.example\nDate:        30/11/2026 09:14\nSubject:        Your turn\n"
    "------------------------",
    "lotus notes, a table": "        {n}\n        <{a}>\n" + 60 * " " + "To\n        30/11/2026 09:14         bob@bob.example\n"
    + 60 * " " + "cc\n\n" + 55 * " " + "Subject\n" + 34 * " " + "Your turn",
    "lotus notes, columns": "{n} <{a}>            To        bob@bob.example\n30/11/2026 09:14        cc\n            Subject        Your turn",
    "lotus notes de": "{n} <{a}>            An        bob@bob.example\n30.11.2026 09:14        Kopie\n            Thema        Your turn",
    "two keys on a line": "From: {n} <{a}> Date: Mon, 30 Nov 2026 09:14",
    "two keys on a line de": "Von: {n} <{a}> Gesendet: Montag, 30. November 2026 09:14\nAn: bob@bob.example\nBetreff: Your turn",
    "a rule with words": "----- Vers l'original -----\nDe : {n} <{a}>\nDate : 30 nov. 2026 09:14\nObjet : Your turn",
}  # fmt: skip
"""Header blocks by mail program, which stand above a quote without marks."""


def marked(letter: Lines) -> Lines:
    return [f"> {line}".rstrip() for line in letter]


def tight(letter: Lines) -> Lines:
    return [f">{line}" for line in letter]


def twice(letter: Lines) -> Lines:
    return [f">> {line}".rstrip() for line in letter]


def barred(letter: Lines) -> Lines:
    return [f"| {line}".rstrip() for line in letter]


def initialled(letter: Lines) -> Lines:
    return [f"A> {line}".rstrip() for line in letter]


def escaped(letter: Lines) -> Lines:
    return [f"&gt; {line}".rstrip() for line in letter]


def refilled(letter: Lines) -> Lines:
    """Rewrap the lines, and mark each."""
    return [f"> {piece}".rstrip() for line in letter for piece in wrap(line, 50) or [""]]


def torn(letter: Lines) -> Lines:
    """Mark the lines, then break them at a width, so that their tails have no mark."""
    return [piece for line in marked(letter) for piece in wrap(line, 66, drop_whitespace=False) or [""]]


def bare(letter: Lines) -> Lines:
    return letter


def indented(letter: Lines) -> Lines:
    return [f"    {line}".rstrip() for line in letter]


def narrowed(letter: Lines) -> Lines:
    """Rewrap the lines without marks."""
    return [piece for line in letter for piece in wrap(line, 40) or [""]]


MARKS: dict[str, Callable[[Lines], Lines]] = {
    style.__name__: style for style in (marked, tight, twice, barred, initialled, escaped, refilled)
}
UNMARKED: dict[str, Callable[[Lines], Lines]] = {style.__name__: style for style in (bare, indented, narrowed)}

SIGNATURES = (
    "", "-- \nBob\nBern", "Sent from my iPhone", "Von meinem iPhone gesendet", "Envoyé de mon iPhone",
    "Inviato da iPhone", "Verstuurd vanaf mijn iPhone", "Get Outlook for Android<https://aka.ms/AAb9ysg>",
    "Gesendet mit der GMX Mail App", "iPhoneから送信", "发自我的iPhone", "\u2014\u2014\nBob",
)  # fmt: skip


@dataclass(frozen=True)
class Layout:
    """A reply of a mail program to a letter, before the player writes into it."""

    name: str
    introduction: Lines
    quote: Lines
    has_marks: bool

    def top(self, orders: Sequence[str], signature: str = "") -> str:
        return _text(orders, [""], signature.split("\n"), [""], self.introduction, [""], self.quote)

    def bottom(self, orders: Sequence[str], signature: str = "") -> str:
        return _text(self.introduction, self.quote, [""], orders, [""], signature.split("\n"))

    def between(self, orders: Sequence[str], at: int) -> str:
        """Write the orders between the lines of the quote, from line `at` on."""
        quote = list(self.quote)
        for place, order in enumerate(orders):
            quote[at + 4 * place : at + 4 * place] = ["", order, ""]
        return _text(self.introduction, quote)


def layouts(letter: str, name: str, address: str) -> Iterator[Layout]:
    """Yield all layouts of replies to a letter."""
    lines = letter.split("\n")
    for program, introduction in ATTRIBUTIONS.items():
        above = introduction.format(n=name, a=address).split("\n")
        for style, mark in MARKS.items():
            yield Layout(f"{program}, {style}", above, mark(lines), has_marks=True)
        if program not in NEED_MARKS:
            for style, mark in UNMARKED.items():
                yield Layout(f"{program}, {style}", above, mark(lines), has_marks=False)
    for program, head in HEADS.items():
        above = [*head.format(n=name, a=address).split("\n"), ""]
        for style, mark in UNMARKED.items():
            yield Layout(f"{program}, {style}", above, mark(lines), has_marks=False)
        yield Layout(f"{program}, marked", above, marked(lines), has_marks=True)


def _text(*parts: Sequence[str]) -> str:
    return "\n".join(line for part in parts for line in part) + "\n"
