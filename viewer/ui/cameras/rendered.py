"""Pictures of chosen cameras beside the map, or in the window, in images that are made without a display."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from viewer.ui.cameras.camera_view import CameraView

if TYPE_CHECKING:
    from viewer.ui.app import Viewer

_MAP, _CAMERAS = 3, 2
"""Shares of the width of map and cameras."""


def choose_cameras(viewer: Viewer, names: Sequence[str]) -> None:
    """Show only the cameras ``names`` of the run's folder, which has been searched for.

    Raises:
        ValueError: no folder was found, or it has no camera of such a name.
    """
    folder = viewer.workspace.run_folders.state.folder
    if folder is None:
        raise ValueError("no folder that the driving stack wrote for this run was found near the recording")
    known = [stream.name for stream in folder.contents.streams]
    for name in names:
        if name not in known:
            there = f"there are {', '.join(known)}" if known else "the run's folder has none"
            raise ValueError(f"there is no camera '{name}'; {there}")
    viewer.settings.hidden_cameras = [name for name in known if name not in names]


def beside_cameras(viewer: Viewer, target: QWidget) -> tuple[QWidget, CameraView]:
    """Return a widget with ``target``, the map, and the chosen cameras beside it; and the view of these."""
    both = QWidget()
    both.setProperty("surface", "window")
    view = CameraView(viewer.workspace, both)
    row = QHBoxLayout(both)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(target, _MAP)
    row.addWidget(view, _CAMERAS)
    target.show()  # a new parent has hidden it
    view.hide_cameras(viewer.settings.hidden_cameras)
    view.set_folder(viewer.workspace.run_folders.state.folder)
    return both, view


def camera_panel(viewer: Viewer) -> CameraView:
    """Show the panel *Cameras* in the window, and return the view in it."""
    viewer.window.actions_by_id["show_cameras"].trigger()
    view = viewer.window.panel("cameras").findChild(CameraView)
    assert isinstance(view, CameraView)  # noqa: S101 - for the type checker
    return view
