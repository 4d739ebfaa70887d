// How far long work has come, on a terminal.
#pragma once

#include <functional>
#include <string_view>

#include "bindings/cli/terminal/pace.h"
#include "engine/base/budget.h"

namespace bouton::cli {

/// Where a progress line is shown, and when.
struct Display {
  std::function<void(std::string_view)> write;  ///< empty: nothing is shown
  std::function<double()> seconds;              ///< of a clock that never goes back
  std::function<std::size_t()> columns;         ///< a line that is longer could not be erased
};

/// Standard error and the machine's clock, if standard error is a terminal (not TERM=dumb); else nothing.
Display terminal_display();

/// One line, drawn over and over, a few times a second at most, and erased at the end.
class ProgressLine {
 public:
  /// Draws only once a question has taken a second.
  explicit ProgressLine(Display display);
  ~ProgressLine() { erase(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// What Budget::progress is to call; empty if nothing will be drawn. Valid as long as this object.
  std::function<void(const Progress&)> listener();
  /// Takes the line off the display, before something else is printed.
  void erase();

 private:
  void draw(const Progress& progress);

  Display display_;
  double next_ = 0;  ///< when it is drawn again, in seconds of the clock
  Pace pace_;
};

}  // namespace bouton::cli
