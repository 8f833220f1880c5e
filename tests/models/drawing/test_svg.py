"""What is written as SVG is well-formed, and its definitions are shared by what they say."""

from xml.etree import ElementTree

import pytest

from kalahloa.models.drawing.geometry import Point, Rect
from kalahloa.models.drawing.palette import DARK, LIGHT, darker, lighter
from kalahloa.models.drawing.svg import Svg, element

SVG = "{http://www.w3.org/2000/svg}"


def test_a_document_has_its_size_its_title_and_what_is_drawn():
    picture = Svg(Rect(-10, 0, 200, 100))
    picture.rect(Rect(1, 2, 3, 4), 5, fill="#102030")
    picture.text("<&>", Point(7, 8), 20.0)

    root = ElementTree.fromstring(picture.document(400, 'She said "a < b"'))

    assert root.attrib["viewBox"] == "-10 0 200 100"
    assert (root.attrib["width"], root.attrib["height"]) == ("400", "200")
    assert root.findtext(f"{SVG}title") == 'She said "a < b"'
    rect, text = root.find(f"{SVG}rect"), root.find(f"{SVG}text")
    assert rect.attrib == {"x": "1", "y": "2", "width": "3", "height": "4", "rx": "5"} | {
        "fill": "#102030"
    }
    assert text.text == "<&>" and text.attrib["y"] == "15"


def test_what_is_defined_twice_is_written_once():
    picture = Svg(Rect(0, 0, 1, 1))
    names = {picture.gradient("radial", ((0.0, "#FF0000", 0.5),), r=0.5) for _ in range(3)}
    other = picture.gradient("radial", ((0.0, "#FF0000", 0.4),), r=0.5)

    assert len(names) == 1 and other not in names
    root = ElementTree.fromstring(picture.document(10, ""))
    assert len(root.findall(f".//{SVG}radialGradient")) == 2


def test_what_is_used_is_defined():
    picture = Svg(Rect(0, 0, 1, 1))
    picture.use(picture.define(element("circle", r=1)), Point(3, 4), 2.5)

    root = ElementTree.fromstring(picture.document(10, ""))
    (used,) = root.findall(f"{SVG}use")
    (defined,) = root.findall(f"{SVG}defs/{SVG}g")
    assert used.attrib["href"] == "#" + defined.attrib["id"]
    assert used.attrib["transform"] == "translate(3 4) scale(2.5)"


@pytest.mark.parametrize("colour", [*vars(LIGHT).values(), *vars(DARK).values()])
def test_colours_become_lighter_and_darker_as_in_qt(colour: str | bool):
    from PySide6.QtGui import QColor

    if not isinstance(colour, str) or not colour.startswith("#"):
        return
    for percent in (70, 104, 128, 170):
        ours, theirs = QColor(lighter(colour, percent)), QColor(colour).lighter(percent)
        pairs = zip(ours.getRgb(), theirs.getRgb(), strict=True)
        assert all(abs(one - other) <= 2 for one, other in pairs)
        ours, theirs = QColor(darker(colour, percent)), QColor(colour).darker(percent)
        pairs = zip(ours.getRgb(), theirs.getRgb(), strict=True)
        assert all(abs(one - other) <= 2 for one, other in pairs)
