"""Texts of what is no QObject, in the user's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def tr(text: str) -> str:
    """Return a text in the user's language; it is given literally, for ``lupdate`` reads it off the source.

    To that program a call that is no object's stands in no context.
    """
    return QCoreApplication.translate("", text)
