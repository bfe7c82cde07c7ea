"""A map that is told what there is, and where it looks as one triple."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.ui.map import MapView

if TYPE_CHECKING:
    from tests.ui.alone import Alone


def map_of(alone: Alone) -> MapView:
    """Return a map that shows what is told to a workspace, its ``told``."""
    view = MapView(alone)
    view.told = alone  # type: ignore[attr-defined]
    return view


def view_of(view: MapView) -> tuple[float, float, float]:
    """World x and y of the middle in metres, and pixels per metre."""
    camera = view.camera
    return camera.x, camera.y, camera.scale


def look_at(view: MapView, place: tuple[float, float, float]) -> None:
    """Look at a place at a scale; nobody is followed any more."""
    x, y, scale = place
    view.viewpoint.center_on(x, y)
    view.viewpoint.set_span(view.camera.width / scale)
