"""Text logs of the open recording's run as the window shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from viewer.arrays import Floats, Ints

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.run_folder.log_lines import LogLines


LEVEL_ROLES = ("", "light_yellow", "light_red")
"""Names of the colours of levels in the theme: of other lines, of warnings and of errors."""


class LogGroups(NamedTuple):
    """Lines of one level at one time, as one: K groups in order of time.

    Attributes:
        times: elapsed seconds, shape (K,).
        levels: index of the level, shape (K,).
        logs: index of the log, shape (K,).
        lines: index of the first of the lines in its log, shape (K,).
        counts: number of lines, shape (K,).
    """

    times: Floats
    levels: Ints
    logs: Ints
    lines: Ints
    counts: Ints


class RunLogsState(NamedTuple):
    """Text logs of the run.

    Attributes:
        logs: lines of each log, placed logs first.
        troubles: sentences on what cannot be read.
        groups: lines that have a time, by time and level.
        reading: whether logs are being read.
    """

    logs: tuple[LogLines, ...] = ()
    troubles: tuple[str, ...] = ()
    groups: LogGroups | None = None
    reading: bool = False


def grouped(logs: tuple[LogLines, ...]) -> LogGroups:
    """Return the lines of ``logs`` that have a time, those of one log, time and level as one."""
    parts = []
    for number, log in enumerate(logs):
        lines = np.flatnonzero(np.isfinite(log.times))
        levels = log.levels[lines].astype(np.int64)
        order = np.lexsort((levels, log.times[lines]))
        lines, levels = lines[order], levels[order]
        times = log.times[lines]
        new = np.append(True, (np.diff(times) > 0) | (np.diff(levels) != 0))[: len(lines)]
        begins = np.flatnonzero(new)
        counts = np.diff(np.append(begins, len(lines)))
        parts.append((times[begins], levels[begins], np.full(len(begins), number), lines[begins], counts))
    if not parts:
        nothing = np.empty(0, np.int64)
        return LogGroups(np.empty(0), nothing, nothing, nothing, nothing)
    times, levels, of_log, first, counts = (np.concatenate(each) for each in zip(*parts, strict=True))
    order = np.argsort(times, kind="stable")
    return LogGroups(times[order], levels[order], of_log[order], first[order], counts[order])
