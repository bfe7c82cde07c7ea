"""Views of the map that the user saved, by their names."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from viewer.ui import format as fmt
from viewer.ui.actions import shortcut_text
from viewer.ui.palette.entry import Entry, Hits, Provider
from viewer.ui.palette.fuzzy import TextTable
from viewer.ui.state.map_views import KEYS, MapViews

_KEY = "map-view:"


class MapViewProvider(Provider):
    """Finds views by name; choosing one shows it."""

    def __init__(self, views: MapViews, show: Callable[[str], None], parent: QObject) -> None:
        super().__init__(parent)
        self._views = views
        self._show = show
        self._take_views()
        views.changed.connect(self._take_views)
        views.changed.connect(self.changed)

    def find(self, query: str) -> Hits | None:
        """Return the views that fit; none if nothing is typed, since the menu lists them."""
        if not query or not self._names:
            return None
        rows, best = self._table.find(query)
        entries = [self._entry(self._names[int(row)]) for row in rows]
        return Hits.of(self.tr("Map views"), entries, best)

    def recall(self, key: str) -> Entry | None:
        """Return a view that was shown before, unless it was deleted."""
        name = key.removeprefix(_KEY)
        return self._entry(name) if key.startswith(_KEY) and name in self._names else None

    @Slot()
    def _take_views(self) -> None:
        self._names = [view.name for view in self._views.views]
        kind = self.tr("Map view")
        self._table = TextTable([f"{name} {kind}" for name in self._names])

    def _entry(self, name: str) -> Entry:
        def show() -> None:
            self._show(name)

        detail = fmt.join(self.tr("Map view"), self._views.town)
        number = self._names.index(name)
        keys = shortcut_text(KEYS[number]) if number < len(KEYS) else ""
        return Entry(key=_KEY + name, text=name, detail=detail, keys=keys, run=show)
