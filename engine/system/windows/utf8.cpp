#include "engine/system/windows/utf8.h"

#include <windows.h>

namespace bouton {

std::string utf8_of(std::wstring_view text) {
  const int length = static_cast<int>(text.size());
  std::string made(static_cast<std::size_t>(WideCharToMultiByte(CP_UTF8, 0, text.data(), length, nullptr, 0, nullptr, nullptr)),
                   '\0');
  WideCharToMultiByte(CP_UTF8, 0, text.data(), length, made.data(), static_cast<int>(made.size()), nullptr, nullptr);
  return made;
}

std::wstring utf16_of(std::string_view text) {
  const int length = static_cast<int>(text.size());
  std::wstring made(static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, text.data(), length, nullptr, 0)), L'\0');
  MultiByteToWideChar(CP_UTF8, 0, text.data(), length, made.data(), static_cast<int>(made.size()));
  return made;
}

}  // namespace bouton
