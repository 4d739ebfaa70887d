// Small games in C++ for the engine's tests.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/base/errors.h"
#include "engine/rules/rules.h"

namespace bouton::test {

/// Rules put together from functions.
class FunctionRules : public Rules {
 public:
  Domain game_domain;
  std::function<void(PositionView, Options&)> game_options;
  Play game_play = Play::normal;
  std::function<Outcome(PositionView)> game_terminal;
  std::function<bool(PositionView)> game_valid;
  std::function<void(Position&)> game_normalize;
  bool game_independent = false;
  mutable std::atomic<std::size_t> asked = 0;  ///< how often the options of a position were asked for, by all threads

  const Domain& domain() const override { return game_domain; }
  void options(PositionView position, Options& out) const override {
    ++asked;
    game_options(position, out);
  }
  Play play() const override { return game_play; }
  bool independent() const override { return game_independent; }
  Outcome terminal_outcome(PositionView position) const override {
    return game_terminal ? game_terminal(position) : bouton::terminal_outcome(game_play);
  }
  bool valid(PositionView position) const override { return !game_valid || game_valid(position); }
  void normalize(Position& position) const override {
    if (game_normalize) game_normalize(position);
  }
};

using GamePointer = std::shared_ptr<FunctionRules>;

GamePointer make_game(Domain domain, std::function<void(PositionView, Options&)> options, Play play = Play::normal);

Domain one_heap();
Domain two_heaps();
Domain heaps();

GamePointer nim(Play play = Play::normal);

/// Nim with all heaps in one position.
GamePointer piles_nim(Play play = Play::normal);

void wythoff_options(PositionView p, Options& out);

GamePointer wythoff(Play play = Play::normal, bool symmetric = true);

/// Knock down one or two adjacent pins of a row; what is left are two rows.
GamePointer kayles(Play play = Play::normal);

GamePointer nimrod();

/// Two heaps; while both are non-empty one may pass.
GamePointer pass_nim(Play play = Play::normal);

/// From a heap of 2 take 1; from a larger one take 1, 2 or all. A heap of 1 is a draw, and who faces no heap has lost.
GamePointer drawing_game();

/// A heap that may grow: play that never comes back.
GamePointer endless();

/// One of n nodes; the options of each are listed. Perhaps with cycles.
using Graph = std::vector<std::vector<std::size_t>>;

GamePointer graph_game(Graph graph, Play play = Play::normal);

}  // namespace bouton::test
