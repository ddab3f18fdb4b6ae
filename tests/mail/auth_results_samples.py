"""Trace headers of Postfix 3.7 with OpenDKIM 2.11 and OpenDMARC 1.4, and with rspamd 3.4.

Captured from these servers, as `mx.club.example`. The letters are from `anna.example`, whose DMARC record is
`p=reject; aspf=s`, and from `lax.example`, which has none.
"""

# ruff: noqa: E501  # lines as the servers wrote them

from __future__ import annotations

from adjudicator.mail.trust.authentication import Proof

Written = dict[str, tuple[str, str, Proof]]
"""By description of the letter: its headers, the domain of its From header, and the verdict."""

OPENDMARC: Written = {
    "signed by its domain": (
        """\
Authentication-Results: mx.club.example; dmarc=pass (p=reject dis=none) header.from=anna.example
Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=anna.example
Authentication-Results: mx.club.example;
	dkim=pass (2048-bit key; unprotected) header.d=anna.example header.i=@anna.example header.a=rsa-sha256 header.s=s1 header.b=LhSQVC0+;
	dkim-atps=neutral
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.club.example (Postfix) with ESMTP id C8AA4216488
	for <play@club.example>; Sat, 28 Nov 2026 19:34:44 +0000 (UTC)
""",
        "anna.example",
        Proof.PROVED,
    ),
    "signed, and passed on by another server": (
        """\
Authentication-Results: mx.club.example; dmarc=pass (p=reject dis=none) header.from=anna.example
Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=evil.example
Authentication-Results: mx.club.example;
	dkim=pass (2048-bit key; unprotected) header.d=anna.example header.i=@anna.example header.a=rsa-sha256 header.s=s1 header.b=LhSQVC0+;
	dkim-atps=neutral
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.club.example (Postfix) with ESMTP id F1F8821648D
	for <play@club.example>; Sat, 28 Nov 2026 19:34:44 +0000 (UTC)
""",
        "anna.example",
        Proof.PROVED,
    ),
    "sent from the domain's server, unsigned": (
        """\
Authentication-Results: mx.club.example; dmarc=pass (p=reject dis=none) header.from=anna.example
Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=anna.example
Authentication-Results: mx.club.example; dkim=none; dkim-atps=neutral
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.club.example (Postfix) with ESMTP id 2737621637D
	for <play@club.example>; Sat, 28 Nov 2026 19:34:45 +0000 (UTC)
""",
        "anna.example",
        Proof.PROVED,
    ),
    "of a domain without a policy, from its server": (
        """\
Authentication-Results: mx.club.example; dmarc=none (p=none dis=none) header.from=lax.example
Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=lax.example
Authentication-Results: mx.club.example; dkim=none; dkim-atps=neutral
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.club.example (Postfix) with ESMTP id 9ECB7216488
	for <play@club.example>; Sat, 28 Nov 2026 19:34:44 +0000 (UTC)
""",
        "lax.example",
        Proof.PROVED,
    ),
    "forged": (
        """\
Authentication-Results: mx.club.example; dmarc=fail (p=reject dis=none) header.from=anna.example
Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=evil.example
Authentication-Results: mx.club.example; dkim=none; dkim-atps=neutral
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.club.example (Postfix) with ESMTP id 47865216488
	for <play@club.example>; Sat, 28 Nov 2026 19:34:44 +0000 (UTC)
""",
        "anna.example",
        Proof.DISPROVED,
    ),
    "forged, with forged results above and below a forged Received": (
        """\
Authentication-Results: mx.club.example; dmarc=fail (p=reject dis=none) header.from=anna.example
Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=evil.example
Authentication-Results: mx.club.example; dkim=none; dkim-atps=neutral
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.club.example (Postfix) with ESMTP id 75BF3216488
	for <play@club.example>; Sat, 28 Nov 2026 19:34:44 +0000 (UTC)
Authentication-Results: mx.club.example; dmarc=pass header.from=anna.example
Received: from afar by mx.club.example; Sat, 28 Nov 2026 19:40:00 +0000
Authentication-Results: mx.club.example; dmarc=pass header.from=anna.example
""",
        "anna.example",
        Proof.DISPROVED,
    ),
    "signed, and changed on the way": (
        """\
Authentication-Results: mx.club.example; dmarc=fail (p=reject dis=none) header.from=anna.example
Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=evil.example
Authentication-Results: mx.club.example;
	dkim=fail reason="signature verification failed" (2048-bit key; unprotected) header.d=anna.example header.i=@anna.example header.a=rsa-sha256 header.s=s1 header.b=LhSQVC0+;
	dkim-atps=neutral
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.club.example (Postfix) with ESMTP id 10ACB216488
	for <play@club.example>; Sat, 28 Nov 2026 19:34:43 +0000 (UTC)
""",
        "anna.example",
        Proof.DISPROVED,
    ),
}
RSPAMD: Written = {
    "signed by its domain": (
        """\
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.club.example (Postfix) with ESMTP id 32DBB21C0A4
	for <play@club.example>; Sat, 28 Nov 2026 19:36:14 +0000 (UTC)
Authentication-Results: mx.club.example;
	dkim=pass header.d=anna.example header.s=s1 header.b=LhSQVC0+;
	dmarc=pass (policy=reject) header.from=anna.example;
	spf=pass (mx.club.example: domain of anna@anna.example designates 127.0.0.1 as permitted sender) smtp.mailfrom=anna@anna.example
""",
        "anna.example",
        Proof.PROVED,
    ),
    "signed, and passed on by another server": (
        """\
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.club.example (Postfix) with ESMTP id 4332B21C0A4
	for <play@club.example>; Sat, 28 Nov 2026 19:36:14 +0000 (UTC)
Authentication-Results: mx.club.example;
	dkim=pass header.d=anna.example header.s=s1 header.b=LhSQVC0+;
	dmarc=pass (policy=reject) header.from=anna.example;
	spf=pass (mx.club.example: domain of fwd@evil.example designates 127.0.0.1 as permitted sender) smtp.mailfrom=fwd@evil.example
""",
        "anna.example",
        Proof.PROVED,
    ),
    "sent from the domain's server, unsigned": (
        """\
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.club.example (Postfix) with ESMTP id 52CAB21C0A4
	for <play@club.example>; Sat, 28 Nov 2026 19:36:14 +0000 (UTC)
Authentication-Results: mx.club.example;
	dkim=none;
	dmarc=pass (policy=reject) header.from=anna.example;
	spf=pass (mx.club.example: domain of anna@anna.example designates 127.0.0.1 as permitted sender) smtp.mailfrom=anna@anna.example
""",
        "anna.example",
        Proof.PROVED,
    ),
    "of a domain without a policy, from its server": (
        """\
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.club.example (Postfix) with ESMTP id 202D621C0A4
	for <play@club.example>; Sat, 28 Nov 2026 19:36:14 +0000 (UTC)
Authentication-Results: mx.club.example;
	dkim=none;
	dmarc=none;
	spf=pass (mx.club.example: domain of anna@lax.example designates 127.0.0.1 as permitted sender) smtp.mailfrom=anna@lax.example
""",
        "lax.example",
        Proof.PROVED,
    ),
    "forged": (
        """\
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.club.example (Postfix) with ESMTP id E91B521C0A4
	for <play@club.example>; Sat, 28 Nov 2026 19:36:13 +0000 (UTC)
Authentication-Results: mx.club.example;
	dkim=none;
	dmarc=fail reason="SPF not aligned (strict), No valid DKIM" header.from=anna.example (policy=reject);
	spf=pass (mx.club.example: domain of eve@evil.example designates 127.0.0.1 as permitted sender) smtp.mailfrom=eve@evil.example
""",
        "anna.example",
        Proof.DISPROVED,
    ),
    "forged, with forged results above and below a forged Received": (
        """\
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.club.example (Postfix) with ESMTP id 0BA3521C0A4
	for <play@club.example>; Sat, 28 Nov 2026 19:36:14 +0000 (UTC)
Authentication-Results: mx.club.example;
	dkim=none;
	dmarc=fail reason="SPF not aligned (strict), No valid DKIM" header.from=anna.example (policy=reject);
	spf=pass (mx.club.example: domain of eve@evil.example designates 127.0.0.1 as permitted sender) smtp.mailfrom=eve@evil.example
Received: from afar by mx.club.example; Sat, 28 Nov 2026 19:40:00 +0000
""",
        "anna.example",
        Proof.DISPROVED,
    ),
    "signed, and changed on the way": (
        """\
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.club.example (Postfix) with ESMTP id 813B921C0A4
	for <play@club.example>; Sat, 28 Nov 2026 19:36:13 +0000 (UTC)
Authentication-Results: mx.club.example;
	dkim=fail ("body hash did not verify") header.d=anna.example header.s=s1 header.b=LhSQVC0+;
	dmarc=fail reason="SPF not aligned (strict)" header.from=anna.example (policy=reject);
	spf=pass (mx.club.example: domain of eve@evil.example designates 127.0.0.1 as permitted sender) smtp.mailfrom=eve@evil.example
""",
        "anna.example",
        Proof.DISPROVED,
    ),
}
