#include "engine/nimbers/position_code.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace bouton {
namespace {

using nimbers::PositionCode;

Position random_numbers(std::size_t length, Coordinate least) {
  const auto numbers = *rc::gen::container<std::vector<Coordinate>>(
      length, rc::gen::oneOf(rc::gen::inRange<Coordinate>(least, least + 20), rc::gen::just(kGreatestCoordinate),
                             rc::gen::inRange<Coordinate>(least, Coordinate{1} << 40)));
  return Position(numbers);
}

/// What is written is read, and different positions are written differently; room that is too small is seen.
void check(const PositionCode& code, const Position& position) {
  std::vector<std::uint64_t> words(code.words(position) + 1, 7);
  RC_ASSERT(code.encode(position, words));
  RC_ASSERT(words.back() == 0U);
  Position read;
  code.decode(words, read);
  RC_ASSERT(read == position);
  std::vector<std::uint64_t> exact(code.words(position));
  RC_ASSERT(code.encode(position, exact));
  if (exact.empty()) return;
  exact.pop_back();
  RC_ASSERT(!code.encode(position, exact));
}

RC_GTEST_PROP(PositionCode, ReadsWhatItHasWritten, ()) {
  const Coordinate least = *rc::gen::element<Coordinate>(0, 1, -5, -1000);
  const Domain fixed = Domain::fixed({{.name = "a", .least = least}, {.name = "b", .least = least}});
  check(PositionCode(fixed), random_numbers(2, least));
  const Domain lists = Domain::piles({.name = "a", .least = least});
  check(PositionCode(lists), random_numbers(*rc::gen::inRange<std::size_t>(0, 30), least));
  CellShape shape = graph_named("path " + std::to_string(*rc::gen::inRange(1, 200)));
  shape.kind = CellShape::Kind::vertices;
  shape.states = std::string(".XOabcdef").substr(0, *rc::gen::inRange<std::size_t>(1, 10));
  const Domain cells = Domain::cells(shape);
  const auto states = *rc::gen::container<std::vector<Coordinate>>(
      shape.cells(), rc::gen::inRange<Coordinate>(0, static_cast<Coordinate>(shape.states.size())));
  check(PositionCode(cells), Position(states));
}

TEST(PositionCode, TellsListsOfDifferentLengthApart) {
  const Domain lists = Domain::piles({.name = "a"});
  const PositionCode code(lists);
  std::vector<std::vector<std::uint64_t>> seen;
  for (const std::vector<Coordinate>& list : std::vector<std::vector<Coordinate>>{{}, {0}, {0, 0}, {1}, {0, 1}, {1, 0}}) {
    std::vector<std::uint64_t> words(2);
    ASSERT_TRUE(code.encode(Position(list), words));
    EXPECT_EQ(std::ranges::count(seen, words), 0);
    seen.push_back(words);
  }
}

}  // namespace
}  // namespace bouton
