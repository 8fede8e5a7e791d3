"""Removes padding from shared libraries for Linux. A tool that prepares wheels aligns segments to 2 MB, which
fills one of Pillow's libraries with 2 MB of zeros. Pages of 4 KB are enough on x86-64."""

from __future__ import annotations

import struct
from pathlib import Path

PAGE_BYTES = 0x1000
MIN_PADDING_BYTES = 0x10000
PROGRAM_TABLE_AT, SECTION_TABLE_AT = 32, 40
"""Positions of the offsets of the two tables in the file header (64-bit ELF)."""
SEGMENT_OFFSET, SEGMENT_ALIGNMENT, SECTION_OFFSET = 8, 48, 24
"""Positions of fields in an entry of the program table and of the section table. A segment's size in the file
follows 16 bytes after its offset."""
LOADED_SEGMENT = 1


def remove_padding(library: Path) -> int:
    """Moves the last segment of a library forward over the padding before it. Returns the number of bytes
    removed."""
    data = bytearray(library.read_bytes())
    program_table, section_table = struct.unpack_from("<QQ", data, PROGRAM_TABLE_AT)
    segment_bytes, segment_count, section_bytes, section_count = struct.unpack_from("<4H", data, 54)
    segments = [program_table + index * segment_bytes for index in range(segment_count)]
    sections = [section_table + index * section_bytes for index in range(section_count)]
    start, last = max(
        (struct.unpack_from("<Q", data, at + SEGMENT_OFFSET)[0], at)
        for at in segments
        if struct.unpack_from("<I", data, at)[0] == LOADED_SEGMENT
    )
    ends = [sum(struct.unpack_from("<Q16xQ", data, at + SEGMENT_OFFSET)) for at in segments]
    used = max(len(data[:start].rstrip(b"\0")) + PAGE_BYTES, *(end for end in ends if end <= start))
    removed: int = (start - used) // PAGE_BYTES * PAGE_BYTES
    if removed < MIN_PADDING_BYTES:
        return 0
    struct.pack_into("<Q", data, last + SEGMENT_ALIGNMENT, PAGE_BYTES)
    fields = [PROGRAM_TABLE_AT, SECTION_TABLE_AT]
    fields += [at + SEGMENT_OFFSET for at in segments] + [at + SECTION_OFFSET for at in sections]
    for at in fields:
        (offset,) = struct.unpack_from("<Q", data, at)
        if offset >= start:
            struct.pack_into("<Q", data, at, offset - removed)
    library.write_bytes(data[: start - removed] + data[start:])
    return removed
