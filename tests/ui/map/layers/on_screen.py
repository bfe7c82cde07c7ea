"""Layers of the map alone, and actors on a screen of 800 × 600 pixels for them."""

from __future__ import annotations

import numpy as np

from tests.ui.drawn import drawn
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.detail import Detail, ScreenActors
from viewer.ui.theme import load_theme

THEMES = {name: load_theme(name) for name in ("dark", "light")}
THEME = THEMES["dark"]
WIDTH, HEIGHT = 800, 600
CAMERA = Camera(0.0, 0.0, 10.0, WIDTH, HEIGHT)
NEVER = np.full(1, np.nan)


def layered(kind, theme="dark"):
    layer = kind(0.0)
    layer.set_theme(THEMES[theme])
    return layer


def told(layer):
    return drawn(layer.draw, WIDTH, HEIGHT)


def actors(
    categories, centers, headings=(0.0,), halves=((46.0, 20.0),), states=(-1,), detail=Detail.NEAR, rows=None
):
    count = len(centers)
    return ScreenActors(
        detail,
        np.arange(count) if rows is None else np.array(rows),
        np.arange(count),
        np.resize(np.array(categories, np.uint8), count),
        np.array(centers, float).reshape(-1, 2),
        np.resize(np.array(headings, float), count),
        np.resize(np.array(halves, float), (count, 2)),
        np.resize(np.array(states, np.int8), count),
    )
