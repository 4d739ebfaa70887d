"""What the tests of the Python package share."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import bouton

ROOT = Path(os.environ["BOUTON_SOURCE"])

#: No machine is too slow for these.
PATIENT = {"load_seconds": 1e6, "call_seconds": 1e6}

#: A question that no machine answers, and a rule function that never returns.
ENDLESS = """return game { position = piles("a"), moves = function(a)
  for i = 1, #a do for v = 0, a[i] - 1 do move(a:with(i, v)) end end end }"""
SPINNING = "return game { position = { 'n' }, moves = function(n) while n > 0 do end end }"


def data(name: str) -> Any:
    """A table of tests/data."""
    return json.loads((ROOT / "tests" / "data" / f"{name}.json").read_text())


def plain_grundy(options: Callable[[tuple[int, ...]], Iterable[tuple[int, ...]]]) -> Callable[[tuple[int, ...]], int]:
    """Grundy values by the definition."""

    @functools.lru_cache(maxsize=None)
    def grundy(position: tuple[int, ...]) -> int:
        seen = {grundy(option) for option in options(position)}
        value = 0
        while value in seen:
            value += 1
        return value

    return grundy


@pytest.fixture
def runtime() -> bouton.Runtime:
    return bouton.Runtime(**PATIENT)
