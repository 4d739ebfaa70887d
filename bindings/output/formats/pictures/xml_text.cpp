#include "bindings/output/formats/pictures/xml_text.h"

#include "engine/base/plain_text.h"

namespace bouton {

std::string xml_text(std::string_view text) {
  std::string escaped;
  for (const char c : plain_lines(text)) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

}  // namespace bouton
