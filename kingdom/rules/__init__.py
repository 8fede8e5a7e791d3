"""The game itself. Imports nothing but the standard library; asks nobody; everything else asks it."""

from kingdom.rules import sets

sets.load()
