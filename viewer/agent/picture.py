"""Picture of one time of a recording, drawn by the command ``render`` in a process of its own."""

from __future__ import annotations

import base64
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from viewer.agent.answers import BYTES, Answer, AnswerError, Deadline
from viewer.agent.runs import Runs
from viewer.program import own_process

PNG = "png"
"""Key of an answer for a picture: a PNG file in base64."""
_SIZES = ((960, 600), (640, 400), (480, 300), (320, 200))
"""Sizes of pictures in pixels, the largest first; the first that is small enough as a file is sent."""
_SPAN = 60.0
_REST = 1_000
"""Bytes of an answer that are not the picture."""


def picture(runs: Runs, arguments: Mapping[str, Any], deadline: Deadline) -> Answer:
    """Return the map of a recording at one time as a PNG, as large as an answer may be.

    Args:
        runs: the recordings that may be read.
        arguments: ``recording``, ``time`` in seconds, and maybe ``actor`` and ``span`` in metres.
        deadline: end of the time for an answer.

    Raises:
        AnswerError: there is no such recording or actor, or drawing takes too long.
    """
    path = runs.recording(arguments["recording"]).index.path
    roads = runs.roads(arguments["recording"])
    words = [
        "render", str(path), f"--at={float(arguments['time'])!r}",
        f"--center={arguments.get('actor', 'hero')}", f"--span={float(arguments.get('span', _SPAN))!r}",
        *([] if roads is None else [f"--roads={roads.path}"]),
    ]  # fmt: skip
    with TemporaryDirectory() as folder:
        target = Path(folder, "picture.png")
        for width, height in _SIZES:
            _draw([*words, f"--size={width}x{height}", f"--output={target}"], deadline)
            data = base64.b64encode(target.read_bytes()).decode()
            if len(data) <= BYTES - _REST:
                return {
                    "recording": arguments["recording"], "time": arguments["time"],
                    "size": [width, height], PNG: data,
                }  # fmt: skip
            target.unlink()
    raise AnswerError("The picture is larger than 64 KB; give a smaller span.")


def _draw(words: list[str], deadline: Deadline) -> None:
    process = own_process(*words)
    try:
        done = subprocess.run(  # noqa: S603 - this program, with arguments that no shell sees
            process.command, cwd=process.folder, env=os.environ | dict(process.environment),
            stdin=subprocess.DEVNULL, capture_output=True, timeout=max(deadline.left, 0.1), check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise AnswerError("Drawing takes longer than 10 s; the recording or its map is too large.") from error
    if not Path(words[-1].removeprefix("--output=")).is_file():
        said = done.stderr.decode(errors="backslashreplace").strip().splitlines()
        raise AnswerError(said[-1] if said else "The picture cannot be drawn here.")
