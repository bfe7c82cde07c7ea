"""The lines of Physics Control events as records again."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from viewer.logfile.physics import LAYOUTS, PhysicsControl

_LAYOUT = LAYOUTS[1]  # CARLA's text leaves out what later builds have besides
_POINT = re.compile(r"\((\S+), (\S+)\)")
_VECTOR = re.compile(r"\((\S+), (\S+), (\S+)\)")
_ID = "  Id: "
_FIELDS = {"use_gear_auto_box": "use_gear_autobox", "MOI": "moi"}
"""Words whose fields are called otherwise."""


def read_physics(lines: list[str]) -> list[PhysicsControl]:
    """Return the physics of all vehicles of a frame; those of UE5 are left out."""
    starts = [number for number, line in enumerate(lines) if line.startswith(_ID)]
    parts = [lines[start:stop] for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True)]
    return [_control(part) for part in parts if "   forward_gears:" in part]


def _control(lines: list[str]) -> PhysicsControl:
    head = np.zeros(1, _LAYOUT.head_dtype)
    head["actor_id"] = int(lines[0].removeprefix(_ID))
    rows: dict[str, list[Any]] = {name: [] for name in _LAYOUT.lists}
    for line in lines[1:]:
        name, _, value = line.strip().partition(" =")
        name, value = _FIELDS.get(name, name), value.strip()
        if name in rows and _POINT.search(value):
            rows[name] = [(float(x), float(y)) for x, y in _POINT.findall(value)]
        elif name == "center_of_mass":
            head[name] = _vector(value)
        elif name in (head.dtype.names or ()):
            head[name] = value == "true" if value in ("true", "false") else float(value)
        elif line.startswith("    gear"):
            rows["forward_gears"].append(tuple(float(number) for number in line.split()[3::2]))
        elif line.startswith("    wheel"):
            numbers, _, position = line.partition(" position ")
            rows["wheels"].append((*(float(number) for number in numbers.split()[3::2]), _vector(position)))
    lists = {name: np.array(rows[name], dtype) for name, dtype in _LAYOUT.list_dtypes.items()}
    return PhysicsControl(_LAYOUT, head[0], lists)


def _vector(text: str) -> tuple[float, ...]:
    found = _VECTOR.search(text)
    return (0.0, 0.0, 0.0) if found is None else tuple(float(number) for number in found.groups())
