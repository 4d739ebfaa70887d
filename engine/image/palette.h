// The colours that values have in pictures: even steps look even, and none rests on telling red from green.
#pragma once

#include "engine/image/colour.h"
#include "engine/values/outcome.h"

namespace bouton::palette {

/// From dark (0) to light (1): through violet, blue and green to yellow. Equal steps are equal distances in Oklab, and
/// lightness only grows, so that the order survives grey print and every kind of colour vision.
Colour sequential(double place);

/// The same in one hue, of the lightness at each place: N-positions are blue, P-positions orange, draws grey.
Colour shade(Outcome outcome, double place);

Colour of_outcome(Outcome outcome);

/// P-positions, in every picture.
inline constexpr Colour kPosition_P = {224, 62, 26};
/// Positions without a finite value among sequential() colours.
inline constexpr Colour kInfinite = {150, 150, 150};
/// Where there is no position.
inline constexpr Colour kNothing = {255, 255, 255};

inline constexpr Colour kInk = {26, 26, 26};
inline constexpr Colour kFaintInk = {110, 110, 110};
inline constexpr Colour kPaper = {255, 255, 255};
inline constexpr Colour kBand = {238, 240, 244};

}  // namespace bouton::palette
