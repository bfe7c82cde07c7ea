from __future__ import annotations

import pytest

from viewer.analysis.thresholds import TABLE, ThresholdError, Thresholds, parse_thresholds, read_thresholds


def test_usual_values():
    limits = Thresholds()
    assert len(limits) == len(TABLE) == len(set(limits))
    assert limits["contact.depth"] == 0.05
    assert limits["contact.depth.blueprint"] == 0.15
    assert limits["ttc"] == 1.5
    assert limits["harsh_braking"] == 4.05
    assert limits["harsh_braking.severe"] == 6


def test_others_from_words():
    assert parse_thresholds("ttc=1, headway = 0.5") == {"ttc": 1, "headway": 0.5}
    limits = Thresholds(parse_thresholds("ttc=1"))
    assert (limits["ttc"], limits["pet"]) == (1, 1.5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ttx=1", "no threshold 'ttx'"),
        ("ttc", "sets nothing"),
        ("ttc=fast", "no value for ttc"),
        ("ttc=-1", "no value for ttc"),
        ("ttc=nan", "no value for ttc"),
        ("ttc=inf", "no value for ttc"),
    ],
)
def test_what_is_none_is_told(text, words):
    with pytest.raises(ThresholdError, match=words):
        parse_thresholds(text)


def test_others_from_a_file(tmp_path):
    path = tmp_path / "limits.toml"
    path.write_text(
        "headway = 2\n[ttc]\ndefault = 1.2\nsevere = 0.5\n"
        "[contact]\ndepth.default = 0.1\ndepth.blueprint = 0.2\n"
    )
    assert read_thresholds(path) == {
        "headway": 2, "ttc": 1.2, "ttc.severe": 0.5, "contact.depth": 0.1, "contact.depth.blueprint": 0.2,
    }  # fmt: skip


@pytest.mark.parametrize("text", ["ttc = true", "nothing = 1", "ttc", "[ttc]\nfoo = 1"])
def test_a_file_that_says_something_else_is_told(tmp_path, text):
    path = tmp_path / "limits.toml"
    path.write_text(text)
    with pytest.raises(ThresholdError, match="limits"):
        read_thresholds(path)
    with pytest.raises(ThresholdError, match="cannot be read"):
        read_thresholds(tmp_path / "none.toml")
