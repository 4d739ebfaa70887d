// `solve --checkpoint`: searches whose findings are kept in a file.
#include <gtest/gtest.h>

#include <string>

#include "tests/bindings/cli/program.h"
#include "tests/random_kills.h"

namespace bouton::cli {
namespace {

/// 5 spots of Sprouts are N, as published (Applegate, Jacobson and Sleator 1991).
// Takes some 7 s: each of four runs, also one that is refused, first searches some thousand positions of Sprouts to see how
// much there is to do, and Lua lists the moves and the normal forms of these. What is kept spares the rest.
TEST(SolveCheckpoint, KeepsWhatIsFoundOfSproutsAndRefusesOtherFiles) {
  const TemporaryDirectory directory;
  const auto solve = [&](const std::string& line) { return run_bouton(words(line), "", directory.path()); };
  const std::string line = "solve sprouts 5 --format json --checkpoint kept";
  const Result first = solve(line);
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.out.find("\"outcome\":\"N\""), std::string::npos) << first.out;
  const std::string kept = directory.read("kept");
  EXPECT_TRUE(kept.starts_with("Bouton kept file "));
  EXPECT_EQ(solve(line).out, first.out);
  const std::vector<std::pair<std::string, std::string>> others = {
      {"solve sprouts 5 --play misere --checkpoint kept", "play: normal there, misere here"},
      {"solve brussels-sprouts 4 --method nimbers --checkpoint kept", "rules: "}};
  for (const auto& [other, why] : others) {
    const Result refused = solve(other);
    EXPECT_EQ(refused.code, 2) << other << refused.out;
    EXPECT_TRUE(holds(refused.err, "checkpoint kept: the file belongs to other work (")) << refused.err;
    EXPECT_TRUE(holds(refused.err, why)) << refused.err;
  }
  for (const char* earlier : {"BoutonPN", "BoutonLS", "BoutonHC", "BoutonHT"}) {
    directory.write("kept", std::string(earlier) + kept.substr(8));
    for (const std::string& of_kept : {line, std::string("sequence kayles 30 --checkpoint kept")}) {
      const Result refused = solve(of_kept);
      EXPECT_EQ(refused.code, 2) << refused.out;
      EXPECT_TRUE(holds(refused.err, "checkpoint kept: an earlier version of Bouton wrote this file")) << refused.err;
    }
  }
  std::string damaged = kept;
  damaged[kept.size() / 2] ^= 1;
  directory.write("kept", damaged);
  const Result refused = solve(line);
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("checkpoint kept: the file is damaged"), std::string::npos) << refused.err;
}

/// A line for each kind of file that searches and sequences keep.
constexpr const char* kKinds[] = {"solve sprouts 4", "solve cram 4x5", "sequence treblecross 3000"};

/// Of every kind of file: a bit that is changed anywhere, and an end that is missing, is refused, and the file stays as it is.
TEST(SolveCheckpoint, OfDamagedBytesIsRefused) {
  constexpr std::size_t kPlaces = 12;
  for (const char* kind : kKinds) {
    const TemporaryDirectory directory;
    const std::vector<std::string> line = words(std::string(kind) + " --checkpoint kept");
    ASSERT_EQ(run_bouton(line, "", directory.path()).code, 0) << kind;
    const std::string kept = directory.read("kept");
    const auto expect_refused = [&](const std::string& changed) {
      directory.write("kept", changed);
      const Result refused = run_bouton(line, "", directory.path());
      EXPECT_EQ(refused.code, 2) << kind << refused.out;
      EXPECT_TRUE(holds(refused.err, "checkpoint kept: ")) << refused.err;
      EXPECT_TRUE(directory.read("kept") == changed);
    };
    for (std::size_t i = 0; i < kPlaces; ++i) {
      const std::size_t at = i * (kept.size() - 1) / (kPlaces - 1);
      std::string changed = kept;
      changed[at] = static_cast<char>(changed[at] ^ 4);
      expect_refused(changed);
      expect_refused(kept.substr(0, at));
    }
  }
}

/// Where the disk is full that is said, and what is there is whole: the next run goes on from it to what a run without it
/// finds.
TEST(SolveCheckpoint, OfAFullDiskIsAnErrorAndNoDamage) {
  for (const char* kind : kKinds) {
    const TemporaryDirectory directory;
    const std::string line = std::string(kind) + " --checkpoint kept";
    const Result full = run_with_room(directory, line, 1);
    EXPECT_EQ(full.code, 2) << kind << full.out;
    EXPECT_TRUE(holds(full.err, "kept")) << full.err;
    const Result next = run_bouton(words(line), "", directory.path());
    EXPECT_EQ(next.code, 0) << next.err;
    const Result alone = run_bouton(words(kind), "", directory.path());
    EXPECT_EQ(next.out.substr(0, next.out.find("solver")), alone.out.substr(0, alone.out.find("solver"))) << kind;
  }
}

TEST(SolveCheckpointSlow, KilledAtRandomItGoesOnFromItsFileToTheSameOutcome) {
  for (const char* game : {"solve sprouts 5", "solve cram 5x5"}) {
    const TemporaryDirectory directory;
    const std::vector<std::string> solve = words(std::string(game) + " --checkpoint kept");
    test::kill_at_random(
        test::kills_or(5), [&] { become_bouton(solve, directory.path()); }, [&] {});
    const Result last = run_bouton(solve, "", directory.path());
    ASSERT_EQ(last.code, 0) << last.err;
    const Result alone = run_bouton(words(game), "", directory.path());
    EXPECT_EQ(last.out.substr(0, last.out.find("solver")), alone.out.substr(0, alone.out.find("solver"))) << game;
  }
}

}  // namespace
}  // namespace bouton::cli
