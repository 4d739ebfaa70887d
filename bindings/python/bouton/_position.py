"""Positions, sums of positions, and moves."""

from __future__ import annotations

import ctypes
import functools
import operator
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Callable, SupportsIndex, Union

from . import _crossing, _library as c
from ._asking import Asking
from ._copies import OfThisProcess, Unchanging
from ._digits import decimal, integer, parsed
from ._errors import RequestError, SpaceError
from ._shown import number_of
from ._status import check
from ._values import (
    LOONY,
    Coordinates,
    Edge,
    Fallback,
    Genus,
    Graph,
    Grundy,
    Infinity,
    Loony,
    Match,
    Node,
    Outcome,
    Quotient,
    Reason,
    Side,
    Value,
    Word,
)

#: A coordinate, as a number of any size or by its name; or all of them, as a list or a text such as "7,9".
Coordinate = Union[SupportsIndex, str, Iterable[Union[SupportsIndex, str]]]


def position_text(coordinates: Iterable[Coordinate]) -> str:
    """Coordinates as they would be typed."""
    try:
        return ",".join(map(_coordinate_text, coordinates))
    except RecursionError:
        raise RequestError("the coordinates are lists that contain themselves") from None


def _coordinate_text(coordinate: Coordinate) -> str:
    if isinstance(coordinate, str):
        return coordinate
    try:
        return decimal(operator.index(coordinate))  # type: ignore[arg-type]
    except TypeError:
        several = _crossing.list_of(coordinate, "a coordinate", "an integer, or a text")
    return ",".join(map(_coordinate_text, several))


def _now(function: Callable[..., int], *arguments: Any) -> int:
    return check(function(*arguments))


def read_text(function: Callable[..., int], *arguments: Any, ask: Callable[..., int] | None = None) -> str | None:
    """A text that the library writes into the caller's memory; None where it is unknown."""
    if ask is None:
        ask = _now
    length, capacity = ctypes.c_size_t(), 256
    while True:
        memory = ctypes.create_string_buffer(capacity)
        try:
            status = ask(function, *arguments, memory, capacity, length)
            return None if status == c.UNKNOWN else c.text(memory.raw[: length.value])
        except SpaceError:
            capacity = length.value + 1


def _integers(text: str) -> tuple[int, ...]:
    return tuple(map(integer, text.split(","))) if text else ()


def _coordinates(text: str) -> tuple[Any, ...]:
    """The numbers that a position is; of a position that is none, its text alone."""
    try:
        return _integers(text)
    except ValueError:
        return (text,)


def _nimber(text: str) -> int | Infinity | Loony:
    if text == "loony":
        return LOONY
    if not text.startswith("infinity("):
        return integer(text)
    return Infinity(_integers(text[len("infinity(") : -1]))


def _json_outcome(name: str) -> Outcome:
    return Outcome.DRAW if name in ("draw", "D") else Outcome[name]


def _json_position(position: Any) -> Coordinates:
    return position if isinstance(position, str) else tuple(integer(entry) if isinstance(entry, str) else entry for entry in position)


def _json_grundy(value: Any) -> Grundy:
    if isinstance(value, dict):
        return Infinity(tuple(map(int, value["infinity"])))
    if value == "loony":
        return LOONY
    return integer(value) if isinstance(value, str) else value


def _move_text(move: dict[str, Any]) -> str:
    if "parts" in move:
        return "; ".join(f"in component {part['component']}: {_move_text({**part, 'to': [part['to']]})}" for part in move["parts"])
    to = " + ".join(part if isinstance(part, str) else position_text(part) or "()" for part in move["to"]) or "nothing"
    return f"{move['label']} to {to}" if move["label"] else f"to {to}"


def _word(json_word: dict[str, int] | None) -> Word | None:
    return None if json_word is None else dict(json_word)


def quotient_of(answer: dict[str, Any]) -> Quotient:
    """A quotient from its JSON."""
    period = answer["period"]
    return Quotient(
        order=answer["order"],
        generators={entry["name"]: _json_position(entry["position"]) for entry in answer["generators"]},
        relations=tuple((dict(left), dict(right)) for left, right in answer["relations"]),
        p_portion=tuple(map(dict, answer["p_portion"])),
        values={_json_position(entry["position"]): _word(entry["value"]) for entry in answer["positions"]},
        proved_for=None if answer["proved_for"] == "all" else answer["proved_for"],
        period=(period["preperiod"], period["period"]) if period else None,
        given_up=answer["given_up"],
        text=answer["text"],
    )


@dataclass(frozen=True)
class MovePart:
    """What a move does in one component of several that are played at once: its kind, and where it leads."""

    component: int
    label: str | None
    to: Coordinates


@dataclass(frozen=True)
class Move(Unchanging):
    """A move: its kind, and what replaces component number `component` of the position, several positions after a split.

    One that was pickled no longer knows the position that it is a move of.
    """

    label: str | None
    component: int
    to: tuple[tuple[Any, ...], ...]
    #: What is known of the position that it leads to; of moves that `Position.moves` lists.
    value: Value | None = None
    _made_from: tuple[Asking, c.Handle, int] | None = field(default=None, repr=False, compare=False)
    #: "again" where the same player moves after it, "entail" where the opponent must answer in its component; None of other moves.
    kind: str | None = None

    @property
    def position(self) -> Position:
        """The whole position after the move."""
        runtime, moves, index = self._origin
        pointer = ctypes.c_void_p()
        check(c.call("move_make")(moves, index, pointer))
        return Position(runtime, c.Handle(pointer, "position"))

    @property
    def _origin(self) -> tuple[Asking, c.Handle, int]:
        if self._made_from is None:
            raise RequestError("this move was pickled and does not know its position any more; take it from the options of the position")
        return self._made_from

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_made_from": None}

    @property
    def parts(self) -> tuple[MovePart, ...]:
        """What the move does in each component that it moves in: in a compound perhaps in several; empty of a move that splits."""
        _, moves, index = self._origin
        pointer = ctypes.c_void_p()
        check(c.call("move_json")(moves, index, pointer))
        move = parsed(c.texts(pointer)[0])
        if "parts" not in move:
            move = {"parts": [{**move, "to": move["to"][0]}] if len(move["to"]) == 1 else []}
        return tuple(MovePart(part["component"], part["label"], _json_position(part["to"])) for part in move["parts"])

    def __str__(self) -> str:
        to = " + ".join(position_text(part) or "()" for part in self.to) or "nothing"
        return " ".join(word for word in (self.kind, self.label, f"to {to}") if word)

    def __repr__(self) -> str:
        return f"<move {self}>"


@dataclass(frozen=True)
class Solution(Value):
    """All that `solve` finds. `complete` is false where there are more winning moves than were asked for."""

    winning_moves: tuple[Move, ...] = ()
    complete: bool = True
    solver: str = ""
    theorem: str | None = None
    fallbacks: tuple[Fallback, ...] = ()  #: methods that were run before, in vain
    #: Where options are forbidden (`Game.blocking`): what the player who does not move must forbid; None in other games.
    forbid: tuple[Move, ...] | None = None

    def __repr__(self) -> str:
        wins = f"{'' if self.complete else 'more than '}{number_of(len(self.winning_moves), 'winning move')}"
        return f"<solution: {self.outcome}{'' if self.grundy is None else f', Grundy value {_short(self.grundy)}'}, {wins}>"


def _short(value: int | Infinity | Loony) -> str:
    return str(value) if isinstance(value, (Infinity, Loony)) else _crossing.shown(value)


#: What bouton_grundy gives for a loony position (BOUTON_LOONY).
_LOONY_NUMBER = -1

_KINDS = (None, "again", "entail")


def _value(moves: c.Handle, index: int) -> Value | None:
    known = c.Value(size=ctypes.sizeof(c.Value))
    if check(c.call("move_value")(moves, index, known)) == c.UNKNOWN:
        return None
    return Value(
        Outcome(known.outcome),
        None if not known.has_grundy else LOONY if known.grundy == _LOONY_NUMBER else known.grundy,
        known.remoteness if known.remoteness >= 0 else None,
    )


def _moves(runtime: Asking, pointer: ctypes.c_void_p) -> list[Move]:
    moves = c.Handle(pointer, "moves")
    found = []
    for index in range(c.call("moves_size")(moves)):
        parts = c.call("move_parts")(moves, index)
        to = tuple(_coordinates(read_text(c.call("move_text"), moves, index, part) or "") for part in range(parts))
        label = c.text(c.call("move_label")(moves, index)) or None
        component = c.call("move_component")(moves, index)
        kind = _KINDS[c.call("move_kind")(moves, index)]
        found.append(Move(label, component, to, _value(moves, index), (runtime, moves, index), kind=kind))
    return found


class Position(Unchanging, OfThisProcess):
    """A position of a game, or the disjunctive sum of several: `wythoff(7, 9) + kayles(12)`.

    It never changes, and keeps the rules that its game had when it was made.
    """

    _instead = "; send its coordinates and the name of its game"

    def __init__(self, runtime: Asking, handle: c.Handle) -> None:
        self._runtime = runtime
        self._handle = handle

    # -- What it is

    def __len__(self) -> int:
        """How many positions are side by side."""
        count: int = c.call("position_components")(self._handle)
        return count

    def _component(self, index: int) -> str:
        return read_text(c.call("position_text"), self._handle, index) or ""

    @property
    def games(self) -> tuple[str, ...]:
        """The name of each component's game."""
        return tuple(c.text(c.call("position_game")(self._handle, index)) for index in range(len(self)))

    @property
    def components(self) -> tuple[tuple[Any, ...], ...]:
        """The coordinates of each component; where positions are not numbers, the text of each."""
        return tuple(_coordinates(self._component(index)) for index in range(len(self)))

    @property
    def coordinates(self) -> tuple[Any, ...]:
        """The coordinates of a position that is not a sum."""
        if len(self) != 1:
            raise RequestError(f"a sum of {len(self)} positions has no coordinates of its own; `components` has those of each")
        return self.components[0]

    def show(self) -> str:
        """As the rule file shows it to people."""
        shown = [read_text(c.call("position_show"), self._handle, index) or "" for index in range(len(self))]
        return " + ".join(shown) or "nothing"

    def __str__(self) -> str:
        return " + ".join(f"{game} {self._component(index) or '()'}" for index, game in enumerate(self.games)) or "nothing"

    def __repr__(self) -> str:
        return f"<{self}>"

    def __add__(self, other: Position) -> Position:
        if not isinstance(other, Position):
            return NotImplemented
        return compound([self, other])

    @property
    def way(self) -> str:
        """How its positions are played at once: "disjunctive" of a sum and of one position, else what `compound` was told."""
        return c.text(c.call("position_way")(self._handle))

    @property
    def obliged(self) -> int | None:
        """The component in which the player to move must move, as after an entailing move or in `game("7!")`; None where there is none."""
        index: int = c.call("position_obliged")(self._handle)
        return None if index < 0 else index

    # -- Its moves

    def _listed(self, name: str, *arguments: Any) -> tuple[int, ctypes.c_void_p]:
        pointer = ctypes.c_void_p()
        return self._runtime.ask(c.call(name), self._handle, *arguments, pointer), pointer

    def options(self) -> list[Move]:
        """All moves, in the order of the rules, found by the rules alone."""
        return _moves(self._runtime, self._listed("options")[1])

    def moves(self) -> list[Move]:
        """All moves, each with the value of what it leads to."""
        return _moves(self._runtime, self._listed("valued_moves")[1])

    def winning_moves(self, most: int = 1000) -> list[Move]:
        """The moves that win, at most so many of them; for coordinates of any size where the game has a formula."""
        return _moves(self._runtime, self._listed("winning_moves", most)[1])

    def best_move(self, level: int = 10, seed: int = 0) -> Move | None:
        """The move of a player of this strength, from 0, chance, to 10, perfect. The same seed, the same move. None: the game is over."""
        status, pointer = self._listed("best_move", level, seed)
        return None if status == c.UNKNOWN else _moves(self._runtime, pointer)[0]

    def player_move(self, player: str, seed: int = 0, *, forbidden: Iterable[Move] = ()) -> Move | None:
        """The move of a player by name: "perfect", "random", "level:3", or a strategy of the rule file's own.

        `forbidden` are moves of this position that may not be made, where the game forbids some (`Game.blocking`). None: no move is left.
        """
        left_out = tuple(_crossing.list_of(forbidden, "forbidden", "a list of moves"))
        for move in left_out:
            if not isinstance(move, Move):
                raise RequestError(f"forbidden has {_crossing.shown(move)}, which is not a move")
        if not left_out:
            status, pointer = self._listed("player_move", player, seed)
        else:
            pointer = ctypes.c_void_p()
            status = self._runtime.ask(c.call("player_move_but"), self._picked(left_out), player, seed, pointer)
        return None if status == c.UNKNOWN else _moves(self._runtime, pointer)[0]

    def player_forbids(self, player: str = "perfect", seed: int = 0) -> list[Move]:
        """What this player, who does not move, forbids here before the other one moves; empty where nothing is forbidden."""
        return _moves(self._runtime, self._listed("player_forbids", player, seed)[1])

    def _picked(self, moves: tuple[Move, ...]) -> c.Handle:
        """A list of these moves alone."""
        pointer = self._listed("options")[1]
        options = _moves(self._runtime, pointer)
        numbers = [index for index, option in enumerate(options) if any(option.to == move.to for move in moves)]
        if len(numbers) != len(moves):
            raise RequestError("what is forbidden is not a move of this position, or is named twice")
        picked = ctypes.c_void_p()
        check(c.call("moves_pick")(options[0]._origin[1], (ctypes.c_size_t * len(numbers))(*numbers), len(numbers), picked))
        return c.Handle(picked, "moves")

    def result(self) -> Outcome | None:
        """Who has won a game that is over: N the player who would have to move, P the other. None: it is not over."""
        outcome = ctypes.c_int32()
        if check(c.call("result")(self._handle, outcome)) == c.UNKNOWN:
            return None
        return Outcome(outcome.value)

    # -- Questions

    def outcome(self) -> Outcome:
        """Who wins: P, N or DRAW."""
        outcome = ctypes.c_int32()
        self._runtime.ask(c.call("outcome"), self._handle, outcome)
        return Outcome(outcome.value)

    def grundy(self) -> Grundy:
        """The Grundy value, under normal play: an integer of any size, an Infinity where play may go on for ever, LOONY where moves oblige
        and whoever is to move wins whatever stands beside; None: not known."""
        text = read_text(c.call("grundy_text"), self._handle, ask=self._runtime.ask)
        return None if text is None else _nimber(text)

    def remoteness(self) -> int | None:
        """How many moves are still played when the winner hastens and the loser delays; None for a draw, or where it is not known."""
        moves = ctypes.c_int64()
        status = self._runtime.ask(c.call("remoteness"), self._handle, moves)
        return None if status == c.UNKNOWN else moves.value

    def suspense(self) -> int | None:
        """How many moves are played when the winner delays and the loser hastens; None for a draw. Play comes to an end."""
        moves = ctypes.c_int64()
        status = self._runtime.ask(c.call("suspense"), self._handle, moves)
        return None if status == c.UNKNOWN else moves.value

    def longest(self) -> int | None:
        """The longest play: the most moves that both sides can make together; None where play need not end."""
        moves = ctypes.c_int64()
        status = self._runtime.ask(c.call("longest"), self._handle, moves)
        return None if status == c.UNKNOWN else moves.value

    def _json(self, name: str, *arguments: Any) -> dict[str, Any]:
        answer: dict[str, Any] = parsed(c.texts(self._listed(name, *arguments)[1])[0])
        return answer

    def solve(self, most: int = 1000) -> Solution:
        """The outcome, at most so many winning moves, which way answered, and what else is found beside them in a second or so."""
        answer = self._json("solve", most)
        pointer = self._listed("winning_moves", most)[1]
        complete = bool(c.call("moves_complete")(pointer))
        forbid = answer.get("forbid")
        if forbid is not None:
            wanted = {tuple(map(_json_position, move["to"])) for move in forbid}
            forbid = tuple(move for move in self.options() if move.to in wanted) if wanted else ()
        return Solution(
            outcome=_json_outcome(answer["outcome"]),
            grundy=_json_grundy(answer["grundy"]),
            remoteness=answer["remoteness"],
            winning_moves=tuple(_moves(self._runtime, pointer)),
            complete=complete,
            solver=answer["solver"],
            theorem=answer.get("theorem"),
            fallbacks=tuple(Fallback(fallback["method"], fallback["why"]) for fallback in answer["fallbacks"]),
            forbid=forbid,
        )

    def quotient(self) -> Quotient:
        """The misère quotient of all that can be reached from here; the components are of one game."""
        return quotient_of(self._json("quotient_below"))

    def genus(self) -> Genus:
        """The genus, with the outcome under misère play; whatever play the rules name."""
        answer = self._json("genus")
        return Genus(
            text=answer["genus"],
            grundy=answer["grundy"],
            misere_grundy=answer["misere_grundy"],
            digits=tuple(answer["digits"]),
            tame=answer["tame"],
            outcome=Outcome[answer["outcome"]],
        )

    def why(self) -> Reason:
        """Why the position is won, lost or drawn, in sentences that end in a winning move."""
        answer = self._json("why")
        move = answer["move"]
        return Reason(_json_outcome(answer["outcome"]), tuple(answer["reason"]), _move_text(move) if move else None)

    def graph(self, most: int = 1_000_000) -> Graph:
        """The positions below this one, at most so many, each with its values, and the moves between them."""
        answer = self._json("graph", most)
        return Graph(
            nodes=tuple(
                Node(
                    tuple(map(_json_position, node["position"])),
                    Value(_json_outcome(node["outcome"]), _json_grundy(node["grundy"]), node["remoteness"]),
                )
                for node in answer["nodes"]
            ),
            edges=tuple(Edge(edge["from"], edge["to"], edge["label"] or None) for edge in answer["edges"]),
            _draw=functools.partial(self._drawn, most),
        )

    def _drawn(self, most: int) -> str | None:
        """The picture of the graph; None where it is too large for one."""
        try:
            return c.texts(self._listed("draw_graph", most)[1])[0]
        except RequestError:
            return None

    def match(self, player: str, other: str, *, games: int = 1000, seed: int = 1) -> Match:
        """Many games from here, the two players moving first in turn; the same seed gives the same games.

        Players are "perfect", "random", "level:3", and the strategies of the rule file.
        """
        answer = self._json("match", player, other, games, seed)
        first, second = (
            Side(
                side["name"],
                side["wins"],
                side["wins_moving_first"],
                side["wins_moving_second"],
                (side["interval"][0], side["interval"][1]),
            )
            for side in answer["players"]
        )
        return Match(answer["games"], answer["seed"], (first, second), answer["draws"], answer["moves"])


def compound(positions: Iterable[Position], way: str = "disjunctive") -> Position:
    """Several positions that are played at once, in the way of this name.

    "disjunctive" is what `+` makes; the others are "diminished-disjunctive", "conjunctive", "continued-conjunctive", "selective",
    "shortened-selective", "ordinal" and "sequential".
    """
    several = _crossing.list_of(positions, "positions", "positions")
    if not several or not all(isinstance(position, Position) for position in several):
        raise RequestError("a compound needs at least one position")
    runtime = several[0]._runtime
    if any(position._runtime is not runtime for position in several):
        raise RequestError("positions of different runtimes cannot form a sum")
    parts = (ctypes.c_void_p * len(several))(*(position._handle._as_parameter_ for position in several))
    pointer = ctypes.c_void_p()
    check(c.call("position_compound")(parts, len(several), way, pointer))
    return Position(runtime, c.Handle(pointer, "position"))
