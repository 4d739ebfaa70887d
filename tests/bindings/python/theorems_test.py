"""Theorems, discoveries and surveys, beside what the literature says."""

from __future__ import annotations

import pytest

import bouton

WRONG = "return game { position = { 'n' }, moves = function(n) if n > 0 then move(n - 1) end end,\n closed_form = 'nim' }"


def test_theorem():
    # Lost iff the number ends in an odd number of binary zeros (Fraenkel): an automaton of base 2.
    theorem = bouton.game("mark").theorem()
    assert theorem and theorem.system == "base 2" and theorem.reason is None
    assert [found.name for found in theorem.sets] == ["P-positions"] and theorem.sets[0].dot.startswith("digraph")
    assert theorem.statement in str(theorem) and theorem.states == sum(found.states for found in theorem.sets)
    none = bouton.game("mark").theorem(steps=1)
    assert not none and none.statement is None and none.reason in str(none)


def test_theorem_that_the_rules_do_not_state():
    theorem = bouton.from_text(
        "return game { position = { 'n' },\n  moves = function(n) for t = 1, n do if t * t <= n then move(n - t) end end end }"
    ).theorem()
    assert not theorem and theorem.line == 2


def test_theorem_of_piles():
    assert bouton.game("misere-nim").theorem(2)
    for piles in (0, -1, 65, 2**64):
        with pytest.raises(bouton.RequestError):
            bouton.game("misere-nim").theorem(piles)
    with pytest.raises(bouton.RequestError):
        bouton.game("mark").theorem(1)
    with pytest.raises(bouton.RequestError):
        bouton.game("misere-nim").theorem(2, value=1)


def test_theorem_of_all_values():
    # The value of two heaps of nim is their nim-sum (Sprague 1935, Grundy 1939).
    theorem = bouton.game("moore", k=1).theorem(2, value="all")
    assert theorem and [found.name for found in theorem.sets] == ["P-positions", "Grundy values"]
    assert theorem.sets[1].words == "G is the nim-sum of a[1] and a[2]"
    with pytest.raises(bouton.RequestError):
        bouton.game("misere-nim").theorem(2, value="all")


def test_theorem_of_values():
    # One pile from which one or two are taken: the value is the remainder by 3.
    game = bouton.from_text("return game { position = { 'n' }, moves = function(n) for t = 1, math.min(n, 2) do move(n - t) end end }")
    theorem = game.theorem(value=2)
    assert theorem and len(theorem.sets) == 3
    with pytest.raises(bouton.RequestError):
        game.theorem(value=64)


def test_discover():
    # R. K. Guy, C. A. B. Smith (1956)
    found = bouton.game("kayles").discover()
    assert found.theorem and "period 12 from 71" in found.theorem.statement
    assert found.period == bouton.Period(71, 12, 0, True, found.period.theorem, found.period.checked_to)
    assert [proved.kind for proved in found.theorems] == ["period"] and "period 12" in str(found.theorems[0])
    wythoff = bouton.game("wythoff").discover()
    assert wythoff.theorem and wythoff.period is None
    for conjecture in wythoff.conjectures:
        assert conjecture.failure is not None or conjecture.holds_to > conjecture.found_to
    assert wythoff.check_further is None and found.check_further is None
    lasker = bouton.game("lasker")
    assert lasker.discover().check_further == "bouton discover lasker --further 2"
    assert lasker.discover(further=2).check_further == "bouton discover lasker --further 4"
    with pytest.raises(bouton.RequestError):
        lasker.discover(further=65)


def test_survey(tmp_path):
    # The same paper: the period of Dawson's Kayles, 0.07, is 34, from heap 53 on.
    rows = bouton.survey("octal:0.0d", 300)
    assert [row.parameters["code"] for row in rows] == [f"0.0{digit}" for digit in range(8)]
    dawson = rows[7]
    assert (dawson.period.preperiod, dawson.period.period, dawson.period.proved) == (53, 34, True)
    assert dawson.largest == 9 and dawson.error is None  # the largest value of 0.07, in the same paper
    (tmp_path / "a.lua").write_text("return variant('kayles', {})")
    (tmp_path / "b.lua").write_text("return 1")
    kayles, wrong = bouton.survey(tmp_path, 300)
    assert kayles.period.period == 12 and kayles.error is None
    assert wrong.period is None and "b.lua" in wrong.error


def test_survey_of_parameters():
    runtime = bouton.Runtime()
    runtime.add_source(
        "few",
        "local most = param('most', 1)\n"
        "return game { position = { 'n' }, moves = function(n) for t = 1, math.min(n, most) do move(n - t) end end }",
    )
    rows = runtime.survey("few", 200, most=range(1, 6))
    assert [(row.parameters["most"], row.period.period) for row in rows] == [(most, most + 1) for most in range(1, 6)]
    assert len(runtime.survey("few", 200, most="3:4")) == 2 and len(runtime.survey("few", 200, most=3)) == 1
    for wrong in (range(0), range(1, 9, 2), range(9, 1, -1), "5:3"):
        with pytest.raises(bouton.RequestError):
            runtime.survey("few", 200, most=wrong)
    with pytest.raises(bouton.RequestError):
        runtime.survey("few", 0)
    with pytest.raises(bouton.RequestError):
        runtime.survey("no-such-game")


def test_a_survey_is_stopped_by_who_hears_of_it():
    heard = []

    def progress(doing, done, total):
        heard.append((doing, total))
        raise KeyboardInterrupt

    runtime = bouton.Runtime(progress=progress)
    with pytest.raises(KeyboardInterrupt):
        runtime.survey("octal:0.ddd", 5000)
    assert heard[0][1] in (512, None)


def test_fallbacks():
    heaps = bouton.Runtime(lift=False).from_text(
        """return game { position = piles('a'), symmetric = true, independent = true, moves = function(a)
          for i = 1, #a do for t = 1, a[i] do
            if t % 3 ~= 2 or t == a[i] then move(a:with(i, a[i] - t)) end end end end }"""
    )
    assert heaps.solve(3, 5).fallbacks == ()
    answer = heaps.solve(120, 130, 140, 150)
    (fallback,) = answer.fallbacks
    assert answer.solver == "nimbers" and fallback.method == "search" and "without an end" in fallback.why


def test_a_false_claim_is_an_error_of_the_first_question():
    game = bouton.from_text(WRONG)
    assert len(game(9).options()) == 1
    for question in (game(9).outcome, game.discover, game.theorem, lambda: game.period(9), lambda: game.table(9)):
        with pytest.raises(bouton.RuleError) as raised:
            question()
        assert raised.value.line == 2
    assert not game.verify()
