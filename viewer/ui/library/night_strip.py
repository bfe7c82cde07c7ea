"""Strip above the table of runs: the night's numbers, groupings, and the comparison with another night."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFileDialog, QMenu, QToolButton, QWidget

from viewer.library.columns import Columns
from viewer.library.library import Library
from viewer.library.nights import Nights, compare_nights
from viewer.ui import format as fmt
from viewer.ui.background.worker import Worker
from viewer.ui.library.columns import FLIP, SCORE
from viewer.ui.library.groups import groupings
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.parts import button, wrapped


class NightStrip(QWidget):
    """Numbers of the benchmark over the runs with results; hidden without any.

    A button offers groupings of the runs; another one compares them with those of another folder, which the
    user chooses, and a second click of it ends the comparison.
    """

    asked = Signal(str)
    """Emitted with an SQL query when the user chooses a grouping."""
    compared = Signal()
    """Emitted when another night was compared with this one, or the comparison was ended."""
    failed = Signal(str)
    """Emitted with the error message if the other night cannot be read."""

    def __init__(self, library: Library, parent: QWidget | None = None) -> None:
        """Create an empty strip for ``library``; nothing is compared yet."""
        super().__init__(parent)
        self._library = library
        self._nights: Nights | None = None
        self._call: Worker | None = None
        self._numbers = wrapped(role="secondary")
        self._compare = button(QToolButton(), tr("Compare with the runs of another folder"), kind="link")
        self._compare.clicked.connect(self._choose)
        self._name_button()
        in_row(self, (self._numbers, 1), 12, self._group_button(), 8, self._compare)
        self.hide()

    def _group_button(self) -> QToolButton:
        """Return a button with a menu of groupings of runs: by ability, scenario, town, route, status."""
        tip = tr("Number, mean, spread, best and worst score of the runs of each group")
        groups, menu = button(QToolButton(), tip, kind="link"), QMenu(self)
        groups.setText(tr("Group by"))
        groups.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        for title, question in groupings().items():
            menu.addAction(title).setData(question)
        menu.triggered.connect(lambda action: self.asked.emit(action.data()))
        groups.setMenu(menu)
        return groups

    def set_numbers(self, text: str) -> None:
        """Show ``text``; hide the strip if it is empty."""
        self._numbers.setText(text)
        self.setVisible(bool(text))

    def _name_button(self, folder: str = "") -> None:
        text = tr("End the comparison with {0}").format(fmt.plain(folder)) if folder else tr("Compare with…")
        self._compare.setText(text)

    @Slot()
    def _choose(self) -> None:
        if self._nights is not None:
            self._nights = None
            self._name_button()
            self.compared.emit()
            return
        title = tr("Folder of runs to compare with")
        folder = QFileDialog.getExistingDirectory(self, title, str(self._library.folders[0]))
        if folder:
            self._compare_with(Path(folder))

    def _compare_with(self, path: Path) -> None:
        """Read the runs in the folder ``path`` and compare them, in the background."""
        self._compare.setEnabled(False)
        other = Library([path], options=self._library.options, kept_in=self._library.kept_in)

        def compare(call: Worker) -> Nights:
            other.refresh(call.should_continue)
            return compare_nights(other, self._library, None, call.should_continue)

        def show(nights: Nights) -> None:
            self._nights = nights
            self._name_button(path.name)
            self.compared.emit()

        self._call = Worker(compare, self)
        self._call.answered.connect(show)
        self._call.failed.connect(lambda error: self.failed.emit(fmt.plain(translated(str(error)))))
        self._call.ended.connect(self._on_end)
        self._call.start()

    @Slot()
    def _on_end(self) -> None:
        self._call = None
        self._compare.setEnabled(True)

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
