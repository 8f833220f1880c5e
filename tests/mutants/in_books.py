"""Bugs in what is shown as proven, and in practising against it."""

from tests.mutants.mutant import Mutant

_KNOWN = "kalahloa/models/search/known.py"
_PAGE = "kalahloa/models/study/book_page.py"
_BELOW = "kalahloa/models/games/kalah/book/below.py"
_KNOWLEDGE = "kalahloa/models/games/kalah/knowledge.py"
_BROWSER = "kalahloa/controllers/features/book/browser.py"
_PRACTICE = "kalahloa/controllers/features/book/practice.py"
_PANEL = "kalahloa/views/panels/book.py"

_PAGE_TESTS = ("tests/models/study/test_book_page.py",)
_WINS_TESTS = ("tests/models/games/loa/test_knowledge.py",)
_DRAWS_TESTS = ("tests/models/games/kalah/book/test_draws.py",)
_PROVING_TESTS = ("tests/models/search/levels/test_proving_engine.py",)
_BUILD_TESTS = ("tests/models/games/kalah/book/test_book.py",)
_SIDE_BY_SIDE_TESTS = ("tests/models/search/solver/test_side_by_side.py",)
_RECHECK_TESTS = ("tests/cli/commands/test_book.py",)
_BELOW_TESTS = ("tests/models/games/kalah/book/test_below.py",)
_BROWSER_TESTS = ("tests/controllers/features/book/test_browser.py",)
_PRACTICE_TESTS = ("tests/controllers/features/book/test_practice.py",)
_PANEL_TESTS = ("tests/views/panels/test_book.py",)

BOOK_MUTANTS = (
    Mutant(
        "extra-turn-changes-sides",
        "The value after a move that lets its side move again is taken for the other side's.",
        _KNOWN,
        "known if position.side == side else _negated(known)",
        "_negated(known)",
        (*_PAGE_TESTS, "tests/models/search/test_known.py"),
    ),
    Mutant(
        "best-of-what-is-known",
        "A position is given the value of its best known move although others are not known.",
        _KNOWN,
        "    if len(found) < len(moves) and not (only_winner_counts and value > 0):\n",
        "    if not found:\n",
        _PAGE_TESTS,
    ),
    Mutant(
        "known-in-spite-of-repetitions",
        "A proven win is known also where the next visit of a position would be a draw.",
        _KNOWN,
        "return None if known is None or _may_repeat(position) else known",
        "return known",
        _WINS_TESTS,
    ),
    Mutant(
        "known-win-by-any-move",
        "Of the moves that are known to win, any is played, so that the game need not end.",
        _KNOWN,
        "return tuple(sorted(steps, key=lambda move: sign * steps[move]))",
        "return tuple(sorted(steps, key=lambda move: -sign * steps[move]))",
        _WINS_TESTS,
    ),
    Mutant(
        "proof-of-other-rules",
        "A proof is checked by the rules that it was found under, and used under others.",
        "kalahloa/models/games/loa/knowledge.py",
        "check_proof(replace(proof, rules=rules), stopped=stopped)",
        "check_proof(proof, stopped=stopped)",
        _WINS_TESTS,
    ),
    Mutant(
        "known-loss-played",
        "The engine plays moves that are known to lose where others are not.",
        "kalahloa/models/search/levels/known_play.py",
        "if lost and len(lost) < len(known.moves):",
        "if False:",
        _WINS_TESTS,
    ),
    Mutant(
        "only-legal-move",
        "The one legal move is called an only move.",
        _PAGE,
        "return self.is_whole and len(self.moves) > 1 and len(self.keeping) == 1",
        "return self.is_whole and len(self.keeping) == 1",
        _PAGE_TESTS,
    ),
    Mutant(
        "tablebase-without-kalahs",
        "The stones in the kalahs are left out of the tablebase's values.",
        _KNOWLEDGE,
        "table.margin_of_pits(mine, theirs) + fixed_score(position)",
        "table.margin_of_pits(mine, theirs)",
        _PAGE_TESTS,
    ),
    Mutant(
        "draws-given-away-followed",
        "A book follows moves that give a draw away.",
        "kalahloa/models/games/kalah/book/draws.py",
        "            if not holds:\n                continue\n",
        "",
        _DRAWS_TESTS,
    ),
    Mutant(
        "draws-of-other-kalahs",
        "Whether a position is drawn is asked without the stones in the kalahs.",
        "kalahloa/models/games/kalah/book/draws.py",
        "            if self._margins[key_of(position)] + fixed_score(position) == 0\n",
        "            if self._margins[key_of(position)] == 0\n",
        _DRAWS_TESTS,
    ),
    Mutant(
        "value-of-the-position-ignored",
        "What the book says of a position does not bound its moves.",
        "kalahloa/models/search/levels/move_prover.py",
        "Bounds(bounds.low, min(bounds.high, known.value))",
        "Bounds(bounds.low, bounds.high)",
        _DRAWS_TESTS,
    ),
    Mutant(
        "a-turn-too-many",
        "A turn that is known in part counts as complete.",
        _BELOW,
        "            is_whole &= count.add_turn(one, after)\n",
        "            is_whole |= count.add_turn(one, after)\n",
        _BELOW_TESTS,
    ),
    Mutant(
        "book-known-to-the-end",
        "A level that knows only the first turns of the book is asked for all of it.",
        "kalahloa/models/search/levels/levels.py",
        "                    book_span=spec.book_span,\n",
        "",
        _PROVING_TESTS,
    ),
    Mutant(
        "book-span-off-by-one",
        "The book is not asked where the value is open within just the span.",
        "kalahloa/models/search/levels/move_prover.py",
        "found.high - found.low < self._book_span",
        "found.high - found.low <= self._book_span",
        _PROVING_TESTS,
    ),
    Mutant(
        "walk-from-elsewhere",
        "A walk is added where one was, although one has gone elsewhere.",
        _BROWSER,
        "if reply is None or document.node is not node or document.place.secret:",
        "if reply is None or document.place.secret:",
        _BROWSER_TESTS,
    ),
    Mutant(
        "practised-lines-stay",
        "Lines that were practised stay in the record.",
        "kalahloa/controllers/core/looked_lines.py",
        "        if all(one in nodes and one.notes == NO_NOTES for one in",
        "        if all(one in nodes and not one.notes for one in",
        _PRACTICE_TESTS,
    ),
    Mutant(
        "found-at-the-second-try",
        "A move that is found after a mistake counts as found at once.",
        _PRACTICE,
        "        if not self._missed:\n            self._set(found=self._practice.found + 1)\n",
        "        self._set(found=self._practice.found + 1)\n",
        _PRACTICE_TESTS,
    ),
    Mutant(
        "practice-is-kept",
        "What is practised in a new game is kept in the library.",
        _PRACTICE,
        "        self.held.emit(True)\n",
        "",
        _PRACTICE_TESTS,
    ),
    Mutant(
        "book-shows-answers",
        "The panel shows what is proven while an opening is practised.",
        _PANEL,
        "        if place is not None and place.secret:\n            self._show_exercise(",
        "        if place is not None and place.secret and not place.practice:\n"
        "            self._show_exercise(",
        _PANEL_TESTS,
    ),
    Mutant(
        "part-of-a-turn-is-whole",
        "A book whose build was stopped within a turn is called complete.",
        "kalahloa/models/games/kalah/book/builder.py",
        "        return done == len(level)\n",
        "        return True\n",
        _BUILD_TESTS,
    ),
    Mutant(
        "side-by-side-in-a-small-table",
        "Positions that are solved side by side have the table that one begins with.",
        "kalahloa/models/search/solver/solver.py",
        "        self._grow_fully(table, stopped)\n",
        "",
        _SIDE_BY_SIDE_TESTS,
    ),
    Mutant(
        "side-by-side-goes-on-when-closed",
        "Positions that nobody waits for any more are solved to the end.",
        "kalahloa/models/search/solver/solver.py",
        "            return closed or stopped()\n",
        "            return stopped()\n",
        _SIDE_BY_SIDE_TESTS,
    ),
    Mutant(
        "wrong-value-passes-the-check",
        "A value of a book that is solved again and differs is called right.",
        "kalahloa/cli/recheck.py",
        "            if not right:\n",
        "            if right is None:\n",
        _RECHECK_TESTS,
    ),
)
