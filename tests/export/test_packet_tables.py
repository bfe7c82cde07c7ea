"""Every column of every packet's table, against records written with struct alone."""

from __future__ import annotations

import csv
import struct
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import viewer
from viewer.export.formats import FORMATS, export
from viewer.export.selection import make_selection
from viewer.export.tables import PACKET_TABLES

RECORDS = {
    "poses": (6, "Ivv", "actor_id x/100 y/100 z/100 roll pitch yaw"),
    "traffic_lights": (7, "I?fB", "actor_id frozen time_in_state state"),
    "controls": (8, "Ifff?i", "actor_id steer throttle brake hand_brake gear"),
    "walker_controls": (9, "If", "actor_id speed/100"),
    "lights": (10, "II", "actor_id lights"),
    "scene_lights": (11, "ifffff?B", "light_id intensity red green blue alpha on group"),
    "velocities": (
        12, "Ivv",
        "actor_id velocity_x velocity_y velocity_z angular_velocity_x angular_velocity_y angular_velocity_z",
    ),
    "boxes": (
        13, "Ivv", "actor_id origin_x/100 origin_y/100 origin_z/100 extent_x/100 extent_y/100 extent_z/100",
    ),
    "light_times": (16, "Ifff", "actor_id green yellow red"),
    "trigger_volumes": (
        17, "Ivv", "actor_id origin_x/100 origin_y/100 origin_z/100 extent_x/100 extent_y/100 extent_z/100",
    ),
    "wheels": (21, "IIBff", "actor_id wheels place steering_angle rotation"),
    "bones": (19, "IHH7svv", "actor_id bones length name x/100 y/100 z/100 roll pitch yaw"),
    "bikers": (22, "Iff", "actor_id forward_speed/100 engine_rotation"),
    "doors": (23, "IB?", "actor_id door open"),
    "weather": (
        24, "f" * 14,
        ("cloudiness precipitation precipitation_deposits wind_intensity sun_azimuth_angle sun_altitude_angle"
        " fog_density fog_distance fog_falloff wetness scattering_intensity mie_scattering_scale"
        " rayleigh_scattering_scale dust_storm"),
    ),
    "collisions": (5, "III??", "sequence actor1_id actor2_id actor1_is_hero actor2_is_hero"),
}  # fmt: skip
"""Id of the packet, a record in letters of struct (v is a vector), its columns; /100 is written in cm."""

NAMES = {
    "state": ("Red", "Yellow", "Green", "Off", "Unknown"),
    "group": ("None", "Vehicle", "Street", "Building", "Other"),
    "door": ("FrontLeft", "FrontRight", "RearLeft", "RearRight", "Hood", "Trunk", "All"),
    "place": range(4),
}
COUNTS = {"wheels": 1, "bones": 1, "length": 7}
"""How many follow: no columns."""
VECTORS = {"UE4": "fff", "UE5": "ddd"}


def packet(packet_id: int, payload: bytes) -> bytes:
    return struct.pack("<BI", packet_id, len(payload)) + payload


def value(random: Random, letter: str, name: str) -> Any:
    if letter == "?":
        return random.random() < 0.5
    if letter == "B":
        return random.randrange(len(NAMES[name]))
    if name in COUNTS:
        return COUNTS[name]
    if letter == "s":
        return random.choice((b"crl_hip", b"crl,arm", b'crl"toe'))
    if letter in "Ii":
        return random.randrange(1, 1000) * (-1 if letter == "i" and random.random() < 0.5 else 1)
    return random.randrange(-8000, 8000) / 16  # the same in 32 and in 64 bits


def shown(number: Any, column: str) -> Any:
    name, _, divisor = column.partition("/")
    if isinstance(number, bytes):
        return number.decode()
    if isinstance(number, bool):
        return "true" if number else "false"
    return NAMES[name][number] if name in NAMES else number / int(divisor or 1)


def read(text: str) -> Any:
    try:
        return pytest.approx(float(text), rel=1e-6, abs=1e-9)
    except ValueError:
        return text


@pytest.mark.parametrize("engine", VECTORS)
def test_every_column_is_what_stands_in_the_file(engine: str, tmp_path: Path) -> None:
    random = Random(5)
    expected: dict[str, list[dict[str, Any]]] = {name: [] for name in RECORDS}
    magic = b"CARLA_RECORDER"
    data = struct.pack("<HH", 1, len(magic)) + magic + struct.pack("<qH", 1_700_000_000, 6) + b"Town01"
    for frame, elapsed in ((1, 0.0), (2, 0.5), (3, 0.625)):
        duration = {1: 0.5, 2: 0.125, 3: -1.0}[frame]
        data += packet(0, struct.pack("<Qdd", frame, duration, elapsed))
        data += b"".join(packet(each, bytes(2)) for each in (2, 3, 4))
        for name, (number, layout, columns) in RECORDS.items():
            letters = layout.replace("v", VECTORS[engine])
            rows = [
                [value(random, *each) for each in zip(letters.replace("7", ""), _names(columns), strict=True)]
                for _ in range(random.randrange(1, 4))
            ]
            records = b"".join(struct.pack(f"<{letters}", *row) for row in rows)
            data += packet(number, struct.pack("<H", len(rows)) + records)
            for row in rows:
                told = zip(_names(columns), map(shown, row, columns.split()), strict=True)
                line = {"frame": frame, "elapsed": elapsed, **dict(told)}
                for count in COUNTS:
                    line.pop(count, None)
                expected[name].append(line)
        data += packet(1, b"")
    path = tmp_path / "all.log"
    path.write_bytes(data)
    with viewer.open_recording(path) as recording:
        assert recording.index.dialect.engine.value == engine
        assert expected.keys() == PACKET_TABLES.keys()
        for name, rows in expected.items():
            target = tmp_path / f"{name}.csv"
            export(replace(make_selection(recording.index), tables=(name,)), FORMATS["csv"], target)
            with target.open(encoding="utf-8", newline="") as stream:
                found = [{key: read(text) for key, text in row.items()} for row in csv.DictReader(stream)]
            assert rows == found, name


def _names(columns: str) -> list[str]:
    return [each.partition("/")[0] for each in columns.split()]
