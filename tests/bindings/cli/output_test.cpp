// Files appear whole or not at all, and what cannot be written is an error.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <gtest/gtest.h>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

constexpr const char* kLongTable = "table wythoff 3000 3000 --no-lift";

/// The numbers of a NumPy array of the type "<iN" or "<uN", checked against its header.
std::vector<std::int64_t> read_npy(const std::string& bytes, const std::string& type, const std::string& shape) {
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t length = static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
  EXPECT_EQ((10 + length) % 64, 0U);
  const std::string header = bytes.substr(10, length);
  EXPECT_EQ(header.back(), '\n');
  EXPECT_EQ(header.substr(0, header.find_last_not_of(" \n") + 1),
            "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }");
  const std::size_t size = static_cast<std::size_t>(type.back() - '0');
  std::vector<std::int64_t> numbers;
  for (std::size_t at = 10 + length; at < bytes.size(); at += size) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < size; ++i)
      number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    numbers.push_back(static_cast<std::int64_t>(number));
  }
  return numbers;
}

TEST(Output, TakesItsFormatFromTheEnding) {
  const TemporaryDirectory directory;
  const std::pair<const char*, const char*> kFiles[] = {
      {"t.txt", "n  grundy\n0  0\n1  1\n"},
      {"t.csv", "n,grundy\n0,0\n1,1\n"},
      {"t.b", "0 0\n1 1\n"},
      {"t.bfile", "0 0\n1 1\n"},
      {"b002186.txt", "0 0\n1 1\n"},
      {"t.json", "{\"game\":\"kayles\",\"value\":\"grundy\",\"low\":[0],\"high\":[1],\"shape\":[2],\"data\":[0,1]}\n"},
  };
  for (const auto& [file, text] : kFiles) {
    const Result result = run_bouton({"table", "kayles", "1", "-o", file}, "", directory.path());
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(without_provenance(without_comments(directory.read(file))), text) << file;
  }
  run_bouton(words("table kayles 1 -o odd.txt --format csv"), "", directory.path());
  EXPECT_EQ(directory.read("odd.txt"), "n,grundy\n0,0\n1,1\n");
}

TEST(Output, HoldsArraysForNumPy) {
  const TemporaryDirectory directory;
  run_bouton(words("table wythoff 1 2 -o t.npy"), "", directory.path());
  EXPECT_EQ(read_npy(directory.read("t.npy"), "|u1", "(2, 3)"), (std::vector<std::int64_t>{0, 1, 2, 1, 2, 0}));
  run_bouton(words("table nim 256:257 -o w.npy"), "", directory.path());
  EXPECT_EQ(read_npy(directory.read("w.npy"), "<u2", "(2,)"), (std::vector<std::int64_t>{256, 257}));
  run_bouton(words("table pass-nim 1 1 --value outcome -o o.npy"), "", directory.path());
  EXPECT_EQ(read_npy(directory.read("o.npy"), "|u1", "(2, 2)"), (std::vector<std::int64_t>{0, 1, 1, 2}));
  run_bouton(words("positions wythoff 3 3 -o p.npy"), "", directory.path());
  EXPECT_EQ(read_npy(directory.read("p.npy"), "<i8", "(3, 2)"), (std::vector<std::int64_t>{0, 0, 1, 2, 2, 1}));
  run_bouton(words("sequence kayles 3 -o s.npy"), "", directory.path());
  EXPECT_EQ(read_npy(directory.read("s.npy"), "|u1", "(4,)"), (std::vector<std::int64_t>{0, 1, 2, 3}));
}

TEST(Output, ReplacesAFileOnlyWhenItIsWhole) {
  const TemporaryDirectory directory;
  directory.write("t.npy", "before");
  const Result refused = run_bouton(words("table silver-dollar 3 3 -o t.npy"), "", directory.path());
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(directory.read("t.npy"), "before");
  EXPECT_EQ(directory.files(), 1U);
  EXPECT_EQ(run_bouton(words("table nim 3 -o t.npy"), "", directory.path()).code, 0);
  EXPECT_NE(directory.read("t.npy"), "before");
  EXPECT_EQ(directory.files(), 1U);
}

TEST(Output, FollowsLinksAndKeepsTheMode) {
  const TemporaryDirectory directory;
  directory.write("real.csv", "before");
  std::filesystem::permissions(directory.path() / "real.csv", std::filesystem::perms(0640));
  std::filesystem::create_symlink("real.csv", directory.path() / "link.csv");
  EXPECT_EQ(run_bouton(words("table nim 1 -o link.csv"), "", directory.path()).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(directory.path() / "link.csv"));
  EXPECT_EQ(directory.read("real.csv"), "n,grundy\n0,0\n1,1\n");
  EXPECT_EQ(std::filesystem::status(directory.path() / "real.csv").permissions(), std::filesystem::perms(0640));
}

TEST(Output, ThatCannotBeWrittenIsAnError) {
  const Result full = run_bouton(words("table nim 3 --format csv -o /dev/full"));
  EXPECT_EQ(full.code, 2);
  EXPECT_EQ(full.err, "bouton: cannot write to /dev/full: No space left on device\n");
  Running running(words("table nim 3"), {}, "/dev/full");
  const Result standard = running.finish();
  EXPECT_EQ(standard.code, 2);
  EXPECT_EQ(standard.err, "bouton: cannot write to standard output: No space left on device\n");
}

TEST(Output, MayBeADevice) {
  EXPECT_EQ(run_bouton(words("table nim 1 --format csv -o /dev/stdout")).out, "n,grundy\n0,0\n1,1\n");
}

TEST(Output, SharesStandardOutputWithItsOtherUsers) {
  const TemporaryDirectory directory;
  const std::string command = "cd '" + directory.path().native() +
                              "' && (echo before; '" BOUTON_PROGRAM
                              "' table nim 1 --format csv -o /dev/stdout; echo after) >file";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(directory.read("file"), "before\nn,grundy\n0,0\n1,1\nafter\n");
}

// A certificate and a checkpoint are written as any output is.
TEST(Output, OfEveryKindGoesThroughLinksAndPipes) {
  const TemporaryDirectory directory;
  directory.write("real", "before");
  std::filesystem::create_symlink("real", directory.path() / "link");
  EXPECT_EQ(run_bouton(words("sequence kayles 200 --certificate link"), "", directory.path()).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(directory.path() / "link"));
  EXPECT_EQ(run_bouton(words("verify --certificate real"), "", directory.path()).code, 0);
  EXPECT_NE(run_bouton(words("sequence kayles 200 --certificate /dev/stdout")).out.find(directory.read("real")),
            std::string::npos);
  std::filesystem::create_symlink("values", directory.path() / "checkpoint");
  EXPECT_EQ(run_bouton(words("sequence kayles 200 --checkpoint checkpoint"), "", directory.path()).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(directory.path() / "checkpoint"));
  EXPECT_TRUE(std::filesystem::is_regular_file(directory.path() / "values"));
  EXPECT_EQ(directory.files(), 4U);
}

TEST(Output, ThatCannotBeWrittenIsSaidBeforeTheWork) {
  const TemporaryDirectory directory;
  const std::pair<const char*, const char*> kLines[] = {
      {"sequence grundy 2000000000 --memory 1T -o none/s.csv", "bouton: cannot create none/s.csv: No such file or directory\n"},
      {"sequence grundy 2000000000 --memory 1T --certificate none/c",
       "bouton: cannot create none/c: No such file or directory\n"},
      {"sequence grundy 2000000000 --memory 1T --checkpoint none/c",
       "bouton: cannot create none/c: No such file or directory\n"},
      {"sequence kayles 20 --checkpoint /dev/null",
       "bouton: checkpoint /dev/null: this file does not hold values to continue from\n"},
      {"sequence kayles 20 --checkpoint ./c --certificate c",
       "bouton: --certificate and --checkpoint name the same file, ./c\n"},
      {"sequence kayles 20 --certificate c.csv -o c.csv", "bouton: --certificate and --output name the same file, c.csv\n"},
      {"table nim 3 -o a.csv -o b.csv", "bouton: table: --output is given more than once\n"},
      {"table nim 3 --format csv -o .", "bouton: cannot write to .: Is a directory\n"},
  };
  for (const auto& [line, message] : kLines) {
    const Result result = run_bouton(words(line), "", directory.path());
    EXPECT_EQ(result.code, 2) << line;
    EXPECT_EQ(result.out, "") << line;
    EXPECT_EQ(result.err, message) << line;
  }
  EXPECT_EQ(directory.files(), 0U);
}

TEST(Output, LeavesNothingBehindAfterCtrlC) {
  const TemporaryDirectory directory;
  directory.write("t.csv", "before");
  Running running(words(std::string(kLongTable) + " -o t.csv"), directory.path());
  running.wait_until_it_opens_a_file_of(directory.path());
  running.send(SIGINT);
  const Result result = running.finish();
  EXPECT_EQ(result.code, 130);
  EXPECT_EQ(result.err, "bouton: interrupted\n");
  EXPECT_EQ(directory.read("t.csv"), "before");
  EXPECT_EQ(directory.files(), 1U);
}

TEST(Output, OfTwoRunsAtOnceIsThatOfOne) {
  const TemporaryDirectory directory;
  std::vector<std::unique_ptr<Running>> runs;
  for (int i = 0; i < 4; ++i)
    runs.push_back(std::make_unique<Running>(words(i % 2 == 0 ? "table wythoff 60 60 -o t.csv" : "table euclid 60 60 -o t.csv"),
                                             directory.path()));
  for (const auto& run : runs) EXPECT_EQ(run->finish().code, 0);
  const std::string text = directory.read("t.csv");
  EXPECT_TRUE(text == run_bouton(words("table wythoff 60 60 --format csv")).out ||
              text == run_bouton(words("table euclid 60 60 --format csv")).out);
  EXPECT_EQ(directory.files(), 1U);
}

TEST(Output, ThatNobodyReadsEndsQuietly) {
  Running running(words("table wythoff 200 200"), {});
  running.wait_for("S\\L");
  running.stop_reading();
  const Result result = running.finish();
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
}

TEST(Interrupt, EndsLongWork) {
  Running running(words(kLongTable), {});
  running.wait_until_it_catches(SIGINT);
  running.send(SIGINT);
  const Result result = running.finish();
  EXPECT_EQ(result.code, 130);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "bouton: interrupted\n");
}

TEST(Interrupt, EndsARuleThatNeverReturns) {
  const TemporaryDirectory directory;
  directory.write("spin.lua", "return game { name = 'spin', position = { 'n' }, moves = function(n) while true do end end }\n");
  for (const int signal : {SIGINT, SIGTERM}) {
    Running running(words("solve ./spin.lua 3 --limit call=1000000"), directory.path());
    running.wait_until_it_catches(signal);
    running.send(signal);
    EXPECT_EQ(running.finish().code, 128 + signal);
  }
}

TEST(Limits, EndWithOne) {
  const TemporaryDirectory directory;
  directory.write("spin.lua", "return game { name = 'spin', position = { 'n' }, moves = function(n) while true do end end }\n");
  const Result slow = run_bouton(words("solve ./spin.lua 3 --limit call=0.1"), "", directory.path());
  EXPECT_EQ(slow.code, 1);
  EXPECT_NE(slow.err.find("spin.lua"), std::string::npos) << slow.err;
  EXPECT_NE(slow.err.find("--limit call="), std::string::npos) << slow.err;
  const Result large = run_bouton(words("table wythoff 3000 3000 --memory 1M"));
  EXPECT_EQ(large.code, 1);
  EXPECT_NE(large.err.find("--memory"), std::string::npos) << large.err;
}

}  // namespace
}  // namespace bouton::cli
