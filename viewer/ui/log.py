"""A file in which faults are kept, and what Qt complains of: for reports; it is never sent anywhere."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

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
"""Lines that are told in a report."""


def log_path() -> Path:
    """Return the file: in the folder of the user's states."""
    kind = QStandardPaths.StandardLocation.StateLocation
    return Path(QStandardPaths.writableLocation(kind)) / _NAME


@contextmanager
def kept_log() -> Iterator[None]:
    """Keep a log meanwhile, as far as there is room for it; what goes to the terminal goes there too."""
    from logging.handlers import RotatingFileHandler  # noqa: PLC0415 - it loads far more than it is

    path = log_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(path, maxBytes=_MOST_BYTES, backupCount=_FORMER, encoding="utf-8")
    except OSError:
        yield
        return
    logging.raiseExceptions = False  # a full disk is no fault of the program
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    hook, thread_hook = sys.excepthook, threading.excepthook

    def take(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        LOG.error("A fault", exc_info=(kind, error, trace))
        hook(kind, error, trace)

    def take_of_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            LOG.error("A fault in a thread", exc_info=(args.exc_type, args.exc_value, args.exc_traceback))
        thread_hook(args)

    def take_of_qt(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        LOG.warning("Qt: %s", text)
        print(qFormatLogMessage(kind, context, text), file=sys.stderr)  # noqa: T201 - as Qt does

    sys.excepthook, threading.excepthook = take, take_of_thread
    before = qInstallMessageHandler(take_of_qt)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
        sys.excepthook, threading.excepthook = hook, thread_hook
        LOG.removeHandler(handler)
        handler.close()


def last_lines() -> str:
    """Return the end of the log; empty where none is kept."""
    try:
        return "\n".join(log_path().read_text(encoding="utf-8", errors="replace").splitlines()[-_LINES:])
    except OSError:
        return ""
