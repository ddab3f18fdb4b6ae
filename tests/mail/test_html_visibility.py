"""Text of HTML that is hidden or struck out is never read as written."""

from __future__ import annotations

import pytest

from adjudicator.mail.incoming.html_to_text import html_to_text
from adjudicator.mail.reply.reply import Reply, read_reply
from testkit.cpu_cost import assert_costs_little, prose

HIDING = [
    "display:none", "display:none !important", "DISPLAY : NONE", "display:/**/none", "d\\69splay:none",
    "display:none!important;display:block", "color:red;display:none", "visibility:hidden", "visibility:collapse",
    "opacity:0", "opacity:0%", "font-size:0", "font-size:0px", "font-size:0 !important", "font:0/0 a",
    "font: 0px serif",
    "max-height:0;overflow:hidden", "height:0px;overflow:hidden", "width:0;overflow-x:hidden",
    "content-visibility:hidden",
]  # fmt: skip
DOUBTFUL = [
    "text-decoration:line-through", "text-decoration: underline line-through red", "text-decoration-line:line-through",
    "font-size:1px", "font-size:.05em", "font-size:1%", "font:1px/1px Arial", "color:white", "color:#ffffff",
    "color:#FEFEFE", "color:rgb(255,255,255)", "color:transparent", "color:rgba(0,0,0,0)",
    "color:hsl(0,100%,100%)", "background:black", "background-color:#111;color:#000", "opacity:.1",
    "position:absolute;left:-9999px", "position:absolute;top:-100%", "position:fixed;right:-200em",
    "text-indent:-9999px",
    "text-indent:100%;overflow:hidden;white-space:nowrap", "margin-left:-9999px", "margin:-3000px 0 0 0",
    "clip:rect(0 0 0 0);position:absolute", "clip-path:inset(100%)", "transform:scale(0)",
    "transform:translateX(-9999px)", "mso-hide:all", "height:1px;width:1px;overflow:hidden", "filter:opacity(0)",
    "-webkit-text-fill-color:transparent", "display:var(--shown)", "font-size:calc(0px)", "letter-spacing:-1em",
    "unicode-bidi:bidi-override;direction:rtl", "zoom:0",
]  # fmt: skip
SHOWN = [
    "", "display:block", "display:none;display:block", "font-size:11pt", "font:12px/1.5 Arial", "font-size:100%",
    "color:#333", "color:red", "color:white;background:#000", "background-color:#ffff00", "margin:0 0 0 -4px",
    "text-indent:-18pt;margin-left:36pt", "position:relative;left:0", "overflow:hidden", "max-width:100%;overflow:auto",
    "line-height:1;overflow:hidden", "text-decoration:underline", "text-decoration:none", "opacity:1", "transform:none",
    "visibility:visible", "mso-fareast-language:EN-US", "color:windowtext", "color:inherit", "border:none;padding:0",
    "direction:ltr;unicode-bidi:embed", "float:left", "min-height:0", "not css at all", "color:",
]  # fmt: skip


def read(html: str) -> Reply:
    return read_reply(html_to_text(html), lambda _: False)


def sheet(rules: str, body: str) -> str:
    return f"<html><head><style>{rules}</style></head><body>{body}<p>M14</p></body></html>"


@pytest.mark.parametrize("style", HIDING)
@pytest.mark.parametrize("tag", ["div", "span"])
def test_certainly_hidden_text_is_left_out(tag: str, style: str) -> None:
    reply = read(f'<{tag} style="{style}">N15 <b>N16</b><div>N17</div></{tag}><p>M14</p>')
    assert reply.lines == ("M14",)
    assert reply.unsure == ()


@pytest.mark.parametrize("style", DOUBTFUL)
@pytest.mark.parametrize("tag", ["div", "span"])
def test_struck_out_or_perhaps_hidden_text_is_unsure(tag: str, style: str) -> None:
    reply = read(f'<{tag} style="{style}">N15<br>N16</{tag}><p>M14</p>')
    assert reply.unsure == ("N15", "N16")
    assert reply.lines == ("M14",)


@pytest.mark.parametrize("style", SHOWN)
def test_ordinary_styles_leave_a_text_as_it_is(style: str) -> None:
    reply = read(f'<div style="{style}"><p style="{style}">N15</p></div><p>M14</p>')
    assert reply.unsure == ()
    assert [line for line in reply.lines if line] == ["N15", "M14"]


@pytest.mark.parametrize(
    "html",
    [
        "<p hidden>N15</p>", '<p hidden="until-found">N15</p>', "<div hidden><p>N15</div>", "<template>N15</template>",
        "<script>N15</script>", "<title>N15</title>", "<datalist><option>N15</datalist>", "<dialog>N15</dialog>",
        "<!-- N15 -->", '<input value="N15">', '<input type="hidden" value="N15">', '<img alt="N15">',
        '<div style="visibility:hidden">N15<i>N16</i></div>', '<p title="N15"></p>', "<![CDATA[N15]]>",
        '<div style="display:none"><div style="display:block">N15</div></div>', "<style>N15</style>",
    ],
)  # fmt: skip
def test_elements_that_no_program_shows_are_left_out(html: str) -> None:
    reply = read(f"<html><body>{html}<p>M14</p></body></html>")
    assert reply.lines == ("M14",)
    assert reply.unsure == ()


@pytest.mark.parametrize(
    "html",
    [
        "<del>N15</del>", "<s>N15</s>", "<strike>N15</strike>", "<p><s><b>N15</b></s></p>", "<s><p>N15</p></s>",
        "<noscript>N15</noscript>", "<details>N15</details>", "<details><summary>N15</summary></details>",
        "<textarea>N15</textarea>", "<select><option>N15</select>", '<font color="white">N15</font>',
        '<font color="#ffffff">N15</font>', '<table bgcolor="red"><tr><td><font color="red">N15</table>',
        '<div style="color:blue"><p style="background:blue">N15</p></div>', '<bdo dir="rtl">N15</bdo>',
        "<p><s><b></b><p>N15</s>", "<s><p></p><p>N15</p></s>", "<i style='opacity:0.1'><p>N15</p></i>",
        "<svg><text>N15</text></svg>", "<iframe>N15</iframe>", '<p hidden style="display:block">N15</p>',
        "<p>N1&#1;5</p>", "<p>N1&#xfdd1;5</p>",
    ],
)  # fmt: skip
def test_elements_that_strike_or_perhaps_hide_make_a_line_unsure(html: str) -> None:
    reply = read(f"<html><body>{html}<p>M14</p></body></html>")
    assert reply.unsure == ("N15",)
    assert reply.lines == ("M14",)


def test_a_line_of_which_one_part_is_struck_out_is_unsure_as_a_whole() -> None:
    assert read("<p><s>N15</s> M14</p><p>M16</p>").unsure == ("N15 M14",)


def test_every_line_of_struck_out_text_is_unsure() -> None:
    reply = read("<s><pre>N15\n  N16\n\nN17</pre></s><p>M14</p>")
    assert [line.strip() for line in reply.unsure] == ["N15", "N16", "N17"]


def test_text_may_override_an_inherited_size_or_visibility() -> None:
    html = '<td style="font-size:0">N15<p style="font-size:14px">M14</p><p style="font-size:1em">N16</p></td>'
    assert read(f"<table><tr>{html}</table>").lines == ("M14",)
    assert read('<div style="visibility:hidden">N15<p style="visibility:visible">M14</p></div>').lines == ("M14",)
    assert read(sheet(".t{font-size:14px}", '<div style="font-size:0">N15<p class="t">N16</p></div>')).lines == (
        "N16",
        "",
        "M14",
    )


@pytest.mark.parametrize(
    ("rules", "body"),
    [
        (".x{display:none}", '<p class="x">N15</p>'),
        ("#x{visibility:hidden}", '<p id="x">N15</p>'),
        ("p.x{opacity:0}", '<p class="a x">N15</p>'),
        ("i{font-size:0}", "<i>N15</i>"),
        (".a, .x, .b{text-decoration:line-through}", '<p class="x">N15</p>'),
        ("div .x{display:none}", '<div><p class="x">N15</p></div>'),
        ("body > .x{display:none}", '<p class="x">N15</p>'),
        ("[lang].x{display:none}", '<p class="x">N15</p>'),
        (".x:first-child{display:none}", '<p class="x">N15</p>'),
        ("@media screen{.x{display:none}}", '<p class="x">N15</p>'),
        (".x{color:#fff}", '<p class="x">N15</p>'),
        ("i{color:#fff}", "<p><i>N15</i></p>"),
        (".x{display:none}</style><style>.y{}", '<p class="x">N15</p>'),
        ("<!-- .x{display:none} -->", '<p class="x">N15</p>'),
        (".x.y{display:none}", '<p class="x y">N15</p>'),
    ],
)
def test_text_hidden_or_struck_out_by_a_style_sheet_is_unsure(rules: str, body: str) -> None:
    reply = read(sheet(rules, body))
    assert reply.unsure == ("N15",)
    assert reply.lines == ("M14",)


@pytest.mark.parametrize(
    "rules",
    [
        "p{margin:0} p.MsoNormal{font-size:11.0pt;color:windowtext}", "a:hover{display:none}", ".y{display:none}",
        "p.y{display:none}", "#y{display:none}", "p::before{display:none}", "body{color:#222;background:#fff}",
        "@font-face{font-family:x;src:url(x)}", "@media (max-width:1px){.y{display:none}}", "p{", "}}}",
    ],
)  # fmt: skip
def test_ordinary_style_sheets_leave_a_text_as_it_is(rules: str) -> None:
    reply = read(sheet(rules, '<p class="x">N15</p>'))
    assert reply.unsure == ()
    assert reply.lines == ("N15", "", "M14")


def test_struck_out_text_in_a_quote_is_quoted() -> None:
    reply = read("<p>M14</p><blockquote>On the board:<br><s>N15</s></blockquote>")
    assert reply.unsure == ()
    assert reply.lines == ("M14",)


@pytest.mark.parametrize(
    "html",
    [
        "<style>" + "p{display:none}" * 4_000 + "</style>" + "<p>x" * 3_000,
        "<style>" + "p.a.b{color:red}" * 4_000 + "</style>" + '<p class="a b">x' * 3_000,
        "<style>" + "*{color:red}" * 4_000 + "</style>" + "<p>x" * 3_000,
        "<style>" + "a " * 30_000 + "{display:none}</style><p>x",
        "<style>" + "a{" * 30_000 + "</style><p>x",
        "".join(f'<p style="left:{n}px;position:absolute;color:#{n:06x}">x' for n in range(3_000)),
        '<p style="' + "color:red;" * 10_000 + '">x',
        '<p style="' + "(" * 50_000 + '">x',
        "<s>" * 9_000 + "x",
    ],
    ids=[
        "rules",
        "compounds",
        "everywhere",
        "a long selector",
        "open blocks",
        "styles",
        "declarations",
        "brackets",
        "strikes",
    ],
)
def test_hostile_styles_are_read_in_time(html: str) -> None:
    assert_costs_little(lambda: read(html), lambda size: read(f"<p>{prose(size).decode()}"), len(html), times=150)
