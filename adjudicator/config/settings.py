"""The settings of one installation: environment variables, read once when a program starts.

`Settings.read` checks each value and their combinations; docs/hosts/settings.md lists the names.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from adjudicator.config.env_reader import PRIVATE_NETWORKS, BadSetting, Endpoint, EnvReader, Network, Relay, is_loopback
from adjudicator.config.imap_settings import MailFolder, read_mail_folder
from adjudicator.mail.trust.sender_policy import Policy

__all__ = ["BadSetting", "Endpoint", "Relay", "Settings", "make_secret"]

PREFIX = "ADJUDICATOR_"
SHORTEST_SECRET = 32
MEBIBYTE = 1 << 20
FEWEST_LETTER_DAYS = 30
VAR = ("ADJUDICATOR_VAR", "var")


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a host. Values that may carry a password are not shown by `repr`."""

    database_url: str = field(repr=False)
    redis_url: str = field(repr=False)
    """Empty: the private server that `adjudicator up` runs."""
    secret: str = field(repr=False)
    """Key of the signatures in reply addresses and links; with it one can play in every player's name."""
    mail_domain: str
    service: str
    separator: str
    host_address: str
    """Gets a letter when something needs a person; empty: nobody does."""
    site: str
    """The public address of the pages, without a slash at its end."""
    web: Endpoint
    smtp_in: Endpoint
    lmtp_in: Endpoint | Path | None
    imap: MailFolder | None
    """The IMAP folder that letters are fetched from."""
    imap_done: str
    """The folder that fetched letters are moved to; empty: they stay and are marked as seen."""
    maildir: Path | None
    """The maildir that letters are taken from."""
    hook_key: str = field(repr=False)
    """Key of the signatures of a provider that delivers letters by webhook; empty: the webhook is off."""
    trust: Policy
    """The proof of identity that a letter needs before it acts in a player's name."""
    authserv_id: str
    """The authserv-id of the host's mail server in Authentication-Results (RFC 8601); empty: it writes none."""
    authserv_hops: int
    """Number of Received fields that the host's own servers add."""
    authserv_below: bool
    """Whether Authentication-Results comes right below the last of these fields, as rspamd writes it."""
    dkim_key: Path | None
    """The file of the private key that signs our letters."""
    dkim_selector: str
    smtp_out: Relay
    mailbox: bool
    """Whether a page shows every letter, for trials on one's own machine."""
    mailbox_peers: tuple[Network, ...]
    """The networks that may open that page."""
    intake: bool
    """Whether letters are taken in; if not, outgoing letters tell the players to use the pages."""
    one_subject: bool
    """Whether all letters of a match have one subject."""
    patience: int
    """Seconds that a letter which asks for nothing waits, so that several go out as one."""
    pace: int
    """Letters a minute to one domain at most; 0: no limit."""
    absence_days: int
    """Days a year for which players may pause their clocks because they are away."""
    backup_days: int
    """Age in days at which the doctor reports the last back-up; 0: the host backs up in another way."""
    letter_days: int
    """Days after which the letters of a finished match are deleted, and those of no match; 0: never."""
    letter_limit: int
    """Bytes of a letter at most."""
    trusted_relays: tuple[Network, ...]
    """The networks of the host's own mail servers, beside this machine."""
    strangers: int
    """Letters a minute from all people together who do not play here."""
    house_seconds: float
    proxies: int
    """Number of web proxies in front of the pages whose X-Forwarded fields are believed."""
    data_dir: Path
    """The folder with the host's own component files of games, such as ``cheops.toml``; it need not exist."""
    export_dir: Path | None
    """The folder of the nightly export of all public matches that are over; None: there is none."""
    var: Path
    """The folder that this installation writes to."""

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Settings:
        """Read all settings. Raises `BadSetting` for the first that cannot be used."""
        read = EnvReader(environ)
        var = read.folder(*VAR)
        web = read.endpoint("ADJUDICATOR_WEB", "127.0.0.1:8000")
        smtp_out = read.relay("ADJUDICATOR_SMTP_OUT", "mailbox:")
        settings = cls(
            database_url=read.database("DATABASE_URL", f"sqlite:///{var}/adjudicator.sqlite3"),
            redis_url=read.broker("REDIS_URL"),
            secret=_secret(read, var),
            mail_domain=read.domain("ADJUDICATOR_MAIL_DOMAIN", "adjudicator.localhost"),
            service=read.word("ADJUDICATOR_SERVICE", "play"),
            separator=read.choice("ADJUDICATOR_SEPARATOR", "+", ("+", "-")),
            host_address=read.address("ADJUDICATOR_HOST_ADDRESS"),
            site=read.site("ADJUDICATOR_SITE", f"http://{web}"),
            web=web,
            smtp_in=read.endpoint("ADJUDICATOR_SMTP_IN", "127.0.0.1:8025"),
            lmtp_in=read.endpoint_or_socket("ADJUDICATOR_LMTP_IN", "127.0.0.1:8024, or the path of a socket"),
            imap=read_mail_folder(read, "ADJUDICATOR_IMAP"),
            imap_done=read.text("ADJUDICATOR_IMAP_DONE"),
            maildir=read.folder("ADJUDICATOR_MAILDIR", "") if read.text("ADJUDICATOR_MAILDIR") else None,
            hook_key=read.text("ADJUDICATOR_HOOK_KEY"),
            trust=Policy(read.choice("ADJUDICATOR_TRUST", str(Policy.TOKEN_FROM), tuple(map(str, Policy)))),
            authserv_id=read.domain("ADJUDICATOR_AUTHSERV_ID", "") if read.text("ADJUDICATOR_AUTHSERV_ID") else "",
            authserv_hops=read.whole("ADJUDICATOR_AUTHSERV_HOPS", 1, 1, 10),
            authserv_below=read.choice("ADJUDICATOR_AUTHSERV_PLACE", "above", ("above", "below")) == "below",
            dkim_key=read.folder("ADJUDICATOR_DKIM_KEY", "") if read.text("ADJUDICATOR_DKIM_KEY") else None,
            dkim_selector=read.word("ADJUDICATOR_DKIM_SELECTOR", "adjudicator"),
            smtp_out=smtp_out,
            mailbox=read.flag("ADJUDICATOR_MAILBOX", default=smtp_out.keeps),
            mailbox_peers=read.networks("ADJUDICATOR_MAILBOX_PEERS", "127.0.0.0/8 ::1"),
            intake=read.flag("ADJUDICATOR_INTAKE", default=True),
            one_subject=read.choice("ADJUDICATOR_SUBJECTS", "events", ("events", "match")) == "match",
            patience=read.whole("ADJUDICATOR_PATIENCE", 60, 0, 600),
            pace=read.whole("ADJUDICATOR_PACE", 0, 0, 10_000),
            absence_days=read.whole("ADJUDICATOR_ABSENCE_DAYS", 30, 0, 365),
            backup_days=read.whole("ADJUDICATOR_BACKUP_DAYS", 7, 0, 3650),
            letter_days=read.whole("ADJUDICATOR_LETTER_DAYS", 180, 0, 3650),
            letter_limit=read.whole("ADJUDICATOR_LETTER_LIMIT", MEBIBYTE, 16 << 10, 64 * MEBIBYTE),
            trusted_relays=read.networks("ADJUDICATOR_TRUSTED_RELAYS", PRIVATE_NETWORKS),
            strangers=read.whole("ADJUDICATOR_STRANGERS", 120, 1, 100_000),
            house_seconds=read.number("ADJUDICATOR_HOUSE_SECONDS", 1.0, 0.01, 60.0),
            proxies=read.whole("ADJUDICATOR_PROXIES", 0, 0, 8),
            data_dir=read.folder("ADJUDICATOR_DATA_DIR", f"{var}/data"),
            export_dir=None
            if read.text("ADJUDICATOR_EXPORT_DIR", f"{var}/export") == "off"
            else read.folder("ADJUDICATOR_EXPORT_DIR", f"{var}/export"),
            var=var,
        )
        read.refuse_others(PREFIX)
        settings._refuse_contradictions()
        return settings

    @property
    def polls(self) -> bool:
        """Tell whether there is a mailbox or a maildir to poll."""
        return self.imap is not None or self.maildir is not None

    @property
    def database_files(self) -> tuple[Path, ...]:
        """List the files of a SQLite database; none for a server."""
        if not self.database_url.startswith("sqlite"):
            return ()
        path = Path(self.database_url.partition("://")[2].removeprefix("/").partition("?")[0]).absolute()
        return path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")

    def _refuse_contradictions(self) -> None:
        if self.smtp_out.keeps and not self.mailbox:
            right = "letters would go nowhere: set ADJUDICATOR_SMTP_OUT to a relay, or leave the mailbox page on"
            raise BadSetting("ADJUDICATOR_MAILBOX", "off", right)
        if self.mailbox and not is_loopback(urlsplit(self.site).hostname or ""):
            right = f"would show everybody's letters at {self.site}: set it to off, and ADJUDICATOR_SMTP_OUT to a relay"
            raise BadSetting("ADJUDICATOR_MAILBOX", "on", right)
        if 0 < self.letter_days < FEWEST_LETTER_DAYS:
            right = f"is too short for disputes, bounces and answers: set at least {FEWEST_LETTER_DAYS}, or 0 for never"
            raise BadSetting("ADJUDICATOR_LETTER_DAYS", str(self.letter_days), right)
        if self.imap and self.imap_done.lower() == self.imap.folder.lower():
            right = "is the folder that letters come from, so that each would come again for ever: name another one"
            raise BadSetting("ADJUDICATOR_IMAP_DONE", self.imap_done, right)
        if self.hook_key and len(self.hook_key) < SHORTEST_SECRET:
            right = f"must have at least {SHORTEST_SECRET} characters, not {len(self.hook_key)}"
            raise BadSetting("ADJUDICATOR_HOOK_KEY", "", right)


def make_secret(environ: Mapping[str, str]) -> None:
    """Make this installation's secret once, readable only by its owner, unless a setting gives one."""
    read = EnvReader(environ)
    path = read.folder(*VAR) / "secret"
    if read.text("ADJUDICATOR_SECRET") or path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    # Written to a draft and renamed: a secret that a crash cut short would otherwise be used for ever.
    draft = path.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(base64.urlsafe_b64encode(os.urandom(SHORTEST_SECRET)).decode() + "\n")
    draft.rename(path)


def _secret(read: EnvReader, var: Path) -> str:
    path = var / "secret"
    secret = read.text("ADJUDICATOR_SECRET")
    if not secret and path.exists():
        secret = path.read_text().strip()
    if not secret:
        ways = "`adjudicator up` makes one, or set at least 32 characters, such as `openssl rand -base64 32` prints"
        raise BadSetting("ADJUDICATOR_SECRET", "", f"is not set, and {path} does not exist: {ways}")
    if len(secret) < SHORTEST_SECRET:
        raise BadSetting(
            "ADJUDICATOR_SECRET", "", f"must have at least {SHORTEST_SECRET} characters, not {len(secret)}"
        )
    return secret
