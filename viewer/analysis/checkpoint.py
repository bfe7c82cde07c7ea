"""Reading of a Leaderboard checkpoint record by record, however large, broken or cut off it is."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain, islice
from json.decoder import JSONDecoder
from typing import Any, NamedTuple

import orjson

Record = Mapping[str, Any]
"""Results of one run of one route: an element of ``records`` in a checkpoint of the Leaderboard."""

_RECORDS = re.compile(r'"records"\s*:\s*\[')
_PROGRESS = re.compile(r'"progress"\s*:\s*\[\s*(\d+)\s*,\s*(\d+)\s*\]')
_BETWEEN = re.compile(r"[\s,]*")
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\\?\Z)|[\[{]|[\]}]', re.DOTALL)
_LONGEST = 32 << 20
"""Largest number of characters that one record, or the text before the first one, may have."""
_AT_ONCE = 16
"""Number of pieces of a file up to which it is parsed as a whole, which is faster."""
_AROUND = '{"_checkpoint": {"records": ['
"""Beginning of a checkpoint without content, to which the text after its last record is appended."""


class Checkpoint(NamedTuple):
    """Content of a Leaderboard checkpoint.

    Attributes:
        records: the records that could be read, in the order of the file.
        progress: number of finished routes, and of all routes; None if the file does not say.
        broken: number of records that are no JSON, or nested too deep.
        cut: True if the file ends in the middle.
    """

    records: tuple[Record, ...]
    progress: tuple[int, int] | None
    broken: int
    cut: bool


def read_checkpoint(pieces: Iterator[bytes]) -> Checkpoint | None:
    """Return the content of a Leaderboard checkpoint; None if it is JSON without a list of records.

    ``pieces`` are the bytes of the file in turn, in UTF-8, UTF-16 or UTF-32.
    """
    first = [*islice(pieces, _AT_ONCE)]
    more = next(pieces, None)
    if more is None:
        data = b"".join(first)
        with suppress(ValueError):  # NaN, another encoding, a cut file: those are read record by record
            return _of_document(orjson.loads(data))
        return _by_records(_decoded(iter((data,))))
    return _by_records(_decoded(chain(first, (more,), pieces)))


def _of_document(document: Any) -> Checkpoint | None:  # noqa: ANN401 - any JSON
    """Return the content of a Leaderboard checkpoint that was parsed as a whole."""
    inner = document.get("_checkpoint") if isinstance(document, dict) else None
    listed = inner.get("records") if isinstance(inner, dict) else None
    if not isinstance(inner, dict) or not isinstance(listed, list):
        return None
    progress = inner.get("progress")
    done = None
    if isinstance(progress, list) and [*map(type, progress)] == [int, int]:
        done = progress[0], progress[1]
    records = tuple(each for each in listed if isinstance(each, dict))
    return Checkpoint(records, done, len(listed) - len(records), cut=False)


def _by_records(texts: Iterator[str]) -> Checkpoint | None:
    """Return the content of a checkpoint whose text comes in parts; it may be cut, or have broken records."""
    text = next(texts, "")
    begin = _RECORDS.search(text)
    while begin is None and len(text) < _LONGEST and (more := next(texts, "")):
        text += more
        begin = _RECORDS.search(text)
    if begin is None:
        return None if _is_json(text) else Checkpoint((), _progress(text), 0, cut=True)
    progress = _progress(text[: begin.start()])
    at, broken = begin.end(), 0
    records: list[Any] = []
    decode = JSONDecoder().raw_decode
    while True:
        at = _after_commas(text, at)
        if text.startswith("]", at):
            break
        try:
            record, at = decode(text, at)
        except (ValueError, RecursionError):
            end = _end_of_value(text, at)
            if end is not None:
                broken, at = broken + 1, end
                continue
            text, grown = _grown(text[at:], texts)
            at = 0
            if not grown:
                return Checkpoint(tuple(records), progress, broken, cut=True)
        else:
            records.append(record)
    tail, _ = _grown(text[at:], texts, _LONGEST)
    good = tuple(each for each in records if isinstance(each, dict))
    broken += len(records) - len(good)
    return Checkpoint(good, progress or _progress(tail), broken, not _is_json(_AROUND + tail))


def _decoded(pieces: Iterator[bytes]) -> Iterator[str]:
    """Yield ``pieces``, bytes of a JSON text in UTF-8, UTF-16 or UTF-32, as texts that are not empty."""
    first = next(pieces, b"")
    decoder = codecs.getincrementaldecoder(json.detect_encoding(first))("replace")
    if text := decoder.decode(first):
        yield text
    for piece in pieces:
        if text := decoder.decode(piece):
            yield text


def _after_commas(text: str, at: int) -> int:
    """Return the index of the first character from index ``at`` of ``text`` that is no comma and no blank."""
    between = _BETWEEN.match(text, at)
    return at if between is None else between.end()


def _grown(text: str, texts: Iterator[str], enough: int = 0) -> tuple[str, bool]:
    """Return ``text`` with further texts, and whether it has become longer.

    It grows until it is twice as long, or has ``enough`` characters if that is more. If it is longer than a
    record may be, it does not grow.
    """
    parts, size = [text], len(text)
    while size <= min(max(2 * len(text), enough), _LONGEST) and (more := next(texts, "")):
        parts.append(more)
        size += len(more)
    return "".join(parts), len(parts) > 1


def _end_of_value(text: str, at: int) -> int | None:
    """Return the index after the object or array that begins at index ``at`` of ``text``, by its brackets.

    None if it does not end in ``text``, or if neither begins there.
    """
    depth = 0
    if text[at : at + 1] not in ("{", "["):
        return None
    for found in _BRACKETS.finditer(text, at):
        if (mark := found[0]) in "{[":
            depth += 1
        elif mark in "]}":
            depth -= 1
            if depth == 0:
                return found.end()
    return None


def _progress(text: str) -> tuple[int, int] | None:
    found = _PROGRESS.search(text)
    return None if found is None else (int(found[1]), int(found[2]))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
