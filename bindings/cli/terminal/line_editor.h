// A line of input that can be edited and completed, with the lines before it, on a terminal.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bouton::cli {

/// What may stand in place of the end of a line.
struct Completions {
  std::size_t begin = 0;           ///< where in the line
  std::vector<std::string> words;  ///< sorted
};

class LineEditor {
 public:
  /// A line as it is shown: its characters, with escape sequences between them that colour them and move nothing.
  using Paint = std::function<std::string(std::string_view line)>;

  /// `complete` says, at the Tab key, what the line up to the cursor may go on with; empty: there is no completion. The lines
  /// before are read from the file `history` and kept there, if a file is named that can be read and written.
  explicit LineEditor(std::function<Completions(std::string_view)> complete = {}, std::filesystem::path history = {});
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  /// From now on the line is shown as `paint` says whenever a key is waited for, on a terminal that knows the sequences of
  /// ECMA-48. Without this, and in a build without libedit, it is shown as it is typed.
  void show_as(Paint paint);

  /// The next line without its end, or nothing at the end of input. Throws Interrupted, and OutOfTime if the line was not ended
  /// within `seconds`: what was typed of it is lost. `prompt` must outlive the call.
  std::optional<std::string> next(const char* prompt, std::optional<double> seconds = std::nullopt);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bouton::cli
