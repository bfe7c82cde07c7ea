"""The read gate of maps: from bytes to the complete elements of an OpenDRIVE file, one after the other.

A file is fed to the parser in blocks, and an element is let go of when the next one is asked for: memory
holds one road of the text, however long the file is. Entities are refused: nothing outside of the file is
read, and nothing inside of it unfolds to more than it is.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO
from xml.etree.ElementTree import Element, ParseError, XMLPullParser
from xml.parsers.expat import errors as expat

from viewer.cancellation import Proceed, check
from viewer.roads.errors import RoadMapError, RoadProblem

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
_REASONS = {
    errno.ENOENT: ("there is no such file", "It may have been moved or renamed; choose it where it is now."),
    errno.EISDIR: ("this is a folder", "Choose an .xodr file inside it."),
    errno.EACCES: ("reading it is not permitted", "Ask its owner for read access, or copy it."),
    errno.EPERM: ("reading it is not permitted", "Ask its owner for read access, or copy it."),
}
_SIGNATURES = (
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"\x89PNG", "a PNG picture"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "a compressed file"),
    (b"Kaydara FBX", "an FBX model"),
)
_RECORDING = b"CARLA_RECORDER"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_UTF8_MARK = b"\xef\xbb\xbf"
_ASIDE = re.compile(r"<!--.*?-->|<\?.*?\?>", re.DOTALL)
_TAG = re.compile(r"<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)")


class MapSource:
    """A file that is read once; ``problem`` says afterwards what ended it before its end."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.problem: RoadProblem | None = None

    def elements(self, proceed: Proceed) -> Iterator[Element]:
        """Yield the elements below the root that the program reads; tags are without namespaces.

        Raises:
            RoadMapError: not readable, or not an OpenDRIVE file.
            ReadingCancelledError: ``proceed`` said no.

        """
        try:
            with self._open() as file:
                yield from self._parse(file, proceed)
        except OSError as error:
            raise self._unreadable(error) from error

    def _open(self) -> BinaryIO:
        # Asked before opening: opening a pipe would wait for its writer for ever.
        mode = self.path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):
            raise RoadMapError(
                self.path, "this is not a regular file", advice="Copy its bytes to a file first."
            )
        return self.path.open("rb", buffering=0)

    def _unreadable(self, error: OSError) -> RoadMapError:
        what, advice = _REASONS.get(
            error.errno or 0,
            (f"the system cannot read it: {error.strerror or error}", "Check the disk, then try again."),
        )
        return RoadMapError(self.path, what, advice=advice)

    def _parse(self, file: BinaryIO, proceed: Proceed) -> Iterator[Element]:
        size = os.fstat(file.fileno()).st_size
        parser: XMLPullParser[Element] = XMLPullParser(("end",))
        block = self._begin(file)
        done = pending = 0
        while True:
            done, pending = done + len(block), pending + len(block)
            try:
                for element in _completed(parser, block):
                    if element.tag[0] == "{":
                        element.tag = element.tag.partition("}")[2]
                    if element.tag in ELEMENTS:
                        pending = 0
                        yield element
                        element.clear()
            except ParseError as error:
                self.problem = self._broken(error)
                return
            if not block:
                return
            if pending > _LONGEST:
                self.problem = RoadProblem(
                    f"one element is longer than {_LONGEST >> 20} MB", "the rest of the file is left out",
                    f"byte {done:,}",
                )  # fmt: skip
                return
            check(proceed, min(done / max(size, 1), 1.0))
            block = file.read(_BLOCK)

    def _begin(self, file: BinaryIO) -> bytes:
        """Return the first block, from the first character of the XML on, if this is an OpenDRIVE file."""
        head = file.read(_BLOCK)
        start = head.removeprefix(_UTF8_MARK).lstrip()
        if not start:
            found = f"{len(head)} bytes" if not head else "blanks only"
            raise self._other("the file is empty", found)
        while (root := self._root(start)) is None:
            more = file.read(_BLOCK) if len(start) < _HEAD else b""
            if not more:
                raise self._other("this is not an OpenDRIVE map", "XML without a root")
            start += more
        if root != ROOT:
            raise self._other("this is not an OpenDRIVE map", f"<{root}>")
        return start

    def _root(self, start: bytes) -> str | None:
        """Return the name of the root element, None if it begins further on."""
        coding = "utf-16" if start.startswith(_UTF16) else "latin-1"
        text = start.decode(coding, errors="replace")
        if not text.startswith("<"):
            raise self._other("this is not an OpenDRIVE map", _describe(start), offset=0)
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

    def _other(self, what: str, found: str, offset: int | None = None) -> RoadMapError:
        return RoadMapError(
            self.path, what, expected=f"XML that begins with <{ROOT}>", found=found, offset=offset,
            advice=_ADVICE,
        )  # fmt: skip

    def _broken(self, error: ParseError) -> RoadProblem:
        line, column = error.position
        if error.code in _CUT_SHORT:
            what = "the file ends in the middle"
        else:
            what = f"the XML is broken: {expat.messages.get(error.code, str(error))}"
        return RoadProblem(what, "what comes after it is left out", f"line {line:,}, column {column + 1:,}")


def _completed(parser: XMLPullParser[Element], block: bytes) -> Iterator[Element]:
    """Feed a block, the last one empty; yield every element that ends in it."""
    try:
        if block:
            parser.feed(block)
        else:
            parser.close()
    finally:
        events: Iterator[tuple[str, Element]] = parser.read_events()  # type: ignore[assignment]
        for _, element in events:
            yield element


def _describe(start: bytes) -> str:
    """Say what a file is that is no XML."""
    for signature, name in _SIGNATURES:
        if start.startswith(signature):
            return name
    if _RECORDING in start[:32]:
        return "a recording"
    line = start.split(b"\n")[0][:16].rstrip()
    if line.isascii() and line.decode().isprintable():
        return f'"{line.decode()}"'
    return start[:8].hex(" ")
