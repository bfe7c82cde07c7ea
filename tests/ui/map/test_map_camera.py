"""What the map's camera is fitted to, whom it follows, and what it leaves alone."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel

from tests.scenes import CAMERA, HERO, LATE, OTHER, Scene, actor, pose
from tests.ui.map.gestures import drag, map_of, only, view_of, wheel
from viewer.replay.world.world import world_at
from viewer.ui.widgets.overlay import Corner


@pytest.fixture
def fresh(qtbot, alone):
    view = map_of(alone)
    qtbot.addWidget(view)
    view.resize(800, 600)
    return view


def begin(view, index, *times):
    view.told.set_recording(index)
    for time in times:
        view.told.set_world(world_at(index, time))


def card(view, width, height):
    """Put a card of a size in the upper left corner."""
    added = QLabel()
    added.setFixedSize(width, height)
    view.overlay.add(added, Corner.TOP_LEFT)
    added.show()


def test_a_recording_opens_fitted_to_what_moves(fresh, index):
    begin(fresh, index, 0.42)
    left, top, right, bottom = fresh.viewpoint.visible_rect()
    assert (left < 0, top < -4, right > 20, bottom > 15.5) == (True,) * 4
    assert fresh.camera.scale == pytest.approx(7.5)  # no closer than 80 m


CAR, BENCH = actor(1), actor(2, "static.prop.bench")


@pytest.mark.parametrize(
    ("frames", "middle"),
    [
        ([[(CAR, (0, 0, 0)), (BENCH, (5000, 0, 0))]], (0, 0)),
        ([[(BENCH, (500, 0, 0))]], (500, 0)),
        ([[], [(CAR, (300, 400, 0))]], (300, 400)),
    ],
    ids=["not to the farthest prop", "without movers to what there is", "to the first who come"],
)
def test_what_a_recording_is_fitted_to(fresh, map_view, tmp_path, frames, middle):
    """Another one in the same map, too."""
    scene = Scene()
    for there in frames:
        scene.frame(add=[each for each, _ in there], poses=[pose(each.actor_id, at) for each, at in there])
    index = scene.index(tmp_path / "a.log")
    for view in (fresh, map_view):
        begin(view, index, 0.0, 1.0)
        assert view_of(view)[:2] == pytest.approx(middle)


def test_a_longer_view_of_the_same_file_does_not_move_the_camera(map_view, index, world):
    state = view_of(map_view)
    map_view.told.set_recording(replace(index, complete=False))
    map_view.told.set_world(world)
    assert view_of(map_view) == state


def test_what_it_is_to_be_fitted_to_can_be_told(fresh, index):
    begin(fresh, index, 0.42)
    fresh.viewpoint.set_fit_points([(0, 0), (1000, 0), (np.nan, 5)])
    assert view_of(fresh)[0] == pytest.approx(500)
    fresh.viewpoint.zoom(2)
    fresh.viewpoint.set_fit_points([(0, 0), (2000, 0)])  # one has moved: nothing happens until one asks
    assert view_of(fresh)[0] == pytest.approx(500)
    fresh.viewpoint.fit()
    assert view_of(fresh)[0] == pytest.approx(1000)
    fresh.viewpoint.fit([(0, 0), (100, 0)])
    fresh.viewpoint.set_fit_points([(0, 0), (3000, 0)])  # what one asked for stays
    assert view_of(fresh)[0] == pytest.approx(50)


def test_a_large_town_opens_where_its_hero_drives_and_is_all_shown_when_one_asks(fresh):
    town, drive = [(0, 0), (1000, 700)], [(100, 90), (160, 310)]
    fresh.viewpoint.set_fit_points(town, drive)
    left, top, right, bottom = fresh.viewpoint.visible_rect()
    assert fresh.camera.scale >= 1.5  # from where cars are more than wedges of 6 px
    assert (left < 100, top < 90, right > 160, bottom > 310) == (True,) * 4
    fresh.viewpoint.fit()
    left, top, right, bottom = fresh.viewpoint.visible_rect()
    assert (left < 0, top < 0, right > 1000, bottom > 700) == (True,) * 4
    fresh.viewpoint.begin()
    fresh.viewpoint.set_fit_points([(0, 0), (200, 100)], drive)  # a small one is shown at once
    assert view_of(fresh)[:2] == pytest.approx((100, 50))


@pytest.mark.parametrize("size", [(590, 384), (955, 610), (1900, 900)])
@pytest.mark.parametrize("of_card", [None, (352, 108), (352, 300), (200, 40)])
def test_what_is_fitted_lies_under_no_chip_or_card(map_view, size, of_card):
    if of_card is not None:
        card(map_view, *of_card)
    map_view.resize(*size)
    for points in ([(0, 0), (200, 30)], [(0, 0), (30, 200)], [(5, 5), (25, 30)]):
        map_view.viewpoint.fit(np.array(points, np.float64), least=24.0)
        seen = map_view.camera.to_screen(np.array(points))
        assert (seen >= 0).all()
        assert (seen <= size).all()
        low, high = seen.min(axis=0), seen.max(axis=0)
        around = QRectF(QPointF(*low.tolist()), QPointF(*high.tolist())).toAlignedRect()
        covered = map_view.overlay.rectangles()
        assert len(covered) == 2 + (of_card is not None)  # north, scale
        assert not any(around.intersects(each) for each in covered)


def test_the_fit_lasts_while_the_window_takes_its_size_and_the_place_after_that(fresh, index):
    """An event stays beside its card."""
    begin(fresh, index, 0.42)
    fresh.viewpoint.set_fit_points([(-200, 0), (200, 0)])
    fresh.show()
    fresh.resize(400, 600)
    assert fresh.viewpoint.visible_rect()[0] < -200
    card(fresh, 300, 120)
    event = np.array([(100.0, 50.0), (112.0, 62.0)])
    fresh.viewpoint.fit(event, least=24.0)
    fresh.resize(440, 300)
    on_screen = fresh.camera.to_screen(event)
    assert (on_screen > 0).all()
    assert (on_screen < (440, 300)).all()
    assert not fresh.viewpoint.covers(event)
    assert fresh.viewpoint.covers(event, below=300) == (on_screen[:, 0].min() <= 320)
    fresh.viewpoint.zoom(2.0)  # whoever has moved since is left alone
    state = view_of(fresh)
    fresh.resize(700, 500)
    assert view_of(fresh) == state


def test_following_keeps_the_actor_in_the_middle_also_when_zooming(map_view, mouse, asked, index, row_of):
    map_view.told.set_followed(row_of(HERO))
    for elapsed in (0.0, 0.123, 0.5, 0.9):
        world = world_at(index, elapsed, interpolate=True)
        map_view.told.set_world(world)
        x, y, _ = world.locations[world.index_of(row_of(HERO))]
        wheel(mouse, QPoint(700, 100), y=240)
        map_view.viewpoint.zoom(1.5)
        assert view_of(map_view)[:2] == pytest.approx((x, y))
    assert only(asked, "follow") == []


def test_following_comes_as_close_as_one_drives_unless_one_has_zoomed(map_view, mouse, row_of):
    """Whoever asks for it; what one has zoomed to stays, also when it is farther."""
    far = [(0.0, 0.0), (2000.0, 900.0)]

    def across():
        left, top, right, bottom = map_view.viewpoint.visible_rect()
        return min(right - left, bottom - top)

    def follow_again():
        for followed in (None, row_of(HERO)):
            map_view.told.set_followed(followed)
        return across()

    map_view.viewpoint.fit(far)
    assert across() > 600
    assert follow_again() == pytest.approx(120.0)
    wheel(mouse, QPoint(700, 100), y=-480)
    zoomed = across()
    assert zoomed > 200
    assert follow_again() == pytest.approx(zoomed)
    map_view.viewpoint.fit(far)
    assert follow_again() == pytest.approx(120.0)
    map_view.viewpoint.zoom(4.0)
    assert follow_again() == pytest.approx(30.0)


def test_a_drag_lets_go_and_can_be_undone(map_view, mouse, asked, row_of):
    map_view.told.set_followed(row_of(HERO))
    drag(mouse, QPoint(100, 500), QPoint(160, 500))
    assert only(asked, "follow") == [(None,)]
    assert map_view.viewpoint.resumable == row_of(HERO)
    chip = next(chip for chip in map_view.findChildren(QAbstractButton) if "again" in chip.accessibleName())
    assert chip.isVisible()
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert only(asked, "follow") == [(None,), (row_of(HERO),)]
    assert map_view.viewpoint.resumable is None
    assert view_of(map_view)[:2] == pytest.approx((4.0, 0.0))


def test_selecting_somebody_else_forgets_whom_to_follow_again(map_view, row_of):
    map_view.told.set_followed(row_of(HERO))
    map_view.viewpoint.center_on(50, 50)
    for selected, resumable in ((HERO, row_of(HERO)), (OTHER, None)):
        map_view.told.set_selected((row_of(selected),))
        assert map_view.viewpoint.resumable == resumable


@pytest.mark.parametrize("actor_id", [LATE, CAMERA])
def test_following_who_is_not_there_leaves_the_camera(map_view, index, row_of, actor_id):
    state = view_of(map_view)
    map_view.told.set_world(world_at(index, 0.0))
    map_view.told.set_followed(row_of(actor_id))
    assert view_of(map_view) == state


def test_who_is_shown_is_gone_to_if_it_is_not_seen_and_nobody_is_followed(map_view, row_of):
    for followed, middle in ((OTHER, (5.0, 2.0)), (None, (4.0, 0.0))):
        map_view.told.set_followed(None if followed is None else row_of(followed))
        if followed is None:
            map_view.viewpoint.center_on(500, 0)
        map_view.viewpoint.set_span(2 if followed else 100)
        map_view.viewpoint.show_actor(row_of(HERO))
        assert view_of(map_view)[:2] == pytest.approx(middle)
