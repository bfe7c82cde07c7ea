"""The first rows of an actor that moves: its speed, what its driver does, its lamps."""

from __future__ import annotations

import math
from collections.abc import Iterator

from viewer.logfile import packets
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.replay.world.snapshot import ActorSnapshot, VehicleControl
from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.ui.inspector.context import Context
from viewer.ui.inspector.curve_rows import color_of
from viewer.ui.inspector.kept_rows import KeptRows
from viewer.ui.inspector.lamp_rows import lamps_value
from viewer.ui.inspector.sheet import Curve, Piece, Row, RowKind, Source, Value
from viewer.ui.inspector.stretch import RECENT, SPARK_WIDTH
from viewer.ui.inspector.values import plain, quantity, seen_over_time, signal_of, source_of
from viewer.ui.speed_unit import other_speed_text
from viewer.ui.translation import tr


def speed_signal(index: RecordingIndex, row: int) -> SeriesKey | None:
    """Return the signal that tells an actor's speed, None if it has none."""
    for name in ("speed", "derived_speed"):
        if SIGNALS[name].possible(index, row):
            return SeriesKey(name, row)
    return None


def head_rows(
    context: Context, snapshot: ActorSnapshot, now: float, kept: KeptRows | None = None
) -> tuple[Row, ...]:
    """Return a row for each; its value is None where the file is silent. Some may be those that were kept."""
    rows = (KeptRows() if kept is None else kept).of
    index, row = context.index, snapshot.row
    label = (Piece(tr("Speed")),)
    return (
        Row("speed", label, _speed(context, snapshot, now), RowKind.SPEED),
        *rows("pedals", (snapshot.control,), lambda: _pedals(index, row, snapshot.control)),
        *rows("lamps", (snapshot.lights,), lambda: [_lamps(index, snapshot)]),
    )


def _speed(context: Context, snapshot: ActorSnapshot, now: float) -> Value | None:
    speed = snapshot.speed
    if speed is None:
        return None
    index, row = context.index, snapshot.row
    signal = signal_of(index, "speed" if speed.recorded else "derived_speed", row)
    value = seen_over_time(quantity(speed.value, 2, "m/s", *source_of(speed)), signal)
    key = speed_signal(index, row)
    if key is None:
        return value
    color = color_of(index, row, context.hero)
    curve = Curve(key, context.series.get(key), *_lately(index, now), now, color)
    below = other_speed_text(speed.value)
    return value._replace(below=below, curve=curve)


def _lately(index: RecordingIndex, now: float) -> tuple[float, float]:
    """Return from when to when a speed is shown: it begins on a whole pixel, so that it rarely moves."""
    span = min(RECENT, index.duration)
    if now <= span:
        return 0.0, span
    pixel = span / SPARK_WIDTH
    begin = math.ceil((now - span) / pixel) * pixel
    return begin, begin + span


def _pedals(index: RecordingIndex, row: int, control: VehicleControl | None) -> Iterator[Row]:
    tip = tr("Recorded: the last control applied, not a measurement")
    told = control or VehicleControl(0.0, 0.0, 0.0, hand_brake=False, gear=0)
    for key, label, number, digits, kind, signal in (
        ("throttle", tr("Throttle"), told.throttle, 2, RowKind.BAR, "throttle"),
        ("brake", tr("Brake"), told.brake, 2, RowKind.BAR, "brake"),
        ("steering", tr("Steering"), told.steer, 3, RowKind.MIDDLE_BAR, "steer"),
    ):
        value = None
        if control is not None:
            value = quantity(number, digits, "", Source.RECORDED, tip)
            value = seen_over_time(value, signal_of(index, signal, row))
        yield Row(key, (Piece(label),), value, kind)


def _lamps(index: RecordingIndex, snapshot: ActorSnapshot) -> Row:
    label = (Piece(tr("Lamps")),)
    if snapshot.category is not Category.VEHICLE:
        return Row("lights", label, None)
    if not index.packet_counts.get(index.dialect.id_of(packets.VEHICLE_LIGHT)):
        tip = tr("The file does not tell which lamps are lit")
        return Row("lights", label, plain(tr("not recorded"), tip))
    return Row("lights", label, lamps_value(index, snapshot.row, snapshot.lights), RowKind.LAMPS)
