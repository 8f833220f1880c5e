"""The panel of weights: they are moved by hand, or tuned on games, compared, matched, and kept."""

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Change
from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.features.lab.state import NO_LAB, LabState
from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.features.match.state import Stock
from kalahloa.controllers.features.tuning.tuning import TuningController
from kalahloa.controllers.features.tuning.words import data_sentence, progress_text, tuning_sentence
from kalahloa.models.text.options import options_of
from kalahloa.models.text.quotation import quote
from kalahloa.models.tuning.recipe import TuningOrder, TuningRecipe
from kalahloa.views.accessibility import announce
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.number_field import WholeNumber
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.scroll import Scroll
from kalahloa.views.panels.weight_sliders import WeightSliders
from kalahloa.views.plots.band_plot import BandPlot
from kalahloa.views.plots.chart_files import ChartFiles, ChartWords
from kalahloa.views.plots.chart_view import ChartView
from kalahloa.views.plots.match_series import tuning_loss_series
from kalahloa.views.plots.weight_bars import WeightBars

if TYPE_CHECKING:
    from kalahloa.models.tuning.tuning import TuningResult

PLOT_HEIGHT = 90
MAX_SEED = 999_999
FIELD_WIDTH = 112
"""The least width of a field, in pixels."""
_Field = TypeVar("_Field", bound=QWidget)


class TuningPanel(Panel):
    """Has sliders for the weights of the heuristic that is edited, and orders tuning.

    It shows the result of that: weights with their intervals, and the loss.
    """

    key = "tuning"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._tuning: TuningController | None = None
        self._match: LabMatch | None = None
        self._lab: Lab | None = None
        self._is_due = True
        self._shown: TuningResult | None = None
        """The result that is shown."""
        scroll = self._scroll = Scroll(self)
        inside = scroll.inside
        self._make_parts(inside, theme)
        self._lay_out(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 8, 10)
        layout.addWidget(scroll)
        self.hand_focus_to(self.tune_button)

    # -- making --------------------------------------------------------------------------------

    def _make_parts(self, inside: QWidget, theme: Theme) -> None:
        self.headline = self.title_label()
        self.facts = self.make_line("muted", at_end=True)
        self.name = self._choice(self.tr("Heuristic"))
        self.origin = self._choice(self.tr("Games to learn from"))
        self.origin.addItem(self.tr("Self-play"), False)
        self.origin.addItem(self.tr("Library"), True)
        self.games = WholeNumber(inside)
        self.games.setRange(1, round(options_of(TuningRecipe)["games"][1].high))
        self.games.setValue(TuningRecipe().games)
        self.games.setSuffix(self.tr(" games"))
        self.seed = WholeNumber(inside)
        self.seed.setRange(0, MAX_SEED)
        self.seed.setValue(1)
        self.seed.setPrefix(self.tr("seed "))
        for box, name in (
            (self.games, self.tr("Number of games")),
            (self.seed, self.tr("Seed of the openings and of all choices")),
        ):
            box.setAccessibleName(name)
            box.setToolTip(name)
            box.valueChanged.connect(self._show_data)
            _narrow(box)
        self.origin.currentIndexChanged.connect(self._show_data)
        self.data = QWidget(inside)
        self.data.setObjectName("plain")
        self.data_button = QPushButton(inside)
        self.data_button.setObjectName("link")
        self.data_button.setCheckable(True)
        self.data_button.setToolTip(self.tr("Show or hide the choice of games to learn from"))
        self.data_button.toggled.connect(self._unfold)
        self._show_data()
        self.sliders = WeightSliders(inside)
        self.sliders.changed.connect(self._set_weight)
        self.bar = self.make_progress_bar(self.tr("Games sampled"))
        self.weights = WeightBars(theme, inside)
        self.weights.setAccessibleName(self.tr("Weights, before and now"))
        self.weights.pointed.connect(self.remarked)
        self.plot = BandPlot(theme, inside)
        self.plot.setMinimumHeight(PLOT_HEIGHT)
        self.plot.setAccessibleName(
            self.tr("Loss after each iteration: held-out games, and training games (dashed)")
        )
        self.plot.pointed.connect(self.remarked)
        self.plot.chosen.connect(self._point_at)
        tip = self.tr("As a picture, or as a table of the numbers")
        self.weights_files = self._made_files("weights.png", self.weights)
        self.loss_files = self._made_files("loss.png", self.plot)
        self.save_weights_button = QPushButton(self.tr("Save weights…"), inside)
        self.save_weights_button.clicked.connect(lambda: self.weights_files.ask())
        self.save_loss_button = QPushButton(self.tr("Save curve…"), inside)
        self.save_loss_button.clicked.connect(lambda: self.loss_files.ask())
        for button in (self.save_weights_button, self.save_loss_button):
            button.setObjectName("link")
            button.setToolTip(tip)
        self.told = self.make_sentence(lines=True)
        self.verdict = self.make_sentence(lines=True)
        self.legend = PlainLabel(
            inside, self.tr("Band: confidence interval. Ring: before. Dashed: training loss.")
        )
        self.legend.setObjectName("muted")
        self.legend.setWordWrap(True)
        self.tune_button = self.make_button(
            self.tr("Tune weights"), self._tune_or_stop, style="primary"
        )
        self.match_button = self.make_button(self.tr("New against old"), "tune", "match")
        self.match_button.setToolTip(self.tr("Play a match of the new weights against the old"))
        self.keep_button = self.make_button(self.tr("Save"), "tune", "keep")
        self.keep_button.setToolTip(self.tr("Save the new weights as a new version"))
        hidden = (self.bar, self.weights, self.plot, self.told, self.verdict, self.legend)
        links = (self.save_weights_button, self.save_loss_button)
        for part in (*hidden, *links, self.data, self.sliders):
            part.hide()

    def _choice(self, name: str) -> DropDown:
        return _narrow(self.make_choice(name))

    def _made_files(self, name: str, chart: ChartView) -> ChartFiles:
        words = ChartWords(
            self.tr("Save the chart"),
            self.tr("Saved the chart to {path}."),
            self.tr("Cannot save the chart to {path}: {reason}."),
        )
        return ChartFiles(self, name, words, lambda: chart, self._announce)

    def _lay_out(self, inside: QWidget) -> None:
        head = side_by_side(self.headline, (self.facts, 1))
        fields = QGridLayout(self.data)
        fields.setContentsMargins(0, 0, 0, 0)
        fields.setSpacing(6)
        fields.addWidget(self.origin, 0, 0, 1, 2)
        fields.addWidget(self.games, 1, 0)
        fields.addWidget(self.seed, 1, 1)
        fields.setColumnStretch(0, 1)
        fields.setColumnStretch(1, 1)
        first = side_by_side((self.name, 1), self.tune_button, spacing=6)
        links = side_by_side(1, self.save_weights_button, self.save_loss_button)
        # What is there always comes first: of many weights the last ones may be scrolled.
        column = column_of(
            *(head, first, self.bar, side_by_side(self.data_button, 1), self.data, self.sliders),
            *(side_by_side(self.match_button, self.keep_button, 1, spacing=6), self.weights),
            *((self.plot, 1), links, self.legend, self.told, self.verdict, 0),
            spacing=7,
            margins=(2, 0, 4, 2),
        )
        inside.setLayout(column)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.weights.set_theme(theme)
        self.plot.set_theme(theme)

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Show what is tuned, and offer the heuristics that can be."""
        if isinstance(service, Lab):
            self._lab = service
            self._watch()
        elif isinstance(service, LabMatch):
            self._match = service
            service.stocked.connect(self._show_stock)
        elif isinstance(service, TuningController):
            self._tuning = service
            service.changed.connect(self._on_changed)
            service.kept.connect(self._look)
            self._show()

    def refresh(self, change: Change) -> None:
        """Offer the heuristics of another game."""
        if change.is_new:
            self._look()
        state = change.place.get(LabState) or NO_LAB
        self.sliders.show_weights(state.current, state.weights)
        self._watch()

    def set_in_front(self, in_front: bool) -> None:
        """Update the lab only while the panel is visible."""
        super().set_in_front(in_front)
        self._watch()

    def hideEvent(self, event: QHideEvent) -> None:
        """Tell the lab that the panel is hidden."""
        super().hideEvent(event)
        self._watch()

    def _watch(self) -> None:
        if self._lab is not None:
            self._lab.watch(self.key, self.is_seen)

    @Slot(str, float)
    def _set_weight(self, name: str, value: float) -> None:
        self.asked.emit("set-weight", [name, repr(value)])

    def showEvent(self, event: QShowEvent) -> None:
        """Look what there is, and show what has happened meanwhile."""
        super().showEvent(event)
        self._look()
        if self._is_due:
            self._show()

    @Slot()
    def _look(self) -> None:
        if self._match is not None:
            self._match.load_stock()

    @Slot()
    def _on_changed(self) -> None:
        if self.is_seen:
            self._show()
        else:
            self._is_due = True

    @Slot(object)
    def _show_stock(self, stock: Stock) -> None:
        names = list(stock.with_weights)
        chosen = self.name.currentData()
        with QSignalBlocker(self.name):
            self.name.clear()
            for name in names:
                self.name.addItem(quote(name), name)
            self.name.setCurrentIndex(max(0, self.name.findData(chosen)) if names else -1)
        self._show()

    # -- showing -------------------------------------------------------------------------------

    @Slot()
    def _show(self) -> None:
        tuning = self._tuning
        if tuning is None:
            return
        self._is_due = False
        result, progress = tuning.result, tuning.progress
        has_some = self.name.count() > 0
        for field in (self.name, self.origin, self.games, self.seed):
            field.setEnabled(not tuning.running and has_some)
        self.tune_button.setText(self.tr("Stop") if tuning.running else self.tr("Tune weights"))
        self.tune_button.setEnabled(tuning.running or has_some)
        self.bar.setVisible(tuning.running)
        if progress is not None:
            self.bar.setRange(0, max(1, progress.wanted))
            self.bar.setValue(progress.games)
        else:
            self.bar.setRange(0, 1)
            self.bar.setValue(0)
        self.facts.setText(
            progress_text(progress) if tuning.running and progress is not None else ""
        )
        is_new = result is not None and result is not self._shown
        self._shown = result
        charts = (self.weights, self.plot, self.legend)
        links = (self.save_weights_button, self.save_loss_button)
        for part in (*charts, *links, self.match_button, self.keep_button):
            part.setVisible(result is not None)
        self.keep_button.setEnabled(result is not None and not tuning.kept_as)
        told = tuning.error
        if result is not None:
            self.facts.setText(
                fill(self.tr("last tuned on {games} games"), games=f"{result.games:,}")
            )
            self.facts.setToolTip(data_sentence(result))
            self.weights.show_weights(result.weights)
            self.weights.setMinimumHeight(min(180, self.weights.sizeHint().height()))
            self.plot.show_band(*tuning_loss_series(result.iterations))
            told = "\n".join((tuning_sentence(result), data_sentence(result)))
        elif not has_some and not tuning.running and not told:
            told = self.tr(
                "None of your heuristics for this game has weights, which are constants in "
                "capitals such as TOGETHER = 1.0. Save one in the lab first."
            )
        self.told.setText(told)
        self.told.setVisible(bool(told))
        verdict = tuning.verdict
        if tuning.kept_as:
            kept = fill(self.tr("Saved as {name}."), name=quote(tuning.kept_as))
            verdict = f"{verdict}\n{kept}".strip()
        self.verdict.setText(verdict)
        self.verdict.setVisible(bool(verdict))
        if is_new:
            self.room_wanted.emit()

    @Slot()
    def _show_data(self) -> None:
        """Say on the button what is folded away."""
        sentence = self.tr("%n game(s) of self-play, seed {seed}", "", self.games.value())
        if self.origin.currentData():
            sentence = self.tr("%n game(s) of the library, seed {seed}", "", self.games.value())
        self.data_button.setText(fill(sentence, seed=self.seed.value()))

    @Slot(bool)
    def _unfold(self, unfolded: bool) -> None:
        self.data.setVisible(unfolded)
        if unfolded:
            self.room_wanted.emit()

    # -- doing ---------------------------------------------------------------------------------

    def _announce(self, sentence: str) -> None:
        """Say what came of saving, until something else is to be said."""
        self.verdict.setText(sentence)
        self.verdict.setVisible(True)
        announce(self, sentence)

    @Slot()
    def _tune_or_stop(self) -> None:
        if self._tuning is None:
            return
        if self._tuning.running:
            self.asked.emit("tune", ["stop"])
            return
        recipe = TuningRecipe(
            self.games.value(), self.seed.value(), from_library=bool(self.origin.currentData())
        )
        place, name = self.place, str(self.name.currentData())
        if place is not None:
            self.asked.emit("tune", TuningOrder(place.game.key, place.rules, name, recipe))

    @Slot(int)
    def _point_at(self, key: int) -> None:
        """Say what is at the point that the keys have gone to."""
        point = self.plot.point_at_ply(key)
        if point is not None:
            self.plot.set_current(point.x)
            self.remarked.emit(point.text)


def _narrow(field: _Field) -> _Field:
    """Let *field* be as narrow as the panel may become."""
    field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    field.setMinimumWidth(FIELD_WIDTH)
    return field
