"""The panels in the drawer, with its head."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QTableView

from tests.details_scene import detailed_street
from tests.pictures.conftest import both
from tests.pictures.recordings import HERO, town
from viewer.notes import Note
from viewer.recording.problems import Problem
from viewer.replay.world.world import world_at
from viewer.ui.notes.panel import NotesPanel
from viewer.ui.packets.hex_view import HexView
from viewer.ui.packets.panel import PacketsPanel
from viewer.ui.problems.panel import ProblemsPanel
from viewer.ui.shell.drawer import Drawer
from viewer.ui.state.actor_ref import refs_of

PROBLEMS = (
    Problem("packet 150 is not known", "its packets are shown raw", damage=False, offset=40, count=233),
    Problem("the frame has no end", "12 bytes are left out", damage=True, offset=1_000_000, frame=9),
    Problem("the time goes backwards", "it is taken for the one before", damage=True, frame=4, count=3),
)
NOTES = (
    Note(1.0, text="sets off", color="teal"),
    Note(3.0, 7.0, text="drifts to the left and comes back again", actor_id=HERO, color="pink"),
    Note(8.0, text=""),
)


@pytest.fixture
def opened(put, theme):
    """A function that shows a panel in a drawer."""

    def show(panel, height=200, width=760):
        drawer = Drawer({"page": "Page", "other": "Another"}, lambda _: panel, None)
        drawer.show_panel("page", shown=True)
        return put(drawer, width, height)

    return show


@both
def test_problems(opened, looks):
    panel = ProblemsPanel()
    drawer = opened(panel)
    panel.set_recording(town())
    panel.set_problems(PROBLEMS)
    looks(drawer)


def test_no_problems(opened, looks):
    panel = ProblemsPanel()
    drawer = opened(panel)
    panel.set_recording(town())
    looks(drawer)


@both
def test_notes(opened, looks):
    panel = NotesPanel()
    drawer = opened(panel)
    panel.set_recording(town())
    panel.set_notes(NOTES)
    looks(drawer)


@both
def test_packets(opened, looks, tmp_path):
    index = detailed_street().index(tmp_path / "street.log")
    panel = PacketsPanel()
    panel.set_recording(index)
    panel.set_world(world_at(index, 0.3))
    drawer = opened(panel, 300)
    panel.set_selected(refs_of((0,)))
    looks(drawer)


def test_bytes(put, theme, looks):
    view = put(HexView(), 640, 120)
    view.set_data(bytes(range(30, 130)), 0x1F3A0)
    looks(view)


def test_packets_of_all_kinds(opened, states, tmp_path):
    index = detailed_street().index(tmp_path / "street.log")
    panel = PacketsPanel()
    panel.set_recording(index)
    panel.set_world(world_at(index, 0.3))
    drawer = opened(panel, 180, 700)
    listing = next(each for each in panel.findChildren(QTableView) if "frame" in each.accessibleName())
    kinds = range(listing.model().rowCount())
    states(drawer, *(lambda kind=kind: listing.cell_chosen.emit(kind, 0) for kind in kinds), across=2)
