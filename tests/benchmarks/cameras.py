"""How soon pictures of a run's folder are painted, how many are dropped while playing, and their memory."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage, QImageReader
from PySide6.QtWidgets import QApplication

from tests.benchmarks.measure import (
    Bench,
    Cost,
    Row,
    Samples,
    alone,
    interleaved,
    memory_in_use,
    percentiles,
    rows,
)
from tests.benchmarks.window import beat_until, open_in, program, settle
from viewer.ui.app import Viewer
from viewer.ui.cameras.tile import CameraTile

_RECORDING = "300 actors"
_STEPS = 360
_APART = 3
"""Least steps between two seeks, so that no picture was read as the neighbour of another."""
_LARGEST = "1600 × 900 PNG"
_KINDS = {"800 × 600 JPG": (800, 600), "1600 × 900 JPG": (1600, 900), _LARGEST: (1600, 900)}
_FEW, _MANY = 1, 6


class _Painted(QObject):
    """Notes when each step was first painted in each tile of the panel."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer.window)
        tiles = viewer.window.panel("cameras").findChildren(CameraTile)
        self.steps: dict[QObject, dict[int, float]] = {tile: {} for tile in tiles if tile.isVisible()}
        for tile in tiles:
            tile.canvas.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() != QEvent.Type.Paint:
            return False
        watched.event(event)
        tile = watched.parent()
        if isinstance(tile, CameraTile) and tile.canvas.image is not None:
            step = int(tile.accessibleName().partition("step ")[2].partition(" ")[0])
            self.steps[tile].setdefault(step, time.perf_counter())
        return True

    def forget(self) -> None:
        """Drop all notes."""
        for steps in self.steps.values():
            steps.clear()

    def last_at(self, step: int) -> float | None:
        """Return when the last tile was painted with a step; None if one was not."""
        times = [steps.get(step) for steps in self.steps.values()]
        return None if None in times else max(filter(None, times))


def _make_folder(folder: Path, kind: str, cameras: int) -> Path:
    """Write numbered pictures that are all alike: a pattern with noise, as hard to read as a photograph."""
    width, height = _KINDS[kind]
    y, x = np.mgrid[0:height, 0:width]
    waves = (80 * np.sin(x / 37 + y / 91), 80 * np.sin(x / 57), 70 * np.cos(y / 23))
    noise = np.random.default_rng(0).normal(128, 8, (height, width, 3))
    pixels = (np.stack(waves, 2) + noise).clip(0, 255).astype(np.uint8)
    image = QImage(pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888)
    suffix = kind[-3:].lower()
    folder.mkdir()
    first = folder / f"first.{suffix}"
    image.save(str(first), quality=85 if suffix == "jpg" else -1)
    for camera in range(cameras):
        (folder / f"camera_{camera}").mkdir()
        for step in range(_STEPS):
            (folder / f"camera_{camera}" / f"{step}.{suffix}").hardlink_to(first)
    return folder


@contextmanager
def _watching(bench: Bench, kind: str, cameras: int) -> Iterator[tuple[Viewer, _Painted, Path]]:
    """Give a window with so many cameras that has nothing more to do, and their folder."""
    recording = bench.recording(_RECORDING)
    folder = _make_folder(bench.scratch / f"{cameras} {kind}", kind, cameras)
    with program(folder) as viewer:  # with settings of its own: the panel is not shown yet
        open_in(viewer, recording)
        settle(viewer)
        viewer.workspace.run_folders.choose(folder)
        viewer.workspace.run_folders.set_offset(0)
        viewer.window.actions_by_id["show_cameras"].trigger()
        beat_until(lambda: viewer.tasks.quiet and viewer.workspace.view.run_folder.folder is not None)
        painted = _Painted(viewer)
        _go_to(viewer, 1)
        if len(painted.steps) != cameras:
            raise RuntimeError(f"{len(painted.steps)} of {cameras} cameras are shown")
        yield viewer, painted, folder


def _go_to(viewer: Viewer, frame: int) -> None:
    """Go to a frame and wait until nothing is left to do."""
    viewer.playback.jump_to_frame(frame)
    QApplication.processEvents()
    beat_until(lambda: viewer.tasks.quiet)


def measure_seek_to_picture(bench: Bench) -> Iterator[Row]:
    """From a seek until all pictures are painted, beside reading the files in as many threads as cores."""
    for kind in _KINDS:
        for cameras in (_FEW, _MANY):
            ours: list[Samples] = []
            theirs: list[Samples] = []
            with (
                _watching(bench, kind, cameras) as (viewer, painted, folder),
                ThreadPoolExecutor(os.cpu_count()) as pool,
            ):
                for number in range(bench.rounds):
                    steps = _random_steps(viewer, number, min(bench.scaled(100), 100))
                    taken = [(_read(folder, pool, step), _seek(viewer, painted, step)) for step in steps]
                    theirs.append(np.array(taken)[:, 0])
                    ours.append(np.array(taken)[:, 1])
            seeks = percentiles({f"Seek to picture, {cameras} × {kind}": ours}, 50, 95)
            reads = percentiles({"QImageReader": theirs}, 50, 95)
            for (what, seconds), (reference, plain) in zip(seeks.items(), reads.items(), strict=True):
                yield Row(what, seconds, reference, plain)


def _random_steps(viewer: Viewer, seed: int, count: int) -> list[int]:
    steps = np.arange(seed % _APART, min(_STEPS, viewer.playback.transport.frames), _APART)
    return list(map(int, np.random.default_rng(seed).permutation(steps)[:count]))


def _read(folder: Path, pool: ThreadPoolExecutor, step: int) -> float:
    """Read the pictures of a step; return the seconds."""
    paths = [str(path) for path in folder.glob(f"*/{step}.*")]
    start = time.perf_counter()
    list(pool.map(lambda path: QImageReader(path).read(), paths))
    return time.perf_counter() - start


def _seek(viewer: Viewer, painted: _Painted, step: int) -> float:
    """Go to a step; return the seconds until the last of its pictures was painted."""
    painted.forget()
    start = time.perf_counter()
    viewer.playback.jump_to_frame(step)
    while (end := painted.last_at(step)) is None:
        QApplication.processEvents()
    QApplication.processEvents()
    beat_until(lambda: viewer.tasks.quiet)
    return end - start


def measure_played_pictures(bench: Bench) -> Iterator[Row]:
    """Pictures that are not painted while playing at 20 Hz, beside all that ought to be."""
    for kind in _KINDS:
        for cameras in (_FEW, _MANY):
            with _watching(bench, kind, cameras) as (viewer, painted, _):
                told = [_play(viewer, painted, bench.seconds(6.0)) for _ in range(bench.few)]
            dropped, wanted = zip(*told, strict=True)
            yield Row(f"Dropped, playing {cameras} × {kind}", dropped, "all", wanted, "pictures")


def _play(viewer: Viewer, painted: _Painted, seconds: float) -> tuple[float, float]:
    """Play so long; return how many pictures were not painted, and of how many."""
    _go_to(viewer, 0)
    painted.forget()
    end = time.perf_counter() + seconds
    viewer.playback.toggle_play()
    beat_until(lambda: time.perf_counter() >= end)
    wanted = range(1, viewer.playback.transport.frame)
    viewer.playback.toggle_play()
    dropped = sum(len(set(wanted) - steps.keys()) for steps in painted.steps.values())
    return dropped, len(wanted) * len(painted.steps)


def measure_picture_memory(bench: Bench) -> Iterator[Row]:
    """Memory at most of a window in which pictures of six cameras are looked through, beside none."""
    times = bench.scaled(100)
    tasks = {
        f"Memory at most, {_MANY} × {_LARGEST}": partial(alone, _look_through, bench, times),
        "the same without a folder": partial(alone, _look_without, bench, times),
    }
    costs = interleaved(tasks, bench.few)
    yield from rows({name: [float(one.peak) for one in each] for name, each in costs.items()}, unit="B")


def _look_through(bench: Bench, times: int) -> Cost:
    with _watching(bench, _LARGEST, _MANY) as (viewer, _, _):
        for step in _random_steps(viewer, 0, times):
            _go_to(viewer, step)
        return Cost(0.0, *memory_in_use())


def _look_without(bench: Bench, times: int) -> Cost:
    with program(bench.scratch) as viewer:
        open_in(viewer, bench.recording(_RECORDING))
        settle(viewer)
        for step in _random_steps(viewer, 0, times):
            _go_to(viewer, step)
        return Cost(0.0, *memory_in_use())
