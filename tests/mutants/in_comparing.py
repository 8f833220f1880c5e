"""Bugs in comparing searchers, and in what is counted for that."""

from tests.mutants.mutant import Mutant

_COUNTING = "kalahloa/models/search/lecture/counting.py"
_COMPARISON = "kalahloa/models/search/comparison.py"
_WORDS = "kalahloa/models/search/comparison_words.py"
_ALPHA_BETA = "kalahloa/models/search/lecture/alpha_beta.py"
_CONTROLLER = "kalahloa/controllers/features/comparison/comparison.py"
_CHART = "kalahloa/views/plots/cost_chart.py"

_MODEL_TESTS = ("tests/models/search/test_comparison.py",)
_TREE_TESTS = ("tests/models/search/test_recorded_trees.py",)

COMPARING_MUTANTS = (
    Mutant(
        "cut-off-at-alpha",
        "A cut-off is counted wherever the value is better than alpha.",
        _COUNTING,
        "        if value >= frame.beta:\n",
        "        if value > -frame.beta:\n",
        _MODEL_TESTS,
    ),
    Mutant(
        "all-nodes-in-vain",
        "A second look costs all nodes that were visited before, not those of the first look.",
        _COUNTING,
        "            self._repeated += before - above.began\n",
        "            self._repeated += before\n",
        _TREE_TESTS,
    ),
    Mutant(
        "hits-are-leaves",
        "Positions that the table answers count as leaves.",
        _COUNTING,
        "        self._hits += 1\n",
        "        self._hits += 1\n        self._leaves += 1\n",
        _TREE_TESTS,
    ),
    Mutant(
        "counts-of-all-passes",
        "The counts go on from one pass to the next.",
        _COUNTING,
        "            self._clear()\n            self._window",
        "            self._window",
        _TREE_TESTS,
    ),
    Mutant(
        "given-up-is-finished",
        "The nodes of a search that was given up are taken for all there are.",
        _COMPARISON,
        "        return not self.given_up and not self.failed\n",
        "        return not self.failed\n",
        _MODEL_TESTS,
    ),
    Mutant(
        "half-a-suite",
        "A position is added before all searchers have been through it.",
        _COMPARISON,
        "        if len(plan.samples) == 1:\n",
        "        if plan.samples:\n",
        _MODEL_TESTS,
    ),
    Mutant(
        "tried-deeper",
        "A search that was given up is tried again a ply deeper.",
        _COMPARISON,
        "        if found.ending is not Ending.FINISHED:\n            self._ends",
        "        if found.ending is Ending.FAILED:\n            self._ends",
        _MODEL_TESTS,
    ),
    Mutant(
        "factor-of-one-ply",
        "The branching factor is that of the last ply, which differs for odd and even depths.",
        _COMPARISON,
        "        plies = min(2, len(rows) - 1)\n",
        "        plies = 1\n",
        _MODEL_TESTS,
    ),
    Mutant(
        "engines-value",
        "The engine's value, by another heuristic, counts as a contradiction.",
        _COMPARISON,
        "                if one.value is not None and is_counted(one.task.searcher)\n",
        "                if one.value is not None\n",
        _MODEL_TESTS,
    ),
    Mutant(
        "floor-and-floor",
        "The smallest tree has the same number of leaves at odd depths as one ply before.",
        _WORDS,
        "moves ** ceil(depth / 2) + moves",
        "moves ** floor(depth / 2) + moves",
        _MODEL_TESTS,
    ),
    Mutant(
        "window-stays-closed",
        "After a fail-high the window is opened on the other side.",
        _ALPHA_BETA,
        "            elif value >= beta:\n                beta = inf\n",
        "            elif value >= beta:\n                alpha, beta = -inf, inf\n",
        _TREE_TESTS,
    ),
    Mutant(
        "cut-above-beta",
        "A value equal to beta does not cut off.",
        _ALPHA_BETA,
        "                if best >= beta:\n",
        "                if best > beta:\n",
        _TREE_TESTS,
    ),
    Mutant(
        "comparison-of-the-last-game",
        "A comparison is still shown when another game is open.",
        _CONTROLLER,
        "            self.comparison = self.node = None\n",
        "            self.node = None\n",
        ("tests/controllers/features/comparison/test_comparison.py",),
    ),
    Mutant(
        "linear-bars",
        "The bars are as long as the numbers, not as their logarithms.",
        _CHART,
        "        return min(1.0, log10(number / self.low) / log10(self.high / self.low))\n",
        "        return min(1.0, number / self.high)\n",
        ("tests/views/plots/test_cost_plots.py",),
    ),
)
