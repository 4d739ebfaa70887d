// What Windows says of the last call that failed.
#pragma once

#include <string>
#include <system_error>

#include <windows.h>

namespace bouton {

/// In the words that other systems have, where there are any: "No such file or directory".
inline std::string error_text(unsigned long error) {
  const std::error_code code(static_cast<int>(error), std::system_category());
  const std::error_condition condition = code.default_error_condition();
  return condition.category() == std::generic_category() ? condition.message() : code.message();
}
inline std::string last_error_text() { return error_text(GetLastError()); }

}  // namespace bouton
