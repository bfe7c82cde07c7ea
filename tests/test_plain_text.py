"""Text that can be written wherever text can be."""

from __future__ import annotations

import pytest

from viewer.file_error import plain


@pytest.mark.parametrize(
    "text",
    ["a b\tc\n", "Gro\u00dfe\u00a0Stra\u00dfe", "\u57ce\u5e02\u3000\u8857", "\U0001f468\u200d\U0001f469"],
)
def test_what_people_write_stays(text):
    assert plain(text) == text


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x7f", "\x85", "\ud800", "\uffff"])
def test_what_cannot_be_written_is_marked(sign):
    assert plain(f"a{sign}b") == "a\ufffdb"
