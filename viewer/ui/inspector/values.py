"""What the inspector is told, and how it writes values: numbers with fixed digits, their units, links."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from viewer.recording.index import RecordingIndex
from viewer.replay.world.snapshot import ActorDetails, ActorSnapshot, Measured
from viewer.replay.world.world import World
from viewer.signals import SIGNALS, Series
from viewer.signals.series import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.format import UNKNOWN, capital, number, seconds
from viewer.ui.inspector.row import SeekTo, SelectActor, Source, Swatch, Value
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_digits, unit_shown
from viewer.ui.translation import tr

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap


T = TypeVar("T")
Signals = tuple[SeriesKey, ...]

TimeText = Callable[[float], str]
"""How a moment is written, given in seconds."""

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
    """Return a text of the file."""
    return Value(fmt.plain(text), source=source, tip=fmt.plain(tip), raw=raw, signals=signals)


def quantity(
    value: float,
    digits: int,
    unit: str,
    source: Source = Source.UNMARKED,
    tip: str = "",
    signals: Signals = (),
) -> Value:
    """Return a number with its unit, a speed in the one that is shown; an unknown one has none."""
    return as_written(_number(value, digits, unit), value, unit, source, tip, signals)


def as_written(
    text: str,
    value: float,
    unit: str,
    source: Source = Source.UNMARKED,
    tip: str = "",
    signals: Signals = (),
) -> Value:
    """Return a number that is written already, with its unit; an unknown one has none."""
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
    """Return some numbers in one text; ``over_time`` are the signals of each.

    They are separated by commas and therefore not grouped by any: they are copied into scripts.
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
    """Return values, each with its own signals, in one text."""
    text = ", ".join(value.text for value in values) or tr("none")
    return Value(text, source=source, tip=tip, signals=tuple(key for each in values for key in each.signals))


def source_of(measured: Measured[T]) -> tuple[Source, str]:
    """Return where a measure of motion is from, and that in words."""
    if measured.recorded:
        return Source.RECORDED, tr("Recorded")
    return Source.DERIVED, tr("Derived from the positions in the frames around")


def figure(value: float) -> str:
    """Return a number that rarely changes with as many digits as it needs, at most six.

    >>> figure(0.15000000596), figure(5729.578), figure(-2.0), figure(math.inf)
    ('0.15', '5,729.58', '−2', '–')
    """
    return f"{value:,.6g}".replace("-", "−") if math.isfinite(value) else UNKNOWN


def figures(values: Sequence[float], unit: str = "") -> str:
    """Return numbers that rarely change in one line.

    >>> figures((0.5, 1200.0), "cm")
    '0.5, 1200 cm'
    """
    text = ", ".join(figure(value).replace(",", "") for value in values)
    return f"{text} {unit}" if unit else text


def title(name: str) -> str:
    """Return a name of the file as a label.

    >>> title("max_rpm"), title("moi"), title("fog density")
    ('Max RPM', 'MOI', 'Fog density')
    """
    words = [_ABBREVIATIONS.get(word, word) for word in name.replace("_", " ").split()]
    return capital(" ".join(words))


def moment(elapsed: float, time_text: TimeText) -> Value:
    """Return a time as a link that goes there."""
    return Value(time_text(elapsed), raw=elapsed, unit="s", link=SeekTo(elapsed))


def actor(row: int, actor_id: int) -> Value:
    """Return an actor's id as a link that selects it; no link if ``row`` is −1, for one that is not known."""
    return Value(str(actor_id), link=SelectActor(row) if row >= 0 else None)


def swatch_of(text: str) -> Swatch | None:
    """Return the colour that an attribute like ``140,0,0`` stands for."""
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
class Told:
    """What the inspector was told.

    Attributes:
        recording: the recording, None if there is none.
        world: the moment, None until there is one.
        hero: row of the hero, to whom distances are measured; None if there is none.
        road_map: roads under the actors, None if there are none.
        time_text: how moments are written.
        opened: keys of the folds that are open; they are so for all actors.
        series: signals that were read.

    """

    recording: RecordingIndex | None = None
    world: World | None = None
    hero: int | None = None
    road_map: RoadMap | None = None
    time_text: TimeText = seconds
    opened: set[str] = field(default_factory=set)
    series: dict[SeriesKey, Series] = field(default_factory=dict)

    @property
    def index(self) -> RecordingIndex:
        """The recording, where there is one."""
        if self.recording is None:
            raise ValueError("there is no recording")
        return self.recording

    def keys(self, name: str, row: int | None, other: int | None = None) -> Signals:
        """Return the signal of an actor, or of the recording; none if it can have no such."""
        return (SeriesKey(name, row, other),) if SIGNALS[name].possible(self.index, row) else ()


@dataclass(frozen=True, eq=False)
class ActorNow:
    """An actor at a moment at which it is alive.

    Attributes:
        told: what else is known.
        world: the moment.
        snapshot: what the file tells of it in each frame.
        details: what few files tell; asking for them can raise RecordingError.

    """

    told: Told
    world: World
    snapshot: ActorSnapshot
    details: ActorDetails

    @property
    def row(self) -> int:
        """Row of the actor table."""
        return self.snapshot.row

    def keys(self, name: str, other: int | None = None) -> Signals:
        """Return the signal of a name, none if the actor can have no such."""
        return self.told.keys(name, self.row, other)

    def now(self, name: str) -> float | None:
        """Return what a signal is now, None as long as it is not read."""
        series = self.told.series.get(SeriesKey(name, self.row))
        return None if series is None else series.at(self.world.elapsed)
