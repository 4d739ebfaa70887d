// Whatever is asked about a position, and however it is asked, is what plain recursion over the rule's options says.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/plan/explain.h"
#include "engine/play/perfect.h"
#include "engine/rules/blocking.h"
#include "engine/study/sequence/sequence.h"
#include "tests/rules/game_under_test.h"
#include "tests/rules/plain_recursion.h"

namespace bouton {
namespace {

struct AgreementCase {
  std::string game;
  lua::Settings settings = {};
};

std::string name_of(const testing::TestParamInfo<AgreementCase>& info) {
  std::string name = fmt::format("{}_{}", info.index, info.param.game);
  std::ranges::replace(name, '-', '_');
  return name;
}

std::vector<AgreementCase> agreement_cases() {
  std::vector<AgreementCase> cases;
  for (const std::string& game : lua::list_games({rules_directory()})) cases.push_back({game});
  // clang-format off
  const AgreementCase more[] = {
      {"octal", {{"code", "0.137"}}},       {"octal", {{"code", "0.07"}}},          {"subtraction", {{"set", "2,5"}}},
      {"subtraction", {{"set", "1,4,10"}}}, {"moore", {{"k", "3"}}},                {"copycat", {{"m", "5"}}},
      {"copycat", {{"m", "2"}}},            {"flip-flop", {{"flips", "0"}}},        {"flip-flop", {{"flips", "2"}}},
      {"flip-flop", {{"when", "S+L==27"}}}, {"flip-flop", {{"when", "(S+L)%2==0"}}}, {"flip-flop", {{"mode", "instead"}}},
      {"take-away", {{"f", "x"}}},          {"take-away", {{"f", "x%3+1"}}},        {"take-away", {{"f", "x*x"}}},
      {"take-away", {{"f", "12-x"}}},       {"twenty-one", {{"goal", "30"}, {"most", "4"}}}, {"wyt-queens", {{"blocked", "7,9"}}},
      {"wyt-queens", {{"blocked", "1,2,3,3"}}},
  };
  // clang-format on
  cases.insert(cases.end(), std::begin(more), std::end(more));
  return cases;
}

/// One game under one convention of play.
class Agreement {
 public:
  Agreement(std::shared_ptr<const Game> game, const Compared& at, PlainRecursion& truth)
      : game_(std::move(game)), at_(at), truth_(truth), solver_({game_->rules}, Budget()) {}

  /// False where plain recursion does not end, or is not enough.
  bool compare() {
    for (const Position& position : at_.positions) {
      truth_.value(position);
      if (truth_.gave_up()) return false;
    }
    if (at_.box) {
      compare_tables(*at_.box);
      compare_positions(*at_.box);
    }
    for (const Position& position : at_.positions) compare_position(position);
    if (!is_normal()) return true;
    if (!at_.box) compare_started();
    else if (at_.box->dimensions() == 1 && !game_->rules->domain().is_piles()) compare_sequence(*at_.box);
    return true;
  }

 private:
  bool is_normal() const { return game_->rules->play() == Play::normal; }

  void compare_tables(const Box& box) {
    for (const ValueKind kind : {ValueKind::outcome, ValueKind::grundy, ValueKind::remoteness}) {
      // Where moves oblige and split the game nobody has counted the moves.
      if (kind == ValueKind::remoteness && game_->rules->obliges() && !truth_.value(box.high()).remoteness) continue;
      if (kind != ValueKind::grundy || is_normal()) compare_cells(Solver({game_->rules}, Budget()).table(box, kind));
    }
  }

  void compare_cells(const Table& table) {
    for (std::uint64_t i = 0; i < table.box.size(); ++i) {
      const Position position = table.box.position(i);
      ASSERT_EQ(table.valid(i), game_->rules->valid(position)) << to_string(position);
      if (!table.valid(i)) continue;
      const Value& truth = truth_.value(position);
      if (table.kind == ValueKind::outcome) ASSERT_EQ(table.outcome(i), truth.outcome) << to_string(position);
      if (table.kind == ValueKind::grundy) ASSERT_EQ(table.nimber(i), truth.grundy) << to_string(position);
      if (table.kind == ValueKind::remoteness && truth.remoteness)
        ASSERT_EQ(table.remoteness(i), truth.remoteness) << to_string(position);
    }
  }

  void compare_positions(const Box& box) {
    std::set<Position> found;
    const std::uint64_t count = solver_.positions(box, [&](PositionView position) { found.emplace(position); });
    EXPECT_EQ(count, found.size());
    for (const Position& position : at_.positions)
      ASSERT_EQ(found.contains(position), truth_.value(position).outcome == Outcome::P) << to_string(position);
  }

  void compare_position(const Position& position) {
    const Sum sum = {{0, widen(position)}};
    const Value& truth = truth_.value(position);
    const Answer answer = solver_.solve(sum);
    ASSERT_EQ(answer.value.outcome, truth.outcome) << to_string(position);
    ASSERT_EQ(solver_.outcome(sum), truth.outcome) << to_string(position);
    if (truth.remoteness && answer.value.remoteness)
      ASSERT_EQ(answer.value.remoteness, truth.remoteness) << to_string(position);
    if (is_normal()) {
      if (answer.value.grundy) ASSERT_EQ(answer.value.grundy, truth.grundy) << to_string(position);
      ASSERT_EQ(solver_.grundy(sum), truth.grundy) << to_string(position);
    }
    compare_winning_moves(position, answer);
    compare_hint(position);
  }

  void compare_winning_moves(const Position& position, const Answer& answer) {
    Options options;
    game_->rules->reference_options(position, options);
    const Options distinct = options.unique();
    std::size_t wins = 0;
    for (std::size_t i = 0; i < distinct.size(); ++i) wins += truth_.wins(distinct[i]);
    // The others are forbidden.
    if (game_->rules->blocking() > 0 && answer.value.outcome == Outcome::P) wins = 0;
    // A theorem need not name all of them.
    if (answer.winning_moves_complete) ASSERT_EQ(answer.winning_moves.size(), wins) << to_string(position);
    ASSERT_LE(answer.winning_moves.size(), wins) << to_string(position);
  }

  void compare_hint(const Position& position) {
    const Value& truth = truth_.value(position);
    const std::vector<MoveValue> moves = solver_.moves({{0, widen(position)}});
    if (moves.empty() || !truth.remoteness) return;
    const MoveValue& best = moves[perfect_move(moves)];
    const Value& after = truth_.value(narrow(best.move.to[0]).value());
    ASSERT_EQ((after.outcome == Outcome::P) == (best.move.kind != MoveKind::again), truth.outcome == Outcome::N)
        << to_string(position);
    ASSERT_EQ(*after.remoteness + 1, *truth.remoteness) << to_string(position);
  }

  void compare_sequence(const Box& box) {
    const Table values = heap_sequence(*game_, solver_, box.high()[0], ValueKind::grundy);
    for (Coordinate heap = values.box.low()[0]; heap <= values.box.high()[0]; ++heap) {
      const auto i = static_cast<std::uint64_t>(heap - values.box.low()[0]);
      if (values.valid(i)) ASSERT_EQ(values.nimber(i), truth_.value(Position{heap}).grundy) << heap;
    }
  }

  /// Of a game of terms: the sequence of what few numbers stand for.
  void compare_started() {
    if (game_->start_arity != std::size_t{1}) return;
    constexpr Coordinate kMost = 2;
    const Table values = heap_sequence(*game_, solver_, kMost, ValueKind::grundy);
    for (Coordinate number = values.box.low()[0]; number <= kMost; ++number) {
      const Position position = narrow(started_position(*game_, {widen(number)})).value();
      EXPECT_EQ(values.nimber(static_cast<std::uint64_t>(number - values.box.low()[0])), truth_.value(position).grundy)
          << number;
    }
  }

  std::shared_ptr<const Game> game_;
  const Compared& at_;
  PlainRecursion& truth_;
  Solver solver_;
};

class EveryAnswer : public testing::TestWithParam<AgreementCase> {};

// Takes up to 5 s a game, most far less: of Sprouts, which is always interpreted, Lua lists the moves of all that comes of the
// example, for the list of positions, for the reference and for each way to ask.
TEST_P(EveryAnswer, IsThatOfPlainRecursion) {
  for (const bool lift : {true, false}) {
    lua::LoaderOptions options;
    options.rule_directories = {rules_directory()};
    options.lift = lift;
    const auto game = lua::load_game(GetParam().game, GetParam().settings, options);
    if (!lift && game->rules->domain().is_terms()) continue;  // is interpreted in either case
    std::set<Play> plays = {play_as_written(*game->rules)};
    if (!plays.contains(Play::by_position) && !game->rules->obliges()) plays.insert({Play::normal, Play::misere});
    const Compared at(*game, lift ? 60 : 20);
    for (const Play play : plays) {
      SCOPED_TRACE(fmt::format("{} play, {}", static_cast<int>(play), lift ? "lifted" : "interpreted"));
      auto under = std::make_shared<Game>(*game);
      under->rules = under_play(game->rules, play);
      PlainRecursion truth(*game->rules, play);
      Agreement(under, at, truth).compare();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, EveryAnswer, testing::ValuesIn(agreement_cases()), name_of);

class ExplainedMethod : public testing::TestWithParam<AgreementCase> {};

/// The method that `explain` names for the question that begins so: "table (rays)" is a table.
std::string explained(const Explanation& explanation, const std::string& question) {
  for (const Explanation::Answer& answer : explanation.answers)
    if (answer.question.starts_with(question)) return answer.method().substr(0, answer.method().find(" ("));
  return "not asked";
}

/// Of rules that are always interpreted the look may be too short to tell.
bool is_explained(const Rules& rules, const std::string& said, std::string_view method) {
  return said == method || (rules.domain().is_terms() && said == "undecided");
}

/// Whether there is no remoteness: moves oblige, and one splits the game.
bool is_of_sums_that_oblige(const Rules& rules, const Position& position) {
  Options options;
  if (rules.obliges()) rules.options(position, options);
  return options.has_split();
}

/// Each question has a solver of its own, so that none knows what another one found.
// Takes up to 10 s a game, most far less: a sum of two games of Attrition under misère play is told by search alone, which
// meets all pairs of positions below the example.
TEST_P(ExplainedMethod, IsTheOneThatAnswers) {
  const auto game = GameUnderTest::load(GetParam().game, GetParam().settings);
  const bool has_box = !game->rules->domain().is_terms();
  const std::optional<Box> box = has_box ? std::optional(box_of(*game, 100)) : std::nullopt;
  const auto fresh = [&] { return Solver({game->rules}, Budget()); };
  std::set<Position> positions = {viewpoint(*game, std::nullopt)};
  if (box && game->rules->valid(box->high())) positions.insert(box->high());
  for (const Position& position : positions) {
    SCOPED_TRACE(to_string(position));
    const Sum sum = {{0, widen(position)}};
    const Explanation of_game = explain(*game, position, box, Budget());
    const Explanation of_position = explain({game}, sum, Budget());
    for (const Explanation* said : {&of_game, &of_position}) {
      EXPECT_PRED3(is_explained, *game->rules, explained(*said, "outcome and winning moves"), fresh().solve(sum, 0).solver);
      if (game->rules->play() != Play::normal) continue;
      Solver solver = fresh();
      (void)solver.grundy(sum);
      EXPECT_PRED3(is_explained, *game->rules, explained(*said, "Grundy value of"), name(solver.answered()));
    }
    if (game->rules->play() != Play::by_position) {
      const Sum twice = {sum[0], sum[0]};
      EXPECT_PRED3(is_explained, *game->rules, explained(explain({game}, twice, Budget()), "outcome of the sum"),
                   fresh().solve(twice, 0).solver);
    }
    if (!box) continue;
    const std::pair<const char*, ValueKind> tables[] = {{"Grundy values from", ValueKind::grundy},
                                                        {"outcomes from", ValueKind::outcome},
                                                        {"remoteness from", ValueKind::remoteness}};
    for (const auto& [question, kind] : tables) {
      if (kind == ValueKind::grundy && game->rules->play() != Play::normal) continue;
      if (kind == ValueKind::remoteness && is_of_sums_that_oblige(*game->rules, box->high())) continue;
      Solver solver = fresh();
      (void)solver.table(*box, kind);
      EXPECT_EQ(explained(of_game, question), name(solver.answered())) << question;
    }
    Solver solver = fresh();
    solver.positions(*box, [](PositionView) {});
    EXPECT_EQ(explained(of_game, "P-positions from"), name(solver.answered()));
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, ExplainedMethod, testing::ValuesIn(agreement_cases()), name_of);

}  // namespace
}  // namespace bouton
