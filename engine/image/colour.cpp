#include "engine/image/colour.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bouton {
namespace {

double to_linear(std::uint8_t channel) {
  const double value = channel / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double from_linear(double value) { return value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055; }

std::uint8_t channel(double linear) {
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(from_linear(linear), 0.0, 1.0)));
}

struct LinearRgb {
  double red, green, blue;

  bool on_screen() const {
    constexpr double kSlack = 1e-4;
    const auto fits = [](double value) { return value >= -kSlack && value <= 1 + kSlack; };
    return fits(red) && fits(green) && fits(blue);
  }
};

LinearRgb to_linear_rgb(const Oklab& colour) {
  const auto cubed = [](double x) { return x * x * x; };
  const double l = cubed(colour.light + 0.3963377774 * colour.a + 0.2158037573 * colour.b);
  const double m = cubed(colour.light - 0.1055613458 * colour.a - 0.0638541728 * colour.b);
  const double s = cubed(colour.light - 0.0894841775 * colour.a - 1.2914855480 * colour.b);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

}  // namespace

Oklab to_oklab(Colour colour) {
  const double red = to_linear(colour.red), green = to_linear(colour.green), blue = to_linear(colour.blue);
  const double l = std::cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const double m = std::cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const double s = std::cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Colour to_colour(const Oklab& colour) {
  LinearRgb rgb = to_linear_rgb(colour);
  double least = 0, most = 1;  // of the saturation that is kept
  for (int step = 0; step < 20 && !rgb.on_screen(); ++step) {
    const double kept = (least + most) / 2;
    const LinearRgb paler = to_linear_rgb({colour.light, kept * colour.a, kept * colour.b});
    (paler.on_screen() ? least : most) = kept;
    if (step == 19) rgb = to_linear_rgb({colour.light, least * colour.a, least * colour.b});
  }
  return {channel(rgb.red), channel(rgb.green), channel(rgb.blue)};
}

double distance(const Oklab& x, const Oklab& y) { return std::hypot(x.light - y.light, x.a - y.a, x.b - y.b); }

Oklab oklab_of(double light, double saturation, double hue) {
  const double angle = hue * std::numbers::pi / 180;
  return {light, saturation * std::cos(angle), saturation * std::sin(angle)};
}

double luminance(Colour colour) {
  return 0.2126 * to_linear(colour.red) + 0.7152 * to_linear(colour.green) + 0.0722 * to_linear(colour.blue);
}

Colour ink_on(Colour background) {
  const double light = luminance(background);
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? Colour{0, 0, 0} : Colour{255, 255, 255};
}

Colour blend(Colour under, Colour over, double share) {
  const auto mixed = [share](std::uint8_t below, std::uint8_t above) {
    return static_cast<std::uint8_t>(std::lround(below + (above - below) * std::clamp(share, 0.0, 1.0)));
  };
  return {mixed(under.red, over.red), mixed(under.green, over.green), mixed(under.blue, over.blue)};
}

}  // namespace bouton
