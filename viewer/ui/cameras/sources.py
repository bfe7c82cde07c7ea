"""Reading single pictures of one camera: from picture files, or from a video."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from PySide6.QtCore import QBuffer, QByteArray, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from viewer.cancellation import ShouldContinue, check
from viewer.file_error import printable
from viewer.regular_file import read_regular, reason
from viewer.run_folder.video_reader import VideoReader
from viewer.ui.format import count
from viewer.ui.translation import tr, translated

if TYPE_CHECKING:
    from viewer.run_folder.contents import Stream

_LONGEST_SIDE = 8_192
"""Most pixels in a row or column of a picture; of one as high and as wide, Qt makes an image of 256 MB."""
_JPEG, _JPEG_END = b"\xff\xd8", b"\xff\xd9"
_FORMATS = {b"\x89PNG": b"png", _JPEG: b"jpeg", b"BM": b"bmp", b"GIF8": b"gif", b"RIFF": b"webp"}
"""Qt's names of picture formats, by the first bytes of a file.

Qt would find the format itself, but its SVG plugin connects a signal for that, for which a thread that holds
the interpreter can wait for ever.
"""
_TAIL = 1024
"""Most bytes that may follow the end of a JPEG picture."""


class Picture(NamedTuple):
    """Picture as read.

    Attributes:
        image: the picture; None if it cannot be read.
        error: why it cannot be read, as a sentence; else empty.
        bound: size in pixels into which it was fitted.
        whole: whether a larger ``bound`` would give the same picture.
    """

    image: QImage | None
    error: str
    bound: QSize
    whole: bool


class Source(Protocol):
    """Camera whose pictures are read one by one, in any thread."""

    def read(self, number: int, bound: QSize, should_continue: ShouldContinue) -> Picture:
        """Return the picture with the index ``number``, made smaller to fit into ``bound`` (pixels)."""

    def close(self) -> None:
        """Close open files."""


def source_of(stream: Stream) -> Source:
    """Return the reader of the pictures of ``stream``."""
    return (
        _Files(stream.paths)
        if stream.video is None
        else _Frames(stream.video.path, VideoReader(stream.video))
    )


class _Files:
    """Pictures in files of their own."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        self._paths = paths

    def read(self, number: int, bound: QSize, should_continue: ShouldContinue) -> Picture:
        """Return the picture in the file with the index ``number``."""
        check(should_continue, 0.0)
        return read_picture(self._paths[number], bound)

    def close(self) -> None:
        """Do nothing: each file is closed after reading."""


class _Frames:
    """Frames of a video."""

    def __init__(self, path: Path, reader: VideoReader) -> None:
        self._path, self._reader = path, reader

    def read(self, number: int, bound: QSize, should_continue: ShouldContinue) -> Picture:
        """Return the frame ``number``."""
        width, height = bound.width(), bound.height()
        try:
            pixels = self._reader.read(number, width, height, should_continue)
        except ValueError as error:
            return _unreadable(self._path, translated(str(error)), bound)
        size = QSize(pixels.shape[1], pixels.shape[0])
        image = QImage(
            pixels.tobytes(), size.width(), size.height(), 4 * size.width(), QImage.Format.Format_RGB32
        )
        return Picture(image.copy(), "", bound, size.width() < width and size.height() < height)

    def close(self) -> None:
        """Close the video."""
        self._reader.close()


def read_picture(path: Path, bound: QSize) -> Picture:
    """Return the picture in the file ``path``, made smaller to fit into ``bound`` if it is larger."""
    try:
        data = read_regular(path)
    except OSError as error:
        return _unreadable(path, translated(reason(error)[0]), bound)
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    format_name = next((name for start, name in _FORMATS.items() if data.startswith(start)), None)
    if format_name is None:
        return _unreadable(path, tr("it is no whole picture"), bound)
    reader = QImageReader(buffer, QByteArray(format_name))
    reader.setAutoDetectImageFormat(False)
    size = reader.size()
    if max(size.width(), size.height()) > _LONGEST_SIDE:
        why = tr("it is larger than {0} × {0} pixels").format(count(_LONGEST_SIDE))
        return _unreadable(path, why, bound)
    smaller = size.width() > bound.width() or size.height() > bound.height()
    if smaller:  # not after reading: that would block all other threads
        reader.setScaledSize(size.scaled(bound, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1)))
    image = QImage() if _is_cut(data) else reader.read()
    if image.isNull():
        return _unreadable(path, tr("it is no whole picture"), bound)
    return Picture(image, "", bound, not smaller)


def _is_cut(data: bytes) -> bool:
    """Return whether ``data`` is a JPEG picture without its end; Qt reads such a picture without an error."""
    return data.startswith(_JPEG) and _JPEG_END not in data[-_TAIL:]


def _unreadable(path: Path, why: str, bound: QSize) -> Picture:
    text = tr("{name} cannot be read: {reason}").format(name=printable(path.name), reason=why)
    return Picture(None, text, bound, whole=True)
