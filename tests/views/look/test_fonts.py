"""The bundled type family: there, whole, licensed, and with figures of equal width."""

import logging

import pytest
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QRawFont
from PySide6.QtWidgets import QLabel, QWidget

from kalahloa.resources import resource
from kalahloa.views.look import fonts

LETTERS = "AZaz09 +−–…“”’✓→×·≤äéñøßŁžğșΩЖя"


@pytest.mark.usefixtures("qapp")
def test_the_family_is_used_in_the_size_of_the_usual_font():
    usual = QFont()
    usual.setPointSizeF(13.5)

    font = fonts.interface_font(usual)

    assert QFontInfo(font).family() == fonts.FAMILY
    assert font.pointSizeF() == 13.5
    assert font.families()[1:] == usual.families()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("weight", [400, 500, 600, 700])
def test_each_weight_is_a_face_of_its_own_with_figures_of_equal_width(weight):
    font = fonts.interface_font(QFont())
    font.setPixelSize(40)
    font.setWeight(QFont.Weight(weight))
    metrics = QFontMetricsF(font)

    assert QFontInfo(font).weight() == weight
    widths = [metrics.horizontalAdvance(figure) for figure in "0123456789"]
    # The hints of the font move the edge of a figure by a fraction of a pixel.
    assert max(widths) - min(widths) < 0.2


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("weight", fonts.WEIGHTS)
def test_each_file_has_the_letters_of_many_languages_and_the_signs_of_the_boards(weight):
    face = QRawFont(str(resource("fonts", f"Inter-{weight}.otf")), 12)

    assert [letter for letter in LETTERS if not face.supportsCharacter(ord(letter))] == []


def test_the_files_are_small_and_their_licence_is_with_them():
    files = list(resource("fonts").iterdir())

    assert sum(file.stat().st_size for file in files) < 1_500_000
    assert "SIL OPEN FONT LICENSE" in resource("fonts", "OFL.txt").read_text(encoding="utf-8")


@pytest.mark.usefixtures("qapp")
def test_without_its_files_the_usual_font_is_used(tmp_path, monkeypatch, caplog):
    def missing(*parts: str):
        raise FileNotFoundError("gone")

    monkeypatch.setattr(fonts, "resource", missing)
    with caplog.at_level(logging.WARNING):
        font = fonts.interface_font(QFont("Sans Serif"))

    assert font.families() == ["Sans Serif"]
    assert "gone" in caplog.text


def test_enlarged_letters_keep_their_proportion_to_those_of_the_parent(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    title = QLabel("Lines of Action", page)
    fonts.enlarge(title, 1.5, QFont.Weight.DemiBold)
    before = QFontInfo(title.font()).pixelSize()
    font = page.font()
    font.setPointSizeF(2 * font.pointSizeF())

    page.setFont(font)

    assert before == pytest.approx(1.5 * QFontInfo(QFont()).pixelSize(), abs=1)
    assert QFontInfo(title.font()).pixelSize() == pytest.approx(2 * before, abs=1)
    assert title.font().weight() == QFont.Weight.DemiBold
