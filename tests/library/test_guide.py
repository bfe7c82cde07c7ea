"""The guide says of the tables what they are."""

from __future__ import annotations

from viewer.library.columns import columns_page
from viewer.program import resource


def test_the_page_of_columns_is_the_table_of_columns():
    """To write it anew: ``python -c "from viewer.library.columns import columns_page; print(…)"``."""
    assert resource("guide/library.md").read_text(encoding="utf-8") == columns_page()
