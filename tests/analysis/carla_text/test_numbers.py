"""Numbers as C prints them: Python's ``%`` asks the same rules of C's library."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.analysis.carla_text.numbers import general_text, general_words, whole_words


def texts(words):
    """Return the text in each row of words, without the NULs."""
    rows = np.stack(words, axis=1)
    width = rows.shape[1] * rows.dtype.itemsize
    data = rows.tobytes()
    return [data[at : at + width].replace(b"\0", b"").decode() for at in range(0, len(data), width)]


def c_text(value):
    return f"{value:g}"


@given(st.lists(st.floats(width=32, allow_nan=False), max_size=50))
def test_narrow_numbers_are_those_of_c(values):
    assert texts(general_words(np.array(values, np.float32))) == [c_text(each) for each in values]


@given(st.lists(st.floats(allow_nan=False), max_size=50))
def test_wide_numbers_are_those_of_c(values):
    assert texts(general_words(np.array(values, np.float64))) == [c_text(each) for each in values]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("step", [1 / 8, 1 / 64, 0.1, 1e-5, 12.5])
def test_halves_are_rounded_to_even(dtype, step):
    values = (np.arange(-20_000, 20_000) * step).astype(dtype)
    assert texts(general_words(values)) == [c_text(each) for each in values.tolist()]


@pytest.mark.parametrize("bits", [np.uint32, np.uint64])
def test_any_bits_are_those_of_c(bits):
    numbers = np.random.default_rng(0).integers(0, np.iinfo(bits).max, 50_000, bits)
    values = numbers.view(np.float32 if bits is np.uint32 else np.float64)
    found = texts(general_words(values))
    known = [place for place, value in enumerate(values.tolist()) if not math.isnan(value)]
    assert [found[place] for place in known] == [c_text(values[place].item()) for place in known]


def test_a_nan_has_its_sign():
    values = np.array([0x7FC00000, 0xFFC00000, 0xFF800000, 0x7F800000, 0x80000000], np.uint32).view(
        np.float32
    )
    assert texts(general_words(values)) == ["nan", "-nan", "-inf", "inf", "-0"]
    assert [general_text(each) for each in values.tolist()] == ["nan", "-nan", "-inf", "inf", "-0"]


@given(st.lists(st.integers(0, 2**32 - 1), max_size=50))
def test_whole_numbers(values):
    assert texts(whole_words(np.array(values, np.uint32))) == [str(each) for each in values]


def test_whole_numbers_of_one_byte():
    assert texts(whole_words(np.arange(256, dtype=np.uint8))) == [str(each) for each in range(256)]
