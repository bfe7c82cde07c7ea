"""From the bytes of an XML file to its text, in whatever encoding: the parser itself knows but a few."""

from __future__ import annotations

import codecs
import re

from viewer.roads.map_content import RoadProblem

UTF8_MARK = b"\xef\xbb\xbf"
UTF16_STARTS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
"""By the first two bytes: a mark, or the sign that XML begins with."""

_DECLARATION = re.compile(r"\A\s*(?:<!--.*?-->\s*)*(<\?xml\s.*?\?>)", re.DOTALL)
_ENCODING = re.compile(r"""\sencoding\s*=\s*["']([^"']*)["']""")
_LARGER = {"gb2312": "gb18030", "gbk": "gb18030", "ascii": "utf-8"}
"""Encodings that hold all of the named one, and what files hold that name it."""
_SAMPLE = b"<?xml \\u0041?>"
_UNKNOWN = "\N{REPLACEMENT CHARACTER}"
_NOT_IN_XML = dict.fromkeys(
    [*(set(range(32)) - {9, 10, 13}), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF], _UNKNOWN
)


class XmlText:
    """Decodes a file block by block; what is no text becomes a replacement character and is counted."""

    def __init__(self, head: bytes) -> None:
        """Choose the encoding by the beginning of the file."""
        self._unknown = ""
        self._encoding = self._chosen(head)
        self._replaced = 0
        self._lines, self._first_line = 1, 1
        self._decoder = codecs.getincrementaldecoder(self._encoding)(errors="replace")
        self._begun = False

    def decode(self, block: bytes) -> str:
        """Return the text of the next block, the last of which is empty.

        The XML declaration becomes blanks: the text is in no encoding any more, and some files have something
        before it, where the parser forbids it.
        """
        text = self._decoder.decode(block, not block).translate(_NOT_IN_XML)
        if wrong := text.count(_UNKNOWN):
            if not self._replaced:
                self._first_line = self._lines + text.count("\n", 0, text.index(_UNKNOWN))
            self._replaced += wrong
        self._lines += text.count("\n")
        if self._begun:
            return text
        self._begun = True
        text = text.removeprefix("\ufeff")
        if found := _DECLARATION.match(text):
            blank = re.sub(r"[^\n]", " ", found.group(1))
            text = text[: found.start(1)] + blank + text[found.end(1) :]
        return text

    def problems(self) -> list[RoadProblem]:
        """Return what was wrong with the text that was decoded."""
        found = []
        if self._unknown:
            found.append(
                RoadProblem(f'the encoding "{self._unknown}" is unknown', "it is read as UTF-8", "line 1")
            )
        if self._replaced:
            what = f"bytes are no text in {self._encoding.upper()}"
            where = f"line {self._first_line:,}"
            found.append(RoadProblem(what, f"they are read as {_UNKNOWN}", where, self._replaced))
        return found

    def _chosen(self, head: bytes) -> str:
        if head[:2] in UTF16_STARTS:
            return UTF16_STARTS[head[:2]]
        declaration = _DECLARATION.match(head.removeprefix(UTF8_MARK).decode("latin-1"))
        named = declaration and _ENCODING.search(declaration.group(1))
        if not named or head.startswith(UTF8_MARK):
            return "utf-8"
        name = named.group(1)
        try:
            encoding = codecs.lookup(name).name
            # One in which the declaration itself would read otherwise cannot be that of the file. Python's
            # others are no encodings of text, or of a whole one only ("idna"), or have escapes.
            text, part = _SAMPLE.decode(), codecs.getincrementaldecoder(encoding)
            fits = _SAMPLE.decode(encoding) == text and part(errors="replace").decode(_SAMPLE) == text
        except (LookupError, ValueError):
            self._unknown = name
            return "utf-8"
        return _LARGER.get(encoding, encoding) if fits else "utf-8"
