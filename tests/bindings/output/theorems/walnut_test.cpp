// The files are read by a reader that knows nothing but Walnut's formats, and compared with what plain recursion says.
#include "bindings/output/theorems/walnut.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "engine/study/discovery/theorem.h"
#include "tests/engine/games.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

/// An automaton as Walnut's text says it.
struct ReadAutomaton {
  std::string first_line;
  std::map<int, bool> accepts;
  std::map<std::pair<int, std::vector<int>>, int> next;

  explicit ReadAutomaton(const std::string& text) {
    std::istringstream lines(text);
    std::getline(lines, first_line);
    int state = -1;
    for (std::string line; std::getline(lines, line);) {
      if (line.empty()) continue;
      std::istringstream words(line);
      std::vector<int> digits;
      const std::size_t arrow = line.find("->");
      if (arrow == line.npos) {
        int output = 0;
        words >> state >> output;
        accepts[state] = output != 0;
        continue;
      }
      for (std::istringstream in(line.substr(0, arrow)); in >> std::ws && !in.eof();) {
        digits.emplace_back();
        in >> digits.back();
      }
      next[{state, digits}] = std::stoi(line.substr(arrow + 2));
    }
  }

  /// Numbers as digits, most significant first, all of one length.
  bool has(const std::vector<std::vector<int>>& numbers) const {
    int state = 0;
    for (std::size_t i = 0; i < numbers[0].size(); ++i) {
      std::vector<int> letter;
      for (const std::vector<int>& number : numbers) letter.push_back(number[i]);
      const auto to = next.find({state, letter});
      if (to == next.end()) return false;
      state = to->second;
    }
    return accepts.at(state);
  }
};

/// n as a sum of weights, the greatest first; as many digits as there are weights.
std::vector<int> digits_of(int n, const std::vector<int>& weights) {
  std::vector<int> digits;
  for (const int weight : weights) {
    digits.push_back(n / weight);
    n %= weight;
  }
  return digits;
}

const std::vector<int> kFibonacci = {89, 55, 34, 21, 13, 8, 5, 3, 2, 1};
const std::vector<int> kBinary = {64, 32, 16, 8, 4, 2, 1};

class Walnut : public ::testing::Test {
 protected:
  /// The files for two heaps of which one takes from one, or the same number from both.
  std::map<std::string, std::string> files(Play play, MoveProgram moves) {
    const test::ProgramRules rules(test::two_heaps(), std::move(moves), play);
    const TheoremReport report = find_theorem(rules, 2, 0, budget_);
    EXPECT_TRUE(report.theorem);
    AutomataWorkspace workspace(budget_, 100'000, 100'000'000);
    std::map<std::string, std::string> texts;
    for (const WalnutFile& file : walnut_files("my game", *report.formula, *report.theorem, workspace))
      texts[file.path.native()] = file.text;
    return texts;
  }
  Budget budget_;
};

/// P-positions by the definition.
std::set<std::pair<int, int>> lost_in_wythoff(int size, bool misere) {
  std::set<std::pair<int, int>> lost;
  for (int a = 0; a < size; ++a)
    for (int b = 0; b < size; ++b) {
      bool wins = misere && a == 0 && b == 0;
      for (int t = 1; t <= std::max(a, b); ++t)
        wins = wins || lost.contains({a - t, b}) || lost.contains({a, b - t}) || lost.contains({a - t, b - t});
      if (!wins) lost.insert({a, b});
    }
  return lost;
}

TEST_F(Walnut, ReadsThePositionsOfTheTable) {
  for (const bool misere : {false, true}) {
    const auto texts = files(misere ? Play::misere : Play::normal, test::wythoff_program());
    const ReadAutomaton p(texts.at("Automata Library/bouton_my_game_p.txt"));
    EXPECT_EQ(p.first_line, "msd_bouton_recurrence_1 msd_bouton_recurrence_1");
    const std::set<std::pair<int, int>> lost = lost_in_wythoff(60, misere);
    for (int a = 0; a < 60; ++a)
      for (int b = 0; b < 60; ++b)
        EXPECT_EQ(p.has({digits_of(a, kFibonacci), digits_of(b, kFibonacci)}), lost.contains({a, b})) << a << "," << b;
  }
}

TEST_F(Walnut, ReadsTheNumerationSystem) {
  const auto texts = files(Play::normal, test::wythoff_program());
  const ReadAutomaton sums(texts.at("Custom Bases/msd_bouton_recurrence_1_addition.txt"));
  EXPECT_EQ(sums.first_line, "{0, 1} {0, 1} {0, 1}");
  for (int x = 0; x < 30; ++x)
    for (int y = 0; y < 30; ++y)
      for (int z = 0; z < 70; ++z)
        EXPECT_EQ(sums.has({digits_of(x, kFibonacci), digits_of(y, kFibonacci), digits_of(z, kFibonacci)}), x + y == z);
  const ReadAutomaton words(texts.at("Custom Bases/msd_bouton_recurrence_1.txt"));
  EXPECT_TRUE(words.has({{0, 1, 0, 1, 0}}));
  EXPECT_FALSE(words.has({{0, 1, 1, 0}}));
}

/// In a base there are no files for the system, which Walnut has itself.
TEST_F(Walnut, ReadsNim) {
  test::ProgramBuilder b(2);
  const Slot i = b.slot(), j = b.slot();
  b.program.body = {b.loop(i, b.c(1), b.x(0), b.c(1), {b.option({b.sub(b.x(0), b.t(i)), b.x(1)})}),
                    b.loop(j, b.c(1), b.x(1), b.c(1), {b.option({b.x(0), b.sub(b.x(1), b.t(j))})})};
  const auto texts = files(Play::normal, b.program);
  const ReadAutomaton p(texts.at("Automata Library/bouton_my_game_p.txt"));
  EXPECT_EQ(p.first_line, "msd_2 msd_2");
  for (int x = 0; x < 64; ++x)
    for (int y = 0; y < 64; ++y) EXPECT_EQ(p.has({digits_of(x, kBinary), digits_of(y, kBinary)}), x == y);
  EXPECT_TRUE(std::ranges::none_of(texts, [](const auto& file) { return file.first.starts_with("Custom Bases"); }));
}

/// The Grundy function with the statement that it is the least number that no option has.
TEST_F(Walnut, ReadsTheGrundyFunction) {
  test::ProgramBuilder b(2);
  const Slot i = b.slot(), j = b.slot();
  b.program.body = {b.loop(i, b.c(1), b.x(0), b.c(1), {b.option({b.sub(b.x(0), b.t(i)), b.x(1)})}),
                    b.loop(j, b.c(1), b.x(1), b.c(1), {b.option({b.x(0), b.sub(b.x(1), b.t(j))})})};
  const test::ProgramRules rules(test::two_heaps(), b.program);
  const TheoremReport report = find_theorem(rules, 2, kAllValues, budget_);
  ASSERT_TRUE(report.theorem) << report.theorem.reason();
  AutomataWorkspace workspace(budget_, 100'000, 100'000'000);
  std::map<std::string, std::string> texts;
  for (const WalnutFile& file : walnut_files("nim", *report.formula, *report.theorem, workspace))
    texts[file.path.native()] = file.text;
  const ReadAutomaton g(texts.at("Automata Library/bouton_nim_g.txt"));
  EXPECT_EQ(g.first_line, "msd_2 msd_2 msd_2");
  for (int x = 0; x < 32; ++x)
    for (int y = 0; y < 32; ++y)
      for (int z = 0; z < 64; ++z)
        EXPECT_EQ(g.has({digits_of(x, kBinary), digits_of(y, kBinary), digits_of(z, kBinary)}), (x ^ y) == z);
  const std::string& commands = texts.at("Command Files/bouton_nim.txt");
  EXPECT_NE(commands.find("eval bouton_nim_g_theorem \"?msd_2 A x000,x001,x002 ($bouton_nim_g(x000,x001,x002) <=> "
                          "(($bouton_nim_valid(x000,x001)) & (~$bouton_nim_g_into(x000,x001,x002)) & "
                          "(A x003 (x003 < x002 => $bouton_nim_g_into(x000,x001,x003)))))\":\n"),
            std::string::npos)
      << commands;
}

/// Bit operations are automata of their own: here a move leaves a & L of L, for a heap a that shrinks.
TEST_F(Walnut, ReadsBitOperations) {
  test::ProgramBuilder b(2);
  const Slot i = b.slot();
  b.program.body = {
      b.loop(i, b.c(1), b.x(0), b.c(1), {b.option({b.sub(b.x(0), b.t(i)), b.binary(Op::bit_and, b.x(0), b.x(1))})})};
  const auto texts = files(Play::normal, b.program);
  const ReadAutomaton both(texts.at("Automata Library/bouton_bits_8.txt"));
  EXPECT_EQ(both.first_line, "msd_2 msd_2 msd_2");
  for (int x = 0; x < 20; ++x)
    for (int y = 0; y < 20; ++y)
      for (int z = 0; z < 20; ++z)
        EXPECT_EQ(both.has({digits_of(x, kBinary), digits_of(y, kBinary), digits_of(z, kBinary)}), (x & y) == z);
  EXPECT_NE(texts.at("Command Files/bouton_my_game.txt").find("$bouton_bits_8(x000,x001,"), std::string::npos);
}

/// In a system whose words have even lengths only, Walnut's may have any.
TEST_F(Walnut, ReadsWordsOfAnyLength) {
  const test::ProgramRules rules(test::two_heaps(), test::wythoff_program());
  AutomataWorkspace workspace(budget_, 100'000, 100'000'000);
  const Result<GameFormula> formula = GameFormula::of(rules, 2, workspace);
  const Numeration system = Numeration::ostrowski(std::array{1, 2});
  const Theorem any{system, {{all_tuples(system, 2)}}};  // what is read here is the system
  for (const WalnutFile& file : walnut_files("any", *formula, any, workspace)) {
    if (file.path.native() != "Custom Bases/msd_bouton_ostrowski_1_2_addition.txt") continue;
    const ReadAutomaton sums(file.text);
    for (const std::size_t length : {std::size_t{4}, std::size_t{5}}) {
      std::vector<int> values = {1};  // W(j+1) = c(j) W(j) + W(j-1)
      int before = 1;
      for (std::size_t j = 0; values.size() < length; ++j) {
        const int next = (j % 2 == 0 ? 1 : 2) * values.back() + before;
        before = values.back();
        values.push_back(next);
      }
      std::ranges::reverse(values);
      for (int x = 0; x < values[0]; ++x)
        for (int y = 0; x + y < values[0]; ++y)
          for (int z = 0; z < values[0]; ++z)
            EXPECT_EQ(sums.has({digits_of(x, values), digits_of(y, values), digits_of(z, values)}), x + y == z)
                << x << " " << y << " " << z;
    }
    return;
  }
  FAIL() << "no file for the sums";
}

/// What a command names is a file or was defined before it.
TEST_F(Walnut, CommandsNameWhatIsThere) {
  const auto texts = files(Play::misere, test::wythoff_program());
  std::set<std::string> known = {"bouton_my_game_p"};
  std::istringstream lines(texts.at("Command Files/bouton_my_game.txt"));
  std::vector<std::string> evaluated;
  for (std::string line; std::getline(lines, line);) {
    ASSERT_TRUE(line.ends_with("\":")) << line;
    for (std::size_t at = 0; (at = line.find('$', at)) != line.npos; ++at)
      EXPECT_TRUE(known.contains(line.substr(at + 1, line.find('(', at) - at - 1))) << line;
    const std::size_t blank = line.find(' ', 5);
    const std::size_t name = line.find(' ') + 1;
    if (line.starts_with("def ")) known.insert(line.substr(name, line.find(' ', name) - name));
    else evaluated.push_back(line.substr(name, blank - name));
  }
  EXPECT_TRUE(known.contains("bouton_my_game_can_move"));
  EXPECT_TRUE(known.contains("bouton_my_game_terminal_p"));
  EXPECT_EQ(std::ranges::count(evaluated, "bouton_my_game_p_theorem"), 1);
  EXPECT_EQ(evaluated.size(), 5U + 1U + 3U);  // the system, the theorem, the end of play for each kind of move
  EXPECT_NE(texts.at("bouton_my_game.md").find("- `bouton_my_game_p_theorem`\n"), std::string::npos);
}

}  // namespace
}  // namespace bouton
