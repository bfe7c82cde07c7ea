"""Many numbers as text at once, as C++ streams print them: ``%g`` with six digits, and whole numbers.

A text is made as a few machine words of a fixed width in which unused bytes are NUL; who joins them into
lines takes the NULs out. So no number is handled by Python, which is what makes the text fast.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.recording.columns import read_only

Words = NDArray[np.uint64]
Ints32 = NDArray[np.int32]

_DIGITS = 6
_ROUNDED_UP = 10**_DIGITS  # 999999.7 rounds to one digit more
_SPLIT = 10**4  # a head of two digits, a tail of four
_SMALLEST, _LARGEST = -4, _DIGITS - 1
"""Decimal exponents of what is printed without an exponent."""
_EXACT = range(-7, _LARGEST + 1)
"""Decimal exponents of f32 whose product with a power of ten has no error in f64: 24 bits and 5¹² fit."""
_DOUBT = 0.5 - 1e-6
"""Elsewhere the product has an error of 1e-9 at most: so near to a half the digits are not certain."""
_WIDEST_EXPONENT = 99  # three digits of an exponent are rare: Python prints those
_SCALES = range(-330, 331)
_SMALL = 10**4


def general_text(value: float) -> str:
    """Return one number as ``%g`` prints it, NaN with its sign.

    >>> general_text(0.1 + 0.2), general_text(1234567.0), general_text(-0.0)
    ('0.3', '1.23457e+06', '-0')
    """
    if math.isnan(value):
        return "-nan" if math.copysign(1.0, value) < 0 else "nan"
    return f"{value:g}"


def general_words(values: NDArray[np.floating]) -> tuple[Words, Words]:
    """Return f32 or f64 values (N,) as ``%g`` prints them: two words of eight bytes each, shape (N,)."""
    tables = _tables()
    exponents, digits, doubtful = _digits(values)
    heads = digits // _SPLIT
    tails = digits - heads * _SPLIT
    layouts = exponents - _SMALLEST
    scientific = np.flatnonzero(layouts.view(np.uint32) > _LARGEST - _SMALLEST)
    layouts[scientific] = -_SMALLEST  # the digits of 1.23e+08 stand as those of 1.23
    rows = layouts * 2 + (tails == 0)
    rows *= 2
    rows += np.signbit(values)
    rows *= 100
    rows += heads
    first = tables.heads.take(rows)
    second = tables.tails.take(tables.tail_rows.take(layouts) + tails)
    if len(scientific):
        known = np.clip(exponents[scientific], -_WIDEST_EXPONENT, _WIDEST_EXPONENT)
        second[scientific] |= tables.exponents.take(known + _WIDEST_EXPONENT)
    if len(doubtful):
        texts = np.array([general_text(each).encode() for each in values[doubtful].tolist()], "S16")
        first[doubtful], second[doubtful] = texts.view("<u8").reshape(-1, 2).T
    return first, second


def whole_words(values: NDArray[np.integer]) -> tuple[NDArray[np.uint32], ...]:
    """Return whole numbers below 10⁸⁺⁴, (N,) in decimal: three words of four bytes each, shape (N,)."""
    table = _small_numbers()
    if values.dtype.itemsize == 1 or not len(values) or int(values.max()) < _SMALL:
        return (table.take(values),)
    upper, low = np.divmod(values, _SMALL)
    high, middle = np.divmod(upper, _SMALL)
    has_high, has_middle = high > 0, upper > 0
    return (
        np.where(has_high, table.take(high), 0),
        np.where(has_middle, table.take(middle + _SMALL * has_high), 0),
        table.take(low + _SMALL * has_middle),
    )


def _digits(values: NDArray[np.floating]) -> tuple[Ints32, Ints32, NDArray[np.int64]]:
    """Return the decimal exponent and six digits as a whole number (N,), and where they are not certain."""
    narrow = values.dtype == np.float32
    binades = _narrow_binades() if narrow else _wide_binades()
    doubtful = np.zeros(len(values), np.bool_)
    with np.errstate(invalid="ignore"):  # a signalling NaN complains when it is widened
        sizes = values.astype(np.float64)
        np.abs(sizes, out=sizes)
        if not sizes.max(initial=0.0) < np.inf:
            doubtful = ~np.isfinite(sizes)
            sizes[doubtful] = 0.0
    biased = _biased(values)
    exponents = binades.exponent.take(biased)
    exponents += sizes >= binades.next.take(biased)
    scaled = binades.scale.take(exponents - _SCALES.start)
    scaled *= sizes
    digits = np.rint(scaled).astype(np.int32)  # halves to even, as printf
    if not narrow or exponents.min(initial=0) < _EXACT.start or exponents.max(initial=0) >= _EXACT.stop:
        inexact = (exponents < _EXACT.start) | (exponents >= _EXACT.stop) | (not narrow)
        doubtful |= inexact & (np.abs(scaled - digits) > _DOUBT)
        doubtful |= np.abs(exponents) > _WIDEST_EXPONENT
    zeros = np.flatnonzero(digits == 0)
    doubtful[zeros] |= sizes[zeros] > 0.0  # too small for a usual number
    carried = np.flatnonzero(digits == _ROUNDED_UP)
    digits[carried] = _ROUNDED_UP // 10
    exponents[carried] += 1
    return exponents, digits, np.flatnonzero(doubtful)


def _biased(values: NDArray[np.floating]) -> NDArray[np.int64]:
    """Return the exponent bits."""
    if values.dtype == np.float32:
        return (values.view(np.uint32) >> 23 & 0xFF).astype(np.int64)
    return (values.view(np.uint64) >> np.uint64(52) & np.uint64(0x7FF)).astype(np.int64)


class _Binades(NamedTuple):
    """By exponent bits: the decimal exponent of the smallest such number, and where the next one begins.

    ``scale`` holds what makes a number with six digits of one with a decimal exponent.
    """

    exponent: Ints32
    next: NDArray[np.float64]
    scale: NDArray[np.float64]


def _binades(biased: int, bias: int) -> _Binades:
    exponents, following = np.zeros(biased, np.int32), np.full(biased, np.inf)
    for bits in range(1, biased - 1):
        exponents[bits] = math.floor((bits - bias) * math.log10(2.0))
        following[bits] = float(f"1e{exponents[bits] + 1}")
    scale = np.array([float(f"1e{min(_DIGITS - 1 - exponent, 308)}") for exponent in _SCALES])
    return _Binades(read_only(exponents), read_only(following), read_only(scale))


@cache
def _narrow_binades() -> _Binades:
    return _binades(1 << 8, 127)


@cache
def _wide_binades() -> _Binades:
    return _binades(1 << 11, 1023)


class _Tables(NamedTuple):
    """Texts as words.

    ``heads`` are signs, zeros before the digits and the first two digits, by layout, whether the tail is 0,
    sign, and digits; ``tails`` the last four, by digits before the point; ``tail_rows`` where those of a
    layout begin; ``exponents`` as ``e+08``, behind a tail of up to four bytes.
    """

    heads: Words
    tails: Words
    tail_rows: Ints32
    exponents: Words


@cache
def _tables() -> _Tables:
    layouts = range(_SMALLEST, _LARGEST + 1)
    heads = [
        sign + _head(exponent, f"{digits:02}", only=only)
        for exponent in layouts
        for only in (False, True)
        for sign in ("", "-")
        for digits in range(100)
    ]
    rows = np.array([max(exponent - 1, 0) * _SPLIT for exponent in layouts], np.int32)
    exponents = [f"\0\0\0\0e{e:+03}" for e in range(-_WIDEST_EXPONENT, _WIDEST_EXPONENT + 1)]
    return _Tables(_words(heads), _tails(), read_only(rows), _words(exponents))


def _head(exponent: int, digits: str, *, only: bool) -> str:
    """Return the first two digits with what stands before and behind them; ``only`` zeros follow."""
    last = "" if only and digits[1] == "0" else digits[1]
    if exponent < 0:
        return "0." + "0" * (-exponent - 1) + digits[0] + last
    if exponent == 0:
        return digits[0] + ("." + last if last else "")
    return digits + ("." if exponent == 1 and not only else "")


def _tails() -> Words:
    """Return the last four digits, 0 to 4 of them before the point, without zeros at the end behind it."""
    digits = _small_numbers()[_SMALL:].view(np.uint8).reshape(-1, 4)
    only_zeros = np.logical_and.accumulate(digits[:, ::-1] == ord("0"), axis=1)[:, ::-1]
    texts = np.zeros((5, _SPLIT, 8), np.uint8)
    for before, text in enumerate(texts):
        fraction = np.where(only_zeros[:, before:], 0, digits[:, before:])
        text[:, :before] = digits[:, :before]
        if 0 < before < 4:  # noqa: PLR2004 - else nothing is on one side of the point
            text[:, before] = np.where(only_zeros[:, before], 0, ord("."))
        text[:, before + 1 : 5] = fraction
    texts[0, :, :4], texts[0, :, 4] = texts[0, :, 1:5], 0  # an exponent may follow
    return read_only(texts.reshape(-1, 8).view("<u8").ravel())


def _words(texts: list[str]) -> Words:
    return read_only(np.array([text.encode() for text in texts], "S8").view("<u8"))


@cache
def _small_numbers() -> NDArray[np.uint32]:
    """Return the texts of 0 to 9999, then those of 0000 to 9999, as words."""
    texts = [f"{number}" for number in range(_SMALL)] + [f"{number:04}" for number in range(_SMALL)]
    return read_only(np.array(texts, "S4").view("<u4"))
