#include "tests/engine/games.h"

#include <algorithm>

namespace bouton::test {

GamePointer make_game(Domain domain, std::function<void(PositionView, Options&)> options, Play play) {
  auto game = std::make_shared<FunctionRules>();
  game->game_domain = std::move(domain);
  game->game_options = std::move(options);
  game->game_play = play;
  return game;
}

Domain one_heap() { return Domain::fixed({{.name = "n"}}); }
Domain two_heaps() { return Domain::fixed({{.name = "S"}, {.name = "L"}}); }
Domain heaps() { return Domain::piles({.name = "a"}); }

GamePointer nim(Play play) {
  return make_game(
      one_heap(),
      [](PositionView p, Options& out) {
        for (Coordinate n = p[0]; n-- > 0;) out.add(Position{n});
      },
      play);
}

GamePointer piles_nim(Play play) {
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

void wythoff_options(PositionView p, Options& out) {
  for (Coordinate t = 1; t <= p[0]; ++t) out.add(Position{p[0] - t, p[1]});
  for (Coordinate t = 1; t <= p[1]; ++t) out.add(Position{p[0], p[1] - t});
  for (Coordinate t = 1; t <= std::min(p[0], p[1]); ++t) out.add(Position{p[0] - t, p[1] - t});
}

GamePointer wythoff(Play play, bool symmetric) {
  GamePointer game = make_game(two_heaps(), wythoff_options, play);
  if (symmetric) game->game_normalize = [](Position& position) { std::ranges::sort(position); };
  return game;
}

GamePointer kayles(Play play) {
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

GamePointer nimrod() {
  return make_game(Domain::fixed({{.name = "p"}, {.name = "r", .least = 1}}), [](PositionView p, Options& out) {
    for (Coordinate r = std::max<Coordinate>(1, p[1] - 1); r <= std::min(p[0], p[1] + 1); ++r) out.add(Position{p[0] - r, r});
  });
}

GamePointer pass_nim(Play play) {
  return make_game(
      two_heaps(),
      [](PositionView p, Options& out) {
        for (Coordinate t = 1; t <= p[0]; ++t) out.add(Position{p[0] - t, p[1]});
        for (Coordinate t = 1; t <= p[1]; ++t) out.add(Position{p[0], p[1] - t});
        if (p[0] > 0 && p[1] > 0) out.add(p);
      },
      play);
}

GamePointer drawing_game() {
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

GamePointer endless() {
  return make_game(one_heap(), [](PositionView p, Options& out) { out.add(Position{p[0] + 1}); });
}

GamePointer graph_game(Graph graph, Play play) {
  return make_game(
      one_heap(),
      [graph = std::move(graph)](PositionView p, Options& out) {
        for (const std::size_t to : graph[static_cast<std::size_t>(p[0])]) out.add(Position{static_cast<Coordinate>(to)});
      },
      play);
}

}  // namespace bouton::test
