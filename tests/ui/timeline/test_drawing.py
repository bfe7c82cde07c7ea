"""What is to be seen on the timeline."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QAccessible, QColor, QImage, QRegion

from tests.scenes import HERO, LATE, OTHER, Scene, actor
from tests.ui.timeline.conftest import CTRL, EVENTS, MIDDLE, OVERVIEW, RULER, SHIFT, give, part_of
from viewer.replay.events import EventKind, EventList
from viewer.replay.world.world import world_at
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.theme import apply_theme, load_theme
from viewer.ui.timeline.recorded_marks import RecordedMarks
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.signals.sheet import Sheet
from viewer.ui.timeline.stack import HEAD_HEIGHT, NAMES_WIDTH, RIGHT_MARGIN, Stack
from viewer.ui.timeline.timeline_content import KINDS, content_of

EVENT_ROWS = slice(EVENTS - 11, EVENTS + 11)
SPEED_ROWS = slice(EVENTS + 14, EVENTS + 92)
LANE_ROWS = slice(HEAD_HEIGHT, 195)
OVERVIEW_ROWS = slice(8, 24)


def picture(view):
    """Return the pixels, shape (height, width, 3)."""
    return pixels_of(view.grab().toImage())


def pixels_of(image):
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width() * 3].reshape(image.height(), image.width(), 3).copy()


def near(pixels, color, tolerance=12):
    """Return where pixels have a colour, shape (height, width)."""
    wanted = np.array([color.red(), color.green(), color.blue()])
    return (np.abs(pixels.astype(int) - wanted) <= tolerance).all(axis=2)


def columns(pixels, color, rows, tolerance=12):
    """Return the columns of pixels that have a colour somewhere in the rows."""
    return np.flatnonzero(near(pixels, color, tolerance)[rows].any(axis=0))


def faded(color, ground, opacity):
    """Return what a colour looks like that lets its ground through."""
    parts = zip(color.getRgbF()[:3], ground.getRgbF()[:3], strict=True)
    return QColor.fromRgbF(*(opacity * part + (1 - opacity) * under for part, under in parts))


def row_of(index, actor_id):
    return index.actors.rows_of(actor_id)[0]


def speed(times, values):
    """Return a derived speed, in m/s at times."""
    return Series("derived_speed", "Speed", "m/s", times, values, recorded=False)


def curve_in(view):
    """Return where the curve of a vehicle's speed is, its soft edges included, in the rows of its lane."""
    return near(picture(view), load_theme("dark").vehicle, 90)[SPEED_ROWS]


@pytest.mark.parametrize("name", ["dark", "light"])
def test_a_collision_is_orange_in_overview_and_lane_and_nothing_else_is(plain_app, view, hand, name):
    theme = load_theme(name)
    apply_theme(plain_app, theme)
    view.model.set_playhead(0.9)
    pixels = picture(view)
    for rows in (EVENT_ROWS, OVERVIEW_ROWS):
        found = columns(pixels, theme.collision, rows)
        assert len(found)
        assert abs(found.mean() - hand.x(0.45)) < 5
        assert np.ptp(found) < 16
    view.set_recording(None)
    assert not near(picture(view), theme.collision).any()


@pytest.mark.parametrize("name", ["dark", "light"])
def test_the_playhead_is_two_pixels_of_the_texts_colour_with_an_accent_handle(plain_app, view, hand, name):
    theme = load_theme(name)
    apply_theme(plain_app, theme)
    view.model.set_playhead(0.6)
    pixels = picture(view)
    row = slice(EVENTS + 4, EVENTS + 5)
    line = columns(pixels[:, NAMES_WIDTH:], theme.text, row, tolerance=1) + NAMES_WIDTH
    assert line.tolist() == [round(hand.x(0.6)) - 1, round(hand.x(0.6))]
    rows = slice(HEAD_HEIGHT - 18, HEAD_HEIGHT - 14)
    handle = columns(pixels[:, NAMES_WIDTH:], theme.accent, rows) + NAMES_WIDTH
    assert abs(handle.mean() - hand.x(0.6)) < 2
    view.model.set_playhead(0.2)
    line = columns(picture(view)[:, NAMES_WIDTH:], theme.text, row, tolerance=1) + NAMES_WIDTH
    assert line[0] == round(hand.x(0.2)) - 1


def test_only_the_playhead_is_drawn_anew_while_time_runs(view, monkeypatch):
    view.model.set_playhead(0.1)
    view.grab()
    painted = []
    monkeypatch.setattr(Stack, "paint", lambda *_: painted.append(1))
    for playhead in (0.2, 0.3, 0.4):
        view.model.set_playhead(playhead)
        view.grab()
    assert not painted
    view.resize(900, 180)
    view.grab()
    assert painted


def test_the_hero_has_a_lane_of_its_own_in_amber(view, index):
    theme = load_theme("dark")
    amber = faded(theme.hero, theme.raised, 0.72)
    assert not near(picture(view), amber).any()
    view.model.tell(hero=row_of(index, HERO))
    assert near(picture(view), amber).sum() > 5000
    view.model.tell(hero=None)
    assert not near(picture(view), amber).any()


def test_the_hero_who_is_selected_has_one_bar(view, index):
    amber = faded(load_theme("dark").hero, load_theme("dark").raised, 0.72)
    view.model.tell(hero=row_of(index, HERO))
    view.model.tell(selection=row_of(index, HERO))
    bars = np.flatnonzero(near(picture(view), amber).sum(axis=1) > 300)
    assert np.ptp(bars) < 12
    view.model.tell(selection=row_of(index, LATE))
    blue = faded(load_theme("dark").vehicle, load_theme("dark").raised, 0.72)
    assert near(picture(view), blue).any()
    assert near(picture(view), amber).any()


@pytest.mark.parametrize("width", range(600, 640, 8))
def test_no_time_stands_out_of_the_axis(view, hand, width):
    view.resize(width, 200)
    beyond = picture(view)[RULER - 14 : RULER + 2, -RIGHT_MARGIN + 1 :]
    assert near(beyond, load_theme("dark").panel).all()


@pytest.mark.parametrize(
    ("kinds", "texts"),
    [
        ([EventKind.SPAWN] * 178, ("+178",)),
        ([EventKind.SPAWN], ()),
        ([EventKind.DESTROY] * 11, ("−11",)),
        ([EventKind.PARENT] * 2, ("2 attached", "2")),
        ([EventKind.COLLISION] * 3, ("3 collisions", "3")),
        ([EventKind.SPAWN, EventKind.DESTROY, EventKind.COLLISION] * 2, ("6 events", "6")),
    ],
)
def test_a_mark_says_how_many_events_of_which_kind_it_stands_for(index, kinds, texts):
    places = np.array([KINDS.index(kind) for kind in kinds], np.uint8)
    content = replace(content_of(index), event_kind=places, event_time=np.zeros(len(places)))
    assert RecordedMarks(content, frozenset(kinds)).texts(np.argsort(places, kind="stable")) == texts


def test_the_life_of_the_selected_actor_goes_from_spawn_to_destruction(view, hand, index):
    theme = load_theme("dark")
    blue = faded(theme.vehicle, theme.raised, 0.72)
    assert not near(picture(view), blue).any()
    view.model.tell(selection=row_of(index, LATE))
    found = columns(picture(view), blue, LANE_ROWS)
    assert (found[0], found[-1]) == pytest.approx((hand.x(0.25), hand.x(0.75)), abs=2)


def test_contacts_are_marked_on_the_life_of_those_who_touched(view, hand, index):
    theme = load_theme("dark")
    below_events = slice(EVENTS + 14, 195)
    assert not len(columns(picture(view), theme.collision, below_events))
    view.model.tell(selection=row_of(index, OTHER))
    found = columns(picture(view), theme.collision, below_events)
    assert found.mean() == pytest.approx(hand.x(0.45), abs=2)


def test_speed_is_drawn_over_its_maximum_in_the_colour_of_the_actor(view, hand, index):
    view.model.tell(selection=row_of(index, OTHER))
    give(view, speed(np.array([0.0, 0.5, 0.95]), np.array([0.0, 10.0, 0.0])))
    curve = curve_in(view)
    near_by = (slice(round(hand.x(time)) - 4, round(hand.x(time)) + 5) for time in (0.5, 0.275, 0.05))
    peak, flank, foot = (np.flatnonzero(curve[:, part].any(axis=1)) for part in near_by)  # it is dashed
    assert peak.min() < flank.min() < foot.min()
    assert flank.mean() == pytest.approx((peak.min() + foot.max()) / 2, abs=3)
    view.model.tell(selection=None)
    assert not curve_in(view)[:, round(hand.x(0.4)) :].any()  # at the left stands what to do


def test_an_unknown_speed_leaves_a_gap(view, hand, index):
    view.model.tell(selection=row_of(index, OTHER))
    speeds = np.where((index.elapsed > 0.4) & (index.elapsed < 0.6), np.nan, 5.0)
    give(view, speed(index.elapsed, speeds))
    found = np.flatnonzero(curve_in(view).any(axis=0))
    gap = (found > hand.x(0.42)) & (found < hand.x(0.58))
    assert len(found) > 500
    assert not gap.any()


def test_very_many_samples_look_like_few(view, hand, index):
    view.model.tell(selection=row_of(index, OTHER))
    tops = []
    for count in (20, 200_000):
        times = np.linspace(0.0, 0.95, count)
        give(view, speed(times, 10 * times))
        curve = curve_in(view)
        tops.append([np.flatnonzero(curve[:, round(hand.x(time))]).min() for time in (0.2, 0.5, 0.8)])
    assert tops[0] == pytest.approx(tops[1], abs=2)


def test_the_frame_shown_is_tinted_when_it_is_wide_enough(view, hand, index):
    plain = picture(view)
    view.model.set_world(world_at(index, 0.31))
    changed = np.flatnonzero((picture(view) != plain).any(axis=(0, 2)))
    assert (changed[0], changed[-1]) == pytest.approx((hand.x(0.3), hand.x(0.35)), abs=2)


def test_the_part_not_read_yet_is_hatched(view, hand, index):
    view.set_recording(None)
    view.set_recording(part_of(index, 10, 2.0))
    pixels = picture(view)
    read, unread = (
        slice(round(hand.x(0.15)), round(hand.x(0.2))),
        slice(round(hand.x(0.5)), round(hand.x(0.9))),
    )
    for row in (OVERVIEW, HEAD_HEIGHT + 40):
        assert len(np.unique(pixels[row, read].reshape(-1, 3), axis=0)) == 1
        assert len(np.unique(pixels[row, unread].reshape(-1, 3), axis=0)) > 1


def test_frames_lost_from_the_file_are_hatched_in_overview_and_lanes(view, hand, index):
    whole = picture(view)
    heads = index.heads.copy()
    heads["frame"][10:] += 12
    view.set_recording(replace(index, heads=heads))
    for rows in (OVERVIEW_ROWS, slice(EVENTS - 8, EVENTS + 8)):
        changed = np.flatnonzero((picture(view) != whole)[rows].any(axis=(0, 2)))
        assert (changed[0], changed[-1]) == pytest.approx((hand.x(0.45), hand.x(0.5)), abs=3)


def test_the_line_under_the_mouse_is_thin_and_goes_away(view, hand):
    before = picture(view)
    hand.move(hand.x(0.7), EVENTS)
    changed = (picture(view) != before).any(axis=2)
    below_axis = np.flatnonzero(changed[EVENTS : EVENTS + 40].any(axis=0))
    assert below_axis == pytest.approx([hand.x(0.7)], abs=1)
    hand.leave()
    assert (picture(view) == before).all()


def test_names_stand_beside_their_lanes(view, index):
    view.model.tell(hero=row_of(index, HERO))
    theme = load_theme("dark")
    text = near(picture(view)[HEAD_HEIGHT:, : NAMES_WIDTH - 4], theme.text, 60)
    lines = np.flatnonzero(np.diff(np.append(0, text.any(axis=1).astype(int))) == 1)
    assert len(lines) == 4  # events, speed, frame time, hero
    assert not text[:, :8].any()
    assert not text[:, NAMES_WIDTH - 10 :].any()


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [400, 840, 2560])
def test_where_nothing_is_below_the_lanes_it_says_how_others_come_there(plain_app, view, index, theme, width):
    colors, row = load_theme(theme), row_of(index, HERO)
    apply_theme(plain_app, colors)
    view.model.tell(hero=row)

    def written(height):
        """Return how many pixels are free below the lanes, and the rows of them in which something is."""
        view.resize(width, height)
        bottom, lanes = round(view.model.stack.bottom), view.model.stack.lanes
        drawn = ~near(picture(view)[bottom + 2 :], colors.panel, 1)  # the playhead ends with the lanes
        rows, columns = np.flatnonzero(drawn.any(axis=1)) + 2, np.flatnonzero(drawn.any(axis=0))
        assert (columns >= lanes.left()).all()
        assert (columns <= lanes.right()).all()
        return lanes.bottom() - bottom, rows

    used = 1000 - written(1000)[0]
    for free in (200, 64):
        room, rows = written(round(used) + free)
        assert room == free
        assert len(rows)
        assert (rows[0] + rows[-1]) / 2 == pytest.approx(room / 2, abs=3)
    for free in (63, 6):
        room, rows = written(round(used) + free)
        assert room == free
        assert not len(rows)
    low = written(round(used) + 400)
    view.model.set_sheet(Sheet().with_signal(SeriesKey("derived_speed", row)))
    assert len(low[1])
    assert not len(written(round(used) + 800)[1])


@pytest.mark.parametrize("size", [(1280, 160), (1600, 200), (2560, 320), (640, 150)])
def test_nothing_is_drawn_beyond_the_last_lane_or_out_of_the_widget(view, index, size):
    view.resize(*size)
    view.model.tell(hero=row_of(index, HERO))
    view.model.tell(selection=row_of(index, OTHER))
    view.model.set_playhead(0.95)
    theme = load_theme("dark")
    assert near(picture(view), theme.panel, 1)[-4:].all()


def test_a_screen_twice_as_fine_gets_a_picture_twice_as_fine(view, monkeypatch):
    coarse = picture(view)
    monkeypatch.setattr(type(view), "devicePixelRatioF", lambda _self: 2.0)
    fine = QImage(view.size() * 2, QImage.Format.Format_RGB888)
    fine.setDevicePixelRatio(2.0)
    view.render(fine)
    names = pixels_of(fine)[2 * HEAD_HEIGHT :, : 2 * NAMES_WIDTH]
    assert (names[::2] != names[1::2]).any()  # an enlarged picture would have pairs of equal rows
    height, width, _ = coarse.shape
    reduced = pixels_of(fine).reshape(height, 2, width, 2, 3).mean(axis=(1, 3))
    assert np.abs(reduced - coarse).mean() < 2  # of 255: what it shows is the same, but for edges
    part = QRect(NAMES_WIDTH + 100, HEAD_HEIGHT, 300, 80)
    again = fine.copy()
    again.fill(0)
    view.render(again, part.topLeft(), QRegion(part))
    cut = slice(2 * part.top(), 2 * part.bottom()), slice(2 * part.left(), 2 * part.right())
    assert (pixels_of(again)[cut] == pixels_of(fine)[cut]).all()


def test_without_a_recording_there_is_a_quiet_empty_panel(view):
    view.set_recording(None)
    theme = load_theme("dark")
    assert near(picture(view), theme.panel, 1)[HEAD_HEIGHT:].all()


def test_assistive_technology_sees_a_slider_over_frames(view, index):
    view.model.set_playhead(0.51)
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface.role() == QAccessible.Role.Slider
    assert interface.text(QAccessible.Text.Name) == "Timeline"
    assert interface.text(QAccessible.Text.Description) == "0.510 s of 0.950 s, frame 11"
    value = interface.valueInterface()
    assert (value.minimumValue(), value.currentValue(), value.maximumValue()) == (0, 10, 19)


def test_assistive_technology_can_move_the_playhead(view, index, qtbot):
    with qtbot.waitSignal(view.model.seek_requested) as sought:
        QAccessible.queryAccessibleInterface(view).valueInterface().setCurrentValue(4)
    assert sought.args == [float(index.elapsed[4])]


def recording(tmp_path, deltas):
    """Return a recording with a frame after each of these times, and one spawn and one death in it."""
    scene = Scene()
    for k, delta in enumerate(deltas):
        scene.frame(delta, add=[actor(1)] if k == 0 else [], remove=[1] if k == len(deltas) - 1 and k else [])
    return scene.index(tmp_path / "odd.log")


@pytest.mark.parametrize(
    "deltas",
    [
        [0.0],
        [0.0, 0.05],
        [0.0, 0.05, 0.0, 0.0, 0.0, 0.05],
        [0.0, 0.0, 0.0],
        [0.05] * 50 + [1000.0] + [0.05] * 50,
        [36.0] * 1000,
    ],
    ids=["one frame", "two frames", "equal times", "no time at all", "long pause", "ten hours"],
)
def test_odd_recordings_are_drawn_and_scrubbed(view, hand, tmp_path, deltas):
    index = recording(tmp_path, deltas)
    view.set_recording(index)
    sought = []
    view.model.seek_requested.connect(sought.append)
    view.model.tell(selection=0)
    give(view, speed(index.elapsed, np.ones(len(index.elapsed))))
    view.model.set_event_list(EventList(EventKind.LIGHT, np.zeros(1, int), np.zeros(1, int), ["Light"]))
    view.model.set_lane_choices(LaneChoices({"events": False, "lives": False}))
    for keys, notches in ((SHIFT, 4), (CTRL, -3), (SHIFT, 60), (SHIFT, -200)):
        hand.wheel(hand.x(0.4), RULER, notches, keys)
        hand.drag(hand.x(0.2), hand.x(0.3), EVENTS, MIDDLE)
        hand.drag(hand.x(0.2), hand.x(0.9), RULER)
        for time in sought:
            view.model.set_playhead(time)
        assert not view.grab().isNull()
    assert all(index.elapsed[0] <= time <= index.duration for time in sought)
    hand.click(hand.x(1.0), RULER)
    assert sought[-1] == index.duration


def test_one_frame_is_one_full_cell(view, hand, tmp_path):
    index = recording(tmp_path, [0.0])
    view.set_recording(index)
    before = picture(view)
    view.model.set_world(world_at(index, 0.0))
    changed = np.flatnonzero((picture(view) != before)[EVENTS].any(axis=1))
    assert (changed[0], changed[-1]) == pytest.approx((hand.x(0.0), hand.x(1.0)), abs=8)


def test_two_frames_are_two_equal_cells(view, hand, tmp_path):
    index = recording(tmp_path, [0.0, 0.05])
    view.set_recording(index)
    before = picture(view)
    view.model.set_world(world_at(index, index.duration))
    changed = np.flatnonzero((picture(view) != before)[EVENTS + 8].any(axis=1))
    assert (changed[0], changed[-1]) == pytest.approx((hand.x(0.5), hand.x(1.0)), abs=2)


def test_the_line_of_another_view_is_shown_until_it_goes_away(view, hand):
    before = picture(view)
    view.model.set_hover_time(0.7)
    changed = (picture(view) != before).any(axis=2)[EVENTS : EVENTS + 40].any(axis=0).nonzero()[0]
    assert changed == pytest.approx([hand.x(0.7)], abs=1)
    view.model.set_hover_time(None)
    assert (picture(view) == before).all()
    view.model.set_hover_time(float("nan"))
    assert (picture(view) == before).all()
