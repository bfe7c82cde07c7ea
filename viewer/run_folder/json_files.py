"""JSON that driving stacks write: whole entries of a file that was cut, sizes limited."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json.decoder import JSONDecoder
from pathlib import Path
from typing import Any

import numpy as np

from viewer.arrays import Floats
from viewer.file_error import printable
from viewer.regular_file import parse_json, read_unpacked, reason

_LONGEST_META = 8 << 20
"""Most bytes of the values of one step; to read more would hold up the window."""
_STEP_KEY = re.compile(r'[\s,{]*"(\d{1,9})"\s*:\s*')


def read_json(path: Path, most: int | None = None) -> Any:  # noqa: ANN401 - any JSON value
    """Return the value in a JSON file of at most 64 MB, gzipped or not; with ``most``, of so many bytes.

    Raises:
        ValueError: the file cannot be read, is empty, cut, too long or no JSON; the message names the file.
    """
    try:
        data, _ = read_unpacked(path)
    except OSError as error:
        raise ValueError(f"{printable(path)}: it cannot be read: {reason(error)[0]}.") from error
    if not data.strip(b"\0 \t\r\n"):
        raise ValueError(f"{printable(path)}: the file is empty; the run may have been killed.")
    if most is not None and len(data) > most:
        raise ValueError(f"{printable(path)}: it is longer than {most >> 20} MB.")
    try:
        return parse_json(data)
    except ValueError as error:
        raise ValueError(f"{printable(path)}: this is no whole JSON: {printable(str(error))}.") from error


def read_meta(path: Path) -> dict[str, Any]:
    """Return the JSON object in ``path``, of at most 8 MB; raise ValueError if there is none."""
    value = read_json(path, _LONGEST_META)
    if not isinstance(value, dict):
        raise ValueError(f"{printable(path)}: this is no JSON object.")  # noqa: TRY004 - one error for all
    return value


def step_entries(path: Path) -> tuple[list[tuple[int, dict[str, Any]]], str]:
    """Return the entries of a JSON object whose keys are steps, and a sentence if not all can be read.

    Of a file that is cut in the middle, the whole entries before the cut are returned.
    """
    try:
        data, whole = read_unpacked(path)
    except OSError as error:
        return [], f"{printable(path)}: it cannot be read: {reason(error)[0]}."
    try:
        document = parse_json(data)
        items = document.items() if isinstance(document, dict) else ()
        found = [(int(key), value) for key, value in items if key.isdecimal() and isinstance(value, dict)]
    except ValueError:
        found, whole = list(_whole_entries(data.decode("utf-8", "replace"))), False
    trouble = "" if whole else f"{printable(path)}: it is cut in the middle; {len(found)} steps were read."
    return sorted(found, key=lambda each: each[0]), trouble


def _whole_entries(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the entries of the JSON object ``text``, which may be cut, whose keys are decimal numbers."""
    at, decoder = 0, JSONDecoder()
    while key := _STEP_KEY.match(text, at):
        try:
            value, at = decoder.raw_decode(text, key.end())
        except (ValueError, RecursionError):
            return
        if isinstance(value, dict):
            yield int(key[1]), value


def position(value: object) -> tuple[float, float] | None:
    """Return x and y of a position ``[x, y, …]`` in a JSON document; None if they are no finite numbers."""
    numbers = floats(value)
    return (
        None if numbers is None or numbers.shape[:1] < (2,) or numbers.ndim != 1 else (numbers[0], numbers[1])
    )


def floats(value: object) -> Floats | None:
    """Return lists of numbers in a JSON document as an array; None if it is none or has other values."""
    try:
        numbers = np.array(value, np.float64)
    except (TypeError, ValueError, OverflowError):
        return None
    return numbers if numbers.size and np.isfinite(numbers).all() else None
