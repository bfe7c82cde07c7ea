"""Views of the map that the user saved, by their names."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from viewer.ui import format as fmt
from viewer.ui.actions import shortcut_text
from viewer.ui.palette.entry import Entry, ListedProvider
from viewer.ui.state.map_views import KEYS, MapViews
from viewer.ui.translation import tr


class MapViewProvider(ListedProvider):
    """Finds views by name; choosing one shows it. If nothing is typed it offers none: the menu lists them."""

    prefix = "map-view:"

    def __init__(self, views: MapViews, show: Callable[[str], None], parent: QObject) -> None:
        super().__init__(tr("Map views"), views.changed, parent)
        self._views = views
        self._show = show

    def things(self) -> list[str]:
        """Return the names of the views."""
        return [view.name for view in self._views.views]

    def text(self, name: str) -> str:
        """Return a name with what it is the name of."""
        return f"{name} {self.tr('Map view')}"

    def recalled(self, name: str) -> Entry | None:
        """Return a view that was shown before, unless it was deleted."""
        return self.entry(name) if name in self.things() else None

    def entry(self, name: str) -> Entry:
        """Return a view with its key."""
        number = self.things().index(name)
        return Entry(
            key=self.prefix + name,
            text=name,
            detail=fmt.join(self.tr("Map view"), self._views.town),
            keys=shortcut_text(KEYS[number]) if number < len(KEYS) else "",
            run=lambda: self._show(name),
        )
