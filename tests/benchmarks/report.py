"""Figures as rows of a Markdown table."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import cache_from_source, find_spec
from pathlib import Path

import numpy as np

import viewer
from tests.benchmarks.measure import Samples

_MEGABYTE = 1e6
_HEAD = ("Measure", "Figure", "Reference", "Its figure", "Ratio")
NOT_INSTALLED = "not installed"
IDLE = "nothing else to do"
_PACKAGES = {
    "numpy": "numpy", "PySide6-Essentials": "PySide6", "pyqtgraph": "pyqtgraph", "pandas": "pandas",
    "pyarrow": "pyarrow", "av": "av", "asammdf": "asammdf", "rerun-sdk": "rerun",
}  # fmt: skip
"""What figures depend on, by the name of its distribution, and the module of each."""


@dataclass(frozen=True, slots=True)
class Row:
    """Figures beside those of a named reference, one for each round; less is better.

    ``unit`` is a key of ``_TEXTS``, ``detail`` stands behind the figure.
    """

    measure: str
    figures: tuple[float, ...] = ()
    reference: str = ""
    reference_figures: tuple[float, ...] = ()
    unit: str = "s"
    detail: str = ""

    @property
    def ratios(self) -> tuple[float, ...]:
        """How many times the reference it takes, for each round; of the medians where rounds do not pair."""
        ours, theirs = self.figures, self.reference_figures
        if not ours or not theirs or self.unit == "exponent":
            return ()
        if len(ours) != len(theirs):
            ours, theirs = (float(np.median(ours)),), (float(np.median(theirs)),)
        return tuple(one / other for one, other in zip(ours, theirs, strict=True)) if all(theirs) else ()


def timed(
    measure: str,
    samples: Samples,
    reference: str,
    reference_samples: Samples,
    calls: int = 1,
    detail: str = "",
) -> Row:
    """Return figures per call."""
    ours, theirs = (tuple((each / calls).tolist()) for each in (samples, reference_samples))
    return Row(measure, ours, reference, theirs, detail=detail)


def late_row(what: str, late: Sequence[Samples], idle: Sequence[Samples], share: float) -> Row:
    """Return a percentile of how late ticks came in each round, beside that of rounds without work."""
    ours, theirs = (tuple(float(np.percentile(each, share)) for each in rounds) for rounds in (late, idle))
    return Row(what, ours, IDLE, theirs, detail=f"{sum(map(len, late)):,} ticks")


def absent(reference: str) -> Row:
    """Return a row that says that there is nothing to compare with."""
    return Row(f"Compared with {reference}", reference=reference, detail=NOT_INSTALLED)


def rate(amount: float, unit: str, samples: Iterable[float]) -> str:
    """Return how much is done in a second, at the median.

    >>> rate(30e6, "MB of text", [0.1, 0.2, 5.0])
    '150 MB of text a second'
    """
    per_second = amount / float(np.median(list(samples)))
    return f"{_three_digits(per_second / _MEGABYTE if unit.startswith('MB') else per_second)} {unit} a second"


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


_TEXTS = {"s": seconds, "bytes": size, "count": "{:.0f}".format, "exponent": "{:.2f}".format}


def spread(values: Sequence[float]) -> float:
    """Return half the distance between the quartiles.

    >>> spread([1.0, 2.0, 3.0, 4.0, 500.0])
    1.0
    """
    low, high = np.percentile(values, (25, 75))
    return float(high - low) / 2


def table(rows: Iterable[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = [_HEAD, ("-", "-:", "-", "-:", "-:"), *map(_cells, rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _cells(row: Row) -> tuple[str, ...]:
    text = _TEXTS[row.unit]
    ours = ", ".join(
        filter(None, (_with_spread(row.figures, text, absolute=row.unit == "exponent"), row.detail))
    )
    theirs = text(float(np.median(row.reference_figures))) if row.reference_figures else ""
    return row.measure, ours, row.reference, theirs, _with_spread(row.ratios, ratio)


def _with_spread(values: Sequence[float], text: Callable[[float], str], *, absolute: bool = False) -> str:
    if not values:
        return ""
    median = float(np.median(values))
    if len(values) == 1 or not median:
        return text(median)
    around = f"{spread(values):.2f}" if absolute else f"{100 * spread(values) / median:.0f} %"
    return f"{text(median)} ± {around}"


def heading(rounds: int, scale: float) -> str:
    """Return what the figures depend on besides program and recordings, without naming the machine."""
    packages = ", ".join(
        f"{name} {version(name)}" for name, module in _PACKAGES.items() if find_spec(module) is not None
    )
    load = f" under a load of {os.getloadavg()[2]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"Scale {scale:g}. {os.cpu_count()} cores{load}; {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, {packages}. {bytecode()} "
        f"Medians of {rounds} interleaved rounds ± half the distance between the quartiles, "
        "files in the page cache, windows painted without a screen."
    )


def bytecode() -> str:
    """Return whether the program's modules are compiled before it starts, or each time anew."""
    modules = list(Path(viewer.__file__).parent.rglob("*.py"))
    compiled = sum(Path(cache_from_source(str(module))).exists() for module in modules)
    writing = "not written" if os.environ.get("PYTHONDONTWRITEBYTECODE") else "written"
    return f"Bytecode of {compiled} of {len(modules)} modules is there, and more is {writing}."


def _three_digits(value: float) -> str:
    """Return a number with three significant digits, never in scientific notation."""
    if value == 0:
        return "0"
    digits = 2 - int(np.floor(np.log10(abs(value))))
    return f"{value:,.{max(digits, 0)}f}"
