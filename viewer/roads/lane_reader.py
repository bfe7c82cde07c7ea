"""From the lanes of a road to tables: sections, lanes from the centre outwards, widths, marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import TypeVar
from xml.etree.ElementTree import Element

from viewer.roads.kinds import COLOR_WORDS, LANE_WORDS, MARK_WORDS, LaneType, MarkColor, MarkType
from viewer.roads.map_content import LEFT_OUT, MapContent, Numbers, SectionLinks

CUBIC = Numbers(s=0.0, a=0.0, b=0.0, c=0.0, d=0.0)
SECTION = Numbers(s=0.0)
LANE_CUBIC = Numbers(sOffset=0.0, a=0.0, b=0.0, c=0.0, d=0.0)
OFFSET = Numbers(sOffset=0.0)
MARK = Numbers(sOffset=0.0, width=0.0)

_LANE_ID = re.compile(r"\s*([+-]?\d{1,4})\s*")
_WIDTHS = {"bold": 0.25}
_USUAL_WIDTH = 0.12  # m, of a mark that does not say how wide it is
SHORTEST = 0.002
"""Metres of a section that can be seen: shorter ones are not kept."""
_LONGEST = 500_000.0  # m, of a road
_PAINTS_NOTHING = ("none", "edge", "grass")
_METRES_PER_SECOND = {"": 1.0, "m/s": 1.0, "km/h": 1 / 3.6, "mph": 0.44704}

Word = TypeVar("Word")


_Readers = Mapping[str, Callable[[int, Element], object]]


def speed_limit(attributes: Mapping[str, str]) -> float | None:
    """Return the limit in m/s that an element of speed sets, None if it sets no number."""
    factor = _METRES_PER_SECOND.get(attributes.get("unit", "").strip().lower())
    try:
        limit = float(attributes.get("max", ""))
    except ValueError:
        return None  # "no limit", "undefined"
    return limit * factor if factor is not None and 0.0 < limit < float("inf") else None


@lru_cache
def _lane_number(text: str) -> int | None:
    number = _LANE_ID.fullmatch(text)
    return None if number is None else int(number.group(1))


def _links(lane: Element) -> tuple[int | None, int | None]:
    link = lane.find("link")
    ends = (None if link is None else link.find(tag) for tag in ("predecessor", "successor"))
    before, after = (None if end is None else _lane_number(end.get("id", "")) for end in ends)
    return before, after


class LaneReader:
    """Reads the lanes of one road after the other."""

    def __init__(self, content: MapContent) -> None:
        self._content = content
        self._findings = content.findings
        self._sections: list[tuple[float, Element]] = []
        """Where the sections of the road that is being read begin."""
        self._origin = 0.0
        """Where the section that is being read begins, from which its lanes count, metres along the road."""
        self._readers: _Readers = {
            "width": self._width,
            "roadMark": self._mark,
            "speed": self._speed,
        }

    def read(self, road: int, lanes: Element, length: float) -> None:
        """Add the lanes of a road that is ``length`` metres long."""
        self._sections.clear()
        readers = {"laneOffset": self._content.lane_offsets.reader(CUBIC), "laneSection": self._lane_section}
        self._attempt(readers, road, lanes)
        sections = sorted(self._sections, key=itemgetter(0))
        length = min(length, _LONGEST)
        ends = [*(min(start, length) for start, _ in sections[1:]), length][: len(sections)]
        links = []
        for (start, section), end in zip(sections, ends, strict=True):
            of_section = self._lanes(section)
            own = {lane_id: _links(lane) for lane_id, lane in of_section.items() if lane_id}
            links.append(SectionLinks(start, end, own))
            if end - start > SHORTEST:
                self._origin = start
                self._section(road, (start, end), of_section)
        self._content.section_links.append(tuple(links))

    def _lane_section(self, _road: int, element: Element) -> None:
        (start,) = SECTION.read(element.attrib)
        if start < 0.0:
            self._findings.note(f'laneSection: s="{start:g}" is before the road', "it begins with the road")
        self._sections.append((max(start, 0.0), element))

    def _lanes(self, section: Element) -> dict[int, Element]:
        """Return the lanes of a section by their ids; some files have several elements for one side."""
        lanes: dict[int, Element] = {}
        for element in (lane for side in section for lane in side.findall("lane")):
            number = _lane_number(element.get("id", ""))
            if number is not None:
                lanes.setdefault(number, element)
            else:
                self._findings.note(f'a lane has the id "{element.get("id", "")}"', LEFT_OUT)
        return lanes

    def _section(self, road: int, extent: tuple[float, float], lanes: Mapping[int, Element]) -> None:
        section = self._content.sections.add(road, extent)
        center = self._content.lanes.add(section, (0.0, LaneType.NONE, 0.0, -1.0))
        if 0 in lanes:
            self._attempt({"roadMark": self._mark}, center, lanes[0])
        for sign in (1, -1):
            inner = center
            ids = sorted((lane_id for lane_id in lanes if lane_id * sign > 0), key=abs)
            for rank, lane_id in enumerate(ids, 1):
                lane = lanes[lane_id]
                kind = self._word(LANE_WORDS, lane.get("type", ""), "lane type", LaneType.NONE)
                inner = self._content.lanes.add(section, (lane_id, kind, rank, inner))
                self._attempt(self._readers, inner, lane)

    def _attempt(self, readers: _Readers, row: int, parent: Element) -> None:
        for element in parent:
            if element.tag in readers:
                self._findings.attempt(readers[element.tag], row, element)

    def _width(self, lane: int, element: Element) -> None:
        start, *coefficients = LANE_CUBIC.read(element.attrib)
        self._content.widths.add(lane, (self._origin + start, *coefficients))

    def _mark(self, lane: int, element: Element) -> None:
        word = element.get("type", "none")
        if word in _PAINTS_NOTHING:
            (start,), kind, color, width = OFFSET.read(element.attrib), 0.0, 0.0, 0.0
        else:
            start, width = MARK.read(element.attrib)
            kind = self._word(MARK_WORDS, word, "lane mark", MarkType.NONE)
            color = self._word(COLOR_WORDS, element.get("color", "standard"), "colour", MarkColor.WHITE)
            width = width or _WIDTHS.get(element.get("weight", ""), _USUAL_WIDTH)
        self._content.marks.add(lane, (self._origin + start, kind, color, width))

    def _speed(self, lane: int, element: Element) -> None:
        limit = speed_limit(element.attrib)
        if limit is not None:
            (start,) = OFFSET.read(element.attrib)
            self._content.lane_speeds.add(lane, (self._origin + start, limit))

    def _word(self, words: Mapping[str, Word], word: str, what: str, otherwise: Word) -> Word:
        known = words.get(word.strip().lower())
        if known is None:
            self._findings.note(f'{what} "{word}" is unknown', f"it is read as {otherwise}")
            return otherwise
        return known
