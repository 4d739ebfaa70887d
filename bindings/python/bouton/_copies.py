"""What may be copied and pickled, and what may not."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

T = TypeVar("T")


class Unchanging:
    """What never changes: a copy of it is itself."""

    def __copy__(self: T) -> T:
        return self

    def __deepcopy__(self: T, memo: dict[int, Any]) -> T:
        return self


class OfThisProcess:
    """What the library of this process holds. Other processes take answers, which can be pickled."""

    __slots__ = ()

    #: What is to be sent to another process in its place.
    _instead = ""

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} belongs to the process that made it and cannot be pickled{self._instead}")
