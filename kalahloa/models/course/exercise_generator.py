"""Makes questions from positions at random, by a seed: another seed gives another variant."""

from collections.abc import Callable, Sequence
from random import Random
from zlib import crc32

from kalahloa.models.course.exercise import CourseExercise
from kalahloa.models.course.line_question import LineQuestion
from kalahloa.models.course.match_exercise import MatchQuestion
from kalahloa.models.course.move_questions import (
    BestMoveQuestion,
    Exact,
    HorizonQuestion,
    JudgedMove,
    NumberQuestion,
    OrderQuestion,
    QuietQuestion,
)
from kalahloa.models.course.pruning import (
    fewest_leaves,
    leaves_in_order,
    quiescence,
    static_after,
)
from kalahloa.models.course.question import CourseQuestion, MoveChoice
from kalahloa.models.course.small_tree import MAX_NODES, SmallTree
from kalahloa.models.course.tree_questions import CutsQuestion, TableQuestion, ValuesQuestion
from kalahloa.models.course.trial_search import PLAIN, PRUNING, search, short_estimate, value_after
from kalahloa.models.game.line import format_line
from kalahloa.models.game.outcome import FIRST
from kalahloa.models.game.position import Position
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.lecture.scale import MAX_ESTIMATED, lecture_text
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.search_tree import NodeKind
from kalahloa.models.search.searchers import find_lecture_searcher
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

MAX_TRIES = 1500
"""So many positions are looked at before an exercise is said to have no question."""
MAX_VALUES = 6
"""So many values are asked for at most."""
MAX_CUT_LEAVES = 14
MAX_ORDERED = 5
MAX_CHOICES = 9
MAX_MOVES_OF_MANY = 20
MIN_MISJUDGED = 2.0
"""The least difference between the values of two depths that is worth a question."""

Stopped = Callable[[], bool]
Maker = Callable[[CourseExercise, Position, Stopped], CourseQuestion | None]


def make_question(exercise: CourseExercise, seed: int, stopped: Stopped = never) -> CourseQuestion:
    """Return the question number *seed* of *exercise*; the same number gives the same question.

    Raises `BadFile` if no position gives one, and `SearchStopped` if *stopped* returns True.
    """
    rng = Random(f"{exercise.name}/{exercise.kind}/{seed}")
    make = KINDS[exercise.kind]
    for _ in range(MAX_TRIES):
        if stopped():
            raise SearchStopped("The search was stopped.")
        position = exercise.ground.walked(rng, rng.randint(*exercise.plies))
        question = None if position is None else make(exercise, position, stopped)
        if question is not None:
            return question
    raise BadFile(
        QT_TRANSLATE_NOOP("Models", "The exercise {name} has no question.").format(
            name=exercise.name
        )
    )


def _tree(
    exercise: CourseExercise,
    position: Position,
    searcher: str,
    stopped: Stopped,
    negated: bool = False,
) -> SmallTree | None:
    """Return the tree of *position*, None if it has not as many nodes as it is to have."""
    result = search(exercise.ground, position, searcher, exercise.depth, stopped=stopped)
    tree = result.passes[-1]
    least, most = exercise.nodes
    if not least <= len(tree) <= min(most, MAX_NODES) or tree.root.depth != exercise.depth:
        return None
    if sum(bool(node.children) for node in tree.root.walk()) > MAX_INNER:
        return None
    return SmallTree.of(tree, negated)


MAX_INNER = 24


def _is_plain(tree: SmallTree) -> bool:
    """Return whether all values of *tree* are estimates or draws, which are easily compared."""
    return all(abs(node.value) <= MAX_ESTIMATED for node in tree)


def _root_values(tree: SmallTree) -> list[float]:
    return [tree.to_parent(tree[child]) for child in tree.root.children]


# -- trees -----------------------------------------------------------------------------------------


def _values(
    exercise: CourseExercise, position: Position, stopped: Stopped
) -> CourseQuestion | None:
    searcher = find_lecture_searcher(exercise.searcher)
    negated = searcher is not None and searcher.negates
    tree = _tree(exercise, position, exercise.searcher or PLAIN, stopped, negated)
    if tree is None or not _is_plain(tree) or not 3 <= len(tree.inner) <= MAX_VALUES:
        return None
    if len(set(_root_values(tree))) < 2 or any(value == 0 for value in _root_values(tree)):
        return None
    text = (
        QT_TRANSLATE_NOOP(
            "Models",
            "What is each of the nodes {nodes} worth to the side to move there? The leaves have "
            "the value for their own side to move.",
        )
        if negated
        else QT_TRANSLATE_NOOP(
            "Models", "What are the nodes {nodes} worth? All values are those for MAX."
        )
    )
    asked = tuple(node.index for node in tree.inner)
    return ValuesQuestion(
        text=text.format(nodes=", ".join(node.name for node in tree.inner)),
        position=position,
        tree=tree,
        hidden=frozenset(asked),
        asked=asked,
        sides=exercise.ground.game.sides,
    )


def _cuts(exercise: CourseExercise, position: Position, stopped: Stopped) -> CourseQuestion | None:
    tree = _tree(exercise, position, PLAIN, stopped)
    if tree is None or not _is_plain(tree) or len(tree.leaves) > MAX_CUT_LEAVES:
        return None
    result = search(exercise.ground, position, PRUNING, exercise.depth, stopped=stopped)
    question = CutsQuestion(
        text=QT_TRANSLATE_NOOP(
            "Models",
            "Alpha-beta searches this tree from the first move to the last. Which nodes does it "
            "skip?",
        ),
        position=position,
        tree=tree,
        hidden=frozenset(node.index for node in tree.inner),
        pruned=result.passes[-1],
        sides=exercise.ground.game.sides,
    )
    cut = [node for node in tree.leaves if node.index in question.answer]
    return question if 2 <= len(cut) <= len(tree.leaves) - 3 else None


def _table(exercise: CourseExercise, position: Position, stopped: Stopped) -> CourseQuestion | None:
    tree = _tree(exercise, position, "alpha-beta-table", stopped)
    if tree is None:
        return None
    answered = [node for node in tree if node.kind is NodeKind.TABLE]
    if not 1 <= len(answered) <= 4:
        return None
    boards = [_after(position, tree.moves(node.index)) for node in tree]
    searched = {
        (boards[node.index], node.depth, node.ply): node.index for node in reversed(tree.inner)
    }
    earlier = {node.index: searched[boards[node.index], node.depth, node.ply] for node in answered}
    return TableQuestion(
        text=QT_TRANSLATE_NOOP(
            "Models",
            "This is the tree of a search with a table, which searches nothing below a node "
            "that the table answers. Which nodes does the table answer?",
        ),
        position=position,
        tree=tree,
        hidden=frozenset(node.index for node in tree),
        earlier=earlier,
    )


def _after(position: Position, moves: Sequence[int]) -> str:
    after = position.copy()
    for move in moves:
        after.make(move)
    return after.position_string()


# -- moves -----------------------------------------------------------------------------------------


def _choices(
    position: Position, notes: Sequence[str] = (), moves: Sequence[int] = ()
) -> tuple[MoveChoice, ...]:
    """Return the *moves* of *position*, by default all, each with its note."""
    texts = [position.format_move(move) for move in moves or position.legal_moves()]
    return tuple(
        MoveChoice(text, note) for text, note in zip(texts, notes or [""] * len(texts), strict=True)
    )


def _order(exercise: CourseExercise, position: Position, stopped: Stopped) -> CourseQuestion | None:
    tree = _tree(exercise, position, PLAIN, stopped)
    if tree is None or not _is_plain(tree) or not 3 <= len(tree.root.children) <= MAX_ORDERED:
        return None
    as_given = leaves_in_order(tree, range(len(tree.root.children)))
    fewest = fewest_leaves(tree)
    if as_given - min(fewest) < 2 or len(set(_root_values(tree))) < 2:
        return None
    return OrderQuestion(
        text=QT_TRANSLATE_NOOP(
            "Models",
            "In which order should alpha-beta search the moves of {root} to visit the fewest "
            "leaves? In the order of the tree, it visits {leaves}.",
        ).format(root=tree.root.name, leaves=as_given),
        position=position,
        tree=tree,
        hidden=frozenset({0}),
        choices=_choices(position, moves=[tree.moves(child)[0] for child in tree.root.children]),
        fewest=fewest,
    )


def _horizon(
    exercise: CourseExercise, position: Position, stopped: Stopped
) -> CourseQuestion | None:
    moves = position.legal_moves()
    if not 2 <= len(moves) <= MAX_CHOICES:
        return None
    judged = []
    for move in moves:
        shallow, _, _ = value_after(exercise.ground, position, move, exercise.depth, stopped)
        deep, line, _ = value_after(exercise.ground, position, move, exercise.deep, stopped)
        judged.append(JudgedMove(shallow, deep, " ".join(format_line(position, (move, *line[:2])))))
    drops = sorted((abs(one.shallow - one.deep) for one in judged), reverse=True)
    if drops[0] < MIN_MISJUDGED or drops[0] - drops[1] < 1 or max(drops) > MAX_ESTIMATED:
        return None
    notes = [lecture_text(one.shallow) for one in judged]
    return HorizonQuestion(
        text=QT_TRANSLATE_NOOP(
            "Models",
            "Each move shows its value at depth {shallow}. Which move does depth {shallow} "
            "misjudge most, compared with depth {deep}?",
        ).format(shallow=exercise.depth, deep=exercise.deep),
        position=position,
        choices=_choices(position, notes),
        judged=tuple(judged),
        shallow=exercise.depth,
        deep=exercise.deep,
    )


def _best_move(
    exercise: CourseExercise, position: Position, stopped: Stopped
) -> CourseQuestion | None:
    moves = position.legal_moves()
    if not 2 <= len(moves) <= MAX_MOVES_OF_MANY:
        return None
    if exercise.what == "win":
        # Most positions are not won: the engine finds that out sooner.
        best = Engine(1).choose(
            position.copy(),
            Limits(depth=exercise.depth),
            exercise.ground.game.heuristic(exercise.ground.heuristic),
            stopped=stopped,
        )
        if not best.score.decided or best.score.number < 0 or (best.score.plies or 0) < 3:
            return None
    exact = []
    for move in moves:
        value, line, proven = value_after(exercise.ground, position, move, exercise.depth, stopped)
        if not proven and exercise.what != "win":
            return None
        exact.append(Exact(value, " ".join(format_line(position, (move, *line[:3]))[1:])))
        if exercise.what == "win" and sum(one.value > MAX_ESTIMATED for one in exact) > 1:
            return None
    values = sorted((one.value for one in exact), reverse=True)
    if exercise.what == "win":
        if sum(value > MAX_ESTIMATED for value in values) != 1:
            return None
        text = QT_TRANSLATE_NOOP(
            "Models", "Exactly one move wins by force within %n plies. Which one?"
        ).counted(exercise.depth)
        choices = _choices(position)
    else:
        if values[0] - values[1] < 50 or values[0] < 0:
            return None
        text = QT_TRANSLATE_NOOP(
            "Models",
            "Play it out: which move gives {side} the best result if nobody makes a mistake?",
        ).format(side=exercise.ground.game.sides[position.side])
        choices = _choices(position)
    return BestMoveQuestion(text=text, position=position, choices=choices, exact=tuple(exact))


def _quiet(exercise: CourseExercise, position: Position, stopped: Stopped) -> CourseQuestion | None:
    moves = position.legal_moves()
    if not 3 <= len(moves) <= MAX_MOVES_OF_MANY:
        return None
    ground = exercise.ground
    before = ground.game.heuristic(ground.heuristic)(position)
    after = tuple(static_after(ground, position, move) for move in moves)
    question = QuietQuestion(
        text=QT_TRANSLATE_NOOP(
            "Models",
            "Which moves change the heuristic's value by {noise} or more at once, so that a "
            "quiescence search follows them? The value is now {before}.",
        ).format(noise=short_estimate(exercise.noise).lstrip("+"), before=short_estimate(before)),
        position=position,
        choices=_choices(position),
        before=before,
        after=after,
        noise=exercise.noise,
    )
    if max(map(abs, after)) > MAX_ESTIMATED:
        return None
    return question if 1 <= len(question.answer) < len(moves) else None


# -- numbers ---------------------------------------------------------------------------------------


def _number(
    exercise: CourseExercise, position: Position, stopped: Stopped
) -> CourseQuestion | None:
    return NUMBERS[exercise.what](exercise, position, stopped)


def _leaves(
    exercise: CourseExercise, position: Position, stopped: Stopped
) -> CourseQuestion | None:
    """How many leaves a tree of two plies has, which can be counted on the board."""
    tree = _tree(exercise, position, PLAIN, stopped)
    if tree is None:
        return None
    counts = [
        len([leaf for leaf in tree.below(child) if leaf.is_leaf]) for child in tree.root.children
    ]
    moves, leaves = len(counts), sum(counts)
    if len(set(counts)) < 2:
        return None
    return NumberQuestion(
        text=QT_TRANSLATE_NOOP(
            "Models",
            "How many leaves does the tree of this position have at depth {depth}? A finished "
            "game is a leaf, too.",
        ).format(depth=exercise.depth),
        position=position,
        answer=leaves,
        why=QT_TRANSLATE_NOOP(
            "Models",
            "After the {moves} moves there are {counts} leaves, together {leaves}.",
        ).format(moves=moves, counts=", ".join(map(str, counts)), leaves=leaves),
        hint=QT_TRANSLATE_NOOP(
            "Models", "Play each of the {moves} moves on the board, and count the replies."
        ).format(moves=moves),
        slips={
            float(len(tree)): QT_TRANSLATE_NOOP(
                "Models", "{number} is the number of all nodes; count only the leaves."
            ).format(number=len(tree)),
            float(moves * counts[0]): QT_TRANSLATE_NOOP(
                "Models", "Moves have different numbers of replies: count each one."
            ),
        },
    )


def _passes(
    exercise: CourseExercise, position: Position, stopped: Stopped
) -> CourseQuestion | None:
    """How many nodes the passes before the last one take."""
    sizes = []
    for depth in range(1, exercise.depth + 1):
        result = search(exercise.ground, position, PLAIN, depth, stopped=stopped)
        sizes.append(len(result.passes[-1]))
    least, most = exercise.nodes
    if not least <= sizes[-1] <= most or sizes[-1] == sizes[-2]:
        return None
    before = sum(sizes[:-1])
    listed = ", ".join(map(str, sizes))
    return NumberQuestion(
        text=QT_TRANSLATE_NOOP(
            "Models",
            "Game-tree search reaches depth {depth} by iterative deepening. The passes have "
            "{sizes} nodes. How many per cent do the earlier passes add to the last one, "
            "rounded to a whole number?",
        ).format(depth=exercise.depth, sizes=listed),
        position=position,
        answer=float(round(100 * before / sizes[-1])),
        why=QT_TRANSLATE_NOOP(
            "Models",
            "The earlier passes have {before} nodes, the last one {last}: {before} divided by "
            "{last} is {share} %.",
        ).format(before=before, last=sizes[-1], share=round(100 * before / sizes[-1])),
        hint=QT_TRANSLATE_NOOP("Models", "Add up all passes but the last, and divide by the last."),
        slips={
            float(round(100 * (before + sizes[-1]) / sizes[-1])): QT_TRANSLATE_NOOP(
                "Models", "That is all passes together; only the earlier ones are extra."
            )
        },
    )


def _quiescence(
    exercise: CourseExercise, position: Position, stopped: Stopped
) -> CourseQuestion | None:
    """What a position is worth once captures are played out."""
    ground = exercise.ground
    if not 2 <= len(position.legal_moves()) <= MAX_CHOICES:
        return None
    before = ground.game.heuristic(ground.heuristic)(position)
    value = quiescence(ground, position, exercise.noise)
    best = max(static_after(ground, position, move) for move in position.legal_moves())
    if value == before or abs(value) > MAX_ESTIMATED:
        return None
    slips = {
        before: QT_TRANSLATE_NOOP(
            "Models", "That is the value before anything is captured; a capture gains more."
        ),
        best: QT_TRANSLATE_NOOP(
            "Models", "That is the value right after the capture; the other side replies."
        ),
    }
    slips.pop(value, None)
    side = ground.game.sides[position.side]
    return NumberQuestion(
        text=QT_TRANSLATE_NOOP(
            "Models",
            "The heuristic gives {side} {before}. A quiescence search follows moves of both "
            "sides that change the value by {noise} or more, and may stop before any of them. "
            "What value does it give?",
        ).format(
            side=side,
            before=short_estimate(before),
            noise=short_estimate(exercise.noise).lstrip("+"),
        ),
        position=position,
        answer=value,
        why=QT_TRANSLATE_NOOP("Models", "With all captures played out, {side} has {value}.").format(
            side=side, value=short_estimate(value)
        ),
        hint=QT_TRANSLATE_NOOP(
            "Models",
            "{side} takes the best of its value now and the values after each non-quiet move "
            "and the non-quiet replies.",
        ).format(side=side),
        slips=slips,
    )


def _beat(exercise: CourseExercise, position: Position, stopped: Stopped) -> CourseQuestion | None:
    text = QT_TRANSLATE_NOOP(
        "Models",
        "Write a heuristic for {game} that wins a short match against level {level} when "
        "searched %n turn(s) deep. What is its name?",
    )
    ground = exercise.ground
    return MatchQuestion(
        text=text.counted(exercise.depth, game=ground.game.title, level=exercise.level),
        position=position,
        game=ground.game,
        level=exercise.level,
        depth=exercise.depth,
        seed=crc32(position.position_string().encode()) & 0xFFFF,
    )


def _line(exercise: CourseExercise, position: Position, stopped: Stopped) -> CourseQuestion | None:
    """Return the question how the first side beats a search; None where it cannot."""
    replies, wins = searched_replies(exercise, position, FIRST, stopped)
    if not wins:
        return None
    side, other = exercise.ground.game.sides
    text = QT_TRANSLATE_NOOP(
        "Models",
        "You are {side}. {other} searches to depth {depth} and plays the first of its best "
        "moves. Which of your moves wins?",
    )
    return LineQuestion(
        text=text.format(side=side, other=other, depth=exercise.depth),
        position=position,
        side=FIRST,
        replies=replies,
    )


def searched_replies(
    exercise: CourseExercise, position: Position, side: int, stopped: Stopped = never
) -> tuple[dict[str, int], int]:
    """Return how a search answers any moves of *side* from *position*, and how many lines win.

    The answers are those of the other side, by position string.
    """
    replies: dict[str, int] = {}
    position = position.copy()

    def wins() -> int:
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner == side
        moves = position.legal_moves()
        if position.side != side:
            text = position.position_string()
            if text not in replies:
                searcher, depth = exercise.searcher or PLAIN, exercise.depth
                found = search(
                    exercise.ground, position, searcher, depth, record=False, stopped=stopped
                )
                replies[text] = found.move
            moves = [replies[text]]
        count = 0
        for move in moves:
            position.make(move)
            count += wins()
            position.unmake()
        return count

    return replies, wins()


NUMBERS: dict[str, Maker] = {"leaves": _leaves, "passes": _passes, "quiescence": _quiescence}
"""The makers of questions for numbers, by what is asked."""
KINDS: dict[str, Maker] = {
    "values": _values,
    "cuts": _cuts,
    "table": _table,
    "order": _order,
    "horizon": _horizon,
    "best-move": _best_move,
    "quiet": _quiet,
    "number": _number,
    "beat": _beat,
    "line": _line,
}
"""The makers of questions by the kind of the exercise."""
