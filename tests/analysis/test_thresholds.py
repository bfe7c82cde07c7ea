from __future__ import annotations

import pytest

from viewer.analysis.event_kinds import TABLE
from viewer.analysis.thresholds import ThresholdError, Thresholds, parse_thresholds, read_thresholds


def test_usual_values_and_others_from_words():
    assert Thresholds() == {row.name: row.default for row in TABLE}
    said = parse_thresholds("ttc=1, headway = 0.5")
    assert said == {"ttc": 1, "headway": 0.5}
    assert Thresholds(said) == Thresholds() | said


def test_others_from_a_file(tmp_path):
    path = tmp_path / "limits.toml"
    path.write_text(
        "headway = 2\n[ttc]\ndefault = 1.2\nsevere = 0.5\n"
        "[contact]\ndepth.default = 0.1\ndepth.blueprint = 0.2\n"
    )
    assert read_thresholds(path) == {
        "headway": 2, "ttc": 1.2, "ttc.severe": 0.5, "contact.depth": 0.1, "contact.depth.blueprint": 0.2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words"),
    [("ttx=1", "no threshold 'ttx'"), ("ttc", "sets nothing")]
    + [(f"ttc={value}", "no value for ttc") for value in ("fast", "-1", "nan", "inf")],
)
def test_what_is_none_is_told(text, words):
    with pytest.raises(ThresholdError, match=words):
        parse_thresholds(text)


@pytest.mark.parametrize("text", ["ttc = true", "nothing = 1", "ttc", "[ttc]\nfoo = 1", None])
def test_a_file_that_says_something_else_is_told(tmp_path, text):
    path = tmp_path / "limits.toml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(ThresholdError, match="limits"):
        read_thresholds(path)
