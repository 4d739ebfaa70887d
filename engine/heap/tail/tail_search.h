// Finds and proves the period of a sequence beyond its rare heaps, in memory that does not grow.
//
// The idea. Two heaps with the same window before them prove a period (tail_rules.h). Windows are not all kept: an anchor is
// a heap before which a short pattern of values stands, taken from the values themselves, and of an anchor only a hash of the
// values before it is kept. Where the hash of an anchor was met before, the period is in sight: the window at the earlier
// anchor is found anew, from a window that was kept on the way, a waypoint, and compared with the present one, byte by byte.
// A hash that misleads costs time, and proves nothing.
//
// Of anchors those are kept whose hash ends in so many zeros that they are few, of waypoints every second one goes when there
// are too many. The anchors of a period are those of the one before it, so the first that is met again shows the least period.
// A pattern that the periodic part does not have would never be met there: another is taken whenever the heaps have doubled.
//
// The preperiod. From a waypoint before which the values do not repeat yet, values of n and n + p are found side by side; the
// last n for which they differ is the last heap of the preperiod. Cost, for preperiod n0 and period p: n0 + p steps, and some
// eighths of that for the rest.
//
// Source of the method of anchors: P. C. van Oorschot, M. J. Wiener, Parallel collision search with cryptanalytic applications
// (1999), distinguished points.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/base/budget.h"
#include "engine/heap/tail/tail_rules.h"
#include "engine/heap/tail/tail_run.h"

namespace bouton {

/// A period, and what shows it.
struct Recurrence {
  std::uint64_t preperiod = 0;  ///< the least one
  std::uint64_t period = 0;     ///< the least one
  /// Windows at ascending heaps, each of which follows from the one before it; the first is before heap rules.least_heap() or
  /// a later one. One is `repeated`, and the window `period` heaps after it is the same.
  std::vector<TailWindow> windows;
  std::uint64_t repeated = 0;  ///< its heap
};

/// All that a search has found out, to go on from.
struct TailProgress {
  std::vector<TailWindow> waypoints;  ///< ascending; the first is where the search began
  std::uint64_t spacing = 0;          ///< between two waypoints, about
  TailWindow now;
  std::array<std::uint8_t, kPatternHeaps> pattern{};         ///< reduced values, the last one first
  std::uint64_t picked_at = 0;                               ///< heaps when the pattern was taken
  unsigned zeros = 0;                                        ///< of the hashes that are kept
  std::unordered_map<std::uint64_t, std::uint64_t> anchors;  ///< the last heap with this hash
  std::uint64_t distrusted = 0;                              ///< up to here anchors are not heard: one misled
  /// Two heaps with the same hash that are being looked at; both 0 if there are none.
  std::uint64_t earlier = 0, later = 0;
};

class TailSearch {
 public:
  static constexpr std::size_t kMostWaypoints = 16;
  static constexpr std::size_t kMostAnchors = 4096;

  /// `values`: those of all heaps before the first waypoint, of which there is one at least. All must outlive this object.
  TailSearch(const TailRules& rules, const GrundyValues& values, TailProgress progress);
  /// From a window on.
  static TailProgress begin(const TailRules& rules, const GrundyValues& values);

  /// Goes on up to heap `last`, or until a period is proved, or until it is stuck. Throws Interrupted, and can go on.
  std::optional<Recurrence> run(std::uint64_t last, const Budget& budget);
  /// Heaps before this one are found.
  std::uint64_t end() const { return run_.end(); }
  /// No value follows any more from a window: what is rare is not known beyond.
  bool stuck() const { return run_.stuck(); }
  /// What to go on from, also after Interrupted: a search that goes on from it ends with the same as one that was not ended.
  TailProgress progress() const;
  std::size_t memory() const;

 private:
  class Cursor;

  void step(const Budget& budget);
  void keep_waypoint();
  void look_for_anchors();
  void keep(std::uint64_t hash, std::uint64_t heap);
  const TailWindow& waypoint_before(std::uint64_t heap) const;
  std::optional<Recurrence> proved(const Budget& budget);
  std::uint64_t preperiod(std::uint64_t period, std::uint64_t repeated, const Budget& budget) const;

  const TailRules& rules_;
  const GrundyValues& values_;
  TailProgress progress_;
  TailRun run_;
  std::uint64_t reported_ = 0;
};

}  // namespace bouton
