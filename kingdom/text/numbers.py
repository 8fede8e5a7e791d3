"""Formats numbers and percentages for each language as specified by the Unicode CLDR."""

from __future__ import annotations

NO_BREAK_SPACE = "\xa0"

DECIMAL_POINT_LANGUAGES = ("en",)
"""Languages with a decimal point and a comma between thousands. All others have a decimal comma."""
THOUSANDS_SPACE_LANGUAGES = (
    "bg", "cs", "et", "fi", "fr", "hu", "lt", "lv", "nb", "pl", "ru", "sk", "sv", "uk",
)  # fmt: skip
"""Languages with a space between thousands. All others have a point or a comma."""
UNGROUPED_THOUSANDS_LANGUAGES = ("es", "pl")
"""Languages that write four-digit numbers without a separator."""
NARROW_PERCENT_LANGUAGES = (
    "bg",
    "el",
    "en",
    "et",
    "hu",
    "id",
    "it",
    "lv",
    "nl",
    "pl",
    "pt",
    "sr",
    "uk",
    "vi",
)
"""Languages without a space before the percent sign."""


def format_number(language: str, value: float, decimals: int = 0, signed: bool = False) -> str:
    """Formats a number with the given number of decimal places, and with its sign if `signed`."""
    ungrouped = abs(value) < 10_000 and language in UNGROUPED_THOUSANDS_LANGUAGES
    number_format = f"{'+' if signed else ''}{'' if ungrouped else ','}.{decimals}f"
    text = format(value, number_format).replace("-", "−")
    if language in DECIMAL_POINT_LANGUAGES:
        return text
    separator = NO_BREAK_SPACE if language in THOUSANDS_SPACE_LANGUAGES else "."
    return text.translate({ord(","): separator, ord("."): ","})


def format_percent(language: str, percent: int) -> str:
    if language == "tr":
        return f"%{percent}"
    return f"{percent}%" if language in NARROW_PERCENT_LANGUAGES else f"{percent}{NO_BREAK_SPACE}%"
