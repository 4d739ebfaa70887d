"""What answers are made of."""

from __future__ import annotations

import array
import enum
import html
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, List, Optional, Tuple, Union

from . import _arrays
from ._copies import Unchanging
from ._shown import cut, html_lines, html_table, number_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: Draws a picture as SVG when it is shown; None where there is none.
Drawing = Callable[[], Optional[str]]


class Outcome(enum.IntEnum):
    """Who wins; in arrays of outcomes, the number. As a text "P", "N", "draw"."""

    P = 0  #: the previous player: the player to move loses
    N = 1  #: the next player: the player to move wins
    DRAW = 2  #: neither can force a win

    def __str__(self) -> str:
        return "draw" if self is Outcome.DRAW else self.name

    __repr__ = __str__


P, N, DRAW = Outcome.P, Outcome.N, Outcome.DRAW


@dataclass(frozen=True)
class Infinity:
    """The nimber of a position from which play may go on for ever, with the finite nimbers among its options."""

    among: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"infinity({','.join(map(str, self.among))})"


class Loony(enum.Enum):
    """The value `LOONY`, which positions may have where moves oblige: whoever is to move wins, whatever stands beside."""

    LOONY = "loony"

    def __str__(self) -> str:
        return "loony"

    __repr__ = __str__


LOONY = Loony.LOONY

#: A Grundy value; None where no way knows it.
Grundy = int | Infinity | Loony | None


@dataclass(frozen=True)
class Parameter:
    """A parameter of a game: its value as it would be typed (None for a function that was not set), and what it is for."""

    name: str
    value: str | None
    doc: str = ""


@dataclass(frozen=True)
class Value:
    """What is known of a position."""

    outcome: Outcome
    grundy: Grundy = None
    remoteness: int | None = None


@dataclass(frozen=True)
class Period:
    """value(n + period) = value(n) + saltus for all heaps n >= preperiod: for ever if `proved`, else as far as `checked_to`."""

    preperiod: int
    period: int
    saltus: int
    proved: bool
    theorem: str | None
    checked_to: int


@dataclass(frozen=True)
class Genus:
    """The genus of a position: its Grundy value, and the misère Grundy values of it and of its sums with 2, 2 + 2, ..."""

    text: str
    grundy: int
    misere_grundy: int
    digits: tuple[int, ...]
    tame: bool
    outcome: Outcome  #: under misère play

    def __str__(self) -> str:
        return self.text


#: A position of one component in an answer: its coordinates; of a board or a graph its text.
Coordinates = Union[Tuple[int, ...], str]

#: A product of generators: {"a": 1, "b": 2}.
Word = dict[str, int]


@dataclass(frozen=True)
class Quotient:
    """A misère quotient: a finite commutative monoid that tells the misère outcome of every sum."""

    order: int
    generators: dict[str, Coordinates]  #: a position of each
    relations: tuple[tuple[Word, Word], ...]
    p_portion: tuple[Word, ...]
    values: dict[Coordinates, Word | None]  #: of each position; None where it is not proved
    proved_for: int | None  #: of so many of the positions; None: of all that there are
    period: tuple[int, int] | None  #: preperiod and period of the values, where they prove it for all heaps
    given_up: str | None  #: why it does not reach all positions that were asked for
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        made_of = f"{number_of(len(self.generators), 'generator')} and {number_of(len(self.relations), 'relation')}"
        return f"<quotient of order {self.order}: {made_of}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


@dataclass(frozen=True)
class Reason:
    """Why a position is won, lost or drawn: paragraphs that end in a winning move. As a text, all of them."""

    outcome: Outcome
    paragraphs: tuple[str, ...]
    move: str | None  #: the winning move, as a text; None where no move wins

    def __str__(self) -> str:
        return "\n".join(self.paragraphs)

    def __repr__(self) -> str:
        return f"<reason: {self.outcome}{', ' + self.move if self.move else ''}>"

    def _repr_html_(self) -> str:
        return html_lines(self.paragraphs)


def _box_text(low: Iterable[int], high: Iterable[int]) -> str:
    return ", ".join(f"{least}..{most}" for least, most in zip(low, high)) or "no coordinates"


@dataclass(frozen=True)
class Check:
    """One comparison of `Game.verify`. `difference` is where it fails; `skipped` why there was nothing to compare."""

    name: str
    compared: int
    unit: str  #: of what so many were compared
    skipped: str | None
    difference: str | None


@dataclass(frozen=True)
class Verification:
    """What `Game.verify` compared; true where everything was the same."""

    low: tuple[int, ...]
    high: tuple[int, ...]
    checks: tuple[Check, ...]

    def __bool__(self) -> bool:
        return not self.differences

    @property
    def differences(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if check.difference is not None)

    def __repr__(self) -> str:
        found = number_of(len(self.differences), "difference") if self.differences else "everything is the same"
        return f"<verification of {_box_text(self.low, self.high)}: {number_of(len(self.checks), 'check')}, {found}>"

    def _repr_html_(self) -> str:
        rows = ((check.name, f"{check.compared:,} {check.unit}", check.difference or check.skipped or "same") for check in self.checks)
        return html_table(("check", "compared", "found"), rows)


@dataclass(frozen=True)
class Count:
    """How many P-positions there are. `total` is what an expression adds up to over them; `by` the method."""

    count: int
    total: int | None
    by: str

    def __int__(self) -> int:
        return self.count


@dataclass(frozen=True)
class Node:
    """A position of a `Graph`: the coordinates of each component, and its values."""

    position: tuple[Coordinates, ...]
    value: Value


@dataclass(frozen=True)
class Edge:
    """A move of a `Graph`, between nodes by their numbers."""

    source: int
    target: int
    label: str | None


@dataclass(frozen=True)
class Graph(Unchanging):
    """The positions below one, which is node 0, and the moves between them. One that was pickled has no picture any more."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    _draw: Drawing | None = field(default=None, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_draw": None}

    def __repr__(self) -> str:
        return f"<graph: {number_of(len(self.nodes), 'position')}, {number_of(len(self.edges), 'move')}>"

    def _repr_svg_(self) -> str | None:
        return None if self._draw is None else self._draw()


@dataclass(frozen=True)
class Side:
    """How a player of a `Match` did. `interval` holds the chance to win with 95 % confidence."""

    name: str
    wins: int
    wins_moving_first: int
    wins_moving_second: int
    interval: tuple[float, float]


@dataclass(frozen=True)
class Match:
    """Many games between two players, who move first in turn."""

    games: int
    seed: int
    players: tuple[Side, Side]
    draws: int
    moves: int  #: of all games together

    def __repr__(self) -> str:
        won = ", ".join(f"{side.name} wins {side.wins:,}" for side in self.players)
        return f"<match of {number_of(self.games, 'game')}: {won}{f', {self.draws:,} drawn' if self.draws else ''}>"


@dataclass(frozen=True)
class TheoremSet:
    """A set of positions of a `Theorem`, which an automaton accepts that reads their digits."""

    name: str  #: "P-positions", perhaps with what they are of
    words: str | None
    expression: str | None  #: a regular expression for the digits
    states: int
    dot: str = field(repr=False)  #: the automaton, for Graphviz


@dataclass(frozen=True)
class Order:
    """Between two positive multiples of N^power (log N)^logarithms, for all large N."""

    power: str
    decimal: float  #: the power as a number
    logarithms: int
    limit: bool | None  #: whether the number over that has a limit; None: not known


@dataclass(frozen=True)
class Density:
    """The limit of a number of positions over `of`, such as "N^1"."""

    of: str
    value: str  #: a fraction or a quadratic irrational
    decimal: float
    share: str | None  #: the limit of their part of all positions; None where that is 0


@dataclass(frozen=True)
class Growth:
    """How many P-positions have numbers below each bound, proved: counts[k] is the sum of recurrence[i] * counts[k - 1 - i]."""

    below: tuple[int, ...]
    counts: tuple[int, ...]
    recurrence: tuple[int, ...]  #: empty where no short one is known
    order: Order | None
    density: Density | None


@dataclass(frozen=True)
class Theorem:
    """What `Game.theorem` found; true where it is proved."""

    proved: bool
    statement: str | None
    plain: str | None  #: the same in plain words, where there are some
    formula: str | None  #: the same as a condition on the coordinates, a Lua expression
    reason: str | None  #: why there is none, or why it is about fewer values than were asked for
    line: int | None  #: of the rule file, where that is the reason
    system: str | None  #: the numeration system, such as "base 2"
    states: int | None  #: of all sets
    sets: tuple[TheoremSet, ...]
    play_ends: str | None  #: why play ends
    looked_at: int  #: tables had numbers up to this
    attempts: tuple[str, ...]  #: what was tried in vain
    steps: int
    seconds: float
    growth: Growth | None = None  #: how many P-positions there are below bounds
    _svg: str | None = field(default=None, compare=False)

    def __bool__(self) -> bool:
        return self.proved

    def __str__(self) -> str:
        return self.statement or f"no theorem: {self.reason}"

    def __repr__(self) -> str:
        return f"<{cut(f'theorem: {self.statement}' if self.statement else str(self))}>"

    def _repr_svg_(self) -> str | None:
        """The automata of the sets; None where there are none, or where one has too many states to be drawn."""
        return self._svg

    def _repr_html_(self) -> str:
        return html_lines([str(self)]) + (self._svg[self._svg.index("<svg") :] if self._svg else "")


@dataclass(frozen=True)
class Proved:
    """A statement that `Game.discover` proves, about all positions; `where` is the part of the game that it is about."""

    kind: str
    where: str | None
    statement: str
    period: Period | None = None

    def __str__(self) -> str:
        return self.statement


@dataclass(frozen=True)
class Conjecture:
    """What tables suggest and nobody has proved: found from numbers up to `found_to`, checked on others."""

    kind: str
    where: str | None
    statement: str
    found_to: int
    holds_to: int
    checked: int  #: so many more were looked at
    failure: tuple[int, ...] | None  #: the first position at which it fails

    def __str__(self) -> str:
        return self.statement


@dataclass(frozen=True)
class Discovery:
    """What `Game.discover` found: what is proved, and conjectures."""

    theorem: Theorem
    theorems: tuple[Proved, ...]
    conjectures: tuple[Conjecture, ...]  #: those that hold first
    check_further: str | None  #: a command that looks at the conjectures in tables that go further
    not_looked_at: str | None  #: tables that would have taken too much
    seconds: float

    def __repr__(self) -> str:
        return f"<discovery: {number_of(len(self.theorems), 'theorem')}, {number_of(len(self.conjectures), 'conjecture')}>"

    def _repr_html_(self) -> str:
        rows = [("proved", proved.where, proved.statement) for proved in self.theorems]
        for guess in self.conjectures:
            found = f"holds to {guess.holds_to:,}" if guess.failure is None else f"fails at {','.join(map(str, guess.failure))}"
            rows.append((f"conjecture, {found}", guess.where, guess.statement))
        return html_table(("", "of", "statement"), rows)

    @property
    def period(self) -> Period | None:
        """The proved period of the Grundy values of a game of one heap."""
        periods = (proved.period for proved in self.theorems if proved.period is not None and proved.where is None)
        return next(periods, None)


@dataclass(frozen=True)
class SurveyRow:
    """What `Runtime.survey` found out about one game: the period of its heaps, or a theorem; `error` says why nothing is known."""

    game: str
    parameters: dict[str, object]
    heaps: int | None
    largest: int | None  #: value
    rare: int | None  #: heaps
    period: Period | None
    statement: str | None
    error: str | None


class Survey(List[SurveyRow]):
    """The rows that `Runtime.survey` answers; notebooks show them as a table."""

    def _repr_html_(self) -> str:
        def known(row: SurveyRow) -> str | None:
            if row.error is not None:
                return row.error
            if row.period is None:
                return row.statement
            sure = "proved" if row.period.proved else f"seen to {row.period.checked_to:,}"
            return f"period {row.period.period:,} from {row.period.preperiod:,}, saltus {row.period.saltus:,}, {sure}"

        names = list(dict.fromkeys(name for row in self for name in row.parameters))
        rows = ((row.game, *(row.parameters.get(name) for name in names), row.largest, known(row)) for row in self)
        return html_table(("game", *names, "largest value", "known"), rows)


@dataclass(frozen=True)
class Fallback:
    """A method that was run before the one that answered, and why it did not come to an end."""

    method: str
    why: str


@dataclass(frozen=True)
class Map:
    """The picture of a table, from `Game.map`: notebooks show it."""

    game: str
    low: tuple[int, ...]
    high: tuple[int, ...]
    svg: str

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file, as SVG."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<map of {self.game}, {_box_text(self.low, self.high)}>"

    def _repr_svg_(self) -> str:
        return self.svg


class Sequence:
    """The values of heaps `low` to `last`: `s[n]` is that of heap n, `s.values` all of them as a NumPy array. Notebooks show a picture.

    One that was pickled has no picture any more.
    """

    def __init__(self, low: int, values: npt.NDArray[np.int64] | array.array[int], draw: Drawing | None = None) -> None:
        self.low = low
        self._values = values
        self._draw = draw

    def __copy__(self) -> Sequence:
        return Sequence(self.low, self._values, self._draw)

    def __deepcopy__(self, memo: dict[int, Any]) -> Sequence:
        return Sequence(self.low, self._values[:] if isinstance(self._values, array.array) else self._values.copy(), self._draw)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_draw": None}

    @property
    def values(self) -> npt.NDArray[np.int64]:
        """All of them, that of heap `low` first."""
        if isinstance(self._values, array.array):
            _arrays.needed("the values of a sequence")
        return self._values  # type: ignore[return-value]

    @property
    def last(self) -> int:
        return self.low + len(self._values) - 1

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[int]:
        return iter(self._values.tolist())

    def __getitem__(self, heap: int) -> int:
        if not self.low <= heap <= self.last:
            raise IndexError(f"heap {heap} is not among {self.low} to {self.last}")
        return int(self._values[heap - self.low])

    def __array__(self, dtype: npt.DTypeLike = None) -> npt.NDArray[Any]:
        return self.values if dtype is None else self.values.astype(dtype)

    def __repr__(self) -> str:
        first = " ".join(map(str, self._values[:20].tolist()))
        return f"Sequence({self.low} to {self.last}: {first}{' ...' if len(self) > 20 else ''})"

    def _repr_svg_(self) -> str | None:
        """None once the game is another than when it was asked for this."""
        return None if self._draw is None else self._draw()
