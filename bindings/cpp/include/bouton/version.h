// Which version of the interface this is: docs/embed.md says what may change from one to the next.
#pragma once

#include <string_view>

namespace bouton {
inline namespace v1 {

/// The number of the inline namespace.
inline constexpr int kInterfaceVersion = 1;

/// The version of the library, such as "1.0.0".
std::string_view version() noexcept;

}  // namespace v1
}  // namespace bouton
