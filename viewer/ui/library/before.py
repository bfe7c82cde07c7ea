"""The night before: a second folder of runs, or results file, with which the library page compares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QToolButton, QWidget

from viewer.library.columns import Columns
from viewer.library.library import Library
from viewer.library.nights import Nights, compare_nights
from viewer.ui import format as fmt
from viewer.ui.background.worker import Worker
from viewer.ui.library.columns import FLIP, SCORE
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.parts import button


class Before(QObject):
    """Comparison of the library with another folder of runs, which a button lets the user choose.

    A second click of the button ends the comparison.
    """

    changed = Signal()
    """Emitted when the folder was compared, or the comparison was ended."""
    failed = Signal(str)
    """Emitted with the error message if the folder cannot be read."""

    def __init__(self, library: Library, parent: QWidget) -> None:
        """Create the button; nothing is compared yet. ``library`` is the page's own."""
        super().__init__(parent)
        self._library = library
        self._nights: Nights | None = None
        self._call: Worker | None = None
        self.button = button(QToolButton(), tr("Compare with the runs of another folder"), kind="link")
        self.button.clicked.connect(self._choose)
        self._name_button()

    def _name_button(self, folder: str = "") -> None:
        text = tr("End the comparison with {0}").format(fmt.plain(folder)) if folder else tr("Compare with…")
        self.button.setText(text)

    @Slot()
    def _choose(self) -> None:
        if self._nights is not None:
            self._nights = None
            self._name_button()
            self.changed.emit()
            return
        title = tr("Folder of runs to compare with")
        folder = QFileDialog.getExistingDirectory(self.button, title, str(self._library.folders[0]))
        if folder:
            self.compare_with(Path(folder))

    def compare_with(self, path: Path) -> None:
        """Read the runs in the folder or results file ``path`` and compare them, in the background."""
        if self._call is not None:  # one at a time: the button is off meanwhile
            return
        self.button.setEnabled(False)
        other = Library([path], options=self._library.options, kept_in=self._library.kept_in)

        def compare(call: Worker) -> Nights:
            other.refresh(call.should_continue)
            return compare_nights(other, self._library, None, call.should_continue)

        self._call = Worker(compare, self)
        self._call.answered.connect(self._on_compared)
        self._call.failed.connect(lambda error: self.failed.emit(fmt.plain(translated(str(error)))))
        self._call.ended.connect(self._on_end)
        self._name = path.name
        self._call.start()

    @Slot(object)
    def _on_compared(self, nights: Nights) -> None:
        self._nights = nights
        self._name_button(self._name)
        self.changed.emit()

    @Slot()
    def _on_end(self) -> None:
        self._call = None
        self.button.setEnabled(True)

    def shut_down(self) -> None:
        """Cancel the comparison that is running, if any, and wait until its thread has ended."""
        if self._call is not None:
            self._call.cancel()
            self._call.wait()
            self._call = None

    def columns(self, recordings: Columns) -> dict[str, list[Any]]:
        """Return the columns ``SCORE`` and ``FLIP`` for ``recordings``; all None if nothing is compared."""
        pairs = () if self._nights is None else self._nights.pairs
        known = {
            (pair.b["name"], pair.b["route"], pair.b["repetition"], pair.b["path"]): pair for pair in pairs
        }
        names = ("name", "route", "repetition", "path")
        keys = zip(*(recordings[name] for name in names), strict=True)
        counted = zip(keys, recordings["counts"], strict=True)
        found = [None if counts is False else known.get(key) for key, counts in counted]
        return {
            SCORE: [None if pair is None else pair.a["score_composed"] for pair in found],
            FLIP: [None if pair is None else pair.flip for pair in found],
        }
