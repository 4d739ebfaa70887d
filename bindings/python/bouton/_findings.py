"""Theorems, discoveries and rows of surveys, from their JSON."""

from __future__ import annotations

from typing import Any

from ._values import Conjecture, Density, Discovery, Growth, Order, Period, Proved, SurveyRow, Theorem, TheoremSet


def period_of(answer: dict[str, Any] | None) -> Period | None:
    if answer is None:
        return None
    return Period(
        answer["preperiod"], answer["period"], answer["saltus"], answer["proved"], answer["theorem"], answer["checked_to"]
    )


def growth_of(answer: dict[str, Any] | None) -> Growth | None:
    if answer is None:
        return None
    order, density = answer["order"], answer["density"]
    return Growth(
        below=tuple(map(int, answer["below"])),
        counts=tuple(map(int, answer["counts"])),
        recurrence=tuple(answer["recurrence"]),
        order=None if order is None else Order(order["power"], order["decimal"], order["logarithms"], order["limit"]),
        density=None if density is None else Density(density["of"], density["value"], density["decimal"], density["share"]),
    )


def theorem_of(answer: dict[str, Any], svg: str | None = None) -> Theorem:
    return Theorem(
        proved=answer["proved"],
        statement=answer["statement"],
        plain=answer["plain"],
        formula=answer["formula"],
        reason=answer["reason"],
        line=answer["line"],
        system=answer["system"],
        states=answer["states"],
        sets=tuple(
            TheoremSet(found["name"], found["words"], found["expression"], found["states"], found["dot"]) for found in answer["sets"]
        ),
        play_ends=answer["play_ends"],
        looked_at=answer["looked_at"],
        attempts=tuple(answer["attempts"]),
        steps=answer["steps"],
        seconds=answer["seconds"],
        growth=growth_of(answer.get("growth")),
        _svg=svg,
    )


def discovery_of(answer: dict[str, Any]) -> Discovery:
    return Discovery(
        theorem=theorem_of(answer["theorem"]),
        theorems=tuple(
            Proved(proved["kind"], proved["where"], proved["statement"], period_of(proved.get("period")))
            for proved in answer["theorems"]
        ),
        conjectures=tuple(
            Conjecture(
                found["kind"],
                found["where"],
                found["statement"],
                found["found_to"],
                found["holds_to"],
                found["checked"],
                None if found["failure"] is None else tuple(found["failure"]),
            )
            for found in answer["conjectures"]
        ),
        check_further=answer["check_further"],
        not_looked_at=answer["not_looked_at"],
        seconds=answer["seconds"],
    )


def survey_row_of(answer: dict[str, Any]) -> SurveyRow:
    return SurveyRow(
        game=answer["game"],
        parameters=dict(answer["params"]),
        heaps=answer["heaps"],
        largest=answer["largest"],
        rare=answer["rare"],
        period=period_of(answer["period"]),
        statement=answer["statement"],
        error=answer["error"],
    )
