#include "engine/values/packed_outcome.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

TEST(PackedOutcome, KeepsBoth) {
  constexpr PackedOutcome packed(Outcome::N, 17);
  EXPECT_EQ(PackedOutcome::from_bits(packed.bits()), packed);
  EXPECT_EQ(packed.unpack(), (OutcomeAndRemoteness{Outcome::N, 17}));
  EXPECT_EQ(PackedOutcome(Outcome::draw).unpack(), (OutcomeAndRemoteness{Outcome::draw, {}}));
}

TEST(PackedOutcome, RefusesARemotenessThatDoesNotFit) {
  EXPECT_EQ(PackedOutcome(Outcome::P, PackedOutcome::kMostRemote).remoteness(), PackedOutcome::kMostRemote);
  EXPECT_THROW(PackedOutcome(Outcome::P, PackedOutcome::kMostRemote + 1), LimitError);
}

TEST(OutcomeOfOptions, TheWinnerHastensAndTheLoserDelays) {
  OutcomeOfOptions winning;
  for (const PackedOutcome option :
       {PackedOutcome(Outcome::P, 4), PackedOutcome(Outcome::draw), PackedOutcome(Outcome::P, 2), PackedOutcome(Outcome::N, 1)})
    winning.add(option);
  EXPECT_EQ(winning.result(), PackedOutcome(Outcome::N, 3));
  OutcomeOfOptions losing;
  for (const Remoteness remoteness : {3U, 7U, 5U}) losing.add(PackedOutcome(Outcome::N, remoteness));
  EXPECT_EQ(losing.result(), PackedOutcome(Outcome::P, 8));
  losing.add(PackedOutcome(Outcome::draw));
  EXPECT_EQ(losing.result(), PackedOutcome(Outcome::draw));
}

}  // namespace
}  // namespace bouton
