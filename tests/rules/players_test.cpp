// The machine that makes no mistake, in every game of rules/; the strategies that rule files declare.
#include <cstdlib>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/closed_form/heaps/nimrod.h"
#include "engine/play/match.h"
#include "tests/extent.h"
#include "tests/rules/game_under_test.h"
#include "tests/rules/plain_recursion.h"

namespace bouton {
namespace {

/// Whether some move splits the position, in one of very many ways or into very many parts: the sums below are too many
/// to be searched.
bool splits_in_many_ways(const Rules& rules, const Position& position) {
  constexpr std::size_t kMany = 40;
  constexpr std::size_t kManyParts = 12;
  Options options;
  rules.options(position, options);
  if (!options.has_split()) return false;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (options[i].size() > kManyParts) return true;
  return options.size() > kMany;
}

/// A position of small numbers, if a valid one was found. Of greater ones `ruler` leads to
/// sums that are each searched for a long time.
std::optional<Position> small_position(const Rules& rules, Random& random) {
  const Domain& domain = rules.domain();
  std::size_t size = domain.dimensions();
  if (domain.is_piles()) size = std::min<std::size_t>(domain.least_length() + 1 + random.below(3), domain.greatest_length());
  const std::uint64_t most = domain.is_piles() ? 5 : size > 1 ? 10 : test::is_long() ? 24 : 12;
  if (!domain.has_length(size)) return std::nullopt;
  Position position;
  for (std::size_t i = 0; i < size; ++i) {
    const Axis& axis = domain.axis(i);
    const auto length = static_cast<std::uint64_t>(axis.greatest) - static_cast<std::uint64_t>(axis.least);
    position.push_back(axis.least + static_cast<Coordinate>(random.below(std::min(most, length) + 1)));
  }
  if (!rules.valid(position)) std::ranges::sort(position);
  if (!rules.valid(position)) std::ranges::sort(position, std::ranges::greater());
  if (!rules.valid(position) || splits_in_many_ways(rules, position)) return std::nullopt;
  return position;
}

class PerfectPlaySlow : public testing::TestWithParam<std::string> {};

TEST_P(PerfectPlaySlow, NeverLosesAWonGame) {
  const std::uint64_t wanted = test::is_long() ? 10000 : 200;
  const std::shared_ptr<const Game> game = GameUnderTest::load(GetParam());
  auto solver = std::make_shared<Solver>(std::vector{game->rules}, Budget{});
  const auto perfect = make_player("perfect", {game}, Budget{}, solver);
  const auto random_player = make_player("random", {game}, Budget{});
  Board board({game->rules});
  Random random(17);
  const bool of_terms = game->rules->domain().is_terms();
  const std::vector<Position> all = of_terms ? Compared(*game, 0).positions : std::vector<Position>();
  std::uint64_t played = 0;
  for (std::uint64_t attempt = 0; attempt < 50 * wanted && played < wanted; ++attempt) {
    const std::optional<Position> start = of_terms ? all[random.below(all.size())] : small_position(*game->rules, random);
    if (!start) continue;
    const Outcome outcome = solver->outcome({{0, widen(*start)}});
    const Sum parts = {{0, widen(*start)}};
    // An N-position is won by who moves, a P-position by who answers; a draw is not lost.
    const bool first = outcome != Outcome::P;
    const std::array<Player*, 2> sides =
        first ? std::array{perfect.get(), random_player.get()} : std::array{random_player.get(), perfect.get()};
    const MatchResult result = play_game(board, parts, sides, attempt, 0, Budget{});
    const std::size_t side = first ? 0 : 1;
    EXPECT_EQ(result.sides[1 - side].wins(), 0U) << to_string(*start);
    EXPECT_EQ(result.sides[side].wins() == 1, outcome != Outcome::draw || result.draws == 0) << to_string(*start);
    ++played;
  }
  EXPECT_EQ(played, wanted);
}

std::vector<std::string> all_games() { return lua::list_games({rules_directory()}); }

INSTANTIATE_TEST_SUITE_P(Rules, PerfectPlaySlow, testing::ValuesIn(all_games()), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(NimrodPlayers, TakeWhatTheSectorsSay) {
  const std::shared_ptr<const Game> game = GameUnderTest::load("nimrod");
  const auto model = make_player("model", {game}, Budget{});
  const auto proposition = make_player("Proposition", {game}, Budget{});
  Board board({game->rules});
  Random random(1);
  for (Coordinate p = 1; p <= 300; ++p) {
    for (Coordinate r = 1; r <= 60; ++r) {
      board.set_up(std::vector<SumPart>{{0, {p, r}}});
      if (board.over()) continue;
      const auto sector = nimrod_sector(Integer(widen(p)), Integer(widen(r)));
      if (!sector || !sector->step) continue;
      const auto taken = [&](Player& player) { return board.options(0)[player.choose(board, random).get_ui()][0][1]; };
      EXPECT_EQ(taken(*model), r + *sector->step) << p << ',' << r;
      if (2 * p < r * r) {
        EXPECT_EQ(taken(*proposition), r + *sector->step) << p << ',' << r;
      }
    }
  }
}

TEST(NimrodPlayers, BeatChanceAsTheAuthorsSay) {
  const auto share = [](const char* name, std::uint64_t games) {
    const auto make_arena = [&] {
      const std::shared_ptr<const Game> game = GameUnderTest::load("nimrod");
      Arena arena{Board({game->rules}), {}};
      arena.players = {make_player(name, {game}, Budget{}), make_player("random", {game}, Budget{})};
      return arena;
    };
    const Sum start = {{0, {1000, 1}}};
    return static_cast<double>(play_match(make_arena, start, games, 1, Budget{}).sides[0].wins()) / static_cast<double>(games);
  };
  EXPECT_GT(share("model", 400), 0.85);
  EXPECT_GT(share("proposition", 400), 0.65);
  EXPECT_LT(share("proposition-as-printed", 400), 0.65);
}

}  // namespace
}  // namespace bouton
