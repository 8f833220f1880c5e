"""Each step of a recorded search in two sentences: what happens, and why.

All values are those for MAX, the side to move at the root, whoever's move they belong to.
"""

from dataclasses import dataclass
from math import inf, isinf, nextafter

from kalahloa.models.search.search_tree import NodeKind, TreeNode
from kalahloa.models.search.steps.state import SearchState, StackLevel
from kalahloa.models.search.tree_words import value_words
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


@dataclass(frozen=True, slots=True)
class StepText:
    """What happens at a step, and why; `why` may be empty."""

    what: str
    why: str = ""


class StepTeller:
    """Puts the steps of a search into words.

    *sides* are the names of the game's sides; *prunes* is whether the searcher has a window of
    alpha and beta.
    """

    def __init__(self, sides: tuple[str, str], prunes: bool = True) -> None:
        self._sides = sides
        self._prunes = prunes

    def describe(self, state: SearchState) -> StepText:
        """Return what has happened at the step of *state*."""
        if state.is_over:
            return self._end(state)
        if state.returned is not None:
            return self._return(state, state.returned)
        return self._entry(state) if len(state.levels) > 1 else self._start(state)

    def ask(self, state: SearchState) -> StepText:
        """Return what has come back at *state*, and the question what is skipped after that."""
        assert state.returned is not None
        what = QT_TRANSLATE_NOOP("Models", "{came}.").format(came=self._came(state, state.returned))
        side = self._sides[state.node.side]
        return StepText(
            what,
            QT_TRANSLATE_NOOP(
                "Models", "{side} chooses here. Which moves will the search skip, if any?"
            ).format(side=side),
        )

    # -- names ---------------------------------------------------------------------------------

    def _max(self, state: SearchState) -> int:
        return state.levels[0].node.side

    def _fields(self, state: SearchState, side: int) -> dict[str, object]:
        """Return the names that any sentence may need; *side* is the one that it is about."""
        most = self._max(state)
        return {
            "side": self._sides[side],
            "other": self._sides[1 - side],
            "max": self._sides[most],
            "min": self._sides[1 - most],
            "kind": "MAX" if side == most else "MIN",
        }

    def _value_words(self, state: SearchState, side: int, value: float) -> str:
        """Return *value*, from the point of view of *side*, for MAX."""
        return value_words(value if side == self._max(state) else 0.0 - value)

    # -- the start and the end -----------------------------------------------------------------

    def _start(self, state: SearchState) -> StepText:
        node = state.node
        fields = self._fields(state, node.side)
        what = QT_TRANSLATE_NOOP(
            "Models",
            "The search starts: {side} is to move, and it looks %n (ply|plies) ahead.",
        ).counted(node.depth, **fields)
        if not self._prunes:
            why = QT_TRANSLATE_NOOP(
                "Models",
                "{max} is MAX and takes the largest value, {min} is MIN and takes the smallest. "
                "The search looks at every move.",
            )
        elif isinf(node.alpha) and isinf(node.beta):
            why = QT_TRANSLATE_NOOP(
                "Models",
                "{max} is MAX, {min} is MIN. Neither is sure of anything yet: alpha is −∞, "
                "beta is ∞.",
            )
        else:
            why = QT_TRANSLATE_NOOP(
                "Models",
                "It searches only for values between {alpha} and {beta}, around the last value. "
                "If the value is outside, it searches again.",
            )
        return StepText(
            what, why.format(alpha=value_words(node.alpha), beta=value_words(node.beta), **fields)
        )

    def _end(self, state: SearchState) -> StepText:
        level, node = state.here, state.node
        value = value_words(node.value)
        if node.value <= node.alpha or node.value >= node.beta:
            what = QT_TRANSLATE_NOOP(
                "Models", "This pass ended with {value}, outside its window."
            ).format(value=value)
            why = (
                QT_TRANSLATE_NOOP(
                    "Models",
                    "So {side} has {value} or less: the search repeats with the window opened "
                    "downwards.",
                )
                if node.value <= node.alpha
                else QT_TRANSLATE_NOOP(
                    "Models",
                    "So {side} has {value} or more: the search repeats with the window opened "
                    "upwards.",
                )
            )
            return StepText(what, why.format(side=self._sides[node.side], value=value))
        best = "" if level.best is None else level.best.text
        what = QT_TRANSLATE_NOOP(
            "Models", "The search is over: {side} has {value}, with move {move}."
        ).format(side=self._sides[node.side], value=value, move=best)
        why_counted = QT_TRANSLATE_NOOP("Models", "This pass visited %n position(s).").counted(
            node.count()
        )
        if not node.is_complete():
            why_counted = QT_TRANSLATE_NOOP(
                "Models",
                "The record of this pass has %n position(s); the others did not fit in memory.",
            ).counted(node.count())
        return StepText(what, why_counted)

    # -- a node is entered ---------------------------------------------------------------------

    def _entry(self, state: SearchState) -> StepText:
        node, above = state.node, state.levels[-2]
        mover = above.node.side
        move = node.text
        names = self._fields(state, mover)
        if node.is_again:
            what = QT_TRANSLATE_NOOP(
                "Models", "{side}'s move {move} is searched again, with an open window."
            )
            why = QT_TRANSLATE_NOOP(
                "Models",
                "The empty window only showed that it is better than {alpha}; now the search "
                "needs its value.",
            ).format(alpha=self._value_words(state, mover, above.alpha))
            return StepText(what.format(move=move, **names), why)
        if node.kind is NodeKind.ESTIMATED:
            what = QT_TRANSLATE_NOOP("Models", "{side} tries move {move}: the horizon.")
            why = QT_TRANSLATE_NOOP(
                "Models", "The search looks no deeper; the heuristic estimates the value."
            )
            return StepText(what.format(move=move, **names), why)
        if node.kind is NodeKind.FINISHED:
            what = QT_TRANSLATE_NOOP("Models", "{side} tries move {move}: the game is over.")
            why = QT_TRANSLATE_NOOP("Models", "The result is the value; no heuristic is needed.")
            return StepText(what.format(move=move, **names), why)
        if node.kind is NodeKind.TABLE:
            what = QT_TRANSLATE_NOOP(
                "Models", "{side} tries move {move}: this position is in the table."
            )
            why = QT_TRANSLATE_NOOP(
                "Models",
                "Other moves led to it before, and the table has its value, so it is not "
                "searched again.",
            )
            return StepText(what.format(move=move, **names), why)
        what = QT_TRANSLATE_NOOP("Models", "{side} tries move {move}.").format(move=move, **names)
        return StepText(what, self._why_entered(state, node, above))

    def _why_entered(self, state: SearchState, node: TreeNode, above: StackLevel) -> str:
        fields = self._fields(state, node.side)
        mover = above.node.side
        if node.side == mover:
            return QT_TRANSLATE_NOOP(
                "Models",
                "{side} moves again: another {kind} node, at the same remaining depth and in the "
                "same window.",
            ).format(**fields)
        if not self._prunes:
            text = (
                QT_TRANSLATE_NOOP(
                    "Models", "Now {side} chooses: a MAX node takes the largest value of its moves."
                )
                if node.side == self._max(state)
                else QT_TRANSLATE_NOOP(
                    "Models",
                    "Now {side} chooses: a MIN node takes the smallest value of its moves.",
                )
            )
            return text.format(**fields)
        if is_empty_window(node):
            return QT_TRANSLATE_NOOP(
                "Models",
                "The window is empty: the only question is whether {mover} gets more than "
                "{alpha} here.",
            ).format(
                mover=self._sides[mover],
                alpha=self._value_words(state, node.side, node.beta),
            )
        alpha, beta = window_of_side(self._max(state), node, node.alpha)
        fields |= {"alpha": value_words(alpha), "beta": value_words(beta)}
        if isinf(alpha) and isinf(beta):
            text = QT_TRANSLATE_NOOP(
                "Models", "Now {side} chooses, a {kind} node. Nobody is sure of anything yet."
            )
        elif isinf(beta):
            text = QT_TRANSLATE_NOOP(
                "Models", "Now {side} chooses, a {kind} node. {max} is sure of {alpha} elsewhere."
            )
        elif isinf(alpha):
            text = QT_TRANSLATE_NOOP(
                "Models",
                "Now {side} chooses, a {kind} node. Elsewhere, {min} can hold {max} to {beta}.",
            )
        else:
            text = QT_TRANSLATE_NOOP(
                "Models",
                "Now {side} chooses, a {kind} node. Elsewhere, {max} is sure of {alpha}, and {min} "
                "can hold {max} to {beta}.",
            )
        return text.format(**fields)

    # -- a value comes back --------------------------------------------------------------------

    def _return(self, state: SearchState, child: TreeNode) -> StepText:
        if state.is_cut:
            return self._cut(state, child)
        level, before = state.here, state.before
        assert before is not None
        node, side = level.node, level.node.side
        fields = self._fields(state, side) | {"came": self._came(state, child)}
        if state.is_to_come_again:
            what = QT_TRANSLATE_NOOP("Models", "{came}: it is better than {alpha}.")
            why = QT_TRANSLATE_NOOP(
                "Models",
                "But the window was empty, so this is only a bound. The move is searched again "
                "for its value.",
            )
            alpha = self._value_words(state, side, before.alpha)
            return StepText(what.format(alpha=alpha, **fields), why)
        if not state.is_better:
            assert level.best is not None and level.value is not None
            what = QT_TRANSLATE_NOOP(
                "Models", "{came}. {side} already has {value}, with move {move}."
            ).format(
                value=self._value_words(state, side, level.value), move=level.best.text, **fields
            )
            return StepText(what, self._why_no_better(state))
        first = before.value is None
        what = (
            QT_TRANSLATE_NOOP("Models", "{came}: the first value here.")
            if first
            else QT_TRANSLATE_NOOP("Models", "{came}: the best for {side} so far.")
        )
        return StepText(what.format(**fields), self._why_better(state, before, node))

    def _came(self, state: SearchState, child: TreeNode) -> str:
        """Return the clause that says with which value a move came back."""
        side = state.node.side
        value = self._value_words(state, child.side, child.value)
        bound = _bound(child, self._max(state))
        if bound:
            more = QT_TRANSLATE_NOOP("Models", "{value} or more")
            less = QT_TRANSLATE_NOOP("Models", "{value} or less")
            value = (more if bound > 0 else less).format(value=value)
        above = state.node.parent
        text = (
            QT_TRANSLATE_NOOP("Models", "{side}'s reply {move} came back as {value}")
            if above is not None and above.side != side
            else QT_TRANSLATE_NOOP("Models", "{side}'s move {move} came back as {value}")
        )
        return text.format(side=self._sides[side], move=child.text, value=value)

    def _why_no_better(self, state: SearchState) -> str:
        side = state.node.side
        fields = self._fields(state, side)
        if not self._prunes:
            text = (
                QT_TRANSLATE_NOOP("Models", "{side} takes the largest value: nothing changes.")
                if side == self._max(state)
                else QT_TRANSLATE_NOOP("Models", "{side} takes the smallest: nothing changes.")
            )
            return text.format(**fields)
        return QT_TRANSLATE_NOOP(
            "Models", "That is no better for {side}: alpha and beta stay as they are."
        ).format(**fields)

    def _why_better(self, state: SearchState, before: StackLevel, node: TreeNode) -> str:
        level, side = state.here, node.side
        maximises = side == self._max(state)
        fields = self._fields(state, side)
        if not self._prunes:
            if before.value is None:
                return ""
            text = (
                QT_TRANSLATE_NOOP(
                    "Models", "{side} takes the largest value: it was {old} with move {move}."
                )
                if maximises
                else QT_TRANSLATE_NOOP(
                    "Models", "{side} takes the smallest value: it was {old} with move {move}."
                )
            )
            move = "" if before.best is None else before.best.text
            old = self._value_words(state, side, before.value)
            return text.format(old=old, move=move, **fields)
        low, high = before.alpha, level.alpha
        if high == low:
            return QT_TRANSLATE_NOOP(
                "Models",
                "But elsewhere {side} has {alpha}, which is at least as good: the window stays as "
                "it is.",
            ).format(alpha=self._value_words(state, side, low), **fields)
        text = (
            QT_TRANSLATE_NOOP(
                "Models", "Alpha rises from {old} to {new}: {max} is sure of that much now."
            )
            if maximises
            else QT_TRANSLATE_NOOP(
                "Models", "Beta falls from {old} to {new}: {min} can hold {max} to that now."
            )
        )
        return text.format(
            old=self._value_words(state, side, low),
            new=self._value_words(state, side, high),
            **fields,
        )

    def _cut(self, state: SearchState, child: TreeNode) -> StepText:
        level = state.here
        node, side = level.node, level.node.side
        assert level.value is not None
        maximises = side == self._max(state)
        value = self._value_words(state, side, level.value)
        fields = self._fields(state, side) | {
            "came": self._came(state, child),
            "value": value,
            "bound": self._value_words(state, side, node.beta),
        }
        holder = bound_holder(state)
        if holder is None:
            what = QT_TRANSLATE_NOOP("Models", "{came}, which is outside the window.")
            why = (
                QT_TRANSLATE_NOOP(
                    "Models",
                    "The only question was whether there is a value above {bound}, and there "
                    "is. The search cuts {side}'s %n other move(s).",
                )
                if maximises
                else QT_TRANSLATE_NOOP(
                    "Models",
                    "The only question was whether there is a value below {bound}, and there "
                    "is. The search cuts {side}'s %n other move(s).",
                )
            )
            return StepText(what.format(**fields), why.counted(node.pruned, **fields))
        place, best = holder
        refuted = state.levels[place + 1].node.text
        fields |= {"refuted": refuted, "best": best}
        what = (
            QT_TRANSLATE_NOOP(
                "Models",
                "{came}, so {side} gets {value} or more against {other}'s move {refuted}. "
                "{other} already has {bound}, with move {best}.",
            )
            if maximises
            else QT_TRANSLATE_NOOP(
                "Models",
                "{came}, so {side} can hold {other}'s move {refuted} to {value} or less. "
                "{other} already has {bound}, with move {best}.",
            )
        )
        why = (
            QT_TRANSLATE_NOOP(
                "Models",
                "So move {refuted} cannot be better for {other}: alpha ({value}) ≥ beta "
                "({bound}). The search cuts {side}'s %n other move(s).",
            )
            if maximises
            else QT_TRANSLATE_NOOP(
                "Models",
                "So move {refuted} cannot be better for {other}: beta ({value}) ≤ alpha "
                "({bound}). The search cuts {side}'s %n other move(s).",
            )
        )
        return StepText(what.format(**fields), why.counted(node.pruned, **fields))


def is_empty_window(node: TreeNode) -> bool:
    """Return whether no value lies between alpha and beta of *node*."""
    return not isinf(node.alpha) and node.beta <= nextafter(node.alpha, inf)


def window_of_side(side: int, node: TreeNode, alpha: float) -> tuple[float, float]:
    """Return the window at *node*, of which *alpha* is the lower end, for *side*."""
    return (alpha, node.beta) if node.side == side else (0.0 - node.beta, 0.0 - alpha)


def bound_holder(state: SearchState) -> tuple[int, str] | None:
    """Return the level whose best move has set beta where the search is, and that move.

    None where the window of the root, or an empty one, has set it.
    """
    node = state.node
    for place in range(len(state.levels) - 2, -1, -1):
        level = state.levels[place]
        is_other = level.node.side != node.side
        if is_other and level.value == 0.0 - node.beta and level.best is not None:
            return place, level.best.text
    return None


def _bound(child: TreeNode, most: int) -> int:
    """Return 1 or -1 where the value of *child* for side *most* is a lower or an upper bound."""
    if child.kind in (NodeKind.ESTIMATED, NodeKind.FINISHED):
        return 0
    if child.value >= child.beta:
        bound = 1
    elif child.value <= child.alpha:
        bound = -1
    else:
        return 0
    return bound if child.side == most else -bound
