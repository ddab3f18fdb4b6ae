"""The settings: what is read, what is refused, and that no secret is ever shown."""

import stat
from pathlib import Path

import pytest

from adjudicator.config.env_reader import Endpoint, Relay
from adjudicator.config.imap_settings import MailFolder
from adjudicator.config.settings import BadSetting, Settings, make_secret

SECRET = "s" * 32


def read(**variables: str) -> Settings:
    return Settings.read({"ADJUDICATOR_SECRET": SECRET, **variables})


def test_an_empty_environment_gives_a_service_for_this_machine_alone() -> None:
    settings = read()
    assert settings.database_url == f"sqlite:///{Path.cwd()}/var/adjudicator.sqlite3"
    assert settings.redis_url == ""
    assert settings.site == "http://127.0.0.1:8000"
    assert (settings.web, settings.smtp_in) == (Endpoint("127.0.0.1", 8000), Endpoint("127.0.0.1", 8025))
    assert settings.lmtp_in is None
    assert (settings.imap, settings.imap_done, settings.maildir, settings.hook_key) == (None, "", None, "")
    assert not settings.polls
    assert (settings.intake, settings.one_subject, settings.patience) == (True, False, 60)
    assert (settings.pace, settings.absence_days, settings.letter_days) == (0, 30, 180)
    assert settings.smtp_out.keeps
    assert settings.mailbox


def test_a_club_sets_everything(tmp_path: Path) -> None:
    settings = read(
        DATABASE_URL="postgresql+psycopg://club:pw@db/club",
        REDIS_URL="rediss://:pw@broker:6380/1",
        ADJUDICATOR_MAIL_DOMAIN="Club.Example",
        ADJUDICATOR_SERVICE="games",
        ADJUDICATOR_SEPARATOR="-",
        ADJUDICATOR_HOST_ADDRESS="host@club.example",
        ADJUDICATOR_SITE="https://club.example/",
        ADJUDICATOR_WEB="[::1]:9000",
        ADJUDICATOR_SMTP_IN="0.0.0.0:25",
        ADJUDICATOR_LMTP_IN=str(tmp_path / "lmtp.sock"),
        ADJUDICATOR_IMAP="imaps://play%40club.example:p%40%2Fss@imap.example/Games/Letters%20in",
        ADJUDICATOR_IMAP_DONE="Games/Taken",
        ADJUDICATOR_MAILDIR=str(tmp_path / "Maildir"),
        ADJUDICATOR_HOOK_KEY="k" * 32,
        ADJUDICATOR_SMTP_OUT="smtp+starttls://club:p%40ss@relay.example",
        ADJUDICATOR_INTAKE="off",
        ADJUDICATOR_SUBJECTS="match",
        ADJUDICATOR_PATIENCE="0",
        ADJUDICATOR_PACE="100",
        ADJUDICATOR_ABSENCE_DAYS="42",
        ADJUDICATOR_LETTER_DAYS="0",
        ADJUDICATOR_BACKUP_DAYS="2",
        ADJUDICATOR_LETTER_LIMIT="2000000",
        ADJUDICATOR_HOUSE_SECONDS="2.5",
        ADJUDICATOR_PROXIES="1",
        ADJUDICATOR_VAR=str(tmp_path),
    )
    assert settings.database_url == "postgresql+psycopg://club:pw@db/club"
    assert settings.redis_url == "rediss://:pw@broker:6380/1"
    assert (settings.mail_domain, settings.service, settings.separator) == ("club.example", "games", "-")
    assert settings.host_address == "host@club.example"
    assert settings.site == "https://club.example"
    assert settings.web == Endpoint("::1", 9000)
    assert settings.smtp_in == Endpoint("0.0.0.0", 25)
    assert settings.lmtp_in == tmp_path / "lmtp.sock"
    assert settings.imap == MailFolder("imaps", "imap.example", 993, "play@club.example", "p@/ss", "Games/Letters in")
    assert (settings.imap_done, settings.maildir, settings.hook_key) == ("Games/Taken", tmp_path / "Maildir", "k" * 32)
    assert settings.polls
    assert settings.smtp_out == Relay("smtp+starttls", "relay.example", 587, "club", "p@ss")
    assert not settings.mailbox
    assert (settings.intake, settings.one_subject, settings.patience) == (False, True, 0)
    assert (settings.pace, settings.absence_days, settings.backup_days) == (100, 42, 2)
    assert (settings.letter_limit, settings.house_seconds, settings.proxies) == (2_000_000, 2.5, 1)
    assert settings.var == tmp_path


@pytest.mark.parametrize("endpoint", [Endpoint("127.0.0.1", 8000), Endpoint("::1", 25), Endpoint("club.example", 587)])
def test_an_endpoint_is_read_back_as_it_is_written(endpoint: Endpoint) -> None:
    assert read(ADJUDICATOR_SMTP_IN=str(endpoint)).smtp_in == endpoint


@pytest.mark.parametrize(
    ("text", "relay"),
    [
        ("smtp://relay", Relay("smtp", "relay", 25)),
        ("smtps://relay", Relay("smtps", "relay", 465)),
        ("smtp+starttls://relay:2525", Relay("smtp+starttls", "relay", 2525)),
        ("mailbox:", Relay("mailbox")),
    ],
)
def test_a_relay_is_read_with_the_port_of_its_scheme(text: str, relay: Relay) -> None:
    assert read(ADJUDICATOR_SMTP_OUT=text).smtp_out == relay


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("DATABASE_URL", "mysql://club:pw@db/club", "postgresql+psycopg://"),
        ("REDIS_URL", "localhost:6379", "redis://host:6379/0"),
        ("ADJUDICATOR_MAIL_DOMAIN", "play@club.example", "club.example"),
        ("ADJUDICATOR_MAIL_DOMAIN", "-club.example", "club.example"),
        ("ADJUDICATOR_SERVICE", "play+games", "letters and digits"),
        ("ADJUDICATOR_SEPARATOR", "=", "one of + -"),
        ("ADJUDICATOR_HOST_ADDRESS", "Host <host@club.example>", "host@club.example"),
        ("ADJUDICATOR_HOST_ADDRESS", "höst@club.example", "host@club.example"),
        ("ADJUDICATOR_SITE", "club.example", "https://club.example"),
        ("ADJUDICATOR_SITE", "https://[club", "https://club.example"),
        ("ADJUDICATOR_SITE", "https://club.example/?a=b", "https://club.example"),
        ("ADJUDICATOR_SITE", "https://club.example/#a", "https://club.example"),
        ("ADJUDICATOR_SITE", "https://club.example/a b", "https://club.example"),
        ("ADJUDICATOR_SITE", "https://club.example/adj/", "must have no path"),
        ("ADJUDICATOR_WEB", "8000", "host:port, such as 127.0.0.1:8000"),
        ("ADJUDICATOR_WEB", "127.0.0.1:99999", "host:port"),
        ("ADJUDICATOR_SMTP_IN", "127.0.0.1:smtp", "host:port"),
        ("ADJUDICATOR_LMTP_IN", "8024", "host:port, such as 127.0.0.1:8024, or the path of a socket"),
        ("ADJUDICATOR_IMAP", "imaps://imap.example", "imaps://user:password@host/Folder"),
        ("ADJUDICATOR_IMAP", "imaps://play:pw/d@imap.example", "imaps://user:password@host/Folder"),
        ("ADJUDICATOR_IMAP", "pop3://play:pw@imap.example", "imaps://user:password@host/Folder"),
        ("ADJUDICATOR_IMAP", "imap://play:pw@imap.example", "use imaps:// or imap+starttls://"),
        ("ADJUDICATOR_HOOK_KEY", "short", "at least 32 characters"),
        ("ADJUDICATOR_SMTP_OUT", "relay.example:25", "smtp+starttls://"),
        ("ADJUDICATOR_SMTP_OUT", "smtp://club:p@ss@relay.example", "in a password write @ as %40"),
        ("ADJUDICATOR_SMTP_OUT", "smtp://club:p/ss@relay.example", "in a password write @ as %40"),
        ("ADJUDICATOR_SMTP_OUT", "smtp://club:p#ss@relay.example", "in a password write @ as %40"),
        ("ADJUDICATOR_STRANGERS", "0", "from 1 to 100000"),
        ("ADJUDICATOR_LETTER_LIMIT", "1 MB", "from 16384 to 67108864"),
        ("ADJUDICATOR_INTAKE", "no", "on off"),
        ("ADJUDICATOR_PATIENCE", "-1", "from 0 to 600"),
        ("ADJUDICATOR_PACE", "fast", "from 0 to 10000"),
        ("ADJUDICATOR_ABSENCE_DAYS", "400", "from 0 to 365"),
        ("ADJUDICATOR_LETTER_DAYS", "29", "at least 30"),
        ("ADJUDICATOR_LETTER_DAYS", "never", "from 0 to 3650"),
        ("ADJUDICATOR_BACKUP_DAYS", "-1", "from 0 to 3650"),
        ("DATABASE_URL", "postgresql+psycopg://club:p@ss@db/club", "in a password write @ as %40"),
        ("DATABASE_URL", "postgresql+psycopg://club:p/ss@db/club", "in a password write @ as %40"),
        ("DATABASE_URL", "postgresql+psycopg://club:p#ss@db/club", "in a password write @ as %40"),
        ("DATABASE_URL", "sqlite://", "must be sqlite:///file"),
        ("ADJUDICATOR_LETTER_LIMIT", "20000.5", "whole number"),
        ("ADJUDICATOR_HOUSE_SECONDS", "nan", "from 0.01 to 60"),
        ("ADJUDICATOR_MAILBOX", "yes", "one of on off"),
        ("ADJUDICATOR_MAILBOX_PEERS", "127.0.0.1/8", "127.0.0.0/8"),
        ("ADJUDICATOR_PROXIES", "-1", "from 0 to 8"),
        ("ADJUDICATOR_SECRET", "short", "at least 32 characters"),
        ("ADJUDICATOR_MAIL_DOMIAN", "club.example", "did you mean ADJUDICATOR_MAIL_DOMAIN?"),
        ("adjudicator_site", "https://club.example", "did you mean ADJUDICATOR_SITE?"),
        ("database_url", "sqlite:///club.sqlite3", "did you mean DATABASE_URL?"),
    ],
)
def test_a_wrong_value_is_refused_in_one_line_that_names_it(name: str, value: str, right: str) -> None:
    with pytest.raises(BadSetting) as refusal:
        read(**{name: value})
    text = str(refusal.value)
    assert text.startswith(name)
    assert right in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://club:hunter2@db/club"),
        ("REDIS_URL", "http://:hunter2@broker"),
        ("ADJUDICATOR_SMTP_OUT", "imap://club:hunter2@relay"),
        ("ADJUDICATOR_IMAP", "imap://club:hunter2@relay"),
        ("ADJUDICATOR_IMAP", "pop3://club:hunter2@relay"),
        ("ADJUDICATOR_HOOK_KEY", "hunter2"),
        ("ADJUDICATOR_SECRET", "hunter2"),
    ],
)
def test_a_refusal_repeats_no_password(name: str, value: str) -> None:
    with pytest.raises(BadSetting) as refusal:
        read(**{name: value})
    assert "hunter2" not in str(refusal.value)


def test_the_repr_shows_no_secret() -> None:
    settings = read(
        DATABASE_URL="postgresql+psycopg://club:hunter2@db/club",
        REDIS_URL="redis://:hunter2@broker",
        ADJUDICATOR_SECRET="hunter2" * 6,
        ADJUDICATOR_SMTP_OUT="smtps://club:hunter2@relay",
        ADJUDICATOR_IMAP="imaps://club:hunter2@provider",
        ADJUDICATOR_HOOK_KEY="hunter2" * 6,
    )
    assert "hunter2" not in repr(settings)
    assert "hunter2" not in str(settings.imap)
    assert "hunter2" not in str(settings.smtp_out)


def test_letters_that_would_go_nowhere_are_refused() -> None:
    with pytest.raises(BadSetting, match="go nowhere"):
        read(ADJUDICATOR_MAILBOX="off")


@pytest.mark.parametrize("site", ["https://club.example", "http://192.0.2.7:8000"])
def test_a_mailbox_page_that_everybody_could_read_is_refused(site: str) -> None:
    with pytest.raises(BadSetting, match="everybody's letters"):
        read(ADJUDICATOR_SITE=site, ADJUDICATOR_MAILBOX="on", ADJUDICATOR_SMTP_OUT="smtp://relay")


@pytest.mark.parametrize("site", ["http://localhost:8000", "http://[::1]:8000", "http://club.localhost"])
def test_a_mailbox_page_on_this_machine_is_fine(site: str) -> None:
    assert read(ADJUDICATOR_SITE=site).mailbox


@pytest.mark.parametrize(
    ("text", "folder"),
    [
        ("imaps://play@club.example:pw@mx", MailFolder("imaps", "mx", 993, "play@club.example", "pw")),
        ("imap+starttls://play:pw@mx/", MailFolder("imap+starttls", "mx", 143, "play", "pw")),
        ("imap://play:pw@127.0.0.1:1143/%D0%98", MailFolder("imap", "127.0.0.1", 1143, "play", "pw", "\u0418")),
    ],
)
def test_a_mailbox_is_read_with_the_port_of_its_scheme(text: str, folder: MailFolder) -> None:
    assert read(ADJUDICATOR_IMAP=text).imap == folder


def test_letters_are_not_moved_to_where_they_come_from() -> None:
    with pytest.raises(BadSetting, match="come again for ever"):
        read(ADJUDICATOR_IMAP="imaps://play:pw@mx", ADJUDICATOR_IMAP_DONE="Inbox")


def test_a_missing_secret_is_told_with_both_ways_out(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"adjudicator up.*32 characters, such as `openssl rand -base64 32`"):
        Settings.read({"ADJUDICATOR_VAR": str(tmp_path)})


def test_a_secret_is_made_once_and_kept_to_oneself(tmp_path: Path) -> None:
    environ = {"ADJUDICATOR_VAR": str(tmp_path / "var")}
    make_secret(environ)
    first = Settings.read(environ).secret
    make_secret(environ)
    assert Settings.read(environ).secret == first
    assert stat.S_IMODE((tmp_path / "var" / "secret").stat().st_mode) == 0o600


def test_two_installations_have_different_secrets(tmp_path: Path) -> None:
    environs = [{"ADJUDICATOR_VAR": str(tmp_path / name)} for name in ("one", "two")]
    for environ in environs:
        make_secret(environ)
    one, two = (Settings.read(environ).secret for environ in environs)
    assert one != two


def test_no_secret_is_made_where_one_is_given(tmp_path: Path) -> None:
    make_secret({"ADJUDICATOR_VAR": str(tmp_path), "ADJUDICATOR_SECRET": SECRET})
    assert not (tmp_path / "secret").exists()
