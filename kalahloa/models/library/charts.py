"""What statistics say, as bars with words: what panels draw, and fronts without pictures write."""

from dataclasses import dataclass, field, replace

from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import known_game
from kalahloa.models.library.mistakes import MARKS, PHASES, GamePhase, Mistakes, Tally
from kalahloa.models.library.openings import LibraryOpenings
from kalahloa.models.library.player_facts import PlayerFacts
from kalahloa.models.library.selection import HUMAN_LEVEL, Selection
from kalahloa.models.library.statistics import MIN_GAMES, GameGroup, GameTally, RatedGame
from kalahloa.models.text.quotation import shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

MAX_LABEL = 60
"""Longer names are cut off, in characters."""
RESULT_PARTS = (
    QT_TRANSLATE_NOOP("Models", "won"),
    QT_TRANSLATE_NOOP("Models", "drawn"),
    QT_TRANSLATE_NOOP("Models", "lost"),
)
_PHASES = {
    GamePhase.EARLY: QT_TRANSLATE_NOOP("Models", "First third"),
    GamePhase.MIDDLE: QT_TRANSLATE_NOOP("Models", "Second third"),
    GamePhase.LATE: QT_TRANSLATE_NOOP("Models", "Last third"),
}


@dataclass(frozen=True, slots=True)
class ChartBar:
    """A bar: its `label`, the lengths of its `parts`, and `text` behind it.

    `said` is all of it as a sentence.  `found_by` finds the games it is about; None if nothing
    does.  It is not compared: what is drawn does not depend on it.
    """

    label: str
    parts: tuple[int, ...]
    text: str
    said: str
    found_by: Selection | None = field(compare=False)


@dataclass(frozen=True, slots=True)
class Chart:
    """Rows of one kind, with the names of their parts; `note` says what must be known of it."""

    key: str
    title: str
    parts: tuple[str, ...]
    rows: tuple[ChartBar, ...]
    note: str = ""


def charts(facts: PlayerFacts) -> tuple[Chart, ...]:
    """Return what *facts* say as charts, those that have rows."""
    found: list[Chart] = []
    game = known_game(facts.selection.game)
    if facts.results is not None and facts.results.total.games:
        found += [_by_side(facts.results.by_side, game), _by_level(facts.results.by_level)]
    if facts.openings is not None:
        found.append(_by_opening(facts.openings))
    if facts.mistakes is not None:
        found += _of_mistakes(facts.mistakes, facts.selection)
    return tuple(chart for chart in found if chart.rows)


def _result_row(label: str, score: GameTally, found_by: Selection | None) -> ChartBar:
    said = QT_TRANSLATE_NOOP(
        "Models", "{label}: {won:,} won, {drawn:,} drawn, {lost:,} lost"
    ).format(label=label, won=score.won, drawn=score.drawn, lost=score.lost)
    return ChartBar(
        label, (score.won, score.drawn, score.lost), score_in_percent(score), said, found_by
    )


def score_in_percent(score: GameTally) -> Sentence:
    """Return how many games a *score* is of, with the percentage from `MIN_GAMES` games on."""
    if score.percent is None:
        return QT_TRANSLATE_NOOP("Models", "%n game(s)").counted(score.ended)
    return QT_TRANSLATE_NOOP("Models", "{percent:.0f} % of %n game(s)").counted(
        score.ended, percent=score.percent
    )


def _by_side(groups: tuple[GameGroup, ...], game: Game | None) -> Chart:
    sides = (
        (
            QT_TRANSLATE_NOOP("Models", "First side"),
            QT_TRANSLATE_NOOP("Models", "Second side"),
        )
        if game is None
        else game.sides
    )
    return Chart(
        "side",
        QT_TRANSLATE_NOOP("Models", "Results by side"),
        RESULT_PARTS,
        tuple(
            _result_row(sides[int(group.key)], group.score, group.found_by)
            for group in groups
            if group.score.ended
        ),
        QT_TRANSLATE_NOOP(
            "Models", "Percentages are shares of the points, shown from {enough} games."
        ).format(enough=MIN_GAMES),
    )


def _by_level(groups: tuple[GameGroup, ...]) -> Chart:
    return Chart(
        "level",
        QT_TRANSLATE_NOOP("Models", "Results by opponent"),
        RESULT_PARTS,
        tuple(
            _result_row(
                QT_TRANSLATE_NOOP("Models", "Humans")
                if group.key == HUMAN_LEVEL
                else shorten(group.name, MAX_LABEL),
                group.score,
                group.found_by,
            )
            for group in groups
            if group.score.ended
        ),
    )


def _by_opening(openings: LibraryOpenings) -> Chart:
    rows = [
        _result_row(shorten(group.name, MAX_LABEL), group.score, group.found_by)
        for group in openings.groups
    ]
    if openings.others.ended:
        rows.append(_result_row(QT_TRANSLATE_NOOP("Models", "Others"), openings.others, None))
    return Chart(
        "opening",
        QT_TRANSLATE_NOOP("Models", "Results by opening"),
        RESULT_PARTS,
        tuple(rows),
        QT_TRANSLATE_NOOP(
            "Models",
            "Positions after %n move(s), in any order of moves.",
        ).counted(openings.plies),
    )


def _of_mistakes(mistakes: Mistakes, selection: Selection) -> list[Chart]:
    parts = tuple(mark.value for mark in MARKS)
    if not mistakes.total.moves:
        return []
    note = QT_TRANSLATE_NOOP("Models", "Of {moves:,} moves in %n reviewed game(s).").counted(
        mistakes.reviewed, moves=mistakes.total.moves
    )
    has_enough = mistakes.reviewed >= MIN_GAMES

    def row(label: str, tally: Tally, of: int) -> ChartBar:
        share = 100 * tally.mistakes / of if of else 0.0
        text = QT_TRANSLATE_NOOP("Models", "%n mistake(s)").counted(tally.mistakes)
        if has_enough:
            text = QT_TRANSLATE_NOOP("Models", "%n mistake(s), {share:.1f} %").counted(
                tally.mistakes, share=share
            )
        dubious, plain, blunders = tally.marks
        said = QT_TRANSLATE_NOOP(
            "Models", "{label}: {dubious:,} ?!, {mistakes:,} ?, {blunders:,} ??"
        ).format(label=label, dubious=dubious, mistakes=plain, blunders=blunders)
        found_by = replace(selection, ids=tally.games) if tally.games else None
        return ChartBar(label, tally.marks, text, said, found_by)

    everything = mistakes.total.moves
    return [
        Chart(
            "phase",
            QT_TRANSLATE_NOOP("Models", "Mistakes by part of the game"),
            parts,
            tuple(
                row(_PHASES[phase], tally, tally.moves)
                for phase, tally in zip(PHASES, mistakes.by_phase, strict=True)
            ),
            note,
        ),
        Chart(
            "kind",
            QT_TRANSLATE_NOOP("Models", "Mistakes by kind"),
            parts,
            tuple(row(kind.title, tally, everything) for kind, tally in mistakes.by_kind),
            note,
        ),
        Chart(
            "mark",
            QT_TRANSLATE_NOOP("Models", "Mistakes by size"),
            parts,
            tuple(
                row(
                    QT_TRANSLATE_NOOP("Models", "{mark} {name}").format(
                        mark=mark.value, name=mark.title
                    ),
                    tally,
                    everything,
                )
                for mark, tally in mistakes.by_mark
            ),
            note,
        ),
    ]


def report(facts: PlayerFacts) -> list[str]:
    """Return what *facts* say, line by line."""
    results = facts.results
    if results is None or not results.total.games:
        if facts.selection.you:
            return [QT_TRANSLATE_NOOP("Models", "The library has no games of yours.")]
        return [QT_TRANSLATE_NOOP("Models", "The library has no games of this kind.")]
    lines: list[str] = [total_sentence(results.total)]
    for chart in charts(facts):
        lines += ["", chart.title]
        lines += [_line(row) for row in chart.rows]
        if chart.note:
            lines.append(chart.note)
    if facts.rated:
        lines += ["", QT_TRANSLATE_NOOP("Models", "Accuracy"), rated_sentence(facts.rated)]
    if facts.selection.game == "":
        lines += ["", QT_TRANSLATE_NOOP("Models", "Choose one game to see its openings.")]
    return lines


def _line(row: ChartBar) -> Sentence:
    return QT_TRANSLATE_NOOP("Models", "  {said} ({text})").format(said=row.said, text=row.text)


def total_sentence(total: GameTally) -> Sentence:
    """Return how the games of a *total* have ended."""
    return QT_TRANSLATE_NOOP(
        "Models", "%n game(s): {won:,} won, {drawn:,} drawn, {lost:,} lost, {open:,} not finished"
    ).counted(total.games, won=total.won, drawn=total.drawn, lost=total.lost, open=total.open)


def rated_sentence(rated: tuple[RatedGame, ...]) -> Sentence:
    """Return how accurate the play was at first and is now, in at least one game."""
    if len(rated) < MIN_GAMES:
        return QT_TRANSLATE_NOOP(
            "Models", "{percent:.0f} % in the last of %n reviewed game(s)"
        ).counted(len(rated), percent=rated[-1].percent)
    return QT_TRANSLATE_NOOP(
        "Models", "{before:.0f} % in the first {enough} of %n reviewed game(s), {now:.0f} % now"
    ).counted(len(rated), before=rated[MIN_GAMES - 1].mean, enough=MIN_GAMES, now=rated[-1].mean)
