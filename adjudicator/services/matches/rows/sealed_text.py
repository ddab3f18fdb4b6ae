"""Encrypts the plans of a player with the installation's secret, so that no look into the database shows them."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from functools import lru_cache

import msgspec
import structlog
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_PURPOSE = b"adjudicator plans"
_log = structlog.get_logger()


def seal_text(secret: bytes, stored: msgspec.Struct) -> bytes:
    """Encrypt a value."""
    return _cipher(secret).encrypt(msgspec.json.encode(stored))


def open_sealed(secret: bytes, sealed: bytes | None) -> bytes | None:
    """Decrypt the text of a value; None without one, and for one that another secret sealed."""
    if sealed is None:
        return None
    try:
        return _cipher(secret).decrypt(sealed)
    except InvalidToken:
        _log.warning("a plan was sealed with another secret, and counts as none")
        return None


@lru_cache(maxsize=8)
def _cipher(secret: bytes) -> Fernet:
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(secret)
    return Fernet(urlsafe_b64encode(key))
