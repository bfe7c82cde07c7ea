"""Row above the findings: which recording is compared with, and where they part."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from viewer.ui import format as fmt
from viewer.ui.state.binding import bind
from viewer.ui.state.reference import Reference
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.keys import ENTER, is_claimed
from viewer.ui.widgets.layout_button import LayoutButton
from viewer.ui.widgets.parts import NumberBox, action_button, icon_button, link, styled

HEIGHT = 40
_BUTTON = 28
_SWATCH = 10
_WIDEST_NAME = 200
_WITH_NAME, _WITH_CONTROLS = 800, 420
"""Widths of the row in pixels from which on it shows the other recording's name; buttons and offset."""
_OFFSET_WIDTH = 96
_FARTHEST = 1e6
"""Seconds of the largest offset between two recordings that can be typed."""
_FRAME = 0.05
"""Seconds per pixel of a drag where B's frames have no length."""


class _Swatch(QWidget):
    """Square in the colour of the other recording, as its actors have on the map."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(_SWATCH, _SWATCH)

    def paintEvent(self, _event: QPaintEvent) -> None:
        color = current_theme().reference
        fill = QColor(color)
        fill.setAlphaF(0.35)
        painter = QPainter(self)
        painter.setPen(color)
        painter.setBrush(fill)
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


class OffsetField(NumberBox):
    """Field for the seconds by which B's clock is ahead; drag its prefix, or type.

    Attributes:
        step: seconds per pixel of a drag.
    """

    chosen = Signal(float)
    """Emitted with the seconds when the user has changed them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.step = _FRAME
        self._grip: tuple[float, float] | None = None
        self.setRange(-_FARTHEST, _FARTHEST)
        self.setDecimals(3)
        self.setKeyboardTracking(False)
        self.setSuffix(" s")
        self.setAccessibleName(tr("Offset of the other recording"))
        self.setToolTip(
            tr("Seconds that the other recording’s clock is ahead\nDrag sideways, a frame per pixel, or type")
        )
        self.setFixedSize(_OFFSET_WIDTH, _BUTTON)
        for part in (self, self.lineEdit()):
            part.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a press begins a drag
        self.lineEdit().setCursor(Qt.CursorShape.SizeHorCursor)
        self.lineEdit().installEventFilter(self)
        self.valueChanged.connect(self.chosen)

    def show_value(self, seconds: float, step: float) -> None:
        """Show ``seconds``; a drag changes them by ``step`` per pixel."""
        self.step = step or _FRAME
        self.setSingleStep(self.step)
        if abs(self.value() - seconds) > 0.5 * 10 ** -self.decimals():
            self.blockSignals(True)
            self.setValue(seconds)
            self.blockSignals(False)

    def event(self, event: QEvent) -> bool:
        """Claim Enter and Esc before the window's shortcuts get them."""
        return is_claimed(event, _ends) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept what was typed on Enter, drop it on Esc, and leave the field with both."""
        if event.key() == Qt.Key.Key_Escape:
            self.lineEdit().setText(f"{self.textFromValue(self.value())}{self.suffix()}")
        else:
            super().keyPressEvent(event)
        if _ends(event):
            self.clearFocus()

    def textFromValue(self, value: float) -> str:
        """Return ``value`` with its sign."""
        return f"{value:+.{self.decimals()}f}"

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Change the offset while the mouse is dragged over the text; clicks go to the line edit."""
        if isinstance(event, QMouseEvent) and not self.lineEdit().hasFocus():
            if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
                self._grip = event.globalPosition().x(), self.value()
                return True
            if event.type() == QEvent.Type.MouseMove and self._grip is not None:
                x, value = self._grip
                self.setValue(value + round(event.globalPosition().x() - x) * self.step)
                return True
            if event.type() == QEvent.Type.MouseButtonRelease and self._grip is not None:
                x, _ = self._grip
                self._grip = None
                if abs(event.globalPosition().x() - x) < 1:
                    self.setFocus(Qt.FocusReason.MouseFocusReason)
                    self.selectAll()
                return True
        return super().eventFilter(watched, event)


def _ends(event: QKeyEvent) -> bool:
    return event.key() in ENTER or event.key() == Qt.Key.Key_Escape


class VerdictRow(QWidget):
    """Row with the verdict of a comparison; hidden without a reference.

    Attributes:
        offset: field for the offset between the clocks.
    """

    verdict_clicked = Signal()
    """Emitted when the user wants to go to where the recordings part."""
    align_requested = Signal(str)
    """Emitted with the rule by which the clocks are to be aligned."""
    cancel_requested = Signal()
    """Emitted when the comparison that runs is to be stopped."""

    def __init__(
        self, workspace: Workspace, actions: Mapping[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setProperty("surface", "top")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Comparison"))
        self._name = styled(ElidedLabel(mode=Qt.TextElideMode.ElideMiddle), 13, bold=True)
        self._name.setMaximumWidth(_WIDEST_NAME)
        self._verdict = LayoutButton("quiet", self)
        self._verdict.setFixedHeight(_BUTTON)
        self._verdict.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._text = styled(ElidedLabel(), 13)
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._verdict.add(self._text, 1)
        self._text.show()
        self._verdict.clicked.connect(self.verdict_clicked)
        self._cancel = styled(link(tr("Cancel")), 13)
        self._cancel.clicked.connect(self.cancel_requested)
        self._better = styled(link(), 13)
        self._better.clicked.connect(lambda: self.align_requested.emit(self._better_mode))
        self._better_mode: str = ""
        self.offset = OffsetField(self)
        self.offset.chosen.connect(lambda seconds: self.align_requested.emit(f"{seconds:.6f}"))
        self._more = icon_button("more", tr("More"))
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setMenu(self._make_menu(actions["show_comparison"]))
        self._more.setFixedSize(_BUTTON, _BUTTON)
        self._close = icon_button("close", tr("End the comparison"))
        self._close.clicked.connect(actions["end_comparison"].trigger)
        steps = [
            action_button(actions[name], height=_BUTTON)
            for name in ("previous_divergence", "next_divergence")
        ]
        for each in steps:
            each.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self._controls = (*steps, self.offset)
        in_row(
            self, _Swatch(self), self._name, (self._verdict, 1), self._cancel, self._better, *steps,
            self.offset, self._more, self._close, spacing=6, margins=(16, 0, 12, 0),
        )  # fmt: skip
        self.hide()
        bind(self, workspace, (lambda now: now.reference and now.reference._replace(world=None), self._show))

    def _make_menu(self, partners: QAction) -> QMenu:
        menu = QMenu(self)
        menu.addAction(partners)
        menu.addSection(tr("Align"))
        for mode, text in (
            ("elapsed", tr("By elapsed time")),
            ("frame", tr("By frame number")),
            ("motion", tr("By the hero’s first motion")),
            ("pose", tr("By the heroes’ way")),
        ):
            menu.addAction(text).triggered.connect(lambda _on, mode=mode: self.align_requested.emit(mode))
        return menu

    @property
    def text(self) -> str:
        """What the row says."""
        return self._text.text()

    def sizeHint(self) -> QSize:
        """Return a size of 600 px by the row's fixed height."""
        return QSize(600, HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the name of the other recording and controls where there is space beside the verdict."""
        super().resizeEvent(event)
        for control in self._controls:
            control.setVisible(self.width() >= _WITH_CONTROLS)
        self._name.setVisible(self.width() >= _WITH_NAME)

    def _show(self, reference: Reference | None) -> None:
        self.setVisible(reference is not None)
        if reference is None:
            return
        comparison = reference.comparison
        self._name.setText(reference.path.name)
        self._name.set_tip(str(reference.path))
        known = "" if comparison is None else " ".join(map(translated, comparison.sentences))
        self._text.setText(self._words(reference) or known)
        self._verdict.setToolTip(known)
        self._verdict.setAccessibleName(self._text.text())
        goes = comparison is not None and comparison.decision.first is not None
        self._verdict.setEnabled(goes or bool(reference.trouble))
        self._cancel.setVisible(reference.comparing)
        better = None if comparison is None else comparison.alignment.better
        self._better.setVisible(better is not None and not reference.comparing)
        if better is not None and comparison is not None:
            self._better_mode = better.mode
            by = better.offset - comparison.alignment.offset
            self._better.setText(tr("Align: {}").format(f"{by:+.2f} s"))
        has_frames = reference.recording is not None and len(reference.recording.frame_starts) > 0
        for part in (*self._controls, self._more):
            part.setEnabled(has_frames)
        step = 0.0 if comparison is None else comparison.b.usual_step
        self.offset.show_value(reference.offset, step)

    @staticmethod
    def _words(reference: Reference) -> str:
        """Return what is to be said in place of the verdict; empty if the verdict is."""
        if reference.trouble:
            return fmt.plain(f"{reference.path.name}: {translated(reference.trouble)}")
        if reference.recording is None:
            return tr("Reading…")
        if reference.share is not None:
            return tr("Comparing… {share} %").format(share=round(100 * reference.share))
        if reference.comparing or not reference.recording.complete:
            return "" if reference.comparison is not None else tr("Comparing…")
        return "" if reference.comparison is not None else tr("Not compared: stopped")
