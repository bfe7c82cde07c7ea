"""Handling of uncaught exceptions: a failed panel is covered, others end in a dialog; the program goes on."""

from __future__ import annotations

import platform
import sys
import threading
import traceback
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from viewer.ui.log import LOG
from viewer.ui.shell.panel_fault import PanelFault, failed_panel
from viewer.ui.translation import tr
from viewer.ui.widgets.dialogs import message_box

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMessageBox

_PACKAGES = ("carla-replay-viewer", "PySide6-Essentials", "pyqtgraph", "numpy")
_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


class CrashReporter(QObject):
    """Exception hook for all threads that shows uncaught exceptions to the user.

    An exception raised in a panel covers that panel; others are shown in one dialog at a time. An exception
    from the same line of code is shown only once, so that it cannot flood the user. All exceptions go on to
    the hooks that were there before, which print them.
    """

    _caught = Signal(str)
    _failed = Signal(QWidget, str)
    """Emitted with a panel in which an exception was raised, and the traceback as text."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._box: QMessageBox | None = None
        self._seen: set[tuple[object, ...]] = set()
        self._broken = False
        self._except_hook = sys.excepthook
        self._thread_hook = threading.excepthook
        # Queued: the exception may come from another thread, or from the middle of a paint.
        self._caught.connect(self._show, Qt.ConnectionType.QueuedConnection)
        self._failed.connect(self._cover, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Install the exception hooks, so that uncaught exceptions of all threads are shown to the user."""
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception

    def uninstall(self) -> None:
        """Restore the exception hooks of Python that ``install`` replaced."""
        sys.excepthook = self._except_hook
        threading.excepthook = self._thread_hook

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        self._except_hook(kind, error, trace)
        if issubclass(kind, Exception):
            self._report(kind, error, trace)

    def _on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        self._thread_hook(args)
        if issubclass(args.exc_type, Exception) and args.exc_value is not None:
            self._report(args.exc_type, args.exc_value, args.exc_traceback)

    def _report(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        LOG.error("A fault", exc_info=(kind, error, trace))
        try:
            if self._broken:
                return
            location = (kind, *((frame.f_code, line) for frame, line in traceback.walk_tb(trace)))
            text = "".join(traceback.format_exception(kind, error, trace))
            panel = failed_panel(trace) if threading.current_thread() is threading.main_thread() else None
            if panel is not None:
                self._failed.emit(panel, text)
            elif location not in self._seen:
                self._seen.add(location)
                self._caught.emit(text)
        except Exception:  # noqa: BLE001 (a hook that raises would be called for its own exception)
            self._broken = True

    @Slot(QWidget, str)
    def _cover(self, panel: QWidget, text: str) -> None:
        """Cover ``panel`` with a message that it failed, unless it is covered already.

        ``text`` is the traceback, for the report that the user can copy.
        """
        there = isValid(panel) and panel.findChildren(PanelFault, options=_DIRECT)
        if isValid(panel) and not there:
            PanelFault(panel, f"{versions()}\n\n{text.rstrip()}")

    @Slot(str)
    def _show(self, text: str) -> None:
        try:
            if self._box is None or not isValid(self._box) or not self._box.isVisible():
                what = tr(
                    "This is a fault of the program. It goes on, but what it shows may be incomplete. "
                    "Please send this report to those who make it."
                )
                title, copies = tr("Something went wrong"), {tr("Copy report"): self._copy}
                self._box = message_box(self._window, title, title, what, copies)
                self._box.setDetailedText(f"{versions()}\n")
                self._box.open()
            self._box.setDetailedText(f"{self._box.detailedText()}\n{text}")
        except Exception:  # a dialog that fails must not be shown for its own failure
            self._broken = True
            raise

    def _copy(self) -> None:
        if self._box is not None:
            QGuiApplication.clipboard().setText(self._box.detailedText())


def install_excepthook(window: QWidget) -> CrashReporter:
    """Install a CrashReporter that shows uncaught exceptions in dialogs of ``window``; return it."""
    reporter = CrashReporter(window)
    reporter.install()
    return reporter


def versions() -> str:
    """Return the versions of this program, its packages, Python and the system, one per line."""
    lines = [f"{name} {_version(name)}" for name in _PACKAGES]
    return "\n".join((*lines, f"Python {platform.python_version()}", platform.platform()))


def _version(package: str) -> str:
    from importlib import metadata  # noqa: PLC0415 - importing it loads many other modules

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "(not installed)"
