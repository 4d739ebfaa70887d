// The search for the Grundy value of one large position, and for its outcome under misère play.
//
// Nimbers (J. Lemoine, S. Viennot, *Nimbers are inevitable*, 2012). The question is whether X + *n is a P-position, for a
// component X. It is not where some option of X has the value n. Otherwise no option of X has it, so that the value of X is at
// most n; then it is n unless X + *m is a P-position for some m < n. The value of X is the first n = 0, 1, 2, ... for which X +
// *n is P. A sum of several components is one with a heap: all but the largest component are given their values, which are
// added to the heap. The table keeps values of components, and which values they do not have: never outcomes of sums.
//
// Example. In cram 1 x 4, n = 0: the domino in the middle leaves two single squares, value 0, so 1 x 4 is not 0. n = 1: the
// domino at an end leaves 1 x 2, value 1: not 1. n = 2: no option has the value 2, and 0 and 1 are excluded: the value is 2.
//
// Misère play has no values; there the outcomes of whole positions are kept (0 for P, 1 for N).
//
// Options that leave less to play are tried first; among those that leave as much, the kinds of move that have won before.
//
// Threads search the same position with the same table, in orders that differ a little: what one has found the others need not
// look for. The first that knows the answer ends the search.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/base/random.h"
#include "engine/nimbers/descent.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/nimbers/value_table.h"
#include "engine/rules/rules.h"
#include "engine/values/mex.h"

namespace bouton::nimbers {

/// Ends a thread's search: another one has the answer, or the effort is spent.
struct Ended {};

/// What the threads of one search share.
struct SharedEffort {
  std::atomic<bool> ended = false;
  std::atomic<std::uint64_t> positions = 0;
  std::atomic<std::uint64_t> options = 0;
  std::uint64_t most_positions = 0;
};

/// A game, as a searcher sees it, has
///   States: a position, trivially copyable, of whole words; equal where the positions are the same;
///   Part: a component in its normal form (`states`), and how much there is to play in it (`size`, cells or counters);
///   Room: what a thread needs to list options, made of the game;
///   kMostDepth: how many moves deep the search may go before it throws LimitError;
///   parts(x, room, out): appends the components of x in which a move may be left, but for those whose values the game sees at
///     once; returns the sum of these values;
///   each_option(x, room, out, visit): for each option appends its components to `out` and calls visit(kind of move, that sum);
///     ends with false where that is false; `visit` may take away what was appended;
///   moves(part): how many moves there are in a component, or a number that grows with them; roughly;
///   effort(part): how much must be shown for a component to have some value, as a first guess;
///   mirrors(x): whether a symmetry proves that x is a P-position.
template <class Game>
inline constexpr int kWords = sizeof(typename Game::States) / sizeof(std::uint64_t);

/// One thread's search.
template <class Game>
class Searcher {
 public:
  using States = typename Game::States;
  using Part = typename Game::Part;
  using Table = ValueTable<kWords<Game>>;

  Searcher(const Game& game, Table& table, const SearchUse& use, Play play, const Budget& budget, SharedEffort& effort,
           unsigned number)
      : game_(game),
        table_(table),
        use_(use),
        play_(play),
        budget_(budget),
        effort_(effort),
        first_(number == 0),
        random_(number),
        room_(game) {}
  ~Searcher() { publish(); }
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  /// Whether the sum of `x` and a heap is a P-position.
  bool is_P(const States& x, std::uint32_t heap) {
    const std::size_t first = parts_.size();
    const std::uint32_t seen = game_.parts(x, room_, parts_);
    const bool result = play_ == Play::misere ? misere_is_P(first) : sum_is_P(first, heap ^ seen);
    parts_.resize(first);
    return result;
  }
  Grundy value(const States& x) {
    const std::size_t first = parts_.size();
    const std::uint32_t seen = game_.parts(x, room_, parts_);
    Grundy total = seen ^ settle(first);
    for (std::size_t i = first; i < parts_.size(); ++i) total ^= value_of(Part(parts_[i]));
    parts_.resize(first);
    return total;
  }

 private:
  /// An option of a component, as a range of parts_ and what the other parts add to.
  struct Option {
    std::size_t first;
    std::uint32_t count;
    std::uint32_t heap;
    std::uint64_t order;  ///< small ones are tried first
    std::uint64_t hash;   ///< of the parts, in any order
    std::uint32_t kind;   ///< of the move: what is learned of one goes for all of its kind
  };

  /// An option as it was made: its parts are those of fresh_ up to `end`.
  struct Made {
    std::size_t end;
    std::uint32_t kind;
    std::uint32_t seen;
  };

  static typename Table::Key key_of(const States& states) { return std::bit_cast<typename Table::Key>(states); }

  void count() {
    if (++positions_ % 64 == 0) tell();
    if (effort_.ended.load(std::memory_order_relaxed)) throw Ended();
  }
  std::uint64_t publish() {
    const std::uint64_t all = effort_.positions.fetch_add(positions_ - told_, std::memory_order_relaxed) + positions_ - told_;
    effort_.options.fetch_add(options_looked_at_ - told_options_, std::memory_order_relaxed);
    told_ = positions_;
    told_options_ = options_looked_at_;
    return all;
  }
  void tell() {
    const std::uint64_t all = publish();
    // Positions with very many options count for more than one.
    constexpr std::uint64_t kOptionsAPosition = 20;
    if (all > effort_.most_positions || effort_.options / kOptionsAPosition > effort_.most_positions) effort_.ended = true;
    if (!first_) return;
    budget_.check_stop();
    if (positions_ / kReport != reported_) {
      reported_ = positions_ / kReport;
      budget_.report("positions", all, 0);
    }
  }

  /// What is known of a component; its mirror is looked for where nothing is.
  std::optional<Knowledge> look_up(const States& x) {
    std::optional<Knowledge> found = table_.find(key_of(x));
    if (!found && use_.mirrors && play_ == Play::normal && game_.mirrors(x)) {
      found = Knowledge{.value = 0, .cost = 1};
      table_.add(key_of(x), *found);
    }
    return found;
  }

  /// Takes equal parts and parts of known value out of parts_ from `first` on; returns the sum of their values.
  std::uint32_t settle(std::size_t first) {
    std::uint32_t heap = 0;
    for (std::size_t i = first; i < parts_.size();) {
      bool gone = false;
      for (std::size_t j = i + 1; j < parts_.size() && !gone; ++j) {
        if (!(parts_[j].states == parts_[i].states)) continue;
        parts_[j] = parts_.back();
        parts_.pop_back();
        gone = true;
      }
      if (!gone)
        if (const std::optional<Knowledge> known = look_up(parts_[i].states); known && known->known()) {
          heap ^= known->value;
          gone = true;
        }
      if (!gone) {
        ++i;
        continue;
      }
      parts_[i] = parts_.back();
      parts_.pop_back();
    }
    return heap;
  }

  /// Whether the parts from `first` on, with a heap, are a P-position.
  bool sum_is_P(std::size_t first, std::uint32_t heap) {
    heap ^= settle(first);
    if (first == parts_.size()) return heap == 0;
    std::size_t largest = first;
    for (std::size_t i = first + 1; i < parts_.size(); ++i)
      if (parts_[i].size > parts_[largest].size) largest = i;
    std::swap(parts_[largest], parts_.back());
    for (std::size_t i = first; i + 1 < parts_.size(); ++i) heap ^= value_of(Part(parts_[i]));
    return part_is_P(Part(parts_.back()), heap);
  }

  Grundy value_of(const Part& x) {
    for (std::uint32_t n = 0;; ++n) {
      if (const std::optional<Knowledge> known = table_.find(key_of(x.states)); known && known->known()) return known->value;
      if (part_is_P(x, n)) return n;
    }
  }

  bool part_is_P(const Part& x, std::uint32_t heap) {
    Knowledge known = table_.find(key_of(x.states)).value_or(Knowledge{});
    if (known.known()) return known.value == heap;
    if (known.excludes(heap)) return false;
    count();
    const Descent descent(depth_, Game::kMostDepth);
    const std::uint64_t before = positions_;
    const std::size_t first_part = parts_.size(), first_option = options_.size();
    const bool result = options_decide(x, heap, before);
    parts_.resize(first_part);
    options_.resize(first_option);
    return result;
  }

  bool options_decide(const Part& x, std::uint32_t heap, std::uint64_t before) {
    const std::size_t first = options_.size();
    bool all_known = true;
    std::uint64_t values = 0;  // bit n: an option has the value n; greater values are no matter
    if (!list_options(x.states, heap, values, all_known)) return exclude(x.states, heap, values, before);
    if (all_known && ~values != 0)
      return settle_value(x.states, static_cast<std::uint32_t>(std::countr_one(values)), before) == heap;
    if (use_.ordering)
      std::sort(options_.begin() + static_cast<std::ptrdiff_t>(first), options_.end(),
                [](const Option& a, const Option& b) { return a.order != b.order ? a.order < b.order : a.hash < b.hash; });
    const std::size_t end = options_.size();
    for (std::size_t i = first; i < end; ++i) {
      if (i > first && is_same(options_[i], options_[i - 1])) continue;
      const Option option = options_[i];
      const std::size_t copy = parts_.size();
      for (std::uint32_t j = 0; j < option.count; ++j) parts_.push_back(Part(parts_[option.first + j]));
      const bool wins = sum_is_P(copy, heap ^ option.heap);
      parts_.resize(copy);
      if (!wins) continue;
      learn(option.kind);
      return exclude(x.states, heap, values, before);
    }
    // No option has the value of the heap, so that of x is no greater. It is none that an option has.
    for (std::uint32_t n = 0; n < heap; ++n)
      if ((n >= kMostValues || (values >> n & 1) == 0) && part_is_P(x, n)) return false;
    settle_value(x.states, heap, before);
    return true;
  }

  /// Lists the options whose values are not known, and notes the values of the others. False if one of these is `heap`.
  /// What is known of an option is asked for a little after it was made, when it has come from memory.
  bool list_options(const States& x, std::uint32_t heap, std::uint64_t& values, bool& all_known) {
    fresh_.clear();
    made_.clear();
    std::size_t settled = 0;
    const auto settle_next = [&] { return settle_made(settled++, heap, values, all_known); };
    const bool none = game_.each_option(x, room_, fresh_, [&](std::uint32_t kind, std::uint32_t seen) {
      ++options_looked_at_;
      for (std::size_t i = made_.empty() ? 0 : made_.back().end; i < fresh_.size(); ++i)
        table_.prefetch(key_of(fresh_[i].states));
      made_.push_back({fresh_.size(), kind, seen});
      return made_.size() - settled <= kAhead || settle_next();
    });
    if (!none) return false;
    while (settled < made_.size())
      if (!settle_next()) return false;
    return true;
  }
  /// Of the option that was made as the number-th.
  bool settle_made(std::size_t number, std::uint32_t heap, std::uint64_t& values, bool& all_known) {
    const std::size_t first = parts_.size();
    for (std::size_t i = number == 0 ? 0 : made_[number - 1].end; i < made_[number].end; ++i) parts_.push_back(fresh_[i]);
    const std::uint32_t rest = made_[number].seen ^ settle(first);
    if (parts_.size() > first) {
      all_known = false;
      options_.push_back(option_of(first, rest, made_[number].kind));
      return true;
    }
    if (rest < kMostValues) values |= std::uint64_t{1} << rest;
    return rest != heap;
  }

  Option option_of(std::size_t first, std::uint32_t heap, std::uint32_t kind) {
    Option option{first, static_cast<std::uint32_t>(parts_.size() - first), heap, 0, heap, kind};
    std::uint64_t largest = 0, moves = 0;
    for (std::size_t i = first; i < parts_.size(); ++i) {
      largest = std::max<std::uint64_t>(largest, parts_[i].size);
      moves += game_.moves(parts_[i]);
      std::uint64_t hash = 0;
      for (const std::uint64_t word : key_of(parts_[i].states)) hash = mix(hash + word);
      option.hash += hash;
    }
    option.order = (largest << 32) + (std::uint64_t{1} << 31) + 8 * moves;
    if (use_.learning) option.order -= 4 * static_cast<std::uint64_t>(std::bit_width(wins_[kind % wins_.size()]));
    if (!first_) option.order += random_.below(24);
    return option;
  }
  void learn(std::uint32_t kind) { ++wins_[kind % wins_.size()]; }

  bool is_same(const Option& a, const Option& b) const {
    if (a.hash != b.hash || a.count != b.count || a.heap != b.heap) return false;
    const auto of = [&](const Option& option) { return parts_.begin() + static_cast<std::ptrdiff_t>(option.first); };
    const auto equal = [](const Part& p, const Part& q) { return p.states == q.states; };
    return std::is_permutation(of(a), of(a) + a.count, of(b), equal);
  }

  /// Notes that the value is not that of the heap, nor one of `values`, which options have.
  bool exclude(const States& x, std::uint32_t heap, std::uint64_t values, std::uint64_t before) {
    constexpr std::uint32_t kMaskBits = 32;
    Knowledge knowledge = heap < kMaskBits ? Knowledge{} : table_.find(key_of(x)).value_or(Knowledge{});
    knowledge.excluded |= static_cast<std::uint32_t>(values);
    knowledge.exclude(heap);
    knowledge.cost = cost(before);
    table_.add(key_of(x), knowledge);
    return false;
  }
  std::uint32_t settle_value(const States& x, std::uint32_t value, std::uint64_t before) {
    if (value < Knowledge::kUnknown) table_.add(key_of(x), {.value = static_cast<std::uint16_t>(value), .cost = cost(before)});
    return value;
  }
  std::uint8_t cost(std::uint64_t before) const { return static_cast<std::uint8_t>(std::bit_width(positions_ - before + 1)); }

  /// Whether the part at `first`, the only one, or no part at all is a P-position under misère play.
  bool misere_is_P(std::size_t first) {
    if (first == parts_.size()) return false;  // whoever cannot move has won
    const States x = parts_[first].states;
    if (const std::optional<Knowledge> known = table_.find(key_of(x))) return known->value == 0;
    count();
    const Descent descent(depth_, Game::kMostDepth);
    const std::uint64_t before = positions_;
    const std::size_t first_part = parts_.size(), first_option = options_.size();
    const bool is_P = !wins_misere(x, first_part, first_option);
    parts_.resize(first_part);
    options_.resize(first_option);
    settle_value(x, is_P ? 0 : 1, before);
    return is_P;
  }

  bool wins_misere(const States& x, std::size_t first_part, std::size_t first) {
    bool ends = true;
    std::size_t at = first_part;
    const bool none_is_P = game_.each_option(x, room_, parts_, [&](std::uint32_t kind, std::uint32_t /*seen*/) {
      ++options_looked_at_;
      ends = false;
      if (at == parts_.size()) return true;
      const std::optional<Knowledge> known = table_.find(key_of(parts_[at].states));
      if (known) parts_.resize(at);
      else options_.push_back(option_of(at, 0, kind));
      at = parts_.size();
      return !known || known->value != 0;
    });
    if (ends || !none_is_P) return true;
    if (use_.ordering)
      std::sort(options_.begin() + static_cast<std::ptrdiff_t>(first), options_.end(),
                [](const Option& a, const Option& b) { return a.order < b.order; });
    for (std::size_t i = first, end = options_.size(); i < end; ++i) {
      const Option option = options_[i];
      const std::size_t copy = parts_.size();
      parts_.push_back(Part(parts_[option.first]));
      const bool wins = misere_is_P(copy);
      parts_.resize(copy);
      if (!wins) continue;
      learn(option.kind);
      return true;
    }
    return false;
  }

  static constexpr std::uint64_t kReport = 1 << 14;

  static constexpr std::uint32_t kMostValues = 64;  ///< values of options that are noted are less

  static constexpr std::size_t kAhead = 2;  ///< how many options are made before the first is looked up

  const Game& game_;
  Table& table_;
  const SearchUse& use_;
  Play play_;
  const Budget& budget_;
  SharedEffort& effort_;
  bool first_;  ///< of the threads: it tells the budget, and keeps to the order
  Random random_;
  std::vector<Part> parts_;
  std::vector<Option> options_;
  std::vector<Part> fresh_;  ///< of the options of one position, while they are listed
  std::vector<Made> made_;
  typename Game::Room room_;
  /// How often a move of each kind has won, by which those of the same length are ordered.
  std::array<std::uint32_t, 1024> wins_{};
  std::uint32_t depth_ = 0;
  std::uint64_t positions_ = 0, told_ = 0, reported_ = 0;
  std::uint64_t options_looked_at_ = 0, told_options_ = 0;
};

}  // namespace bouton::nimbers
