// Lines as the terminal itself lets them be edited: for a build without the library that does more.
#include <cstdio>

#include "bindings/cli/terminal/input.h"
#include "bindings/cli/terminal/line_editor.h"

namespace bouton::cli {

class LineEditor::Impl {
 public:
  std::optional<std::string> next(const char* prompt, std::optional<double> seconds) {
    std::fputs(prompt, stdout);
    std::fflush(stdout);
    return reader_.next(seconds);
  }

 private:
  LineReader reader_;
};

LineEditor::LineEditor(std::function<Completions(std::string_view)> /*complete*/, std::filesystem::path /*history*/)
    : impl_(std::make_unique<Impl>()) {}
LineEditor::~LineEditor() = default;

void LineEditor::show_as(Paint /*paint*/) {}

std::optional<std::string> LineEditor::next(const char* prompt, std::optional<double> seconds) {
  return impl_->next(prompt, seconds);
}

}  // namespace bouton::cli
