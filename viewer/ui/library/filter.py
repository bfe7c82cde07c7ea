"""Filter of the library page: text terms, values and comparisons on the columns of recordings.

Terms are separated by blanks and all must hold. A term is a text in name, town, route, kind of the worst
event or error; ``column=value``, where the value is a number, the beginning of a word, or a pattern with
wildcards; ``column>number`` (also ``<``, ``>=``, ``<=``); or any of these after ``!`` or ``-`` to negate it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from viewer.arrays import Flags
from viewer.ui.widgets.filter_terms import read_terms, text_test, value_test

_COMPARED = re.compile(r"(!|-)?(\w+)(>=|<=|>|<)(-?[\d.]+)")
_HOW: Mapping[str, Callable[[float, float], bool]] = {
    ">": operator.gt, "<": operator.lt, ">=": operator.ge, "<=": operator.le,
}  # fmt: skip
_TEXTS = ("name", "map_name", "route", "worst", "error")


def rows_that_pass(text: str, columns: Mapping[str, Sequence[Any]]) -> Flags:
    """Return a mask of the N recordings that match the filter ``text``, shape (N,).

    ``columns`` are the values of the recordings by column name. No recording meets a condition on a column
    that does not exist; all meet its negation.
    """
    nothing = [None] * len(columns["name"])
    passed = np.ones(len(nothing), np.bool_)
    rest = []
    for word in text.split():
        compared = _COMPARED.fullmatch(word)
        if compared is None or not _is_number(compared[4]):
            rest.append(word)
            continue
        how, bound = _HOW[compared[3]], float(compared[4])
        found = _where(columns.get(compared[2].casefold(), nothing), partial(_compares, how, bound))
        passed &= ~found if compared[1] else found
    for term in read_terms(" ".join(rest), tuple(columns)):
        if term.key:
            found = _where(columns.get(term.key, nothing), partial(_holds, value_test(term.value)))
        else:
            test = partial(_holds, text_test(term.value))
            found = np.any([_where(columns[name], test) for name in _TEXTS], axis=0)
        passed &= ~found if term.negated else found
    return passed


def _compares(how: Callable[[float, float], bool], bound: float, value: object) -> bool:
    return isinstance(value, (int, float)) and how(value, bound)


def _holds(test: Callable[[str], bool], value: object) -> bool:
    return value is not None and test(str(value))


def _where(values: Sequence[Any], test: Callable[[Any], bool]) -> Flags:
    """Return a mask of those ``values`` for which ``test`` returns True, shape (N,).

    Of equal values, only one is tested.
    """
    try:
        known = {value: test(value) for value in set(values)}
    except TypeError:  # lists are not hashable
        return np.fromiter(map(test, values), np.bool_, len(values))
    return np.fromiter(map(known.__getitem__, values), np.bool_, len(values))


def _is_number(text: str) -> bool:
    return text.count(".") <= 1 and text.strip("-.").replace(".", "").isdecimal()
