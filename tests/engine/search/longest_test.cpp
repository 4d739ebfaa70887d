#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "engine/plan/solver.h"
#include "tests/engine/theorem/generated_rules.h"

namespace bouton {
namespace {

class PlainLongest {
 public:
  explicit PlainLongest(const Rules& rules) : rules_(rules) {}

  std::uint64_t of(const Position& position) {
    if (const auto known = known_.find(position); known != known_.end()) return known->second;
    Options options;
    rules_.options(position, options);
    std::uint64_t longest = 0;
    for (std::size_t i = 0; i < options.size(); ++i) {
      std::uint64_t moves = 1;
      for (std::size_t part = 0; part < options[i].size(); ++part) moves += of(Position(options[i][part]));
      longest = std::max(longest, moves);
    }
    return known_[position] = longest;
  }

 private:
  const Rules& rules_;
  std::map<Position, std::uint64_t> known_;
};

RC_GTEST_PROP(LongestPlays, AreThoseOfPlainRecursion, ()) {
  test::Draw draw(*rc::gen::container<std::vector<std::uint16_t>>(50, rc::gen::inRange<std::uint16_t>(0, 5040)));
  test::RuleGenerator generator(draw, 2, 12, false);
  const std::shared_ptr<const Rules> rules = generator.rules();
  const Position least = generator.least();
  const Box box(least, {least[0] + 12, least[1] + 12});
  Solver solver({rules}, Budget());
  const Table table = solver.table(box, ValueKind::longest);
  PlainLongest plain(*rules);
  std::optional<Position> before;
  for (std::uint64_t index = 0; index < box.size(); ++index) {
    const Position position = box.position(index);
    RC_ASSERT(table.valid(index) == rules->valid(position));
    if (!table.valid(index)) continue;
    RC_ASSERT(table.cells[index] == plain.of(position));
    RC_ASSERT(solver.longest({{0, widen(position)}}) == plain.of(position));
    if (before && rules->play() != Play::by_position)
      RC_ASSERT(solver.longest({{0, widen(position)}, {0, widen(*before)}}) == plain.of(position) + plain.of(*before));
    before = position;
  }
}

}  // namespace
}  // namespace bouton
