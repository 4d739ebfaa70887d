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
  bool about_p_alone = false;
} kKinds[] = {
    {"nim-sum of functions", nim_sum_of_functions},
    {"function of one number", function_of_one_number},
    {"function of remainders", function_of_remainders},
    {"periodic sequence", periodic_line},
    {"linear recurrence", linear_recurrence, true},
    {"Beatty-like pairs", beatty_pairs, true},
    {"periodic rows", periodic_rows},
    {"density of P", density_of_p, true},
};

}  // namespace

std::vector<Conjecture> conjectures(const TableEvidence& evidence) {
  std::vector<Conjecture> found;
  for (const auto& [kind, find, about_p_alone] : kKinds)
    for (Conjecture& conjecture : find(evidence)) {
      conjecture.kind = kind;
      conjecture.about_p_alone = about_p_alone || !evidence.grundy;  // outcomes are that
      found.push_back(std::move(conjecture));
    }
  std::ranges::stable_partition(found, [](const Conjecture& conjecture) { return !conjecture.check.failure; });
  return found;
}

}  // namespace bouton
