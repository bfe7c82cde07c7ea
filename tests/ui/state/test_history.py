"""What is taken back and done again, of parts that are plain values."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QObject, Signal

from viewer.ui.state.history import History, Part


class Values(QObject):
    """Parts that are numbers, each with a signal."""

    changed = Signal()
    brought = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.now = {"one": 0, "two": 0, "three": 0}
        self.time = 0.0
        self.history = History(self, lambda: self.time)
        for name in self.now:
            write = partial(self.write, name)
            part = Part(name, partial(self.now.get, name), write, flows=name == "one")
            self.history.watch(part, self.changed, others=self.brought if name == "three" else None)

    def write(self, name: str, value: int, _instead_of: int | None = None) -> None:
        self.now[name] = value
        self.changed.emit()

    def step(self, later: float = 1.0, **values: int) -> None:
        """Change parts in one turn of the event loop, so many seconds after the last change."""
        self.time += later
        for name, value in values.items():
            self.write(name, value)
        QCoreApplication.processEvents()


@pytest.fixture
def values(qapp):
    return Values()


steps = st.lists(
    st.dictionaries(st.sampled_from(["one", "two", "three"]), st.integers(0, 3), min_size=1), max_size=20
)


@given(steps, steps)
@settings(max_examples=60)
def test_all_states_come_back_in_order_and_again(qapp, first, second):
    values = Values()
    for changes in (first, second):
        before = [dict(values.now)]
        for each in changes:
            values.step(**each)
            if values.now != before[-1]:
                before.append(dict(values.now))
        back = [dict(values.now)]
        while len(back) < len(before):
            assert values.history.undo()
            back.append(dict(values.now))
        assert back == before[::-1]
        again = [dict(values.now)]
        while values.history.redo():
            again.append(dict(values.now))
        assert again == before


def test_it_is_said_what_changed(values):
    values.step(one=1, three=2)
    assert values.history.undo() == "one, three"
    assert values.history.undo() == ""
    assert values.history.redo() == "one, three"
    assert values.history.redo() == ""


def test_a_drag_is_one_step(values):
    for value in range(1, 6):
        values.step(0.1, one=value)
    values.step(0.1, two=1)
    values.step(0.1, two=2)  # a part that does not flow: a step each
    assert [values.history.undo() for _ in range(3)] == ["two", "two", "one"]
    assert values.now == {"one": 0, "two": 0, "three": 0}
    assert values.history.undo() == ""


def test_what_is_done_after_undoing_takes_the_place_of_what_was_undone(values):
    values.step(one=1)
    values.step(one=2)
    values.history.undo()
    values.step(0.0, one=3)
    assert values.history.redo() == ""
    values.history.undo()
    assert values.now["one"] == 1


def test_what_others_change_is_never_taken_back(values):
    values.step(one=1)
    values.now["three"] = 7
    values.brought.emit()
    values.step(two=1)
    while values.history.undo():
        pass
    assert values.now == {"one": 0, "two": 0, "three": 7}


def test_another_recording_begins_anew(values):
    values.step(one=1)
    values.history.forget()
    assert values.history.undo() == ""
    assert values.now["one"] == 1
