// Texts of Windows, which are UTF-16, and the same in UTF-8. What is neither becomes U+FFFD.
#pragma once

#include <string>
#include <string_view>

namespace bouton {

std::string utf8_of(std::wstring_view text);
std::wstring utf16_of(std::string_view text);

}  // namespace bouton
