"""Where there is too little room: texts are shortened, and the last controls go into a menu."""

import itertools
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton, QToolButton

from viewer.ui.widgets.boxes import STRETCH
from viewer.ui.widgets.dock_panel import OverflowRow
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


SPACING = 7
WIDE = 1000


@pytest.fixture
def parts():
    """A label, three buttons and a box to check; each is known by its text."""
    made = QLabel("Two of"), QPushButton("First"), QPushButton("Second one"), QCheckBox("Third")
    return {each.text(): each for each in made}


@pytest.fixture
def row(qtbot, parts):
    row = OverflowRow()
    qtbot.addWidget(row)
    row.set_controls(*parts.values(), STRETCH, spacing=SPACING)
    row.show()
    return row


def more(row):
    return row.findChild(QToolButton)


def at(row, width):
    """Make the row so wide; return what is seen in it."""
    row.setFixedWidth(width)
    for _ in range(3):  # what is shown asks for its place, which asks for others
        QApplication.processEvents()
    layout = row.layout()
    items = [layout.itemAt(number).widget() for number in range(layout.count())]
    seen = [each for each in items if each is not None and each.isVisible()]
    for left, right in itertools.pairwise(seen):
        assert left.geometry().right() + SPACING < right.geometry().left() + 1
        assert left.width() >= left.minimumSizeHint().width()
    assert seen[-1].geometry().right() < max(width, row.minimumWidth())
    return ["…" if each is more(row) else each.text() for each in seen]


def in_menu(row):
    """Return the actions that the menu has when it opens, by what they say."""
    menu = more(row).menu()
    menu.aboutToShow.emit()
    return {action.text(): action for action in menu.actions()}


def widths(parts, row):
    """Return how much room is needed for the first four, three and two controls, the dots with the fewer."""
    one_by_one = [each.minimumSizeHint().width() for each in parts.values()]
    dots = more(row).minimumSizeHint().width()
    return [
        sum(one_by_one) + 3 * SPACING,
        sum(one_by_one[:3]) + dots + 3 * SPACING,
        sum(one_by_one[:2]) + dots + 2 * SPACING,
        one_by_one[0] + dots + SPACING,
    ]


def test_the_last_buttons_go_first_and_to_the_pixel(row, parts):
    four, three, two, one = widths(parts, row)
    names = ["Two of", "First", "Second one", "Third"]
    for width, seen in (
        (four, 4),
        (four - 1, 3),
        (three, 3),
        (three - 1, 2),
        (two - 1, 1),
        (one, 1),
        (four, 4),
    ):
        assert at(row, width) == names[:seen] + ["…"] * (seen < 4)


def test_what_is_chosen_in_the_menu_is_clicked(qtbot, row, parts):
    at(row, WIDE)
    assert [*in_menu(row)] == []
    at(row, widths(parts, row)[2])
    assert [*in_menu(row)] == ["Second one", "Third"]
    with qtbot.waitSignal(parts["Second one"].clicked):
        in_menu(row)["Second one"].trigger()
    for checked in (True, False):
        in_menu(row)["Third"].trigger()
        assert parts["Third"].isChecked() == checked
        assert in_menu(row)["Third"].isChecked() == checked
    assert not in_menu(row)["Second one"].isCheckable()
    parts["Second one"].setEnabled(False)
    parts["Second one"].setToolTip("Not now")
    action = in_menu(row)["Second one"]
    assert not action.isEnabled()
    assert action.toolTip() == "Not now"


def test_what_is_left_out_is_neither_seen_nor_in_the_menu(row, parts):
    row.set_shown(parts["Second one"], shown=False)
    assert at(row, WIDE) == ["Two of", "First", "Third"]
    at(row, widths(parts, row)[3])
    assert [*in_menu(row)] == ["First", "Third"]
    row.set_shown(parts["Second one"], shown=True)
    assert [*in_menu(row)] == ["First", "Second one", "Third"]
    assert at(row, WIDE) == ["Two of", "First", "Second one", "Third"]
