"""The course in words: its contents, and a page with its figure and its exercise as text."""

from collections.abc import Sequence

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.course.state import CourseState
from kalahloa.models.course.figure import ShownFigure
from kalahloa.models.course.lesson import without_marks
from kalahloa.models.course.node_words import tree_lines
from kalahloa.models.course.question import AnswerKind, CourseQuestion, how_to_answer


def contents_text(state: CourseState) -> str:
    """Return the chapters, one a line, with how many of their exercises were solved."""
    lines = []
    for heading in state.headings:
        line = translate(
            "Course", "{number}. {title} ({name}): {sentence} {solved} of {all} solved."
        )
        lines.append(
            fill(
                line,
                number=heading.number,
                title=heading.title,
                name=heading.name,
                sentence=heading.sentence,
                solved=state.solved_of(heading),
                all=len(heading.exercises),
            )
        )
    return "\n".join(lines)


def where_text(state: CourseState) -> str:
    """Return which page of which chapter is open; empty if none is."""
    if state.lesson is None:
        return ""
    text = translate("Course", "{number}. {chapter}, page {page} of {pages}")
    return fill(
        text,
        number=state.lesson.chapter.number,
        chapter=state.lesson.chapter.title,
        page=state.page + 1,
        pages=len(state.lesson.pages),
    )


def pages_text(state: CourseState) -> str:
    """Return the number of the page and how many there are, in few characters."""
    pages = 0 if state.lesson is None else len(state.lesson.pages)
    return fill(translate("Course", "{page} of {pages}"), page=state.page + 1, pages=pages)


def page_text(state: CourseState) -> str:
    """Return the page that is open, with its figure or its question, as text for a terminal."""
    page = state.open_page
    if page is None:
        return translate("Course", "No lesson is open; type lesson and a name.")
    parts = [f"{where_text(state)}: {page.title}", *map(without_marks, page.paragraphs)]
    if state.shown is not None:
        parts += figure_texts(state.shown)
    if state.question is not None:
        parts += question_texts(state.question)
    return "\n\n".join(parts)


def figure_texts(shown: ShownFigure) -> list[str]:
    """Return the board of a figure, and its tree or its table, as texts."""
    parts = [shown.position.diagram()]
    if shown.tree is not None:
        parts.append("\n".join(tree_lines(shown.tree)))
    if shown.rows:
        parts.append(_table([[in_words(cell) for cell in row] for row in shown.rows]))
    if shown.result:
        parts.append(in_words(shown.result))
    return parts


def question_texts(question: CourseQuestion) -> list[str]:
    """Return the board of a question, its tree or the moves, and how one answers."""
    parts = [question.position.diagram()]
    if question.tree is not None:
        parts.append("\n".join(tree_lines(question.tree, question.hidden)))
    parts.append(in_words(question.text))
    noted = [choice for choice in question.choices if choice.note]
    if noted:
        parts.append(_table([[choice.text, in_words(choice.note)] for choice in noted]))
    parts.append(in_words(how_to_answer(question)))
    return parts


def _table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def form_hint(form: AnswerKind) -> str:
    """Return how a question of this *form* is answered in the window."""
    return {
        AnswerKind.VALUES: translate("Course", "Type a value for each node."),
        AnswerKind.NODES: translate("Course", "Click nodes, or type their names."),
        AnswerKind.ORDER: translate("Course", "Press the moves in your order."),
        AnswerKind.MOVE: translate("Course", "Choose a move."),
        AnswerKind.MOVES: translate("Course", "Choose the moves, or none."),
        AnswerKind.LINE: translate("Course", "Click your moves in their order, or type them."),
        AnswerKind.NUMBER: translate("Course", "Type the number."),
        AnswerKind.HEURISTIC: translate("Course", "Type the name of your heuristic in the Lab."),
    }[form]
