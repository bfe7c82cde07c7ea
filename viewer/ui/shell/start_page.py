"""What the window shows while no recording is open: a card for each recording that was open lately."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QScrollArea, QWidget

from viewer.ui import format as fmt
from viewer.ui.actions import tooltip
from viewer.ui.shell.recording_card import SIZE, RecordingCard
from viewer.ui.state.recent import RecentRecording
from viewer.ui.theme import Theme
from viewer.ui.widgets.boxes import STRETCH, USUAL, in_column, in_row
from viewer.ui.widgets.parts import button, label, scrolling

_GAP = 16
_MARGIN = 24
_MOST_COLUMNS = 4
_KNOWN = 3
"""Recordings that make the sample superfluous."""


class StartPage(QScrollArea):
    """Open a file, drop one, or choose one that was open lately, or the sample."""

    open_requested = Signal()
    """The user wants to choose a file."""
    open_folder_requested = Signal()
    """The user wants to choose a folder."""
    open_path_requested = Signal(object)
    """The user chose a recent recording: its Path."""
    forget_requested = Signal(object)
    """The user wants a recent recording off the page: its Path."""
    sample_requested = Signal()
    """The user wants to see the sample recording."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._recent: tuple[RecentRecording, ...] = ()
        self._sample: RecentRecording | None = None
        self._missing: frozenset[Path] = frozenset()
        self._cards: list[RecordingCard] = []
        self._columns = 0
        scrolling(area=self)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._content = QWidget()
        self._grid = QGridLayout()
        self._grid.setSpacing(_GAP)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self._foot = label(size=11, role="secondary")
        in_column(self._content, self._build_head(), self._grid, self._foot, spacing=_GAP)
        page = QWidget()
        page.setProperty("surface", "window")
        margins = (_MARGIN, 2 * _MARGIN, _MARGIN, _MARGIN)
        row = in_row(page, STRETCH, self._content, STRETCH, spacing=USUAL, margins=margins)
        row.setAlignment(self._content, Qt.AlignmentFlag.AlignTop)
        self.setWidget(page)

    def set_recent(
        self, recordings: Sequence[RecentRecording], sample: RecentRecording | None = None
    ) -> None:
        """Show these recordings, the last one first. Nothing is read and nobody asks the disk.

        The sample comes before them until a few others are known.
        """
        self._recent, self._sample = tuple(recordings), sample
        self._missing = frozenset()
        self._make_cards()

    @Slot(object)
    def set_missing(self, paths: Collection[Path]) -> None:
        """Leave out the recent files that are gone, and say how many they are."""
        self._missing = frozenset(paths)
        self._make_cards()

    def set_known(self, recording: RecentRecording) -> None:
        """Show what was learnt about one of the recordings."""
        self._recent = tuple(recording if each.path == recording.path else each for each in self._recent)
        if self._sample is not None and self._sample.path == recording.path:
            self._sample = recording
        for card in self._cards:
            if card.recording.path == recording.path:
                card.set_recording(recording)

    def show_content(self, shown: bool) -> None:
        """Show the page, or nothing, because something else has to be read first."""
        self._content.setVisible(shown)

    def set_theme(self, theme: Theme) -> None:
        """Draw the cards in the colours of a theme."""
        self._theme = theme
        for card in self._cards:
            card.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have as many columns as fit."""
        super().resizeEvent(event)
        self._arrange()

    def _make_cards(self) -> None:
        for old in self._cards:
            self._grid.removeWidget(old)
            old.hide()
            old.deleteLater()
        there = [each for each in self._recent if each.path not in self._missing]
        self._cards = []
        if self._sample is not None and len(there) < _KNOWN:
            card = RecordingCard(self._sample, self._theme, sample=True)
            card.clicked.connect(self.sample_requested)
            self._cards.append(card)
        for recording in there:
            card = RecordingCard(recording, self._theme)
            card.open_requested.connect(self.open_path_requested)
            card.forget_requested.connect(self.forget_requested)
            self._cards.append(card)
        self._tell(len(self._recent), len(self._recent) - len(there))
        self._columns = 0
        self._arrange()

    def _tell(self, known: int, missing: int) -> None:
        text = self.tr("1 recording") if known == 1 else self.tr("{0} recordings")
        hidden = self.tr("{0} missing hidden").format(fmt.count(missing)) if missing else ""
        self._foot.setText(fmt.join(text.format(fmt.count(known)), hidden))
        self._foot.setVisible(bool(known))

    def _arrange(self) -> None:
        room = self.viewport().width() - 2 * _MARGIN + _GAP
        columns = min(max(room // (SIZE.width() + _GAP), 1), _MOST_COLUMNS)
        if columns == self._columns:
            return
        self._columns = columns
        for number, card in enumerate(self._cards):
            self._grid.addWidget(card, *divmod(number, columns))
        self._content.setFixedWidth(
            min(columns * (SIZE.width() + _GAP) - _GAP, max(room - _GAP, SIZE.width()))
        )

    def _build_head(self) -> QWidget:
        title = label(self.tr("Recordings"), 20, bold=True)
        drop = label(self.tr("or drop one anywhere"), role="secondary")
        opens = button(QPushButton(self.tr("Open a recording…")), tooltip("open"), kind="primary")
        opens.clicked.connect(self.open_requested)
        folder = button(QPushButton(self.tr("Open folder…")), tooltip("open_folder"))
        folder.clicked.connect(self.open_folder_requested)
        head = QWidget()
        in_row(head, title, STRETCH, drop, folder, opens, spacing=12)
        return head
