// The palettes: even, ordered by lightness, and readable with every kind of colour vision.
#include "engine/image/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace bouton {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

/// What is left of a colour for somebody without one kind of cone (F. Viénot, H. Brettel, J. Mollon, 1999), in linear light.
constexpr Matrix kProtanopia = {{{0.1120, 0.8853, -0.0005}, {0.1126, 0.8897, -0.0001}, {0.0045, 0.0001, 1.0019}}};
constexpr Matrix kDeuteranopia = {{{0.2920, 0.7054, -0.0003}, {0.2934, 0.7089, 0.0000}, {-0.0210, 0.0256, 1.0019}}};

Colour seen_through(const Matrix& matrix, Colour colour) {
  const auto linear = [](std::uint8_t channel) {
    const double x = channel / 255.0;
    return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
  };
  const std::array<double, 3> in = {linear(colour.red), linear(colour.green), linear(colour.blue)};
  std::array<std::uint8_t, 3> out{};
  for (std::size_t i = 0; i < 3; ++i) {
    double x = std::clamp(matrix[i][0] * in[0] + matrix[i][1] * in[1] + matrix[i][2] * in[2], 0.0, 1.0);
    x = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
    out[i] = static_cast<std::uint8_t>(std::lround(255 * x));
  }
  return {out[0], out[1], out[2]};
}

double seen_distance(const Matrix& matrix, Colour a, Colour b) {
  return distance(to_oklab(seen_through(matrix, a)), to_oklab(seen_through(matrix, b)));
}

TEST(Palette, EqualStepsLookEqual) {
  constexpr int kSteps = 32;
  double least = 1, most = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double step =
        distance(to_oklab(palette::sequential(double(i) / kSteps)), to_oklab(palette::sequential((i + 1.0) / kSteps)));
    least = std::min(least, step);
    most = std::max(most, step);
  }
  EXPECT_LT(most / least, 1.35);
}

TEST(Palette, GrowsLighterForEverybody) {
  for (int i = 0; i < 100; ++i) {
    const Colour here = palette::sequential(i / 100.0), next = palette::sequential((i + 1) / 100.0);
    EXPECT_LT(to_oklab(here).light, to_oklab(next).light + 1e-9) << i;
    for (const Matrix& matrix : {kProtanopia, kDeuteranopia})
      EXPECT_LT(to_oklab(seen_through(matrix, here)).light, to_oklab(seen_through(matrix, next)).light + 0.004) << i;
  }
  EXPECT_GT(to_oklab(palette::sequential(1)).light - to_oklab(palette::sequential(0)).light, 0.6);
}

TEST(Palette, PositionsThatLoseStandOut) {
  for (int i = 0; i <= 100; ++i) {
    const Colour other = palette::sequential(i / 100.0);
    EXPECT_GT(distance(to_oklab(palette::kPosition_P), to_oklab(other)), 0.2) << i;
    for (const Matrix& matrix : {kProtanopia, kDeuteranopia})
      EXPECT_GT(seen_distance(matrix, palette::kPosition_P, other), 0.08) << i;
  }
}

TEST(Palette, OutcomesDifferForEverybody) {
  const std::array<Outcome, 3> outcomes = {Outcome::P, Outcome::N, Outcome::draw};
  for (const Outcome a : outcomes) {
    for (const Outcome b : outcomes) {
      if (a == b) continue;
      EXPECT_GT(distance(to_oklab(palette::of_outcome(a)), to_oklab(palette::of_outcome(b))), 0.2);
      for (const Matrix& matrix : {kProtanopia, kDeuteranopia})
        EXPECT_GT(seen_distance(matrix, palette::of_outcome(a), palette::of_outcome(b)), 0.15);
    }
  }
  for (int i = 1; i < 10; ++i)
    for (const Matrix& matrix : {kProtanopia, kDeuteranopia})
      EXPECT_GT(seen_distance(matrix, palette::shade(Outcome::P, i / 10.0), palette::shade(Outcome::N, i / 10.0)), 0.07) << i;
}

TEST(Colour, GoesToOklabAndBack) {
  for (int red = 0; red < 256; red += 51)
    for (int green = 0; green < 256; green += 51)
      for (int blue = 0; blue < 256; blue += 51) {
        const Colour colour = {static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green),
                               static_cast<std::uint8_t>(blue)};
        EXPECT_EQ(to_colour(to_oklab(colour)), colour) << red << ' ' << green << ' ' << blue;
      }
  EXPECT_EQ(ink_on({0, 0, 0}), (Colour{255, 255, 255}));
  EXPECT_EQ(ink_on({255, 255, 0}), (Colour{0, 0, 0}));
}

}  // namespace
}  // namespace bouton
