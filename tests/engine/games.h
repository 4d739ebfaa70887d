// Small games in C++ for the engine's tests.
#pragma once

#include <algorithm>
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

inline GamePointer make_game(Domain domain, std::function<void(PositionView, Options&)> options, Play play = Play::normal) {
  auto game = std::make_shared<FunctionRules>();
  game->game_domain = std::move(domain);
  game->game_options = std::move(options);
  game->game_play = play;
  return game;
}

inline Domain one_heap() { return Domain::fixed({{.name = "n"}}); }
inline Domain two_heaps() { return Domain::fixed({{.name = "S"}, {.name = "L"}}); }
inline Domain heaps() { return Domain::piles({.name = "a"}); }

inline GamePointer nim(Play play = Play::normal) {
  return make_game(
      one_heap(),
      [](PositionView p, Options& out) {
        for (Coordinate n = p[0]; n-- > 0;) out.add(Position{n});
      },
      play);
}

/// Nim with all heaps in one position.
inline GamePointer piles_nim(Play play = Play::normal) {
  GamePointer game = make_game(
      heaps(),
      [](PositionView p, Options& out) {
        for (std::size_t i = 0; i < p.size(); ++i)
          for (Coordinate left = 0; left < p[i]; ++left) {
            Position to(p);
            to[i] = left;
            out.add(to);
          }
      },
      play);
  game->game_normalize = [](Position& position) { std::ranges::sort(position); };
  return game;
}

inline void wythoff_options(PositionView p, Options& out) {
  for (Coordinate t = 1; t <= p[0]; ++t) out.add(Position{p[0] - t, p[1]});
  for (Coordinate t = 1; t <= p[1]; ++t) out.add(Position{p[0], p[1] - t});
  for (Coordinate t = 1; t <= std::min(p[0], p[1]); ++t) out.add(Position{p[0] - t, p[1] - t});
}

inline GamePointer wythoff(Play play = Play::normal, bool symmetric = true) {
  GamePointer game = make_game(two_heaps(), wythoff_options, play);
  if (symmetric) game->game_normalize = [](Position& position) { std::ranges::sort(position); };
  return game;
}

/// Knock down one or two adjacent pins of a row; what is left are two rows.
inline GamePointer kayles(Play play = Play::normal) {
  return make_game(
      one_heap(),
      [](PositionView p, Options& out) {
        for (Coordinate take = 1; take <= std::min<Coordinate>(2, p[0]); ++take)
          for (Coordinate left = 0; left <= p[0] - take; ++left) {
            for (const Coordinate row : {left, p[0] - take - left})
              if (row > 0) out.add_part(Position{row});
            out.end_split();
          }
      },
      play);
}

inline GamePointer nimrod() {
  return make_game(Domain::fixed({{.name = "p"}, {.name = "r", .least = 1}}), [](PositionView p, Options& out) {
    for (Coordinate r = std::max<Coordinate>(1, p[1] - 1); r <= std::min(p[0], p[1] + 1); ++r) out.add(Position{p[0] - r, r});
  });
}

/// Two heaps; while both are non-empty one may pass.
inline GamePointer pass_nim(Play play = Play::normal) {
  return make_game(
      two_heaps(),
      [](PositionView p, Options& out) {
        for (Coordinate t = 1; t <= p[0]; ++t) out.add(Position{p[0] - t, p[1]});
        for (Coordinate t = 1; t <= p[1]; ++t) out.add(Position{p[0], p[1] - t});
        if (p[0] > 0 && p[1] > 0) out.add(p);
      },
      play);
}

/// From a heap of 2 take 1; from a larger one take 1, 2 or all. A heap of 1 is a draw, and who faces no heap has lost.
inline GamePointer drawing_game() {
  GamePointer game = make_game(
      one_heap(),
      [](PositionView p, Options& out) {
        if (p[0] <= 1) return;
        out.add(Position{p[0] - 1});
        if (p[0] > 2) out.add(Position{p[0] - 2});
        if (p[0] > 2) out.add(Position{0});
      },
      Play::by_position);
  game->game_terminal = [](PositionView p) { return p[0] == 1 ? Outcome::draw : Outcome::P; };
  return game;
}

/// A heap that may grow: play that never comes back.
inline GamePointer endless() {
  return make_game(one_heap(), [](PositionView p, Options& out) { out.add(Position{p[0] + 1}); });
}

/// One of n nodes; the options of each are listed. Perhaps with cycles.
using Graph = std::vector<std::vector<std::size_t>>;

inline GamePointer graph_game(Graph graph, Play play = Play::normal) {
  return make_game(
      one_heap(),
      [graph = std::move(graph)](PositionView p, Options& out) {
        for (const std::size_t to : graph[static_cast<std::size_t>(p[0])]) out.add(Position{static_cast<Coordinate>(to)});
      },
      play);
}

}  // namespace bouton::test
