"""Clips, scenarios and tables of tracks with a known truth, written as their makers write them.

A car's way is a function from seconds to x, y, z (metres) and roll, pitch, yaw (degrees) in CARLA's world.
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

Pose = tuple[float, float, float, float, float, float]
RANGE = 100.0


class Car(NamedTuple):
    """An actor: its id and blueprint, its way, the centre of its box in its own frame, and half extents."""

    id: int
    type_id: str
    way: Callable[[float], Pose]
    center: tuple[float, float, float] = (0.1, 0.0, 0.75)
    extent: tuple[float, float, float] = (2.4, 1.0, 0.75)


def banked(t: float) -> Pose:
    """A bend on a banked and rising road."""
    angle = 0.1 * t
    x, y = 60 * math.sin(angle), 60 - 60 * math.cos(angle)
    return x, y, 0.4 * t, 7.5, 3.0, math.degrees(angle) + 20.0


def leaving(t: float) -> Pose:
    """A car that drives out of range between 2 and 4 s, and comes back."""
    return (150.0 if 2.0 <= t < 4.0 else 10.0 + t), 12.0, 0.0, 0.0, -2.0, -135.0


def walking(t: float) -> Pose:
    return 5.0 + 1.2 * t, -4.0, 0.9, 0.0, 0.0, 170.0


CARS = (
    Car(205, "vehicle.lincoln.mkz_2020", banked),
    Car(206, "vehicle.audi.tt", leaving),
    Car(300, "walker.pedestrian.0004", walking, (0.0, 0.0, 0.0), (0.19, 0.2, 0.9)),
)
"""The hero first."""


def matrix(pose: Pose) -> np.ndarray:
    """Return ``carla.Transform.get_matrix()``, from the actor's frame to the world."""
    x, y, z, *angles = pose
    cr, cp, cy = (math.cos(math.radians(each)) for each in angles)
    sr, sp, sy = (math.sin(math.radians(each)) for each in angles)
    return np.array(
        [
            [cp * cy, cy * sp * sr - sy * cr, -cy * sp * cr - sy * sr, x],
            [cp * sy, sy * sp * sr + cy * cr, -sy * sp * cr + cy * sr, y],
            [sp, -cp * sr, cp * cr, z],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def corners(pose: Pose, center: np.ndarray, extent: np.ndarray) -> np.ndarray:
    """Return the eight corners of a box in the world, shape (8, 3)."""
    signs = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)])
    own = np.asarray(center) + signs * np.asarray(extent)
    return (matrix(pose) @ np.column_stack((own, np.ones(8))).T).T[:, :3]


def seen(t: float) -> list[tuple[Car, Pose]]:
    """Return the actors within range of the hero at ``t`` seconds."""
    here = CARS[0].way(t)
    poses = [(car, car.way(t)) for car in CARS]
    return [(car, pose) for car, pose in poses if math.dist(pose[:2], here[:2]) < RANGE]


def put_json(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = json.dumps(value).encode()
    path.write_bytes(gzip.compress(data) if path.name.endswith(".gz") else data)


def anno(folder: Path, frames: int = 60) -> Path:
    """Write a clip of Bench2Drive with ``frames`` files, and return its folder."""
    clip = folder / "ParkingCutIn_Town03_Route1711_Weather15"
    for number in range(frames):
        put_json(clip / "anno" / f"{number:05d}.json.gz", anno_frame(number / 10))
    return clip


def anno_frame(t: float) -> dict[str, object]:
    """Return the annotations at ``t`` seconds; the noisy x and y are wrong on purpose."""
    rows: list[dict[str, object]] = []
    for car, pose in seen(t):
        x, y, z, roll, pitch, yaw = pose
        is_walker = car.type_id.startswith("walker")
        row: dict[str, object] = {
            "class": "walker" if is_walker else "vehicle" if rows else "ego_vehicle",
            "id": str(car.id), "type_id": car.type_id, "location": [x, y, z], "rotation": [pitch, roll, yaw],
            "bbx_loc": list(car.center), "extent": list(car.extent), "speed": 0.0,
            "center": (matrix(pose) @ [*car.center, 1.0])[:3].tolist(),
            "world_cord": corners(pose, car.center, car.extent).tolist(),
        }  # fmt: skip
        if row["class"] == "vehicle":
            row |= {"state": "dynamic", "light_state": "Brake", "color": "10,20,30"}
        rows.append(row)
    parked = (30.0, -8.0, 0.2, 0.0, 5.0, 60.0)
    rows.append(
        {
            "class": "vehicle",
            "state": "static",
            "id": "16373456789012345678",
            "type_id": "/Game/SM_Parked",
            "location": [0.0, 0.0, 0.0],
            "rotation": [0.0, 0.0, 0.0],
            "center": list(parked[:3]),
            "extent": [2.3, 0.9, 0.7],
            "world2vehicle": np.linalg.inv(matrix(parked)).tolist(),
        }
    )
    rows.append(
        {
            "class": "traffic_light",
            "id": "40",
            "location": [20.0, 5.0, 6.0],
            "rotation": [0.0, 0.0, 10.0],
            "extent": [0.3, 0.3, 0.6],
            "state": 0 if t < 3 else 2,
            "type_id": "traffic.traffic_light",
            "trigger_volume_location": [15.0, 2.0, 0.5],
            "trigger_volume_rotation": [0.0, 0.0, 100.0],
            "trigger_volume_extent": [2.0, 1.5, 1.0],
            "affects_ego": True,
        }
    )
    return {
        "x": 1e3, "y": 1e3, "throttle": 0.5, "steer": -0.25, "brake": 0.0, "reverse": False,
        "theta": math.nan, "speed": None, "weather": {"cloudiness": 30.0, "sun_altitude_angle": 15.0},
        "bounding_boxes": rows, "sensors": {},
    }  # fmt: skip


def opv2v(folder: Path, frames: int = 30) -> Path:
    """Write a scenario of two connected cars with a file each per second world frame, and return its folder.

    Each car sees the other one a metre too far to the east, and the walker is seen as a vehicle.
    """
    scenario = folder / "2021_08_22_21_41_24"
    for car in CARS[:2]:
        (scenario / str(car.id)).mkdir(parents=True)
    (scenario / "data_protocol.yaml").write_text("world:\n  fixed_delta_seconds: 0.05\n", encoding="utf-8")
    for number in range(frames):
        for car in CARS[:2]:
            text = opv2v_file(car, number / 10)
            path = scenario / str(car.id) / f"{2 * number + 60:06d}.yaml"
            path.write_text(text, encoding="utf-8")
    return scenario


def opv2v_file(car: Car, t: float) -> str:
    def pose_of(x: float, y: float, z: float, roll: float, pitch: float, yaw: float) -> list[float]:
        return [x, y, z, roll, yaw, pitch]

    text = f"ego_speed: 12.0\ntrue_ego_pos: {pose_of(*car.way(t))}\nvehicles:\n"
    for other in CARS:
        if other is not car:
            x, y, z, *angle = pose_of(*other.way(t))
            off = 1.0 if other in CARS[:2] else 0.0
            text += f"  {other.id}:\n    angle: {angle}\n    center: {[*other.center]}\n"
            text += f"    extent: {[*other.extent]}\n    location: {[x + off, y, z]}\n    speed: 3.0\n"
    return text


def truth_rows(frames: int, step: float = 0.1) -> list[tuple[int, float, Car, Pose]]:
    """Return frame, seconds, actor and pose of all who are in range, by frame."""
    return [(n, n * step, car, pose) for n in range(frames) for car, pose in seen(n * step)]


def table(path: Path, header: str, lines: list[str]) -> Path:
    path.write_text("\n".join([header, *lines, ""]), encoding="utf-8")
    return path
