// How long something took.
#pragma once

#include <chrono>

namespace bouton {

/// Runs from its construction on.
class Stopwatch {
 public:
  /// Of the wall, not of the processor.
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace bouton
