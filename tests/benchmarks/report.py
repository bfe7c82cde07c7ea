"""Figures as rows of a Markdown table."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from importlib.metadata import version

import numpy as np

from tests.benchmarks.measure import Samples

_MEGABYTE = 1e6
_HEAD = ("Measure", "Figure", "Best round", "Reference", "Its figure", "Ratio")


@dataclass(frozen=True, slots=True)
class Row:
    """One figure beside that of a named reference."""

    measure: str
    figure: str
    best: str = ""
    reference: str = ""
    reference_figure: str = ""
    ratio: str = ""


def timed(measure: str, samples: Samples, reference: str, reference_samples: Samples, calls: int = 1) -> Row:
    """Return medians per call, the best round, and the median of the rounds' ratios."""
    return Row(
        measure,
        seconds(float(np.median(samples)) / calls),
        seconds(float(np.min(samples)) / calls),
        reference,
        seconds(float(np.median(reference_samples)) / calls),
        ratio(float(np.median(samples / reference_samples))),
    )


def seconds(value: float) -> str:
    """Return a time in a fitting unit.

    >>> seconds(0.0000123), seconds(0.117), seconds(22.06)
    ('12.3 µs', '117 ms', '22.1 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{_three_digits(value / size)} {unit}"
    return f"{_three_digits(value / 1e-6)} µs"


def size(count: float) -> str:
    """Return a number of bytes in MB or GB.

    >>> size(14_200_000), size(1_023_000_000)
    ('14.2 MB', '1.02 GB')
    """
    if count >= 1000 * _MEGABYTE:
        return f"{_three_digits(count / 1000 / _MEGABYTE)} GB"
    return f"{_three_digits(count / _MEGABYTE)} MB"


def ratio(value: float) -> str:
    """Return a ratio; one far below 1 as a fraction.

    >>> ratio(1.312), ratio(0.00683)
    ('1.31', '1/146')
    """
    return _three_digits(value) if value >= 1 / 10 or value <= 0 else f"1/{1 / value:.0f}"


def table(rows: Iterable[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = [_HEAD, ("-", "-:", "-:", "-", "-:", "-:"), *(astuple(row) for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def heading(rounds: int) -> str:
    """Return what the figures depend on besides the program and the recording, without naming the machine."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "PySide6-Essentials", "pyqtgraph"))
    return (
        f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, {packages}. "
        f"Medians of {rounds} interleaved rounds, files in the page cache, "
        "windows painted without a screen."
    )


def _three_digits(value: float) -> str:
    """Return a number with three significant digits, never in scientific notation."""
    if value == 0:
        return "0"
    digits = 2 - int(np.floor(np.log10(abs(value))))
    return f"{value:,.{max(digits, 0)}f}"
