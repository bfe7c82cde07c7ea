"""Two runs whose difference is known by construction, compared by the library and the command."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

import viewer
from tests.analysis.drives import Mover
from tests.comparison.two_runs import AHEAD, FAR, HERO, LIGHT, WALKER, Run, cast, drive, throttle
from viewer.cli import main
from viewer.comparison import samples
from viewer.comparison.partners import BY

BASE = cast()
AHEAD_ASIDE = replace(BASE[AHEAD], way=drive(before=40.0, aside=0.12, since=12.35))
FAR_ASIDE = replace(BASE[FAR], way=lambda t: (-300.0 + (1.0 if t >= 4.0 - 1e-6 else 0.0), 5.0 * t, 0.0, 90.0))
HERO_LATER = replace(BASE[HERO], way=drive(aside=0.5, since=5.1 - 1e-6))
"""The hero's pose, two frames after frame 100."""


def other_throttle(t):
    steer, gas, brake = throttle(t)
    return steer, gas + (0.2 if t >= 4.95 - 1e-6 else 0.0), brake


def ramp(t):
    """Throttle that is pressed fully within half a second."""
    return 0.0, min(max(2.0 * (t - 5.0), 0.0), 1.0), 0.0


def aside_for(seconds):
    def way(t):
        x, y, z, yaw = BASE[AHEAD].way(t)
        return (x, y + (1.0 if 7.0 - 1e-6 <= t < 7.0 + seconds - 1e-6 else 0.0), z, yaw)

    return replace(BASE[AHEAD], way=way)


def other_ids(movers, plus=1000):
    """The same actors with other ids, spawned in another order; the hero comes last."""
    renamed = [replace(each, actor_id=each.actor_id + plus) for each in reversed(movers.values())]
    return {each.actor_id: each for each in renamed}


def jitter(mover, seed):
    noise = np.random.default_rng(seed).normal(0.0, 0.005 / math.sqrt(3), (10_000, 3))
    return replace(
        mover, way=lambda t: (*(np.array(mover.way(t)[:3]) + noise[round(t * 20)]).tolist(), mover.way(t)[3])
    )


def twins(apart, *, swapped=False, aside=0.0):
    """Two equal cars beside each other that drive alike; ids may be swapped, one may go aside at 8 s."""
    found = {}
    for place, number in enumerate((500, 501)):
        shift = apart * (1 - place if swapped else place)

        def way(t, shift=shift, push=aside if place else 0.0):
            return (20.0 + 4.0 * t, -10.0 + shift + (push if t >= 8.0 - 1e-6 else 0.0), 0.0, 0.0)

        found[number] = Mover(number, way, type_id="vehicle.seat.leon")
    return found


def without(movers, *ids):
    return {key: each for key, each in movers.items() if key not in ids}


def jump(mover, at):
    """It is put 50 m aside at a time, and one of its poses is not a number."""

    def way(t):
        if abs(t - 6.0) < 1e-6:
            return (math.nan, math.nan, math.nan, math.nan)
        x, y, z, yaw = mover.way(t)
        return (x, y + (50.0 if t >= at - 1e-9 else 0.0), z, yaw)

    return replace(mover, way=way)


def twice(gap=(7.0, 8.0)):
    """The hero, destroyed and spawned again with the same id, and then with another."""
    first = replace(BASE[HERO], dies=gap[0] - 1e-6)
    again = replace(BASE[HERO], actor_id=77, born=gap[1] - 1e-6)
    return without(BASE, HERO) | {HERO: first, 77: again}


A = Run(BASE)
FEW = (0.23, 0.17)
JUMPS = {AHEAD: jump(BASE[AHEAD], 9.0)}
EXTRA = Mover(4711, lambda _t: (30.0, 12.0, 0.0, 0.0), type_id="vehicle.bmw.isetta", born=3.0 - 1e-6)
CASES = {
    # name: (A, B, options, verdict, first difference (what, time, id in A), status)
    "a copy": (A, A, {}, "same", None, 0),
    "half the frames": (A, Run(BASE, delta=0.1), {}, "same", None, 0),
    "few frames, 2 cm tolerated": (
        A, Run(BASE, deltas=FEW), {"tolerance": {"position": 0.02}}, "same", None, 0,
    ),
    "a ramp of the throttle at few frames": (
        Run(BASE, control=ramp), Run(BASE, control=ramp, deltas=FEW), {}, "same", None, 0,
    ),
    "a car aside for a frame": (A, Run(cast(ahead=aside_for(0.05))), {}, "same", None, 0),
    "a car aside for four frames": (
        A, Run(cast(ahead=aside_for(0.2))), {}, "world-first", ("position", 7.0, AHEAD), 4,
    ),
    "odd frames": (A, Run(BASE, deltas=(0.03, 0.05, 0.07, 0.05)), {}, "same", None, 0),
    "other ids": (A, Run(other_ids(BASE)), {}, "same", None, 0),
    "a car aside": (A, Run(cast(ahead=AHEAD_ASIDE)), {}, "world-first", ("position", 12.35, AHEAD), 4),
    "a car aside, tolerated": (
        A, Run(cast(ahead=AHEAD_ASIDE)), {"tolerance": {"position": 0.2}}, "same", None, 0,
    ),
    "a car aside at half the frames": (
        A, Run(cast(ahead=AHEAD_ASIDE), delta=0.1), {}, "world-first", ("position", 12.4, AHEAD), 4,
    ),
    "throttle": (
        A, Run(cast(hero=HERO_LATER), control=other_throttle), {}, "agent-first", ("control", 4.95, HERO), 4,
    ),
    "throttle, and a far car before": (
        A, Run(cast(hero=HERO_LATER, far=FAR_ASIDE), control=other_throttle), {}, "agent-first",
        ("control", 4.95, HERO), 4,
    ),
    "throttle, and a near car after": (
        A, Run(cast(hero=HERO_LATER, ahead=AHEAD_ASIDE), control=other_throttle), {}, "agent-first",
        ("control", 4.95, HERO), 4,
    ),
    "only a far car": (A, Run(cast(far=FAR_ASIDE)), {}, "world-first", ("position", 4.0, FAR), 4),
    "the same controls": (A, Run(cast(hero=HERO_LATER)), {}, "motion-first", ("position", 5.1, HERO), 4),
    "an extra car": (A, Run(BASE | {4711: EXTRA}), {}, "world-first", ("existence", 3.0, None), 4),
    "an extra car, ignored": (A, Run(BASE | {4711: EXTRA}), {"ignore_unpaired": True}, "same", None, 0),
    "twins 2 m apart, ids swapped": (
        Run(BASE | twins(2.0)), Run(BASE | twins(2.0, swapped=True)), {}, "same", None, 0,
    ),
    "twins 5 cm apart, ids swapped": (
        Run(BASE | twins(0.05)), Run(BASE | twins(0.05, swapped=True)), {}, "same", None, 0,
    ),
    "twins 5 cm apart, a copy": (Run(BASE | twins(0.05)), Run(BASE | twins(0.05)), {}, "same", None, 0),
    "twins 5 cm apart of which one goes aside": (
        Run(BASE | twins(0.05)), Run(BASE | twins(0.05, aside=3.0)), {}, "same", None, 0,
    ),
    "lights 3 s later": (A, Run(BASE, lights_late=3.0), {}, "start-differs", ("light", 0.0, LIGHT), 4),
    "lights 0.1 s later": (A, Run(BASE, lights_late=0.1), {}, "start-differs", ("light", 0.0, LIGHT), 4),
    "lights a frame later": (A, Run(BASE, lights_late=0.05), {}, "same", None, 0),
    "a start 0.55 s later": (
        A, Run(cast(hero=replace(BASE[HERO], way=drive(late=0.55))), late=0.55), {}, "agent-first",
        ("control", 1.0, HERO), 4,
    ),
    "0.9.8 and 0.9.15": (
        Run(BASE, lag=True, lamps=False, deltas=(0.02, 0.06, 0.04, 0.08)), A, {}, "same", None, 0,
    ),
    "additional data in one": (A, Run(BASE, additional=True), {}, "same", None, 0),
    "5 mm of jitter": (
        A, Run({key: jitter(each, key) for key, each in BASE.items()}), {}, "same", None, 0,
    ),
    "a hero that comes twice": (Run(twice()), Run(twice()), {}, "same", None, 0),
    "a hero that comes again later": (
        Run(twice()), Run(twice((7.0, 8.6))), {}, "world-first", ("existence", 8.0, 77), 4,
    ),
    "another town": (A, Run(BASE, map_name="Town12"), {}, "not-comparable", None, 5),
    "a layered map of the town": (A, Run(BASE, map_name="Town03_Opt"), {}, "same", None, 0),
    "not numbers and teleports": (
        Run(BASE | JUMPS), Run(BASE | JUMPS), {}, "same", None, 0,
    ),
    "teleports at few frames": (
        Run(BASE | JUMPS), Run(BASE | JUMPS, deltas=FEW), {}, "same", None, 0,
    ),
    "no hero in one": (
        A, Run(without(cast(ahead=AHEAD_ASIDE), HERO)), {"ignore_unpaired": True}, "world-first",
        ("position", 12.35, AHEAD), 4,
    ),
    "no hero at all": (Run(without(BASE, HERO)), Run(without(BASE, HERO)), {}, "same", None, 0),
    "times apart": (A, A, {"align": "50"}, "not-comparable", None, 5),
    "a short one": (A, Run(BASE, seconds=12.0), {}, "same-until-end", None, 0),
    "late by a frame, tolerated": (
        A, Run(cast(ahead=replace(BASE[AHEAD], way=drive(before=40.0, late=0.05)))),
        {"tolerance": {"time": 0.06}}, "same", None, 0,
    ),
    "late by a frame": (
        A, Run(cast(ahead=replace(BASE[AHEAD], way=drive(before=40.0, late=0.05)))), {}, "world-first",
        ("position", None, AHEAD), 4,
    ),
}  # fmt: skip


@pytest.fixture
def two(tmp_path):
    """Return a function that records and opens A and B."""
    opened = []

    def both(a, b):
        for name, run in (("a.log", a), ("b.log", b)):
            opened.append(run.open(tmp_path / name))
        return opened[-2:]

    yield both
    for each in opened:
        each.close()


def command_line(options):
    words = []
    if "tolerance" in options:
        words += ["--tolerance", ",".join(f"{name}={value}" for name, value in options["tolerance"].items())]
    if "align" in options:
        words += ["--align", options["align"]]
    return words + (["--ignore", "unpaired"] if options.get("ignore_unpaired") else [])


@pytest.mark.parametrize("case", CASES)
def test_the_verdict_is_the_difference_that_was_made(two, capsys, case):
    run_a, run_b, options, verdict, first, status = CASES[case]
    a, b = two(run_a, run_b)
    found = viewer.compare(a, b, **options)
    assert found.verdict.value == verdict, found.sentence
    told = found.decision.first
    if first is None:
        assert told is None
        assert not len(found.differences.runs)
    else:
        what, time, actor_id = first
        row = None if told.row_a is None else int(a.actors.actor_id[told.row_a])
        assert (told.what.value, row) == (what, actor_id)
        if time is not None:
            assert told.time == pytest.approx(time, abs=1e-6)
    assert main(["diff", str(a.index.path), str(b.index.path), "--csv", *command_line(options)]) == status
    assert found.sentence in capsys.readouterr().err


def test_a_cut_is_the_same_at_its_offset(two, tmp_path):
    a, b = two(A, Run(BASE, begin=5.0))
    assert viewer.compare(a, b, align="pose").alignment.offset == pytest.approx(-5.0, abs=0.01)
    assert viewer.compare(a, b, align=-5.0).verdict.value == "same"
    found = viewer.compare(a, b)
    assert found.alignment.better.offset == pytest.approx(-5.0, abs=0.01)
    assert "B runs 5.00 s earlier: --align pose" in found.sentence


@pytest.mark.parametrize("mode", ["motion", "pose"])
def test_a_later_start_is_found(two, mode):
    late = Run(cast(hero=replace(BASE[HERO], way=drive(late=0.55))), late=0.55)
    a, b = two(
        Run(without(BASE, AHEAD, FAR, 40)), Run({HERO: late.movers[HERO]}, late=0.55, lights_late=0.55)
    )
    found = viewer.compare(a, b, align=mode)
    assert found.alignment.offset == pytest.approx(0.55, abs=0.01)
    assert found.verdict.value in ("same", "same-until-end")


def test_a_file_cut_in_a_frame_is_compared_to_its_last_whole_frame(two, tmp_path, capsys):
    a, _ = two(A, A)
    data = a.index.path.read_bytes()
    frame = int(np.searchsorted(a.frames["elapsed"], 10.0))
    cut = tmp_path / "cut.log"
    cut.write_bytes(data[: int(a.index.offsets[frame]) + 60])
    assert main(["diff", str(a.index.path), str(cut), "--json"]) == 3
    shown = json.loads(capsys.readouterr().out)
    assert shown["verdict"] == "same-until-end"
    assert shown["ends"] == {"which": "b", "time": a.frames["elapsed"][frame - 1], "complete": False}


def test_nothing_is_interpolated_over_lost_frames(two, tmp_path):
    a, _ = two(A, A)
    data, at = a.index.path.read_bytes(), a.index.offsets
    lost = tmp_path / "lost.log"
    lost.write_bytes(data[: at[210]] + data[at[230] :])  # a second, in which all brake
    with viewer.open_recording(lost) as b:
        assert len(b.frames) == len(a.frames) - 20
        assert viewer.compare(a, b).verdict.value == "same"


def test_the_hero_follows_the_world(two):
    def later(t):
        return (0.1, 0.9, 0.0) if t >= 8.4 - 1e-6 else throttle(t)

    aside = replace(AHEAD_ASIDE, way=drive(before=40.0, aside=0.12, since=8.0 - 1e-6))
    a, b = two(A, Run(cast(ahead=aside), control=later))
    first = viewer.compare(a, b).decision.first
    assert (first.what.value, first.time, first.value) == (
        "position",
        pytest.approx(8.0),
        pytest.approx(0.12, abs=1e-3),
    )
    assert first.hero_follows == pytest.approx(0.4)
    assert 30.0 < first.hero_distance < 50.0


def test_ambiguous_actors_are_listed_and_not_judged(two):
    a, b = two(Run(BASE | twins(0.05)), Run(BASE | twins(0.05, aside=3.0)))
    found = viewer.compare(a, b)
    (doubt,) = found.partners.doubts
    assert [a.actors.actor_id[row] for row in doubt.rows_a] == [500, 501]
    assert "4 actors are too alike" in found.sentence
    partners = [(500, 500), (501, 501)]
    assert viewer.compare(a, b, partners=partners).decision.first.time == pytest.approx(8.0)


def test_partners_map_ids_to_each_other(two):
    a, b = two(A, Run(other_ids(BASE)))
    found = viewer.compare(a, b)
    to_b, to_a = found.partner_rows
    ids = {int(a.actors.actor_id[row]): int(b.actors.actor_id[to_b[row]]) for row in range(len(a.actors))}
    assert ids == {each: each + 1000 for each in BASE} | {LIGHT: LIGHT}
    assert all(to_a[to_b[row]] == row for row in range(len(a.actors)))
    pairs = found.partners
    ids = a.actors.actor_id[pairs.rows_a].tolist()
    rules = dict(zip(ids, [BY[by].value for by in pairs.by], strict=True))
    assert rules == {HERO: "role", LIGHT: "place"} | dict.fromkeys((AHEAD, FAR, WALKER), "assignment")
    same = viewer.compare(a, a).partners
    assert {BY[by].value for by in same.by} == {"role", "place", "id"}


@pytest.mark.parametrize("case", ["a car aside at half the frames", "throttle, and a far car before"])
def test_windows_of_any_size_find_the_same(two, monkeypatch, case):
    a, b = two(*CASES[case][:2])
    whole = viewer.compare(a, b)
    for name, value in {"_BUDGET": 4, "_MOST": 8, "_FEWEST_TIMES": 2}.items():
        monkeypatch.setattr(samples, name, value)
    parts = viewer.compare(a, b)
    assert len(whole.differences.runs)
    assert parts.differences.runs.tobytes() == whole.differences.runs.tobytes()
    assert parts.differences.largest == pytest.approx(whole.differences.largest, nan_ok=True)


def test_the_distance_over_time_is_that_of_the_formula(two):
    a, b = two(A, Run(cast(ahead=AHEAD_ASIDE), delta=0.1))
    times, metres = viewer.compare(a, b).distances(a.index.row_of(AHEAD))
    exact = np.isclose(times % 0.1, 0.0, atol=1e-6) | np.isclose(times % 0.1, 0.1, atol=1e-6)
    assert metres[exact & (times < 12.3)] == pytest.approx(0.0, abs=1e-4)
    assert metres[exact & (times > 12.4)] == pytest.approx(0.12, abs=1e-4)


def test_what_is_recorded_in_one_only_is_said(two):
    a, b = two(Run(BASE, lamps=False), Run(BASE, additional=True))
    found = viewer.compare(a, b)
    assert (found.only_recorded_a, found.only_recorded_b) == ((), ("lamps", "velocity"))
    assert found.not_compared == ("doors", "weather")
    assert "as far as both record it" in found.sentence


def test_a_file_names_partners(two, tmp_path, capsys):
    a, b = two(Run(BASE | twins(0.05)), Run(BASE | twins(0.05, aside=3.0)))
    names = tmp_path / "match.csv"
    words = ["diff", str(a.index.path), str(b.index.path), "--match", str(names), "--csv"]
    names.write_text("a,b\n500,501\n501,500\n", encoding="utf-8")
    assert main(words) == 4
    assert "500,1,501,1,vehicle.seat.leon,match,8.0" in capsys.readouterr().out
    names.write_text("a,b\n500,999\n", encoding="utf-8")
    assert main(words) == 2
    assert "line 2, b: there is no actor 999" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--align", "sideways"], "is no alignment"),
        (["--align", "event:none:1"], "there is no kind 'none'"),
        (["--align", "event:collision:3"], "has 0 events of the kind collision, not 3"),
        (["--tolerance", "weight=3"], "there is no tolerance 'weight'"),
        (["--tolerance", "position=-1"], "no number from 0 on"),
    ],
)
def test_wrong_options_are_refused_in_a_sentence(two, capsys, words, says):
    a, b = two(A, A)
    assert main(["diff", str(a.index.path), str(b.index.path), *words]) == 2
    assert says in capsys.readouterr().err


def test_cancelling_ends_the_comparison(two):
    a, b = two(A, A)
    with pytest.raises(viewer.cancellation.ReadingCancelledError):
        viewer.compare(a, b, should_continue=lambda _share: False)
