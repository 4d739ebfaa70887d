#include "engine/misere/quotient/genus.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/position/hash.h"

namespace bouton {
namespace {

/// Calls `visit` with every option of `sum` until it returns false.
template <class Visit>
bool for_each_option(const HeapGame& game, const HeapSum& sum, Visit visit) {
  HeapSum option;
  for (std::size_t moved = 0; moved < sum.size(); ++moved) {
    if (moved > 0 && sum[moved] == sum[moved - 1]) continue;
    for (const HeapSum& part : game.options(sum[moved])) {
      HeapSum rest = sum;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(moved));
      option.resize(rest.size() + part.size());
      std::ranges::merge(rest, part, option.begin());
      if (!visit(option)) return false;
    }
  }
  return true;
}

/// The genus of a position that has options, with these genera.
Genus genus_of_options(const std::vector<const Genus*>& options) {
  MexSet seen;
  for (const Genus* option : options) seen.insert(option->normal);
  Genus result{seen.mex(), {}};
  std::size_t settled = 0;  // from here on the values of the options alternate
  for (const Genus* option : options) settled = std::max(settled, option->misere.size());
  std::vector<Grundy>& values = result.misere;
  // Once the options alternate and a value beyond that is the same as two before, so are all that follow.
  for (std::size_t twos = 0;; ++twos) {
    if (twos >= settled && twos >= 3 && values[twos - 1] == values[twos - 3]) break;
    seen.clear();
    for (const Genus* option : options) seen.insert(option->beside(twos));
    if (twos > 0) {
      seen.insert(values[twos - 1]);
      seen.insert(values[twos - 1] ^ 1U);
    }
    values.push_back(seen.mex());
  }
  while (values.size() > 2 && values.back() == values[values.size() - 3]) values.pop_back();
  return result;
}

}  // namespace

Grundy Genus::beside(std::size_t twos) const {
  const std::size_t size = misere.size();
  return misere[twos < size ? twos : size - 2 + (twos - size) % 2];
}

Genus nim_genus(Grundy nim_sum, bool fickle) {
  if (!fickle) return {nim_sum, {nim_sum, nim_sum ^ 2U}};
  return nim_sum == 0 ? Genus{0, {1, 2, 0}} : Genus{1, {0, 3, 1}};
}

bool Genus::fickle() const { return normal <= 1 && *this == nim_genus(normal, true); }

bool Genus::firm() const { return *this == nim_genus(normal, false); }

std::string Genus::text() const {
  std::string text = fmt::format("{}^", normal);
  for (const Grundy value : misere) text += value < 10 ? fmt::format("{}", value) : fmt::format("({})", value);
  return text;
}

std::size_t GenusSolver::SumHash::operator()(const HeapSum& sum) const {
  std::uint64_t hash = sum.size();
  for (const Heap heap : sum) hash = mix(hash + 0x9e3779b97f4a7c15U + heap);
  return hash;
}

const GenusSolver::Found* GenusSolver::add(const HeapSum& sum, Found found) {
  constexpr std::size_t kOfEntry = 200;
  bytes_ += kOfEntry + (sum.size() + found.genus.misere.size()) * sizeof(Heap);
  return &(found_[sum] = std::move(found));
}

/// What is known of `sum` without looking at its options, or null. The heaps of a sum are known before it.
const GenusSolver::Found* GenusSolver::known(const HeapSum& sum) {
  if (const auto entry = found_.find(sum); entry != found_.end()) return &entry->second;
  if (sum.size() == 1) return nullptr;
  Grundy nim_sum = 0;
  bool fickle = true;
  for (const Heap heap : sum) {
    const auto entry = found_.find({heap});
    if (entry == found_.end() || !entry->second.tame) return nullptr;
    nim_sum ^= entry->second.genus.normal;
    fickle = fickle && entry->second.genus.fickle();
  }
  return add(sum, {nim_genus(nim_sum, fickle), true});
}

GenusSolver::Found GenusSolver::combine(const HeapSum& sum) {
  std::vector<const Genus*> options;
  bool tame = true;
  for_each_option(game_, sum, [&](const HeapSum& option) {
    const Found& found = *known(option);
    options.push_back(&found.genus);
    tame = tame && found.tame;
    return true;
  });
  Found result{genus_of_options(options), tame};
  result.tame = tame && (result.genus.fickle() || result.genus.firm());
  return result;
}

GenusSolver::Found GenusSolver::find(const HeapSum& whole, std::size_t most_positions) {
  // Depth first, without recursion. The heaps of a sum come before the sum, that tame ones can be told.
  std::vector<HeapSum> open = {game_.tidy(whole)};
  const HeapSum asked = open.front();
  std::uint64_t combined = 0;
  while (!open.empty()) {
    budget_.check_stop();
    const HeapSum sum = open.back();
    if (sum.size() > 1) {
      const std::size_t before = open.size();
      for (const Heap heap : sum)
        if (!found_.contains({heap})) open.push_back({heap});
      if (open.size() != before) continue;
    }
    if (known(sum) != nullptr) {
      open.pop_back();
      continue;
    }
    if (found_.size() >= most_positions)
      throw LimitError(fmt::format("the genus takes more than {} positions", most_positions));
    const std::size_t before = open.size();
    for_each_option(game_, sum, [&](const HeapSum& option) {
      if (known(option) == nullptr) open.push_back(option);
      // None of those that are open has more heaps than twice as many as are asked about.
      const std::size_t bytes_of_open = open.size() * (sizeof(HeapSum) + 2 * asked.size() * sizeof(Heap));
      budget_.check_memory(bytes_ + bytes_of_open, "genera of positions");
      return true;
    });
    if (open.size() != before) continue;
    add(sum, combine(sum));
    open.pop_back();
    constexpr std::uint64_t kReportEvery = 256;
    if (++combined % kReportEvery == 0) budget_.report("positions", found_.size(), 0);
  }
  return *known(asked);
}

}  // namespace bouton
