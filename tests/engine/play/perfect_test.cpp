#include "engine/play/perfect.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

MoveValue to(Outcome outcome, std::optional<Remoteness> remoteness) {
  return {.move = {}, .value = {outcome, std::nullopt, remoteness}};
}

TEST(PerfectMove, WinsAsSoonAsItCan) {
  EXPECT_EQ(perfect_move(std::vector{to(Outcome::N, 1), to(Outcome::P, 6), to(Outcome::P, 4), to(Outcome::P, 4)}), 2U);
  EXPECT_EQ(perfect_move(std::vector{to(Outcome::P, std::nullopt), to(Outcome::P, 4)}), 1U);
}

TEST(PerfectMove, HoldsADraw) {
  EXPECT_EQ(perfect_move(std::vector{to(Outcome::N, 9), to(Outcome::draw, std::nullopt)}), 1U);
}

TEST(PerfectMove, LosesAsLateAsItCan) {
  EXPECT_EQ(perfect_move(std::vector{to(Outcome::N, 3), to(Outcome::N, 5), to(Outcome::N, 1)}), 1U);
}

}  // namespace
}  // namespace bouton
