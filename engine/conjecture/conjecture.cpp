#include "engine/conjecture/conjecture.h"

#include <algorithm>
#include <string_view>

#include "engine/conjecture/kinds.h"

namespace bouton {
namespace {

/// In the order of how much they say.
constexpr struct {
  std::string_view kind;
  ConjectureFinder find;
} kKinds[] = {
    {"nim-sum of functions", nim_sum_of_functions},
    {"function of one number", function_of_one_number},
    {"function of remainders", function_of_remainders},
    {"periodic sequence", periodic_line},
    {"linear recurrence", linear_recurrence},
    {"Beatty-like pairs", beatty_pairs},
    {"periodic rows", periodic_rows},
    {"density of P", density_of_p},
};

}  // namespace

std::vector<Conjecture> conjectures(const TableEvidence& evidence) {
  std::vector<Conjecture> found;
  for (const auto& [kind, find] : kKinds)
    for (Conjecture& conjecture : find(evidence)) {
      conjecture.kind = kind;
      found.push_back(std::move(conjecture));
    }
  std::ranges::stable_partition(found, [](const Conjecture& conjecture) { return !conjecture.check.failure; });
  return found;
}

}  // namespace bouton
