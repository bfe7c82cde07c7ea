"""Text logs beside a run: an index of their lines, levels and marks of time; texts stay in the file.

Marks of time are found in the first 512 bytes of a line. The Leaderboard prints ``Game time = 0.050`` (2.x)
or ``Sim_time = 0.05`` (1.0) each time it asks the agent, and ``Preparing RouteScenario_1711 (repetition 0)``
before each route (sources: ``autonomous_agent.py``, ``leaderboard_evaluator.py``). Steps, frames and seconds
are written in many forms by agents.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import orjson
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import ShouldContinue, check
from viewer.file_error import plain, printable
from viewer.logfile.header import MAGIC
from viewer.regular_file import open_regular, reason
from viewer.run_folder.listing import Listing

SUFFIXES = (".log", ".txt", ".out", ".err")
RECORDING_SUFFIXES = (".log", ".rec")
LEVELS = ("", "warning", "error")
"""Names of levels, ascending; a line that is neither a warning nor an error has the first."""
WARNING, ERROR = 1, 2
STEP, GAME_TIME, SIM_TIME, ELAPSED, FRAME = "step", "game", "sim", "elapsed", "frame"
"""Kinds of marks of time; ``game`` and ``sim`` are seconds since the Leaderboard's route began."""
MOST_LOGS = 16
_MOST_LINES = 2_000_000
_MOST_BYTES = 512 << 20
_MOST_SECTIONS = 10_000
_LONGEST = 2000
"""Bytes of a line that are shown."""
_HEAD = 512
"""Bytes at the beginning of a line in which level and time are looked for."""
_BLOCK = 1 << 16
"""Bytes that are scanned at a time: the interpreter is held by a scan, and the window must not wait."""
_VALUE = rb"[\"']?\s{0,3}[:=#]?\s{0,3}(\d{1,9})(?![\d.])"
_SECONDS = rb"[\"']?\s{0,3}[:=]\s{0,3}(\d{1,6}(?:\.\d{1,9})?)"
_MARKS = {
    STEP: re.compile(rb"step" + _VALUE),
    GAME_TIME: re.compile(rb"game[ _]?time" + _SECONDS),
    SIM_TIME: re.compile(rb"sim[ _]?time" + _SECONDS),
    FRAME: re.compile(rb"frame(?:_id)?" + _VALUE),
}
"""Patterns of the marks of time, in lower case; each begins with a literal, so that it is found fast."""
_ELAPSED = re.compile(rb"[\[(]?(?:t|time|elapsed)?[ =:]{0,3}(\d{1,6}\.\d{1,9}) ?s?[\])]?[\s,;|:]")
"""Seconds at the beginning of a line: elsewhere they may be a duration."""
_ELAPSED_BEGINS = np.zeros(256, np.bool_)
_ELAPSED_BEGINS[list(b"[(te0123456789")] = True
_LEVEL_WORDS = (
    (ERROR, re.compile(rb"ERROR\b|CRITICAL\b|FATAL\b")),
    (ERROR, re.compile(rb"(?:Error|Exception)(?=:|\r?$)", re.MULTILINE)),
    (ERROR, re.compile(rb"Traceback \(most recent")),
    (WARNING, re.compile(rb"WARN(?:ING)?\b")),
    (WARNING, re.compile(rb"Warning: ")),
    (ERROR, re.compile(rb"\"level(?:name)?\"\s{0,2}:\s{0,2}\"(?:error|critical|fatal)\"")),
    (WARNING, re.compile(rb"\"level(?:name)?\"\s{0,2}:\s{0,2}\"warn")),
)
"""Patterns that tell a line's level, as Python's logging, tracebacks, warnings, and JSON write it."""
_SECTION = re.compile(rb"Preparing (?:RouteScenario_)?([^\s()]{1,80}) \(repetition (\d{1,6})\)")
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Marks(NamedTuple):
    """Marks of time of one kind: index of the line, ascending, and number, each of shape (K,)."""

    lines: Ints
    values: Floats


class Section(NamedTuple):
    """Part of a log about one route: index of its heading, route id and repetition."""

    line: int
    route: tuple[str, int]


class TextLog:
    """Index of a text log.

    Attributes:
        path: the file.
        levels: level of each line, an index in ``LEVELS``, shape (L,).
        marks: marks of time by kind.
        sections: parts about one route each, in order.
        trouble: sentence on what is left out; empty if nothing is.
    """

    def __init__(
        self,
        path: Path,
        offsets: Ints,
        levels: NDArray[np.uint8],
        marks: dict[str, Marks],
        sections: Sequence[Section],
        trouble: str,
        identity: tuple[int, int],
    ) -> None:
        """Store the index; ``offsets`` (L + 1,) are where lines begin, ``identity`` device and inode."""
        self.path, self.levels, self.marks, self.sections = path, levels, marks, sections
        self.trouble = trouble
        self._offsets, self._identity = offsets, identity
        self._block = (0, b"")

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self.levels)

    def text(self, line: int) -> str:
        """Return the text of a line, at most 2,000 bytes of it; empty if the file is gone or another one.

        Of a JSON object with a message, the message is returned.
        """
        begin, end = int(self._offsets[line]), int(self._offsets[line + 1])
        return _readable(self._bytes(begin, min(end, begin + _LONGEST)))

    def with_words(self, words: Sequence[str], should_continue: ShouldContinue) -> Flags:
        """Return whether each line contains all ``words``, whatever the case of ASCII letters, shape (L,).

        Raises ReadingCancelledError if ``should_continue`` returns False.
        """
        kept = np.zeros(len(self), np.bool_)
        wanted = [word.encode().lower() for word in words if word]
        if not wanted:
            return ~kept
        step = 4096
        for first in range(0, len(self), step):
            last = min(first + step, len(self))
            check(should_continue, first / len(self))
            at = self._offsets[first : last + 1] - self._offsets[first]
            data = self._read(int(self._offsets[first]), int(at[-1])).lower()
            inside = np.ones(last - first, np.bool_)
            for word in wanted:
                inside &= _lines_with(data, word, at)
            kept[first:last] = inside
        return kept

    def _bytes(self, begin: int, end: int) -> bytes:
        first, block = self._block
        if not first <= begin <= end <= first + len(block):
            first, block = self._block = begin, self._read(begin, max(_BLOCK, end - begin))
        return block[begin - first : end - first]

    def _read(self, begin: int, size: int) -> bytes:
        try:
            with open_regular(self.path) as file:
                status = os.fstat(file.fileno())
                if (status.st_dev, status.st_ino) != self._identity:
                    return b""
                file.seek(begin)
                return file.read(size)
        except OSError:
            return b""


def _lines_with(data: bytes, word: bytes, at: Ints) -> Flags:
    """Return whether ``word`` is in each line of ``data``; ``at`` are where lines begin, and the end."""
    found = np.zeros(len(at) - 1, np.bool_)
    places = np.array([each.start() for each in re.finditer(re.escape(word), data)], np.int64)
    found[np.searchsorted(at, places, side="right") - 1] = True
    return found


def _readable(data: bytes) -> str:
    if data.startswith(b"{"):
        try:
            value = orjson.loads(data)
        except orjson.JSONDecodeError:
            value = {}
        found = next((value[name] for name in ("message", "msg", "text") if name in value), None)
        if found is not None:
            return plain(str(found)).replace("\n", " ")
    text = _COLOURS.sub("", data.decode("utf-8", "replace")).rstrip("\r\n")
    return plain(text.rpartition("\r")[2]).replace("\t", "    ")


def logs_in(here: Listing, most: int = MOST_LOGS, suffixes: tuple[str, ...] = SUFFIXES) -> tuple[Path, ...]:
    """Return the files in ``here`` that are named like text logs, ``most`` at most, sorted by name."""
    return tuple(
        here.path / name for name in sorted(here.files) if name.casefold().endswith(suffixes)
    )[:most]  # fmt: skip


def is_recording(path: Path) -> bool:
    """Return whether the file ``path`` begins as a recording of CARLA's recorder; False if unreadable."""
    try:
        with open_regular(path) as file:
            return file.read(len(MAGIC) + 4).endswith(MAGIC)
    except OSError:
        return False


def read_log(path: Path, should_continue: ShouldContinue) -> TextLog | str:
    """Return the index of a text log, or a sentence that says why there is none; empty for a recording.

    At most 512 MB and 2 million lines are read. Raises ReadingCancelledError if ``should_continue`` returns
    False.
    """
    try:
        with open_regular(path) as file:
            status = os.fstat(file.fileno())
            head = file.read(4096)
            if head[: len(MAGIC) + 4].endswith(MAGIC):
                return ""
            if b"\0" in head:
                return f"{printable(path)}: this is no text in UTF-8; it is not listed."
            file.seek(0)
            scan = _Scan()
            for block in _blocks(file, min(status.st_size, _MOST_BYTES), should_continue):
                scan.add(block)
                if scan.count >= _MOST_LINES:
                    break
    except OSError as error:
        return f"{printable(path)}: it cannot be read: {reason(error)[0]}."
    offsets = scan.offsets()
    left = status.st_size - int(offsets[-1])
    trouble = f"{printable(path)}: only the first {len(offsets) - 1:,} lines are listed." if left > 0 else ""
    levels, marks = scan.result(len(offsets) - 1)
    return TextLog(path, offsets, levels, marks, scan.sections, trouble, (status.st_dev, status.st_ino))


def _blocks(file: io.FileIO, size: int, should_continue: ShouldContinue) -> Iterator[bytes]:
    """Yield the first ``size`` bytes of ``file`` in blocks of whole lines; lines of over 64 KB are parted."""
    rest, done = b"", 0
    while done < size:
        check(should_continue, done / size)
        data = file.read(min(_BLOCK, size - done))
        if not data:
            break
        done += len(data)
        data = rest + data
        end = data.rfind(b"\n") + 1 or (len(data) if len(data) > _BLOCK else 0)
        rest = data[end:]
        if end:
            yield data[:end]
    if rest:
        yield rest


class _Scan:
    """Lines, levels and marks of the blocks that were added so far."""

    def __init__(self) -> None:
        self.count = 0
        self.sections: list[Section] = []
        self._size = 0
        self._begins: list[Ints] = []
        self._levels: list[tuple[int, int]] = []
        self._marks: dict[str, tuple[list[int], list[float]]] = {}

    def add(self, block: bytes) -> None:
        """Add a block of whole lines."""
        data = np.frombuffer(block, np.uint8)
        ends = np.flatnonzero(data == ord("\n")) + 1
        if not len(ends) or ends[-1] != len(block):
            ends = np.append(ends, len(block))
        begins = np.append(0, ends[:-1])
        self._begins.append(begins + self._size)
        lower = block.lower()
        for kind, pattern in _MARKS.items():
            found = [
                each
                for each in pattern.finditer(lower)
                if not lower[each.start() - 1 : each.start()].isalnum()
            ]
            self._add_marks(kind, found, begins)
        likely = np.flatnonzero(_ELAPSED_BEGINS[data[begins]]).tolist()
        matches = (_ELAPSED.match(lower, begin) for begin in begins[likely].tolist())
        self._add_marks(ELAPSED, [each for each in matches if each is not None], begins)
        for level, pattern in _LEVEL_WORDS:
            lines = self._lines_of([each.start() for each in pattern.finditer(block)], begins)
            self._levels += ((line, level) for line in lines if line is not None)
        if b"Preparing " in block:
            found = [*_SECTION.finditer(block)]
            for each, line in zip(
                found, self._lines_of([each.start() for each in found], begins), strict=True
            ):
                if line is not None and len(self.sections) < _MOST_SECTIONS:
                    self.sections.append(Section(line, (each[1].decode("utf-8", "replace"), int(each[2]))))
        self.count += len(ends)
        self._size += len(block)

    def _add_marks(self, kind: str, found: list[re.Match[bytes]], begins: Ints) -> None:
        lines, values = self._marks.setdefault(kind, ([], []))
        for match, line in zip(found, self._lines_of([each.start() for each in found], begins), strict=True):
            if line is not None and (not lines or lines[-1] != line):
                lines.append(line)
                values.append(float(match[1]))

    def _lines_of(self, places: list[int], begins: Ints) -> list[int | None]:
        """Return the index of the line at each of ``places`` in a block; None far from its beginning."""
        at = np.array(places, np.int64)
        lines = np.searchsorted(begins, at, side="right") - 1
        near = at - begins[lines] < _HEAD
        return [
            line if counts else None
            for line, counts in zip((lines + self.count).tolist(), near.tolist(), strict=True)
        ]

    def offsets(self) -> Ints:
        """Return where each line begins, and the end of the last one, in bytes, shape (L + 1,)."""
        return np.concatenate([*self._begins, np.array([self._size], np.int64)])

    def result(self, count: int) -> tuple[NDArray[np.uint8], dict[str, Marks]]:
        """Return the level of each of ``count`` lines, the greatest that it names, and the marks by kind."""
        levels = np.zeros(count, np.uint8)
        if self._levels:
            lines, values = np.array(self._levels, np.int64).T
            np.maximum.at(levels, lines, values.astype(np.uint8))
        marks = {
            kind: Marks(np.array(lines, np.int64), np.array(values))
            for kind, (lines, values) in self._marks.items()
            if lines
        }
        return levels, marks
