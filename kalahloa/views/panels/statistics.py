"""The panel with statistics: how a player has done, and where the mistakes are."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QDate, Slot
from PySide6.QtWidgets import (
    QStackedWidget,
    QWidget,
)

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Change
from kalahloa.controllers.features.library.library_view import LibraryView
from kalahloa.controllers.features.library.statistics import LibraryStatistics
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.registry import game_keys
from kalahloa.models.library.charts import Chart, charts, rated_sentence, total_sentence
from kalahloa.models.library.player_facts import PlayerFacts
from kalahloa.models.library.selection import Selection
from kalahloa.models.library.statistics import PlayerName
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.views.accessibility import announce
from kalahloa.views.items.game_words import game_words
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel
from kalahloa.views.plots.bars import Bars
from kalahloa.views.plots.chart_files import ChartFiles, ChartWords
from kalahloa.views.plots.chart_view import ChartView
from kalahloa.views.plots.plot import Plot
from kalahloa.views.plots.series import Series
from kalahloa.views.plots.time_series import accuracy_series, given_series

with lazy_imports():
    from kalahloa.views.dialogs import figure_table

ACCURACY, GIVEN = "accuracy", "given"
"""The keys of what is shown over time; the others are those of charts."""


class StatisticsPanel(Panel):
    """Shows a player's results, accuracy and mistakes; a click lists the games behind a bar."""

    key = "statistics"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._library: LibraryView | None = None
        self.today: Callable[[], QDate] = QDate.currentDate
        """Returns the day from which periods are counted back."""
        self._charts: dict[str, Chart] = {}
        self._drawn: object = None
        self.player = self.make_choice(self.tr("Player"))
        self.player.addItem(self.tr("You"), Selection(you=True))
        self.player.addItem(self.tr("Everyone"), Selection())
        self.game = self.make_choice(self.tr("Game"))
        self.game.addItem(self.tr("All games"), "")
        for key in game_keys():
            self.game.addItem(game_words(key), key)
        self.period = self.make_choice(self.tr("Period"))
        for text, days in (
            (self.tr("All time"), 0),
            (self.tr("The last 12 months"), 365),
            (self.tr("The last 30 days"), 30),
        ):
            self.period.addItem(text, days)
        for box in (self.player, self.game, self.period):
            box.currentIndexChanged.connect(self._ask)
        self.topic = self.make_choice(self.tr("What is shown"))
        for text, key in (
            (self.tr("Results by opponent"), "level"),
            (self.tr("Results by side"), "side"),
            (self.tr("Results by opening"), "opening"),
            (self.tr("Accuracy over time"), ACCURACY),
            (self.tr("Losses over time"), GIVEN),
            (self.tr("Mistakes by part of the game"), "phase"),
            (self.tr("Mistakes by kind"), "kind"),
            (self.tr("Mistakes by size"), "mark"),
        ):
            self.topic.addItem(text, key)
        self.topic.currentIndexChanged.connect(self._show_topic)
        self.total = self.make_line()
        self.bars = Bars(theme, self)
        self.bars.chosen.connect(self._choose_row)
        self.plot = Plot(theme, self)
        self.plot.chosen.connect(self._choose_game)
        for picture in (self.bars, self.plot):
            picture.pointed.connect(self.remarked)
            picture.setAccessibleName(self.title)
        self.empty = self.make_sentence("muted")
        self.pages = QStackedWidget(self)
        for page in (self.empty, self.bars, self.plot):
            self.pages.addWidget(page)
        self.note = self.make_line("muted")
        self._files = self._made_files()
        tip = self.tr("Show the numbers as a table")
        self.table_button = self.make_button(
            self.tr("Table"), self._show_table, style="link", tip=tip
        )
        tip = self.tr("Export the picture, or its numbers, to a file")
        self.save_button = self.make_button(
            self.tr("Export…"), self._files.ask, style="link", tip=tip
        )
        self.hand_focus_to(self.topic)
        self._lay_out()

    # -- making --------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        # All in one row would be wider than the panel may be.
        choices = side_by_side((self.player, 1), (self.game, 1), spacing=6)
        more = side_by_side((self.period, 1), self.table_button, self.save_button, spacing=6)
        self.lay_out(
            choices,
            more,
            self.total,
            self.topic,
            (self.pages, 1),
            self.note,
            spacing=6,
            margins=(12, 10, 12, 10),
        )

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.bars.set_theme(theme)
        self.plot.set_theme(theme)

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Ask the library."""
        if not isinstance(service, LibraryView):
            return
        self._library = service
        service.statistics.found.connect(self._receive)
        service.statistics.named.connect(self._offer_names)
        service.changed.connect(self._look_again)
        self._look_again()

    def refresh(self, change: Change) -> None:
        """Draw nothing: it is not about the game on the board."""

    def set_in_front(self, in_front: bool) -> None:
        """Ask anew when the panel is shown: games may have come."""
        was_seen = self.is_seen
        super().set_in_front(in_front)
        if not was_seen:
            self._look_again()

    # -- asking --------------------------------------------------------------------------------

    @property
    def _statistics(self) -> LibraryStatistics | None:
        return None if self._library is None else self._library.statistics

    @Slot()
    def _look_again(self) -> None:
        if self.is_seen and self._statistics is not None:
            self._statistics.list_names()
            self._ask()

    @property
    def selection(self) -> Selection:
        """The games that are chosen."""
        chosen: Selection = self.player.currentData()
        days: int = self.period.currentData()
        since = self.today().addDays(-days).toString("yyyy-MM-dd") if days else ""
        return replace(chosen, game=self.game.currentData(), since=since)

    @Slot()
    def _ask(self) -> None:
        if self._statistics is not None:
            self._statistics.show(self.selection)

    @Slot(object)
    def _offer_names(self, names: tuple[PlayerName, ...]) -> None:
        """Offer the players of the library; the chosen one stays."""
        chosen = self.player.currentData()
        named = [(quote(one.name), Selection(player=one.name)) for one in names if not one.you]
        if chosen.player and all(found != chosen for _, found in named):
            named.insert(0, (quote(chosen.player), chosen))
        first = [(self.player.itemText(row), self.player.itemData(row)) for row in (0, 1)]
        self.player.blockSignals(True)
        self.player.clear()
        for text, found in (*first, *named):
            self.player.addItem(text, found)
        row = next(row for row in range(self.player.count()) if self.player.itemData(row) == chosen)
        self.player.setCurrentIndex(row)
        self.player.blockSignals(False)

    # -- showing -------------------------------------------------------------------------------

    @Slot(object)
    def _receive(self, facts: PlayerFacts) -> None:
        self._charts = {chart.key: chart for chart in charts(facts)}
        if facts.results is not None:
            self.total.setText(in_words(total_sentence(facts.results.total)))
        self._show_topic()

    @Slot()
    def _show_topic(self) -> None:
        key: str = self.topic.currentData()
        if self._statistics is None:
            return
        over_time = self._show_over_time if key in (ACCURACY, GIVEN) else self._show_chart
        shown = over_time(key, self._statistics.facts)
        if not shown:
            self._show_page(self.empty)
            self.empty.setText(self._why_empty(key, self._statistics.facts))
            self.note.setText("")
        for button in (self.save_button, self.table_button):
            button.setEnabled(shown)

    def _show_page(self, page: QWidget) -> None:
        """Show *page*, which gets the keyboard if the one before it had that."""
        before = self.pages.currentWidget()
        if before is not page:
            had_focus = before is not None and before.hasFocus()
            self.pages.setCurrentWidget(page)
            if had_focus:
                (self.topic if page is self.empty else page).setFocus()

    def _show_chart(self, key: str, _facts: PlayerFacts) -> bool:
        chart = self._charts.get(key)
        if chart is None:
            return False
        self.bars.setAccessibleName(in_words(chart.title))
        self.bars.show_chart(chart)
        self._show_page(self.bars)
        self.note.setText(in_words(chart.note))
        return True

    def _show_over_time(self, key: str, facts: PlayerFacts) -> bool:
        if key == ACCURACY:
            if not facts.rated:
                return False
            self._draw_plot(facts.rated, lambda: accuracy_series(facts.rated or ()))
            note = in_words(rated_sentence(facts.rated))
        else:
            mistakes = facts.mistakes
            if mistakes is None or mistakes.by_margin is None:
                return False
            given, by_margin = mistakes.over_time, mistakes.by_margin
            self._draw_plot(given, lambda: given_series(given, by_margin))
            reviewed = mistakes.reviewed
            note = self.tr("Means of up to ten games; %n reviewed game(s)", "", reviewed)
        self.plot.setAccessibleName(self.topic.currentText())
        self._show_page(self.plot)
        self.note.setText(note)
        return True

    def _draw_plot(self, data: object, make: Callable[[], Series]) -> None:
        """Have the plot show what *make* returns, unless it shows *data* already."""
        if data is not self._drawn:  # to compare 100,000 games would take too long
            self._drawn = data
            self.plot.set_current(None)
            self.plot.show_series(make())

    def _why_empty(self, key: str, facts: PlayerFacts) -> str:
        """Return why there is nothing to be seen."""
        if facts.results is None:
            return self.tr("Counting the games…")
        if not facts.results.total.games:
            return self.tr("The library has no games of this kind.")
        if key == "opening" and not facts.selection.game:
            return self.tr("Choose one game to see its openings.")
        if key in ("level", "side", "opening"):
            if key == "opening" and facts.openings is None:
                return self.tr("Counting the games…")
            return self.tr("None of these games is finished.")
        if facts.mistakes is None:
            return self.tr("Reading the reviews…")
        if key == GIVEN and facts.mistakes.reviewed:
            return self.tr("Choose one game: losses differ from game to game.")
        if key == "kind" and facts.mistakes.reviewed:
            return self.tr("These mistakes have no known reasons.")
        if key == ACCURACY and facts.mistakes.reviewed:
            return self.tr("No game is fully reviewed. Reviews give the accuracy of both sides.")
        return self.tr("None of these games is reviewed. Review one to see its mistakes.")

    # -- doing ---------------------------------------------------------------------------------

    @Slot(int)
    def _choose_row(self, number: int) -> None:
        """List the games behind a bar."""
        row = self.bars.chart.rows[number]
        if row.found_by is None:
            self.remarked.emit(self.tr("These games have nothing in common to list."))
        else:
            self._narrow(row.found_by, in_words(row.label))

    @Slot(int)
    def _choose_game(self, game: int) -> None:
        """List the game of a point."""
        point = next((one for one in self.plot.series.points if one.key == game), None)
        if point is not None:
            self.plot.set_current(point.x)
            self._narrow(Selection(ids=(game,)), point.text)

    def _narrow(self, selection: Selection, name: str) -> None:
        if self._library is not None:
            label = " · ".join(
                (self.topic.currentText(), shorten(name, 60), self.player.currentText())
            )
            self._library.narrow(selection, label)
            sentence = fill(self.tr("The list now shows only: {what}"), what=label)
            self.remarked.emit(sentence)
            announce(self, sentence)

    # -- tables and files ----------------------------------------------------------------------

    def _show_table(self) -> None:
        figure_table.show_figure_table(self._shown_chart())

    def _made_files(self) -> ChartFiles:
        words = ChartWords(
            self.tr("Save the statistics"),
            self.tr("Saved the statistics to {path}."),
            self.tr("Cannot save the statistics to {path}: {reason}."),
        )
        return ChartFiles(self, "statistics.png", words, self._shown_chart, self._announce)

    def _shown_chart(self) -> ChartView:
        return self.plot if self.pages.currentWidget() is self.plot else self.bars

    def save(self, path: Path) -> None:
        """Write what is shown to *path*, and say so, or why not."""
        self._files.save(path)

    def _announce(self, sentence: str) -> None:
        self.note.setText(sentence)
        announce(self, sentence)
