#include "engine/question/parts.h"

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {

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
