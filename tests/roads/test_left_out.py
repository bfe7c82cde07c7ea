"""Attributes that a map may leave out: without one it says what OpenDRIVE's 0 (for bU: 1) says."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.roads.maps import HEADER
from viewer.roads import open_map

ZEROS = 's="0" a="0" b="0" c="0" d="0"'
MAP = f"""<?xml version="1.0" encoding="UTF-8"?>
<OpenDRIVE>{HEADER}
<road name="straight" length="50" id="1" junction="-1">
 <planView><geometry s="0" x="0" y="0" hdg="0" length="20"><line/></geometry>
 <geometry s="20" x="20" y="0" hdg="0" length="30"><poly3 a="0" b="0" c="0" d="0"/></geometry></planView>
 <elevationProfile><elevation {ZEROS}/><elevation s="10" a="1" b="0" c="0" d="0"/></elevationProfile>
 <lanes><laneOffset {ZEROS}/><laneOffset s="10" a="0" b="0" c="0" d="0"/>
  <laneSection s="0"><left><lane id="1" type="driving">
    <width sOffset="0" a="3" b="0" c="0" d="0"/><width sOffset="10" a="4" b="0" c="0" d="0"/></lane></left>
   <center><lane id="0" type="none"><roadMark sOffset="0" type="broken" color="white" width="0">
     <type name="broken"><line length="2" space="2" tOffset="0" sOffset="0" width="0"/>
       <line length="0" space="2" tOffset="0.5" sOffset="1" width="0.2"/>
       <line length="3" space="0" tOffset="-0.5" sOffset="1" width="0.2"/></type></roadMark>
    </lane></center>
   <right><lane id="-1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/>
     <speed sOffset="0" max="30"/></lane></right></laneSection></lanes>
 <objects>
  <object id="7" name="Crosswalk" type="crosswalk" s="5" t="0" hdg="0">
   <outline><cornerLocal u="1" v="-3"/><cornerLocal u="1" v="3"/>
    <cornerLocal u="-1" v="3"/></outline></object>
  <object id="8" name="Crosswalk" type="crosswalk" s="9" t="0" hdg="0">
   <outline><cornerRoad s="8" t="1"/><cornerRoad s="8" t="-1"/>
    <cornerRoad s="9" t="0"/></outline></object>
  <object id="9" name="Stencil_ArrowType4L" type="roadMark" s="9" t="0" hdg="0" length="0" width="0"/>
 </objects>
 <signals>
  <signal id="3" name="stop" s="30" t="-4" dynamic="no" orientation="+" type="206">
   <positionInertial x="31" y="-5" z="0" hdg="0"/></signal>
  <signal id="4" name="yield" s="32" t="-4" zOffset="0" hOffset="0" dynamic="no" orientation="+" type="205">
  </signal><signalReference id="3" s="40" t="0" orientation="-"/></signals>
</road>
<road name="bent" length="20" id="2" junction="-1">
 <planView><geometry s="0" x="0" y="60" hdg="0" length="20">
  <paramPoly3 aU="0" bU="1" cU="0" dU="0" aV="0" bV="0" cV="0" dV="0" pRange="arcLength"/>
 </geometry></planView>
 <lanes><laneSection s="0"><center><lane id="0" type="none"/></center>
  <right><lane id="-1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></right>
 </laneSection></lanes></road>
</OpenDRIVE>
"""
NAMED = "hdg|zOffset|hOffset|[abcd]|[abcd][UV]|z|dz|sOffset|tOffset|length|space|width|s|t"
LEFT_OUT = [
    match
    for match in re.finditer(rf' ({NAMED})="(0|1)"', MAP)
    if match[2] == "0" or match[1] == "bU"
]  # fmt: skip
REQUIRED = {"object": "st", "signal": "st", "cornerLocal": "uv", "cornerRoad": "st"}


def element(match):
    """The name of the element that an attribute is of."""
    return re.match(r"<(\w+)", MAP[MAP.rindex("<", 0, match.start()) :])[1]


OPTIONAL = [match for match in LEFT_OUT if match[1] not in REQUIRED.get(element(match), "")]


def told(folder, text):
    """Everything that a map says, its surfaces too."""
    path = folder / "map.xodr"
    path.write_text(text, encoding="utf-8")
    road_map = open_map(path)
    return [*flat(road_map.levels), *flat(road_map)], road_map.problems


def flat(thing, seen=None):
    """All numbers and texts in a thing, in their order."""
    seen = set() if seen is None else seen
    if isinstance(thing, np.ndarray):
        yield thing.dtype, thing.shape, thing.tobytes() if thing.dtype != object else list(thing)
    elif isinstance(thing, (str, int, float, type(None), bytes)):
        yield thing
    elif isinstance(thing, (list, tuple)):
        for part in thing:
            yield from flat(part, seen)
    elif isinstance(thing, dict):
        yield from flat(list(thing.items()), seen)
    elif id(thing) not in seen and type(thing).__module__.startswith("viewer"):
        seen.add(id(thing))
        names = [*getattr(thing, "__dict__", {})] + [
            name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())
        ]
        for name in names:
            if name not in ("path", "source") and hasattr(thing, name):
                yield from flat(getattr(thing, name), seen)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    found, problems = told(tmp_path_factory.mktemp("whole"), MAP)
    assert problems == ()
    assert len(found) > 50
    return found


@pytest.mark.parametrize(
    "match", OPTIONAL, ids=[f"{element(match)}-{match[1]}-{match.start()}" for match in OPTIONAL]
)
def test_what_is_left_out_is_nothing(whole, tmp_path, match):
    found, problems = told(tmp_path, MAP[: match.start()] + MAP[match.end() :])
    assert problems == ()
    assert found == whole


def test_another_number_says_something_else(whole, tmp_path):
    """Else the comparison would hold nothing."""
    same = []
    for number, match in enumerate(OPTIONAL):
        folder = tmp_path / str(number)
        folder.mkdir()
        other = f' {match[1]}="2"'
        found, problems = told(folder, MAP[: match.start()] + other + MAP[match.end() :])
        if not problems and found == whole:
            same.append((element(match), match[1]))
    assert same == []
