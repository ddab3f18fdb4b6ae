"""The DNS record that makes the public half of a DKIM key known (RFC 6376, 3.6.1)."""

from __future__ import annotations

import base64
import re

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from nacl.signing import SigningKey

from adjudicator.mail.outgoing.dkim_sign import ED25519, DkimSigner


def dkim_record(dkim_signer: DkimSigner) -> str:
    """Write the record for the key that letters are signed with.

    An RSA key is wrapped in a SubjectPublicKeyInfo, as `openssl rsa -pubout` does it. RFC 6376 asks for the bare key
    (RFC 8017), but its own examples are wrapped, and OpenDKIM takes nothing else.
    """
    if dkim_signer.algorithm == ED25519:
        public, name = bytes(SigningKey(base64.b64decode(dkim_signer.key)).verify_key), "ed25519"
    else:
        pem = re.sub(rb"\n\s*\n", b"\n", dkim_signer.key)  # dkimpy reads a key with blank lines in it, this does not
        key = load_pem_private_key(pem, None).public_key()
        public, name = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo), "rsa"
    return f"v=DKIM1; k={name}; p={base64.b64encode(public).decode()}"
