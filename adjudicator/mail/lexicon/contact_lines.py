"""Contact lines of signatures: telephone, address, room, opening hours, link, device, advertisement.

They have letters and digits as orders do ("Raum M14"), so they must not reach an engine. No word here belongs to an
order of a game, and a line that has a place of a board (`_PLACE`) beside such a word is left to the engine.
"""

# ruff: noqa: RUF001  # typographic dashes are meant
from __future__ import annotations

import re

from adjudicator.mail.lexicon.clients import pattern_of
from adjudicator.mail.lexicon.closings import SENT_FROM

_LENGTH = 200
_WORDS = 8
_PHONE_DIGITS = 7
"""Fewest digits for a line of digits alone to be a telephone number."""

_PHONES = """tel, tél, telefon, telephone, téléphone, telefono, teléfono, telefone, telefoon, phone, mobile, mobil, mob,
    mobiel, móvil, cell, cellulare, cel, handy, natel, portable, gsm, fax, telefax, direct, direkt, durchwahl, dw, ext,
    extension, poste, toestel, dect, whatsapp, signal, skype, threema, hotline, office phone, ligne directe, interno"""
_ROOMS = """zimmer, raum, büro, buero, room, office, suite, ste, apt, apartment, flat, floor, etage, étage, gebäude,
    building, bldg, bureau, salle, appartement, appt, bâtiment, bât, ufficio, stanza, edificio, palazzina, lokaal,
    kantoor, verdieping, gebouw, po box, p.o. box, postfach, boîte postale, casella postale, postbus, abteilung,
    department, dept, service postal, aula, kamernummer, zimmernummer, stockwerk, unit"""
_FLOORS = """stock, og, ug, eg, etage, stockwerk, floor, étage, piano, verdieping"""
_STREET_ENDS = """strasse, straße, str., gasse, allee, platz, damm, ufer, weg, straat, laan, plein, kade, gracht,
    dijk, steeg, singel"""
_STREETS = """rue, avenue, boulevard, chemin, impasse, quai, route, allée, viale, piazza, vicolo, via, street, road,
    lane, drive, blvd, ave, calle, avenida, rua, ulica, ul."""
_BANKS = """iban, bic, swift, konto, kontonummer, blz, ust-idnr, ust-id, uid, vat, tva, siret, siren, p.iva, p. iva,
    partita iva, btw, kvk, hrb, hra, ein, abn, rcs"""
_HOURS = """hours, office hours, opening hours, sprechzeiten, sprechstunde, öffnungszeiten, bürozeiten, horaires,
    heures d'ouverture, horaires d'ouverture, orari, orario, orario di apertura, openingstijden, kantooruren,
    bereikbaar, erreichbar"""
_DAYS = """mo, di, mi, do, fr, sa, so, mon, tue, tues, wed, thu, thur, thurs, fri, sat, sun, montag, dienstag, mittwoch,
    donnerstag, freitag, samstag, sonntag, monday, tuesday, wednesday, thursday, friday, saturday, sunday, lun, mar,
    mer, jeu, ven, sam, dim, lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche, gio, sab, dom, lunedì, martedì,
    mercoledì, giovedì, venerdì, sabato, domenica, ma, wo, vr, za, zo, maandag, dinsdag, woensdag, donderdag, vrijdag,
    zaterdag, zondag"""
_DEVICES = """galaxy, iphone, ipad, ipod, android, pixel, huawei, xiaomi, redmi, oneplus, nokia, motorola, blackberry,
    fairphone, samsung, sony xperia, xperia, oppo, honor, lumia, windows phone, windows 10, windows 11"""
_PROVIDERS = """gmx, web.de, freenet, t-online, yahoo, hotmail, outlook, aol, libero mail, virgilio, tiscali, laposte,
    orange.fr, ziggo, xs4all, kpnmail, proton mail, protonmail, tutanota, mail.com, mail.ru, yandex, avast, avg,
    mcafee, kaspersky, malwarebytes, gmail, thunderbird"""

_LINK = re.compile(r"(?i)[<(\[]{0,2}(?:https?://|www\.|mailto:)[^\s<>]{1,180}[>)\]]{0,2}")
_ADDRESS = re.compile(r"[<(\[]{0,2}[^\s<>@]{1,64}@[^\s<>@]{1,100}\.[^\s<>@]{2,24}[>)\]]{0,2}")
_NUMBER = r"[-+()/.\s\u00a0\d]{1,40}"
_PHONE = re.compile(
    rf"(?i)\W{{0,3}}(?:(?:{pattern_of(_PHONES)})\.?(?:\s?(?:nr|no|n°)\.?)?\W{{0,3}}|[tmfp]\W{{1,3}}(?=(?:\D*\d){{7}})){_NUMBER}"
)
_BARE_NUMBER = re.compile(_NUMBER)
_ROOM = re.compile(
    rf"(?i)\W{{0,3}}(?:(?:{pattern_of(_ROOMS)})\.?\s?(?:nr|no|n°)?[\s.:#]{{0,3}}[a-z]{{0,3}}[-. ]?\d{{1,5}}[a-z]?"
    rf"|\d{{1,2}}(?:\.|st|nd|rd|th|e|er|ème|°|º|o)?\s?(?:{pattern_of(_FLOORS)}))\W{{0,3}}"
)
_HOUSE = r"\d{1,4}\s?[a-z]?(?:\s?[-/]\s?\d{1,4}[a-z]?)?"
_STREET = re.compile(
    rf"(?i)\W{{0,3}}(?:[^\W\d_][\w.' -]{{0,40}}(?:{pattern_of(_STREET_ENDS)})\s{_HOUSE}"
    rf"|(?:{pattern_of(_STREETS)})\s[^\W\d_][^\d\n]{{2,40}}\s{_HOUSE}"
    rf"|{_HOUSE}(?:\s?(?:bis|ter))?,?\s(?:{pattern_of(_STREETS)})\s[^\W\d_][^\d\n]{{1,40}}"
    rf"|[^\W\d_][^\d\n]{{2,40}}\s(?:street|road|avenue|lane|drive|blvd|ave)\.?\s{_HOUSE}"
    rf"|{_HOUSE}\s[^\W\d_][^\d\n]{{2,40}}\s(?:street|road|avenue|lane|drive|blvd|ave|st|rd)\.?)\W{{0,3}}"
)
_TOWN = re.compile(
    r"\W{0,3}(?:(?:[A-Z]{1,3}[- ])?\d{4,5}(?:\s?[A-Z]{2})?\s[^\W\d_][^\d\n]{1,40}"
    r"|(?:[^\W\d_][^\d\n]{1,40},?\s)?(?:[A-Z]{2}\s\d{5}(?:-\d{4})?|[A-Z]{1,2}\d{1,2}[A-Z]?\s\d[A-Z]{2}))\W{0,3}"
)
_BANK = re.compile(
    rf"(?i)\W{{0,3}}(?:{pattern_of(_BANKS)})\.?\W{{1,3}}(?=\S*\s?\S*\d)[\w ./-]{{2,60}}"
    r"|(?-i:\W{0,3}[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?\W{0,3})"
)
_CLOCK = r"\d{1,2}(?:[:.h]\d{2}|h)?\s?(?:am|pm|uhr|uur|h)?"
_SPAN = rf"{_CLOCK}\s?(?:-|–|—|bis|to|till|à|a|au|alle|al|tot)\s?{_CLOCK}"
_OPEN = re.compile(
    rf"(?i)\W{{0,3}}(?:(?:{pattern_of(_HOURS)})\W{{1,3}}.{{0,40}}\d.{{0,40}}"
    rf"|(?:{pattern_of(_DAYS)})\.?(?:\s?(?:-|–|—|\+|&|,|/|bis|to|au|al|tot|und|and|et|e|en)\s?(?:{pattern_of(_DAYS)})\.?)"
    rf"{{1,6}}\W{{0,3}}\s?{_SPAN}(?:\W{{1,3}}{_SPAN})?\W{{0,3}})"
)
_DEVICE = re.compile(rf"(?i)(?<!\w)(?:{pattern_of(_DEVICES)})(?!\w)(?:\s[\w+.]{{1,12}}){{0,3}}")
_PROVIDER = re.compile(rf"(?i)(?<![\w@.-])(?:{pattern_of(_PROVIDERS)})(?![\w@])")
_PLACE = re.compile(r"(?i)(?<!\w)[a-z]{1,2}[-. ]?\d{1,2}(?!\w)")
"""The shape of a place of a board."""
_PARTS = re.compile(r"\s*[|•·¦]\s*|\s+[-–—/]\s+|,\s+|;\s+|\t+|\s{3,}")


def is_contact_line(line: str) -> bool:
    """Is a line a telephone number, an address, a room, a link, a device or an advertisement?

    A line of several parts ("Anna | Room 12 | +41 44 123 45 67") is one if at least one part is, and no other part has
    a digit.
    """
    text = line.strip()[:_LENGTH]
    if _is_one(text):
        return True
    parts = [part for part in _PARTS.split(text) if part]
    found = [_is_one(part) for part in parts]
    return any(found) and all(one or not any(map(str.isdigit, part)) for one, part in zip(found, parts, strict=True))


def _is_one(text: str) -> bool:
    if SENT_FROM.fullmatch(text) and not _PLACE.search(_DEVICE.sub("", text)):
        return True
    if _is_around(_LINK, text) or _is_around(_DEVICE, text) or _is_around(_PROVIDER, text):
        return True
    if _is_around(_ADDRESS, text, most=2) or any(
        shape.fullmatch(text) for shape in (_PHONE, _ROOM, _STREET, _TOWN, _BANK, _OPEN)
    ):
        return True
    return sum(map(str.isdigit, text)) >= _PHONE_DIGITS and bool(_BARE_NUMBER.fullmatch(text))


def _is_around(shape: re.Pattern[str], text: str, most: int = _WORDS) -> bool:
    """Does a line match a shape, with few other words and no place of a board among them?"""
    if not shape.search(text):
        return False
    rest = shape.sub(" ", text)
    return len(rest.split()) <= most and not _PLACE.search(rest)
