"""What the status line says of the place that is shown, and of the search for a move."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from kalahloa.compiled import compiled_note, is_compiled
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.controllers.features.analysis.hint_words import hint_sentence, seeking_sentence
from kalahloa.controllers.features.analysis.threat_state import Threat
from kalahloa.controllers.work.search_jobs import SearchNews
from kalahloa.views.accessibility import announce
from kalahloa.views.captions import premove_sentence, standing
from kalahloa.views.rule_words import rules_in_words
from kalahloa.views.window.rooms import PAGES, ROOM_OF, RoomPage
from kalahloa.views.window.status_line import Rank, StatusLine


class Sentences(QObject):
    """Puts into words, for the status line, what a change and the news of a search say."""

    def __init__(self, status: StatusLine) -> None:
        super().__init__(status)
        self._status = status
        self._premove: int | None = None
        self.waits: Callable[[], bool] = lambda: False
        """Whether a view still shows the last move, before which its outcome is not told."""
        self._later: Place | None = None
        self._of_board = {Rank.STANDING: "", Rank.THREAT: ""}
        """The sentence for pages that show the board."""
        self._page = PAGES["play"]

    @Slot(object)
    def show_page(self, page: RoomPage) -> None:
        """Show the state of the game on a *page* with a board, elsewhere what the page is for."""
        self._page = page
        self._status.facts.setVisible(page.has_board)
        for rank, sentence in self._of_board.items():
            self._say_of_board(rank, sentence)

    def _say_of_board(self, rank: Rank, sentence: str) -> None:
        self._of_board[rank] = sentence
        if not self._page.has_board:
            sentence = ROOM_OF[self._page.key].purpose if rank is Rank.STANDING else ""
        self._status.show_sentence(rank, sentence)

    def show_change(self, change: Change) -> None:
        """Say how things stand at the place of *change*."""
        place, status = change.place, self._status
        if change.is_new:
            rules = rules_in_words(place.game.rulebook, place.rules)
            facts = fill(self.tr("Rules: {rules}"), rules=rules)
            if not is_compiled():
                facts += f" · {compiled_note()}"
            status.facts.setText(facts)
        if change.moved:
            status.end_refusal()
        if change.moved or (Cause.FINDINGS in change.causes and place.hint is not None):
            status.remark("")
        self._later = place
        if not self.waits():
            self.say_place()
        if place.premove != self._premove:
            self._premove = place.premove
            if place.premove is not None or not change.moved:
                announce(status, premove_sentence(place) or self.tr("No premove."))
        status.show_hint(hint_sentence(place), None if place.hint is None else place.hint.news)
        threat = place.get(Threat)
        self._say_of_board(Rank.THREAT, "" if threat is None else threat.sentence)
        if not (place.thinking or place.hinting):
            status.show_sentence(Rank.PROGRESS, "")
        elif place.hinting:
            status.show_sentence(Rank.PROGRESS, seeking_sentence(place))

    @Slot()
    def say_place(self) -> None:
        """Say how things stand at the newest place, if that was not told yet."""
        place, self._later = self._later, None
        if place is not None:
            self._say_of_board(Rank.STANDING, standing(place))

    @Slot(object)
    def show_news(self, news: SearchNews) -> None:
        """Say how far the search for a move has come."""
        progress = news.progress
        if progress is None:
            self._status.show_sentence(Rank.PROGRESS, in_words(news.preparing))
            return
        speed = progress.nodes / progress.seconds if progress.seconds > 0 else 0
        pace = f"{speed / 1e6:.1f} million" if speed >= 1e6 else f"{speed:,.0f}"
        score = progress.score
        if score is None:
            return
        trust = "proven" if score.decided else "estimated"
        self._status.show_sentence(
            Rank.PROGRESS,
            fill(
                self.tr(
                    "Thinking: depth {depth}, {value} ({trust}), {nodes} positions, "
                    "{pace} a second."
                ),
                depth=progress.depth,
                value=score.text,
                trust=trust,
                nodes=f"{progress.nodes:,}",
                pace=pace,
            ),
        )
