"""The field for going to a moment that is typed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QWidget
from shiboken6 import isValid

from viewer.replay.time.moment import MomentError
from viewer.replay.time.time_forms import TimeForm, TimeScale, elapsed_text
from viewer.ui import format as fmt
from viewer.ui.icons import icon
from viewer.ui.theme import current_theme, font
from viewer.ui.widgets.boxes import in_column
from viewer.ui.widgets.keys import is_claimed

_WIDTH = 460
_LONGEST = 64
_MARGIN = 8
_PADDING = 12
_LINES = 2
"""Lines of text that there is always room for: what is typed changes them all the time."""
_KEPT = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""Why the focus may go without the field: its own menu, or another window."""


class _Line(QLineEdit):
    """A line of text that takes the keys it needs before the window's shortcuts get them."""

    left = Signal()
    """Esc was pressed, or the focus went elsewhere."""
    turned = Signal(int)
    """↓ (1) or ↑ (−1) was pressed."""

    def event(self, event: QEvent) -> bool:
        """Claim Esc."""
        return is_claimed(event, lambda key: key.key() == Qt.Key.Key_Escape) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave by Esc; go through examples by the arrows."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.turned.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leave when the user goes on elsewhere."""
        super().focusOutEvent(event)
        if event.reason() not in _KEPT:
            self.left.emit()


class GoToField(QFrame):
    """Floats over the window beside where the time is shown; says at once which moment is meant, or why none.

    Enter goes there, Esc leaves, ↑ and ↓ go through examples of what can be typed.
    """

    previewed = Signal(object)
    """Elapsed seconds of the moment that is typed, or None."""
    go_requested = Signal(float)
    """Elapsed seconds to go to."""

    def __init__(self, anchor: QWidget, window: QWidget) -> None:
        super().__init__(window)
        self._anchor = anchor
        self._scale: TimeScale | None = None
        self._now = 0.0
        self._moment: float | None = None
        self._examples: tuple[str, ...] = ()
        self._example = -1
        self._before: QWidget | None = None
        self.setProperty("surface", "card")
        self.setFixedWidth(_WIDTH)
        self.setAccessibleName(self.tr("Go to time or frame"))
        self._line = _Line(self)
        self._line.setMaxLength(_LONGEST)
        self._line.setFont(font(13))
        self._line.setAccessibleName(self.tr("Time or frame"))
        self._mark = self._line.addAction(icon("problem"), QLineEdit.ActionPosition.TrailingPosition)
        self._said = QLabel(self)
        self._said.setFont(font(11))
        self._said.setWordWrap(True)
        self._said.setTextFormat(Qt.TextFormat.RichText)
        self._said.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._said.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        in_column(self, self._line, self._said, spacing=6, margins=(_PADDING, _PADDING, _PADDING, _PADDING))
        self._line.textChanged.connect(self._read)
        self._line.returnPressed.connect(self._go)
        self._line.left.connect(self.leave)
        self._line.turned.connect(self._turn)
        self._said.linkActivated.connect(self._take_example)
        window.installEventFilter(self)
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Write in other colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._read()

    def set_scale(self, scale: TimeScale | None) -> None:
        """Read what is typed on this scale; without a recording there is nothing to go to."""
        self._scale = scale
        if scale is None:
            self.leave()
        elif self.isVisible():
            self._read()

    def ask(self, now: float) -> None:
        """Let the user type a moment; ``now`` is the playhead, from which what has a sign counts."""
        scale = self._scale
        if scale is None:
            return
        self._now = now
        self._examples, self._example = _examples(scale, now), -1
        if not self.isVisible():
            self._before = self.window().focusWidget()
        self._line.clear()
        self._line.setPlaceholderText(scale.label(now))
        self._read()
        self.show()
        self.raise_()
        self._line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def leave(self) -> None:
        """Go away, and give the keyboard back."""
        if not self.isVisible():
            return
        had_focus = self._line.hasFocus()
        before, self._before = self._before, None
        self._line.clearFocus()  # hidden with the focus, it would pass it on to the next button
        self.hide()
        self.previewed.emit(None)
        if had_focus and before is not None and isValid(before):
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Stay in place when the window changes its size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    # -- what is typed

    @Slot()
    def _read(self) -> None:
        """Say which moment is typed, or why it is none, or what can be typed."""
        scale, text = self._scale, self._line.text().strip()
        if scale is None:
            return
        self._moment = None
        known = True
        if not text:
            said = self._with_hint(self._offer())
        else:
            try:
                self._moment = scale.parse(text, self._now)
                said = self._with_hint(escape(self._describe(scale, self._moment), quote=False))
            except MomentError as error:
                said, known = escape(_sentence(str(error)), quote=False), False
        self._said.setText(said)
        self._mark.setVisible(not known)
        self._place()
        self.previewed.emit(self._moment)

    def _offer(self) -> str:
        """Return examples of what can be typed, as links."""
        color = current_theme().accent.name()
        links = (
            f'<a href="{escape(text)}" style="color:{color};text-decoration:none">{escape(text)}</a>'
            for text in self._examples
        )
        return self.tr("For example {}").format(self._quiet(" · ").join(links))

    def _with_hint(self, text: str) -> str:
        """Return a line, and below it what the keys do."""
        return f"{text}<br>{self._quiet(escape(self.tr('Enter goes there · ↑ ↓ examples · Esc leaves')))}"

    def _quiet(self, text: str) -> str:
        return f'<span style="color:{current_theme().secondary.name()}">{text}</span>'

    def _describe(self, scale: TimeScale, moment: float) -> str:
        """Return a moment in the form chosen, as elapsed, as a frame and as a time of day."""
        index = scale.index
        number = self.tr("frame {}").format(index.frames["frame"][index.frame_at(moment)])
        first = number if scale.form is TimeForm.FRAME else scale.label(moment)
        clock = "" if scale.clock is not None else fmt.wall_clock(index.header.date, moment)
        elapsed = elapsed_text(moment, index.duration)
        parts = dict.fromkeys((first, elapsed, number, clock))
        return fmt.join(*(part for part in parts if part != fmt.UNKNOWN))

    @Slot()
    def _go(self) -> None:
        if self._moment is not None:
            moment = self._moment
            self.leave()
            self.go_requested.emit(moment)

    @Slot(int)
    def _turn(self, direction: int) -> None:
        first = 0 if direction > 0 else -1
        self._example = (self._example + direction) % len(self._examples) if self._example >= 0 else first
        self._example %= len(self._examples)
        self._take_example(self._examples[self._example])

    @Slot(str)
    def _take_example(self, text: str) -> None:
        self._line.setText(text)
        self._line.selectAll()

    # -- place

    def _place(self) -> None:
        """Stand above the time, or at the lower left of the window where that is not shown."""
        usual = _LINES * self._said.fontMetrics().lineSpacing()
        self._said.setFixedHeight(max(usual, self._said.heightForWidth(_WIDTH - 2 * _PADDING)))
        self.adjustSize()
        host = self.window()
        corner = QPoint(_MARGIN, host.height())
        if self._anchor.isVisibleTo(host):
            corner = self._anchor.mapTo(host, QPoint(0, 0))
        left = min(max(corner.x(), _MARGIN), max(host.width() - self.width() - _MARGIN, 0))
        self.move(left, max(min(corner.y(), host.height()) - self.height() - _MARGIN, 0))


def _examples(scale: TimeScale, now: float) -> tuple[str, ...]:
    """Return a text of each form, all of which name a moment of the recording."""
    index = scale.index
    frame = index.frames["frame"][index.frame_at(now)] if len(index.frames) else None
    texts: Sequence[str] = (
        scale.label(now),
        elapsed_text(now, index.duration) if len(index.frames) else "",
        f"#{frame}" if frame is not None else "",
        fmt.wall_clock(index.header.date, now) if index.header.date is not None else "",
        "+1.5",
        "50 %",
        "collision:1" if index.contacts else "",
    )
    return tuple(dict.fromkeys(text for text in texts if text))


def _sentence(text: str) -> str:
    """Return the words of an error as a sentence."""
    return fmt.capital(text.removesuffix(".")) + "."
