"""Texts, headers and markup that made parsers of letters slow or crash: each is a function of its size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

Bomb = Callable[[int], bytes]

TEXTS: Mapping[str, Bomb] = MappingProxyType(
    {
        "on on on": lambda n: b"On " * n,
        "on in lines": lambda n: b"On\n" * n,
        "wrote wrote": lambda n: b"On Fri wrote: " * (n // 4),
        "blank lines": lambda n: b"\n" * n,
        "blanks": lambda n: b" " * n + b"x",
        "blanks and lines": lambda n: (b" " * 40 + b"\n") * (n // 40),
        "no-break spaces": lambda n: "\u00a0".encode() * n + b"x",
        "one line": lambda n: b"A" * n,
        "quotes": lambda n: b">" * n,
        "quoted lines": lambda n: b"> M16\n" * (n // 6),
        "deeper and deeper": lambda n: b"".join(b">" * (k % 300) + b" M16\n" for k in range(n // 150)),
        "flowed": lambda n: b"word word \n" * (n // 11),
        "colons": lambda n: b"a:\n" * n,
        "headers": lambda n: b"From: a@b.c\nTo: d@e.f\nSubject: x\nDate: y\n\n" * (n // 40),
        "addresses": lambda n: b"<a@b.c> " * (n // 8) + b":",
        "our addresses": lambda n: b"play@club.example\n" * (n // 18),
        "at signs": lambda n: b"@" * n,
        "dots": lambda n: b"a." * n + b"@b",
        "rules": lambda n: b"-" * 70 + b"\n" + b"_" * n,
        "many rules": lambda n: b"-----\n" * (n // 6),
        "dashes": lambda n: b"-- \n" * (n // 4),
        "digits": lambda n: b"1" * n + b":" + b"2" * n,
        "dates": lambda n: b"Fri, 27 Nov 2026 20:00:00 +0000, " * (n // 33),
        "brackets": lambda n: b"(" * n + b")" * n,
        "stars": lambda n: b"*a* _b_ " * (n // 8),
        "commands": lambda n: b"press " * (n // 6) + b"\nhelp\n" * (n // 6),
        "orders": lambda n: b"M16\n" * (n // 4),
        "separators": lambda n: b"M16;" * (n // 4),
        "one combining mark": lambda n: b"M" + "\u0301".encode() * n,
        "right to left": lambda n: "\u202e\u2066".encode() * n,
        "ligatures": lambda n: "\ufdfa".encode() * n,
        "encoded words": lambda n: b"=?utf-8?q?a?= " * (n // 14),
        "urls": lambda n: b"https://a.example/?" + b"a=b&" * n,
        "begun signatures": lambda n: b"-----BEGIN PGP SIGNATURE-----\n" * (n // 30),
        "begun signed texts": lambda n: b"-----BEGIN PGP SIGNED MESSAGE-----\nHash: x\n\n- -\n" * (n // 50),
        "begun keys": lambda n: b"-----BEGIN PGP PUBLIC KEY BLOCK-----\n" * (n // 37),
        "seeds of uuencode": lambda n: b"begin 644 a\n" + b"M" * n,
        "soft breaks": lambda n: b"a=\n" * n,
        "half escapes": lambda n: b"=" * n,
    }
)
"""Bodies, by their approximate size in bytes."""

MARKUP: Mapping[str, Bomb] = MappingProxyType(
    {
        "nested divs": lambda n: b"<div>" * n + b"M16",
        "nested quotes": lambda n: b"<blockquote>" * n + b"M16",
        "nested gmail quotes": lambda n: b'<div class="gmail_quote">' * n + b"M16",
        "quotes side by side": lambda n: b"<blockquote>a</blockquote>" * n,
        "nested tables": lambda n: b"<table><tr><td>" * n + b"M16",
        "cells": lambda n: b"<table><tr>" + b"<td>x" * n,
        "rows": lambda n: b"<table>" + b"<tr><td>x" * n,
        "columns": lambda n: b'<table><tr><td colspan="%d" rowspan="%d">x' % (n, n),
        "lists": lambda n: b"<ul><li>" * n + b"M16",
        "spans": lambda n: b"<span>" * n + b"M16",
        "fonts": lambda n: b"<font><b><i>" * n + b"M16",
        "links": lambda n: b"<a href=x>y</a> " * n,
        "half links": lambda n: b"<a<" * n,
        "half tags": lambda n: b"<" * n,
        "half comments": lambda n: b"<!--" * n,
        "half entities": lambda n: b"&" * n,
        "entities": lambda n: b"&nbsp;&#8203;&#x1d400;" * n,
        "attributes": lambda n: b"<p " + b"a=b " * n + b">M16",
        "one attribute": lambda n: b'<p style="' + b"a:b;" * n + b'">M16',
        "classes": lambda n: b'<p class="' + b"a " * n + b'">M16',
        "styles": lambda n: b"<style>" + b"p{a:b}" * n + b"</style>M16",
        "breaks": lambda n: b"<br>" * n + b"M16",
        "pre": lambda n: b"<pre>" + b"\n" * n + b"M16",
        "scripts": lambda n: b"<script>" * n + b"M16",
        "doctypes": lambda n: b"<!DOCTYPE a [<!ENTITY b 'c'>]>" * n + b"&b;",
        "billion laughs": lambda n: (
            b'<!DOCTYPE l [<!ENTITY a "l">'
            + b"".join(b'<!ENTITY a%d "&a%d;&a%d;">' % (k, k - 1, k - 1) for k in range(1, min(n, 60)))
            + b"]><p>&a%d;" % (min(n, 60) - 1)
        ),
        "padding": lambda n: b'<p style="padding-left:%dem; margin-top: %dem">M16' % (n, n),
        "paddings": lambda n: b'<p style="padding-left:99999em">M16' * n,
        "margins": lambda n: b'<p style="margin-top:99999em; margin-bottom:99999em">M16' * n,
        "a wide cell over narrow ones": lambda n: b"<table><tr><td>" + b"y" * 10 * n + b"<tr><td>x" * n,
        "a wide cell beside a tall one": lambda n: b"<table><tr><td>" + b"y" * 5 * n + b"<td><pre>" + b"x\n" * n,
        "both in tables within tables": lambda n: (
            b"<table><tr><td>" * 60 + b"y" * n + b"<td><pre>" + b"x\n" * n + b"</table>" * 60
        ),
        "wide tables side by side": lambda n: b"".join(
            b"<table><tr><td>" + b"y" * 200 + b"<tr><td><pre>" + b"x\n" * 100 + b"</pre></table>"
            for _ in range(n // 20)
        ),
        "lines in tables within tables": lambda n: b"<table><tr><td>" * 80 + b"<pre>" + b"x\n" * n,
        "styles with what may not be": lambda n: b'<p style="display:\x01none;white-space:&#2;pre">M16' * n,
        "svg": lambda n: b"<svg>" + b"<g>" * n + b"M16",
        "forms": lambda n: b"<form><input><select><option>x" * n,
        "closing": lambda n: b"</div>" * n + b"M16",
        "crossed": lambda n: b"<b><table><i>" * n + b"</b></table></i>" * n,
    }
)
"""HTML, by the number of its tags or other repeated items."""

HEADERS: Mapping[str, Bomb] = MappingProxyType(
    {
        "commas": lambda n: b"To: " + b"," * n,
        "addresses": lambda n: b"To: " + b"a@b.c, " * n,
        "semicolons": lambda n: b"Content-Disposition: a" + b";" * n,
        "sections": lambda n: b"Content-Disposition: attachment;" + b"".join(b" f*%d*=x;" % k for k in range(n)),
        "sections of the type": lambda n: (
            b"Content-Type: text/plain;" + b"".join(b" charset*%d=x;" % k for k in range(n))
        ),
        "quotes": lambda n: b'From: "' + b'\\"' * n + b'" <a@b.c>',
        "half quotes": lambda n: b"From: " + b'"' * n,
        "comments": lambda n: b"From: " + b"(" * n + b")" * n + b" a@b.c",
        "groups": lambda n: b"From: " + b"a:b;" * n,
        "angles": lambda n: b"Message-ID: " + b"<" * n,
        "references": lambda n: b"References: " + b"<a@b.c>\n " * n,
        "encoded words": lambda n: b"Subject: " + b"=?utf-8?q?a?= " * n,
        "half encoded words": lambda n: b"Subject: " + b"=?" * n,
        "encoded in an encoded word": lambda n: b"Subject: =?utf-8?q?" + b"=3D" * n + b"?=",
        "folds": lambda n: b"Subject: a" + b"\n " * n + b"b",
        "many subjects": lambda n: b"\n".join([b"Subject: a"] * n),
        "many senders": lambda n: b"\n".join([b"From: a@b.c"] * n),
        "many of no name": lambda n: b"\n".join([b": a"] * n),
        "a date of digits": lambda n: b"Date: " + b"1" * n,
        "a date of colons": lambda n: b"Date: Fri, 27 Nov 2026 " + b"1:" * n,
        "a date of brackets": lambda n: b"Date: Fri, 27 Nov 2026 20:00 " + b"(" * n,
        "boundaries": lambda n: b'Content-Type: multipart/mixed; boundary="' + b"b" * n + b'"',
        "types": lambda n: b"Content-Type: " + b"a/" * n,
        "parameters": lambda n: b"Content-Type: text/plain;" + b" a=b;" * n,
        "received": lambda n: b"\n".join([b"Received: from a by b; Fri, 27 Nov 2026 20:00:00 +0000"] * n),
        "results": lambda n: b"Authentication-Results: club.example; " + b"dkim=pass (a) header.d=b.c; " * n,
        "status": lambda n: b"X-Failed-Recipients: " + b"a@b.c," * n,
    }
)
"""Header sections, by the number of repeated items."""
