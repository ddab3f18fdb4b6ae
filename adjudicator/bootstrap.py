"""Builds the `Context` that a program works with from its settings: database, queue, sandbox, DNS, DKIM key.

Every program of the service calls `build_context` once. A setting that cannot work is a `BadSetting`, which the program
prints as one line.
"""

from __future__ import annotations

import time
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.config.env_reader import BadSetting
from adjudicator.config.settings import Settings
from adjudicator.engines.contract import HasComponents
from adjudicator.engines.registry import newest_engine, replace_engine
from adjudicator.infra.celery_queue import CeleryQueue
from adjudicator.infra.private_broker import broker_url
from adjudicator.infra.sandbox.pool import SandboxPool
from adjudicator.mail.address import AddressBook
from adjudicator.mail.trust.sender_policy import SenderPolicy
from adjudicator.services.context import Context
from adjudicator.store.revision import NewerDatabase, refuse_newer
from adjudicator.store.session import Store

if TYPE_CHECKING:
    from adjudicator.mail.outgoing.dkim_sign import DkimSigner
    from adjudicator.services.inbound.sender_authentication import Lookup

DATA_DIR = "ADJUDICATOR_DATA_DIR"
DATABASE = "DATABASE_URL"
DKIM_KEY = "ADJUDICATOR_DKIM_KEY"


def load_component_files(folder: Path) -> None:
    """Replace the components of games (cards, tiles, texts) by those in a host's folder, one TOML file for each game.

    Raises `BadSetting`.
    """
    for path in sorted(folder.glob("*.toml")):
        try:
            engine = newest_engine(path.stem)
        except KeyError:
            raise BadSetting(DATA_DIR, str(path), f"no game is called {path.stem}") from None
        if not isinstance(engine, HasComponents):
            raise BadSetting(DATA_DIR, str(path), f"{engine.rules.title} has no parts that could be replaced")
        try:
            replace_engine(engine.with_components(path.read_text("utf-8"), path.name))
        except (OSError, ValueError) as fault:
            raise BadSetting(DATA_DIR, str(path), str(fault)) from fault


def open_dkim_signer(settings: Settings) -> DkimSigner | None:
    """Load the DKIM key; None when letters are not signed. Raises `BadSetting` for a key that cannot be used."""
    if settings.dkim_key is None:
        return None
    from adjudicator.mail.outgoing.dkim_sign import DkimSigner  # noqa: PLC0415  # its libraries weigh several megabytes

    try:
        text = settings.dkim_key.read_text("ascii")
        return DkimSigner.load(settings.mail_domain, settings.dkim_selector, text)
    except OSError as fault:
        raise BadSetting(DKIM_KEY, str(settings.dkim_key), f"cannot be read: {fault.strerror}") from fault
    except ValueError:
        right = "must hold a private key, RSA or Ed25519, as `openssl genpkey` writes it"
        raise BadSetting(DKIM_KEY, str(settings.dkim_key), right) from None


def open_dns(trust: SenderPolicy) -> Lookup | None:
    """Build the resolver for DKIM keys; None when a mail server in front of us has checked the signatures."""
    if not trust.checks_itself:
        return None
    from adjudicator.infra.dns_lookup import TxtResolver  # noqa: PLC0415  # its library weighs several megabytes

    return TxtResolver()


def open_store(settings: Settings) -> Store:
    """Open the database; a server that does not answer at the moment is no error.

    Raises `BadSetting` for a database of a later version, and for a file that does not exist: SQLite would create it.
    """
    refuse_missing_file(settings)
    store = Store(settings.database_url, clock=time.monotonic)
    try:
        refuse_newer(store.engine)
    except NewerDatabase as fault:
        store.close()
        raise BadSetting(DATABASE, "", str(fault)) from fault
    return store


def refuse_missing_file(settings: Settings) -> None:
    """Refuse a SQLite file that does not exist. Raises `BadSetting`."""
    if settings.database_files and not settings.database_files[0].exists():
        right = (
            f"there is no file {settings.database_files[0]}: correct it, or run `adjudicator migrate`, which makes one"
        )
        raise BadSetting(DATABASE, "", right)


def build_context(settings: Settings) -> Context:
    """Build the context of a program.

    Raises `BadSetting` for a component file, a key or a database that cannot be used.
    """
    load_component_files(settings.data_dir)
    secret = settings.secret.encode()
    trust = SenderPolicy(settings.trust, settings.authserv_id, settings.authserv_hops, settings.authserv_below)
    return Context(
        store=open_store(settings),
        addresses=AddressBook(
            domain=settings.mail_domain,
            service=settings.service,
            separator=settings.separator,
            secret=secret,
            has_host=bool(settings.host_address),
        ),
        queue=CeleryQueue(broker_url(settings)),
        site=settings.site,
        secret=secret,
        letter_limit=settings.letter_limit,
        host_address=settings.host_address,
        keeps_letters=settings.smtp_out.keeps,
        house_seconds=settings.house_seconds,
        intake=settings.intake,
        one_subject=settings.one_subject,
        merge_window=timedelta(seconds=settings.patience),
        pace=settings.pace,
        absence_days=settings.absence_days,
        letter_days=settings.letter_days,
        sandbox=SandboxPool(settings.letter_limit),
        trust=trust,
        lookup=open_dns(trust),
        dkim_signer=open_dkim_signer(settings),
    )
