"""Hints one after the other: which is shown, and that each goes for good."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtWidgets import QPushButton, QWidget

from viewer.ui.shell.hints import Hint, HintCallout
from viewer.ui.theme import load_theme

THEME = load_theme("dark")


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


def hints_of(window):
    return [
        Hint(
            f"Title {number}",
            f"Ctrl+{number}",
            f"What {number} does",
            control,
            control.clicked,
            0,
            0.5,
        )
        for number, control in enumerate(window.controls, 1)
    ]


@pytest.mark.parametrize("seed", range(6))
def test_each_is_shown_until_its_control_is_used_and_all_end_once(window, seed):
    random = Random(seed)
    callout = HintCallout(hints_of(window), window.bar, window)
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
