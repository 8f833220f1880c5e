"""Games as web pages: what the window adds to what the model writes."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication

from kalahloa.views.look.language import PseudoLanguage
from kalahloa.views.pictures.options import StudyOptions
from tests.models.study.pages.page_reader import ReadPage
from tests.views.pictures.games import MOVES, annotated, played, write


@pytest.fixture
def pseudo(qapp) -> Iterator[None]:
    translator = PseudoLanguage(qapp)
    QCoreApplication.installTranslator(translator)
    yield
    QCoreApplication.removeTranslator(translator)


def page_of(game: str = "loa", **options: bool) -> ReadPage:
    return ReadPage(write("html", annotated(game), StudyOptions(**options), None))


@pytest.mark.parametrize("game", tuple(MOVES))
def test_a_web_page_has_every_position(qapp, tmp_path, game):
    path = tmp_path / "game.html"
    record = annotated(game)

    content = write("html", record, StudyOptions(), path)

    assert path.read_bytes() == content
    (chapter,) = ReadPage(content).chapters
    assert len(chapter.light) == len(record.nodes)


def test_the_board_is_turned_as_it_is_seen(qapp):
    (usual,), (flipped,) = page_of().chapters, page_of(flipped=True).chapters

    assert usual.rows[0] != flipped.rows[0]
    assert usual.light[0] != flipped.light[0]


def test_the_page_is_in_the_language_of_the_window(pseudo):
    page = ReadPage(write("html", played("kalah"), StudyOptions(), None))

    texts = [text for kind, text in page.paragraphs if kind in ("keys", "said", "p")]
    sentences = [*texts, *page.chapters[0].sentences, *page.chapters[0].rows[0][-2:]]
    assert len(sentences) > 8
    for sentence in filter(None, sentences):
        for word in ("The start", "move", "Keys", "kalah", "Find", "to "):
            assert word not in sentence, sentence
