#include "engine/image/charts/plot.h"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/image/palette.h"

namespace bouton {
namespace {

template <class OneShape>
std::vector<OneShape> all(const Picture& picture) {
  std::vector<OneShape> found;
  for (const Shape& shape : picture.shapes)
    if (const auto* const one = std::get_if<OneShape>(&shape)) found.push_back(*one);
  return found;
}

bool says(const Picture& picture, std::string_view text) {
  for (const shape::Text& one : all<shape::Text>(picture))
    if (one.text == text) return true;
  return false;
}

/// A map of 3 columns and 2 rows.
Plot map() {
  Plot plot;
  plot.across = {"p", 5, 7};
  plot.up = {"r", 1, 2};
  plot.cells.resize(6);
  return plot;
}

TEST(Plot, ShowsOutcomesFromTheLowestRowUp) {
  Plot plot = map();
  plot.cells[0].outcome = Outcome::P;
  plot.cells[5].outcome = Outcome::N;
  const Picture picture = plot_picture(plot);
  const shape::Cells cells = all<shape::Cells>(picture).at(0);
  EXPECT_EQ(cells.columns, 3U);
  EXPECT_EQ(cells.rows, 2U);
  EXPECT_EQ(cells.colours.at(3), palette::of_outcome(Outcome::P));  // the lower row comes last
  EXPECT_EQ(cells.colours.at(2), palette::of_outcome(Outcome::N));
  EXPECT_EQ(cells.colours.at(0), palette::kNothing);
  EXPECT_TRUE(says(picture, "P: the player to move loses"));
  EXPECT_FALSE(says(picture, "draw"));
}

TEST(Plot, ShadesFromTheLeastValueToTheGreatest) {
  Plot plot = map();
  plot.shade_name = "G";
  for (std::size_t i = 0; i < 5; ++i) plot.cells[i].shade = static_cast<double>(i) - 2;
  plot.cells[4].outcome = Outcome::P;
  const Picture picture = plot_picture(plot);
  const std::vector<Colour> colours = all<shape::Cells>(picture).at(0).colours;
  EXPECT_EQ(colours.at(3), palette::sequential(0));
  EXPECT_EQ(colours.at(5), palette::sequential(0.5));
  EXPECT_EQ(colours.at(1), palette::shade(Outcome::P, 1));
  EXPECT_EQ(colours.at(2), palette::kNothing);
  EXPECT_TRUE(says(picture, "G"));
  EXPECT_TRUE(says(picture, "G, P"));
}

TEST(Plot, InterruptsACurveWhereItIsOutside) {
  Plot plot;
  plot.across = {"x", 0, 10};
  plot.up = {"y", 0, 1};
  plot.curves.push_back({"a curve", {}, true});
  for (const double y : {0.1, 0.2, std::nan(""), 0.4, 0.5, 0.6, 7.0, 0.8})
    plot.curves[0].points.push_back({static_cast<double>(plot.curves[0].points.size()), y});
  const Picture picture = plot_picture(plot);
  std::size_t slanted = 0;
  for (const shape::Line& line : all<shape::Line>(picture)) slanted += line.x0 != line.x1 && line.y0 != line.y1 ? 1 : 0;
  EXPECT_EQ(slanted, 3U);                                        // from 0 to 1, from 3 to 4, from 4 to 5
  EXPECT_EQ(all<shape::Dots>(picture).at(0).points.size(), 3U);  // where the pen is put down
  EXPECT_TRUE(says(picture, "a curve"));
  EXPECT_TRUE(says(picture, "0.5"));
}

TEST(Plot, PutsDotsWhereTheAxesSay) {
  Plot plot;
  plot.across = {"n", 0, 100};
  plot.up = {"", -1, 1};
  plot.curves.push_back({"", {{0, -1}, {100, 1}, {50, 0}}, false});
  const Picture picture = plot_picture(plot);
  const auto points = all<shape::Dots>(picture).at(0).points;
  ASSERT_EQ(points.size(), 3U);
  EXPECT_DOUBLE_EQ(points[2].x, (points[0].x + points[1].x) / 2);
  EXPECT_DOUBLE_EQ(points[2].y, (points[0].y + points[1].y) / 2);
  EXPECT_LT(points[0].x, points[1].x);
  EXPECT_GT(points[0].y, points[1].y);  // y grows downwards
}

TEST(Plot, SaysWhatCannotBeDrawn) {
  Plot plot = map();
  plot.cells.pop_back();
  EXPECT_THROW(plot_picture(plot), RequestError);
  plot = map();
  plot.across = {"p", 7, 5};
  EXPECT_THROW(plot_picture(plot), RequestError);
  plot.across = {"p", std::nan(""), 5};
  EXPECT_THROW(plot_picture(plot), RequestError);
  plot.across = {"p", 0, 4000};
  EXPECT_THROW(plot_picture(plot), RequestError);
}

}  // namespace
}  // namespace bouton
