"""Folders as driving stacks write them, made from a given way: step s is the recording's frame s + offset."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Callable
from pathlib import Path

FUTURE = 0.5
"""Seconds between two points of a plan."""
Way = Callable[[float], tuple[float, float, float, float]]
"""x, y, z in metres and yaw in degrees at a time in seconds."""


class Maker:
    """Writer of the folder of one run of ``steps`` steps at 20 Hz.

    ``way`` is the vehicle's; the step s is at ``(s + offset) / 20`` seconds of the recording.
    """

    def __init__(self, folder: Path, way: Way, steps: int, offset: int) -> None:
        self.folder, self.way, self.steps, self.offset = folder, way, steps, offset
        self.shown: dict[Path, int] = {}

    def time(self, step: float) -> float:
        return (step + self.offset) / 20

    def put(self, name: str, step: int) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(f"picture of {step}".encode())  # nothing here decodes it
        self.shown[path] = step

    def json(self, name: str, value: object) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = json.dumps(value).encode()
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)

    def ahead(self, step: int, count: int, back: float) -> list[list[float]]:
        """Return right and forward of a point ``back`` metres behind at the next ``count`` half seconds."""
        x, y, _, yaw = self.way(self.time(step))
        yaw = math.radians(yaw)
        points = []
        for number in range(1, count + 1):
            a, b, _, turned = self.way(self.time(step) + FUTURE * number)
            turned = math.radians(turned)
            dx = a - back * math.cos(turned) - (x - back * math.cos(yaw))
            dy = b - back * math.sin(turned) - (y - back * math.sin(yaw))
            points.append([-dx * math.sin(yaw) + dy * math.cos(yaw), dx * math.cos(yaw) + dy * math.sin(yaw)])
        return points

    def metric_info(self, first: int) -> None:
        self.json(
            "metric_info.json",
            {str(step): {"location": [*self.way(self.time(step))[:3]]} for step in range(first, self.steps)},
        )

    def vad(self) -> None:
        for step in range(self.steps):
            for camera in ("rgb_front", "rgb_front_left", "bev"):
                self.put(f"{camera}/{step // 10:04d}.png", step)
            meta = {"speed": 8.0, "steer": 0.25, "plan": self.ahead(step, 6, 0.39), "agent": "only_traj"}
            self.json(f"meta/{step // 10:04d}.json", meta)
        self.metric_info(0)

    def tcp(self) -> None:
        for step in range(1, self.steps):
            for camera in ("rgb", "rgb_front", "bev"):
                self.put(f"{camera}/{step:04d}.png", step)
            points = self.ahead(step, 4, 0.0)
            self.json(f"meta/{step:04d}.json", {"speed": 8.0} | {f"wp_{n + 1}": points[n] for n in range(4)})
        self.metric_info(1)

    def carla_garage(self) -> None:
        for step in range(0, self.steps, 5):
            self.put(f"rgb/{step // 5:04d}.jpg", step)
            x, y, _, yaw = self.way(self.time(step))
            values = {"pos_global": [x, y], "theta": math.radians(yaw), "speed": 8.0, "brake": False}
            self.json(f"measurements/{step // 5:04d}.json.gz", values)
        (self.folder / "lidar").mkdir()

    def lead(self) -> None:
        for step in range(1, self.steps):
            self.put(f"debug_images/{step:05d}.png", step)
        self.metric_info(1)
        items = [
            {"step": 1, "infraction": "RouteCompletionTest", "frame": 0, "message": "Agent has completed 0"},
            {"step": 90, "infraction": "CollisionTest", "frame": 4090, "message": "Agent collided"},
            {"step": 91, "infraction": "CollisionTest", "frame": 4090, "message": "Agent collided"},
        ]
        self.json("infractions.json", {"infractions": items, "video_fps": 20.0})

    def anno(self) -> None:
        for step in range(0, self.steps, 2):
            number = f"{step // 2:05d}"
            self.put(f"camera/rgb_front/{number}.jpg", step)
            x, y, z, _ = self.way(self.time(step))
            ego = {"class": "ego_vehicle", "id": "1", "location": [x, y, z]}
            self.json(f"anno/{number}.json.gz", {"x": x + 3, "y": y, "bounding_boxes": [ego]})

    def opv2v(self) -> None:
        for step in range(0, self.steps, 2):
            self.put(f"{step:06d}_camera0.png", step)
            x, y, z, yaw = self.way(self.time(step))
            pose = "".join(f"- {value!r}\n" for value in (x, y, z, 0.0, yaw, 0.0))
            (self.folder / f"{step:06d}.yaml").write_text(
                f"ego_speed: 28.8\nlidar_pose:\n- 1.0\n- 2.0\ntrue_ego_pos:\n{pose}vehicles: {{}}\n"
            )


LAYOUTS = {
    "vad": Maker.vad,
    "tcp": Maker.tcp,
    "carla_garage": Maker.carla_garage,
    "lead": Maker.lead,
    "anno": Maker.anno,
    "opv2v": Maker.opv2v,
}
