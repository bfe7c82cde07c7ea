"""Work in the background waits for the first picture, and for nothing without a window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from tests.scenes import street
from viewer.ui.state.afterwards import Afterwards


@pytest.fixture
def index(tmp_path):
    return street().index(tmp_path / "street.log")


@pytest.fixture
def told(qapp):
    parent = QObject()
    later, log = Afterwards(parent), []
    later.opened.connect(lambda index: log.append(("opened", index)))
    later.index_changed.connect(lambda index: log.append(("index", index)))
    yield later, log
    parent.deleteLater()


def test_without_a_window_it_tells_at_once(told, index):
    later, log = told
    later.open(index)
    later.extend(index)
    assert log == [("opened", index), ("index", index)]
    assert later.index is index


def test_what_comes_before_the_picture_is_told_after_it_and_only_the_newest(told, index, tmp_path):
    later, log = told
    later.wait()
    later.open(street().index(tmp_path / "first.log"))
    later.open(index)
    later.extend(index)
    assert (log, later.index) == ([], None)
    later.begin()
    assert log == [("opened", index), ("index", index)]
    later.begin()
    later.extend(None)
    assert log[2:] == [("index", None)]
