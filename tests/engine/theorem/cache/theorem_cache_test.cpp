// Nothing that a file says is believed: whatever stands there, what is answered is right.
#include "engine/theorem/cache/theorem_cache.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/checksum.h"
#include "engine/study/discovery/theorem.h"
#include "engine/system/certificate_text.h"
#include "engine/system/kept_folder.h"
#include "tests/engine/games.h"
#include "tests/engine/theorem/programs.h"
#include "tests/temporary_directory.h"

namespace bouton {
namespace {

namespace fs = std::filesystem;

class TheoremCache : public ::testing::Test {
 protected:
  void SetUp() override { set_kept_folder(Kept::theorems, folder_ / "theorems"); }
  void TearDown() override { set_kept_folder(Kept::theorems, {}); }

  static TheoremReport theorem_of(const Rules& rules) { return find_theorem(rules, 2, 0, {}); }
  /// The one file that is kept.
  fs::path file() const {
    const fs::directory_iterator files(folder_ / "theorems");
    EXPECT_EQ(std::distance(begin(files), end(files)), 1);
    return fs::directory_iterator(folder_ / "theorems")->path();
  }
  static std::string read(const fs::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }
  /// The lines but the last with a checksum that fits them.
  static std::string sealed(std::string text) {
    text.erase(text.rfind("checksum "));
    return with_checksum(std::move(text));
  }

  const test::TemporaryDirectory folder_;
  const Budget budget_;  ///< outlives what is asked
  test::ProgramRules wythoff_{test::two_heaps(), test::wythoff_program()};
};

TEST_F(TheoremCache, KeepsWhatWasProved) {
  const TheoremReport report = theorem_of(wythoff_);
  ASSERT_TRUE(report.theorem);
  const std::optional<Theorem> kept = kept_theorem(*report.formula, {});
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->p_positions(), report.theorem->p_positions());
  file();
}

/// Another convention of play is another statement.
TEST_F(TheoremCache, KnowsGamesApart) {
  const TheoremReport report = theorem_of(wythoff_);
  const test::ProgramRules misere(test::two_heaps(), test::wythoff_program(), Play::misere);
  const test::ProgramRules other(test::two_heaps(), test::wythoff_program(2, 2));
  const Budget budget;
  AutomataWorkspace workspace(budget, 100'000, 100'000'000);
  EXPECT_FALSE(kept_theorem(*GameFormula::of(misere, 2, workspace), {}));
  EXPECT_FALSE(kept_theorem(*GameFormula::of(other, 2, workspace), {}));
}

TEST_F(TheoremCache, DamagedFilesAreNoTheorems) {
  const TheoremReport report = theorem_of(wythoff_);
  const std::string text = read(file());
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, text.size() / 2, text.size() - 1}) {
    write(file(), text.substr(0, size));
    EXPECT_FALSE(kept_theorem(*report.formula, {})) << size;
  }
  write(file(), text);
  EXPECT_TRUE(kept_theorem(*report.formula, {}));
}

/// A forger who repairs the checksum: whatever digit is changed, the theorem is the true one or there is none.
TEST_F(TheoremCache, ForgedFilesAreNoTheorems) {
  const TheoremReport report = theorem_of(wythoff_);
  const std::string text = read(file());
  std::size_t changed = 0;
  for (std::size_t at = text.find("states "); at < text.rfind("checksum "); ++at) {
    for (const char with : {'0', '3', '-'}) {
      if ((text[at] < '0' || text[at] > '9') && text[at] != '-') continue;
      if (text[at] == with) continue;
      std::string forged = text;
      forged[at] = with;
      write(file(), sealed(std::move(forged)));
      const std::optional<Theorem> kept = kept_theorem(*report.formula, {});
      if (kept) EXPECT_EQ(kept->p_positions(), report.theorem->p_positions()) << at << with;
      ++changed;
    }
  }
  EXPECT_GT(changed, 50U);
}

/// The theorem of another game, under this one's name.
TEST_F(TheoremCache, TheoremsOfOtherGamesAreNoTheorems) {
  const TheoremReport report = theorem_of(wythoff_);
  const fs::path wythoff = file();
  const std::string text = read(wythoff);
  fs::remove(wythoff);
  const test::ProgramRules misere(test::two_heaps(), test::wythoff_program(), Play::misere);
  ASSERT_TRUE(theorem_of(misere).theorem);
  fs::rename(file(), wythoff);
  EXPECT_FALSE(kept_theorem(*report.formula, {}));
}

/// A folder that cannot be made, or written to: an answer all the same.
/// Nobody writes to the pipe, and nobody reads it.
TEST_F(TheoremCache, DoesNotWaitForAPipe) {
  const TheoremReport report = theorem_of(wythoff_);
  ASSERT_TRUE(report.theorem);
  const fs::path path = file();
  fs::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(kept_theorem(*report.formula, {}));
  keep_theorem(*report.formula, *report.theorem, {});
  EXPECT_TRUE(fs::is_fifo(path));
}

TEST_F(TheoremCache, NeedsNoFolder) {
  write(folder_ / "theorems", "a file in place of the folder");
  EXPECT_TRUE(theorem_of(wythoff_).theorem);
  EXPECT_TRUE(theorem_source(budget_).find(wythoff_, 2, Cost::kUnknown));
  set_kept_folder(Kept::theorems, "/proc/no/such/folder");
  EXPECT_TRUE(theorem_of(wythoff_).theorem);
}

TEST_F(TheoremCache, ServesSeveralAtOnce) {
  const TheoremReport report = theorem_of(wythoff_);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        keep_theorem(*report.formula, *report.theorem, {});
        const std::optional<Theorem> kept = kept_theorem(*report.formula, {});
        ASSERT_TRUE(kept);
        EXPECT_EQ(kept->p_positions(), report.theorem->p_positions());
      }
    });
  for (std::thread& thread : threads) thread.join();
  file();
}

TEST_F(TheoremCache, AnswersSayThatTheyAreKept) {
  const TheoremSource source = theorem_source(budget_);
  const auto before = source.kept(wythoff_, 2);
  ASSERT_TRUE(before);
  EXPECT_EQ(*before, nullptr);
  const auto found = source.find(wythoff_, 2, Cost::kUnknown);
  ASSERT_TRUE(found);
  EXPECT_FALSE((*found)->kept);
  const auto again = source.kept(wythoff_, 2);
  ASSERT_TRUE(again && *again != nullptr);
  EXPECT_TRUE((*again)->kept);
  EXPECT_EQ(*(*again)->form->outcome({widen(3), widen(5)}), Outcome::P);
}

}  // namespace
}  // namespace bouton
