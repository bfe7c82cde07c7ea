"""Routes of the Leaderboard and of Bench2Drive: reading routes.xml, and the route a recording follows."""

from __future__ import annotations

import math
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, fromstring
from xml.parsers.expat import errors as expat

import numpy as np

from viewer.file_error import FileError
from viewer.file_kinds import HEAD, ROUTES, kind_of
from viewer.recording.index import RecordingIndex
from viewer.regular_file import read_head, read_unpacked, unreadable
from viewer.replay.paths.trajectory import trajectory
from viewer.roads.town import town_key

_FARTHEST = 1e7
"""Largest coordinate in metres that is accepted as the position of a point in a routes file."""
_AT_THE_START = 10.0
"""Largest distance in metres between the hero's spawn and the first point of a route that may be its route.
"""
_AS_NEAR = 1.0
"""Metres: a route that begins less than this farther from the hero's spawn than the nearest one is as likely.

If several routes are as likely, none is chosen.
"""
_ID = re.compile(r"route(?:scenario)?[_-]?([^_\-.]+)", re.IGNORECASE)
_ENCODING = re.compile(rb"""\s*<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z][\w.-]*)""")
_ADVICE = "The Leaderboard's routes begin with <routes>, and hold a <route> with way points for each."


class RouteFileError(FileError):
    """Error for a file without usable routes."""


class Trigger(NamedTuple):
    """Trigger point of a scenario: its name and type, and x, y, z in metres in CARLA's coordinates."""

    name: str
    type: str
    location: tuple[float, float, float]


class Route(NamedTuple):
    """Route from a routes file.

    Attributes:
        path: the file.
        id: id in the file.
        town: town in the file.
        points: at least two way points, x, y, z in metres in CARLA's coordinates.
        triggers: trigger points of its scenarios.

    """

    path: Path
    id: str
    town: str
    points: tuple[tuple[float, float, float], ...]
    triggers: tuple[Trigger, ...]


def read_routes(path: Path) -> tuple[Route, ...]:
    """Return the routes in a file, at least one.

    Both forms are read: ``<waypoint x y z>`` in a route (Leaderboard 1.0), and ``<position x y z>`` in its
    ``<waypoints>`` (Leaderboard 2.0, Bench2Drive). Scenarios without a ``<trigger_point>`` are left out.

    Raises:
        RouteFileError: the file cannot be read, or any part of it is no route.

    """
    try:
        data = read_unpacked(path)[0]
    except OSError as error:
        raise unreadable(path, error, RouteFileError) from error
    wrong = partial(RouteFileError, path, advice=_ADVICE)
    if b"<!ENTITY" in data.replace(b"\0", b""):  # entities can grow without bound, or include files
        raise wrong("the file defines entities", expected="plain XML")
    try:
        root = fromstring(_decoded(data))  # noqa: S314 - it has no entities
    except (ParseError, ValueError) as error:  # ValueError: unknown encoding
        line = error.position[0] if isinstance(error, ParseError) else 1
        what = expat.messages.get(getattr(error, "code", 0), str(error))
        raise wrong(f"the XML is broken: {what}", line_number=line) from error
    if _tag(root) != "routes":
        kind = kind_of(path, data[:HEAD])
        other = f"<{_tag(root)}>" if kind is None else kind.name
        raise wrong("this is not a file of routes", expected="<routes>", found=other)
    found = tuple(_route(path, element) for element in root if _tag(element) == "route")
    if not found:
        raise wrong("there is no route in it")
    return found


def _decoded(data: bytes) -> bytes | str:
    """Return XML as text if Python knows its encoding, else ``data``: the XML parser does not know GBK."""
    declared = _ENCODING.match(data[:HEAD])
    encoding = (
        "utf-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else declared and declared[1].decode()
    )
    try:
        return data.decode(encoding) if encoding else data
    except (LookupError, UnicodeDecodeError):
        return data


def routes_or_reason(path: Path) -> tuple[tuple[Route, ...], str]:
    """Return the routes in a file, and an empty text; or no routes, and the reason as text."""
    try:
        return read_routes(path), ""
    except RouteFileError as error:
        return (), error.line()


def may_be_routes(path: Path) -> bool:
    """Return whether a file begins like a routes file; False if it cannot be read."""
    try:
        kind = kind_of(
            path,
            read_head(path, HEAD).replace(b"\0", b"").removeprefix(BOM_UTF16_LE).removeprefix(BOM_UTF16_BE),
        )
    except OSError:
        return False
    return kind is not None and kind.name == ROUTES


def ids_in(name: str) -> tuple[str, ...]:
    """Return the texts that may be the route id in ``name``: ``name``, and what follows "route" in it.

    ``name`` is that of a run or recording.

    >>> ids_in("RouteScenario_1_rep0")
    ('RouteScenario_1_rep0', '1')
    """
    return tuple(dict.fromkeys((name, *_ID.findall(name))))


def route_of(
    index: RecordingIndex,
    groups: Iterable[Sequence[Route]],
    *,
    hero: int | None = None,
    names: Iterable[str] = (),
) -> tuple[Route | None, str]:
    """Return the route that a recording follows, and an empty text; or None, and the reason.

    Three ways are tried in turn. The first is the route whose id is in one of the names of the run. The
    second is the only route in a file that has the recording's name. The third is the only route of the town
    that begins at the hero's spawn. The reason is empty if there are no routes at all.

    Args:
        index: the recording.
        groups: groups of routes; a later group counts only if no route of an earlier one fits.
        hero: row in the actor table of the hero (vehicle under test); by default the actor with the role_name
            of a hero, if any.
        names: names of the run, from its results; they come before the recording's file name.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
    """
    town = town_key(index.header.map_name)
    hero = next(iter(index.actors.hero_lifetimes if hero is None else index.actors.lifetimes(hero)), None)
    reason = ""
    for routes in groups:
        if not routes:
            continue
        named = _by_name(routes, (*names, index.path.stem))
        mine = _distinct(each for each in named if town_key(each.town) == town)
        if named and len(mine) != 1:
            ids = " and ".join(dict.fromkeys(each.id for each in named))
            towns = ", ".join(sorted({each.town for each in named}))
            elsewhere = f"route {ids} is in {towns}, the recording in {index.header.map_name}"
            reason = f"{len(mine)} routes are called {ids}" if mine else elsewhere
            continue
        if not named:
            mine, reason = _by_start(index, [each for each in routes if town_key(each.town) == town], hero)
        if len(mine) == 1:
            return mine[0], ""
    return None, reason


def _by_name(routes: Sequence[Route], names: Iterable[str]) -> list[Route]:
    for name in names:
        ids = ids_in(name)
        if found := [each for each in routes if each.id in ids]:
            return found
        of_file = [each for each in routes if each.path.stem == name]
        if len(_distinct(of_file)) == 1:
            return of_file
    return []


def _by_start(index: RecordingIndex, routes: Sequence[Route], hero: int | None) -> tuple[list[Route], str]:
    """Return the one route of a town that begins at the hero's spawn, in a list, and an empty text.

    If there is no such route, or more than one, the list is empty, and the text is the reason. ``routes`` are
    all routes of the town.
    """
    where = index.header.map_name
    if not routes:
        return [], f"no route is in {where}"
    places = np.empty((0, 3)) if hero is None else trajectory(index, hero).locations
    places = places[np.isfinite(places).all(axis=1)]
    if not len(places):
        return [], "no route has the name of the recording, and there is no hero whose start would tell it"
    starts = np.array([each.points[0][:2] for each in routes])
    away = np.hypot(*(starts - places[0, :2]).T)
    nearest = int(np.argmin(away))
    if away[nearest] > _AT_THE_START:
        nearest_text = f"the nearest, {routes[nearest].id}, does {away[nearest]:.0f} m away"
        return [], f"no route of {where} begins where the hero does; {nearest_text}"
    there = _distinct(routes[each] for each in np.flatnonzero(away < away[nearest] + _AS_NEAR).tolist())
    if len(there) > 1:
        return [], f"routes {', '.join(each.id for each in there)} begin where the hero does"
    return there, ""


def _distinct(routes: Iterable[Route]) -> list[Route]:
    """Return ``routes`` without repetitions of one route in several files."""
    return list({(each.id, each.town, each.points): each for each in routes}.values())


def _route(path: Path, element: Element) -> Route:
    name = element.get("id", "")
    inner = [each for each in element.iter() if each is not element]
    where = f"route {name or 'without an id'}"
    points = tuple(_location(path, where, each) for each in inner if _tag(each) in ("waypoint", "position"))
    if len(set(points)) < 2:  # noqa: PLR2004 - a start and a goal
        raise RouteFileError(path, f"{where} has {len(set(points))} way points", expected="2 or more")
    triggers = []
    for scenario in (each for each in inner if _tag(each) == "scenario"):
        name_and_type = scenario.get("name", ""), scenario.get("type", "")
        of = next((each for each in scenario.iter() if _tag(each) == "trigger_point"), None)
        if of is not None:
            triggers.append(
                Trigger(*name_and_type, _location(path, f"{where}, scenario {name_and_type[0]}", of))
            )
    return Route(path, name, element.get("town", ""), points, tuple(triggers))


def _location(path: Path, where: str, element: Element) -> tuple[float, float, float]:
    def metres(name: str, usual: str = "") -> float:
        text = element.get(name, usual)
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not abs(number) < _FARTHEST:
            raise RouteFileError(path, f"{where}: {name}={text!r} of <{_tag(element)}> is no place in metres")
        return number

    return metres("x"), metres("y"), metres("z", "0")


def _tag(element: Element) -> str:
    return element.tag.rpartition("}")[2]
