"""United surfaces, kept on disk: to make them takes longer than to read the map.

A file is named after all that it was made of, and begins with the digest of what follows, so that an old or
damaged one is never shown. Any of them may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import io
import os
import uuid
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from viewer.regular_file import open_regular
from viewer.roads.shapes import Paths
from viewer.roads.united_surfaces import UnitedLevel, UnitedSurfaces

if TYPE_CHECKING:
    from viewer.roads.road_map import Level

MOST = 100_000_000
"""Bytes that the files of a folder may have; those that were not used for the longest time go first."""
_MAKERS = "united.py", "united_surfaces.py", "kept_surfaces.py"
_DIGEST = 32  # bytes
_KINDS = ("road", "sidewalk", "median", "kerbs", "edges")


def united_surfaces(levels: Sequence[Level], folder: Path | None) -> UnitedSurfaces:
    """Return the surfaces of levels as wholes: from a folder, or made and put there; None keeps nothing."""
    path = None
    with suppress(OSError):  # without the program's sources an old file could not be told from a new one
        path = None if folder is None else folder / f"{_name(levels)}.surfaces"
    found = None if path is None else _read(path, len(levels))
    if found is not None:
        return found
    from viewer.roads.united import unite  # noqa: PLC0415 - it loads shapely, which is seldom needed

    made = unite(tuple(levels))
    if path is not None:
        with suppress(OSError):  # the disk is full, or not ours: then it is made again the next time
            _write(path, made)
            _make_room(path.parent)
    return made


def _name(levels: Sequence[Level]) -> str:
    """Return a name by what the surfaces are made of, and by what makes them."""
    digest = hashlib.blake2b(digest_size=_DIGEST)
    for module in _MAKERS:
        digest.update(Path(__file__).with_name(module).read_bytes())
    for number, level in enumerate(levels):
        for kind, outlines in level.surfaces.items():
            digest.update(f"{number} {kind} {len(outlines)} {len(outlines.points)}".encode())
            digest.update(np.ascontiguousarray(outlines.points).tobytes())
            digest.update(np.ascontiguousarray(outlines.first).tobytes())
    return digest.hexdigest()


def _read(path: Path, levels: int) -> UnitedSurfaces | None:
    try:
        with open_regular(path) as file:
            data = file.read()
    except OSError:
        return None
    if hashlib.blake2b(data[_DIGEST:], digest_size=_DIGEST).digest() != data[:_DIGEST]:
        return None
    with suppress(OSError):
        os.utime(path)
    with np.load(io.BytesIO(data[_DIGEST:])) as arrays:
        land, *others = (
            Paths(arrays[f"arr_{number}"], arrays[f"arr_{number + 1}"])
            for number in range(0, 2 * (1 + levels * len(_KINDS)), 2)
        )
    step = len(_KINDS)
    return UnitedSurfaces(
        land, tuple(UnitedLevel(*others[first : first + step]) for first in range(0, len(others), step))
    )


def _write(path: Path, surfaces: UnitedSurfaces) -> None:
    stream = io.BytesIO()
    np.savez(stream, *(array for paths in _paths(surfaces) for array in (paths.points, paths.first)))
    data = stream.getvalue()
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{uuid.uuid4().hex}.part")
    try:
        partial.write_bytes(hashlib.blake2b(data, digest_size=_DIGEST).digest() + data)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _paths(surfaces: UnitedSurfaces) -> Iterator[Paths]:
    yield surfaces.land
    for level in surfaces.levels:
        yield from (getattr(level, kind) for kind in _KINDS)


def _make_room(folder: Path) -> None:
    """Delete what has not been used for the longest time, until the rest is not too much."""
    files = [(path, path.stat()) for path in folder.iterdir()]
    left = MOST
    for path, status in sorted(files, key=lambda each: -each[1].st_mtime_ns):
        left -= status.st_size
        if left < 0:
            path.unlink(missing_ok=True)
