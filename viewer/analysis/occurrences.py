"""What needs no map: teleports, vehicles that stand for long, and stalls of the simulator."""

from __future__ import annotations

import numpy as np

from viewer.analysis.event_table import Severity
from viewer.analysis.inquiry import Inquiry, Measurement, spans
from viewer.analysis.lights_ahead import LaneLights, lights_ahead
from viewer.analysis.neighbours import families
from viewer.analysis.traffic_lights import LightBook
from viewer.arrays import Flags, Ints
from viewer.cancellation import check
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import MOVERS, VEHICLES
from viewer.recording.read.gather import gather
from viewer.recording.read.records import all_records
from viewer.replay.paths.trajectory import Trajectory
from viewer.replay.time.time_range import TIMES_MEDIAN

_FIXED = 1e-3
"""Share of the median within which all frames of a fixed step last."""
_PAUSE = 0.5
"""Seconds of motion that do not end a standstill."""
_MOVED = 2.0
"""Metres: what moved so far at any time has a driver."""
_LOOK = 1.0
"""Seconds between two looks at what a vehicle waits for."""
_QUEUE, _QUEUE_SPEED = 8.0, 0.5
"""Metres to a vehicle ahead that does not move either (m/s): a queue."""
_LONG, _BLOCKED = 180.0, 0.1
"""Seconds after which ScenarioRunner counts an actor as blocked, and m/s below which it is."""


def add_teleports(inquiry: Inquiry) -> None:
    """Add the steps that nobody can drive."""
    traffic = inquiry.traffic
    movers = np.flatnonzero(inquiry.judged & traffic.moves & np.isin(traffic.category, MOVERS))
    for number, life in enumerate(movers.tolist()):
        check(inquiry.proceed, number / len(movers))
        motion = traffic.motion_of(life)
        jumps = motion.teleports.copy()
        jumps[:-1] &= motion.judged[:-1] & motion.judged[1:]
        for step in np.flatnonzero(jumps[:-1]).tolist():
            way = motion.locations[step + 1] - motion.locations[step]
            length = float(np.linalg.norm(way))
            speed = length / float(motion.times[step + 1] - motion.times[step])
            begin = int(traffic.begins[life]) + step
            limit = inquiry.thresholds["teleport"]
            finding = Measurement(speed, limit, Severity.LOW, f"{length:.1f} m in one step")
            inquiry.add("teleport", (begin, begin + 1), (life,), finding, motion.locations[step])


def add_stalls(inquiry: Inquiry) -> None:
    """Add frames that took too long, by simulated time or, with a fixed step, by the clock on the wall."""
    index, traffic = inquiry.traffic.index, inquiry.traffic
    if len(index.heads) < 2:  # noqa: PLR2004 - between two frames
        return
    lasts = index.frames["duration"][:-1].copy()
    clock = "simulated time"
    middle = float(np.median(lasts))
    if (np.abs(lasts - middle) <= _FIXED * middle).all():
        frames, records = all_records(
            index, packets.PLATFORM_TIME, slice(0, len(index.heads)), proceed=inquiry.proceed
        )
        told = np.full(len(index.heads), np.nan)
        told[frames] = records["time"]
        lasts = np.diff(told)
        clock = "the clock of the computer"
        if not np.isfinite(lasts).any():
            inquiry.skip("stall", "frames have a fixed length, and PlatformTime is not recorded")
            return
    ids = index.heads["frame"].astype(np.float64)
    lasts[np.diff(ids) != 1.0] = np.nan  # frames are missing there
    median = float(np.nanmedian(lasts)) if np.isfinite(lasts).any() else 0.0
    limit = max(inquiry.thresholds["stall"], TIMES_MEDIAN * median)
    with np.errstate(invalid="ignore"):
        long = lasts > limit
    for first, last in spans(np.arange(len(lasts), dtype=np.float64), long, gap=1.5).tolist():
        worst = float(np.nanmax(lasts[first : last + 1]))
        moments = np.searchsorted(traffic.frames, [first, last + 1], side="right") - 1
        begin, end = (int(each) for each in np.clip(moments, 0, len(traffic.frames) - 1))
        inquiry.add("stall", (begin, end), (), Measurement(worst, limit, Severity.LOW, f"by {clock}"))


def add_standstills(inquiry: Inquiry) -> None:
    """Add vehicles with a driver that stand although neither a red light nor a queue is ahead."""
    traffic, limits = inquiry.traffic, inquiry.thresholds
    book = LightBook(traffic.index, inquiry.road_map)
    lanes = None if inquiry.road_map is None else LaneLights(book, inquiry.road_map)
    drivers = inquiry.drivers
    for number, life in enumerate(drivers):
        check(inquiry.proceed, number / len(drivers))
        motion = traffic.motion_of(life)
        shortest = min(limits["standing"], _LONG)
        if not len(motion.times) or motion.times[-1] - motion.times[0] < shortest:
            continue
        with np.errstate(invalid="ignore"):
            stands = motion.judged & (motion.speeds < limits["standing.speed"])
            blocked = spans(motion.times, motion.judged & (motion.speeds < _BLOCKED)).tolist()
        # Theirs measures from the last moment at which it moved.
        blocked = [(a, b) for a, b in blocked if motion.times[b] - motion.times[max(a - 1, 0)] > _LONG]
        ours: list[tuple[int, int]] = []
        found = spans(motion.times, stands, gap=_PAUSE).tolist()
        found = [(a, b) for a, b in found if motion.times[b] - motion.times[a] >= limits["standing"]]
        if found and not _has_driver(inquiry, life):
            found = []
        for first, last in found:
            looks = np.unique(
                np.searchsorted(motion.times, np.arange(motion.times[first], motion.times[last], _LOOK))
            )
            looks = np.append(looks[looks < last], last)
            waits = _waits(inquiry, book, lanes, life, looks)
            for begin, end in spans(motion.times[looks], ~waits, hold=limits["standing"]).tolist():
                lasted = float(motion.times[looks[end]] - motion.times[looks[begin]])
                here = int(looks[begin]), int(looks[end])
                ours.append(here)
                theirs = any(a <= here[1] and here[0] <= b for a, b in blocked)
                finding = Measurement(
                    lasted, limits["standing"], Severity.MEDIUM, lasts=True, scenario_runner=theirs
                )
                _add_standing(inquiry, life, here, finding)
        for first, last in blocked:
            if not any(first <= b and a <= last for a, b in ours):
                lasted = float(motion.times[last] - motion.times[first])
                finding = Measurement(lasted, _LONG, Severity.MEDIUM, lasts=True, scenario_runner=True)
                _add_standing(inquiry, life, (first, last), finding, ours=False)


def _add_standing(
    inquiry: Inquiry, life: int, here: tuple[int, int], finding: Measurement, *, ours: bool = True
) -> None:
    begin = int(inquiry.traffic.begins[life])
    inquiry.add("standing", (begin + here[0], begin + here[1]), (life,), finding, ours=ours)


def _has_driver(inquiry: Inquiry, life: int) -> bool:
    """Tell whether a vehicle moves at any time, or is told to."""
    traffic = inquiry.traffic
    motion = traffic.motion_of(life)
    places = motion.locations[motion.judged, :2]
    if len(places) and (np.ptp(places, axis=0) > _MOVED).any():
        return True
    index, row = traffic.index, int(traffic.rows[life])
    frames = slice(int(traffic.frames[traffic.begins[life]]), int(traffic.frames[traffic.ends[life] - 1]) + 1)
    _, records = gather(index, packets.ANIM_VEHICLE, int(index.actors.actor_id[row]), frames)
    return bool((records["throttle"] > 0.0).any())


def _waits(inquiry: Inquiry, book: LightBook, lanes: LaneLights | None, life: int, looks: Ints) -> Flags:
    """Tell when a vehicle has a red or yellow light ahead, or another one that stands; shape (K,)."""
    traffic = inquiry.traffic
    index = traffic.index
    moments = looks + int(traffic.begins[life])
    places = traffic.places_at(np.full(len(moments), life), moments)
    rotations = np.zeros((len(moments), 3))
    rotations[:, 1] = places[:, 3]
    frames = traffic.frames[moments]
    elapsed = traffic.times[moments]
    path = Trajectory(frames, elapsed, elapsed, places[:, :3], rotations, np.ones(len(frames), np.bool_))
    reach = float(traffic.boxes.centers[life, 0] + traffic.boxes.extents[life, 0])
    lights = lights_ahead(book, lanes, path, reach).rows
    waits = np.zeros(len(looks), np.bool_)
    family = families(traffic)
    others = np.flatnonzero(traffic.moves & np.isin(traffic.category, VEHICLES) & (family != family[life]))
    for look, (moment, light) in enumerate(zip(moments.tolist(), lights.tolist(), strict=True)):
        if light >= 0:
            records = index.read_frame(int(traffic.frames[moment])).records(packets.TRAFFIC_LIGHT_STATE)
            state = records["state"][records["actor_id"] == index.actors.actor_id[light]]
            waits[look] = bool(np.isin(state, (TrafficLightState.RED, TrafficLightState.YELLOW)).any())
        there = others[(traffic.begins[others] <= moment) & (moment < traffic.ends[others])]
        waits[look] |= _has_queue(inquiry, life, there, moment)
    return waits


def _has_queue(inquiry: Inquiry, life: int, others: Ints, moment: int) -> bool:
    """Tell whether one of some others stands close ahead at a moment."""
    traffic = inquiry.traffic
    here = traffic.places_at(np.array([life]), np.array([moment]))[0]
    there = traffic.places_at(others, np.full(len(others), moment))
    yaw = np.radians(here[3])
    offset = there[:, :2] - here[:2]
    along = offset[:, 0] * np.cos(yaw) + offset[:, 1] * np.sin(yaw)
    across = np.abs(offset[:, 1] * np.cos(yaw) - offset[:, 0] * np.sin(yaw))
    extents = traffic.boxes.extents
    with np.errstate(invalid="ignore"):
        ahead = (along > 0.0) & (along - extents[life, 0] - extents[others, 0] < _QUEUE)
        ahead &= across < extents[life, 1] + extents[others, 1]
    speeds = [
        float(traffic.motion_of(int(other)).speeds[moment - int(traffic.begins[other])])
        for other in others[ahead].tolist()
    ]
    return any(speed < _QUEUE_SPEED for speed in speeds)
