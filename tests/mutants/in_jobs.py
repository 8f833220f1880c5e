"""Bugs in long proofs: what is asked, what is kept, and what is estimated."""

from tests.mutants.mutant import Mutant

_FOLDER = "kalahloa/models/games/kalah/job"
_TESTS = "tests/models/games/kalah/job"
_WIN_FOLDER = "kalahloa/models/search/proof/job"
_WIN_TESTS = "tests/models/search/proof/job"

JOB_MUTANTS = (
    Mutant(
        "question-off-by-one-stone",
        "The question to the other side leaves a margin between yes and no.",
        f"{_FOLDER}/proof_tree.py",
        "yield Piece(child, won - piece.at_least + 2)",
        "yield Piece(child, won - piece.at_least)",
        (f"{_TESTS}/test_proof_tree.py",),
    ),
    Mutant(
        "bounds-of-the-same-side",
        "The upper bound of a position is taken from the upper bounds after its turns.",
        f"{_FOLDER}/proof_tree.py",
        "most = max(most, won - child_low)",
        "most = max(most, won - child_high)",
        (f"{_TESTS}/test_proof_tree.py",),
    ),
    Mutant(
        "tablebase-option-ignored",
        "A book is built with the usual tablebase, whatever is asked for.",
        "kalahloa/cli/recheck.py",
        "    if stones is None:\n        stones = stones_for(",
        "    if True:\n        stones = stones_for(",
        ("tests/cli/commands/test_book.py",),
    ),
    Mutant(
        "solver-of-another-claim",
        "A worker goes on with the solver of the job before.",
        f"{_WIN_FOLDER}/solver.py",
        'if getattr(_here, "setting", None) != setting:',
        'if not hasattr(_here, "setting"):',
        (f"{_WIN_TESTS}/test_win_job.py",),
    ),
    Mutant(
        "stale-numbers",
        "An answer does not reach the numbers of the positions before.",
        f"{_FOLDER}/proof_tree.py",
        "                self._stale |= self._asking.get(piece, set())\n",
        "",
        (f"{_TESTS}/test_proof_tree.py::test_numbers_that_are_kept_are_those_computed_anew",),
    ),
    Mutant(
        "the-same-piece-for-all",
        "Pieces that workers have are given out again.",
        f"{_FOLDER}/job.py",
        "            self._busy.add(piece)\n",
        "",
        (f"{_TESTS}/test_job.py",),
    ),
    Mutant(
        "torn-end-kept",
        "A file goes on behind a line that was not written to its end.",
        "kalahloa/models/storage/growing_file.py",
        "self._file.truncate(end)\n                self._file.seek(end)\n",
        "self._file.seek(0, os.SEEK_END)\n",
        (f"{_TESTS}/test_job_file.py", "tests/models/match/test_match_file.py"),
    ),
    Mutant(
        "every-answer-a-lower-bound",
        "An answer below the number asked is read as a lower bound.",
        f"{_FOLDER}/piece.py",
        "        return self.bound >= self.piece.at_least\n",
        "        return self.bound >= 0\n",
        (f"{_TESTS}/test_piece_solver.py",),
    ),
    Mutant(
        "verifying-what-was-asked",
        "Verifying asks what the piece asked instead of what the answer claims.",
        f"{_FOLDER}/piece_solver.py",
        "beta = answer.bound if answer.is_at_least else answer.bound + 1",
        "beta = answer.piece.at_least",
        (f"{_TESTS}/test_piece_solver.py",),
    ),
    Mutant(
        "weights-left-out",
        "A piece that stands for others counts as one.",
        f"{_FOLDER}/sampling.py",
        "        return tuple(seconds * weight for seconds, weight in pairs)\n",
        "        return tuple(seconds for seconds, weight in pairs)\n",
        (f"{_TESTS}/test_sampling.py",),
    ),
    Mutant(
        "one-answered-reply-is-enough",
        "A position is won once the attacker has an answer to one of the defender's replies.",
        f"{_WIN_FOLDER}/graph.py",
        "    return node.value if all(one.value == node.value for one in before.after) else OPEN\n",
        "    return node.value if any(one.value == node.value for one in before.after) else OPEN\n",
        (f"{_WIN_TESTS}/test_win_job.py",),
    ),
    Mutant(
        "open-positions-left-behind",
        "Where all that a move leads to is being worked on, the start is taken for not won.",
        f"{_WIN_FOLDER}/graph.py",
        "            if busy:\n                return None\n",
        "",
        (f"{_WIN_TESTS}/test_win_job.py",),
    ),
    Mutant(
        "cycles-walked",
        "The check of a job's proof follows it back to a position on the way.",
        f"{_WIN_FOLDER}/verify.py",
        "            if not known[key]:\n",
        "            if False:\n",
        (f"{_WIN_TESTS}/test_win_job.py",),
    ),
    Mutant(
        "answers-not-checked",
        "A win counts as right once it is searched again, whatever its answers lead to.",
        f"{_WIN_FOLDER}/verify.py",
        "check_proof(ProofFile(game, rules, key, side, answers), stopped=self._stopped)",
        "ProofFile(game, rules, key, side, answers)",
        (f"{_WIN_TESTS}/test_win_job.py",),
    ),
    Mutant(
        "job-with-other-types-in-it",
        "A job whose rules are a list ends with a traceback.",
        "kalahloa/models/storage/checked_lines.py",
        "(ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)",
        "(ValueError, KeyError, TypeError, OverflowError, RecursionError)",
        ("tests/models/test_any_json.py",),
    ),
    Mutant(
        "one-game-hides-the-rules-of-all",
        "One damaged row keeps a list of games from being shown.",
        "kalahloa/models/library/library.py",
        "isinstance(rules := read_value(text), dict)",
        "isinstance(rules := __import__('json').loads(text), dict)",
        ("tests/models/test_any_json.py",),
    ),
)
