// Lines from standard input.
#pragma once

#include <optional>
#include <string>

namespace bouton::cli {

/// Thrown where nobody typed a line in the time for it.
struct OutOfTime {};

/// Reads standard input a line at a time. A signal that asks the process to stop ends the wait.
class LineReader {
 public:
  /// The next line without its end, or nothing at the end of input. Throws Interrupted; RequestError if
  /// standard input cannot be read; OutOfTime if there was none within `seconds`, what was typed of it is kept.
  std::optional<std::string> next(std::optional<double> seconds = std::nullopt);

 private:
  std::string pending_;
  bool ended_ = false;
};

}  // namespace bouton::cli
