"""What the commands of the course do: see `command_actions`."""

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.commands.command_actions import count
from kalahloa.controllers.commands.typed_words import LIST
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.features.course.words import contents_text, page_text
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_state import (
    MAX_DEPTH,
    MIN_DEPTH,
    TreeOrder,
)
from kalahloa.controllers.features.trees.search_words import searching_sentence
from kalahloa.models.record.record import Record
from kalahloa.models.search.default_searchers import FOR_TREES
from kalahloa.models.text.errors import BadCommand, KalahloaError
from kalahloa.models.text.quotation import quote


def lesson(app: AppContext, words: list[str]) -> str:
    """Open the chapter that is named, at a page if a number follows; or list the chapters."""
    if words and words[0].lower() != LIST:
        page = count(words[1:], 1)
        app[Course].open(words[0], page - 1, told=True)
        return ""
    if not app[Course].state.headings:
        app[Course].list_chapters()
        return ""
    return contents_text(app[Course].state)


def page(app: AppContext, words: list[str]) -> str:
    """Show the page again, or turn to the one with a number, to the next or the previous."""
    course = app[Course]
    if not words:
        return page_text(course.state)
    word = words[0].lower()
    if len(words) == 1 and word in ("next", "previous"):
        course.turn(course.state.page + (1 if word == "next" else -1), told=True)
        return ""
    number = count(words)
    lesson = course.state.lesson
    if lesson is not None and number > len(lesson.pages):
        text = translate("Commands", "There is no page {number}.")
        raise BadCommand(fill(text, number=quote(words[0])))
    course.turn(number - 1, told=True)
    return ""


def answer(app: AppContext, words: list[str]) -> str:
    """Check an answer to the exercise on the page."""
    try:
        return in_words(app[Course].answer(words))
    except KalahloaError as error:
        raise BadCommand(in_words(error)) from error


def another(app: AppContext, words: list[str]) -> str:
    """Ask the same exercise about another position."""
    app[Course].another(told=True)
    return ""


def depth(app: AppContext, words: list[str]) -> str:
    """Search the figure of the page to another depth."""
    app[Course].search_to(count(words), told=True)
    return ""


def show_tree(app: AppContext, words: list[str]) -> str:
    """Search the figure in the panel of search trees, with its position on the board."""
    figure, search = app[Course].figure, app[TreeSearch]
    if figure is None or not figure.is_searched:
        raise BadCommand(translate("Commands", "No search is shown on this page."))
    ground, document = figure.ground, app.document
    start = ground.position().position_string()
    is_there = document.game is ground.game and document.record.rules == ground.rules
    if not is_there or document.position.position_string() != start:
        document.open_exercise(Record(ground.game, ground.rules, ground.start or None))
    depth = figure.depths[-1] if figure.depths else figure.depth
    order = TreeOrder(
        figure.searcher or (figure.searchers or (FOR_TREES,))[-1],
        max(MIN_DEPTH, min(depth, MAX_DEPTH)),
        ground.heuristic or "",
    )
    search.set_order(order)
    search.run_now(answer=True)
    return searching_sentence(order)


def here(app: AppContext, words: list[str]) -> str:
    """Search the figure at the position of the game, or at its own again."""
    app[Course].search_here(told=True)
    return ""
