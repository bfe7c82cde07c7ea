"""Panel that lists the notes of the recording."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Slot
from PySide6.QtGui import QAction, QColor, QCursor, QIcon, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QHeaderView,
    QLineEdit,
    QMenu,
    QPushButton,
    QStyleOptionViewItem,
    QWidget,
)

from viewer.notes import COLORS, Note
from viewer.ui import format as fmt
from viewer.ui.icons import icon
from viewer.ui.note_text import NoteActors, color_names, color_of, copied, matches, swatch
from viewer.ui.notes.model import NoteModel
from viewer.ui.state.binding import bind_panel
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_column
from viewer.ui.widgets.dock_panel import DockPanel
from viewer.ui.widgets.list_view import ListView
from viewer.ui.widgets.message_bar import MessageBar
from viewer.ui.widgets.parts import button, label
from viewer.ui.widgets.row_delegate import RowDelegate
from viewer.ui.widgets.text_field import LONGEST_TEXT, TextField

if TYPE_CHECKING:
    from viewer.ui.app import Viewer
    from viewer.ui.commands.notes import NoteCommands
_ROW = 28
_COLOR_WIDTH = 32


class _NoteDelegate(RowDelegate):
    """Delegate that edits a note's text in a line edit with a placeholder."""

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        field = TextField(parent, longest=LONGEST_TEXT)
        field.setPlaceholderText(tr("What is there to see?"))
        field.setAccessibleName(tr("Text of the note"))
        return field


class NoteList(ListView):
    """Table view of the listed notes, one per line, whose texts can be edited in place."""

    def __init__(self, model: NoteModel, parent: QWidget | None = None) -> None:
        super().__init__(model, _ROW, parent)
        self._model = model
        self.setItemDelegate(_NoteDelegate(self))
        header = self.horizontalHeader()
        header.setSectionResizeMode(model.column_index["text"], QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(_COLOR_WIDTH)
        self.doubleClicked.connect(lambda index: self.edit_line(index.row()))

    @property
    def field(self) -> QLineEdit | None:
        """Text field in which the user edits a note in the list; None if no note is being edited."""
        editing = self.state() == self.State.EditingState
        return self.indexWidget(self.currentIndex()) if editing else None  # type: ignore[return-value]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle a key pressed in the list of notes, except while the text of a note is being edited."""
        if self.field is None:
            super().keyPressEvent(event)

    def edit_line(self, line: int) -> None:
        """Open the editor for the text of the note in row ``line`` of the table."""
        self.setCurrentIndex(self._model.index(line, self._model.column_index["text"]))
        self.edit(self.currentIndex())

    def go_on_typing(self, note_id: str, text: str) -> None:
        """Open the editor of the note with id ``note_id`` again, with the ``text`` typed so far.

        Called when the list has changed while the user was typing.
        """
        line = self._model.line_of(note_id)
        if line is not None and self.field is None:
            self.edit_line(line)
        if self.field is not None:
            self.field.setText(text)
            self.field.setModified(True)

    def finish_edit(self) -> None:
        """Store the text that is being typed, if any, and close the editor."""
        field = self.field
        if field is not None:
            if field.isModified():
                self.commitData(field)
            self.closeEditor(field, _NoteDelegate.EndEditHint.NoHint)


_FILTER_WIDTH = 200
_MENU_ICON = 16
_WIDEST = 200


class NotesPanel(DockPanel):
    """Panel with all notes sorted by time, filtered by text, actor or colour."""

    def __init__(self, workspace: Workspace, commands: NoteCommands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._commands, self._book = workspace, commands, commands.book
        self._time_text = workspace.display.write
        self._actors = NoteActors(None)
        self._shown_notice = ""
        self._model = NoteModel()
        self._list = NoteList(self._model, self)
        self._marked = ""
        self._next_line: int | None = None
        self._bar = MessageBar(self)
        self._filter = TextField()
        self._count = label(size=11, role="secondary")
        self._copy = QPushButton(tr("Copy all"))
        self._export = QPushButton(tr("Export CSV…"))
        self._colors = QMenu(tr("Colour"), self)
        self._lay_out()
        self._fill_menus()
        self._connect()
        self._copy.setIcon(icon("copy", "secondary"))
        for action in self._colors.actions():
            action.setIcon(_dot(color_of(action.data()), self.devicePixelRatioF()))
            action.setIconVisibleInMenu(True)
        bind_panel(
            self,
            workspace,
            (lambda now: now.index, self._on_recording),
            (lambda now: now.notes, self._show_notices),
            (lambda now: (now.index, now.labels, now.notes), self._show),
            (lambda now: (now.notes, now.playback.playhead), self._mark_current),
        )

    def _lay_out(self) -> None:
        self._list.setAccessibleName(tr("Notes"))
        self._filter.setAccessibleName(tr("Filter notes"))
        self._filter.setPlaceholderText(tr("Filter: text, actor, colour"))
        self._filter.setClearButtonEnabled(True)
        self._filter.setMaximumWidth(_FILTER_WIDTH)
        button(self._export, tr("Write all notes as a table for other programs"), size=11)
        button(self._copy, tr("Copy what is listed, a line each"), size=11)
        self.head.set_controls(
            (self._filter, _FILTER_WIDTH), self._count, STRETCH, self._export, self._copy, spacing=8
        )
        in_column(self, self._bar, (self._list, 1))

    def _fill_menus(self) -> None:
        for name, text in color_names().items():
            action = self._colors.addAction(text)
            action.setData(name)
            action.setCheckable(True)
        for text, shortcuts, do in (
            (tr("Edit text"), ("Return", "Enter", "F2"), self._list.edit_line),
            (tr("Copy"), (QKeySequence.StandardKey.Copy,), self._copy_line),
            (tr("Delete"), ("Del", "Backspace"), self._delete),
        ):
            action = QAction(text, self._list)
            action.setShortcuts([QKeySequence(each) for each in shortcuts])
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _on, do=do: self._do(do))
            self._list.addAction(action)
        self._list.insertAction(self._list.actions()[1], self._colors.menuAction())
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _connect(self) -> None:
        self._filter.textChanged.connect(self._show)
        self._copy.clicked.connect(self.copy_all)
        self._export.clicked.connect(self._commands.export)
        self._bar.action_requested.connect(self._book.adopt_foreign)
        self._list.cell_chosen.connect(self._choose)
        self._model.text_given.connect(self._book.change_text)
        self._colors.aboutToShow.connect(self._check_color)
        self._colors.triggered.connect(lambda action: self._do(self._set_color, action.data()))

    # -- inputs

    def _on_recording(self) -> None:
        """Look up the actors of notes in the open recording from now on."""
        self._actors = NoteActors(self._workspace.recording.index)

    def _show_notices(self) -> None:
        """Show messages about where the notes are stored in a bar over the list of notes."""
        text = "\n".join(self._book.notices)
        if text == self._shown_notice:  # the user may have closed the bar
            return
        self._shown_notice = text
        if text:
            self._bar.show_message(text, {"adopt": tr("Use them here")} if self._book.foreign else {})
        else:
            self._bar.hide()

    def _mark_current(self) -> None:
        """Select the line of the note at the playhead."""
        note = self._commands.current
        self._marked = "" if note is None else note.id
        self._select_marked()

    def edit(self, note_id: str) -> bool:
        """Open the editor for the text of the note with id ``note_id``; return whether it was possible.

        It is not if the note is not listed or the panel is hidden.
        """
        line = self._model.line_of(note_id)
        if line is None or self._list.viewport().visibleRegion().isEmpty():
            return False
        self._list.edit_line(line)
        return True

    def finish_edit(self) -> None:
        """Store the text that is being typed, if any, and close the editor."""
        self._list.finish_edit()

    def grab_focus(self) -> None:
        """Give the keyboard focus to the list of notes."""
        if self._model.rowCount():
            self._list.move_to(self._model.line_of(self._marked) or 0)
        self._list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # -- actions of the user

    @Slot()
    def copy_all(self) -> None:
        """Copy time, actor and text of the listed notes to the clipboard, tab-separated, a line per note."""
        QApplication.clipboard().setText("\n".join(map(self._copied, self._model.notes)))

    def _copied(self, note: Note) -> str:
        return copied(note, self._actors.of(note)[1], self._time_text)

    @property
    def _line(self) -> int:
        """Index of the current row in the list of notes, −1 if there is none."""
        return self._list.currentIndex().row()

    def _do(self, do: Callable[..., object], *arguments: object) -> None:
        """Call ``do`` with the index of the current row in the list of notes, and ``arguments``.

        Nothing is called if there is no current row.
        """
        if 0 <= self._line < len(self._model.notes):
            do(self._line, *arguments)

    @Slot(int, int)
    def _choose(self, line: int, column: int) -> None:
        """Go to the note in row ``line`` of the table; after a click on its dot, open the colour menu."""
        if column == self._model.column_index["color"]:
            self._colors.popup(QCursor.pos())
        else:
            self._commands.go_to(self._model.notes[line].id)

    def _copy_line(self, line: int) -> None:
        QApplication.clipboard().setText(self._copied(self._model.notes[line]))

    def _delete(self, line: int) -> None:
        """Delete the note in row ``line`` and select the one below it; without one, select the last note."""
        self._next_line = line
        self._commands.delete(self._model.notes[line].id)

    def _set_color(self, line: int, color: str) -> None:
        self._book.change(self._model.notes[line].id, color=color)

    @Slot()
    def _check_color(self) -> None:
        color = self._model.notes[self._line].color if self._line >= 0 else ""
        for action in self._colors.actions():
            action.setChecked(action.data() == (color if color in COLORS else COLORS[0]))

    def _select_marked(self) -> None:
        line = self._model.line_of(self._marked)
        self._list.select_lines([] if line is None else [line])

    @Slot()
    def _show(self) -> None:
        words, colors = self._filter.text().lower().split(), color_names()
        notes: Sequence[Note] = self._book.notes
        if words:
            notes = [
                note
                for note in notes
                if matches(note, self._actors.of(note)[1], colors.get(note.color, note.color), words)
            ]
        field = self._list.field
        typed = None if field is None else (self._model.notes[self._line].id, field.text())
        self._model.show_notes(notes, self._actors, self._time_text)
        if not words:
            self._list.fit(_WIDEST)
        self._select_marked()
        line, self._next_line = self._next_line, None
        if line is not None and notes:
            self._list.move_to(min(line, len(notes) - 1))
        if typed is not None:
            self._list.go_on_typing(*typed)
        there = bool(self._book.notes)
        whole = fmt.count(len(self._book.notes))
        text = fmt.counted(len(self._book.notes), "1 note", "{} notes")
        part = tr("{part} of {whole}").format(part=fmt.count(len(notes)), whole=whole)
        self._count.setText(part if words else text)
        for widget in (self._filter, self._count, self._copy, self._export):
            self.head.set_shown(widget, there)
        self._copy.setEnabled(bool(notes))
        self._list.set_message(self.message)

    @property
    def message(self) -> str:
        """Text to show in place of an empty list: that no note matches, or how to add one.

        Empty if no recording is open.
        """
        if self._workspace.recording.index is None:
            return ""
        if self._book.notes:
            return tr("No note contains this text")
        return tr(
            "No notes yet\n"
            "B adds one at the playhead, over the range if one is chosen, about the selected actor if there"
            " is one"
        )


def _dot(color: QColor, ratio: float) -> QIcon:
    """Return a dot in ``color`` as a menu icon; it has a ring while the menu entry is checked.

    ``ratio`` is the device pixel ratio of the screen.
    """
    dot = QIcon(swatch(color, ratio, _MENU_ICON))
    dot.addPixmap(swatch(color, ratio, _MENU_ICON, ring=True), QIcon.Mode.Normal, QIcon.State.On)
    return dot


def make_panel(viewer: Viewer) -> NotesPanel:
    """Make the notes panel for the window of ``viewer``, the object that owns window and commands."""
    return NotesPanel(viewer.workspace, viewer.note_commands, viewer.window)
