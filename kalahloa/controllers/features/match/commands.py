"""The commands by which matches are played."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.orders import no_words, read_options, read_whole_number
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.features.match.words import (
    elo_text,
    pair_result_text,
    participant_names,
    standing_text,
)
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import BadCommand

with lazy_imports():
    from kalahloa.controllers.features.match import state as match_state
if TYPE_CHECKING:
    from kalahloa.controllers.features.match.state import MatchOrder

MAX_TOLD_GAMES = 200
LAB_MATCH_COMMANDS = CommandTable()
"""The commands of matches; `match` alone tells how the match stands."""


def start_match(app: AppContext, order: "MatchOrder") -> str:
    """Play the match *order*."""
    app[LabMatch].start(order)
    return translate("Commands", "Match started; type match for the score.")


@LAB_MATCH_COMMANDS.declare(
    key="match",
    tip=QT_TRANSLATE_NOOP("Commands", "Play a match, or show its score"),
    typed="match",
    arguments="[A B …|stop|continue|…]",
    perform_order=start_match,
)
def match(app: AppContext, words: list[str]) -> str:
    """Play a match, tell how it stands, stop it, or do something with its games."""
    if not words:
        return standing_text(app[LabMatch])
    subcommand = _SUBCOMMANDS.get(words[0].lower())
    if subcommand is not None:
        return subcommand(app, words[1:])
    return start_match(app, read_match_order(app, words))


def stop_match(app: AppContext, words: list[str]) -> str:
    """Stop the match; what was played so far is kept."""
    no_words(words)
    app[LabMatch].stop()
    return translate("Commands", "Match stopped; type match continue to resume it.")


def continue_match(app: AppContext, words: list[str]) -> str:
    """Go on with the match that was stopped, or with the newest that is not played to its end."""
    no_words(words)
    app[LabMatch].resume()
    return translate("Commands", "Match resumed.")


def list_match_games(app: AppContext, words: list[str]) -> str:
    """List the last games of the match."""
    no_words(words)
    shown = app[LabMatch]
    if not shown.pairs:
        return translate("Commands", "No game is finished yet.")
    lines = []
    for number in range(max(1, shown.games - MAX_TOLD_GAMES + 1), shown.games + 1):
        index, swapped = divmod(number - 1, 2)
        pair = shown.pairs[index]
        plies = pair.games[swapped].plies
        sentence = translate("Commands", "{number}. {result}, {plies} plies, after {opening}")
        lines.append(
            fill(
                sentence,
                number=number,
                result=pair_result_text(pair, bool(swapped)),
                plies=plies,
                opening=" ".join(pair.opening) or "–",
            )
        )
    return "\n".join(lines)


def open_match_game(app: AppContext, words: list[str]) -> str:
    """Open a game of the match by its number; where there is no window, tell its moves."""
    number = read_whole_number(words[0] if len(words) == 1 else "", 1, 2 * match_state.MAX_GAMES)
    shown = app[LabMatch]
    if app.open_text is not None:
        shown.fetch_game(number, app.open_text)
        return ""
    shown.fetch_game(number, lambda _: None)  # which says why not, if there is none
    pair = shown.pairs[(number - 1) // 2]
    return " ".join(pair.games[(number - 1) % 2].moves)


def keep_match_games(app: AppContext, words: list[str]) -> str:
    """Write the games of the match into the library."""
    no_words(words)
    app[LabMatch].keep_games()
    return ""


def list_past_matches(app: AppContext, words: list[str]) -> str:
    """List the matches of this game that were played before, the newest first."""
    no_words(words)

    def tell(_: object) -> None:
        app[LabMatch].stocked.disconnect(tell)
        app[LabMatch].answered.emit(_matches_text(app))

    app[LabMatch].stocked.connect(tell)
    app[LabMatch].load_stock()
    return ""


def _matches_text(app: AppContext) -> str:
    lines = []
    for one in app[LabMatch].stock.matches:
        sentence = translate("Commands", "{first} against {second}: {games} of {wanted} games{elo}")
        first, second = participant_names(one)
        elo = "" if one.elo is None else f", {elo_text(one.elo.difference)} Elo"
        lines.append(
            fill(
                sentence,
                first=first,
                second=second,
                games=one.games,
                wanted=one.wanted,
                elo=elo,
            )
        )
    return "\n".join(lines) or translate("Commands", "No match played yet.")


_SUBCOMMANDS: dict[str, Callable[[AppContext, list[str]], str]] = {
    "stop": stop_match,
    "continue": continue_match,
    "games": list_match_games,
    "game": open_match_game,
    "save": keep_match_games,
    "keep": keep_match_games,  # as it was called before
    "list": list_past_matches,
}
# -- reading ---------------------------------------------------------------------------------------


def read_match_order(app: AppContext, words: list[str]) -> "MatchOrder":
    """Return the match that *words* ask for: two participants and settings."""
    if len(words) < 2:
        raise BadCommand(
            translate(
                "Commands",
                "A match needs two participants, as in match engine:heuristic=mix level4 games "
                "100.",
            )
        )
    document = app.document
    order = match_state.MatchOrder(
        document.game.key, document.record.rules, _participant(words[0]), _participant(words[1])
    )
    values = read_options(
        match_state.MatchOrder,
        words[2:],
        translate("Commands", "A match has no setting '{word}'; choose one of: {options}."),
    )
    if "start" in values:
        values["start"] = document.position.position_string()
    test = values.get("test")
    if test is not None and test[0] >= test[1]:
        raise BadCommand(translate("Commands", "Type the smaller Elo difference first."))
    return replace(order, **values)


def _participant(word: str) -> str:
    """Return the participant in *word*, which may be short: ``level4``, ``file:mine``."""
    plain = word.lower()
    if plain.startswith("level"):
        return f"engine:level={plain.removeprefix('level').lstrip('=')}"
    if plain.startswith("file:"):
        return f"engine:heuristic=file:{word[5:]}"
    return word
