"""The statuses of the library as exceptions."""

from __future__ import annotations

from . import _library as c
from ._errors import Cancelled, InternalError, LimitError, RequestError, RuleError, SpaceError

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
    """The status, if it is not an error."""
    if status < 0:
        raise error_of(status)
    return status
