"""Bugs in the window, its panels, the text view, the terminal (*found*: see `in_controllers`)."""

from tests.mutants.mutant import Mutant

_MAIN = "kalahloa/views/window/main_window.py"
_SENTENCES = "kalahloa/views/window/sentences.py"
_ACTIONS = "kalahloa/views/window/actions.py"
_BAR = "kalahloa/views/window/bar.py"
_DOCKS = "kalahloa/views/window/docks.py"
_WORKSPACES = "kalahloa/views/window/workspaces.py"
_STATUS = "kalahloa/views/window/status_line.py"
_ERRANDS = "kalahloa/views/window/errands.py"
_PALETTE = "kalahloa/views/window/palette.py"
_RECENT = "kalahloa/views/window/recent_menu.py"
_GRAPHICAL = "kalahloa/views/graphical_view.py"
_TEXT = "kalahloa/views/text_view.py"
_TERMINAL = "kalahloa/views/terminal.py"
_CAPTIONS = "kalahloa/views/captions.py"
_PLAYERS = "kalahloa/views/panels/players.py"
_MOVES = "kalahloa/views/panels/moves.py"
_SOUND = "kalahloa/views/sound.py"

_PROOF = "kalahloa/views/panels/proof.py"
_GAMES_TABLE = "kalahloa/views/items/games_table.py"
_GAMES_TABLE_TESTS = ("tests/views/items/test_games_table.py",)
_PROOF_TREE = "kalahloa/views/items/proof_tree.py"
_PROOF_TESTS = ("tests/views/panels/test_proof.py",)
_WINDOW_TESTS = ("tests/views/window/test_main_window.py",)
_FRAME_TESTS = ("tests/views/window/test_frame.py",)
_BAR_TESTS = ("tests/views/window/test_bar.py",)
_DOCK_TESTS = ("tests/views/window/test_docks.py",)
_WORKSPACE_TESTS = ("tests/views/window/test_workspaces.py",)
_STATUS_TESTS = ("tests/views/window/test_status_line.py",)
_PALETTE_TESTS = ("tests/views/window/test_palette.py",)
_RECENT_TESTS = ("tests/views/window/test_recent_menu.py",)
_TEXT_TESTS = ("tests/views/test_text_view.py",)
_CAPTION_TESTS = ("tests/views/test_captions.py",)
_PLAYERS_TESTS = ("tests/views/panels/test_players.py",)
_MOVES_TESTS = ("tests/views/panels/test_moves.py",)
_SOUND_TESTS = ("tests/views/test_sound.py",)

WINDOW_MUTANTS = (
    # -- the tree of a forced win ------------------------------------------------------------------
    Mutant(
        "row-chosen-by-the-board",
        "The row that was chosen in the tree is another one whenever values come.",
        _PROOF,
        "(is_other or change.moved)",
        "(is_other or change.moved or change.causes)",
        _PROOF_TESTS,
    ),
    Mutant(
        "late-replies-dropped",
        "What was searched for in the tree of a win is not shown when it comes.",
        _PROOF_TREE,
        "branch is not None and branch.waiting else None",
        "branch is not None and not branch.waiting else None",
        _PROOF_TESTS,
    ),
    # -- the frame ---------------------------------------------------------------------------------
    Mutant(
        "geometry-not-saved",
        "The window's place and size are not saved (found).",
        _MAIN,
        '                "window/geometry": self.saveGeometry(),\n',
        "",
        (*_FRAME_TESTS, *_DOCK_TESTS),
    ),
    Mutant(
        "view-not-saved",
        "A window that was closed with the text view in front opens with the board.",
        _MAIN,
        '"text" if self.text_shown else "graphical",\n                "window/workspace"',
        '"graphical",\n                "window/workspace"',
        _FRAME_TESTS,
    ),
    Mutant(
        "values-forgotten",
        "That values are shown is forgotten when the window is closed.",
        "kalahloa/views/window/switches.py",
        "            self._writer.write(self._switched())\n",
        "            pass\n",
        ("tests/views/test_values_between_games.py",),
    ),
    Mutant(
        "animation-not-awaited",
        "The computer does not wait for the animation of the last move.",
        _MAIN,
        "        return self.graphical.animating\n",
        "        return False\n",
        (
            f"{_WINDOW_TESTS[0]}::test_what_the_computer_has_found_waits_until_the_animation_is_skipped",
        ),
    ),
    Mutant(
        "progress-stays",
        "How a search was getting on is still said when it has ended.",
        _SENTENCES,
        '            status.show_sentence(Rank.PROGRESS, "")\n',
        "            pass\n",
        _STATUS_TESTS,
    ),
    Mutant(
        "old-remark-stays",
        "What the mouse was on is still said after a move.",
        _SENTENCES,
        '            status.remark("")\n',
        "            pass\n",
        _STATUS_TESTS,
    ),
    Mutant(
        "refusal-not-said",
        "A move that is refused is refused without a word.",
        _MAIN,
        "            self._desk.turns.play(move)\n        except KalahloaError as error:\n"
        "            self.say(in_words(error))\n",
        "            self._desk.turns.play(move)\n        except KalahloaError:\n"
        "            pass\n",
        _STATUS_TESTS,
    ),
    Mutant(
        "speed-not-applied",
        "The speed of animations that was chosen counts from the next start only.",
        _MAIN,
        "        self.graphical.set_speed(preferences.speed)\n",
        "",
        ("tests/views/dialogs/test_dialogs.py",),
    ),
    Mutant(
        "desktop-not-followed",
        "The window keeps its colours when the desktop's scheme changes.",
        _MAIN,
        '        if self.preferences.scheme == "system":\n            self.set_theme(',
        '        if self.preferences.scheme != "system":\n            self.set_theme(',
        _FRAME_TESTS,
    ),
    Mutant(
        "escape-always-full-screen",
        "Escape is never the board's.",
        _MAIN,
        "        self._escape.setEnabled(self.isFullScreen())\n",
        "        self._escape.setEnabled(True)\n",
        _FRAME_TESTS,
    ),
    Mutant(
        "computer-answers-in-study",
        "A change of the workspace does not tell whether the computer answers.",
        _MAIN,
        "        self._desk.turns.set_answers(workspace.answers)\n",
        "",
        _WORKSPACE_TESTS,
    ),
    # -- actions, bar, palette, status line --------------------------------------------------------
    Mutant(
        "undo-always-enabled",
        "Buttons are enabled where nothing can be done.",
        _ACTIONS,
        "                action.setEnabled(possible)\n",
        "                pass\n",
        _WINDOW_TESTS,
    ),
    Mutant(
        "switch-shows-the-click",
        "The switch for values shows what Qt has toggled, and not whether they are shown.",
        _ACTIONS,
        "                if action.isChecked() is not checked:\n"
        "                    action.setChecked(checked)\n",
        "",
        ("tests/views/test_values.py", "tests/views/test_values_between_games.py"),
    ),
    Mutant(
        "first-key-only",
        "Of a command's keys only its own work, not those of the platform.",
        _ACTIONS,
        "    for sequence in sequences:\n",
        "    for sequence in sequences[:1]:\n",
        _BAR_TESTS,
    ),
    Mutant(
        "rematch-before-continue",
        "While the computer waits, the bar offers a rematch and not to continue.",
        _BAR,
        "        shown = enabled[0] if enabled",
        "        shown = enabled[-1] if enabled",
        _BAR_TESTS,
    ),
    Mutant(
        "bar-never-grows",
        "Buttons that have lost their text in a narrow window never get it back.",
        _BAR,
        "            if self._widths[fit] <= self.width():\n                break\n",
        "            if self._widths[fit] <= self.width() and fit >= (self._fit or fit):\n"
        "                break\n",
        _BAR_TESTS,
    ),
    Mutant(
        "palette-does-the-impossible",
        "The palette says nothing when what was chosen is not possible.",
        _PALETTE,
        "            self._refuse(entry.reason)\n",
        "",
        _PALETTE_TESTS,
    ),
    Mutant(
        "palette-any-word",
        "The palette finds what has any of the words, not all of them.",
        _PALETTE,
        "        if any(\n            place is None and _first(others, word) is None\n",
        "        if typed and all(\n            place is None and _first(others, word) is None\n",
        _PALETTE_TESTS,
    ),
    Mutant(
        "palette-beside-what-was-written",
        "The palette does something else where what was written in full is not possible.",
        _PALETTE,
        "rank = (typed != titles, elsewhere,",
        "rank = (elsewhere,",
        _PALETTE_TESTS,
    ),
    Mutant(
        "palette-forgets-recent",
        "The palette forgets what was used last.",
        _PALETTE,
        "        self._recent = [entry.key, *(key for key in self._recent if key != entry.key)]"
        "[:MAX_RECENT]\n",
        "",
        _PALETTE_TESTS,
    ),
    Mutant(
        "lowest-rank-shown",
        "The status line shows the least important sentence.",
        _STATUS,
        "self._sentences[max(self._sentences)]",
        "self._sentences[min(self._sentences)]",
        _STATUS_TESTS,
    ),
    Mutant(
        "second-notice-cut-short",
        "A second notice goes when the time of the first is over.",
        _STATUS,
        "            self._age.start(NOTICE_MS)\n            announce(self, sentence)\n",
        "            if not self._age.isActive():\n                self._age.start(NOTICE_MS)\n"
        "            announce(self, sentence)\n",
        _STATUS_TESTS,
    ),
    Mutant(
        "refusal-not-spoken",
        "Screen readers hear nothing of refusals.",
        _STATUS,
        "            self._age.start(NOTICE_MS)\n            announce(self, sentence)\n",
        "            self._age.start(NOTICE_MS)\n",
        _STATUS_TESTS,
    ),
    Mutant(
        "player-of-the-other-side",
        "A click on a player changes the other one.",
        _ERRANDS,
        "document.set_player(side, dialog",
        "document.set_player(1 - side, dialog",
        ("tests/views/dialogs/test_dialogs.py",),
    ),
    Mutant(
        "rules-are-the-index",
        "The rules of the game show the first page of the help.",
        _ERRANDS,
        "        self._show_page(self._desk.document.game.key)\n",
        '        self._show_page("index")\n',
        ("tests/views/dialogs/test_dialogs.py",),
    ),
    Mutant(
        "every-recent-game-is-the-last",
        "Every entry of the recent games opens the last one of the list.",
        _RECENT,
        "lambda _on=False, number=game.id: self._choose(number)",
        "lambda _on=False: self._choose(game.id)",
        _RECENT_TESTS,
    ),
    Mutant(
        "recent-players-swapped",
        "The players of a recent game stand the wrong way round.",
        _RECENT,
        "            first=game.players[0],\n            second=game.players[1],\n",
        "            first=game.players[1],\n            second=game.players[0],\n",
        _RECENT_TESTS,
    ),
    # -- docks and workspaces ----------------------------------------------------------------------
    Mutant(
        "hidden-panels-work",
        "Panels that nobody sees draw every change.",
        _DOCKS,
        "panel.set_in_front(seen)",
        "panel.set_in_front(True)",
        _DOCK_TESTS,
    ),
    Mutant(
        "late-panel-has-missed-the-game",
        "A panel that is shown for the first time is not told of the game.",
        _DOCKS,
        "            panel.show_change(Change.everything(self._place))\n",
        "            pass\n",
        _DOCK_TESTS,
    ),
    Mutant(
        "failed-panel-stops-the-others",
        "After a panel that fails, the others are not told any more.",
        _DOCKS,
        '            _log.exception("The panel %s has failed", key)\n',
        '            _log.exception("The panel %s has failed", key)\n            raise\n',
        ("tests/views/window/test_panels_from_outside.py",),
    ),
    Mutant(
        "panels-at-the-side-in-portrait",
        "In a portrait window the panels take the board's width.",
        _DOCKS,
        "area = sides.BottomDockWidgetArea if shape is Shape.PORTRAIT else ",
        "area = ",
        _DOCK_TESTS,
    ),
    Mutant(
        "layout-lost-by-switching",
        "What was arranged in a workspace is lost when another one is shown.",
        _WORKSPACES,
        "            self._keep()\n            if self.current.has_board:\n",
        "            if self.current.has_board:\n",
        _WORKSPACE_TESTS,
    ),
    Mutant(
        "damaged-layout-restored",
        "An arrangement that is damaged is restored as it is.",
        _WORKSPACES,
        "    return QByteArray(state) if whole else None\n",
        "    return QByteArray(state)\n",
        _DOCK_TESTS,
    ),
    # -- panels ------------------------------------------------------------------------------------
    Mutant(
        "nobody-is-to-move",
        "The players' panel never marks who is to move (found).",
        _PLAYERS,
        "            current = place.outcome is None and place.side == side\n",
        "            current = False\n",
        _PLAYERS_TESTS,
    ),
    Mutant(
        "to-move-when-over",
        "The players' panel marks who is to move after the end of the game.",
        _PLAYERS,
        "            current = place.outcome is None and place.side == side\n",
        "            current = place.side == side\n",
        _PLAYERS_TESTS,
    ),
    Mutant(
        "other-side-s-status",
        "Either player's row says how the other side stands.",
        _PLAYERS,
        "in_words(place.position.status(side))",
        "in_words(place.position.status(1 - side))",
        _PLAYERS_TESTS,
    ),
    Mutant(
        "colours-of-the-last-game",
        "The discs keep the colours of the last game.",
        _PLAYERS,
        "        if change.is_new:\n            self._show_colours(place)\n",
        "        if change.is_new and self.rows[0].disc.isHidden():\n"
        "            self._show_colours(place)\n",
        _PLAYERS_TESTS,
    ),
    Mutant(
        "list-ignores-undo",
        "The list's highlight does not follow undo (found).",
        _MOVES,
        "        if is_other or is_relisted or change.moved or change.came",
        "        if is_other or is_relisted or change.came",
        _MOVES_TESTS,
    ),
    Mutant(
        "counts-stay",
        "The counts above the list stay as they were.",
        _MOVES,
        "            self.tree.show_change(change)\n            self._show_counts()\n",
        "            self.tree.show_change(change)\n",
        _MOVES_TESTS,
    ),
    # -- the views ---------------------------------------------------------------------------------
    Mutant(
        "hidden-board-is-stale",
        "A board that was hidden shows the position of before.",
        _GRAPHICAL,
        "        if self._is_stale and self._place is not None:\n",
        "        if False:\n",
        _WINDOW_TESTS,
    ),
    Mutant(
        "wheel-the-other-way",
        "The wheel walks the other way.",
        _GRAPHICAL,
        'self.asked.emit("back" if direction < 0 else "forward", [])',
        'self.asked.emit("forward" if direction < 0 else "back", [])',
        (f"{_WINDOW_TESTS[0]}::test_the_wheel_walks_back_and_forward_and_rests_at_the_ends",),
    ),
    Mutant(
        "board-of-the-last-game",
        "The board of the last game stays in the window, beside the new one.",
        _GRAPHICAL,
        "            self._layout.removeWidget(self.board)\n            self.board.hide()\n"
        "            self.board.deleteLater()\n",
        "",
        (f"{_WINDOW_TESTS[0]}::test_a_new_game_of_another_kind_replaces_the_board",),
    ),
    Mutant(
        "text-board-not-turned",
        "The board in characters does not turn.",
        "kalahloa/controllers/core/place.py",
        "        return draw(self.position, self.flipped)",
        "        return draw(self.position, False)",
        _TEXT_TESTS,
    ),
    Mutant(
        "history-loses-the-draft",
        "Walking through what was typed loses the line that was being typed.",
        _TEXT,
        "            self._draft = self.text()\n",
        "            pass\n",
        _TEXT_TESTS,
    ),
    Mutant(
        "text-says-a-hint-again",
        "The text view says a hint again with every change.",
        _TEXT,
        "        if place.hint is not None and place.hint.news != known:\n",
        "        if place.hint is not None:\n",
        _TEXT_TESTS,
    ),
    Mutant(
        "tab-leaves-the-line",
        "Tab goes through the completions once and then sticks to the last.",
        _TEXT,
        "            self._choice = (self._choice + 1) % len(self._choices)\n",
        "            self._choice = min(self._choice + 1, len(self._choices) - 1)\n",
        _TEXT_TESTS,
    ),
    Mutant(
        "terminal-waits-as-the-window",
        "A game from a file of lines waits for the computer's least thinking time.",
        _TERMINAL,
        "            desk.turns.minimum_think_seconds = 0.0\n",
        "            pass\n",
        ("tests/views/test_terminal.py::test_only_somebody_who_types_is_given_time_to_look",),
    ),
    Mutant(
        "terminal-walks-as-the-window",
        "A line that is walked through in a file of lines stops two seconds at each move.",
        _TERMINAL,
        "            desk.autoplay.seconds = 0.0\n",
        "            pass\n",
        ("tests/views/test_terminal.py::test_only_somebody_who_types_is_given_time_to_look",),
    ),
    Mutant(
        "bar-takes-more-than-it-has",
        "The bar leaves its texts where they have a little too little room.",
        _BAR,
        "            if self._widths[fit] <= self.width():\n",
        "            if self._widths[fit] <= self.width() + 40:\n",
        ("tests/views/window/test_bar.py::test_nothing_of_the_bar_is_ever_cut_off",),
    ),
    Mutant(
        "terminal-does-not-save",
        "The terminal does not save before it waits for a line.",
        _TERMINAL,
        "                    self._keeper.save()\n",
        "",
        (
            "tests/views/test_terminal.py::test_a_move_is_on_the_disk_before_the_next_line_is_waited_for",
        ),
    ),
    Mutant(
        "interrupt-quits",
        "An interrupt while the computer thinks ends the program instead of pausing.",
        _TERMINAL,
        "            if not self._typed:  # nobody can type go\n",
        "            if True:\n",
        ("tests/views/test_terminal.py::test_an_interrupt_while_the_computer_thinks_holds_play",),
    ),
    Mutant(
        "sowings-described-from-the-last",
        "The terminal describes the sowings of a turn from the position before the last.",
        _TERMINAL,
        "        for _ in change.played:\n            position.unmake()\n",
        "        position.unmake()\n",
        ("tests/views/test_terminal.py::test_a_turn_that_was_played_before_is_told_whole_again",),
    ),
    Mutant(
        "your-turn-between-humans",
        "Between two humans the caption says that it is your turn.",
        _CAPTIONS,
        "    if sum(place.computers) == 1:\n",
        "    if sum(place.computers) <= 1:\n",
        _CAPTION_TESTS,
    ),
    Mutant(
        "moves-again-unsaid",
        "The caption does not say that a side moves again.",
        _CAPTIONS,
        "    if node.side == node.to_move:\n",
        "    if False:\n",
        _CAPTION_TESTS,
    ),
    Mutant(
        "no-sound-at-the-end",
        "The last move of a game sounds like any other.",
        _SOUND,
        '    if node.outcome is not None:\n        return "end"\n',
        "",
        _SOUND_TESTS,
    ),
    Mutant(
        "walks-make-a-sound",
        "Undo and redo make a sound, too.",
        _SOUND,
        "and Cause.MOVE in change.causes:\n",
        "and change.moved:\n",
        _SOUND_TESTS,
    ),
    Mutant(
        "changes-forgotten",
        "Of two changes that come at once, panels are told of the last one only.",
        _DOCKS,
        "change_told = before.followed_by(change)",
        "change_told = change",
        _DOCK_TESTS,
    ),
    Mutant(
        "comment-told-later",
        "What is written as a comment may go to the move that was shown before.",
        "kalahloa/views/panels/comment.py",
        "is_told_at_once = True",
        "is_told_at_once = False",
        _DOCK_TESTS,
    ),
    Mutant(
        "handle-without-height",
        "The handle of a panel lies upon it, and cannot be dragged.",
        "kalahloa/views/window/panel_dock.py",
        "        size.addStrut(TITLE_HEIGHT)\n",
        "",
        _DOCK_TESTS,
    ),
    Mutant(
        "row-under-the-mouse-unmarked",
        "The game under the mouse is not marked in the library.",
        _GAMES_TABLE,
        "self.rowAt(round(event.position().y())) if inside else -1",
        "-1",
        _GAMES_TABLE_TESTS,
    ),
    Mutant(
        "chosen-games-unmarked",
        "The games that are chosen are not marked in the library.",
        _GAMES_TABLE,
        "                chosen=row in chosen,",
        "                chosen=False,",
        _GAMES_TABLE_TESTS,
    ),
    Mutant(
        "rows-stay-empty",
        "Rows of the library for which there was no time stay empty.",
        _GAMES_TABLE,
        '            self._turns.add("rows", lambda: self._draw(left_out))\n',
        "            pass\n",
        _GAMES_TABLE_TESTS,
    ),
    Mutant(
        "list-text-cut",
        "The text of a closed list is cut off in a letter.",
        "kalahloa/views/look/drop_down.py",
        "Qt.TextElideMode.ElideRight, room",
        "Qt.TextElideMode.ElideRight, 10_000",
        ("tests/views/look/test_drop_down.py",),
    ),
    Mutant(
        "rules-forgotten-by-the-filter",
        "The rules that were chosen are forgotten when the filter's games change.",
        "kalahloa/views/panels/game_filters.py",
        "        self.rules.setCurrentIndex(max(0, self.rules.findData(chosen)))\n",
        "        self.rules.setCurrentIndex(0)\n",
        ("tests/views/panels/test_games.py",),
    ),
)
