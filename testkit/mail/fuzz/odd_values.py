"""Odd values of headers and parameters, from real letters and from attackers' minds."""

from __future__ import annotations

CHARSETS = (
    *(b"x-unknown", b"unknown-8bit", b"iso-8859-8-i", b"windows-874", b"x-mac-cyrillic", b"x-gbk", b"iso-gb2312"),
    *(b"x-sjis", b"windows-31j", b"cp-850", b"utf8mb4", b"ansi_x3.110-1983", b"charset=us-ascii", b'"utf-8"\n', b""),
    *(b"utf-7", b"utf-16", b"utf-32", b"utf-16-le", b"punycode", b"idna", b"unicode_escape", b"raw_unicode_escape"),
    *(b"rot13", b"zlib", b"bz2", b"hex", b"base64", b"uu", b"quopri", b"undefined", b"mbcs", b"oem", b"iso-2022-jp"),
    *(b"hz", b"big5hkscs", b"euc-kr", b"koi8-r", b"cp037", b"utf-8-sig", b"../../x", b"\xff\xfe", b"a" * 300, b"\0"),
)
ENCODINGS = (
    *(b"base64", b"quoted-printable", b"7bit", b"8bit", b"binary", b"x-uuencode", b"uuencode", b"7-bit", b"8 bit"),
    *(
        b"quoted-printable;",
        b"utf-8",
        b"plain",
        b"x-gzip64",
        b"base64 (a)",
        b'"base64"',
        b"",
        b"base64\n base64",
        b"\xff",
    ),
)
TYPES = (
    *(b"text/plain", b"text/html", b"text", b"/", b"text/", b"multipart/mixed", b"multipart/alternative", b"TEXT/HTML"),
    *(
        b"multipart/report; report-type=delivery-status",
        b"message/rfc822",
        b"message/delivery-status",
        b"text/calendar",
    ),
    *(
        b"message/external-body",
        b"message/partial",
        b"application/ms-tnef",
        b"application/octet-stream",
        b"text/enriched",
    ),
    *(
        b"multipart/digest",
        b"multipart/signed",
        b"multipart/encrypted",
        b"image/png",
        b"a/b/c",
        b"text/plain text/html",
    ),
)
BOUNDARIES = (b"", b" ", b"--", b"a b", b"b" * 300, b'"', b"\xff", b"=_1", b"-", b"\\", b"b\n c", b"*", b".*", b"(a")
DISPOSITIONS = (
    *(
        b"inline",
        b"attachment",
        b"ATTACHMENT",
        b";",
        b"attachment; filename=a; filename=b",
        b"inline; filename*0*=a''%",
    ),
    *(b"attachment; filename*=x; filename*0*=y", b"attachment; filename*1=x; filename=y; filename*0*=z; filename*=''"),
    *(b"attachment; filename*=utf-8'en'%ff", b'attachment; filename="=?utf-8?q?a?="', b"form-data", b"\x80"),
)
VALUES = (
    *(b"", b" ", b"\t", b"a" * 2000, b"\x00", b"\xff\xfe", b"=?utf-8?q?=00?=", b"=?utf-7?q?+AA0-?=", b"\r", b"a\r b"),
    *(
        b"=?utf-8?b?////?=",
        b"=?x?q?a?=",
        b"=?utf-8*en?q?a?=",
        b"<>",
        b"<<<<",
        b"@",
        b"a@b <c@d>",
        b'"',
        b"(",
        b";",
        b":",
    ),
    *(
        b"<bert@example.org>",
        b"undisclosed-recipients:;",
        b"mailer-daemon@x",
        b"auto-replied",
        b"bulk",
        b"-1",
        b"1" * 40,
    ),
    *("\u202e".encode(), "\U0001f600".encode() * 50, b"Fri, 31 Feb 9999 99:99:99 +9999", b"\xed\xa0\x80", b"%s%n{0}"),
)
NAMES = (
    *(
        b"From",
        b"To",
        b"Cc",
        b"Subject",
        b"Date",
        b"Message-ID",
        b"In-Reply-To",
        b"References",
        b"Return-Path",
        b"Sender",
    ),
    *(b"Reply-To", b"Content-Type", b"Content-Transfer-Encoding", b"Content-Disposition", b"MIME-Version", b"List-Id"),
    *(
        b"Auto-Submitted",
        b"Precedence",
        b"X-Failed-Recipients",
        b"Delivered-To",
        b"Authentication-Results",
        b"Content-ID",
    ),
    *(b"Received", b"DKIM-Signature", b"X-Autoreply", b"", b" ", b"\xff", b"From ", b"Content-Type ", b"X" * 300),
)
TAGS = (
    *(
        b"<div>",
        b"</div>",
        b"<blockquote>",
        b"<!--",
        b"-->",
        b"<p style='display:none'>",
        b"<table>",
        b"<td>",
        b"</table>",
    ),
    *(b"<pre>", b"&lt;", b"<br>", b"<", b">", b"<![CDATA[", b"</body>", b"<html>"),
)
