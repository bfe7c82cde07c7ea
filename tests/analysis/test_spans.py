from __future__ import annotations

import numpy as np
import pytest

from viewer.analysis.inquiry import spans


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("..xx.x", {}, [(2, 3), (5, 5)]),
        ("xxx", {}, [(0, 2)]),
        ("", {}, []),
        (".xxx.", {"hold": 0.2}, [(1, 3)]),
        (".xxx.", {"hold": 0.21}, []),
        ("xxx..x", {"gap": 0.31}, [(0, 5)]),
        ("xxx..x", {"gap": 0.29}, [(0, 2), (5, 5)]),
        ("xxx.x", {"gap": 1.0, "hold": 0.2}, [(0, 2)]),  # one that is too short is not joined to a long one
        ("xxxx", {"gap": 9.0, "apart": [2]}, [(0, 1), (2, 3)]),  # with somebody else
        ("xxxx", {"skips": [2]}, [(0, 1), (2, 3)]),  # a pause that was left out
        ("xxxx", {"skips": [2], "gap": 0.5}, [(0, 3)]),
        ("xxxx", {"skips": [2], "gap": 0.5, "hold": 0.2}, []),
    ],
)
def test_spans(text, options, expected):
    places = np.arange(len(text))
    flags = {name: np.isin(places, options[name]) for name in ("apart", "skips") if name in options}
    beyond = np.array([each == "x" for each in text], np.bool_)
    assert spans(places * 0.1, beyond, **(options | flags)) == expected
