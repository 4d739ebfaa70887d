#include "engine/question/parts.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {

std::optional<std::size_t> obliged_component(const Sum& sum) {
  const auto found = std::ranges::find(sum, true, &Component::obliged);
  if (found == sum.end()) return std::nullopt;
  return static_cast<std::size_t>(found - sum.begin());
}

Sum without_obligation(Sum sum) {
  for (Component& component : sum) component.obliged = false;
  return sum;
}

std::vector<SumPart> narrow_parts(const Sum& sum) {
  std::vector<SumPart> parts;
  for (const Component& component : sum) {
    const std::optional<Position> position = narrow(component.position);
    if (!position) throw RequestError(fmt::format("position {} does not fit into 64 bits", to_string(component.position)));
    parts.push_back({component.game, *position});
  }
  return parts;
}

}  // namespace bouton
