"""The game's text in every language."""

from kingdom.text.translator import LANGUAGES, Translator

__all__ = ["LANGUAGES", "Translator"]
