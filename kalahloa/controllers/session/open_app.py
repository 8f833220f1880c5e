"""Opens a game with all features around it."""

from PySide6.QtCore import QObject

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.session.features import declarations
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.models.game.game import Game


def open_app(
    game: Game, parent: QObject | None = None, service: AnalysisService | None = None
) -> AppContext:
    """Return the context of a new document of *game*, with all features; *service* is for tests."""
    app = AppContext(game, parent, service)
    app.add_features(kind for declared in declarations() for kind in declared.controllers)
    return app
