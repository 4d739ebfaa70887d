// Periods of sequences of Grundy values, and the theorems that prove them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/heap/code/take_and_break.h"
#include "engine/heap/values/grundy_values.h"
#include "engine/position/integer.h"

namespace bouton {

/// values[n + period] = values[n] + saltus for all n >= preperiod (n counted from the sequence's first heap), up to the
/// end of what was computed, or for ever where a theorem proves it.
struct Period {
  std::uint64_t preperiod = 0;
  std::uint64_t period = 0;
  std::int64_t saltus = 0;
  bool proved = false;
  std::string theorem;           ///< empty unless proved
  std::uint64_t checked_to = 0;  ///< the last heap whose value was looked at; of a proof, whose value it needs
};

/// A period in a sentence: "period 12 from 71 on, proved by Guy-Smith with the values up to 167".
std::string describe(const Period& period);

/// The least period that the values show over at least their second half, and for at least three times its length; nothing
/// if there is none. Never proved. O(n) time and memory.
std::optional<Period> observe_period(std::span<const std::uint32_t> values);

/// What proves a period of a take-and-break game from finitely many values G(0), G(1), ... Of period p and preperiod n0,
/// with at most t tokens removed and at most h heaps left in a move:
///
/// - `window`, h = 1: a value depends on the t before it. G(n + p) = G(n) for n0 <= n < n0 + t is enough.
/// - `guy_smith`, h = 2, and `several_heaps`, h > 2, heaps of any sizes: G(n + p) = G(n) for
///   n0 <= n < h n0 + (h - 1) p + t is enough, since then one of the heaps that a larger one is left in can be made p larger
///   or smaller. Source: R. K. Guy, C. A. B. Smith (1956), The G-values of various games; for h heaps e.g. A. N. Siegel,
///   Combinatorial Game Theory (2013), theorem IV.2.7 and what follows it.
/// - `unequal_heaps`, h = 2, heaps of different sizes: G(n + p) = G(n) for n0 <= n < 2 n0 + 2 p + t is enough. Where making the
///   larger heap a of a > b smaller by p would make it b, then b >= n0 + p, and b is made smaller instead: both sums
///   have value 0.
/// - `all_but`, h = 1, all numbers of tokens from some f on may be removed: with m the least value that no heap up to n - f
///   has, the values from there on depend on which values above m those heaps have, and on the f - 1 values before
///   n, all relative to m. Where that is the same at n1 and n1 + p, while m has grown by s, G(n + p) = G(n) + s for n >= n1.
///
/// A heap may count as one of the h even if it is empty, so n0 may be 0, if each digit allows all numbers of heaps up to some
/// one (where h = 1 the last digit not only none); else n0 is at least 1 in these conditions.
struct PeriodTheorem {
  enum class Kind { window, guy_smith, several_heaps, unequal_heaps, all_but };
  Kind kind = Kind::window;
  std::uint64_t heaps = 1;    ///< h
  std::uint64_t removed = 0;  ///< t; for all_but f - 1
  std::uint64_t least = 1;    ///< the least n0

  /// The last heap whose value the proof needs. Not of all_but, which needs G(n1 + p - 1).
  std::uint64_t last_needed(std::uint64_t preperiod, std::uint64_t period) const;
  std::string_view name() const;
  /// Whose theorem it is, for a sentence: "the theorem of Guy and Smith (1956)".
  std::string_view source() const;
  /// The condition, with the numbers of this game in it.
  std::string statement() const;
};

/// The theorem that fits the game; nothing if none does.
std::optional<PeriodTheorem> period_theorem(const TakeAndBreak& game);

/// What some values prove of periods without saltus.
struct PeriodProof {
  std::optional<Period> proved;  ///< the least one
  /// If there is none: the last heap whose value the first proof needs, should one of the periods that the values show go on;
  /// some greater number where that takes a quarter more values.
  std::uint64_t needed = std::uint64_t{1} << 63;
};

/// By any theorem but all_but. O(n) time, 6 n bytes for two heaps, more for fewer or where the values are wider.
PeriodProof prove_period(const PeriodTheorem& theorem, const GrundyValues& values);

/// The least period of the game that the values prove, else the least that they show. `values` are those of heaps 0, 1, ...
/// O(n) time, 8 n bytes.
std::optional<Period> find_period(const TakeAndBreak& game, const GrundyValues& values);

/// The last heap whose value a proof of this period needs. `period` was proved by these values.
std::uint64_t last_needed(const TakeAndBreak& game, const GrundyValues& values, const Period& period);

/// The value of a heap of any size >= 0 by a period that is proved, from the values of heaps 0 up to at least
/// preperiod + period - 1.
Integer value_at(const Period& period, const GrundyValues& values, const Integer& heap);

}  // namespace bouton
