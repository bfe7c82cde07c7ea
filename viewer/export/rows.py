"""Writing the rows of a table as a JSON array or CSV, and formatting values for them."""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, TextIO

Row = dict[str, Any]
_HALVES = re.compile("[\ud800-\udfff]")


def finite(value: float) -> float | None:
    """Return ``value``, or None if it is NaN or infinite, which JSON cannot hold."""
    return value if math.isfinite(value) else None


def many(count: int, word: str) -> str:
    """Return ``count`` and the noun ``word`` as text, in the plural if needed: ``1 frame``, ``2 frames``."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def json_text(value: Any, indent: int | None = None) -> str:  # noqa: ANN401 - any JSON
    r"""Return ``value`` as JSON, in ASCII only.

    Bytes of a file name that are not UTF-8 are escaped the way that commands print them.

    >>> json_text("caf\udce9.log")
    '"caf\\\\udce9.log"'
    """
    text = json.dumps(value, indent=indent, allow_nan=False, default=datetime.isoformat)
    if "\\ud" not in text:
        return text
    raw = json.dumps(value, ensure_ascii=False, default=datetime.isoformat)
    halves = _HALVES.sub(lambda half: f"\\\\u{ord(half[0]):04x}", raw)
    return json.dumps(json.loads(halves), indent=indent)


def write_json(rows: Iterable[Row], stream: TextIO) -> None:
    """Write ``rows``, dicts, as a JSON array of objects, one by one."""
    before = "[\n  "
    for row in rows:
        stream.write(before)
        stream.write(json_text(row, indent=2).replace("\n", "\n  "))
        before = ",\n  "
    stream.write("[]\n" if before.startswith("[") else "\n]\n")


def write_json_lines(rows: Iterable[Row], stream: TextIO) -> None:
    """Write ``rows``, dicts, as JSON objects, one per line."""
    stream.writelines(f"{json_text(row)}\n" for row in rows)


def cell(value: Any) -> str:  # noqa: ANN401 - whatever a column holds
    """Return a value of a table as the text of a CSV cell, without quotes; that of None is empty.

    >>> [cell(each) for each in (None, True, 0.1, ["a", "b"], {"color": "red"})]
    ['', 'true', '0.1', 'a; b', '{"color": "red"}']
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "; ".join(map(str, value))
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, datetime):
        return value.isoformat()
    return "" if value is None else str(value)


def write_csv(columns: Sequence[str], rows: Iterable[Row], stream: TextIO) -> None:
    """Write ``rows`` as CSV with the columns of these names; cells of missing values are empty."""
    writer = csv.DictWriter(stream, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: cell(value) for name, value in row.items()} for row in rows)
