"""The panel in which heuristics are written, run and kept."""

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QTextDocument
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Change
from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.features.lab.state import NO_LAB, LabState, Opened
from kalahloa.controllers.features.lab.words import failure_text, value_sentence
from kalahloa.models.game.feature import FeatureSet
from kalahloa.models.heuristics.source import MAX_NAME
from kalahloa.models.text.quotation import quote
from kalahloa.views.accessibility import announce, delete_when_closed
from kalahloa.views.code.code_editor import CodeEditor, new_document
from kalahloa.views.code.completion import OfferedName
from kalahloa.views.code.find_bar import FindBar
from kalahloa.views.code.grammar import is_warm
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.speed_row import SpeedRow

MENU_COMMANDS = (
    *("new-heuristic", "import-heuristic", "export-heuristic", ""),
    *("versions", "delete-heuristic", "restore-heuristic"),
)
"""What the button with three dots offers, beside renaming and finding."""
_WARM_MS = 30
"""How often one looks whether the grammar of the colours is there."""


class HeuristicPanel(Panel):
    """Tabs of the user's heuristics of this game, and the code of one, with values behind lines.

    A file that comes from elsewhere is asked about in a bar above the code, which stays until one
    has agreed; so is a file that another program has changed.
    """

    key = "heuristic"
    context_commands = ("run-heuristic", "keep-heuristic", "measure-speed", "", *MENU_COMMANDS)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._lab: Lab | None = None
        self._documents: dict[tuple[str, str], QTextDocument] = {}
        self._shown: tuple[str, str] = ("", "")
        self._is_filling = False
        self._told = ""
        self.tabs = QTabBar(self)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.setDrawBase(False)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs.setAccessibleName(self.tr("Your heuristics"))
        self.tabs.currentChanged.connect(self._open)
        self.more = QPushButton("⋯", self)
        self.more.setObjectName("link")
        self.more.setAccessibleName(self.tr("New, rename, versions, delete, import, export"))
        self.more.setToolTip(self.more.accessibleName())
        self.more.clicked.connect(self._show_menu)
        self.editor = CodeEditor(theme, self)
        self.editor.textChanged.connect(self._take_text)
        self.editor.run_asked.connect(self._run)
        self.editor.keep_asked.connect(lambda: self.asked.emit("keep-heuristic", []))
        self.editor.said.connect(self._say)
        self.editor.line_changed.connect(self._show_line)
        self.find_bar = FindBar(self.editor, self)
        self.find_bar.said.connect(self._say)
        self.editor.find_asked.connect(self.find_bar.open_bar)
        self.asking = _Question(self)
        self.naming = self._made_naming()
        self.speed = SpeedRow(self)
        self.speed.asked.connect(self.asked)
        self.examples = QFrame(self)
        self._example_rows = QVBoxLayout(self.examples)
        self._example_rows.setContentsMargins(0, 0, 0, 0)
        self._examples_shown: tuple[str, ...] = ()
        self.status = self.make_line("muted")
        self.line_value = self.make_line("muted", at_end=True)
        run, keep = self.tr("Run"), self.tr("Save")
        run_keys, keep_keys = self.tr("Ctrl+Enter"), self.tr("Ctrl+S")
        run_tip, keep_tip = f"{run} ({run_keys})", f"{keep} ({keep_keys})"
        self.run_button = self.make_button(run, self._run, style="primary", tip=run_tip)
        self.keep_button = self.make_button(keep, "keep-heuristic", tip=keep_tip)
        self._warming = QTimer(self)
        self._warming.setInterval(_WARM_MS)
        self._warming.timeout.connect(self._start_colouring)
        self._warming.start()
        self.hand_focus_to(self.editor)
        self._arrange()

    def _arrange(self) -> None:
        head = side_by_side((self.tabs, 1), self.more)
        foot = side_by_side(
            (self.status, 2), (self.line_value, 1), self.keep_button, self.run_button, spacing=6
        )
        self.lay_out(
            head,
            self.asking,
            self.naming,
            self.find_bar,
            (self.editor, 1),
            self.examples,
            self.speed,
            0,
            foot,
            spacing=6,
            margins=(10, 8, 10, 8),
        )

    @Slot()
    def _run(self) -> None:
        self.asked.emit("run-heuristic", [])

    def _made_naming(self) -> QFrame:
        """Return the bar in which a heuristic is renamed."""
        bar = QFrame(self)
        self.name_field = QLineEdit(bar)
        self.name_field.setMaxLength(MAX_NAME)
        self.name_field.setAccessibleName(self.tr("New name"))
        self.name_field.setPlaceholderText(self.tr("New name"))
        self.name_field.returnPressed.connect(self._rename)
        done = QPushButton(self.tr("Rename"), bar)
        done.setObjectName("link")
        done.clicked.connect(self._rename)
        cancel = QPushButton("×", bar)
        cancel.setObjectName("link")
        cancel.setAccessibleName(self.tr("Cancel"))
        cancel.clicked.connect(self._end_naming)
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.name_field, 1)
        row.addWidget(done)
        row.addWidget(cancel)
        bar.hide()
        return bar

    @Slot(str)
    def _say(self, sentence: str) -> None:
        self.remarked.emit(sentence)
        announce(self.editor, sentence)

    @Slot()
    def _start_colouring(self) -> None:
        if is_warm():
            self._warming.stop()
            self.editor.start_colouring()

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Edit the texts that the lab has."""
        if isinstance(service, Lab):
            self._lab = service
            service.replaced.connect(self._receive_replaced)
            service.renamed.connect(self._receive_renamed)
            service.inserting.connect(self._insert)
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

    def refresh(self, change: Change) -> None:
        """Show the heuristics of the game, and what the one that is edited says here."""
        state = change.place.get(LabState) or NO_LAB
        self._watch()
        features = change.place.game.features
        self.editor.set_features(() if features is None else _offers(features))
        self._show_tabs(state)
        self._show_text(change.place.game.key, state.current)
        self._show_examples(state)
        self._show_question(state.heuristic)
        has_one = bool(state.current)
        self.editor.setVisible(has_one)
        self.run_button.setEnabled(has_one and not state.running)
        self._show_findings(state)
        self.speed.show_speed(state.speed)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.editor.set_theme(theme)

    # -- tabs and texts ------------------------------------------------------------------------

    def _show_tabs(self, state: LabState) -> None:
        texts = [_tab_text(one) for one in state.opened]
        self._is_filling = True
        while self.tabs.count() > len(texts):
            self.tabs.removeTab(self.tabs.count() - 1)
        for number, (one, text) in enumerate(zip(state.opened, texts, strict=True)):
            if number == self.tabs.count():
                self.tabs.addTab(text)
            elif self.tabs.tabText(number) != text:
                self.tabs.setTabText(number, text)
            self.tabs.setTabData(number, one.name)
        # Without tabs there is nothing that a screen reader could tell of them.
        focuses = Qt.FocusPolicy.TabFocus if texts else Qt.FocusPolicy.NoFocus
        self.tabs.setFocusPolicy(focuses)
        if state.current in state.names:
            self.tabs.setCurrentIndex(state.names.index(state.current))
        self._is_filling = False

    @Slot(int)
    def _open(self, number: int) -> None:
        if not self._is_filling and number >= 0:
            self.asked.emit("open-heuristic", [str(self.tabs.tabData(number))])

    def _show_text(self, game: str, name: str) -> None:
        """Edit the heuristic called *name* of *game*, each with its own undo."""
        if (game, name) == self._shown or self._lab is None:
            return
        self._shown = game, name
        if not name:
            return
        if (game, name) not in self._documents:
            self._documents[game, name] = new_document(self._lab.text(name), self)
        self._is_filling = True
        self.editor.set_document(self._documents[game, name])
        self._is_filling = False
        self._receive_replaced(name)

    @Slot(str)
    def _receive_replaced(self, name: str) -> None:
        """Show the text of the heuristic called *name*, which is another one now."""
        if self._lab is not None and name and self._shown[1] == name:
            text = self._lab.text(name)
            if self.editor.toPlainText() != text:
                self._is_filling = True
                self.editor.replace_all(text)
                self._is_filling = False

    @Slot(str, str)
    def _receive_renamed(self, old: str, new: str) -> None:
        """Keep the document, with its undo, under another name."""
        game = self._shown[0]
        if (game, old) in self._documents:
            self._documents[game, new] = self._documents.pop((game, old))
        if self._shown[1] == old:
            self._shown = game, new

    @Slot()
    def _take_text(self) -> None:
        """Have what was typed kept; what it says of the position is not known yet."""
        if not self._is_filling and self._lab is not None and self._shown[1]:
            self._lab.edit(self._shown[1], self.editor.toPlainText())
            self.editor.show_values({})

    @Slot(str)
    def _insert(self, text: str) -> None:
        if self._shown[1] and self.is_seen:
            self.editor.insert(text)
            self.editor.setFocus()

    # -- what there is to say ------------------------------------------------------------------

    def _show_findings(self, state: LabState) -> None:
        report, failure = state.report, state.failure
        self.editor.show_values({} if report is None else report.lines)
        place = self.place
        assert place is not None
        if failure is not None:
            self.editor.show_error(failure.line, in_words(failure.sentence))
            self._show_status(failure_text(state))
            return
        self.editor.show_error(None, "")
        if state.problem:
            self._show_status(in_words(state.problem))
        elif report is not None and report.name == state.current:
            self._show_status(value_sentence(place.game, report))
        elif place.secret:
            self._show_status(self.tr("Heuristics do not run until you have found the move."))
        elif not state.current:
            self._show_status("" if state.examples else self.tr("Loading…"))
        elif place.outcome is not None:
            self._show_status(self.tr("The game is over: there is nothing to evaluate."))
        else:
            self._show_status(self.tr("Running…") if state.running else "")
        self._show_line()

    def _show_status(self, text: str) -> None:
        """Show *text*; an error is told to a screen reader as well."""
        if text != self.status.whole:
            self.status.setText(text)
            state = (self.place.get(LabState) or NO_LAB) if self.place is not None else NO_LAB
            if state.failure is not None and text != self._told:
                announce(self.editor, text)
            self._told = text

    @Slot()
    def _show_line(self) -> None:
        """Say in words what stands behind the line with the cursor, or would if it had room."""
        number = self.editor.textCursor().blockNumber() + 1
        value = self.editor.values.get(number, "")
        text = fill(self.tr("line {line}: {value}"), line=number, value=value) if value else ""
        self.line_value.setText(text)
        self.line_value.setVisible(bool(text))

    def _show_question(self, heuristic: Opened | None) -> None:
        """Ask about a file that comes from elsewhere, or that another program has changed."""
        if heuristic is None:
            self.asking.show_question("")
        elif heuristic.is_outdated:
            self.asking.show_question(
                fill(
                    self.tr("Another program has changed the file of {name}."),
                    name=quote(heuristic.name),
                ),
                (self.tr("Load the file"), "take-outside"),
                (self.tr("Keep mine"), "keep-mine"),
            )
        elif heuristic.must_ask:
            self.asking.show_question(
                self.tr(
                    "This code comes from elsewhere. Read it, and run it only if you trust it."
                ),
                (self.tr("Trust and run"), "agree-heuristic"),
            )
        else:
            self.asking.show_question("")

    def _show_examples(self, state: LabState) -> None:
        """Offer the examples where there is nothing of the user's yet."""
        shown = () if state.current or self._lab is None else state.examples
        if shown != self._examples_shown:
            self._examples_shown = shown
            for row in self.examples.findChildren(
                QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly
            ):
                row.hide()
                row.deleteLater()
            if shown:
                words = self.tr("Start from an example, change a number, and see what happens:")
                label = PlainLabel(self.examples, words)
                label.setWordWrap(True)
                self._example_rows.addWidget(label)
            for name in shown:
                button = QPushButton(name, self.examples)
                button.setObjectName("example")
                button.clicked.connect(
                    lambda _=False, name=name: self.asked.emit("start-from", [name])
                )
                self._example_rows.addWidget(button)
        self.examples.setVisible(bool(shown))

    # -- the menu ------------------------------------------------------------------------------

    @Slot()
    def _show_menu(self) -> None:
        """Offer what can be done with a heuristic as a whole."""
        point = self.more.mapToGlobal(self.more.rect().bottomLeft())
        menu = QMenu(self)
        menu.setObjectName("heuristicMenu")
        delete_when_closed(menu)
        has_one = bool(self._shown[1])
        for text, key in (
            (self.tr("&New"), "new-heuristic"),
            (self.tr("&Import…"), "import-heuristic"),
            (self.tr("E&xport…"), "export-heuristic"),
            (self.tr("Measure the &speed"), "measure-speed"),
            (self.tr("&Versions…"), "versions"),
            (self.tr("&Delete"), "delete-heuristic"),
            (self.tr("&Restore deleted heuristic"), "restore-heuristic"),
        ):
            action = menu.addAction(text)
            action.triggered.connect(lambda _=False, key=key: self.asked.emit(key, []))
            if key in ("export-heuristic", "measure-speed", "versions", "delete-heuristic"):
                action.setEnabled(has_one)
        rename = menu.addAction(self.tr("&Rename"), self._begin_naming)
        rename.setEnabled(has_one)
        finds = menu.addAction(self.tr("&Find (Ctrl+F)"), self.find_bar.open_bar)
        finds.setEnabled(has_one)
        menu.popup(point)

    @Slot()
    def _begin_naming(self) -> None:
        self.name_field.setText(self._shown[1])
        self.naming.show()
        self.name_field.setFocus()
        self.name_field.selectAll()

    @Slot()
    def _rename(self) -> None:
        name = self.name_field.text().strip()
        self._end_naming()
        if name:
            self.asked.emit("rename-heuristic", [name])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the bar for the name by Escape."""
        if event.key() == Qt.Key.Key_Escape and self.naming.isVisible():
            self._end_naming()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _end_naming(self) -> None:
        self.naming.hide()
        self.editor.setFocus()


class _Question(QFrame):
    """A sentence with answers, which stays above the code until it is answered."""

    def __init__(self, panel: HeuristicPanel) -> None:
        super().__init__(panel)
        self._panel = panel
        self.setObjectName("question")
        self.label = PlainLabel(self)
        self.label.setWordWrap(True)
        self.buttons = [QPushButton(text, self) for text in (self.tr("Yes"), self.tr("No"))]
        self._commands = ["", ""]
        for number, button in enumerate(self.buttons):
            button.setObjectName("offer")
            button.clicked.connect(lambda _=False, number=number: self._answer(number))
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 6, 8, 6)
        row.addWidget(self.label, 1)
        for button in self.buttons:
            row.addWidget(button)
        self.hide()

    def show_question(self, text: str, *answers: tuple[str, str]) -> None:
        """Ask *text* with *answers*, each a text and the key of a command; nothing if empty."""
        is_new = text != self.label.text()
        self.label.setText(text)
        for number, button in enumerate(self.buttons):
            button.setVisible(number < len(answers))
            if number < len(answers):
                words, self._commands[number] = answers[number]
                button.setText(words)
        self.setVisible(bool(text))
        if text and is_new:
            announce(self._panel, text)

    def _answer(self, number: int) -> None:
        self._panel.asked.emit(self._commands[number], [])


def _tab_text(heuristic: Opened) -> str:
    """Return the name as a file's; a dot before one that is not kept as it is."""
    name = f"{heuristic.name}.py".replace("&", "&&")
    return f"• {name}" if heuristic.is_changed else name


def _offers(features: FeatureSet) -> list[OfferedName]:
    offers = [
        OfferedName(one.name, one.signature, f"{one.signature}  –  {in_words(one.sentence)}")
        for one in features.features
    ]
    return [*offers, OfferedName("side", "side", "side")]
