"""Building the index: a generator that gives a usable, growing view early and often."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from viewer.cancellation import Proceed, always
from viewer.logfile.custom import installed_kinds
from viewer.logfile.header import read_header
from viewer.logfile.source import LogFile
from viewer.recording.columns import GrowingColumn, read_only
from viewer.recording.index import RecordingIndex, changed
from viewer.recording.indexing.detect import detect_dialect
from viewer.recording.indexing.event_collector import LOOKED_AT, EventCollector
from viewer.recording.indexing.index_problems import (
    possible_durations,
    problems_of_packets,
    problems_of_sequence,
)
from viewer.recording.indexing.walk import RUN, Frames, Gap, Walk, places_of
from viewer.recording.layouts import HEADER_SIZE, HEADS, LAID_PACKET, LayoutTable
from viewer.recording.problems import Problem, ProblemList

VIEW_EVERY = 0.25
"""Seconds between two views while reading."""

TIME_FOR_VIEWS = 0.2
"""Share of all the time: the view of a long recording takes long itself."""


def build_index(file: LogFile, proceed: Proceed = always) -> Iterator[RecordingIndex]:
    """Read a recording; yield views of it, the first with the first frames, the last one complete.

    The file stays open: the views read their frames from it.

    Args:
        file: the recording.
        proceed: is told the share that is read, from 0 to 1, and answers whether to go on.

    Raises:
        ReadingCancelledError: ``proceed`` said no.
        NotARecordingError: the file has no usable header.
        ChangedError: the file became shorter meanwhile.
        UnreadableError: the system cannot read.

    """
    builder = IndexBuilder(file, proceed)
    yield from builder.read()
    yield builder.view(complete=True)


def read_index(file: LogFile, proceed: Proceed = always) -> RecordingIndex:
    """Read a whole recording at once; arguments and errors as for ``build_index``."""
    builder = IndexBuilder(file, proceed)
    for part in builder.walk:
        builder.take(part)
    return builder.view(complete=True)


class IndexBuilder:
    """Collects what the walk finds, and goes on when the file has grown; it asks ``proceed`` meanwhile."""

    def __init__(self, file: LogFile, proceed: Proceed = always) -> None:
        self._file = file
        self._proceed = proceed
        self._header = read_header(file)
        self._view_due = 0.0
        self._begin(file.size())

    def _begin(self, size: int) -> None:
        custom = installed_kinds()
        self._size = size
        self._dialect = detect_dialect(self._file, self._header, size, custom.kinds)
        self.walk = Walk(self._file, self._header.size, size, self._dialect, LOOKED_AT, self._proceed)
        self._heads = GrowingColumn(HEADS)
        self._runs = GrowingColumn(RUN)  # places being those in the file
        self._laid_out = GrowingColumn(LAID_PACKET)
        self._problems = ProblemList()
        for refusal in custom.refusals:
            self._problems.add(Problem(refusal, "its packets are shown raw", damage=False))
        self._chronicle = EventCollector(self._dialect, self._problems)
        self._after_gaps: list[int] = []  # indices of frames before which bytes were left out
        self._tail: Gap | None = None

    @property
    def frame_count(self) -> int:
        """How many frames have been found."""
        return len(self._heads)

    @property
    def ends_in_frame(self) -> bool:
        """Whether there are bytes after the last complete frame."""
        return self._tail is not None

    def read(self) -> Iterator[RecordingIndex]:
        """Take what is there; yield views while that goes on, the first with the first frames."""
        for part in self.walk:
            self.take(part)
            now = time.monotonic()
            if now >= self._view_due and self.frame_count:
                view = self.view(complete=False)
                done = time.monotonic()
                self._view_due = done + max(VIEW_EVERY, (done - now) / TIME_FOR_VIEWS)
                yield view

    def extend(self) -> bool:
        """Prepare to read on from the last complete frame; return whether there is more to read.

        Raises:
            ChangedError: the last frame is no longer the one that was read.
            UnreadableError: the system cannot read.

        """
        size = self._file.size()
        start = self.walk.position if self._tail is None else self._tail.offset
        interrupted = self._tail is None and start < min(self._size, size)  # by a disk that failed
        if size <= self._size and not interrupted:
            return False
        self._view_due = time.monotonic() + VIEW_EVERY
        dialect = detect_dialect(self._file, self._header, size, self._dialect.custom)
        if dialect.reasons != self._dialect.reasons:  # the first frames tell more than they did
            self._begin(size)
            return True
        self._read_last_head()
        self._tail = None
        self._size = size
        self.walk.resume(start, size)
        return True

    def _read_last_head(self) -> None:
        """Read the last frame's duration: it is filled in when the next frame begins."""
        if not len(self._heads):
            return
        places, _ = places_of(self._runs.view()[-1:])
        last = int(places[-1])
        (head,) = np.frombuffer(self._file.read(last + HEADER_SIZE, HEADS.itemsize), HEADS)
        known = self._heads.view()[-1]
        if head["frame"] != known["frame"] or head["elapsed"].tobytes() != known["elapsed"].tobytes():
            raise changed(self._file.path)
        if head["duration"] != known["duration"]:
            self._heads.replace_last(head)

    def take(self, part: Frames | Gap | None) -> None:
        """Add one part of the file; None adds nothing."""
        if part is None:
            return
        if isinstance(part, Gap):
            if part.tail:
                self._tail = part
            else:
                self._problems.add(self._gap_problem(part))
                self._after_gaps.append(len(self._heads))
            return
        self._heads.extend(part.heads)
        runs = part.runs.copy()
        runs["place"] += part.offset
        self._runs.extend(runs)
        self._laid_out.extend(part.laid_out)
        self._chronicle.take(part)

    def view(self, *, complete: bool, growing: bool = False) -> RecordingIndex:
        """Return what is known now; how a file ends is judged only when it is not growing."""
        layouts = LayoutTable(self._laid_out.view())
        places, layout_numbers = places_of(self._runs.view())
        numbers = read_only(layout_numbers.astype(np.int32))
        index = RecordingIndex(
            file=self._file,
            header=self._header,
            dialect=self._dialect,
            heads=self._heads.view(),
            offsets=read_only(places),
            layout_numbers=numbers,
            layouts=layouts,
            actors=self._chronicle.actors(),
            events=self._chronicle.events(),
            contacts=self._chronicle.contacts(),
            problems=tuple(self._problems),
            packet_counts=layouts.packet_counts(numbers),
            complete=complete,
            bytes_read=self.walk.position,
            size=self._size,
            growing=growing,
        )
        return replace(index, problems=self._all_problems(index)) if complete else index

    def _all_problems(self, index: RecordingIndex) -> tuple[Problem, ...]:
        sequence = problems_of_sequence(index.heads, index.offsets, np.array(self._after_gaps, np.int64))
        end = () if index.growing else self._problems_at_the_end(index.heads)
        return (*self._problems, *sequence, *problems_of_packets(index), *end)

    def _problems_at_the_end(self, heads: NDArray[np.void]) -> Iterator[Problem]:
        if self._tail is not None:
            yield self._gap_problem(self._tail)
        elif not len(heads):
            yield Problem(
                "the file ends after its header", "there is no frame to show", damage=True, offset=self._size
            )
        elif possible_durations(heads[-1:]).all():  # and not LAST_DURATION
            yield Problem(
                "the last frame announces another one",
                "the recording was cut here, or is still being written; reload it then",
                damage=True,
                offset=self._size,
                frame=len(heads) - 1,
            )

    def _gap_problem(self, gap: Gap) -> Problem:
        frames = len(self._heads)
        size = gap.end - gap.offset
        lost = f"{size:,} bytes are left out" if size > 1 else "1 byte is left out"
        if not gap.tail:
            action = f"{lost}; reading goes on at byte {gap.end:,}"
        elif frames:
            kept = f"{frames:,} complete frames" if frames > 1 else "1 complete frame"
            action = f"{kept} before it can be read; at the end, {lost}"
        else:
            action = f"no complete frame comes before it; {lost}"
        frame = max(frames - 1, 0) if frames else None
        return Problem(gap.what, action, damage=True, offset=gap.at, frame=frame, lost_frames=not gap.tail)
