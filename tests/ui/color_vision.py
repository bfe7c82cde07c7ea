"""How far apart colours are, for everybody and for the colour-blind: CIEDE2000, from its paper."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtGui import QColor

NORMAL = np.eye(3)
DEUTERANOPE = np.array(
    (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    )
)
PROTANOPE = np.array(
    (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    )
)
_XYZ = np.array(
    (
        (0.4123908, 0.3575843, 0.1804808),
        (0.2126390, 0.7151687, 0.0721923),
        (0.0193308, 0.1191948, 0.9505322),
    )
)
_WHITE = np.array((0.9504559, 1.0, 1.0890578))  # D65


def lab(color: QColor, vision: np.ndarray = NORMAL) -> tuple[float, float, float]:
    """Return a colour in CIE L*a*b*, as seen with that vision: a matrix for linear sRGB."""
    values = np.array((color.redF(), color.greenF(), color.blueF()))
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    ratios = _XYZ @ np.clip(vision @ linear, 0.0, 1.0) / _WHITE
    cubes = np.where(ratios > (6 / 29) ** 3, np.cbrt(ratios), ratios / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = cubes.tolist()
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """Return the difference of two colours in L*a*b*.

    Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula" (2005), equations 2 to 22.
    """
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * math.sqrt(mean7 / (mean7 + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    weight = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    rotation = 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    rotation *= -math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    lightness = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    strength = (c2 - c1) / (1 + 0.045 * chroma)
    shade = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    return math.sqrt(lightness**2 + strength**2 + shade**2 + rotation * strength * shade)
