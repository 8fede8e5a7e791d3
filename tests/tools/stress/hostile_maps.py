"""Hostile Tiled maps for the stress tests: files that would make a careless reader run out of memory, open
other files or never finish."""

from __future__ import annotations

import base64
import os
import re
import zlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from kingdom.maps import library, tiled
from kingdom.rules.rng import Rng

ENCODINGS = ("utf-8",) * 6 + ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "cp037")
WRAPPERS = (
    "other",
    "group",
    "properties",
    "tile",
    "objectgroup",
    "imagelayer",
    "tileset",
    "wangsets",
    "data",
)
"""Elements that a hostile element is hidden in. pytmx finds layers and tilesets at any depth."""
ODD_NUMBERS = ("0", "-1", "1e9", "0x10", "٣", " 7 ", "4294967295", "99999999", "9" * 5000, "", "nan")
NUMBER_ATTRIBUTES = ("width", "height", "tilewidth", "tileheight", "firstgid", "hexsidelength", "id")
RESERVED_PROPERTIES = ("width", "layers", "tilewidth", "filename", "gidmap", "__class__", "properties")
"""Names of properties that pytmx would store as attributes of its own objects."""
ENTITIES = '<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
DOCUMENT_TYPES = (
    f"<!DOCTYPE map [{ENTITIES}]>",
    '<!DOCTYPE map SYSTEM "/dev/zero">',
    '<!DOCTYPE map [<!ENTITY i SYSTEM "file:///dev/zero">]>',
    "<!DOCTYPE map>",
)
SIDE_FILES = (
    "thin.tsx",
    "tiles.tsx",
    "large.tsx",
    "itself.tsx",
    "utf16.tsx",
    "pipe.tsx",
    "zero.tsx",
    "dir.tsx",
)
"""Names of the hostile tilesets that `write_side_files` creates."""
OTHER_PATHS = (
    "/dev/zero", "/dev/stdin", "/proc/self/mem", "../../../../etc/passwd", "file:///etc/passwd", "", ".",
    "\\\\host\\x.tsx", "%00.tsx", "con.tsx", "kingdom.tsx/../pipe.tsx", "KINGDOM.TSX",
)  # fmt: skip


@lru_cache(maxsize=8)
def zlib_bomb(megabytes: int) -> str:
    """Returns base64 text that decompresses to the given number of megabytes."""
    packer = zlib.compressobj(9)
    return base64.b64encode(
        b"".join(packer.compress(bytes(2**20)) for _ in range(megabytes)) + packer.flush()
    ).decode()


def bomb_layer(name: str, megabytes: int) -> str:
    """Returns a layer whose data is a zlib bomb."""
    return (
        f'<layer name="{name}" width="20" height="20"><data encoding="base64" compression="zlib">'
        f"{zlib_bomb(megabytes)}</data></layer>"
    )


ELEMENTS: dict[str, Callable[[Rng], str]] = {
    "tall tile": lambda rng: '<tileset firstgid="1" tilewidth="1" tileheight="9999999">'
    '<image width="9999999" height="1"/></tileset>',
    "thin image": lambda rng: '<tileset firstgid="900" tilewidth="100" tileheight="1">'
    '<image source="kingdom.png" width="99" height="100000000"/></tileset>',
    "thin image, all tiles": lambda rng: '<tileset firstgid="900" tilewidth="100" tileheight="1" columns="0" '
    'tilecount="100000000"><image source="kingdom.png" width="99" height="100000000"/></tileset>',
    "huge image": lambda rng: '<tileset firstgid="900" tilewidth="1" tileheight="1">'
    '<image source="kingdom.png" width="9000" height="9000"/></tileset>',
    "thousands of tilesets": lambda rng: '<tileset firstgid="900"><tile id="1"/></tileset>' * 8000,
    "one tileset many times": lambda rng: '<tileset firstgid="900" source="kingdom.tsx"/>' * 20_000,
    "side file": lambda rng: f'<tileset firstgid="900" source="{choose(rng, SIDE_FILES)}"/>',
    "side file many times": lambda rng: f'<tileset firstgid="900" source="{choose(rng, SIDE_FILES)}"/>' * 60,
    "many tiles": lambda rng: '<tileset firstgid="900">' + '<tile id="1"/>' * 20_000 + "</tileset>",
    "long path": lambda rng: f'<tileset firstgid="900" source="{"a" * 5000}.tsx"/>',
    "other paths": lambda rng: f'<tileset firstgid="900" source="{choose(rng, OTHER_PATHS)}"/>',
    "zlib bomb": lambda rng: bomb_layer(choose(rng, ("land", "other")), 100),
    "gzip": lambda rng: bomb_layer("land", 1).replace("zlib", choose(rng, ("gzip", "zstd", "bzip2"))),
    "large CSV": lambda rng: '<layer name="land" width="999999" height="1"><data encoding="csv">'
    + "1," * 100_000 + "</data></layer>",
    "chunks": lambda rng: '<layer name="land" width="20" height="20"><data encoding="csv">'
    '<chunk x="0" y="0" width="9999" height="9999">1</chunk></data></layer>',
    "template": lambda rng: '<objectgroup name="o"><object id="1" gid="4294967295" template="/dev/zero"/>'
    "</objectgroup>",
    "image layer": lambda rng: '<imagelayer name="i"><image source="/dev/zero" width="9000" height="9000"/>'
    "</imagelayer>",
    "inclusion": lambda rng: '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/dev/zero"/>',
    "class property": lambda rng: '<properties><property name="n" type="class" propertytype="x">'
    "<properties/></property></properties>",
    "typed property": lambda rng: f'<properties><property name="n" type="'
    f'{choose(rng, ("int", "float", "bool", "object", "color", "file"))}" value="'
    f'{choose(rng, ODD_NUMBERS)}"/></properties>',
    "reserved property": lambda rng: f'<properties><property name="{choose(rng, RESERVED_PROPERTIES)}" '
    'value="7"/></properties>',
    "many properties": lambda rng: "<properties>" + '<property name="n"/>' * 20_000 + "</properties>",
    "deep nesting": lambda rng: "<x>" * 20_000 + "</x>" * 20_000,
    "long comment": lambda rng: "<!--" + "x " * 400_000 + "-->",
    "many attributes": lambda rng: "<x " + " ".join(f'a{n}="1"' for n in range(40_000)) + "/>",
    "namespaces": lambda rng: "".join(f'<x xmlns:n{n}="{n}">' for n in range(5000)) + "</x>" * 5000,
}  # fmt: skip


def choose(rng: Rng, values: tuple[str, ...]) -> str:
    """Returns a random value."""
    return values[rng.randrange(len(values))]


def write_side_files(folder: Path) -> None:
    """Writes the shipped tileset and the hostile tilesets that hostile maps refer to."""
    if (folder / tiled.TILESET_FILE_NAME).exists():
        return
    levels = library.shipped_maps()[0].parent
    for name in (tiled.TILESET_FILE_NAME, Path(tiled.TILESET_FILE_NAME).with_suffix(".png").name):
        (folder / name).write_bytes((levels / name).read_bytes())
    tile = '<tile id="1"><properties><property name="terrain" value="grass"/></properties></tile>'
    texts = {
        "thin.tsx": '<tileset tilewidth="100" tileheight="1"><image source="kingdom.png" width="99" '
        'height="100000000"/></tileset>',
        "tiles.tsx": f"<tileset>{tile * 4000}</tileset>",
        "large.tsx": f"<tileset><!--{'x' * 700_000}--></tileset>",
        "itself.tsx": '<tileset firstgid="1" source="itself.tsx"/>',
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "utf16.tsx").write_bytes(f"{DOCUMENT_TYPES[0]}<tileset>&i;</tileset>".encode("utf-16"))
    (folder / "dir.tsx").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.tsx")
        (folder / "zero.tsx").symlink_to("/dev/zero")


def make_hostile_map(rng: Rng) -> bytes:
    """Returns a shipped map with one to three attacks: hostile elements at any place and depth, odd numbers,
    a document type, other layer data or another encoding."""
    shipped = library.shipped_maps()
    text = shipped[rng.randrange(len(shipped))].read_text("utf-8")
    for _ in range(1 + rng.randrange(3)):
        attack = ATTACKS[rng.randrange(len(ATTACKS))]
        text = attack(text, rng)
    if rng.randrange(4) == 0:
        text = text.replace('encoding="UTF-8"', f'encoding="{choose(rng, ENCODINGS)}"')
    return text.encode(choose(rng, ENCODINGS), "replace")


def insert_element(text: str, rng: Rng) -> str:
    """Inserts a hostile element after a random tag, either directly or inside other elements."""
    names = tuple(ELEMENTS)
    element = ELEMENTS[choose(rng, names)](rng)
    for _ in range(rng.randrange(3)):
        wrapper = choose(rng, WRAPPERS)
        element = f"<{wrapper}>{element}</{wrapper}>"
    offsets = [match.end() for match in re.finditer(">", text)]
    offset = offsets[rng.randrange(len(offsets))]
    return text[:offset] + element + text[offset:]


def replace_layer_data(text: str, rng: Rng) -> str:
    """Replaces the terrain layer with a hostile one."""
    layer = choose(rng, ("", bomb_layer("land", 100), bomb_layer("land", 1), ELEMENTS["large CSV"](rng)))
    start, end = text.find("<layer"), text.find("</layer>") + len("</layer>")
    return text[:start] + layer + text[end:] if 0 <= start < end else text


def replace_number(text: str, rng: Rng) -> str:
    """Replaces the number in a random attribute."""
    name, number = choose(rng, NUMBER_ATTRIBUTES), choose(rng, ODD_NUMBERS)
    return re.sub(rf'\b{name}="\d+"', f'{name}="{number}"', text, count=1 + rng.randrange(3))


def replace_tile_number(text: str, rng: Rng) -> str:
    """Replaces a tile number in the layer."""
    numbers = list(re.finditer(r"(?<=,)\d+(?=,)", text))
    if not numbers:
        return text
    number = numbers[rng.randrange(len(numbers))]
    return text[: number.start()] + choose(rng, ODD_NUMBERS) + text[number.end() :]


def insert_document_type(text: str, rng: Rng) -> str:
    """Inserts a document type, and often uses its entities."""
    text = re.sub(r"<map\b", lambda match: choose(rng, DOCUMENT_TYPES) + match[0], text, count=1)
    return text.replace("</map>", "&i;</map>") if rng.randrange(2) else text


ATTACKS = (
    insert_element, insert_element, insert_element, replace_layer_data, replace_number, replace_tile_number,
    insert_document_type,
)  # fmt: skip
