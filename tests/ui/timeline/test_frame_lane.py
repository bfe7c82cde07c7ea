"""The lane of frame times against plain durations: how high each column is, in which colour, and words."""

from __future__ import annotations

import random

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from tests.scenes import Scene
from tests.ui.drawn import drawn, shade
from viewer.ui.theme import font, load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.frame_lane import FrameLane
from viewer.ui.timeline.lane import LaneContext
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import content_of

pytestmark = pytest.mark.usefixtures("qapp")

THEME = load_theme("dark")
WIDTH = 600


def lane_of(folder, deltas):
    scene = Scene()
    for delta in deltas:
        scene.frame(delta)
    content = content_of(scene.index(folder / "frames.log"))
    lane = FrameLane()
    lane.set_context(LaneContext(content))
    return lane, content


def window(content, start, end):
    first, last = float(content.edges[0]), float(content.edges[-1])
    whole = TimeAxis.whole(first, last).placed(0.0, WIDTH)
    return whole.windowed(first + start * (last - first), (end - start) * (last - first))


def heights(lane, axis, height):
    """How many pixels of each column are filled from below, and their colour."""
    image = QImage(WIDTH, height, QImage.Format.Format_ARGB32)
    image.fill(0)
    with QPainter(image) as painter:
        lane.paint(TimeCanvas(painter, axis, QRectF(0, 0, WIDTH, height), THEME))
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(height, WIDTH, 4)
    return (pixels[:, :, 3] > 0).sum(axis=0), pixels[-1, :, 2::-1]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("height", [18, 22])
def test_columns_are_as_high_as_the_longest_frame_in_them(tmp_path, seed, height):
    """Full height are at least 2 and at most 4 usual frames; what is cut off stands out in colour."""
    draw = random.Random(seed)
    deltas = [
        draw.choice([0.05, 0.05, 0.05, 0.06, 0.1, 0.19, 0.3]) for _ in range(draw.choice([12, 60, 900]))
    ]
    lane, content = lane_of(tmp_path, deltas)
    edges = content.edges
    durations = np.diff(edges)[:-1]  # nobody knows how long the last one lasts
    usual = float(np.median(durations))
    most = min(max(float(durations.max()), 2 * usual), 4 * usual)
    for start, end in ((0.0, 1.0), (0.2, 0.5), (0.6, 0.62)):
        axis = window(content, start, end)
        found, colors = heights(lane, axis, height)
        per_column = (axis.end - axis.start) / WIDTH
        apart = usual >= 6 * per_column
        for column in range(WIDTH):
            begin, stop = axis.start + column * per_column, axis.start + (column + 1) * per_column
            inside = np.flatnonzero((edges[1:-1] > begin + 1e-9) & (edges[:-2] < stop - 1e-9))
            boundary = np.abs(edges[1:] - begin).min() < 1.5 * per_column
            if (boundary and apart) or not len(inside) or stop > edges[-2]:
                continue
            longest = float(durations[inside].max())
            if np.abs(edges - begin).min() < 1e-6 or np.abs(edges - stop).min() < 1e-6:
                continue  # it is not sure which column a frame at the edge is in
            expected = min(longest / most, 1.0) * (height - 1)
            assert found[column] == pytest.approx(expected, abs=1.01), column
            role = THEME.text if longest > most * (1 + 1e-9) else THEME.secondary
            assert colors[column] == pytest.approx(QColor(role).getRgb()[:3], abs=60)


def test_between_wide_frames_there_is_a_gap_of_a_pixel(tmp_path):
    lane, content = lane_of(tmp_path, [0.05] * 20)
    for share, gaps in ((1.0, True), (0.5, True)):
        axis = window(content, 0.0, share)
        found, _ = heights(lane, axis, 22)
        usual = 0.05 * WIDTH / (axis.end - axis.start)
        empty = np.flatnonzero(found[: round(18 * usual)] == 0)
        inner = axis.xs(content.edges[1:19])
        inner = inner[inner < WIDTH]
        assert bool(len(empty)) is gaps
        assert empty[: len(inner)] == pytest.approx(inner[: len(empty)], abs=1.0)


def test_many_frames_have_no_gaps(tmp_path):
    lane, content = lane_of(tmp_path, [0.05] * 300)
    found, _ = heights(lane, window(content, 0.0, 1.0), 22)
    assert (found[:590] > 0).all()


@pytest.mark.parametrize("count", [2, 3, 4, 6, 9, 16])
def test_wide_cells_say_their_id_and_duration_as_far_as_there_is_room(tmp_path, count):
    """From six pixels behind a cell's begin to four before its end; of the last one only the id is known."""
    lane, content = lane_of(tmp_path, [0.05] * 20)
    axis = window(content, 0.0, count / 20)
    canvas_rect = QRectF(0, 0, WIDTH, 30)
    found = [
        each for each in drawn(lambda on: lane.paint(TimeCanvas(on, axis, canvas_rect, THEME)), WIDTH, 30)
        if each.text
    ]  # fmt: skip
    metrics = QFontMetricsF(font(11))
    ids = content.index.frames["frame"].tolist()
    expected = []
    for number in range(count):
        begin, end = number * WIDTH / count + 6, min((number + 1) * WIDTH / count, WIDTH) - 4
        full, brief = f"#{ids[number]} · 0.050 s", f"#{ids[number]}"
        said = next((each for each in (full, brief) if begin + metrics.horizontalAdvance(each) <= end), "")
        if said:
            expected.append((said, pytest.approx(begin, abs=0.1)))
    assert [(each.text, each.points[0, 0]) for each in found[:count]] == expected
    for each in found:
        assert 8 < each.points[0, 1] < 16
        assert each.ink == shade(THEME.text)


@pytest.mark.parametrize(("pixels", "height"), [(90.0, 22), (109.0, 22), (111.0, 26), (300.0, 26)])
def test_it_grows_for_words_once_a_usual_frame_has_room_for_them(tmp_path, pixels, height):
    lane, _ = lane_of(tmp_path, [0.05] * 20)
    axis = TimeAxis.whole(0.0, 1.0).placed(0.0, WIDTH).windowed(0.0, 0.05 * WIDTH / pixels)
    before = lane.height.usual
    assert lane.zoom(axis) is (height != before)
    assert lane.height.usual == height
    assert lane.zoom(axis) is False


def test_its_value_is_the_duration_of_the_frame_in_milliseconds(tmp_path):
    lane, content = lane_of(tmp_path, [0.05, 0.1, 0.025, 0.05])
    (row,) = lane.rows
    assert row.unit == "ms"
    durations = np.diff(content.index.elapsed)
    for number, duration in enumerate(durations.tolist()):
        middle = float(content.index.elapsed[number]) + duration / 2
        assert row.value(middle) == f"{1000 * duration:.0f}"
    assert row.value(float(content.index.elapsed[-1]) + 0.01) == "–"
    assert lane.note == f"max {durations.max():.3f} s"
