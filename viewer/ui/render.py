"""Rendering of a recording into images without a display: the map alone, or the whole window."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import (
    QMessageLogContext,
    QRectF,
    Qt,
    QtMsgType,
    qFormatLogMessage,
    qInstallMessageHandler,
)
from PySide6.QtGui import QImage, QPainter, QPixmap

from viewer.export.target import replacing
from viewer.recording.actor_name import ActorName
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import World
from viewer.ui.format import join, seconds
from viewer.ui.render_request import PictureError, RenderRequest
from viewer.ui.render_stage import Stage, stage_of
from viewer.ui.speed_unit import speed_with_unit
from viewer.ui.theme import font
from viewer.ui.translation import tr
from viewer.ui.widgets.dialogs import picture_bytes

_EXPECTED = "This plugin does not support propagateSizeHints()"
"""Message that is suppressed: Qt prints it for every window if there is no screen (no window manager)."""


@contextmanager
def without_expected_messages() -> Iterator[None]:
    """Suppress Qt's message on ``propagateSizeHints()`` inside the ``with`` block; pass on other messages.

    Qt prints it for every window where there is no screen.
    """

    def handle(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if text == _EXPECTED:
            return
        if before is not None:
            before(kind, context, text)
        else:
            print(qFormatLogMessage(kind, context, text), file=sys.stderr)  # noqa: T201 - as Qt does

    before = qInstallMessageHandler(handle)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


_EDGE = 8.0
"""Distance in pixels between the edges of an exported image and the text that is painted into it."""


def draw(path: Path, picture: RenderRequest, output: Path) -> RecordingIndex:
    """Draw ``picture`` of the recording at ``path`` into the file ``output``; return the recording's index.

    Raises:
        RecordingError: the file cannot be read as a recording, or it has no frames.
        MomentError: the requested time is not in the recording.
        RoadMapError: the map file is not a valid OpenDRIVE map.
        ActorNotFoundError: the requested actor is not in the recording.
        PictureError: the actor has no position at that time, or the image format is unknown.
        OSError: the image cannot be written.
    """
    with stage_of(path, picture) as stage:
        stage.show_request()
        _write(stage.target.grab(), output)
        return stage.index


def draw_frames(
    path: Path,
    picture: RenderRequest,
    times: Iterable[float],
    follow: ActorName | None = None,
    ring: tuple[float, float, float] | None = None,
) -> Generator[QImage]:
    """Yield an image of the recording for each of ``times`` (elapsed seconds), with interpolated poses.

    Two images are reused in turn, so that an image is overwritten when the next but one is drawn. Time and
    frame are written into images of the map alone.

    Args:
        path: the recording.
        picture: what the images show.
        times: elapsed seconds.
        follow: actor that stays at the centre while it exists; images of the map alone show its speed.
        ring: x and y in metres of a ring drawn on the map, and the elapsed time at which it appears.

    Raises:
        RecordingError: the file cannot be read as a recording, or it has no frames.
        RoadMapError: the map file is not a valid OpenDRIVE map.
        ActorNotFoundError: the requested actor is not in the recording.
        PictureError: the actor at the centre has no position at the start.
    """
    with stage_of(path, picture) as stage:
        stage.viewer.moment.set_interpolate(on=True)
        stage.show_request()
        followed = () if follow is None else follow.lifetimes(stage.index.actors)
        images = [QImage(stage.target.size(), QImage.Format.Format_RGB32) for _ in range(2)]
        try:
            for time, image in zip(times, cycle(images), strict=False):
                stage.viewer.playback.seek(float(time))
                stage.viewer.workspace.flush()
                stage.center_on_existing(followed)
                if ring is not None:
                    stage.add_ring(ring)
                stage.finish()
                stage.target.render(image)
                if not picture.window:
                    _paint_time_line(image, _time_line(stage.viewer.moment.world, followed), stage)
                yield image
        finally:
            stage.settle()


def pixels_of(image: QImage) -> NDArray[np.uint8]:
    """Return a view of the image's pixels, shape ``(height, width, 4)``: blue, green, red, an unused byte."""
    pixels = np.frombuffer(image.constBits(), np.uint8)
    return pixels.reshape(image.height(), image.width(), 4)


def rows_of(image: QImage) -> NDArray[np.uint8]:
    """Return a copy of the image's pixels, 3 bytes (red, green, blue) each, shape ``(height, 3 × width)``."""
    solid = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(solid.constBits(), np.uint8).reshape(solid.height(), solid.bytesPerLine())
    return rows[:, : 3 * solid.width()].copy()  # the array must not refer to the memory of ``solid``


def _time_line(world: World | None, followed: Iterable[int]) -> str:
    """Return a text such as "8.470 s · frame 136 · 4.20 m/s": time, frame and speeds of the followed actors.

    ``world`` has the states of all actors at one time; without it the text is empty. ``followed`` are rows in
    the actor table; actors that do not exist at that time are left out.
    """
    if world is None:
        return ""
    indices = (world.index_of(row) for row in followed)
    speeds = (speed_with_unit(float(world.speeds[index])) for index in indices if index is not None)
    return join(seconds(world.elapsed), tr("frame {0}").format(world.frame), *speeds)


def _paint_time_line(image: QImage, words: str, stage: Stage) -> None:
    theme = stage.viewer.themes.theme
    painter = QPainter(image)
    painter.setFont(font(13, medium=True))
    size = painter.fontMetrics().size(0, words)
    card = QRectF(_EDGE, _EDGE, size.width() + 2 * _EDGE, size.height() + _EDGE)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.raised)
    painter.drawRoundedRect(card, _EDGE / 2, _EDGE / 2)
    painter.setPen(theme.text)
    painter.drawText(card, Qt.AlignmentFlag.AlignCenter, words)
    painter.end()


def _write(picture: QPixmap, output: Path) -> None:
    data = picture_bytes(picture, output.suffix[1:] or "png")
    if not data:
        raise PictureError(f"'{output.suffix}' is no format of pictures: name a file that ends with .png")
    with replacing(output) as partial:
        partial.write_bytes(data)
