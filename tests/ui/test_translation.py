"""All that the window shows goes through translation, and the files of translations are complete."""

from __future__ import annotations

from string import Formatter

import pytest
from translations import FILES, translations, updated


def fields(text):
    return sorted({name for _, name, *_ in Formatter().parse(text) if name is not None})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_of_translations_hold_all_texts_of_the_program_and_no_others(path):
    text = path.read_text(encoding="utf-8")
    assert updated(text) == text, "packaging/translations.py brings them up to date"
    said = translations(text)
    assert [source for source, words in said.items() if not words.strip()] == []
    assert [source for source, words in said.items() if fields(source) != fields(words)] == []
