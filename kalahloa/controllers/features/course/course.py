"""The course: a chapter that is read, its figures, and the exercises that are answered.

Its models are imported when they are first used: the start of the window has no time for them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Self

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import in_words, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.course.lesson_place import LessonPlace
from kalahloa.controllers.features.course.state import CourseState, Heading
from kalahloa.controllers.work.worker import Policy, Worker
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.course.progress import Solved, add_solved, course_path, load_solved
from kalahloa.models.text.errors import BadCommand, BadFile, LibraryUnavailable
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import Stop

with lazy_imports():
    from kalahloa.controllers.features.course import results
    from kalahloa.controllers.features.course import words as words_module
    from kalahloa.models.course import chapter as chapter_module
    from kalahloa.models.course import exercise_generator, trial_search
    from kalahloa.models.course import figure as figures
    from kalahloa.models.course import lesson as lessons
    from kalahloa.models.course import question as questions

_PAGE, _KEEPING, _MATCH = "page", "keeping", "match"


class Course(Feature):
    """Opens chapters, turns pages and checks answers; what takes time is done in a thread."""

    changed = Signal()
    """`state` is another one."""
    opened = Signal()
    """A chapter was opened, and the front should show it."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._worker = Worker("course", self)
        self._answered: dict[
            str, tuple[int, questions.CourseQuestion, questions.AnswerVerdict | None]
        ] = {}
        self._knows_solved = False
        self._quietly = False
        self._is_shown = False
        self.lend: Callable[[Mapping[str, Collection[str]]], None] = _lend_nothing
        """Shows overlays of boards, by the keys of games, for as long as nothing else is lent."""
        self.state = CourseState()
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        course = cls(app.document, app.document)
        course.lend = app.overlays.lend
        return course

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return what of the course is open."""
        return {LessonPlace: self._lesson_place()}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Do nothing: the course is read beside any game."""

    def _lesson_place(self) -> LessonPlace:
        state = self.state
        shown = state.shown
        return LessonPlace(
            is_open=state.lesson is not None,
            has_search=shown is not None and shown.figure.is_searched,
            is_own=shown is not None and shown.is_own,
            has_exercise=state.question is not None,
            busy=state.busy,
        )

    def set_shown(self, shown: bool) -> None:
        """Set whether the chapter is *shown* beside the board, which shows its overlays then."""
        if shown != self._is_shown:
            self._is_shown = shown
            self._lend_overlays()

    def _lend_overlays(self) -> None:
        lesson = self.state.lesson
        self.lend(lesson.chapter.overlays if self._is_shown and lesson is not None else {})

    # -- reading -------------------------------------------------------------------------------

    def open(
        self,
        name: str = "",
        page: int = 0,
        *,
        announce: bool = False,
        here: bool = False,
        quietly: bool = False,
    ) -> None:
        """Open the chapter called *name*, by default the one that is open or the first.

        With *announce*, `answered` is emitted once it is open; else `opened`, unless *quietly*.
        With *here*, the first figure is searched at the position of the document.
        """
        self._quietly = quietly
        known = self.state.lesson
        name = name or ("1" if known is None else known.chapter.name)
        place = self._point_here() if here else None

        def work(stop: Stop) -> "results.Turned":
            chapter = chapter_module.find_chapter(name)
            lesson = lessons.open_lesson(chapter, stop.is_set)
            number = min(max(0, page), len(lesson.pages) - 1)
            if place is not None:
                number = _first_figure(lesson)
            return self._turned(lesson, number, stop, announce=announce, place=place)

        self._ask(_PAGE, work)

    def turn(self, page: int, *, announce: bool = False) -> None:
        """Turn to page *page* of the chapter, from 0; beyond its ends are the next chapters.

        Raises `BadCommand` if no chapter is open, or there is no such page.
        """
        lesson = self._lesson()
        if 0 <= page < len(lesson.pages):
            self._ask(_PAGE, lambda stop: self._turned(lesson, page, stop, announce=announce))
            return
        names = [heading.name for heading in self.state.headings]
        number = names.index(lesson.chapter.name) + (1 if page > 0 else -1)
        if not 0 <= number < len(names):
            raise BadCommand(
                translate("Commands", "This is the last page of the course.")
                if page > 0
                else translate("Commands", "This is the first page of the course.")
            )
        self.open(names[number], 0 if page > 0 else 1 << 20, announce=announce)

    def _turned(
        self,
        lesson: "lessons.Lesson",
        page: int,
        stop: Stop,
        *,
        announce: bool,
        place: "trial_search.StartingPoint | None" = None,
        depth: int | None = None,
        seed: int = 0,
    ) -> "results.Turned":
        """Find what is shown on a page; called on the thread."""
        described = lesson.pages[page].page
        shown = question = None
        if described.figure is not None:
            figure = described.figure
            if place is not None:
                figure = replace(figure, ground=place)
            shown = figures.show_figure(figure, depth, stop.is_set, own=place is not None)
        if described.exercise is not None:
            known = self._answered.get(f"{lesson.chapter.name}/{described.exercise.name}")
            if known is not None and seed in (0, known[0]):
                seed, question, _ = known
            else:
                seed = seed or 1
                question = exercise_generator.make_question(described.exercise, seed, stop.is_set)
        return results.Turned(self._listed(), lesson, page, shown, question, seed or 1, announce)

    def list_chapters(self, *, announce: bool = True) -> None:
        """List the chapters; `answered` reports them with *announce*."""
        self._ask(_PAGE, lambda _stop: replace(self._listed(), announce=announce))

    def _listed(self) -> "results.Listed":
        """Return the table of contents; called on the thread."""
        headings = tuple(
            Heading(
                chapter.name,
                chapter.number,
                chapter.title,
                chapter.sentence,
                tuple(exercise.name for exercise in chapter.exercises),
                tuple(page.title for page in chapter.pages),
            )
            for chapter in chapter_module.chapters()
        )
        if self._knows_solved:
            return results.Listed(headings)
        try:
            return results.Listed(headings, load_solved(course_path()))
        except (BadFile, LibraryUnavailable) as error:
            return results.Listed(headings, frozenset(), error.sentence)

    def _lesson(self) -> "lessons.Lesson":
        if self.state.lesson is None:
            raise BadCommand(translate("Commands", "No lesson is open; type lesson and a name."))
        return self.state.lesson

    # -- figures -------------------------------------------------------------------------------

    def search_to(self, depth: int, *, announce: bool = False) -> None:
        """Search the figure of the page to *depth*; raise `BadCommand` if it has none."""
        shown, lesson, page = self._figure(), self._lesson(), self.state.page
        place = shown.figure.ground if shown.is_own else None
        self._ask(
            _PAGE,
            lambda stop: self._turned(
                lesson, page, stop, announce=announce, place=place, depth=depth
            ),
        )

    def search_here(self, *, announce: bool = False) -> None:
        """Search the figure at the position of the document, or at its own again.

        Raises `BadCommand` if the page has no figure, or the position cannot be searched.
        """
        shown, lesson, page = self._figure(), self._lesson(), self.state.page
        place = None if shown.is_own else self._point_here()
        self._ask(
            _PAGE, lambda stop: self._turned(lesson, page, stop, announce=announce, place=place)
        )

    def _figure(self) -> "figures.ShownFigure":
        if self.state.shown is None:
            raise BadCommand(translate("Commands", "There is no figure on this page."))
        return self.state.shown

    def _point_here(self) -> "trial_search.StartingPoint":
        place = self._document.place
        if not place.game.heuristics:
            raise BadCommand(translate("Commands", "This game has no heuristic to search with."))
        if place.outcome is not None:
            raise BadCommand(translate("Commands", "The game is over."))
        return trial_search.StartingPoint(place.game, place.rules, place.position.position_string())

    @property
    def figure(self) -> "figures.Figure | None":
        """The figure of the page, with its position and depth; None if there is none."""
        return None if self.state.shown is None else self.state.shown.figure

    # -- exercises -----------------------------------------------------------------------------

    def another(self, *, announce: bool = False) -> None:
        """Ask the exercise about another position; raise `BadCommand` if there is none."""
        if self.state.question is None:
            raise BadCommand(translate("Commands", "There is no exercise on this page."))
        lesson, page, seed = self._lesson(), self.state.page, self.state.seed + 1
        self._ask(
            _PAGE, lambda stop: self._turned(lesson, page, stop, announce=announce, seed=seed)
        )

    def answer(self, words: Sequence[str]) -> str:
        """Check the answer *words*, and return what is said about it.

        Raises `BadCommand` if there is no exercise on the page, or *words* are no answer.
        """
        question, key = self.state.question, self.state.exercise_key
        if question is None:
            raise BadCommand(translate("Commands", "There is no exercise on this page."))
        verdict = question.check(words)
        if isinstance(verdict, questions.AnswerVerdict):
            self._judge(key, question, verdict)
            return verdict.reason
        self._ask(_MATCH, lambda stop: results.Judged(key, question, verdict.play(stop.is_set)))
        return translate("Commands", "Playing the match…")

    def _judge(
        self, key: str, question: "questions.CourseQuestion", verdict: "questions.AnswerVerdict"
    ) -> None:
        """Remember what is said about the answer to *question*, that of the exercise *key*."""
        state = self.state
        if state.question is question:
            self._answered[key] = state.seed, question, verdict
            state = replace(state, verdict=verdict)
        if verdict.right and key not in state.solved:
            state = replace(state, solved=state.solved | {key})
            self._keep(state.solved)
            state = replace(state, busy=True)
        self._set(state)

    def _keep(self, solved: Solved) -> None:
        def work(_stop: Stop) -> "results.KeptResults":
            try:
                return results.KeptResults(add_solved(course_path(), solved))
            except (BadFile, LibraryUnavailable) as error:
                return results.KeptResults(solved, error.sentence)

        self._ask(_KEEPING, work)

    # -- the thread ----------------------------------------------------------------------------

    def _ask(self, kind: str, work: Callable[[Stop], object]) -> None:
        if kind == _PAGE:
            self._worker.drop(_MATCH)
        self._worker.do(
            lambda task: work(task.stop),
            done=self._receive,
            failed=self._fail,
            policy=Policy.LATEST,
            kind=kind,
        )
        self._set(replace(self.state, busy=True))

    def _fail(self, _sentence: str, error: BaseException) -> None:
        self._set(replace(self.state, busy=self._worker.is_busy))
        self.message.emit(in_words(shorten(error)))

    def _receive(self, result: object) -> None:
        state = replace(self.state, busy=self._worker.is_busy)
        if isinstance(result, results.KeptResults):
            self._set(replace(state, solved=state.solved | result.solved))
            if result.trouble:
                self.message.emit(in_words(result.trouble))
        elif isinstance(result, results.Judged):
            self._set(state)
            self._judge(result.key, result.question, result.verdict)
            self.answered.emit(in_words(result.verdict.reason))
        elif isinstance(result, results.Listed):
            self._set(self._with_contents(state, result))
            if result.announce:
                self.answered.emit(words_module.contents_text(self.state))
        elif isinstance(result, results.Turned):
            self._show(self._with_contents(state, result.listed), result)

    def _with_contents(self, state: CourseState, listed: "results.Listed") -> CourseState:
        if listed.solved is not None:
            self._knows_solved = True
            state = replace(state, solved=state.solved | listed.solved)
        if listed.trouble:
            self.message.emit(in_words(listed.trouble))
        return replace(state, headings=listed.headings)

    def _show(self, state: CourseState, turned: "results.Turned") -> None:
        shown = replace(
            state,
            lesson=turned.lesson,
            page=turned.page,
            shown=turned.shown,
            question=turned.question,
            seed=turned.seed,
            verdict=None,
        )
        known = self._answered.get(shown.exercise_key)
        if known is not None and known[1] is turned.question:
            shown = replace(shown, verdict=known[2])
        elif turned.question is not None:
            self._answered[shown.exercise_key] = turned.seed, turned.question, None
        is_new = self.state.lesson is not turned.lesson
        self._set(shown)
        if turned.announce:
            self.answered.emit(words_module.page_text(shown))
        elif is_new and not self._quietly:
            self.opened.emit()

    def _set(self, state: CourseState) -> None:
        if state != self.state:
            before, lesson = self._lesson_place(), self.state.lesson
            self.state = state
            if state.lesson is not lesson:
                self._lend_overlays()
            self.changed.emit()
            if self._lesson_place() != before:
                self._document.report(Cause.FINDINGS)

    @property
    def is_busy(self) -> bool:
        """Whether an exercise is made or checked."""
        return self.state.busy

    def shut_down(self) -> None:
        """Stop all work, and keep what was solved; the object cannot be used afterwards."""
        unkept = self._worker.is_doing(_KEEPING)
        self._worker.shut_down()
        if unkept:
            with suppress(BadFile, LibraryUnavailable):
                add_solved(course_path(), self.state.solved)


def _lend_nothing(_keys: Mapping[str, Collection[str]]) -> None:
    pass


def _first_figure(lesson: "lessons.Lesson") -> int:
    """Return the number of the first page with a figure that is searched, 0 if there is none."""
    return next(
        (
            number
            for number, page in enumerate(lesson.pages)
            if page.page.figure is not None and page.page.figure.is_searched
        ),
        0,
    )
