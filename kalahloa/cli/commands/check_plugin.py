"""`kalahloa check-plugin`: looks for mistakes in the games and features of a module."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import Parser, number_type
from kalahloa.cli.command import PlainCommand
from kalahloa.cli.failures import FAILED
from kalahloa.cli.options import add_seed
from kalahloa.cli.window import qt_failure
from kalahloa.models.game.game import Game
from kalahloa.models.storage.user_data import VARIABLE
from kalahloa.models.text.errors import BadCommand, UnknownName
from kalahloa.models.text.quotation import quote, shorten

if TYPE_CHECKING:
    from kalahloa.models.game.random_walk import WalkFault

MAX_STEPS, MAX_SEED = 1_000_000, 999_999_999


def add_check_plugin(parser: Parser) -> None:
    """Add the operand and the options of `check_plugin` to *parser*."""
    parser.add_argument("MODULE", help="the module with the Game or the FeatureDeclaration")
    parser.option(
        "--steps",
        metavar="N",
        type=number_type("The number of steps", 1, MAX_STEPS),
        default=200,
        help="the number of actions in each walk",
    )
    add_seed(parser, "the seed of the random actions", 1)


def check_plugin(values: argparse.Namespace) -> int:
    """Check what the module has, and print a sentence for each fault; 1 if there is any."""
    steps, seed = values.steps, values.seed
    faults = 0
    with _set_apart():
        found = list(_load(values.MODULE))
        for check, thing in found:
            for sentence in check(thing, seed, steps):
                print(sentence, flush=True)
                faults += 1
    if faults:
        return FAILED
    names = " and ".join(_name(thing) for _, thing in found)
    print(f"No fault was found in {names} (seed {seed}, walks of {steps} steps).")
    return 0


@contextmanager
def _set_apart() -> Iterator[None]:
    """Find modules in the working folder, and write nothing to the user's library, meanwhile."""
    path, before = list(sys.path), os.environ.get(VARIABLE)
    sys.path.insert(0, str(Path.cwd()))
    with TemporaryDirectory() as folder:
        os.environ[VARIABLE] = folder
        try:
            yield
        finally:
            sys.path[:] = path
            del os.environ[VARIABLE]
            if before is not None:
                os.environ[VARIABLE] = before


def _load(name: str) -> Iterator[tuple[Any, Any]]:
    """Yield how each thing to check in the module *name* is checked, and the thing."""
    try:
        module = import_module(name)
    except (ImportError, ValueError) as error:
        raise BadCommand(
            f"The module '{quote(name)}' cannot be imported: {shorten(error)}"
        ) from error
    except Exception as error:  # a module may raise anything while it is imported
        raise BadCommand(
            f"The module '{quote(name)}' raises {type(error).__name__}: {shorten(error)}"
        ) from error
    try:
        from kalahloa.controllers.commands.declaration import FeatureDeclaration
    except ImportError as error:
        raise qt_failure(error) from error
    things = list({id(thing): thing for thing in vars(module).values()}.values())
    kinds = {Game: _faults_of_game, FeatureDeclaration: _faults_of_feature}
    found = [(check, one) for one in things for kind, check in kinds.items() if type(one) is kind]
    if not found:
        raise BadCommand(f"The module '{quote(name)}' has no Game and no FeatureDeclaration.")
    yield from found


def _name(thing: Any) -> str:
    return f"the game {thing.key}" if isinstance(thing, Game) else "the feature"


def _faults_of_game(game: Game, seed: int, steps: int) -> Iterator[str]:
    from kalahloa.models.game.random_walk import find_fault
    from kalahloa.models.game.registry import find_game
    from kalahloa.models.game.rules_walk import RulesWalk, all_rules

    known: set[str] = set()
    for name, rules in all_rules(game):
        fault = find_fault(partial(RulesWalk, game, rules), seed, steps)
        if fault is not None and fault.sentence not in known:
            known.add(fault.sentence)
            yield f"{game.key}, with the rules {name}: {fault}"
    try:
        is_found = find_game(game.key) is game
    except UnknownName:
        is_found = False
    if not is_found:
        yield (
            f"{game.key}: the program does not find it by this key; no entry point of the group "
            "kalahloa.games has that name."
        )
    elif not known:  # commands would only meet the same faults
        fault = _fault_of_commands(game, (), seed, steps)
        if fault is not None:
            yield f"{game.key}: {fault}"


def _faults_of_feature(feature: Any, seed: int, steps: int) -> Iterator[str]:
    from kalahloa.controllers.session.features import declarations
    from kalahloa.models.game.registry import own_games

    if not any(feature is one for one in declarations()):
        yield (
            "The program does not find the feature; no entry point of the group "
            "kalahloa.features leads to it."
        )
        return
    own = tuple(command.typed for command in feature.commands if command.typed)
    for game in own_games():
        fault = _fault_of_commands(game, own, seed, steps)
        if fault is not None:
            yield f"The feature, in {game.key}: {fault}"


def _fault_of_commands(
    game: Game, own: tuple[str, ...], seed: int, steps: int
) -> "WalkFault | None":
    from kalahloa.controllers.session.command_walk import find_fault_of_commands

    return find_fault_of_commands(game, own, seed, steps)


COMMAND = PlainCommand(
    "check-plugin",
    "Test your own game or feature with random actions.",
    "kalahloa check-plugin kalahloa.models.games.tictactoe.game --steps 50",
    add_check_plugin,
    check_plugin,
)
