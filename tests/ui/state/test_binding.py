"""What bind connects, and when it ends."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal

from viewer.ui.state.binding import bind


class Source(QObject):
    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.value = 1


class Shower(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.told: list[int] = []

    def show(self, value: int) -> None:
        self.told.append(value)


def test_it_tells_the_present_and_what_comes(qapp):
    source, shower = Source(), Shower()
    source.value = 2
    bind(source.changed, lambda: source.value, shower.show)
    assert shower.told == [2]
    source.value = 3
    source.changed.emit("whatever a signal carries")
    assert shower.told == [2, 3]


def test_it_ends_with_the_one_who_is_told(qapp):
    source, shower = Source(), Shower()
    bind(source.changed, lambda: source.value, shower.show)
    told = shower.told
    shower.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    source.changed.emit(None)
    assert told == [1]


def test_a_function_needs_somebody_to_live_with(qapp):
    source, told = Source(), []
    with pytest.raises(TypeError, match="owner"):
        bind(source.changed, lambda: source.value, told.append)
    bind(source.changed, lambda: source.value, told.append, source)
    source.changed.emit(None)
    assert told == [1, 1]
