"""OpenPGP signers for tests: each has a key, and signs letters as PGP/MIME or clearsigned text."""

from __future__ import annotations

from dataclasses import dataclass

from pysequoia import Cert, SignatureMode, Tsk, sign


@dataclass(frozen=True, slots=True)
class Signer:
    """A key that signs letters."""

    secret: Tsk

    @classmethod
    def make(cls, name: str) -> Signer:
        return cls(Tsk.generate(user_id=name))

    @property
    def cert(self) -> Cert:
        return self.secret.extract_certificate()

    @property
    def public(self) -> str:
        return str(self.cert)

    @property
    def private(self) -> str:
        return str(self.secret)

    def clearsign(self, text: str) -> str:
        return sign(self.secret.signer(), text.encode(), mode=SignatureMode.CLEAR).decode()

    def mime(self, head: str, text: str) -> bytes:
        """Write a letter as PGP/MIME; `head` are its headers without Content-Type."""
        part = f"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{text}\n"
        signature = sign(
            self.secret.signer(), part.replace("\n", "\r\n").encode(), mode=SignatureMode.DETACHED
        ).decode()
        return mime(head, part, signature)


def mime(head: str, part: str, signature: str) -> bytes:
    letter = f"""{head}
MIME-Version: 1.0
Content-Type: multipart/signed; micalg=pgp-sha512; protocol="application/pgp-signature"; boundary="=_b"

This is an OpenPGP/MIME signed letter.
--=_b
{part}
--=_b
Content-Type: application/pgp-signature; name="signature.asc"

{signature}
--=_b--
"""
    return letter.replace("\r\n", "\n").replace("\n", "\r\n").encode()
