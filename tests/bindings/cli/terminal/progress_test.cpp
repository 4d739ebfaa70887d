// What the command says of its progress, verb by verb. The clock is not a clock: it is the number of times that the work has
// looked whether to stop, and so moves with the work and with nothing else.
#include "bindings/cli/terminal/progress.h"

#include <atomic>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <ostream>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bindings/cli/arguments/arguments.h"
#include "bindings/cli/context/context.h"
#include "bindings/cli/verbs/verbs.h"
#include "engine/base/errors.h"
#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

struct Line {
  double at = 0;
  std::string text;

  std::optional<std::uint64_t> number_at(const std::string& pattern) const {
    std::smatch match;
    if (!std::regex_search(text, match, std::regex(pattern))) return std::nullopt;
    std::string digits = match[1];
    std::erase(digits, ',');
    return std::stoull(digits);
  }
  std::optional<std::uint64_t> done() const { return number_at("^([0-9,]+) "); }
  std::optional<std::uint64_t> total() const { return number_at(" of ([0-9,]+) "); }
  std::optional<std::uint64_t> percent() const { return number_at("\\(([0-9]+) %\\)"); }
  /// In seconds.
  std::optional<double> left() const {
    const std::optional<std::uint64_t> number = number_at("about ([0-9]+) ");
    if (!number) return std::nullopt;
    const bool minutes = text.find(" min left") != std::string::npos;
    if (!minutes && text.find(" s left") == std::string::npos) return std::numeric_limits<double>::infinity();
    return static_cast<double>(*number) * (minutes ? 60 : 1);
  }
};

struct Shown {
  std::vector<Line> lines;
  double end = 0;
  std::string all() const {
    std::string all;
    for (const Line& line : lines) all += fmt::format("{:.1f} of {:.1f} s: {}\n", line.at, end, line.text);
    return all;
  }
};

constexpr std::int64_t kMany = std::numeric_limits<std::int64_t>::max();
/// How long each command takes on the clock that counts looks.
constexpr double kSeconds = 60;

/// A game of two heaps without a closed form.
constexpr const char* kRule = R"(return game {
  position = { "s", "l" },
  moves = function(s, l)
    for a = 1, s do move(s - a, l) end
    for b = 1, l do move(s, l - b) end
    for a = 1, s do for b = 1, l do if a - b < 2 and b - a < 3 then move(s - a, l - b) end end end
  end
})";

/// Runs a command in this process. Its output goes to a file in `folder`.
int run_here(const std::string& line, const std::filesystem::path& folder, const Display& display,
             std::atomic<std::int64_t>& polls_left) {
  std::vector<std::string> arguments = words(line);
  const Verb& verb = find_verb(arguments[0]);
  std::ofstream(folder / "file.lua") << kRule;
  if (line.find(" -o ") == std::string::npos) arguments.insert(arguments.end(), {"-o", "out.json"});
  for (std::string& word : arguments)
    if (word.starts_with("out.") || word.starts_with("file.")) word = (folder / word).string();
  Context context(verb, *parse_arguments(verb, {arguments.begin() + 1, arguments.end()}), nullptr, display, &polls_left);
  const int code = verb.run(context);
  context.erase_progress();
  context.out().finish();
  return code;
}

/// What the display shows, when looks come in equal times.
Shown shown_of(const std::string& line) {
  const TemporaryDirectory first, second;
  std::atomic<std::int64_t> left = kMany;
  run_here(line, first.path(), {}, left);
  const double looks = static_cast<double>(kMany - left);
  left = kMany;
  Shown shown;
  const auto seconds = [&] { return static_cast<double>(kMany - left) / looks * kSeconds; };
  const auto write = [&](std::string_view text) {
    if (text.starts_with('\r')) text.remove_prefix(1);
    if (text.ends_with("\x1b[K")) text.remove_suffix(3);
    if (!text.empty()) shown.lines.push_back({seconds(), std::string(text)});
  };
  run_here(line, second.path(), {.write = write, .seconds = seconds, .columns = [] { return std::size_t{300}; }}, left);
  shown.end = seconds();
  return shown;
}

/// What is said of the time that the rest takes: anything; that it takes as long as the looks tell; that it takes some time,
/// where the looks are not the same on every machine, since a rule is compared with its program for a part of a second; that
/// nobody knows.
enum class Left { something, estimate, some_time, unforeseen };

struct Case {
  std::string name, command;
  std::string of;  ///< what is counted, with its total: "160,000 positions"; empty where nobody knows how many
  Left left = Left::something;
  friend std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.command; }
};

/// Never above 100 %, never beginning again, and always of the same.
void expect_one_total(const Shown& shown, const std::string& of) {
  std::uint64_t done = 0;
  for (const Line& line : shown.lines) {
    if (!line.percent()) continue;
    EXPECT_NE(line.text.find(" of " + of + " ("), std::string::npos) << line.text;
    EXPECT_LE(*line.percent(), 100U) << line.text;
    EXPECT_LE(*line.done(), *line.total()) << line.text;
    EXPECT_GE(*line.done(), done) << line.text;
    done = *line.done();
  }
}

/// When half of the work is done, as it is counted, the other half is expected to take half to twice as long.
void expect_estimate_at_half(const Shown& shown) {
  const Line* half = nullptr;
  for (const Line& line : shown.lines)
    if (half == nullptr || std::abs(line.at - shown.end / 2) < std::abs(half->at - shown.end / 2)) half = &line;
  ASSERT_NE(half, nullptr);
  EXPECT_NEAR(half->at, shown.end / 2, shown.end / 8);
  ASSERT_TRUE(half->left()) << half->text;
  EXPECT_GE(*half->left(), (shown.end - half->at) / 2) << half->text;
  EXPECT_LE(*half->left(), (shown.end - half->at) * 2) << half->text;
}

class ProgressOfVerb : public ::testing::TestWithParam<Case> {};

// Takes up to 3 s a command, since each is run twice, first to count the looks. `graph` takes longest: thousands of positions
// are solved one by one and written with all their moves.
TEST_P(ProgressOfVerb, IsOfOneTotal) {
  const Case& one = GetParam();
  const Shown shown = shown_of(one.command);
  SCOPED_TRACE(shown.all());
  EXPECT_FALSE(shown.lines.empty());
  expect_one_total(shown, one.of);
  if (one.of.empty())
    for (const Line& line : shown.lines) EXPECT_FALSE(line.percent()) << line.text;
  if (one.left == Left::estimate) expect_estimate_at_half(shown);
  if (one.left == Left::some_time)
    for (const Line& line : shown.lines)
      if (line.done() && 4 * *line.done() > *line.total() && *line.done() < *line.total())
        EXPECT_TRUE(line.left()) << line.text;
  if (one.left == Left::unforeseen)
    for (const Line& line : shown.lines)
      if (line.percent() && *line.percent() < 100)
        EXPECT_NE(line.text.find("; the rest may take far longer"), std::string::npos) << line.text;
}

const Case kCases[] = {
    {"TableSearched", "table file.lua 60 60 --no-lift -o out.csv", "3,721 positions", Left::estimate},
    {"TableOfASymmetricGame", "table wythoff 150 150 --no-lift -o out.csv", "22,801 positions", Left::estimate},
    {"TableOfRays", "table wythoff 3000 3000 --value outcome --threads 1 -o out.npy", "9,006,001 positions", Left::estimate},
    {"TableOfBatches", "table file.lua 200 200 --threads 1 --method table:batch -o out.npy", "40,401 positions",
     Left::estimate},
    {"TableFromAbove", "table wythoff 30:60 30:60 --no-lift -o out.csv", "961 positions"},
    {"Positions", "positions file.lua 60 60 --no-lift", "3,721 positions", Left::estimate},
    {"SequenceOfSums", "sequence kayles 34 --value remoteness", "35 heaps", Left::estimate},
    // No period of it is proved: that of 0.F0F is with the values up to 8, and nothing is left to do.
    {"SequencePlain", "sequence take-and-break 12000 -p code=0.777...", "12,001 heaps", Left::estimate},
    {"SequenceStreamed", "sequence kayles 40000000 -o out.npy", "40,000,000 heaps", Left::estimate},
    {"SequenceKept", "sequence grundy 1100000 -o out.npy --checkpoint file.ck", "1,100,000 heaps"},
    {"SequencePeriod", "sequence octal 20000 -p code=0.06 --period", "20,000 heaps"},
    {"Row", "sequence file.lua 400 --row s=10 --no-lift", "401 heaps", Left::estimate},
    {"Verify", "verify wythoff 14 14", "7,425 steps", Left::estimate},
    {"Match", "match nimrod 1000 --players perfect,random --games 300 --threads 1", "300 games", Left::estimate},
    {"Survey", "survey octal:0.dd 100 --threads 1", "64 games", Left::some_time},
    {"Quotient", "quotient octal -p code=0.123 40", "41 heaps", Left::unforeseen},
    {"Solve", "solve file.lua 40,50 --no-lift --all", ""},
    {"SolveByTable", "solve file.lua 150,150 --all --method table:batch", ""},
    {"Theorem", "theorem diagonal-wythoff --steps 5000000", ""},
    {"Discover", "discover wythoff", ""},
    {"Graph", "graph wythoff 90,100 --max-nodes 10000", ""},
    {"Genus", "genus kayles 20 18 16", ""},
    {"Why", "why file.lua 60,50 --no-lift", ""},
};

INSTANTIATE_TEST_SUITE_P(Verbs, ProgressOfVerb, ::testing::ValuesIn(kCases), [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace bouton::cli
