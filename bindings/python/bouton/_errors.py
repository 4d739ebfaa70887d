"""Errors of the library as exceptions."""

from __future__ import annotations

from . import _library as c


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


class SpaceError(InternalError):
    """The memory that was given for an answer is too small: this package asks again."""


_KINDS = {
    c.ERROR_REQUEST: RequestError,
    c.ERROR_RULE: RuleError,
    c.ERROR_LIMIT: LimitError,
    c.ERROR_CANCELLED: Cancelled,
    c.ERROR_SPACE: SpaceError,
}


def error_of(status: int) -> BaseException:
    """The exception for a status below 0, with what the library says."""
    message = c.text(c.call("error_message")()).replace("bouton_limits.", "Runtime's ")
    if status == c.ERROR_MEMORY:
        return MemoryError(message)
    error = _KINDS.get(status, InternalError)(message)
    error.file = c.text(c.call("error_file")()) or None
    error.line = c.call("error_line")() or None
    return error


def check(status: int) -> int:
    """The status, if it is no error."""
    if status < 0:
        raise error_of(status)
    return status
