// How many positions there are, without a list of them: P-positions of boxes of any size, and of sums of many positions; and
// how often each value occurs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/plan/solver.h"
#include "engine/position/integer.h"
#include "engine/rules/game.h"
#include "engine/theorem/predicate/predicate.h"
#include "engine/values/table.h"
#include "engine/values/value_sink.h"

namespace bouton {

struct CountRequest {
  BigPosition low, high;      ///< a box of positions of the game
  std::optional<Term> total;  ///< of the coordinates: what is added up
  Integer modulus = 0;        ///< all is known modulo this; 0: exactly
  /// Sums of so many positions, each of the box; nothing: single positions.
  struct Heaps {
    std::uint64_t number = 0;
    bool multisets = false;  ///< sums that differ in the order of their positions alone are one
  };
  std::optional<Heaps> heaps = {};
};

/// A request as people state it.
struct StatedCount {
  BigPosition low, high;
  std::optional<std::string> total = {};  ///< a Lua expression of the coordinates, such as "S + L"
  std::uint64_t heaps = 0;                ///< 0: single positions
  bool multisets = false;
  std::uint64_t modulus = 0;
};
/// Throws RequestError where the game has no such box, the expression is none, or multisets are asked for without heaps.
CountRequest count_request(const Game& game, const StatedCount& stated);

struct Counted {
  Integer count;
  std::optional<Integer> total;  ///< of the P-positions; of sums, of all their positions together
  std::string by;                ///< the method, as people read it
};

/// The P-positions of the box. Where they are not listed in a moment, or do not fit into 64 bits, a theorem that is known or
/// found counts them; `only` a method alone: as if it were asked for the positions. Sums of positions are counted by the
/// distribution of their Grundy values, which must be finite and are found as a table. Throws RequestError where the rules have
/// no Grundy values that add up, where the box has no table or no theorem, or `total` is none at some position; what Solver
/// throws.
Counted count_positions(const Game& game, Solver& solver, const CountRequest& request, const std::optional<MethodChoice>& only,
                        const Budget& budget);

/// How often each value occurs: ascending; of a Grundy table those of loopy positions, of a remoteness table draws, after the
/// others.
struct Histogram {
  ValueKind kind = ValueKind::grundy;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> values;
  std::vector<std::pair<std::string, std::uint64_t>> others;  ///< "loony", "∞(0,2)"; of remotenesses "draw"
  /// The value as people read it: a number, or an outcome's name.
  std::string text(std::uint32_t value) const;
};
Histogram histogram_of(const Table& table);
/// The same of a box, whose values are not kept where they are found in stripes.
Histogram histogram_of(Solver& solver, const Box& box, ValueKind kind);

}  // namespace bouton
