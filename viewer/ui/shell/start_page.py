"""What the window shows while no recording is open."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from viewer.ui.actions import tooltip
from viewer.ui.shell.recent_row import RecentRow
from viewer.ui.state.recent import RecentRecording
from viewer.ui.theme import Theme, font

_WIDTH = 560


class StartPage(QScrollArea):
    """A centred column: open a file, drop one, choose a recent one, or look at the sample."""

    open_requested = Signal()
    """The user wants to choose a file."""
    open_path_requested = Signal(object)
    """The user chose a recent recording: its Path."""
    forget_requested = Signal(object)
    """The user wants a recent recording off the list: its Path."""
    sample_requested = Signal()
    """The user wants to see the sample recording."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[RecentRow] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(24, 24, 24, 24)
        row.addStretch(1)
        self._column = self._build_column()
        row.addWidget(self._column)
        row.addStretch(1)
        self.setWidget(page)
        self.set_recent(())

    def set_recent(self, recordings: Sequence[RecentRecording]) -> None:
        """Show these recordings, the last one first. Nothing is read and nobody asks the disk."""
        for old in self._rows:
            self._list.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._rows = [RecentRow(recording, self._theme) for recording in recordings]
        for row in self._rows:
            row.open_requested.connect(self.open_path_requested)
            row.forget_requested.connect(self.forget_requested)
            self._list.addWidget(row)
        self._recent.setVisible(bool(self._rows))

    @Slot(object)
    def set_missing(self, paths: Collection[Path]) -> None:
        """Say which of the recent files are gone."""
        for row in self._rows:
            row.set_missing(missing=row.recording.path in paths)

    def show_content(self, shown: bool) -> None:
        """Show the column, or nothing, because something else has to be read first."""
        self._column.setVisible(shown)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in the colours of a theme."""
        self._theme = theme
        for row in self._rows:
            row.set_theme(theme)

    def _build_column(self) -> QWidget:
        column = _Column()
        layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addStretch(2)
        layout.addWidget(self._build_head())
        layout.addWidget(self._build_recent())
        layout.addSpacing(24)
        layout.addWidget(self._build_foot())
        layout.addStretch(3)
        return column

    def _build_head(self) -> QWidget:
        title = QLabel(self.tr("Open a recording"))
        title.setFont(font(20, bold=True))
        what = QLabel(self.tr("A file made by CARLA’s recorder, with client.start_recorder()"))
        what.setProperty("role", "secondary")
        what.setWordWrap(True)
        button = QPushButton(self.tr("Open…"))
        button.setProperty("kind", "primary")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setToolTip(tooltip("open"))
        button.clicked.connect(self.open_requested)
        drop = QLabel(self.tr("or drop a recording here"))
        drop.setProperty("role", "secondary")
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(button)
        line.addWidget(drop)
        line.addStretch(1)
        head = QWidget()
        layout = QVBoxLayout(head)
        layout.setContentsMargins(12, 0, 12, 0)
        layout.setSpacing(0)
        layout.addWidget(title)
        layout.addSpacing(4)
        layout.addWidget(what)
        layout.addSpacing(16)
        layout.addLayout(line)
        return head

    def _build_recent(self) -> QWidget:
        title = QLabel(self.tr("Recent recordings"))
        title.setProperty("role", "title")
        title.setFont(font(11, bold=True))
        title.setContentsMargins(12, 0, 12, 0)
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self._recent = QWidget()
        layout = QVBoxLayout(self._recent)
        layout.setContentsMargins(0, 32, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(title)
        layout.addLayout(self._list)
        return self._recent

    def _build_foot(self) -> QWidget:
        button = QPushButton(self.tr("Look at the sample recording"))
        button.setProperty("kind", "link")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.clicked.connect(self.sample_requested)
        foot = QWidget()
        layout = QHBoxLayout(foot)
        layout.setContentsMargins(8, 0, 12, 0)
        layout.addWidget(button)
        layout.addStretch(1)
        return foot


class _Column(QWidget):
    """As wide as the column shall be, or as there is room."""

    def sizeHint(self) -> QSize:
        """Return the width of the column and the height of what is in it."""
        return QSize(_WIDTH, super().sizeHint().height())
