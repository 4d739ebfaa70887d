// What `why` says of every game holds, by plain recursion over the rule's options.
#include <algorithm>
#include <map>
#include <ranges>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/play/session.h"
#include "engine/rules/blocking.h"
#include "engine/why/reason.h"
#include "tests/rules/game_under_test.h"
#include "tests/rules/plain_recursion.h"

namespace bouton {
namespace {

struct WhyCase {
  std::string game;
  lua::Settings settings = {};
};

std::vector<WhyCase> why_cases() {
  std::vector<WhyCase> cases;
  // Their play need not end, or may end in a draw.
  const std::set<std::string> drawn = {"fair-shares", "northcott",    "pass-nim",         "poker-nim",
                                       "put-or-take", "tribulations", "wild-tic-tac-toe", "y2k"};
  for (const std::string& game : lua::list_games({rules_directory()}))
    if (!drawn.contains(game)) cases.push_back({game});
  const WhyCase more[] = {{"copycat", {{"m", "5"}}},       {"subtraction", {{"set", "2,5"}}}, {"take-away", {{"f", "x*x"}}},
                          {"flip-flop", {{"flips", "0"}}}, {"moore", {{"k", "1"}}},           {"octal", {{"code", "0.137"}}},
                          {"take-away", {{"f", "3"}}}};
  cases.insert(cases.end(), std::begin(more), std::end(more));
  return cases;
}

std::string name_of_why_case(const testing::TestParamInfo<WhyCase>& info) {
  std::string name = fmt::format("{}_{}", info.index, info.param.game);
  std::ranges::replace(name, '-', '_');
  return name;
}

/// One game, with the truth about it.
class Reasons {
 public:
  explicit Reasons(std::shared_ptr<const Game> game)
      : games_{std::move(game)}, truth_(rules(), play_as_written(rules())), solver_({games_[0]->rules}, Budget()) {}

  const Rules& rules() const { return *games_[0]->rules; }
  PlainRecursion& truth() { return truth_; }

  /// What is said of the position is so.
  void check(const Position& position) {
    SCOPED_TRACE(to_string(position));
    const Sum sum = {{0, widen(position)}};
    const Reason reason = why(games_, sum, solver_, Budget());
    ASSERT_GE(reason.paragraphs.size(), 2U);
    const Value& truth = truth_.value(position);
    ASSERT_FALSE(truth_.gave_up());
    EXPECT_EQ(reason.value.outcome, truth.outcome);
    EXPECT_TRUE(reason.paragraphs[0].prose.starts_with(truth.outcome == Outcome::P ? "P: " : "N: "));
    Options options;
    rules().reference_options(position, options);
    EXPECT_EQ(reason.move.has_value(), truth.outcome == Outcome::N && options.size() > 0);
    if (reason.move) {
      EXPECT_TRUE(is_winning_option(options, *reason.move)) << line_of(games_, sum, *reason.move);
      EXPECT_NE(reason.paragraphs.back().prose.find(line_of(games_, sum, *reason.move)), std::string::npos);
    }
    if (!rules().obliges()) check_answers(reason.move ? after(sum, *reason.move) : sum, reason);
  }

  /// How many answers to moves were compared.
  std::size_t answers() const { return answers_; }

 private:
  bool is_winning_option(const Options& options, const Move& move) {
    for (std::size_t i = 0; i < options.size(); ++i) {
      std::vector<BigPosition> to;
      for (std::size_t part = 0; part < options[i].size(); ++part) to.push_back(widen(options[i][part]));
      if (to == move.to && options[i].kind() == move.kind && rules().label_name(options[i].label()) == move.label)
        return truth_.wins(options[i]);
    }
    return false;
  }

  /// Where moves stand beside their answers, in a table of two columns: each is a move from `lost`, and the answer wins.
  void check_answers(const Sum& lost, const Reason& reason) {
    if (lost.size() != 1) return;
    for (const Reason::Paragraph& paragraph : reason.paragraphs) {
      if (paragraph.table.empty() || paragraph.table[0].size() != 2) continue;
      for (std::size_t row = 1; row < paragraph.table.size(); ++row) check_answer(lost, paragraph.table[row]);
    }
  }

  void check_answer(const Sum& lost, const std::vector<std::string>& row) {
    const Position from = *narrow(lost[0].position);
    bool found = false;
    for_each_move(from, [&](const Move& move, const Options::Option& option) {
      if (line_of(games_, lost, move) != row[0] || option.size() != 1) return;
      found = true;
      const Sum next = after(lost, move);
      std::size_t winning = 0, replies = 0;
      for_each_move(Position(option[0]), [&](const Move& reply, const Options::Option& to) {
        ++replies;
        if (line_of(games_, next, reply) == row[1] && truth_.wins(to)) ++winning;
      });
      EXPECT_TRUE(winning > 0 || replies == 0) << row[0] << " / " << row[1];
      ++answers_;
    });
    EXPECT_TRUE(found || splits(from)) << row[0];
  }

  bool splits(const Position& position) const {
    Options options;
    rules().reference_options(position, options);
    return options.has_split();
  }

  template <class Visit>
  void for_each_move(const Position& position, Visit visit) {
    Options options;
    rules().reference_options(position, options);
    for (std::size_t i = 0; i < options.size(); ++i) {
      Move move{0, std::string(rules().label_name(options[i].label())), {}, options[i].kind()};
      for (std::size_t part = 0; part < options[i].size(); ++part) move.to.push_back(widen(options[i][part]));
      visit(move, options[i]);
    }
  }

  Games games_;
  PlainRecursion truth_;
  Solver solver_;
  std::size_t answers_ = 0;
};

class EveryReason : public testing::TestWithParam<WhyCase> {};

TEST_P(EveryReason, Holds) {
  const auto game = GameUnderTest::load(GetParam().game, GetParam().settings);
  Reasons reasons(game);
  // Few lists of piles may be valid, and few positions of cells lost.
  const Compared at(*game, game->rules->domain().is_piles() ? 1000 : game->rules->domain().shape() != nullptr ? 300 : 60);
  std::size_t lost = 0, won = 0;
  for (const Position& position : at.positions | std::views::reverse) {
    const Outcome outcome = reasons.truth().value(position).outcome;
    std::size_t& seen = outcome == Outcome::P ? lost : won;
    if (++seen <= 3) reasons.check(position);
  }
  EXPECT_GE(lost + won, 3U);
  EXPECT_GT(lost, 0U);
}

INSTANTIATE_TEST_SUITE_P(Rules, EveryReason, testing::ValuesIn(why_cases()), name_of_why_case);

TEST(Reason, NamesTheMovesThatHoldADraw) {
  const Games games = {GameUnderTest::load("pass-nim")};
  Solver solver({games[0]->rules}, Budget());
  const Reason reason = why(games, {{0, {2, 1}}}, solver, Budget());
  EXPECT_EQ(reason.value.outcome, Outcome::draw);
  EXPECT_FALSE(reason.move);
  EXPECT_NE(reason.paragraphs.at(2).prose.find("pass to 2,1"), std::string::npos) << reason.paragraphs[2].prose;
}

/// The outcome of a position of play that ends, by the definition; the rule says who has won at the end, or that nobody has.
Outcome plain_outcome(const Rules& rules, const Position& position, std::map<Position, Outcome>& known) {
  if (const auto found = known.find(position); found != known.end()) return found->second;
  Options options;
  rules.reference_options(position, options);
  if (options.size() == 0) return known[position] = rules.terminal_outcome(position);
  Outcome best = Outcome::P;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const Outcome option = plain_outcome(rules, Position(options[i][0]), known);
    if (option == Outcome::P) best = Outcome::N;
    else if (option == Outcome::draw && best == Outcome::P) best = Outcome::draw;
  }
  return known[position] = best;
}

/// Where the last position says who has won, nobody wins because of not being able to move.
TEST(Reason, OfALastPositionIsWhatTheRuleSaysOfIt) {
  std::size_t ends = 0, draws = 0, games = 0;
  for (const std::string& name : lua::list_games({rules_directory()})) {
    const auto game = GameUnderTest::load(name);
    if (game->rules->play() != Play::by_position) continue;
    ++games;
    SCOPED_TRACE(name);
    Solver solver({game->rules}, Budget());
    for (const Position& position : Compared(*game, 300).positions) {
      const Sum sum = {{0, widen(position)}};
      const Reason reason = why({game}, sum, solver, Budget());
      std::string text;
      for (const Reason::Paragraph& paragraph : reason.paragraphs) text += paragraph.prose + "\n";
      SCOPED_TRACE(to_string(position) + "\n" + text);
      EXPECT_EQ(text.find("whoever cannot move"), std::string::npos);
      EXPECT_EQ(text.find(": ."), std::string::npos);
      Options options;
      game->rules->reference_options(position, options);
      if (options.size() > 0 || game->rules->closed_form() != nullptr) continue;
      const std::string& last = reason.paragraphs.back().prose;
      const Outcome said = last.ends_with("nobody wins.")               ? Outcome::draw
                           : last.ends_with("the player to move wins.") ? Outcome::N
                                                                        : Outcome::P;
      EXPECT_EQ(said, game->rules->terminal_outcome(position));
      ++(said == Outcome::draw ? draws : ends);
    }
  }
  EXPECT_GE(games, 6U);
  EXPECT_GT(ends, 0U);
  EXPECT_GT(draws, 0U);
}

/// The moves that hold a draw are said to, and no others; the others lose.
TEST(Reason, OfADrawNamesTheMovesThatHoldIt) {
  const Games games = {GameUnderTest::load("y2k")};
  const Rules& rules = *games[0]->rules;
  Solver solver({games[0]->rules}, Budget());
  std::map<Position, Outcome> known;
  std::size_t drawn_positions = 0;
  for (const Position& position : Compared(*games[0], 300).positions) {
    if (plain_outcome(rules, position, known) != Outcome::draw) continue;
    ++drawn_positions;
    const Sum sum = {{0, widen(position)}};
    const Reason reason = why(games, sum, solver, Budget());
    std::string text;
    for (const Reason::Paragraph& paragraph : reason.paragraphs) text += paragraph.prose + "\n";
    SCOPED_TRACE(to_string(position) + "\n" + text);
    Options options;
    rules.reference_options(position, options);
    std::size_t drawn = 0, named = 0;
    for (std::size_t i = 0; i < options.size(); ++i) {
      const Move move{0, std::string(rules.label_name(options[i].label())), {widen(options[i][0])}, options[i].kind()};
      const bool holds = plain_outcome(rules, Position(options[i][0]), known) == Outcome::draw;
      const bool is_named = text.find(line_of(games, sum, move)) != std::string::npos;
      drawn += holds ? 1 : 0;
      named += is_named ? 1 : 0;
      EXPECT_TRUE(holds || !is_named) << line_of(games, sum, move);
    }
    EXPECT_EQ(named, std::min<std::size_t>(drawn, 6));
  }
  EXPECT_GT(drawn_positions, 10U);
}

TEST(Reason, OfASumNamesTheComponentThatMatters) {
  const Games games = {GameUnderTest::load("wythoff"), GameUnderTest::load("kayles")};
  Solver solver({games[0]->rules, games[1]->rules}, Budget());
  const Reason reason = why(games, {{0, {3, 5}}, {1, {5}}, {1, {2}}}, solver, Budget());
  // Grundy values 0, 4 and 2: the 4 becomes 2.
  ASSERT_TRUE(reason.move);
  EXPECT_EQ(reason.move->component, 1U);
  PlainRecursion kayles(*games[1]->rules, Play::normal);
  std::uint64_t value = 0;
  for (const BigPosition& part : reason.move->to) value ^= kayles.value(*narrow(part)).grundy->value().get_ui();
  EXPECT_EQ(value, 2U);
}

}  // namespace
}  // namespace bouton
