"""When somebody was at a place, asked again and again while the file grows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject

from tests.scenes import HERO, OTHER, street
from tests.ui.timeline.conftest import part_of
from viewer.ui.palette.providers import places
from viewer.ui.palette.providers.places import PlaceProvider

WHERE = "7.5, -1.0"
WHEN = "Hero at 0.75"
LOOKING = "Looking for when Hero was there…"


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    return street().index(tmp_path_factory.mktemp("places") / "street.log")


@pytest.fixture
def whose(index):
    """Whose visits are asked for: row and name, to be changed."""
    return {"actor": (index.actors.rows_of(HERO)[0], "Hero")}


@pytest.fixture
def provider(whose, tasks):
    parent = QObject()
    yield PlaceProvider(lambda: whose["actor"], print, print, "{:.2f}".format, tasks, parent)
    parent.deleteLater()


@pytest.fixture
def ways(monkeypatch):
    """How many frames each way that was found belongs to."""
    found, original = [], places.trajectory

    def trajectory(index, row, *, proceed):
        found.append((row, len(index.heads)))
        return original(index, row, proceed=proceed)

    monkeypatch.setattr(places, "trajectory", trajectory)
    return found


def said(provider):
    hits = provider.find(WHERE)
    return [hits.entry(number).text for number in range(1, hits.count)]


def growing(index):
    """The recording when it had 17, 18 and 19 frames."""
    return [replace(part_of(index, count, 1.0), complete=True, growing=True) for count in (17, 18, 19)]


def test_who_was_there_stays_told_while_the_file_grows(qtbot, provider, index, ways, clock, tasks):
    """Finding it took one second, so more of it is looked at four seconds later."""
    first, second, third = growing(index)
    provider.set_recording(first)
    with qtbot.waitSignal(provider.changed):
        assert said(provider) == [LOOKING]
        clock.now += 1.0
    [told] = said(provider)
    assert told.startswith(WHEN)
    provider.set_recording(second)
    assert said(provider) == [told]
    assert tasks.quiet
    clock.now += 4.5
    provider.set_recording(third)
    with qtbot.waitSignal(provider.changed):
        assert said(provider) == [told]
    assert said(provider) == [told]
    assert [count for _, count in ways] == [17, 19]


def test_a_way_that_is_being_found_is_not_begun_again_by_each_growth(qtbot, provider, index, ways):
    with qtbot.waitSignal(provider.changed):
        for part in growing(index):
            provider.set_recording(part)
            assert said(provider) == [LOOKING]
    assert [count for _, count in ways] == [17]
    assert said(provider)[0].startswith(WHEN)


def test_of_somebody_else_nothing_is_told_that_was_found_of_the_first(qtbot, provider, index, whose):
    provider.set_recording(index)
    with qtbot.waitSignal(provider.changed):
        said(provider)
    whose["actor"] = (index.actors.rows_of(OTHER)[0], "Other")
    with qtbot.waitSignal(provider.changed):
        assert said(provider) == ["Looking for when Other was there…"]
    assert said(provider)
    assert all("Other" in text for text in said(provider))


def test_in_another_recording_all_is_found_anew(qtbot, provider, index, ways, tmp_path):
    for other in (index, street().index(tmp_path / "other.log")):
        provider.set_recording(other)
        with qtbot.waitSignal(provider.changed):
            assert said(provider) == [LOOKING]
        assert said(provider)[0].startswith(WHEN)
    assert len(ways) == 2
