#include "engine/rules/obligations.h"

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {

void refuse_obligations(const Rules& rules, std::string_view what) {
  if (rules.obliges()) throw RequestError(fmt::format("{} are for games without moves that oblige (again, entail)", what));
  if (rules.blocking() > 0) throw RequestError(fmt::format("{} are for games in which nothing is forbidden (blocking)", what));
}

}  // namespace bouton
