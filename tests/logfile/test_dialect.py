"""How builds differ."""

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
    """Header version 2 numbers attribute types one higher."""
    dialect = Dialect(header_version=version)
    found = [dialect.attribute_type(written) for written in range(7)]
    assert found == [name if name is None else AttributeType[name] for name in meanings]
    assert dialect.attribute_type(255) is None
