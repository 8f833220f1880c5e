"""Bugs in the dialogs."""

from tests.mutants.mutant import Mutant

_NEW_GAME = "kalahloa/views/dialogs/new_game.py"
_CHOOSER = "kalahloa/views/dialogs/player_chooser.py"
_PREFERENCES = "kalahloa/views/dialogs/preferences.py"
_FILES = "kalahloa/views/dialogs/files.py"
_START = "kalahloa/views/dialogs/start_field.py"
_RULES = "kalahloa/views/dialogs/rules_form.py"

_DIALOG_TESTS = ("tests/views/dialogs/test_dialogs.py",)
_NEW_GAME_TESTS = ("tests/views/dialogs/test_new_game.py",)

DIALOG_MUTANTS = (
    Mutant(
        "swap-copies",
        "Swapping the players gives both sides the same one.",
        _NEW_GAME,
        "        self.choosers[1].set_player(first)\n",
        "        self.choosers[1].set_player(second)\n",
        _NEW_GAME_TESTS,
    ),
    Mutant(
        "rules-of-the-last-game",
        "Another game is offered with the rules that were chosen for the last one.",
        _NEW_GAME,
        "        self._rules_form.set_game(self._game, self._game.rulebook.default)\n",
        "        pass\n",
        _NEW_GAME_TESTS,
    ),
    Mutant(
        "unsound-start-accepted",
        "A start that cannot be read closes the dialog.",
        _NEW_GAME,
        "        if self._start.check():\n            self._start.line.setFocus()\n"
        "        else:\n            self.accept()\n",
        "        self._start.check()\n        self.accept()\n",
        (*_NEW_GAME_TESTS, *_DIALOG_TESTS),
    ),
    Mutant(
        "unchanged-player-reduced",
        "A player that nobody has changed loses what the fields do not show.",
        _CHOOSER,
        "        if read != self._read_from_given:\n            return read\n",
        "        if True:\n            return read\n",
        _NEW_GAME_TESTS,
    ),
    Mutant(
        "depth-and-time-exchanged",
        "A limit in time is read as one in depth.",
        _CHOOSER,
        "        by_depth = self.measure.currentData() == _DEPTH\n        return Player(\n",
        "        by_depth = True\n        return Player(\n",
        _NEW_GAME_TESTS,
    ),
    Mutant(
        "speed-rounded",
        "A speed between those of the list is changed by OK.",
        _PREFERENCES,
        "            speed=self._before.speed if kept else self.speed.currentData(),\n",
        "            speed=self.speed.currentData(),\n",
        _DIALOG_TESTS,
    ),
    Mutant(
        "font-size-ignored",
        "The font size that is chosen is not taken over.",
        _PREFERENCES,
        "            font_points=self.font_points.value(),\n",
        "",
        _DIALOG_TESTS,
    ),
    Mutant(
        "no-suffix",
        "A copy gets no suffix, so that the dialog to open a game does not list it.",
        _FILES,
        "    dialog.setDefaultSuffix(next(iter(filters.values())))\n",
        "",
        ("tests/views/dialogs/test_files.py",),
    ),
    Mutant(
        "fair-start-of-other-rules",
        "A fair start stays in the line when other rules are chosen.",
        _START,
        "        if self.start in before and self.start not in self._fair_starts:\n"
        "            self.line.clear()\n",
        "",
        (*_DIALOG_TESTS, *_NEW_GAME_TESTS),
    ),
    Mutant(
        "typed-start-is-fair",
        "Any start that is typed is called a fair one.",
        _START,
        '        return FAIR_COMMENT if self.start in self._fair_starts else ""\n',
        '        return FAIR_COMMENT if self.start and self._fair_starts else ""\n',
        _DIALOG_TESTS,
    ),
    Mutant(
        "own-rules-stay",
        "The list still offers own rules when those of a preset are chosen.",
        _RULES,
        "            if own >= 0:\n                self.preset.removeItem(own)\n",
        "",
        _NEW_GAME_TESTS,
    ),
    Mutant(
        "player-of-another-game",
        "A player who was asked for one game moves in the one that has come meanwhile.",
        "kalahloa/views/window/errands.py",
        "            if document.record is record:  # otherwise",
        "            if document.game is record.game:  # otherwise",
        _DIALOG_TESTS,
    ),
)
