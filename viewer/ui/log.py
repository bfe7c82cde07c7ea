"""Log file for faults and Qt's warnings, to be attached to reports by the user; it is never sent anywhere."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import (
    QMessageLogContext,
    QStandardPaths,
    QtMsgType,
    qFormatLogMessage,
    qInstallMessageHandler,
)

LOG = logging.getLogger("viewer")
_NAME, _MOST_BYTES, _FORMER = "log.txt", 200_000, 2
_LINES = 60
"""Number of last lines of the log file that a problem report contains."""


def log_path() -> Path:
    """Return the path of the log file, in the user's folder for application state."""
    kind = QStandardPaths.StandardLocation.StateLocation
    return Path(QStandardPaths.writableLocation(kind)) / _NAME


@contextmanager
def log_to_file() -> Iterator[None]:
    """Write what is logged and Qt's messages to the log file inside the ``with`` block.

    If the log cannot be opened, the block runs without it.
    """
    from logging.handlers import RotatingFileHandler  # noqa: PLC0415 - importing it loads many other modules

    path = log_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(path, maxBytes=_MOST_BYTES, backupCount=_FORMER, encoding="utf-8")
    except OSError:
        yield
        return
    logging.raiseExceptions = False  # without a message when the disk is full
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False

    def on_qt_message(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        LOG.warning("Qt: %s", text)
        print(qFormatLogMessage(kind, context, text), file=sys.stderr)  # noqa: T201 - as Qt does

    before = qInstallMessageHandler(on_qt_message)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
        LOG.removeHandler(handler)
        handler.close()


def last_lines() -> str:
    """Return the last lines of the log file for a problem report; empty if there is no log."""
    try:
        return "\n".join(log_path().read_text(encoding="utf-8", errors="replace").splitlines()[-_LINES:])
    except OSError:
        return ""
