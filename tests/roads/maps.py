"""Small OpenDRIVE maps, written out for every test that needs one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import shapely

from viewer.roads import RoadMap, open_map
from viewer.roads.arrays import Paths

HEADER = '<header revMajor="1" revMinor="4" name="test" version="1"/>'

Cubic = tuple[float, float, float, float, float]


def cubics(tag: str, pieces: Iterable[Cubic], start: str = "s") -> str:
    return "".join(f'<{tag} {start}="{s}" a="{a}" b="{b}" c="{c}" d="{d}"/>' for s, a, b, c, d in pieces)


def lane(lane_id: int, width: float | Iterable[Cubic] = 3.5, kind: str = "driving", inside: str = "") -> str:
    pieces = [(0, width, 0, 0, 0)] if isinstance(width, (int, float)) else width
    return f'<lane id="{lane_id}" type="{kind}">{cubics("width", pieces, "sOffset")}{inside}</lane>'


def mark(kind: str = "solid", s: float = 0, color: str = "white", inside: str = "", **more: str) -> str:
    attributes = "".join(f' {name}="{value}"' for name, value in more.items())
    return f'<roadMark sOffset="{s}" type="{kind}" color="{color}"{attributes}>{inside}</roadMark>'


def section(*lanes: str, s: float = 0, center: str = "", attributes: str = "") -> str:
    """Lanes from left to right; ``center`` is what the centre lane holds."""
    left = "".join(one for one in lanes if 'id="-' not in one)
    right = "".join(one for one in lanes if 'id="-' in one)
    middle = f'<center><lane id="0" type="none">{center}</lane></center>'
    sides = (f"<left>{left}</left>" if left else "") + middle + (f"<right>{right}</right>" if right else "")
    return f'<laneSection s="{s}" {attributes}>{sides}</laneSection>'


TWO_LANES = section(lane(1), lane(-1))


def geometry(
    shape: str = "<line/>", length: float = 100, s: float = 0, x: float = 0, y: float = 0, hdg: float = 0
) -> str:
    return f'<geometry s="{s}" x="{x}" y="{y}" hdg="{hdg}" length="{length}">{shape}</geometry>'


def road(plan: str = "", *, length: float = 100, road_id: str = "1", lanes: str = TWO_LANES, **parts) -> str:
    """One road; ``parts`` are junction, offsets, elevations, attributes, and ``more`` elements."""
    return (
        f'<road name="r{road_id}" length="{length}" id="{road_id}" junction="{parts.get("junction", -1)}" '
        f"{parts.get('attributes', '')}><planView>{plan or geometry(length=length)}</planView>"
        f"<elevationProfile>{cubics('elevation', parts.get('elevations', ()))}</elevationProfile>"
        f"<lanes>{cubics('laneOffset', parts.get('offsets', ()))}{lanes}</lanes>"
        f"{parts.get('more', '')}</road>"
    )


def document(*content: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<OpenDRIVE>{HEADER}{"".join(content)}</OpenDRIVE>\n'


def write(folder: Path, *content: str, name: str = "test.xodr") -> Path:
    path = folder / name
    path.write_text(document(*content), encoding="utf-8")
    return path


def ground(outlines: Paths) -> shapely.Geometry:
    """What outlines cover; they may cross themselves, as those of lanes do in sharp bends."""
    rings = map(outlines.path, range(len(outlines)))
    return shapely.union_all([shapely.make_valid(shapely.Polygon(ring)) for ring in rings])


def build(folder: Path, *content: str) -> RoadMap:
    """The map of some roads, which must be read without problems."""
    road_map = open_map(write(folder, *content))
    assert road_map.problems == ()
    return road_map
