"""How builds differ, as FORMAT.md says it."""

from __future__ import annotations

import pytest

from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import AttributeType


@pytest.mark.parametrize(
    ("version", "meanings"),
    [
        (1, ["BOOL", "INT", "FLOAT", "STRING", "RGB_COLOR", None, None]),
        (2, ["NULL", "BOOL", "INT", "FLOAT", "STRING", "RGB_COLOR", None]),
    ],
)
def test_attribute_types_are_numbered_one_higher_from_header_version_2(version, meanings):
    """FORMAT.md §1.4 and §3.2."""
    dialect = Dialect(header_version=version)
    found = [dialect.attribute_type(written) for written in range(7)]
    assert found == [name if name is None else AttributeType[name] for name in meanings]
    assert dialect.attribute_type(255) is None
