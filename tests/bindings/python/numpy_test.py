"""Arrays: the types of their numbers; and what there is without NumPy."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import bouton
from bouton import _arrays

#: Lets no NumPy be found, as where none is installed.
WITHOUT = "import sys; sys.modules['numpy'] = None\n"


def test_the_smallest_type_by_default():
    heaps = bouton.from_text("return game { position = { 'n' }, moves = function(n) for t = 1, n do move(n - t) end end }", "heap")
    for last, kind in [(127, np.int8), (128, np.int16), (32767, np.int16), (32768, np.int32)]:
        table = heaps.table(last)
        assert table.dtype == kind and (table == np.arange(last + 1)).all()
    one = bouton.from_text("return game { position = { 'n' }, moves = function(n) if n > 0 then move(n - 1) end end }", "one")
    assert one.table((1, 300), value="remoteness").dtype == np.int16
    assert bouton.game("wythoff").table(9, 9, value="outcome").dtype == np.int8
    assert heaps.sequence(9).values.dtype == np.int64


def test_a_type_of_ones_own():
    wythoff = bouton.game("wythoff")
    expected = wythoff.table(9, 9).tolist()
    for dtype in (int, "uint16", np.int64, np.float32, "f2", ">i4"):
        table = wythoff.table(9, 9, dtype=dtype)
        assert table.dtype == np.dtype(dtype) and table.tolist() == expected
    assert wythoff.table(3, 3, value="outcome", dtype="uint8").dtype == np.uint8
    with pytest.raises(bouton.RequestError, match="128 is among the values and does not fit into int8"):
        bouton.game("nim").table(128, dtype="int8")
    for wrong in (str, "V3", "complex64", object, "no such type", bool, "M8[s]"):
        with pytest.raises(bouton.RequestError, match="dtype is"):
            wythoff.table(3, 3, dtype=wrong)


def test_cells_that_are_no_values():
    none, infinite = 0xFFFFFFFF, 0xFFFFFFFE
    cells = np.array([0, none, 5, infinite], np.uint32)
    assert _arrays.values_of(cells).tolist() == [0, bouton.NONE, 5, bouton.INFINITE]
    assert _arrays.values_of(cells).dtype == np.int8
    for last, kind in [(2**31 - 1, np.int32), (2**31, np.int64)]:
        values = _arrays.values_of(np.array([3, last], np.uint32))
        assert values.dtype == kind and values.tolist() == [3, last]
    wide = np.array([0, none, infinite - 1, infinite], np.uint32)
    assert _arrays.values_of(wide).tolist() == [0, bouton.NONE, infinite - 1, bouton.INFINITE]
    with pytest.raises(bouton.RequestError, match="-2 is among the values"):
        _arrays.values_of(cells, "uint32")
    # 2^11 + 1 is the first integer that no float16 is.
    assert _arrays.values_of(np.array([2048], np.uint32), "f2").tolist() == [2048]
    with pytest.raises(bouton.RequestError):
        _arrays.values_of(np.array([2049], np.uint32), "f2")
    assert _arrays.values_of(np.empty((0, 3), np.uint32)).shape == (0, 3)


def test_values_at_positions():
    wythoff = bouton.game("wythoff")
    assert wythoff[7, 9] == wythoff["7,9"] == wythoff[[7, 9]] == wythoff(7, 9).grundy() == 14
    assert bouton.game("nim")[2**100] == 2**100
    assert bouton.game("nim", play="misere")[1] is bouton.P
    assert bouton.game("kayles")[5] == 4
    for wrong in (slice(0, 3), ..., (1, slice(None)), (1, 2, 3), (), -1):
        with pytest.raises(bouton.RequestError):
            wythoff[wrong]
    for walk in (iter, list, lambda game: 3 in game):
        with pytest.raises(TypeError):
            walk(wythoff)


def test_without_numpy():
    script = """
import bouton
wythoff, kayles = bouton.game("wythoff"), bouton.game("kayles")
assert wythoff[7, 9] == 14 and kayles.period(300).period == 12
sequence = kayles.sequence(12)
assert list(sequence) == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4] and sequence[11] == 6 and len(sequence) == 13
assert repr(sequence) == "Sequence(0 to 12: 0 1 2 3 1 4 3 2 1 4 2 6 4)"
assert "<svg" in sequence._repr_svg_() and "<svg" in wythoff.map(9, 9).svg
assert bool(bouton.game("mark").theorem()) and len(bouton.survey("octal:0.0d", 50)) == 8
assert len(wythoff(3, 5).moves()) > 3 and wythoff.verify(3, 3)
for asked in (lambda: wythoff.table(3, 3), lambda: wythoff.positions(3, 3), lambda: sequence.values):
    try:
        asked()
    except bouton.NumPyMissing as error:
        assert "NumPy" in str(error) and "pip install numpy" in str(error) and isinstance(error, (bouton.Error, ImportError))
    else:
        raise SystemExit("an array without NumPy")
print("done")
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", WITHOUT + script], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")
