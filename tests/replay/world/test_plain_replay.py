"""What was true at any time, against a replay that keeps plain dictionaries frame by frame."""

from __future__ import annotations

import math
from bisect import bisect_right
from random import Random
from typing import Any

import pytest

from tests.scenes import Scene, actor, pose
from viewer.logfile import packets
from viewer.logfile.fields import Engine
from viewer.replay.world.world import world_at

CARS, LIGHTS = (3, 8, 200), (5, 7)
Frame = dict[str, Any]


def played(random: Random, engine: Engine) -> tuple[Scene, list[Frame]]:
    """Return a recording in which cars come, go and move less than 2 m a frame, and what each frame tells."""
    scene, frames, lives, elapsed = Scene(engine), [], dict.fromkeys(LIGHTS, 0), 0.0
    for number in range(12):
        delta = random.choice((0.0625, 0.25, 0.5)) if number else 0.0
        elapsed += delta
        here = [each for each in CARS if each in lives]
        gone = [each for each in here if random.random() < 0.2]
        new = [each for each in CARS if (each not in here or each in gone) and random.random() < 0.5]
        lives = {each: life for each, life in lives.items() if each not in gone} | dict.fromkeys(new, number)
        told = {
            "elapsed": elapsed,
            "lives": lives,
            "poses": {each: _at(random) for each in CARS if each in lives and random.random() < 0.8},
            "states": {each: random.randrange(5) for each in LIGHTS if random.random() < 0.8},
            "lamps": {each: random.randrange(1 << 11) for each in CARS if each in lives},
        }
        frames.append(told)
        added = [actor(each) for each in new]
        added += [actor(each, "traffic.traffic_light") for each in LIGHTS if not number]
        rows = [pose(each, place) for each, place in told["poses"].items()]
        random.shuffle(rows)
        extra: dict[Any, Any] = {
            packets.TRAFFIC_LIGHT_STATE: [
                (each, False, 1.0, state) for each, state in told["states"].items()
            ],
            packets.VEHICLE_LIGHT: list(told["lamps"].items()),
        }
        scene.frame(delta, remove=gone, add=added, poses=rows, extra=extra)
    return scene, frames


def _at(random: Random) -> tuple[float, float, float]:
    return random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)


def place_of(frames: list[Frame], number: int, time: float, each: int) -> list[float]:
    """Return where a car is: on the straight way to where the next frame has the same car."""
    now = frames[number]
    if each not in now["poses"]:
        return [math.nan] * 3
    start = now["poses"][each]
    following = frames[min(number + 1, len(frames) - 1)]
    end = following["poses"].get(each)
    if following is now or end is None or following["lives"].get(each) != now["lives"][each]:
        return list(start)
    share = (time - now["elapsed"]) / (following["elapsed"] - now["elapsed"])
    return [one + (other - one) * share for one, other in zip(start, end, strict=True)]


@pytest.mark.parametrize("engine", Engine)
@pytest.mark.parametrize("seed", range(6))
def test_the_world_is_that_of_a_plain_replay(scratch, seed, engine):
    random = Random(seed)
    scene, frames = played(random, engine)
    index = scene.index(scratch)
    begins = [told["elapsed"] for told in frames]
    for time in [*begins, *(random.uniform(0.0, begins[-1]) for _ in range(30))]:
        number = bisect_right(begins, time) - 1
        told = frames[number]
        world = world_at(index, time, interpolate=True)
        assert (world.frame_index, world.actor_ids.tolist()) == (number, sorted(told["lives"]))
        states = [told["states"].get(each, -1) for each in sorted(told["lives"])]
        assert world.light_states.tolist() == states
        lamps = [told["lamps"].get(each, 0) for each in sorted(told["lives"])]
        assert world.vehicle_lights.tolist() == lamps
        for each in set(CARS) & set(told["lives"]):
            at = world.index_of(world.row_of(each))
            assert index.actors.spawn_frame[world.rows[at]] == told["lives"][each]
            expected = place_of(frames, number, time, each)
            assert world.locations[at].tolist() == pytest.approx(expected, abs=1e-5, nan_ok=True)
