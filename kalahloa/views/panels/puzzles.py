"""The panel of puzzles: which ones, what is to be done, and how one stands with them."""

from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.controllers.features.puzzles.collection import PuzzleCollection
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.puzzles.state import MiningState, PuzzleState, PuzzleStock
from kalahloa.controllers.features.puzzles.words import facts_sentence, set_name, standing_sentence
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.views.items.game_words import game_words
from kalahloa.views.look.arrangement import column_of
from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.scroll import Scroll

WIDE = 480
"""From this width on, in pixels, the buttons stand in one row."""


class PuzzlesPanel(Panel):
    """Shows the puzzle on the board, and asks for others."""

    key = "puzzles"
    context_commands = (
        *("next-puzzle", "puzzle-hint", "show-solution", "puzzle-again", "own-game"),
        *("", "mine-puzzles"),
    )

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._collection: PuzzleCollection | None = None
        self._drawn: object = None
        scroll = Scroll(self)
        self._inside = scroll.inside
        self._make_parts(self._inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 8, 10)
        layout.addWidget(scroll)
        self.hand_focus_to(self.next_button)

    # -- making --------------------------------------------------------------------------------

    def _make_parts(self, inside: QWidget) -> None:
        title = self.title_label()
        self.facts = self.make_sentence("muted", lines=True)
        self.games = self._choice(self.tr("Game"))
        self.sets = self._choice(self.tr("Which puzzles"))
        for one in PuzzleSet:
            self.sets.addItem(set_name(one), one.value)
        self.task = self.make_sentence("cardTitle", lines=True)
        self.bar = self.make_progress_bar(self.tr("Moves found"))
        self.told = self.make_sentence(lines=True)
        self.next_button = self.make_button(self.tr("Next"), "next-puzzle", style="primary")
        self.hint_button = self.make_button(self.tr("Hint"), "puzzle-hint", style="quiet")
        self.solution_button = self.make_button(self.tr("Solution"), "show-solution", style="quiet")
        self.again_button = self.make_button(self.tr("Retry"), "puzzle-again", style="quiet")
        self.own_button = self.make_button(self.tr("Back to my game"), "own-game", style="quiet")
        for button in (self.hint_button, self.solution_button, self.again_button, self.next_button):
            button.setMinimumWidth(0)
        self.standing = self.make_sentence("muted", lines=True)
        self.mine_button = self.make_button(
            self.tr("Find puzzles in my games"), "mine-puzzles", style="quiet"
        )
        self.mined = self.make_sentence("muted", lines=True)
        self.mining_bar = self.make_progress_bar(self.tr("Games searched"))
        self._choices = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._choices.setSpacing(6)
        self._choices.addWidget(self.games, 1)
        self._choices.addWidget(self.sets, 1)
        self._buttons = QGridLayout()
        self._buttons.setSpacing(6)
        self._arrange(wide=False)
        column = column_of(
            *(title, self._choices, self.task, self.facts, self.bar, self.told, self._buttons, 1),
            *(self.standing, self.mined, self.mining_bar, self.mine_button),
            spacing=7,
            margins=(2, 0, 4, 2),
        )
        column.insertSpacing(2, 4)
        inside.setLayout(column)

    def _arrange(self, *, wide: bool) -> None:
        """Put what belongs together side by side where there is room for it."""
        ways = QBoxLayout.Direction
        self._choices.setDirection(ways.LeftToRight if wide else ways.TopToBottom)
        buttons = (
            *(self.next_button, self.hint_button, self.again_button, self.solution_button),
            self.own_button,
        )
        for number, button in enumerate(buttons):
            if wide:
                self._buttons.addWidget(button, 0, number)
            elif button is self.own_button:
                self._buttons.addWidget(button, 2, 0, 1, 2)
            else:
                self._buttons.addWidget(button, *divmod(number, 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the parts for the width."""
        super().resizeEvent(event)
        self._arrange(wide=event.size().width() >= WIDE)

    def _choice(self, name: str) -> DropDown:
        box = self.make_choice(name)
        box.activated.connect(lambda row: self.asked.emit("puzzles", [box.itemData(row)]))
        return box

    # -- showing -------------------------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Load the puzzles from *service*, if it has them."""
        if isinstance(service, Puzzles):
            self._collection = service.collection

    def showEvent(self, event: QShowEvent) -> None:
        """Read the results again, which another window may have added to."""
        super().showEvent(event)
        if self._collection is not None:
            self._collection.look_again()

    def refresh(self, change: Change) -> None:
        """Draw how the puzzle and all of them stand."""
        place = change.place
        if self._collection is not None and not place[PuzzleStock].game:
            self._collection.prepare(place.game.key)
        if change.is_new or Cause.PUZZLE in change.causes:
            self._show(place)

    def _show(self, place: Place) -> None:
        drawn = (place.get(PuzzleState), place[PuzzleStock], place.has_own_game)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        self._show_puzzle(place.get(PuzzleState))
        self._show_stock(place[PuzzleStock])
        self.own_button.setVisible(place.has_own_game)

    def _show_puzzle(self, state: PuzzleState | None) -> None:
        self.bar.setVisible(state is not None and state.moves > 1)
        self.facts.setVisible(state is not None)
        self.told.setVisible(state is not None and state.told != state.task)
        if state is None:
            self.next_button.setText(self.tr("Start"))
            self.task.setText(
                self.tr(
                    "Find the only right move. Your own game stays saved, and you can go back "
                    "to it."
                )
            )
            return
        self.next_button.setText(self.tr("Next"))
        self.task.setText(state.task)
        self.facts.setText(facts_sentence(state.puzzle, state.moves))
        self.told.setText(state.told)
        self.bar.setRange(0, state.moves)
        self.bar.setValue(state.found)

    def _show_stock(self, stock: PuzzleStock) -> None:
        self._fill_games(stock.games)
        self.games.setCurrentIndex(self.games.findData(stock.game))
        self.sets.setCurrentIndex(self.sets.findData(stock.chosen.value))
        self.next_button.setEnabled(bool(stock.games) or stock.loading)
        if stock.standing is None or self._collection is None:
            self.standing.setText("")
        else:
            moment = self._collection.clock()
            self.standing.setText(standing_sentence(stock.standing, moment))
        self._show_mining(stock.mining)

    def _fill_games(self, games: tuple[str, ...]) -> None:
        if [self.games.itemData(row) for row in range(self.games.count())] != list(games):
            self.games.clear()
            for key in games:
                self.games.addItem(game_words(key), key)
        self.games.setEnabled(bool(games))

    def _show_mining(self, mining: MiningState | None) -> None:
        self.mined.setVisible(mining is not None)
        self.mining_bar.setVisible(mining is not None)
        if mining is None:
            self.mine_button.setText(self.tr("Find puzzles in my games"))
            return
        self.mine_button.setText(self.tr("Stop searching"))
        sentence = self.tr("{games} of {total} games searched, {puzzles} puzzles found")
        self.mined.setText(
            fill(sentence, games=mining.games, total=mining.total, puzzles=mining.puzzles)
        )
        self.mining_bar.setRange(0, max(1, mining.total))
        self.mining_bar.setValue(mining.games)
