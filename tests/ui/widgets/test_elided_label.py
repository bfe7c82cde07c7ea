from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from viewer.ui.widgets.elided_label import ElidedLabel

NAME = "a_recording_with_a_very_long_name.log"


@pytest.fixture
def label(qtbot):
    widget = ElidedLabel(NAME, mode=Qt.TextElideMode.ElideMiddle)
    qtbot.addWidget(widget)
    widget.resize(widget.sizeHint())
    widget.show()
    return widget


def ink(label: ElidedLabel) -> QImage:
    return label.grab().toImage()


def test_a_text_that_does_not_fit_is_shortened_and_told(label):
    label.resize(80, label.height())
    assert label.toolTip() == NAME
    shortened = ink(label)
    other = ElidedLabel(NAME.replace("very_long", "quite_another"), mode=Qt.TextElideMode.ElideMiddle)
    other.resize(label.size())
    assert other.grab().toImage() == shortened, "only the middle is left out"
    other.deleteLater()


def test_by_parts_it_says_those_for_which_there_is_room(qtbot):
    parts = [ElidedLabel(text, by_parts=True) for text in ("Town03 · 23 Oct 2019 01:04 UTC", "Town03")]
    width = parts[0].fontMetrics().horizontalAdvance("Town03 · 23 Oct")
    for part in parts:
        qtbot.addWidget(part)
        part.resize(width, 20)
    assert ink(parts[0]) == ink(parts[1])
    assert parts[0].toolTip() == parts[0].text()
    parts[0].resize(20, 20)
    parts[1].setText("")
    parts[1].resize(20, 20)
    assert ink(parts[0]) == ink(parts[1])


@pytest.mark.parametrize("seed", range(8))
def test_its_tip_is_its_own_or_what_cannot_be_read(qtbot, seed):
    """After any order of texts, tips and widths; at least four letters have room."""
    random, tip = Random(seed), ""
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.show()
    for _ in range(40):
        what = random.choice(["text", "text", "tip", "width"])
        if what == "text":
            label.setText(random.choice(["", "ab", "a longer text", "one\ntwo", "much longer " * 4]))
        elif what == "tip":
            label.set_tip(tip := random.choice(["", "", "what it is"]))
        else:
            label.resize(random.choice([8, 40, 90, 400]), 20)
        fits = label.fontMetrics().horizontalAdvance(label.text()) <= label.contentsRect().width()
        assert label.toolTip() == (tip or ("" if fits else label.text()))
        assert "\n" not in label.text()
        few = 4 * label.fontMetrics().averageCharWidth()
        assert label.minimumSizeHint().width() <= few
        assert label.minimumSizeHint().width() == few or len(label.text()) < 5
