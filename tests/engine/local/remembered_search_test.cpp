#include "engine/nimbers/remembered_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "engine/local/local_search.h"
#include "engine/local/structure.h"
#include "engine/nimbers/table_file.h"
#include "tests/engine/local/local_games.h"
#include "tests/temporary_directory.h"

namespace bouton {
namespace {

namespace fs = std::filesystem;
using nimbers::NimberSearch;
using nimbers::Remembering;
using test::empty_board;

constexpr Remembering kOften{.read_after = 100, .written_after = 200};

class RememberedSearch : public testing::Test {
 protected:
  /// Every search begins with nothing but what the folder has.
  std::unique_ptr<NimberSearch> search(const LocalMoves& game, Play play = Play::normal, const Remembering& how = kOften) {
    auto made = local::local_search(game, play, budget_, std::make_shared<MemoryAccount>(budget_));
    return nimbers::remembered_search(*std::move(made), folder_ / "boards", how);
  }
  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    if (!fs::exists(folder_ / "boards")) return found;
    for (const fs::directory_entry& file : fs::directory_iterator(folder_ / "boards")) found.push_back(file.path());
    return found;
  }
  /// Asks for the value, which must be `value`, and says how many positions that took.
  std::uint64_t ask(const LocalMoves& game, Grundy value, const Remembering& how = kOften) {
    const auto asked = search(game, Play::normal, how);
    EXPECT_EQ(asked->grundy(empty_board(game)), value);
    return asked->effort().positions;
  }

  const test::TemporaryDirectory folder_;
  const Budget budget_;
};

TEST_F(RememberedSearch, KnowsTheAnswersOfEarlierRuns) {
  const LocalMoves game = test::cram(4, 7);
  const std::uint64_t first = ask(game, 3);
  EXPECT_EQ(files().size(), 1U);
  const std::uint64_t again = ask(game, 3);
  EXPECT_LE(again, kOften.read_after + 64 + 10);  // what was looked at is counted now and then
  EXPECT_GT(first, 10 * again);
}

TEST_F(RememberedSearch, KnowsOutcomesUnderMiserePlay) {
  const LocalMoves game = test::cram(4, 6);
  const auto first = search(game, Play::misere), again = search(game, Play::misere);
  const auto outcome = first->outcome(empty_board(game));
  EXPECT_EQ(again->outcome(empty_board(game)), outcome);
  EXPECT_LT(again->effort().positions, first->effort().positions / 2);
  // The file of normal play is another one.
  EXPECT_EQ(ask(game, 0), ask(game, 0));
  EXPECT_LE(files().size(), 2U);
}

TEST_F(RememberedSearch, TouchesNoFileWhereLittleIsAsked) {
  EXPECT_GT(ask(test::cram(4, 5), 2, {.read_after = 1'000'000}), 10U);
  EXPECT_TRUE(files().empty());
  // A search that looked at little since writes nothing new.
  const LocalMoves game = test::cram(4, 7);
  ask(game, 3);
  const auto before = fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(files().front(), before);
  ask(game, 3);
  EXPECT_EQ(fs::last_write_time(files().front()), before);
}

TEST_F(RememberedSearch, BelievesNoFileThatIsDamagedOrOfAnotherGame) {
  const LocalMoves game = test::cram(4, 7), other = test::cram(4, 5);
  const std::uint64_t first = ask(game, 3);
  const fs::path file = files().front();
  std::string bytes;
  {
    std::ifstream in(file, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  bytes[bytes.size() / 2] ^= 1;
  const auto damage = [&] { std::ofstream(file, std::ios::binary) << bytes; };
  damage();
  EXPECT_EQ(ask(game, 3), first);
  EXPECT_LT(ask(game, 3), first / 2);  // it was written anew
  bytes.resize(bytes.size() / 2);
  damage();
  EXPECT_EQ(ask(game, 3), first);
  // The file of another game under this one's name.
  fs::remove(file);
  ask(other, 2);
  ASSERT_EQ(files().size(), 1U);
  fs::rename(files().front(), file);
  EXPECT_EQ(ask(game, 3), first);
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_EQ(ask(game, 3), first);
}

TEST_F(RememberedSearch, KeepsWhatCostMost) {
  const LocalMoves game = test::cram(4, 7);
  const std::uint64_t first = ask(game, 3, {.read_after = 100, .written_after = 200, .most_positions = 300});
  int entries = 0, least = 255;
  const std::uint64_t checksum = local::structure_of(game)->checksum();
  nimbers::read_table_file(files().front(), checksum, Play::normal, 1, budget_, [&](auto, const nimbers::Knowledge& known) {
    ++entries;
    least = std::min<int>(least, known.cost);
  });
  EXPECT_GT(entries, 10);
  EXPECT_LE(entries, 300);
  EXPECT_GT(least, 3);  // positions that took a few others are left out
  EXPECT_LT(ask(game, 3), first / 5);
}

TEST_F(RememberedSearch, LeavesTheFilesThatWereWrittenLast) {
  constexpr Remembering kTwo{.read_after = 10, .written_after = 20, .most_positions = 1000, .most_files = 2};
  ask(test::cram(4, 5), 2, kTwo);
  const fs::path oldest = files().front();
  fs::last_write_time(oldest, fs::file_time_type::clock::now() - std::chrono::hours(1));
  std::ofstream(folder_ / "boards" / "notes.txt") << "not a file of a search";
  ask(test::cram(4, 7), 3, kTwo);
  EXPECT_TRUE(fs::exists(oldest));
  ask(test::cram(5, 6), 2, kTwo);
  EXPECT_FALSE(fs::exists(oldest));
  EXPECT_EQ(files().size(), 3U);
}

TEST_F(RememberedSearch, AnswersWhereNothingCanBeKept) {
  const LocalMoves game = test::cram(4, 7);
  for (const char* const folder : {"", "/proc/no/such/folder"}) {
    auto made = *local::local_search(game, Play::normal, budget_, std::make_shared<MemoryAccount>(budget_));
    EXPECT_EQ(nimbers::remembered_search(std::move(made), folder, kOften)->grundy(empty_board(game)), 3U);
  }
}

}  // namespace
}  // namespace bouton
