"""A part of a recording as a moving picture."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from viewer.cli import arguments
from viewer.cli.each import for_each
from viewer.cli.progress import Progress
from viewer.cli.qt_probe import cannot_draw
from viewer.cli.status import Status
from viewer.export.errors import ExportError, require
from viewer.export.part import make_part
from viewer.export.png import write_png
from viewer.export.target import check_target, replacing
from viewer.export.video import EXTRA, MODULES, VIDEO_FORMATS, VideoFile, check_video
from viewer.file_error import printable
from viewer.recording.index import RecordingIndex

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

_SIZE = (1280, 720)
_RATE = 30.0


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of this command's arguments."""
    parser = argparse.ArgumentParser(program, description="Draw a part of a recording as a moving picture.")
    parser.add_argument("file", type=Path, metavar="FILE", help="the recording")
    parser.add_argument(
        "-o", "--output", required=True, type=Path, metavar="OUT",
        help=f"a video ({', '.join(VIDEO_FORMATS)}; needs the extra [{EXTRA}]), or a folder for PNG pictures",
    )  # fmt: skip
    arguments.add_range(parser)
    middle = parser.add_mutually_exclusive_group()
    middle.add_argument(
        "--follow",
        type=arguments.actor,
        metavar=arguments.ACTOR,
        help=f"keep this actor in the middle of the map: {arguments.ACTOR_HELP}",
    )
    middle.add_argument(
        "--center", type=arguments.center, metavar="ACTOR|X,Y", help="what is in the middle at the start"
    )
    parser.add_argument("--span", type=arguments.metres, metavar="METRES", help="width of what the map shows")
    parser.add_argument("--size", type=arguments.size, default=_SIZE, metavar="WxH", help="in pixels")
    parser.add_argument(
        "--fps", type=arguments.positive, default=_RATE, metavar="N", help="pictures a second (default: 30)"
    )
    parser.add_argument(
        "--speed", type=arguments.positive, default=1.0, metavar="X", help="2 is twice as fast as it happened"
    )
    parser.add_argument("--window", action="store_true", help="draw the whole window with its panels")
    parser.add_argument("--roads", type=Path, metavar="MAP.xodr", help="the town's OpenDRIVE file")
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    parser.add_argument("--force", action="store_true", help="overwrite what is there")
    return parser


def run(options: argparse.Namespace) -> int:
    """Draw; return the exit status."""
    target: Path = options.output
    try:
        if target.suffix:
            check_video(target.suffix.lower(), options.size, options.fps)
            require(EXTRA, MODULES, "a video")
        check_target(target, options.file, overwrite=options.force, folder=not target.suffix)
    except ExportError as error:
        print(f"{error}.", file=sys.stderr)
        return Status.WRONG_USAGE
    if refusal := cannot_draw():
        print(refusal, file=sys.stderr)
        return Status.WRONG_USAGE
    # The picture must not depend on the screen that happens to be there.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"

    def draw(index: RecordingIndex, progress: Progress) -> str:
        start, end = make_part(index, options.range).span
        count = int((end - start) / options.speed * options.fps + 0.5) + 1
        times = np.minimum(start + np.arange(count) * options.speed / options.fps, end)
        _draw(options, times.tolist(), progress)
        return f"{printable(index.path.name)}: {count:,} pictures written to {printable(target)}"

    return for_each([options.file], draw)


def _draw(options: argparse.Namespace, times: list[float], progress: Progress) -> None:
    """Draw pictures of some times; errors as for the drawing and the writing."""
    from viewer.ui.quick_imports import import_quickly

    import_quickly()
    from viewer.ui.render import PictureError, RenderRequest, draw_frames, pixels_of, rows_of
    from viewer.ui.widgets.quiet import without_expected_messages

    target: Path = options.output
    picture = RenderRequest(
        None, None, options.size, options.window, options.center, options.span, options.theme, options.roads
    )
    frames = draw_frames(options.file, picture, times, options.follow)

    def tell(number: int) -> None:
        progress.show(f"Drawing {target.name}", number / len(times))

    try:
        with (
            without_expected_messages(),
            closing(frames),
            replacing(target, folder=not target.suffix) as partial,
        ):
            if target.suffix:
                with VideoFile(partial, target.suffix.lower(), options.size, options.fps) as video:
                    _write(frames, lambda _, image: video.add(pixels_of(image)), tell)
            else:
                _write(
                    frames,
                    lambda number, image: write_png(rows_of(image), partial / f"frame_{number:05}.png"),
                    tell,
                )
    except PictureError as error:
        raise ExportError(str(error)) from error


def _write(
    frames: Iterable[QImage], write: Callable[[int, QImage], None], tell: Callable[[int], None]
) -> None:
    """Write pictures, numbered from 1, each in a thread while the next one is drawn."""
    with ThreadPoolExecutor(1) as pool:
        writing: Future[None] | None = None
        for number, image in enumerate(frames, 1):
            if writing is not None:
                writing.result()
            writing = pool.submit(write, number, image)
            tell(number)
        if writing is not None:
            writing.result()
