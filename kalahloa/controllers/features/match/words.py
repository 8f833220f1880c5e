"""What is said of matches: participants, scores, Elo differences, the sequential test."""

from math import isinf
from typing import TYPE_CHECKING, Protocol

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.models.text.numbers import signed
from kalahloa.models.text.quotation import quote

if TYPE_CHECKING:
    from kalahloa.controllers.features.match.state import MatchBegun, MatchPace, TestState
    from kalahloa.models.heuristics.played_version import PlayedVersion
    from kalahloa.models.match.elo import Elo
    from kalahloa.models.match.elo_series import CoursePoint
    from kalahloa.models.match.match import PairPlayed
    from kalahloa.models.match.match_store import MatchSummary


class Standing(Protocol):
    """A match, as far as it was played."""

    begun: "MatchBegun | None"
    points: "list[CoursePoint]"
    test: "TestState | None"
    complete: bool
    error: str

    @property
    def running(self) -> bool:
        """Whether it is being played."""
        ...

    @property
    def pace(self) -> "MatchPace":
        """How fast it goes."""
        ...


def participant_name(participant: str, version: "PlayedVersion | None" = None) -> str:
    """Return what a participant, given as text, is called in a few words.

    *version* is that of its heuristic, None where the name says enough.
    """
    name, _, rest = participant.partition(":")
    settings = dict(part.partition("=")[::2] for part in _parts(rest))
    heuristic = settings.get("heuristic", "").removeprefix("file:")
    if name == "random":
        return translate("Match", "random moves")
    if "level" in settings:
        return fill(translate("Match", "level {number}"), number=settings["level"])
    if heuristic:
        return _with_version(quote(heuristic), version)
    return translate("Match", "engine") if name == "engine" else quote(name)


def _with_version(name: str, version: "PlayedVersion | None") -> str:
    if version is None:
        return name
    if version.number is None:
        return fill(translate("Match", "{name} (another version)"), name=name)
    return fill(translate("Match", "{name} (version {number})"), name=name, number=version.number)


def participant_names(match: "MatchBegun | MatchSummary") -> tuple[str, str]:
    """Return what the two participants of *match* are called in a few words."""
    first, second = match.versions
    return participant_name(match.first, first), participant_name(match.second, second)


def limits_of(participant: str) -> str:
    """Return the limits of a participant, given as text, in a few words; may be empty."""
    settings = dict(part.partition("=")[::2] for part in _parts(participant.partition(":")[2]))
    if "nodes" in settings:
        number = settings["nodes"]
        shown = f"{int(number):,}" if number.isdecimal() else quote(number)
        return fill(translate("Match", "{number} nodes per move"), number=shown)
    if "depth" in settings:
        return fill(translate("Match", "depth {number}"), number=quote(settings["depth"]))
    if "seconds" in settings:
        return fill(translate("Match", "{number} s per move"), number=quote(settings["seconds"]))
    return ""


def _parts(rest: str) -> list[str]:
    parts: list[str] = []
    for part in rest.split(":"):
        if "=" in part or not parts:
            parts.append(part)
        else:  # the name of a heuristic, after ``file``
            parts[-1] += f":{part}"
    return parts


# -- numbers ---------------------------------------------------------------------------------------


def elo_text(elo: float) -> str:
    """Return a difference with its sign: ``+69``, ``−∞``."""
    return signed(elo)


def interval_text(elo: "Elo") -> str:
    """Return the interval in words; where all points are one side's, it is open there."""
    sentence = translate("Match", "{low} to {high} with 95 % confidence")
    if isinf(elo.low) and isinf(elo.high):
        return translate("Match", "not enough games yet")
    if isinf(elo.high):
        sentence = translate("Match", "above {low} with 95 % confidence")
    elif isinf(elo.low):
        sentence = translate("Match", "below {high} with 95 % confidence")
    return fill(sentence, low=elo_text(elo.low), high=elo_text(elo.high))


def course_point_text(point: "CoursePoint") -> str:
    """Return how a match stood, in words."""
    sentence = translate("Match", "After {games} games: {elo} Elo ({low} to {high})")
    elo = point.elo
    return fill(
        sentence,
        games=point.games,
        elo=elo_text(elo.difference),
        low=elo_text(elo.low),
        high=elo_text(elo.high),
    )


def games_score_text(point: "CoursePoint") -> str:
    """Return the score in a few words: ``84 won, 9 drawn, 55 lost``."""
    sentence = translate("Match", "{won} won, {drawn} drawn, {lost} lost")
    return fill(sentence, won=point.won, drawn=point.drawn, lost=point.lost)


def test_text(test: "TestState", bounds: tuple[float, float]) -> str:
    """Return how the sequential test of *bounds* stands."""
    if test.accepted is not None:
        sentence = translate("Match", "SPRT: {elo} accepted")
        return fill(sentence, elo=elo_text(test.accepted))
    sentence = translate("Match", "SPRT {low} against {high}: {ratio} of ±{bound}")
    return fill(
        sentence,
        low=elo_text(bounds[0]),
        high=elo_text(bounds[1]),
        ratio=signed(test.ratio, 2),
        bound=f"{test.bound:.2f}",
    )


def left_text(seconds: float) -> str:
    """Return how long a match takes yet, in a few words."""
    if seconds < 90:
        return fill(translate("Match", "about {number} s left"), number=max(1, round(seconds)))
    if seconds < 5400:
        return fill(translate("Match", "about {number} min left"), number=round(seconds / 60))
    return fill(translate("Match", "about {number} h left"), number=round(seconds / 3600))


def pace_text(pace: "MatchPace") -> str:
    """Return what is done before the first game, or how long the match takes; may be empty."""
    if pace.is_compiling:
        return translate("Match", "Compiling the heuristics…")
    return "" if pace.seconds_left is None else left_text(pace.seconds_left)


def speed_text(speed: float) -> str:
    """Return nodes a second in a few words."""
    if speed >= 1e6:
        return fill(translate("Match", "{number} M nodes/s"), number=f"{speed / 1e6:.1f}")
    if speed >= 1e4:
        return fill(translate("Match", "{number} k nodes/s"), number=f"{speed / 1e3:.0f}")
    return fill(translate("Match", "{number} nodes/s"), number=f"{speed:,.0f}")


def speeds_text(begun: "MatchBegun", pace: "MatchPace") -> str:
    """Return how fast the match goes, and its participants search; may be empty."""
    words = []
    if pace.games_a_minute:
        number = (
            f"{pace.games_a_minute:.0f}"
            if pace.games_a_minute >= 10
            else (f"{pace.games_a_minute:.1f}")
        )
        words.append(fill(translate("Match", "{number} games/min"), number=number))
    for name, speed in zip(participant_names(begun), pace.speeds, strict=True):
        if speed is not None:
            words.append(f"{name} {speed_text(speed)}")
    if pace.note:
        words.append(pace.note)
    return " · ".join(words)


def pair_result_text(pair: "PairPlayed", swapped: bool) -> str:
    """Return the result of a game for the first participant, in a word."""
    game = pair.games[swapped]
    if game.points == 1:
        return translate("Match", "won")
    return translate("Match", "lost") if game.points == 0 else translate("Match", "drawn")


# -- sentences -------------------------------------------------------------------------------------


def title_sentence(begun: "MatchBegun") -> str:
    """Return who plays whom."""
    sentence = translate("Match", "{first} against {second}")
    first, second = participant_names(begun)
    return fill(sentence, first=first, second=second)


def standing_text(match: Standing) -> str:
    """Return how the match stands, a sentence a line."""
    begun = match.begun
    if begun is None:
        if match.running:
            return translate("Match", "Match started.")
        return match.error or translate("Match", "No match played yet.")
    lines = [title_sentence(begun)]
    if not match.points:
        lines.append(match.error or translate("Match", "No game is finished yet."))
        return "\n".join(lines)
    last = match.points[-1]
    games = translate("Match", "{games} of {wanted} games: {score}")
    lines.append(fill(games, games=last.games, wanted=begun.wanted, score=games_score_text(last)))
    elo = translate("Match", "{elo} Elo, {interval}")
    lines.append(fill(elo, elo=elo_text(last.elo.difference), interval=interval_text(last.elo)))
    if match.test is not None and begun.test is not None:
        lines.append(test_text(match.test, begun.test))
    speeds = speeds_text(begun, match.pace)
    if speeds:
        lines.append(speeds)
    if match.running and pace_text(match.pace):
        lines.append(pace_text(match.pace))
    if match.error:
        lines.append(match.error)
    return "\n".join(lines)


def ended_sentence(match: Standing) -> str:
    """Return how the match has ended, or that it was stopped."""
    if not match.points:
        return translate("Match", "Match stopped before the first game ended.")
    last = match.points[-1]
    sentence = translate("Match", "Match stopped: {score}; {elo} Elo, {interval}.")
    if match.complete:
        sentence = translate("Match", "Match over: {score}; {elo} Elo, {interval}.")
    return fill(
        sentence,
        score=games_score_text(last),
        elo=elo_text(last.elo.difference),
        interval=interval_text(last.elo),
    )
