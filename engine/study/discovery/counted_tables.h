// Tables for conjectures, each with a share of work that is counted, never timed: so the same ones are there on every machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/budget.h"
#include "engine/plan/solver.h"
#include "engine/position/box.h"
#include "engine/rules/game.h"
#include "engine/values/table.h"

namespace bouton {

/// The bytes that a table may take: so many times the usual share, at most what was asked for.
std::size_t share_of_memory(std::size_t asked, std::size_t times);

/// The tables of one game, found without its formulas and claims. Throws RuleError and Interrupted.
class CountedTables {
 public:
  /// `game` and `budget` must outlive this object. The share of a table is `times` the usual one.
  CountedTables(const Game& game, const Budget& budget, std::int64_t times = 1);

  /// For questions that are short.
  Solver& solver() { return *solver_; }
  /// The values of the box; nothing, and a note, where they take more than a share of memory or of polls of the budget.
  std::optional<Table> table(const Box& box, ValueKind kind);
  /// Calls `visit` with the P-positions of the box. False, and a note, where they take more than a share; then `visit` may have
  /// seen some.
  bool positions(const Box& box, const std::function<void(PositionView)>& visit);
  /// Throws LimitError, naming `what`, if so many bytes, beside a table, are more than its share of memory.
  void check_memory(std::size_t bytes, std::string_view what) const { budget_.check_memory(bytes, what); }
  /// What was not found, a phrase each: what it was, and why not.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  bool within_share(std::string_view what, const Box& box, const std::function<void()>& ask);
  void begin();

  const Game& game_;
  const Budget& outer_;
  const std::int64_t most_polls_;  ///< of one table
  Budget budget_;
  std::atomic<std::int64_t> polls_left_;
  std::unique_ptr<Solver> solver_;
  std::vector<std::string> notes_;
};

}  // namespace bouton
