"""The elements of OpenDRIVE that several parts of the town's map consist of.

The map's y grows to the left of x and its angles run the other way round, so both change their sign here.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from sample.geometry import Path, wrap

_DIGITS = 9


def number(value: float) -> str:
    """Return a number as the file has it, the same on every machine; never a negative zero."""
    text = f"{round(value, _DIGITS) + 0.0:.{_DIGITS}f}"
    return text.rstrip("0").rstrip(".")


def numbers(**values: float) -> dict[str, str]:
    """Return attributes."""
    return {name: number(value) for name, value in values.items()}


def angle(heading: float) -> float:
    """Return a heading in radians as an angle of the map's."""
    return wrap(-heading)


def road(road_id: int, name: str, junction: str, line: Path, speed_limit: float) -> Element:
    """Return a road with its link, its speed limit in km/h and its reference line, and nothing on it yet."""
    element = Element(
        "road", {"name": name, "length": number(line.length), "id": str(road_id), "junction": junction}
    )
    SubElement(element, "link")
    kind = SubElement(element, "type", s="0", type="town")
    SubElement(kind, "speed", max=number(speed_limit), unit="km/h")
    plan = SubElement(element, "planView")
    for piece, s in zip(line.pieces, line.starts, strict=False):
        x, y, heading = piece.start
        at = numbers(s=s, x=x, y=-y, hdg=angle(heading), length=piece.length)
        geometry = SubElement(plan, "geometry", at)
        if piece.curvature:
            SubElement(geometry, "arc", numbers(curvature=-piece.curvature))
        else:
            SubElement(geometry, "line")
    flat = SubElement(element, "elevationProfile")
    SubElement(flat, "elevation", numbers(s=0, a=0, b=0, c=0, d=0))
    return element


def lane(side: Element, lane_id: int, kind: str) -> Element:
    """Add a lane to one side of a section."""
    return SubElement(side, "lane", id=str(lane_id), type=kind, level="false")


def between(begin: float, end: float, length: float) -> dict[str, str]:
    """Return the coefficients of a value that changes from ``begin`` to ``end`` without a kink at either."""
    rise = end - begin
    return numbers(a=begin, b=0.0, c=3 * rise / length**2, d=-2 * rise / length**3)


def mark(
    lane_element: Element,
    s: float,
    kind: str,
    color: str = "white",
    dashes: tuple[float, float] | None = None,
) -> None:
    """Add a mark to the outer boundary of a lane; ``dashes`` are metres of paint and of none."""
    width = {"none": 0.0, "curb": 0.15}.get(kind, 0.12)
    at = {"sOffset": number(s), "type": kind, "weight": "standard", "color": color, "width": number(width)}
    element = SubElement(lane_element, "roadMark", at)
    if dashes is not None:
        lines = SubElement(element, "type", name=kind, width=number(width))
        paint, gap = dashes
        SubElement(lines, "line", numbers(length=paint, space=gap, tOffset=0.0, sOffset=0.0, width=width))


def quadrangle(element: Element, s: tuple[float, float], t: tuple[float, float], at: float) -> None:
    """Add the outline of an object that stands at s = ``at``, t = 0: between two s and two t."""
    outline = SubElement(element, "outline")
    for u, v in ((s[0], t[0]), (s[1], t[0]), (s[1], t[1]), (s[0], t[1])):
        SubElement(outline, "cornerLocal", numbers(u=u - at, v=v, z=0.0, height=0.0))
