"""The chosen signals as text, so that they come back with another recording."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import astuple
from typing import Any, NamedTuple

from viewer.recording.index import RecordingIndex
from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.state.open_request import ActorKey
from viewer.ui.timeline.signals.colors import is_curve_color
from viewer.ui.timeline.signals.sheet import Curve, Pane, Sheet, group_of
from viewer.ui.timeline.signals.signal_names import signal_label
from viewer.ui.translation import tr

Who = ActorKey | str | None
"""An actor, the hero whoever that is, or nobody."""
_HERO = "hero"


class Remembered(NamedTuple):
    """A curve, by the parts that actors play.

    Attributes:
        signal: a name of SIGNALS.
        who: whom it is about.
        other: the other one, if it is about two.
        color: role of the theme, empty for one that suits.
        pane: number of the plot it was in.
        alone: whether that plot was to be its own.

    """

    signal: str
    who: Who
    other: Who
    color: str
    pane: int
    alone: bool

    def key(self, rows: Mapping[Who, int | None], index: RecordingIndex) -> SeriesKey | None:
        """Return the signal in a recording, None if it cannot be: nobody is one of those it is about."""
        row, other = (None if who is None else rows[who] for who in (self.who, self.other))
        missing = (row is None and self.who is not None) or (other is None and self.other is not None)
        if missing or (row is not None and row == other) or not SIGNALS[self.signal].possible(index, row):
            return None
        return SeriesKey(self.signal, row, other)


def in_words(curve: Remembered) -> str:
    """Return what a remembered signal is called: what, and of whom."""
    whose = (who for who in (curve.who, curve.other) if who is not None)
    names = (f"{who.actor_id} {who.type_id}" if isinstance(who, ActorKey) else tr("hero") for who in whose)
    return fmt.join(signal_label(curve.signal), tr(" and ").join(names))


def remembered(
    sheet: Sheet, index: RecordingIndex, hero: int | None, missing: Iterable[Remembered] = ()
) -> tuple[Remembered, ...]:
    """Return the curves of a sheet by the parts that their actors play in a recording.

    Those that are missing in this recording are kept, in plots behind them.
    """
    shown = (
        Remembered(
            curve.key.name,
            _who(index, curve.key.row, hero),
            _who(index, curve.key.other, hero),
            curve.color,
            place,
            pane.alone,
        )
        for place, pane in enumerate(sheet.panes)
        for curve in pane.curves
    )
    behind = (each._replace(pane=each.pane + len(sheet.panes)) for each in missing)
    return (*shown, *behind)


def sheet_of(
    curves: tuple[Remembered, ...], index: RecordingIndex, hero: int | None
) -> tuple[Sheet, tuple[Remembered, ...]]:  # fmt: skip
    """Return the sheet for a recording, and the curves that cannot be plotted in it."""
    panes: dict[tuple[int, str], tuple[list[Curve], bool]] = {}
    missing = []
    rows = _rows(index, hero, [who for each in curves for who in (each.who, each.other) if who is not None])
    for number, each in enumerate(curves, 1):
        key = each.key(rows, index)
        if key is None:
            missing.append(each)
        else:
            found = panes.setdefault((each.pane, group_of(key.name)), ([], each.alone))
            found[0].append(Curve(number, key, each.color))
    return Sheet(tuple(Pane(tuple(found), alone) for found, alone in panes.values())), tuple(missing)


def to_text(curves: tuple[Remembered, ...]) -> str:
    """Return curves as one line of text."""
    return json.dumps(curves, default=astuple)


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
        known = signal in SIGNALS and (not color or is_curve_color(color))
        if not known or not isinstance(pane, int):
            return None
        return Remembered(signal, _actor(who), _actor(other), color, pane, bool(alone))
    except (TypeError, ValueError, OverflowError):
        return None


def _actor(told: Any) -> Who:  # noqa: ANN401 - whatever stood there
    if told is None or told == _HERO:
        return None if told is None else _HERO
    actor_id, type_id, role_name, spawn_frame, (x, y, z) = told
    place = float(x), float(y), float(z)
    return ActorKey(int(actor_id), str(type_id), str(role_name), int(spawn_frame), place)


def _who(index: RecordingIndex, row: int | None, hero: int | None) -> Who:
    if row is None:
        return None
    return _HERO if row == hero else ActorKey.of(index, row)


def _rows(index: RecordingIndex, hero: int | None, wanted: Iterable[Who]) -> dict[Who, int | None]:
    """Return who is who in a recording: the same, else the only one of blueprint and role; never two one."""
    rows: dict[Who, int | None] = {}
    told = list(dict.fromkeys(wanted))
    for who in told:
        rows[who] = who.find_same(index) if isinstance(who, ActorKey) else hero
    if index.complete:
        lost = [who for who in told if isinstance(who, ActorKey) and rows[who] is None]
        alike = {who: who.find_only(index) for who in lost}
        claims = Counter((*rows.values(), *alike.values()))
        rows |= {who: row for who, row in alike.items() if claims[row] == 1}
    return rows
