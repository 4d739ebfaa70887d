// Text within XML.
#pragma once

#include <string>
#include <string_view>

namespace bouton {

/// The text as the content of an element or an attribute: plain text (engine/base/plain_text.h) with what means something to
/// XML escaped.
std::string xml_text(std::string_view text);

}  // namespace bouton
