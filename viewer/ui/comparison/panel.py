"""Panel that lists the partners of two compared recordings, and actors without a partner."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHeaderView, QMenu, QPushButton, QWidget

from viewer.comparison.comparison import Comparison
from viewer.comparison.partners import BY, By
from viewer.comparison.runs import What
from viewer.comparison.verdict import Difference
from viewer.lazy import LazySequence
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.icons import icon
from viewer.ui.state.binding import bind_panel
from viewer.ui.state.reference import Reference
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_column
from viewer.ui.widgets.choice_row import ChoiceRow
from viewer.ui.widgets.dock_panel import DockPanel
from viewer.ui.widgets.list_view import ListView
from viewer.ui.widgets.parts import button
from viewer.ui.widgets.table import TableColumn, TableModel

if TYPE_CHECKING:
    from viewer.ui.app import Viewer
    from viewer.ui.commands.comparison import ComparisonCommands

_ROW_HEIGHT = 26
_WIDEST = 260
_MOST_CHOICES = 12
"""Most actors that are offered as the partner of one."""
_ALL, _DIFFER, _ALONE = range(3)


class _Entry(NamedTuple):
    """Row of the list: a pair of partners, or an actor without one.

    Attributes:
        comparison: the comparison that has them.
        pair: index of the pair in its partners; −1 for none.
        row_a: row in A's actor table; −1 for none.
        row_b: row in B's actor table; −1 for none.
        first: first difference; None if they agree.
    """

    comparison: Comparison
    pair: int
    row_a: int
    row_b: int
    first: Difference | None

    @property
    def side(self) -> tuple[RecordingIndex, int]:
        """Recording, A first, and row of the actor in it."""
        of_a = self.row_a >= 0
        return (self.comparison.a if of_a else self.comparison.b).index, self.row_a if of_a else self.row_b


class _Entries:
    """Entries of a comparison: those that differ by time, then those without a partner, then the rest."""

    def __init__(self, comparison: Comparison) -> None:
        partners = comparison.partners
        self.alone = {(each.row_a, each.row_b): each for each in comparison.unpaired}
        self.comparison = comparison
        a, b, count = partners.only_a, partners.only_b, len(partners.by)
        self.pairs = np.concatenate((np.arange(count), np.full(len(a) + len(b), -1)))
        self.rows_a = np.concatenate((partners.rows_a, a, np.full(len(b), -1)))
        self.rows_b = np.concatenate((partners.rows_b, np.full(len(a), -1), b))
        times = np.full(len(self.pairs), np.inf)
        for pair, first in enumerate(comparison.firsts):
            times[pair] = np.inf if first is None else first.time
        self.differs = np.isfinite(times)
        self.is_alone = self.pairs < 0
        self.order = np.lexsort((~self.is_alone, times))
        for name in ("pairs", "rows_a", "rows_b", "differs", "is_alone"):
            setattr(self, name, getattr(self, name)[self.order])

    def entry(self, number: int) -> _Entry:
        """Return the entry at the index ``number``."""
        pair, row_a, row_b = (int(each[number]) for each in (self.pairs, self.rows_a, self.rows_b))
        key = (None if row_a < 0 else row_a, None if row_b < 0 else row_b)
        first = self.comparison.firsts[pair] if pair >= 0 else self.alone.get(key)
        return _Entry(self.comparison, pair, row_a, row_b, first)


def _id_of(index: RecordingIndex, row: int) -> int | None:
    return None if row < 0 else int(index.actors.actor_id[row])


def _blueprint(entry: _Entry) -> str:
    index, row = entry.side
    return fmt.plain(index.actors.descriptions[row].type_id)


def _by_words(entry: _Entry) -> str:
    """Return by which rule two actors are partners, or that they have none."""
    if entry.pair < 0:
        return tr("only in A") if entry.row_b < 0 else tr("only in B")
    return {
        By.MATCH: tr("chosen"),
        By.PLACE: tr("same place"),
        By.ROLE: tr("same role"),
        By.ID: tr("same id"),
        By.ASSIGNMENT: tr("nearest"),
        By.TYPE: tr("nearest, another blueprint"),
    }[BY[int(entry.comparison.partners.by[entry.pair])]]


def what_words(what: What) -> str:
    """Return in which respect actors differ, in the user's language."""
    return {
        What.POSITION: tr("position"),
        What.HEADING: tr("heading"),
        What.EXISTENCE: tr("existence"),
        What.LIGHT: tr("traffic light"),
        What.LAMP: tr("lamps"),
        What.DOOR: tr("doors"),
        What.CONTROL: tr("control"),
        What.BLUEPRINT: tr("blueprint"),
        What.WEATHER: tr("weather"),
    }[what]


def _first_words(entry: _Entry) -> str:
    """Return in what two actors first differ, such as "position 0.12 m"; empty if they agree."""
    first = entry.first
    if first is None:
        return ""
    if first.what is What.CONTROL:
        return f"{what_words(first.what)}: {first.unit} {first.value:.2f}"
    if first.states:
        return f"{what_words(first.what)}: {first.states}"
    return (
        what_words(first.what)
        if np.isnan(first.value)
        else f"{what_words(first.what)} {first.value:.2f} {first.unit}"
    )


def _largest_words(entry: _Entry) -> str:
    largest = entry.comparison.largest(entry.pair) if entry.pair >= 0 and entry.first is not None else None
    return "" if largest is None else f"{largest.value:.2f} {largest.unit}"


class ComparisonPanel(DockPanel):
    """Panel with the partners in a comparison, where each pair first differs, and actors without one."""

    def __init__(
        self, workspace: Workspace, commands: ComparisonCommands, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._commands, self._reference = workspace, commands, workspace.reference
        self._entries: _Entries | None = None
        time = workspace.display.write
        columns = (
            TableColumn("a", "A", str, tr("Id in the open recording"), number=True,
                        value=lambda entry: _id_of(entry.comparison.a.index, entry.row_a)),
            TableColumn("b", "B", str, tr("Id in the other recording"), number=True,
                        value=lambda entry: _id_of(entry.comparison.b.index, entry.row_b)),
            TableColumn("type", tr("Blueprint"), value=_blueprint),
            TableColumn("by", tr("Partners by"), value=_by_words),
            TableColumn("time", tr("Differ from"), time, number=True,
                        value=lambda entry: None if entry.first is None else entry.first.time),
            TableColumn("first", tr("First in"), value=_first_words),
            TableColumn("far", tr("From the hero"), lambda metres: f"{metres:.0f} m", number=True,
                        value=lambda entry: None if entry.first is None or np.isnan(entry.first.hero_distance)
                        else entry.first.hero_distance),
            TableColumn("largest", tr("At most"), number=True, value=_largest_words),
        )  # fmt: skip
        self._model = TableModel(columns, "")
        self._model.role_data |= {Qt.ItemDataRole.ForegroundRole: self._color}
        self._list = ListView(self._model, _ROW_HEIGHT, self)
        self._list.setAccessibleName(tr("Partners"))
        self._list.horizontalHeader().setSectionResizeMode(
            self._model.column_index["first"], QHeaderView.ResizeMode.Stretch
        )
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.customContextMenuRequested.connect(self._show_menu)
        self._list.cell_chosen.connect(self._go)
        self._filter = ChoiceRow([tr("All"), tr("Differ"), tr("Without partner")])
        self._filter.chosen.connect(self._apply_filter)
        self._copy = QPushButton(tr("Copy all"))
        button(self._copy, tr("Copy what is listed, a line each"), size=11)
        self._copy.setIcon(icon("copy", "secondary"))
        self._copy.clicked.connect(self._list.copy_all)
        self._choose = QPushButton(tr("Choose partner…"))
        button(self._choose, tr("Of the actor in the chosen row"), size=11)
        self._choose.clicked.connect(self._choose_here)
        self.head.set_controls(self._filter, STRETCH, self._choose, self._copy, spacing=8)
        in_column(self, (self._list, 1))
        bind_panel(self, workspace, (self._seen, lambda of: self._show(of[0])))

    @staticmethod
    def _seen(now: object) -> tuple[object, ...]:
        reference: Reference | None = now.reference  # type: ignore[attr-defined]
        return (None, "") if reference is None else (reference.comparison, reference.trouble)

    def _show(self, comparison: Comparison | None) -> None:
        entries = self._entries = None if comparison is None or comparison.reason else _Entries(comparison)
        first = not self._model.count
        count = 0 if entries is None else len(entries.pairs)
        things = LazySequence(count, (lambda _number: None) if entries is None else entries.entry)
        self._model.show_all(things)
        self._apply_filter()
        if first and count:
            self._list.fit(_WIDEST)
        for control in (self._filter, self._choose, self._copy):
            self.head.set_shown(control, bool(count))
        self._list.set_message(self._message(comparison))

    def _message(self, comparison: Comparison | None) -> str:
        if self._reference.state is None:
            return tr("Nothing is compared: see File, Compare with…")
        return tr("Comparing…") if comparison is None else ""

    @Slot()
    def _apply_filter(self) -> None:
        entries = self._entries
        if entries is not None:
            masks = {_DIFFER: entries.differs, _ALONE: entries.is_alone}
            self._model.set_filter(masks.get(self._filter.current))

    def _color(self, row: int, name: str) -> QColor | None:
        if name == "time":
            return current_theme().accent
        entries = self._entries
        agrees = entries is not None and not entries.differs[row] and not entries.is_alone[row]
        return current_theme().secondary if agrees else None

    def _entry_of(self, line: int) -> _Entry | None:
        if self._entries is None or not 0 <= line < len(self._model.shown):
            return None
        return self._entries.entry(int(self._model.shown[line]))

    @Slot(int, int)
    def _go(self, line: int, _column: int) -> None:
        """Go to where the actors of a row first differ, and select them."""
        entry = self._entry_of(line)
        if entry is not None:
            rows = (None if row < 0 else row for row in (entry.row_a, entry.row_b))
            self._commands.go_to_pair(None if entry.first is None else entry.first.time, *rows)

    # -- choosing partners

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        self._open_menu(self._list.rowAt(at.y()), self._list.viewport().mapToGlobal(at))

    @Slot()
    def _choose_here(self) -> None:
        self._open_menu(self._list.currentIndex().row(), self.head.below(self._choose))

    def _open_menu(self, line: int, at: QPoint) -> None:
        entry = self._entry_of(line)
        if entry is None:
            self._workspace.show_message(tr("Choose a row first"))
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSection(tr("Partner in B") if entry.row_a >= 0 else tr("Partner in A"))
        for row, text in self._choices(entry):
            pair = (entry.row_a, row) if entry.row_a >= 0 else (row, entry.row_b)
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(entry.pair >= 0 and pair == (entry.row_a, entry.row_b))
            action.triggered.connect(partial(self._reference.set_partner, *pair))
        menu.addSeparator()
        none = menu.addAction(tr("No partner"))
        none.triggered.connect(
            partial(self._reference.set_partner, entry.row_a, -1 if entry.row_a >= 0 else entry.row_b)
        )
        rules = menu.addAction(tr("By the rules again"))
        rules.triggered.connect(partial(self._reference.release_partner, entry.row_a, entry.row_b))
        menu.popup(at)

    @staticmethod
    def _choices(entry: _Entry) -> list[tuple[int, str]]:
        """Return rows and names of the actors of the other recording that were spawned nearest."""
        comparison = entry.comparison
        index, row = entry.side
        other = comparison.b.index if entry.row_a >= 0 else comparison.a.index
        rows = np.flatnonzero(other.actors.category == index.actors.category[row])
        away = np.linalg.norm(other.actors.location[rows] - index.actors.location[row], axis=1)
        nearest = np.argsort(np.nan_to_num(away, nan=np.inf), kind="stable")[:_MOST_CHOICES]
        found = []
        for number in nearest.tolist():
            description = other.actors.descriptions[int(rows[number])]
            words = f"{description.actor_id} {description.type_id}"
            found.append((int(rows[number]), fmt.plain(fmt.join(words, f"{away[number]:.1f} m"))))
        return found


def make_panel(viewer: Viewer) -> ComparisonPanel:
    """Make the panel about the comparison for the window of ``viewer``, which owns window and commands."""
    return ComparisonPanel(viewer.workspace, viewer.comparison, viewer.window)
