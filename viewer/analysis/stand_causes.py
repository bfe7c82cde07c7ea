"""Rule for vehicles that stand: each stand has a cause, and an ordinary wait is no event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np

from viewer.analysis.event_table import Severity
from viewer.analysis.own_causes import CAUSES, CODES, STARTS, TOUCHES, OwnCauses
from viewer.analysis.queues import Queues, find_queues
from viewer.analysis.rule_context import RuleContext
from viewer.analysis.scenario_runner import count_blocked
from viewer.analysis.stand_cause import CauseKind, HeroStand, Root, StandCause
from viewer.analysis.stands import find_stands, has_driver, slow_spans
from viewer.analysis.vehicles_ahead import SLOW, FinderAhead
from viewer.arrays import TIME_ROUNDING, Flags, Floats, Ints
from viewer.cancellation import part_of
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import VEHICLES

_LOOK = 1.0
"""Seconds between two looks at why vehicles stand; least seconds of a stand of the hero that is counted."""
_SHORT_RED = 60.0
"""Seconds: a red light that a vehicle stands at for less than this is an ordinary wait."""
_AT_END = 5.0
"""Metres from the end of the hero's route within which it may stand."""
_BEHIND, _GRIDLOCK = CODES[CauseKind.BEHIND], CODES[CauseKind.GRIDLOCK]
_AGAINST = CODES[CauseKind.AGAINST]
_BY_CONTROLS = (CauseKind.AGAINST, CauseKind.BRAKE_HELD, CauseKind.NO_THROTTLE, CauseKind.UNKNOWN)
"""Kinds of causes that come after lights and signs."""
_MAY_BE_LIGHT = (CauseKind.BRAKE_HELD, CauseKind.NO_THROTTLE, CauseKind.UNKNOWN)
"""Kinds of causes that a light which is not known may explain."""
_LASTS = (
    CauseKind.NEVER_MOVED, CauseKind.GRIDLOCK, CauseKind.AGAINST, CauseKind.BRAKE_HELD, CauseKind.NO_THROTTLE,
    CauseKind.STANDS_AT_GREEN,
)  # fmt: skip
"""Kinds of causes that do not pass by themselves."""
_RULED_OUT = {
    CauseKind.WALKER: "no walker ahead", CauseKind.WAITS_AT_RED: "no red light",
    CauseKind.STANDS_AT_GREEN: "no green light", CauseKind.STOP_SIGN: "no stop sign",
    CauseKind.AGAINST: "no throttle against anything", CauseKind.BRAKE_HELD: "no brake",
    CauseKind.NO_THROTTLE: "not without throttle",
}  # fmt: skip


class _Stand(NamedTuple):
    """Stand of a vehicle: its track, and its first and last sample (indices into ``Traffic.times``)."""

    track: int
    first: int
    last: int


def add_standstills(context: RuleContext) -> None:
    """Add to ``context`` the events of vehicles that stand for no ordinary reason, each with its cause.

    Also set ``context.hero_stands``: all stands of the hero that last 1 s or longer.
    """
    traffic, limits = context.traffic, context.thresholds
    stands: list[tuple[_Stand, bool]] = []  # whether it may be an event
    for motion in context.motions(context.drivers):
        count_blocked(context, motion)
        hero = motion.track in context.heroes
        shortest = limits["standing.hero" if hero else "standing"]
        found = find_stands(motion, shortest, limits["standing.speed"])
        if found and (hero or has_driver(traffic, motion.track)):
            stands += [(_Stand(motion.track, *motion.samples(*span)), True) for span in found]
        for first, last in slow_spans(motion, _LOOK, limits["standing.speed"]) if hero else ():
            if not any(begin <= last and first <= end for begin, end in found):
                stands.append((_Stand(motion.track, *motion.samples(first, last)), False))
    if not stands:
        return
    causes = _Causes(context, [stand for stand, _ in stands])
    for stand, long in stands:
        cause = causes.of(stand)
        lasted = float(traffic.times[stand.last] - traffic.times[stand.first])
        if stand.track in context.heroes:
            begin, end = (float(traffic.times[each]) for each in stand[1:])
            context.hero_stands.append(HeroStand(begin, end, cause.kind))
        if not long or causes.is_ordinary(stand, cause):
            continue
        hero = stand.track in context.heroes
        context.add(
            "standing", (stand.first, stand.last), (stand.track,), lasted,
            limits["standing.hero" if hero else "standing"], lasts=True, cause=cause,
            severity=causes.severity(stand, cause),
            light=cause.light if cause.kind in (CauseKind.WAITS_AT_RED, CauseKind.STANDS_AT_GREEN) else None,
        )  # fmt: skip


class _Causes:
    """Causes of some stands, looked at once a second."""

    def __init__(self, context: RuleContext, stands: Iterable[_Stand]) -> None:
        self.context, traffic = context, context.traffic
        self.traffic, times = traffic, traffic.times
        self.own = OwnCauses(context)
        self.finder = FinderAhead(traffic, context.road_map)
        self.is_parked, self.drives = cache(self._is_parked), cache(self._drives)
        grid = np.searchsorted(times, np.arange(times[0], times[-1] + TIME_ROUNDING, _LOOK))
        wanted = np.zeros(len(times) + 1, np.bool_)
        for _, first, last in stands:
            looks = grid[(first <= grid) & (grid <= last)]
            wanted[looks if len(looks) else first] = True
        self.queues: Queues = find_queues(
            self.finder, np.flatnonzero(wanted[:-1]), self.is_parked,
            part_of(context.should_continue, 0.5, 0.3),
        )  # fmt: skip
        self._nodes = self._by_track()
        self._look_at_own(stands)

    def _by_track(self) -> dict[int, Ints]:
        """Return the nodes of each track in ``queues``, in order of time."""
        order = np.argsort(self.queues.track, kind="stable")
        tracks, begins = np.unique(self.queues.track[order], return_index=True)
        return dict(zip(tracks.tolist(), np.split(order, begins[1:]), strict=True)) if len(tracks) else {}

    def nodes(self, stand: _Stand) -> Ints:
        """Return the nodes of a stand: its looks, as indices into the columns of ``queues``."""
        nodes = self._nodes.get(stand.track, np.empty(0, np.int64))
        begin, end = np.searchsorted(self.queues.samples, (stand.first, stand.last + 1))
        return nodes[slice(*np.searchsorted(self.queues.look[nodes], (begin, end)))]

    def _look_at_own(self, stands: Iterable[_Stand]) -> None:
        """Find why the vehicles stand that are behind nobody, and those that push against a prop."""
        queues = self.queues
        count = len(queues.look)
        needed = np.zeros(count, np.bool_)
        for stand in stands:
            nodes = self.nodes(stand)
            behind = nodes[queues.ahead[nodes] >= 0]
            needed[nodes] = needed[queues.root[behind[len(behind) * 2 // 3 :]]] = True
        pushes = (queues.ahead >= 0) & (queues.onward < 0) & (queues.gap < TOUCHES)
        needed &= (queues.ahead < 0) | pushes
        self.kinds = np.full(count, CODES[CauseKind.UNKNOWN])
        self.walkers, self.signals = np.full((2, count), -1)
        self.green_since = np.full(count, np.nan)
        self.lights_known, self.controls_known = np.zeros((2, count), np.bool_)
        parked = np.isin(queues.track, [*filter(self.is_parked, np.unique(queues.track[needed]).tolist())])
        self.kinds[parked] = CODES[CauseKind.NEVER_MOVED]
        mine = np.flatnonzero(needed & ~parked)
        mine = mine[np.argsort(queues.track[mine], kind="stable")]
        looks = self.own.at(queues.track[mine], queues.samples[queues.look[mine]])
        self.kinds[mine], self.walkers[mine], self.signals[mine] = looks[:3]
        self.green_since[mine], self.lights_known[mine], self.controls_known[mine] = looks[3:]
        behind = (queues.ahead >= 0) & ~(pushes & (self.kinds == _AGAINST))
        self.root_kinds = np.where(queues.in_ring, _GRIDLOCK, self.kinds)
        self.root_kinds[behind & (queues.onward < 0)] = CODES[CauseKind.NEVER_MOVED]  # a prop
        self.kinds = np.where(queues.in_ring, _GRIDLOCK, np.where(behind, _BEHIND, self.kinds))

    def _is_parked(self, track: int) -> bool:
        return track not in self.context.heroes and not has_driver(self.traffic, track)

    def of(self, stand: _Stand) -> StandCause:
        """Return the cause of a stand: what holds through its last third, else what holds longest."""
        queues, times = self.queues, self.traffic.times
        nodes, begin = self.nodes(stand), float(times[stand.first])
        if not len(nodes):
            return StandCause(CauseKind.UNKNOWN, begin, Root(CauseKind.UNKNOWN))
        at = times[queues.samples[queues.look[nodes]]]
        kinds = self.kinds[nodes]
        last_third = kinds[at >= float(times[stand.last]) - (float(times[stand.last]) - begin) / 3]
        if len(set(last_third.tolist())) == 1:
            code = int(last_third[0])
        else:
            code = max(range(len(CAUSES)), key=lambda each: (int((kinds == each).sum()), -each))
        run = np.flatnonzero(kinds == code)
        others = np.flatnonzero(kinds[: run[-1]] != code)
        first = int(others[-1]) + 1 if len(others) else 0
        nodes_of_kind = nodes[first : run[-1] + 1]
        kind, node = self._main(CAUSES[code], nodes_of_kind)
        since = begin if first == 0 else self._since(stand, nodes, first)
        if kind is CauseKind.STANDS_AT_GREEN:
            since = max(begin, float(self.green_since[node]))
        elif kind is CauseKind.NO_THROTTLE:
            begins, ends = np.searchsorted(times, (since, times[stand.last] - _LOOK))  # then it may start
            if self.own.has_throttle(stand.track, int(begins), int(max(begins, ends))):
                kind = CauseKind.UNKNOWN
        return self._cause(kind, since, node)

    def _main(self, kind: CauseKind, nodes: Ints) -> tuple[CauseKind, int]:
        """Return ``kind`` and the last of ``nodes`` with what they have most often: root, walker or light.

        Of vehicles behind another one, only the last third of ``nodes`` counts.
        """
        if kind is CauseKind.BEHIND:
            nodes = nodes[len(nodes) * 2 // 3 :]
        queues, root = self.queues, self.queues.root[nodes]
        if kind in (CauseKind.BEHIND, CauseKind.GRIDLOCK):
            keys = np.column_stack((queues.track[root], queues.ahead[root], self.root_kinds[root]))
        else:
            keys = np.column_stack((self.walkers[nodes], self.signals[nodes]))
        counts = Counter(map(tuple, keys.tolist()))
        most = max(counts.values())
        last = max(at for at, key in enumerate(map(tuple, keys.tolist())) if counts[key] == most)
        return kind, int(nodes[last])

    def _since(self, stand: _Stand, nodes: Ints, first: int) -> float:
        """Return when the kind at the look ``first`` of ``nodes`` began to hold, in elapsed seconds."""
        samples = self.queues.samples[self.queues.look[nodes[first - 1 : first + 1]]].tolist()
        code = int(self.kinds[nodes[first]])
        if code == _GRIDLOCK:
            return float(self.traffic.times[samples[1]])
        before, after = samples
        while after - before > 1:
            middle = (before + after) // 2
            if self._kind_at(stand.track, middle) == code:
                after = middle
            else:
                before = middle
        return float(self.traffic.times[after])

    def _kind_at(self, track: int, sample: int) -> int:
        """Return the kind of cause for which ``track`` stands at ``sample``, an index into ``CAUSES``."""
        _, _, ahead, gap = self.finder.ahead(np.array([sample]), track)
        own = int(self.own.at(np.array([track]), np.array([sample])).kinds[0])
        if not len(ahead) or ahead[0] < 0:
            return own
        return own if own == _AGAINST and gap[0] < TOUCHES and not self.traffic.moves[ahead[0]] else _BEHIND

    def _cause(self, kind: CauseKind, since: float, node: int) -> StandCause:
        """Return the cause of a stand as it is at ``node``."""
        queues, rows = self.queues, self.traffic.rows
        tracks: list[int] = []
        gaps: list[float] = []
        row = light = None
        root, root_node = Root(kind), node
        if kind in (CauseKind.BEHIND, CauseKind.GRIDLOCK):
            tracks, gaps = queues.chain(node)
            root_node = int(queues.root[node])
            root_kind = CAUSES[self.root_kinds[root_node]]
            if root_kind is CauseKind.AGAINST and queues.ahead[root_node] >= 0:  # a prop is no queue
                tracks, gaps = tracks[:-1], gaps[:-1]
            root = Root(root_kind, int(rows[tracks[-1]]), self._signal(root_node, root_kind))
            row = int(rows[tracks[0]])
        else:
            light = self._signal(node, kind)
            root = Root(kind, None, light)
            if kind is CauseKind.WALKER:
                row = int(rows[self.walkers[node]])
            elif kind is CauseKind.AGAINST:
                sample = int(queues.samples[queues.look[node]])
                touched = self.own.touched(int(queues.track[node]), sample)
                row = None if touched is None else int(rows[touched])
        ruled_out, not_looked_at = self._looked_at(root.kind, root_node)
        light_of = light if light is not None else root.light
        return StandCause(
            kind, since, root, row, light, None if light_of is None else self._changes(light_of),
            tuple(int(rows[each]) for each in tracks), tuple(gaps), ruled_out, not_looked_at,
        )  # fmt: skip

    def _signal(self, node: int, kind: CauseKind) -> int | None:
        """Return the row of the light or stop sign that a vehicle stands at for the cause ``kind``."""
        kinds = (CauseKind.WAITS_AT_RED, CauseKind.STANDS_AT_GREEN, CauseKind.STOP_SIGN)
        return int(self.signals[node]) if kind in kinds and self.signals[node] >= 0 else None

    def _looked_at(self, kind: CauseKind, node: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return what was ruled out before the cause ``kind`` at ``node``, and what was not looked at."""
        if kind not in _BY_CONTROLS:
            return (), ()
        missing = []
        if not self.lights_known[node]:
            missing.append(self.own.no_lights or "lights: which one governs the lane, or its state")
        missing += [self.own.no_signs] if self.own.no_signs else []
        missing += [] if self.controls_known[node] else ["controls: not recorded"]
        unseen = {CauseKind.WAITS_AT_RED, CauseKind.STANDS_AT_GREEN} if not self.lights_known[node] else set()
        unseen |= {CauseKind.STOP_SIGN} if self.own.no_signs else set()
        unseen |= set() if self.controls_known[node] else {*_BY_CONTROLS}
        before = [each for each in CAUSES[: CODES[kind]] if each not in unseen and each in _RULED_OUT]
        return ("nobody ahead", *(_RULED_OUT[each] for each in before)), tuple(missing)

    def _changes(self, row: int) -> bool | None:
        """Return whether a light ever changes in the recording; None for a stop sign."""
        if row not in self.own.lights.rows:
            return None
        _, states = self.own.lights.recorded_states(row)
        return bool(len(set(states.tolist())) > 1)

    def severity(self, stand: _Stand, cause: StandCause) -> Severity:
        """Return how serious a stand is: high if it is as long as a run may be blocked, or lasts for ever."""
        times = self.traffic.times
        long = times[stand.last] - times[stand.first] > self.context.thresholds["standing.blocked"]
        unknown = cause.root.kind in _MAY_BE_LIGHT and any(
            each.startswith("lights") for each in cause.not_looked_at
        )
        for_ever = self._goes_on(stand) and cause.root.kind in _LASTS
        return Severity.HIGH if (long or for_ever) and not unknown else Severity.MEDIUM

    def _goes_on(self, stand: _Stand) -> bool:
        """Return whether a stand lasts to the end of the recording."""
        traffic, last = self.traffic, len(self.traffic.times) - 1 - self.traffic.pose_lag
        return bool(traffic.ends[stand.track] == len(traffic.times)) and stand.last >= last

    def is_ordinary(self, stand: _Stand, cause: StandCause) -> bool:
        """Return whether a stand is an ordinary wait: at a light, in a queue, or at the end of the route."""
        context, times = self.context, self.traffic.times
        end = float(times[stand.last])
        if stand.track in context.heroes and not isinstance(context.route, str):
            place = self.traffic.positions_at(stand.track, np.array([stand.last]))[0, :2]
            if np.hypot(*(context.route.line[-1, :2] - place)) <= _AT_END:
                return True
        if cause.kind in (CauseKind.BEHIND, CauseKind.GRIDLOCK):
            nodes = self.nodes(stand)
            behind = nodes[np.isin(self.kinds[nodes], (_BEHIND, _GRIDLOCK))]
            node = int(behind[-1])
            sample = int(self.queues.samples[self.queues.look[node]])
            roots = {int(self.queues.ahead[node]), int(self.queues.track[self.queues.root[node]])}
            waits = [end - self._moves_on(track, sample) for track in roots - {stand.track}]
            if any(-_LOOK <= each <= STARTS for each in waits):
                return True
        light = cause.root.light
        if light is None or cause.root.kind is not CauseKind.WAITS_AT_RED:
            return False
        red_since, green_since = self._last_turns(light, int(self.traffic.frames[stand.last]))
        if green_since > red_since:
            return end - green_since <= STARTS
        return end - max(red_since, float(times[stand.first])) < _SHORT_RED

    def _moves_on(self, track: int, sample: int) -> float:
        """Return when ``track``, which stands at ``sample``, moves on or is gone; infinite if it does not."""
        traffic = self.traffic
        end = int(traffic.ends[track])
        if traffic.moves[track] and traffic.category[track] in VEHICLES:
            begins, ends = self.drives(track)
            at = int(np.searchsorted(ends, sample, side="right"))
            if at < len(ends):
                return float(traffic.times[max(sample, int(begins[at]))])
        return float(traffic.times[end]) if end < len(traffic.times) else -np.inf

    def _drives(self, track: int) -> tuple[Ints, Ints]:
        """Return the first sample of each span in which ``track`` moves on, and that after its last one."""
        motion = self.traffic.motion_of(track)
        fast: Flags = motion.judged & (motion.speeds >= SLOW)
        edges = np.flatnonzero(np.diff(fast, prepend=False, append=False)) + motion.begin
        return edges[::2], edges[1::2]

    def _last_turns(self, light: int, frame: int) -> tuple[float, float]:
        """Return since when a light was last red or yellow, and green, until ``frame``, in elapsed seconds.

        −inf if never.
        """
        recorded, states = self.own.lights.recorded_states(light)
        elapsed: Floats = self.traffic.index.elapsed
        states = states[: np.searchsorted(recorded, frame, side="right")]
        green = states == TrafficLightState.GREEN
        found = []
        for mask in (~green, green):
            turns = np.flatnonzero(mask & ~np.append(False, mask[:-1]))
            found.append(float(elapsed[recorded[turns[-1]]]) if len(turns) else -np.inf)
        return found[0], found[1]
