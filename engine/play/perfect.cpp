#include "engine/play/perfect.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace bouton {
namespace {

/// How good it is to move to a position of this value: first the kind of result, then the number of moves.
std::pair<int, std::int64_t> merit(const Value& value) {
  switch (value.outcome) {
    case Outcome::P:  // a win, the nearer the better; one of unknown length comes last
      return {2, value.remoteness ? -std::int64_t{*value.remoteness} : std::numeric_limits<std::int64_t>::min()};
    case Outcome::draw: return {1, 0};
    case Outcome::N: return {0, value.remoteness ? std::int64_t{*value.remoteness} : -1};
  }
  return {0, 0};
}

}  // namespace

std::size_t perfect_move(std::span<const MoveValue> moves) {
  const auto best = std::ranges::max_element(moves, {}, [](const MoveValue& move) { return merit(move.value); });
  return static_cast<std::size_t>(best - moves.begin());
}

}  // namespace bouton
