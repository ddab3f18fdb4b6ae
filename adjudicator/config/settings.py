"""The settings of one installation: environment variables, read once when a program starts."""

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
VAR = ("ADJUDICATOR_VAR", "var")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a host can choose. Values that may carry a password are not shown by `repr`."""

    database_url: str = field(repr=False)
    redis_url: str = field(repr=False)
    """Empty: the private server that `adjudicator up` runs."""
    secret: str = field(repr=False)
    """Signs the reply addresses and the links; whoever knows it can play in everybody's name."""
    mail_domain: str
    service: str
    separator: str
    host_address: str
    """Who is told when something needs a person; empty: nobody."""
    site: str
    """The public address of the pages, without a slash at its end."""
    web: Endpoint
    smtp_in: Endpoint
    lmtp_in: Endpoint | Path | None
    imap: MailFolder | None
    """The mailbox at a provider that is looked into."""
    imap_done: str
    """The folder that letters are moved to when they are taken; empty: they stay and are marked as seen."""
    maildir: Path | None
    """The maildir that is looked into."""
    hook_key: str = field(repr=False)
    """Signs the letters that a provider posts to the pages; empty: none are taken there."""
    trust: Policy
    """What must be right about a letter that acts in somebody's name."""
    authserv_id: str
    """The name under which the host's mail server writes what it found out about senders; empty: it writes nothing."""
    authserv_hops: int
    """How many Received lines the host's own servers write."""
    authserv_below: bool
    """Whether the results stand right below the last of these lines, as rspamd writes them."""
    dkim_key: Path | None
    """The file of the private key that signs our letters."""
    dkim_selector: str
    smtp_out: Relay
    mailbox: bool
    """Whether the pages show every letter, for trying things out on one's own machine."""
    mailbox_peers: tuple[Network, ...]
    """From where that page can be seen."""
    intake: bool
    """Whether letters are taken in; otherwise those that go out lead to the pages."""
    one_subject: bool
    """Whether all letters of a match have one subject."""
    patience: int
    """Seconds that a letter waits which asks nothing, so that others can take it along."""
    pace: int
    """How many letters a minute go to one domain; 0: as many as there are."""
    absence_days: int
    """How many days a year a player's clocks may stand still because he is away."""
    backup_days: int
    """How old the last back-up may be before the doctor minds; 0: the host makes them in another way."""
    letter_limit: int
    """How many bytes a letter may have."""
    trusted_relays: tuple[Network, ...]
    """The networks of the host's own mail servers, beside this machine."""
    strangers: int
    """How many letters a minute are taken from people who do not play here, all together."""
    house_seconds: float
    proxies: int
    """How many web proxies stand in front of the pages and may be believed."""
    data_dir: Path
    """The folder with a host's own printed parts of games, as ``cheops.toml``; it need not exist."""
    var: Path
    """The folder for what this installation writes."""

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
            lmtp_in=read.endpoint_or_socket("ADJUDICATOR_LMTP_IN"),
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
            letter_limit=read.whole("ADJUDICATOR_LETTER_LIMIT", MEBIBYTE, 16 << 10, 64 * MEBIBYTE),
            trusted_relays=read.networks("ADJUDICATOR_TRUSTED_RELAYS", PRIVATE_NETWORKS),
            strangers=read.whole("ADJUDICATOR_STRANGERS", 120, 1, 100_000),
            house_seconds=read.number("ADJUDICATOR_HOUSE_SECONDS", 1.0, 0.01, 60.0),
            proxies=read.whole("ADJUDICATOR_PROXIES", 0, 0, 8),
            data_dir=read.folder("ADJUDICATOR_DATA_DIR", f"{var}/data"),
            var=var,
        )
        read.refuse_others(PREFIX)
        settings._refuse_contradictions()
        return settings

    @property
    def polls(self) -> bool:
        """Tell whether there is a mailbox or a maildir to look into."""
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
        if self.imap and self.imap_done.lower() == self.imap.folder.lower():
            right = "is the folder that letters come from, so that each would come again for ever: name another one"
            raise BadSetting("ADJUDICATOR_IMAP_DONE", self.imap_done, right)
        if self.hook_key and len(self.hook_key) < SHORTEST_SECRET:
            right = f"must have at least {SHORTEST_SECRET} characters, not {len(self.hook_key)}"
            raise BadSetting("ADJUDICATOR_HOOK_KEY", "", right)


def make_secret(environ: Mapping[str, str]) -> None:
    """Make this installation's secret once, readable by nobody else, unless it was given one."""
    read = EnvReader(environ)
    path = read.folder(*VAR) / "secret"
    if read.text("ADJUDICATOR_SECRET") or path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    # Written whole under another name first: a secret cut short by a crash would be kept for ever.
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
        right = f"is not set, and {path} does not exist: `adjudicator up` makes one, or set at least 32 characters"
        raise BadSetting("ADJUDICATOR_SECRET", "", right)
    if len(secret) < SHORTEST_SECRET:
        raise BadSetting(
            "ADJUDICATOR_SECRET", "", f"must have at least {SHORTEST_SECRET} characters, not {len(secret)}"
        )
    return secret
