// --memory holds for what is kept for an answer: the most memory that a process has had, as the system tells it.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "bindings/cli/verbs/verbs.h"
#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

/// Something large that a verb is asked.
struct LargeQuestion {
  std::string line;
  std::string input = {};       ///< what is typed
  std::string ends_after = {};  ///< of what goes on until Ctrl-C: what it writes before
};

/// Runs the command to its end. What it writes goes to a file, as this process should stay small: a process that is started
/// begins with the memory of the one that starts it.
Result answered(const TemporaryDirectory& directory, const LargeQuestion& question) {
  directory.write("out", "");
  Running running(words(question.line), directory.path(),
                  question.ends_after.empty() ? (directory.path() / "out").string() : "");
  if (!question.input.empty()) running.type(question.input);
  if (!question.ends_after.empty()) {
    running.wait_for(question.ends_after);
    running.send(SIGINT);
  }
  return running.finish();
}

std::string heaps(int count, int first, int step) {
  std::string line;
  for (int i = 0; i < count; ++i) line += fmt::format(" {}", first + i * step);
  return line;
}

/// All heads of a square of coins.
std::string square_of_heads(int side) {
  std::string line;
  for (int row = 1; row <= side; ++row)
    for (int column = 1; column <= side; ++column) line += fmt::format(" {},{}", row, column);
  return line;
}

/// Even heaps, each of which is won by every move: to odd ones, which have none.
const std::string kEven =
    "return game { name = 'even', position = { 'n' }, example = { 5 },\n"
    "  moves = function(n) if n % 2 == 0 then for k = 1, n, 2 do move(n - k) end end end }\n";

/// Coins on a board: squares in one direction, triangles in the other.
const std::string kFlips =
    "local function strip(size)\n"
    "  return game { companions = function(n)\n"
    "    local k = 1\n"
    "    while size(k) <= n + 1 do\n"
    "      local t = {}\n"
    "      for i = 1, size(k) - 1 do t[i] = n - i end\n"
    "      turn(table.unpack(t))\n"
    "      k = k + 1\n"
    "    end\n"
    "  end }\n"
    "end\n"
    "return game { product = { strip(function(k) return k * k end), strip(function(k) return k * (k + 1) // 2 end) } }\n";

/// A board whose 25 cells have 2^25 positions.
const std::string kCells =
    "return game { position = board('any', 'any', '.X'), example = '5x5',\n"
    "  moves = function(b) for r, c in b:cells() do if b:at(r, c) == 0 then move(b:with(r, c, 1)) end end end }\n";

const std::string kTables = "g = bouton.game('wythoff')\nt = g:table{3000, 3000}\nprint(t[3][5])\n";

/// By verb. Without a limit most of them take several times as much as the test allows.
const std::map<std::string, std::vector<LargeQuestion>, std::less<>>& large_questions() {
  static const std::map<std::string, std::vector<LargeQuestion>, std::less<>> kQuestions = {
      {"games", {{"games --format json"}}},
      {"solve",
       {{"solve kayles" + heaps(500, 0, 1)},
        {"solve flips.lua" + square_of_heads(50) + " --max-moves 100000 --format json"},
        {"solve even.lua 200000 --max-moves 1000000"},
        {"solve even.lua 200000 --all-moves"}}},
      {"why", {{"why kayles" + heaps(2000, 0, 1)}}},
      {"table",
       {{"table wythoff 6000 6000 -o w.npy"}, {"table wythoff 6000 6000"}, {"table wythoff 5 5 -o w.png --size 20000"}}},
      {"positions", {{"positions wythoff 20000 20000"}, {"positions chomp 10 10 10 10 10 10"}}},
      {"sequence", {{"sequence kayles 3000000"}, {"sequence grundy 300000 --period"}}},
      {"graph", {{"graph wythoff 150,150 --max-nodes 1000000 --format json"}, {"graph nim 2000 --max-nodes 1000000"}}},
      {"genus", {{"genus kayles" + heaps(1000, 5, 0)}}},
      {"quotient", {{"quotient grundy 60 --memory 16M"}}},
      {"play",
       {{"play cram 5x6 --first human", "moves\nhint\nquit\n"}, {"play wythoff 3000,3000 --first human", "moves\nquit\n"}}},
      {"match", {{"match wythoff 2000,2000 --players perfect,random --games 3"}}},
      {"theorem", {{"theorem nimrod"}}},
      {"discover", {{"discover cells.lua"}}},
      {"survey", {{"survey octal:0.077 1000000"}}},
      {"verify", {{"verify wythoff"}, {"verify cram"}}},
      {"explain", {{"explain kayles 1000000 --analyze"}}},
      {"report", {{"report wythoff 300,300 -o w.html"}}},
      {"new", {{"new large --kind board"}}},
      {"watch", {{"watch even.lua solve 200000 --max-moves 1000000", "", "winning moves:"}}},
      {"share", {{"share even.lua --page https://example.org/bouton/"}}},
      {"redo", {{"redo large.json"}}},
      {"run", {{"run --memory 64M tables.lua"}}},
      {"repl", {{"repl", kTables}}}};
  return kQuestions;
}

/// The others keep nothing that grows with what they are asked.
bool has_memory(const Verb& verb) { return std::ranges::find(verb.options, Option::memory) != verb.options.end(); }

// Sanitizers need memory of their own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kOfProgram = 2000;
#else
constexpr std::size_t kOfProgram = 60;
#endif

TEST(MemorySlow, HoldsForEveryVerb) {
  const TemporaryDirectory directory;
  directory.write("even.lua", kEven);
  directory.write("flips.lua", kFlips);
  directory.write("cells.lua", kCells);
  directory.write("tables.lua", "local bouton = require 'bouton'\n" + kTables);
  ASSERT_EQ(answered(directory, {"table wythoff 1500 1500 -o large.json"}).code, 0);
  for (const Verb& verb : verbs()) EXPECT_TRUE(large_questions().contains(verb.name)) << verb.name << " is not asked";
  for (const auto& [verb, questions] : large_questions())
    for (LargeQuestion question : questions) {
      if (has_memory(find_verb(verb)) && !holds(question.line, "--memory")) question.line += " --memory 64M";
      if (verb == "watch") question.line += " --memory 64M";
      const Result result = answered(directory, question);
      const std::string written = directory.read("out").substr(0, 300) + result.err.substr(0, 300);
      EXPECT_LE(result.peak_megabytes, (holds(question.line, "--memory 16M") ? 16 : 64) + kOfProgram)
          << question.line.substr(0, 80) << "\n"
          << written;
      EXPECT_TRUE(result.code == 0 || result.code == 1 || (verb == "watch" && result.code == 130))
          << result.code << " " << question.line.substr(0, 80) << "\n"
          << written;
    }
}

TEST(MemorySlow, IsHeldBySumsOfThousands) {
  const TemporaryDirectory directory;
  const Result result = answered(directory, {"solve kayles" + heaps(2000, 5, 0) + " --memory 64M"});
  EXPECT_LE(result.peak_megabytes, 64 + kOfProgram);
  EXPECT_EQ(result.code, 0) << result.err;
}

/// The remoteness of a long sum is looked for beside its answer, which it must not cost. The value is that of a sum of Grundy
/// values (Winning Ways, chapter 4).
TEST(MemorySlow, AnExtraDoesNotCostTheAnswer) {
  const TemporaryDirectory directory;
  const Result result = answered(directory, {"solve kayles" + heaps(2000, 0, 1) + " --max-moves 1"});
  const std::string out = directory.read("out");
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(holds(out, "Grundy value")) << out.substr(0, 300);
  EXPECT_LE(result.peak_megabytes, 500 + kOfProgram);
}

/// A list of winning moves that memory has no room for is not the whole list, and says so; the answer is there all the same.
TEST(Memory, AListOfWinningMovesSaysThatItIsNotWhole) {
  const TemporaryDirectory directory;
  directory.write("even.lua", kEven);
  const std::string line = "solve even.lua 6000 --max-moves 1000000 --memory 2M";
  const Result text = run_bouton(words(line), "", directory.path());
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_TRUE(holds(text.out, "N, the player to move wins")) << text.out.substr(0, 300);
  EXPECT_TRUE(holds(text.out, "  and perhaps more: a list of them all takes more memory (--memory)\n"))
      << text.out.substr(0, 300);
  const Result json = run_bouton(words(line + " --format json"), "", directory.path());
  EXPECT_EQ(json.code, 0) << json.err;
  EXPECT_TRUE(holds(json.out, "\"outcome\":\"N\"") && holds(json.out, "\"winning_moves_complete\":false"))
      << json.out.substr(0, 300);
  const Result all = run_bouton(words("solve even.lua 6000 --max-moves 1000000 --memory 64M"), "", directory.path());
  EXPECT_TRUE(holds(all.out, "\n  3000  to ")) << all.out.substr(0, 300);
  EXPECT_FALSE(holds(all.out, "and perhaps more"));
}

}  // namespace
}  // namespace bouton::cli
