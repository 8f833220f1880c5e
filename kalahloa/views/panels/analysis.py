"""What the moves of the place are worth, with the lines of best play; the best first."""

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtWidgets import QMenu, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.models.game.line import format_line
from kalahloa.models.study.line_words import words_text
from kalahloa.views.accessibility import tell_focus_after
from kalahloa.views.items.line_view import LineView
from kalahloa.views.items.lines import LineRow, LinesModel
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.line_preview import LinePreviewPanel

_JOINT = " · "


class AnalysisPanel(LinePreviewPanel):
    """Lists lines, or values without lines; a click on a move, or Enter, follows the line to it."""

    key = "analysis"
    context_commands = (
        "analyse",
        "pause-analysis",
        "lock-analysis",
        "more-lines",
        "fewer-lines",
        "",
        "values",
        "hint",
        "copy-position",
    )

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.facts = self.make_line("muted", at_end=True)
        self.model = LinesModel(self)
        self.list = LineView(self.model, theme, self)
        self.list.setAccessibleName(self.tr("Lines and values of the moves"))
        self.list.pointed.connect(self._point)
        self.list.chosen.connect(self._choose)
        self.list.menu_wanted.connect(self._show_menu)
        self.hand_focus_to(self.list)
        analyse, values = self.tr("Analyse"), self.tr("Show values")
        self.analyse_button = self.make_button(analyse, self._ask_for_analysis, style="quiet")
        self.values_button = self.make_button(values, self._ask_for_values, style="quiet")
        head = side_by_side(self.title_label(), (self.facts, 1))
        buttons = side_by_side(self.analyse_button, self.values_button, 1)
        self.lay_out(head, buttons, (self.list, 1), 0, margins=(14, 12, 14, 12))

    def refresh(self, change: Change) -> None:
        """Show what is known at the place, or offer to find it out."""
        place = change.place
        analysed = place.get(Live) is not None and place[Live].on
        self.analyse_button.setVisible(not analysed and not place.values_wanted)
        self.values_button.setVisible(not analysed and not place.values_wanted)
        self.list.setVisible(analysed or place.values_wanted)
        self.model.show_place(place)
        self.facts.setText(self._facts(place))

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.list.set_theme(theme)

    # -- how far it is -------------------------------------------------------------------------

    def _facts(self, place: Place) -> str:
        """Return how far the values are known, and whose they are."""
        live = place.get(Live)
        if live is not None and live.on:
            return self._live_facts(place, live)
        if not place.values_wanted:
            return ""
        if place.outcome is not None:
            return self.tr("The game is over.")
        if not place.values:
            return self.tr("Searching…")
        if all(value.proven for value in place.values.values()):
            return self._for(self.tr("proven"), place, place.side)
        trust = self.tr("estimated") if place.values_final else self.tr("estimated, searching…")
        return self._for(trust, place, place.side)

    def _live_facts(self, place: Place, live: Live) -> str:
        if live.node.outcome is not None:
            return self.tr("The game is over.")
        facts = []
        if live.locked and live.node is not place.node:
            where = live.node.text
            facts.append(
                fill(self.tr("locked after {move}"), move=where)
                if where
                else self.tr("locked at the start")
            )
        if live.paused:
            facts.append(self.tr("paused"))
        if not live.lines:
            facts += [] if live.paused else [self._waiting(place)]
            return _JOINT.join(facts)
        effort = live.effort
        if not live.is_proven:
            facts.append(fill(self.tr("depth {depth}"), depth=live.depth))
            if effort.seconds > 0:
                facts.append(self._pace(effort.nodes / effort.seconds))
        trust = self.tr("proven") if live.is_proven else self.tr("estimated")
        if not live.is_proven and any(line.value.proven for line in live.lines):
            trust = self.tr("partly proven")
        facts.append(self._for(trust, place, live.node.to_move))
        return _JOINT.join(facts)

    def _waiting(self, place: Place) -> str:
        return self.tr("waiting for the computer") if place.thinking else self.tr("Searching…")

    def _for(self, trust: str, place: Place, side: int) -> str:
        whose = in_words(place.game.sides[side])
        return fill(self.tr("{trust}, for {side}"), trust=trust, side=whose)

    def _pace(self, nodes: float) -> str:
        """Return the nodes visited in a second, in thousands or millions."""
        if nodes >= 1e6:
            return fill(self.tr("{number} M/s"), number=f"{nodes / 1e6:.1f}")
        return fill(self.tr("{number} k/s"), number=f"{nodes / 1e3:.0f}")

    # -- what is pointed at --------------------------------------------------------------------

    @Slot(int, int)
    def _point(self, row: int, word: int) -> None:
        """Play the line out as far as the move that is pointed at."""
        subject, place = self.model.subject, self.place
        if row < 0 or subject is None or place is None:
            self.stop_preview()
            return
        row_shown = self.model.rows[row]
        moves = row_shown.line.moves[: row_shown.words[word].plies]
        place_in_list = self.list.word_rect(self.list.spot)
        self.play_out(subject.position, moves, self.list, place_in_list)

    # -- what is asked for ---------------------------------------------------------------------

    def _texts(self, row: LineRow, plies: int | None = None) -> list[str]:
        subject = self.model.subject
        assert subject is not None
        return list(format_line(subject.position, row.line.moves[:plies]))

    @Slot(int, int)
    def _choose(self, number: int, word: int) -> None:
        """Follow the line of the row to the word; a single move is played where one may move."""
        subject, place = self.model.subject, self.place
        if subject is None or place is None or number >= len(self.model.rows):
            return
        row = self.model.rows[number]
        texts = self._texts(row, row.words[word].plies)
        self.stop_preview()
        if word == 0 and subject.node is place.node and place.human_may_move:
            self.asked.emit("play", ["-".join(texts) if len(texts) > 1 else texts[0]])
        else:
            self.asked.emit("follow-line", [str(subject.node.number), *texts])

    @Slot(int, QPoint)
    def _show_menu(self, number: int, point: QPoint) -> None:
        """Offer what can be done with a line, or with the analysis as a whole."""
        if not 0 <= number < len(self.model.rows):
            self.menu_requested.emit(point, None)
            return
        row = self.model.rows[number]
        texts = self._texts(row)
        menu = QMenu(self)
        menu.setObjectName("lineMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        tell_focus_after(menu)
        subject = self.model.subject
        assert subject is not None
        node = str(subject.node.number)
        insert = menu.addAction(self.tr("Insert &move"))
        insert.triggered.connect(lambda: self.asked.emit("insert-at", [node, texts[0]]))
        whole = menu.addAction(self.tr("Insert &line"))
        whole.triggered.connect(lambda: self.asked.emit("insert-at", [node, *texts]))
        copied = menu.addAction(self.tr("&Copy line"))
        copied.triggered.connect(lambda: self.asked.emit("copy-text", [words_text(row.words)]))
        menu.addSeparator()
        other = menu.addAction(self.tr("&Analysis…"))
        other.triggered.connect(lambda: self.menu_requested.emit(point, None))
        menu.popup(point)

    @Slot()
    def _ask_for_analysis(self) -> None:
        self.asked.emit("analyse", [])

    @Slot()
    def _ask_for_values(self) -> None:
        self.asked.emit("values", [])
