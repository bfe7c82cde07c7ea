"""What was set of the widgets of the window, and who listens to them: approved as text, like pictures."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMenu, QWidget

from tests.pictures.described import as_text, listeners
from tests.pictures.recordings import town
from tests.pictures.test_window import LARGE, opened
from tests.ui.test_heard import objects
from viewer.ui.panels import PANELS, PanelPlace
from viewer.ui.state.actor_ref import refs_of

__all__ = ["opened"]  # a fixture


@pytest.fixture
def viewer(opened):
    """The program with a town, all of its panels, and two actors side by side."""
    viewer, settle = opened(town().path, LARGE)
    for row in PANELS:
        if row.place in {PanelPlace.DRAWER, PanelPlace.OVER}:
            viewer.rooms.panel(row.id)
    viewer.focus.select_all(refs_of(viewer.moment.world.rows[:2].tolist()))
    settle()
    return viewer


@pytest.fixture
def window(viewer):
    return viewer.window


def test_the_window(window, reads):
    reads(as_text(window))


def test_panels_of_the_drawer(viewer, reads):
    reads(as_text(*(viewer.rooms.panel(row.id) for row in PANELS if row.place is PanelPlace.DRAWER)))


def test_its_menus(window, reads):
    reads(as_text(*window.findChildren(QMenu)))


def test_who_listens_to_whom(window, viewer, reads):
    """How many hear each signal of what is no widget: one that is not connected any more is missed here."""
    assert window.isVisible()
    told = {
        f"{type(each).__name__}: " + ", ".join(f"{name} {count}" for name, count in heard.items())
        for each in objects(viewer)
        if not isinstance(each, QWidget) and (heard := listeners(each))
    }
    reads("\n".join(sorted(told)) + "\n")
