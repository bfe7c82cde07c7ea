"""What a drag does to the time or to the window."""

from __future__ import annotations

import pytest

from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.gestures import Scrub
from viewer.ui.timeline.overview import Grip, window_dragged

STRIP = TimeAxis.whole(0.0, 100.0, closest=1.0).placed(0.0, 1000.0)


def test_scrubbing_follows_the_mouse_within_the_window():
    scrub, axis = Scrub(0.0, 20.0), STRIP.windowed(20.0, 10.0)
    assert [scrub.move(axis, x, fine=False) for x in (0.0, 500.0, 1000.0, 5000.0, -5.0)] == [
        20,
        25,
        30,
        30,
        20,
    ]


def test_fine_scrubbing_goes_a_tenth_as_far_from_where_it_began():
    scrub = Scrub(0.0, 0.0)
    assert scrub.move(STRIP, 500.0, fine=False) == 50.0
    assert scrub.move(STRIP, 500.0, fine=True) == 50.0
    assert scrub.move(STRIP, 600.0, fine=True) == pytest.approx(51.0)
    assert scrub.move(STRIP, 400.0, fine=True) == pytest.approx(49.0)
    assert scrub.move(STRIP, 700.0, fine=False) == 70.0
    assert scrub.move(STRIP, 700.0, fine=True) == 70.0


@pytest.mark.parametrize(
    ("grip", "x", "window"),
    [
        (Grip.WINDOW, 350.0, (25.0, 35.0)),
        (Grip.WINDOW, -900.0, (0.0, 10.0)),
        (Grip.START, 250.0, (15.0, 30.0)),
        (Grip.START, 900.0, (29.0, 30.0)),
        (Grip.START, -900.0, (0.0, 30.0)),
        (Grip.END, 350.0, (20.0, 35.0)),
        (Grip.END, 0.0, (20.0, 21.0)),
        (Grip.END, 5000.0, (20.0, 100.0)),
    ],
)
def test_the_window_of_the_overview_is_moved_and_resized(grip, x, window):
    seconds = (x - 300.0) * STRIP.seconds_per_pixel
    moved = window_dragged(STRIP.windowed(20.0, 10.0), grip, seconds)
    assert (moved.start, moved.end) == pytest.approx(window)
