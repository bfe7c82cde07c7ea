"""Series read in the background: told when they are there, kept while there is room, forgotten on closing."""

import threading
from dataclasses import replace

import numpy as np
import pytest

from tests.scenes import HERO, LATE, OTHER, street
from tests.ui.timeline.conftest import part_of
from viewer.cancellation import ReadingCancelledError
from viewer.signals import Series, read_series
from viewer.signals.series import SeriesKey
from viewer.ui.background import series_store as module
from viewer.ui.background.series_store import CHOSEN, SeriesStore


@pytest.fixture
def store(tasks, index):
    store = SeriesStore(tasks)
    store.set_recording(index)
    return store


@pytest.fixture
def told(store):
    """What the store has told, in order."""
    told = []
    store.ready.connect(lambda key, _: told.append(key))
    return told


@pytest.fixture
def reads(monkeypatch):
    """Names and rows of everything that is read from the file."""
    reads = []

    def read(index, names, row=None, **others):
        reads.append((tuple(names), row))
        return read_series(index, names, row, **others)

    monkeypatch.setattr(module, "read_series", read)
    return reads


def rows(index):
    return [index.actors.rows_of(actor_id)[0] for actor_id in (HERO, OTHER, LATE)]


def wait_for_all(qtbot, tasks):
    qtbot.waitUntil(lambda: tasks.quiet)


def test_what_is_wanted_is_read_and_told_once(qtbot, store, index, told, reads, tasks):
    hero, other, _ = rows(index)
    brake, speed, of_other, frames = (
        SeriesKey("brake", hero),
        SeriesKey("derived_speed", hero),
        SeriesKey("brake", other),
        SeriesKey("frame_duration"),
    )
    store.want("lane", [brake, of_other, speed])
    store.want("frames", [frames])
    assert not tasks.quiet
    assert store.get(brake) is None
    wait_for_all(qtbot, tasks)
    assert told == [brake, speed, of_other, frames]
    assert reads == [(("brake", "derived_speed"), hero), (("brake",), other), (("frame_duration",), None)]
    assert store.get(speed).values == pytest.approx(10.0, abs=1e-3)
    store.want("plot", [speed])
    assert told[4:] == [speed]
    assert len(reads) == 3
    assert tasks.quiet


def blocking(monkeypatch):
    """Let reading wait; return what lets it go on, what was begun, and what of that was cancelled."""
    gate, begun, cancelled = threading.Event(), [], []

    def read(_index, names, _row=None, *, should_continue, **_others):
        begun.append(names)
        while not gate.wait(0.005):
            if not should_continue(0.5):
                cancelled.append(names)
                raise ReadingCancelledError
        return tuple(Series(name, name, "", np.zeros(1), np.zeros(1), recorded=True) for name in names)

    monkeypatch.setattr(module, "read_series", read)
    return gate, begun, cancelled


def test_what_nobody_wants_any_more_is_not_read_on(qtbot, store, index, told, monkeypatch, tasks):
    gate, begun, cancelled = blocking(monkeypatch)
    hero, other, _ = rows(index)
    store.want("lane", [SeriesKey("brake", hero)])
    qtbot.waitUntil(lambda: begun == [["brake"]])
    store.want("lane", [SeriesKey("brake", other)])
    qtbot.waitUntil(lambda: cancelled == [["brake"]])
    gate.set()
    wait_for_all(qtbot, tasks)
    assert told == [SeriesKey("brake", other)]


def test_what_a_person_chose_is_read_at_once(qtbot, store, index, told, monkeypatch, tasks):
    gate, begun, cancelled = blocking(monkeypatch)
    hero = rows(index)[0]
    speed, brake, steer = (SeriesKey(name, hero) for name in ("speed", "brake", "steer"))
    store.want("lane", [speed, brake])
    qtbot.waitUntil(lambda: begun == [["speed", "brake"]])
    store.want(CHOSEN, [brake])
    qtbot.waitUntil(lambda: begun[1:] == [["brake"]])
    qtbot.waitUntil(lambda: cancelled == [["speed", "brake"]])
    store.want(CHOSEN, [brake, steer])  # another one does not have the first one read twice
    gate.set()
    wait_for_all(qtbot, tasks)
    assert told == [brake, steer, speed]
    assert begun[1:] == [["brake"], ["steer"], ["speed"]]


def test_closing_forgets_everything(qtbot, store, index, told, monkeypatch, tasks):
    hero = rows(index)[0]
    store.want("lane", [SeriesKey("brake", hero)])
    wait_for_all(qtbot, tasks)
    _, begun, cancelled = blocking(monkeypatch)
    store.want("lane", [SeriesKey("steer", hero)])
    qtbot.waitUntil(lambda: bool(begun))
    store.set_recording(None)
    assert tasks.quiet
    assert store.get(SeriesKey("brake", hero)) is None
    assert store.nbytes == 0
    qtbot.waitUntil(lambda: bool(cancelled))
    assert told == [SeriesKey("brake", hero)]
    store.set_recording(index)
    assert tasks.quiet


def test_what_was_not_asked_for_the_longest_goes_first(qtbot, index, tasks):
    names = ["x", "y", "z", "yaw"]
    hero = rows(index)[0]
    keys = [SeriesKey(name, hero) for name in names]
    one = 20 * 16
    store = SeriesStore(tasks, budget=2 * one)
    store.set_recording(index)
    for key in keys[:3]:
        store.want("plot", [key])
        wait_for_all(qtbot, tasks)
        store.get(keys[0])
    store.want("plot", [keys[3]])
    wait_for_all(qtbot, tasks)
    assert [store.get(key) is not None for key in keys] == [True, False, False, True]
    assert store.nbytes == 2 * one
    store.want("plot", keys)
    wait_for_all(qtbot, tasks)
    assert store.nbytes == 4 * one  # what is shown is kept


def test_a_longer_view_is_read_again_where_there_is_more(qtbot, index, tasks, reads, told):
    hero, _, late = rows(index)
    store = SeriesStore(tasks)
    store.ready.connect(lambda key, series: told.append((key.row, len(series))))
    part = replace(part_of(index, 17, 1.0), complete=True, growing=True)
    store.set_recording(part)
    store.want("lane", [SeriesKey("x", hero), SeriesKey("x", late)])
    wait_for_all(qtbot, tasks)
    assert told == [(hero, 17), (late, 11)]
    store.set_recording(index)
    wait_for_all(qtbot, tasks)
    assert told[2:] == [(hero, 20)]  # the other died in the part that was there
    assert len(reads) == 3


def test_while_a_file_grows_there_are_pauses(qtbot, index, tasks, clock, reads):
    """Reading took one second, so the next one comes four seconds later."""
    hero = rows(index)[0]
    store = SeriesStore(tasks)
    parts = [replace(part_of(index, count, 1.0), complete=True, growing=True) for count in (5, 6, 7)]
    store.set_recording(parts[0])
    store.want("lane", [SeriesKey("x", hero)])
    clock.now += 1.0
    wait_for_all(qtbot, tasks)
    store.set_recording(parts[1])
    assert tasks.quiet
    clock.now += 4.5
    store.set_recording(parts[2])
    assert not tasks.quiet
    wait_for_all(qtbot, tasks)
    assert len(store.get(SeriesKey("x", hero))) == 7


def test_a_file_that_cannot_be_read_is_told_once(qtbot, tmp_path, tasks):
    path = tmp_path / "street.log"
    index = street().index(path)
    store = SeriesStore(tasks)
    errors = []
    store.failed.connect(errors.append)
    store.set_recording(index)
    path.write_bytes(path.read_bytes()[:200])
    store.want("lane", [SeriesKey("x", 0)])
    wait_for_all(qtbot, tasks)
    store.want("plot", [SeriesKey("x", 1)])
    assert tasks.quiet
    assert len(errors) == 1
