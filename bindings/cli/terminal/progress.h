// How far long work has come, on a terminal.
#pragma once

#include <chrono>
#include <functional>

#include "bindings/cli/terminal/pace.h"
#include "engine/base/budget.h"

namespace bouton::cli {

/// One line on standard error, drawn over and over, a few times a second at most, and erased at the end.
class ProgressLine {
 public:
  /// Draws only if `wanted` and standard error is a terminal (not TERM=dumb), and only once a question has
  /// taken a second.
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
  double next_ = 0;  ///< when it is drawn again, in seconds of the clock
  Pace pace_;
};

}  // namespace bouton::cli
