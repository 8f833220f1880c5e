"""The panel in which searchers are compared: bars, curves over depths, a table, and sentences."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.features.comparison.comparison import (
    Comparisons,
    Positions,
    why_no_samples,
)
from kalahloa.controllers.features.comparison.words import (
    about_words,
    comparison_progress,
    figure_lines,
)
from kalahloa.models.heuristics.file_names import FILE_PREFIX
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.search.comparison import Comparison
from kalahloa.models.search.comparison_bounds import MAX_DEPTH
from kalahloa.models.search.searchers import searchers
from kalahloa.models.text.quotation import shorten
from kalahloa.views.accessibility import announce, delete_when_closed
from kalahloa.views.items.comparison_table import ComparisonTable
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.number_field import WholeNumber
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel
from kalahloa.views.plots.chart_files import ChartFiles, ChartWords
from kalahloa.views.plots.chart_view import ChartView
from kalahloa.views.plots.cost_bars import CostBars
from kalahloa.views.plots.growth_plot import GrowthPlot

TIMES = (5, 60, 600)
"""The times after which a search is given up that can be chosen, in seconds."""
_DEPTH_WIDTH = 84
_BOX_WIDTH = 126
SUITES = (10, 50)
"""The sizes of suites of random positions that can be chosen."""


class ComparisonPanel(Panel):
    """Compares what searchers cost on the position that is shown, or on a suite."""

    key = "comparison"
    context_commands = ("compare", "copy-position")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._comparisons: Comparisons | None = None
        self._searcher = ""
        """The searcher that is marked."""
        self.caption = self.title_label()
        self.facts = self.make_line("muted", at_end=True)
        self.compare_button = self.make_button(self.tr("Compare"), self._ask, style="primary")
        self.positions = self._box(self.tr("Positions to compare"))
        self.positions.addItem(self.tr("This position"), (Positions.HERE, 1))
        for count in SUITES:
            text = fill(self.tr("{count} random positions"), count=count)
            self.positions.addItem(text, (Positions.RANDOM, count))
        self.positions.addItem(self.tr("Benchmark positions"), (Positions.BENCH, 1))
        self.depth_box = WholeNumber(self)
        self.depth_box.setRange(1, MAX_DEPTH)
        self.depth_box.setPrefix(self.tr("depth "))
        self.depth_box.setMinimumWidth(_DEPTH_WIDTH)
        self.depth_box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.depth_box.setAccessibleName(self.tr("Depth of the comparison"))
        self.depth_box.setToolTip(self.tr("Compare at this depth and at every smaller one"))
        self.topic = self._box(self.tr("What is shown"))
        self.options_button = self.make_button(self.tr("Options"), self._show_options, style="link")
        self._files = self._made_files()
        tip = self.tr("Export the picture, or all numbers, to a file")
        self.save_button = self.make_button(
            self.tr("Export…"), self._files.ask, style="link", tip=tip
        )
        self.empty = self.make_sentence("muted")
        self.bars = CostBars(theme, self)
        self.plot = GrowthPlot(theme, self)
        self.table = ComparisonTable(self)
        self.words = QPlainTextEdit(self)
        self.words.setReadOnly(True)
        self.words.setTabChangesFocus(True)
        self.words.setFrameShape(QFrame.Shape.NoFrame)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.empty)
        for page, text in (
            (self.bars, self.tr("Nodes")),
            (self.plot, self.tr("Nodes by depth")),
            (self.table, self.tr("Table")),
            (self.words, self.tr("What it shows")),
        ):
            self.pages.addWidget(page)
            page.setAccessibleName(text)
            self.topic.addItem(text, page)
        self.topic.currentIndexChanged.connect(self._show_topic)
        for picture in (self.bars, self.plot):
            picture.pointed.connect(self.remarked)
        self.note = self.make_sentence("muted")
        self.hand_focus_to(self.compare_button)
        self._lay_out()

    # -- making --------------------------------------------------------------------------------

    def _box(self, name: str) -> DropDown:
        box = self.make_choice(name)
        box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        box.setMinimumWidth(_BOX_WIDTH)
        return box

    def _lay_out(self) -> None:
        head = side_by_side(self.caption, (self.facts, 1), self.compare_button)
        asked = side_by_side((self.positions, 1), self.depth_box, spacing=6)
        shown = side_by_side((self.topic, 1), self.options_button, self.save_button, spacing=6)
        self.lay_out(
            head, asked, shown, (self.pages, 1), self.note, spacing=6, margins=(12, 10, 12, 10)
        )

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.bars.set_theme(theme)
        self.plot.set_theme(theme)

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Show what the controller of comparisons has."""
        if isinstance(service, Comparisons):
            self._comparisons = service
            service.changed.connect(self._show_if_seen)
            service.began.connect(self._show_settings)
            self._show_settings()

    def refresh(self, change: Change) -> None:
        """Show the comparison, and whether one can be made here."""
        self._show(change.place)

    @Slot()
    def _show_settings(self) -> None:
        if self._comparisons is None:
            return
        settings = self._comparisons.settings
        self.depth_box.setValue(settings.depth)
        chosen = (settings.positions, settings.count)
        for row in range(self.positions.count()):
            kind, count = self.positions.itemData(row)
            if (kind, count) == chosen or kind is settings.positions is not Positions.RANDOM:
                self.positions.setCurrentIndex(row)

    @Slot()
    def _show_if_seen(self) -> None:
        if self.is_seen and self.place is not None:
            self._show(self.place)

    # -- showing -------------------------------------------------------------------------------

    def _show(self, place: Place) -> None:
        comparisons = self._comparisons
        if comparisons is None:
            return
        running = comparisons.running
        for field in (self.positions, self.depth_box, self.options_button):
            field.setEnabled(not running and not place.secret)
        self.compare_button.setText(self.tr("Stop") if running else self.tr("Compare"))
        self.compare_button.setEnabled(running or (place.outcome is None and not place.secret))
        comparison = None if place.secret else comparisons.comparison
        has_rows = comparison is not None and bool(comparison.rows)
        for shown in (self.bars, self.plot, self.table):
            shown.show_comparison(comparison if has_rows else None)
        text = "\n\n".join(figure_lines(comparison)) if comparison is not None and has_rows else ""
        if text != self.words.toPlainText():
            self.words.setPlainText(text)
        self.facts.setText(self._facts(comparison, comparisons))
        self.empty.setText(self._why_empty(place, running))
        self.topic.setEnabled(has_rows)
        self.save_button.setEnabled(has_rows)
        self._show_page(has_rows)
        self.note.setText(self._note(place, comparison, comparisons) if has_rows else "")

    def _facts(self, comparison: Comparison | None, comparisons: Comparisons) -> str:
        if comparison is None:
            return ""
        if comparisons.running:
            return comparison_progress(comparison, comparisons.task, comparisons.nodes)
        return about_words(comparison)

    def _note(self, place: Place, comparison: Comparison | None, comparisons: Comparisons) -> str:
        if comparison is None or self.pages.currentWidget() is self.words:
            return ""
        is_here = comparisons.asked.positions is Positions.HERE
        if is_here and comparisons.node is not place.node:
            return self.tr("These results are for another position. Choose Compare for this one.")
        words = figure_lines(comparison)[:1]
        if self.pages.currentWidget() in (self.bars, self.plot):
            words.append(self.tr("The scale is logarithmic."))
        return " ".join(words)

    def _why_empty(self, place: Place, running: bool) -> str:
        if place.secret:
            return self.tr("Values are hidden until you have found the move.")
        if running:
            return self.tr("Running the first searches…")
        if place.outcome is not None:
            return self.tr("The game is over.")
        return self.tr("How much does each searcher cost here? Choose Compare.")

    @Slot()
    def _show_topic(self) -> None:
        self._searcher = self._marked() or self._searcher
        if self.place is not None:
            self._show(self.place)

    def _show_page(self, has_rows: bool) -> None:
        """Show the page that is chosen, which gets the keyboard if the one before it had that."""
        page: QWidget = self.topic.currentData() if has_rows else self.empty
        before = self.pages.currentWidget()
        if before is not page:
            had_focus = before is not None and before.hasFocus()
            self.pages.setCurrentWidget(page)
            self._mark()
            if had_focus:
                (self.compare_button if page is self.empty else page).setFocus()

    def _marked(self) -> str:
        """Return the searcher that is marked on the page in front; empty if there is none."""
        page = self.pages.currentWidget()
        if page is self.bars and self.bars.bars:
            return self.bars.bars[self.bars.current].searcher
        if page is self.plot and self.plot.curves:
            return self.plot.curves[self.plot.current].searcher
        if page is self.table and self.table.currentIndex().isValid():
            return self.table.cells.rows[self.table.currentIndex().row()].searcher
        return ""

    def _mark(self) -> None:
        """Have all pages mark the same searcher."""
        for number, bar in enumerate(self.bars.bars):
            if bar.searcher == self._searcher:
                self.bars.set_current(number)
        for number, curve in enumerate(self.plot.curves):
            if curve.searcher == self._searcher:
                self.plot.set_current(number)
        for number, row in enumerate(self.table.cells.rows):
            if row.searcher == self._searcher:
                self.table.set_current(number)

    # -- asking --------------------------------------------------------------------------------

    @Slot()
    def _ask(self) -> None:
        comparisons, place = self._comparisons, self.place
        if comparisons is None or place is None:
            return
        if not comparisons.running:
            positions, count = self.positions.currentData()
            chosen = replace(
                comparisons.settings, positions=positions, count=count, depth=self.depth_box.value()
            )
            reason = why_no_samples(place.game, chosen)
            if reason:
                self._announce(reason)
                return
            comparisons.settings = chosen
        self.asked.emit("compare", [])

    @Slot()
    def _show_options(self) -> None:
        """Offer heuristics, searchers, and the time after which a search is given up."""
        comparisons, place = self._comparisons, self.place
        if comparisons is None or place is None:
            return
        settings = comparisons.settings
        menu = QMenu(self)
        menu.setObjectName("comparisonMenu")
        delete_when_closed(menu)
        heuristics = place.game.heuristics
        usual = heuristics[0].name if heuristics else ""
        for heuristic in heuristics:
            name = heuristic.name
            text = in_words(heuristic.title).replace("&", "&&")
            self._add(menu, text, name == (settings.heuristic or usual), heuristic=name)
        for name in HeuristicStore().names(place.game.key):
            named = f"{FILE_PREFIX}{name}"
            text = fill(self.tr("{name} (yours)"), name=shorten(name)).replace("&", "&&")
            self._add(menu, text, named == settings.heuristic, heuristic=named)
        menu.addSeparator()
        for searcher in searchers():
            is_in = searcher.name in settings.searchers
            others = tuple(
                one.name
                for one in searchers()
                if (one.name in settings.searchers) != (one.name == searcher.name)
            )
            self._add(menu, in_words(searcher.title), is_in, searchers=others)
        menu.addSeparator()
        for seconds in TIMES:
            text = fill(self.tr("Stop a search after {number} s"), number=seconds)
            self._add(menu, text, seconds == settings.seconds, seconds=float(seconds))
        menu.popup(self.options_button.mapToGlobal(self.options_button.rect().bottomLeft()))

    def _add(self, menu: QMenu, text: str, is_on: bool, **change: object) -> None:
        action = menu.addAction(text, partial(self._set, change))
        action.setCheckable(True)
        action.setChecked(is_on)

    def _set(self, change: dict[str, object]) -> None:
        comparisons = self._comparisons
        if comparisons is None:
            return
        if change.get("searchers") == ():
            self._announce(self.tr("Choose at least one searcher."))
            return
        comparisons.settings = replace(comparisons.settings, **change)  # type: ignore[arg-type]

    # -- files ---------------------------------------------------------------------------------

    def _made_files(self) -> ChartFiles:
        words = ChartWords(
            self.tr("Save the comparison"),
            self.tr("Saved the comparison to {path}."),
            self.tr("Cannot save the comparison to {path}: {reason}."),
        )
        return ChartFiles(self, "comparison.png", words, self._shown_chart, self._announce)

    def _shown_chart(self) -> ChartView:
        return self.plot if self.pages.currentWidget() is self.plot else self.bars

    def save(self, path: Path) -> None:
        """Write what is shown to *path*, and say so, or why not."""
        self._files.save(path)

    def _announce(self, sentence: str) -> None:
        self.note.setText(sentence)
        announce(self, sentence)
