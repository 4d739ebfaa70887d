// Tables as pictures: what is where, and in which colour.
#include "engine/image/charts/table_picture.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/image/charts/captions.h"
#include "engine/image/charts/cell_colour.h"
#include "engine/image/charts/sequence_picture.h"
#include "engine/image/charts/ticks.h"
#include "engine/image/lettering.h"
#include "engine/image/palette.h"
#include "engine/image/raster.h"
#include "engine/plan/solver.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

Game game_of(std::shared_ptr<const Rules> rules) {
  Game game;
  game.name = game.title = "test";
  game.rules = std::move(rules);
  return game;
}

Table table_of(const Game& game, Position low, Position high, ValueKind kind) {
  return Solver({game.rules}, Budget{}).table(Box(std::move(low), std::move(high)), kind);
}

const shape::Cells& map_of(const Picture& picture) {
  const auto found =
      std::ranges::find_if(picture.shapes, [](const Shape& shape) { return std::holds_alternative<shape::Cells>(shape); });
  return std::get<shape::Cells>(*found);
}

std::size_t texts(const Picture& picture, std::string_view wanted) {
  return static_cast<std::size_t>(std::ranges::count_if(picture.shapes, [&](const Shape& shape) {
    const auto* const text = std::get_if<shape::Text>(&shape);
    return text != nullptr && text->text == wanted;
  }));
}

TEST(TablePicture, HasTheFirstCoordinateAcrossAndTheSecondUp) {
  const Game game = game_of(test::wythoff());
  const Picture picture = table_picture(game, table_of(game, {0, 0}, {5, 9}, ValueKind::outcome));
  const shape::Cells& map = map_of(picture);
  ASSERT_EQ(map.columns, 6U);
  ASSERT_EQ(map.rows, 10U);
  const auto at = [&](std::size_t S, std::size_t L) { return map.colours[(9 - L) * 6 + S]; };
  for (const auto& [S, L] : {std::pair{0U, 0U}, {1U, 2U}, {2U, 1U}, {3U, 5U}, {4U, 7U}, {5U, 3U}})
    EXPECT_EQ(at(S, L), palette::of_outcome(Outcome::P)) << S << ',' << L;
  EXPECT_EQ(std::ranges::count(map.colours, palette::of_outcome(Outcome::P)), 6);
  EXPECT_EQ(texts(picture, "S"), 1U);
  EXPECT_EQ(texts(picture, "L"), 1U);
  EXPECT_EQ(texts(picture, "test: outcomes"), 1U);
}

TEST(TablePicture, TakesATitleInPlaceOfItsOwnWithRoomForIt) {
  const Game game = game_of(test::wythoff());
  const std::string title(60, 'm');
  for (const Position& high : {Position{5, 9}, Position{5, 0}}) {
    const Table table = table_of(game, {0, 0}, high, ValueKind::outcome);
    const Picture usual = table_picture(game, table), titled = table_picture(game, table, title);
    EXPECT_EQ(titled.title, title);
    EXPECT_EQ(texts(titled, title), 1U);
    EXPECT_EQ(texts(titled, usual.title), 0U);
    EXPECT_GT(titled.width, usual.width);
    EXPECT_EQ(texts(table_picture(game, table, ""), usual.title), 0U);
  }
}

TEST(TablePicture, NamesNoParametersOfPlayers) {
  Game game = game_of(test::wythoff());
  game.players.push_back({.name = "model", .choose = {}, .choose_of_many = {}});
  game.parameters.push_back({.name = "a", .doc = "model: a constant", .value = Coordinate{3}});
  game.parameters.push_back({.name = "most", .doc = "models take no more", .value = Coordinate{4}});
  EXPECT_EQ(circumstances(game, Box({0, 0}, {5, 9})), "most = 4");
}

TEST(TablePicture, IsDrawnAsItSays) {
  const Game game = game_of(test::wythoff());
  const Picture picture = table_picture(game, table_of(game, {0, 0}, {200, 200}, ValueKind::grundy));
  const shape::Cells& map = map_of(picture);
  const Raster raster = draw(picture);
  ASSERT_EQ(raster.pixels.size(), picture.width * picture.height);
  const auto pixel = [&](std::size_t S, std::size_t L) {
    const double cell = map.width / 201;
    const auto x = static_cast<std::size_t>(map.x + (S + 0.5) * cell),
               y = static_cast<std::size_t>(map.y + (200 - L + 0.5) * cell);
    return raster.pixels[y * raster.width + x];
  };
  EXPECT_EQ(pixel(0, 0), palette::kPosition_P);
  EXPECT_EQ(pixel(63, 102), palette::kPosition_P);
  EXPECT_EQ(pixel(64, 102), map.colours[(200 - 102) * 201 + 64]);
}

TEST(TablePicture, ShowsTheValuesOfSmallTables) {
  const Game game = game_of(test::nim());
  const Game queen = game_of(test::wythoff());
  const Picture small = table_picture(queen, table_of(queen, {0, 0}, {10, 10}, ValueKind::grundy));
  EXPECT_GT(texts(small, "17"), 0U);
  const Picture large = table_picture(queen, table_of(queen, {0, 0}, {150, 150}, ValueKind::grundy));
  EXPECT_EQ(texts(large, "17"), 0U);
}

TEST(TablePicture, MeansSeveralPositionsWhereTheyAreMany) {
  const Game game = game_of(test::wythoff());
  Table table;
  table.box = Box({0, 0}, {8999, 1});
  table.kind = ValueKind::outcome;
  table.cells.assign(18000, 1);
  const Picture picture = table_picture(game, table);
  const shape::Cells& map = map_of(picture);
  EXPECT_EQ(map.columns, 3000U);
  EXPECT_EQ(map.rows, 1U);
  EXPECT_EQ(map.colours[0], palette::of_outcome(Outcome::N));
}

TEST(TablePicture, RefusesMoreThanTwoCoordinates) {
  Game game =
      game_of(test::make_game(Domain::fixed({{.name = "x"}, {.name = "y"}, {.name = "z"}}), [](PositionView, Options&) {}));
  EXPECT_THROW(require_map(game, Box({0, 0, 0}, {1, 1, 1})), RequestError);
  EXPECT_NO_THROW(require_map(game, Box({0, 3, 0}, {1, 3, 1})));
  const Picture picture = table_picture(game, table_of(game, {0, 3, 0}, {2, 3, 4}, ValueKind::outcome));
  EXPECT_EQ(map_of(picture).columns, 3U);
  EXPECT_EQ(map_of(picture).rows, 5U);
  EXPECT_EQ(texts(picture, "y = 3"), 1U);
}

TEST(TablePicture, TellsDrawsAndRemoteness) {
  const Game game = game_of(test::pass_nim());
  const Picture outcomes = table_picture(game, table_of(game, {0, 0}, {3, 3}, ValueKind::outcome));
  EXPECT_EQ(texts(outcomes, "draw"), 1U);
  const Game queen = game_of(test::wythoff());
  const Picture remoteness = table_picture(queen, table_of(queen, {0, 0}, {60, 60}, ValueKind::remoteness));
  EXPECT_EQ(texts(remoteness, "remoteness, P-positions"), 1U);
}

TEST(SequencePicture, HasADotForEachValue) {
  const Game game = game_of(test::kayles());
  const Table table = table_of(game, {0}, {300}, ValueKind::grundy);
  const Picture picture = sequence_picture(game, table);
  std::size_t dots = 0;
  for (const Shape& shape : picture.shapes)
    if (const auto* const set = std::get_if<shape::Dots>(&shape)) dots += set->points.size();
  EXPECT_EQ(dots, 301U);
  const bool says_period = std::ranges::any_of(picture.shapes, [](const Shape& shape) {
    const auto* const text = std::get_if<shape::Text>(&shape);
    return text != nullptr && text->text.find("period 12 from 71 on, as far as computed") != std::string::npos;
  });
  EXPECT_TRUE(says_period);
  EXPECT_GT(draw(picture).pixels.size(), 100'000U);
}

TEST(SequencePicture, SaysThatAPeriodIsProved) {
  const Game game = game_of(test::kayles());
  const Period proved{.preperiod = 71, .period = 12, .saltus = 0, .proved = true, .theorem = "Guy-Smith", .checked_to = 170};
  const Picture picture = sequence_picture(game, table_of(game, {0}, {300}, ValueKind::grundy), "n", {}, proved);
  const bool says_proved = std::ranges::any_of(picture.shapes, [](const Shape& shape) {
    const auto* const text = std::get_if<shape::Text>(&shape);
    return text != nullptr && text->text.find("period 12 from 71 on, proved") != std::string::npos;
  });
  EXPECT_TRUE(says_proved);
}

TEST(Ticks, AreRoundAndFew) {
  EXPECT_EQ(ticks(0, 10, 6), (std::vector<std::int64_t>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(ticks(1, 60, 7), (std::vector<std::int64_t>{10, 20, 30, 40, 50, 60}));
  EXPECT_EQ(ticks(-7, 7, 4), (std::vector<std::int64_t>{-5, 0, 5}));
  EXPECT_EQ(ticks(3, 3, 5), (std::vector<std::int64_t>{3}));
  EXPECT_EQ(ticks(0, 999, 1).size(), 1U);
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_LE(ticks(-kMost, kMost, 10).size(), 10U);
  for (std::int64_t high = 0; high < 3000; ++high) EXPECT_LE(ticks(0, high, 8).size(), 8U);
}

TEST(Lettering, HasAWidthForEveryText) {
  EXPECT_EQ(text_width(""), 0);
  EXPECT_LT(text_width("i"), text_width("m"));
  EXPECT_GT(text_width("misère ∞"), text_width("mise"));
  EXPECT_GT(text_width("\xff\xfe"), 0);
  EXPECT_GT(text_width("\xe2\x88"), 0);
  for (const PenLine& line : text_strokes("Wythoff's Nim: 0123456789 ()+−≤ ÄÖÜ")) {
    EXPECT_GE(line.y0, -0.35);
    EXPECT_LE(line.y0, 1.05);
  }
}

}  // namespace
}  // namespace bouton
