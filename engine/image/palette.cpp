#include "engine/image/palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace bouton::palette {
namespace {

constexpr std::size_t kSteps = 1024;
using Ramp = std::array<Colour, kSteps + 1>;

/// Walks along a curve of colours, sampled finely, at an even pace.
template <class Curve>
Ramp even_ramp(Curve curve) {
  constexpr std::size_t kSamples = 4096;
  std::vector<Colour> colours;
  std::vector<double> walked = {0};
  for (std::size_t i = 0; i <= kSamples; ++i) {
    const Oklab wanted = curve(static_cast<double>(i) / kSamples);
    colours.push_back(to_colour(wanted));
    if (i > 0) walked.push_back(walked.back() + distance(wanted, curve(static_cast<double>(i - 1) / kSamples)));
  }
  Ramp ramp;
  std::size_t sample = 0;
  for (std::size_t step = 0; step <= kSteps; ++step) {
    const double wanted = walked.back() * static_cast<double>(step) / kSteps;
    while (sample < kSamples && walked[sample] < wanted) ++sample;
    ramp[step] = colours[sample];
  }
  return ramp;
}

Ramp sequential_ramp() {
  // Saturations that a screen has at every lightness on the way.
  return even_ramp([](double t) {
    const double light = 0.24 + 0.70 * t;
    const double hue = 295 - 190 * t;
    const double saturation = 0.105 + 0.012 * std::sin(6.28 * t) + 0.055 * std::max(0.0, t - 0.5) * 2;
    return oklab_of(light, saturation, hue);
  });
}

Ramp shades(double saturation, double hue) {
  return even_ramp([=](double t) {
    const double swell = 1 - 0.65 * (2 * t - 1) * (2 * t - 1);  // pale at both ends, where a screen has little
    return oklab_of(0.32 + 0.60 * t, saturation * swell, hue);
  });
}

Colour at(const Ramp& ramp, double place) {
  return ramp[static_cast<std::size_t>(std::lround(std::clamp(place, 0.0, 1.0) * kSteps))];
}

}  // namespace

Colour sequential(double place) {
  static const Ramp ramp = sequential_ramp();
  return at(ramp, place);
}

Colour shade(Outcome outcome, double place) {
  static const Ramp orange = shades(0.13, 55), blue = shades(0.12, 255), grey = shades(0, 0);
  switch (outcome) {
    case Outcome::P: return at(orange, place);
    case Outcome::N: return at(blue, place);
    case Outcome::draw: return at(grey, place);
  }
  return kNothing;
}

Colour of_outcome(Outcome outcome) {
  switch (outcome) {
    case Outcome::P: return kPosition_P;
    case Outcome::N: return {226, 232, 240};
    case Outcome::draw: return {40, 44, 60};
  }
  return kNothing;
}

}  // namespace bouton::palette
