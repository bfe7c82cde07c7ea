"""A process of its own that says ``painted`` when the first picture of a window is there.

``python -m tests.benchmarks.first_picture RECORDING SETTINGS`` is the program as its command starts it, with
a recording and a folder for settings of its own; without arguments it is the reference, a window of PySide6,
numpy and pyqtgraph as one would write it first.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from viewer.ui.app import Viewer


def _end() -> None:
    os.write(sys.stdout.fileno(), b"painted\n")
    os._exit(0)


def _end_when_painted(widget: QWidget, counts: Callable[[], bool]) -> None:
    """End the process when a widget has been painted in a state that counts."""
    from PySide6.QtCore import QEvent, QObject, QTimer  # noqa: PLC0415 - not before the program's own imports

    class FirstPicture(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
            if event.type() == QEvent.Type.Paint and counts():
                QTimer.singleShot(0, _end)  # after the paint events of the other widgets
            return super().eventFilter(watched, event)

    widget.installEventFilter(FirstPicture(widget))


def _show_program(recording: Path, settings: Path) -> None:
    from viewer.cli import main  # noqa: PLC0415 - part of the start
    from viewer.ui import quick_imports  # noqa: PLC0415

    import_quickly = quick_imports.import_quickly

    def import_and_watch() -> None:
        import_quickly()
        from PySide6.QtCore import QSettings  # noqa: PLC0415 - as the program: after the line above

        from viewer.ui.app import Viewer  # noqa: PLC0415
        from viewer.ui.map.canvas import Canvas  # noqa: PLC0415

        QSettings.setDefaultFormat(QSettings.Format.IniFormat)
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(settings))
        last_before_shown = Viewer.collect_when_idle

        def watch(viewer: Viewer) -> None:
            last_before_shown(viewer)
            surface = viewer.window.map_area.map_view.findChildren(Canvas)[0].viewport()
            _end_when_painted(surface, lambda: viewer.moment.world is not None)

        Viewer.collect_when_idle = watch  # type: ignore[method-assign]

    quick_imports.import_quickly = import_and_watch
    sys.exit(main([str(recording)]))


def _show_bare_window() -> None:
    import numpy as np  # noqa: F401, PLC0415 - not before the program's own imports
    import pyqtgraph as pg  # noqa: PLC0415
    from PySide6.QtWidgets import QApplication, QMainWindow  # noqa: PLC0415

    app = QApplication(sys.argv[:1])
    window = QMainWindow()
    view = pg.GraphicsView(window)
    window.setCentralWidget(view)
    _end_when_painted(view.viewport(), lambda: True)
    window.resize(1280, 720)
    window.show()
    app.exec()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _show_program(Path(sys.argv[1]), Path(sys.argv[2]))
    else:
        _show_bare_window()
