"""The inspector: the head of an actor, what it does, what it is, and several side by side."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QApplication, QTreeView

from tests.details_scene import detailed_street
from tests.pictures.conftest import both
from tests.pictures.recordings import (
    BICYCLE,
    CROSSING,
    HERO,
    WALKER,
    row_of,
    series_of,
    town,
)
from viewer.replay.world.world import world_at
from viewer.ui.inspector import Inspector
from viewer.ui.widgets.throttle import Throttle


@pytest.fixture
def inspector(put, theme, alone, monkeypatch):
    monkeypatch.setattr(Throttle, "request", lambda throttle: throttle.due.emit())
    QCursor.setPos(QGuiApplication.primaryScreen().geometry().bottomRight())  # over no row
    inspector = put(Inspector(alone), 340, 420)
    inspector.told = alone
    show(inspector, town())
    inspector.told.set_hero(row_of(town(), HERO))
    return inspector


@pytest.fixture
def at_5(inspector):
    inspector.told.set_world(world_at(town(), 5.0))
    return inspector


def show(inspector, index):
    """Show a recording, and tell of its signals as soon as they are wanted."""

    store = inspector.told.recording.series

    def tell(_owner, keys):
        for key, series in series_of(index, keys).items():
            store.ready.emit(key, series)

    store.want = tell
    inspector.told.set_recording(index)


def select(inspector, *ids):
    inspector.told.set_selected(tuple(row_of(town(), each) for each in ids))


def scroll_to_the_end(inspector):
    QApplication.processEvents()  # the rows have their places
    bar = inspector.findChild(QTreeView).verticalScrollBar()
    bar.setValue(bar.maximum())


@both
def test_the_hero(at_5, looks):
    select(at_5, HERO)
    looks(at_5)


def test_two_side_by_side(at_5, looks):
    at_5.told.set_pinned((row_of(town(), CROSSING),))
    select(at_5, HERO)
    looks(at_5)


def test_four_side_by_side(at_5, looks):
    at_5.resize(504, 300)
    select(at_5, HERO, CROSSING, BICYCLE, WALKER)
    looks(at_5)


def test_nobody(at_5, looks):
    looks(at_5)


@pytest.fixture
def detailed(inspector, tmp_path):
    """A recording with doors, wheels, physics and weather."""
    index = detailed_street().index(tmp_path / "street.log")
    inspector.resize(340, 700)
    show(inspector, index)
    inspector.told.set_world(world_at(index, 0.3))
    return inspector, index


def test_details_of_the_hero(detailed, looks):
    inspector, index = detailed
    inspector.told.set_selected((row_of(index, 101),))
    scroll_to_the_end(inspector)
    looks(inspector)


def test_the_scene(detailed, looks):
    inspector, _ = detailed
    scroll_to_the_end(inspector)
    looks(inspector)
