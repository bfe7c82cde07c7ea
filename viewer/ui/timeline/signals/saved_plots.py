"""Storing which signals are plotted, independent of the recording: by hero and selected actor."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from viewer.recording.index import RecordingIndex
from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.timeline.signals.plot_layout import Curve, Plot, PlotLayout, group_of, is_curve_color
from viewer.ui.timeline.signals.signal_names import signal_label
from viewer.ui.translation import tr

HERO, SELECTED = "hero", "selected"
"""Actors of a stored curve: the hero, or the selected actor, which stands for all other actors."""


class SavedCurve(NamedTuple):
    """A stored curve, which any recording with a hero or selected actor can plot.

    Attributes:
        signal: name of the signal, a key of ``SIGNALS``.
        who: HERO or SELECTED; empty for signals of the recording.
        other: the second actor of a signal between two, else empty.
        color: the theme's role of its colour, empty for an automatic one.
        plot: index of its plot.
        alone: whether its plot must not be joined by other signals.
    """

    signal: str
    who: str
    other: str
    color: str
    plot: int
    alone: bool

    def key(self, rows: Mapping[str, int | None], index: RecordingIndex) -> SeriesKey | None:
        """Return the signal's key in a recording, None if one of its actors or the signal does not exist.

        ``rows`` are the rows of HERO and SELECTED, None where there is none.
        """
        fields = [rows[each] for each in (self.who, self.other) if each]
        row, other = (*fields, None, None)[:2]
        if None in fields or len(set(fields)) < len(fields) or not SIGNALS[self.signal].possible(index, row):
            return None
        return SeriesKey(self.signal, row, other)


def curve_text(curve: SavedCurve) -> str:
    """Return the signal and its actors as text."""
    names = {HERO: tr("hero"), SELECTED: tr("selected actor")}
    whose = (names[each] for each in (curve.who, curve.other) if each)
    return fmt.join(signal_label(curve.signal), tr(" and ").join(whose))


def saved_curves(
    layout: PlotLayout, hero: int | None, missing: Iterable[SavedCurve] = ()
) -> tuple[SavedCurve, ...]:
    """Return the curves of ``layout`` to be stored, then ``missing`` ones, which this recording cannot plot.

    The plots of ``missing`` curves are numbered after those of ``layout``. ``hero`` is the row of the hero.
    """

    def who(row: int | None) -> str:
        return "" if row is None else HERO if row == hero else SELECTED

    shown = (
        SavedCurve(
            curve.key.name, who(curve.key.row), who(curve.key.other), curve.color, plot_index, plot.alone
        )
        for plot_index, plot in enumerate(layout.plots)
        for curve in plot.curves
    )
    behind = (each._replace(plot=each.plot + len(layout.plots)) for each in missing)
    return (*shown, *behind)


def plot_layout_of(
    curves: tuple[SavedCurve, ...], index: RecordingIndex, rows: Mapping[str, int | None]
) -> tuple[PlotLayout, tuple[SavedCurve, ...]]:  # fmt: skip
    """Return the layout of ``curves`` for a recording, and those curves that cannot be plotted in it.

    Each signal occurs once. ``rows`` are the rows of HERO and SELECTED, None where there is none.
    """
    plots: dict[tuple[int, str], tuple[dict[SeriesKey, Curve], bool]] = {}
    missing = []
    for number, each in enumerate(curves, 1):
        key = each.key(rows, index)
        if key is None:
            missing.append(each)
        else:
            found, _ = plots.setdefault((each.plot, group_of(key.name)), ({}, each.alone))
            found.setdefault(key, Curve(number, key, each.color))
    shown = (Plot(tuple(found.values()), alone) for found, alone in plots.values())
    return PlotLayout(tuple(shown)), tuple(missing)


def to_text(curves: tuple[SavedCurve, ...]) -> str:
    """Return ``curves`` as JSON in one line."""
    return json.dumps(curves)


def from_text(text: str) -> tuple[SavedCurve, ...]:
    """Return the curves in ``text``, made by ``to_text``; invalid ones are left out."""
    try:
        fields = json.loads(text) if text else []
    except ValueError:
        return ()
    found = (_saved_curve(each) for each in (fields if isinstance(fields, list) else []))
    return tuple(each for each in found if each is not None)


def _saved_curve(fields: Any) -> SavedCurve | None:  # noqa: ANN401 - whatever stood there
    try:
        signal, who, other, color, plot, alone = fields
        known = signal in SIGNALS and {who or "", other or ""} <= {"", HERO, SELECTED}
        if not known or (color and not is_curve_color(color)) or not isinstance(plot, int):
            return None
        return SavedCurve(signal, who or "", other or "", color, plot, bool(alone))
    except (TypeError, ValueError):
        return None
