"""Text of a large map: finds its roads without parsing, and yields only those near given rectangles.

Roads with very many lane sections or objects are yielded in parts, so that memory never holds all of their
elements.
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
"""Size in bytes of a map file from which on it is large: only the roads that are needed are parsed."""
CONTINUED = "continues-the-road-before"
"""Name of an XML attribute by which this program marks a road element that continues the one before it."""
FOLLOWED = "is-not-yet-read"
"""Attribute by which this program marks a lane section that only tells where the one before it ends."""

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
"""Words by which drawn objects are recognized: parts of their type or name.

They are in lower case, without blanks and underscores.
"""
_ASIDE = 25.0  # m that lanes reach beside their reference line, of nearly all roads
_EVERYWHERE = 1e9  # m
_ALONG = 10.0  # m before and after what is near, that are read of a road in parts


class MapText:
    """Text of a large map without comments or unusual encoding, with a rectangle around each geometry.

    A geometry is a piece of a reference line.

    Attributes:
        path: path of the file.
    """

    def __init__(self, path: Path, text: bytes, roads: Ints) -> None:
        """Store the arguments; ``roads`` (R, 2) are byte indices of each road's start and end in ``text``.

        Also finds all geometries (pieces of reference lines) in ``text``, with a rectangle around each.
        """
        self.path = path
        self._text, self._roads = text, roads
        self._road, self._begin, self._reach, boxes = _geometries(text, roads)
        self._tree = shapely.STRtree(shapely.box(*boxes.T))

    @property
    def has_objects(self) -> bool:
        """Whether any road of the map has objects, such as crosswalks."""
        return b"<object " in self._text

    def near(self, rectangles: Floats) -> Flags:
        """Return a mask of the geometries (pieces of reference lines) that touch one of ``rectangles``.

        Each of the K rectangles is least x, least y, greatest x, greatest y in metres, in CARLA's
        coordinates.
        """
        near = np.zeros(len(self._road), np.bool_)
        near[self._tree.query(shapely.box(*rectangles.T))[1]] = True
        return near

    def parts(self, near: Flags | None = None, *, details: bool = True) -> Iterator[bytes]:
        """Yield blocks of XML text that together are a well-formed map with only the roads that are ``near``.

        A long road is divided into several road elements, with only those lane sections and objects that are
        near.

        Args:
            near: for each geometry (a piece of a reference line) whether it is near, as the method ``near``
                returns; None for all roads.
            details: True for all objects of long roads that are drawn, False for only their stop lines.
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
    """Return the text of a large map file; None if the file is small or must be parsed as a whole.

    Comments or an unusual encoding can make the latter necessary.

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
    roads = _roads(text)
    return None if roads is None else MapText(path, text, roads)


def _roads(text: bytes) -> Ints | None:
    """Return where each of the R roads starts and ends in ``text``, as byte indices (R, 2).

    None if a search for tags cannot tell this for sure, as when the text has comments.
    """
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
    extents = [(one.start(), other.end()) for one, other in zip(opens, closes, strict=True)]
    return np.array(extents, np.int64)


def _geometries(text: bytes, roads: Ints) -> tuple[Ints, Floats, Floats, Floats]:
    """Return the road, the extent along it and the surrounding rectangle of each of N geometries in ``text``.

    Geometries are the pieces of a road's reference line. Returned are the index of the road (N,), begin and
    end along the road in metres (N,), and rectangles (N, 4): least x, least y, greatest x, greatest y in
    metres. A geometry that cannot be read gets a huge rectangle. ``roads`` are the places of the roads in
    ``text``.
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
    # A line ends where it heads to, others where the next one of their road begins, or at an unknown point.
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
    """Return the attributes ``names`` of a tag as numbers; if any is missing or no number, all are NaN.

    ``attributes`` is the text of the tag's attributes; ``names`` can be s, x, y, hdg and length.
    """
    known = dict(_NUMBER.findall(attributes))
    return _floats([known.get(name, b"") for name in names])


def _floats(words: Sequence[bytes]) -> list[float]:
    """Return ``words`` as numbers; if one of them is no number, all are NaN."""
    try:
        return [*map(float, words)]
    except ValueError:
        return [math.nan] * len(words)


def _in_parts(text: bytes, stretches: Floats | None, mattering: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the text of a long road as several road elements, of which all but the first continue that road.

    Args:
        text: text of the road.
        stretches: begin and end in metres along the road, (K, 2); only lane sections and objects that touch
            one of them are included. All are if it is None.
        mattering: words in lower case; only objects whose tag contains one of these words are included.
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
    """Return start and end, in ``text``, of the content of the first element ``tag``, without its tags.

    None if there is no such element, or its start tag has attributes.
    """
    begin, end = text.find(b"<" + tag + b">"), text.find(b"</" + tag + b">")
    return None if begin < 0 or end < begin else (begin + len(tag) + 2, end)


def _touch(begin: Floats, end: Floats, stretches: Floats | None) -> Flags:
    """Return a mask of the intervals from ``begin`` to ``end`` (N,) that touch any of ``stretches``.

    ``stretches`` are intervals, too: begin and end of each, shape (K, 2). All numbers are in metres along a
    road. If ``stretches`` is None, the result is True for all.
    """
    if stretches is None:
        return np.ones(len(begin), np.bool_)
    touch = np.zeros(len(begin), np.bool_)
    for low, high in stretches.tolist():
        touch |= (begin <= high) & (end >= low)
    return touch


def _objects(text: bytes, stretches: Floats | None, mattering: Sequence[bytes]) -> list[bytes]:
    """Return the texts of the objects in ``text`` whose tag contains one of the words ``mattering``.

    If ``stretches`` (begin and end in metres along the road, (K, 2)) is given, only objects within them are
    included.
    """
    matches = [*_OBJECT.finditer(text)]
    words = b"\0".join([match.group(1) for match in matches]).lower().translate(None, b"_ ").split(b"\0")
    rows = [row for row, one in enumerate(words) if any(each in one for each in mattering)]
    if stretches is not None:
        at = np.array([_numbers(matches[row].group(1), b"s")[0] for row in rows])
        rows = [row for row, here in zip(rows, _touch(at, at, stretches).tolist(), strict=True) if here]
    starts = [*(match.start() for match in matches), len(text)]
    return [text[starts[row] : starts[row + 1]] for row in rows]


def _grouped(pieces: list[bytes]) -> list[bytes]:
    """Join ``pieces``, each the XML of a lane section or object, into fewer texts that are parsed at once.

    If a text is followed by one that begins with a lane section, an empty copy of that section is added to
    it, as a section ends where the next one begins.
    """
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
    """Return the XML text of an empty lane section that begins where another one, ``pieces[number]``, begins.

    ``pieces`` are texts of a map file. The result is b"" if ``pieces[number]`` does not exist or is no lane
    section.
    """
    match = _SECTION.match(pieces[number]) if number < len(pieces) else None
    if match is None:
        return b""
    return b'<laneSection s="%.17g" %s="yes"/>' % (_numbers(match.group(1), b"s")[0], FOLLOWED.encode())
