"""Ways are read again when there is more to read, and never twice of the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.scenes import street
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.ui.background import travelled_finder
from viewer.ui.background.travelled_finder import TravelledFinder


@pytest.fixture
def finder(tasks):
    return TravelledFinder(tasks, tasks)


@pytest.fixture
def asked(monkeypatch):
    """How many frames there were each time ways were read."""
    lengths, find = [], travelled_finder.distances_travelled

    def note(index, **words):
        lengths.append(len(index.heads))
        return find(index, **words)

    monkeypatch.setattr(travelled_finder, "distances_travelled", note)
    return lengths


def test_each_length_is_read_once_while_somebody_wants_to_know(finder, asked, tasks, qtbot, tmp_path):
    path = street(20).save(tmp_path / "street.log")
    whole = read_index(LogFile(path))
    part = replace(whole, complete=False)

    def take(index, wanted):
        finder.set_recording(index)
        finder.set_wanted(wanted)
        qtbot.waitUntil(lambda: tasks.quiet)
        return list(asked)

    assert take(whole, wanted=False) == []
    assert take(part, wanted=True) == []
    assert take(whole, wanted=True) == [20]
    assert take(whole, wanted=True) == [20]
    assert take(replace(whole, growing=True), wanted=True) == [20]
    assert take(whole, wanted=False) == [20]
    assert take(whole, wanted=True) == [20]
    another = read_index(LogFile(street(12).save(tmp_path / "other.log")))
    assert take(another, wanted=True) == [20, 12]
    assert take(None, wanted=True) == [20, 12]
    assert take(whole, wanted=True) == [20, 12, 20]
