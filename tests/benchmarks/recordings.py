"""The recordings that are measured, at full scale."""

from __future__ import annotations

from dataclasses import replace

from tests.benchmarks.synthetic import Plan

CROWDS = (100, 1_000, 5_000)

RECORDINGS = {
    "traffic": Plan(36_000),
    "events in every frame": Plan(36_000, churn=True),
    "collisions": Plan(4_000, collisions=25),
    "adds and deletes": Plan(4_000, turnover=100),
    "small frames": Plan(500_000, vehicles=10, walkers=5, lights=6, props=0),
    "changing lights": Plan(200_000, vehicles=2, walkers=0, lights=60, props=0, flicker=True),
}
"""At full scale: 1 GB; 1 GB; 100,000 collisions, 115 MB; 800,000 of 400,000 actors, 170 MB; 680 MB; 60 lights
that change in each of 200,000 frames, 190 MB."""

BUSY = tuple(RECORDINGS)[:4]
"""Those of which it is told how they open."""

RECORDINGS |= {
    f"crowd of {actors:,}": Plan(
        120, actors * 6 // 10, walkers=actors * 35 // 100, lights=actors // 20, props=0, scales=False
    )
    for actors in CROWDS
}

BYTES = 8e9
"""What all measures write together, about."""


def scaled_plan(plan: Plan, scale: float) -> Plan:
    """Return a plan of as much of the same, at least two frames."""
    return replace(plan, frames=max(round(plan.frames * scale), 2)) if plan.scales else plan
