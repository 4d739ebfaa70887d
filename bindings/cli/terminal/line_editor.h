// A line of input that can be edited, with the lines before it, on a terminal.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace bouton::cli {

class LineEditor {
 public:
  LineEditor();
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  /// The next line without its end, or nothing at the end of input. Throws Interrupted. `prompt` must outlive the call.
  std::optional<std::string> next(const char* prompt);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bouton::cli
