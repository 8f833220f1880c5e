"""The commands by which forced wins are proven, and their trees walked."""

import re
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words, translate
from kalahloa.controllers.commands.command import CommandTable, copied
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.commands.study_commands import insert_text
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.proofs.proofs import Proofs
from kalahloa.controllers.features.proofs.state import ProofState, Proved
from kalahloa.controllers.features.proofs.words import (
    question_sentence,
    replies_text,
    verdict_sentence,
)
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import Game
from kalahloa.models.game.line import format_line
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.forced.margins import DEFAULT_MEBIBYTES, DEFAULT_SECONDS
from kalahloa.models.study.line_words import line_words, words_text
from kalahloa.models.study.lines import read_line
from kalahloa.models.text.errors import BadCommand, IllegalMove
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.models.study.forced import question as forced_question
if TYPE_CHECKING:
    from kalahloa.models.study.forced.question import WinQuestion

MAX_SECONDS = 86_400
MAX_NODES = 100_000_000_000
MAX_MARGIN = 9999
_NUMBER = re.compile(r"(\d{1,12}(?:\.\d{1,3})?)(s|n|mib)?", re.ASCII)
_NO_TREE = QT_TRANSLATE_NOOP("Commands", "No proven win here; press Shift+F9 to search for one.")


def _is_running(place: Place) -> bool:
    return place.get(ProofState) is not None and place[ProofState].running


def _can_prove(place: Place) -> bool:
    return place.get(ProofState) is not None and (
        place.outcome is None or place[ProofState].running
    )


def _has_tree(place: Place) -> bool:
    return place.get(ProofState) is not None and place[ProofState].tree is not None


def _has_line(place: Place) -> bool:
    tree = None if place.get(ProofState) is None else place[ProofState].tree
    return tree is not None and bool(tree.verdict.line)


PROOF_COMMANDS = CommandTable()
"""The commands of proving, in the order of the menu."""

# -- asking ----------------------------------------------------------------------------------------


def start_proving(app: AppContext, question: "WinQuestion") -> str:
    """Search for the win that *question* is about, unless its answer is known."""
    game = app.document.game
    if app.document.place.outcome is not None:
        raise BadCommand(translate("Commands", "The game is over."))
    if app[Proofs].start(question):
        return question_sentence(game, question)
    return verdict_sentence(game, app.document.place[ProofState].results[0].verdict)


@PROOF_COMMANDS.declare(
    key="prove",
    title=QT_TRANSLATE_NOOP("Commands", "Pro&ve a win"),
    tip=QT_TRANSLATE_NOOP("Commands", "Search for a forced win"),
    words=QT_TRANSLATE_NOOP("Commands", "solve, find a win, mate search"),
    menu="study",
    group=4,
    shortcuts=("Shift+F9",),
    possible=_can_prove,
    otherwise=GAME_OVER,
    reveals=True,
    checked=_is_running,
    typed="prove",
    arguments="[SIDE] [by N] [SECONDS]",
    perform_order=start_proving,
)
def search_forced_win(app: AppContext, words: list[str]) -> str:
    """Search for a forced win as the words say, by default of the side to move; or stop that."""
    if not words and app[Proofs].running:
        return stop_proving(app)
    place = app.document.place
    by_margin = place[ProofState].by_margin
    return start_proving(app, read_question(place.game, place.side, by_margin, words))


def stop_proving(app: AppContext) -> str:
    """Stop what is searched for, and say what is known by then."""
    return app[Proofs].interrupt() or translate("Commands", "Search stopped.")


def read_question(game: Game, side: int, by_margin: bool, words: list[str]) -> "WinQuestion":
    """Return the question that *words* ask: a side, ``by`` and a margin, a time or nodes.

    *side* is meant where none is named.  Raises `BadCommand` for words that cannot be read.
    """
    names = [name.lower() for name in game.sides]
    margin: int | None = None
    limits: dict[str, float] = {}
    mebibytes = DEFAULT_MEBIBYTES
    rest = list(words)
    while rest:
        word = rest.pop(0).lower()
        number = _NUMBER.fullmatch(word)
        if word in names:
            side = names.index(word)
        elif word == "by" and rest and by_margin:
            margin = _whole(rest.pop(0), MAX_MARGIN)
        elif number is not None and number[2] == "mib":
            mebibytes = _whole(
                number[1], forced_question.MAX_MEBIBYTES, forced_question.MIN_MEBIBYTES
            )
        elif number is not None and number[2] == "n" and not by_margin:
            limits["nodes"] = _whole(number[1], MAX_NODES)
        elif number is not None and number[2] in (None, "s"):
            limits["seconds"] = _seconds(number[1])
        else:
            raise _unread(word, names, by_margin)
    nodes = limits.get("nodes")
    seconds = limits.get("seconds", None if nodes else DEFAULT_SECONDS)
    return forced_question.WinQuestion(
        side,
        margin,
        Limits(seconds=seconds, nodes=None if nodes is None else int(nodes)),
        mebibytes,
    )


def _unread(word: str, names: list[str], by_margin: bool) -> BadCommand:
    if by_margin:
        sentence = translate(
            "Commands",
            "'{word}' is not understood. Type prove, then optionally {first} or {second}, by "
            "and the minimum margin, and a number of seconds.",
        )
    else:
        sentence = translate(
            "Commands",
            "'{word}' is not understood. Type prove, then optionally {first} or {second}, and a "
            "number of seconds, or of nodes followed by n.",
        )
    first, second = names
    return BadCommand(fill(sentence, word=quote(word), first=first, second=second))


def _whole(text: str, most: int, least: int = 1) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 12 else -1
    if not least <= number <= most:
        sentence = translate("Commands", "'{text}' is not a number from {least} to {most}.")
        raise BadCommand(fill(sentence, text=quote(text), least=least, most=f"{most:,}"))
    return number


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= MAX_SECONDS:
        sentence = translate("Commands", "'{text}' is not a number from {least} to {most}.")
        raise BadCommand(fill(sentence, text=quote(text), least=1, most=f"{MAX_SECONDS:,}"))
    return seconds


# -- the tree --------------------------------------------------------------------------------------


def _tree(app: AppContext) -> Proved:
    proof = app.document.place.get(ProofState)
    if proof is None or proof.tree is None:
        raise BadCommand(translate("Commands", "No proven win here; type prove to search for one."))
    return proof.tree


@PROOF_COMMANDS.declare(
    key="keep-proof",
    title=QT_TRANSLATE_NOOP("Commands", "Add &the win to the game"),
    tip=QT_TRANSLATE_NOOP("Commands", "Add the main line of the win as a variation"),
    words=QT_TRANSLATE_NOOP("Commands", "save proof, store the win, insert proof"),
    menu="study",
    group=4,
    possible=_has_line,
    otherwise=_NO_TREE,
    reveals=True,
    typed="addproof",
    typed_aliases=("keepproof",),
)
def keep_proof(app: AppContext, words: list[str]) -> str:
    """Add the main line of the proven win below the position that it is about, as one edit."""
    tree = _tree(app)
    texts = format_line(tree.position, tree.verdict.line)
    return insert_text(app, tree.node, texts)


@PROOF_COMMANDS.declare(
    key="copy-proof",
    tip=QT_TRANSLATE_NOOP("Commands", "Copy the main line of the proven win"),
    possible=_has_line,
    otherwise=_NO_TREE,
    reveals=True,
    typed="copyproof",
)
@copied
def copy_proof(app: AppContext, words: list[str]) -> str:
    """Return the main line of the proven win as text with numbers."""
    tree = _tree(app)
    return words_text(line_words(tree.node, tree.position, tree.verdict.line))


@PROOF_COMMANDS.declare(
    key="proof",
    tip=QT_TRANSLATE_NOOP("Commands", "List the proof's move, or every reply to it"),
    possible=_has_tree,
    otherwise=_NO_TREE,
    reveals=True,
    typed="proof",
    arguments="[MOVES]",
)
def list_proof(app: AppContext, words: list[str]) -> str:
    """List what the proof has at the current node, or after the typed moves."""
    tree = _tree(app)
    proof = app.document.place.get(ProofState)
    assert proof is not None
    moves = list(proof.moves)
    position = app.document.place.position.copy()
    try:
        for text in read_line(position, words) if words else ():
            moves.append(position.read_move(text))
            position.make(moves[-1])
    except IllegalMove as error:
        raise BadCommand(in_words(error)) from error
    game, winner = app.document.game, tree.question.side
    outcome = position.outcome()
    if outcome is not None:
        return in_words(outcome.reason)
    replies = app[Proofs].replies(tree.number, moves)
    if replies is not None:
        return replies_text(game, winner, replies)
    app[Proofs].ask(tree.number, moves)
    return translate("Commands", "Looking up the replies in the proof…")
