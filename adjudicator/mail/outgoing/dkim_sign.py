"""Signs outgoing letters with DKIM (RFC 6376, Ed25519 in RFC 8463): other mail servers can tell them from forgeries."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field

import dkim
from dkim.crypto import UnparsableKeyError, parse_pem_private_key

SIGNED = (
    b"from",
    b"to",
    b"subject",
    b"date",
    b"message-id",
    b"in-reply-to",
    b"references",
    b"reply-to",
    b"mime-version",
    b"content-type",
    b"auto-submitted",
    b"list-id",
    b"list-unsubscribe",
    b"list-unsubscribe-post",
)
"""Signed headers. Each is signed once more than it occurs, so that none can be added (RFC 6376, 8.15)."""

RSA, ED25519 = b"rsa-sha256", b"ed25519-sha256"

_ARMOUR = re.compile(r"-----(?:BEGIN|END)[A-Z ]+-----|\s")
_ED25519_HEAD = bytes.fromhex("302e020100300506032b657004220420")
"""PKCS #8 prefix (RFC 8410) before the 32 bytes of a key that ``openssl genpkey -algorithm ed25519`` writes."""
_SEED = 32


class BadKey(ValueError):
    """The text is no usable private key. The message never repeats the text."""


@dataclass(frozen=True, slots=True)
class DkimSigner:
    """Signs letters for one domain with one key."""

    domain: str
    selector: str
    algorithm: bytes
    key: bytes = field(repr=False)

    @classmethod
    def load(cls, domain: str, selector: str, text: str) -> DkimSigner:
        """Read a private key: RSA or Ed25519 as PEM, or the 32 bytes of an Ed25519 key in base64. Raises `BadKey`."""
        try:
            parse_pem_private_key(text.encode())
        except (UnparsableKeyError, ValueError, IndexError, KeyError):
            return cls(domain, selector, ED25519, _ed25519(text))
        return cls(domain, selector, RSA, text.encode())

    def sign(self, raw: bytes) -> bytes:
        """Sign a finished letter, with the present time as `t=`; return it with the DKIM-Signature header on top."""
        header: bytes = dkim.sign(
            raw,
            self.selector.encode(),
            self.domain.encode(),
            self.key,
            canonicalize=(b"relaxed", b"relaxed"),
            signature_algorithm=self.algorithm,
            include_headers=SIGNED * 2,
        )
        return header + raw

    @property
    def record_name(self) -> str:
        """DNS name of the record with the public key."""
        return f"{self.selector}._domainkey.{self.domain}"


def _ed25519(text: str) -> bytes:
    try:
        raw = base64.b64decode(_ARMOUR.sub("", text), validate=True)
    except ValueError:
        raise BadKey("it is neither PEM nor base64") from None
    seed = raw.removeprefix(_ED25519_HEAD)
    if len(seed) != _SEED:
        raise BadKey("it is neither an RSA nor an Ed25519 key")
    return base64.b64encode(seed)
