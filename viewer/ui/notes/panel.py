"""The panel that lists the notes of the recording, leads to them, and lets them be changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QIcon
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPushButton, QWidget

from viewer.notes import COLORS, Note
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.format import TimeText
from viewer.ui.icons import icon
from viewer.ui.notes.lazy_rows import LazyRows
from viewer.ui.notes.list_view import NoteList
from viewer.ui.notes.model import NoteLine, NoteModel
from viewer.ui.notes.note_text import NoteActors, color_names, color_of, copied, matches
from viewer.ui.notes.swatch import swatch
from viewer.ui.widgets.boxes import STRETCH, in_column
from viewer.ui.widgets.drawer_panel import DrawerPanel
from viewer.ui.widgets.message_bar import MessageBar
from viewer.ui.widgets.parts import button, label

_FILTER_WIDTH = 200
_MENU_ICON = 16


class NotesPanel(DrawerPanel):
    """All notes in the order of their times, or those in which something occurs."""

    go_requested = Signal(str)
    """Id of a note to go to."""
    text_given = Signal(str, str)
    """Id of a note, and its new text."""
    color_chosen = Signal(str, str)
    """Id of a note, and its new colour."""
    delete_requested = Signal(str)
    """Id of a note."""
    export_requested = Signal()
    adopt_requested = Signal()
    """The notes of another recording are to be this one's."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._index: RecordingIndex | None = None
        self._actors = NoteActors(None)
        self._notes: Sequence[Note] = ()
        self._time_text: TimeText = fmt.seconds
        self._menu_note = ""
        self._shown_notice = ""
        self._model = NoteModel((), self)
        self._list = NoteList(self._model, self)
        self._bar = MessageBar(self)
        self._filter = QLineEdit()
        self._count = label(size=11, role="secondary")
        self._copy = QPushButton(self.tr("Copy all"))
        self._export = QPushButton(self.tr("Export CSV…"))
        self._colors = QMenu(self.tr("Colour"), self)
        self._menu = QMenu(self)
        self._lay_out()
        self._fill_menus()
        self._connect()
        self._show()
        self._copy.setIcon(icon("copy", "secondary"))
        for action in self._colors.actions():
            action.setIcon(_dot(color_of(action.data()), self.devicePixelRatioF()))
            action.setIconVisibleInMenu(True)

    def _lay_out(self) -> None:
        self._list.setAccessibleName(self.tr("Notes"))
        self._filter.setAccessibleName(self.tr("Filter notes"))
        self._filter.setPlaceholderText(self.tr("Filter: text, actor, colour"))
        self._filter.setClearButtonEnabled(True)
        self._filter.setMaximumWidth(_FILTER_WIDTH)
        button(self._export, self.tr("Write all notes as a table for other programs"), size=11)
        button(self._copy, self.tr("Copy what is listed, a line each"), size=11)
        self.head.take(
            (self._filter, _FILTER_WIDTH), self._count, STRETCH, self._export, self._copy, spacing=8
        )
        in_column(self, self._bar, (self._list, 1))

    def _fill_menus(self) -> None:
        for name, text in color_names().items():
            action = self._colors.addAction(text)
            action.setData(name)
            action.setCheckable(True)
        self._edit_action = self._menu.addAction(self.tr("Edit text"))
        self._menu.addMenu(self._colors)
        self._copy_action = self._menu.addAction(self.tr("Copy"))
        self._menu.addSeparator()
        self._delete_action = self._menu.addAction(self.tr("Delete"))

    def _connect(self) -> None:
        self._filter.textChanged.connect(self._show)
        self._copy.clicked.connect(self.copy_all)
        self._export.clicked.connect(self.export_requested)
        self._bar.action_requested.connect(self.adopt_requested)
        self._list.chosen.connect(lambda line: self.go_requested.emit(self._model.lines[line].note.id))
        self._list.text_given.connect(
            lambda line, text: self.text_given.emit(self._model.lines[line].note.id, text)
        )
        self._list.delete_requested.connect(self._delete)
        self._list.copy_requested.connect(self._copy_line)
        self._list.color_requested.connect(self._choose_color)
        self._list.menu_requested.connect(self._open_menu)
        self._menu.triggered.connect(self._follow_menu)
        self._colors.triggered.connect(lambda action: self.color_chosen.emit(self._menu_note, action.data()))

    # -- what it is told

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Name actors as in a recording, or in what has been read of it."""
        self._index = index
        self._actors = NoteActors(index)
        self._show()

    def set_time_text(self, time_text: TimeText) -> None:
        """Write times in another form."""
        self._time_text = time_text
        self._show()

    def set_notes(self, notes: Sequence[Note]) -> None:
        """List these notes, ascending by their times."""
        self._notes = notes
        self._show()

    def set_notices(self, notices: Sequence[str], links: Mapping[str, str]) -> None:
        """Show over the list what is to be known of where notes are, with links; nothing for no notice."""
        text = "\n".join(notices)
        if text == self._shown_notice:  # it may have been closed
            return
        self._shown_notice = text
        if text:
            self._bar.show_message(text, links)
        else:
            self._bar.hide()

    def mark(self, note_id: str) -> None:
        """Show which note the window is at, by its id; empty for none."""
        self._list.mark(note_id)

    def edit(self, note_id: str) -> bool:
        """Let the text of a note be typed in its line; return whether it can be seen here."""
        line = self._model.line_of(note_id)
        if line is None or not self.isVisible():
            return False
        self._list.edit_line(line)
        return True

    def finish_edit(self) -> None:
        """Keep what was typed, if something is being typed."""
        self._list.finish_edit()

    def take_keyboard(self) -> None:
        """Give the keyboard to the list: its keys edit and delete."""
        if self._model.lines:
            self._list.move_to(self._model.line_of(self._list.marked) or 0)
        self._list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # -- what is done in it

    @Slot()
    def copy_all(self) -> None:
        """Copy what is listed, a line each."""
        lines = [copied(line.note, line.actor, self._time_text) for line in self._model.lines]
        QApplication.clipboard().setText("\n".join(lines))

    @Slot(int)
    def _copy_line(self, line: int) -> None:
        shown = self._model.lines[line]
        QApplication.clipboard().setText(copied(shown.note, shown.actor, self._time_text))

    @Slot(int)
    def _delete(self, line: int) -> None:
        """Delete a note; the keyboard goes to the next line."""
        self.delete_requested.emit(self._model.lines[line].note.id)
        if self._model.lines:
            self._list.move_to(min(line, len(self._model.lines) - 1))

    @Slot(int, QPoint)
    def _choose_color(self, line: int, place: QPoint) -> None:
        note = self._model.lines[line].note
        self._menu_note = note.id
        self._check_color(note)
        self._colors.popup(place)

    @Slot(int, QPoint)
    def _open_menu(self, line: int, place: QPoint) -> None:
        note = self._model.lines[line].note
        self._menu_note = note.id
        self._check_color(note)
        self._menu.popup(place)

    def _check_color(self, note: Note) -> None:
        shown = note.color if note.color in COLORS else COLORS[0]
        for action in self._colors.actions():
            action.setChecked(action.data() == shown)

    @Slot(QAction)
    def _follow_menu(self, action: QAction) -> None:
        line = self._model.line_of(self._menu_note)
        if line is None:
            return
        if action is self._edit_action:
            self._list.edit_line(line)
        elif action is self._copy_action:
            self._copy_line(line)
        elif action is self._delete_action:
            self._delete(line)

    @Slot()
    def _show(self) -> None:
        words, colors = self._filter.text().lower().split(), color_names()
        notes = self._notes
        if words:
            notes = [
                note
                for note in notes
                if matches(note, self._actors.of(note)[1], colors.get(note.color, note.color), words)
            ]
        lines = LazyRows(notes, self._line)
        self._model.show(lines)
        there = bool(self._notes)
        one, many = self.tr("{count} note"), self.tr("{count} notes")
        whole = fmt.count(len(self._notes))
        text = (one if len(self._notes) == 1 else many).format(count=whole)
        part = self.tr("{part} of {whole}").format(part=fmt.count(len(lines)), whole=whole)
        self._count.setText(part if words else text)
        for widget in (self._filter, self._count, self._copy, self._export):
            self.head.set_shown(widget, there)
        self._copy.setEnabled(bool(lines))
        self._list.set_message(self.message)

    def _line(self, note: Note) -> NoteLine:
        length = fmt.seconds(note.length) if note.end is not None else ""
        return NoteLine(note, self._time_text(note.start), length, self._actors.of(note)[1])

    @property
    def message(self) -> str:
        """Why nothing is listed, if nothing is."""
        if self._index is None:
            return ""
        if self._notes:
            return self.tr("No note has that in it")
        return self.tr(
            "No notes yet\n"
            "B adds one at the playhead, over the range if one is chosen, about the selected actor if there"
            " is one"
        )


def _dot(color: QColor, ratio: float) -> QIcon:
    """Return the sign of a colour for a menu, which tells whether it is the one that is chosen."""
    dot = QIcon(swatch(color, ratio, _MENU_ICON))
    dot.addPixmap(swatch(color, ratio, _MENU_ICON, ring=True), QIcon.Mode.Normal, QIcon.State.On)
    return dot
