"""Selection of plotted signals as it is stored, to plot the same signals in other recordings.

Actors differ between recordings: a curve is stored for the hero (ego vehicle) or for the selected actor.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from viewer.recording.index import RecordingIndex
from viewer.signals import SIGNALS, Signals
from viewer.signals.series import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.timeline.signals.plot_layout import Curve, Plot, PlotLayout, group_of, is_curve_color
from viewer.ui.timeline.signals.signal_names import signal_label
from viewer.ui.translation import tr

HERO, SELECTED = "hero", "selected"
"""Actor of a stored curve: the hero (ego vehicle), or the selected actor.

Any actor but the hero is stored as SELECTED.
"""


class SavedCurve(NamedTuple):
    """A stored curve, which any recording with a hero (ego vehicle) or selected actor can plot.

    Attributes:
        signal: name of the signal.
        who: its actor, HERO or SELECTED; empty for a signal of the whole recording.
        other: the second actor of a signal between two, HERO or SELECTED; else empty.
        color: name of the colour in the theme; empty to let the plot choose one.
        plot: index of its plot.
        alone: whether new signals are kept out of its plot, unless the user adds them to just that plot.
    """

    signal: str
    who: str
    other: str
    color: str
    plot: int
    alone: bool

    def key(
        self, rows: Mapping[str, int | None], index: RecordingIndex, signals: Signals
    ) -> SeriesKey | None:
        """Return signal and actors of this curve in the recording ``index``; None if it cannot be plotted.

        It cannot if the recording has no such signal, an actor is missing, or both actors are the same.
        ``rows`` maps HERO and SELECTED to rows of the actor table, None where there is no such actor;
        ``signals`` are those of the recording.
        """
        fields = [rows[each] for each in (self.who, self.other) if each]
        row, other = (*fields, None, None)[:2]
        signal = signals.get(self.signal)
        if None in fields or len(set(fields)) < len(fields) or not signal or not signal.possible(index, row):
            return None
        return SeriesKey(self.signal, row, other)


def curve_text(curve: SavedCurve, signals: Signals) -> str:
    """Return the signal of ``curve`` and its actors as text for the user, such as "speed · hero".

    A signal that is not among ``signals``, those of the recording, is called by its name.
    """
    names = {HERO: tr("hero"), SELECTED: tr("selected actor")}
    whose = (names[each] for each in (curve.who, curve.other) if each)
    signal = signals.get(curve.signal)
    return fmt.join(signal_label(signal) if signal else curve.signal, tr(" and ").join(whose))


def saved_curves(
    layout: PlotLayout, hero: int | None, missing: Iterable[SavedCurve] = ()
) -> tuple[SavedCurve, ...]:
    """Return the curves to store in the settings: those of ``layout``, then the ``missing`` ones.

    Args:
        layout: the plots and their curves.
        hero: row of the hero (ego vehicle) in the actor table, None without one. Curves of any other actor
            are stored as curves of SELECTED, the selected actor.
        missing: stored curves that this recording cannot plot; their plots are numbered after those of
            ``layout``.
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
    curves: tuple[SavedCurve, ...], index: RecordingIndex, rows: Mapping[str, int | None], signals: Signals
) -> tuple[PlotLayout, tuple[SavedCurve, ...]]:  # fmt: skip
    """Return the plots of the saved ``curves`` in the recording ``index``, and the curves it cannot plot.

    ``rows`` are the actor-table rows of the actors HERO and SELECTED that saved curves name, None where there
    is no such actor; ``signals`` are those of the recording. Curves of one plot that mean the same signal of
    the same actors are plotted once.
    """
    plots: dict[tuple[int, str], tuple[dict[SeriesKey, Curve], bool]] = {}
    missing = []
    for number, each in enumerate(curves, 1):
        key = each.key(rows, index, signals)
        if key is None:
            missing.append(each)
        else:
            signal = signals[key.name]
            found, _ = plots.setdefault((each.plot, group_of(signal)), ({}, each.alone))
            found.setdefault(key, Curve(number, key, signal, each.color))
    shown = (Plot(tuple(found.values()), alone) for found, alone in plots.values())
    return PlotLayout(tuple(shown)), tuple(missing)


def to_text(curves: tuple[SavedCurve, ...]) -> str:
    """Return the saved ``curves`` of plots as JSON in one line, to be stored in the settings."""
    return json.dumps(curves)


def from_text(text: str) -> tuple[SavedCurve, ...]:
    """Return the saved curves in ``text``, JSON made by ``to_text``.

    Invalid curves are left out; the result is empty if ``text`` is not JSON. A signal that is not in the
    table may be one of other recordings if its name has a dot, as ``agent.brake``.
    """
    try:
        fields = json.loads(text) if text else []
    except ValueError:
        return ()
    found = (_saved_curve(each) for each in (fields if isinstance(fields, list) else []))
    return tuple(each for each in found if each is not None)


def _saved_curve(fields: Any) -> SavedCurve | None:  # noqa: ANN401 - whatever stood there
    try:
        signal, who, other, color, plot, alone = fields
        known = (signal in SIGNALS or "." in signal) and {who or "", other or ""} <= {"", HERO, SELECTED}
        if not known or (color and not is_curve_color(color)) or not isinstance(plot, int):
            return None
        return SavedCurve(signal, who or "", other or "", color, plot, bool(alone))
    except (TypeError, ValueError):
        return None
