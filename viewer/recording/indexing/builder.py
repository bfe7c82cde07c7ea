"""Building the index of a recording, with usable, growing indexes on the way."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from viewer.cancellation import ShouldContinue, always
from viewer.logfile.custom import installed_kinds
from viewer.logfile.header import read_header
from viewer.logfile.source import LogFile
from viewer.recording.columns import GrowingColumn, read_only
from viewer.recording.index import RecordingIndex, changed, is_same_frame
from viewer.recording.indexing.detect import detect_dialect
from viewer.recording.indexing.event_collector import SCANNED, EventCollector
from viewer.recording.indexing.index_problems import (
    possible_durations,
    problems_of_packets,
    problems_of_sequence,
)
from viewer.recording.indexing.walk import RUN, Frames, Gap, Walk, frame_offsets
from viewer.recording.layouts import FRAME_START_DTYPE, HEADER_SIZE, PACKET_ENTRY, LayoutTable
from viewer.recording.problems import Problem, ProblemList

VIEW_EVERY = 0.25
"""Seconds between two indexes of what has been read so far, yielded while a recording is read."""

TIME_FOR_VIEWS = 0.2
"""Largest share of the time for reading a file that may be spent on showing the part that has been read.

To show it, an index of that part is built.
"""


def read_index(file: LogFile, should_continue: ShouldContinue = always) -> RecordingIndex:
    """Read a whole recording and return its index, which reads frames from ``file``: it must stay open.

    Raises NotARecordingError if there is no usable header, ChangedError or UnreadableError if the file can no
    longer be read, ReadingCancelledError if ``should_continue`` returns False for the fraction read.
    """
    builder = IndexBuilder(file, should_continue)
    for part in builder.walk:
        builder.add(part)
    return builder.view(complete=True)


class IndexBuilder:
    """Builder of the index of one file, which can go on when the file has grown.

    It calls ``should_continue`` while reading, and raises ReadingCancelledError if that returns False.
    """

    def __init__(self, file: LogFile, should_continue: ShouldContinue = always) -> None:
        self._file = file
        self._should_continue = should_continue
        self._header = read_header(file)
        self._view_due = 0.0
        self._begin(file.size())

    def _begin(self, size: int) -> None:
        custom = installed_kinds()
        self._size = size
        self._dialect = detect_dialect(self._file, self._header, size, custom.kinds)
        self.walk = Walk(self._file, self._header.size, size, self._dialect, SCANNED, self._should_continue)
        self._frame_starts = GrowingColumn(FRAME_START_DTYPE)
        self._runs = GrowingColumn(RUN)  # with byte offsets in the file
        self._entries = GrowingColumn(PACKET_ENTRY)
        self._problems = ProblemList()
        for refusal in custom.refusals:
            self._problems.add(Problem(refusal, "its packets are shown raw", damage=False))
        self._events = EventCollector(self._dialect, self._problems)
        self._after_gaps: list[int] = []  # indices of frames before which bytes were left out
        self._tail: Gap | None = None

    @property
    def frame_count(self) -> int:
        """Number of complete frames read from the file so far."""
        return len(self._frame_starts)

    @property
    def ends_in_frame(self) -> bool:
        """Whether what was read of the file so far has more bytes after its last complete frame."""
        return self._tail is not None

    def read(self) -> Iterator[RecordingIndex]:
        """Read the rest of the file; meanwhile yield an index of all that was read so far, now and then.

        None is yielded before the first frame has been read.
        """
        for part in self.walk:
            self.add(part)
            now = time.monotonic()
            if now >= self._view_due and self.frame_count:
                view = self.view(complete=False)
                done = time.monotonic()
                self._view_due = done + max(VIEW_EVERY, (done - now) / TIME_FOR_VIEWS)
                yield view

    def extend(self) -> bool:
        """Prepare to read what was appended to the file; return False if there is nothing new.

        Raises:
            ChangedError: the last frame is no longer the one that was read.
            UnreadableError: the system cannot read.
        """
        size = self._file.size()
        start = self.walk.position if self._tail is None else self._tail.offset
        interrupted = self._tail is None and start < min(self._size, size)  # by a read error
        if size <= self._size and not interrupted:
            return False
        self._view_due = time.monotonic() + VIEW_EVERY
        dialect = detect_dialect(self._file, self._header, size, self._dialect.custom)
        if dialect.reasons != self._dialect.reasons:  # the first frames now show another build
            self._begin(size)
            return True
        self._update_last_duration()
        self._tail = None
        self._size = size
        self.walk.resume(start, size)
        return True

    def _update_last_duration(self) -> None:
        """Read the duration of the last frame again: CARLA fills it in when the next frame begins."""
        if not len(self._frame_starts):
            return
        offsets, _ = frame_offsets(self._runs.view()[-1:])
        read = self._file.read(int(offsets[-1]) + HEADER_SIZE, FRAME_START_DTYPE.itemsize)
        if not is_same_frame(read, self._frame_starts.view()[-1].tobytes()):
            raise changed(self._file.path)
        self._frame_starts.replace_last(np.frombuffer(read, FRAME_START_DTYPE)[0])

    def add(self, part: Frames | Gap | None) -> None:
        """Add ``part`` to the index: the next frames, or a gap of bytes without frames; None is ignored."""
        if part is None:
            return
        if isinstance(part, Gap):
            if part.tail:
                self._tail = part
            else:
                self._problems.add(self._gap_problem(part))
                self._after_gaps.append(len(self._frame_starts))
            return
        self._frame_starts.extend(part.frame_starts)
        runs = part.runs.copy()
        runs["offset"] += part.offset
        self._runs.extend(runs)
        self._entries.extend(part.entries)
        self._events.add(part)

    def view(self, *, complete: bool, growing: bool = False) -> RecordingIndex:
        """Return the index of the part of the file that has been read so far.

        Args:
            complete: whether the whole file has been read; then the index has all problems found in it.
            growing: whether the file is still being written; then its end is not checked for damage.
        """
        layouts = LayoutTable(self._entries.view())
        offsets, layout_indices = frame_offsets(self._runs.view())
        numbers = read_only(layout_indices.astype(np.int32))
        index = RecordingIndex(
            file=self._file,
            header=self._header,
            dialect=self._dialect,
            frame_starts=self._frame_starts.view(),
            offsets=read_only(offsets),
            layout_indices=numbers,
            layouts=layouts,
            actors=self._events.actors(),
            recorded_events=self._events.events(),
            contacts=self._events.contacts(),
            problems=tuple(self._problems),
            packet_counts=layouts.packet_counts(numbers),
            complete=complete,
            bytes_read=self.walk.position,
            size=self._size,
            growing=growing,
        )
        return replace(index, problems=self._all_problems(index)) if complete else index

    def _all_problems(self, index: RecordingIndex) -> tuple[Problem, ...]:
        gaps = np.array(self._after_gaps, np.int64)
        sequence = problems_of_sequence(index.frame_starts, index.offsets, gaps)
        end = () if index.growing else self._problems_at_the_end(index.frame_starts)
        return (*self._problems, *sequence, *problems_of_packets(index), *end)

    def _problems_at_the_end(self, frame_starts: NDArray[np.void]) -> Iterator[Problem]:
        if self._tail is not None:
            yield self._gap_problem(self._tail)
        elif not len(frame_starts):
            yield Problem(
                "the file ends after its header", "there is no frame to show", damage=True, offset=self._size
            )
        elif possible_durations(frame_starts[-1:]).all():  # that of an intact file is LAST_DURATION
            yield Problem(
                "the last frame announces another one",
                "the recording was cut here, or is still being written; reload it then",
                damage=True,
                offset=self._size,
                frame=len(frame_starts) - 1,
            )

    def _gap_problem(self, gap: Gap) -> Problem:
        frames = len(self._frame_starts)
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
