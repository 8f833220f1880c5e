"""The command of the clock."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.clock.clock import Clock
from kalahloa.controllers.features.clock.state import ClockState
from kalahloa.controllers.features.clock.words import times_sentence
from kalahloa.models.match.time_control import TimeControl, read_time_control
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

_OFF, _TIMES = "off", "times"


def _read(text: str) -> TimeControl:
    """Read minutes, and seconds for each turn after a plus."""
    minutes, plus, seconds = text.partition("+")
    try:
        return read_time_control(f"{60 * float(minutes)!r}{plus}{seconds}")
    except (ValueError, BadCommand) as error:
        sentence = translate(
            "Commands",
            "'{word}' is not a time; 10+5 means ten minutes, plus five seconds per turn.",
        )
        raise BadCommand(fill(sentence, word=quote(text))) from error


def _is_on(place: Place) -> bool:
    return place.get(ClockState) is not None


CLOCK_COMMANDS = CommandTable()


@CLOCK_COMMANDS.declare(
    key="clock",
    after="second-player",
    title=QT_TRANSLATE_NOOP("Commands", "Game cloc&k"),
    tip=QT_TRANSLATE_NOOP("Commands", "Time both sides"),
    words=QT_TRANSLATE_NOOP("Commands", "time control, timer, blitz"),
    menu="play",
    group=2,
    checked=_is_on,
    typed="clock",
    arguments="[TIME|times|off]",
)
def use_clock(app: AppContext, words: list[str]) -> str:
    """Start the clock or stop it; with words, give both sides a time, or tell what is left."""
    clock = app[Clock]
    if len(words) > 1:
        sentence = translate(
            "Commands", "'{word}' is one argument too many: type a time such as 10+5, or off."
        )
        raise BadCommand(fill(sentence, word=quote(words[1])))
    word = words[0].lower() if words else ""
    if word == _TIMES:
        if not clock.is_on:
            raise BadCommand(translate("Commands", "No clock is running; type clock to start one."))
        return times_sentence(app.document.game, clock.left)
    if word == _OFF or (not word and clock.is_on):
        clock.stop()
        return translate("Commands", "Clock off.")
    clock.start(_read(word) if word else None)
    return times_sentence(app.document.game, clock.left)
