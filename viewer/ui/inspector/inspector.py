"""Inspector panel: its widgets, and their connections to the workspace (the state of the window)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from viewer.recording.index import RecordingIndex
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.format import SEPARATOR, count, short_blueprint
from viewer.ui.icons import icon_pixmap
from viewer.ui.inspector.contents import Contents, only_different
from viewer.ui.inspector.copying import InspectorTreeMenu, as_text, copied
from viewer.ui.inspector.head import PanelTitle
from viewer.ui.inspector.model import DERIVED_SIGN, InspectorTreeModel
from viewer.ui.inspector.row import Kind, Link, Row, SelectActor
from viewer.ui.inspector.view import InspectorTreeView
from viewer.ui.state.binding import bind_panel
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_column
from viewer.ui.widgets.parts import hairline, label, wrapped
from viewer.ui.widgets.throttle import Throttle

_LEAST_WIDTH = 260
_SQUARE, _PIN = 10, 12
_INTERVAL = 100
"""Milliseconds between updates of the inspector while the replay runs: faster ones could not be read."""


class Inspector(QWidget):
    """Panel with everything known at the current time about the selected and pinned actors, side by side.

    Without any actor it shows facts about the recording.
    """

    plot_requested = Signal(object, str)
    """Emitted with an actor's row in the table of actors (None: the recording) and the signal to plot."""

    width_needed = Signal(int)
    """Emitted with the width in pixels that the inspector needs for actors side by side.

    0 if it needs no particular width.
    """

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(_LEAST_WIDTH)
        self._contents = Contents()
        self._scroll_positions: dict[tuple[int, ...], int] = {}
        self._differed: set[str] = set()
        self.head = PanelTitle()
        """Title row, which a dock shows as its title bar."""
        hint = tr("No actor selected. Click one on the map or in the list to see all about it.")
        self._hint = wrapped(hint, 13, "secondary")
        self._hint.setContentsMargins(14, 4, 14, 8)
        self._model = InspectorTreeModel(self)
        self._view = InspectorTreeView(self._model)
        self._view.setAccessibleName(tr("Inspector"))
        self._legend = label(size=11, role="secondary")
        self._legend.setContentsMargins(14, 6, 14, 6)
        self._line = hairline()
        in_column(self, self.head, self._hint, (self._view, 1), self._line, self._legend)
        self._world_updates = Throttle(_INTERVAL, self)
        self._connect()
        bind_panel(
            self,
            workspace,
            (lambda now: now.index, self._show_recording),
            (
                lambda now: (now.labels, now.road_map, now.hero, now.problems, now.checking),
                self._on_facts,
            ),
            (
                lambda now: (now.world, now.agent_step, now.reference and now.reference.world),
                self._world_updates.request,
            ),
            (
                lambda now: now.reference and (now.reference.comparison, now.reference.recording),
                self._show_actors,
            ),
            (lambda now: (now.selected, now.pinned), self._show_actors),
        )

    def _connect(self) -> None:
        view, head = self._view, self.head
        view.followed.connect(self._follow)
        view.fold_turned.connect(self._turn_fold)
        view.copy_requested.connect(self._copy_row)
        view.plot_requested.connect(self._plot)
        view.menu_requested.connect(self._open_menu)
        head.filter_changed.connect(self._filter)
        head.pin_requested.connect(self._pin)
        head.menu_requested.connect(self._open_menu)
        self._world_updates.due.connect(self._on_world)
        self._workspace.recording.series.ready.connect(self._on_series)
        self._workspace.reference.recording.series.ready.connect(self._on_other_series)

    # Changes of the workspace

    def changeEvent(self, event: QEvent) -> None:
        """Rebuild all rows when colours or the speed unit change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._model.forget()
            self._update_all()

    def _show_recording(self, index: RecordingIndex | None) -> None:
        """Show ``index``: another recording, or more frames of this one."""
        before = self._contents.context.view.index
        self._keep_scroll_position()
        if index is not None and before is not None and index.path != before.path:
            self._scroll_positions.clear()
        self._change_rows()

    def _on_facts(self) -> None:
        """Update all rows of the inspector after a change of what they depend on besides actors and time."""
        self._contents.context.time_text = self._workspace.display.write
        self._contents.set_view(self._workspace.view)
        self._update_all()

    @Slot()
    def _on_world(self) -> None:
        """Show the actors' state at the current time in the inspector; only changed texts are updated."""
        before, now = self._contents.context.view, self._workspace.view
        if (now.index, now.selected, now.pinned) != (before.index, before.selected, before.pinned):
            return  # these come first, and then this world again
        self._contents.set_view(now)
        if before.world is None:
            self._change_rows()
        else:
            self._refresh()

    def _show_actors(self) -> None:
        """Show the selected and pinned actors in the inspector, or the recording if there are none."""
        self._keep_scroll_position()
        self._change_rows()

    @Slot(object, object)
    def _on_series(self, key: SeriesKey, series: Series) -> None:
        """Store ``series``, the values over time of the signal ``key``, if the inspector shows that signal.

        When all signals that the inspector shows are there, its rows are updated.
        """
        known, wanted = self._contents.context.series, self._contents.signals
        if key in wanted and known.get(key) is not series:
            known[key] = series
            if all(each in known for each in wanted):
                self._refresh()

    @Slot(object, object)
    def _on_other_series(self, key: SeriesKey, series: Series) -> None:
        """Store ``series`` of the signal ``key`` of the partner in the other recording, and show it."""
        known, wanted = self._contents.other.series, self._contents.other_signals
        if key in wanted and known.get(key) is not series:
            known[key] = series
            if all(each in known for each in wanted):
                self._refresh()

    @property
    def pointed_signal(self) -> SeriesKey | None:
        """Signal of the value under the mouse, or None."""
        return self._view.pointed_signal

    # Actions of the user

    @Slot()
    def copy_all(self) -> None:
        """Copy everything that the inspector shows to the clipboard, one line per row."""
        QApplication.clipboard().setText(as_text(self._contents.origin, self._model.rows))

    @Slot()
    def _copy_row(self) -> None:
        """Copy the values of the current row to the clipboard; for a heading, those of its whole section.

        Without a current row, or if it has no values, everything in the inspector is copied.
        """
        row = self._model.row_of(self._view.currentIndex())
        if row is not None and row.kind is Kind.SECTION:
            QApplication.clipboard().setText(as_text(self._contents.origin, [row]))
        elif row is not None and row.values.strip():
            QApplication.clipboard().setText(copied(row.values))
        else:
            self.copy_all()

    @Slot(object)
    def _follow(self, link: Link) -> None:
        if isinstance(link, SelectActor):
            self._workspace.focus.click(link.row, adds=False)
        else:
            self._workspace.jump(link.elapsed)

    @Slot(object)
    def _plot(self, keys: Sequence[SeriesKey]) -> None:
        for key in keys:
            self.plot_requested.emit(key.row, key.name)

    @Slot(str, bool)
    def _turn_fold(self, key: str, opened: bool) -> None:
        """Open or close the row with the key ``key`` that has rows inside, for this and all later actors.

        ``opened`` is True to open it.
        """
        (self._contents.context.opened.add if opened else self._contents.context.opened.discard)(key)
        self._refresh()

    @Slot(bool)
    def _filter(self, _on: bool) -> None:
        self._differed.clear()
        self._refresh()

    @Slot()
    @Slot(int)
    def _pin(self, number: int = 0) -> None:
        self._workspace.pins.toggle(self._contents.rows[number])
        self._show_head()

    @Slot(int)
    def _remove_actor(self, number: int) -> None:
        contents, row = self._contents, self._contents.rows[number]
        view = contents.context.view
        is_pinned, is_selected = row in view.pinned, row in view.selected
        if is_pinned:
            self._workspace.pins.toggle(row)
        if is_selected:
            self._workspace.focus.click(row, adds=True)

    @Slot(QPoint)
    @Slot(QPoint, QModelIndex)
    def _open_menu(self, at: QPoint, index: QModelIndex | None = None) -> None:
        """Open a context menu at the screen position ``at``.

        With a valid ``index`` it has entries for the row there, else entries for each actor. In both cases it
        has entries to copy everything.
        """
        menu = InspectorTreeMenu(self._contents.origin, self._model.rows, self._view)
        menu.plot_requested.connect(self._plot)
        menu.pin_requested.connect(self._pin)
        menu.close_requested.connect(self._remove_actor)
        row = None if index is None else self._model.row_of(index)
        if index is not None and row is not None:
            while index.parent().isValid():
                index = index.parent()
            menu.offer_row(row, self._model.row_of(index) or row)
        else:
            for number, actor in enumerate(self._contents.rows):
                menu.offer_actor(number, pinned=actor in self._contents.context.view.pinned)
        menu.offer_all()
        menu.popup(at)

    # Showing

    def _keep_scroll_position(self) -> None:
        """Store the scroll position, to restore it when actors of the same categories are shown."""
        if self._contents.context.view.world is not None:
            self._scroll_positions[self._contents.categories] = self._view.verticalScrollBar().value()

    def _change_rows(self) -> None:
        """Show the inspector's rows for other actors than before.

        The inspector is scrolled as it last was for actors of the same categories.
        """
        self._differed.clear()
        self._contents.set_view(self._workspace.view)
        self._update_all()
        self._view.scroll_to(self._scroll_positions.get(self._contents.categories, 0))
        self._workspace.recording.series.want("inspector", self._contents.signals)
        self._workspace.reference.recording.series.want("inspector", self._contents.other_signals)

    def _update_all(self) -> None:
        """Update title, rows and column headings of the inspector."""
        self._show_head()
        self._refresh()
        self._show_columns()

    def _refresh(self) -> None:
        rows, compared = self._contents.tree(), self._contents.columns > 1
        if self.head.only_different:
            rows = only_different(rows, self._differed)
        changed = self._model.show(rows, self._contents.columns)
        if changed:
            self._view.arrange(self._contents.context.opened)
            self.width_needed.emit(self._view.width_needed if compared else 0)
        legend = [f"{DERIVED_SIGN} {tr('derived, not recorded')}"] if _any_derived(rows) else []
        legend += [tr("grey: shared values")] if compared else []
        self._legend.setText(SEPARATOR.join(legend))
        for each in (self._line, self._legend):
            each.setVisible(bool(legend))

    def _show_head(self) -> None:
        """Show in the title which actors the rows are about."""
        rows, index, left_out = (
            self._contents.rows,
            self._contents.context.view.index,
            self._contents.left_out,
        )
        self._hint.setVisible(index is not None and not rows)
        tip = tr("{0} at most stand side by side: pinned ones, and those selected last")
        self.head.setToolTip(tip.format(len(rows)) if left_out else "")
        self.head.offer(pin=len(rows) == 1, compare=self._contents.columns > 1, copy=index is not None)
        if index is None:
            self.head.show_title("", "")
        elif not rows:
            self.head.show_title(tr("Recording"), index.path.name)
        elif len(rows) == 1:
            described, is_pinned = (
                index.actors.descriptions[rows[0]],
                rows[0] in self._contents.context.view.pinned,
            )
            self.head.show_title(
                str(described.actor_id), described.type_id, self._color(rows[0]), pinned=is_pinned
            )
        elif left_out:
            self.head.show_title(tr("{0} of {1}").format(len(rows), count(len(rows) + left_out)), "")
        else:
            self.head.show_title(tr("{0} actors").format(len(rows)), "")

    def _show_columns(self) -> None:
        """Show the name of each inspected actor, and a square in its colour, in the heading of its column."""
        index = self._contents.context.view.index
        if index is None:
            return
        for number, row in enumerate(self._contents.rows):
            description, color = index.actors.descriptions[row], self._color(row)
            marker = QPixmap(_SQUARE, _SQUARE)
            marker.fill(color)
            if row in self._contents.context.view.pinned:
                marker = icon_pixmap("pin", color, _PIN, self.devicePixelRatioF())
            blueprint = short_blueprint(description.type_id)
            self._model.set_title(number, str(description.actor_id), blueprint, marker)
        partner, other = self._contents.partner, self._contents.other.view.index
        if partner is not None and other is not None:
            marker = QPixmap(_SQUARE, _SQUARE)
            marker.fill(current_theme().reference)
            description = other.actors.descriptions[partner]
            name, blueprint = f"B {description.actor_id}", short_blueprint(description.type_id)
            self._model.set_title(len(self._contents.rows), name, blueprint, marker)

    def _color(self, row: int) -> QColor:
        return self._contents.context.view.actors.color(row)


def _any_derived(rows: Sequence[Row]) -> bool:
    return any(row.derived or _any_derived(row.children) for row in rows)
