"""Ways of one that stops, brakes or turns, as functions of time."""

from __future__ import annotations

import math

from tests.analysis.drives import Mover, Way, hero

UNEVEN = [0.008, 0.05, 0.12, 0.03]
"""Lengths of frames, in turn."""


def stops(after: float, x: float = 0.0) -> Way:
    """Drive at 10 m/s, then stand for ever."""
    return lambda t: (x + min(t, after) * 10, 0.0, 0.0, 0.0)


def creeps(speed: float) -> Way:
    """Drive 20 m, and go on at a speed."""
    return lambda t: ((10 * t if t < 2 else 20 + speed * (t - 2)), 0.0, 0.0, 0.0)


def comes_near(speed: float, gap: float) -> Way:
    """Drive up to somebody whose tail is at x = 38, evenly, until so near, then stand."""
    return lambda t: (min(26 + speed * t, 36 - gap), 0.0, 0.0, 0.0)


def brakes(speed: float, gap_at: float, deceleration: float) -> Way:
    """Drive at a speed, and brake evenly from a place on."""

    def way(t: float) -> tuple[float, ...]:
        since = min(max(t - gap_at / speed, 0.0), speed / deceleration)
        return min(speed * t, gap_at) + speed * since - deceleration * since**2 / 2, 0.0, 0.0, 0.0

    return way


def braking(deceleration: float, speed: float = 25.0, since: float = 3.0, lasts: float = 2.0) -> Mover:
    def way(t: float) -> tuple[float, ...]:
        during, after = min(max(t - since, 0.0), lasts), max(t - since - lasts, 0.0)
        x = speed * t - deceleration * during**2 / 2 - deceleration * during * after
        return x, 0.0, 0.0, 0.0

    return hero(way)


def circling(radius: float, speed: float) -> Mover:
    rate = speed / radius

    def way(t: float) -> tuple[float, ...]:
        return radius * math.sin(rate * t), radius - radius * math.cos(rate * t), 0.0, math.degrees(rate * t)

    return hero(way)
