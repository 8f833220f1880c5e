"""The controllers of one document, and what the front in which it is shown can do for them."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, SignalInstance

from kalahloa.controllers.core.autoplay import Autoplay
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.exercises import Exercises
from kalahloa.controllers.core.looked_lines import LookedLines
from kalahloa.controllers.core.overlays import Overlays
from kalahloa.controllers.core.study_controller import StudyController
from kalahloa.controllers.core.turn_controller import TurnController
from kalahloa.controllers.core.walks import Walks
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.analysis.threats import Threats
from kalahloa.controllers.features.book.browser import BookBrowser
from kalahloa.controllers.features.book.lookup import BookLookup
from kalahloa.controllers.features.book.practice import PracticeController
from kalahloa.controllers.features.comparison.comparison import Comparisons
from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.features.guessing.guesses import Guesses
from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.features.lab.opinion import Opinion
from kalahloa.controllers.features.library.library_view import LibraryView
from kalahloa.controllers.features.library.statistics import LibraryStatistics
from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.features.proofs.proofs import Proofs
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trials import Trials
from kalahloa.controllers.features.teaching.teaching import TeachingController
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.steps import TreeSteps
from kalahloa.controllers.features.tuning.tuning import TuningController
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.models.game.game import Game


@dataclass
class Desk:
    """Everything that commands act on.

    `errands` are what only the front (a window, a terminal) can do, by the key of their command:
    open a dialog, switch views, quit.  `copy` puts text on the clipboard, `paste` returns its text;
    they are None where there is no clipboard.  `open_text` opens the game in a text, soon.
    `to_play` shows the game where computers answer; None where they always do.
    `library` finds and changes the games that are kept; None where nobody looks at them.
    `statistics` tell how players have done in them; None where no games are kept.
    `columns` is how many characters of an answer fit in a line.
    """

    document: Document
    service: AnalysisService
    turns: TurnController
    analysis: Analysis
    live: LiveAnalysis
    walks: Walks
    study: StudyController
    autoplay: Autoplay
    overlays: Overlays
    reviews: Reviews
    trials: Trials
    exercises: Exercises
    lookup: BookLookup
    looked: LookedLines
    browser: BookBrowser
    practice: PracticeController
    proofs: Proofs
    puzzles: Puzzles
    threats: Threats
    guesses: Guesses
    teaching: TeachingController
    tree_search: TreeSearch
    tree_steps: TreeSteps
    course: Course
    comparisons: Comparisons
    lab_match: LabMatch
    tuning: TuningController
    lab: Lab
    errands: dict[str, Callable[[], object]] = field(default_factory=dict)
    copy: Callable[[str], None] | None = None
    paste: Callable[[], str] | None = None
    open_text: Callable[[str], None] | None = None
    to_play: Callable[[], object] | None = None
    library: LibraryView | None = None
    statistics: LibraryStatistics | None = None
    columns: int = 80

    @classmethod
    def of(
        cls, game: Game, parent: QObject | None = None, service: AnalysisService | None = None
    ) -> "Desk":
        """Return a desk with a new document of *game*; *service* is for tests."""
        document = Document(game, parent)
        service = service or AnalysisService(document)
        # The turns follow first: what is wanted of the analysis depends on who thinks.
        turns = TurnController(document, service, document)
        analysis = Analysis(document, service, document, lambda: turns.thinking)
        turns.found.connect(analysis.take_choice)
        turns.known = analysis.known_now
        live = LiveAnalysis(
            document,
            analysis,
            service,
            document,
            is_thinking=lambda: turns.thinking,
            is_playing=lambda: turns.plays_computer,
        )
        study, autoplay = StudyController(document, document), Autoplay(document, document)
        overlays = Overlays(document, document)
        walks, reviews = Walks(document), Reviews(document, service, document)
        reviews.session = analysis.known_now
        exercises = Exercises(document, live)
        turns.is_exercise = lambda: exercises.running
        trials = Trials(document, reviews, exercises, turns, document)
        lookup = BookLookup(document, analysis, document)
        looked = LookedLines(document, document)
        browser = BookBrowser(document, analysis, looked, lookup, document)
        practice = PracticeController(document, lookup, study, exercises, turns, document)
        looked.is_practising = lambda: practice.changes_record
        document.add_follower(looked)  # after practising, which may go on from what is looked at
        proofs = Proofs(document, service, analysis, live, document)
        puzzles = Puzzles(document, reviews, exercises, turns, document)
        study.edited.connect(puzzles.keep_written)
        guesses = Guesses(document, reviews, exercises, turns, document)
        threats = Threats(document, analysis, service, document)
        teaching = TeachingController(document, reviews, turns, lambda: exercises.running, document)
        tree_search = TreeSearch(document, document)
        tree_steps = TreeSteps(document, tree_search, document)
        comparisons = Comparisons(document, service, document)
        lab_match = LabMatch(document, document)
        tuning = TuningController(document, lab_match, document)
        opinion = Opinion(document, service, analysis, document)
        lab = Lab(document, opinion, lambda: exercises.running, document)
        lab.filed.connect(lab_match.look)
        tuning.kept.connect(lab.look_again)
        # The exercises follow last: they hide what the others show.
        document.add_follower(exercises)
        return cls(
            *(document, service, turns, analysis, live, walks, study, autoplay, overlays),
            reviews,
            trials,
            exercises,
            lookup,
            looked,
            browser,
            practice,
            proofs,
            puzzles,
            threats,
            guesses,
            teaching,
            tree_search,
            tree_steps,
            Course(document, document),
            comparisons,
            lab_match,
            tuning,
            lab,
        )

    @property
    def messages(self) -> tuple[SignalInstance, ...]:
        """The controllers' signals that bring a sentence for the user."""
        return (
            *(self.document.message, self.turns.message, self.analysis.message),
            *(self.live.message, self.reviews.message, self.trials.message),
            *(self.browser.message, self.practice.message, self.proofs.message),
            *(self.puzzles.message, self.threats.message, self.guesses.message),
            *(self.teaching.message, self.course.message),
            *(self.tree_search.message, self.tree_steps.message, self.comparisons.message),
            *(self.lab_match.message, self.tuning.message, self.lab.message),
        )

    @property
    def answers(self) -> tuple[SignalInstance, ...]:
        """The controllers' signals that bring what a typed line has asked for, later."""
        return (
            *(self.analysis.answered, self.browser.answered, self.proofs.answered),
            *(self.tree_search.answered, self.course.answered, self.comparisons.answered),
            *(self.lab_match.answered, self.lab.answered),
        )

    @property
    def holds(self) -> tuple[SignalInstance, ...]:
        """The signals that say whether the record has moves that must not be kept."""
        return (self.practice.held, self.looked.held)

    def end_holds(self) -> None:
        """Remove from the record the moves that must not be kept, before it is saved at the end."""
        self.practice.stop()
        self.looked.stop()

    @property
    def services(self) -> tuple[QObject, ...]:
        """The controllers that panels ask themselves (see `Panel.offer`)."""
        return (
            *(self.browser, self.proofs, self.puzzles.collection, self.comparisons),
            *(self.lab_match, self.tuning, self.course, self.lab),
        )

    @property
    def beginnings(self) -> tuple[tuple[str, SignalInstance], ...]:
        """The signals of work that has begun, with the key of the panel that shows it."""
        return (("proof", self.proofs.began), ("comparison", self.comparisons.began))

    @property
    def is_busy(self) -> bool:
        """Whether something is thought about, looked up or judged that soon comes to an end."""
        place = self.document.place
        teaching, guessing, puzzle = place.teaching, place.guessing, place.puzzle
        return (
            (place.thinking or place.hinting or place.seeking_threat or place.autoplaying)
            or (self.analysis.answering or self.browser.answering or self.practice.is_busy)
            or (self.proofs.busy or self.reviews.running or place.puzzles.loading)
            or (self.tree_search.running or self.tree_steps.is_looking)
            or self.comparisons.running
            or (self.lab_match.busy or self.tuning.keeping or self.lab.is_busy)
            or (self.statistics is not None and self.statistics.is_telling)
            or (teaching is not None and teaching.is_busy)
            or (guessing is not None and guessing.running and not guessing.waiting)
            or (puzzle is not None and puzzle.phase.waits)
            or self.course.state.busy
        )

    def shut_down(self) -> None:
        """End all background work; the desk cannot be used afterwards."""
        with ExitStack() as steps:  # the last one first; each runs whatever another raises
            steps.callback(self.service.shut_down)
            steps.callback(self.analysis.shut_down)
            steps.callback(self.live.shut_down)
            steps.callback(self.reviews.shut_down)
            steps.callback(self.trials.shut_down)
            steps.callback(self.lookup.shut_down)
            steps.callback(self.practice.shut_down)
            steps.callback(self.proofs.shut_down)
            steps.callback(self.puzzles.shut_down)
            steps.callback(self.threats.shut_down)
            steps.callback(self.guesses.shut_down)
            steps.callback(self.teaching.shut_down)
            steps.callback(self.tree_search.shut_down)
            steps.callback(self.tree_steps.shut_down)
            steps.callback(self.course.shut_down)
            steps.callback(self.comparisons.shut_down)
            steps.callback(self.tuning.shut_down)
            steps.callback(self.lab_match.shut_down)
            steps.callback(self.lab.shut_down)
            steps.callback(self.turns.shut_down)
            steps.callback(self.autoplay.shut_down)
            if self.statistics is not None:
                steps.callback(self.statistics.shut_down)
            if self.library is not None:
                steps.callback(self.library.shut_down)
