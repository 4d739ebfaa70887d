// Tables and lists that are written as they are found, and gone on with after a run was ended.
#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/bindings/cli/program.h"
#include "tests/random_kills.h"

namespace bouton::cli {
namespace {

/// A rule of rays, so that the tests do not depend on how the games of the house are answered.
constexpr std::string_view kQueens = R"(return game {
  name = "queens", position = { "S", "L" },
  moves = function(S, L)
    for t = 1, S do move(S - t, L) end
    for t = 1, L do move(S, L - t) end
    for t = 1, math.min(S, L) do move(S - t, L - t) end
  end,
})";

std::string npy_data(const std::string& file) { return file.substr(128); }

TEST(TableStream, WritesTheSameBytesInStripes) {
  const TemporaryDirectory directory;
  directory.write("queens.lua", std::string(kQueens));
  const auto bytes = [&](const std::string& command, const std::string& format) {
    const Result run = run_bouton(words(command + " -o t." + format), "", directory.path());
    return run.code == 0 ? directory.read("t." + format) : run.err;
  };
  for (const std::string format : {"npy", "csv", "bfile"})
    for (const std::string table :
         {"queens.lua 150 140", "queens.lua 20:90 7:60", "queens.lua 90 300", "nim 40", "nimrod 300 1:4"})
      for (const std::string value : {"grundy", "outcome", "remoteness"}) {
        const std::string command = "table " + table + " --value " + value;
        const std::string whole = bytes(command + " --memory 4G", format);
        EXPECT_TRUE(bytes(command + " --memory 300K", format) == whole) << command << " " << format;
        if (whole.starts_with("bouton")) continue;
        // The same through a pipe.
        EXPECT_EQ(run_bouton(words(command + " --memory 300K --format " + format), "", directory.path()).out, whole) << command;
      }
}

TEST(TableStream, FindsTheSmallestTypeInTheEnd) {
  const TemporaryDirectory directory;
  // The bound is 398, the greatest value 255.
  const auto header = [&](const std::string& more) {
    run_bouton(words("table nim-of-two.lua 199 199 -o n.npy " + more), "", directory.path());
    return directory.read("n.npy").substr(0, 80);
  };
  directory.write("nim-of-two.lua", R"(return game { name = "nim-of-two", position = { "a", "b" }, moves = function(a, b)
    for t = 1, a do move(a - t, b) end
    for t = 1, b do move(a, b - t) end
  end })");
  EXPECT_NE(header("--memory 1M").find("'|u1'"), std::string::npos);
  const std::string streamed = directory.read("n.npy");
  header("");
  EXPECT_EQ(streamed, directory.read("n.npy"));
  EXPECT_EQ(npy_data(streamed).size(), 40000U);
  EXPECT_EQ(static_cast<unsigned char>(npy_data(streamed)[200 * 5 + 6]), 5U ^ 6U);
}

/// As numpy.packbits packs the rows.
std::string packed(const std::string& outcomes, std::size_t columns) {
  std::string bytes;
  for (std::size_t row = 0; row < outcomes.size(); row += columns)
    for (std::size_t i = 0; i < columns; i += 8) {
      unsigned byte = 0;
      for (std::size_t j = i; j < i + 8; ++j) byte = 2 * byte + (j < columns ? static_cast<unsigned>(outcomes[row + j]) : 0);
      bytes += static_cast<char>(byte);
    }
  return bytes;
}

TEST(TableStream, PacksOutcomesAsNumpyDoes) {
  const TemporaryDirectory directory;
  directory.write("queens.lua", std::string(kQueens));
  for (const auto& [table, columns] : {std::pair("queens.lua 30 40", 41),
                                       {"queens.lua 9 5:132", 128},
                                       {"queens.lua 5:40 3:9", 7},
                                       {"nimrod 700 1:3", 3},
                                       {"take-away 60 9", 10},
                                       {"chomp 5 5 --play misere", 6},
                                       {"subtraction 1000", 1001},
                                       {"queens.lua 12 70 --no-lift", 71}}) {
    const std::string command = fmt::format("table {} --value outcome ", table);
    const Result plain = run_bouton(words(command + "-o a.npy"), "", directory.path());
    const Result bits = run_bouton(words(command + "--packed -o b.npy"), "", directory.path());
    EXPECT_EQ(bits.code, plain.code) << command << bits.err;
    if (plain.code != 0) continue;
    EXPECT_EQ(npy_data(directory.read("b.npy")), packed(npy_data(directory.read("a.npy")), static_cast<std::size_t>(columns)))
        << command;
  }
  EXPECT_NE(directory.read("b.npy").find("'shape': (13, 9)"), std::string::npos);
}

TEST(TableStream, RefusesWhatCannotBePacked) {
  const TemporaryDirectory directory;
  EXPECT_EQ(run_bouton(words("table wythoff 9 9 --packed -o a.npy"), "", directory.path()).code, 2);
  EXPECT_EQ(run_bouton(words("table wythoff 9 9 --value outcome --packed"), "", directory.path()).code, 2);
  EXPECT_EQ(run_bouton(words("table wythoff 9 9 --value outcome --packed -o a.csv"), "", directory.path()).code, 2);
  const Result draws = run_bouton(words("table pass-nim 4 4 --value outcome --packed -o a.npy"), "", directory.path());
  EXPECT_EQ(draws.code, 2);
  EXPECT_NE(draws.err.find("draw"), std::string::npos);
  EXPECT_EQ(directory.files(), 0U);
}

/// Commands that write a file in stripes, and go on.
const std::vector<std::string> kContinued = {
    "table queens.lua 1000 900 -o t.npy",
    "table queens.lua 700 800 -o t.csv",
    "table queens.lua 800 700 -o t.bfile",
    "table queens.lua 500 400 --value outcome --packed -o t.npy",
    "table queens.lua 300 300 --value remoteness -o t.npy",
    "table nimrod 30000 1:3 --value outcome -o t.npy",
    "table take-away 300 200 --value outcome --packed -o t.npy",
    "positions queens.lua 3000 3000 -o t.csv",
    "positions queens.lua 3000 3000 -o t.npy",
    "positions nimrod 1:400000 1:1 -o t.bfile",
};

TEST(TableStreamSlow, AFullDiskLosesNothing) {
  for (const std::string& command : kContinued) {
    const TemporaryDirectory directory;
    directory.write("queens.lua", std::string(kQueens));
    const std::string file = command.substr(command.find("t.", command.find("-o ")));
    ASSERT_EQ(run_bouton(words(command), "", directory.path()).code, 0) << command;
    const std::string whole = directory.read(file);
    std::filesystem::remove(directory.path() / file);
    const std::string continued = command + " --checkpoint c";
    std::size_t ended = 0;
    for (std::size_t room : {whole.size() / 4096, whole.size() / 2048, 3 * whole.size() / 4096}) {
      const Result full = run_with_room(directory, continued, std::max<std::size_t>(room, 1));
      if (full.code == 0) break;
      ++ended;
      EXPECT_EQ(full.code, 2) << command << full.err;
      EXPECT_NE(full.err.find("File too large"), std::string::npos) << full.err;
      EXPECT_FALSE(std::filesystem::exists(directory.path() / file));
    }
    EXPECT_GT(ended, 0U) << command;
    ASSERT_EQ(run_bouton(words(continued), "", directory.path()).code, 0) << command;
    EXPECT_EQ(directory.read(file), whole) << command;
    EXPECT_FALSE(std::filesystem::exists(directory.path() / "c")) << command;
    EXPECT_FALSE(std::filesystem::exists(directory.path() / (file + ".part"))) << command;
  }
}

/// Killed at whatever it is doing when a moment has passed; what comes out must not depend on the moment.
TEST(TableStreamSlow, KilledAtRandomItGoesOnToTheSameBytes) {
  for (const std::string& command : kContinued) {
    const TemporaryDirectory directory;
    directory.write("queens.lua", std::string(kQueens));
    const std::string file = command.substr(command.find("t.", command.find("-o ")));
    ASSERT_EQ(run_bouton(words(command), "", directory.path()).code, 0) << command;
    const std::string whole = directory.read(file);
    directory.remove(file);
    const std::vector<std::string> continued = words(command + " --checkpoint c");
    const auto compare = [&] {
      ASSERT_TRUE(directory.read(file) == whole) << command;
      directory.remove(file);
    };
    test::kill_at_random(
        test::kills_or(3), [&] { become_bouton(continued, directory.path()); }, compare);
    ASSERT_EQ(run_bouton(continued, "", directory.path()).code, 0) << command;
    compare();
  }
}

TEST(TableStream, CheckpointsOfOtherWorkAreRefused) {
  const TemporaryDirectory directory;
  directory.write("queens.lua", std::string(kQueens));
  const std::string command = "table queens.lua 1000 900 -o t.npy --checkpoint c";
  ASSERT_EQ(run_with_room(directory, command, 1500).code, 2);
  ASSERT_TRUE(std::filesystem::exists(directory.path() / "c"));
  for (const std::string other :
       {"table queens.lua 1001 900 -o t.npy --checkpoint c", "positions queens.lua 1000 900 -o t.npy --checkpoint c",
        "table queens.lua 1000 900 --value outcome -o t.npy --checkpoint c"}) {
    const Result refused = run_bouton(words(other), "", directory.path());
    EXPECT_EQ(refused.code, 2) << other;
    EXPECT_NE(refused.err.find("other work"), std::string::npos) << refused.err;
  }
  // A rule that was changed is other work, too.
  std::string changed(kQueens);
  changed.replace(changed.find("for t = 1, S"), 12, "for t = 2, S");
  directory.write("queens.lua", changed);
  EXPECT_EQ(run_bouton(words(command), "", directory.path()).code, 2);
  directory.write("queens.lua", std::string(kQueens));
  std::string damaged = directory.read("c");
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  directory.write("c", damaged);
  const Result refused = run_bouton(words(command), "", directory.path());
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("damaged"), std::string::npos) << refused.err;
  EXPECT_TRUE(std::filesystem::exists(directory.path() / "t.npy.part"));
}

TEST(TableStream, SaysWhereACheckpointHasNoUse) {
  const TemporaryDirectory directory;
  directory.write("queens.lua", std::string(kQueens));
  EXPECT_EQ(run_bouton(words("table queens.lua 9 9 --checkpoint c"), "", directory.path()).code, 2);
  EXPECT_EQ(run_bouton(words("table queens.lua 9 9 --checkpoint c --format npy"), "", directory.path()).code, 2);
  EXPECT_EQ(run_bouton(words("table queens.lua 9 9 --checkpoint c -o t.png"), "", directory.path()).code, 2);
  EXPECT_EQ(run_bouton(words("table queens.lua 9 9 --checkpoint t.npy -o t.npy"), "", directory.path()).code, 2);
  const Result whole = run_bouton(words("table chomp 4 4 --checkpoint c -o t.npy"), "", directory.path());
  EXPECT_EQ(whole.code, 2);
  EXPECT_NE(whole.err.find("as a whole"), std::string::npos) << whole.err;
  EXPECT_EQ(directory.files(), 1U);
}

TEST(TableStream, ExplainSaysWhatIsHandedOutInStripes) {
  const TemporaryDirectory directory;
  directory.write("queens.lua", std::string(kQueens));
  const std::string large = run_bouton(words("explain queens.lua 9999 9999 --memory 400M"), "", directory.path()).out;
  EXPECT_NE(large.find("Grundy values from 0,0 to 9999,9999, in stripes: table (rays)"), std::string::npos) << large;
  const std::string small = run_bouton(words("explain queens.lua 99 99"), "", directory.path()).out;
  EXPECT_EQ(small.find("in stripes"), std::string::npos) << small;
}

}  // namespace
}  // namespace bouton::cli
