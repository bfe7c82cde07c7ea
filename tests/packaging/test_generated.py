"""Files that are made from the code are what the code makes."""

from __future__ import annotations

import generate
import pytest


@pytest.mark.parametrize("part", generate.PARTS)
def test_files_that_are_made_from_the_code_are_in_step_with_it(part):
    stale = [path.name for path, text in generate.PARTS[part]() if path.read_text(encoding="utf-8") != text]
    assert stale == [], "python3 packaging/start.py generate writes them anew"
