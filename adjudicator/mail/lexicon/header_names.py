"""Names of headers in quoted letters, in the languages of mail programs: "Von:", "Gesendet:", "An:"."""

# ruff: noqa: RUF001  # the letters of other alphabets are meant
from __future__ import annotations

from adjudicator.mail.lexicon.clients import list_entries

_KEYS = {
    "from": """from, von, de, da, van, från, fra, od, от, від, expéditeur, mittente, absender, afzender, remitente,
        remetente, avsändare, avsender, lähettäjä, nadawca, odesílatel, feladó, kimden, gönderen, από, de la, šalje,
        dari, từ, מאת, من, 差出人, 送信者, 发件人, 寄件者, 寄件人, 发送者, 보낸 사람, 보낸사람""",
    "date": """date, sent, datum, gesendet, gesendet am, envoyé, envoyé le, date d'envoi, data, inviato, inviato il,
        verzonden, verzonden op, skickat, sendt, dato, fecha, enviado, enviado el, enviado em, enviada em, wysłano,
        wysłany, дата, отправлено, надіслано, päivä, päiväys, lähetetty, odesláno, odoslané, elküldve, küldve, dátum,
        tarih, gönderildi, gönderme tarihi, ημερομηνία, στάλθηκε, trimis, poslano, dikirim, tanggal, ngày, נשלח, تاريخ,
        送信日時, 日付, 日時, 发送时间, 日期, 寄件日期, 傳送時間, 보낸 날짜, 날짜, message du""",
    "to": """to, an, à, a, aan, till, til, para, do, кому, pour, per, destinataire, destinatario,
        destinatário, empfänger, ontvanger, mottagare, mottaker, modtager, vastaanottaja, adresat, komu,
        címzett, kime, kimi, alıcı, προς, către, kepada, đến, за, אל, إلى, 宛先, 收件人, 收件者, 받는 사람, 받는사람""",
    "cc": """cc, copie, copie à, kopie, kopie an, kopia, copia, cópia, copia per conoscenza,
        копия, копія, kopio, másolat,
        bilgi, κοιν, עותק, نسخة, 抄送, 副本, 참조""",
    "subject": """subject, betreff, objet, sujet, thema, oggetto, onderwerp, ämne, emne, asunto, assunto,
        assumpte, temat, тема, aihe, předmět, predmet, tárgy, konu, θέμα, subiect, tema, subyek, perihal, chủ
        đề, נושא, الموضوع, 件名, 主题, 主題, 主旨, 제목""",
    "reply-to": """reply-to, antwort an, répondre à, rispondi a, risposta, antwoord aan, beantwoorden, responder a,
        svara till, svar til, 返信先, 回复""",
}

HEADER_KEYS = {key: kind for kind, table in _KEYS.items() for key in list_entries(table)}
"""The localised name of a header, and the header that it stands for."""
