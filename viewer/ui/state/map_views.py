"""Four places for views of the map: they belong to a town, not to a recording of it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from viewer.file_error import last_name
from viewer.recording.index import RecordingIndex
from viewer.ui.map_layers import MapLayers, map_layers
from viewer.ui.state.changes import Changes, What
from viewer.ui.state.open_request import ActorKey
from viewer.ui.state.settings import Settings

PLACES = 4
_OPTIMISED = "_Opt"  # CARLA's layered maps show the same town as the map without this


@dataclass(frozen=True, slots=True)
class SavedView:
    """What the map showed.

    Attributes:
        x: world x of the middle of the map, metres.
        y: world y of the middle of the map, metres.
        span: metres from the left edge of the map to the right.
        turn: how far the ground was turned on the screen, clockwise, radians.
        heading_up: whether the followed actor headed up, or else north was up.
        followed: whom the map followed, None for nobody.
        layers: what was shown.

    """

    x: float
    y: float
    span: float
    turn: float
    heading_up: bool
    followed: ActorKey | None
    layers: MapLayers


class MapViews:
    """The views that are kept for the town of the recording that is open, None where there is none."""

    def __init__(self, settings: Settings, changes: Changes) -> None:
        """Take who keeps them, and who is told."""
        self._changes = changes
        self._settings = settings
        self.town = ""
        """Name of the town, empty as long as none is known."""
        self.views: tuple[SavedView | None, ...] = (None,) * PLACES

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Know in which town a recording was made."""
        name = index.header.map_name if index is not None else ""
        self.town = last_name(name).removesuffix(_OPTIMISED)
        self.views = _read(self._settings.map_views[self.town]) if self.town else (None,) * PLACES
        self._changes.tell(What.MAP_VIEWS)

    def save(self, place: int, view: SavedView) -> None:
        """Keep a view in a place."""
        self.views = tuple(view if number == place else each for number, each in enumerate(self.views))
        told = [None if each is None else asdict(each) for each in self.views]
        self._settings.map_views[self.town] = json.dumps(told)
        self._changes.tell(What.MAP_VIEWS)


def _read(text: str) -> tuple[SavedView | None, ...]:
    """Return the views in a text, None where there is none or what cannot be understood."""
    try:
        rows = json.loads(text) if text else []
    except ValueError:
        rows = []
    views = [_view(row) for row in rows[:PLACES]] if isinstance(rows, list) else []
    return (*views, *(None,) * (PLACES - len(views)))


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
