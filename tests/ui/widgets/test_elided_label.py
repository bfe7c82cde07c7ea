from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import Qt

from viewer.ui.widgets.elided_label import ElidedLabel


def ink(label):
    return label.grab().toImage()


def test_a_text_that_does_not_fit_is_shortened_in_the_middle_or_by_its_parts(qtbot):
    def cut(text, width, **how):
        label = ElidedLabel(text, **how)
        qtbot.addWidget(label)
        label.resize(width, 20)
        return label

    middle = [cut(f"a_recording_with_a_{what}_long_name.log", 80, mode=Qt.TextElideMode.ElideMiddle)
              for what in ("very", "quite_another")]  # fmt: skip
    assert ink(middle[0]) == ink(middle[1])
    whole, part = "Town03 · 23 Oct 2019 01:04 UTC", "Town03"
    width = middle[0].fontMetrics().horizontalAdvance("Town03 · 23 Oct")
    for texts, room in (((whole, part), width), ((whole, ""), 20)):
        labels = [cut(text, room, by_parts=True) for text in texts]
        assert ink(labels[0]) == ink(labels[1])
        assert labels[0].toolTip() == whole


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
