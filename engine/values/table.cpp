#include "engine/values/table.h"

namespace bouton {

std::string_view name(ValueKind kind) {
  switch (kind) {
    case ValueKind::grundy: return "grundy";
    case ValueKind::outcome: return "outcome";
    case ValueKind::remoteness: return "remoteness";
  }
  return "";
}

}  // namespace bouton
