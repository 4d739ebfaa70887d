#include "engine/base/errors.h"

#include "engine/base/plain_text.h"

namespace bouton {

Error::Error(std::string_view message) : std::runtime_error(abbreviated(plain_lines(message))) {}

std::string message_with(Remedy remedy, const LimitError& error) {
  const std::string_view words = remedy == nullptr ? "" : remedy(error.limit());
  return words.empty() ? error.what() : std::string(error.what()).append("; ").append(words);
}

}  // namespace bouton
