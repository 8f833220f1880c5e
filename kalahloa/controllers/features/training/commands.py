"""The command that tells how one does in all exercises."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.training.training import Training

TRAINING_COMMANDS = CommandTable()


@TRAINING_COMMANDS.declare(
    key="training",
    tip=QT_TRANSLATE_NOOP("Commands", "Your results in all exercises, and what to repeat"),
    typed="training",
)
def training(app: AppContext, words: list[str]) -> str:
    """Report how one does, as soon as that is known."""
    app[Training].report()
    return translate("Commands", "Looking up your results…")
