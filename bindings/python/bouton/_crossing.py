"""What crosses into C: every number, text and path of a caller's is checked here, and what does not fit is a RequestError.

C cuts what does not fit in silence: integers to their lowest bits, texts at a zero byte. The table of functions in _library says which
argument is checked as what; arrays and structs are filled with these functions, too.
"""

from __future__ import annotations

import ctypes
import itertools
import math
import operator
import os
from typing import Any, SupportsIndex

from ._errors import RequestError

_LONGEST = 60
#: No list has more entries; one without an end has.
_MOST = 1_000_000
_SIGNED = (ctypes.c_int32, ctypes.c_int64)


def shown(value: object) -> str:
    """The value as an error shows it: cut where it is long."""
    if isinstance(value, int) and abs(value) >= 10**_LONGEST:
        return f"an integer of {value.bit_length()} bits"
    try:
        text = repr(value)
    except Exception:  # of the caller's own class, or integers that repr finds too long
        return f"a {type(value).__name__}"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def index(value: SupportsIndex, name: str) -> int:
    """An integer of any size."""
    try:
        return operator.index(value)
    except TypeError:
        raise RequestError(f"{name} is {shown(value)}; it must be an integer") from None


def number(kind: Any, value: SupportsIndex, name: str) -> int:
    """An integer that the ctypes type `kind` holds."""
    found = index(value, name)
    bits = 8 * ctypes.sizeof(kind)
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if kind in _SIGNED else (0, (1 << bits) - 1)
    if found < least:
        raise RequestError(f"{name} is {shown(found)}, which is too small")
    if found > most:
        raise RequestError(f"{name} is {shown(found)}, which is too large")
    return found


def seconds(value: Any, name: str) -> float:
    """A time, which is more than 0."""
    try:
        found = math.nan if isinstance(value, (str, bytes, bytearray)) else float(value)
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not found > 0:
        raise RequestError(f"{name} is {shown(value)}; it must be a number of seconds, more than 0")
    return found


def _whole(encoded: bytes, value: object, name: str) -> bytes:
    if b"\0" in encoded:
        raise RequestError(f"{name} is {shown(value)}, which has a zero byte in it")
    return encoded


def text(value: str, name: str) -> bytes:
    """A text as UTF-8."""
    if not isinstance(value, str):
        raise RequestError(f"{name} is {shown(value)}; it must be a text")
    try:
        return _whole(value.encode(), value, name)
    except UnicodeEncodeError:
        raise RequestError(f"{name} is {shown(value)}, which is not text: it has half of a character in it") from None


def path(value: str | bytes | os.PathLike[str], name: str) -> bytes:
    """A path, or a name that may be one, as the file system spells it."""
    try:
        return _whole(os.fsencode(value), value, name)
    except TypeError:
        raise RequestError(f"{name} is {shown(value)}; it must be a text or a path") from None
    except UnicodeEncodeError:
        raise RequestError(f"{name} is {shown(value)}, which is not text: it has half of a character in it") from None


def list_of(value: Any, name: str, what: str) -> list[Any]:
    """What can be gone through, but for texts and bytes. `what` tells what it is of."""
    if not isinstance(value, (str, bytes, bytearray, os.PathLike)):
        try:
            entries = list(itertools.islice(value, _MOST + 1))
        except TypeError:
            pass
        else:
            if len(entries) <= _MOST:
                return entries
            raise RequestError(f"{name} is {shown(value)}, which has more than {_MOST:,} entries")
    raise RequestError(f"{name} is {shown(value)}; it must be {what}")
