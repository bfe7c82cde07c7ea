"""Watching a file after it was read; the test lets time pass, and does things to the file meanwhile."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.live import LiveWriter, times_open
from tests.scenes import DATE, read, street
from viewer.logfile.errors import NotARecordingError, UnreadableError
from viewer.logfile.source import LogFile
from viewer.recording import follow
from viewer.recording.follow import INTACT, FileChange, FileStatus, Watch
from viewer.recording.index import RecordingIndex

Step = tuple[float, Callable[[], object]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return street(6).save(tmp_path / "live.log")


def run(path: Path, steps: Iterable[Step], *, until: float = 30.0) -> list[tuple[float, object]]:
    """Watch a file for some seconds, and do each step when its time has come.

    Return what was told, and when.
    """
    due = sorted(steps, key=lambda step: step[0])
    now = 0.0

    def pause(seconds: float) -> None:
        nonlocal now
        now += seconds
        while due and due[0][0] <= now:
            due.pop(0)[1]()
        if now > until:
            watched.stop()

    watched = Watch(path, clock=lambda: now, pause=pause)
    return [(now, news) for news in watched]


def changes(news: list[tuple[float, object]]) -> list[FileChange]:
    return [each for _, each in news if isinstance(each, FileChange)]


def views(news: list[tuple[float, object]]) -> list[RecordingIndex]:
    return [each for _, each in news if isinstance(each, RecordingIndex)]


def other_run(frames: int = 6) -> bytes:
    """The same scenario again, a minute later: every frame has the same id, time and place in the file."""
    scene = bytearray(street(frames).bytes())
    assert scene[18:26] == DATE.to_bytes(8, "little")
    scene[18:26] = (DATE + 60).to_bytes(8, "little")
    return bytes(scene)


# -- growing


def test_a_finished_file_is_read_once_and_nothing_is_told_of_it(path):
    news = run(path, [])

    assert changes(news) == []
    assert views(news)[-1].complete
    assert not any(view.growing for view in views(news))
    assert len(news) == 2  # the first frames, and all


def test_frames_are_told_when_they_are_complete_until_the_file_is_quiet(path):
    with LiveWriter(path, street(9).bytes()) as carla:
        carla.header().frames(3)
        steps = carla.steps()
        news = run(
            path,
            [
                (2.0, lambda: next(steps)),
                (2.6, lambda: [*steps]),
                (4.0, lambda: carla.frames(4)),
                (5.1, carla.rest),
            ],
        )

    told = [(len(view.frame_starts), view.growing, round(when, 2)) for when, view in news]
    assert told[-5:] == [(3, True, 2.0), (4, True, 2.75), (8, True, 4.0), (9, True, 5.25), (9, False, 10.25)]
    assert changes(news) == []
    assert news[-1][1].problems == ()


def test_an_end_cut_off_while_writing_is_told_as_a_problem_when_the_file_is_quiet(path):
    with LiveWriter(path, street(9).bytes()) as carla:
        carla.header().frames(3)
        steps = carla.steps()
        news = run(path, [(1.0, lambda: [next(steps) for _ in range(4)])])

    growing, quiet = views(news)[-2:]
    assert growing.growing
    assert growing.problems == ()
    assert not quiet.growing
    assert [problem.damage for problem in quiet.problems] == [True]


def test_a_fresh_file_that_ends_inside_a_frame_may_show_first_that_it_grows(path):
    with LiveWriter(path, street(9).bytes()) as carla:
        carla.header().frames(3)
        steps = carla.steps()
        next(steps)
        news = run(path, [(0.4, lambda: [*steps])], until=2.0)

    assert [problem for view in views(news) for problem in view.problems] == []
    assert len(views(news)[-1].frame_starts) == 4


def test_a_recording_without_a_frame_yet_gets_its_frames(path):
    with LiveWriter(path, street(4).bytes()) as carla:
        carla.header()
        news = run(path, [(1.0, carla.frames), (2.0, carla.rest)])

    assert [len(view.frame_starts) for view in views(news)] == [0, 1, 4, 4]
    assert not any(view.problems for view in views(news))


def test_a_recording_that_never_gets_a_frame_says_so(path):
    with LiveWriter(path, street(4).bytes()) as carla:
        carla.header()
        news = run(path, [])

    first, last = views(news)
    assert (first.growing, first.problems) == (True, ())
    assert not last.growing
    assert "after its header" in last.problems[0].what


def test_after_a_pause_it_goes_on(path):
    """A simulation may stand still for longer than a file counts as growing."""
    with LiveWriter(path, street(9).bytes()) as carla:
        carla.header().frames(3)
        news = run(path, [(1.0, carla.frames), (12.0, carla.rest)])

    told = [(len(view.frame_starts), view.growing) for view in views(news)]
    assert told[-4:] == [(4, True), (4, False), (9, True), (9, False)]


def test_however_long_a_view_takes_the_next_comes_at_the_next_look(path):
    now, told, waited = 0.0, [], 0.0

    def pause(seconds: float) -> None:
        nonlocal now, waited
        now, waited = now + seconds, waited + seconds

    with LiveWriter(path, street(26).bytes()) as carla:
        carla.header().frames(2)
        watched = Watch(path, clock=lambda: now, pause=pause)
        for view in watched:
            told.append((len(view.frame_starts), waited))
            if len(told) == 4:
                watched.stop()
            carla.frames(6)
            now, waited = now + 4.0, 0.0  # of whoever takes it
    assert [frames for frames, _ in told] == [2, 2, 14, 20]  # the first two of what was there
    assert max(seconds for _, seconds in told) <= follow.POLL


def test_what_is_written_at_the_same_time_is_read_as_it_will_be(path, monkeypatch):
    """A thread writes as fast as it can while the file is read, sizes and durations filled in later."""
    monkeypatch.setattr(follow, "POLL", 0.001)
    monkeypatch.setattr(follow, "QUIET", 0.3)
    data = street(300).bytes()
    finished = read(data, path.with_name("finished.log"))
    with LiveWriter(path, data) as carla:
        carla.header().frames(2)
        writer = threading.Thread(target=carla.rest)
        watched = Watch(path)
        told = []
        for news in watched:
            told.append(news)
            if len(told) == 1:
                writer.start()
            if isinstance(news, RecordingIndex) and len(news.frame_starts) == 300 and not news.growing:
                watched.stop()
        writer.join()

    assert all(isinstance(news, RecordingIndex) and news.problems == finished.problems for news in told)
    assert len(told) > 3
    for view in told:
        assert view.frames[:-1].tobytes() == finished.frames[: len(view.frames) - 1].tobytes()
    assert told[-1].frame_starts.tobytes() == finished.frame_starts.tobytes()
    assert told[-1].recorded_events.tobytes() == finished.recorded_events.tobytes()


# -- changed


def rewritten(path: Path, data: bytes) -> None:
    """Truncate the file in place and write it anew, as CARLA does."""
    with path.open("r+b") as file:
        file.truncate(0)
        file.write(data)


def replaced(path: Path, data: bytes) -> None:
    """Put another file under the name, as editors and rsync do."""
    other = path.with_name("other.tmp")
    other.write_bytes(data)
    other.replace(path)


HEADER = 28 + len("Carla/Maps/Town03")
AGAIN, GONE = (FileStatus.REPLACED, True, False), (FileStatus.DELETED, False, False)
DONE = {
    "recorded anew": ([lambda path: rewritten(path, other_run())], [AGAIN]),
    "replaced by another run": ([lambda path: replaced(path, other_run())], [AGAIN]),
    "a longer copy": (
        [lambda path: replaced(path, street(9).bytes())],
        [(FileStatus.REPLACED, True, True)],
    ),
    "an equal copy": ([lambda path: replaced(path, path.read_bytes())], []),
    "cut": ([lambda path: os.truncate(path, path.stat().st_size * 2 // 3)], [(FileStatus.CUT, True, True)]),
    "cut to its header": ([lambda path: os.truncate(path, HEADER)], [(FileStatus.CUT, False, True)]),
    "deleted and written anew": ([Path.unlink, lambda path: path.write_bytes(other_run())], [GONE, AGAIN]),
    "a folder": ([lambda path: (path.unlink(), path.mkdir())], [(FileStatus.REPLACED, False, False)]),
    "put back": (
        [lambda path: path.rename(f"{path}.aside"), lambda path: Path(f"{path}.aside").rename(path)],
        [GONE, (FileStatus.INTACT, True, True)],
    ),
}


@pytest.mark.parametrize(("steps", "told"), DONE.values(), ids=DONE)
def test_what_becomes_of_the_file_is_told_once(path, steps, told):
    due = [(2.0 + 6.0 * k, partial(step, path)) for k, step in enumerate(steps)]
    news = run(path, due)
    found = changes(news)
    assert [(change.status, change.usable, change.same_recording) for change in found] == told
    for change in found:
        assert change.size == (path.stat().st_size if change.status is FileStatus.CUT else change.size)


def test_a_longer_copy_written_into_the_same_file_is_read_on(path):
    news = run(path, [(3.0, lambda: rewritten(path, street(9).bytes()))])

    assert changes(news) == []
    assert len(views(news)[-1].frame_starts) == 9


def test_a_new_recording_is_waited_for_until_it_has_a_frame(path):
    """CARLA truncates at the start, and writes the first frame at the first tick."""

    def record() -> Iterator[None]:
        with LiveWriter(path, other_run()) as carla:
            yield
            carla.header()
            yield
            carla.frames()
            yield

    steps = record()
    news = run(path, [(2.0, lambda: next(steps)), (3.0, lambda: next(steps)), (4.5, lambda: next(steps))])
    steps.close()

    told = [(change.status, change.usable, change.size > 0) for change in changes(news)]
    assert told == [(FileStatus.REPLACED, False, False), (FileStatus.REPLACED, True, True)]
    assert news[-1][0] >= 4.5


@pytest.mark.parametrize("left", [b"", b"\x01\x00\x0e\x00CARLA_REC", other_run()[:40], b"# a text\n" * 99])
def test_what_never_becomes_a_recording_is_told_after_some_seconds_and_nothing_at_once(path, left):
    news = run(path, [(2.0, lambda: rewritten(path, left))])

    (change,) = changes(news)
    assert (change.status, change.usable) == (FileStatus.REPLACED, False)
    since = news[-1][0] - 2.0 - (follow.PATIENCE if left else 0.0)
    assert 0.0 <= since <= 2 * follow.POLL


def test_a_deleted_file_is_told_and_can_be_read_as_long_as_it_is_open(path):
    news = run(path, [(2.0, path.unlink)])

    assert changes(news) == [FileChange(FileStatus.DELETED)]
    assert views(news)[-1].read_frame(5)


def test_a_deleted_file_that_is_still_written_grows(path):
    with LiveWriter(path, street(9).bytes()) as carla:
        carla.header().frames(3)
        news = run(path, [(2.0, path.unlink), (7.0, carla.rest)])

    assert [change.status for change in changes(news)] == [FileStatus.DELETED]
    assert len(views(news)[-1].frame_starts) == 9


class FailingDisk:
    """One of the ways in which a file is read, which fails while it is told to."""

    def __init__(self, monkeypatch, way):
        self._fails, read = False, getattr(LogFile, way)

        def read_or_fail(file, *asked):
            if self._fails:
                raise UnreadableError(file.path, "the system cannot read it: Input/output error")
            return read(file, *asked)

        monkeypatch.setattr(LogFile, way, read_or_fail)

    def fail(self):
        self._fails = True

    def work(self):
        self._fails = False


def test_a_disk_that_fails_is_told_at_once_and_forgotten_when_it_works_again(path, monkeypatch):
    disk = FailingDisk(monkeypatch, "_pread")
    news = run(path, [(2.0, disk.fail), (9.0, disk.work)])

    lost, found = changes(news)
    assert lost.status is FileStatus.UNREADABLE
    assert "Input/output error" in lost.reason
    assert found == INTACT


def test_a_disk_that_fails_while_new_frames_are_read_loses_none(path, monkeypatch):
    disk = FailingDisk(monkeypatch, "read_into")
    with LiveWriter(path, street(9).bytes()) as carla:
        carla.header().frames(3)
        news = run(path, [(2.0, lambda: (disk.fail(), carla.rest())), (4.0, disk.work)])

    assert len(views(news)[-1].frame_starts) == 9
    assert views(news)[-1].problems == ()


def test_a_file_that_may_no_longer_be_read_stays_as_long_as_it_is_open(path):
    news = run(path, [(2.0, lambda: path.chmod(0))])

    assert changes(news) == []
    if os.geteuid() != 0:  # who may do anything may read it
        with pytest.raises(UnreadableError):
            next(iter(Watch(path)))


def test_growing_ends_where_another_recording_begins(path):
    """It is longer at once, so that its bytes could be taken for what was added."""
    with LiveWriter(path, street(9).bytes()) as carla:
        carla.header().frames(3)
        news = run(path, [(1.0, carla.frames), (2.0, lambda: rewritten(path, other_run(60)))])

    assert max(len(view.frame_starts) for view in views(news)) == 4
    assert [change.status for change in changes(news)] == [FileStatus.REPLACED]


@pytest.mark.parametrize("frames", [1, 3, 5])
def test_what_comes_between_two_reads_is_never_taken_for_the_same_recording(path, frames, monkeypatch):
    """The other recording arrives after the last frame was compared and before the new bytes are read."""
    data = street(9).bytes()
    with LiveWriter(path, data) as carla:
        carla.header().frames(frames)
        read_last_head = follow.IndexBuilder._update_last_duration  # noqa: SLF001 - the very moment

        def replace_then(builder: follow.IndexBuilder) -> None:
            read_last_head(builder)
            rewritten(path, other_run(9))

        monkeypatch.setattr(follow.IndexBuilder, "_update_last_duration", replace_then)
        news = run(path, [(1.0, carla.frames)], until=3.0)

    assert max(len(view.frame_starts) for view in views(news)) == frames
    assert [change.status for change in changes(news)] == [FileStatus.REPLACED]


# -- asked, stopped, failed


def test_who_asks_is_told_even_that_nothing_has_happened(path):
    told: list[object] = []
    watched = Watch(path, clock=lambda: 0.0, pause=lambda _: None)
    for news in watched:
        told.append(news)
        if isinstance(news, RecordingIndex) and news.complete:
            watched.check_now()
        elif isinstance(news, FileChange):
            watched.stop()
    assert told[-1] == INTACT


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda path: path.unlink(), UnreadableError),
        (lambda path: path.write_bytes(b""), NotARecordingError),
        (lambda path: path.write_text("text"), NotARecordingError),
    ],
)
def test_what_is_no_recording_from_the_first_is_an_error(path, make, error):
    make(path)
    with pytest.raises(error):
        next(iter(Watch(path)))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="lists open files as Linux does")
def test_looking_leaves_no_file_open(path):
    news = run(path, [(2.0, lambda: rewritten(path, b"")), (9.0, lambda: rewritten(path, other_run()))])

    assert len(changes(news)) == 2
    assert times_open(path) == 1  # that of the views
    del news
    assert times_open(path) == 0
