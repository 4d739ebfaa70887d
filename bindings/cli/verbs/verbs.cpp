#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "bindings/cli/verbs/verbs.h"
#include "engine/base/errors.h"
#include "engine/base/spelling.h"

namespace bouton::cli {

std::span<const Verb> verbs() {
#define BOUTON_VERB_ROW(name) name##_verb(),
  static const Verb kVerbs[] = {BOUTON_VERBS(BOUTON_VERB_ROW)};
#undef BOUTON_VERB_ROW
  return kVerbs;
}

const Verb& find_verb(std::string_view name) {
  const std::span<const Verb> all = verbs();
  const auto found = std::ranges::find(all, name, &Verb::name);
  if (found != all.end()) return *found;
  std::vector<std::string> names;
  for (const Verb& verb : all) names.emplace_back(verb.name);
  throw RequestError(fmt::format("there is no verb '{}'{} (bouton --help)", name, did_you_mean(name, names)));
}

}  // namespace bouton::cli
