"""Imports what the start of the window does without, module by module, once the window is there."""

import sys
from collections.abc import Sequence
from importlib import import_module

from PySide6.QtCore import QObject, QTimer, Signal, Slot

BEGIN_MS = 1_000
"""How long after the window is shown the first one is imported."""
PAUSE_MS = 20
"""Between two modules, in which events are handled; each module takes a few milliseconds."""

LATE = (
    "concurrent.futures.thread",
    "difflib",
    "html",
    "subprocess",
    "tomllib",
    "kalahloa.controllers.features.book.actions",
    "kalahloa.models.heuristics.source",
    "kalahloa.models.search.comparison",
    "kalahloa.models.search.comparison_words",
    "kalahloa.controllers.features.comparison.words",
    "kalahloa.models.search.comparison_samples",
    "kalahloa.controllers.features.comparison.actions",
    "kalahloa.models.course.small_tree",
    "kalahloa.models.course.trial_search",
    "kalahloa.models.course.figure",
    "kalahloa.models.course.pruning",
    "kalahloa.models.course.facts",
    "kalahloa.models.course.question",
    "kalahloa.models.course.match_exercise",
    "kalahloa.models.course.exercise",
    "kalahloa.models.course.move_questions",
    "kalahloa.models.course.tree_questions",
    "kalahloa.models.course.line_question",
    "kalahloa.models.course.exercise_generator",
    "kalahloa.models.course.chapter",
    "kalahloa.models.course.lesson",
    "kalahloa.models.course.node_words",
    "kalahloa.controllers.features.course.words",
    "kalahloa.controllers.features.course.actions",
    "kalahloa.controllers.features.course.results",
    "kalahloa.controllers.features.library.actions",
    "kalahloa.controllers.features.guessing.actions",
    "kalahloa.models.heuristics.versions",
    "kalahloa.models.heuristics.differences",
    "kalahloa.controllers.features.lab.version_words",
    "kalahloa.controllers.features.lab.actions",
    "kalahloa.controllers.features.match.state",
    "kalahloa.controllers.features.match.actions",
    "kalahloa.controllers.features.lab.reports",
    "kalahloa.controllers.features.analysis.live_actions",
    "kalahloa.models.search.proof.path",
    "kalahloa.models.search.proof.proof_table",
    "kalahloa.models.search.proof.proof_search",
    "kalahloa.models.search.proof.verification",
    "kalahloa.models.search.proof.proof",
    "kalahloa.models.study.forced.question",
    "kalahloa.controllers.features.proofs.actions",
    "kalahloa.models.study.puzzles.puzzle",
    "kalahloa.controllers.features.puzzles.actions",
    "kalahloa.controllers.features.reviews.actions",
    "kalahloa.controllers.features.teaching.actions",
    "kalahloa.controllers.features.trees.search_actions",
    "kalahloa.models.search.steps.state",
    "kalahloa.models.search.steps.step_map",
    "kalahloa.models.search.steps.step_words",
    "kalahloa.models.search.steps.prediction",
    "kalahloa.models.search.steps.pseudocode",
    "kalahloa.models.search.steps.stack",
    "kalahloa.controllers.features.trees.steps_words",
    "kalahloa.controllers.features.trees.steps_actions",
    "kalahloa.controllers.features.tuning.state",
    "kalahloa.controllers.features.tuning.words",
    "kalahloa.controllers.features.tuning.actions",
    "kalahloa.controllers.features.match.match_runner",
    "kalahloa.controllers.features.match.match_shelf",
    "kalahloa.models.games.loa.rules",
    "kalahloa.models.games.loa.squares",
    "kalahloa.models.games.loa.notation",
    "kalahloa.models.games.loa.mobility",
    "kalahloa.models.games.loa.evaluation",
    "kalahloa.models.games.loa.board",
    "kalahloa.models.games.loa.network",
    "kalahloa.models.storage.network_file",
    "kalahloa.models.games.loa.network_file",
    "kalahloa.models.games.loa.position",
    "kalahloa.models.games.loa.clues",
    "kalahloa.models.games.loa.features",
    "kalahloa.models.games.loa.heuristics",
    "kalahloa.models.games.loa.set_up",
    "kalahloa.models.games.loa.symmetry",
    "kalahloa.models.games.loa.overlays",
    "kalahloa.models.games.loa.grid",
    "kalahloa.models.games.loa.drawing",
    "kalahloa.models.games.loa.game",
    "kalahloa.models.games.kalah.sowing",
    "kalahloa.models.games.kalah.notation",
    "kalahloa.models.games.kalah.rules",
    "kalahloa.models.games.kalah.board",
    "kalahloa.models.games.kalah.network",
    "kalahloa.models.games.kalah.network_file",
    "kalahloa.models.games.kalah.packing",
    "kalahloa.models.games.kalah.tablebase.tablebase",
    "kalahloa.models.games.kalah.evaluation",
    "kalahloa.models.games.kalah.position",
    "kalahloa.models.games.kalah.overlays",
    "kalahloa.models.games.kalah.reasons",
    "kalahloa.models.games.kalah.clues",
    "kalahloa.models.games.kalah.features",
    "kalahloa.models.games.kalah.heuristics",
    "kalahloa.models.games.kalah.set_up",
    "kalahloa.models.games.kalah.layout",
    "kalahloa.models.games.kalah.stone_heap",
    "kalahloa.models.games.kalah.drawing",
    "kalahloa.models.games.kalah.game",
    "kalahloa.models.heuristics.examples",
    "kalahloa.models.storage.file_lock",
    "kalahloa.models.heuristics.trust",
    "kalahloa.models.heuristics.store",
    "kalahloa.models.heuristics.naming",
    "kalahloa.models.heuristics.costs",
    "kalahloa.models.sandbox.orders",
    "kalahloa.controllers.work.own_search",
    "kalahloa.controllers.features.tuning.tuning_runner",
    "kalahloa.models.heuristics.stages",
    "kalahloa.models.heuristics.drafts",
    "kalahloa.models.heuristics.line_values",
    "kalahloa.models.heuristics.speed",
    "kalahloa.models.library.selection",
    "kalahloa.models.library.mistakes",
    "kalahloa.models.library.statistics",
    "kalahloa.models.library.openings",
    "kalahloa.models.library.player_facts",
    "kalahloa.models.library.charts",
    "kalahloa.models.library.search",
    "kalahloa.models.sandbox.limits",
    "kalahloa.models.sandbox.failures",
    "kalahloa.models.sandbox.frames",
    "kalahloa.models.sandbox.process",
    "kalahloa.models.sandbox.sentences",
    "kalahloa.models.sandbox.replies",
    "kalahloa.models.sandbox.trees",
    "kalahloa.models.sandbox.sandbox",
    "kalahloa.models.sandbox.comparing",
    "kalahloa.models.study.forced.by_margin",
    "kalahloa.models.study.forced.navigation",
    "kalahloa.models.study.puzzles.wins",
    "kalahloa.models.study.forced.by_proof",
    "kalahloa.models.study.forced.prover",
    "kalahloa.models.study.guessing",
    "kalahloa.models.study.book_page",
    "kalahloa.models.study.book_answers",
    "kalahloa.models.study.book_lines",
    "kalahloa.models.study.puzzles.schedule",
    "kalahloa.models.study.puzzles.shelf",
    "kalahloa.models.study.review.appraisal",
    "kalahloa.models.study.review.estimating",
    "kalahloa.models.study.review.solving",
    "kalahloa.models.study.review.reviewer",
)
"""The modules, each after those that it needs: so that none takes longer than a frame.

The games are among them, as a list of games names the rules of all; the window begins with one.
"""


class LateImports(QObject):
    """Imports *modules* one by one, so that nobody waits for them when they are first needed."""

    finished = Signal()
    """All are imported."""

    def __init__(self, parent: QObject | None, modules: Sequence[str]) -> None:
        super().__init__(parent)
        self._left = list(reversed(modules))
        self._timer = QTimer(self)
        self._timer.setInterval(BEGIN_MS)
        self._timer.timeout.connect(self._import_next)
        self._timer.start()

    @property
    def is_done(self) -> bool:
        """Whether all are imported."""
        return not self._left

    @Slot()
    def _import_next(self) -> None:
        self._timer.setInterval(PAUSE_MS)
        while self._left:
            module = self._left.pop()
            if module not in sys.modules:
                import_module(module)
                return
        self._timer.stop()
        self.finished.emit()
