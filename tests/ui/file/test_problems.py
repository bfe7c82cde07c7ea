"""The panel that lists what is wrong, as a person uses it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView

from tests.ui.file.conftest import click, press
from viewer.recording.problems import Problem
from viewer.replay.time.time_forms import TimeForm
from viewer.ui.file.problems_view import ProblemsView, time_of

NOTE = Problem("packet 150 is not known", "its packets are shown raw", damage=False, offset=40, count=233)
GAP = Problem("the frame has no end", "12 bytes are left out", damage=True, offset=1_000_000, frame=9)
TIMES = Problem("the time goes backwards", "it is taken for the one before", damage=True, frame=4, count=3)
NOWHERE = Problem("a decoder cannot be loaded", "its packets are shown raw", damage=False)
PROBLEMS = (NOTE, GAP, TIMES, NOWHERE)


@pytest.fixture
def panel(file_panel):
    file_panel.resize(800, 300)
    return file_panel


@pytest.fixture
def shown(panel, alone, index):
    alone.set_recording(index)
    alone.set_problems(PROBLEMS)
    return panel


def table(panel):
    return panel.findChild(ProblemsView).findChild(QTableView)


def lines(panel):
    model = table(panel).model()
    return [
        f"{model.index(line, 0).data()}. {model.index(line, 1).data()}." for line in range(model.rowCount())
    ]


def test_damage_is_listed_before_notes_with_its_count_and_a_filter_leaves_one_sort(shown):
    listed = [
        "The frame has no end. 12 bytes are left out.",
        "The time goes backwards (× 3). It is taken for the one before.",
        "Packet 150 is not known (× 233). Its packets are shown raw.",
        "A decoder cannot be loaded. Its packets are shown raw.",
    ]
    assert lines(shown) == listed
    filters = {"Damage 4": listed[:2], "Remarks 234": listed[2:], "All 238": listed}
    for text, left in filters.items():
        press(shown, text)
        assert lines(shown) == left


@pytest.fixture
def asked(alone, monkeypatch):
    """The times that one went to."""
    times = []
    monkeypatch.setattr(alone, "jump", times.append)
    return times


def test_a_click_or_a_key_goes_to_the_nearest_time(shown, asked):
    for line in range(4):
        click(table(shown), line)
    view = table(shown)
    view.setFocus()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Down):
        QTest.keyClick(view, key)
    assert asked == pytest.approx([0.45, 0.2, 0.0, 0.45, 0.2])


def test_a_problem_with_a_byte_only_is_in_the_frame_that_has_the_byte(index):
    at = int(index.offsets[7])
    for offset, frame in ((at, 7), (at + 20, 7), (at - 1, 6), (0, 0), (1 << 40, 19)):
        assert time_of(index, replace(GAP, frame=None, offset=offset)) == index.elapsed[frame]
    assert time_of(index, NOWHERE) is None


def test_everything_is_copied_or_one_line(shown, index):
    press(shown, "Copy all")
    assert QApplication.clipboard().text().splitlines() == [
        str(index.path),
        "kind\tbyte\ttime\tcount\twhat\twhat was done",
        "damage\t1000000\t0.450 s\t1\tthe frame has no end\t12 bytes are left out",
        "damage\t\t0.200 s\t3\tthe time goes backwards\tit is taken for the one before",
        "remark\t40\t0.000 s\t233\tpacket 150 is not known\tits packets are shown raw",
        "remark\t\t\t1\ta decoder cannot be loaded\tits packets are shown raw",
    ]
    click(table(shown), 1)
    view = table(shown)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().startswith("damage\t\t0.200 s\t3\t")


def test_more_of_the_same_recording_keeps_the_place(panel, alone, index):
    many = tuple(replace(GAP, what=f"gap {number}") for number in range(100))
    alone.set_recording(index)
    alone.set_problems(many)
    QApplication.processEvents()
    bar = table(panel).verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    before = bar.value()
    alone.set_problems(many)
    assert bar.value() == before
    assert before > 0


def test_times_are_written_in_the_form_of_time(shown, alone):
    model = table(shown).model()
    for form, text in ((TimeForm.FRAME, "#5"), (TimeForm.ELAPSED, "0.200 s")):
        alone.settings.time_form = form
        alone.display.update()
        alone.flush()
        assert text in [model.index(line, 3).data() for line in range(model.rowCount())]
