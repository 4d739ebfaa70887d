#pragma once

#include <cstddef>
#include <string_view>

namespace bouton {

/// Where `wanted` first begins in `text`; npos where it does not. Linear in both lengths, whatever they hold.
std::size_t find_bytes(std::string_view text, std::string_view wanted);

}  // namespace bouton
