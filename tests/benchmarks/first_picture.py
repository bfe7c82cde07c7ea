"""A process of its own that says ``painted`` when the first picture of a window is there.

``python -m tests.benchmarks.first_picture RECORDING SETTINGS`` is the program with a recording, and with
settings of its own; without arguments it is the reference, a window of PySide6, numpy and pyqtgraph.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSettings, QTimer
from PySide6.QtWidgets import QApplication, QGraphicsView, QWidget


class _FirstPicture(QObject):
    """Ends the process when a widget has been painted in a state that counts."""

    def __init__(self, widget: QWidget, counts: Callable[[], bool]) -> None:
        super().__init__(widget)
        self._counts = counts
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Paint and self._counts():
            QTimer.singleShot(0, _end)  # after the paint events of the other widgets
        return super().eventFilter(watched, event)


def _end() -> None:
    os.write(sys.stdout.fileno(), b"painted\n")
    os._exit(0)


def _show_program(recording: Path, settings: str) -> None:
    from viewer.cli import main  # noqa: F401, PLC0415 - part of the start
    from viewer.ui.app import Viewer, make_application  # noqa: PLC0415 - not in the reference
    from viewer.ui.state.open_request import OpenRequest  # noqa: PLC0415
    from viewer.ui.state.settings import Settings  # noqa: PLC0415

    app = make_application()
    viewer = Viewer(app, Settings(QSettings(settings, QSettings.Format.IniFormat)))
    viewer.workspace.open(recording, OpenRequest())
    viewer.window.show()
    surface = viewer.window.map_area.map_view.findChildren(QGraphicsView)[0].viewport()
    first = _FirstPicture(surface, lambda: viewer.moment.world is not None)
    app.exec()
    del first


def _show_bare_window() -> None:
    import pyqtgraph as pg  # noqa: PLC0415 - not before the program's own imports
    from PySide6.QtWidgets import QMainWindow  # noqa: PLC0415

    app = QApplication(sys.argv[:1])
    window = QMainWindow()
    view = pg.GraphicsView(window)
    window.setCentralWidget(view)
    first = _FirstPicture(view.viewport(), lambda: True)
    window.resize(1280, 720)
    window.show()
    app.exec()
    del first


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _show_program(Path(sys.argv[1]), sys.argv[2])
    else:
        _show_bare_window()
