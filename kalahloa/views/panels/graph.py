"""The panel with the graph of a game's values: where it turned, and how well both sides played."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.controllers.features.reviews.mistake_words import mistake_caption
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.story import Story, TurningPoint
from kalahloa.controllers.features.reviews.story_words import story_sentence
from kalahloa.controllers.features.reviews.trial_state import Trial
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.study.review.reviewed import Accuracy
from kalahloa.views.accessibility import announce
from kalahloa.views.items.sentence_button import SentenceButton
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.icons import themed_icon
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.line_preview import LinePreviewPanel, lines_of
from kalahloa.views.plots.chart_files import ChartFiles, ChartWords
from kalahloa.views.plots.chart_view import ChartView
from kalahloa.views.plots.plot import Plot
from kalahloa.views.plots.review_series import loss_series, value_series

_STEPS = 1000
"""The steps of the progress bar."""
_MARGIN, _SPACING = 12, 6


class GraphPanel(LinePreviewPanel):
    """Draws the values of the reviewed line, and leads from mistake to mistake.

    When a review has ended, it first tells where the game turned, a sentence each: above the graph,
    or instead of it where there is no room for both.  Pointing at one plays out what was played and
    what was better, on two small boards; a click goes to the position before it.
    """

    key = "graph"
    is_form = True
    context_commands = (
        *("review", "previous-mistake", "next-mistake", "previous-of-either", "next-of-either"),
        *("try-again", "exercise-show"),
        *("", "review-marks", "keep-review"),
    )

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._needed: dict[tuple[str, ...], int] = {}
        """What the buttons need in width with words on all, by the words of the last ones."""
        self.caption = self.make_line("cardTitle")
        self.caption.setText(self.title)
        self.accuracy = self.make_line("muted")
        self.plot = Plot(theme, self)
        self.plot.setAccessibleName(self.tr("Graph of the values"))
        self.plot.chosen.connect(self._go_to)
        self.plot.pointed.connect(self.remarked)
        self.empty = self.make_sentence("muted")
        self.note = self.make_line()
        self._has_plies = False
        tip = self.tr("Show where the game turned")
        self.story_button = self.make_button(
            self.tr("Story"), self._arrange, style="link", tip=tip, switch=True
        )
        self.story: list[SentenceButton] = []
        self._told: Story | None = None
        self._story = QFrame(self)
        self._story.setObjectName("reasons")
        self._story.setAccessibleName(self.tr("Where the game turned"))
        self._sentences = column_of(spacing=0, margins=(0, 0, 0, 0))
        self._story.setLayout(self._sentences)
        self._story.hide()
        self.bar = self.make_progress_bar(self.tr("Share of the moves reviewed"))
        self.bar.setRange(0, _STEPS)
        self.review_button = self.make_button(self.tr("Review"), "review", style="quiet")
        self.review_button.setCheckable(True)
        self.previous_button = self.make_button(
            self.tr("Previous"), "previous-mistake", style="quiet"
        )
        self.next_button = self.make_button(self.tr("Next"), "next-mistake", style="quiet")
        for button, name in (
            (self.previous_button, self.tr("Previous mistake")),
            (self.next_button, self.tr("Next mistake")),
        ):
            button.setAccessibleName(name)
        self.try_button = self.make_button(self.tr("Try again"), "try-again", style="quiet")
        self.try_button.setObjectName("primary")
        tip = self.tr("Show each side's losses, move by move")
        self.losses_button = self.make_button(
            self.tr("Losses"), self._show_now, style="link", tip=tip, switch=True
        )
        self._drawn: tuple[object, object, object] | None = None
        self._files = self._made_files()
        tip = self.tr("Export the graph as a picture, or its numbers")
        self.save_button = self.make_button(
            self.tr("Export…"), self._files.ask, style="link", tip=tip
        )
        self.hand_focus_to(self.plot)
        head = side_by_side(
            (self.caption, 1), self.story_button, self.losses_button, self.save_button
        )
        buttons = side_by_side(
            self.previous_button,
            self.next_button,
            1,
            self.review_button,
            self.try_button,
            spacing=_SPACING,
        )
        self.lay_out(
            head,
            self._story,
            (self.plot, 1),
            (self.empty, 1),
            side_by_side((self.bar, 1), (self.accuracy, 3)),
            self.note,
            buttons,
            spacing=_SPACING,
            margins=(_MARGIN, 8, _MARGIN, 8),
        )
        self._show_icons()
        self.story_button.setChecked(True)

    def _show_icons(self) -> None:
        text, disabled = self.theme.text, self.theme.disabled
        self.previous_button.setIcon(themed_icon("previous", text, disabled))
        self.next_button.setIcon(themed_icon("next", text, disabled))
        self.review_button.setIcon(themed_icon("review", text, disabled))
        self.try_button.setIcon(themed_icon("rematch", self.theme.panel, disabled))

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.plot.set_theme(theme)
        self._show_icons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much of the buttons as there is room for."""
        super().resizeEvent(event)
        self._fit_buttons()
        if self.story:
            self._arrange()

    def _fit_buttons(self) -> None:
        """Leave the steps from mistake to mistake without words where there is little room."""
        others = [one for one in (self.review_button, self.try_button) if not one.isHidden()]
        kind = tuple(button.text() for button in others)
        if kind not in self._needed:
            self._show_words(others, True)
            row = (self.previous_button, self.next_button, *others)
            self._needed[kind] = sum(button.sizeHint().width() + _SPACING for button in row)
        # Where the words need all of the width, they may have been what made it so wide.
        self._show_words(others, self.width() > self._needed[kind] + 4 * _MARGIN)

    def _show_words(self, others: list[QPushButton], shown: bool) -> None:
        self.previous_button.setText(self.tr("Previous") if shown else "")
        self.next_button.setText(self.tr("Next") if shown else "")
        size = QSize(0, 0) if not shown and len(others) > 1 else self.next_button.iconSize()
        for button in others:
            button.setIconSize(size)

    # -- showing -------------------------------------------------------------------------------

    def refresh(self, change: Change) -> None:
        """Draw what was found of the line, and where in it the document is."""
        place = change.place
        if change.is_new or change.causes & {Cause.REVIEW, Cause.EDIT, Cause.MOVE, Cause.WALK}:
            self._show(place)

    @Slot()
    def _show_now(self) -> None:
        if self.place is not None:
            self._show(self.place)

    def _show(self, place: Place) -> None:
        reviewed = place.get(Reviewed)
        has_plies = reviewed is not None and bool(reviewed.review.plies)
        running = reviewed is not None and reviewed.running
        trying = place.get(Trial) is not None
        self._has_plies = has_plies
        self.empty.setVisible(not has_plies)
        self.losses_button.setVisible(has_plies)
        # While a better move is looked for, what was given away has that room.
        self.save_button.setVisible(has_plies and not trying)
        self.review_button.setChecked(running)
        self.review_button.setText(self.tr("Stop") if running else self.tr("Review"))
        for button in (self.previous_button, self.next_button):
            button.setVisible(not trying)
        self.try_button.setVisible(has_plies or trying)
        self.try_button.setText(self.tr("Stop trying") if trying else self.tr("Try again"))
        is_done = reviewed is not None and reviewed.review.complete and not running
        self.review_button.setVisible(not trying and not is_done)
        self._fit_buttons()
        self.caption.setText(self._caption(place))
        self._tell(place)
        self.story_button.setVisible(bool(self.story))
        self._arrange()
        self.bar.setVisible(running)
        if reviewed is not None:
            self.bar.setValue(round(_STEPS * reviewed.share))
        if reviewed is None or not has_plies:
            self.accuracy.setText("")
            self._show_note("")
            self.empty.setText(
                self.tr("The first values are on their way.")
                if running
                else self.tr("The following moves are hidden while you try again.")
                if trying
                else self.tr("Review values every move of this line and finds the mistakes.")
            )
            return
        make = loss_series if self.losses_button.isChecked() else value_series
        drawn = (make, reviewed.review, reviewed.line)
        if drawn != self._drawn:
            self._drawn = drawn
            self.plot.show_series(make(reviewed, place))
        self.plot.set_current(place.node.ply)
        self.accuracy.setText(self._accuracies(reviewed, place))
        self._show_note(self._note(place))

    def _tell(self, place: Place) -> None:
        """Show where the game turned, once the whole of it is reviewed."""
        story = place.get(Story)
        if story is self._told:
            return
        self._told = story
        for button in self.story:
            self._sentences.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.story = []
        if story is not None:
            for point in story.points:
                self._add_point(point, story_sentence(place, story.players, point))

    def _arrange(self) -> None:
        """Show the story and the graph, or one of them where there is no room for both."""
        tells = bool(self.story) and self.story_button.isChecked()
        self._story.setVisible(tells)
        self.plot.makes_room = self._has_plies and tells and self._is_low()
        self.plot.setVisible(self._has_plies and not self.plot.makes_room)

    def _is_low(self) -> bool:
        """Return whether there is no room for both the story and the graph."""
        around = self.parentWidget()
        room = self.height() if around is None else min(self.height(), around.height())
        width = self.width() - 2 * _MARGIN
        needed = sum(button.heightForWidth(width) for button in self.story)
        rows = (self.caption, self.accuracy, self.next_button)
        needed += sum(row.sizeHint().height() + _SPACING for row in rows)
        return room < needed + self.plot.minimumHeight() + 2 * _MARGIN

    def _add_point(self, point: TurningPoint, text: str) -> None:
        button = SentenceButton(text, self._story)
        button.setAccessibleDescription(self.tr("Goes to the position before the move"))
        button.pointed.connect(partial(self._point, point, button))
        button.clicked.connect(partial(self._go_to, point.node.number))
        self._sentences.addWidget(button)
        self.story.append(button)

    def _point(self, point: TurningPoint, button: SentenceButton, is_on: bool) -> None:
        """Play out what was played at *point* and what was better, while *button* is pointed at."""
        if is_on:
            self.play_lines_out(point.position, lines_of(point), button, button.rect())
        else:
            self.stop_preview()

    def _show_note(self, note: str) -> None:
        """Show *note* in the place of the accuracies, or these if it is empty."""
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.accuracy.setVisible(not note and bool(self.accuracy.whole))

    def _accuracies(self, reviewed: Reviewed, place: Place) -> str:
        parts = [
            fill(
                self.tr("{side} {accuracy}"),
                side=side,
                accuracy=_percent(one),
            )
            for side, one in zip(place.game.sides, reviewed.review.accuracy, strict=True)
            if one.moves
        ]
        words = " · ".join(parts)
        if not reviewed.review.complete:
            done, total = len(reviewed.review.plies), reviewed.review.total
            count = fill(self.tr("{done} of {total} moves"), done=done, total=total)
            return f"{count} · {words}" if words else count
        plies = reviewed.review.plies
        proven = sum(ply.proven for ply in plies)
        told = fill(self.tr("accuracy {words}"), words=words)
        if not reviewed.review.by_margin or not plies:
            return told
        trust = (
            self.tr("all proven")
            if proven == len(plies)
            else fill(self.tr("{proven} of {moves} moves proven"), proven=proven, moves=len(plies))
        )
        return fill(self.tr("{accuracy}; {trust}"), accuracy=told, trust=trust)

    def _caption(self, place: Place) -> str:
        """Return what the current mistake gave away; the panel's title where there is none."""
        reviewed, trial = place.get(Reviewed), place.get(Trial)
        if reviewed is None:
            return self.title
        if trial is not None and trial.mistake.ply is not None:
            return mistake_caption(place, trial.mistake.ply, trial.node)
        here = reviewed.ply_at(place.node)
        if here is not None and here.mark in FAULTS and place.node.parent is not None:
            return mistake_caption(place, here, place.node.parent)
        after = reviewed.after(place.node)
        if after is not None and after.mark in FAULTS:
            return mistake_caption(place, after, place.node)
        return self.title

    def _note(self, place: Place) -> str:
        """Return the progress of trying again; empty when no trial runs."""
        trial = place.get(Trial)
        if trial is None:
            return ""
        if trial.judging:
            return self.tr("Judging the move…")
        tried = len(trial.tried)
        return self.tr("%n move(s) tried", "", tried) if tried else ""

    # -- doing ---------------------------------------------------------------------------------

    def _made_files(self) -> ChartFiles:
        words = ChartWords(
            self.tr("Save the graph"),
            self.tr("Saved the graph to {path}."),
            self.tr("Cannot save the graph to {path}: {reason}."),
        )
        return ChartFiles(self, "graph.png", words, self._shown_chart, self._announce)

    def _shown_chart(self) -> ChartView:
        return self.plot

    def save(self, path: Path) -> None:
        """Write what is shown to *path*, and say so, or why not."""
        self._files.save(path)

    def _announce(self, sentence: str) -> None:
        """Say what came of saving, until something else is shown."""
        self._show_note(sentence)
        announce(self, sentence)

    @Slot(int)
    def _go_to(self, number: int) -> None:
        self.asked.emit("goto-node", [str(number)])


def _percent(accuracy: Accuracy) -> str:
    return "–" if accuracy.percent is None else f"{accuracy.percent:.0f} %"
