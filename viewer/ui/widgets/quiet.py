"""Keeping Qt from saying what nobody can do anything about."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qFormatLogMessage, qInstallMessageHandler

_EXPECTED = "This plugin does not support propagateSizeHints()"
"""The platform without a screen has no window manager to tell sizes to, and says so of every window."""


@contextmanager
def without_expected_messages() -> Iterator[None]:
    """Leave that one message of Qt out; pass all others on."""

    def handle(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if text == _EXPECTED:
            return
        if before is not None:
            before(kind, context, text)
        else:
            print(qFormatLogMessage(kind, context, text), file=sys.stderr)  # noqa: T201 - as Qt does

    before = qInstallMessageHandler(handle)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
