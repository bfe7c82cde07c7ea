"""Views of the map that the user saved by name: they belong to a town, not to a recording of it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.ui.action_table import ACTIONS
from viewer.ui.state.map_options import MapLayers
from viewer.ui.state.open_request import ActorKey
from viewer.ui.state.settings import Settings

KEYED = ("map_view_1", "map_view_2", "map_view_3", "map_view_4")
"""Ids of the actions that show the first views."""
KEYS = tuple(ACTIONS[action_id].shortcuts[0] for action_id in KEYED)
"""Their keys, in Qt's portable notation."""
_OPTIMISED = "_Opt"  # CARLA's layered maps show the same town as the map without this


@dataclass(frozen=True, slots=True)
class SavedView:
    """What the map showed.

    Attributes:
        name: what the user calls it.
        x: world x of the middle of the map, metres.
        y: world y of the middle of the map, metres.
        span: metres from the left edge of the map to the right.
        turn: how far the ground was turned on the screen, clockwise, radians.
        heading_up: whether the followed actor headed up, or else north was up.
        followed: whom the map followed, None for nobody.
        layers: what was shown.

    """

    name: str
    x: float
    y: float
    span: float
    turn: float
    heading_up: bool
    followed: ActorKey | None
    layers: MapLayers


class MapViews(QObject):
    """The views saved for the town of the recording that is open, in the order in which they were saved."""

    changed = Signal()
    """There are other views."""

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self.town = ""
        """Name of the town, empty as long as none is known."""
        self.views: tuple[SavedView, ...] = ()

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Know in which town a recording was made."""
        name = index.header.map_name if index is not None else ""
        self.town = name.rpartition("/")[2].removesuffix(_OPTIMISED)
        self.views = _read(self._settings.map_views[self.town]) if self.town else ()
        self.changed.emit()

    def find(self, name: str) -> SavedView | None:
        """Return the view of a name, None if there is none."""
        return next((view for view in self.views if view.name == name), None)

    def save(self, view: SavedView) -> None:
        """Keep a view, in the place of the one of its name if there is one."""
        if self.find(view.name) is None:
            self._set((*self.views, view))
        else:
            self._set(tuple(view if each.name == view.name else each for each in self.views))

    def remove(self, name: str) -> SavedView | None:
        """Forget the view of a name, and return it."""
        view = self.find(name)
        if view is not None:
            self._set(tuple(each for each in self.views if each is not view))
        return view

    def _set(self, views: tuple[SavedView, ...]) -> None:
        self.views = views
        self._settings.map_views[self.town] = json.dumps([asdict(view) for view in views])
        self.changed.emit()


def _read(text: str) -> tuple[SavedView, ...]:
    """Return the views in a text; what cannot be understood is left out."""
    try:
        rows = json.loads(text) if text else []
    except ValueError:
        return ()
    views = (_view(row) for row in rows) if isinstance(rows, list) else ()
    return tuple({view.name: view for view in views if view is not None}.values())


def _view(row: Mapping[str, Any]) -> SavedView | None:
    try:
        x, y, span, turn = (float(row[name]) for name in ("x", "y", "span", "turn"))
        layers, actor = row["layers"], row["followed"]
        view = SavedView(
            name=str(row["name"]),
            x=x,
            y=y,
            span=span,
            turn=turn,
            heading_up=bool(row["heading_up"]),
            followed=_actor(actor) if actor is not None else None,
            layers=MapLayers(**{each.name: bool(layers[each.name]) for each in fields(MapLayers)}),
        )
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return view if view.name and span > 0 and all(map(math.isfinite, (x, y, span, turn))) else None


def _actor(row: Mapping[str, Any]) -> ActorKey:
    x, y, z = map(float, row["location"])
    return ActorKey(
        int(row["actor_id"]), str(row["type_id"]), str(row["role_name"]), int(row["spawn_frame"]), (x, y, z)
    )
