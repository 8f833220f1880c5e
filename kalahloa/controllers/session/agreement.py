"""What must agree, whatever was done: the record, the place that is shown, and the library."""

from collections.abc import Iterator

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.features.analysis.threat_state import Threat
from kalahloa.controllers.features.book.practice import PracticeController
from kalahloa.controllers.features.book.practice_state import Practice
from kalahloa.controllers.features.proofs.state import ProofState
from kalahloa.controllers.features.teaching.state import Teaching
from kalahloa.controllers.features.trees.steps_state import StepsState
from kalahloa.controllers.features.trees.tree_place import TreePlace
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.saving.opening import open_stored
from kalahloa.models.game.random_walk import FaultFound
from kalahloa.models.record.annotation import Notes
from kalahloa.models.record.record import Node, Record


def require_agreement(app: AppContext) -> None:
    """Raise `FaultFound` unless the place of *app* is that of its record, replayed from its start.

    Nor may a place tell anything of what comes next while an exercise hides that.
    """
    for is_right, sentence in (*_of_place(app), *_of_lines(app), *_of_secrets(app.document.place)):
        if not is_right:
            raise FaultFound(sentence)


def _of_place(app: AppContext) -> Iterator[tuple[bool, str]]:
    record, place = app.document.record, app.document.place
    here = record.position.position_string()
    yield here == record.replayed().position_string(), "The record, replayed, is elsewhere."
    yield place.position.position_string() == here, "The place has not the record's position."
    yield place.root is record.root, "The place has another record."
    yield place.node is record.current, "The place has not the record's current node."
    yield place.node_count == len(record.nodes), "The place has another number of nodes."
    yield place.players == app.document.players, "The place has other players."
    yield place.names == record.players, "The place has other names."
    yield place.side == record.position.side, "The place has another side to move."
    teaching = place.get(Teaching)
    waits = place.secret or (teaching is not None and teaching.is_busy)
    thinks = place.answers and place.player_to_move.is_computer and not waits
    thinks = thinks and not place.held and place.outcome is None
    yield place.thinking == thinks, "A computer thinks where it must not, or does not."
    if teaching is not None:
        refuted = None if teaching.refuted is None else teaching.refuted.node
        for node in (teaching.judging, refuted):
            is_own = node is None or not place.players[node.side].is_computer
            yield is_own and (node is None or node.in_tree), "A move that is no user's is judged."
        yield teaching.active or not teaching.is_busy, "Moves are judged without teaching."
    yield place.values_wanted or not place.values, "There are values, which nobody wants."
    legal = set(place.position.legal_moves())
    yield set(place.values) <= legal, "There are values of moves that are not legal."


def _of_lines(app: AppContext) -> Iterator[tuple[bool, str]]:
    """Look at the analysis: what it is about, and that its lines can be played and agree."""
    place, live = app.document.place, app.document.place.get(Live)
    if live is None:
        return
    yield live.node is (live.node if live.locked else place.node), "Another node is analysed."
    yield live.node.in_tree, "A node that is gone is analysed."
    position = app.document.record.position_at(live.node)
    yield live.position == position, "Another position is analysed than that of the node."
    yield live.on or not live.lines, "There are lines without analysis."
    is_exact = all(line.value.proven for line in live.proven)
    yield is_exact, "An estimate is among what is proven."
    may_run = live.on and not live.paused and not place.thinking
    yield may_run or not live.running, "Positions are analysed while they must not be."
    orders = [line.value.order for line in live.lines]
    yield orders == sorted(orders, reverse=True), "The lines are not in their order."
    for line in live.lines:
        played = position.copy()
        for move in line.moves:
            yield move in played.legal_moves(), "A line has a move that is not legal."
            played.make(move)
        yield line.moves[0] == line.move, "A line does not begin with its move."
        if live.node is place.node and place.values:
            is_same = place.values[line.move] == line.value
            yield is_same, "A line has another value than its move."


def _of_secrets(place: Place) -> Iterator[tuple[bool, str]]:
    if place.secret:
        yield not place.values, "An exercise shows the values of moves."
        yield place.hint is None, "An exercise shows a hint."
        live = place.get(Live)
        is_empty = live is None or not (live.lines or live.proven)
        yield is_empty, "An exercise shows the lines of the analysis."
        for state in (ProofState, TreePlace, StepsState, Threat):
            yield place.get(state) is None, f"An exercise shows the state {state.__name__}."


def require_kept(app: AppContext, keeper: Keeper, *, shares_games: bool = False) -> None:
    """Raise `FaultFound` unless the library holds the record: tree, notes, node and players.

    With *shares_games*, another window has the same library: what it has kept of the same game is
    taken in before, and it may be elsewhere in it.
    """
    record = app.document.record
    if app.document.for_exercise:
        if keeper.game_id is not None:
            raise FaultFound("An exercise is a game of the library.")
        return
    if len(record.nodes) == 1:
        return  # nothing is written before the first move
    keeper.save()
    if shares_games:
        keeper.find_changes()
        keeper.save()
    if keeper.failure or keeper.game_id is None:
        raise FaultFound(f"The game is not kept. {keeper.failure}".strip())
    with keeper.open_library() as library:
        game = open_stored(library, keeper.game_id)
        (plies,) = (one.plies for one in library.search() if one.id == keeper.game_id)
    kept = game.record
    if (kept.game.key, kept.rules, kept.start) != (record.game.key, record.rules, record.start):
        raise FaultFound("The library has the game with other rules, or from another position.")
    practice = app.document.place.get(Practice)
    if practice is not None and practice.running:
        if not _paths(kept) <= _paths(record):  # tries are kept only when they are inserted
            raise FaultFound("The library has moves that were only tried.")
        return
    # What another window has removed is there, too, but not in the tree.
    missing = sorted(_paths(record) - _paths(kept))
    if app[PracticeController].has_practised_in(record):  # what was practised is not kept
        in_tree = {path for path, _ in _tree(record)}
        missing = [path for path in missing if path in in_tree]
    if missing:
        raise FaultFound(f"The library lacks {missing[:5]}.")
    differences = _tree(kept) ^ _tree(record)
    if differences:
        raise FaultFound(f"The library and the record differ in {list(differences)[:5]}.")
    if plies != len(kept.main_line()):
        raise FaultFound(f"The list of games says {plies} plies, not {len(kept.main_line())}.")
    if shares_games:
        return
    if _path(kept.current) != _path(record.current):
        raise FaultFound("The library has the game at another move.")
    if game.players != app.document.played_by:
        raise FaultFound("The library has the game with other players.")


def _tree(record: Record) -> set[tuple[tuple[str, ...], Notes]]:
    """Return the path to each node, and its notes."""
    paths: dict[Node, tuple[str, ...]] = {record.root: ()}
    for node in record.root.subtree():
        for child in node.children:
            paths[child] = (*paths[node], child.text)
    return {(path, node.notes) for node, path in paths.items()}


def _paths(record: Record) -> set[tuple[str, ...]]:
    """Return the path to each node, also to those that were removed."""
    return {_path(node) for node in record.nodes}


def _path(node: Node) -> tuple[str, ...]:
    return tuple(one.text for one in node.path()[1:])
