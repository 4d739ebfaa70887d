#include "bindings/cli/context/messages.h"

#include <gtest/gtest.h>

namespace bouton::cli {
namespace {

TEST(Messages, NameTheOptionThatRaisesALimit) {
  EXPECT_EQ(message_of(LimitError("the table needs more", Limit::memory)),
            "the table needs more; raise the limit with --memory SIZE");
  EXPECT_EQ(message_of(LimitError("f needs more", Limit::rule_memory)),
            "f needs more; raise the limit with --limit lua-memory=SIZE");
  EXPECT_EQ(message_of(LimitError("f took longer", Limit::load_time)),
            "f took longer; raise the limit with --limit load=SECONDS");
  EXPECT_EQ(message_of(LimitError("f took longer", Limit::call_time)),
            "f took longer; raise the limit with --limit call=SECONDS");
  EXPECT_EQ(message_of(LimitError("the game is too long")), "the game is too long");
}

TEST(Messages, NameTheOptionThatChoosesAConvention) {
  EXPECT_EQ(message_of(MixedPlay()),
            "the components of this sum are played under different conventions; choose one with --play");
}

TEST(Messages, AreThoseOfOtherErrors) { EXPECT_EQ(message_of(RuleError("f.lua:2: no")), "f.lua:2: no"); }

}  // namespace
}  // namespace bouton::cli
