"""Words around a player's own text: their closing, the mail program's "sent from", a mail server's warning on top."""

# ruff: noqa: RUF001  # the letters of other alphabets are meant
from __future__ import annotations

import re

from adjudicator.mail.lexicon.clients import list_entries, pattern_of
from adjudicator.mail.text.text_fold import fold_line, strip_decoration

_SENT_FROM = """sent from, sent via, sent with, sent by, sent using, sent on the go, from my iphone, from my ipad,
    from my mobile, get outlook for, typed on, written on my, gesendet von, gesendet mit, gesendet via, gesendet über,
    gesendet aus, von meinem, von meiner, von unterwegs, von outlook für, diese nachricht wurde von mein,
    diese e-mail wurde von, versendet mit, verschickt mit, holen sie sich outlook, outlook für, envoyé de, envoyé d'un,
    envoyé depuis, envoyé à partir, envoyé par, envoyé avec, envoyé via, envoyé du, obtenez outlook,
    télécharger outlook, inviato da, inviato dal, inviato dalla, inviato tramite, inviato con, scarica outlook,
    ottieni outlook, verzonden met, verzonden vanaf, verzonden van, verzonden vanuit, verzonden via, verstuurd vanaf,
    verstuurd met, verstuurd van, verstuurd via, download outlook, outlook voor, enviado desde, enviado do,
    enviado a partir, enviado con, enviado com, enviado pelo, obtener outlook, obter o outlook, skickat från,
    skickades från, sendt fra, sendt fra min, hent outlook, hämta outlook, lähetetty, wysłane z, wysłano z,
    wysłane przez, отправлено, надіслано, odesláno z, odoslané z, küldve, trimis de pe, gönderildi, στάλθηκε από,
    dikirim dari, được gửi từ,
    iphoneから送信, ipadから送信, outlook for,
    this email has been checked for viruses, virus-free, virenfrei, avast, sans virus, privo di virus"""
_SENT_FROM_UNSPACED = "从我的, 從我的, 发自我的, 發自我的, 发自, 发送自, 傳送自, 寄自"
_SENT_FROM_BEHIND = """gesendet, から送信, 에서 보냄, yollandı, gönderildi, lähetetty"""

_PROGRAMS = """iphone, ipad, android, blackberry, samsung, galaxy, huawei, xiaomi, nokia, pixel, windows, outlook, mail,
    e-mail, email, gmail, yahoo, gmx, web.de, proton, protonmail, thunderbird, spark, nylas, typeapp, bluemail, k-9,
    fairemail, tutanota, mailbox, app, phone, smartphone, mobile, mobil, mobiltelefon, handy, tablet, telefon, telefono,
    téléfono, teléfono, téléphone, portable, cellulare, móvil, celular, telemóvel, telefoon, mobiel, mobieltje, gsm,
    wireless, device, gerät, mobilgerät, appareil, dispositivo, toestel, virus, viren"""

SENT_FROM = re.compile(
    rf"(?i)[\W_]{{0,4}}(?:(?:(?:{pattern_of(_SENT_FROM)})(?!\w)|{pattern_of(_SENT_FROM_UNSPACED)})(?P<rest>.{{0,200}})"
    rf"|(?:von|mit|from|met)\s(?P<behind>.{{3,60}}?)\s(?:{pattern_of(_SENT_FROM_BEHIND)})[\W_]{{0,3}})"
)
"""The line that a phone's mail program puts below a letter: "Sent from my iPhone"."""

PROGRAM = re.compile(rf"(?i)(?<!\w)(?:{pattern_of(_PROGRAMS)})(?!\w)")
"""Names of devices and programs in such a line."""

_WARNING = """external, extern, externe, externer, externes, esterno, esterna, caution, warning, achtung, vorsicht,
    warnung, attention, avertissement, prudence, attenzione, avviso, avvertenza, let op, opgelet, waarschuwing,
    atención, atenção, varning, advarsel, external email, external sender, external message, externe e-mail, externe
    nachricht, externer absender, courriel externe, expéditeur externe, message externe, e-mail esterna, mittente
    esterno, messaggio esterno, externe afzender, extern bericht, externe mail"""
_FROM_OUTSIDE = """this e-mail originated, this email originated, this message originated, this e-mail came from, this
    email came from, this message came from, this e-mail is from, this email is from, this message is from, this
    e-mail was sent from outside, this email was sent from outside, this message was sent from outside, you don't
    often get email from, you don’t often get email from, some people who received this message, diese e-mail kommt
    von, diese e-mail stammt von, diese e-mail wurde von außerhalb, diese e-mail wurde von einem ext, diese nachricht
    kommt von, diese nachricht stammt von, diese nachricht wurde von außerhalb, diese mail kommt von, diese mail
    stammt von, sie erhalten nicht oft, sie erhalten nicht häufig, einige personen, die diese nachricht, cet e-mail
    provient, cet email provient, ce courriel provient, ce message provient, ce mail provient, ce message a été envoyé
    depuis l'ext, ce courriel a été envoyé, cet e-mail a été envoyé depuis l'ext, ce message vient de l'ext, vous ne
    recevez pas souvent, vous n'obtenez pas souvent, vous n’obtenez pas souvent, certaines personnes qui ont reçu ce
    message, questa e-mail proviene, questa email proviene, questo messaggio proviene, questa mail proviene, questa
    e-mail arriva, questo messaggio arriva, questo messaggio è stato inviato dall'est, questa e-mail è stata inviata
    dall'est, non si ricevono spesso, non ricevi spesso, alcune persone che hanno ricevuto questo messaggio, deze
    e-mail komt van, deze e-mail is afkomstig, deze e-mail is verzonden van buiten, dit bericht komt van, dit bericht
    is afkomstig, dit bericht is verzonden van buiten, deze mail komt van, deze mail is afkomstig, u ontvangt niet
    vaak, u krijgt niet vaak, je ontvangt niet vaak, je krijgt niet vaak, sommige mensen die dit bericht hebben
    ontvangen"""
_ABOUT_WARNINGS = """click, links, attachments, attachment, sender, recognize, organization, organisation, safe,
    klicken, anhänge, anhang, absender, organisation, unternehmen, cliquez, liens, pièces jointes, pièce jointe,
    expéditeur, organisation, clicca, cliccare, collegamenti, link, allegati, allegato, mittente, organizzazione,
    klik, koppelingen, bijlagen, bijlage, afzender, organisatie, learnaboutsenderidentification, external, extern"""

BANNER = re.compile(
    rf"(?i)[\W_]{{0,6}}(?:(?:{pattern_of(_WARNING)})(?!\w)(?:[\W_]{{1,6}}(?:(?:external |externe |esterna )?(?:e-?mail"
    r"|sender|message|nachricht|absender|expéditeur|courriel|mittente|messaggio|afzender|bericht|this|diese|cet|ce "
    rf"|questa|questo|deze|dit|externe|external)\b.{{0,400}})?)?|(?:{pattern_of(_FROM_OUTSIDE)}).{{0,400}})[\W_]{{0,6}}"
)
"""The warning that a mail server puts above a letter from outside; the rest of its first line is included."""

WARNS = re.compile(rf"(?i)(?<!\w)(?:{pattern_of(_ABOUT_WARNINGS)})(?!\w)|https?://")
"""Words in the further lines of such a warning."""

CLOSINGS = frozenset(
    list_entries(
        """regards, best regards, kind regards, kindest regards, warm regards, with kind regards, best, best wishes,
        all the best, cheers, thanks, thank you, thanks again, many thanks, thx, ty, sincerely, yours, yours sincerely,
        take care, good luck, have fun, bye, see you, gruß, gruss, grüße, gruesse, viele grüße, viele gruesse, viele
        grüsse, liebe grüße, liebe grüsse, liebe gruesse, schöne grüße, beste grüße, herzliche grüße, freundliche grüße,
        mit freundlichen grüßen, mit freundlichen gruessen, mit freundlichem gruß, mit lieben grüßen, mfg, lg, vg, bg,
        danke, danke schön, vielen dank, besten dank, bis dann, bis bald, viel glück, tschüss, tschüß, cordialement,
        bien cordialement, bien à vous, bien à toi, salutations, meilleures salutations, amicalement, amitiés, bises,
        bisous, merci, merci beaucoup, merci d'avance, à bientôt, à plus, bonne chance, au revoir, saluti,
        cordiali saluti, distinti saluti, un saluto, tanti saluti, un abbraccio, grazie, grazie mille, a presto,
        buona fortuna, ciao, groet, groeten, groetjes, met vriendelijke groet, met vriendelijke groeten, hartelijke
        groet, vriendelijke groeten, mvg, bedankt, dank je, dank je wel, tot ziens, tot dan, veel succes, succes, doei,
        saludos, un saludo, gracias, muchas gracias, atentamente, um abraço, obrigado, obrigada, cumprimentos,
        atenciosamente, mvh, med vänlig hälsning, vänliga hälsningar, hälsningar, tack, med venlig hilsen,
        venlig hilsen, hilsen, kh, tak, med vennlig hilsen, vennlig hilsen, takk, terveisin, ystävällisin terveisin,
        kiitos, pozdrawiam, dzięki, dziękuję, с уважением, спасибо, 以上,
        よろしくお願いします, ありがとうございます,
        谢谢, 謝謝"""
    )
)
"""Closings, each alone on a line."""

_THANKS = frozenset(
    fold_line(entry)
    for entry in list_entries(
        """thanks, thank you, thanks again, many thanks, thx, danke, danke schön, vielen dank, besten dank, merci,
        merci beaucoup, merci d'avance, grazie, grazie mille, bedankt, dank je, dank je wel, gracias, muchas gracias,
        obrigado, obrigada, tack, tak, takk, kiitos, dziękuję, спасибо, 谢谢, 謝謝"""
    )
)
_DASHES = frozenset({"--", "\u2014"})


def ends_orders(line: str) -> bool:
    """Is a line thanks or ``--``? With such a line the orders of a letter end."""
    return line in _DASHES or fold_line(strip_decoration(line)) in _THANKS
