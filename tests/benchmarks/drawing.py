"""How long the map takes for a frame: asking for the world, preparing it, painting the whole map."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from PySide6.QtCore import QCoreApplication, QEvent, QObject

from tests.benchmarks.measure import Context, interleave
from tests.benchmarks.recordings import CROWDS
from tests.benchmarks.report import Row, timed
from tests.benchmarks.windows import delete, shown_map
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import world_at
from viewer.ui.app import make_application
from viewer.ui.background.tasks import Tasks
from viewer.ui.map import MapView

_CLOSE = 250.0
"""Metres from left to right when close up: boxes are to scale and many are on the screen."""
_FRAMES = 12
"""Frames a round plays, one after the other."""


def measure_map(context: Context) -> Iterator[Row]:
    """A frame of the map with ever more actors, against a frame of an empty one."""
    make_application()
    work = Tasks()
    empty = shown_map(work, None)
    _make_sure_it_paints(empty, None)
    for actors in CROWDS:
        with LogFile(context.recording(f"crowd of {actors:,}")) as file:
            index = read_index(file)
            view = shown_map(work, index)
            _make_sure_it_paints(view, index)
            tasks = {"empty": _playing(empty, None), "whole": _playing(view, index)}
            whole = interleave(tasks, context.rounds)
            yield timed(f"Map frame, {actors:,} actors", whole["whole"], "empty map", whole["empty"], _FRAMES)
            view.set_span(_CLOSE)
            close = interleave(tasks, context.rounds)
            yield timed(
                f"Map frame, {actors:,} actors, close up",
                close["whole"],
                "empty map",
                close["empty"],
                _FRAMES,
            )
            delete(view)
    delete(empty)
    work.shut_down()


class _PaintCounter(QObject):
    """Counts the paint events of a widget and of those in it."""

    def __init__(self, widget: MapView) -> None:
        super().__init__(widget)
        self.count = 0
        for child in (widget, *widget.findChildren(QObject)):
            child.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        self.count += event.type() == QEvent.Type.Paint
        return super().eventFilter(watched, event)


def _make_sure_it_paints(view: MapView, index: RecordingIndex | None) -> None:
    counter = _PaintCounter(view)
    _playing(view, index)()
    delete(counter)
    if counter.count < _FRAMES:
        raise RuntimeError(f"{_FRAMES} frames were shown, but only {counter.count} paint events came")


def _playing(view: MapView, index: RecordingIndex | None) -> Callable[[], None]:
    """Return a function that shows the next frames, each painted at once into the window's backing store."""
    frames = itertools.cycle([0.0] if index is None else index.elapsed.tolist())

    def play() -> None:
        for elapsed in itertools.islice(frames, _FRAMES):
            view.set_world(None if index is None else world_at(index, elapsed))
            QCoreApplication.processEvents()

    return play
