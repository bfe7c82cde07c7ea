"""The rows with curves: a signal around the moment, under the row that was opened."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping

import numpy as np

from viewer.recording.index import RecordingIndex
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.format import UNKNOWN, count, number, range_
from viewer.ui.inspector.sheet import Curve, Piece, Row, RowKind, Value
from viewer.ui.inspector.stretch import SPAN, SignalStretch, round_scale, stretch_of
from viewer.ui.speed_unit import in_shown_unit, unit_shown
from viewer.ui.theme import category_role
from viewer.ui.translation import tr

_MOST_STATES = 4
"""States that there is room to name."""


def color_of(index: RecordingIndex, row: int | None, hero: int | None) -> str:
    """Return the role of the theme for curves of an actor, or of the recording."""
    return "text" if row is None else category_role(int(index.actors.category[row]), hero=row == hero)


def with_curves(
    rows: Iterable[Row],
    opened: Collection[str],
    series: Mapping[SeriesKey, Series],
    now: float,
    color: Mapping[int | None, str],
) -> Iterator[Row]:
    """Yield the rows, each with the curves of those of its signals that are opened.

    Args:
        rows: of a sheet.
        opened: names of signals.
        series: those that were read.
        now: seconds.
        color: role of the theme, by the row of the actor.

    """
    shown: set[str] = set()
    for row in rows:
        yield row
        for name in dict.fromkeys(key.name for key in row.signals):
            if name not in opened or name in shown:
                continue
            shown.add(name)
            values = tuple(_value(cell, name, series, now, color) for cell in row.values)
            cells, value = (values, None) if row.cells else ((), values[0])
            label = (Piece(tr("{0} over time").format(row.label_text)),)
            yield Row(f"{row.key} over time {name}", label, value, RowKind.CURVE, cells=cells)


def _value(
    cell: Value | None,
    name: str,
    series: Mapping[SeriesKey, Series],
    now: float,
    color: Mapping[int | None, str],
) -> Value | None:
    key = None if cell is None else next((key for key in cell.signals if key.name == name), None)
    if key is None:
        return None
    found = series.get(key)
    begin, end = now - SPAN, now + SPAN
    text, scale = UNKNOWN, None
    if found is not None:
        stretch = stretch_of(found, begin, end)
        text = _range_text(found, stretch)
        scale = round_scale(stretch.least, stretch.most)
    tip = tr("Click for a lane in the time view, or drag it there")
    curve = Curve(key, found, begin, end, now, color.get(key.row, "text"), scale)
    return Value((Piece(text),), tip=tip, curve=curve)


def _range_text(series: Series, stretch: SignalStretch) -> str:
    """Return between which values a signal is, or which states it has one after the other."""
    if not math.isfinite(stretch.least):
        return tr("not known around here")
    if series.states is not None:
        return _states_text(series.states, stretch)
    values = [in_shown_unit(value, series.unit) for value in (stretch.least, stretch.most)]
    whole = series.steps and all(value == round(value) for value in values)
    least, most = (number(value, 0 if whole else 2) for value in values)
    text = range_(least, most) if least != most else tr("always {0}").format(least)
    return f"{text} {unit_shown(series.unit)}".rstrip()


def _states_text(states: tuple[str, ...], stretch: SignalStretch) -> str:
    """Return the states one after the other, or how many changes there are if those are many."""
    values = stretch.values[np.isfinite(stretch.values)]
    turns = values[np.append(True, np.diff(values) != 0)]
    names = [states[int(value)] if 0 <= value < len(states) else UNKNOWN for value in turns.tolist()]
    if len(names) == 1:
        return tr("always {0}").format(names[0])
    if len(names) > _MOST_STATES:
        return tr("{0} changes").format(count(len(names) - 1))
    return " → ".join(names)
