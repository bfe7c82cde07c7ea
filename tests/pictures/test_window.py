"""The whole window, and the pages that it opens."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from tests.details_scene import detailed_street
from tests.pictures.conftest import both
from tests.pictures.recordings import HERO, broken_street, town
from tests.ui.conftest import make_viewer
from viewer.notes import Note
from viewer.replay.time.typed_time import TimeQuery
from viewer.replay.world.world import world_at
from viewer.ui.file.panel import FilePanel
from viewer.ui.panels import FilePage
from viewer.ui.render import draw
from viewer.ui.render_request import RenderRequest
from viewer.ui.shell.settings_page import SettingsPage

__all__ = ["make_viewer"]  # a fixture


@pytest.fixture(autouse=True)
def _no_maps(monkeypatch):
    """Find no map of any town, whatever this machine has."""
    monkeypatch.delenv("CARLA_MAPS", raising=False)


@both
def test_a_collision(looks, theme, tmp_path):
    request = RenderRequest(
        TimeQuery("collision", 1), None, (1280, 800), window=True, center=None, span=None, theme=theme.name
    )
    draw(town().path, request, tmp_path / "window.png")
    looks(QImage(str(tmp_path / "window.png")))


def test_notes(make_viewer, qtbot, looks, theme):
    viewer = make_viewer(theme.name)
    viewer.workspace.open(town().path)
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    for note in (Note(1.0, text="sets off", color="teal"), Note(4.0, 6.0, text="brakes", actor_id=HERO)):
        viewer.notes.add(note)
    viewer.window.open_panel("notes")
    panel = viewer.window.panel("notes")
    panel.resize(502, 200)
    looks(panel.grab(QRect(0, 0, 400, 100)))


def test_settings(make_viewer, looks, theme):
    viewer = make_viewer(theme.name)
    viewer.window.actions_by_id["settings"].trigger()
    page = viewer.window.findChild(SettingsPage)
    page.resize(620, 480)
    looks(page)
    page.close()


def test_packets(put, looks, theme, tmp_path, alone):
    index = detailed_street().index(tmp_path / "street.log")
    panel = FilePanel(alone)
    panel.open_page(FilePage.FRAME)
    alone.set_recording(index)
    alone.set_world(world_at(index, 0.21))
    put(panel, 760, 260)
    looks(panel)


def test_problems(put, looks, theme, alone):
    panel = FilePanel(alone)
    alone.set_recording(broken_street())
    alone.set_problems(broken_street().problems)
    put(panel, 600, 120)
    looks(panel)
