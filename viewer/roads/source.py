"""The read gate of maps: from bytes to the complete elements of an OpenDRIVE file, one after the other.

A file is fed to the parser in blocks, and an element is let go of when the next one is asked for: memory
holds one road of the text, however long the file is. Entities are refused: nothing outside of the file is
read, and nothing inside of it unfolds to more than it is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO
from xml.etree.ElementTree import Element, ParseError, XMLPullParser
from xml.parsers.expat import errors as expat

from viewer.cancellation import Proceed, check
from viewer.file_kinds import HEAD, kind_of
from viewer.regular_file import open_regular, unreadable
from viewer.roads.map_content import RoadMapError, RoadProblem
from viewer.roads.xml_text import UTF8_MARK, UTF16_STARTS, XmlText

ROOT = "OpenDRIVE"
ELEMENTS = frozenset({"header", "road", "junction"})
"""What the program reads below the root."""

_BLOCK = 1 << 17
_HEAD = 1 << 20  # bytes within which the root must begin
_LONGEST = 16 << 20  # bytes of one element
_CUT_SHORT = {
    expat.codes[message]
    for message in (expat.XML_ERROR_NO_ELEMENTS, expat.XML_ERROR_UNCLOSED_TOKEN, expat.XML_ERROR_PARTIAL_CHAR)
} | {expat.codes[expat.XML_ERROR_UNCLOSED_CDATA_SECTION]}

_ADVICE = "CARLA's maps are in Content/Carla/Maps/OpenDrive, and carla.Map.save_to_disk writes one."
_ASIDE = re.compile(r"<!--.*?-->|<\?.*?\?>", re.DOTALL)
_TAG = re.compile(r"<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)")


class MapSource:
    """A file that is read once; ``problems`` says afterwards what is wrong with it as a text."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.problems: list[RoadProblem] = []

    def elements(self, proceed: Proceed) -> Iterator[Element]:
        """Yield the elements below the root that the program reads; tags are without namespaces.

        Raises:
            RoadMapError: not readable, or not an OpenDRIVE file.
            ReadingCancelledError: ``proceed`` said no.

        """
        try:
            with open_regular(self.path) as file:
                yield from self._parse(file, proceed)
        except OSError as error:
            raise unreadable(self.path, error, RoadMapError) from error

    def _parse(self, file: BinaryIO, proceed: Proceed) -> Iterator[Element]:
        block = self._begin(file)
        text = XmlText(block)
        try:
            yield from self._elements(file, block, text, proceed)
        finally:
            self.problems += text.problems()

    def _elements(self, file: BinaryIO, block: bytes, text: XmlText, proceed: Proceed) -> Iterator[Element]:
        size = os.fstat(file.fileno()).st_size
        parser: XMLPullParser[Element] = XMLPullParser(("end",))
        done = pending = 0
        while True:
            done, pending = done + len(block), pending + len(block)
            try:
                for element in _completed(parser, text.decode(block), last=not block):
                    if element.tag[0] == "{":
                        element.tag = element.tag.partition("}")[2]
                    if element.tag in ELEMENTS:
                        pending = 0
                        yield element
                        element.clear()
            except ParseError as error:
                self.problems.append(self._broken(error))
                return
            if not block:
                return
            if pending > _LONGEST:
                what = f"one element is longer than {_LONGEST >> 20} MB"
                self.problems.append(RoadProblem(what, "the rest of the file is left out", f"byte {done:,}"))
                return
            check(proceed, min(done / max(size, 1), 1.0))
            block = file.read(_BLOCK)

    def _begin(self, file: BinaryIO) -> bytes:
        """Return the first blocks, up to the root, if this is an OpenDRIVE file."""
        head = file.read(_BLOCK)
        if not head.removeprefix(UTF8_MARK).strip():
            found = f"{len(head)} bytes" if not head else "blanks only"
            raise self._other("the file is empty", found)
        while (root := self._root(head)) is None:
            more = file.read(_BLOCK) if len(head) < _HEAD else b""
            if not more:
                raise self._other("this is not an OpenDRIVE map", "XML without a root")
            head += more
        if root != ROOT:
            raise self._other("this is not an OpenDRIVE map", f"<{root}>", head=head)
        return head

    def _root(self, head: bytes) -> str | None:
        """Return the name of the root element, None if it begins further on."""
        coding = UTF16_STARTS.get(head[:2], "latin-1")
        text = head.removeprefix(UTF8_MARK).decode(coding, errors="replace").lstrip()
        if not text.startswith("<"):
            start = head.removeprefix(UTF8_MARK).lstrip()
            raise self._other("this is not an OpenDRIVE map", _describe(start), head)
        text = _ASIDE.sub("", text)
        tag = _TAG.search(text)
        if "<!ENTITY" in text[: tag.start() if tag else None]:
            raise RoadMapError(
                self.path,
                "the file defines entities",
                expected="plain XML",
                found="<!ENTITY …>",
                advice="Entities can stand for other files and are not read; remove them and what uses them.",
            )
        return tag.group(1) if tag else None

    def _other(self, what: str, found: str, head: bytes = b"") -> RoadMapError:
        kind = kind_of(self.path, head[:HEAD])
        return RoadMapError(
            self.path, what, expected=f"XML that begins with <{ROOT}>",
            found=found if kind is None else kind.name, offset=0 if head else None,
            advice=_ADVICE if kind is None else kind.advice,
        )  # fmt: skip

    def _broken(self, error: ParseError) -> RoadProblem:
        line, column = error.position
        if error.code in _CUT_SHORT:
            what = "the file ends in the middle"
        else:
            what = f"the XML is broken: {expat.messages.get(error.code, str(error))}"
        return RoadProblem(what, "what comes after it is left out", f"line {line:,}, column {column + 1:,}")


def _completed(parser: XMLPullParser[Element], text: str, *, last: bool) -> Iterator[Element]:
    """Feed a piece of text; yield every element that ends in it."""
    try:
        parser.feed(text)
        if last:
            parser.close()
    finally:
        events: Iterator[tuple[str, Element]] = parser.read_events()  # type: ignore[assignment]
        for _, element in events:
            yield element


def _describe(start: bytes) -> str:
    """Show how a file begins that is no XML."""
    line = start.split(b"\n")[0][:16].rstrip()
    if line.isascii() and line.decode().isprintable():
        return f'"{line.decode()}"'
    return start[:8].hex(" ")
