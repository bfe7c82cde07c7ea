"""The chosen signals as text, so that they come back with another recording."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from viewer.recording.index import RecordingIndex
from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.timeline.signals.plot_layout import Curve, Pane, Sheet, group_of, is_curve_color
from viewer.ui.timeline.signals.signal_names import signal_label
from viewer.ui.translation import tr

HERO, SELECTED = "hero", "selected"
"""Whom a signal is about: the hero, or who is selected, which stands for all others."""


class Remembered(NamedTuple):
    """A curve, whoever is hero or selected.

    Attributes:
        signal: a name of SIGNALS.
        who: HERO or SELECTED, empty for the recording.
        other: the other one, if it is about two.
        color: role of the theme, empty for one that suits.
        pane: number of the plot it was in.
        alone: whether that plot was to be its own.

    """

    signal: str
    who: str
    other: str
    color: str
    pane: int
    alone: bool

    def key(self, rows: Mapping[str, int | None], index: RecordingIndex) -> SeriesKey | None:
        """Return the signal in a recording, None if it cannot be: nobody is one of those it is about."""
        told = [rows[each] for each in (self.who, self.other) if each]
        row, other = (*told, None, None)[:2]
        if None in told or len(set(told)) < len(told) or not SIGNALS[self.signal].possible(index, row):
            return None
        return SeriesKey(self.signal, row, other)


def in_words(curve: Remembered) -> str:
    """Return what a remembered signal is called: what, and of whom."""
    names = {HERO: tr("hero"), SELECTED: tr("selected actor")}
    whose = (names[each] for each in (curve.who, curve.other) if each)
    return fmt.join(signal_label(curve.signal), tr(" and ").join(whose))


def remembered(sheet: Sheet, hero: int | None, missing: Iterable[Remembered] = ()) -> tuple[Remembered, ...]:
    """Return the curves of a sheet; those that are missing are kept, in plots behind them."""

    def who(row: int | None) -> str:
        return "" if row is None else HERO if row == hero else SELECTED

    shown = (
        Remembered(curve.key.name, who(curve.key.row), who(curve.key.other), curve.color, place, pane.alone)
        for place, pane in enumerate(sheet.panes)
        for curve in pane.curves
    )
    behind = (each._replace(pane=each.pane + len(sheet.panes)) for each in missing)
    return (*shown, *behind)


def sheet_of(
    curves: tuple[Remembered, ...], index: RecordingIndex, rows: Mapping[str, int | None]
) -> tuple[Sheet, tuple[Remembered, ...]]:  # fmt: skip
    """Return the sheet for a recording, each signal once, and the curves that cannot be plotted in it.

    ``rows`` are those of HERO and SELECTED, None for nobody.
    """
    panes: dict[tuple[int, str], tuple[dict[SeriesKey, Curve], bool]] = {}
    missing = []
    for number, each in enumerate(curves, 1):
        key = each.key(rows, index)
        if key is None:
            missing.append(each)
        else:
            found, _ = panes.setdefault((each.pane, group_of(key.name)), ({}, each.alone))
            found.setdefault(key, Curve(number, key, each.color))
    shown = (Pane(tuple(found.values()), alone) for found, alone in panes.values())
    return Sheet(tuple(shown)), tuple(missing)


def to_text(curves: tuple[Remembered, ...]) -> str:
    """Return curves as one line of text."""
    return json.dumps(curves)


def from_text(text: str) -> tuple[Remembered, ...]:
    """Return what was remembered; what cannot be understood is left out."""
    try:
        told = json.loads(text) if text else []
    except ValueError:
        return ()
    found = (_understood(each) for each in (told if isinstance(told, list) else []))
    return tuple(each for each in found if each is not None)


def _understood(told: Any) -> Remembered | None:  # noqa: ANN401 - whatever stood there
    try:
        signal, who, other, color, pane, alone = told
        known = signal in SIGNALS and {who or "", other or ""} <= {"", HERO, SELECTED}
        if not known or (color and not is_curve_color(color)) or not isinstance(pane, int):
            return None
        return Remembered(signal, who or "", other or "", color, pane, bool(alone))
    except (TypeError, ValueError):
        return None
