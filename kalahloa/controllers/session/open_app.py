"""Opens a game with all features around it, and keeps it in the library."""

from PySide6.QtCore import QObject

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.saving.opening import OpenLibrary, open_user_library
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


def make_keeper(app: AppContext, open_library: OpenLibrary = open_user_library) -> Keeper:
    """Return what keeps the games of *app*, its edits, analyses and reviews in the library."""
    keeper = Keeper(app.document, open_library, app.document)
    keeper.follow_edits(app.study)
    keeper.follow_analysis(app[LiveAnalysis])
    keeper.follow_reviews(app[Reviews])
    for controller in app.controllers:
        controller.held.connect(keeper.hold)
    return keeper
