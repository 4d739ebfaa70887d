// Lines that a person types: edited and remembered on a terminal, read as they are from a pipe.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bindings/cli/terminal/input.h"
#include "bindings/cli/terminal/line_editor.h"
#include "bindings/output/sink/output.h"

namespace bouton::cli {

class Prompt {
 public:
  explicit Prompt(Output& out);

  /// Whether a person sits at a terminal.
  bool interactive() const { return editor_ != nullptr; }
  /// The next line, or nothing at the end of input. A line that comes from a pipe is written to the output, so that it can be
  /// read there. `quietly`: unless it is a terminal, neither the prompt nor the line is written. Throws Interrupted, and
  /// OutOfTime if there was no line within `seconds`.
  std::optional<std::string> ask(const std::string& prompt, bool quietly = false, std::optional<double> seconds = std::nullopt);

 private:
  Output& out_;
  LineReader lines_;
  std::unique_ptr<LineEditor> editor_;
};

}  // namespace bouton::cli
