"""Bugs in the boards, in what screen readers are told of them, and in the colours."""

from tests.mutants.mutant import Mutant

_BOARD = "kalahloa/views/boards/board_view.py"
_KALAH = "kalahloa/views/boards/kalah_board.py"
_LOA = "kalahloa/views/boards/loa_board.py"
_TICTACTOE = "kalahloa/views/boards/tictactoe_board.py"
_VALUES = "kalahloa/views/boards/move_values.py"
_ACCESSIBILITY = "kalahloa/views/accessibility.py"
_THEME = "kalahloa/views/look/theme.py"

_WINDOW_TESTS = "tests/views/window/test_main_window.py"
_BOARD_TESTS = ("tests/views/boards/test_board_view.py",)
_KALAH_TESTS = ("tests/views/boards/test_kalah_board.py",)
_LOA_TESTS = ("tests/views/boards/test_loa_board.py",)
_TICTACTOE_TESTS = ("tests/views/boards/test_tictactoe_board.py",)
_ACCESSIBILITY_TESTS = ("tests/views/test_accessibility.py",)

BOARD_MUTANTS = (
    # -- any board ---------------------------------------------------------------------------------
    Mutant(
        "click-skips-and-plays",
        "A click during an animation also chooses the cell.",
        _BOARD,
        "            # A click during an animation skips it.\n            self.stop_animation()\n"
        "            return\n",
        "            self.stop_animation()\n",
        (f"{_WINDOW_TESTS}::test_a_click_skips_an_animation_and_moves_nothing",),
    ),
    Mutant(
        "animation-not-settled",
        "Nobody is told that an animation has ended.",
        _BOARD,
        "            self.cells_changed.emit()\n            self.settled.emit()\n",
        "            self.cells_changed.emit()\n",
        (f"{_WINDOW_TESTS}::test_the_computer_waits_for_the_animation_and_then_moves",),
    ),
    Mutant(
        "wheel-keeps-the-rest",
        "What was left of a notch counts when the wheel turns back.",
        "kalahloa/views/boards/wheel.py",
        "            self._rest = 0\n        self._rest += by\n",
        "            pass\n        self._rest += by\n",
        _BOARD_TESTS,
    ),
    Mutant(
        "keys-of-commands-play",
        "Keys with Ctrl or Alt that mean no command walk and play on the board.",
        _BOARD,
        "        if self.state is None or event.modifiers() & _COMMAND:\n",
        "        if self.state is None:\n",
        _BOARD_TESTS,
    ),
    Mutant(
        "focus-goes-behind",
        "An arrow key takes the focus to the nearest cell, also behind.",
        "kalahloa/views/boards/nearest.py",
        'return ahead + 2.5 * aside if ahead > 1 else float("inf")',
        'return abs(ahead) + 2.5 * aside if abs(ahead) > 1 else float("inf")',
        _BOARD_TESTS,
    ),
    Mutant(
        "caption-over-the-board",
        "The caption is shown where there is no room for it.",
        _BOARD,
        "        shown = spare >= self._caption.height\n",
        "        shown = True\n",
        (*_BOARD_TESTS, *_KALAH_TESTS),
    ),
    Mutant(
        "minus-is-a-hyphen",
        "Negative values have a hyphen instead of a minus sign.",
        _VALUES,
        '    return text.replace("-", "−")\n',
        "    return text\n",
        ("tests/views/boards/test_move_values.py",),
    ),
    Mutant(
        "worst-is-best",
        "The move of the lowest value is ticked as the best.",
        _VALUES,
        "    highest = max(value.number",
        "    highest = min(value.number",
        ("tests/views/boards/test_move_values.py",),
    ),
    # -- Kalah -------------------------------------------------------------------------------------
    Mutant(
        "counts-left-behind",
        "The written numbers do not follow where not every stone is drawn.",
        _KALAH,
        "            if self._counts[cell].text() != str(stones):\n",
        "            if False:\n",
        (
            f"{_KALAH_TESTS[0]}::test_a_board_with_more_stones_than_can_be_drawn_still_writes_their_true_numbers",
        ),
    ),
    Mutant(
        "number-key-of-the-other-side",
        "The keys 1 to 9 choose the pits of the other side.",
        _KALAH,
        "        return layout.pit(self._kalah.side, number) if",
        "        return layout.pit(1 - self._kalah.side, number) if",
        (f"{_KALAH_TESTS[0]}::test_a_number_key_plays_the_movers_pit_of_that_number",),
    ),
    Mutant(
        "opponent-s-pit-unsaid",
        "A click on a pit of the other side says that the pit is empty.",
        _KALAH,
        "        elif layout.side(cell) != kalah.side:\n            sentence =",
        "        elif False:\n            sentence =",
        (f"{_KALAH_TESTS[0]}::test_clicking_what_is_no_move_is_refused_with_the_reason",),
    ),
    Mutant(
        "no-preview-of-captures",
        "The preview of a sowing does not say how many stones it takes.",
        _KALAH,
        "            self._show_effect(takes, sowing.captured_from)\n",
        "",
        (
            f"{_KALAH_TESTS[0]}::test_the_effect_of_a_sowing_stands_on_the_board_while_its_pit_is_under_the_mouse",
        ),
    ),
    Mutant(
        "values-at-wrong-cells",
        "Values stand at the pits of both sides.",
        _KALAH,
        "        if layout.side(cell) != self._kalah.side:\n            return None\n"
        "        return SWAP",
        "        return SWAP",
        (*_KALAH_TESTS, "tests/views/test_values.py"),
    ),
    # -- Lines of Action ---------------------------------------------------------------------------
    Mutant(
        "captured-piece-stays",
        "A captured piece does not fade while the other arrives.",
        _LOA,
        "        if slide.taken is not None:\n",
        "        if False:\n",
        _LOA_TESTS,
    ),
    Mutant(
        "second-click-keeps-selection",
        "A second click on a selected piece does not put it down.",
        _LOA,
        "            if self._second_press and cell == self.selected:\n",
        "            if False:\n",
        _LOA_TESTS,
    ),
    Mutant(
        "dropped-outside-stays-there",
        "A piece that is dropped outside the board stays where it was dropped.",
        _LOA,
        "        where = QPointF(self._standing[square].pos())\n        self._put_back()\n",
        "        where = QPointF(self._standing[square].pos())\n        self._dragging = False\n",
        _LOA_TESTS,
    ),
    Mutant(
        "clicks-not-turned",
        "On a turned board a click means the square opposite.",
        _LOA,
        "        return self._grid.square_at(point, self.flipped)\n",
        "        return self._grid.square_at(point, False)\n",
        _LOA_TESTS,
    ),
    Mutant(
        "winners-not-shown",
        "The group that has won is not shown.",
        _LOA,
        "        self._marks.show_group(group)\n",
        "        self._marks.show_group([])\n",
        _LOA_TESTS,
    ),
    Mutant(
        "pass-hides",
        "Where one must pass, no button to pass is shown.",
        _LOA,
        "        self._marks.show_pass(self._must_pass())\n",
        "        self._marks.show_pass(False)\n",
        _LOA_TESTS,
    ),
    # -- tic-tac-toe -------------------------------------------------------------------------------
    Mutant(
        "row-not-struck",
        "The row that has won is not struck through.",
        _TICTACTOE,
        "        self._row = self._strike_over(_winning_row(board))\n",
        "        self._row = None\n",
        _TICTACTOE_TESTS,
    ),
    Mutant(
        "faint-mark-of-the-other-side",
        "Under the mouse there is the mark of the side that is not to move.",
        _TICTACTOE,
        "            mark.setVisible(free and side == self.position.side)\n",
        "            mark.setVisible(free and side != self.position.side)\n",
        _TICTACTOE_TESTS,
    ),
    Mutant(
        "values-while-a-mark-is-drawn",
        "The values of the next moves are shown while the last mark is still drawn.",
        _TICTACTOE,
        "            if value is None or self.animating or cell in self._marks:\n",
        "            if value is None or cell in self._marks:\n",
        _TICTACTOE_TESTS,
    ),
    # -- screen readers and colours ----------------------------------------------------------------
    Mutant(
        "changes-not-told",
        "Screen readers are not told that the contents of a cell have changed.",
        _ACCESSIBILITY,
        "        board.cells_changed.connect(self._cells_changed)\n",
        "",
        _ACCESSIBILITY_TESTS,
    ),
    Mutant(
        "press-during-animation-lost",
        "What a screen reader presses during an animation is lost.",
        _ACCESSIBILITY,
        "            board.stop_animation()\n            board.press(cell.number)\n",
        "            board.press(cell.number)\n",
        _ACCESSIBILITY_TESTS,
    ),
    Mutant(
        "descriptions-are-names",
        "A screen reader hears a cell's name instead of the value of its move.",
        _ACCESSIBILITY,
        "            return description_of(board, self.number)\n",
        "            return board.cell_name(self.number)\n",
        _ACCESSIBILITY_TESTS,
    ),
    Mutant(
        "disabled-as-enabled",
        "What is disabled has the colour of what is not.",
        _THEME,
        "            palette.setColor(QPalette.ColorGroup.Disabled, role, self.muted)\n",
        "            palette.setColor(QPalette.ColorGroup.Disabled, role, self.text)\n",
        ("tests/views/look/test_theme.py",),
    ),
)
