"""The DNS record that publishes a DKIM public key (RFC 6376, 3.6.1)."""

from __future__ import annotations

import base64
import re

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from nacl.signing import SigningKey

from adjudicator.mail.outgoing.dkim_sign import ED25519, DkimSigner


def dkim_record(dkim_signer: DkimSigner) -> str:
    """Write the TXT record of a signer's key.

    An RSA key is a SubjectPublicKeyInfo, as `openssl rsa -pubout` writes it. RFC 6376 asks for a bare RSAPublicKey
    (RFC 8017), but its own examples are wrapped, and OpenDKIM accepts nothing else.
    """
    if dkim_signer.algorithm == ED25519:
        public, name = bytes(SigningKey(base64.b64decode(dkim_signer.key)).verify_key), "ed25519"
    else:
        pem = re.sub(rb"\n\s*\n", b"\n", dkim_signer.key)  # dkimpy accepts blank lines in PEM, cryptography does not
        key = load_pem_private_key(pem, None).public_key()
        public, name = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo), "rsa"
    return f"v=DKIM1; k={name}; p={base64.b64encode(public).decode()}"
