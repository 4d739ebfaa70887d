"""Integers of any size in decimal, for which Python's own str() and int() refuse more than some thousand digits."""

from __future__ import annotations

import json
from typing import Any

#: So many digits are never refused.
_PIECE = 512


def decimal(value: int) -> str:
    """The integer in decimal: by halves, so that it takes about as long as a division of this size."""
    if value < 0:
        return "-" + decimal(-value)
    if value < 10**_PIECE:
        return str(value)
    half = value.bit_length() * 30103 // 100000 // 2 + 1  # log10(2) = 0.30103
    upper, lower = divmod(value, 10**half)
    return decimal(upper) + decimal(lower).zfill(half)


def integer(text: str) -> int:
    """The integer that digits, and perhaps a sign before them, spell."""
    if text.startswith("-"):
        return -integer(text[1:])
    if len(text) <= _PIECE:
        return int(text)
    half = len(text) // 2
    power: int = 10**half
    return integer(text[:-half]) * power + integer(text[-half:])


def parsed(answer: str) -> Any:
    """The JSON, whose integers may have any size."""
    try:
        return json.loads(answer)
    except ValueError:
        return json.loads(answer, parse_int=integer)
