"""NumPy, where it is installed: tables and lists of positions are its arrays. Everything else does without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _crossing
from ._errors import NumPyMissing, RequestError

if TYPE_CHECKING:
    import numpy.typing as npt

try:
    import numpy
except ImportError as error:
    if error.name is None or error.name.partition(".")[0] != "numpy":
        raise
    numpy = None  # type: ignore[assignment]

#: In arrays: the position is not valid.
NONE = -1
#: In arrays: an infinite nimber; a loony position; the remoteness of a draw.
INFINITE = -2

_LEAST_OF_CELLS = 0xFFFFFFFE  # of those that are not values


def is_here() -> bool:
    """Whether there is NumPy."""
    return numpy is not None


def needed(what: str) -> None:
    """Raises what is clear where `what`, in the plural, takes NumPy and there is none."""
    if numpy is None:
        raise NumPyMissing(f"{what} are NumPy arrays, and this Python has no NumPy: pip install numpy, or on Debian python3-numpy")


def empty(shape: tuple[int, ...], kind: str) -> npt.NDArray[Any]:
    """Room for an array of this type of NumPy's."""
    try:
        return numpy.empty(shape, kind)
    except ValueError as error:
        raise RequestError(f"no NumPy array can have the shape of this answer: {error}") from None


def _type(dtype: npt.DTypeLike) -> Any:
    try:
        kind = numpy.dtype(dtype)
    except Exception:  # of whatever kind: NumPy's parser of types raises several
        kind = None
    if kind is None or kind.kind not in "iuf":
        raise RequestError(f"dtype is {_crossing.shown(dtype)}; it must be a NumPy type of numbers, such as 'int64'")
    return kind


def check_type(dtype: npt.DTypeLike) -> None:
    """Raises what is wrong with the type that a caller wants, before anything is asked."""
    if dtype is not None:
        _type(dtype)


def _extent(kind: Any) -> tuple[int, int]:
    """The least and the greatest of the integers that the type holds without a gap."""
    if kind.kind == "f":
        most = 1 << int(numpy.finfo(kind).nmant) + 1
        return -most, most
    return int(numpy.iinfo(kind).min), int(numpy.iinfo(kind).max)


def _smallest(least: int, greatest: int) -> Any:
    for name in ("int8", "int16", "int32"):
        low, high = _extent(numpy.dtype(name))
        if low <= least and greatest <= high:
            return numpy.dtype(name)
    return numpy.dtype("int64")


def values_of(cells: npt.NDArray[Any], dtype: npt.DTypeLike = None) -> npt.NDArray[Any]:
    """The cells of the library as values, in the smallest type of signed integers that holds them, or in this one.

    A cell that is not a value, one of the two greatest numbers of 32 bits, is NONE or INFINITE.
    """
    values = cells.view("int32")  # in which these are -1 and -2 already
    if cells.size and int(values.min()) < INFINITE:  # some values take 32 bits
        values = cells.astype("int64")
        values[cells >= _LEAST_OF_CELLS] -= 1 << 32
    least, greatest = (int(values.min()), int(values.max())) if cells.size else (0, 0)
    kind = _smallest(least, greatest) if dtype is None else _type(dtype)
    low, high = _extent(kind)
    for value in (least, greatest):
        if not low <= value <= high:
            raise RequestError(f"{value} is among the values and does not fit into {kind}")
    return values.astype(kind)
