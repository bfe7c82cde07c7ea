"""What a person does with a window, and what they see of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl, SignalInstance
from PySide6.QtGui import QDropEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from viewer.recording.index import RecordingIndex
from viewer.ui.app import Viewer
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.workspace import Workspace

Owner = TypeVar("Owner", Viewer, Workspace)
Button = TypeVar("Button", bound=QAbstractButton)


def workspace_of(owner: Viewer | Workspace) -> Workspace:
    """Return the workspace of a window, or the one that stands alone."""
    return owner if isinstance(owner, Workspace) else owner.workspace


def open_in(owner: Owner, qtbot: QtBot, path: Path, request: OpenRequest | None = None) -> Owner:
    """Open a recording, wait until it is read, and return where it is open."""
    workspace_of(owner).open(path, request)
    wait_for(owner, qtbot, path)
    return owner


def wait_for(owner: Viewer | Workspace, qtbot: QtBot, path: Path) -> None:
    """Wait until a recording is open and read."""
    recording = workspace_of(owner).recording
    qtbot.waitUntil(
        lambda: recording.index is not None and recording.index.path == path and not recording.busy
    )


def wait_for_frames(owner: Viewer | Workspace, qtbot: QtBot, count: int) -> None:
    """Wait until a recording of so many frames is read."""
    recording = workspace_of(owner).recording
    qtbot.waitUntil(
        lambda: (
            recording.index is not None and len(recording.index.frame_starts) == count and not recording.busy
        )
    )


def open_judged(viewer: Viewer, qtbot: QtBot, path: Path) -> None:
    """Open a recording and wait until all that went wrong in it is found."""
    viewer.workspace.open(path)
    events = viewer.found_events
    qtbot.waitUntil(lambda: None not in (events.found, events.view) and not events.searching)


def wait_for_another(owner: Viewer | Workspace, qtbot: QtBot, before: object) -> None:
    """Wait until another reading than ``before`` is open."""
    recording = workspace_of(owner).recording
    qtbot.waitUntil(lambda: recording.index not in (None, before) and not recording.busy)


def row_of(owner: Viewer | Workspace | RecordingIndex, actor_id: int) -> int:
    """Return the row of the first actor of an id in a recording, or in the one that is open."""
    index = owner if isinstance(owner, RecordingIndex) else workspace_of(owner).recording.index
    return int(index.actors.rows_of(actor_id)[0])


def rows_of(owner: Viewer | Workspace | RecordingIndex, *actor_ids: int) -> tuple[int, ...]:
    """Return the rows of actors by their ids."""
    return tuple(row_of(owner, each) for each in actor_ids)


def heard(signal: SignalInstance) -> list[Any]:
    """Return a list of what a signal tells from now on."""
    told: list[Any] = []
    signal.connect(lambda *values: told.append(values[0] if len(values) == 1 else values))
    return told


def frame_of(owner: Viewer | Workspace) -> int:
    """Return the number of the frame that is shown."""
    return workspace_of(owner).moment.world.frame


def press(viewer: Viewer, *keys: str) -> None:
    """Press keys, as Qt writes them, where the keyboard is."""
    for key in keys:
        QTest.keySequence(viewer.window.focusWidget() or viewer.window, QKeySequence(key))


def said(viewer: Viewer) -> str:
    """Return the words that the window shows for a moment, "" without any."""
    return viewer.toast.text if viewer.toast.isVisible() else ""


def status_words(viewer: Viewer) -> list[str]:
    """Return what the status bar says."""
    return [label.text() for label in viewer.window.status_bar.findChildren(QLabel) if label.isVisible()]


def drop(viewer: Viewer, *paths: Path) -> None:
    """Drop files on the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    how = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    viewer.window.dropEvent(QDropEvent(QPointF(50, 50), *how))


def button(parent: QWidget, text: str, kind: type[Button] = QPushButton) -> Button:
    """Return the visible button that says so, or begins so."""
    found = [each for each in parent.findChildren(kind) if each.text().startswith(text)]
    return next(each for each in found if each.isVisible())
