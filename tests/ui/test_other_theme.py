"""Panels and bars that are given another theme while they are used look as if they had it from the start."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from tests.details_scene import detailed_street
from tests.scenes import HERO, OTHER
from viewer.notes import Note
from viewer.ui.app import Viewer
from viewer.ui.panels import PanelPlace, panels_at
from viewer.ui.state.actor_ref import ref_of

OTHER_THEME = {"dark": "light", "light": "dark"}
DRAWER = [row.id for row in panels_at(PanelPlace.DRAWER)]


@pytest.fixture
def path(tmp_path):
    """A recording with a problem, of which the status bar tells."""
    path = tmp_path / "details.log"
    at = int(detailed_street().index(path).offsets[8]) + 29
    data = bytearray(path.read_bytes())
    data[at + 1 : at + 5] = b"\xff\xff\xff\x7f"
    path.write_bytes(data)
    return path


def used(viewer: Viewer, path, qtbot) -> dict[str, QWidget]:
    """Open everything; return what there is in the window, by name."""
    window = viewer.window
    viewer.workspace.open(path)
    qtbot.waitUntil(lambda: viewer.recording.index is not None and viewer.recording.index.complete)
    qtbot.waitUntil(lambda: viewer.story.found is not None and not viewer.story.looking)
    settle(viewer, qtbot)
    viewer.playback.seek(0.2)
    if not viewer.notes.notes:
        viewer.notes.add(Note(0.1, text="seen", actor_id=HERO, color="pink"))
    for number, actor_id in enumerate((HERO, OTHER)):
        row = viewer.recording.index.actors.rows_of(actor_id)[0]
        viewer.focus.click(ref_of(row), adds=number > 0)
    for name in DRAWER:
        window.open_panel(name)
    parts = {name: viewer.rooms.panel(name) for name in DRAWER}
    return parts | {
        "top bar": window.top_bar,
        "status bar": window.status_bar,
        "list": window.actor_panel,
        "inspector": window.inspector,
        "timeline": window.timeline,
        "strip": window.map_area.strip,
    }


def settle(viewer: Viewer, qtbot) -> None:
    qtbot.waitUntil(lambda: viewer.tasks.quiet and not viewer.bars.painting.under_way)
    qtbot.wait(300)


def leave(viewer: Viewer) -> None:
    """Let nothing be pointed at: one window may come up under the pointer, another not."""
    for each in viewer.window.findChildren(QWidget):
        QApplication.sendEvent(each, QEvent(QEvent.Type.Leave))
        each.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)


def pictures(viewer: Viewer, parts: dict[str, QWidget], qtbot) -> dict[str, QImage]:
    found = {}
    for name, part in parts.items():
        if name in DRAWER:
            viewer.window.open_panel(name)
            settle(viewer, qtbot)
        leave(viewer)
        found[name] = part.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return found


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_panels_and_bars(make_viewer, path, qtbot, theme) -> None:
    changed = make_viewer(OTHER_THEME[theme])
    parts = used(changed, path, qtbot)
    settle(changed, qtbot)
    changed.themes.set_choice(theme)
    settle(changed, qtbot)
    got = pictures(changed, parts, qtbot)
    changed.window.close()
    fresh = make_viewer(theme)
    parts = used(fresh, path, qtbot)
    settle(fresh, qtbot)
    wanted = pictures(fresh, parts, qtbot)
    assert [name for name, image in wanted.items() if got[name] != image] == []
