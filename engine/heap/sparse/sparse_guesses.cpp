#include "engine/heap/sparse/sparse_guesses.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <memory>
#include <thread>

#include "engine/heap/values/pair_kernels.h"

namespace bouton {
namespace {

/// The part of the heaps whose values are too great to be guessed.
constexpr double kMissedGuesses = 0.002;
/// The part of the values that another thread looks at: at the start, the least, the most, and how it is changed.
constexpr double kFirstShare = 0.3;
constexpr double kLeastShare = 0.02;
constexpr double kMostShare = 0.8;
constexpr double kShareStep = 0.01;

}  // namespace

SparseGuesses::SparseGuesses() : share_(kFirstShare) {}

void SparseGuesses::list(const SparseSpace& space, const PositionWindow& window) {
  // Few heaps have a value beyond the limit, and those are found by looking at all that is excluded.
  double greater = 0;
  guess_limit_ = static_cast<Grundy>(space.limit);
  while (guess_limit_ > 1) {
    greater += window.frequency(guess_limit_ - 1);
    if (greater >= kMissedGuesses) break;
    --guess_limit_;
  }
  const auto wanted = std::make_unique<bool[]>(guess_limit_);
  for (Grundy value = 0; value < guess_limit_; ++value) wanted[value] = space.rare_parities[value] != 3;
  covers_ = PairCovers(window, rare_shifts(space), {wanted.get(), guess_limit_});
  list_shifts(space, window.end());
}

void SparseGuesses::list_shifts(const SparseSpace& space, std::uint64_t heaps) {
  near_.clear();
  late_.clear();
  distances_.clear();
  added_.clear();
  run_ends_.clear();
  run_values_.clear();
  std::map<Grundy, std::vector<std::uint64_t>> runs;
  std::vector<Shift> covered;
  far_one_.clear();
  for (const std::uint64_t k : space.moves.one) {
    if (k <= kGroup) add_near({k, 0});
    else far_one_.push_back(k);
  }
  for (const Shift& shift : rare_shifts(space)) {
    if (shift.distance <= kGroup) add_near(shift);
    else if (shift.distance >= heaps) late_.push_back(shift);
    else if (covers_.complete(shift.distance)) covered.push_back(shift);
    else runs[shift.value].push_back(shift.distance);
  }
  for (const auto& [value, distances] : runs) {
    distances_.insert(distances_.end(), distances.begin(), distances.end());
    added_.resize(distances_.size(), static_cast<std::uint16_t>(value));
    run_ends_.push_back(static_cast<std::uint32_t>(distances_.size()));
    run_values_.push_back(value);
  }
  for (const auto& [distance, value] : covered) {
    distances_.push_back(distance);
    added_.push_back(static_cast<std::uint16_t>(value));
  }
  run_values_8_.assign(run_values_.begin(), run_values_.end());
  run_values_16_.assign(run_values_.begin(), run_values_.end());
}

std::size_t SparseGuesses::solve(const SparseSpace& space, GrundyValues& values, std::span<Grundy> block, Grundy most) {
  marks_.assign(space.limit, 0);
  for (std::size_t group = 0; group < block.size(); group += kGroup) {
    const std::size_t count = std::min(kGroup, block.size() - group);
    const std::uint64_t first = values.size();
    values.visit([&](auto list) { std::ranges::copy(list.last(kGroup), recent_.begin()); });
    std::array<std::uint64_t, kGuesses> wrong{};
    std::size_t looked_at = 0;  // guesses of each heap
    for (std::size_t index = 0; index < count; ++index) {
      Grundy value = static_cast<Grundy>(space.limit);
      for (std::size_t which = 0; which < kGuesses; ++which) {
        if (which == looked_at) {
          const ShiftHits hits = refuted(values, group, count, which);
          wrong[looked_at++] = hits.first;
          wrong[looked_at++] = hits.second;
        }
        const Grundy guess = guesses_[which][group + index];
        if (guess == space.limit) break;
        if ((wrong[which] >> index & 1) != 0 || excluded(values, first, index, guess)) continue;
        value = guess;
        break;
      }
      if (value == space.limit) value = search(space, values, first, index);
      if (value >= space.limit || value > most) {
        values.append(block.subspan(group, index));
        return group + index;
      }
      block[group + index] = value;
      recent_[kGroup + index] = static_cast<std::uint16_t>(value);
    }
    values.append(block.subspan(group, count));
  }
  return block.size();
}

void SparseGuesses::begin(std::size_t count, bool helped) {
  count_ = count;
  block_ = first_heaps(count);
  const double part = helped ? share_ : 0;
  shared_.resize(static_cast<std::size_t>(part * guess_limit_));
  own_ = static_cast<Grundy>(guess_limit_ - shared_.size());
  claimed_ = 0;
  found_ = 0;
}

void SparseGuesses::help(const SparseSpace& space, const PositionWindow& window) {
  for (std::size_t i = claimed_++; i < shared_.size(); i = claimed_++) {
    shared_[i] = uncovered(space, window, block_, static_cast<Grundy>(own_ + i));
    found_.store(i + 1, std::memory_order_release);
  }
}

void SparseGuesses::share(bool more) {
  share_ = std::clamp(share_ + (more ? kShareStep : -kShareStep), kLeastShare, kMostShare);
}

void SparseGuesses::guess(const SparseSpace& space, const PositionWindow& window) {
  // The least common values that the covers leave, for each heap of the block.
  for (auto& guesses : guesses_) std::fill_n(guesses.begin(), count_, static_cast<Grundy>(space.limit));
  BlockBits open = block_;                           // heaps that lack a guess
  std::array<std::uint8_t, kSparseBlock> guessed{};  // how many they have
  Grundy helped = 0;                                 // so far the values from own_ on are found by help()
  bool some = true;
  for (Grundy value = 0; value < guess_limit_ && some; ++value) {
    if (value == own_) {
      const std::size_t claimed = std::min(claimed_.exchange(shared_.size()), shared_.size());
      helped = static_cast<Grundy>(own_ + claimed);
      while (found_.load(std::memory_order_acquire) < claimed) std::this_thread::yield();
    }
    const bool found = value >= own_ && value < helped;
    const BlockBits left = found ? shared_[value - own_] : uncovered(space, window, open, value);
    some = false;
    for (std::size_t i = 0; i < kCoverWords; ++i) {
      for (std::uint64_t bits = left[i] & open[i]; bits != 0; bits &= bits - 1) {
        const std::size_t heap = 64 * i + static_cast<unsigned>(std::countr_zero(bits));
        guesses_[guessed[heap]][heap] = value;
        if (++guessed[heap] == kGuesses) open[i] &= ~(bits & -bits);
      }
      some = some || open[i] != 0;
    }
  }
  claimed_ = shared_.size();
}

/// Of these heaps of the block from window.end() on those at which the value is common and the covers do not show it to be
/// excluded.
BlockBits SparseGuesses::uncovered(const SparseSpace& space, const PositionWindow& window, const BlockBits& heaps,
                                   Grundy value) const {
  if (space.rare_parities[value] == 3) return {};
  const std::uint64_t first = window.end();
  const std::uint64_t rare = space.rare_word(value, first);
  BlockBits covered;
  for (std::size_t i = 0; i < covered.size(); ++i) covered[i] = ~heaps[i] | rare;
  covers_.cover(window, first, value, covered);
  for (std::uint64_t& word : covered) word = ~word;
  return covered;
}

/// The heaps of the group whose guesses, `from` and the next, are excluded by some shift that is neither near nor late nor
/// covered.
ShiftHits SparseGuesses::refuted(const GrundyValues& values, std::size_t group, std::size_t count, std::size_t from) const {
  return values.visit([&](auto list) {
    using T = std::remove_cv_t<typename decltype(list)::element_type>;
    const T* added = nullptr;
    if constexpr (sizeof(T) == 1) added = run_values_8_.data();
    else if constexpr (sizeof(T) == 2) added = run_values_16_.data();
    else added = run_values_.data();
    alignas(64) std::array<std::array<T, kGroup>, 2> wanted{};
    std::array<std::uint64_t, 2> possible{};  // no pair has a value that is wider than the values so far
    for (std::size_t which = 0; which < 2; ++which)
      for (std::size_t index = 0; index < count; ++index) {
        const Grundy value = guesses_[from + which][group + index];
        if (value > std::numeric_limits<T>::max()) continue;
        wanted[which][index] = static_cast<T>(value);
        possible[which] |= std::uint64_t{1} << index;
      }
    const ShiftHits hits =
        hit_by_shifts(list.data() + list.size(), {distances_.data(), run_ends_.data(), added, run_ends_.size()},
                      wanted[0].data(), wanted[1].data());
    return ShiftHits{hits.first & possible[0], hits.second & possible[1]};
  });
}

/// Takes up a shift by 1 to kGroup. Those of one distance are in different layers.
void SparseGuesses::add_near(const Shift& shift) {
  const std::size_t place = kGroup - shift.distance;
  std::size_t layer = 0;
  while (layer < near_.size() && near_[layer][place] != kNothing) ++layer;
  if (layer == near_.size()) near_.emplace_back().fill(kNothing);
  near_[layer][place] = static_cast<std::uint16_t>(shift.value);
}

/// Whether the value is excluded by a move that leaves one heap or by a shift that is near or late.
bool SparseGuesses::excluded(const GrundyValues& values, std::uint64_t group_first, std::size_t index, Grundy value) const {
  const std::uint64_t heap = group_first + index;
  for (const auto& layer : near_)
    if (has_sum(recent_.data() + index, layer.data(), static_cast<std::uint16_t>(value))) return true;
  bool hit = false;
  for (const std::uint64_t k : far_one_) hit |= values[heap - k] == value;
  for (const Shift& shift : late_) hit |= shift.distance < heap && (values[heap - shift.distance] ^ shift.value) == value;
  return hit;
}

/// The least common value that nothing excludes, by looking at everything; the space's limit if there is none below.
Grundy SparseGuesses::search(const SparseSpace& space, const GrundyValues& values, std::uint64_t group_first,
                             std::size_t index) {
  const std::uint64_t heap = group_first + index;
  std::ranges::fill(marks_, 0);
  for (const auto& layer : near_)
    for (std::size_t place = 0; place < kGroup; ++place)
      if (layer[place] != kNothing) marks_[recent_[index + place] ^ layer[place]] = 1;
  for (const std::uint64_t k : far_one_) marks_[values[heap - k]] = 1;
  for (const Shift& shift : late_)
    if (shift.distance < heap) marks_[values[heap - shift.distance] ^ shift.value] = 1;
  values.visit([&](auto list) {
    const auto* own = list.data() + heap;
    const std::uint64_t* distances = distances_.data();
    const std::uint16_t* added = added_.data();
    std::uint8_t* marks = marks_.data();
    const std::size_t count = distances_.size();
    for (std::size_t j = 0; j < count; ++j) marks[*(own - distances[j]) ^ added[j]] = 1;
  });
  for (const Grundy value : space.common[heap % 2])
    if (marks_[value] == 0) return value;
  return static_cast<Grundy>(space.limit);
}

std::size_t SparseGuesses::memory() const { return covers_.memory() + distances_.capacity() * sizeof(distances_[0]); }

}  // namespace bouton
