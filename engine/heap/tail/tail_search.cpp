#include "engine/heap/tail/tail_search.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace bouton {
namespace {

/// Values whose hash is kept of an anchor.
constexpr std::size_t kHashed = 256;
/// Heaps between the first waypoints.
constexpr std::uint64_t kFirstSpacing = std::uint64_t{1} << 20;
/// An anchor that misled is not heard again before the heaps have grown by such a part.
constexpr std::uint64_t kDistrust = 64;
constexpr std::uint64_t kReported = std::uint64_t{1} << 21;

/// Of the kHashed bytes before `end`.
std::uint64_t hash_before(const std::uint8_t* end) {
  std::uint64_t hash = 0x9E3779B97F4A7C15;
  for (const std::uint8_t* at = end - kHashed; at != end; at += 8) {
    std::uint64_t word = 0;
    for (unsigned byte = 0; byte < 8; ++byte) word |= std::uint64_t{at[byte]} << 8 * byte;
    hash = (hash ^ word) * 0xBF58476D1CE4E5B9;
    hash ^= hash >> 29;
  }
  hash *= 0x94D049BB133111EB;
  return hash ^ hash >> 32;
}

}  // namespace

/// The values from a heap on, one after the other: known ones, then those that follow from a waypoint.
class TailSearch::Cursor {
 public:
  Cursor(const TailSearch& search, std::uint64_t heap, const Budget& budget)
      : search_(search), budget_(budget), run_(search.rules_, search.waypoint_before(heap)), next_(heap) {}

  Grundy next() {
    const std::uint64_t heap = next_++;
    if (heap < search_.values_.size()) return search_.values_[heap];
    while (run_.end() <= heap && !run_.stuck()) {
      budget_.check_stop();
      run_.advance();
    }
    return run_.value(heap);
  }
  /// The window before the heap that is next.
  TailWindow window() const {
    return next_ <= search_.values_.size() ? search_.rules_.window(search_.values_, next_) : run_.window(next_);
  }

 private:
  const TailSearch& search_;
  const Budget& budget_;
  TailRun run_;
  std::uint64_t next_;
};

TailProgress TailSearch::begin(const TailRules& rules, const GrundyValues& values) {
  TailProgress progress;
  progress.now = rules.window(values, values.size());
  progress.waypoints.push_back(progress.now);
  progress.spacing = kFirstSpacing;
  return progress;
}

TailSearch::TailSearch(const TailRules& rules, const GrundyValues& values, TailProgress progress)
    : rules_(rules), values_(values), progress_(std::move(progress)), run_(rules, progress_.now) {}

TailProgress TailSearch::progress() const {
  TailProgress progress = progress_;
  progress.now = run_.window(run_.end());
  return progress;
}

std::size_t TailSearch::memory() const {
  return 3 * run_.memory() + (kMostWaypoints + 4) * rules_.window_size() + 64 * kMostAnchors;
}

std::optional<Recurrence> TailSearch::run(std::uint64_t last, const Budget& budget) {
  for (;;) {
    if (progress_.later != 0) {
      if (std::optional<Recurrence> recurrence = proved(budget)) return recurrence;
      progress_.distrusted = run_.end() + run_.end() / kDistrust;
      progress_.earlier = progress_.later = 0;
    }
    if (run_.end() > last || run_.stuck()) return std::nullopt;
    step(budget);
    if (run_.end() < reported_ + kReported) continue;
    reported_ = run_.end();
    budget.report("heaps", run_.end() - 1, 0);
  }
}

/// The next block, and what is kept of it.
void TailSearch::step(const Budget& budget) {
  budget.check_stop();
  run_.advance();
  keep_waypoint();
  if (run_.latest().size() == kTailBlock) look_for_anchors();
}

void TailSearch::keep_waypoint() {
  std::vector<TailWindow>& waypoints = progress_.waypoints;
  if (run_.end() < waypoints.back().heap + progress_.spacing) return;
  waypoints.push_back(run_.window(run_.end()));
  if (waypoints.size() <= kMostWaypoints) return;
  for (std::size_t i = 1; 2 * i < waypoints.size(); ++i) waypoints[i] = std::move(waypoints[2 * i]);
  waypoints.resize((waypoints.size() + 1) / 2);
  progress_.spacing *= 2;
}

/// In the latest block. The first one that was met before is to be looked at, if none is yet.
void TailSearch::look_for_anchors() {
  const std::uint8_t* const latest = run_.latest().data();
  if (run_.end() >= 2 * progress_.picked_at) {
    for (std::size_t j = 0; j < kPatternHeaps; ++j) progress_.pattern[j] = latest[kTailBlock - 1 - j];
    progress_.picked_at = run_.end();
    progress_.anchors.clear();
    progress_.zeros = 0;
  }
  std::array<std::uint64_t, kTailBlock / 64> found;
  find_pattern(latest, progress_.pattern.data(), found.data());
  for (std::size_t word = 0; word < found.size(); ++word)
    for (std::uint64_t bits = found[word]; bits != 0; bits &= bits - 1) {
      const std::size_t index = 64 * word + static_cast<unsigned>(std::countr_zero(bits)) + 1;
      const std::uint64_t heap = run_.end() - kTailBlock + index;
      if (rules_.classes().with_size && heap % 2 != progress_.picked_at % 2) continue;
      const std::uint64_t hash = hash_before(latest + index);
      if ((hash & ((std::uint64_t{1} << progress_.zeros) - 1)) != 0) continue;
      const auto known = progress_.anchors.find(hash);
      if (known != progress_.anchors.end() && progress_.later == 0 && heap > progress_.distrusted) {
        progress_.earlier = known->second;
        progress_.later = heap;
      }
      keep(hash, heap);
    }
}

void TailSearch::keep(std::uint64_t hash, std::uint64_t heap) {
  progress_.anchors[hash] = heap;
  while (progress_.anchors.size() > kMostAnchors) {
    ++progress_.zeros;
    std::erase_if(progress_.anchors,
                  [&](const auto& entry) { return (entry.first & ((std::uint64_t{1} << progress_.zeros) - 1)) != 0; });
  }
}

/// The last waypoint that is not beyond the heap; the first if all are.
const TailWindow& TailSearch::waypoint_before(std::uint64_t heap) const {
  const auto after = std::ranges::upper_bound(progress_.waypoints, heap, {}, &TailWindow::heap);
  return after == progress_.waypoints.begin() ? *after : *std::prev(after);
}

/// Whether the state recurs with the distance of the two anchors.
std::optional<Recurrence> TailSearch::proved(const Budget& budget) {
  const std::uint64_t period = progress_.later - progress_.earlier;
  while (run_.end() < progress_.later + rules_.window_size() && !run_.stuck()) step(budget);
  const std::uint64_t same = run_.end() - period;
  TailRun again(rules_, waypoint_before(progress_.earlier));
  while (again.end() < same && !again.stuck()) {
    budget.check_stop();
    again.advance();
  }
  if (run_.end() < progress_.later + rules_.window_size() || again.end() < same) return std::nullopt;
  if (!TailRun::same_state(again, same, run_, run_.end())) return std::nullopt;
  Recurrence recurrence{.preperiod = preperiod(period, same, budget), .period = period, .windows = {}, .repeated = 0};
  recurrence.repeated = std::max<std::uint64_t>(recurrence.preperiod + rules_.window_size(), values_.size());
  for (const TailWindow& waypoint : progress_.waypoints)
    if (waypoint.heap < recurrence.repeated) recurrence.windows.push_back(waypoint);
  Cursor to_repeated(*this, recurrence.repeated - 1, budget);
  to_repeated.next();
  recurrence.windows.push_back(to_repeated.window());
  for (const TailWindow& waypoint : progress_.waypoints)
    if (waypoint.heap > recurrence.repeated && waypoint.heap < recurrence.repeated + period)
      recurrence.windows.push_back(waypoint);
  return recurrence;
}

/// The least one, where the windows before `repeated` and `period` heaps later are the same.
std::uint64_t TailSearch::preperiod(std::uint64_t period, std::uint64_t repeated, const Budget& budget) const {
  std::uint64_t begin = repeated;
  std::uint64_t last_different = 0;
  bool different = false;
  while (!different && begin > 0) {
    const std::uint64_t end = begin;
    const std::uint64_t waypoint = waypoint_before(end - 1).heap;
    begin = waypoint < end ? waypoint : 0;
    Cursor now(*this, begin, budget);
    Cursor later(*this, begin + period, budget);
    for (std::uint64_t heap = begin; heap < end; ++heap) {
      if (now.next() == later.next()) continue;
      different = true;
      last_different = heap;
    }
  }
  return different ? last_different + 1 : 0;
}

}  // namespace bouton
