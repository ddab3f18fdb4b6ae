"""The written lines of a reply. The samples are files: text, a line of %%%%, expected lines."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.address import AddressBook
from adjudicator.mail.reply.reply import Reply, read_reply
from adjudicator.mail.text.size_limits import COLUMNS, LINES
from testkit.cpu_cost import assert_costs_little, prose

LETTERS = sorted((Path(__file__).parent / "letters").glob("*.txt"))
BOOK = AddressBook("club.example", secret=b"a secret for tests only")
SEAT = BOOK.seat("k7q2", 1, 9)
QUOTE = f"On 30 Nov 2026 at 09:14, Adjudicator <{SEAT}> wrote:\n> It is your turn.\n> M16 lays a pyramid.\n"


def read(text: str, name: str = "") -> Reply:
    return read_reply(text, BOOK.is_ours, name)


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_only_written_lines_of_a_reply_are_read(path: Path) -> None:
    text, _, written = path.read_text(encoding="utf-8").partition("%%%%\n")
    reply = read(text)
    assert list(reply.lines) == written.splitlines()
    assert reply.quoted > 0


def test_every_language_of_ours_has_its_letters() -> None:
    names = " ".join(path.stem for path in LETTERS)
    assert all(language in names for language in ("english", "german", "french", "italian", "dutch"))


def test_a_letter_without_a_quote_is_all_written() -> None:
    reply = read("M14\n\nN15\n")
    assert reply.lines == ("M14", "", "N15")
    assert (reply.quoted, reply.quoted_from, reply.signature, reply.unclear) == (0, "", (), ())


def test_the_quote_is_counted_and_named() -> None:
    reply = read(f"M16\n\n{QUOTE}")
    assert reply.quoted == 3
    assert reply.quoted_from == f"On 30 Nov 2026 at 09:14, Adjudicator <{SEAT}> wrote:"


@pytest.mark.parametrize("text", ["", "\n\n \n", QUOTE, "> M16\n", "Sent from my iPhone\n\n" + QUOTE])
def test_an_empty_reply_is_empty(text: str) -> None:
    assert read(text).lines == ()


@pytest.mark.parametrize(
    "ending",
    [
        "-- \nBert Beispiel\nBern",
        "--\nBert",
        "\u2014\nBert",
        "Sent from my iPhone",
        "Von meinem iPad gesendet",
        "Gesendet mit der GMX Mail App",
        "Envoyé de mon iPhone",
        "Envoyé depuis mon téléphone",
        "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Verzonden met Outlook voor Android",
        "Get Outlook for iOS",
        "Sent with Proton Mail secure email.",
        "Best regards,\nBert",
        "Viele Grüße\nBert Beispiel",
        "Cordialement,\nBert",
        "Saluti\nBert",
        "Met vriendelijke groet,\n\nBert",
        "Thanks!",
        "Cheers\n\nSent from my iPhone",
        "Bert",
    ],
)
@pytest.mark.parametrize("quote", ["", "\n\n" + QUOTE], ids=["alone", "above a quote"])
def test_lines_below_an_order_are_its_signature(ending: str, quote: str) -> None:
    reply = read(f"M16\n\n{ending}{quote}", "Bert Beispiel")
    assert reply.lines == ("M16",)
    assert list(reply.signature) == [line.rstrip() for line in ending.split("\n") if line.strip()]


@pytest.mark.parametrize(
    "link",
    [
        "https://club.example/l/MQ.29lUA0_Md-IpA4d8FKmy7eWvirQ", "<https://club.example/m/VZJB>",
        "https://club.example/l/MQ.29lUA0_\nMd-IpA4d8FKmy7eWvirQ>", "(https://club.example/m/VZJB)",
    ],
)  # fmt: skip
def test_a_link_on_its_own_line_between_marked_ones_is_quoted(link: str) -> None:
    reply = read(f"{QUOTE}> Fewer letters, or none:\n{link}\n> more\n\nM16")
    assert [line for line in reply.lines if line] == ["M16"]


@pytest.mark.parametrize("signature", ["-- \nBert Beispiel\nBern", "--\nBert", "\u2014\u2014\nBert\nRaum 12", "--"])
@pytest.mark.parametrize("quote", ["", "\n\n" + QUOTE], ids=["alone", "above a quote"])
def test_a_signature_alone_is_no_order(signature: str, quote: str) -> None:
    reply = read(f"{signature}{quote}", "Bert Beispiel")
    assert reply.lines == ()
    assert list(reply.signature) == [line.rstrip() for line in signature.split("\n")]


def test_boundaries_of_an_unparsed_multipart_are_no_orders() -> None:
    head = '--001a11c20edc15a39304\nContent-Type: text/plain;\n charset="utf-8"\nContent-Transfer-Encoding: 8bit\n'
    reply = read(f"{head}\nM16\n\n--001a11c20edc15a39304--\n")
    assert [line for line in reply.lines if line] == ["M16"]
    assert read("--M16\nN15").lines == ("--M16", "N15")


BANNERS = (
    "[EXTERNAL]",
    "*** EXTERNAL EMAIL ***",
    (
        "CAUTION: This email originated from outside of the organization. Do not click links unless you\n"
        "recognize the sender and know the content is safe."
    ),
    "This message came from outside your organization.",
    "You don't often get email from bert@example.org. Learn why this is important <https://aka.ms/x>",
    "ACHTUNG: Diese E-Mail kommt von außerhalb der Organisation.\nKlicken Sie keine Links an.",
    "Sie erhalten nicht oft eine E-Mail von bert@example.org. Erfahren Sie, warum dies wichtig ist",
    "ATTENTION : Ce courriel provient de l'extérieur. Ne cliquez pas sur les liens.",
    "Vous n'obtenez pas souvent d'e-mail à partir de bert@example.org. Pourquoi c'est important",
    "ATTENZIONE: Questa e-mail proviene da un mittente esterno.",
    "Non si ricevono spesso messaggi di posta elettronica da bert@example.org.",
    "LET OP: Deze e-mail is afkomstig van buiten de organisatie.",
    "U ontvangt niet vaak e-mail van bert@example.org. Meer informatie over waarom dit belangrijk is",
)


@pytest.mark.parametrize("banner", BANNERS)
@pytest.mark.parametrize("between", ["\n", "\n\n"], ids=["right above", "apart"])
def test_the_warning_of_a_mail_server_is_no_signature(banner: str, between: str) -> None:
    reply = read(f"{banner}{between}M16\n\n{QUOTE}", "Bert")
    assert [line for line in reply.lines if line] == ["M16"]
    assert list(reply.banner) == banner.split("\n")
    assert reply.signature == ()


@pytest.mark.parametrize("text", ["Warning: M14", "Achtung! M14", "EXTERNAL", "Attention, je joue\nM14", "Vorsicht"])
def test_a_word_of_warning_may_be_the_players(text: str) -> None:
    reply = read(text)
    assert list(reply.lines) == text.split("\n")
    assert reply.banner == ()


@pytest.mark.parametrize(
    "text",
    ["-- resign", "Thanks", "M14\n- N15", "M14\n-----\nN15", "press Thanks!\nM14", "M14\nthanks, then M15", "Bert"],
)
def test_a_possible_order_is_no_signature(text: str) -> None:
    assert [line for line in read(text, "Bert").lines if line] == text.split("\n")


def test_an_order_below_the_sent_from_line_and_the_quote_is_read() -> None:
    assert read(f"Sent from my iPhone\n\n{QUOTE}\n\nM16").lines == ("M16",)


def test_a_signature_below_a_quote_is_left_out_too() -> None:
    assert read(f"{QUOTE}\nM16\n\n> more\n\n-- \nBert").lines == ("M16",)


def test_lines_and_columns_beyond_the_limits_are_not_read() -> None:
    reply = read("\n".join(["x" * (COLUMNS + 500)] * (LINES + 7)))
    assert len(reply.unsure) == LINES
    assert reply.quoted == 7
    assert {len(line) for line in reply.unsure} == {COLUMNS}


@pytest.mark.parametrize(
    "hostile",
    [
        "On " * 35_000,
        "On\n" * 35_000,
        "\n" * 100_000,
        ">" * 100_000,
        "wrote:\n" * 15_000,
        "From: a@b.example\nTo: x\n" * 6_000,
        "From: x\n\n" * 12_000,
        ("From: x Sent: y To: z " * 90 + "\n") * 130,
        ("From: x1 to: " + "jan " * 45 + "\n") * 1_300,
        "On 5 Jan 2026 12:30 a@b.example\n" * 4_000,
        "From: =?utf-8?q?B=C3=A9rt?= <bert@example.org>\n" * 2_000,
        ("<" * 300 + ":\n") * 300,
        ("1" * 300 + ":\n") * 300,
        ("1.1.1 " * 50 + ":\n") * 300,
        ("jan " * 75 + ":\n") * 300,
        ("a@" * 900 + ":\n") * 50,
        (" " * 1_990 + ":\n") * 50,
        ("- " * 1_000 + "\n") * 50,
        ("from" + " " * 300 + ":\n") * 1_000,
        ("a@b.example" + "   To" * 300 + "\n") * 500,
        ("On 5 Jan 2026 12:30 " + "de " * 80 + "Zoe wrote:\n") * 1_000,
        "cheers\n" * 15_000,
        "A" * 900_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_a_hostile_text_costs_little(hostile: str) -> None:
    assert_costs_little(lambda: read_it(hostile), read_prose, len(hostile), times=40)


def read_prose(size: int) -> None:
    read_it(prose(size).decode())


def read_it(text: str) -> None:
    read_reply(text, BOOK.is_ours, "Bert", (), "bert@example.org")


@given(st.lists(st.from_regex(r"[A-Y][1-9]( [A-Y][1-9])?", fullmatch=True), min_size=1, max_size=6))
def test_orders_above_a_quote_are_all_read(orders: list[str]) -> None:
    assert list(read("\n".join(orders) + "\n\n" + QUOTE).lines) == orders


@given(st.text(max_size=300), st.text(max_size=300))
def test_no_text_breaks_the_reader_nor_lets_a_marked_line_through(above: str, below: str) -> None:
    reply = read(f"{above}\n{QUOTE}{below}")
    assert "> M16 lays a pyramid." not in reply.lines


@pytest.mark.parametrize(
    "line",
    [
        "[cid:image001.png@01D9F2]", "[image: x.png]", "<image001.png>", "[cid:ii_m1x2]", "[CID:a][cid:b]", "[logo]",
        "[image001.jpg]", "[cid:logo.png@1.2]<https://club.example/>", "[Inline image 1]", "[Bild 1]", "[afbeelding]",
        "[A picture containing text  Description automatically generated]", "<PastedGraphic-1.tiff>", "[photo.heic]",
        "[Une image contenant texte  Description générée automatiquement]", "[https://club.example/a.png]", "\ufffc",
    ],
)  # fmt: skip
def test_placeholders_of_pictures_are_skipped(line: str) -> None:
    assert read(f"{line}\n\nM16").lines == ("M16",)
    assert read(f"M16\n{line}").lines == ("M16",)


@pytest.mark.parametrize("line", ["[M16]", "<M16>", "[cid:x] M16", "M16.png", "[5]", "[bilder]"])
def test_other_brackets_stay(line: str) -> None:
    assert read(f"{line}\nN15").lines[0] == line
