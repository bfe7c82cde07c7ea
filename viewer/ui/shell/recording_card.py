"""The card of a recording on the start page."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygon
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from viewer.ui import format as fmt
from viewer.ui.icons import icon, icon_pixmap
from viewer.ui.state.card_picture import HEIGHT, WIDTH, Line, from_text
from viewer.ui.state.recent import RecentRecording
from viewer.ui.theme import Theme, faded, font
from viewer.ui.widgets.cached_pixmap import CachedPixmap
from viewer.ui.widgets.keys import ENTER

SIZE = QSize(336, 224)
_RADIUS = 8.0
_SIGN = 32
_MARGIN = 16
_LINE = 22
_TOP = HEIGHT + 10
_ROADS, _PATH, _DOT, _RING = 1.0, 2.0, 2.5, 10.0
_FORGET_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class RecordingCard(QPushButton):
    """Driven paths on the town's roads; below them name, town, length and date, and collisions."""

    open_requested = Signal(object)
    """The Path of the recording."""
    forget_requested = Signal(object)
    """The Path of the recording, when it shall leave the page."""

    def __init__(
        self, recording: RecentRecording, theme: Theme, parent: QWidget | None = None, *, sample: bool = False
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sample = sample
        self._drawn = CachedPixmap()
        self.setFixedSize(SIZE)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(fmt.plain(str(recording.path)))
        self.set_recording(recording)
        self._forget = QToolButton(self)
        self._forget.setProperty("kind", "quiet")
        self._forget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._forget.setToolTip(self.tr("Remove from this page (Delete)"))
        self._forget.move(SIZE.width() - 36, 6)
        self._forget.hide()
        self._forget.clicked.connect(self._ask_to_forget)
        self.clicked.connect(self._open)
        self.set_theme(theme)

    def set_recording(self, recording: RecentRecording) -> None:
        """Show what is known about a recording."""
        self.recording = recording
        self._picture = from_text(recording.card) if recording.card else None
        self.setAccessibleName(fmt.join(fmt.plain(recording.path.name), *self.lines))
        self.update()

    @property
    def lines(self) -> tuple[str, str]:
        """What is told below the name: facts, and collisions."""
        recording, picture = self.recording, self._picture
        length = fmt.seconds(recording.duration) if recording.duration is not None else ""
        facts = fmt.join(
            fmt.plain(recording.map_name), length, fmt.day(recording.date) if recording.date else ""
        )
        if not facts:
            facts = self.tr("Comes with the program") if self._sample else str(recording.path.parent)
        if picture is None:
            return facts, ""
        if picture.collisions:
            one = picture.collisions == 1
            text = self.tr("1 collision") if one else self.tr("{0} collisions")
            return facts, text.format(fmt.count(picture.collisions))
        if picture.overlaps:
            return facts, self.tr("Contact (not recorded) ƒ")
        return facts, self.tr("No collisions") if picture.told else self.tr("Collisions: none recorded")

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self._forget.setIcon(icon("close", theme, "secondary"))

    def enterEvent(self, event: QEnterEvent) -> None:
        """Offer to forget the card that is pointed at."""
        super().enterEvent(event)
        self._forget.setVisible(not self._sample)

    def leaveEvent(self, event: QEvent) -> None:
        """Take the offer back."""
        super().leaveEvent(event)
        self._forget.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter; forget when Delete is pressed."""
        if event.key() in _FORGET_KEYS and not self._sample:
            self._ask_to_forget()
        elif event.key() in ENTER:
            self._open()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture and what is known."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self._sample or self.hasFocus() or self.underMouse()
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        painter.fillPath(outline, theme.panel)
        painter.save()
        painter.setClipPath(outline)
        key, size, ratio = (self.recording, theme), QSize(WIDTH, HEIGHT), self.devicePixelRatioF()
        painter.drawPixmap(0, 0, self._drawn.get(key, size, ratio, theme.void, self._paint_picture))
        painter.restore()
        painter.fillRect(0, HEIGHT, self.width(), 1, theme.hairline)
        self._paint_texts(painter)
        painter.setPen(QPen(theme.accent if lit else theme.hairline, 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(outline)

    def _paint_picture(self, painter: QPainter, _rect: QRectF) -> None:
        theme, picture = self._theme, self._picture
        if picture is None:  # it was not opened yet
            sign = icon_pixmap("recording", faded(theme.secondary, 0.5), _SIGN, self.devicePixelRatioF())
            painter.drawPixmap((WIDTH - _SIGN) // 2, (HEIGHT - _SIGN) // 2, sign)
            return
        painter.setPen(QPen(theme.road, _ROADS))
        painter.setBrush(theme.road)
        for line in picture.roads:
            painter.drawPolygon(_polygon(line))
        for role, line in picture.paths:
            color = getattr(theme, role)
            painter.setPen(QPen(color, _PATH, j=Qt.PenJoinStyle.RoundJoin))
            painter.setBrush(color)
            if len(line) > 1:
                painter.drawPolyline(_polygon(line))
            else:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.drawEllipse(QPointF(*line[0]), _DOT, _DOT)
        painter.setPen(QPen(theme.collision, _PATH))
        painter.setBrush(faded(theme.collision, 0.14))
        for x, y in picture.contacts:
            painter.drawEllipse(QPointF(x, y), _RING, _RING)

    def _paint_texts(self, painter: QPainter) -> None:
        theme = self._theme
        facts, collisions = self.lines
        area = QRect(_MARGIN, _TOP, self.width() - 2 * _MARGIN, _LINE)
        for text, face, color in (
            (fmt.plain(self.recording.path.name), font(13, bold=True), theme.text),
            (facts, font(13), theme.secondary),
        ):
            painter.setFont(face)
            painter.setPen(color)
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, area.width())
            painter.drawText(area, _LEFT, shown)
            area.translate(0, _LINE)
        area.translate(0, 4)
        if self._sample:
            self._paint_pill(painter, area, self.tr("Sample"))
        picture = self._picture
        if picture is not None and (picture.collisions or picture.overlaps):
            name = "collision" if picture.collisions else "found-contact"
            place = QPoint(area.x(), area.center().y() - 7)
            sign = icon_pixmap(name, theme.collision, 16, self.devicePixelRatioF())
            painter.drawPixmap(place, sign)
            area.setLeft(area.left() + 24)
            painter.setPen(theme.text)
        else:
            painter.setPen(theme.secondary)
        painter.setFont(font(13))
        painter.drawText(area, _LEFT, collisions)

    def _paint_pill(self, painter: QPainter, area: QRect, text: str) -> None:
        painter.setFont(font(11, medium=True))
        width = painter.fontMetrics().horizontalAdvance(text) + 16
        pill = QRectF(area.right() + 1 - width, area.y() + 1, width, area.height() - 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.selected)
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
        painter.setPen(self._theme.accent)
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)

    @Slot()
    def _open(self) -> None:
        self.open_requested.emit(self.recording.path)

    @Slot()
    def _ask_to_forget(self) -> None:
        self.forget_requested.emit(self.recording.path)


def _polygon(line: Line) -> QPolygon:
    return QPolygon([QPoint(x, y) for x, y in line])
