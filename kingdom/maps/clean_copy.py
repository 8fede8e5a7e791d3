"""Copies what the game needs from an untrusted map's XML, so that pytmx never sees anything else.

pytmx finds layers and tilesets at any depth, opens files, unpacks data of any size and visits every tile that
an image could hold. The copy has one CSV layer, embedded tilesets without images, and simple properties."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from kingdom.maps.tiled import TERRAIN_LAYER_NAME
from kingdom.rules.expansion import LOCATION

if TYPE_CHECKING:
    from collections.abc import Sequence

TILE_PROPERTY_NAMES = ("terrain", LOCATION)
PROPERTY_TYPES = ("string", "int", "float", "bool", "color", "file")
"""Types of map properties that pytmx can read without nested elements."""


def parse_xml(raw: bytes) -> Element:
    """Parses UTF-8 XML; rejects entity declarations, because a few lines of them can expand to gigabytes."""
    text = raw.decode("utf-8-sig")
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ValueError("a map must not declare a document type or entities")
    declaration = text[: text.find("?>")].lower() if text.startswith("<?xml") else ""
    # Expat mistakes text with NUL characters for UTF-16, regardless of the encoding it is given.
    if "\0" in text or ("encoding" in declaration and "utf-8" not in declaration):
        raise ValueError("the encoding is not UTF-8")
    return ElementTree.fromstring(text)


def parse_int(text: str | None) -> int:
    """Returns a non-negative integer of reasonable size, or 0 for anything else."""
    return int(text) if text is not None and len(text) < 9 and text.isascii() and text.isdigit() else 0


def copy_tileset(tileset: Element, first_gid: int) -> Element:
    """Returns a copy of a tileset, with only those tile properties that the game reads."""
    copy = Element("tileset", firstgid=str(first_gid))
    for tile in tileset.findall("tile"):
        values = {
            name: element.get("value") or element.text or ""
            for element in tile.findall("properties/property")
            if (name := element.get("name")) in TILE_PROPERTY_NAMES
        }
        properties = SubElement(SubElement(copy, "tile", id=str(parse_int(tile.get("id")))), "properties")
        for name, value in values.items():
            SubElement(properties, "property", name=str(name), value=value)
    return copy


def build_map(
    root: Element, size: tuple[int, int], gids: Sequence[int], tilesets: Iterable[Element]
) -> Element:
    """Returns a map with the properties of `root`, one layer and the given tilesets."""
    rows, columns = size
    copy = Element("map", width=str(columns), height=str(rows))
    properties = SubElement(copy, "properties")
    for element in root.findall("properties/property"):
        copied = SubElement(properties, "property", name=element.get("name") or "")
        copied.text = element.text
        for key in ("value", "type"):
            value = element.get(key)
            if value is not None and (key != "type" or value in PROPERTY_TYPES):
                copied.set(key, value)
    copy.extend(tilesets)
    layer = SubElement(copy, "layer", name=TERRAIN_LAYER_NAME, width=str(columns), height=str(rows))
    SubElement(layer, "data", encoding="csv").text = ",".join(map(str, gids))
    return copy
