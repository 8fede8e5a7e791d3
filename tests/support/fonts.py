"""Font metrics that tests rely on."""

from __future__ import annotations

import pygame.freetype

MIN_CAPITAL_PX = 11 if pygame.freetype.get_version() >= (2, 13) else 10
"""Minimum height of a capital letter in pixels, in a 1280 x 800 window at 100%. Older versions of FreeType,
as in pygame 2.6 and in pygame-ce for Windows, draw some letters one pixel shorter but equally wide."""
