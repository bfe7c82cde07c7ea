"""Data that the inspector's rows are made from, and functions that make their values."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from viewer.recording.index import RecordingIndex
from viewer.replay.world.snapshot import ActorDetails, ActorSnapshot, Measured
from viewer.replay.world.world import World
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.format import UNKNOWN, capital, number, seconds
from viewer.ui.inspector.row import SeekTo, SelectActor, Source, Swatch, Value
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_digits, unit_shown
from viewer.ui.state.view_state import ViewState
from viewer.ui.translation import tr

T = TypeVar("T")
Signals = tuple[SeriesKey, ...]

TimeText = Callable[[float], str]
"""Function that returns elapsed seconds as text, in the time format the user has chosen."""

_COLOR_PARTS = 3
_BRIGHTEST = 255
_ABBREVIATIONS = {"rpm": "RPM", "moi": "MOI", "abs": "ABS"}
XYZ = ("x", "y", "z")


def plain(
    text: str,
    tip: str = "",
    source: Source = Source.UNMARKED,
    signals: Signals = (),
    raw: bool | int | None = None,
) -> Value:
    """Return a value for the text ``text`` from a file, with control characters and tags made harmless.

    Args:
        text: what is shown.
        tip: its tooltip.
        source: origin of the value: recorded, derived, or not marked.
        signals: signals that show it over time.
        raw: the number or truth value that the text stands for, if any.
    """
    return Value(fmt.plain(text), source=source, tip=fmt.plain(tip), raw=raw, signals=signals)


def quantity(
    value: float,
    digits: int,
    unit: str,
    source: Source = Source.UNMARKED,
    tip: str = "",
    signals: Signals = (),
) -> Value:
    """Return a value for the number ``value`` in ``unit``; speeds are shown in the unit chosen for speeds.

    Args:
        value: a number; NaN is shown as unknown.
        digits: digits after the decimal point.
        unit: its unit.
        source: origin of the value: recorded, derived, or not marked.
        tip: its tooltip.
        signals: signals that show it over time.
    """
    return as_written(_number(value, digits, unit), value, unit, source, tip, signals)


def as_written(
    text: str,
    value: float,
    unit: str,
    source: Source = Source.UNMARKED,
    tip: str = "",
    signals: Signals = (),
) -> Value:
    """Return a value that shows the number ``value`` as ``text``, with its unit.

    If the text says that the number is unknown, the unit is left out.

    Args:
        text: what is shown, without a unit.
        value: the number itself, which is copied.
        unit: unit of ``value``; m/s is shown in the unit chosen for speeds.
        source: origin of the value: recorded, derived, or not marked.
        tip: its tooltip.
        signals: signals that show it over time.
    """
    if text == UNKNOWN:
        return Value(text, "", source, tip, unit=unit, signals=signals)
    return Value(text, unit_shown(unit), source, tip, float(value), unit, signals=signals)


def vector(
    values: Sequence[float] | None,
    digits: int,
    unit: str,
    source: Source = Source.UNMARKED,
    tip: str = "",
    *,
    names: Sequence[str] = XYZ,
    over_time: Sequence[Signals] = ((), (), ()),
) -> Value:
    """Return a value that shows several numbers in one text, with a part for each of them.

    Thousands are not grouped, because the numbers are separated by commas and are copied into scripts.

    Args:
        values: the numbers; unknown if None, or if any of them is NaN or infinite.
        digits: digits after the decimal point.
        unit: unit of all of them.
        source: origin of the values: recorded, derived, or not marked.
        tip: tooltip of the whole and of each part.
        names: names of the parts.
        over_time: for each number, the signals that show it over time.
    """
    if values is None or not all(map(math.isfinite, values)):
        return Value(UNKNOWN, tip=tip)
    texts = [_number(value, digits, unit) for value in values]
    parts = tuple(
        (name, as_written(text, value, unit, source, tip, signals))
        for name, text, value, signals in zip(names, texts, values, over_time, strict=True)
    )
    signals = tuple(key for keys in over_time for key in keys)
    together = ", ".join(text.replace(",", "") for text in texts)
    return Value(together, unit_shown(unit), source, tip, signals=signals, parts=parts)


def together(values: Sequence[Value], source: Source, tip: str) -> Value:
    """Return ``values`` as one value: their texts joined by commas, and all their signals; "none" if empty.

    ``source`` says whether the value is recorded or derived, ``tip`` is its tooltip.
    """
    text = ", ".join(value.text for value in values) or tr("none")
    return Value(text, source=source, tip=tip, signals=tuple(key for each in values for key in each.signals))


def source_of(measured: Measured[T]) -> tuple[Source, str]:
    """Return whether ``measured`` (such as a velocity) is recorded or derived, and a tooltip that says so."""
    if measured.recorded:
        return Source.RECORDED, tr("Recorded")
    return Source.DERIVED, tr("Derived from the positions in the frames around")


def figure(value: float) -> str:
    """Return ``value`` with as many digits as it needs, at most six; for numbers that rarely change.

    >>> figure(0.15000000596), figure(5729.578), figure(-2.0), figure(math.inf)
    ('0.15', '5,729.58', '−2', '–')
    """
    return f"{value:,.6g}".replace("-", "−") if math.isfinite(value) else UNKNOWN


def figures(values: Sequence[float], unit: str = "") -> str:
    """Return ``values`` in one line, each with as many digits as it needs.

    >>> figures((0.5, 1200.0), "cm")
    '0.5, 1200 cm'
    """
    text = ", ".join(figure(value).replace(",", "") for value in values)
    return f"{text} {unit}" if unit else text


def title(name: str) -> str:
    """Return a name from the file as a label.

    >>> title("max_rpm"), title("moi"), title("fog density")
    ('Max RPM', 'MOI', 'Fog density')
    """
    words = [_ABBREVIATIONS.get(word, word) for word in name.replace("_", " ").split()]
    return capital(" ".join(words))


def time_link(elapsed: float, time_text: TimeText) -> Value:
    """Return a value for ``elapsed`` (seconds) with a link that moves the playhead there."""
    return Value(time_text(elapsed), raw=elapsed, unit="s", link=SeekTo(elapsed))


def actor_link(row: int, actor_id: int) -> Value:
    """Return the inspector's value for ``actor_id``, with a link that selects the actor.

    ``row`` is the actor's row in the table of actors; −1 if it has none, then there is no link.
    """
    return Value(str(actor_id), link=SelectActor(row) if row >= 0 else None)


def swatch_of(text: str) -> Swatch | None:
    """Return the colour of an attribute like ``140,0,0``; None if ``text`` is no colour."""
    try:
        parts = [int(part) for part in text.split(",")]
    except ValueError:
        return None
    if len(parts) != _COLOR_PARTS or not all(0 <= part <= _BRIGHTEST for part in parts):
        return None
    return Swatch((parts[0], parts[1], parts[2]))


def _number(value: float, digits: int, unit: str) -> str:
    digits = speed_digits() if unit == MPS and digits > 1 else digits
    return number(in_shown_unit(value, unit), digits)


@dataclass(eq=False)
class InspectorContext:
    """Data that the inspector's rows are made from.

    Attributes:
        view: what the window shows: recording, world, hero (distances are measured to it), road map.
        time_text: function that returns a time in seconds as text.
        opened: keys of the rows that are open, whichever actor is shown.
        series: signals (quantities over time) that have been read, by key.
    """

    view: ViewState = field(default_factory=ViewState)
    time_text: TimeText = seconds
    opened: set[str] = field(default_factory=set)
    series: dict[SeriesKey, Series] = field(default_factory=dict)

    @property
    def index(self) -> RecordingIndex:
        """Index of the recording. Raises ValueError if there is none."""
        if self.view.index is None:
            raise ValueError("there is no recording")
        return self.view.index

    def keys(self, name: str, row: int | None, other: int | None = None) -> Signals:
        """Return (SeriesKey,) of the signal ``name`` of an actor; empty if the recording has no such signal.

        ``row`` is the actor's row in the table of actors (None: a signal of the recording), ``other`` the row
        of the second actor for signals that concern two.
        """
        return (SeriesKey(name, row, other),) if self.view.signals[name].possible(self.index, row) else ()


@dataclass(frozen=True, eq=False)
class ActorNow:
    """An actor and its state at the time that the inspector shows; the actor exists at that time.

    Attributes:
        context: the data that rows are made from.
        world: state of all actors at that time.
        snapshot: the actor's state that is recorded in each frame.
        details: wheels, doors, bones, physics and the like, which few files have; they are read when used,
            which can raise RecordingError.
    """

    context: InspectorContext
    world: World
    snapshot: ActorSnapshot
    details: ActorDetails

    @property
    def row(self) -> int:
        """Row of the actor in the table of actors."""
        return self.snapshot.row

    def keys(self, name: str, other: int | None = None) -> Signals:
        """Return the key of this actor's signal ``name`` as a tuple of one; empty if it has no such signal.

        ``other`` is the actor-table row of a second actor, for signals such as the distance between two.
        """
        return self.context.keys(name, self.row, other)

    def now(self, name: str) -> float | None:
        """Return the value of the signal ``name`` at this time; None until it has been read."""
        series = self.context.series.get(SeriesKey(name, self.row))
        return None if series is None else series.at(self.world.elapsed)
