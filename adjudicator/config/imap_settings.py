"""The setting ADJUDICATOR_IMAP: the IMAP folder that letters are fetched from."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import unquote

from adjudicator.config.env_reader import BadSetting, Endpoint, EnvReader, is_loopback, split_url

PORTS = {"imap": 143, "imap+starttls": 143, "imaps": 993}


@dataclass(frozen=True, slots=True)
class MailFolder:
    """An IMAP server, a login and a folder; `str` and `repr` show no password."""

    scheme: str
    host: str
    port: int
    user: str
    password: str = field(repr=False)
    folder: str = "INBOX"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.user}@{Endpoint(self.host, self.port)}/{self.folder}"


def read_mail_folder(read: EnvReader, name: str) -> MailFolder | None:
    """Read the URL of an IMAP folder, or nothing. The value carries a password and is never repeated.

    Raises `BadSetting`.
    """
    text = read.text(name)
    if not text:
        return None
    split = split_url(text)
    if split is None or split.scheme not in PORTS or not split.hostname or not split.username or not split.password:
        right = "must be imaps://user:password@host/Folder, what is special in the password written as %40 for @"
        raise BadSetting(name, "", right)
    if split.scheme == "imap" and not is_loopback(split.hostname):
        raise BadSetting(name, "", "would send the password in the open: use imaps:// or imap+starttls://")
    return MailFolder(
        split.scheme,
        split.hostname,
        split.port or PORTS[split.scheme],
        unquote(split.username),
        unquote(split.password),
        unquote(split.path.strip("/")) or "INBOX",
    )
