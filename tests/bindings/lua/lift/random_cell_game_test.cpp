// Random games on boards and graphs: options, tables, P-positions, single answers, sums and searches by nimbers are those that
// the definitions give to the rule, which is followed cell by cell in C++.
#include "tests/bindings/lua/lift/random_cell_game.h"
#include "tests/extent.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "engine/local/local_search.h"
#include "engine/plan/solver.h"
#include "tests/bindings/lua/rule_files.h"
#include "tests/engine/brute_force.h"
#include "tests/engine/local/local_games.h"

namespace bouton::lua {
namespace {

/// What the games came to.
struct CellCount {
  int games = 0, local = 0, symmetric = 0, independent = 0, of_three = 0, graphs = 0, with_valid = 0, loopy = 0, any = 0;
};

/// All positions of a game, with their values by the definitions.
class CellTruth {
 public:
  explicit CellTruth(const RandomCellGame& game) : box_(box_of(game)) {
    for (std::uint64_t i = 0; i < box_.size(); ++i) {
      const Position position = box_.position(i);
      exists_.push_back(game.exists(position));
      graph_.emplace_back();
      if (!exists_.back()) continue;
      for (const Position& to : game.options(position)) graph_.back().push_back(static_cast<std::size_t>(box_.index(to)));
      std::ranges::sort(graph_.back());
      graph_.back().erase(std::ranges::unique(graph_.back()).begin(), graph_.back().end());
    }
    decided_ = test::decide_by_rounds(graph_, game.play);
    if (!game.loopy) find_grundy_values();
  }

  const Box& box() const { return box_; }
  bool exists(std::uint64_t i) const { return exists_[i]; }
  Outcome outcome(std::uint64_t i) const { return decided_[i].outcome; }
  std::optional<Remoteness> remoteness(std::uint64_t i) const { return decided_[i].remoteness; }
  std::uint32_t grundy(std::uint64_t i) const { return grundy_[i]; }
  /// Each once, in ascending order.
  const std::vector<std::size_t>& options(std::uint64_t i) const { return graph_[i]; }
  std::uint32_t cell(std::uint64_t i, ValueKind kind) const {
    if (!exists(i)) return Table::kInvalid;
    if (kind == ValueKind::grundy) return grundy(i);
    if (kind == ValueKind::outcome) return static_cast<std::uint32_t>(outcome(i));
    return outcome(i) == Outcome::draw ? Table::kInfinite : *remoteness(i);
  }

 private:
  static Box box_of(const RandomCellGame& game) {
    const std::vector<Coordinate> low(game.shape.cells(), 0), high(game.shape.cells(), game.states() - 1);
    return Box(Position(low), Position(high));
  }
  /// States only go up, so that an option comes later in the box.
  void find_grundy_values() {
    grundy_.resize(graph_.size());
    for (std::size_t node = graph_.size(); node-- > 0;) {
      std::set<std::uint32_t> seen;
      for (const std::size_t option : graph_[node]) seen.insert(grundy_[option]);
      while (seen.contains(grundy_[node])) ++grundy_[node];
    }
  }

  Box box_;
  std::vector<bool> exists_;
  test::Graph graph_;
  std::vector<OutcomeAndRemoteness> decided_;
  std::vector<std::uint32_t> grundy_;
};

class CellComparison {
 public:
  CellComparison(const RandomCellGame& rule, std::shared_ptr<const Game> game, std::mt19937_64& random)
      : rule_(rule), truth_(rule), game_(std::move(game)), rules_(*game_->rules), random_(random) {}

  std::optional<std::string> run(CellCount& count) {
    compare_options();
    if (const auto local = rules_.local_moves()) {
      ++count.local;
      compare_local_moves(**local);
    }
    compare_normal_forms();
    for (const ValueKind kind : {ValueKind::outcome, ValueKind::remoteness, ValueKind::grundy})
      if (kind != ValueKind::grundy || has_grundy()) compare_table(kind);
    compare_positions();
    for (int i = 0; i < 6 && !difference_; ++i) compare_single(some_position());
    if (has_grundy()) compare_sum(some_position(), some_position());
    return difference_;
  }

 private:
  bool has_grundy() const { return rule_.play == Play::normal && !rule_.loopy; }
  void differs(std::string text) {
    if (!difference_) difference_ = std::move(text);
  }
  std::string text(std::uint64_t i) const { return rule_.shape.text(truth_.box().position(i)); }
  std::uint64_t some_position() {
    for (;;)
      if (const std::uint64_t i = random_() % truth_.box().size(); truth_.exists(i)) return i;
  }

  std::vector<std::size_t> numbers(const Options& options) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < options.size(); ++i)
      found.push_back(static_cast<std::size_t>(truth_.box().index(Position(options[i][0]))));
    return sorted(std::move(found));
  }
  static std::vector<std::size_t> sorted(std::vector<std::size_t> found) {
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    return found;
  }

  void compare_options() {
    for (std::uint64_t i = 0; i < truth_.box().size(); ++i) {
      const Position position = truth_.box().position(i);
      if (rules_.valid(position) != truth_.exists(i)) return differs("which positions exist: " + text(i));
      if (!truth_.exists(i)) continue;
      Options options, reference;
      rules_.options(position, options);
      rules_.reference_options(position, reference);
      if (numbers(options) != truth_.options(i)) return differs("the options of " + text(i));
      if (numbers(reference) != truth_.options(i)) return differs("the options of " + text(i) + " as interpreted");
    }
  }
  void compare_local_moves(const LocalMoves& local) {
    for (std::uint64_t i = 0; i < truth_.box().size(); ++i) {
      if (!truth_.exists(i)) continue;
      const Position position = truth_.box().position(i);
      std::vector<std::size_t> found;
      for (const LocalMove& move : local.moves)
        if (test::applies(move, position))
          found.push_back(static_cast<std::size_t>(truth_.box().index(test::after(move, position))));
      if (sorted(std::move(found)) != truth_.options(i)) return differs("the options of " + text(i) + " by local moves");
    }
    if (rule_.loopy) return;
    const Budget budget;
    const auto search = local::local_search(local, rule_.play, budget, std::make_shared<MemoryAccount>(budget));
    if (!search) return;
    for (int k = 0; k < 20; ++k) {
      const std::uint64_t i = some_position();
      const Position position = truth_.box().position(i);
      if ((*search)->outcome(position) != truth_.outcome(i)) return differs("the outcome by nimbers of " + text(i));
      if (has_grundy() && (*search)->grundy(position) != Grundy{truth_.grundy(i)})
        return differs("the Grundy value by nimbers of " + text(i));
    }
  }
  /// A position and its normal form have the same options, up to normal forms; of all that, the values are looked at.
  void compare_normal_forms() {
    for (std::uint64_t i = 0; i < truth_.box().size(); ++i) {
      if (!truth_.exists(i)) continue;
      Position position = truth_.box().position(i);
      rules_.normalize(position);
      const std::uint64_t normal = truth_.box().index(position);
      if (!truth_.exists(normal) || truth_.outcome(normal) != truth_.outcome(i) ||
          truth_.remoteness(normal) != truth_.remoteness(i) || truth_.options(normal).size() != truth_.options(i).size())
        return differs(fmt::format("the normal form of {} is {}", text(i), text(normal)));
      if (!rule_.symmetric && normal != i) return differs("a normal form without a symmetry");
    }
  }

  void compare_table(ValueKind kind) {
    if (difference_) return;
    const Table table = Solver({game_->rules}, Budget()).table(truth_.box(), kind);
    for (std::uint64_t i = 0; i < truth_.box().size(); ++i)
      if (table.cells[i] != truth_.cell(i, kind))
        return differs(
            fmt::format("the table of {}: {} at {}, right is {}", name(kind), table.cells[i], text(i), truth_.cell(i, kind)));
  }
  void compare_positions() {
    if (difference_) return;
    std::vector<std::uint64_t> found, right;
    Solver({game_->rules}, Budget()).positions(truth_.box(), [&](PositionView p) { found.push_back(truth_.box().index(p)); });
    for (std::uint64_t i = 0; i < truth_.box().size(); ++i)
      if (truth_.exists(i) && truth_.outcome(i) == Outcome::P) right.push_back(i);
    if (found != right) differs("the list of P-positions");
  }
  void compare_single(std::uint64_t i) {
    Solver solver({game_->rules}, Budget());
    const Answer answer = solver.solve({{0, widen(truth_.box().position(i))}});
    if (answer.value.outcome != truth_.outcome(i)) return differs("the outcome of " + text(i));
    if (answer.value.remoteness && answer.value.remoteness != truth_.remoteness(i))
      return differs("the remoteness of " + text(i));
    if (has_grundy() && answer.value.grundy && answer.value.grundy != Nimber(Grundy{truth_.grundy(i)}))
      return differs("the Grundy value of " + text(i));
    if (answer.value.outcome != Outcome::N) return;
    std::vector<std::size_t> found, right;
    for (const Move& move : answer.winning_moves)
      found.push_back(static_cast<std::size_t>(truth_.box().index(*narrow(move.to.at(0)))));
    for (const std::size_t option : truth_.options(i))
      if (truth_.outcome(option) == Outcome::P) right.push_back(option);
    if (sorted(std::move(found)) != right) differs("the winning moves of " + text(i));
  }
  void compare_sum(std::uint64_t i, std::uint64_t j) {
    if (difference_) return;
    Solver solver({game_->rules}, Budget());
    const Outcome outcome = solver.outcome({{0, widen(truth_.box().position(i))}, {0, widen(truth_.box().position(j))}});
    if ((outcome == Outcome::P) != (truth_.grundy(i) == truth_.grundy(j)))
      differs("the outcome of " + text(i) + " and " + text(j) + " together");
  }

  const RandomCellGame& rule_;
  const CellTruth truth_;
  const std::shared_ptr<const Game> game_;
  const Rules& rules_;
  std::mt19937_64& random_;
  std::optional<std::string> difference_;
};

/// The game on the board or graph of the rule, where that is part of the position.
std::shared_ptr<const Game> on_its_shape(std::shared_ptr<const Game> game, const RandomCellGame& rule) {
  if (rule.example.empty()) return game;
  return game->on_shape(*game->rules->domain().shape()->shape_of(rule.example));
}

/// Games of the seeds from `first_seed` on, up to the first that differs; with BOUTON_SEED that one alone, or BOUTON_GAMES
/// from there on.
void expect_the_values_of_the_cells(std::uint64_t first_seed, int games) {
  const char* const chosen = std::getenv("BOUTON_SEED");
  if (chosen != nullptr) {
    first_seed = std::strtoull(chosen, nullptr, 10);
    games = 1;
    if (const char* const many = std::getenv("BOUTON_GAMES")) games = std::atoi(many);
  }
  CellCount count;
  RuleDirectory directory;
  for (int i = 0; i < games; ++i) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(i);
    std::mt19937_64 random(seed);
    const RandomCellGame rule = random_cell_game(random);
    std::optional<std::string> difference;
    try {
      difference = CellComparison(rule, on_its_shape(directory.load(rule.text()), rule), random).run(count);
    } catch (const Error& error) {
      difference = error.what();
    }
    ASSERT_EQ(difference, std::nullopt) << *difference << "\nseed " << seed << ", " << rule.shape.graph << "\n" << rule.text();
    ++count.games;
    count.symmetric += rule.symmetric ? 1 : 0;
    count.independent += rule.independent ? 1 : 0;
    count.of_three += rule.states() == 3 ? 1 : 0;
    count.graphs += rule.near == Near::graph ? 1 : 0;
    count.with_valid += rule.never_two >= 0 ? 1 : 0;
    count.loopy += rule.loopy ? 1 : 0;
    count.any += rule.example.empty() ? 0 : 1;
  }
  if (std::getenv("BOUTON_SHOW") != nullptr)
    std::printf(
        "%d games, %d of local moves, %d symmetric, %d independent, %d of three states, %d on graphs, %d with valid, "
        "%d loopy, %d on any board or graph\n",
        count.games, count.local, count.symmetric, count.independent, count.of_three, count.graphs, count.with_valid,
        count.loopy, count.any);
  if (chosen != nullptr) return;
  for (const int kind : {count.local, count.symmetric, count.independent, count.of_three, count.graphs})
    EXPECT_GT(kind, games / 8);
  for (const int kind : {count.with_valid, count.loopy, count.any}) EXPECT_GT(kind, games / 40);
}

TEST(RandomCellGames, HaveTheValuesOfTheRuleFollowedCellByCell) {
  expect_the_values_of_the_cells(1, static_cast<int>(test::cases(120, 10'000)));
}

}  // namespace
}  // namespace bouton::lua
