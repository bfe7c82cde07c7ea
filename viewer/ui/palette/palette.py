"""The palette: a field over the map that finds actions, actors and events, with a list of results below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QWidget

from viewer.ui.icons import IconLabel
from viewer.ui.palette.entry import Provider, Results
from viewer.ui.palette.list_view import ROW_HEIGHT, PaletteList
from viewer.ui.palette.model import PaletteModel, accessible_text
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import font
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_column, in_row
from viewer.ui.widgets.keys import MOVES
from viewer.ui.widgets.parts import hairline, label
from viewer.ui.widgets.prompt_field import PromptField

_MOVES = MOVES - {Qt.Key.Key_Home, Qt.Key.Key_End}


class PaletteField(PromptField):
    """Text field of the palette (search box), in which the user types what to find.

    It keeps the keyboard focus while the palette is open.
    """

    move_requested = Signal(int)
    """Carries the arrow or page key that should move the current entry of the palette's list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "bare")
        self.setFont(font(13))
        self.setPlaceholderText(tr("Action, actor, event, time, #frame, or x, y"))
        self.setAccessibleName(tr("Find anything"))

    def claims(self, event: QKeyEvent) -> bool:
        """Return whether the palette uses the key of ``event``: to move in its list, choose, or close."""
        keys = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        return not event.modifiers() & ~keys and (event.key() in _MOVES or super().claims(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit ``move_requested`` for keys that move in the palette's list; the base class handles others."""
        if event.key() in _MOVES and self.claims(event):
            self.move_requested.emit(event.key())
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, _next: bool) -> bool:
        """Ignore Tab, so that the focus stays in the palette's text field; return True."""
        return True


_WIDTH = 560
_FIELD_HEIGHT = 44
_MOST_LINES = 13
_FEWEST_LINES = 6
"""Rows of the palette's list for which there must be room above the map's lower edge.

If there is less room, the list reaches below that edge.
"""
_MARGIN = 12
"""Minimum distance of the palette from the edges of the widget that it floats over, in px."""
_HIGH = 0.12
"""Space above the palette, as a fraction of the height of the widget that it floats over."""
_REMEMBERED = 6
"""Maximum number of recently used entries that the search palette offers again."""
_COLLISIONS = 3
"""Number of collisions that the palette offers while nothing is typed."""
_ANYWHERE = "action:"
"""Beginning of the keys of palette entries for actions: ``action:fit`` is that of the action ``fit``.

Unlike other entries, these are valid in every recording, and remembered after the program is closed.
"""
ACTOR, EVENT = "actor:", "event:"
"""Beginnings of keys of the palette's entries for actors (the row in the actor table follows) and for events.
"""


class Palette(QFrame):
    """The palette: a frame that finds actions, actors and events for what is typed, and runs the chosen one.

    It is not modal: the replay goes on. Opening it moves the keyboard focus to its field; closing it returns
    the focus to the widget that had it.
    """

    def __init__(self, workspace: Workspace, host: QWidget) -> None:
        """Create the search palette, hidden at first; it will float over the widget ``host``.

        ``workspace`` has the recording and the settings.
        """
        super().__init__(host.window())
        self._workspace, self._host = workspace, host
        self._providers: Sequence[Provider] = ()
        self._alone: Provider | None = None
        self._recent = [f"{_ANYWHERE}{action_id}" for action_id in workspace.settings.recent_actions]
        self._path: Path | None = None
        self.setProperty("surface", "card")
        self.setAccessibleName(tr("Find anything"))
        self._icon = IconLabel("find", "secondary")
        self._field = PaletteField(self)
        self._model = PaletteModel()
        self._list = PaletteList(self._model, self)
        self._nothing = label(tr("Nothing found"), role="secondary")
        self._nothing.setFixedHeight(ROW_HEIGHT)
        self._nothing.setContentsMargins(16, 0, 16, 0)
        # Several providers may change at once; the search runs once.
        self._again = QTimer(self, singleShot=True)
        self._lay_out()
        self._connect()
        self.hide()

    def _lay_out(self) -> None:
        row = in_row(None, self._icon, (self._field, 1), spacing=4, margins=(16, 0, 12, 0))
        head = QWidget(self)
        head.setFixedHeight(_FIELD_HEIGHT)
        head.setLayout(row)
        in_column(self, head, hairline(), 4, self._nothing, self._list, margins=(1, 1, 1, 5))

    def _connect(self) -> None:
        self._field.textChanged.connect(self._search)
        self._field.move_requested.connect(self._list.move_by_key)
        self._field.accepted.connect(self._accept)
        self._field.rejected.connect(self.close_palette)
        self._field.left.connect(self._leave)
        self._list.chosen.connect(self._choose)
        self._list.selectionModel().currentChanged.connect(self._announce)
        self._again.timeout.connect(self._refresh)
        self._host.installEventFilter(self)
        bind(
            self,
            self._workspace,
            (lambda now: now.opening, self._forget),
            (
                lambda now: (now.index, now.notes, now.event_times, now.event_lists, now.search),
                lambda _: self._prepare() if self.isVisible() else None,
            ),
        )

    # Providers and remembered entries

    def add_provider(self, provider: Provider) -> None:
        """Add ``provider`` to those that the palette (search box) asks for results.

        A provider's results form a group. Groups are sorted by how well they match; among equally good ones,
        those of earlier providers come first.
        """
        self._providers = (*self._providers, provider)
        provider.changed.connect(self._again.start)

    def _forget(self) -> None:
        """If another recording has been opened, forget recently used entries, except those of actions."""
        index = self._workspace.recording.index
        before, self._path = self._path, None if index is None else index.path
        if self._path != before:
            self._recent = [key for key in self._recent if key.startswith(_ANYWHERE)]

    def _remember(self, key: str) -> None:
        self._recent = [key, *(each for each in self._recent if each != key)][:_REMEMBERED]
        kept = [each.removeprefix(_ANYWHERE) for each in self._recent if each.startswith(_ANYWHERE)]
        self._workspace.settings.recent_actions = kept

    def _highlights(self) -> Iterator[str]:
        """Yield the keys of what the search box offers while it is empty: first collisions, the hero."""
        index, hero = self._workspace.recording.index, self._workspace.focus.hero
        for number in range(0 if index is None else min(len(index.contacts), _COLLISIONS)):
            yield f"{EVENT}{number}"
        if hero is not None:
            yield f"{ACTOR}{hero}"

    @Slot()
    def toggle(self) -> None:
        """Open the palette (a field that finds actions, actors and events), or close it if it is open."""
        if self.isVisible():
            self.close_palette()
        else:
            self.open_palette()

    def open_palette(self, alone: Provider | None = None) -> None:
        """Show the palette with an empty, focused field; with ``alone`` only that provider finds entries."""
        self._alone = alone
        self._prepare()
        self._field.clear()
        self._search("")
        self.show()
        self.raise_()
        self._field.begin()
        handle = self.window().windowHandle()
        if handle is not None:
            handle.installEventFilter(self)  # to see mouse presses anywhere in the window

    def ask(self, prefix: str) -> None:
        """Open the palette to search only one provider: that whose entries have keys with this ``prefix``."""
        self.open_palette(next(each for each in self._providers if each.prefix == prefix))

    def _prepare(self) -> None:
        for provider in self._providers if self._alone is None else (self._alone,):
            provider.prepare()

    @Slot()
    def close_palette(self) -> None:
        """Hide the palette (search box), and return the focus to the widget that had it before."""
        self._field.give_back()
        self._hide()

    @Slot()
    def _leave(self) -> None:
        """Hide the palette because another widget has got the keyboard focus, which stays there."""
        if self.isVisible():
            self._hide()

    def _hide(self) -> None:
        self.hide()
        handle = self.window().windowHandle()
        if handle is not None:
            handle.removeEventFilter(self)

    # Finding

    @Slot(str)
    def _search(self, text: str) -> None:
        """Show the entries found for the ``text`` typed in the palette, and mark the best entry."""
        self._model.unfolded.clear()
        self._show_found(text)

    @Slot()
    def _refresh(self) -> None:
        """If the palette is open, search again; the same line of the results stays marked, if it exists."""
        if self.isVisible():
            self._show_found(self._field.text(), self._list.currentIndex().row())

    def _show_found(self, text: str, line: int = 0) -> None:
        """Show the entries found for ``text``; the one on ``line`` of the list becomes the current one."""
        query = text.strip()
        alone = self._alone
        answers = (
            [each.find(query) for each in self._providers] if alone is None else [alone.find_alone(query)]
        )
        found = sorted(
            (results for results in answers if results is not None), key=lambda results: -results.best
        )
        if not query and alone is None:
            first = (
                self._recalled(tr("Recently used"), self._recent),
                self._recalled(tr("In this recording"), self._highlights()),
            )
            found = [*(results for results in first if results is not None), *found]
        self._list.set_query(query)
        self._model.show(found)
        self._nothing.setVisible(not found)
        self._list.setVisible(bool(found))
        self._place()
        if found:
            self._list.set_current(min(max(line, 0), self._model.rowCount() - 1))
        else:
            self._announce()

    def _recalled(self, title: str, keys: Iterable[str]) -> Results | None:
        recalled = (
            next((entry for each in self._providers if (entry := each.recall(key)) is not None), None)
            for key in keys
        )
        return Results.of(title, [entry for entry in recalled if entry is not None])

    # Choosing

    @Slot()
    def _announce(self) -> None:
        """Announce to screen readers the current entry of the palette, or that nothing was found."""
        entry = self._model.entry_at(self._list.currentIndex().row())
        text = self._nothing.text() if entry is None else accessible_text(entry)
        self._field.setAccessibleDescription(text)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._field, text))

    @Slot()
    def _accept(self) -> None:
        self._choose(self._list.currentIndex().row())

    @Slot(int)
    def _choose(self, line: int) -> None:
        """Run the entry on ``line`` of the palette's list; unless it unfolds a group, the palette closes."""
        entry = self._model.entry_at(line)
        if entry is None or entry.run is None:
            return
        if not entry.unfolds and (self._alone is None or not self._alone.keeps_open):
            self.close_palette()  # first: the entry may move the focus
        if entry.key:
            self._remember(entry.key)
        entry.run()
        self._refresh()
        if self.isVisible() and not entry.unfolds:
            self._field.selectAll()  # so that typing replaces the query

    # Geometry

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move with the widget below when that is resized, and close on a mouse press outside of the palette.

        Always returns False: the event is handled as usual.
        """
        if watched is self._host:
            if event.type() == QEvent.Type.Resize and self.isVisible():
                self._place()
        elif (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonPress
            and not self.geometry().contains(event.position().toPoint())
        ):
            self.close_palette()
        return False

    def _place(self) -> None:
        window = self.window()
        area = QRect(self._host.mapTo(window, self._host.rect().topLeft()), self._host.size())
        width = min(_WIDTH, window.width() - 2 * _MARGIN)
        top = area.top() + max(round(area.height() * _HIGH), _MARGIN)
        frame = _FIELD_HEIGHT + 1 + 4 + 6
        over_host, over_window = (
            (bottom - _MARGIN - top - frame) // ROW_HEIGHT for bottom in (area.bottom(), window.height())
        )
        most_lines = over_host if over_host >= _FEWEST_LINES else over_window
        lines = max(min(self._model.rowCount(), _MOST_LINES, most_lines), 1)
        self._list.setFixedHeight(lines * ROW_HEIGHT)
        left = area.center().x() - width // 2
        left = min(max(left, _MARGIN), window.width() - _MARGIN - width)
        self.setGeometry(left, top, width, frame + lines * ROW_HEIGHT)
