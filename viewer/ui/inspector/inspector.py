"""The inspector's panel: it is told the moment and the selection, and says all there is to say about it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.world import World
from viewer.ui.inspector.actor_rows import event_rows, identity_rows, life_row
from viewer.ui.inspector.model import SheetModel
from viewer.ui.inspector.moment_rows import moment_rows
from viewer.ui.inspector.sheet import Row, SeekTo, SelectActor, Target, told
from viewer.ui.inspector.sheet_view import SheetView, copied
from viewer.ui.inspector.summary import summary_rows
from viewer.ui.inspector.title import Title
from viewer.ui.theme import Theme, load_theme

_LEAST_WIDTH = 260


class Inspector(QWidget):
    """Everything known about the selected actor now; about the recording while nobody is selected."""

    select_requested = Signal(object, bool)
    """Row of the actor to select, and whether to add it to the selection."""

    seek_requested = Signal(float)
    """Time to go to, in seconds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(_LEAST_WIDTH)
        self._theme = load_theme("dark")
        self._index: RecordingIndex | None = None
        self._world: World | None = None
        self._row: int | None = None
        self._hero: int | None = None
        self._opened: set[str] = set()
        self._seen: set[str] = set()
        self._identity: tuple[Row, ...] = ()
        self._events: tuple[Row, ...] = ()
        self._title = Title(self._theme, self)
        self._model = SheetModel(self)
        self._view = SheetView(self._model, self._theme, self)
        self._view.setAccessibleName(self.tr("Inspector"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._title)
        column.addWidget(self._view, 1)
        self._view.followed.connect(self._follow)
        self._view.fold_turned.connect(self._turn_fold)
        self._view.copy_all_requested.connect(self.copy_all)

    # What it is told

    def set_theme(self, theme: Theme) -> None:
        """Show other colours."""
        self._theme = theme
        self._title.set_theme(theme)
        self._view.set_theme(theme)
        self._show_title()

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show a recording, or more of the one that is being read; tell it before its world."""
        same = index is not None and self._index is not None and index.file is self._index.file
        if not same:
            self._world = self._row = self._hero = None
            self._seen.clear()
        self._index = index
        self._rebuild()

    def set_world(self, world: World | None) -> None:
        """Show another moment; only texts that changed are touched."""
        self._world = world
        self._refresh()

    def set_selection(self, row: int | None) -> None:
        """Show an actor, or the recording."""
        if row != self._row:
            self._row = row
            self._seen.clear()
            self._rebuild()
            self._view.scrollToTop()

    def set_hero(self, row: int | None) -> None:
        """Say who the hero is, to whom the distance is measured."""
        self._hero = row
        self._show_title()
        self._refresh()

    # What happens in it

    @Slot()
    def copy_all(self) -> None:
        """Copy everything that is shown, a line for each row."""
        lines = [self._title.text, *(row.text for row in self._model.rows)]
        QApplication.clipboard().setText(copied("\n".join(lines)))

    @Slot(object)
    def _follow(self, target: Target) -> None:
        if isinstance(target, SelectActor):
            self.select_requested.emit(target.row, False)
        elif isinstance(target, SeekTo):
            self.seek_requested.emit(target.elapsed)

    @Slot(str)
    def _turn_fold(self, key: str) -> None:
        """Open or close a fold; it stays so for other actors."""
        scrolled, line = self._view.verticalScrollBar().value(), self._view.currentIndex().row()
        self._opened.symmetric_difference_update({key})
        self._rebuild()
        self._view.move_to(line)
        self._view.verticalScrollBar().setValue(scrolled)

    # What it says

    def _rebuild(self) -> None:
        """Make the rows that do not change with time."""
        self._identity = self._events = ()
        if self._index is not None and self._row is not None:
            self._identity = tuple(identity_rows(self._index, self._row, self._opened))
            self._events = tuple(event_rows(self._index, self._row, self._opened))
        self._show_title()
        self._refresh()

    def _refresh(self) -> None:
        if self._index is None:
            self._model.show(())
        elif self._row is None:
            self._model.show(summary_rows(self._index))
        else:
            self._model.show(self._actor_rows(self._index, self._row))

    def _actor_rows(self, index: RecordingIndex, row: int) -> Iterator[Row]:
        world = self._world
        if world is not None:
            life = life_row(index, row, world.frame_index)
            if life is not None:
                yield life
        yield from self._identity
        if world is not None:
            yield from self._moment_rows(world, row)
        yield from self._events

    def _moment_rows(self, world: World, row: int) -> Iterator[Row]:
        try:
            snapshot = world.snapshot(row)
        except RecordingError:  # the file has changed; whoever makes the next world is told so, too
            return iter(())
        return iter(()) if snapshot is None else told(moment_rows(world, snapshot, self._hero), self._seen)

    def _show_title(self) -> None:
        if self._index is None:
            self._title.set_content("", "", None)
        elif self._row is None:
            self._title.set_content(self.tr("Recording"), self._index.path.name, None)
        else:
            description = self._index.actors.descriptions[self._row]
            self._title.set_content(str(description.actor_id), description.type_id, self._color(self._row))

    def _color(self, row: int) -> QColor:
        category = 0 if self._index is None else int(self._index.actors.category[row])
        return self._theme.category_color(category, hero=row == self._hero)
