"""Bugs in the analysis, its queue of searches, and the commands."""

from tests.mutants.mutant import Mutant

_ANALYSIS = "kalahloa/controllers/features/analysis/analysis.py"
_FINDINGS = "kalahloa/controllers/features/analysis/findings.py"
_SERVICE = "kalahloa/controllers/work/analysis_service.py"
_JOBS = "kalahloa/controllers/work/search_jobs.py"
_ACTIONS = "kalahloa/controllers/commands/command_actions.py"
_COMMANDS = "kalahloa/controllers/commands/play_commands.py"
_TYPED = "kalahloa/controllers/commands/typed.py"

_PROOFS = "kalahloa/controllers/features/proofs/proofs.py"
_PROVEN = "kalahloa/models/study/forced/proven.py"
_WALK = "kalahloa/models/study/forced/navigation.py"
_PROVER = "kalahloa/models/study/forced/by_proof.py"
_MARGIN = "kalahloa/models/study/forced/by_margin.py"

_ANALYSIS_TESTS = ("tests/controllers/features/analysis/test_analysis.py",)
_FINDINGS_TESTS = ("tests/controllers/features/analysis/test_findings.py",)
_SERVICE_TESTS = ("tests/controllers/work/test_analysis_service.py",)
_ACTION_TESTS = ("tests/controllers/commands/test_command_actions.py",)
_COMMAND_TESTS = ("tests/controllers/commands/test_commands.py",)
_TYPED_TESTS = ("tests/controllers/commands/test_typed.py",)

_PROOFS_TESTS = ("tests/controllers/features/proofs/test_proofs.py",)
_PROVER_TESTS = ("tests/models/study/forced/test_by_proof.py",)
_MARGIN_TESTS = ("tests/models/study/forced/test_by_margin.py",)

SEARCHING_MUTANTS = (
    Mutant(
        "growth-not-stopped",
        "A solver whose table grows cannot be stopped.",
        "kalahloa/models/search/solver/mtd.py",
        "self._table.grow(self._stopped)",
        "self._table.grow()",
        ("tests/models/search/solver/test_solver.py",),
    ),
    Mutant(
        "decided-one-too-high",
        "A value of just what was asked for counts as too little.",
        "kalahloa/models/search/solver/mtd.py",
        "        if found < value:\n",
        "        if found <= value:\n",
        ("tests/models/search/solver/test_solver.py",),
    ),
    Mutant(
        "unknown-taken-for-no",
        "Where the time is over, the value is said to be less than was asked for.",
        "kalahloa/models/search/solver/solution.py",
        "return False if self.high < value else None",
        "return False",
        ("tests/models/search/solver/test_solver.py", "tests/cli/commands/test_solve.py"),
    ),
    # -- results and what is known -----------------------------------------------------------------
    Mutant(
        "first-depth-cut-short",
        "A limit of nodes cuts depth 1 short, so that there is no result.",
        "kalahloa/models/search/engine/iterative_deepening.py",
        "    try:\n        last = MAX_DEPTH",
        "    try:\n        search.limit(None, limits.nodes)\n        last = MAX_DEPTH",
        ("tests/models/search/engine/test_engine.py",),
    ),
    Mutant(
        "time-before-the-memory",
        "The lecture's searchers end at their time even before depth 1 is complete.",
        "kalahloa/models/search/lecture/lecture_searcher.py",
        "        last = MAX_DEPTH if",
        "        walk.limit(limits.seconds)\n        last = MAX_DEPTH if",
        ("tests/models/search/lecture/test_lecture.py",),
    ),
    Mutant(
        "partial-depth-told",
        "What is told of a search is the best of the first moves of the depth that goes on.",
        "kalahloa/models/search/lecture/walk.py",
        "if self.ply == 0 and not self._completed:",
        "if self.ply == 0:",
        ("tests/models/search/lecture/test_lecture.py",),
    ),
    Mutant(
        "nodes-do-not-matter",
        "A result of which no node was searched can be made.",
        "kalahloa/models/search/request.py",
        "if depth < 1 or nodes < 1:",
        "if depth < 1:",
        ("tests/models/search/test_results.py",),
    ),
    Mutant(
        "value-of-the-position-forgotten",
        "Moves are estimated above the proven value of their position.",
        "kalahloa/models/search/move_values.py",
        "            self._ceiling = known.value.value\n",
        "            pass\n",
        ("tests/models/search/test_known.py",),
    ),
    Mutant(
        "session-after-an-extra-turn",
        "The value of a position after an extra turn is remembered for the other side.",
        "kalahloa/models/search/known.py",
        "value if position.side == side else -value",
        "-value",
        ("tests/models/search/test_known.py",),
    ),
    Mutant(
        "session-of-a-part",
        "The best of some moves is remembered as the value of the position.",
        "kalahloa/models/search/known.py",
        "if moves and set(moves) == set(position.legal_moves()):",
        "if moves:",
        ("tests/models/search/test_known.py",),
    ),
    Mutant(
        "stopped-search-answers",
        "A search that is stopped before it begins searches all the same.",
        "kalahloa/models/search/engine/engine.py",
        "            if not stopped():\n                _search(",
        "            if True:\n                _search(",
        ("tests/models/search/engine/test_engine.py",),
    ),
    # -- forced wins -------------------------------------------------------------------------------
    Mutant(
        "one-answer-left-out",
        "The tree of a forced win lacks an answer of the other side.",
        _PROVER,
        "            moves = position.legal_moves()\n        replies =",
        "            moves = position.legal_moves()[:-1]\n        replies =",
        _PROVER_TESTS,
    ),
    Mutant(
        "plan-believed",
        "A plan that leads to a game which is not won counts as a proof.",
        _WALK,
        "        if outcome is None or outcome.winner != self.side:\n",
        "        if outcome is None:\n",
        _PROVER_TESTS,
    ),
    Mutant(
        "longest-is-shortest",
        "The length of a proof is that of the shortest defence.",
        _WALK,
        "                if plies > longest:\n",
        "                if longest < 0 or plies < longest:\n",
        _PROVER_TESTS,
    ),
    Mutant(
        "margin-of-the-other-side",
        "The margin of the side that is not to move has the wrong sign.",
        _MARGIN,
        "(bounds.low, bounds.high) if moves else (-bounds.high, -bounds.low)",
        "(bounds.low, bounds.high)",
        _MARGIN_TESTS,
    ),
    Mutant(
        "verdict-under-other-rules",
        "A verdict is shown for a position under other rules.",
        _PROOFS,
        "            and asked.rules == record.rules\n",
        "",
        _PROOFS_TESTS,
    ),
    Mutant(
        "proof-outlives-its-game",
        "The search for a win goes on in another game.",
        _PROOFS,
        "        if Cause.NEW in causes:\n            self._cancel()\n",
        "        if Cause.NEW in causes:\n",
        _PROOFS_TESTS,
    ),
    # -- hints and values --------------------------------------------------------------------------
    Mutant(
        "hint-comes-back",
        "A hint for one position is followed by one for the next that nobody asked for.",
        _ANALYSIS,
        "            self._stop_hint()\n            self._hints.step = None\n",
        "            self._stop_hint()\n",
        _ANALYSIS_TESTS,
    ),
    Mutant(
        "late-values-at-the-wrong-place",
        "Values that come late are shown at the position that one has gone on to.",
        _ANALYSIS,
        "            self._patience.stop()\n            self._stop_values()\n"
        "            self._stop_hint()\n",
        "            self._patience.stop()\n            self._stop_hint()\n",
        _ANALYSIS_TESTS,
    ),
    Mutant(
        "worst-listed-first",
        "The values are listed from the worst to the best.",
        _ANALYSIS,
        "key=lambda item: item[1].order, reverse=True)",
        "key=lambda item: item[1].order)",
        _ANALYSIS_TESTS,
    ),
    Mutant(
        "values-beside-a-thinking-computer",
        "Values are computed while the computer thinks, and take its time.",
        _ANALYSIS,
        "        possible = self._node.outcome is None and not self._is_thinking()\n",
        "        possible = self._node.outcome is None\n",
        _ANALYSIS_TESTS,
    ),
    Mutant(
        "hint-after-the-end",
        "A hint is searched for after the end of the game.",
        _ANALYSIS,
        "self._reason_request or self._node.outcome is not None:\n",
        "self._reason_request:\n",
        _ANALYSIS_TESTS,
    ),
    Mutant(
        "shallow-replaces-deep",
        "A later estimate replaces a deeper one.",
        _FINDINGS,
        "        if old is None or rank > old.rank:\n",
        "        if True:\n",
        _FINDINGS_TESTS,
    ),
    Mutant(
        "slower-win-kept",
        "Of two proofs of a win the slower one is kept.",
        _FINDINGS,
        "        and 0 < value.plies < (known.plies or inf)\n",
        "        and value.plies > known.plies\n",
        _FINDINGS_TESTS,
    ),
    Mutant(
        "newest-forgotten-first",
        "What was found last is forgotten first.",
        _FINDINGS,
        "            del self._nodes[next(iter(self._nodes))]\n",
        "            del self._nodes[list(self._nodes)[-1]]\n",
        _FINDINGS_TESTS,
    ),
    Mutant(
        "values-before-moves",
        "The computer's move waits until the values are computed.",
        _SERVICE,
        "key=lambda job: (job.priority, job.number)",
        "key=lambda job: (job.number, job.priority)",
        _SERVICE_TESTS,
    ),
    Mutant(
        "stopped-for-good",
        "A search that was stopped for a more urgent one is never done.",
        _SERVICE,
        "            self._jobs[running.number] = replace(running, stop=Stop())\n",
        "            del self._jobs[running.number]\n",
        _SERVICE_TESTS,
    ),
    Mutant(
        "illegal-move-of-a-plug-in",
        "An illegal move of a searcher is taken for an answer.",
        _JOBS,
        "    if result.move not in request.position.legal_moves():\n",
        "    if False:\n",
        _SERVICE_TESTS,
    ),
    # -- commands ----------------------------------------------------------------------------------
    Mutant(
        "rematch-from-the-usual-start",
        "A rematch begins from the usual start.",
        _ACTIONS,
        "        record.game, record.rules, start=record.start, comment=",
        "        record.game, record.rules, comment=",
        _ACTION_TESTS,
    ),
    Mutant(
        "goto-one-before",
        "Going to a ply goes to the one before it.",
        _ACTIONS,
        "    desk.document.walk(line[ply])\n",
        "    desk.document.walk(line[ply - 1])\n",
        _TYPED_TESTS,
    ),
    Mutant(
        "sides-stay",
        "Swapping sides leaves the players where they are.",
        _ACTIONS,
        "    desk.document.set_players((second, first))\n",
        "    desk.document.set_players((first, second))\n",
        _ACTION_TESTS,
    ),
    Mutant(
        "undo-ignores-its-number",
        "Undo takes back one step, whatever number is typed.",
        _ACTIONS,
        "    desk.walks.undo(count(words))\n",
        "    desk.walks.undo()\n",
        _TYPED_TESTS,
    ),
    Mutant(
        "values-not-hidden",
        "Values that are shown cannot be hidden.",
        _ACTIONS,
        "    desk.analysis.set_wanted(not desk.document.place.values_wanted)\n",
        "    desk.analysis.set_wanted(True)\n",
        _ACTION_TESTS,
    ),
    Mutant(
        "pause-while-paused",
        "Pause is offered while the computer waits, and not while it thinks.",
        _COMMANDS,
        "        possible=lambda place: place.thinking,\n",
        "        possible=lambda place: place.waits_for_continue,\n",
        _COMMAND_TESTS,
    ),
    Mutant(
        "redo-where-undo-is-possible",
        "Redo is enabled where undo is possible.",
        _COMMANDS,
        "    return place.redo_target is not None\n",
        "    return place.undo_target is not None\n",
        _COMMAND_TESTS,
    ),
    Mutant(
        "capitals-are-no-command",
        "A command that is typed with a capital is not known.",
        _TYPED,
        "        name = words[0].lower()\n",
        "        name = words[0]\n",
        _TYPED_TESTS,
    ),
    Mutant(
        "completions-mind-capitals",
        "What begins with a capital is not completed.",
        _TYPED,
        "        return [line for line in lines if line.lower().startswith(text.lower())]\n",
        "        return [line for line in lines if line.startswith(text)]\n",
        _TYPED_TESTS,
    ),
    Mutant(
        "estimate-beside-a-bound",
        "The best move is estimated below what it is proven to be worth.",
        _FINDINGS,
        "                values[best] = values[best].within(self.floor, inf)\n",
        "                values[best] = values[best].within(-inf, inf)\n",
        _FINDINGS_TESTS,
    ),
    Mutant(
        "any-choice-is-lifted",
        "The move that a player chose is taken for the best one.",
        _FINDINGS,
        "            if self.moves or best == self.suggested:",
        "            if True:",
        _FINDINGS_TESTS,
    ),
    Mutant(
        "uncounted-win-counts-as-shortest",
        "A win whose length is not counted is never replaced by one that is.",
        _FINDINGS,
        "        and 0 < value.plies < (known.plies or inf)\n",
        "        and value.plies < known.plies\n",
        _FINDINGS_TESTS,
    ),
    Mutant(
        "loser-is-said-to-win",
        "The moves of the side that loses are called won.",
        _PROVEN,
        "move_value(1.0 if wins else -1.0, True, plies, False, 0)",
        "move_value(1.0, True, plies, False, 0)",
        _PROOFS_TESTS,
    ),
    Mutant(
        "no-win-for-the-wrong-side",
        "That a side cannot win bounds the other one.",
        _PROVEN,
        "ProvenMoves(_for_mover((-inf, 0.0), wins))",
        "ProvenMoves(_for_mover((-inf, 0.0), not wins))",
        _PROOFS_TESTS,
    ),
    Mutant(
        "proven-margin-for-one-place",
        "An exact margin that is proven is forgotten where its position is met again.",
        _ANALYSIS,
        "                known.remember_value(position, round(low))\n",
        "                pass\n",
        _PROOFS_TESTS,
    ),
    Mutant(
        "depth-of-another-search",
        "A move that proofs have chosen is said to be searched as deep as the engine's own.",
        "kalahloa/models/search/levels/proving_engine.py",
        "            depth=self._depth if line is None else analysis.depth,\n",
        "            depth=analysis.depth,\n",
        ("tests/models/search/levels/test_proving_engine.py",),
    ),
)
