"""Runs in files, and what became worse since one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.benchmarks.report import Row, spread

_LEAST = 0.05
"""Part of a figure by which it moves anyhow; of an exponent, the exponent itself."""
_LEAST_OF_ONE = 0.25
"""The same where there was but one round, whose noise nobody knows."""
_TUPLES = ("figures", "reference_figures")


@dataclass(frozen=True, slots=True)
class Run:
    """Rows, at what scale, and on what they were measured."""

    scale: float
    about: str
    rows: tuple[Row, ...]

    def save(self, path: Path) -> None:
        """Write it as JSON."""
        path.write_text(json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Run:
        """Read what ``save`` wrote."""
        stored = json.loads(path.read_text(encoding="utf-8"))
        return cls(stored["scale"], stored["about"], tuple(map(_row, stored["rows"])))


def _row(stored: dict[str, Any]) -> Row:
    return Row(**{name: tuple(value) if name in _TUPLES else value for name, value in stored.items()})


def worse(before: Iterable[Row], now: Iterable[Row]) -> Iterator[str]:
    """Tell each row of now that is worse than before by more than its noise.

    Compared are the ratios to the references, which move less with the machine than times do, or the figures
    where there is no reference. The noise is the distance between the quartiles of either run, or a
    twentieth of the figure if that is more.
    """
    known = {(row.measure, row.reference): row for row in before}
    for row in now:
        old = known.get((row.measure, row.reference))
        if old is None or not old.figures or not row.figures:
            continue
        by_ratio = bool(old.ratios and row.ratios)
        figures = [each.ratios if by_ratio else each.figures for each in (old, row)]
        then, since = (float(np.median(each)) for each in figures)
        least = _LEAST if min(map(len, figures)) > 1 else _LEAST_OF_ONE
        noise = max(2 * sum(map(spread, figures)), least * (1.0 if row.unit == "exponent" else then))
        if since - then > noise:
            against = f" of {row.reference}" if by_ratio else ""
            yield f"{row.measure}: {then:.3g} → {since:.3g}{against}, noise {noise:.2g}"
