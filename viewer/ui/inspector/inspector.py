"""The inspector's panel: it is told the moment and the selection, and says all there is to say about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from viewer.logfile import packets
from viewer.logfile.errors import RecordingError
from viewer.recording.actors import Category
from viewer.recording.changes import ChangeBook
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.replay.details import ActorDetails, actor_details
from viewer.replay.world import World
from viewer.roads import RoadMap
from viewer.ui.inspector.actor_rows import event_rows, identity_rows, life_row
from viewer.ui.inspector.detail_rows import bone_rows, physics_rows
from viewer.ui.inspector.model import SheetModel
from viewer.ui.inspector.moment_rows import moment_rows
from viewer.ui.inspector.road_rows import road_rows
from viewer.ui.inspector.scene_rows import folded_scene, scene_rows
from viewer.ui.inspector.sheet import Row, SeekTo, SelectActor, Target, heading, told
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
        self._problems: Sequence[Problem] = ()
        self._world: World | None = None
        self._row: int | None = None
        self._hero: int | None = None
        self._opened: set[str] = set()
        self._seen: set[str] = set()
        self._book: ChangeBook | None = None
        self._summary: tuple[Row, ...] = ()
        self._identity: tuple[Row, ...] = ()
        self._events: tuple[Row, ...] = ()
        self._bones = 0
        self._road_map: RoadMap | None = None
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
        self._problems = index.problems if index is not None else ()
        self._book = None if index is None else ChangeBook(index)
        self._rebuild()

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Say how much is wrong with the recording: more is found after it has been read."""
        if problems != self._problems:
            self._problems = problems
            if self._row is None:
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

    @Slot(object)
    def set_road_map(self, road_map: RoadMap | None) -> None:
        """Say where actors are on the roads of a map."""
        self._road_map = road_map
        self._refresh()

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
        self._summary = self._identity = self._events = ()
        if self._index is not None and self._row is not None:
            self._identity = tuple(identity_rows(self._index, self._row, self._opened))
            self._events = tuple(event_rows(self._index, self._row, self._opened))
            self._bones = self._count_bones(self._row)
        elif self._index is not None:
            self._summary = tuple(summary_rows(self._index, self._problems))
        self._show_title()
        self._refresh()

    def _refresh(self) -> None:
        if self._index is None:
            self._model.show(())
        elif self._row is None:
            self._model.show((*self._summary, *self._scene_rows()))
        else:
            self._model.show(self._actor_rows(self._index, self._row))

    def _scene_rows(self) -> Iterator[Row]:
        if self._world is not None and self._book is not None:
            yield from scene_rows(self._world, self._book)

    def _actor_rows(self, index: RecordingIndex, row: int) -> Iterator[Row]:
        world, book = self._world, self._book
        if world is None or book is None:
            yield from self._identity
            yield from self._events
            return
        life = life_row(index, row, world.frame_index)
        if life is not None:
            yield life
        yield from self._identity
        details = actor_details(world, row, book)
        yield from self._readable(self._moment_rows(world, row, details))
        yield from self._events
        more = [*self._readable(self._more_rows(row, details)), *folded_scene(world, book, self._opened)]
        if more:
            yield heading("also", self.tr("Also recorded"))
            yield from more

    def _moment_rows(self, world: World, row: int, details: ActorDetails) -> Iterator[Row]:
        snapshot = world.snapshot(row)
        if snapshot is not None:
            rows = (
                *moment_rows(world, snapshot, details, self._hero),
                *road_rows(self._road_map, snapshot),
            )
            yield from told(rows, self._seen)

    def _more_rows(self, row: int, details: ActorDetails) -> Iterator[Row]:
        """Yield what is long, folded."""
        if details.physics is not None:
            yield from physics_rows(details.physics, self._opened)
        if self._has_bones(row):
            yield from bone_rows(details, self._bones, self._opened)

    @staticmethod
    def _readable(rows: Iterator[Row]) -> list[Row]:
        """Return the rows, or none if the file has changed; who makes the next world is told so, too."""
        with suppress(RecordingError):
            return list(rows)
        return []

    def _has_bones(self, row: int) -> bool:
        index = self._index
        return (
            index is not None
            and index.actors.category[row] == Category.WALKER
            and packets.WALKER_BONES.id in index.packet_counts
        )

    def _count_bones(self, row: int) -> int:
        """Count the bones of a walker once: decoding all skeletons in every frame would take too long."""
        if self._world is None or self._book is None or not self._has_bones(row):
            return 0
        try:
            return len(actor_details(self._world, row, self._book).bones)
        except RecordingError:
            return 0

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
