"""The commands about overlays: those of the table, and one for each overlay of a board."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words, translate
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.models.game.overlay import Overlay
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote, shorten


def _has_overlays(place: Place) -> bool:
    return bool(place.overlays)


_NO_OVERLAYS = QT_TRANSLATE_NOOP("Commands", "This board has no overlays.")


def _show_all(app: AppContext, words: list[str]) -> str:
    """Show the overlays, or hide them; return which are shown."""
    app.overlays.toggle_all()
    place = app.document.place
    titles = [in_words(one.title) for one in place.shown_overlays]
    if not titles:
        return translate("Commands", "Overlays hidden.")
    return fill(translate("Commands", "Shown: {titles}."), titles=", ".join(titles))


def _switch(app: AppContext, key: str) -> str:
    """Show the overlay *key*, or show it no longer; return what it shows, in words."""
    app.overlays.toggle(key)
    place = app.document.place
    overlay = next(one for one in place.overlays if one.key == key)
    if key in place.overlays_shown:
        return _told(overlay, place)
    return fill(translate("Commands", "Hidden: {title}."), title=overlay.title)


def _told(overlay: Overlay, place: Place) -> str:
    """Return what *overlay* shows at *place*, a sentence a row, under its title."""
    told = [in_words(sentence) for sentence in overlay.tell(place.position)]
    return "\n".join([f"{in_words(overlay.title)}:", *told])


def _overlay(app: AppContext, words: list[str]) -> str:
    """Switch the overlay that *words* name; without words, tell what is shown, or the names."""
    place = app.document.place
    shown = place.shown_overlays
    if not words and shown:
        return "\n".join(_told(one, place) for one in shown)
    if not words:
        row = translate("Commands", "overlay {name}: {tip}.")
        return "\n".join(fill(row, name=one.key, tip=one.tip) for one in place.overlays)
    name = " ".join(words).lower()
    if name not in [one.key for one in place.overlays]:
        sentence = translate("Commands", "There is no overlay '{name}'; choose one of: {known}.")
        known = ", ".join(one.key for one in place.overlays)
        raise BadCommand(fill(sentence, name=quote(name), known=known))
    return _switch(app, name)


OVERLAY_COMMANDS: tuple[Command, ...] = (
    Command(
        key="overlays",
        title=QT_TRANSLATE_NOOP("Commands", "Show overla&ys"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show or hide all overlays of the board"),
        words=QT_TRANSLATE_NOOP("Commands", "layers, heat map, hide overlays"),
        menu="view",
        group=1,
        shortcuts=("F4",),
        possible=_has_overlays,
        otherwise=_NO_OVERLAYS,
        checked=lambda place: bool(place.overlays_shown),
        run=_show_all,
        typed="overlays",
    ),
)
"""What stands in the menu."""

NAMED_OVERLAY = Command(
    key="overlay",
    tip=QT_TRANSLATE_NOOP("Commands", "Show or hide an overlay, or describe those shown"),
    possible=_has_overlays,
    otherwise=_NO_OVERLAYS,
    run=_overlay,
    typed="overlay",
    arguments="[NAME]",
    following=lambda app: [one.key for one in app.document.place.overlays],
)


def overlay_command(overlay: Overlay) -> Command:
    """Return the command that shows *overlay*, or shows it no longer; it is typed with its key."""

    def switch(app: AppContext, words: list[str]) -> str:
        _switch(app, overlay.key)
        return ""

    return Command(
        key=f"overlay-{overlay.key}",
        title=shorten(in_words(overlay.title)).replace("&", "&&"),
        tip=shorten(in_words(overlay.tip)),
        possible=lambda place: overlay in place.overlays,
        otherwise=_NO_OVERLAYS,
        checked=lambda place: overlay.key in place.overlays_shown,
        run=switch,
        typed=f"{NAMED_OVERLAY.typed} {overlay.key}",
    )
