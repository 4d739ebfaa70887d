#include "engine/system/find_bytes.h"

#include <cstring>

namespace bouton {

std::size_t find_bytes(std::string_view text, std::string_view wanted) {
  const void* const found = memmem(text.data(), text.size(), wanted.data(), wanted.size());
  return found ? static_cast<std::size_t>(static_cast<const char*>(found) - text.data()) : std::string_view::npos;
}

}  // namespace bouton
