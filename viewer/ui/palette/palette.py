"""The panel that floats over the map: a field, and below it what was found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QWidget

from viewer.ui.icons import IconLabel
from viewer.ui.palette.entry import Entry, Hits, Provider
from viewer.ui.palette.fuzzy import Emphasis
from viewer.ui.palette.list_view import ROW_HEIGHT, PaletteList
from viewer.ui.palette.model import LineKind, PaletteModel, spoken
from viewer.ui.state.changes import What
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import font
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_column, in_row
from viewer.ui.widgets.parts import hairline, label
from viewer.ui.widgets.prompt_field import PromptField

_MOVES = MappingProxyType(
    {
        Qt.Key.Key_Up: "up",
        Qt.Key.Key_Down: "down",
        Qt.Key.Key_PageUp: "page up",
        Qt.Key.Key_PageDown: "page down",
    }
)


class PaletteField(PromptField):
    """Where one types what is looked for; it keeps the keyboard while the palette is open."""

    move_requested = Signal(str)
    """``up``, ``down``, ``page up`` or ``page down``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "bare")
        self.setFont(font(13))
        self.setPlaceholderText(tr("Action, actor, event, time, #frame, or x, y"))
        self.setAccessibleName(tr("Find anything"))

    def claims(self, event: QKeyEvent) -> bool:
        """Tell whether a key moves in the list, chooses or closes."""
        keys = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        return not event.modifiers() & ~keys and (event.key() in _MOVES or super().claims(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move in the list, choose, close; all else edits."""
        if event.key() in _MOVES and self.claims(event):
            self.move_requested.emit(_MOVES[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, _next: bool) -> bool:
        """Keep the keyboard: there is nowhere else to go in the palette."""
        return True


_WIDTH = 560
_FIELD_HEIGHT = 44
_MOST_LINES = 13
_FEWEST_LINES = 6
"""Lines for which the host must have room; else the panel reaches beyond it."""
_MARGIN = 12
"""Least distance from the edges of the host, px."""
_HIGH = 0.12
"""Share of the host's height above the panel."""
_PAGE = 8


_REMEMBERED = 6
"""Entries that are offered again."""
_COLLISIONS = 3
"""How many are offered without being asked for."""
_ANYWHERE = "action:"
"""Beginning of the keys that mean the same in every recording, and from one start to the next."""
ACTOR, EVENT = "actor:", "event:"
"""Beginning of the keys of actors, before their rows, and of events, of which contacts come first."""


class Palette(QFrame):
    """Finds things while one types, and does what is chosen. It is no dialog: the replay goes on behind it.

    Opening it puts the keyboard into its field; closing it gives the keyboard back to who had it.
    """

    def __init__(self, workspace: Workspace, host: QWidget) -> None:
        """Float over ``host``, hidden at first."""
        super().__init__(host.window())
        self._workspace, self._host = workspace, host
        self._providers: Sequence[Provider] = ()
        self._alone: Provider | None = None
        self._recent = [f"{_ANYWHERE}{action_id}" for action_id in workspace.settings.recent_actions]
        self._path: Path | None = None
        self._opened: set[str] = set()
        self.setProperty("surface", "card")
        self.setAccessibleName(tr("Find anything"))
        self._icon = IconLabel("find", "secondary", self)
        self._field = PaletteField(self)
        self._model = PaletteModel(self)
        self._list = PaletteList(self._model, self)
        self._nothing = label(tr("Nothing found"), role="secondary")
        self._nothing.setFixedHeight(ROW_HEIGHT)
        self._nothing.setContentsMargins(16, 0, 16, 0)
        # Several providers may tell at once that they know more.
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
        self._field.move_requested.connect(self._move)
        self._field.accepted.connect(self._accept)
        self._field.rejected.connect(self.close_palette)
        self._field.left.connect(self._leave)
        self._list.chosen.connect(self._choose)
        self._again.timeout.connect(self._search_again)
        self._host.installEventFilter(self)
        self._workspace.when(What.OPENED, self._forget)
        self._workspace.when(What.RECORDING | What.NOTES | What.EVENTS | What.STORY, self._look_again)

    # What it is told

    def add_provider(self, provider: Provider) -> None:
        """Ask one more; its group stands below those of equal worth."""
        self._providers = (*self._providers, provider)
        provider.changed.connect(self._again.start)

    def _forget(self) -> None:
        """Forget what was chosen in another recording: rows and times mean something else there."""
        index = self._workspace.recording.index
        before, self._path = self._path, None if index is None else index.path
        if self._path != before:
            self._recent = [key for key in self._recent if key.startswith(_ANYWHERE)]

    def _remember(self, key: str) -> None:
        self._recent = [key, *(each for each in self._recent if each != key)][:_REMEMBERED]
        kept = [each.removeprefix(_ANYWHERE) for each in self._recent if each.startswith(_ANYWHERE)]
        self._workspace.settings.recent_actions = kept

    def _highlights(self) -> Iterator[str]:
        """Yield the keys of what is offered without being asked for: the first collisions, and the hero."""
        index, hero = self._workspace.recording.index, self._workspace.focus.hero
        for number in range(0 if index is None else min(len(index.contacts), _COLLISIONS)):
            yield f"{EVENT}{number}"
        if hero is not None:
            yield f"{ACTOR}{hero}"

    @Slot()
    def toggle(self) -> None:
        """Open, or close."""
        if self.isVisible():
            self.close_palette()
        else:
            self.open_palette()

    def open_palette(self, alone: Provider | None = None) -> None:
        """Show the panel with an empty field that has the keyboard; one provider may be asked alone."""
        self._alone = alone
        self._prepare()
        self._field.clear()
        self._search("")
        self.show()
        self.raise_()
        self._field.begin()
        handle = self.window().windowHandle()
        if handle is not None:
            handle.installEventFilter(self)  # sees where the mouse is pressed in the whole window

    def ask(self, prefix: str) -> None:
        """Show the panel for the entries whose keys begin so."""
        self.open_palette(next(each for each in self._providers if each.prefix == prefix))

    def _look_again(self) -> None:
        """Let everybody who is asked get ready for what has changed, if it is open."""
        if self.isVisible():
            self._prepare()

    def _prepare(self) -> None:
        for provider in self._providers if self._alone is None else (self._alone,):
            provider.prepare()

    @Slot()
    def close_palette(self) -> None:
        """Hide the panel and give the keyboard back."""
        self._field.give_back()
        self._hide()

    @Slot()
    def _leave(self) -> None:
        """Hide: the user has put the keyboard elsewhere."""
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
        """Find something else, and stand on the best."""
        self._opened.clear()
        self._show_found(text)
        self._set_current(min(1, self._model.count - 1))

    @Slot()
    def _search_again(self) -> None:
        """Find the same again: a provider knows more."""
        if self.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        """Show what is found now, and stay on the line."""
        line, model = self._list.current, self._model
        self._show_found(self._field.text())
        self._set_current(model.moved(min(max(line, 1), model.count - 1), 0) if model.count else -1)

    def _show_found(self, text: str) -> None:
        query = text.strip()
        alone = self._alone
        told = [each.find(query) for each in self._providers] if alone is None else [alone.find_alone(query)]
        found = sorted((hits for hits in told if hits is not None), key=lambda hits: -hits.best)
        if not query and alone is None:
            first = (
                self._recalled(tr("Recently used"), self._recent),
                self._recalled(tr("In this recording"), self._highlights()),
            )
            found = [*(hits for hits in first if hits is not None), *found]
        self._list.set_emphasis(Emphasis(query))
        self._model.show(found, self._opened)
        self._nothing.setVisible(not found)
        self._list.setVisible(bool(found))
        self._place()

    def _recalled(self, title: str, keys: Iterable[str]) -> Hits | None:
        recalled = (
            next((entry for each in self._providers if (entry := each.recall(key)) is not None), None)
            for key in keys
        )
        return Hits.of(title, [entry for entry in recalled if entry is not None])

    # Moving and choosing

    @Slot(str)
    def _move(self, how: str) -> None:
        model, line = self._model, self._list.current
        if not model.count:
            return
        steps = {"up": -1, "down": 1, "page up": -_PAGE, "page down": _PAGE}[how]
        last = model.count - 1
        if how == "down" and line == last:
            target = 1
        elif how == "up" and line == 1:
            target = last
        else:
            target = model.moved(line, steps)
        self._set_current(target)

    def _set_current(self, line: int) -> None:
        """Stand on a line, and say so to those who hear it."""
        self._list.set_current(line)
        entry = self._model.entry(line) if line >= 0 else None
        if entry is not None:
            text = spoken(entry)
        else:
            text = self._model.text(line) if line >= 0 else self._nothing.text()
        self._field.setAccessibleDescription(text)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._field, text))

    @Slot()
    def _accept(self) -> None:
        if self._list.current >= 0:
            self._choose(self._list.current)

    @Slot(int)
    def _choose(self, line: int) -> None:
        """Do what an entry does, or show the whole of a group."""
        if self._model.kind(line) is LineKind.MORE:
            self._opened.add(self._model.hits(line).title)
            self._list.set_current(line)
            self._refresh()
            return
        entry = self._model.entry(line)
        if entry is not None and entry.run is not None:
            self._run(entry)

    def _run(self, entry: Entry) -> None:
        if self._alone is None or not self._alone.stays:
            self.close_palette()  # first: what the entry does may put the keyboard somewhere
        if entry.key:
            self._remember(entry.key)
        if entry.run is not None:
            entry.run()
        if self.isVisible():
            self._refresh()
            self._field.selectAll()  # the next is typed over it

    # Place

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle of the host; close when the mouse is pressed elsewhere, which it does then."""
        if watched is self._host:
            if event.type() == QEvent.Type.Resize and self.isVisible():
                self._place()
        elif _presses(event, outside=self.geometry()):
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
        room = over_host if over_host >= _FEWEST_LINES else over_window
        lines = max(min(self._model.count, _MOST_LINES, room), 1)
        self._list.setFixedHeight(lines * ROW_HEIGHT)
        left = area.center().x() - width // 2
        left = min(max(left, _MARGIN), window.width() - _MARGIN - width)
        self.setGeometry(left, top, width, frame + lines * ROW_HEIGHT)


def _presses(event: QEvent, *, outside: QRect) -> bool:
    """Return whether an event of the window presses a button of the mouse outside of a rectangle."""
    return (
        isinstance(event, QMouseEvent)
        and event.type() == QEvent.Type.MouseButtonPress
        and not outside.contains(event.position().toPoint())
    )
