"""What may be wrong, as exceptions."""

from __future__ import annotations


class Error(Exception):
    """Whatever Bouton says is wrong. `file` and `line` name the rule file to blame, where there is one."""

    file: str | None = None
    line: int | None = None


class RequestError(Error, ValueError):
    """The question cannot be asked: no such game, a position outside of the game, ..."""


class RuleError(Error):
    """The rule file is wrong."""


class LimitError(Error):
    """A limit of the runtime was reached; the message says which argument of Runtime raises it."""


class Cancelled(Error):
    """`Runtime.cancel()` or the progress function ended the question."""


class InternalError(Error):
    """A fault of Bouton's own."""


class NumPyMissing(Error, ImportError):
    """What was asked for is a NumPy array, and there is no NumPy."""


class SpaceError(InternalError):
    """The memory that was given for an answer is too small: this package asks again."""
