"""Where libbouton is, and its functions as ctypes sees them: a line for each that bouton.h declares."""

from __future__ import annotations

import ctypes
import functools
import os
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Callable

from . import _crossing
from ._copies import OfThisProcess

OK, NOT_YET, UNKNOWN = 0, 1, 2
ALL_VALUES = 2**64 - 1
ERROR_REQUEST, ERROR_RULE, ERROR_LIMIT, ERROR_CANCELLED, ERROR_MEMORY, ERROR_SPACE = -1, -2, -3, -4, -5, -6

ABI = 1
_FILE = f"libbouton.so.{ABI}"

Progress = ctypes.CFUNCTYPE(c_int32, c_void_p, c_char_p, c_uint64, c_uint64)

#: Nobody is told.
NO_PROGRESS: Any = ctypes.cast(c_void_p(), Progress)


class Limits(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("memory", c_uint64),
        ("lua_memory", c_uint64),
        ("load_seconds", c_double),
        ("call_seconds", c_double),
        ("threads", c_uint32),
        ("no_lift", c_uint32),
        ("no_native", c_uint32),
    ]

    def set(self, name: str, value: Any) -> None:
        """Sets a field to what a caller gave."""
        kind = dict(self._fields_)[name]
        setattr(self, name, (_crossing.seconds(value, name) if kind is c_double else _crossing.number(kind, value, name)))


class Setting(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("value", c_char_p)]


class Value(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("outcome", c_int32),
        ("has_grundy", c_int32),
        ("grundy", c_int64),
        ("remoteness", c_int64),
    ]


class Period(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("preperiod", c_int64),
        ("period", c_int64),
        ("saltus", c_int64),
        ("checked_to", c_int64),
        ("proved", c_int32),
        ("theorem", ctypes.c_char * 76),
    ]


# How the arguments and results are written below: h a handle, H where one is stored, s a text, p a path, b and n the caller's memory for
# a text and how long it is, i and l integers of 32 and 64 bits, I and L where they are stored, z a size, Z where it is stored, d a
# floating-point number, u an unsigned integer of 64 bits, U where it is stored, - nothing. What a caller may give is a text, a path or an
# integer, and has a name behind it: it is checked before it crosses.
_TYPES: dict[str, Any] = {
    "h": c_void_p, "H": POINTER(c_void_p), "s": c_char_p, "p": c_char_p, "b": c_char_p, "n": POINTER(c_size_t), "i": c_int32, "l": c_int64,
    "I": POINTER(c_int32), "L": POINTER(c_int64), "z": c_size_t, "Z": POINTER(c_size_t), "d": c_double, "u": c_uint64,
    "U": POINTER(c_uint64), "-": None, "limits": POINTER(Limits), "settings": POINTER(Setting), "value": POINTER(Value),
    "period": POINTER(Period), "progress": Progress, "cells": c_void_p, "handles": POINTER(c_void_p),
}

# name: result, arguments
FUNCTIONS = {
    "version": "s",
    "abi": "i",
    "keep_theorems": "i p:folder",
    "error_message": "s",
    "error_file": "s",
    "error_line": "i",
    "status_name": "s i",
    "limits_init": "- limits",
    "runtime_create": "i limits H",
    "runtime_destroy": "- h",
    "runtime_add_directory": "i h p:directory",
    "runtime_add_source": "i h s:name b z",
    "runtime_games": "i h H",
    "runtime_set_time_budget": "i h d",
    "runtime_cancel": "- h",
    "runtime_set_progress": "i h progress h",
    "runtime_progress": "i h U U",
    "list_size": "z h",
    "list_at": "s h z",
    "list_destroy": "- h",
    "game_load": "i h p:name settings z H",
    "game_destroy": "- h",
    "game_reload": "i h",
    "game_set": "i h s:name s:value",
    "game_set_play": "i h i",
    "game_name": "s h",
    "game_title": "s h",
    "game_source": "s h",
    "game_text": "s h",
    "game_file": "s h",
    "game_dimensions": "i h",
    "game_coordinate": "s h i",
    "game_range": "i h i L L",
    "game_play": "i h",
    "game_blocking": "l h",
    "game_parameters": "i h H H",
    "game_explain": "i h b z n",
    "position_parse": "i h s:position H",
    "position_of": "i h L z H",
    "position_example": "i h H",
    "position_sum": "i handles z H",
    "position_compound": "i handles z s:way H",
    "position_way": "s h",
    "position_destroy": "- h",
    "position_components": "z h",
    "position_obliged": "i h",
    "position_text": "i h z b z n",
    "position_game": "s h z",
    "position_show": "i h z b z n",
    "position_coordinates": "i h z L z Z",
    "options": "i h H",
    "result": "i h I",
    "moves_size": "z h",
    "moves_complete": "i h",
    "moves_destroy": "- h",
    "move_label": "s h z",
    "move_component": "z h z",
    "move_kind": "i h z",
    "move_parts": "z h z",
    "move_text": "i h z z b z n",
    "move_json": "i h z H",
    "move_make": "i h z H",
    "outcome": "i h I",
    "grundy": "i h L",
    "grundy_text": "i h b z n",
    "remoteness": "i h L",
    "suspense": "i h L",
    "longest": "i h L",
    "winning_moves": "i h z:most H",
    "valued_moves": "i h H",
    "move_value": "i h z value",
    "best_move": "i h i:level u:seed H",
    "player_move": "i h s:player u:seed H",
    "player_forbids": "i h s:player u:seed H",
    "player_move_but": "i h s:player u:seed H",
    "moves_pick": "i h Z z H",
    "table": "i h L L z i cells z Z",
    "p_positions": "i h L L z cells z Z",
    "sequence": "i h l:last i cells z L Z",
    "sequence_period": "i h l:last i period",
    "solve": "i h z:most H",
    "count": "i h L L z s u:heaps i u:mod H",
    "quotient": "i h l:last H",
    "quotient_below": "i h H",
    "genus": "i h H",
    "why": "i h H",
    "verify": "i h L L z H",
    "graph": "i h u:most H",
    "match": "i h s:player s:other u:games u:seed H",
    "theorem": "i h u:piles u:value u:steps H",
    "discover": "i h u:piles H",
    "discover_further": "i h u:piles u:further H",
    "survey": "i h p:family settings z l:last H",
    "draw_table": "i h L L z i H",
    "draw_sequence": "i h l:last i H",
    "draw_graph": "i h u:most H",
    "draw_theorem": "i h u:piles u:value u:steps H",
}


def _trees() -> list[Path]:
    """Where `lib` and `share` may be: in this package itself, as a wheel has it, and in the folders around it."""
    return list(Path(__file__).resolve().parents)[:7]


def _candidates() -> list[str]:
    """The one that BOUTON_LIBRARY names; the one of the tree that this package was installed to; else the system's."""
    named = os.environ.get("BOUTON_LIBRARY")
    if named:
        return [named]
    found: list[str] = []
    for folder in _trees():
        found += map(str, sorted([*folder.glob(_FILE), *folder.glob(f"lib/{_FILE}"), *folder.glob(f"lib/*/{_FILE}")]))
    return [*found, _FILE]


def rule_directories() -> list[Path]:
    """The directories of BOUTON_RULES, then that of the tree that this package was installed to."""
    directories = [Path(name) for name in os.environ.get("BOUTON_RULES", "").split(":") if name]
    for folder in _trees():
        rules = folder / "share" / "bouton" / "rules"
        if rules.is_dir():
            directories.append(rules)
            break
    return [directory for directory in directories if directory.is_dir()]


def _check_of(argument: str) -> Callable[[Any], Any] | None:
    """What checks such an argument; None: nobody needs to."""
    kind, _, name = argument.partition(":")
    if not name:
        return None
    if kind in "sp":
        return functools.partial(_crossing.text if kind == "s" else _crossing.path, name=name)
    return functools.partial(_crossing.number, _TYPES[kind], name=name)


def _checked(function: Any, arguments: list[str]) -> Callable[..., Any]:
    """The function behind its checks."""
    checks = [_check_of(argument) for argument in arguments]
    if not any(checks):
        plain: Callable[..., Any] = function
        return plain

    def call_checked(*values: Any) -> Any:
        return function(*(value if check is None else check(value) for check, value in zip(checks, values, strict=True)))

    return call_checked


def _load() -> dict[str, Callable[..., Any]]:
    reasons = []
    for candidate in _candidates():
        try:
            library = ctypes.CDLL(candidate)
        except OSError as error:
            reasons.append(str(error))
            continue
        functions = {}
        for name, signature in FUNCTIONS.items():
            function = getattr(library, "bouton_" + name)
            result, *arguments = signature.split()
            function.restype = _TYPES[result]
            function.argtypes = [_TYPES[argument.partition(":")[0]] for argument in arguments]
            functions[name] = _checked(function, arguments)
        return functions
    raise ImportError("libbouton was not found; set BOUTON_LIBRARY to its path (" + "; ".join(reasons) + ")")


_functions = _load()


def call(name: str) -> Callable[..., Any]:
    """The function bouton_NAME, which checks what a caller gave."""
    return _functions[name]


def text(value: bytes | None) -> str:
    return value.decode("utf-8", "replace") if value else ""


class Handle(OfThisProcess):
    """Something that the library made, which is destroyed with this object."""

    __slots__ = ("_as_parameter_", "_destroy", "__weakref__")

    def __init__(self, pointer: c_void_p, kind: str) -> None:
        self._as_parameter_: c_void_p | None = pointer
        self._destroy = call(kind + "_destroy")

    def close(self) -> None:
        """Destroys it now. Whatever is asked of it later is an error."""
        pointer, self._as_parameter_ = self._as_parameter_, None
        if pointer is not None:
            self._destroy(pointer)

    def __del__(self) -> None:
        self.close()


def texts(pointer: c_void_p) -> list[str]:
    """The texts of a list, which is given back."""
    handle = Handle(pointer, "list")
    at = call("list_at")
    return [text(at(handle, index)) for index in range(call("list_size")(handle))]
