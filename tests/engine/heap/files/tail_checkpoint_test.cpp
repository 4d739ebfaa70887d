#include "engine/heap/files/tail_checkpoint.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "engine/base/errors.h"
#include "engine/heap/files/checkpoint.h"
#include "engine/heap/heap_sequence.h"
#include "engine/system/read_file.h"
#include "engine/system/whole_file.h"
#include "tests/temporary_directory.h"

namespace bouton {
namespace {

class TailCheckpointFile : public testing::Test {
 protected:
  TailCheckpointFile() {
    sequence_.extend(100'000, Budget());
    const Result<TailRules> rules = TailRules::fit(sequence_.game(), sequence_.values());
    TailSearch search(*rules, sequence_.values(), TailSearch::begin(*rules, sequence_.values()));
    search.run(5'000'000, Budget());
    checkpoint_ = {sequence_.size(), rules->classes(), rules->reach(), search.progress()};
    write_tail_checkpoint(file(), sequence_.game(), checkpoint_);
  }
  std::filesystem::path file() const { return folder_ / "file"; }

  const test::TemporaryDirectory folder_;
  HeapSequence sequence_{TakeAndBreak::parse("0.106")};
  TailCheckpoint checkpoint_;
};

TEST_F(TailCheckpointFile, IsReadBack) {
  EXPECT_TRUE(is_tail_checkpoint(file()));
  EXPECT_FALSE(is_tail_checkpoint(folder_ / "none"));
  const TailCheckpoint read = read_tail_checkpoint(file(), sequence_.game());
  EXPECT_EQ(read.known, checkpoint_.known);
  EXPECT_EQ(read.classes, checkpoint_.classes);
  EXPECT_EQ(read.reach, checkpoint_.reach);
  EXPECT_EQ(read.progress.now, checkpoint_.progress.now);
  EXPECT_EQ(read.progress.waypoints, checkpoint_.progress.waypoints);
  EXPECT_EQ(read.progress.anchors, checkpoint_.progress.anchors);
  EXPECT_EQ(read.progress.pattern, checkpoint_.progress.pattern);
  EXPECT_FALSE(read.progress.anchors.empty());
  write_tail_checkpoint(folder_ / "again", sequence_.game(), read);
  EXPECT_EQ(*read_whole_file(folder_ / "again"), *read_whole_file(file()));
  EXPECT_LT(std::filesystem::file_size(file()), 700'000U);
}

TEST_F(TailCheckpointFile, KnowsDamageAndOtherGames) {
  EXPECT_THROW(read_tail_checkpoint(file(), TakeAndBreak::parse("0.104")), RequestError);
  EXPECT_THROW(read_checkpoint(file(), sequence_.game()), RequestError);
  const std::string whole = *read_whole_file(file());
  for (std::size_t at = 0; at < whole.size(); at += at < 100 ? 1 : 4999) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    std::ofstream(folder_ / "damaged", std::ios::binary) << damaged;
    EXPECT_THROW(read_tail_checkpoint(folder_ / "damaged", sequence_.game()), RequestError) << at;
    std::ofstream(folder_ / "damaged", std::ios::binary) << whole.substr(0, at);
    EXPECT_THROW(read_tail_checkpoint(folder_ / "damaged", sequence_.game()), RequestError) << at;
  }
  EXPECT_THROW(write_tail_checkpoint(folder_ / "no/such/folder", sequence_.game(), checkpoint_), RequestError);
  // A full disk is an error, and what was there stays.
  EXPECT_THROW(write_tail_checkpoint("/dev/full", sequence_.game(), checkpoint_), OutputError);
  EXPECT_EQ(*read_whole_file(file()), whole);
}

}  // namespace
}  // namespace bouton
