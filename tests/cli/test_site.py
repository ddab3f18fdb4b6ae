"""`adjudicator site`: a copy of the archive whose links lead somewhere; it renews itself, and forgets."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from multiprocessing import spawn
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote, urlsplit

import pytest
from click.testing import CliRunner, Result
from lxml import etree, html
from sqlalchemy import update

from adjudicator.cli import main
from adjudicator.config.settings import Settings
from adjudicator.match.record.record import load_record
from adjudicator.services.archive import site_contents, site_lists, site_match, site_openings, static_site
from adjudicator.services.archive.export_files import INCOMPLETE
from adjudicator.services.archive.site_frame import LIVE_PATHS, PATHS
from adjudicator.services.archive.static_site import STATE, SUMS
from adjudicator.services.identity.erasing import erase_player
from adjudicator.services.jobs.periodic_sweep import run_sweep
from adjudicator.services.matches.annotations.comments import (
    CheckedComment,
    find_comment,
    strike_comment,
    write_comment,
)
from adjudicator.services.matches.annotations.diaries import write_diary
from adjudicator.services.matches.rows.match_rows import find_match
from adjudicator.services.matches.rows.public_names import choose_public_name
from adjudicator.services.players.players import find_player
from adjudicator.services.unit_of_work import UnitOfWork, unit_of_work
from adjudicator.store.operation_tables import SweepFault
from adjudicator.store.states import SweepTask
from adjudicator.store.tables import Match
from adjudicator.texts.language.language import LANGUAGES
from adjudicator.web import create_app
from testkit.agreed_match import PEOPLE, agree
from testkit.club import Club, address_of
from testkit.database import make_tables
from testkit.faulty_matches import spoil_match
from testkit.finished_matches import Played, finish_matches
from testkit.host_at_table import do, play_until
from testkit.record_harvest import end_match
from tests.texts.atom_grammar import read_valid

HERE = "index.html"
SITE = "https://club.example"
ADDRESS = "https://archive.club.example/copy"
MARK = "QUINCUNX77"
NOTED = "A thought"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """Play a few matches: some over, one private, one that runs."""
    path = tmp_path_factory.mktemp("played") / "club.sqlite3"
    make_tables(f"sqlite:///{path}")
    club = Club.found(f"sqlite:///{path}")
    club.now = datetime.now(UTC) - timedelta(days=30)
    codes = []
    for game, seats, options in (("egyptos", 2, ""), ("cheops", 3, ""), ("pharao", 2, ""), ("egyptos", 2, "private")):
        club.now += timedelta(days=1)
        agree(club, game, PEOPLE[:seats], options)
        words = MARK if options else f"{NOTED} in {game}"
        play_until(club, lambda match: match.entry_count >= 6)
        do(club, partial(note, words))
        play_until(club, lambda match: match.entry_count >= 12)
        do(club, lambda work, match: end_match(work, match, by_host=False))
        codes.append(club.match().code)
        if game != "pharao":
            do(club, partial(remark, words))
    club.begin()
    running = club.match().code
    do(club, partial(note, MARK))
    club.context.store.close()
    return SimpleNamespace(path=path, over=codes[:3], hidden=[codes[3], running])


def note(words: str, work: UnitOfWork, match: Match) -> None:
    write_diary(work, match, match.seats[0], words)


def remark(words: str, work: UnitOfWork, match: Match) -> None:
    """Comment on positions of a match: with an answer, with a variation, and two of which the words are gone."""
    first, second = match.seats[0].player, match.seats[1].player
    assert first is not None
    assert second is not None
    step = next(row.step for row in match.entries if row.n > 3 and row.step)
    write_comment(work, match, first, CheckedComment(3, None, f"{words} said", ()))
    write_comment(work, match, second, CheckedComment(3, 1, f"{words} <b>answered</b>", ()))
    write_comment(work, match, second, CheckedComment(0, None, "", (match.entries[0].step or step,)))
    write_comment(work, match, second, CheckedComment(match.entry_count, None, MARK, ()))
    strike_comment(work, match, second, match.entry_count, 1)
    write_comment(work, match, first, CheckedComment(match.entry_count, None, MARK, ()))
    row = find_comment(work.session, match, match.entry_count, 2)
    assert row is not None
    row.hidden_because = "a reason"


@pytest.fixture
def club(played: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    path = shutil.copy(played.path, tmp_path)
    for name, value in {
        "DATABASE_URL": f"sqlite:///{path}",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "ADJUDICATOR_SECRET": "a secret for tests, long enough to sign with",
        "ADJUDICATOR_VAR": str(tmp_path / "var"),
        "ADJUDICATOR_SITE": SITE,
        "ADJUDICATOR_MAILBOX": "off",
        "ADJUDICATOR_SMTP_OUT": "smtps://relay.example",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    club = Club.found(f"sqlite:///{path}")
    assert club.context.site == SITE
    yield club
    club.context.store.close()


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["site", "copy", "--processes", "1", "--address", f"{ADDRESS}/", *words])


def pages() -> list[Path]:
    return sorted(Path("copy").rglob("*.html"))


def test_every_link_of_every_page_leads_to_a_file_and_no_page_needs_a_script(
    played: SimpleNamespace, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (site_contents, site_lists, site_openings):
        monkeypatch.setattr(module, "A_PAGE", 1)
    monkeypatch.setattr(site_openings, "FEWEST", 1)
    assert run().exit_code == 0
    dead, trees = [], {str(page): html.fromstring(page.read_text()) for page in pages()}
    places = {page: set(tree.xpath("//@id")) for page, tree in trees.items()}
    for page, tree in trees.items():
        assert not tree.xpath("//script | //form | //@style | //@onclick")
        assert tree.get("lang") in LANGUAGES
        assert len(tree.xpath("//h1")) == 1
        assert len(tree.xpath("//@id")) == len(places[page]), page
        assert all(image.get("alt") for image in tree.iter("img"))
        for link in {*tree.xpath("//@href"), *tree.xpath("//@src")}:
            if urlsplit(link).scheme:
                assert link.startswith(f"{SITE}/"), "all else is in the copy"
                continue
            if link.startswith("#"):
                continue
            assert not link.startswith("/"), "the copy must work in any folder"
            path, _, place = unquote(link).partition("#")
            target = os.path.normpath(f"{page}/../{path}{HERE if path.endswith('/') else ''}")
            if not Path(target).is_file() or (place and place not in places[target]):
                dead.append((page, link))
    assert {str(path): faults for path in Path("copy").rglob("*.svg") if (faults := list_faults(path))} == {}
    feeds = {str(path): read_valid(path.read_bytes()) for path in Path("copy").rglob("*.atom")}
    for name, feed in feeds.items():
        (own,) = feed.xpath("*[local-name() = 'link'][@rel = 'self']/@href")
        assert own == name.replace("copy", ADDRESS, 1)
        for link in feed.xpath("//*[local-name() = 'link'][@rel = 'alternate']/@href"):
            page, _, place = str(link).replace(ADDRESS, "copy", 1).partition("#")
            if f"{page}{HERE}" not in trees or (place and place not in places[f"{page}{HERE}"]):
                dead.append((name, link))
    assert dead == []
    assert len(feeds) == len(LANGUAGES) * len(("the archive", *played.over, *PEOPLE[:3]))
    languages = len(LANGUAGES) - 1
    assert len(list(Path("copy").glob("*/archive/1/index.html"))) == languages
    assert len(list(Path("copy").glob("*/players/*/1/index.html"))) >= languages
    assert len(list(Path("copy").glob("*/openings/egyptos/*/index.html"))) > languages
    assert len(list(Path("copy").glob("positions/*.svg"))) > 1


def list_faults(path: Path) -> list[str]:
    """List what is wrong with a picture: as a file it has to say by itself what it shows, and to need no other."""
    root = etree.parse(str(path)).getroot()
    ids, text = root.xpath("//@id"), path.read_text()
    faults = [f"{name} twice" for name, count in Counter(ids).items() if count > 1]
    used = {*re.findall(r"url\(#([^)]+)\)", text), *re.findall(r'\shref="#([^"]+)"', text)}
    named = root.xpath("//@aria-labelledby | //@aria-describedby")
    faults += [f"no {name}" for name in {*used, *" ".join(named).split()} - set(ids)]
    faults += [
        tag for tag in ("script", "style", "foreignObject", "image") if root.xpath(f"//*[local-name() = '{tag}']")
    ]
    faults += [link for link in root.xpath("//@href") if not link.startswith("#")]
    if path.name != "favicon.svg":
        faults += [f"no {part}" for part in ("title", "desc") if not (root.findtext(f"{{*}}{part}") or "").strip()]
        faults += [] if root.get("role") == "img" and root.get("aria-labelledby") else ["no role or name"]
    return faults


def test_diaries_and_comments_are_those_of_the_live_site(played: SimpleNamespace, club: Club) -> None:
    """On the pages of their positions, and on that of the match in every language; what is gone is nowhere."""
    run("--language", "de")
    live = create_app(Settings.read(os.environ), club.context).test_client()
    for code in played.over:
        told = html.fromstring(Path(f"copy/nl/m/{code}/{HERE}").read_text())
        last = len(json.loads(Path(f"copy/m/{code}/record.json").read_bytes())["entries"])
        for n in range(last + 1):
            shown = remarks(live.get(f"/m/{code}/{n}?lang=de").text)
            if not shown:
                continue
            assert remarks(Path(f"copy/m/{code}/{n}/{HERE}").read_text()) == shown, (code, n)
            assert Path(f"copy/m/{code}/{n}.svg").exists()
            here = remarks(live.get(f"/m/{code}/{n}?lang=nl").text)
            assert not set(here) - set(remarks(html.tostring(told, encoding="unicode"))), (code, n)
        assert NOTED in told.text_content()
        assert "<b>" not in {one.tag for one in told.iter()}
    everything = "".join(path.read_text() for path in Path("copy").rglob("*") if path.is_file())
    assert MARK not in everything
    for said in (f"{NOTED} in pharao", f"{NOTED} in cheops said", "&lt;b&gt;answered", "a reason"):
        assert said in everything


def remarks(page: str) -> list[str]:
    """Read what is said on a page, without the dates, which the live page tells with the hour."""
    found = html.fromstring(page).xpath("//div[@class = 'press']")
    for one in found:
        for gone in one.xpath(".//time | .//form"):
            gone.drop_tree()
    return [" ".join(one.text_content().split()) for one in found]


def test_feeds_tell_what_those_of_the_live_site_tell(played: SimpleNamespace, club: Club) -> None:
    run_sweep(club.context, club.now)
    run()
    live = create_app(Settings.read(os.environ), club.context).test_client()
    players = list_players()
    for path in ("archive", *(f"m/{code}" for code in played.over), *(f"players/{name}" for name in players)):
        for language in LANGUAGES:
            folder = "" if language == "en" else f"{language}/"
            copied = Path(f"copy/{folder}{path}.atom").read_bytes()
            assert told(copied) == told(live.get(f"/{path}.atom?lang={language}").data), (path, language)
            assert 'type="application/atom+xml"' in Path(f"copy/{folder}{path}/{HERE}").read_text()
    run("--address", "")
    assert not list(Path("copy").rglob("*.atom"))
    assert not [page for page in pages() if ".atom" in page.read_text()]


def told(feed: bytes) -> list[tuple[str | None, ...]]:
    read = read_valid(feed)
    names = ("id", "title", "updated", "content", "author/{*}name")
    return [tuple(one.findtext(f"{{*}}{name}") for name in names) for one in (read, *read.iterfind("{*}entry"))]


@pytest.mark.parametrize("address", ["club.example", "ftp://club.example", "https://club.example/?a=b", "https://a b"])
def test_what_is_no_address_is_refused_with_one_that_is(club: Club, address: str) -> None:
    refused = run("--address", address)
    assert refused.exit_code == 2
    assert repr(address) in refused.output
    assert "https://archive.club.example" in refused.output
    assert not Path("copy").exists()


def test_openings_statistics_and_players_are_those_of_the_live_site(played: SimpleNamespace, club: Club) -> None:
    """Their own words are the same; what surrounds them, and where links lead, is not."""
    run()
    live = create_app(Settings.read(os.environ), club.context).test_client()
    players = list_players()
    for path in ("statistics", "statistics/egyptos", "statistics/pharao", *(f"players/{name}" for name in players)):
        for language in LANGUAGES:
            folder = "" if language == "en" else f"{language}/"
            shown = live.get(f"/{path}?lang={language}").text
            for table in tables(shown):
                assert table in tables(Path(f"copy/{folder}{path}/{HERE}").read_text())
    assert json.loads(Path("copy/statistics/egyptos.json").read_text()) == live.get("/statistics/egyptos.json").json
    root = Path("copy/openings/egyptos/index.html").read_text()
    (table,) = tables(live.get("/openings/egyptos?lang=en").text)
    assert table in tables(root)
    (link,) = re.findall(r"positions/(\w{16})/", root)
    told = html.fromstring(live.get(f"/positions/{link}").text).xpath("string(//p[@class='lead'])")
    assert (
        html.fromstring(Path(f"copy/positions/{link}/{HERE}").read_text()).xpath("string(//p[@class='lead'])") == told
    )


def list_players() -> list[str]:
    return [path.name for path in Path("copy/players").iterdir() if path.is_dir()]


def tables(page: str) -> list[str]:
    """Read the words of the tables of a page."""
    return [" ".join(table.text_content().split()) for table in html.fromstring(page).iter("table")]


def test_templates_of_both_sites_lead_to_the_same_paths(club: Club) -> None:
    rules = create_app(Settings.read(os.environ), club.context).url_map.iter_rules()
    live = {rule.endpoint: re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule.strip("/")) for rule in rules}
    both = {**PATHS, **LIVE_PATHS}
    assert {endpoint: live[endpoint] for endpoint in both} == both


def test_a_player_without_a_public_name_has_no_page_and_nothing_leads_to_one(club: Club) -> None:
    names = [person.split()[0] for person in PEOPLE[:2]]
    for person, wanted in zip(PEOPLE[:2], ("Sphinx", "none"), strict=True):
        with unit_of_work(club.context, datetime.now(UTC)) as work:
            player = find_player(work.session, address_of(person))
            assert player is not None
            choose_public_name(work, player, wanted)
    run()
    everything = "".join(path.read_text() for path in Path("copy").rglob("*") if path.is_file())
    assert not [name for name in names if re.search(rf"\b{name}\b", everything, re.IGNORECASE)]
    (page,) = Path("copy/players").glob("sphinx-*/")
    assert "Unnamed player" in (page / HERE).read_text()
    assert len(list_players()) == len(PEOPLE[:3]) - 1


def test_paths_are_those_of_the_live_site_in_five_languages(played: SimpleNamespace, club: Club) -> None:
    run("--language", "de")
    for code in played.over:
        for folder in ("", "en/", "fr/", "it/", "nl/"):
            assert code in Path(f"copy/{folder}m/{code}/index.html").read_text()
            assert code in Path(f"copy/{folder}archive/index.html").read_text()
        assert load_record(Path(f"copy/m/{code}/record.json").read_bytes()).header.match == code
        assert "<svg" in Path(f"copy/m/{code}/0.svg").read_text()
        assert "Das Brett" not in Path(f"copy/m/{code}/0/index.html").read_text()
    assert "Archiv" in Path("copy/index.html").read_text()


def test_what_is_private_or_runs_or_ended_earlier_is_nowhere_in_it(played: SimpleNamespace, club: Club) -> None:
    run()
    everything = "".join(path.read_text() for path in Path("copy").rglob("*") if path.is_file())
    assert not [word for word in (*played.hidden, MARK) if word in everything]
    first, *_, last = played.over
    with club.context.store.reading() as session:
        day = session.query(Match.finished_at).filter_by(code=last).scalar()
    assert "1 matches, 0 of them written anew, 2 removed" in run("--since", f"{day:%Y-%m-%d}").output
    assert not Path(f"copy/m/{first}").exists()
    assert Path(f"copy/m/{last}").exists()


def test_the_checksums_are_right_and_list_every_file(club: Club) -> None:
    run()
    listed = dict(line.split("  ")[::-1] for line in Path("copy", SUMS).read_text().splitlines())
    found = {str(path.relative_to("copy")): path for path in Path("copy").rglob("*") if path.is_file()}
    assert found.keys() - listed.keys() == {SUMS, STATE}
    assert {name: sha256(found[name].read_bytes()).hexdigest() for name in listed} == listed


@pytest.mark.parametrize(("wanted", "shown"), [("Sphinx", "Sphinx"), ("none", "Unnamed player"), ("", "Former player")])
def test_a_second_run_writes_only_what_changed_and_forgets_a_name(
    played: SimpleNamespace, club: Club, wanted: str, shown: str
) -> None:
    """`wanted`: what the player is called in public; empty if they are erased."""
    assert "3 matches, 3 of them written anew, 0 removed" in run().output
    before = {path: path.stat().st_mtime_ns for path in pages()}
    assert "3 matches, 0 of them written anew, 0 removed" in run().output
    assert {path: path.stat().st_mtime_ns for path in pages()} == before
    code = played.over[1]
    with unit_of_work(club.context, datetime.now(UTC)) as work:
        player = find_player(work.session, address_of(PEOPLE[2]))
        assert player is not None
        if wanted:
            choose_public_name(work, player, wanted)
        else:
            erase_player(work, player)
    assert "1 of them written anew" in run().output
    written = [path.read_text() for path in Path("copy").rglob("*") if path.is_file()]
    assert not [text for text in written if PEOPLE[2].split()[0] in text]
    assert shown in Path(f"copy/m/{code}/index.html").read_text()
    assert shown in Path("copy/archive/index.html").read_text()
    with club.context.store.writing() as session:
        session.execute(update(Match).where(Match.code == code).values(private=True))
    assert "2 matches, 0 of them written anew, 1 removed" in run().output
    assert not list(Path("copy").rglob(f"*{code}*"))
    assert not [path for path in pages() if code in path.read_text()]


def test_one_more_match_renews_the_pages_that_tell_of_it_and_no_other(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of openings each page has a key of its own; what is left alone is what a copy from nothing has."""
    for module in (site_contents, site_lists, site_openings):
        monkeypatch.setattr(module, "A_PAGE", 2)
    openings = [("M14", "M15", "M16"), ("M14", "M15", "L15"), ("M14", "L13"), ("N14", "N13"), ("N14", "N13", "L13")]
    finish_matches(club.context, club.now, [Played(steps, resigns=n % 2) for n, steps in enumerate(openings)])
    finish_matches(club.context, club.now, [Played(("M14", "N13", "swap"), options={"opening": "swap"})])
    run()
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in opening_pages()}
    finish_matches(club.context, club.now, [Played(("M14", "M15", "L15"), resigns=0)])
    assert "1 of them written anew" in run().output
    touched = {path for path in opening_pages() if before.get(path, (0,))[0] != path.stat().st_mtime_ns}
    changed = {path for path in opening_pages() if before.get(path, (0, b""))[1] != path.read_bytes()}
    assert touched == changed
    left = [str(path) for path in before.keys() - touched]
    assert [path for path in left if re.search(r"openings/egyptos/.", path)]
    assert [path for path in left if re.search(r"positions/\w+/\d", path)], "older pages of lists"
    sums = Path("copy", SUMS).read_text()
    shutil.rmtree("copy")
    run()
    assert Path("copy", SUMS).read_text() == sums


def opening_pages() -> list[Path]:
    return [path for path in pages() if {"openings", "positions"} & set(path.parts)]


def test_a_new_comment_writes_its_match_anew(played: SimpleNamespace, club: Club) -> None:
    run()
    with unit_of_work(club.context, datetime.now(UTC)) as work:
        match = find_match(work.session, played.over[2])
        assert match is not None
        player = match.seats[1].player
        assert player is not None
        write_comment(work, match, player, CheckedComment(2, None, "Now I see", ()))
    assert "1 of them written anew" in run().output
    assert "Now I see" in Path(f"copy/m/{played.over[2]}/2/{HERE}").read_text()
    assert "Now I see" in Path(f"copy/m/{played.over[2]}.atom").read_text()


def test_one_that_was_stopped_goes_on(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_site, "AT_A_TIME", 1)
    write, done = site_match.write_match_pages, list[object]()

    def stop(*given: object) -> object:
        done.append(given)
        if len(done) == 3:
            raise KeyboardInterrupt
        return write(*given)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(static_site, "write_match_pages", stop)
        assert run().exit_code == 130
    with Path("copy", STATE).open("a") as state:
        state.write('{"code": "cut of')
    assert "3 matches, 1 of them written anew" in run().output


def test_several_processes_write_the_same(club: Club) -> None:
    run()
    before = Path("copy", SUMS).read_text()
    shutil.rmtree("copy")
    assert run("--processes", "2").exit_code == 0
    assert Path("copy", SUMS).read_text() == before


def test_a_process_that_dies_at_its_start_ends_the_command_with_one_line(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one does whose user may not enter the folder in which the command was called."""
    prepare = spawn.get_preparation_data
    monkeypatch.setattr(spawn, "get_preparation_data", lambda name: prepare(name) | {"dir": "/nowhere/at/all"})
    done = run("--processes", "2")
    assert done.exit_code == 1
    assert done.stderr == ("Error: a process that writes matches died; `--processes 1` does without further ones\n")


def test_an_empty_archive_has_its_pages(club: Club) -> None:
    assert "0 matches" in run("--since", "2999-01-01").output
    assert re.search(r"No match is finished yet", Path("copy/archive/index.html").read_text())


@pytest.mark.parametrize("fault", ["game", "clock"])
def test_a_match_that_cannot_be_read_takes_no_other_with_it(played: SimpleNamespace, club: Club, fault: str) -> None:
    first, broken, *_ = played.over
    spoil_match(club, broken, fault)
    done = run("--language", "de")
    assert done.exit_code == INCOMPLETE, done.output
    assert f"Left out, because they cannot be read: {broken}." in done.stderr
    assert Path(f"copy/m/{first}/{HERE}").is_file()
    assert not Path(f"copy/m/{broken}").exists()
    archive = Path(f"copy/archive/{HERE}").read_text()
    assert first in archive
    assert broken not in archive
    with club.context.store.reading() as session:
        assert session.query(SweepFault.task).all() == [(SweepTask.LISTED,)]


def test_pages_of_a_match_stay_though_it_cannot_be_read_any_more(played: SimpleNamespace, club: Club) -> None:
    broken = played.over[1]
    assert run("--language", "de").exit_code == 0
    page = Path(f"copy/m/{broken}/{HERE}")
    before = page.read_bytes()
    spoil_match(club, broken, "game")
    assert run("--language", "de").exit_code == 0, "nothing has to be written"
    assert page.read_bytes() == before
