"""Writing a file where the user wants it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from viewer.ui.translation import tr


def ask_target(parent: QWidget, title: str, suggested: Path, kinds: Mapping[str, str]) -> Path | None:
    """Let the user choose where a file goes, None for nowhere.

    ``kinds`` are what it may be, by the endings, of which one is added if the user typed none of them.
    """
    filters = [f"{said} (*{ending})" for ending, said in kinds.items()]
    path, chosen = QFileDialog.getSaveFileName(parent, title, str(suggested), ";;".join(filters))
    if not path or Path(path).suffix.lower() in kinds:
        return Path(path) if path else None
    return Path(f"{path}{[*kinds][filters.index(chosen) if chosen in filters else 0]}")


def saved(target: Path, write: Callable[[Path], object]) -> str:
    """Write a file, and return in words what became of that; what writes may return that it could not."""
    try:
        said, why = tr("{name} cannot be written") if write(target) is False else tr("Saved {name}"), ""
    except OSError as error:
        said, why = tr("{name} cannot be written"), f": {error.strerror or error}"
    return f"{said.format(name=target.name)}{why}"
