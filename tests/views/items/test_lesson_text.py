"""The text of a page of the course."""

from kalahloa.views.items.lesson_text import LessonText


def stressed(text: LessonText) -> list[str]:
    """Return the fragments in italics."""
    found = []
    block = text.document().begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            fragment = pieces.fragment()
            if fragment.charFormat().fontItalic():
                found.append(fragment.text())
            pieces += 1
        block = block.next()
    return found


def test_words_between_asterisks_are_in_italics(qtbot):
    text = LessonText()
    qtbot.addWidget(text)

    text.show_paragraphs(["A *first* and a *second* word, 3 < 4.", "*All* of a third."])

    assert text.toPlainText() == "A first and a second word, 3 < 4.\nAll of a third."
    assert stressed(text) == ["first", "second", "All"]


def test_the_next_page_takes_the_place_of_the_last_one(qtbot):
    text = LessonText()
    qtbot.addWidget(text)
    text.show_paragraphs(["*One*"])

    text.show_paragraphs(["Two"])

    assert (text.toPlainText(), stressed(text)) == ("Two", [])
