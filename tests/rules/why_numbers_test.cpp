// Every number that `why` states, and every reply that it names: taken out of the sentences and computed anew, by plain
// recursion over the rule's options, in every position of a box under both conventions of play.
#include <algorithm>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/plan/under_play.h"
#include "engine/play/sum_moves.h"
#include "engine/rules/blocking.h"
#include "engine/why/reason.h"
#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

/// The truth about sums of one game, by the definition.
class SumTruth {
 public:
  explicit SumTruth(const Rules& rules) : rules_(rules) {}

  struct Value {
    bool wins = false;
    Remoteness remoteness = 0;
  };
  const Value& value(Sum sum) {
    std::vector<BigPosition> key;
    for (const Component& component : sum) key.push_back(component.position);
    std::ranges::sort(key);
    if (const auto known = values_.find(key); known != values_.end()) return known->second;
    Value found{rules_.play() == Play::misere, 0};
    Remoteness least = ~Remoteness{0}, greatest = 0;
    const std::vector<Move> moves = moves_from(sum);
    for (const Move& move : moves) {
      const Value next = value(after(sum, move));
      if (next.wins) greatest = std::max(greatest, next.remoteness);
      else least = std::min(least, next.remoteness);
    }
    if (!moves.empty()) found = {least != ~Remoteness{0}, 1 + (least != ~Remoteness{0} ? least : greatest)};
    return values_.emplace(std::move(key), found).first->second;
  }

  /// The Grundy value of one position: the mex of those of its options.
  std::uint64_t grundy(const BigPosition& position) {
    if (const auto known = grundy_.find(position); known != grundy_.end()) return known->second;
    const std::set<std::uint64_t> values = option_values(position);
    std::uint64_t mex = 0;
    while (values.contains(mex)) ++mex;
    return grundy_[position] = mex;
  }
  std::set<std::uint64_t> option_values(const BigPosition& position) {
    std::set<std::uint64_t> values;
    for (const Move& move : moves_from({{0, position}})) {
      std::uint64_t value = 0;
      for (const BigPosition& part : move.to) value ^= grundy(part);
      values.insert(value);
    }
    return values;
  }

  std::vector<Move> moves_from(const Sum& sum) const {
    std::vector<Move> moves;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      Options options;
      rules_.reference_options(*narrow(sum[i].position), options);
      for (std::size_t k = 0; k < options.size(); ++k) {
        Move move{i, std::string(rules_.label_name(options[k].label())), {}, options[k].kind()};
        for (std::size_t part = 0; part < options[k].size(); ++part) move.to.push_back(widen(options[k][part]));
        moves.push_back(std::move(move));
      }
    }
    return moves;
  }

 private:
  const Rules& rules_;
  std::map<std::vector<BigPosition>, Value> values_;
  std::map<BigPosition, std::uint64_t> grundy_;
};

std::uint64_t number(const std::string& text) { return std::stoull(text); }

std::vector<std::string> split_at(const std::string& text, const std::string& between) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end = text.find(between); end != std::string::npos; end = text.find(between, begin)) {
    parts.push_back(text.substr(begin, end - begin));
    begin = end + between.size();
  }
  parts.push_back(text.substr(begin));
  return parts;
}

/// Heaps of Nim in a sum, whether each is a component or several are.
std::vector<std::uint64_t> heaps_of(const Sum& sum) {
  std::vector<std::uint64_t> heaps;
  for (const Component& component : sum)
    for (const Integer& heap : component.position) heaps.push_back(heap.get_ui());
  return heaps;
}
std::uint64_t nim_sum_of(const Sum& sum) {
  std::uint64_t total = 0;
  for (const std::uint64_t heap : heaps_of(sum)) total ^= heap;
  return total;
}

/// What `why` says of sums of one game under one convention.
class StatedNumbers {
 public:
  StatedNumbers(std::string_view name, Play play, const lua::Settings& settings)
      : games_{game_under_play(GameUnderTest::load(name, settings), play)},
        truth_(*games_[0]->rules),
        solver_({games_[0]->rules}, Budget()) {}

  void check(const Sum& sum) {
    sum_ = sum;
    reason_ = why(games_, sum, solver_, Budget());
    SCOPED_TRACE(line_of(games_, sum));
    const SumTruth::Value truth = truth_.value(sum);
    ASSERT_EQ(reason_.value.outcome, truth.wins ? Outcome::N : Outcome::P);
    ASSERT_EQ(reason_.move.has_value(), truth.wins && !truth_.moves_from(sum).empty());
    if (reason_.move) expect_wins(*reason_.move);
    for (const Reason::Paragraph& paragraph : reason_.paragraphs) {
      if (!paragraph.table.empty()) check_table(paragraph.table);
      check_prose(paragraph.prose);
    }
  }

  /// How many statements were compared.
  std::size_t compared() const { return compared_; }

 private:
  struct Statement {
    std::regex pattern;
    std::function<void(const std::smatch&)> holds;
  };

  /// Takes each statement out of the sentences; what is left states no number.
  void check_prose(std::string prose) {
    SCOPED_TRACE(prose);
    for (const Statement& statement : statements()) {
      std::smatch match;
      while (std::regex_search(prose, match, statement.pattern)) {
        statement.holds(match);
        ++compared_;
        prose = match.prefix().str() + match.suffix().str();
      }
    }
    EXPECT_FALSE(std::ranges::any_of(prose, [](unsigned char c) { return std::isdigit(c) != 0; }))
        << "a number that nobody has checked: " << prose;
  }

  std::vector<Statement> statements() {
    const auto says = [](const char* pattern, std::function<void(const std::smatch&)> holds) {
      return Statement{std::regex(pattern), std::move(holds)};
    };
    return {
        says(
            R"(Theorem: (Bouton|Sprague)[^:]*: [^.]*(P iff the nim-sum|the nim-sum of the heaps|as in Nim|under normal play)[^.]*\.)",
            [](const std::smatch&) {}),
        says(R"(Whoever moves at nim-sum 0 loses\.)",
             [this](const std::smatch&) { EXPECT_EQ(truth_.value(sum_).wins, nim_sum_of(sum_) != 0); }),
        says(R"((\d+) moves? remains? with best play)",
             [this](const std::smatch& m) { EXPECT_EQ(number(m[1]), truth_.value(sum_).remoteness); }),
        says(R"(The nim-sum of \S+ = (\d+) and (\d+) is (\d+), which is less than (\d+)\.)",
             [this](const std::smatch& m) {
               EXPECT_GT(std::ranges::count(heaps_of(sum_), number(m[1])), 0);
               EXPECT_EQ(number(m[2]), nim_sum_of(sum_));
               EXPECT_EQ(number(m[3]), number(m[1]) ^ number(m[2]));
               EXPECT_LT(number(m[3]), number(m[4]));
               EXPECT_EQ(number(m[1]), number(m[4]));
             }),
        says(R"(take (\d+) from (?:heap|a)\[(\d+)\])",
             [this](const std::smatch& m) {
               std::vector<std::uint64_t> heaps = heaps_of(sum_);
               heaps.at(number(m[2]) - 1) -= number(m[1]);
               EXPECT_EQ(heaps_of(reached()), heaps);
             }),
        says(
            R"(the nim-sum is 0, whatever the opponent does makes it something else, and the answer (makes it 0 again)( as long as two heaps are above 1; once a move leaves one such heap, the answer leaves an odd number of heaps of 1 and nothing else)?)",
            [this](const std::smatch& m) { check_answers_of_nim(reached(), m[2].matched); }),
        says(
            R"(The nim-sum is 0: every move makes it something else, and the answer (makes it 0 again)( as long as two heaps are above 1; once a move leaves one such heap, the answer leaves an odd number of heaps of 1 and nothing else)?)",
            [this](const std::smatch& m) { check_answers_of_nim(sum_, m[2].matched); }),
        says(R"(So every move leaves another value than 0, and the answer makes it 0 again)",
             [this](const std::smatch&) { check_answers_of_nim(sum_, false); }),
        says(R"(Only one heap is above 1\.)", [this](const std::smatch&) { EXPECT_EQ(heaps_above_one(sum_), 1); }),
        says(R"(that leaves an odd number of heaps of 1 and nothing else)",
             [this](const std::smatch&) { EXPECT_TRUE(leaves_odd_number_of_ones(reached())); }),
        says(R"(No heap is above 1, so every move takes a whole heap, and (\d+) of them (?:is|are) left, an (even|odd) number)",
             [this](const std::smatch& m) {
               EXPECT_EQ(heaps_above_one(sum_), 0);
               EXPECT_EQ(number(m[1]), std::ranges::count(heaps_of(sum_), 1U));
               EXPECT_EQ(m[2] == "odd", number(m[1]) % 2 == 1);
             }),
        says(R"(What matters is \S+ ([\d,]+): moved to Grundy value (\d+), it makes the nim-sum 0\.)",
             [this](const std::smatch& m) {
               std::uint64_t rest = 0;
               std::optional<std::size_t> component;
               for (std::size_t i = 0; i < sum_.size(); ++i) {
                 if (!component && line_of(*games_[0], sum_[i].position) == m[1]) component = i;
                 else rest ^= truth_.grundy(sum_[i].position);
               }
               ASSERT_TRUE(component);
               EXPECT_EQ(number(m[2]), rest);
               EXPECT_TRUE(truth_.option_values(sum_[*component].position).contains(rest));
             }),
        says(R"(The Grundy value is (\d+), the least number that no option has: they have ([\d, ]+))",
             [this](const std::smatch& m) {
               EXPECT_EQ(number(m[1]), truth_.grundy(sum_[0].position));
               std::set<std::uint64_t> listed;
               for (const std::string& one : split_at(m[2], ", "))
                 if (!one.empty()) listed.insert(number(one));
               EXPECT_EQ(listed, truth_.option_values(sum_[0].position));
             }),
        says(R"(From \S+ = (\d+) on the values are ([\d, ]+))",
             [this](const std::smatch& m) {
               std::uint64_t heap = number(m[1]);
               for (const std::string& one : split_at(m[2], ", "))
                 if (!one.empty()) {
                   EXPECT_EQ(number(one), truth_.grundy({Integer(heap++)}));
                 }
             }),
        says(
            R"(From (\d+) on the values repeat every (\d+) heaps: they do up to heap (\d+), and by (?:[^.]|\.\d)*?they then do for ever\.)",
            [this](const std::smatch& m) {
              const std::uint64_t most = std::min<std::uint64_t>(number(m[3]), number(m[1]) + number(m[2]) + 5);
              for (std::uint64_t heap = number(m[1]); heap + number(m[2]) <= most; ++heap)
                EXPECT_EQ(truth_.grundy({Integer(heap)}), truth_.grundy({Integer(heap + number(m[2]))})) << heap;
            }),
        says(
            R"(The move (.+) leaves (?:a heap|heaps) of the values? (\d+)(?: and (\d+), whose nim-sum is 0)?: whoever moves there loses)",
            [this](const std::smatch& m) {
              ASSERT_TRUE(reason_.move);
              EXPECT_EQ(m[1], line_of(games_, sum_, *reason_.move));
              EXPECT_EQ(number(m[2]), truth_.grundy(reason_.move->to.at(0)));
              if (m[3].matched) {
                EXPECT_EQ(number(m[3]), truth_.grundy(reason_.move->to.at(1)));
              }
            }),
        says(R"((The|A) winning move: (.*)\.$)",
             [this](const std::smatch& m) {
               std::string named = m[2];
               for (const char* between : {"; another: ", "; others: "})
                 named = std::regex_replace(named, std::regex(between), "; ");
               const std::vector<std::string> lines = split_at(named, "; ");
               for (const std::string& line : lines)
                 if (line != "and more") expect_wins(move_in(sum_, line));
               EXPECT_EQ(m[1] == "The", winning_lines().size() == 1);
             }),
        says(R"(whoever moves loses: (.*?)\. (?:Every move|There is no move))",
             [this](const std::smatch& m) { expect_wins(move_in(sum_, m[1])); }),
        says(R"(With best play it goes on like this: (.*?)(; \.\.\.|\.$))",
             [this](const std::smatch& m) {
               const std::vector<std::string> lines = split_at(m[1], "; ");
               const std::size_t shown = m[2].str().starts_with(";") ? 12 : truth_.value(sum_).remoteness;
               EXPECT_EQ(lines.size(), shown);
               Sum now = sum_;
               for (const std::string& line : lines) now = after(now, move_in(now, line));
             }),
        says(R"(and (?:up to )?(\d+) other moves?, (?:which is|each of them) answered likewise)", [](const std::smatch&) {}),
    };
  }

  /// Heaps below each other with their nim-sum, or moves beside their answers.
  void check_table(const std::vector<std::vector<std::string>>& rows) {
    ++compared_;
    if (rows[0].size() == 2) {
      for (std::size_t i = 1; i < rows.size(); ++i) check_reply(rows[i]);
      return;
    }
    std::uint64_t total = 0;
    const bool are_heaps = rows[0][0].find('[') != std::string::npos;
    std::vector<std::uint64_t> expected = heaps_of(sum_);
    if (!are_heaps) {
      expected.clear();
      for (const Component& component : sum_) expected.push_back(truth_.grundy(component.position));
    }
    ASSERT_EQ(rows.size(), expected.size() + 1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(rows[i][0] == "nim-sum", i + 1 == rows.size());
      EXPECT_EQ(number(rows[i][1]), i < expected.size() ? expected[i] : total);
      EXPECT_EQ(std::stoull(rows[i][2], nullptr, 2), number(rows[i][1]));
      if (i < expected.size()) total ^= expected[i];
    }
  }

  void check_reply(const std::vector<std::string>& row) {
    const Sum lost = reason_.move ? reached() : sum_;
    const Sum next = after(lost, move_in(lost, row[0]));
    if (row[1] == "no move is left, which wins") {
      EXPECT_TRUE(truth_.moves_from(next).empty() && truth_.value(next).wins) << row[0];
      return;
    }
    EXPECT_FALSE(truth_.value(after(next, move_in(next, row[1]))).wins) << row[0] << " / " << row[1];
  }

  /// Every move from there makes the nim-sum something else, and the answer that `why` names does what is said of it.
  void check_answers_of_nim(const Sum& lost, bool leaves_ones_at_the_end) {
    for (const Move& move : truth_.moves_from(lost)) {
      const Sum next = after(lost, move);
      EXPECT_NE(value_of(next), 0U);
      const Reason answer = why(games_, next, solver_, Budget());
      ASSERT_TRUE(answer.move) << line_of(games_, lost, move);
      const Sum last = after(next, *answer.move);
      if (leaves_ones_at_the_end && heaps_above_one(next) == 1) EXPECT_TRUE(leaves_odd_number_of_ones(last));
      else EXPECT_EQ(value_of(last), 0U) << line_of(games_, lost, move) << ", " << line_of(games_, next, *answer.move);
      EXPECT_FALSE(truth_.value(last).wins);
    }
  }
  std::uint64_t value_of(const Sum& sum) {
    std::uint64_t total = 0;
    for (const Component& component : sum) total ^= truth_.grundy(component.position);
    return total;
  }
  static std::ptrdiff_t heaps_above_one(const Sum& sum) {
    return std::ranges::count_if(heaps_of(sum), [](std::uint64_t heap) { return heap > 1; });
  }
  static bool leaves_odd_number_of_ones(const Sum& sum) {
    return heaps_above_one(sum) == 0 && std::ranges::count(heaps_of(sum), 1U) % 2 == 1;
  }

  Sum reached() const { return reason_.move ? after(sum_, *reason_.move) : sum_; }
  void expect_wins(const Move& move) { EXPECT_FALSE(truth_.value(after(sum_, move)).wins) << line_of(games_, sum_, move); }
  Move move_in(const Sum& sum, const std::string& line) {
    for (Move& move : truth_.moves_from(sum))
      if (line_of(games_, sum, move) == line) return std::move(move);
    ADD_FAILURE() << "no such move: " << line;
    return Move{0, {}, {sum.at(0).position}};
  }
  std::set<std::string> winning_lines() {
    std::set<std::string> lines;
    for (const Move& move : truth_.moves_from(sum_))
      if (!truth_.value(after(sum_, move)).wins) lines.insert(line_of(games_, sum_, move));
    return lines;
  }

  Games games_;
  SumTruth truth_;
  Solver solver_;
  Sum sum_;
  Reason reason_;
  std::size_t compared_ = 0;
};

/// Sums of a number of positions, each of the box.
struct StatedCase {
  const char* game;
  Box box;
  std::size_t components;
  lua::Settings settings = {};
};

std::vector<StatedCase> stated_cases() {
  return {
      {"nim", Box({0}, {8}), 1},
      {"nim", Box({0}, {6}), 2},
      {"nim", Box({0}, {4}), 3},
      {"nim", Box({0}, {2}), 4},
      {"misere-nim", Box({0, 0, 0}, {3, 3, 3}), 1},
      {"misere-nim", Box({0, 0}, {2, 3}), 2},
      {"kayles", Box({0}, {9}), 1},
      {"kayles", Box({0}, {5}), 2},
      {"dawsons-kayles", Box({0}, {10}), 1},
      {"octal", Box({0}, {8}), 1, {{"code", "0.137"}}},
      {"wythoff", Box({0, 0}, {2, 3}), 2},
      {"lasker", Box({0}, {5}), 1},
  };
}

class EveryStatedNumber : public testing::TestWithParam<StatedCase> {};

TEST_P(EveryStatedNumber, IsRightUnderBothConventions) {
  const auto& [game, box, components, settings] = GetParam();
  for (const Play play : {Play::normal, Play::misere}) {
    SCOPED_TRACE(play == Play::misere ? "misère play" : "normal play");
    StatedNumbers stated(game, play, settings);
    std::uint64_t sums = 1;
    for (std::size_t i = 0; i < components; ++i) sums *= box.size();
    for (std::uint64_t index = 0; index < sums; ++index) {
      Sum sum;
      std::uint64_t rest = index;
      for (std::size_t i = 0; i < components; ++i, rest /= box.size())
        sum.push_back({0, widen(box.position(rest % box.size()))});
      stated.check(sum);
      if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(stated.compared(), sums);
  }
}

INSTANTIATE_TEST_SUITE_P(Games, EveryStatedNumber, testing::ValuesIn(stated_cases()), [](const auto& info) {
  std::string name = fmt::format("{}_{}", info.index, info.param.game);
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace bouton
