"""The commands of the front door."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.home.home import players_against
from kalahloa.controllers.features.home.state import HomeState
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.models.game.registry import find_game, game_keys
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

HOME_COMMANDS = CommandTable()


@HOME_COMMANDS.declare(
    key="play-game",
    title=QT_TRANSLATE_NOOP("Commands", "Play a game"),
    tip=QT_TRANSLATE_NOOP("Commands", "Start a game against a level, or for two players"),
    words=QT_TRANSLATE_NOOP("Commands", "level, against a computer, two players"),
    typed="playgame",
    arguments="[GAME] [LEVEL]",
    following=lambda app: game_keys(),
)
def play_against(app: AppContext, words: list[str]) -> str:
    """Start the game that *words* name, by default this one against the opponent of last time."""
    if len(words) > 2:
        raise BadCommand(translate("Commands", "Type playgame, a game, and a level."))
    game = find_game(words[0]) if words else app.document.game
    opponent = words[1:] or [app.document.place[HomeState].opponents.get(game.key, "")]
    try:
        players = players_against(opponent[0].lower())
    except ValueError:
        sentence = translate("Commands", "'{word}' is not a level: type 1 to 10, perfect or two.")
        raise BadCommand(fill(sentence, word=quote(opponent[0]))) from None
    if app.to_play is not None:
        app.to_play()
    app.document.new_game(game, game.rulebook.default, players)
    return ""


@HOME_COMMANDS.declare(
    key="daily-puzzle",
    title=QT_TRANSLATE_NOOP("Commands", "Today's p&uzzle"),
    tip=QT_TRANSLATE_NOOP("Commands", "Solve the puzzle of the day"),
    words=QT_TRANSLATE_NOOP("Commands", "puzzle of the day, daily, puzzle today"),
    possible=lambda place: place.get(HomeState) is not None and place[HomeState].puzzle is not None,
    otherwise=QT_TRANSLATE_NOOP("Commands", "Today's puzzle is on the Home page."),
)
def daily_puzzle(app: AppContext, words: list[str]) -> str:
    """Begin the puzzle of the day."""
    puzzle = app.document.place[HomeState].puzzle
    assert puzzle is not None
    app[Puzzles].begin(puzzle)
    return ""


HOME_COMMANDS.declare(
    key="home",
    title=QT_TRANSLATE_NOOP("Commands", "&Home"),
    tip=QT_TRANSLATE_NOOP("Commands", "Choose what to play, continue or learn"),
    words=QT_TRANSLATE_NOOP("Commands", "start screen, main menu, overview"),
)
HOME_COMMANDS.declare(
    key="continue-game",
    title=QT_TRANSLATE_NOOP("Commands", "Continue the game"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show the board of the current game"),
    words=QT_TRANSLATE_NOOP("Commands", "resume game, current game, back to the board"),
)
