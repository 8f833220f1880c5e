"""Dialogs, each in a module that is imported when the dialog is first shown.

To import them all takes 20 ms, which the start of the window does not have.
"""

from importlib import import_module
from typing import Any

_MODULES = {
    "GameDetailsDialog": "kalahloa.views.dialogs.game_details",
    "ImportReportDialog": "kalahloa.views.dialogs.import_report",
    "NewGameDialog": "kalahloa.views.dialogs.new_game",
    "PlayFromDialog": "kalahloa.views.dialogs.play_from",
    "PlayerDialog": "kalahloa.views.dialogs.player_chooser",
    "PositionEditorDialog": "kalahloa.views.dialogs.position_editor",
    "PreferencesDialog": "kalahloa.views.dialogs.preferences",
    "TagsDialog": "kalahloa.views.dialogs.tags",
    "TeachingDialog": "kalahloa.views.dialogs.teaching_fields",
    "VersionsDialog": "kalahloa.views.dialogs.versions",
}


def dialog_class(name: str) -> Any:
    """Return the class of the dialog called *name*."""
    return getattr(import_module(_MODULES[name]), name)
