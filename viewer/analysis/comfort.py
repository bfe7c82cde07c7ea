"""Comfort of a run from its ``metric_info.json``, by the rules of Bench2Drive's tool, flaws included.

The tool is ``tools/efficiency_smoothness_benchmark.py``. It takes samples for 0.1 s apart that are 0.05 s
apart, and compares degrees/s with limits in rad/s; its numbers are comparable only if all do so.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import numpy as np

from viewer.arrays import Flags, Floats
from viewer.file_error import FileError
from viewer.regular_file import parse_json, read_unpacked, unreadable

_PIECE = 20
"""Number of samples of the pieces that are judged."""
_WINDOW, _ORDER = 7, 2
_SECONDS = 0.1
_LONGITUDINAL = (-4.05, 2.40)
_LATERAL = 4.89
_JERK, _LONGITUDINAL_JERK = 8.37, 4.13
_YAW_RATE = 0.95
"""Limit of the yaw rate. The tool also compares it with that of the yaw's acceleration, 1.93."""
_VECTORS = ("acceleration", "angular_velocity", "forward_vector", "right_vector")
_AXES = 3
_ADVICE = (
    "Bench2Drive writes metric_info.json into the folder of a run; a killed run leaves it empty or half."
)


class MetricInfoError(FileError):
    """Error for a ``metric_info.json`` whose comfort cannot be computed."""


def comfort(metric_info: Path) -> float:
    """Return the share of pieces of 20 samples in a file ``metric_info`` that are comfortable, 0 to 1.

    Samples after the last whole piece are left out; 20 or fewer are one piece.

    Raises:
        MetricInfoError: the file cannot be read, is no ``metric_info.json``, or has fewer than 3 samples.
    """
    samples = _samples(metric_info)
    length = min(len(samples), _PIECE)
    pieces = samples[: len(samples) // length * length].reshape(-1, length, len(_VECTORS), _AXES)
    return float(_keeps_limits(pieces).all(axis=1).mean())


def _samples(path: Path) -> Floats:
    """Return the vectors (``_VECTORS``) of each sample in the file ``path``, of shape (N, 4, 3)."""
    try:
        document = parse_json(read_unpacked(path)[0])
    except OSError as error:
        raise unreadable(path, error, MetricInfoError) from error
    except ValueError as error:
        raise MetricInfoError(path, f"this is no JSON: {error}", advice=_ADVICE) from error
    if not isinstance(document, dict):
        raise MetricInfoError(path, "this is no metric_info.json", expected="samples by step", advice=_ADVICE)
    if len(document) <= _ORDER:
        found = str(len(document))
        raise MetricInfoError(path, "too few samples", expected="3 or more", found=found, advice=_ADVICE)
    for step, sample in document.items():
        if not isinstance(sample, dict) or not all(_is_vector(sample.get(name)) for name in _VECTORS):
            found = f"other values at step {step}"
            expected = ", ".join(_VECTORS)
            raise MetricInfoError(path, "a vector is missing", expected=expected, found=found, advice=_ADVICE)
    return np.array([[sample[name] for name in _VECTORS] for sample in document.values()], np.float64)


def _is_vector(value: object) -> bool:
    """Return whether ``value`` is a list of three numbers that fit a float; NaN is one."""
    return isinstance(value, list) and len(value) == _AXES and all(map(_is_number, value))


def _is_number(value: object) -> bool:
    return isinstance(value, float) or (type(value) is int and abs(value) <= sys.float_info.max)


def _keeps_limits(pieces: Floats) -> Flags:
    """Return which samples of ``pieces`` are within all limits, as an array of shape (K, N).

    ``pieces`` has the shape (K, N, 4, 3): N samples of K pieces, vectors as in ``_VECTORS``, axes.
    """
    smoothing, derivative = _filters(pieces.shape[1])
    acceleration, turning, forward, right = np.moveaxis(pieces, 2, 0)
    plane = acceleration[..., :2]
    longitudinal = (plane * forward[..., :2]).sum(axis=-1) @ smoothing.T
    lateral = (plane * right[..., :2]).sum(axis=-1) @ smoothing.T
    magnitude = np.hypot(plane[..., 0], plane[..., 1]) @ smoothing.T
    yaw_rate = _unwrapped(turning[..., 2]) @ smoothing.T
    low, high = _LONGITUDINAL
    kept: Flags = (low < longitudinal) & (longitudinal < high) & (np.abs(lateral) < _LATERAL)
    kept &= np.abs(magnitude @ derivative.T) < _JERK
    kept &= np.abs(longitudinal @ derivative.T) < _LONGITUDINAL_JERK
    kept &= np.abs(yaw_rate) < _YAW_RATE
    return kept


def _unwrapped(rates: Floats) -> Floats:
    """Return ``rates`` less the multiples of 2π by which the tool unwraps them, as if they were angles."""
    turns = np.cumsum(np.round(np.diff(rates, axis=-1) / (2 * np.pi)), axis=-1)
    return rates - 2 * np.pi * np.concatenate((np.zeros_like(rates[..., :1]), turns), axis=-1)


@cache
def _filters(length: int) -> tuple[Floats, Floats]:
    """Return the Savitzky–Golay filters of ``length`` samples: smoothing and derivative, each square.

    A sample near an end is on the polynomial of the first or last whole window.
    """
    window = min(_WINDOW, length)
    filters = np.zeros((2, length, length))
    for at in range(length):
        begin = min(max(at - window // 2, 0), length - window)
        powers = np.vander(np.arange(window) - (at - begin), _ORDER + 1, increasing=True)
        filters[:, at, begin : begin + window] = np.linalg.pinv(powers)[:2]
    return filters[0], filters[1] / _SECONDS
