"""Telling categories apart, for whole arrays at once."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.recording.actors import MOVERS, Category

Kinds = NDArray[np.bool_]
"""For each category whether it is meant, shape (len(Category),): ``kinds[categories]`` is a mask."""


def kinds(*categories: Category) -> Kinds:
    """Return a table of some categories; looking up is twenty times faster than ``np.isin``."""
    table = np.zeros(len(Category), np.bool_)
    table[list(categories)] = True
    table.flags.writeable = False
    return table


def among(rows: Ints, few: Collection[int]) -> Flags:
    """Return which rows are among a few, shape (K,).

    ``np.isin`` would load numpy's masked arrays, just before the first picture.
    """
    found: Flags = (rows[:, None] == np.array(list(few), np.int64)).any(axis=1)
    return found


MOVING = kinds(*MOVERS)
"""What moves by itself: drawn boldest, labelled, and what the map is fitted to."""
LIGHTS = kinds(Category.TRAFFIC_LIGHT)
"""What is drawn as the head of a traffic light."""
PROPS = kinds(Category.PROP, Category.TRAFFIC_SIGN)
"""What is drawn faintly, below all others."""
BODIES = ~(LIGHTS | PROPS)
"""What is drawn with a body, if at all."""
SHOWN = MOVING | LIGHTS | PROPS
"""What is drawn without being asked for."""
SENSORS = kinds(Category.SENSOR)
"""What hangs on others and is drawn small, if at all."""
SPECTATORS = kinds(Category.SPECTATOR)
"""What is drawn for developers only."""
