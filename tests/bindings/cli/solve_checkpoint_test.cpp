// `solve --checkpoint`: searches whose findings are kept in a file.
#include <gtest/gtest.h>

#include <string>

#include "tests/bindings/cli/program.h"
#include "tests/random_kills.h"

namespace bouton::cli {
namespace {

/// 5 spots of Sprouts are N, as published (Applegate, Jacobson and Sleator 1991).
TEST(SolveCheckpoint, KeepsWhatIsFoundOfSproutsAndRefusesOtherFiles) {
  const TemporaryDirectory directory;
  const auto solve = [&](const std::string& line) { return run_bouton(words(line), "", directory.path()); };
  const std::string line = "solve sprouts 5 --format json --checkpoint kept";
  const Result first = solve(line);
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.out.find("\"outcome\":\"N\""), std::string::npos) << first.out;
  const std::string kept = directory.read("kept");
  EXPECT_TRUE(kept.starts_with("BoutonPN"));
  EXPECT_EQ(solve(line).out, first.out);
  for (const char* other :
       {"solve sprouts 5 --play misere --checkpoint kept", "solve brussels-sprouts 4 --method nimbers --checkpoint kept"}) {
    const Result refused = solve(other);
    EXPECT_EQ(refused.code, 2) << other << refused.out;
    EXPECT_NE(refused.err.find("checkpoint kept: it belongs to another rule file"), std::string::npos) << refused.err;
  }
  std::string damaged = kept;
  damaged[kept.size() / 2] ^= 1;
  directory.write("kept", damaged);
  const Result refused = solve(line);
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("checkpoint kept: the file is damaged"), std::string::npos) << refused.err;
}

TEST(SolveCheckpointSlow, KilledAtRandomItGoesOnFromItsFileToTheSameOutcome) {
  const TemporaryDirectory directory;
  const std::vector<std::string> solve = words("solve sprouts 5 --checkpoint kept");
  test::kill_at_random(
      test::kills_or(5), [&] { become_bouton(solve, directory.path()); }, [&] {});
  const Result last = run_bouton(solve, "", directory.path());
  ASSERT_EQ(last.code, 0) << last.err;
  EXPECT_NE(last.out.find("player to move wins"), std::string::npos) << last.out;
}

}  // namespace
}  // namespace bouton::cli
