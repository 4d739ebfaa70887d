// A game of rules/ together with a solver, for tests to ask.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/lua/load/loader.h"
#include "bouton_places.h"
#include "engine/plan/solver.h"

namespace bouton {

inline std::filesystem::path rules_directory() { return std::filesystem::path(BOUTON_SOURCE_DIRECTORY) / "rules"; }

/// How Google Test shows an outcome.
inline void PrintTo(const Outcome& outcome, std::ostream* out) { *out << letter(outcome); }

/// A rule file's game and a solver for it that uses the general machinery only: no formula.
class GameUnderTest {
 public:
  explicit GameUnderTest(std::string_view name, const lua::Settings& settings = {})
      : game_(load(name, settings)), solver_({game_->rules}, Budget{}, {.closed_form = false}) {}

  const Game& game() const { return *game_; }
  Solver& solver() { return solver_; }

  Outcome outcome(const Position& position) { return solver_.outcome(sum(position)); }
  std::optional<Nimber> nimber(const Position& position) { return solver_.grundy(sum(position)); }
  /// Of a position whose nimber is finite.
  std::uint64_t grundy(const Position& position) { return nimber(position).value().value().get_ui(); }

  /// The outcomes of all positions between `low` and `high`, both included.
  Table outcomes(Position low, Position high) {
    return solver_.table(Box(std::move(low), std::move(high)), ValueKind::outcome);
  }
  Table grundy_values(Position low, Position high) {
    return solver_.table(Box(std::move(low), std::move(high)), ValueKind::grundy);
  }
  std::set<Position> p_positions(Position low, Position high) {
    std::set<Position> found;
    solver_.positions(Box(std::move(low), std::move(high)), [&](PositionView p) { found.emplace(p); });
    return found;
  }
  /// Where the winning moves of `position` lead, in the rule's order. For games without splits.
  std::vector<Position> winning_moves(const Position& position) {
    std::vector<Position> to;
    for (const Move& move : solver_.solve(sum(position)).winning_moves) to.push_back(narrow(move.to.at(0)).value());
    return to;
  }

  static std::shared_ptr<const Game> load(std::string_view name, const lua::Settings& settings = {}) {
    lua::LoaderOptions options;
    options.rule_directories = {rules_directory()};
    options.lift = std::getenv("BOUTON_TESTS_INTERPRET") == nullptr;
    return lua::load_game(name, settings, options);
  }
  static Sum sum(const Position& position) { return {{0, widen(position)}}; }

 private:
  std::shared_ptr<const Game> game_;
  Solver solver_;
};

}  // namespace bouton
