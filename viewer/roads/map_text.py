"""The text of a large map: where in it its roads are, without parsing it, and only those that are near.

Roads that have very many lane sections or objects are read a part at a time, so that memory never holds all
of their elements.
"""

from __future__ import annotations

import codecs
import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import shapely

from viewer.arrays import Flags, Floats, Ints
from viewer.regular_file import open_regular, unreadable
from viewer.roads.map_content import RoadMapError

LARGE = 8 << 20
"""Bytes from which a map file is worth being looked over before it is read."""
CONTINUED = "continues-the-road-before"
"""The attribute of a part of a road that goes on with the road before it."""
FOLLOWED = "is-not-yet-read"
"""The attribute of a lane section that only tells where the one before it ends."""

_END = b"</road>"
_PART = 64 << 10  # bytes of a road that are read at once
_FEW = 8 << 10  # bytes of a road of which all objects are read
_ROAD = re.compile(rb"<(/?)road[\s>]")
_ODD = re.compile(rb"<[!?]")
_GEOMETRY = re.compile(rb"<geometry\s([^>]*)>\s*(<line\b)?")
_SECTION = re.compile(rb"<laneSection\s([^>]*)>")
_OBJECT = re.compile(rb"<object\s([^>]*)>")
_ORDER = (b"s", b"x", b"y", b"hdg", b"length")
_USUAL = re.compile(rb's="([^"]*)" x="([^"]*)" y="([^"]*)" hdg="([^"]*)" length="([^"]*)"')
_NUMBER = re.compile(rb"""(?:^|\s)(s|x|y|hdg|length)\s*=\s*["']\s*([^"']*?)\s*["']""")
_TAG = re.compile(rb"<road\s[^>]*>")
_PLAIN = re.compile(rb"""<\?xml[^>]*\bencoding\s*=\s*["'](utf-?8|us-ascii|iso-8859-1)["']""", re.IGNORECASE)
_DRAWN = (b"stopline", b"crosswalk", b"parking")
"""What a word of an object that is drawn has in it, in lower case, without blanks and underscores."""
_ASIDE = 25.0  # m that lanes reach beside their reference line, of nearly all roads
_EVERYWHERE = 1e9  # m
_ALONG = 10.0  # m before and after what is near, that are read of a road in parts


class MapText:
    """The text of a map that is large and plainly written, and the rectangles in which its roads are.

    Attributes:
        path: of the file.

    """

    def __init__(self, path: Path, text: bytes, roads: Ints) -> None:
        """Take the text, and of each road where it begins and ends in the text, shape (R, 2)."""
        self.path = path
        self._text, self._roads = text, roads
        self._road, self._begin, self._reach, boxes = _geometries(text, roads)
        self._tree = shapely.STRtree(shapely.box(*boxes.T))

    @property
    def has_objects(self) -> bool:
        """Whether there is anything on the roads besides lanes."""
        return b"<object " in self._text

    def near(self, places: Floats) -> Flags:
        """Return which geometries touch one of the rectangles ``places``.

        ``places`` has rows of least x, least y, greatest x, greatest y, metres in CARLA's frame, (K, 4).
        """
        near = np.zeros(len(self._road), np.bool_)
        near[self._tree.query(shapely.box(*places.T))[1]] = True
        return near

    def parts(self, near: Flags | None = None, *, details: bool = True) -> Iterator[bytes]:
        """Yield the text in parts that are well-formed together; of roads only those that are ``near``.

        Of objects, where there are many, only those that are drawn; of these, where ``details`` are not
        wanted, stop lines alone.
        """
        mattering = _DRAWN if details else _DRAWN[:1]
        roads = range(len(self._roads)) if near is None else np.unique(self._road[near]).tolist()
        yield self._text[: self._roads[0, 0]]
        for road in roads:
            begin, end = self._roads[road].tolist()
            text = self._text[begin:end]
            if end - begin <= (_FEW if b"<objects>" in text else _PART):
                yield text
                continue
            stretches = None
            if near is not None:
                here = near & (self._road == road)
                stretches = np.column_stack([self._begin[here] - _ALONG, self._reach[here] + _ALONG])
            yield from _in_parts(text, stretches, mattering)
        for (_, end), (begin, _) in pairwise([*self._roads.tolist(), (len(self._text), 0)]):
            if begin > end:  # an empty part would be the end
                yield self._text[end:begin]


def read_text(path: Path) -> MapText | None:
    """Return the text of a map file; None if it is not large, or written so that it must be read as a whole.

    Raises:
        RoadMapError: not readable.

    """
    try:
        with open_regular(path) as file:
            if path.stat().st_size < LARGE:
                return None
            text = file.readall()
    except OSError as error:
        raise unreadable(path, error, RoadMapError) from error
    places = _roads(text)
    return None if places is None else MapText(path, text, places)


def _roads(text: bytes) -> Ints | None:
    """Return where the roads of a map begin and end in its text (R, 2); None where that is not certain."""
    head = text[:1024].removeprefix(codecs.BOM_UTF8)
    plain = b"\0" not in head and (b"encoding" not in head or _PLAIN.match(head) is not None)
    tags = [*_ROAD.finditer(text)] if plain else []
    if not tags or len(tags) % 2 or not text[-64:].rstrip().endswith(b"</OpenDRIVE>"):
        return None
    opens, closes = tags[::2], tags[1::2]
    paired = not any(tag.group(1) for tag in opens) and all(tag.group() == _END for tag in closes)
    begin = opens[0].start()
    # A tag counts only outside of comments and the like.
    if not paired or b"<!--" in text[:begin] or _ODD.search(text, begin):
        return None
    places = [(one.start(), other.end()) for one, other in zip(opens, closes, strict=True)]
    return np.array(places, np.int64)


def _geometries(text: bytes, roads: Ints) -> tuple[Ints, Floats, Floats, Floats]:
    """Return of all geometries the road, where it begins and ends along it, and the rectangle it lies in.

    Rectangles are least x, least y, greatest x, greatest y; of one that cannot be read, everywhere.
    """
    starts, straight, found = [], [], []
    for match in _GEOMETRY.finditer(text):
        starts.append(match.start())
        straight.append(match.group(2) is not None)
        usual = _USUAL.match(match.group(1))
        found.append(_numbers(match.group(1), *_ORDER) if usual is None else _floats(usual.groups()))
    road = np.searchsorted(roads[:, 0], np.array(starts, np.int64), side="right") - 1
    numbers = np.array(found, np.float64).reshape(-1, 5)
    known = np.isfinite(numbers).all(axis=1)
    s, x, y, heading, length = np.nan_to_num(numbers).T
    begin = np.column_stack([x, -y])
    # A line ends where it heads to, others where the next one of their road begins, or nobody knows.
    end = begin + length[:, None] * np.column_stack([np.cos(heading), -np.sin(heading)])
    is_straight = np.array(straight, np.bool_)
    is_open = np.append(road[1:] != road[:-1], True) & ~is_straight
    followed = np.flatnonzero(~is_straight & ~is_open)
    end[followed] = begin[followed + 1]
    end[is_open] = begin[is_open]
    curved = np.where(is_open, np.abs(length), np.abs(length) / 2)[:, None]
    reach = np.where(is_straight[:, None], np.abs(end - begin) / 2, curved) + _ASIDE
    reach[~known] = _EVERYWHERE
    middle = (begin + end) / 2
    return road, s, s + length, np.concatenate([middle - reach, middle + reach], axis=1)


def _numbers(attributes: bytes, *names: bytes) -> list[float]:
    """Return numbers among the attributes of a tag; all NaN if one is missing or none."""
    known = dict(_NUMBER.findall(attributes))
    return _floats([known.get(name, b"") for name in names])


def _floats(words: Sequence[bytes]) -> list[float]:
    try:
        return [*map(float, words)]
    except ValueError:
        return [math.nan] * len(words)


def _in_parts(text: bytes, stretches: Floats | None, mattering: Sequence[bytes]) -> Iterator[bytes]:
    """Yield a road that has a long text as several, of which all but the first go on with the one before.

    Of the sections and objects only those that touch one of ``stretches``, metres along the road (K, 2); of
    the objects only those that have one of the words ``mattering``.
    """
    tag = _TAG.match(text)
    sections, objects = _block(text, b"lanes"), _block(text, b"objects")
    if tag is None or sections is None or (objects is not None and objects[0] < sections[1]):
        yield text
        return
    matches = [*_SECTION.finditer(text, *sections)]
    at = np.array([_numbers(match.group(1), b"s")[0] for match in matches])
    if not len(at) or not (np.diff(at, prepend=0.0) >= 0.0).all():
        yield text
        return
    starts = [match.start() for match in matches]
    is_near = _touch(at, np.append(at[1:], np.inf), stretches)
    pieces = []
    for number, (begin, end) in enumerate(pairwise([*starts, sections[1]])):
        if is_near[number]:
            pieces.append(text[begin:end])
        elif number == 0 or is_near[number - 1]:
            pieces.append(b'<laneSection s="%.17g"/>' % at[number])
    first, *others = _grouped(pieces)
    before, after = text[: starts[0]], text[sections[1] :]
    found: list[bytes] = []
    if objects is not None:
        begin, end = objects
        pieces = [each[1:4] for each in mattering]  # that are written together, in small or large letters
        if any(text.find(form, begin, end) >= 0 for each in pieces for form in (each, each.upper())):
            found = _objects(text[begin:end], stretches, mattering)
        after = text[sections[1] : objects[0]] + text[objects[1] :]
    again = tag.group()[:-1] + b' %s="yes">' % CONTINUED.encode()
    yield before + first + after
    for each in others:
        yield again + b"<lanes>" + each + b"</lanes></road>"
    for each in _grouped(found):
        yield again + b"<objects>" + each + b"</objects></road>"


def _block(text: bytes, tag: bytes) -> tuple[int, int] | None:
    """Return where the content of the one element of a tag begins and ends in a text; None without it."""
    begin, end = text.find(b"<" + tag + b">"), text.find(b"</" + tag + b">")
    return None if begin < 0 or end < begin else (begin + len(tag) + 2, end)


def _touch(begin: Floats, end: Floats, stretches: Floats | None) -> Flags:
    """Return which stretches from ``begin`` to ``end`` (N,) touch one of ``stretches`` (K, 2) if given."""
    if stretches is None:
        return np.ones(len(begin), np.bool_)
    touch = np.zeros(len(begin), np.bool_)
    for low, high in stretches.tolist():
        touch |= (begin <= high) & (end >= low)
    return touch


def _objects(text: bytes, stretches: Floats | None, mattering: Sequence[bytes]) -> list[bytes]:
    """Return the objects of a road that have one of the words ``mattering``, of those in a text."""
    matches = [*_OBJECT.finditer(text)]
    words = b"\0".join([match.group(1) for match in matches]).lower().translate(None, b"_ ").split(b"\0")
    rows = [row for row, one in enumerate(words) if any(each in one for each in mattering)]
    if stretches is not None:
        at = np.array([_numbers(matches[row].group(1), b"s")[0] for row in rows])
        rows = [row for row, here in zip(rows, _touch(at, at, stretches).tolist(), strict=True) if here]
    starts = [*(match.start() for match in matches), len(text)]
    return [text[starts[row] : starts[row + 1]] for row in rows]


def _grouped(pieces: list[bytes]) -> list[bytes]:
    """Join pieces until each is long enough to be read at once; a section tells where that before it ends."""
    grouped, begin, length = [], 0, 0
    for number, piece in enumerate(pieces):
        length += len(piece)
        if length >= _PART:
            grouped.append(b"".join(pieces[begin : number + 1]) + _follower(pieces, number + 1))
            begin, length = number + 1, 0
    if begin < len(pieces):
        grouped.append(b"".join(pieces[begin:]))
    return grouped


def _follower(pieces: list[bytes], number: int) -> bytes:
    match = _SECTION.match(pieces[number]) if number < len(pieces) else None
    if match is None:
        return b""
    return b'<laneSection s="%.17g" %s="yes"/>' % (_numbers(match.group(1), b"s")[0], FOLLOWED.encode())
