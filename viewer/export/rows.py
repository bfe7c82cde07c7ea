"""Objects as text: a JSON array, JSON lines, or CSV, and numbers in it."""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TextIO

Row = Mapping[str, Any]
_HALVES = re.compile("[\ud800-\udfff]")


def finite(value: float) -> float | None:
    """Return a number as JSON has it: None for what is not finite."""
    return value if math.isfinite(value) else None


def many(count: int, word: str) -> str:
    """Return how many there are, in words: ``1 frame``, ``1,200 frames``."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def json_text(value: Any, indent: int | None = None) -> str:  # noqa: ANN401 - whatever JSON holds
    r"""Return ``value`` as JSON, all ASCII.

    A byte of a file's name that is no UTF-8 stands in it as in the names that commands print.

    >>> json_text("caf\udce9.log")
    '"caf\\\\udce9.log"'
    """
    text = json.dumps(value, indent=indent, allow_nan=False)
    if "\\ud" not in text:
        return text
    raw = json.dumps(value, ensure_ascii=False)
    halves = _HALVES.sub(lambda half: f"\\\\u{ord(half[0]):04x}", raw)
    return json.dumps(json.loads(halves), indent=indent)


def write_json(rows: Iterable[Row], stream: TextIO) -> None:
    """Write an array with an object for each row, as the rows come."""
    before = "[\n  "
    for row in rows:
        stream.write(before)
        stream.write(json_text(row, indent=2).replace("\n", "\n  "))
        before = ",\n  "
    stream.write("[]\n" if before.startswith("[") else "\n]\n")


def write_csv(columns: Sequence[str], rows: Iterable[Row], stream: TextIO) -> None:
    """Write a table; what a row does not have is empty, and of a list each thing follows a semicolon."""
    writer = csv.DictWriter(stream, columns, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({
            name: "; ".join(map(str, value)) if isinstance(value, list) else value
            for name, value in row.items()
        })  # fmt: skip
