// Random games of lists: tables, P-positions and single answers are those of the rule as it is written, followed move
// by move.
#include "tests/bindings/lua/lift/random_list_game.h"
#include "tests/extent.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <stdexcept>

#include "engine/method/solvers/kernels.h"
#include "engine/plan/solver.h"
#include "tests/bindings/lua/lift/plain_values.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton::lua {
namespace {

constexpr std::size_t kMostNodes = 3000;
constexpr std::size_t kMostSums = 3000;

/// What the questions about one game came to.
struct Count {
  int games = 0, lifted = 0, tables = 0, kernels = 0, loopy = 0, splits = 0, errors = 0, singles = 0;
};

/// One game beside the reference. The first difference is kept.
class Comparison {
 public:
  Comparison(const Game& game, const Box& box, Count& count)
      : game_(game), rules_(*game.rules), box_(box), count_(count), plain_(rules_, kMostNodes), sums_(plain_, kMostSums) {}

  std::optional<std::string> run() {
    for (std::uint64_t i = 0; i < box_.size(); ++i) {
      const Position position = box_.position(i);
      if (rules_.valid(position) && !plain_.add(position)) return std::nullopt;
    }
    plain_.solve();
    ++count_.games;
    count_.lifted += rules_.lifting(box_.dimensions()).moves != nullptr ? 1 : 0;
    count_.loopy += plain_.loopy() ? 1 : 0;
    count_.splits += plain_.splits() ? 1 : 0;
    for (std::uint64_t i = 0; i < box_.size(); ++i)
      if (const auto node = plain_.find(box_.position(i))) fails_ = fails_ || plain_.fails(*node);
    count_.errors += fails_ ? 1 : 0;
    if (plain_.splits() && plain_.loopy()) return std::nullopt;
    if (!plain_.splits() || play() == Play::normal || misere_known()) compare_table(ValueKind::outcome);
    if (!plain_.splits()) compare_table(ValueKind::remoteness);
    if (play() == Play::normal && !plain_.loopy()) compare_table(ValueKind::grundy);
    compare_positions();
    compare_kernels();
    for (std::uint64_t i = 0; i < box_.size() && !difference_; i += 1 + box_.size() / 6) compare_single(box_.position(i));
    return difference_;
  }

 private:
  Play play() const { return rules_.play(); }

  bool misere_known() {
    for (std::uint64_t i = 0; i < box_.size(); ++i)
      if (const auto node = plain_.find(box_.position(i)))
        if (!sums_.outcome({*node})) return false;
    return true;
  }

  std::uint32_t expected(PlainValues::Node node, ValueKind kind) {
    switch (kind) {
      case ValueKind::grundy: return plain_.grundy(node);
      case ValueKind::remoteness: return plain_.outcome(node) == Outcome::draw ? Table::kInfinite : plain_.remoteness(node);
      case ValueKind::outcome: return static_cast<std::uint32_t>(outcome(node));
      case ValueKind::suspense:
      case ValueKind::longest: break;
    }
    throw std::logic_error("plain recursion finds neither suspense numbers nor longest plays");
  }
  Outcome outcome(PlainValues::Node node) {
    if (!plain_.splits()) return plain_.outcome(node);
    if (play() == Play::normal) return plain_.grundy(node) == 0 ? Outcome::P : Outcome::N;
    return *sums_.outcome({node});
  }

  void differs(const std::string& text) {
    if (!difference_) difference_ = text;
  }

  /// What `ask` gives; nothing if the rule raised an error, or if it is a difference that it did or did not.
  template <class Ask>
  auto answered(const std::string& what, bool fails, const Ask& ask) -> std::optional<decltype(ask())> {
    try {
      auto answer = ask();
      if (fails) differs(what + " gives no error");
      if (!fails) return answer;
    } catch (const RuleError& error) {
      if (!fails) differs(fmt::format("{}: {}", what, error.what()));
    }
    return std::nullopt;
  }

  void compare_table(ValueKind kind) {
    if (difference_) return;
    ++count_.tables;
    Solver solver({game_.rules}, Budget());
    const auto table = answered(fmt::format("the table of {}", name(kind)), fails_, [&] { return solver.table(box_, kind); });
    if (table) compare_cells(*table, "table");
  }

  void compare_cells(const Table& table, const char* what) {
    for (std::uint64_t i = 0; i < box_.size(); ++i) {
      const Position position = box_.position(i);
      const auto node = plain_.find(position);
      const std::uint32_t right = node ? expected(*node, table.kind) : Table::kInvalid;
      if (!node && rules_.valid(position)) differs("a valid position was not explored");
      if (table.cells[i] == right) continue;
      return differs(fmt::format("{} of {}: {} at {}, right is {}", what, name(table.kind), table.cells[i],
                                 bouton::to_string(PositionView(position)), right));
    }
  }

  void compare_positions() {
    if (difference_ || (plain_.splits() && play() != Play::normal)) return;
    std::vector<Position> found, right;
    Solver solver({game_.rules}, Budget());
    const auto count = answered("the list of P-positions", fails_, [&] {
      return solver.positions(box_, [&](PositionView position) { found.emplace_back(position); });
    });
    if (!count) return;
    for (std::uint64_t i = 0; i < box_.size(); ++i)
      if (const auto node = plain_.find(box_.position(i)))
        if (outcome(*node) == Outcome::P) right.push_back(box_.position(i));
    if (found != right || *count != right.size()) differs("the list of P-positions is wrong");
  }

  /// The kernels by themselves, without a search that stands in for them.
  void compare_kernels() {
    if (difference_ || fails_ || plain_.splits()) return;
    const Budget budget;
    Kernels kernels(rules_, budget, std::make_shared<MemoryAccount>(budget));
    for (const ValueKind kind : {ValueKind::outcome, ValueKind::remoteness, ValueKind::grundy}) {
      if (kind == ValueKind::grundy && play() != Play::normal) continue;
      const std::optional<Table> table = kernels.table(box_, kind);
      if (!table) continue;
      ++count_.kernels;
      if (plain_.loopy()) return differs("a kernel answers for a loopy game");
      compare_cells(*table, "kernel's table");
    }
    const Position top = box_.high();
    const auto node = plain_.find(top);
    if (!node || plain_.loopy()) return;
    if (const auto found = kernels.outcome(top))
      if (found->outcome() != plain_.outcome(*node) || found->remoteness() != plain_.remoteness(*node))
        differs("the outcome of a single position by the kernels is wrong");
    if (play() != Play::normal) return;
    if (const auto found = kernels.grundy(top))
      if (*found != plain_.grundy(*node)) differs("the Grundy value of a single position by the kernels is wrong");
  }

  void compare_single(const Position& position) {
    const auto node = plain_.find(position);
    if (!node || (plain_.splits() && play() != Play::normal && !sums_.outcome({*node}))) return;
    ++count_.singles;
    const std::string where = bouton::to_string(PositionView(position));
    Solver solver({game_.rules}, Budget());
    const auto answer = answered("the answer about " + where, plain_.fails(*node), [&] {
      return solver.solve({{0, widen(position)}});
    });
    if (!answer) return;
    if (answer->value.outcome != outcome(*node)) return differs(fmt::format("the outcome of {} is wrong", where));
    if (!plain_.splits() && plain_.outcome(*node) != Outcome::draw && answer->value.remoteness != plain_.remoteness(*node))
      return differs(fmt::format("the remoteness of {} is wrong", where));
    if (play() == Play::normal && !plain_.loopy() && answer->value.grundy != Nimber(Grundy{plain_.grundy(*node)}))
      return differs(fmt::format("the Grundy value of {} is wrong", where));
    if (!plain_.splits() && answer->value.outcome == Outcome::N) compare_winning_moves(*node, *answer, where);
  }

  void compare_winning_moves(PlainValues::Node node, const Answer& answer, const std::string& where) {
    std::vector<Position> found, right;
    const auto add = [](std::vector<Position>& list, Position position) {
      if (std::ranges::find(list, position) == list.end()) list.push_back(std::move(position));
    };
    for (const Move& move : answer.winning_moves) add(found, *narrow(move.to.at(0)));
    for (const std::vector<PlainValues::Node>& option : plain_.options(node))
      if (plain_.outcome(option[0]) == Outcome::P) add(right, plain_.position(option[0]));
    std::ranges::sort(found);
    std::ranges::sort(right);
    if (found != right) differs(fmt::format("the winning moves of {} are wrong", where));
  }

  const Game& game_;
  const Rules& rules_;
  const Box& box_;
  Count& count_;
  PlainValues plain_;
  PlainMisereSums sums_;
  bool fails_ = false;
  std::optional<std::string> difference_;
};

/// Games that `write` makes of the seeds from `first_seed` on, up to the first that differs, and what they were like. With
/// BOUTON_SEED from that seed on, one or BOUTON_GAMES of them; with BOUTON_SHOW it says what they were like.
Count expect_the_rules_values(RandomListGame (*write)(std::mt19937_64&), std::uint64_t first_seed, int games) {
  const char* const chosen = std::getenv("BOUTON_SEED");
  if (chosen != nullptr) {
    first_seed = std::strtoull(chosen, nullptr, 10);
    games = 1;
    if (const char* const many = std::getenv("BOUTON_GAMES")) games = std::atoi(many);
  }
  Count count;
  RuleDirectory directory;
  for (int i = 0; i < games; ++i) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(i);
    std::mt19937_64 random(seed);
    const RandomListGame rule = write(random);
    const std::shared_ptr<const Game> game = directory.load(rule.text);
    const auto difference = Comparison(*game, rule.box, count).run();
    if (!difference) continue;
    ADD_FAILURE() << *difference << "\nseed " << seed << ", box from " << bouton::to_string(PositionView(rule.box.low()))
                  << " to " << bouton::to_string(PositionView(rule.box.high())) << "\n"
                  << rule.text;
    break;
  }
  if (std::getenv("BOUTON_SHOW") != nullptr)
    std::printf("%d games, %d lifted, %d loopy, %d with splits, %d with errors; %d tables, %d by kernels; %d single answers\n",
                count.games, count.lifted, count.loopy, count.splits, count.errors, count.tables, count.kernels, count.singles);
  return count;
}

// Takes some 3 s: each of 1000 games is written to a file, loaded, lifted and compiled, and is then asked in every way.
TEST(RandomListGames, HaveTheValuesOfTheRuleAsItIsWritten) {
  const int games = static_cast<int>(test::cases(1000, 10'000));
  const Count count = expect_the_rules_values(&random_list_game, 1, games);
  if (std::getenv("BOUTON_SEED") != nullptr) return;
  // The generator writes games of every kind, and kernels answer for many.
  EXPECT_GT(count.games, games * 9 / 10);
  EXPECT_GT(count.lifted, games / 2);
  EXPECT_GT(count.kernels, games / 4);
  EXPECT_GT(count.splits, games / 100);
  EXPECT_GT(count.errors, games / 100);
  EXPECT_GT(count.loopy, games / 200);
}

/// The first list that is asked about is too long to be lifted, and those below it are not.
TEST(RandomListGames, OfLongListsHaveTheValuesOfTheRuleAsItIsWritten) {
  const int games = static_cast<int>(test::cases(200, 2000));
  const Count count = expect_the_rules_values(&random_long_list_game, 1, games);
  if (std::getenv("BOUTON_SEED") != nullptr) return;
  EXPECT_GT(count.games, games * 9 / 10);
  EXPECT_GT(count.lifted, games / 20);
  EXPECT_LT(count.lifted, games / 4);
  EXPECT_GT(count.splits, games / 10);
  EXPECT_GT(count.singles, games / 2);
}

}  // namespace
}  // namespace bouton::lua
