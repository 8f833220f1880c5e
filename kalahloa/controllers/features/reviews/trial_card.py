"""The card of one's own mistakes, which are tried again."""

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.commands.exercise_card import (
    NEXT,
    Ask,
    ExerciseCard,
    ExerciseChoice,
    ExerciseTable,
)
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.reviews.loss_words import format_ply_loss
from kalahloa.controllers.features.reviews.trial_state import (
    Mistake,
    MistakeChoice,
    Trial,
    TrialEnd,
)
from kalahloa.controllers.features.training.state import TrainingState
from kalahloa.controllers.features.training.words import due_words, mistake_name
from kalahloa.models.game.game import Game
from kalahloa.models.study.training.kinds import mistake_of, mistake_word


def trial_task(game: Game, mistake: Mistake) -> str:
    """Return what is to be done at *mistake*."""
    mark = None if mistake.ply is None else mistake.ply.mark
    if mark is None:
        sentence = (
            translate("Trials", "You played {move}. Find a better move.")
            if mistake.is_own
            else translate("Trials", "{side} played {move}. Find a better move.")
        )
    elif mistake.is_own:
        sentence = translate("Trials", "You played {move} ({mark}). Find a better move.")
    else:
        sentence = translate("Trials", "{side} played {move} ({mark}). Find a better move.")
    side = game.sides[mistake.node.to_move]
    named = "" if mark is None else in_words(mark.title).lower()
    return fill(sentence, side=side, move=mistake.played, mark=named)


def mistakes_card(place: Place) -> ExerciseCard:
    """Return the card of the mistake on the board, or an invitation."""
    trial, end = place.get(Trial), place.get(TrialEnd)
    more = []
    if place.has_own_game:
        more.append(Ask("own-game", label=translate("Trials", "Back to my game")))
    if trial is None and end is None:
        return ExerciseCard(
            task=translate(
                "Trials",
                "Find better moves where you went wrong: in this game once it is reviewed, and in "
                "games before.",
            ),
            next=Ask("my-mistakes"),
            choices=_choices(place),
            more=(*more, Ask("review", label=translate("Trials", "Review this game"))),
        )
    shown = end.trial if trial is None and end is not None else trial
    assert shown is not None
    if trial is not None:
        more.append(Ask("try-again", label=translate("Trials", "Stop")))
        task = trial_task(place.game, trial.mistake)
        if trial.judging:
            task = translate("Trials", "Judging the move…")
    elif end is not None and end.found:
        task = translate("Trials", "Found: a better move")
    else:
        task = translate("Trials", "The better move")
    return ExerciseCard(
        task=task,
        next=NEXT,
        is_on=True,
        feedback=shown.feedback,
        facts=_facts(place, shown.mistake),
        table=_table(shown),
        choices=_choices(place),
        more=tuple(more),
    )


def _choices(place: Place) -> tuple[ExerciseChoice, ...]:
    """Return the choice of a kind of mistake, with how many of each are to be repeated today."""
    state = place.get(TrainingState)
    statistic = None if state is None else state.statistic
    choice = place.get(MistakeChoice) or MistakeChoice()
    scores = [] if statistic is None else [one for one in statistic.by_mistake if one.total]
    if not scores and not choice.word:
        return ()
    named = {mistake_word(one.kind): (mistake_name(one.kind), one.due) for one in scores}
    named.setdefault(choice.word, (mistake_name(mistake_of(choice.word)), 0))
    named[""] = translate("Trials", "All kinds"), sum(one.due for one in scores)
    options = [("", _option(*named.pop("")))]
    options += [(word, _option(*about)) for word, about in named.items()]
    name = translate("Trials", "Kind of mistake")
    return (ExerciseChoice(name, tuple(options), choice.word, "mistake-kind"),)


def _option(name: str, due: int) -> str:
    """Return the *name* of a kind of mistake, with how many are *due*."""
    if not due:
        return name
    return fill(translate("Trials", "{kind} ({due})"), kind=name, due=due_words(due))


def _facts(place: Place, mistake: Mistake) -> tuple[tuple[str, str], ...]:
    played = (translate("Trials", "Played"), mistake.played)
    if mistake.ply is None:
        return (played,)
    lost = format_ply_loss(place.game, mistake.ply)
    mark = "" if mistake.ply.mark is None else in_words(mistake.ply.mark.title)
    facts = [played, (translate("Trials", "Lost"), lost)]
    if mark:
        facts.append((translate("Trials", "Kind"), mark))
    return tuple(facts)


def _table(trial: Trial) -> ExerciseTable | None:
    if not trial.lost:
        return None
    columns = (translate("Trials", "Tried"), translate("Trials", "Loses"))
    return ExerciseTable(columns, trial.lost)
