"""The map in the whole window: options, measuring, ghosts, labels of events, and saved views."""

import json
import math
from dataclasses import asdict, replace
from random import Random

import numpy as np
import pytest
import shapely
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest

from tests.scenes import BICYCLE, HERO, LATE, OTHER, Scene, actor, pose
from tests.ui.conftest import turn
from tests.ui.map.gestures import look_at, view_of
from tests.ui.person import open_in, open_judged, press, row_of, said
from viewer.program import resource
from viewer.ui.commands.files import SAMPLE
from viewer.ui.map.layers import event_layer, label_layer
from viewer.ui.state.changes import Changes
from viewer.ui.state.map_views import MapViews
from viewer.ui.state.open_request import ActorKey
from viewer.ui.state.settings import Settings
from viewer.ui.widgets.chip import Chip
from viewer.ui.widgets.label_box import label_size

pytestmark = pytest.mark.usefixtures("one_window")


def test_all_vehicles_have_ways_from_the_background(open_street, qtbot):
    picture = open_street.window.map_area.map_view.scene.picture
    open_street.playback.seek(0.6)
    assert not len(picture.trails.rows)
    open_street.window.actions_by_id["trails_vehicles"].trigger()
    qtbot.waitUntil(lambda: len(picture.trails.elapsed) > 2)
    rows = set(picture.trails.rows.tolist())
    assert {row_of(open_street, each) for each in (HERO, OTHER, BICYCLE)} <= rows
    QTest.keyClick(open_street.window, Qt.Key.Key_T)
    assert not len(picture.trails.rows)


def test_of_several_selected_actors_each_has_a_way(open_street, qtbot):
    picture = open_street.window.map_area.map_view.scene.picture
    for actor_id in (HERO, BICYCLE):
        open_street.focus.click(row_of(open_street, actor_id), adds=True)
    qtbot.waitUntil(lambda: not open_street.recording.busy and open_street.tasks.quiet)
    assert picture.trails.rows.tolist() == [row_of(open_street, HERO)]  # the other one is shown in full


def north_of(map_view):
    """Return the chip that says what is up."""
    said = ("North up", "Heading up")
    return next((chip for chip in map_view.findChildren(Chip) if chip.text() in said), None)


def test_heading_up_turns_the_map_with_whom_it_follows(open_street):
    """The chip says what is asked for, also while nobody is followed."""
    map_view, action = open_street.map_view, open_street.window.actions_by_id["heading_up"]
    north = north_of(map_view)

    def seen():
        turn()
        return action.isChecked(), north.text(), map_view.camera.turn

    def click():
        QTest.mouseClick(north, Qt.MouseButton.LeftButton)

    action.trigger()
    assert seen() == (True, "Heading up", 0.0)
    click()
    open_street.focus.follow(row_of(open_street, BICYCLE))  # heads along y
    assert seen() == (False, "North up", 0.0)
    for switch in (click, action.trigger):
        switch()
        assert seen() == (True, "Heading up", pytest.approx(math.pi))
        switch()
        assert seen() == (False, "North up", 0.0)


CORNERS = (0.0, -20.0), (12.0, -20.0), (12.0, -36.0)
"""Of a path of 12 m and 16 m, far from every actor."""


def test_a_measured_path_is_the_sum_of_its_pieces(open_street):
    view = open_street.map_view
    look_at(view, (6.0, -28.0, 10.0))
    mouse = view.childAt(view.rect().center())
    open_street.window.actions_by_id["measure"].trigger()
    points = [QPoint(*view.camera.to_screen(each).round().astype(int).tolist()) for each in CORNERS]
    for point in points:
        QTest.mouseClick(mouse, Qt.MouseButton.LeftButton, pos=point)
    QTest.mouseDClick(mouse, Qt.MouseButton.LeftButton, pos=points[-1])
    (text,) = (chip.text() for chip in view.findChildren(Chip) if "Measure" in chip.text())
    assert float(text.split()[1].replace("\N{THIN SPACE}", "")) == pytest.approx(12.0 + 16.0, abs=0.5)


BORN, LAST, GONE = 5, 14, 15
"""Indices of the frames in which the late vehicle comes, is seen last, and is there no more."""


def seen_at(frame):
    """Return where the late vehicle was in a frame."""
    return pytest.approx((20.0, 20.0 - 0.3 * frame), abs=1e-4)


def test_who_is_selected_and_not_there_is_shown_where_it_was_last_or_will_be_first(open_street, qtbot):
    viewer, recording, random = open_street, open_street.recording, Random(0)
    scene, table = viewer.window.map_area.map_view.scene, recording.index.actors
    selected, frame = None, 0
    for _ in range(25):
        if random.random() < 0.4:
            selected = random.choice([None, HERO, LATE, LATE])
            rows = [] if selected is None else [table.rows_of(selected)[0]]
            viewer.focus.select_all(tuple(rows))
            qtbot.waitUntil(lambda rows=rows: not rows or getattr(recording.path, "row", None) == rows[0])
        else:
            frame = random.randrange(20)
            viewer.playback.jump_to_frame(frame)
        turn()
        if selected == LATE and not BORN <= frame < GONE:
            last_known_pose = scene.picture.last_known_pose
            assert (last_known_pose.x, last_known_pose.y) == seen_at(BORN if frame < BORN else LAST)
            assert math.degrees(last_known_pose.heading) == pytest.approx(-90.0)
        else:
            assert scene.picture.last_known_pose is None


@pytest.fixture
def labels(monkeypatch):
    """The boxes of the labels that are drawn, by what they say."""
    boxes = {}

    def note(draw):
        def noted(painter, middle, lines):
            at = painter.transform().map(middle)
            size = label_size(lines)
            boxes["".join(run.text for line in lines for run in line)] = shapely.box(
                at.x() - size.width() / 2, at.y() - size.height() / 2,
                at.x() + size.width() / 2, at.y() + size.height() / 2,
            )  # fmt: skip
            draw(painter, middle, lines)

        return noted

    for module in (event_layer, label_layer):
        monkeypatch.setattr(module, "draw_label", note(module.draw_label))
    return boxes


@pytest.fixture
def sample(viewer, qtbot):
    open_judged(viewer, qtbot, resource(SAMPLE))
    qtbot.waitUntil(lambda: bool(viewer.workspace.view.stop_lines))
    return viewer


def test_labels_of_events_lie_on_no_label_arrow_line_chip_or_other_actor(sample, labels):
    sample.window.resize(1280, 720)
    view = sample.window.map_area.map_view
    by_kind = {each.kind: each for each in sample.found_events.all_events if each.rows}
    assert {"collision", "red_light"} < {*by_kind}
    for event in by_kind.values():
        sample.event_commands.go_to(event)
        turn()
        labels.clear()
        view.svg()
        picture, named = view.scene.picture, dict(labels)
        if picture.event_overlay is None or not len(picture.event_overlay.rows):
            continue
        assert picture.camera.scale >= 4.0
        for place in picture.event_overlay.at.centers[np.isfinite(picture.event_overlay.at.centers[:, 0])]:
            x, y = picture.camera.to_screen(place).tolist()
            assert not any(each.contains(round(x), round(y)) for each in view.overlay.rectangles())
        arrows = event_layer.arrows_of(picture.event_overlay, picture.camera)
        chips = [shapely.box(*each) for each in picture.occupied.tolist()]
        ways = [shapely.LineString(each) for each in arrows[np.isfinite(arrows).all(axis=(1, 2))]]
        assert not any(chip.intersects(way) for chip in chips for way in ways)
        lines = (each.points for each in sample.workspace.view.stop_lines)
        taken = ways + [shapely.LineString(picture.camera.to_screen(each)) for each in lines]
        taken += [shapely.box(*each.adjusted(0, 0, 1, 1).getCoords()) for each in view.overlay.rectangles()]
        ids = sample.recording.index.actors.actor_id[picture.event_overlay.rows].tolist()
        assert all(sum(text.startswith(str(actor)) for text in named) <= 2 for actor in ids)
        for text, box in named.items():
            inner = box.buffer(-1.0)
            assert not any(inner.intersects(each) for each in taken), (event, text)
            assert not any(inner.intersects(each) for other, each in named.items() if other != text), text


HERE, THERE = (12.0, -3.0, 9.0), (100.0, 50.0, 2.0)


def test_a_key_brings_back_place_zoom_layers_and_says_who_is_not_there_to_follow(open_street):
    map_view, actions = open_street.map_view, open_street.window.actions_by_id
    views = open_street.workspace.map_views
    assert not actions["map_view_2"].isEnabled()
    look_at(map_view, HERE)
    actions["layer_grid"].trigger()
    press(open_street, "Ctrl+Alt+2")
    assert "Map view 2 saved" in said(open_street)
    look_at(map_view, THERE)
    actions["layer_grid"].trigger()
    press(open_street, "Alt+1")
    assert view_of(map_view) == pytest.approx(THERE)  # there is none in the first place
    views.save(1, replace(views.views[1], followed=ActorKey(4711, "vehicle.nobody", "", 0, (0.0, 0.0, 0.0))))
    press(open_street, "Alt+2")
    assert view_of(map_view) == pytest.approx(HERE)
    assert actions["layer_grid"].isChecked()
    assert said(open_street) == "There is no actor like 4711 here to follow"


def test_another_recording_of_the_town_has_them_and_follows_who_plays_the_part(open_street, qtbot, tmp_path):
    open_street.focus.follow(row_of(open_street, HERO))
    press(open_street, "Ctrl+Alt+1")
    other = Scene(map_name=open_street.recording.index.header.map_name).frame(
        add=[actor(70, role_name="hero"), actor(BICYCLE)],
        poses=[pose(70, (1, 2, 0)), pose(BICYCLE, (0, 0, 0))],
    )
    open_in(open_street, qtbot, other.save(tmp_path / "other.log"))
    press(open_street, "Alt+1")
    assert open_street.focus.followed == row_of(open_street, 70)


def test_what_cannot_be_read_is_no_view(open_street, tmp_path):
    settings = Settings(QSettings(str(tmp_path / "odd.ini"), QSettings.Format.IniFormat))
    views, index = MapViews(settings, Changes()), open_street.recording.index
    open_street.views.save(0)
    saved, town = open_street.workspace.map_views.views[0], open_street.workspace.map_views.town
    good = asdict(saved)
    odd = [1, {}, {**good, "span": 0}, {**good, "x": float("nan")}]
    for text in ("", "x", "{}", json.dumps([{**good, "followed": "me"}]), json.dumps(odd)):
        settings.map_views[town] = text
        views.set_recording(index)
        assert views.views == (None,) * 4
    settings.map_views[town] = json.dumps([None, {**good, "name": "of earlier"}])
    views.set_recording(index)
    assert views.views == (None, saved, None, None)
