"""Translated texts of the game in every language."""

from kingdom.text.translator import LANGUAGES, Translator, system_language

__all__ = ["LANGUAGES", "Translator", "system_language"]
