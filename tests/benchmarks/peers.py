"""The same poses in files of other programs, and how long their libraries take to read them.

Such a file has only the poses of those who move; a recording has them among everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.measure import Context, interleave
from tests.benchmarks.opening import open_whole
from tests.benchmarks.report import Row, absent, size, timed
from viewer.export.boxes import mirrored_locations, quaternions
from viewer.logfile.source import LogFile
from viewer.recording.actors import MOVERS
from viewer.recording.build.builder import read_index
from viewer.recording.index import RecordingIndex
from viewer.recording.read.poses import Trajectories, read_trajectories
from viewer.replay.paths.trajectory import trajectory

_CHANNELS = ("x", "y", "z", "pitch", "yaw", "roll")
_TIMELINE = "elapsed"


@dataclass(frozen=True)
class Peer:
    """A library that reads files of its own, in which each actor has a name or number of its own."""

    name: str
    module: str
    suffix: str
    write: Callable[[Path, RecordingIndex, Trajectories], None]
    open: Callable[[Path], object]
    read_one: Callable[[Path, int], object]
    read_all: Callable[[Path], object]


def measure_peers(context: Context) -> Iterator[Row]:
    """Opening, and the poses of one actor and of all who move, against libraries with files of their own."""
    path = context.recording("traffic")
    with LogFile(path) as file:
        index = read_index(file)
        movers = np.flatnonzero(np.isin(index.actors.category, MOVERS))
        hero = int(index.actors.hero_rows[0])
        number = int(np.flatnonzero(movers == hero)[0])
        ours: dict[str, Callable[[], object]] = {
            "Open traffic": partial(open_whole, path),
            "Open traffic, and the trajectory of the hero": partial(_open_and_ask, path, hero),
            "Open traffic, and all trajectories": partial(_open_and_ask_all, path, movers),
        }
        for peer in PEERS:
            if find_spec(peer.module) is None:
                yield absent(peer.name)
                continue
            target = context.scratch / f"poses{peer.suffix}"
            peer.write(target, index, read_trajectories(index, movers))
            reference = f"{peer.name}, the same poses as {peer.suffix}"
            against = f"against {size(target.stat().st_size)}"
            theirs = (
                partial(peer.open, target),
                partial(peer.read_one, target, number),
                partial(peer.read_all, target),
            )
            for (what, task), other in zip(ours.items(), theirs, strict=True):
                samples = interleave({"ours": task, "theirs": other}, context.rounds)
                yield timed(what, samples["ours"], reference, samples["theirs"], detail=against)
            target.unlink()


def _open_and_ask(path: Path, row: int) -> None:
    with LogFile(path) as file:
        trajectory(read_index(file), row)


def _open_and_ask_all(path: Path, rows: NDArray[np.int64]) -> None:
    with LogFile(path) as file:
        read_trajectories(read_index(file), rows)


def _lives(
    index: RecordingIndex, poses: Trajectories
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Yield the times of each life, shape (K,), and its poses, shape (K, 6)."""
    for number, begin in enumerate(poses.begins.tolist()):
        life = poses.of(number)
        yield index.elapsed[begin : begin + len(life)], life


# -- asammdf


def _write_mf4(path: Path, index: RecordingIndex, poses: Trajectories) -> None:
    asammdf = import_module("asammdf")
    with asammdf.MDF(version="4.10") as target:
        for elapsed, life in _lives(index, poses):
            columns = [np.ascontiguousarray(column) for column in life.T]
            target.append(
                [
                    asammdf.Signal(samples=column, timestamps=elapsed, name=name)
                    for name, column in zip(_CHANNELS, columns, strict=True)
                ]
            )
        target.save(path, overwrite=True)


def _open_mf4(path: Path) -> None:
    import_module("asammdf").MDF(path).close()


def _read_mf4(path: Path, number: int) -> object:
    with import_module("asammdf").MDF(path) as source:
        return source.select([(name, number) for name in _CHANNELS])


def _read_all_mf4(path: Path) -> object:
    with import_module("asammdf").MDF(path) as source:
        return source.select([(name, group) for group in range(len(source.groups)) for name in _CHANNELS])


# -- rerun


def _write_rrd(path: Path, index: RecordingIndex, poses: Trajectories) -> None:
    rerun = import_module("rerun")
    stream = rerun.RecordingStream("carla-replay-viewer-benchmark")
    stream.save(str(path))
    for number, (elapsed, life) in enumerate(_lives(index, poses)):
        stream.send_columns(
            f"actors/{number}",
            [rerun.TimeColumn(_TIMELINE, duration=elapsed)],
            rerun.Transform3D.columns(
                translation=mirrored_locations(life[:, :3]), quaternion=quaternions(life[:, 3:])
            ),
        )
    stream.flush()
    stream.disconnect()


def _open_rrd(path: Path) -> object:
    return import_module("rerun.chunk").RrdReader(path).store()


def _read_rrd(path: Path, number: int | None = None) -> object:
    stream = import_module("rerun.chunk").RrdReader(path).stream()
    chunks = (stream if number is None else stream.filter(content=f"/actors/{number}")).to_chunks()
    return [chunk.to_record_batch() for chunk in chunks]


PEERS = (
    Peer("asammdf", "asammdf", ".mf4", _write_mf4, _open_mf4, _read_mf4, _read_all_mf4),
    Peer("rerun-sdk", "rerun", ".rrd", _write_rrd, _open_rrd, _read_rrd, _read_rrd),
)
