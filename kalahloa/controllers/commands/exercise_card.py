"""What the card of an exercise shows, for any kind of exercise."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ask:
    """A command that a button asks for, with `words`; `label` is the button's text if not empty."""

    command: str
    words: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class ExerciseChoice:
    """A choice called `name`: `options` are words with their labels, and one of them is `chosen`.

    The `command` is asked for with the word; without a command the word goes with the start.
    """

    name: str
    options: tuple[tuple[str, str], ...]
    chosen: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class ExerciseTable:
    """The results so far: `columns` are the titles, each of `rows` has as many cells."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExerciseCard:
    """What the card shows, in words for the user.

    With `is_on`, an exercise of the kind is on the board: `task` is what to do in it, and
    `feedback` what was said last.  Otherwise `task` invites to begin.  `aside` is a short remark
    beside the title.  `done` of `total` steps are done; without a total there is nothing to count.
    `facts` are names with values, `note` stands below everything.

    The four buttons ask for `hint`, `show`, `again` and `next`; while it is not `is_on`, `next`
    begins it.  `more` are other commands.
    """

    task: str
    next: Ask
    is_on: bool = False
    feedback: str = ""
    aside: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    done: int = 0
    total: int = 0
    table: ExerciseTable | None = None
    choices: tuple[ExerciseChoice, ...] = ()
    note: str = ""
    hint: Ask = Ask("hint")
    show: Ask = Ask("exercise-show")
    again: Ask = Ask("exercise-again")
    more: tuple[Ask, ...] = ()


NEXT = Ask("exercise-next")
"""What the last button asks for while an exercise is on the board."""
