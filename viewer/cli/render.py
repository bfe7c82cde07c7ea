"""Commands ``render`` and ``clip``: draw a picture of one time, or a video of part of a recording."""

from __future__ import annotations

import argparse
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from viewer.cli import arguments
from viewer.cli.recordings import Opened, for_each
from viewer.cli.terminal import Progress, Status
from viewer.cli.window import ready_to_draw
from viewer.export import video
from viewer.export.errors import ExportError
from viewer.export.gif import GifFile
from viewer.export.selection import Selection, make_selection
from viewer.export.target import check_target, replacing
from viewer.file_error import printable
from viewer.logfile.errors import RecordingError
from viewer.recording.actor_name import ActorNotFoundError
from viewer.recording.index import RecordingIndex
from viewer.replay.time.typed_time import MomentError

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from viewer.ui.render_request import RenderRequest


_FPS = (
    "pictures per second (default: 30); recorded: one per frame of the recording, shown as long as the "
    "frame lasts; in a folder these are named by frame id, and index.csv lists frames and times"
)
_VIDEOS = f"{', '.join(video.VIDEO_FORMATS)}, with the extra [{video.EXTRA}]"
_OUTPUT = f"a video ({_VIDEOS}; or {video.GIF}), or a folder for PNG pictures"
_SPEED = "speed of a video: 2 is twice as fast as recorded"
_RING = "draw a ring around the position X,Y (metres) from TIME on (elapsed seconds)"
_CAMERAS = {
    "type": arguments.names, "default": (), "metavar": "NAME,…",
    "help": "show these cameras of the folder that the driving stack wrote for the run, too",
}  # fmt: skip
PARSERS = {
    "render": arguments.parser(
        "Draw a recording at one time as a picture.",
        "file",
        ("-o --output", {"metavar": "OUT.png", "help": "the picture to write"}),
        "--at",
        "--select",
        ("--size", {"default": (1600, 1000)}),
        "--window",
        ("--cameras", _CAMERAS),
        ("--center", {"help": f"centre of the map: {arguments.ACTOR_HELP}, or X,Y in metres"}),
        *("--with", "--span", "--roads", "--routes", "--theme"),
    ),
    "clip": arguments.parser(
        "Draw part of a recording as a video, a GIF or a folder of pictures.",
        "file",
        ("-o --output", {"help": _OUTPUT}),
        "--range",
        [
            ("--follow", {"help": f"keep this actor in the middle of the map: {arguments.ACTOR_HELP}"}),
            (
                "--center",
                {"help": f"centre of the map at the start: {arguments.ACTOR_HELP}, or X,Y in metres"},
            ),
        ],
        "--span",
        ("--size", {"default": (1280, 720)}),
        ("--fps", {"type": arguments.rate, "default": 30.0, "metavar": "N|recorded", "help": _FPS}),
        ("--speed", {"type": arguments.positive, "default": 1.0, "metavar": "X", "help": _SPEED}),
        ("--cameras", _CAMERAS),
        ("--ring", {"type": arguments.ring, "metavar": "X,Y,TIME", "help": _RING}),
        *("--with", "--window", "--roads", "--routes", "--theme", "--force"),
    ),
}
"""Argument parsers of the commands ``render`` and ``clip``, by name."""


def run(options: argparse.Namespace) -> int:
    """Run the command ``render`` or ``clip``: draw a picture or a video, and return the exit status."""
    return _clip(options) if "fps" in options else _render(options)


def _request(options: argparse.Namespace) -> RenderRequest:
    from viewer.ui.render_request import RenderRequest

    given = vars(options)
    return RenderRequest(
        given.get("at"), given.get("select"), options.size, options.window, options.center, options.span,
        options.theme, options.roads, tuple(options.routes), cameras=options.cameras, other=options.other,
    )  # fmt: skip


def _render(options: argparse.Namespace) -> int:
    if not ready_to_draw():
        return Status.WRONG_USAGE
    from viewer.ui.render import draw, without_expected_messages
    from viewer.ui.render_request import PictureError

    try:
        with without_expected_messages():
            index = draw(options.file, _request(options), options.output)
    except RecordingError as error:
        return Opened(options.file, None, error=error).report()
    except (ActorNotFoundError, MomentError, PictureError) as error:
        raise ExportError(f"{printable(options.file.name)}: {error}") from error
    return Opened(options.file, index, problems=index.problems).report()


def _clip(options: argparse.Namespace) -> int:
    target: Path = options.output
    if target.suffix:
        video.check_video(target.suffix.lower(), options.size, options.fps)
    check_target(target, options.file, overwrite=options.force, folder=not target.suffix)
    if not ready_to_draw():
        return Status.WRONG_USAGE

    def draw(index: RecordingIndex, progress: Progress) -> str:
        film = _film(make_selection(index, options.range), options)
        if target.suffix:
            video.check_pace(target.suffix.lower(), film.ticks)
        _draw(options, film, progress)
        left_out = f"; {film.left_out:,} frames without duration left out" if film.left_out else ""
        pictures = f"{len(film.times):,} pictures"
        return f"{printable(index.path.name)}: {pictures} written to {printable(target)}{left_out}"

    return for_each([options.file], draw)


@dataclass(frozen=True)
class _Film:
    """Pictures to draw for a video or a folder of PNG files.

    Attributes:
        times: elapsed seconds of each picture.
        ticks: time at which a video shows each picture, in ticks of 1/90000 s.
        names: file name of each picture in a folder.
        index: text of the file index.csv in a folder: name, frame id and elapsed seconds of each picture;
            empty for pictures at a fixed rate, which have no such file.
        left_out: number of frames without a picture, as the next frame has the same time.
    """

    times: list[float]
    ticks: list[int]
    names: list[str]
    index: str = ""
    left_out: int = 0


def _film(selection: Selection, options: argparse.Namespace) -> _Film:
    """Return which pictures of the selected frames to draw: one per frame, or at a fixed rate (``--fps``)."""
    start, end = selection.span
    if options.fps is not None:
        count = int((end - start) / options.speed * options.fps + 0.5) + 1
        numbers = np.arange(count)
        times = np.minimum(start + numbers * options.speed / options.fps, end)
        ticks = np.round(numbers / options.fps * video.TICKS).astype(int).tolist()
        return _Film(times.tolist(), ticks, [f"frame_{number:05}.png" for number in range(1, count + 1)])
    frames = np.arange(selection.frames.start, selection.frames.stop)
    times = selection.index.elapsed[frames]
    shown = np.append(np.diff(times) > 0.0, True)
    frames, times = frames[shown], times[shown]
    ticks = np.round((times - start) / options.speed * video.TICKS).astype(int).tolist()
    ids = selection.index.frame_ids[frames].tolist()
    names = [f"frame_{each:06}.png" for each in ids]
    if len(set(names)) < len(names):  # damaged files may count from 1 again
        names = [
            f"frame_{each:06}_{frame_index:06}.png"
            for each, frame_index in zip(ids, frames.tolist(), strict=True)
        ]
    rows = zip(names, ids, times.tolist(), strict=True)
    lines = ["picture,frame,elapsed", *(f"{name},{each},{time!r}" for name, each, time in rows)]
    return _Film(times.tolist(), ticks, names, "\n".join(lines) + "\n", int(np.sum(~shown)))


def _draw(options: argparse.Namespace, film: _Film, progress: Progress) -> None:
    """Draw all pictures of ``film``, and write each in a thread while the next one is drawn."""
    from viewer.ui.render import draw_frames, pixels_of, rows_of, without_expected_messages
    from viewer.ui.render_request import PictureError

    target: Path = options.output
    frames = draw_frames(options.file, _request(options), film.times, options.follow, options.ring)

    def write(at: int, image: QImage) -> None:
        if writer is not None:
            writer.add(pixels_of(image), film.ticks[at])
        else:
            video.write_png(rows_of(image), partial / film.names[at])

    try:
        with ExitStack() as stack:
            stack.enter_context(without_expected_messages())
            stack.enter_context(closing(frames))
            partial = stack.enter_context(replacing(target, folder=not target.suffix))
            writer: video.VideoFile | GifFile | None = None
            if target.suffix:
                ending = target.suffix.lower()
                writer = video.open_video(partial, ending, options.size, options.fps)
                stack.enter_context(writer)
            elif film.index:
                (partial / "index.csv").write_text(film.index, encoding="utf-8")
            pool = stack.enter_context(ThreadPoolExecutor(1))
            writing: Future[object] = pool.submit(bool)  # nothing yet
            for at, image in enumerate(frames):
                writing.result()
                writing = pool.submit(write, at, image)
                progress.show(f"Drawing {target.name}", (at + 1) / len(film.times))
            writing.result()
    except PictureError as error:
        raise ExportError(str(error)) from error
