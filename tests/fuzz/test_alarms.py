"""The fuzz test notices what it looks for: each of these makes the program worse, and must be found out."""

from __future__ import annotations

import json
import signal
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import count
from operator import attrgetter
from random import Random

import pytest

from tests.fuzz import trial, use
from tests.fuzz.corpus import small_recordings
from tests.fuzz.gauges import BrokenError, Cost, Limit, counted_steps, end_of_patience
from tests.fuzz.mutants import Edit, Mutant
from tests.fuzz.trial import Case, Trials
from viewer.logfile.errors import RecordingError
from viewer.recording.build.frame_heads import Head, HeadTracker
from viewer.recording.build.walk import Walk
from viewer.replay.world import world

STREET = small_recordings()[0]


@pytest.fixture
def fresh(tmp_path) -> Trials:
    """Trials of their own, so that what is made worse here does not count elsewhere."""
    return Trials(tmp_path, (STREET,))


@pytest.fixture
def restored_interrupts() -> Iterator[None]:
    """Interrupts are heard or ignored afterwards as before."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def alarm(fresh: Trials, cases: int = 12) -> str:
    """Try until something is found; return it."""
    with pytest.raises(BrokenError) as found:
        run_all(fresh, cases)
    return str(found.value)


def run_all(fresh: Trials, cases: int) -> None:
    for number in range(cases):
        fresh.run(Case(STREET, number, "alarm"))


def test_undamaged_recordings_give_no_alarm(fresh: Trials) -> None:
    for original in small_recordings():
        fresh.use(Mutant(original, ()), Random(0), original.name, measured=True)
    figures = fresh.figures
    assert (figures.opened, figures.refused, figures.damaged) == (11, 0, 0)
    assert figures.frames_compared == sum(len(original.frames) for original in small_recordings())


def test_a_failure_says_how_to_have_it_again(fresh: Trials, monkeypatch) -> None:
    def failing(_index):
        raise ZeroDivisionError("nobody thought of this")

    monkeypatch.setattr(use, "census", failing)
    text = alarm(fresh)
    assert "ZeroDivisionError: nobody thought of this" in text
    assert '--fuzz-case "UE4 street:0:alarm"' in text
    assert str(fresh.path) in text
    assert "with these edits:" in text


def test_errors_of_ours_are_no_failure(fresh: Trials, monkeypatch) -> None:
    def refusing(_index, _random):
        raise RecordingError("damaged.log", "not today")

    monkeypatch.setattr(trial, "use", refusing)
    fresh.run(Case(STREET, 1, "alarm"))
    assert fresh.figures.refused == 1


def test_cases_are_the_same_on_every_run(fresh: Trials) -> None:
    case = Case(STREET, 5, "alarm")
    assert fresh.mutant_of(case).data == fresh.mutant_of(case).data
    assert fresh.mutant_of(case).data != fresh.mutant_of(Case(STREET, 6, "alarm")).data
    assert fresh.mutant_of(case).data != fresh.mutant_of(Case(STREET, 5, "other")).data


def test_memory_out_of_proportion(fresh: Trials, monkeypatch) -> None:
    monkeypatch.setattr(use, "census", lambda _index: bytes(20 << 20))
    assert "bytes of memory for a file of" in alarm(fresh, 30)
    assert not tracemalloc.is_tracing()


def test_work_out_of_proportion(fresh: Trials, monkeypatch) -> None:
    monkeypatch.setattr(use, "census", lambda _index: [abs(number) for number in range(400_000)])
    assert "steps for a file of" in alarm(fresh, 30)
    assert sys.getprofile() is None


def test_reading_out_of_proportion(fresh: Trials, monkeypatch) -> None:
    monkeypatch.setattr(use, "census", lambda index: [index.file.read(0, 4) for _ in range(10_000)])
    assert "reads for a file of" in alarm(fresh)


@pytest.mark.parametrize("interrupts", [signal.default_int_handler, signal.SIG_IGN], ids=["heard", "ignored"])
def test_an_end_that_does_not_come(interrupts, restored_interrupts: None) -> None:
    def forever() -> None:
        while True:
            pass

    signal.signal(signal.SIGINT, interrupts)
    with pytest.raises(BrokenError, match="on and on"), end_of_patience(0.05):
        forever()
    with pytest.raises(KeyboardInterrupt), end_of_patience():
        raise KeyboardInterrupt
    assert signal.getsignal(signal.SIGINT) is interrupts


def test_frames_that_are_lost(fresh: Trials, monkeypatch) -> None:
    """After damage, the reader goes on one frame too late."""
    following = Walk._next_plausible  # noqa: SLF001 - the program made worse from inside

    def late(walk, offset, stop=None):
        return following(walk, following(walk, offset, stop) + 1, stop)

    monkeypatch.setattr(Walk, "_next_plausible", late)
    assert "is lost, although nothing touched it" in alarm(fresh)


def test_numbers_that_outlaw_what_follows(fresh: Trials, monkeypatch) -> None:
    """A frame after damage must come right after the last one that was read."""
    last: Callable[[HeadTracker], Head] = attrgetter("_last")
    monkeypatch.setattr(HeadTracker, "admits", lambda series, head: head.frame == last(series).frame + 1)
    assert "is lost, although nothing touched it" in alarm(fresh, 60)


def test_worlds_that_are_other_than_before(fresh: Trials, monkeypatch) -> None:
    """Whoever asks for a place is told another one each time."""
    plain, places = world.metres, count()
    monkeypatch.setattr(world, "metres", lambda values: plain(values) + next(places))
    assert "the locations are not those that were before" in alarm(fresh)


def test_a_report_that_is_no_json(fresh: Trials, monkeypatch) -> None:
    monkeypatch.setattr(use, "as_json", lambda report: {"seconds": float("nan")})
    with pytest.raises(ValueError, match="JSON"):
        json.dumps(float("nan"), allow_nan=False)
    assert "ValueError" in alarm(fresh)


def test_repairs_that_are_none(fresh: Trials, monkeypatch) -> None:
    def copied(index, stream):
        stream.write(index.file.read(0, index.size))
        return iter(())

    monkeypatch.setattr(use, "repair", copied)
    assert "a repaired recording is damaged" in alarm(fresh, 60)


def test_untouched_bytes_are_found_where_they_are_now() -> None:
    mutant = Mutant(STREET, (Edit(100, 110, b"abc"), Edit(200, 200, b"12345"), Edit(300, 310, b"")))
    assert mutant.data == STREET.data[:100] + b"abc" + STREET.data[110:200] + b"12345" + (
        STREET.data[200:300] + STREET.data[310:]
    )
    for start, stop, now in (
        (50, 100, 50), (110, 150, 103), (150, 200, 143), (200, 250, 198), (310, 320, 298),
        (99, 101, None), (109, 111, None), (150, 250, None), (305, 306, None),
    ):  # fmt: skip
        assert mutant.new_offset(start, stop) == now
        if now is not None:
            assert mutant.data[now : now + stop - start] == STREET.data[start:stop]


def test_a_zero_that_is_missing_may_be_of_either_frame(fresh: Trials) -> None:
    """Of two frames that claim the same byte one is read; of those that do not, both are."""
    start = STREET.bytes_of(STREET.frames[4])[0]
    in_end, in_start = (Mutant(STREET, (Edit(at, at + 1, b""),)) for at in (start - 2, start))
    assert in_end.data == in_start.data
    assert in_end.may_lack_bytes_of(start)
    for at, size in ((start - 5, 1), (start - 6, 2), (start - 40, 1)):
        assert not Mutant(STREET, (Edit(at, at + size, b""),)).may_lack_bytes_of(start)
    fresh.use(in_end, Random(0), "either", measured=False)
    assert fresh.figures.frames_compared == len(STREET.frames) - 2


def test_what_is_counted() -> None:
    cost = Cost()
    with counted_steps(cost):
        for _ in range(100):
            len("")
    assert 200 <= cost.steps < 220  # each call begins and ends
    Limit("reads", 0.5, 10).check(20, 20)
    with pytest.raises(BrokenError, match="21 reads for a file of 20 bytes, more than 20"):
        Limit("reads", 0.5, 10).check(21, 20)
