from __future__ import annotations

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.scenes import BICYCLE, HERO, OTHER
from tests.ui.map.gestures import LEFT, move
from viewer.replay.world.world import world_at
from viewer.ui.map.chips import MapChip
from viewer.ui.map.layers.measure_layer import Measure, lengths
from viewer.ui.state.actor_ref import ref_of
from viewer.ui.state.map_options import MapOptions


def chip_text(map_view):
    texts = [chip.text() for chip in map_view.findChildren(MapChip) if not chip.isHidden()]
    texts = [" ".join(text.split()) for text in texts]  # lines may be wrapped
    return next((text for text in texts if text.startswith("Measure")), None)


def nobody(_row):
    return None


def test_a_path_goes_on_to_the_mouse_until_it_is_finished():
    measure = Measure()
    measure.add((0.0, 0.0), None)
    measure.add((3.0, 4.0), None)
    measure.point_at((3.0, 10.0))
    assert lengths(measure.points(nobody)).tolist() == [5.0, 6.0]
    measure.finish()
    assert lengths(measure.points(nobody)).tolist() == [5.0]
    measure.add((1.0, 1.0), None)
    assert len(measure.points(nobody)) == 2  # the new one and the mouse


def test_a_point_on_an_actor_goes_with_it_and_stays_when_it_is_gone():
    measure = Measure()
    measure.add((0.0, 0.0), None)
    measure.add((5.0, 0.0), 7)
    measure.finish()
    assert lengths(measure.points({7: (9.0, 0.0)}.get)).tolist() == [9.0]
    assert lengths(measure.points(nobody)).tolist() == [9.0]


@pytest.mark.parametrize("points", [np.empty((0, 2)), np.zeros((1, 2))])
def test_less_than_two_points_have_no_length(points):
    assert lengths(points).tolist() == []


def test_clicks_measure_instead_of_selecting(map_view, mouse, pixels_of):
    selected, told = [], []
    map_view.select_requested.connect(lambda *args: selected.append(args))
    map_view.measuring_changed.connect(told.append)
    map_view.set_measuring(True)
    assert chip_text(map_view) == "Measure Click points or actors · Esc to end ×"
    QTest.mouseClick(mouse, LEFT, Qt.KeyboardModifier.NoModifier, pixels_of(-20, 10))
    move(mouse, pixels_of(-10, 10))
    assert chip_text(map_view) == "Measure 10.00 m · Esc to end ×"
    assert selected == []
    assert map_view.end_measuring()
    assert not map_view.end_measuring()
    move(mouse, QPoint(5, 590))
    assert chip_text(map_view) is None
    assert told == [True, False]


def test_between_two_actors_the_distance_is_live(map_view, mouse, index, pixels_of):
    map_view.set_measuring(True)
    for place in ((4.0, 0.0), (5.0, 3.5)):  # the hero and the other one's nose
        QTest.mouseClick(mouse, LEFT, Qt.KeyboardModifier.NoModifier, pixels_of(*place))
    QTest.mouseDClick(mouse, LEFT, Qt.KeyboardModifier.NoModifier, pixels_of(5.0, 3.5))
    assert chip_text(map_view) == f"Measure {np.hypot(1.0, 2.0):.2f} m · Esc to end ×"
    map_view.set_world(world_at(index, 0.0))
    assert chip_text(map_view) == f"Measure {np.hypot(5.0, 2.0):.2f} m · Esc to end ×"


def test_m_begins_and_esc_ends_and_only_then_the_selection(open_street):
    viewer = open_street
    map_view = viewer.window.map_area.map_view
    rows = [viewer.recording.index.actors.rows_of(each)[0] for each in (HERO, BICYCLE, OTHER)]
    viewer.focus.select(ref_of(rows[0]))
    QTest.keyClick(viewer.window, Qt.Key.Key_M)
    assert viewer.window.actions_by_id["measure"].isChecked()
    assert chip_text(map_view) is not None
    QTest.keyClick(viewer.window, Qt.Key.Key_Escape)
    assert not viewer.window.actions_by_id["measure"].isChecked()
    assert viewer.focus.primary == ref_of(rows[0])
    QTest.keyClick(viewer.window, Qt.Key.Key_Escape)
    assert viewer.focus.primary is None


def test_the_chip_lies_on_no_other(map_view, row_of):
    map_view.set_options(MapOptions(color_by="speed"))
    map_view.set_follow(ref_of(row_of(HERO)))
    map_view.set_measuring(True)
    map_view.set_hidden(np.arange(12) == row_of(OTHER))
    chips = [chip.geometry() for chip in map_view.findChildren(MapChip) if not chip.isHidden()]
    assert len(chips) >= 6
    assert not [(a, b) for a, b in itertools.combinations(chips, 2) if a.intersects(b)]
    assert all(map_view.rect().contains(chip) for chip in chips)
