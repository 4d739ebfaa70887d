#include "bindings/cli/play/prompt.h"

#include "engine/base/plain_text.h"
#include "engine/system/standard_streams.h"

namespace bouton::cli {

Prompt::Prompt(Output& out) : out_(out) {
  if (is_terminal(Stream::input) && is_terminal(Stream::output)) editor_ = std::make_unique<LineEditor>();
}

std::optional<std::string> Prompt::ask(const std::string& prompt, bool quietly, std::optional<double> seconds) {
  if (editor_) {
    out_.flush();
    return editor_->next(prompt.c_str(), seconds);
  }
  if (!quietly) out_.write(prompt);
  out_.flush();
  std::optional<std::string> line = lines_.next(seconds);
  if (line && !quietly) out_.print("{}\n", plain_line(*line));
  return line;
}

}  // namespace bouton::cli
