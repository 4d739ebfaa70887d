#include "engine/rules/obligations.h"

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {

void refuse_obligations(const Rules& rules, std::string_view what) {
  if (rules.obliges()) throw RequestError(fmt::format("{} are for games without moves that oblige (again, entail)", what));
}

}  // namespace bouton
