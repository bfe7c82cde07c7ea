"""Signals of a comparison: the distance of partners over time, and the other recording's thin curves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from viewer.recording.actors import MOVERS
from viewer.signals import SIGNALS, Scope, Series, Signal, read_series
from viewer.signals.signal_source import SignalSource
from viewer.ui.state.reference import DISTANCE
from viewer.ui.translation import tr

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.comparison.comparison import Comparison

_DERIVED = {"speed": "derived_speed", "yaw_rate": "derived_yaw_rate"}
"""Signals that are derived where the other recording does not have them recorded."""


def compared_signals(comparison: Comparison | None) -> Iterator[Signal]:
    """Yield the signals that ``comparison`` adds to those of the open recording; none without one."""
    if comparison is None or comparison.reason:
        return
    rows = comparison.partners.rows_a
    moving = np.isin(comparison.a.index.actors.category[rows], MOVERS)
    yield Signal(
        DISTANCE, tr("Distance to B"), "m", partial(_distance, comparison),
        rows=frozenset(rows[moving].tolist()), recorded=False,
    )  # fmt: skip
    paired = frozenset(rows.tolist())
    counts, dialect = comparison.b.index.packet_counts, comparison.b.index.dialect
    for signal in SIGNALS.values():
        name = signal.name
        if signal.needs and not all(counts.get(dialect.id_of(kind)) for kind in signal.needs):
            name = _DERIVED.get(name, "")
        if name and signal.scope is Scope.ACTOR and signal.states is None:
            yield replace(
                signal, name=f"other.{signal.name}", read=partial(_of_other, comparison, name), needs=(),
                rows=paired, mark="B", lane_of=signal.name, uses_route=False,
            )  # fmt: skip


def _distance(comparison: Comparison, source: SignalSource) -> Series:
    times, metres = comparison.distances(source.row, should_continue=source.should_continue)
    return Series(DISTANCE, tr("Distance to B"), "m", times, metres, recorded=False)


def _of_other(comparison: Comparison, name: str, source: SignalSource) -> Series:
    """Return the signal ``name`` of the partner of the actor of ``source``, on the clock of A."""
    other = comparison.b
    row = int(comparison.partner_rows[0][source.row])
    (series,) = read_series(
        other.index, [name], row, road_map=source.road_map, should_continue=source.should_continue
    )
    elapsed = series.elapsed - other.offset
    shared = (elapsed >= comparison.times[0]) & (elapsed <= comparison.times[-1])
    return replace(series, name=f"other.{series.name}", elapsed=elapsed[shared], values=series.values[shared])
