#include "engine/image/style.h"

#include <gtest/gtest.h>

#include "engine/image/palette.h"
#include "engine/image/raster.h"

namespace bouton {
namespace {

/// A title, and two cells with a number on each.
Picture sample() {
  Picture picture{200, 100, "The title", {}};
  picture.shapes.emplace_back(shape::Text{5, 15, 12, shape::Anchor::start, false, palette::kInk, "The title"});
  picture.shapes.emplace_back(
      shape::Cells{20, 20, 100, 50, 2, 1, {palette::of_outcome(Outcome::P), palette::of_outcome(Outcome::N)}});
  picture.shapes.emplace_back(shape::Text{45, 45, 10, shape::Anchor::middle, false, {255, 255, 255}, "P"});
  picture.shapes.emplace_back(shape::Text{95, 45, 10, shape::Anchor::middle, false, {0, 0, 0}, "N"});
  return picture;
}

TEST(Style, TheUsualOneChangesNothing) { EXPECT_EQ(draw(styled(sample(), {})).pixels, draw(sample()).pixels); }

TEST(Style, MakesTheLongerSideAsLongAsAskedFor) {
  for (const std::size_t size : {50U, 100U, 333U, 4000U}) {
    const Picture picture = styled(sample(), {.title = {}, .size = size, .theme = Theme::light});
    EXPECT_EQ(picture.width, size);
    EXPECT_EQ(picture.height, (size + 1) / 2);
    const auto& cells = std::get<shape::Cells>(picture.shapes[1]);
    EXPECT_EQ(cells.x, std::round(cells.x));
    EXPECT_EQ(draw(picture).pixels.size(), picture.width * picture.height);
  }
}

TEST(Style, TheDarkThemeReadsAsTheLightOne) {
  const Picture picture = styled(sample(), {.title = {}, .size = {}, .theme = Theme::dark});
  EXPECT_LT(luminance(picture.paper), 0.05);
  const auto& cells = std::get<shape::Cells>(picture.shapes[1]);
  EXPECT_EQ(cells.colours[0], palette::of_outcome(Outcome::P));
  // WCAG 2: text reads well from a contrast of 4.5 on.
  const auto contrast = [](Colour a, Colour b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
  };
  EXPECT_GT(contrast(std::get<shape::Text>(picture.shapes[0]).colour, picture.paper), 4.5);
  EXPECT_GT(contrast(std::get<shape::Text>(picture.shapes[3]).colour, cells.colours[1]), 4.5);
}

}  // namespace
}  // namespace bouton
