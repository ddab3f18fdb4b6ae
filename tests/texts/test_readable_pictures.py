"""Every text in a picture of a board can be read on a phone: 11 px where the picture is as wide as a page of 390 px."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator

from testkit.cases import check_cases
from testkit.engines.cheops import written as cheops_orders
from testkit.engines.egyptos import written as egyptos_orders
from testkit.engines.pharao_views import VIEWS
from tests.engines.cheops import test_svg_board as cheops
from tests.engines.egyptos import test_svg_board as egyptos
from tests.texts import test_pharao_picture as pharao

SVG = "{http://www.w3.org/2000/svg}"
SHOWN = 354
"""Width of a picture in px on a page of 390 px."""
SMALLEST = 11


def pictures() -> Iterator[tuple[str, str, ET.Element]]:
    """Draw some positions of all games in a language whose words are long."""
    for name in ("laying", "east", "far apart"):
        plane = egyptos.POSITIONS[name]
        yield "egyptos", name, egyptos.picture(plane, "de", legal=egyptos_orders(plane))
    for name in ("middle", "law", "five over"):
        pyramid = cheops.POSITIONS[name]
        yield "cheops", name, cheops.picture(pyramid, "de", legal=cheops_orders(pyramid))
    for name in ("middle", "flipped", "over"):
        square = VIEWS[name]
        yield "pharao", name, pharao.picture(square, "de", legal=pharao.written(square))


def sizes(drawing: ET.Element) -> Iterator[tuple[str, float]]:
    """List each text with its size in px."""
    width = int(drawing.attrib["viewBox"].split()[2])
    parents = {child: parent for parent in drawing.iter() for child in parent}
    for text in drawing.iter(f"{SVG}text"):
        sized = text
        while "font-size" not in sized.attrib:
            sized = parents[sized]
        yield text.text or "", int(sized.attrib["font-size"]) * SHOWN / width


def test_no_text_of_a_picture_is_too_small_for_a_phone() -> None:
    with check_cases() as case:
        for game, name, drawing in pictures():
            with case(game, name):
                assert [text for text, size in sizes(drawing) if size < SMALLEST] == []
