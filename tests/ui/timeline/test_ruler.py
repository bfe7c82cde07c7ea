"""What is written on the axis, in each form of time and at every zoom."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from tests.scenes import Scene
from tests.ui.timeline.conftest import RULER, rest, said, show_in, write_times
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.ruler import backdrop_of, tick_labels, ticks_of
from viewer.ui.timeline.timeline_content import content_of

pytestmark = pytest.mark.usefixtures("qapp")

RECT = QRectF(128, 26, 1300, 24)


@pytest.fixture(scope="module")
def uneven(tmp_path_factory):
    """400 frames of 10 ms, a pause of 1,000 s, 40 frames of 0.5 s, two of equal time."""
    scene = Scene()
    for delta in (*[0.01] * 400, 1000.0, *[0.5] * 40, 0.0):
        scene.frame(delta)
    return scene.index(tmp_path_factory.mktemp("ruler") / "uneven.log")


def axis_of(content, start=None, end=None):
    axis = TimeAxis.whole(content.first, content.end, closest=content.closest)
    axis = axis.placed(RECT.left(), RECT.width())
    return axis if start is None else axis.windowed(start, end - start)


def labels(index, form, *window):
    content = content_of(index, TimeScale(index, form))
    axis = axis_of(content, *window)
    return sorted(tick_labels(axis, RECT, ticks_of(axis, content)), key=lambda label: label.box.left())


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (TimeForm.ELAPSED, [f"0.{tenth} s" for tenth in range(10)]),
        (TimeForm.FRAME, [f"#{number}" for number in range(2, 21, 2)]),
        (TimeForm.WALL, [f"14:08:48.{tenth}" for tenth in range(10)]),
    ],
)
def test_the_axis_of_a_second_and_of_a_single_frame(tmp_path, index, form, expected):
    assert [label.text for label in labels(index, form)] == expected
    single = Scene().frame(0.05).index(tmp_path / "one.log")
    assert [label.text for label in labels(single, form)] == [expected[0].replace("#2", "#1")]


@pytest.mark.parametrize("form", list(TimeForm))
def test_labels_never_touch(uneven, form):
    for window in ((0, 1024), (0, 4.2), (3.9, 1004), (1003, 1020), (2.0, 2.05), (500, 500.02)):
        for one, other in combinations(labels(uneven, form, *window), 2):
            assert not one.box.intersects(other.box), (window, one, other)


@pytest.mark.parametrize("form", [TimeForm.ELAPSED, TimeForm.WALL])
def test_each_large_step_of_even_time_has_its_label(uneven, form):
    """Where labels are long the steps are larger, and none of them is without one but at the end."""
    content = content_of(uneven, TimeScale(uneven, form))
    for span in np.geomspace(0.05, 1000.0, 25).tolist():
        steps = backdrop_of(axis_of(content, 1.0, 1.0 + span), content).grid
        shown = [label.box.left() - 5 for label in labels(uneven, form, 1.0, 1.0 + span)]
        assert shown == steps[: len(shown)], span
        assert len(steps) - len(shown) <= 1, span
        assert all(b - a >= 72 - 1 for a, b in pairwise(steps)), span
        assert len(steps) == len(shown) or steps[-1] > RECT.right() - 120, span


def test_in_a_pause_the_axis_of_frames_is_empty_and_that_of_clocks_is_not(uneven):
    assert not labels(uneven, TimeForm.FRAME, 500, 600)
    assert len(labels(uneven, TimeForm.WALL, 500, 600)) > 5


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (TimeForm.ELAPSED, "0.310 s · frame 7 · 0.050 s"),
        (TimeForm.FRAME, "frame 7 · 0.310 s · 0.050 s"),
        (TimeForm.WALL, "14:08:48.310 UTC · 0.310 s · frame 7 · 0.050 s"),
    ],
)
def test_what_is_pointed_at_is_told_in_the_form_chosen(qapp, view, hand, index, form, text):
    write_times(view, TimeScale(index, form))
    hand.move(hand.x(0.31), RULER)
    rest(view, hand.x(0.31), RULER)
    assert text in said(view)
    view.model.set_playhead(0.31)
    assert view.accessibleDescription().startswith(TimeScale(index, form).label(0.31) + " of 0.950 s")


def test_a_gap_is_told(view, hand, tmp_path):
    """The frame at 0.45 s lasts 0.8 s where others last 0.05 s: no frame from 0.5 s to 1.25 s of 1.75 s."""
    scene = Scene()
    for number in range(20):
        scene.frame(0.8 if number == 10 else 0.05)
    show_in(view, index=scene.index(tmp_path / "gap.log"))
    assert view.model.content.gaps == pytest.approx(np.array([[0.5, 1.25]]))
    for time, is_told in ((0.9, True), (1.4, False)):
        rest(view, view.model.axis.x(time), RULER)
        assert ("No frame for 0.750 s" in said(view)) is is_told
