"""The panel of matches: who plays whom, how it stands, and its games."""

from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Change
from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.features.match.state import MatchBegun
from kalahloa.controllers.features.match.words import (
    elo_text,
    games_score_text,
    interval_text,
    limits_of,
    pace_text,
    speeds_text,
    test_text,
    title_sentence,
)
from kalahloa.models.game.registry import find_game
from kalahloa.views.accessibility import announce
from kalahloa.views.items.match_games import MatchGamesTable
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.fonts import enlarge
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.match_form import MatchForm
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.scroll import Scroll
from kalahloa.views.plots.band_plot import BandPlot
from kalahloa.views.plots.chart_files import ChartFiles, ChartWords
from kalahloa.views.plots.match_series import EloCurve
from kalahloa.views.plots.share_bar import ShareBar

PLOT_HEIGHT = 150
BIG = 1.8
"""How much larger the Elo difference is written than the rest."""
TABLE_HEIGHT = 140


class MatchPanel(Panel):
    """Orders matches and shows the last one, also while it is played."""

    key = "match"
    is_form = True

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._match: LabMatch | None = None
        self._curve = EloCurve()
        self._is_due = True
        scroll = self._scroll = Scroll(self)
        inside = scroll.inside
        self._make_parts(inside, theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 8, 10)
        layout.addWidget(scroll)
        self.hand_focus_to(self.play_button)

    # -- making --------------------------------------------------------------------------------

    def _make_parts(self, inside: QWidget, theme: Theme) -> None:
        self.headline = self.make_line("cardTitle")
        self.headline.setText(self.title)
        self.count = PlainLabel(inside)
        self.count.setObjectName("muted")
        self.bar = self.make_progress_bar(self.tr("Games played"))
        self.form = MatchForm(inside)
        self.elo = PlainLabel(inside)
        self.interval = self.make_line("muted")
        self.plot = BandPlot(theme, inside)
        self.plot.setMinimumHeight(PLOT_HEIGHT)
        self.plot.setAccessibleName(self.tr("Elo difference after each pair of games"))
        self.plot.pointed.connect(self.remarked)
        self.plot.chosen.connect(self._point_at)
        self.shares = ShareBar(theme, inside)
        self.shares.setAccessibleName(self.tr("Won, drawn, lost"))
        self.score = self.make_line()
        self.test = self.make_line()
        self.speed = self.make_line("muted")
        self.table = MatchGamesTable(inside)
        self.table.setMinimumHeight(TABLE_HEIGHT)
        self.table.setAccessibleName(self.tr("Games of the match"))
        self.table.chosen.connect(lambda row: self.asked.emit("match", ["game", str(row + 1)]))
        self.play_button = self.make_button(self.tr("Match"), self._play_or_stop, style="primary")
        self.continue_button = self.make_button(self.tr("Continue"), "match", "continue")
        self.games_button = QPushButton(self.tr("Show the games"), inside)
        self.games_button.setCheckable(True)
        self.games_button.toggled.connect(self._show)
        self.keep_button = self.make_button(self.tr("Save the games"), "match", "keep")
        self.keep_button.setToolTip(self.tr("Save the games in the library"))
        self.save_button = QPushButton(self.tr("Export…"), inside)
        self.save_button.setObjectName("link")
        self.save_button.setToolTip(self.tr("Export the curve as a picture, or its numbers"))
        self._files = self._made_files()
        self.save_button.clicked.connect(lambda: self._files.ask())
        self.new_button = self.make_button(self.tr("New match"), self._order_another)
        self.left = self.make_line("muted")
        self._lay_out(inside)
        enlarge(self.elo, BIG, QFont.Weight.Bold)
        shown = (self.elo, self.interval, self.plot, self.shares, self.score, self.speed)
        self._parts = (*shown, self.save_button)
        for part in (*self._parts, self.table, self.test, self.bar, self.count):
            part.hide()

    def _lay_out(self, inside: QWidget) -> None:
        head = side_by_side((self.headline, 1), self.count)
        big = QHBoxLayout()
        big.addWidget(self.elo)
        big.addWidget(self.interval, 1, Qt.AlignmentFlag.AlignBottom)
        big.addWidget(self.save_button, 0, Qt.AlignmentFlag.AlignBottom)
        first = side_by_side(
            self.play_button, self.continue_button, self.new_button, (self.left, 1), spacing=6
        )
        second = side_by_side(self.games_button, self.keep_button, 1, spacing=6)
        column = column_of(
            *(head, self.bar, self.form, big, (self.plot, 1), self.shares, self.score),
            *(self.test, self.speed, (self.table, 1), first, second, 0),
            spacing=7,
            margins=(2, 0, 4, 2),
        )
        inside.setLayout(column)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.plot.set_theme(theme)
        self.shares.set_theme(theme)

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Show the match that is played in the lab."""
        if isinstance(service, LabMatch):
            self._match = service
            service.changed.connect(self._on_changed)
            service.stocked.connect(self.form.show_stock)
            service.stocked.connect(self._show)
            self._show()

    def refresh(self, change: Change) -> None:
        """Offer what there is for another game."""
        if change.is_new and self._match is not None:
            self._show()
            self._match.load_stock()

    def showEvent(self, event: QShowEvent) -> None:
        """Look what there is, and show what has happened meanwhile."""
        super().showEvent(event)
        if self._match is not None:
            self._match.load_stock()
        if self._is_due:
            self._show()

    @Slot()
    def _on_changed(self) -> None:
        if self.is_seen:
            self._show()
        else:
            self._is_due = True

    # -- showing -------------------------------------------------------------------------------

    @Slot()
    def _show(self) -> None:
        match = self._match
        if match is None:
            return
        self._is_due = False
        begun, points = self._shown_match(match), match.points
        is_open = match.running or begun is not None
        self.form.setVisible(not is_open)
        self.headline.setText(self.title if begun is None else self._title_of(begun))
        self.play_button.setText(self.tr("Stop") if match.running else self.tr("Match"))
        self.play_button.setVisible(match.running or not is_open)
        self.new_button.setVisible(is_open and not match.running)
        self.continue_button.setVisible(not match.running and match.unfinished is not None)
        for button in (self.games_button, self.keep_button):
            button.setVisible(bool(match.pairs) and begun is not None)
        self.bar.setVisible(is_open)
        self.count.setVisible(begun is not None)
        if begun is not None:
            self.bar.setRange(0, begun.wanted)
            self.bar.setValue(match.games)
            count = self.tr("{games} of {wanted} games")
            self.count.setText(fill(count, games=match.games, wanted=begun.wanted))
            limits = (limits_of(begun.first), limits_of(begun.second))
            self.headline.setToolTip(" · ".join(filter(None, (self._title_of(begun), *limits))))
        elif is_open:
            self.bar.setRange(0, 1)
            self.bar.setValue(0)
        self._show_points(match)
        shows_games = self.games_button.isChecked() and bool(match.pairs) and begun is not None
        self.table.setVisible(shows_games)
        self.plot.setVisible(bool(points) and begun is not None and not shows_games)
        self.table.show_match(match)
        self.left.setText(pace_text(match.pace) if match.running else "")
        if match.error:
            self.left.setText(match.error)

    def _shown_match(self, match: LabMatch) -> MatchBegun | None:
        """Return the match that is shown: one of another game only while it is played."""
        begun = match.begun
        is_here = begun is None or self.place is None or begun.config.game == self.place.game.key
        return begun if is_here or match.running else None

    def _title_of(self, begun: MatchBegun) -> str:
        """Return who plays whom, and which game if that is not the one on the board."""
        if self.place is None or begun.config.game == self.place.game.key:
            return title_sentence(begun)
        game = find_game(begun.config.game)
        return fill(self.tr("{game}: {title}"), game=game.title, title=title_sentence(begun))

    def _show_points(self, match: LabMatch) -> None:
        begun = self._shown_match(match)
        points = [] if begun is None else match.points
        for part in self._parts:
            part.setVisible(bool(points))
        self.test.setVisible(bool(points) and match.test is not None)
        if begun is None or not points:
            self._curve.clear()
            return
        last = points[-1]
        self.elo.setText(fill(self.tr("{elo} Elo"), elo=elo_text(last.elo.difference)))
        self.interval.setText(interval_text(last.elo))
        score = games_score_text(last)
        self.shares.show_parts((last.won, last.drawn, last.lost), score)
        self.score.setText(score)
        if match.test is not None and begun.test is not None:
            self.test.setText(test_text(match.test, begun.test))
        self.speed.setText(speeds_text(begun, match.pace))
        series, band = self._curve.series(points, begun.wanted)
        self.plot.show_band(series, band)

    # -- doing ---------------------------------------------------------------------------------

    def _made_files(self) -> ChartFiles:
        words = ChartWords(
            self.tr("Save the curve"),
            self.tr("Saved the curve to {path}."),
            self.tr("Cannot save the curve to {path}: {reason}."),
        )
        return ChartFiles(self, "match.png", words, lambda: self.plot, self._announce)

    def save(self, path: Path) -> None:
        """Write the curve to *path*, and say so, or why not."""
        self._files.save(path)

    def _announce(self, sentence: str) -> None:
        """Say what came of saving, until something else is to be said."""
        self.left.setText(sentence)
        announce(self, sentence)

    @Slot()
    def _play_or_stop(self) -> None:
        if self._match is not None and self._match.running:
            self.asked.emit("match", ["stop"])
        elif self.place is not None:
            self.asked.emit("match", self.form.order(self.place))

    @Slot()
    def _order_another(self) -> None:
        if self._match is not None:
            self._match.put_away()

    @Slot(int)
    def _point_at(self, key: int) -> None:
        """Say what is at the point that the keys have gone to."""
        point = self.plot.point_at_ply(key)
        if point is not None:
            self.plot.set_current(point.x)
            self.remarked.emit(point.text)
