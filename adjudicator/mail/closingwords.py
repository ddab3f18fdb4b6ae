"""The words that stand below what somebody wrote: his thanks and wishes, and what his program adds of itself."""

# ruff: noqa: RUF001  # the letters of other alphabets are meant
from __future__ import annotations

import re

from adjudicator.mail.clientwords import entries, pattern

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
    rf"(?i)[\W_]{{0,4}}(?:(?:(?:{pattern(_SENT_FROM)})(?!\w)|{pattern(_SENT_FROM_UNSPACED)})(?P<rest>.{{0,200}})"
    rf"|(?:von|mit|from|met)\s(?P<behind>.{{3,60}}?)\s(?:{pattern(_SENT_FROM_BEHIND)})[\W_]{{0,3}})"
)
"""The line that a telephone puts below a letter."""

PROGRAM = re.compile(rf"(?i)(?<!\w)(?:{pattern(_PROGRAMS)})(?!\w)")
"""What such a line names."""

BANNER = re.compile(
    r"(?i)[\W_]{0,6}(?:external|extern|extern[ea]r?|esterno|caution|warning|achtung|vorsicht|warnung|attention"
    r"|avertissement|attenzione|avviso|let op|waarschuwing|atención|atenção|varning|advarsel)[\W_]{0,6}"
    r"(?:(?:external |externe |esterna )?(?:e-?mail|sender|message|nachricht|absender|expéditeur|courriel|mittente"
    r"|messaggio|afzender|bericht|this|diese|cet|ce |questa|questo|deze|dit|externe|external)\b.{0,400})?"
)
"""What a gateway puts above a letter that came from outside."""

CLOSINGS = frozenset(
    entries(
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
"""How people end a letter, alone on a line."""

THANKS = frozenset(
    entries(
        """thanks, thank you, thanks again, many thanks, thx, danke, danke schön, vielen dank, besten dank, merci,
        merci beaucoup, merci d'avance, grazie, grazie mille, bedankt, dank je, dank je wel, gracias, muchas gracias,
        obrigado, obrigada, tack, tak, takk, kiitos, dziękuję, спасибо, 谢谢, 謝謝"""
    )
)
"""Those of them that are thanks: behind them nobody orders anything more."""
