// How far long work has come, on a terminal.
#pragma once

#include <chrono>
#include <functional>

#include "engine/base/budget.h"

namespace bouton::cli {

/// One line on standard error, drawn over and over, a few times a second at most, and erased at the end.
class ProgressLine {
 public:
  /// Draws only if `wanted` and standard error is a terminal (not TERM=dumb), and only after a second.
  explicit ProgressLine(bool wanted);
  ~ProgressLine() { erase(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// What Budget::progress is to call; empty if nothing will be drawn. Valid as long as this object.
  std::function<void(const Progress&)> listener();
  /// Takes the line off the terminal, before something else is printed.
  void erase();

 private:
  using Clock = std::chrono::steady_clock;

  void draw(const Progress& progress);

  bool draws_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_ + std::chrono::seconds(1);
};

/// "12,345,678 of 20,000,000 positions (61%), 1,234,567 a second, about 6 s left".
std::string describe(const Progress& progress, double seconds);

}  // namespace bouton::cli
