#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "bindings/cli/verbs/verb.h"
#include "engine/base/errors.h"
#include "engine/base/spelling.h"

namespace bouton::cli {

std::span<const Verb> verbs() {
  static const Verb kVerbs[] = {
      games_verb(), solve_verb(), table_verb(),  positions_verb(), sequence_verb(), graph_verb(), genus_verb(), quotient_verb(),
      play_verb(),  match_verb(), verify_verb(), explain_verb(),   new_verb(),      run_verb(),   repl_verb(),
  };
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
