"""pytest passes over folders with names such as build, and over files with other names than test_*.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
HOLDS_TESTS = re.compile(r"^\s*(async )?def test_", re.MULTILINE)


def test_every_file_that_holds_tests_is_collected(request):
    config = request.config
    asked_for = [config.rootpath / argument for argument in config.args]
    options = config.option
    if asked_for != [TESTS] or options.keyword or options.markexpr or options.deselect:
        pytest.skip("only some of the tests were asked for")
    holding = {path for path in TESTS.rglob("*.py") if HOLDS_TESTS.search(path.read_text(encoding="utf-8"))}
    assert holding == {item.path for item in request.session.items}
