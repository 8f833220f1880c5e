"""The panel that asks for forced wins, and in which the tree of one is walked."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QMenu,
    QSizePolicy,
    QWidget,
)

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.features.proofs.proofs import Proofs
from kalahloa.controllers.features.proofs.state import ProofLimits, ProofState
from kalahloa.controllers.features.proofs.words import proof_progress, verdict_sentence
from kalahloa.models.game.line import format_line
from kalahloa.models.record.node import Node
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.forced.margins import DEFAULT_MEBIBYTES
from kalahloa.models.study.forced.question import Replies, WinProgress, WinQuestion
from kalahloa.models.study.line_words import line_words, words_text
from kalahloa.views.accessibility import announce, delete_when_closed
from kalahloa.views.items.proof_tree import ProofBranch, ProofTreeModel
from kalahloa.views.items.proof_view import ProofView
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.number_field import WholeNumber
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.line_preview import LinePreviewPanel

TIMES = (5, 30, 120, 600, 3600)
"""The limits that can be chosen, in seconds."""
MEMORIES = (16, DEFAULT_MEBIBYTES, 256, 1024)
"""The sizes of the table that can be chosen, in MiB."""
MAX_MARGIN = 99
MAX_RESULTS = 3
"""So many verdicts of a position are shown."""


class ProofPanel(LinePreviewPanel):
    """Says whether a win can be forced, and has the tree of the win: every answer to its end."""

    key = "proof"
    context_commands = ("prove", "proof", "keep-proof", "copy-position")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._proofs: Proofs | None = None
        self._side_shown: tuple[Node, int] | None = None
        """The node and the side for which the chooser was last set."""
        self.facts = self.make_line("muted", at_end=True)
        self.side = self._box(self.tr("Side to win"))
        self.margin = WholeNumber(self)
        self.margin.setRange(0, MAX_MARGIN)
        self.margin.setPrefix("≥ ")
        self.margin.setSpecialValueText(self.tr("best"))
        self.margin.setAccessibleName(self.tr("Minimum winning margin"))
        self.margin.setToolTip(self.tr("Minimum winning margin; “best” finds the exact one"))
        self.margin.setFixedWidth(max(_MARGIN_WIDTH, self.margin.sizeHint().width()))
        self.limits_button = self.make_button("", self._show_limits, style="link")
        self._show_chosen_limits()
        self.prove_button = self.make_button(self.tr("Prove"), self._ask, style="primary")
        self.results = self.make_sentence()
        self.results.setAccessibleName(self.tr("Proven results"))
        self.model = ProofTreeModel(self._fetch, self)
        self.model.wanted.connect(self._want)
        self.model.arrived.connect(self._on_arrived)
        self.tree = ProofView(self.model, theme, self)
        self.tree.pointed.connect(self._point)
        self.tree.chosen.connect(self._follow)
        self.tree.menu_wanted.connect(self._show_menu)
        self.keep_button = self.make_button(self.tr("Insert"), "keep-proof", style="link")
        self.copy_button = self.make_button(self.tr("Copy"), "copy-proof", style="link")
        self.tree.hide()  # its height is not asked for before there is anything in it
        self.hand_focus_to(self.tree)
        links = (self.limits_button, self.keep_button, self.copy_button)
        head = side_by_side(self.title_label(), (self.facts, 1), *links)
        asked = side_by_side((self.side, 1), self.margin, self.prove_button, spacing=6)
        self.lay_out(head, asked, self.results, (self.tree, 1), 0, spacing=6)

    def _box(self, name: str) -> DropDown:
        box = DropDown(self)
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        box.setMinimumContentsLength(2)
        box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        box.setMinimumWidth(_SIDE_WIDTH)
        return box

    def _time_text(self, seconds: int) -> str:
        if seconds < 60:
            return fill(self.tr("{number} s"), number=seconds)
        if seconds < 3600:
            return fill(self.tr("{number} min"), number=seconds // 60)
        return fill(self.tr("{number} h"), number=seconds // 3600)

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Show what the controller of proofs has."""
        if isinstance(service, Proofs):
            self._proofs = service
            service.progressed.connect(self._show_progress)
            service.replied.connect(self._receive)
            service.settings_changed.connect(self._show_chosen_limits)
            self._show_chosen_limits()

    def refresh(self, change: Change) -> None:
        """Show what is proven here, and the tree of the win that this position belongs to."""
        place = change.place
        proof = place.get(ProofState)
        if change.is_new or self.side.count() == 0:
            self._show_sides(place)
        tree = None if proof is None else proof.tree
        self._show_side(place, proof)
        self._show_state(place, proof)
        is_other = self.model.tree != tree
        self.model.show_tree(place.game, tree)
        self.tree.setVisible(tree is not None)
        for button in (self.keep_button, self.copy_button):
            button.setVisible(tree is not None)
        if proof is not None and (is_other or change.moved):
            self._show_way(proof.moves)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.tree.set_theme(theme)

    def _show_sides(self, place: Place) -> None:
        self.side.clear()
        for side in place.game.sides:
            self.side.addItem(in_words(side))
        self._side_shown = None

    def _show_side(self, place: Place, proof: ProofState | None) -> None:
        """Show the side that is searched for, or whose win is proven here, or that is to move.

        What the user has chosen stays until that is another one, or the place.
        """
        side = place.side
        if proof is not None and proof.tree is not None:
            side = proof.tree.question.side
        if proof is not None and proof.asked is not None:
            side = proof.asked.side
        if (place.node, side) != self._side_shown:
            self._side_shown = (place.node, side)
            self.side.setCurrentIndex(side)

    def _show_state(self, place: Place, proof: ProofState | None) -> None:
        running = proof is not None and proof.running
        for field in (self.side, self.limits_button, self.margin):
            field.setEnabled(not running and proof is not None and place.outcome is None)
        self.margin.setVisible(proof is not None and proof.by_margin)
        self.prove_button.setText(self.tr("Stop") if running else self.tr("Prove"))
        self.prove_button.setEnabled(running or (proof is not None and place.outcome is None))
        if not running:
            self.facts.setText("")
        elif not self.facts.whole:
            self.facts.setText(self.tr("Searching…"))
        self.results.setText(self._results(place, proof))

    def _results(self, place: Place, proof: ProofState | None) -> str:
        if proof is None:
            return self.tr("Proven results are hidden until you have found the move.")
        sentences = [
            verdict_sentence(place.game, one.verdict) for one in proof.results[:MAX_RESULTS]
        ]
        if not sentences and proof.tree is not None:
            above = self.tr("{moves} moves earlier: {verdict}")
            if len(proof.moves) == 1:
                above = self.tr("One move earlier: {verdict}")
            verdict = verdict_sentence(place.game, proof.tree.verdict)
            sentences.append(fill(above, moves=len(proof.moves), verdict=verdict))
        if not sentences and place.outcome is not None:
            sentences.append(self.tr("The game is over."))
        if not sentences and not proof.running:
            sentences.append(self.tr("Is there a forced win? Choose Prove to search for one."))
        return "\n".join(sentences)

    @Slot(object)
    def _show_progress(self, progress: WinProgress | None) -> None:
        self.facts.setText("" if progress is None else proof_progress(progress))

    # -- the tree ------------------------------------------------------------------------------

    def _fetch(self, number: int, moves: tuple[int, ...]) -> Replies | None:
        return None if self._proofs is None else self._proofs.replies(number, moves)

    @Slot(int, object)
    def _want(self, number: int, moves: tuple[int, ...]) -> None:
        if self._proofs is not None:
            self._proofs.want(number, moves)

    @Slot(int, object, object, str)
    def _receive(self, number: int, moves: object, replies: Replies | None, error: str) -> None:
        assert isinstance(moves, tuple)
        self.model.receive_replies(number, moves, replies, error)

    @Slot(QModelIndex)
    def _on_arrived(self, index: QModelIndex) -> None:
        """Tell a screen reader, and go on to where the board is, what was searched for."""
        branch = self.model.branch(index)
        if branch.below and self.tree.hasFocus():
            first = branch.below[0]
            announce(self.tree, str(self.model.index_of(first).data(_TOLD)))
        if self.place is not None and self.place.get(ProofState) is not None:
            self._show_way(self.place[ProofState].moves)

    def _show_way(self, moves: tuple[int, ...]) -> None:
        """Open the branches that lead to where the board is, and choose the last."""
        branch: ProofBranch | None = None
        for count in range(1, len(moves) + 1):
            found = self.model.find(moves[:count])
            if found is None:
                break
            branch = found
            if count < len(moves):
                self.tree.open(self.model.index_of(found))
        if branch is not None:
            self.tree.setCurrentIndex(self.model.index_of(branch))

    # -- what is pointed at --------------------------------------------------------------------

    @Slot(QModelIndex)
    def _point(self, index: QModelIndex) -> None:
        """Show the position after the move that is pointed at on a small board."""
        branch, tree, place = self.model.branch(index), self.model.tree, self.place
        if not index.isValid() or branch.reply is None or tree is None or place is None:
            self.stop_preview()
            return
        self.play_out(tree.position, branch.moves, self.tree, self.tree.visualRect(index))

    # -- what is asked for ---------------------------------------------------------------------

    @Slot()
    def _ask(self) -> None:
        place = self.place
        if place is None or place.get(ProofState) is None:
            return
        if place[ProofState].running:
            self.asked.emit("prove", [])
            return
        limits = Limits(seconds=self._limits.seconds)
        margin = self.margin.value() if place[ProofState].by_margin else 0
        side, mebibytes = max(0, self.side.currentIndex()), self._limits.mebibytes
        self.asked.emit("prove", WinQuestion(side, margin or None, limits, mebibytes))

    @property
    def _limits(self) -> ProofLimits:
        return ProofLimits() if self._proofs is None else self._proofs.limits

    @Slot()
    def _show_limits(self) -> None:
        """Offer limits of the time and of the table."""
        chosen = self._limits
        menu = QMenu(self)
        menu.setObjectName("limitsMenu")
        delete_when_closed(menu)
        for seconds in TIMES:
            text = fill(self.tr("At most {time}"), time=self._time_text(seconds))
            self._offer(menu, text, seconds == chosen.seconds, seconds=seconds)
        menu.addSeparator()
        for mebibytes in MEMORIES:
            text = fill(self.tr("A table of {size} MiB"), size=mebibytes)
            self._offer(menu, text, mebibytes == chosen.mebibytes, mebibytes=mebibytes)
        menu.popup(self.limits_button.mapToGlobal(self.limits_button.rect().bottomLeft()))

    def _offer(self, menu: QMenu, text: str, is_on: bool, **change: int) -> None:
        action = menu.addAction(text, partial(self._change_limits, change))
        action.setCheckable(True)
        action.setChecked(is_on)

    def _change_limits(self, change: dict[str, int]) -> None:
        if self._proofs is not None:
            self._proofs.set_limits(replace(self._proofs.limits, **change))

    @Slot()
    def _show_chosen_limits(self) -> None:
        """Show the limits that are chosen."""
        limits = self._limits
        time = self._time_text(limits.seconds)
        self.limits_button.setText(time)
        told = self.tr("Limits of the search: {time}, a table of {size} MiB")
        told = fill(told, time=time, size=limits.mebibytes)
        self.limits_button.setAccessibleName(told)
        self.limits_button.setToolTip(told)

    def _texts(self, branch: ProofBranch) -> list[str]:
        tree = self.model.tree
        assert tree is not None
        return list(format_line(tree.position, branch.moves))

    @Slot(QModelIndex)
    def _follow(self, index: QModelIndex) -> None:
        """Go to the position after the move, which becomes a variation; or search again for it."""
        branch, tree = self.model.branch(index), self.model.tree
        if tree is None:
            return
        if branch.reply is not None:
            self.stop_preview()
            self.asked.emit("follow-line", [str(tree.node.number), *self._texts(branch)])
        elif branch.parent is not None and not branch.parent.waiting:
            above = self.model.index_of(branch.parent)
            self.model.close(above)
            self.tree.open(above)

    @Slot(QModelIndex, QPoint)
    def _show_menu(self, index: QModelIndex, point: QPoint) -> None:
        """Offer what can be done with the line to a move, or with the proof as a whole."""
        branch, tree = self.model.branch(index), self.model.tree
        if tree is None or branch.reply is None:
            self.menu_requested.emit(point, None)
            return
        texts = self._texts(branch)
        menu = QMenu(self)
        menu.setObjectName("proofMenu")
        delete_when_closed(menu)
        node = str(tree.node.number)
        insert = menu.addAction(self.tr("&Insert line"))
        insert.triggered.connect(lambda: self.asked.emit("insert-at", [node, *texts]))
        words = words_text(line_words(tree.node, tree.position, branch.moves))
        copied = menu.addAction(self.tr("&Copy line"))
        copied.triggered.connect(lambda: self.asked.emit("copy-text", [words]))
        menu.addSeparator()
        other = menu.addAction(self.tr("&Proof…"))
        other.triggered.connect(lambda: self.menu_requested.emit(point, None))
        menu.popup(point)


_SIDE_WIDTH, _MARGIN_WIDTH = 96, 66
"""The least widths of fields, in pixels."""
_TOLD = Qt.ItemDataRole.AccessibleTextRole
