"""Exceptions raised by the rules."""

from __future__ import annotations


class ValidationError(ValueError):
    """Raised if input, such as a setup or a position, is invalid. The message states what is wrong and
    where."""


class IllegalAnswer(ValueError):
    """Raised for an answer that violates a rule, and used to explain why an action is unavailable.

    `text_key` and `text_values` identify the translated reason (see kingdom/text). The values are game names,
    keyed by placeholder. `tile_state` is set if the player has the tile but has already used it or gained it
    only this turn.
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
