#include "engine/base/errors.h"

#include "engine/base/plain_text.h"

namespace bouton {

Error::Error(std::string_view message) : std::runtime_error(plain_lines(message)) {}

}  // namespace bouton
