"""Four slots per town for saved views of the map: position, zoom, layers and followed actor."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from viewer.recording.index import RecordingIndex
from viewer.roads.town import town_name
from viewer.ui.map_layers import MapLayers, map_layers
from viewer.ui.state.changes import Changes
from viewer.ui.state.open_request import ActorKey
from viewer.ui.state.settings import Settings

SLOTS = 4


@dataclass(frozen=True, slots=True)
class SavedView:
    """A saved view of the map: camera, layers and followed actor.

    Attributes:
        x: world x of the middle of the map, metres.
        y: world y of the middle of the map, metres.
        span: width of the visible part of the map, metres.
        turn: clockwise rotation of the ground on the screen, radians.
        heading_up: whether the followed actor's heading was up; else north was.
        followed: identity of the actor that the map followed, by which it is found in any recording, or None.
        layers: whether each layer was visible, by its name.
    """

    x: float
    y: float
    span: float
    turn: float
    heading_up: bool
    followed: ActorKey | None
    layers: MapLayers


class MapViews:
    """The four slots for saved views of the map that each town has in the settings.

    ``views`` holds the slots of the town of the open recording: a ``SavedView`` each, or None for an empty
    one.
    """

    def __init__(self, settings: Settings, changes: Changes) -> None:
        """Manage the saved views of the map, stored in ``settings``; changes are reported to ``changes``."""
        self._changes = changes
        self._settings = settings
        self.town = ""
        """Name of the town, empty as long as none is known."""
        self.views: tuple[SavedView | None, ...] = (None,) * SLOTS

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Read the saved views of the map for the town of the recording ``index``; None for no recording."""
        name = index.header.map_name if index is not None else ""
        self.town = town_name(name)
        self.views = _read(self._settings.map_views[self.town]) if self.town else (None,) * SLOTS
        self._changes.touch()

    def save(self, slot: int, view: SavedView) -> None:
        """Store the map view ``view`` in slot ``slot`` (0 to 3) of the open recording's town."""
        self.views = tuple(view if number == slot else each for number, each in enumerate(self.views))
        rows = [None if each is None else asdict(each) for each in self.views]
        self._settings.map_views[self.town] = json.dumps(rows)
        self._changes.touch()


def _read(text: str) -> tuple[SavedView | None, ...]:
    """Return the saved map views in the JSON ``text``, one per slot; None for an empty or invalid slot."""
    try:
        rows = json.loads(text) if text else []
    except ValueError:
        rows = []
    views = [_view(row) for row in rows[:SLOTS]] if isinstance(rows, list) else []
    return (*views, *(None,) * (SLOTS - len(views)))


def _view(row: Mapping[str, Any] | None) -> SavedView | None:
    if row is None:
        return None
    try:
        x, y, span, turn = (float(row[name]) for name in ("x", "y", "span", "turn"))
        layers, actor = row["layers"], row["followed"]
        view = SavedView(
            x=x,
            y=y,
            span=span,
            turn=turn,
            heading_up=bool(row["heading_up"]),
            followed=_actor(actor) if actor is not None else None,
            layers={name: bool(layers[name]) for name in map_layers()},
        )
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return view if span > 0 and all(map(math.isfinite, (x, y, span, turn))) else None


def _actor(row: Mapping[str, Any]) -> ActorKey:
    x, y, z = map(float, row["location"])
    return ActorKey(
        int(row["actor_id"]), str(row["type_id"]), str(row["role_name"]), int(row["spawn_frame"]), (x, y, z)
    )
