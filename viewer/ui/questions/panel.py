"""A panel that lists the answers to a question, and leads to each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from viewer.cancellation import Proceed, check
from viewer.recording.index import RecordingIndex, same_opening
from viewer.replay.time.time_forms import TimeScale
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks
from viewer.ui.format import count, seconds
from viewer.ui.icons import icon
from viewer.ui.questions.question import CarlaQuestion
from viewer.ui.widgets.boxes import STRETCH, in_column
from viewer.ui.widgets.drawer_panel import DrawerPanel
from viewer.ui.widgets.grid_view import GridView
from viewer.ui.widgets.parts import button, label
from viewer.ui.widgets.sorted_grid import SortedGridModel

_FILTER_WIDTH = 200
_SPACING = 8


class QuestionPanel(DrawerPanel):
    """The answers to a question about the recording, found while the panel is seen."""

    occasion_chosen = Signal(object)
    """Occasion of an answer that was clicked."""
    told = Signal(str)
    """What was done, in a few words."""

    def __init__(self, question: CarlaQuestion, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question = question
        self._index: RecordingIndex | None = None
        self._asked: RecordingIndex | None = None
        self._scale: TimeScale | None = None
        self._answers: Sequence[Any] = ()
        self._looking = Latest(tasks, self, self._take)
        self._writing = Latest(tasks, self, self._put_text)
        self._model = SortedGridModel(self)
        self._list = GridView(self._model, self)
        self._list.sort_by_headings()
        self._filter = QLineEdit(self.head)
        self._count = label(size=11, role="secondary")
        self._copy = QPushButton(self.tr("Copy as CARLA’s text"))
        self._lay_out()
        self._filter.textChanged.connect(self._filter_by)
        self._copy.clicked.connect(self.copy_text)
        self._list.chosen.connect(self._go)
        self._looking.failed.connect(self._fail)
        self._looking.progress.connect(self._tell_progress)
        self._writing.failed.connect(self._allow_copy)
        question.setParent(self)
        question.changed.connect(self._ask_again)
        self._copy.setIcon(icon("copy", "secondary"))

    def _lay_out(self) -> None:
        self._list.setAccessibleName(self._question.title)
        self._filter.setPlaceholderText(self.tr("Filter"))
        self._filter.setAccessibleName(self.tr("Filter {0}").format(self._question.title))
        self._filter.setClearButtonEnabled(True)
        self._filter.setMaximumWidth(_FILTER_WIDTH)
        button(self._copy, self.tr("Copy, byte for byte, what CARLA prints for this question"), size=11)
        parts = (*self._question.controls, self._filter, self._count, STRETCH, self._copy)
        self.head.take(*parts, spacing=_SPACING)
        in_column(self, self._list)

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Ask about a recording, or about a longer view of the one there is."""
        before, self._index = self._index, index
        if not same_opening(before, index):
            self._looking.cancel()
            self._writing.cancel()
            self._answers, self._asked = (), None
        self._ask()

    def set_time_scale(self, scale: TimeScale | None) -> None:
        """Write times as on this scale; None for elapsed."""
        self._scale = scale
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask what was not asked while nobody looked."""
        super().showEvent(event)
        self._ask()

    # Asking

    @Slot()
    def _ask_again(self) -> None:
        self._asked = None
        self._ask()

    def _ask(self) -> None:
        index = self._index
        if self.isVisible() and index is not None and index.complete and index is not self._asked:
            self._asked = index
            self._looking.ask(self._question.search(index), patient=index.growing)
        self._show()

    @Slot(object)
    def _take(self, answers: Sequence[Any]) -> None:
        self._answers = answers
        self._show()

    @Slot()
    def _fail(self) -> None:
        """Let the same view be asked again: whoever shows the recording meets the error, too."""
        self._asked = None
        self._show()

    # Copying

    @Slot()
    def copy_text(self) -> None:
        """Copy CARLA's own answer, bugs and all."""
        if self._index is not None and not self._writing.busy:
            self._copy.setEnabled(False)
            self._writing.ask(partial(_joined, self._question.carla_text(self._index)))

    @Slot(object)
    def _put_text(self, text: bytes) -> None:
        QApplication.clipboard().setText(text.decode(errors="replace"))
        self._allow_copy()
        self.told.emit(self.tr("Copied CARLA’s text about {0}").format(self._question.title.lower()))

    @Slot()
    def _allow_copy(self) -> None:
        self._copy.setEnabled(self._index is not None)

    # Showing

    @Slot(str)
    def _filter_by(self, text: str) -> None:
        self._model.set_filter(text)
        self._show_count()

    @Slot(int, int)
    def _go(self, line: int, _column: int) -> None:
        if self._index is not None:
            self.occasion_chosen.emit(self._question.occasion(self._index, self._model.items[line]))

    @Slot(float)
    def _tell_progress(self, share: float) -> None:
        if not self._model.items:
            self._list.set_message(self.tr("Looking… {0} %").format(int(share * 100.0)))

    @Slot()
    def _show(self) -> None:
        index = self._index
        written = seconds if self._scale is None else self._scale.label
        cells = (lambda _answer: ()) if index is None else partial(self._question.cells, index)
        self._model.show_items(self._question.headings(written), self._answers, cells)
        self._list.set_message(self._message(index))
        self._allow_copy()
        self._show_count()

    def _show_count(self) -> None:
        shown, total = len(self._model.items), self._model.total
        both = self.tr("{0} of {1}").format(count(shown), count(total))
        self._count.setText("" if not total else count(total) if shown == total else both)

    def _message(self, index: RecordingIndex | None) -> str:
        """Return why nothing is listed."""
        if index is None:
            return ""
        if self._answers:
            return self.tr("Nothing listed has these words")
        if self._looking.busy or not index.complete:
            return self.tr("Looking…")
        return self._question.nothing(index)


def _joined(text: Callable[[], Iterable[bytes]], proceed: Proceed) -> bytes:
    """Return a whole text; it is not known how far it is."""
    parts = []
    for part in text():
        parts.append(part)
        check(proceed, 0.0)
    return b"".join(parts)
