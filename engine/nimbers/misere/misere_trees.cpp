#include "engine/nimbers/misere/misere_trees.h"

#include <algorithm>
#include <bit>

#include "engine/position/hash.h"

namespace bouton::nimbers {
namespace {

constexpr std::size_t kFirstSlots = 256;

/// What is remembered of sums takes this share of the memory; the rest is of trees.
constexpr std::size_t kSharesOfSums = 4;

std::size_t slot_of(std::span<const MisereTrees::Number> options, std::size_t slots) {
  std::uint64_t hash = options.size();
  for (const MisereTrees::Number option : options) hash = mix(hash + 0x9e3779b97f4a7c15U + option);
  return hash & (slots - 1);
}

}  // namespace

MisereTrees::MisereTrees(std::uint32_t most_followers, std::size_t bytes)
    : most_followers_(most_followers),
      most_bytes_(bytes - bytes / kSharesOfSums),
      sums_(sums_within(bytes / kSharesOfSums) * sizeof(Summed)),
      sum_mask_(sums_within(bytes / kSharesOfSums) - 1) {
  slots_.assign(kFirstSlots, kNone);
  interned({});
}

std::size_t MisereTrees::sums_within(std::size_t bytes) {
  constexpr std::size_t kLeastSums = 64;
  return std::bit_floor(std::max(bytes / sizeof(Summed), kLeastSums));
}

MisereTrees::Summed& MisereTrees::remembered(Number a, Number b) {
  return static_cast<Summed*>(sums_.data())[mix(std::uint64_t{a} << 32 | b) & sum_mask_];
}

bool MisereTrees::contains(Number tree, Number option) const {
  const std::span<const Number> all = options(tree);
  return std::binary_search(all.begin(), all.end(), option);
}

std::optional<MisereTrees::Number> MisereTrees::simplified(std::span<const Number> all) const {
  if (all.empty()) return std::nullopt;
  const Number latest = *std::ranges::max_element(all, {}, [&](Number tree) { return birthday(tree); });
  for (const Number form : options(latest)) {
    const std::span<const Number> own = options(form);
    if (!std::ranges::includes(all, own)) continue;
    const bool others_reverse = std::ranges::all_of(
        all, [&](Number option) { return contains(option, form) || std::binary_search(own.begin(), own.end(), option); });
    if (!others_reverse) continue;
    if (form == kZero && std::ranges::none_of(all, [&](Number option) { return is_P(option); })) continue;
    return form;
  }
  return std::nullopt;
}

MisereTrees::Number MisereTrees::with_options(std::vector<Number>& options) {
  std::ranges::sort(options);
  options.erase(std::unique(options.begin(), options.end()), options.end());
  if (const std::optional<Number> form = simplified(options)) return *form;
  return interned(options);
}

/// More than may be where there are more than may be.
std::uint32_t MisereTrees::count_followers(std::span<const Number> options) {
  ++count_;
  std::uint32_t found = 1;
  waiting_.assign(options.begin(), options.end());
  for (const Number option : options) seen_[option] = count_;
  while (!waiting_.empty() && found <= most_followers_) {
    const Number tree = waiting_.back();
    waiting_.pop_back();
    ++found;
    for (const Number option : this->options(tree))
      if (seen_[option] != count_) {
        seen_[option] = count_;
        waiting_.push_back(option);
      }
  }
  return found;
}

void MisereTrees::rehash() {
  slots_.assign(2 * slots_.size(), kNone);
  for (Number tree = 0; tree < trees_.size(); ++tree) {
    std::size_t at = slot_of(options(tree), slots_.size());
    while (slots_[at] != kNone) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = tree;
  }
}

MisereTrees::Number MisereTrees::interned(std::span<const Number> options) {
  std::size_t at = slot_of(options, slots_.size());
  for (; slots_[at] != kNone; at = (at + 1) & (slots_.size() - 1))
    if (std::ranges::equal(this->options(slots_[at]), options)) return slots_[at];
  const std::uint32_t followers = count_followers(options);
  if (followers > most_followers_) return kNone;
  // Vectors double, and while they do have their old memory too.
  constexpr std::size_t kGrowth = 3, kLeastTrees = 16;
  const std::size_t bytes = trees_.size() * (sizeof(Tree) + sizeof(std::uint32_t)) + options_.size() * sizeof(Number);
  if (trees_.size() >= kLeastTrees && kGrowth * bytes + slots_.size() * sizeof(Number) > most_bytes_) return kNone;
  Tree tree;
  tree.first = static_cast<std::uint32_t>(options_.size());
  tree.count = static_cast<std::uint32_t>(options.size());
  tree.followers = followers;
  std::vector<WideHash> hashes;
  for (const Number option : options) {
    tree.birthday = std::max(tree.birthday, static_cast<std::uint16_t>(birthday(option) + 1));
    hashes.push_back(hash(option));
  }
  tree.is_P = !options.empty() && std::ranges::none_of(options, [&](Number option) { return is_P(option); });
  std::ranges::sort(hashes);
  std::vector<std::uint64_t> words;
  for (const WideHash& one : hashes) words.insert(words.end(), one.words.begin(), one.words.end());
  tree.hash = wide_hash(words, 1);
  options_.insert(options_.end(), options.begin(), options.end());
  trees_.push_back(tree);
  seen_.push_back(0);
  const auto number = static_cast<Number>(trees_.size() - 1);
  slots_[at] = number;
  if (2 * trees_.size() > slots_.size()) rehash();
  return number;
}

MisereTrees::Number MisereTrees::sum(Number a, Number b) {
  constexpr std::uint64_t kMostPositions = 1 << 12;
  if (a == kNone || b == kNone) return kNone;
  if (a > b) std::swap(a, b);
  if (a == kZero) return b;
  if (std::uint64_t{followers(a)} * followers(b) > kMostPositions) return kNone;
  Summed& known = remembered(a, b);
  if (known.a == a && known.b == b) return known.sum;
  const Number sum = sum_of_options(a, b);
  known = {a, b, sum};
  return sum;
}

MisereTrees::Number MisereTrees::sum_of_options(Number a, Number b) {
  std::vector<Number> all;
  for (const bool first : {true, false}) {
    const Number moved = first ? a : b, kept = first ? b : a;
    for (std::uint32_t i = 0; i < trees_[moved].count; ++i) {
      all.push_back(sum(options(moved)[i], kept));
      if (all.back() == kNone) return kNone;
    }
  }
  return with_options(all);
}

}  // namespace bouton::nimbers
