#include "engine/heap/values/plain_values.h"

#include <algorithm>
#include <bit>

#include "engine/base/errors.h"

namespace bouton {
namespace {

constexpr std::size_t kMostRepeated = 64;
/// Pair values are kept for so many totals at most; digits farther apart than that look at their pairs anew.
constexpr std::uint64_t kMostRecent = 4096;

}  // namespace

PlainValues::PlainValues(const TakeAndBreak& game, const Budget& budget) : budget_(&budget), constraint_(game.constraint()) {
  const std::span<const HeapCounts> digits = game.digits();
  const std::size_t fixed = digits.size() - game.repeat();
  for (std::size_t k = 0; k < fixed; ++k) {
    if (digits[k].empty()) continue;
    auto known = std::ranges::find(digits_, digits[k], &Counts::counts);
    if (known == digits_.end()) known = digits_.insert(digits_.end(), Counts{digits[k], {}});
    known->places.push_back(k);
  }
  if (game.repeat() > kMostRepeated) throw LimitError("more than 64 digits repeat");
  if (game.repeat() > 0) {
    tail_ = Tail{};
    tail_->first = fixed;
    tail_->digits.assign(digits.begin() + static_cast<std::ptrdiff_t>(fixed), digits.end());
    tail_->seen.resize(tail_->digits.size() * tail_->digits.size());
  }
  if (constraint_ == HeapConstraint::all_equal) return;
  unsigned cap = 2;
  bool open = false;
  std::uint64_t least_pair = ~std::uint64_t{0};
  std::uint64_t greatest_pair = 0;
  for (std::size_t k = 0; k < digits.size(); ++k) {
    if (digits[k].contains(2)) {
      ++pair_digits_;
      least_pair = std::min<std::uint64_t>(least_pair, k);
      greatest_pair = k;
    }
    open = open || !digits[k].bounded();
    cap = std::max(cap, digits[k].bounded() ? digits[k].greatest().value_or(0) : digits[k].from());
    if (!digits[k].bounded() && digits[k].listed() != 0)
      cap = std::max(cap, static_cast<unsigned>(std::bit_width(digits[k].listed())));
  }
  if (open) ++cap;  // greater than every count that stands alone
  if (cap > 2 || open) partitions_.emplace(cap, open, constraint_, budget);
  else if (pair_digits_ > 1 && greatest_pair - least_pair < kMostRecent) recent_pairs_.resize(greatest_pair - least_pair + 1);
}

void PlainValues::clear_marks() {
  if (++stamp_ != 0) return;
  std::ranges::fill(stamps_, 0);
  stamp_ = 1;
}

Grundy PlainValues::next(const GrundyValues& values) {
  const std::uint64_t heap = values.size();
  if (heap == 0) return 0;
  catch_up(values);
  clear_marks();
  mark_digits(heap, values);
  if (!tail_) return next_unmarked(0);
  // What the repeating digits have seen may be nearly as many values as there are heaps: it is not marked one by one.
  const std::vector<ValueSet*> seen = seen_by_tail(heap);
  std::size_t word = 0;
  for (ValueSet* const set : seen) word = std::max(word, set->full_words());
  for (;; ++word) {
    std::uint64_t bits = 0;
    for (const ValueSet* const set : seen) bits |= word < set->words().size() ? set->words()[word] : 0;
    for (std::uint64_t free = ~bits; free != 0; free &= free - 1) {
      const auto value = static_cast<Grundy>(64 * word + static_cast<unsigned>(std::countr_zero(free)));
      if (value >= stamps_.size() || stamps_[value] != stamp_) return value;
    }
  }
}

Grundy PlainValues::next_unmarked(Grundy value) const {
  while (value < stamps_.size() && stamps_[value] == stamp_) ++value;
  return value;
}

/// Brings what is kept from one value to the next up to the values that are known.
void PlainValues::catch_up(const GrundyValues& values) {
  const std::uint64_t heap = values.size();
  if (partitions_) {
    // Rests of the whole heap are asked for only where nothing is removed, and are then of smaller sizes.
    while (partitions_->sizes() + 1 < heap) partitions_->join(values[partitions_->sizes() + 1]);
  }
  if (!tail_) return;
  const std::size_t length = tail_->digits.size();
  for (; tail_->rests + tail_->first <= heap; ++tail_->rests) {
    budget_->check_stop();
    for (std::size_t i = 0; i < length; ++i)
      collect(tail_->rests, tail_->digits[i], values, tail_->seen[i * length + tail_->rests % length]);
  }
}

void PlainValues::mark_digits(std::uint64_t heap, const GrundyValues& values) {
  const bool all_equal = constraint_ == HeapConstraint::all_equal;
  for (const auto& [counts, places] : digits_) {
    const bool simple = counts.bounded() && counts.listed() < 8 && !all_equal && !partitions_;
    for (const std::uint64_t removed : places) {
      if (removed > heap) break;
      const std::uint64_t rest = heap - removed;
      if (!simple) {
        ValueSet set;
        collect(rest, counts, values, set);
        mark_all(set);
        continue;
      }
      if (rest == 0 && counts.contains(0)) mark(0);
      if (rest > 0 && counts.contains(1)) mark(values[rest]);
      if (counts.contains(2)) mark_pairs(rest, values);
    }
  }
}

std::vector<ValueSet*> PlainValues::seen_by_tail(std::uint64_t heap) {
  const std::size_t length = tail_->digits.size();
  std::vector<ValueSet*> seen;
  // The greatest rest of a digit, if there is any, decides the residue of them all.
  for (std::size_t i = 0; i < length && heap >= tail_->first + i; ++i)
    seen.push_back(&tail_->seen[i * length + (heap - tail_->first - i) % length]);
  return seen;
}

/// Adds the values of everything that `rest` tokens may be left in, when `counts` allows it.
void PlainValues::collect(std::uint64_t rest, const HeapCounts& counts, const GrundyValues& values, ValueSet& set) {
  if (constraint_ == HeapConstraint::all_equal) {
    collect_equal(rest, counts, values, set);
    return;
  }
  if (partitions_) {
    partitions_->collect(rest, counts, set);
    return;
  }
  if (rest == 0 && counts.contains(0)) set.insert(0);
  if (rest > 0 && counts.contains(1)) set.insert(values[rest]);
  if (counts.contains(2)) set.insert(pairs(rest, values));
}

void PlainValues::collect_equal(std::uint64_t rest, const HeapCounts& counts, const GrundyValues& values, ValueSet& set) const {
  if (rest == 0) {
    if (counts.contains(0)) set.insert(0);
    return;
  }
  const auto leave = [&](std::uint64_t number) {
    if (counts.contains(number)) set.insert(number % 2 == 0 ? 0 : values[rest / number]);
  };
  if (counts.bounded()) {
    for (std::uint64_t number = 1; number <= HeapCounts::kMost && number <= rest; ++number)
      if (rest % number == 0) leave(number);
    return;
  }
  for (std::uint64_t divisor = 1; divisor * divisor <= rest; ++divisor) {
    if (rest % divisor != 0) continue;
    leave(divisor);
    leave(rest / divisor);
  }
}

namespace {

/// stamps[u xor v] = stamp for the values u, v of all pairs of heaps with sizes a, total - a, for 1 <= a <= last.
template <class T>
void stamp_pair_values(std::span<const T> values, std::uint64_t total, std::uint64_t last, std::uint32_t* stamps,
                       std::uint32_t stamp) {
  const T* first = values.data();
  const T* second = values.data() + total;
  std::uint64_t a = 1;
  for (; a + 4 <= last + 1; a += 4) {
    stamps[first[a] ^ *(second - a)] = stamp;
    stamps[first[a + 1] ^ *(second - a - 1)] = stamp;
    stamps[first[a + 2] ^ *(second - a - 2)] = stamp;
    stamps[first[a + 3] ^ *(second - a - 3)] = stamp;
  }
  for (; a <= last; ++a) stamps[first[a] ^ *(second - a)] = stamp;
}

/// Room for the nim-sum of any two values.
void make_room(std::vector<std::uint32_t>& stamps, const GrundyValues& values) {
  const std::size_t wanted = std::bit_ceil(std::size_t{values.greatest()} + 1);
  if (stamps.size() < wanted) stamps.resize(wanted);
}

}  // namespace

void PlainValues::stamp_pairs(const GrundyValues& values, std::uint64_t total, std::vector<std::uint32_t>& stamps,
                              std::uint32_t stamp) const {
  if (total < 2) return;
  const std::uint64_t last = constraint_ == HeapConstraint::unequal ? (total - 1) / 2 : total / 2;
  values.visit([&](auto list) { stamp_pair_values(list, total, last, stamps.data(), stamp); });
}

void PlainValues::mark_pairs(std::uint64_t total, const GrundyValues& values) {
  if (!recent_pairs_.empty()) {
    mark_all(pairs(total, values));
    return;
  }
  make_room(stamps_, values);
  stamp_pairs(values, total, stamps_, stamp_);
}

/// The values of the pairs with this total, kept from one heap to the next.
const ValueSet& PlainValues::pairs(std::uint64_t total, const GrundyValues& values) {
  if (recent_pairs_.empty()) recent_pairs_.resize(1);
  Pairs& kept = recent_pairs_[total % recent_pairs_.size()];
  if (kept.total == total) return kept.set;
  kept.total = total;
  kept.set.clear();
  make_room(pair_stamps_, values);
  const auto stamp = static_cast<std::uint32_t>(total + 1);  // no total twice in 2^32 of them
  stamp_pairs(values, total, pair_stamps_, stamp);
  for (std::size_t value = 0; value < pair_stamps_.size(); ++value)
    if (pair_stamps_[value] == stamp) kept.set.insert(static_cast<Grundy>(value));
  return kept.set;
}

void PlainValues::mark_all(const ValueSet& set) {
  const std::span<const std::uint64_t> words = set.words();
  for (std::size_t word = 0; word < words.size(); ++word)
    for (std::uint64_t bits = words[word]; bits != 0; bits &= bits - 1)
      mark(static_cast<Grundy>(64 * word + static_cast<unsigned>(std::countr_zero(bits))));
}

}  // namespace bouton
