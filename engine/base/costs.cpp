#include "engine/base/costs.h"

#include <algorithm>
#include <cstdint>

#include "engine/base/stopwatch.h"

namespace bouton::costs {
namespace {

/// What loop() takes on the machine of the table, in seconds.
constexpr double kLoop = 1.75e-5;

/// Steps of which each waits for the one before: arithmetic, and a look at memory that lies near.
std::uint64_t loop() {
  constexpr int kSteps = 1 << 13;
  std::uint32_t near[256] = {};
  std::uint64_t number = 1;
  for (int i = 0; i < kSteps; ++i) {
    std::uint32_t& cell = near[number >> 56];
    number = number * 6364136223846793005U + 1442695040888963407U + cell;
    cell = static_cast<std::uint32_t>(number >> 32);
  }
  return number;
}

double timed() {
  constexpr int kRuns = 5;
  double least = 1;
  volatile std::uint64_t kept = 0;
  for (int run = 0; run < kRuns; ++run) {
    const Stopwatch watch;
    kept = kept + loop();
    least = std::min(least, watch.seconds());
  }
  return least / kLoop;
}

}  // namespace

double machine_factor() {
  static const double factor = timed();
  return factor;
}

}  // namespace bouton::costs
