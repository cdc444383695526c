"""The pages of a database file as they lie on the disk, for a file that SQLite can't read any more.

Each page is read for itself, with what the write-ahead log has for it; what makes no sense is left out.
The form of the file: https://www.sqlite.org/fileformat2.html
"""

import struct
from collections.abc import Iterator
from mmap import mmap
from typing import NamedTuple

from rlist.store.rows import SqlValue

_USUAL_PAGE_BYTES = 4096
_HEADER_BYTES = 100
_LEAF, _INTERIOR = 13, 5
_LEAF_HEADER_BYTES, _INTERIOR_HEADER_BYTES = 8, 12
_LOG_HEADER_BYTES, _FRAME_HEADER_BYTES = 32, 24
_FREE_LIST_AT = 32
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_VARINT_BYTES = 9


class Cell(NamedTuple):
    """A row as a page holds it: its number, and the values of its columns."""

    rowid: int
    values: tuple[SqlValue | bytes, ...]


class Pages:
    """The pages of a file, numbered from 1."""

    def __init__(self, content: bytes | mmap, log: bytes = b"") -> None:
        self._content = content
        size = int.from_bytes(bytes(content[16:18]), "big")
        self._size = {1: 65536}.get(size, size)
        if self._size < 512 or self._size & (self._size - 1):
            self._size = _USUAL_PAGE_BYTES
        self._newer = _committed(log, self._size)
        self.count = max([len(content) // self._size, *self._newer])

    def children(self, number: int) -> list[int]:
        """The pages below an interior page of a table; none for any other page."""
        page, start = self._page(number)
        if page[start : start + 1] != bytes([_INTERIOR]):
            return []
        pointers = [page[at : at + 4] for at in self._cells(page, start, _INTERIOR_HEADER_BYTES)]
        found = [int.from_bytes(pointer, "big") for pointer in (*pointers, page[start + 8 : start + 12])]
        return [child for child in found if 1 < child <= self.count]

    def rows(self, number: int) -> list[Cell]:
        """The rows on a leaf page of a table; none for any other page."""
        page, start = self._page(number)
        if page[start : start + 1] != bytes([_LEAF]):
            return []
        found = []
        for at in self._cells(page, start, _LEAF_HEADER_BYTES):
            try:
                found.append(self._row(page, at))
            except (ValueError, IndexError, struct.error):
                continue
        return found

    def free(self) -> set[int]:
        """The pages that hold nothing any more, whatever stands on them."""
        header, _ = self._page(1)
        trunk, found = int.from_bytes(header[_FREE_LIST_AT : _FREE_LIST_AT + 4], "big"), set[int]()
        while 1 < trunk <= self.count and trunk not in found:
            found.add(trunk)
            page, _ = self._page(trunk)
            count = min(int.from_bytes(page[4:8], "big"), self._size // 4 - 2)
            found.update(struct.unpack(f">{count}I", page[8 : 8 + 4 * count]))
            trunk = int.from_bytes(page[:4], "big")
        return found

    def _page(self, number: int) -> tuple[bytes, int]:
        """A page, and where its own header begins."""
        start = (number - 1) * self._size
        page = self._newer.get(number) or bytes(self._content[start : start + self._size])
        return page.ljust(self._size, b"\0"), _HEADER_BYTES if number == 1 else 0

    def _cells(self, page: bytes, start: int, header_bytes: int) -> Iterator[int]:
        count = int.from_bytes(page[start + 3 : start + 5], "big")
        for at in range(start + header_bytes, min(start + header_bytes + 2 * count, self._size - 1), 2):
            yield int.from_bytes(page[at : at + 2], "big")

    def _row(self, page: bytes, at: int) -> Cell:
        length, at = _varint(page, at)
        rowid, at = _varint(page, at)
        if not 0 < length <= len(self._content) + sum(map(len, self._newer.values())):
            raise ValueError("no length of a row")
        most, least = self._size - 35, (self._size - 12) * 32 // 255 - 23
        local = length if length <= most else least + (length - least) % (self._size - 4)
        local = local if local <= most else least
        payload = page[at : at + local]
        if local < length:
            payload += self._overflow(int.from_bytes(page[at + local : at + local + 4], "big"), length - local)
        if len(payload) != length:
            raise ValueError("a row that is cut off")
        return Cell(rowid - (rowid >> 63 << 64), tuple(_values(payload)))

    def _overflow(self, number: int, length: int) -> bytes:
        parts, seen = [], set[int]()
        while length > 0:
            if not 1 < number <= self.count or number in seen:
                raise ValueError("a row whose rest is lost")
            seen.add(number)
            page, _ = self._page(number)
            parts.append(page[4 : 4 + min(length, self._size - 4)])
            length -= len(parts[-1])
            number = int.from_bytes(page[:4], "big")
        return b"".join(parts)


def _committed(log: bytes, size: int) -> dict[int, bytes]:
    """What the write-ahead log has for pages, as far as it was committed."""
    salts = log[16:24]
    done: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    for at in range(_LOG_HEADER_BYTES, len(log) - size - _FRAME_HEADER_BYTES + 1, size + _FRAME_HEADER_BYTES):
        number, commits = struct.unpack(">II", log[at : at + 8])
        if log[at + 8 : at + 16] != salts or not number:
            break
        waiting[number] = log[at + _FRAME_HEADER_BYTES : at + _FRAME_HEADER_BYTES + size]
        if commits:
            done |= waiting
            waiting = {}
    return done


def _varint(page: bytes, at: int) -> tuple[int, int]:
    value = 0
    for index in range(_VARINT_BYTES):
        byte = page[at + index]
        if index == _VARINT_BYTES - 1:
            return value << 8 | byte, at + index + 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + index + 1
    raise ValueError("no number")


def _values(payload: bytes) -> Iterator[SqlValue | bytes]:
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if at != end:
        raise ValueError("a row whose head is wrong")
    for kind in kinds:
        length = _INTEGER_BYTES.get(kind, 8 if kind == 7 else (kind - 12) // 2 if kind >= 12 else 0)
        part = payload[at : at + length]
        if len(part) != length or kind in (10, 11):
            raise ValueError("a value that is cut off")
        at += length
        if kind in (8, 9):
            yield kind - 8
        elif kind in _INTEGER_BYTES:
            yield int.from_bytes(part, "big", signed=True)
        elif kind == 7:
            yield float(struct.unpack(">d", part)[0])
        elif kind:
            yield part.decode() if kind % 2 else part
        else:
            yield None
    if at != len(payload):
        raise ValueError("a row with too much in it")
