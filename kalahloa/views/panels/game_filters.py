"""The fields by which games of the library are filtered."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.dates import date_examples, read_date
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.library.library_view import place_key
from kalahloa.models.game.registry import game_keys, known_game
from kalahloa.models.library.query import Query
from kalahloa.models.library.search import GameCounts
from kalahloa.models.text.errors import BadQuery
from kalahloa.models.text.folding import search_terms
from kalahloa.models.text.quotation import quote
from kalahloa.views.items.game_words import game_words
from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.elided_label import ElidedLabel
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.rule_words import preset_in_words

MAX_WORDS = 200
"""Maximum length of a field, in characters."""
MAX_TAGS = 200
"""So many tags are offered."""


class GameFilters(QScrollArea):
    """A column of fields; `query` is what they say."""

    changed = Signal()
    """`query` is another one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._place: Place | None = None
        self._notes: dict[QLineEdit, PlainLabel] = {}
        inside = self._inside = QWidget(self)
        inside.setObjectName("plain")
        self.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        self._column = QVBoxLayout()
        self._column.setContentsMargins(2, 0, 8, 2)
        self._column.setSpacing(4)
        head = QHBoxLayout()
        title = PlainLabel(inside, self.tr("Filter"))
        title.setObjectName("cardTitle")
        self.clear_button = QPushButton(self.tr("Clear"), inside)
        self.clear_button.setObjectName("link")
        self.clear_button.clicked.connect(self.clear)
        head.addWidget(title, 1)
        head.addWidget(self.clear_button)
        self._column.addLayout(head)
        self._add_heading(inside, self.tr("Game"))
        self.games = {key: QCheckBox(game_words(key), inside) for key in game_keys()}
        for box in self.games.values():
            box.setChecked(True)
            box.toggled.connect(self._games_changed)
            self._column.addWidget(box)
        self.rules = self._add_choice(inside, self.tr("Rules"))
        self._offer_rules()
        self.player = self._add_field(inside, self.tr("Player or opponent"), self.tr("any name"))
        self.result = self._add_choice(inside, self.tr("Result"))
        for text, results in (
            (self.tr("All results"), ()),
            (self.tr("First side won"), ("1-0",)),
            (self.tr("Second side won"), ("0-1",)),
            (self.tr("Draw"), ("1/2-1/2",)),
            (self.tr("Not finished"), ("*",)),
        ):
            self.result.addItem(text, results)
        self._results = [self.result.itemText(row) for row in range(self.result.count())]
        self._add_dates(inside)
        self.comment = self._add_field(inside, self.tr("Text in comments"), self.tr("any words"))
        self.tag = self._add_choice(inside, self.tr("Tag"))
        self.tag.addItem(self.tr("All tags"), "")
        self.position = QCheckBox(self.tr("Has this position"), inside)
        self.position.setToolTip(self.tr("Only games with the position on the board"))
        self.position.toggled.connect(self.changed)
        self.where = ElidedLabel(inside)
        self.where.setObjectName("muted")
        self._column.addSpacing(6)
        self._column.addWidget(self.position)
        self._column.addWidget(self.where)
        self._column.addStretch(1)
        inside.setLayout(self._column)
        self.setWidget(inside)

    def needed_width(self) -> int:
        """Return how wide this is so that no word is cut off; it scrolls up and down only."""
        bar = self.verticalScrollBar().sizeHint().width()
        return self._inside.minimumSizeHint().width() + bar

    # -- making --------------------------------------------------------------------------------

    def _add_heading(self, inside: QWidget, text: str) -> PlainLabel:
        label = PlainLabel(inside, text)
        label.setObjectName("muted")
        self._column.addSpacing(6)
        self._column.addWidget(label)
        return label

    def _add_choice(self, inside: QWidget, heading: str) -> DropDown:
        label = self._add_heading(inside, heading)
        box = DropDown(inside)
        box.setAccessibleName(heading)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(8)
        label.setBuddy(box)
        box.currentIndexChanged.connect(self.changed)
        self._column.addWidget(box)
        return box

    def _add_field(self, inside: QWidget, heading: str, hint: str) -> QLineEdit:
        label = self._add_heading(inside, heading)
        field = self._field(inside, heading, hint)
        label.setBuddy(field)
        self._column.addWidget(field)
        self._add_note(inside, field)
        return field

    def _add_note(self, inside: QWidget, *fields: QLineEdit) -> PlainLabel:
        """Add a line for the error of *fields*."""
        note = PlainLabel(inside)
        note.setObjectName("muted")
        note.setWordWrap(True)
        note.hide()
        self._column.addWidget(note)
        self._notes |= dict.fromkeys(fields, note)
        return note

    def _field(self, inside: QWidget, name: str, hint: str) -> QLineEdit:
        field = QLineEdit(inside)
        field.setAccessibleName(name)
        field.setPlaceholderText(hint)
        field.setMaxLength(MAX_WORDS)
        field.setClearButtonEnabled(True)
        field.textChanged.connect(self._text_changed)
        return field

    def _add_dates(self, inside: QWidget) -> None:
        label = self._add_heading(inside, self.tr("Date"))
        row = QHBoxLayout()
        row.setSpacing(4)
        self.since = self._field(inside, self.tr("Date, from"), self.tr("from"))
        self.until = self._field(inside, self.tr("Date, to"), self.tr("to"))
        label.setBuddy(self.since)
        for field in (self.since, self.until):
            field.setClearButtonEnabled(False)
            about = self.tr("A day, month or year, such as {days}, 2026-05 or 2026")
            field.setToolTip(fill(about, days=date_examples()))
        row.addWidget(self.since)
        row.addWidget(PlainLabel(inside, "–"))
        row.addWidget(self.until)
        self._column.addLayout(row)
        self.date_note = self._add_note(inside, self.since, self.until)

    # -- what the panel sets -------------------------------------------------------------------

    def show_place(self, place: Place) -> None:
        """Set the position of the filter to that of *place*."""
        before = None if self._place is None else place_key(self._place)
        self._place = place
        node = place.node
        game = game_words(place.game.key)
        self.where.setText(
            fill(self.tr("{game}, after {move}"), game=game, move=node.text)
            if node.parent is not None
            else fill(self.tr("{game}, at the start"), game=game)
        )
        if self.position.isChecked() and place_key(place) != before:
            self.changed.emit()

    @Slot(object)
    def show_counts(self, counts: GameCounts) -> None:
        """Offer the tags that games have, and write how many games there are of each kind."""
        self._offer_tags(tuple(counts.by_tag))
        for key, box in self.games.items():
            _show_text(box, _counted(game_words(key), counts.by_game.get(key, 0)))
        for row in range(1, self.result.count()):
            found = sum(counts.by_result.get(one, 0) for one in self.result.itemData(row))
            self.result.setItemText(row, _counted(self._results[row], found))
        for row in range(1, self.tag.count()):
            tag = self.tag.itemData(row)
            self.tag.setItemText(row, _counted(quote(tag), counts.by_tag.get(tag, 0)))

    def _offer_tags(self, tags: tuple[str, ...]) -> None:
        """Offer *tags*; the chosen one stays, also where no game has it any longer."""
        chosen = self.tag.currentData()
        wanted = [tag for tag in tags[:MAX_TAGS] if tag != chosen]
        if chosen:
            wanted.insert(0, chosen)
        shown = [self.tag.itemData(row) for row in range(1, self.tag.count())]
        if wanted == shown:
            return
        self.tag.blockSignals(True)
        while self.tag.count() > 1:
            self.tag.removeItem(1)
        for tag in wanted:
            self.tag.addItem(quote(tag), tag)
        self.tag.setCurrentIndex(1 if chosen else 0)
        self.tag.blockSignals(False)

    @Slot()
    def _games_changed(self) -> None:
        self._offer_rules()
        self.changed.emit()

    def _offer_rules(self) -> None:
        """Offer the rules of the games that are looked for."""
        chosen = self.rules.currentData()
        self.rules.blockSignals(True)
        self.rules.clear()
        self.rules.addItem(self.tr("All rules"), "")
        checked = (known_game(key) for key, box in self.games.items() if box.isChecked())
        games = [game for game in checked if game is not None]
        for game in games:
            for preset in game.rulebook.presets:
                if self.rules.findData(preset.name) < 0:
                    rules = preset_in_words(preset)
                    if len(games) > 1:
                        about = self.tr("{game}: {rules}")
                        rules = fill(about, game=game.title, rules=rules)
                    self.rules.addItem(rules, preset.name)
        self.rules.setCurrentIndex(max(0, self.rules.findData(chosen)))
        self.rules.blockSignals(False)

    @Slot()
    def _text_changed(self) -> None:
        """Show the error of each field below it."""
        problems = {field: self._problem_of(field) for field in self._notes}
        for note in dict.fromkeys(self._notes.values()):
            said = [problems[field] for field in self._notes if self._notes[field] is note]
            note.setText(next(filter(None, said), ""))
            note.setVisible(bool(note.text()))
        for field, problem in problems.items():
            field.setAccessibleDescription(problem)
        self.changed.emit()

    def _problem_of(self, field: QLineEdit) -> str:
        try:
            (_day if field in (self.since, self.until) else search_terms)(field.text())
        except BadQuery as error:
            return in_words(error.sentence)
        return ""

    @Slot()
    def clear(self) -> None:
        """Clear all filters."""
        self.blockSignals(True)
        for box in self.games.values():
            box.setChecked(True)
        for choice in (self.rules, self.result, self.tag):
            choice.setCurrentIndex(0)
        for field in (self.player, self.since, self.until, self.comment):
            field.clear()
        self.position.setChecked(False)
        self.blockSignals(False)
        self.changed.emit()

    # -- what it says --------------------------------------------------------------------------

    @property
    def is_clear(self) -> bool:
        """Whether everything passes."""
        return not any(field.text().strip() for field in self._notes) and self.query() == Query()

    def query(self, base: Query = Query()) -> Query:  # noqa: B008  (it is frozen)
        """Return *base* narrowed by the fields; raise `BadQuery` if one cannot be read."""
        games = tuple(key for key, box in self.games.items() if box.isChecked())
        preset, tag = self.rules.currentData(), self.tag.currentData()
        query = replace(
            base,
            games=() if len(games) in (0, len(self.games)) else games,
            presets=(preset,) if preset else (),
            player=self.player.text().strip(),
            results=tuple(self.result.currentData() or ()),
            since=_day(self.since.text()),
            until=_day(self.until.text()),
            comment=self.comment.text().strip(),
            tags=(tag,) if tag else (),
            position=(
                place_key(self._place)
                if self.position.isChecked() and self._place is not None
                else None
            ),
        )
        query.require_understood()
        return query


def _counted(words: str, count: int) -> str:
    return f"{words} ({count:,})" if count else words


def _show_text(box: QCheckBox, text: str) -> None:
    if box.text() != text:
        box.setText(text)


def _day(text: str) -> str:
    return read_date(text) if text.strip() else ""
