#include "engine/closed_form/heaps/board_of_heads.h"

#include <utility>

#include "engine/values/nim_product.h"

namespace bouton {
namespace {

using Changes = std::map<std::uint64_t, Integer>;

/// The moves of all kinds together.
Changes of_all_kinds(const ChangeCounts& counts) {
  Changes all;
  for (const auto& [kind, changes] : counts)
    for (const auto& [change, count] : changes) all[change] += count;
  return all;
}

}  // namespace

BoardOfHeads::BoardOfHeads(const std::vector<StripValues::Heads>& strips, const Budget& budget) : budget_(budget) {
  for (const StripValues::Heads& strip : strips) value_ = nim_product(value_, strip.value);
  if (strips.size() == 1) {
    only_ = strips[0].changes;
    return;
  }
  all_but_last_ = strips[0].changes;
  for (std::size_t i = 1; i + 1 < strips.size(); ++i) {
    const Changes next = of_all_kinds(strips[i].changes);
    ChangeCounts products;
    for (const auto& [kind, changes] : all_but_last_)
      for (const auto& [a, times_a] : changes) {
        budget_.check_stop();
        for (const auto& [b, times_b] : next) products[kind][nim_product(a, b)] += times_a * times_b;
      }
    all_but_last_ = std::move(products);
  }
  last_ = of_all_kinds(strips.back().changes);
}

std::map<std::string, Integer> BoardOfHeads::moves_that_change(std::uint64_t change) const {
  std::map<std::string, Integer> counts;
  for (const auto& [kind, changes] : only_)
    if (const auto found = changes.find(change); found != changes.end()) counts[kind] = found->second;
  for (const auto& [kind, changes] : all_but_last_)
    for (const auto& [a, times_a] : changes) {
      budget_.check_stop();
      const auto found = last_.find(nim_product(change, nim_inverse(a)));
      if (found != last_.end()) counts[kind] += times_a * found->second;
    }
  return counts;
}

}  // namespace bouton
