"""Exceptions raised by the rules."""

from __future__ import annotations


class ValidationError(ValueError):
    """Invalid input, such as a setup or a position; the message states the problem and where it is."""


class IllegalAnswer(ValueError):
    """An answer that violates a rule.

    `text_key` and `text_values` identify the translated reason (see kingdom/text); the values are game names
    by placeholder. `tile_state` is set if the player has the tile but already used it or gained it this turn.
    """

    def __init__(
        self, rule_id: str, reason: str, text_key: str, tile_state: int | None = None, **text_values: object
    ) -> None:
        super().__init__(f"{rule_id}: {reason}")
        self.rule_id, self.reason, self.text_key, self.tile_state, self.text_values = (
            rule_id,
            reason,
            text_key,
            tile_state,
            text_values,
        )
