"""Hints one after the other: which is shown, where, and that each goes for good."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QPushButton, QWidget

from viewer.ui.shell.hints import Hint, HintCallout
from viewer.ui.theme import load_theme

THEME = load_theme("dark")
HIGH, POINT, BETWEEN = 60, 8, 4
"""Pixels: a hint (LOOK.md), its point, and what is left free above the bar."""


@pytest.fixture
def window(qtbot):
    """A window with a bar 100 pixels above its lower edge, and three controls in it."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 400)
    bar = QWidget(window)
    bar.setGeometry(0, 300, 900, 100)
    window.controls = [QPushButton(bar) for _ in range(3)]
    for x, control in zip((10, 400, 860), window.controls, strict=True):
        control.setGeometry(x, 20, 30, 28)
    window.bar = bar
    window.show()
    return window


def hints_of(window, inset=0, across=0.5):
    return [
        Hint(
            f"Title {number}",
            f"Ctrl+{number}",
            f"What {number} does",
            control,
            control.clicked,
            inset,
            across,
        )
        for number, control in enumerate(window.controls, 1)
    ]


@pytest.mark.parametrize("seed", range(6))
def test_each_is_shown_until_its_control_is_used_and_all_end_once(window, seed):
    random = Random(seed)
    callout = HintCallout(hints_of(window), THEME, window.bar, window)
    ended, now = [], 0
    callout.ended.connect(lambda: ended.append(now))
    for _ in range(12):
        used = random.choice([0, 0, 1, 1, 2, 2, None])
        if used is None:
            assert callout.end() == (now < 3)
            now = 3
        else:
            window.controls[used].click()
            now += used == now
        assert callout.isVisible() == (now < 3)
        assert len(ended) == (now == 3)
        if now < 3:
            assert callout.text == f"Title {now + 1} · What {now + 1} does"
            assert callout.accessibleName() == callout.text
    assert callout.end() is (now < 3)
    assert callout.end() is False


@pytest.mark.parametrize("width", [220, 900, 2560])
@pytest.mark.parametrize(("inset", "across"), [(0, 0.5), (36, 0.25)])
def test_it_stands_in_the_window_above_the_bar_and_points_at_the_control(window, width, inset, across):
    callout = HintCallout(hints_of(window, inset, across), THEME, window.bar, window)
    window.resize(width, 400)
    for place, control in zip((4, 100, max(width - 34, 8)), window.controls, strict=True):
        control.move(place, 20)
        window.resize(width, 401 - window.height() % 2)  # laid out anew
        target = control.mapTo(window, QPoint(round(across * control.width()), inset))
        left, top, wide, high = callout.geometry().getRect()
        assert left >= BETWEEN
        assert left + wide <= width - BETWEEN or left == BETWEEN
        assert top == 300 - HIGH - POINT - BETWEEN
        assert top + high == max(target.y(), top + HIGH + POINT)
        picture = callout.grab().toImage()
        below = [x for x in range(wide) if picture.pixelColor(x, high - 1) == THEME.accent]
        assert below == [] or target.x() - left in below  # a line leads down to it where it is farther
        edge = [x for x in range(wide) if picture.pixelColor(x, HIGH + 1) != picture.pixelColor(0, HIGH + 3)]
        assert edge[0] <= target.x() - left <= edge[-1]
        assert edge[-1] - edge[0] <= 2 * POINT
        control.click()


def test_what_is_written_fits_between_its_margins(window):
    """12 pixels are left free at both sides; the count stands at the right, title and key at the left."""
    callout = HintCallout(hints_of(window), THEME, window.bar, window)
    picture = callout.grab().toImage()
    ground = picture.pixelColor(4, 30)
    inked = [
        x
        for x in range(9, picture.width() - 9)
        if any(picture.pixelColor(x, y) != ground for y in range(4, HIGH - 4))
    ]
    assert 12 <= inked[0] <= 14
    assert picture.width() - 15 <= inked[-1] < picture.width() - 12
    assert ground == THEME.selected
    assert picture.pixelColor(picture.width() // 2, 0) == THEME.accent  # its edge
    callout.set_theme(load_theme("light"))
    assert callout.grab().toImage().pixelColor(4, 30) == load_theme("light").selected
