#include "engine/farm/farm.h"

#include <gtest/gtest.h>

#include <unistd.h>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "engine/base/errors.h"
#include "engine/farm/journal.h"
#include "engine/kept/record_file.h"
#include "engine/system/read_file.h"
#include "engine/system/whole_file.h"
#include "tests/temporary_directory.h"

namespace bouton {
namespace {

std::string square(std::uint64_t item) { return std::to_string(item * item); }

std::vector<std::string> squares(std::uint64_t count) {
  std::vector<std::string> all;
  for (std::uint64_t item = 0; item < count; ++item) all.push_back(square(item));
  return all;
}

class FarmOf : public testing::TestWithParam<unsigned> {
 protected:
  FarmOf() : farm(process_farm(GetParam())) {}
  std::vector<std::string> results(std::uint64_t count, const Farm::Work& work) {
    return farm_results(*farm, count, work, {}, Budget{});
  }
  std::unique_ptr<Farm> farm;
};

TEST_P(FarmOf, GivesTheResultsInTheOrderOfTheItems) {
  EXPECT_EQ(results(100, square), squares(100));
  EXPECT_EQ(results(1, square), squares(1));
  EXPECT_TRUE(results(0, square).empty());
}

TEST_P(FarmOf, GivesResultsOfAnyBytesAndAnyLength) {
  const auto work = [](std::uint64_t item) {
    return std::string(item * 300'000, static_cast<char>(item)) + std::string("\0\n", 2);
  };
  const std::vector<std::string> found = results(4, work);
  for (std::uint64_t item = 0; item < 4; ++item) EXPECT_EQ(found[item], work(item));
}

TEST_P(FarmOf, NamesTheItemOfAnError) {
  const auto work = [](std::uint64_t item) -> std::string {
    if (item == 7) throw RequestError("no luck");
    return "";
  };
  try {
    results(20, work);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "item 8: no luck");
  }
}

INSTANTIATE_TEST_SUITE_P(Workers, FarmOf, testing::Values(1U, 2U, 5U), testing::PrintToStringParamName());

TEST(Farm, SaysWhichItemsWorkerWasKilled) {
  const auto work = [](std::uint64_t item) -> std::string {
    if (item == 3) ::kill(getpid(), SIGKILL);
    return "";
  };
  try {
    farm_results(*process_farm(2), 6, work, {}, Budget{});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "item 4: its worker ended without a result");
  }
}

TEST(Farm, IsStoppedWhileItsWorkersWork) {
  const std::atomic<bool> stop = true;
  Budget budget;
  budget.stop = &stop;
  const auto work = [](std::uint64_t) -> std::string {
    while (true) pause();
  };
  EXPECT_THROW(farm_results(*process_farm(2), 2, work, {}, budget), Interrupted);
}

class JournalFile : public testing::Test {
 protected:
  std::vector<std::string> results(const Farm::Work& work, std::string_view title = "squares") const {
    return farm_results(*process_farm(1), 20, work, FarmJournal{path, Work(title)}, Budget{});
  }
  const test::TemporaryDirectory folder;
  std::filesystem::path path = folder / "journal";
};

TEST_F(JournalFile, IsGoneOnWithWhereverItWasCutOff) {
  EXPECT_EQ(results(square), squares(20));
  const std::string whole = *read_whole_file(path, Budget{});
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << whole.substr(0, length);
    EXPECT_EQ(results(square), squares(20)) << length;
    EXPECT_EQ(*read_whole_file(path, Budget{}), whole) << length;
  }
}

TEST_F(JournalFile, HasWhatWasDoneBeforeAnError) {
  int done = 0;
  const auto breaks_at = [&](std::uint64_t last) {
    return [&done, last](std::uint64_t item) {
      if (item == last) throw RequestError("no luck");
      ++done;
      return square(item);
    };
  };
  for (std::uint64_t last = 5; last < 20; last += 5) EXPECT_THROW(results(breaks_at(last)), Error);
  EXPECT_EQ(results(breaks_at(20)), squares(20));
  EXPECT_EQ(done, 20) << "nothing is done twice";
}

/// Damage in the middle costs the result that it is in, not those behind it.
TEST_F(JournalFile, AFlippedBitCostsOneResult) {
  results(square);
  const std::string whole = *read_whole_file(path, Budget{});
  const std::size_t head = head_of_records(Work("squares")).size();
  for (std::size_t byte = head; byte < whole.size(); ++byte) {
    std::string flipped = whole;
    flipped[byte] ^= 1;
    std::ofstream(path, std::ios::binary | std::ios::trunc) << flipped;
    int done = 0;
    const auto counted = [&](std::uint64_t item) {
      ++done;
      return square(item);
    };
    EXPECT_EQ(results(counted), squares(20)) << byte;
    EXPECT_LE(done, 1) << byte;
    done = 0;
    EXPECT_EQ(results(counted), squares(20)) << byte;
    EXPECT_EQ(done, 0) << byte;
  }
}

TEST_F(JournalFile, FindsAnewWhatNoLongerHolds) {
  results(square);
  const auto work = [](std::uint64_t item) { return "again " + square(item); };
  const FarmJournal journal{path, Work("squares"), [](std::uint64_t item, std::string_view) { return item != 7; }};
  std::vector<std::string> wanted = squares(20);
  wanted[7] = "again 49";
  EXPECT_EQ(farm_results(*process_farm(1), 20, work, journal, Budget{}), wanted);
  EXPECT_EQ(results(square), wanted) << "the last record of an item counts";
}

TEST_F(JournalFile, OfOtherWorkIsRefusedAndDamageIsFound) {
  results(square);
  EXPECT_THROW(results(square, "cubes"), RequestError);
  std::string text = *read_whole_file(path, Budget{});
  text[text.size() / 2] ^= 1;
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  EXPECT_EQ(results(square), squares(20));
  path = "/no/such/folder/journal";
  EXPECT_THROW(results(square), OutputError);
}

}  // namespace
}  // namespace bouton
