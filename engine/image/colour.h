// Colours, and the space in which equal distances look equal.
#pragma once

#include <cstdint>

namespace bouton {

/// A colour of a screen: sRGB, 8 bits a channel.
struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;
  friend bool operator==(const Colour&, const Colour&) = default;
};

/// A colour in Oklab (B. Ottosson, 2020): `light` from 0 (black) to 1 (white), `a` from green to red, `b` from blue to
/// yellow. Euclidean distance is about how different two colours look.
struct Oklab {
  double light = 0, a = 0, b = 0;
};

Oklab to_oklab(Colour colour);
/// The nearest colour that a screen has: what lies outside of sRGB loses saturation until it fits.
Colour to_colour(const Oklab& colour);
double distance(const Oklab& x, const Oklab& y);

/// `hue` in degrees: 30 red, 100 yellow, 145 green, 260 blue.
Oklab oklab_of(double light, double saturation, double hue);

/// The relative luminance of WCAG 2, from 0 to 1.
double luminance(Colour colour);

/// Black or white, whichever reads better on `background`.
Colour ink_on(Colour background);

/// `share` of `over` on `under`, from 0 to 1.
Colour blend(Colour under, Colour over, double share);

}  // namespace bouton
