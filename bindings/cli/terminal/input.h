// Lines from standard input.
#pragma once

#include <optional>
#include <string>

namespace bouton::cli {

/// Reads standard input a line at a time. A signal that asks the process to stop ends the wait.
class LineReader {
 public:
  /// The next line without its end, or nothing at the end of input. Throws Interrupted; RequestError if
  /// standard input cannot be read.
  std::optional<std::string> next();

 private:
  std::string pending_;
  bool ended_ = false;
};

}  // namespace bouton::cli
