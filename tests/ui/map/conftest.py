"""A map with a street on it: ten pixels a metre, the origin in the middle."""

import pytest
from PySide6.QtCore import QPoint

from tests.ui.map.gestures import look_at, map_of
from viewer.replay.world.world import world_at
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.theme import load_theme

SIZE = (800, 600)


@pytest.fixture(scope="session")
def theme():
    return load_theme("dark")


@pytest.fixture
def world(index):
    """The street after 0.4 s, with everybody there; the hero is at x = 4."""
    return world_at(index, 0.42)


@pytest.fixture
def row_of(index):
    """A function from an id to its row."""
    return lambda actor_id: index.actors.rows_of(actor_id)[0]


@pytest.fixture
def asked(monkeypatch):
    """Everything that the mouse asks for, in order."""
    log = []
    for name, kind in (("click", "select"), ("hover", "hover"), ("follow_and_select", "follow")):

        def noted(focus, *told, kind=kind, do=ActorFocus.__dict__[name]):
            log.append((kind, *told))
            do(focus, *told)

        monkeypatch.setattr(ActorFocus, name, noted)
    return log


@pytest.fixture
def map_view(qtbot, asked, alone, theme, index, world):
    view = map_of(alone)
    qtbot.addWidget(view)
    view.resize(*SIZE)
    view.told.set_recording(index)
    view.told.set_hero(None)
    view.told.set_world(world)
    look_at(view, (0.0, 0.0, 10.0))
    view.show()
    view.menu_requested.connect(lambda row, at: asked.append(("menu", row, at)))
    asked.clear()
    return view


@pytest.fixture
def pixels_of(map_view):
    """A function from a point in metres to where it is on the map."""

    def pixels(x, y):
        px, py = map_view.camera.to_screen((x, y)).tolist()
        return QPoint(round(px), round(py))

    return pixels


@pytest.fixture
def mouse(map_view):
    """The widget that gets the mouse on the open ground."""
    return map_view.childAt(map_view.rect().center())
