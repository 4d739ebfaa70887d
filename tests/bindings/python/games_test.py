"""Games: by name, from files, from texts; their parameters and what they say of themselves."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import ROOT

import bouton


def test_a_game_by_name():
    game = bouton.game("wythoff")
    assert (game.name, game.title, game.play) == ("wythoff", "Wythoff's Nim", "normal")
    assert (game.dimensions, game.coordinates) == (2, ("S", "L"))
    assert game.file.endswith("wythoff.lua") and "Wythoff" in game.source and game.text
    assert game.example.coordinates == (29, 51)
    assert "closed form" in game.explain()
    assert repr(game) == "<game wythoff>"
    assert bouton.game("misere-nim").play == "misere"


def test_all_names():
    assert set(bouton.games()) >= {path.stem for path in (ROOT / "rules").rglob("*.lua")}


def test_rule_files(tmp_path, runtime):
    file = tmp_path / "mine.lua"
    file.write_text("return game { position = { 'n' }, moves = function(n) if n > 0 then move.one(n - 1) end end }")
    game = runtime.game(file)
    assert [game.grundy(n) for n in range(5)] == [0, 1, 0, 1, 0]
    before = game(4)
    file.write_text("return game { position = { 'n' }, moves = function(n) for t = 1, n do move(n - t) end end }")
    game.reload()
    assert (game.grundy(4), before.grundy()) == (4, 0)
    file.write_text("return game {")
    with pytest.raises(bouton.RuleError) as wrong:
        game.reload()
    assert (wrong.value.file, wrong.value.line) == (str(file), 1)
    assert game.grundy(4) == 4
    runtime.add_directory(tmp_path)
    assert "mine" in runtime.games()


def test_texts(runtime):
    game = runtime.from_text(
        "return game { position = { 'n' }, moves = function(n) for t = 1, math.min(n, 3) do move.take(n - t) end end }"
    )
    assert game.name == "mine"
    assert [str(move) for move in game.winning_moves(6)] == ["take to 4"]
    copy = runtime.from_text('return variant("mine", { play = "misere" })', "other")
    assert [copy.outcome(n) for n in range(6)] == [bouton.N, bouton.P, bouton.N, bouton.N, bouton.N, bouton.P]
    assert "other" in runtime.games()


def test_parameters():
    game = bouton.game("take-away", f="3*x")
    assert game.parameters["f"].value == "3*x"
    # A. J. Schwenk (1970): f = 3x, the losing starts 1, 2, 3, 4, 6, 8, 11, 15, ...
    lost = [n for n in range(1, 20) if game.outcome(n) == bouton.P]
    assert lost == [1, 2, 3, 4, 6, 8, 11, 15]
    start = game(8)
    game.set(f="2*x")
    assert [n for n in range(1, 20) if game.outcome(n) == bouton.P] == [1, 2, 3, 5, 8, 13]
    assert start.winning_moves() == []
    assert bouton.game("take-away").parameters["f"].value is None
    assert bouton.game("subtraction", set=[1, 2, 3]).grundy(7) == 3
    assert bouton.game("subtraction", set=np.array([1, 2, 3])).parameters["set"].value == "1,2,3"
    with pytest.raises(bouton.RequestError):
        bouton.game("subtraction", set=1.5)
    with pytest.raises(bouton.RequestError, match="no parameter"):
        bouton.game("wythoff", m=5)


def test_positions_that_are_no_numbers():
    game = bouton.game("sprouts")
    assert game(3).grundy() == game("0.0.0}").grundy() == 1
    assert game("0.AB}0.AB}").outcome() == bouton.P
    start = game(3)
    assert start.coordinates == ("0.0.0}",) and game(*start.coordinates).grundy() == 1
    assert ("0.AB}0.AB}",) in [move.to[0] for move in start.winning_moves()]
    for wrong in ((3, 4), ([3, 4],), ("({3,4})",), ("0.0",), (-1,), ()):
        with pytest.raises(bouton.RequestError):
            game(*wrong).outcome()
    with pytest.raises(bouton.RequestError):
        game.table(3, 4)
    crosses = bouton.game("brussels-sprouts")
    assert crosses("{{4},{1,1}}").remoteness() == 5
    with pytest.raises(bouton.RequestError, match="not valid"):
        crosses("{{4},4}")


def test_lists_of_any_length():
    game = bouton.game("nim")
    assert game.dimensions == 1
    piles = bouton.game("chomp")
    assert piles.dimensions is None
    assert piles(4, 3).grundy() == piles([4, 3]).grundy() == piles("4,3").grundy() == 0
