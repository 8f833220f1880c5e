"""The analysis of the position that is shown, as long as it is shown."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, Self

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from kalahloa.controllers.base.setting import SavedValue, Setting
from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.kept_analysis import (
    analysis_from_json,
    analysis_to_json,
)
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.controllers.work.live_settings import ALL_LINES, MAX_LINES, LiveSettings
from kalahloa.controllers.work.search_jobs import LinesNews, LinesPlan
from kalahloa.models.game.position import Position
from kalahloa.models.record.record import Node
from kalahloa.models.work.cancellation import never

TELL_MS = 1000
"""The time between two reports of what was found at one node, for the library."""
LEFT_MS = 120
"""The time after which it is told what was found at a node that was left, one after the other;
longer while others are left before that, as by a key that repeats."""


class _Task(NamedTuple):
    """What is to be analysed; another one is another job."""

    node: Node
    plan: LinesPlan
    knowledge: Hashable


class LiveAnalysis(Feature):
    """Follows a document, and has the engine run on the position shown, or on a locked one.

    What it finds is kept with the values of moves (see `Findings`), of which it finds those that
    are wanted as well, so that there is one search for both.  A computer that thinks goes first.

    In a game against the computer nothing is analysed unless it is switched on there.
    """

    SAVED = (SavedValue(Setting(False), "wanted", "keep_on", "preferences/analyse"),)

    found = Signal(int, object)
    """What was found at the node with this number, as JSON values; at most once a second for each
    node, and soon after it is left."""

    def __init__(
        self,
        document: Document,
        analysis: Analysis,
        service: AnalysisService,
        parent: QObject | None = None,
        *,
        is_thinking: Callable[[], bool] = never,
        is_playing: Callable[[], bool] = never,
    ) -> None:
        """Follow *document*, after *analysis* does.

        *is_thinking* tells whether a computer player is about to move, and *is_playing* whether one
        plays at all.
        """
        super().__init__(parent)
        self.settings = LiveSettings()
        self._document = document
        self._analysis = analysis
        self._service = service
        self._is_thinking = is_thinking
        self._is_playing = is_playing
        self._wanted = False
        self._insisted = False
        self._paused = False
        self._locked: Node | None = None
        self._task: _Task | None = None
        self._request = 0
        self._position: tuple[Node, Position] | None = None
        self._known: dict[int, Any] = {}
        self._untold: dict[Node, Position] = {}
        self._telling = single_shot(self, self._tell_one)
        self._news: LinesNews | None = None
        # Not in the midst of what else has arrived, which is to be drawn first.
        self._taking = QTimer(self)
        self._taking.setSingleShot(True)
        self._taking.setInterval(0)
        # Nor before a walk that is due in the same turn, after which the news is of no use.
        self._taking.timeout.connect(self._receive_news, Qt.ConnectionType.QueuedConnection)
        service.lined.connect(self._on_lines)
        analysis.covered = self._covers_current
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(
            app.document,
            app[Analysis],
            app.service,
            app.document,
            is_thinking=lambda: app.turns.thinking,
            is_playing=lambda: app.turns.plays_computer,
        )

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return how the analysis stands."""
        node = self._node
        on = self.on
        findings = self._analysis.findings
        lines = findings.lines(node)
        return {
            Live: Live(
                node=node,
                position=self._position_at(node),
                on=on,
                paused=self._paused,
                locked=self._locked is not None,
                running=self._request != 0,
                settings=self.settings,
                lines=lines[: self.settings.lines or None] if on else (),
                proven=tuple(line for line in lines if line.value.proven),
                effort=findings.effort(node),
            )
        }

    def secret_fields(self) -> Fields:
        """Return how the analysis stands, without any lines."""
        return {Live: replace(self.place_fields()[Live], lines=(), proven=())}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Stop what belongs to another node, and start what is wanted here."""
        if Cause.NEW in causes:
            self._locked = None
            self._insisted = False
            self.emit_found()
            self._known = {}
        if self._locked is not None and Cause.EDIT in causes and not self._locked.in_tree:
            self._locked = None
        if self._insisted and not self._is_playing():
            self._insisted = False
        self._look_up()
        self._update()
        self._analysis.update()  # what is covered here may be another node now

    @property
    def _node(self) -> Node:
        """The node that is analysed, if any is."""
        return self._locked or self._document.node

    def _position_at(self, node: Node) -> Position:
        if self._position is None or self._position[0] is not node:
            record = self._document.record
            here = node is record.current
            self._position = (node, record.position.copy() if here else record.position_at(node))
        return self._position[1]

    # -- switches ------------------------------------------------------------------------------

    @property
    def on(self) -> bool:
        """Whether positions are analysed: wanted, and not in a game against the computer."""
        return self._wanted and (self._insisted or not self._is_playing())

    @property
    def wanted(self) -> bool:
        """Whether the switch is on; in a game against the computer `on` may be false."""
        return self._wanted

    def set_on(self, on: bool) -> None:
        """Switch the analysis on or off, where it is now; it goes on after a pause."""
        self._wanted = on
        self._insisted = on and self._is_playing()
        self._paused = False
        if not on:
            self._locked = None
        self._document.report(Cause.FINDINGS)

    def keep_on(self, wanted: bool) -> None:
        """Take over whether the switch was on when the program was left."""
        self._wanted = wanted
        self._document.report(Cause.FINDINGS)

    def set_paused(self, paused: bool) -> None:
        """Interrupt the analysis, or go on with it."""
        self._paused = paused
        self._document.report(Cause.FINDINGS)

    def set_locked(self, locked: bool) -> None:
        """Stay with the current node while others are shown, or follow what is shown again."""
        self._locked = self._document.node if locked else None
        self._document.report(Cause.FINDINGS)

    def set_settings(self, settings: LiveSettings) -> None:
        """Analyse as *settings* say from now on."""
        if settings != self.settings:
            self.settings = settings
            self._document.report(Cause.FINDINGS)

    def set_lines(self, lines: int) -> None:
        """Set the number of lines: 1 to `MAX_LINES`, or `ALL_LINES`."""
        self.set_settings(replace(self.settings, lines=min(MAX_LINES, max(ALL_LINES, lines))))

    # -- the search ----------------------------------------------------------------------------

    def _wanted_task(self) -> _Task | None:
        node, analysis = self._node, self._analysis
        if not self.on or self._paused or node.outcome is not None or self._is_thinking():
            return None
        settings = self.settings
        plan = LinesPlan(
            lines=settings.lines,
            all_moves=node is self._document.node and analysis.wants_values,
            limits=settings.limits,
            threads=settings.threads,
            mebibytes=settings.table,
        )
        task = _Task(node, plan, analysis.knowledge_number)
        return None if analysis.findings.is_done(node, (task.plan, task.knowledge)) else task

    def _covers_current(self) -> bool:
        """Return whether the values at the current node are found here."""
        task = self._wanted_task()
        return task is not None and task.node is self._document.node

    def _update(self) -> None:
        """Start what is wanted, unless it runs already, and stop what is not."""
        wanted = self._wanted_task()
        if wanted == self._task:
            return
        if self._untold:
            self._telling.start(LEFT_MS)  # what is shown now comes first
        self._stop()
        self._task = wanted
        if wanted is not None:
            position, known = self._position_at(wanted.node), self._analysis.known()
            self._request = self._service.lines(self._document.game, position, wanted.plan, known)

    def _stop(self) -> None:
        if self._request:
            self._service.cancel(self._request)
        self._request = 0
        self._task = None

    @Slot(object)
    def _on_lines(self, news: LinesNews) -> None:
        if news.number == self._request:
            self._news = news
            self._taking.start()

    @Slot()
    def _receive_news(self) -> None:
        news, self._news = self._news, None
        if news is None or news.number != self._request or self._task is None:
            return
        task = self._task
        done = (task.plan, task.knowledge) if news.finished else None
        if news.found is not None:
            self._analysis.findings.add_found(task.node, news.found, done)
            self._untold[task.node] = self._position_at(task.node)
            if not self._telling.isActive():
                self._telling.start(TELL_MS)
        with self._document.one_change():
            if news.finished:
                self._request = 0
                self._task = None
            if news.error:
                self._wanted = False
                self.message.emit(news.error)
            self._document.report(Cause.FINDINGS)
        self._analysis.answer_if_final()

    # -- what is kept --------------------------------------------------------------------------

    def restore(self, values: Mapping[int, Any]) -> None:
        """Restore the results that were `found` in an earlier session, by the nodes' numbers."""
        self._known = dict(values)
        self._document.report(Cause.FINDINGS)

    def _look_up(self) -> None:
        """Add what was kept of the node that is analysed; what is damaged is left out."""
        node = self._node
        data = self._known.pop(node.number, None) if self.on else None
        if data is None:
            return
        try:
            found = analysis_from_json(self._position_at(node), data)
        except ValueError:
            return
        self._analysis.findings.add_found(node, found)

    def emit_later(self, node: Node) -> None:
        """Schedule an update of *node*, to which another search has added results."""
        self._untold[node] = self._position_at(node)
        if not self._telling.isActive():
            self._telling.start(TELL_MS)

    def emit_found(self) -> None:
        """Emit all results that are `found` but not emitted yet."""
        while self._untold:
            self._tell_one()
        self._telling.stop()

    @Slot()
    def _tell_one(self) -> None:
        """Tell what was found at the node that waits longest; the next one comes a little later."""
        if not self._untold:
            return
        node = next(iter(self._untold))
        position = self._untold.pop(node)
        findings = self._analysis.findings
        data = analysis_to_json(position, findings.lines(node), findings.effort(node))
        self.found.emit(node.number, data)
        if self._untold:
            self._telling.start(LEFT_MS)

    def shut_down(self) -> None:
        """Stop for good; the service stays as it is."""
        self._telling.stop()
        self._taking.stop()
        self._stop()
        self._wanted = False
