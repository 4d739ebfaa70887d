"""Bouton: impartial games, their rules as Lua files, their values as NumPy arrays.

    >>> import bouton
    >>> wythoff = bouton.game("wythoff")
    >>> wythoff.grundy(7, 9)
    14
"""

from __future__ import annotations

import os

from . import _library
from ._arrays import INFINITE, NONE
from ._errors import Cancelled, Error, InternalError, LimitError, NumPyMissing, RequestError, RuleError
from ._game import Bound, Game, Play, Setting
from ._position import Coordinate, Move, MovePart, Position, Solution, compound
from ._progress import Progress, ProgressLine
from ._runtime import Runtime, usual_runtime
from ._status import check
from ._values import (
    DRAW,
    LOONY,
    Check,
    Conjecture,
    Count,
    Density,
    Discovery,
    Edge,
    Fallback,
    Genus,
    Graph,
    Growth,
    Grundy,
    Infinity,
    Loony,
    Map,
    Match,
    N,
    Node,
    Order,
    Outcome,
    P,
    Parameter,
    Period,
    Proved,
    Quotient,
    Reason,
    Sequence,
    Side,
    Survey,
    SurveyRow,
    Theorem,
    TheoremSet,
    Value,
    Verification,
    Word,
)

__version__: str = _library.text(_library.call("version")())


def game(name: str | os.PathLike[str], /, *, play: Play | None = None, **parameters: Setting) -> Game:
    """The game of this name, or in the rule file at this path; see Runtime.game."""
    return usual_runtime().game(name, play=play, **parameters)


def from_text(text: str, /, name: str = "mine", *, play: Play | None = None, **parameters: Setting) -> Game:
    """The game whose rule file is `text`; see Runtime.from_text."""
    return usual_runtime().from_text(text, name, play=play, **parameters)


def survey(family: str | os.PathLike[str], /, last: int = 2000, **parameters: Setting | range) -> Survey:
    """A row for each game of a family; see Runtime.survey."""
    return usual_runtime().survey(family, last, **parameters)


def games() -> list[str]:
    """The names of all games."""
    return usual_runtime().games()


def keep_theorems(folder: str | os.PathLike[str] | None, /) -> None:
    """Theorems about positions of any size, which answer for rules without a formula, are kept in this folder from one run to
    the next, and proved again when they are read; None: nothing is kept, as at first. All runtimes share this."""
    check(_library.call("keep_theorems")("" if folder is None else folder))


def show_progress(shown: bool | Progress = True) -> None:
    """Shows how far questions have come, in notebooks and on terminals; or tells a function of one's own."""
    usual_runtime().progress = (ProgressLine() if shown else None) if isinstance(shown, bool) else shown


__all__ = [
    "DRAW", "INFINITE", "LOONY", "N", "NONE", "P",
    "Bound", "Cancelled", "Check", "Conjecture", "Coordinate", "Count", "Density", "Discovery", "Edge", "Error", "Fallback", "Game", "Genus", "Graph",
    "Growth", "Grundy", "Infinity", "InternalError", "LimitError", "Loony", "Map", "Match", "Move", "MovePart", "Node", "NumPyMissing", "Order", "Outcome", "Parameter", "Period",
    "Play", "Position", "Progress", "ProgressLine", "Proved", "Quotient", "Reason", "RequestError", "RuleError", "Runtime", "Sequence", "Setting", "Side",
    "Solution", "Survey", "SurveyRow", "Theorem", "TheoremSet", "Value", "Verification", "Word",
    "compound", "from_text", "game", "games", "keep_theorems", "show_progress", "survey", "usual_runtime",
]  # fmt: skip
