from __future__ import annotations

import pytest

from viewer.export.errors import MissingExtraError, require


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        (["no_a"], "no_a, which is not installed"),
        (["no_a", "no_b"], "no_a and no_b, which are not installed"),
        (["no_a", "no_b", "no_c"], "no_a, no_b and no_c, which are not installed"),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(missing, said):
    with pytest.raises(MissingExtraError) as error:
        require("mcap", ["json", *missing], "mcap")
    assert str(error.value) == f"mcap needs {said}: pip install 'carla-replay-viewer[mcap]'"
