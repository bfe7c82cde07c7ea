"""The inspector: the head of an actor, what it does, what it is, and several side by side."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QTableView

from tests.pictures.conftest import both
from tests.pictures.recordings import BICYCLE, CROSSING, HERO, LATE, LIGHT, WALKER, row_of, series_of, town
from viewer.replay.world.world import world_at
from viewer.ui.inspector import Inspector
from viewer.ui.state.actor_ref import ref_of, refs_of


@pytest.fixture
def inspector(put, theme):
    inspector = put(Inspector(), 340, 420)
    inspector.set_theme(theme)
    inspector.series_wanted.connect(lambda keys: tell(inspector, keys))
    inspector.set_recording(town())
    inspector.set_hero(ref_of(row_of(town(), HERO)))
    return inspector


@pytest.fixture
def at_5(inspector):
    inspector.set_world(world_at(town(), 5.0))
    return inspector


def tell(inspector, keys):
    for key, series in series_of(town(), keys).items():
        inspector.set_series(key, series)


def select(inspector, *ids):
    inspector.set_selected(refs_of(tuple(row_of(town(), each) for each in ids)))


def scroll_to_the_end(inspector):
    bar = inspector.findChild(QTableView).verticalScrollBar()
    bar.setValue(bar.maximum())


@both
def test_the_hero(at_5, looks):
    select(at_5, HERO)
    looks(at_5)


def test_what_the_hero_is(at_5, looks):
    select(at_5, HERO)
    scroll_to_the_end(at_5)
    looks(at_5)


@pytest.mark.parametrize("actor_id", [WALKER, LIGHT])
def test_others(at_5, looks, actor_id):
    select(at_5, actor_id)
    looks(at_5)


def test_one_that_is_not_alive(inspector, looks):
    inspector.set_world(world_at(town(), 1.0))
    select(inspector, LATE)
    looks(inspector)


@both
def test_two_side_by_side(at_5, looks):
    at_5.set_pinned(refs_of((row_of(town(), CROSSING),)))
    select(at_5, HERO)
    looks(at_5)


def test_four_side_by_side(at_5, looks):
    at_5.resize(420, 300)
    select(at_5, HERO, CROSSING, BICYCLE, WALKER)
    looks(at_5)


def test_nobody(at_5, looks):
    looks(at_5)
