"""Games, and questions about many positions at once."""

from __future__ import annotations

import array
import ctypes
import math
import operator
from collections.abc import Sequence as SequenceOf
from typing import TYPE_CHECKING, Any, Callable, Literal, SupportsIndex, Union

from . import _arrays, _crossing, _library as c
from ._asking import Asking
from ._copies import OfThisProcess
from ._digits import decimal, parsed
from ._errors import RequestError, SpaceError
from ._findings import discovery_of, theorem_of
from ._position import Coordinate, Move, Position, Solution, position_text, quotient_of, read_text
from ._status import check
from ._values import (
    Check,
    Count,
    Discovery,
    Genus,
    Graph,
    Grundy,
    Map,
    Match,
    Outcome,
    Parameter,
    Period,
    Quotient,
    Reason,
    Sequence,
    Theorem,
    Verification,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: What a parameter is set to.
Setting = Union[int, str, SequenceOf[int]]
#: A range of a coordinate: up to a greatest value, or a least and a greatest value, both included.
Bound = Union[SupportsIndex, tuple[SupportsIndex, SupportsIndex], range]
ValueName = Literal["grundy", "outcome", "remoteness", "suspense", "longest"]
#: Who wins when no move is left: in normal play whoever made the last move, in misère play whoever would have to make the next.
Play = Literal["normal", "misere"]

_GREATEST_VALUE = 0xFFFFFFFD  # of a cell; the two numbers behind it stand for -2 and -1
_KINDS = {"grundy": 0, "outcome": 1, "remoteness": 2, "suspense": 3, "longest": 4}
_PLAYS: tuple[Literal["normal", "misere", "function"], ...] = ("normal", "misere", "function")


def setting_text(name: str, value: Setting) -> str:
    """A parameter as it would be typed."""
    if isinstance(value, str):
        return value
    try:
        return decimal(operator.index(value))  # type: ignore[arg-type]
    except TypeError:
        entries = _crossing.list_of(value, f"parameter {name}", "an integer, a list of integers, or a text")
    return ",".join(decimal(_crossing.index(entry, f"an entry of parameter {name}")) for entry in entries)


def _more_than_0(value: SupportsIndex, name: str) -> int:
    found = _crossing.index(value, name)
    if found <= 0:
        raise RequestError(f"{name} is {_crossing.shown(value)}; it must be more than 0")
    return found


def _piles(piles: SupportsIndex | None) -> int:
    """As the library takes the number of piles: 0 where none is given."""
    return 0 if piles is None else _more_than_0(piles, "piles")


class Game(OfThisProcess):
    """A game and what has been found out about it. `game(7, 9)` is a position of it."""

    _instead = "; send its name and parameters"

    def __init__(self, runtime: Asking, handle: c.Handle) -> None:
        self._runtime = runtime
        self._handle = handle
        self._edition = 0  # one more whenever it becomes another game

    # -- What it is

    def _text(self, what: str) -> str:
        return c.text(c.call("game_" + what)(self._handle))

    @property
    def name(self) -> str:
        return self._text("name")

    @property
    def title(self) -> str:
        return self._text("title")

    @property
    def source(self) -> str:
        """Where the game comes from."""
        return self._text("source")

    @property
    def text(self) -> str:
        """The rules in words."""
        return self._text("text")

    @property
    def file(self) -> str:
        return self._text("file")

    @property
    def play(self) -> Literal["normal", "misere", "function"]:
        """Who wins when no move is left: in normal play whoever made the last move; "function": the last position tells.

        May be set to "normal" or "misere"; positions that were made before keep the game as it was.
        """
        return _PLAYS[check(c.call("game_play")(self._handle))]

    @play.setter
    def play(self, play: Play) -> None:
        if not isinstance(play, str) or play not in _PLAYS[:2]:
            raise RequestError(f"{_crossing.shown(play)} is not a convention of play; they are normal and misere")
        check(c.call("game_set_play")(self._handle, _PLAYS.index(play)))
        self._edition += 1

    @property
    def blocking(self) -> int:
        """Up to how many options the other player forbids before each move; 0: none."""
        count: int = c.call("game_blocking")(self._handle)
        if count < 0:
            check(count)
        return count

    @property
    def _has_values(self) -> bool:
        """Whether positions have Grundy values."""
        return self.play == "normal" and self.blocking == 0

    @property
    def dimensions(self) -> int | None:
        """How many coordinates a position has; None where positions are lists of any length."""
        count: int = c.call("game_dimensions")(self._handle)
        return None if count < 0 else count

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Their names."""
        at = c.call("game_coordinate")
        return tuple(c.text(at(self._handle, index)) for index in range(self.dimensions or 1))

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters by name."""
        settings, docs = ctypes.c_void_p(), ctypes.c_void_p()
        check(c.call("game_parameters")(self._handle, settings, docs))
        found = {}
        for setting, doc in zip(c.texts(settings), c.texts(docs)):
            name, given, value = setting.partition("=")
            found[name] = Parameter(name, value if given else None, doc)
        return found

    def set(self, **parameters: Setting) -> None:
        """Sets parameters; positions that were made before keep the game as it was."""
        for name, value in parameters.items():
            check(c.call("game_set")(self._handle, name, setting_text(name, value)))
            self._edition += 1

    def reload(self) -> None:
        """Reads the rule file again. If it is wrong now, RuleError says how, and the game stays what it was."""
        check(c.call("game_reload")(self._handle))
        self._edition += 1

    def explain(self) -> str:
        """Which way answers which question, why, and at what cost."""
        return read_text(c.call("game_explain"), self._handle) or ""

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    # -- Positions

    def position(self, *coordinates: Coordinate) -> Position:
        """The position with these coordinates, each an integer of any size or the name of a value; or of a list or a text of them."""
        pointer = ctypes.c_void_p()
        check(c.call("position_parse")(self._handle, position_text(coordinates), pointer))
        return Position(self._runtime, c.Handle(pointer, "position"))

    __call__ = position

    def __getitem__(self, coordinates: Coordinate | tuple[Coordinate, ...]) -> Grundy | Outcome:
        """The value at a position, `game[3, 5]`: its Grundy value, or its outcome where play is not normal or options are forbidden."""
        for coordinate in coordinates if isinstance(coordinates, tuple) else (coordinates,):
            if isinstance(coordinate, slice) or coordinate is Ellipsis:
                raise RequestError(f"{_crossing.shown(coordinate)} is not a coordinate; the values of a box are a table, game.table(...)")
        position = self.position(*coordinates) if isinstance(coordinates, tuple) else self.position(coordinates)
        return position.grundy() if self._has_values else position.outcome()

    #: Without this Python would go through game[0], game[1], ... without an end.
    __iter__ = None

    @property
    def example(self) -> Position | None:
        """The position that the rule file gives as its example."""
        pointer = ctypes.c_void_p()
        if check(c.call("position_example")(self._handle, pointer)) == c.UNKNOWN:
            return None
        return Position(self._runtime, c.Handle(pointer, "position"))

    def outcome(self, *coordinates: Coordinate) -> Outcome:
        """Of a position; as `game(...).outcome()`."""
        return self.position(*coordinates).outcome()

    def grundy(self, *coordinates: Coordinate) -> Grundy:
        """Of a position; as `game(...).grundy()`."""
        return self.position(*coordinates).grundy()

    def remoteness(self, *coordinates: Coordinate) -> int | None:
        """Of a position; as `game(...).remoteness()`."""
        return self.position(*coordinates).remoteness()

    def suspense(self, *coordinates: Coordinate) -> int | None:
        """Of a position; as `game(...).suspense()`."""
        return self.position(*coordinates).suspense()

    def longest(self, *coordinates: Coordinate) -> int | None:
        """Of a position; as `game(...).longest()`."""
        return self.position(*coordinates).longest()

    def winning_moves(self, *coordinates: Coordinate, most: int = 1000) -> list[Move]:
        """Of a position; as `game(...).winning_moves()`."""
        return self.position(*coordinates).winning_moves(most)

    def options(self, *coordinates: Coordinate) -> list[Move]:
        """Of a position; as `game(...).options()`."""
        return self.position(*coordinates).options()

    def solve(self, *coordinates: Coordinate, most: int = 1000) -> Solution:
        """Of a position; as `game(...).solve()`."""
        return self.position(*coordinates).solve(most)

    def genus(self, *coordinates: Coordinate) -> Genus:
        """Of a position; as `game(...).genus()`."""
        return self.position(*coordinates).genus()

    def why(self, *coordinates: Coordinate) -> Reason:
        """Of a position; as `game(...).why()`."""
        return self.position(*coordinates).why()

    def graph(self, *coordinates: Coordinate, most: int = 1_000_000) -> Graph:
        """Of a position; as `game(...).graph()`."""
        return self.position(*coordinates).graph(most)

    def match(self, player: str, other: str, *, games: int = 1000, seed: int = 1) -> Match:
        """From the game's example; as `game(...).match(...)`."""
        start = self.example
        if start is None:
            raise RequestError(f"{self.name} has no example to start a match from")
        return start.match(player, other, games=games, seed=seed)

    # -- Many positions

    def table(
        self, *bounds: Bound, value: ValueName | None = None, dtype: npt.DTypeLike = None
    ) -> npt.NDArray[Any]:
        """The values of a box, one axis for each coordinate: `table(8, (1, 10))` is for 0..8 and 1..10, both included.

        Grundy values, or outcomes where play is not normal; `value` names another kind. Entries are NONE (-1) where a position is
        not valid, INFINITE (-2) for an infinite nimber, for the remoteness of a draw and where the longest play need not end; outcomes are
        the numbers of Outcome.
        The array has the smallest type of signed integers that holds them all, or the type `dtype`, which has to hold them.
        """
        _arrays.needed("tables")
        _arrays.check_type(dtype)
        low, high, shape = self._box(bounds)
        box = (self._handle, low, high, len(bounds), self._kind(value))
        self._room("table", *box)
        cells = _arrays.empty(shape, "uint32")
        self._runtime.ask(c.call("table"), *box, cells.ctypes.data, cells.size, None)
        return _arrays.values_of(cells, dtype)

    def map(self, *bounds: Bound, value: ValueName | None = None) -> Map:
        """The picture of a table in which at most two coordinates vary, as notebooks show it; `save` writes it to a file."""
        low, high, _ = self._box(bounds)
        pointer = ctypes.c_void_p()
        self._runtime.ask(c.call("draw_table"), self._handle, low, high, len(bounds), self._kind(value), pointer)
        return Map(self.name, tuple(low), tuple(high), c.texts(pointer)[0])

    def positions(self, *bounds: Bound) -> npt.NDArray[np.int64]:
        """The P-positions of a box, a row each, in order."""
        _arrays.needed("lists of positions")
        low, high, shape = self._box(bounds)
        total, capacity = ctypes.c_size_t(), min(math.prod(shape), 1 << 16)
        while True:
            found = _arrays.empty((capacity, max(1, len(bounds))), "int64")
            try:
                self._runtime.ask(
                    c.call("p_positions"), self._handle, low, high, len(bounds), found.ctypes.data, capacity, total
                )
            except SpaceError:
                capacity = total.value
                continue
            return found[: total.value].copy()

    def count(
        self, *bounds: Bound, total: str | None = None, heaps: int | None = None, multisets: bool = False, mod: int | None = None
    ) -> Count:
        """How many P-positions a box has, without a list of them, and what `total`, a Lua expression of the coordinates, adds up to over
        them: `count(10**18, 10**18)`, `count(100, 100, total="S + L")`.

        With `heaps` it counts the sums of so many positions, each of the box, in which the player to move loses; with `multisets` sums that
        differ in the order of their positions alone are one. With `mod` all is known modulo that number.
        """
        low, high, _ = self._box(bounds)
        number = 0 if heaps is None else _more_than_0(heaps, "heaps")
        modulus = 0 if mod is None else _more_than_0(mod, "mod")
        expression = None if total is None else _crossing.text(total, "total")
        answer = self._json("count", low, high, len(bounds), expression, number, int(multisets), modulus)
        added = answer.get("total")
        return Count(int(answer["count"]), None if added is None else int(added), answer["by"])

    def sequence(self, last: int, *, value: ValueName | None = None) -> Sequence:
        """The values of heaps up to `last`: of a game of one coordinate, or of one whose positions may be given as one number."""
        kind = self._kind(value)
        heaps = (self._handle, last, kind)
        room = self._room("sequence", *heaps, after=(None,))
        draw = self._drawing("draw_sequence", *heaps)
        low, count = ctypes.c_int64(), ctypes.c_size_t()
        if _arrays.is_here():
            cells = _arrays.empty((room,), "uint32")
            self._runtime.ask(c.call("sequence"), *heaps, cells.ctypes.data, room, low, count)
            return Sequence(low.value, _arrays.values_of(cells[: count.value], "int64"), draw)
        try:
            plain = (ctypes.c_uint32 * room)()
        except (OverflowError, MemoryError):
            raise MemoryError(f"a sequence of {room:,} values takes too much memory") from None
        self._runtime.ask(c.call("sequence"), *heaps, plain, room, low, count)
        values = array.array("q", (cell - (1 << 32) if cell > _GREATEST_VALUE else cell for cell in plain[: count.value]))
        return Sequence(low.value, values, draw)

    def _drawing(self, name: str, *question: Any) -> Callable[[], str | None]:
        """What draws a picture when it is shown; None once the game is another: its rules were read again, or set."""
        asked_of = self._edition

        def draw() -> str | None:
            if self._edition != asked_of:
                return None
            pointer = ctypes.c_void_p()
            self._runtime.ask(c.call(name), *question, pointer)
            return c.texts(pointer)[0]

        return draw

    def period(self, last: int, *, value: ValueName | None = None) -> Period | None:
        """The period that the values of heaps up to `last` show, with the theorem that proves it where one does; None: they show none."""
        found = c.Period(size=ctypes.sizeof(c.Period))
        if self._runtime.ask(c.call("sequence_period"), self._handle, last, self._kind(value), found) == c.UNKNOWN:
            return None
        theorem = c.text(found.theorem) or None
        return Period(found.preperiod, found.period, found.saltus, bool(found.proved), theorem, found.checked_to)

    def quotient(self, last: int) -> Quotient:
        """The misère quotient of heaps up to `last`, in a game of one coordinate; of other games ask a position for it."""
        return quotient_of(self._json("quotient", last))

    def theorem(self, piles: int | None = None, *, value: int | Literal["all"] = 0, steps: int | None = None) -> Theorem:
        """A theorem about the P-positions of every size, looked for in tables and proved; the answer is true where there is one.

        `piles` is how many piles it is about, in a game of any number of them. With `value` it is about the positions of each Grundy
        value to this as well, or with "all" about the Grundy values of all positions. `steps` limits the work: by default some minutes. `bouton.keep_theorems` keeps what is found.
        """
        pointer = ctypes.c_void_p()
        most = 0 if steps is None else _more_than_0(steps, "steps")
        greatest = c.ALL_VALUES if isinstance(value, str) and value == "all" else value
        self._runtime.ask(c.call("draw_theorem"), self._handle, _piles(piles), greatest, most, pointer)
        answer, *drawn = c.texts(pointer)
        return theorem_of(parsed(answer), drawn[0] if drawn else None)

    def discover(self, piles: int | None = None, *, further: int = 1) -> Discovery:
        """What is proved of all positions, and conjectures from tables, each with what it was checked on; `piles` as for theorem. Tables go
        `further` times as far as usual, 1 to 64."""
        if not 1 <= further <= 64:
            raise RequestError(f"tables go 1 to 64 times as far as usual, not {further} times")
        return discovery_of(self._json("discover_further", _piles(piles), further))

    def _json(self, name: str, *arguments: Any) -> dict[str, Any]:
        pointer = ctypes.c_void_p()
        self._runtime.ask(c.call(name), self._handle, *arguments, pointer)
        answer: dict[str, Any] = parsed(c.texts(pointer)[0])
        return answer

    def verify(self, *bounds: Bound) -> Verification:
        """Compares every fast way with the reference, and the claims of the rule file with its moves: in a box as `table` takes it, or in a
        small one. The answer is true where everything is the same."""
        low, high, _ = self._box(bounds) if bounds else (None, None, ())
        answer = self._json("verify", low, high, len(bounds))
        return Verification(
            tuple(map(int, answer["low"])),
            tuple(map(int, answer["high"])),
            tuple(
                Check(check["check"], check["compared"], check["unit"], check["skipped"], check["difference"])
                for check in answer["checks"]
            ),
        )

    def _room(self, name: str, *question: Any, after: tuple[Any, ...] = ()) -> int:
        """How many cells an answer has: before there is room for them, and nothing is asked where they cannot be had."""
        count = ctypes.c_size_t()
        try:
            self._runtime.ask(c.call(name), *question, None, 0, *after, count)
        except SpaceError:
            pass
        return count.value

    def _kind(self, value: ValueName | None) -> int:
        if value is None:
            return _KINDS["grundy" if self._has_values else "outcome"]
        if not isinstance(value, str) or value not in _KINDS:
            raise RequestError(f"{_crossing.shown(value)} is not a kind of value; they are grundy, outcome, remoteness, suspense and longest")
        return _KINDS[value]

    def _range(self, coordinate: int) -> tuple[int, int]:
        """The least and the greatest value of a coordinate."""
        least, greatest = ctypes.c_int64(), ctypes.c_int64()
        check(c.call("game_range")(self._handle, coordinate, least, greatest))
        return least.value, greatest.value

    def _box(self, bounds: tuple[Bound, ...]) -> tuple[Any, Any, tuple[int, ...]]:
        """The least and the greatest coordinates of a box, and how many of each there are."""
        if self.dimensions is not None and len(bounds) != self.dimensions:
            names = ", ".join(self.coordinates)
            raise RequestError(f"the box has {len(bounds)} ranges, but {self.name} has the coordinates {names}")
        corners = [self._bound(i, bound) for i, bound in enumerate(bounds)]
        corner = ctypes.c_int64 * len(corners)
        low, high = corner(*(least for least, _ in corners)), corner(*(most for _, most in corners))
        return low, high, tuple(most - least + 1 for least, most in corners)

    def _bound(self, axis: int, bound: Bound) -> tuple[int, int]:
        """The least and the greatest value of a coordinate that a box has."""
        if self.dimensions is None:
            name, usual = f"{self.coordinates[0]}[{axis + 1}]", 0
        else:
            name, usual = self.coordinates[axis], axis
        if isinstance(bound, range):
            if bound.step != 1 or not bound:
                raise RequestError(f"{_crossing.shown(bound)} is not a range of {name}")
            given: tuple[SupportsIndex, SupportsIndex] = bound.start, bound.stop - 1
        elif isinstance(bound, tuple):
            if len(bound) != 2:
                raise RequestError(f"{_crossing.shown(bound)} is not a range of {name}: it is a least and a greatest value")
            given = bound
        else:
            given = self._range(usual)[0], bound
        least = _crossing.number(ctypes.c_int64, given[0], f"the least value of {name}")
        most = _crossing.number(ctypes.c_int64, given[1], f"the greatest value of {name}")
        if most < least:
            raise RequestError(f"the range {least}:{most} of {name} is empty")
        return least, most
