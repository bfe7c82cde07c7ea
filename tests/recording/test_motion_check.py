"""Recorded velocities that contradict the poses: poses win in all that tells how actors move."""

from __future__ import annotations

import json
from math import hypot

import numpy as np
import pytest

from tests.recording.driven import CIRCLES, DELTA, HERO, MOTIONS, STANDS, SWINGS, WALKS, recording, zero
from viewer.cli import main
from viewer.metrics.log import MetricsLog
from viewer.recording.motion_check import motion_check, motion_problems
from viewer.replay.world.world import world_at
from viewer.signals.table import read_series

ALL_ZERO = dict.fromkeys(MOTIONS, zero)


def wrong(index, name="velocity"):
    """Ids of actors, and the share of their frames in which what is recorded of them is not believed."""
    doubts = motion_check(index).doubts[name]
    return {int(index.actors.actor_id[row]): float(each.wrong.mean()) for row, each in doubts.items()}


def row_of(index, actor_id):
    return index.actors.rows_of(actor_id)[0]


def test_what_agrees_is_believed(scratch):
    index = recording(scratch, MOTIONS)
    assert not wrong(index)
    assert not wrong(index, "angular_velocity")
    assert not [*motion_problems(index)]
    assert world_at(index, 3.0).velocity_recorded.all()


def test_noise_lag_and_a_bump_are_no_contradiction(scratch):
    noise = np.random.default_rng(3).normal(0.0, 0.2, (400, 2))

    def odd(motion):
        def told(t):
            k = round(t / DELTA)
            vx, vy, turn = motion(max(t - DELTA, 0.0))
            bump = 6.0 if k in {60, 61} else 0.0
            return vx + noise[k, 0] + bump, vy + noise[k, 1], turn

        return told

    assert not wrong(recording(scratch, {each: odd(motion) for each, motion in MOTIONS.items()}))


def test_zeros_of_those_who_move_are_not_believed(scratch):
    index = recording(scratch, ALL_ZERO)
    assert set(wrong(index)) == {HERO, SWINGS, CIRCLES, WALKS}
    assert wrong(index)[HERO] == wrong(index, "angular_velocity")[CIRCLES] == 1.0
    assert set(wrong(index, "angular_velocity")) == {CIRCLES}
    for elapsed in np.linspace(0.5, 9.0, 7).tolist():
        world = world_at(index, elapsed)
        for actor_id in (HERO, SWINGS, STANDS, CIRCLES):
            place = world.index_of(row_of(index, actor_id))
            truth = hypot(*MOTIONS[actor_id](float(index.elapsed[world.frame_index]))[:2])
            assert world.speeds[place] == pytest.approx(truth, abs=0.3)
        assert world.velocity_recorded.tolist()[2]  # who stands does so as recorded
        snapshot = world.find(HERO)
        assert (snapshot.speed.value, snapshot.speed.recorded) == (pytest.approx(10.0), False)
        assert snapshot.contradicted.velocity == (0.0, 0.0, 0.0)
        turning = world.find(CIRCLES).angular_velocity
        assert (turning.value[2], turning.recorded) == (pytest.approx(57.3, abs=0.1), False)


def test_each_actor_is_judged_on_its_own(scratch):
    index = recording(scratch, {**MOTIONS, SWINGS: zero})
    assert set(wrong(index)) == {SWINGS}
    (problem,) = motion_problems(index)
    assert not problem.damage
    assert "velocity of actor 2 contradicts the poses in 9" in problem.what


def test_each_frame_is_judged_on_its_own(scratch):
    def hybrid(t):
        return MOTIONS[HERO](t) if t < 6.0 else zero(t)

    index = recording(scratch, {**MOTIONS, HERO: hybrid})
    assert wrong(index) == {HERO: pytest.approx(80 / 200, abs=0.01)}
    (problem,) = motion_problems(index)
    assert "actor 1 contradicts the poses in 40% of frames" in problem.what
    assert [world_at(index, each).find(HERO).speed.recorded for each in (5.0, 7.0)] == [True, False]
    (speed,) = read_series(index, ["speed"], row_of(index, HERO))
    assert speed.values == pytest.approx(10.0)
    assert not speed.recorded


@pytest.mark.parametrize("factor", [0.0, 0.01, -1.0, 3.6])
def test_any_other_velocity_than_that_of_the_poses_is_wrong(scratch, factor):
    def told(t):
        vx, vy, turn = MOTIONS[HERO](t)
        return factor * vx, factor * vy, turn

    index = recording(scratch, {**MOTIONS, HERO: told})
    assert set(wrong(index)) == {HERO}
    acceleration, speed = read_series(index, ["acceleration", "speed"], row_of(index, HERO))
    assert np.nanmax(np.abs(acceleration.values)) == pytest.approx(0.0, abs=1e-3)
    assert speed.values == pytest.approx(10.0)


def test_who_moves_while_a_velocity_says_so_of_one_that_stands(scratch):
    index = recording(scratch, {**MOTIONS, STANDS: lambda _t: (5.0, 0.0, 0.0)})
    assert world_at(index, 4.0).find(STANDS).speed.value == 0.0


def test_commands_agree(scratch, tmp_path, capsys):
    index = recording(scratch, ALL_ZERO)
    main(["check", str(index.path)])
    said = capsys.readouterr().out
    assert "the recorded velocity of 4 actors (1, 2, 4, 50) contradicts the poses" in said
    assert "damage" not in said
    main(["library", str(index.path.parent), "--library", str(tmp_path / "library"), "--json"])
    (row,) = json.loads(capsys.readouterr().out)
    assert row["hero_mean_speed"] == pytest.approx(10.0)
    main(["events", str(index.path), "--json"])
    (document,) = json.loads(capsys.readouterr().out)
    assert [each.split(" of ")[0] for each in document["notes"]] == [
        "the recorded velocity", "the recorded angular velocity",
    ]  # fmt: skip


def test_metrics_get_what_the_poses_say(scratch):
    log = MetricsLog(recording(scratch, ALL_ZERO))
    velocity = log.get_actor_velocity(HERO, 50)
    assert (velocity.x, velocity.y) == pytest.approx((10.0, 0.0))
    assert log.get_actor_angular_velocity(CIRCLES, 50).z == pytest.approx(57.3, abs=0.1)
    assert log.get_actor_acceleration(HERO, 50).x == pytest.approx(0.0, abs=1e-3)
