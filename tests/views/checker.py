"""Looks at everything that a window shows and keeps, and compares it with the record."""

from collections.abc import Sequence

from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from kalahloa.controllers.core.place import HintStep
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.features.analysis.threat_state import Threat
from kalahloa.controllers.features.guessing.state import Guessing
from kalahloa.controllers.features.reviews.trial_state import Trial
from kalahloa.controllers.features.teaching.state import Teaching
from kalahloa.controllers.session.agreement import require_agreement, require_kept
from kalahloa.controllers.session.commands import COMMANDS
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.captions import (
    result_sentence,
    standing,
    who_plays,
    window_title,
)
from kalahloa.views.evaluation import evaluation_of
from kalahloa.views.panels.engine import EnginePanel
from kalahloa.views.panels.players import PlayersPanel
from kalahloa.views.rule_words import rules_in_words
from kalahloa.views.window.rooms import ROOM_OF
from kalahloa.views.window.status_line import Rank
from tests.views.conftest import Hands
from tests.views.listed import listed_texts, marks


def board_shows_record(hands: Hands, *, shares_games: bool = False) -> None:
    """Fail unless all that is shown and kept agrees with the record and a replay from its start.

    An animation is ended.  Both views are looked at, the other one after switching to it and back.
    *shares_games* is whether another window has the same library.
    """
    require_agreement(hands.app)
    _actions_show_what_is_possible(hands)
    _frame_says_how_it_stands(hands)
    _panels_show_place(hands)
    _views_show_place(hands)
    require_kept(hands.app, hands.keeper, shares_games=shares_games)


def all_show_records(all_hands: Sequence[Hands]) -> None:
    """Fail unless each of the windows that share a library shows what is kept, as above."""
    for hands in all_hands:
        hands.keeper.save()  # so that nobody writes while the library is looked at
    for hands in all_hands:
        board_shows_record(hands, shares_games=True)


# -- the frame -------------------------------------------------------------------------------------


def _actions_show_what_is_possible(hands: Hands) -> None:
    window, place = hands.window, hands.place
    for command in COMMANDS:
        if not command.title:
            continue
        action = window.actions_by_name[command.key]
        assert action.isEnabled() == command.possible(place), command.key
        if command.checked is not None:
            assert action.isChecked() == command.checked(place), command.key
    switches = window.overlays.switches
    assert list(switches) == [overlay.key for overlay in place.overlays]
    assert {key for key, switch in switches.items() if switch.isChecked()} == place.overlays_shown
    for button in window.bar.findChildren(QToolButton):
        if button.isVisible() and button.defaultAction() is not None:
            assert button.isEnabled() == button.defaultAction().isEnabled(), button.objectName()
    assert window.actions_by_name["undo"].isEnabled() == (place.undo_target is not None)
    assert window.actions_by_name["back"].isEnabled() == (place.node.parent is not None)
    assert window.actions_by_name["text"].isChecked() == window.text_shown
    assert window.actions_by_name["graphical"].isChecked() != window.text_shown
    assert window.actions_by_name["full-screen"].isChecked() == window.isFullScreen()
    shown = {key: button.isChecked() for key, button in window.bar.room_buttons.items()}
    assert shown == {key: key == window.rooms.current.key for key in shown}
    guessing = place.get(Guessing) is not None and place[Guessing].running
    assert place.answers == (window.rooms.page.answers and not guessing)


def _frame_says_how_it_stands(hands: Hands) -> None:
    window, place = hands.window, hands.place
    assert window.windowTitle() == window_title(place)
    assert rules_in_words(place.game.rulebook, place.rules) in window.status.facts.text()
    if window.graphical.board is not None:
        window.graphical.board.stop_animation()  # it is told when the move has been shown
    said = window.status.sentence_of(Rank.STANDING)
    page = window.rooms.page
    assert said == (standing(place) if page.has_board else ROOM_OF[page.key].purpose)
    assert window.status.facts.isVisible() == page.has_board
    if place.outcome is not None and page.has_board:
        assert said == place.outcome.reason
    hint = window.status.sentence_of(Rank.HINT)
    assert bool(hint) == (place.hint is not None)
    if place.hint is not None and place.hint.step is not HintStep.WHERE:
        assert place.hint.value.short in hint
    threat = window.status.sentence_of(Rank.THREAT)
    assert threat == ("" if place.get(Threat) is None else place[Threat].sentence)
    if not place.thinking and not place.hinting:
        assert window.status.sentence_of(Rank.PROGRESS) == ""
    assert window.status.failure.text() == hands.keeper.failure
    assert window.status.failure.isVisible() == bool(hands.keeper.failure)


# -- panels ----------------------------------------------------------------------------------------


def _panels_show_place(hands: Hands) -> None:
    host = hands.window.panel_host
    for panel in host.panels.values():
        assert panel.place is hands.place
    if host.panel("players").is_seen:
        _players_are_shown(hands)
    if host.panel("engine").is_seen:
        _analysis_is_shown(hands)
    if host.panel("moves").is_seen:
        trial = hands.place.get(Trial)
        shown = nodes = [node for node in hands.document.record.nodes if node.in_tree]
        if trial is not None:  # what follows is hidden
            shown = [*trial.node.path(), *trial.tried, *hands.place.node.path()]
        elif hands.place.secret:
            shown = hands.place.node.path()
        expected = [node.text if node in shown else "" for node in nodes[1:]]
        assert listed_texts(hands) == expected
        assert marks(hands, hands.document.node)


def _analysis_is_shown(hands: Hands) -> None:
    place, live = hands.place, hands.place.get(Live)
    assert live is not None
    panel = hands.window.panel_host.panel("engine")
    assert isinstance(panel, EnginePanel)
    is_looking = live.on or place.values_wanted
    is_listed = bool(panel.model.rows) or (is_looking and not place.secret)
    assert panel.list.isVisible() == is_listed
    assert panel.analyse_button.isVisible() == (not is_looking and place.outcome is None)
    if not panel.model.held:
        known = {line.move: line.value for line in live.lines} if live.on else dict(place.values)
        known |= {line.move: line.value for line in live.proven}
        ranked = sorted(known.values(), key=lambda value: value.order, reverse=True)
        listed = [row.value for row in panel.model.rows if row.value is not None]
        assert listed == ranked
    shown = panel.facts.whole
    if live.on and live.lines and not live.is_proven:
        assert "proven" not in shown or "partly proven" in shown
        assert place.game.sides[live.node.to_move] in shown


def _players_are_shown(hands: Hands) -> None:
    place = hands.place
    panel = hands.window.panel_host.panel("players")
    assert isinstance(panel, PlayersPanel)
    for side, row in enumerate(panel.rows):
        is_next = place.outcome is None and place.side == side
        assert row.player.whole == who_plays(place, side)
        assert place.game.sides[side] in row.status.whole
        assert place.position.status(side) in row.status.whole
        assert row.is_marked == is_next
        for words in (row.player.whole, place.game.sides[side]):
            assert words in row.accessibleName()
        assert ("to move" in row.accessibleName()) == is_next


# -- views -----------------------------------------------------------------------------------------


def _views_show_place(hands: Hands) -> None:
    """Look at the view in front and then at the other one, and leave everything as it was.

    On a page without a board neither is seen, and what is not seen is not drawn.
    """
    if not hands.window.rooms.page.has_board:
        return
    focus, text = QApplication.focusWidget(), hands.window.text_shown
    for view in (text, not text):
        hands.window.show_view(text=view)
        if view:
            _text_shows_place(hands)
        elif hands.window.graphical.board is not None:
            _board_shows_place(hands)
    hands.window.show_view(text=text)
    if focus is not None and focus.isVisible():
        focus.setFocus()


def _text_shows_place(hands: Hands) -> None:
    text, place = hands.window.text, hands.place
    assert text.diagram.toPlainText() == place.diagram
    titles = [label.text() for label in text.findChildren(QLabel, "cardTitle")]
    assert titles == [result_sentence(place)]


def _board_shows_place(hands: Hands) -> None:
    board, place = hands.board, hands.place
    # Beside those of the graphical view there is one in the preview of a game.
    others = [one for one in hands.window.graphical.findChildren(BoardView) if one is not board]
    assert not any(other.isVisible() for other in others)
    board.stop_animation()
    state = board.state
    assert state is not None
    assert board.position.position_string() == place.position.position_string()
    assert state.last_move == place.node.move
    assert state.playable == place.human_may_move
    assert (state.premove, state.premoves) == (place.premove, place.premoves)
    assert board.flipped == place.flipped
    refuted = None if place.get(Teaching) is None else place[Teaching].refuted
    answer = refuted.answer if refuted is not None and refuted.node is place.node else None
    assert state.hint == (answer if place.hint is None else place.hint.shown_move)
    assert state.clue == (() if place.hint is None else place.hint.clue.cells)
    assert state.threat == (() if place.get(Threat) is None else place[Threat].cells)
    if not board.animating and state.set_up is None:
        assert board.pointers.clue == state.clue
        assert board.pointers.threat.cells == state.threat
        cells = () if place.premove is None else board.move_cells(place.premove)
        assert board.pointers.premove.cells == cells
    assert dict(state.values) == dict(place.values)
    assert state.overlays == place.overlays_shown
    bar, live = hands.window.graphical.bar, place.get(Live)
    analysed = not place.secret and (place.values_wanted or (live is not None and live.on))
    assert bar.isVisible() == (hands.window.preferences.bar and analysed)
    if bar.isVisible():
        assert bar.evaluation == evaluation_of(place, type(board))
    assert state.drawings == place.node.notes.drawings
    assert set(board.annotations.shown) <= set(state.drawings)
    assert board.annotations.mark_shown in (None, place.mark)
    headline = ". ".join(hands.window.graphical.headline.said).strip(". ")
    assert headline == result_sentence(place).strip(". ")
    position = place.position
    key = place.game.key
    if key == "loa":
        held = {square: side for side in (0, 1) for square in position.squares(side)}
        assert board.shown_pieces() == held
    elif key == "kalah":
        assert board.shown_counts() == position.stones()
    elif key == "tictactoe":
        held = {
            cell: side for side in (0, 1) for cell in range(9) if position.marks(side) >> cell & 1
        }
        assert board.shown_marks() == held
