// The search for the Grundy value of one large position of a game that is compiled in: proof numbers of couples.
//
// Nimbers (J. Lemoine, S. Viennot, *Nimbers are inevitable*, 2012). The question is whether X + *n is a P-position, for a
// component X. It is not where some option of X has the value n. Otherwise no option of X has it, so that the value of X is at
// most n; then it is n unless X + *m is a P-position for some m < n. The value of X is the first n = 0, 1, 2, ... for which X +
// *n is P. A sum of several components is one with a heap: all but the largest component are given their values, which are
// added to the heap. The table keeps values of components, and which values they do not have: never outcomes of sums.
//
// Proof numbers (L. V. Allis, M. van der Meulen, H. J. van den Herik, *Proof-number search*, 1994; depth first after A. Nagai,
// 2002). For each couple two numbers say how far it is from an answer: how much must still be shown for it to be an N-position,
// and for it to be a P-position. N takes one option that is P, so the first is the least of the options' second numbers; P
// takes that all options are N, so the second is the sum of their first numbers. The search goes down to the option that is
// nearest to being P, as long as no other couple further up is nearer, then updates the numbers on its way back. A couple that
// was never looked at starts with 1 and with what the game says, the number of its moves or more: where that grows fast, the
// search stays with the option that leaves least.
//
// Example. In cram 1 x 4, n = 0: the options are 1 x 2, and two single squares, which are worth 0: so 1 x 4 is not 0. n = 1:
// the option 1 x 2 is not known. Its own option is 0, so its value is 1: 1 x 4 is not 1. n = 2: the options are known to be 0
// and 1, so the value is 2.
//
// Threads search the same position with the same tables; all but the first see the numbers of options a little changed, so that
// they look elsewhere where several are about as near. The first that knows the answer ends the search. Processes do so with
// tables of their own, and tell each other what has cost much.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/random.h"
#include "engine/nimbers/descent.h"
#include "engine/nimbers/distance.h"
#include "engine/nimbers/effort_counter.h"
#include "engine/nimbers/listener.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/nimbers/searched_game.h"
#include "engine/nimbers/shared_findings.h"
#include "engine/nimbers/value_table.h"
#include "engine/position/hash.h"

namespace bouton::nimbers {

/// One thread's search under normal play.
template <class Game>
class CoupleSearcher : private EffortCounter {
 public:
  using States = typename Game::States;
  using Part = typename Game::Part;
  using Table = ValueTable<kWords<Game>>;

  CoupleSearcher(const Game& game, Table& table, SharedFindings& findings, const SearchUse& use, const Budget& budget,
                 SharedEffort& effort, unsigned number)
      : EffortCounter(budget, effort, number == 0),
        game_(game),
        table_(table),
        findings_(findings),
        listener_(table, findings, number == 0),
        use_(use),
        first_(number == 0 && findings.process() == 0),
        random_(findings.process(), number),
        room_(game) {}
  CoupleSearcher(const CoupleSearcher&) = delete;
  CoupleSearcher& operator=(const CoupleSearcher&) = delete;

  /// Whether the sum of `x` and a heap is a P-position.
  bool is_P(const States& x, std::uint32_t heap) {
    return listener_.ask([&] { return is_P_now(x, heap); });
  }
  Grundy value(const States& x) {
    return listener_.ask([&] { return value_now(x); });
  }

 private:
  bool is_P_now(const States& x, std::uint32_t heap) {
    heap ^= take_apart(x);
    if (parts_.empty()) return heap == 0;
    std::ranges::sort(parts_, [](const Part& a, const Part& b) { return a.size < b.size; });
    const std::vector<Part> all = parts_;
    for (std::size_t i = 0; i + 1 < all.size(); ++i) heap ^= value_of(all[i]);
    return decide(all.back(), heap);
  }
  Grundy value_now(const States& x) {
    Grundy total = take_apart(x);
    const std::vector<Part> all = parts_;
    for (const Part& part : all) total ^= value_of(part);
    return total;
  }

  static constexpr std::uint32_t kItself = ~std::uint32_t{0};
  static constexpr std::uint32_t kMostValues = 64;  ///< values of options that are noted are less
  static constexpr std::uint64_t kPatience = 6;  ///< an option is followed until it is this part further away than the next one
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::size_t kAhead = 2;  ///< how many options are made before the first is looked up

  /// An option of X + *n that is not known: a sum of components, as a range of parts_, and a heap; or X itself with a smaller
  /// heap.
  struct Option {
    std::size_t first;
    std::uint32_t count;  ///< of parts; kItself
    std::uint32_t heap;
    std::uint64_t hash;  ///< of the parts, in any order, and the heap
    Distance distance;
    std::uint64_t bias = 0;  ///< added to distance.lose by this thread
  };
  /// An option as it was made: its parts are those of fresh_ up to `end`.
  struct Made {
    std::size_t end;
    std::uint32_t seen;
  };
  /// Where the options of a couple are, while it is looked at.
  struct Couple {
    const Part& x;
    std::uint32_t heap;
    std::uint64_t values = 0;  ///< bit n: an option of x has the value n; greater values are no matter
    std::size_t first;         ///< in options_
  };

  static typename Table::Key key_of(const States& states) { return std::bit_cast<typename Table::Key>(states); }
  static std::uint64_t hash_of(const States& states) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key_of(states)) hash = mix(hash + word);
    return hash;
  }
  void prefetch(const Part& part) const { table_.prefetch(key_of(part.states)); }

  std::uint32_t take_apart(const States& x) {
    parts_.clear();
    options_.clear();
    const std::uint32_t seen = game_.parts(x, room_, parts_);
    return seen ^ settle_new(0);
  }

  /// What is known of a component; its mirror is looked for where nothing is.
  std::optional<Knowledge> look_up(const States& x) {
    std::optional<Knowledge> found = table_.find(key_of(x));
    if (!found && use_.mirrors && game_.mirrors(x)) {
      found = Knowledge{.value = 0, .cost = 1};
      table_.add(key_of(x), *found);
    }
    return found;
  }

  /// Takes equal parts and parts of known value out of parts_ from `first` on, up to `end`, which moves; what is behind stays.
  /// Returns the sum of their values.
  template <class Known>
  std::uint32_t settle(std::size_t first, std::size_t& end, Known known_of) {
    std::uint32_t heap = 0;
    for (std::size_t i = first; i < end;) {
      bool gone = false;
      for (std::size_t j = i + 1; j < end && !gone; ++j) {
        if (!(parts_[j].states == parts_[i].states)) continue;
        parts_[j] = parts_[--end];
        gone = true;
      }
      if (!gone)
        if (const std::optional<Knowledge> known = known_of(parts_[i].states); known && known->known()) {
          heap ^= known->value;
          gone = true;
        }
      if (gone) parts_[i] = parts_[--end];
      else ++i;
    }
    return heap;
  }
  /// Of the parts from `first` on.
  std::uint32_t settle_new(std::size_t first) {
    std::size_t end = parts_.size();
    const std::uint32_t heap = settle(first, end, [&](const States& x) { return look_up(x); });
    parts_.resize(end);
    return heap;
  }

  Grundy value_of(const Part& x) {
    for (std::uint32_t n = 0;; ++n) {
      if (const std::optional<Knowledge> known = look_up(x.states); known && known->known()) return known->value;
      if (decide(x, n)) return n;
    }
  }
  /// Whether x + *n is a P-position.
  bool decide(const Part& x, std::uint32_t heap) { return look_at(x, heap, {Distance::kNever, Distance::kNever}).lose == 0; }

  /// How far a couple is that nothing is stored of.
  Distance likely(const Part& x) const {
    return use_.ordering ? Distance{1, std::clamp<std::uint64_t>(game_.effort(x), 1, Distance::kFar)} : Distance{1, 1};
  }
  Distance distance_of_couple(const Part& x, std::uint32_t heap) const {
    const auto found = table_.find_with_distance(key_of(x.states));
    return (found ? found->distance : PackedDistance()).with(heap).value_or(likely(x));
  }
  /// Of the parts of an option, whose values are not known.
  Distance distance_of(const Option& option) const {
    if (option.count == 1) return distance_of_couple(parts_[option.first], option.heap);
    // A sum is further away than all of its parts together.
    constexpr std::uint64_t kForAPart = 2, kForASum = 3;
    Distance sum{1, 0};
    for (std::size_t i = option.first; i < option.first + option.count; ++i) {
      const Distance part = likely(parts_[i]);
      sum.win += part.win;
      sum.lose += kForASum * (part.lose + kForAPart);
    }
    return sum;
  }
  void set_distance(Option& option, const Distance& distance) {
    option.distance = distance;
    if (!first_) option.bias = random_.below(distance.lose / 2 + 2);
  }

  /// Looks at x + *heap until it is known or further away than `limit`; returns how far it is. What is found out of x is in the
  /// table.
  Distance look_at(const Part& x_there, std::uint32_t heap, const Distance& limit) {
    const Part x = x_there;  // parts_ may move
    const Knowledge known = look_up(x.states).value_or(Knowledge{});
    if (known.known()) return known.value == heap ? Distance::lost() : Distance::won();
    if (known.excludes(heap)) return Distance::won();
    count();
    const Descent descent(depth_, Game::kMostDepth);
    const typename Listener<kWords<Game>>::Level level(listener_, key_of(x.states), heap);
    listener_.listen();
    const std::uint64_t before = positions_;
    const std::size_t first_part = parts_.size();
    Couple couple{.x = x, .heap = heap, .first = options_.size()};
    const Distance distance = look_at_options(couple, known, limit, before);
    parts_.resize(first_part);
    options_.resize(couple.first);
    if (!distance.is_answer()) table_.add(key_of(x.states), {.cost = cost(before)}, PackedDistance(heap, distance));
    return distance;
  }

  Distance look_at_options(Couple& couple, const Knowledge& known, const Distance& limit, std::uint64_t before) {
    if (!list_options(couple)) return exclude(couple, before);
    if (options_.size() == couple.first && ~couple.values != 0) {
      const auto value = static_cast<std::uint32_t>(std::countr_one(couple.values));
      settle_value(couple.x.states, value, before);
      return value == couple.heap ? Distance::lost() : Distance::won();
    }
    for (std::uint32_t m = 0; m < couple.heap; ++m)
      if ((m >= kMostValues || (couple.values >> m & 1) == 0) && !known.excludes(m)) add_itself(couple.x, m);
    return look_at_nearest(couple, limit, before);
  }

  void add_itself(const Part& x, std::uint32_t heap) {
    options_.push_back({.first = 0, .count = kItself, .heap = heap, .hash = 0, .distance = {}});
    set_distance(options_.back(), distance_of_couple(x, heap));
  }

  /// Looks at the options in turn, the nearest one first.
  Distance look_at_nearest(Couple& couple, const Distance& limit, std::uint64_t before) {
    for (;;) {
      std::uint64_t nearest = Distance::kNever, second = Distance::kNever, sum = 0;
      std::size_t at = options_.size();
      for (std::size_t i = couple.first; i < options_.size(); ++i) {
        const std::uint64_t order = options_[i].distance.lose + options_[i].bias;
        sum = std::min(Distance::kFar, sum + options_[i].distance.win);
        if (order < nearest) {
          second = nearest;
          nearest = order;
          at = i;
        } else {
          second = std::min(second, order);
        }
      }
      if (at == options_.size()) {  // no option has the value of the heap, and x has no smaller one
        settle_value(couple.x.states, couple.heap, before);
        return Distance::lost();
      }
      if (nearest >= limit.win || sum >= limit.lose) return {std::min(nearest, Distance::kFar), sum};
      const Distance within{limit.lose >= Distance::kFar ? Distance::kNever : limit.lose - sum + options_[at].distance.win,
                            std::min(limit.win, second + second / kPatience + 1)};
      if (look_at_option(couple, at, within) || look_around(couple)) return exclude(couple, before);
    }
  }

  /// Looks at an option; takes it away where it is an N-position. True where it is a P-position.
  bool look_at_option(Couple& couple, std::size_t at, const Distance& within) {
    const Option option = options_[at];
    if (option.count == kItself) return update(couple, at, look_at(couple.x, option.heap, within));
    if (option.count == 1) return update(couple, at, look_at(parts_[option.first], option.heap, within));
    std::size_t smallest = option.first;
    for (std::size_t i = smallest + 1; i < option.first + option.count; ++i)
      if (parts_[i].size < parts_[smallest].size) smallest = i;
    const Part part = parts_[smallest];
    options_[at].heap ^= value_of(part);
    parts_[smallest] = parts_[option.first + option.count - 1];
    --options_[at].count;
    return update_sum(couple, at);
  }

  /// Brings the options up to date with what has been found of them meanwhile. True where one of them is a P-position.
  bool look_around(Couple& couple) {
    for (std::size_t i = couple.first; i < options_.size(); ++i)
      for (std::size_t j = 0; options_[i].count != kItself && j < options_[i].count; ++j)
        prefetch(parts_[options_[i].first + j]);
    for (std::size_t i = couple.first; i < options_.size();) {
      const std::size_t size = options_.size();
      if (look_for_news(couple, i)) return true;
      if (options_.size() == size) ++i;
    }
    return false;
  }
  bool look_for_news(Couple& couple, std::size_t at) {
    Option& option = options_[at];
    if (option.count == kItself) return false;
    if (option.count == 1) {
      const auto found = table_.find_with_distance(key_of(parts_[option.first].states));
      if (!found) return false;
      const Knowledge& known = found->knowledge;
      if (known.known()) return update(couple, at, known.value == option.heap ? Distance::lost() : Distance::won());
      if (known.excludes(option.heap)) return update(couple, at, Distance::won());
      if (const std::optional<Distance> distance = found->distance.with(option.heap)) option.distance = *distance;
      return false;
    }
    std::size_t end = option.first + option.count;
    option.heap ^= settle(option.first, end, [&](const States& x) { return table_.find(key_of(x)); });
    const auto left = static_cast<std::uint32_t>(end - option.first);
    if (left == option.count) return false;
    option.count = left;
    return update_sum(couple, at);
  }

  /// After parts of the option were found to be known. option.heap is the heap with which what is left is looked at.
  bool update_sum(Couple& couple, std::size_t at) {
    Option& option = options_[at];
    if (option.count == 0) {
      const std::uint32_t value = option.heap ^ couple.heap;
      if (value < kMostValues) couple.values |= std::uint64_t{1} << value;
      return update(couple, at, option.heap == 0 ? Distance::lost() : Distance::won());
    }
    set_distance(option, distance_of(option));
    return false;
  }

  bool update(Couple& couple, std::size_t at, const Distance& found) {
    if (found.lose == 0) return true;
    if (found.win == 0) {
      if (options_[at].count == 1) note_value(couple, options_[at]);
      options_[at] = options_.back();
      options_.pop_back();
    } else {
      options_[at].distance = found;
    }
    return false;
  }

  /// After an option was found to be an N-position with couple.heap: it may be that it is known by its value.
  void note_value(Couple& couple, const Option& option) const {
    const std::optional<Knowledge> known = table_.find(key_of(parts_[option.first].states));
    if (!known || !known->known()) return;
    const std::uint32_t value = known->value ^ option.heap ^ couple.heap;
    if (value < kMostValues) couple.values |= std::uint64_t{1} << value;
  }

  /// Lists the options whose values are not known, and notes the values of the others. False if one of these is the heap.
  /// What is known of an option is asked for a little after it was made, when it has come from memory.
  bool list_options(Couple& couple) {
    fresh_.clear();
    made_.clear();
    std::size_t settled = 0;
    const bool none = game_.each_option(couple.x.states, room_, fresh_, [&](std::uint32_t /*kind*/, std::uint32_t seen) {
      ++options_looked_at_;
      for (std::size_t i = made_.empty() ? 0 : made_.back().end; i < fresh_.size(); ++i)
        table_.prefetch(key_of(fresh_[i].states));
      made_.push_back({fresh_.size(), seen});
      return made_.size() - settled <= kAhead || settle_made(settled++, couple);
    });
    if (!none) return false;
    while (settled < made_.size())
      if (!settle_made(settled++, couple)) return false;
    return true;
  }
  /// Of the option that was made as the number-th.
  bool settle_made(std::size_t number, Couple& couple) {
    const std::size_t first = parts_.size();
    for (std::size_t i = number == 0 ? 0 : made_[number - 1].end; i < made_[number].end; ++i) parts_.push_back(fresh_[i]);
    const std::uint32_t rest = made_[number].seen ^ settle_new(first);
    if (parts_.size() == first) {
      if (rest < kMostValues) couple.values |= std::uint64_t{1} << rest;
      return rest != couple.heap;
    }
    Option option{first, static_cast<std::uint32_t>(parts_.size() - first), couple.heap ^ rest, rest, {}};
    for (std::size_t i = first; i < parts_.size(); ++i) option.hash += hash_of(parts_[i].states);
    if (is_double(couple.first, option)) {
      parts_.resize(first);
      return true;
    }
    set_distance(option, distance_of(option));
    options_.push_back(option);
    return true;
  }

  /// Whether the option is among those from `first` on; it is noted otherwise. All of one couple are asked for one after
  /// another.
  bool is_double(std::size_t first, const Option& option) {
    const std::size_t listed = options_.size() - first;
    if (2 * listed >= places_.size()) {
      places_.assign(std::max<std::size_t>(64, 4 * listed), kNone);
      for (std::size_t i = 0; i < listed; ++i) *place_of(first, options_[first + i]) = static_cast<std::uint32_t>(i);
    } else if (listed == 0) {
      std::ranges::fill(places_, kNone);
    }
    std::uint32_t* const place = place_of(first, option);
    if (*place != kNone) return true;
    *place = static_cast<std::uint32_t>(listed);
    return false;
  }
  /// Where the number of an option is noted, counted from `first`, or can be.
  std::uint32_t* place_of(std::size_t first, const Option& option) {
    std::size_t place = (option.hash ^ option.hash >> 32) % places_.size();
    while (places_[place] != kNone && !is_same(options_[first + places_[place]], option)) place = (place + 1) % places_.size();
    return &places_[place];
  }
  bool is_same(const Option& a, const Option& b) const {
    if (a.hash != b.hash || a.count != b.count || a.heap != b.heap) return false;
    const auto of = [&](const Option& option) { return parts_.begin() + static_cast<std::ptrdiff_t>(option.first); };
    const auto equal = [](const Part& p, const Part& q) { return p.states == q.states; };
    return std::is_permutation(of(a), of(a) + a.count, of(b), equal);
  }

  /// Notes that the value is not that of the heap, nor one of `values`, which options have.
  Distance exclude(const Couple& couple, std::uint64_t before) {
    constexpr std::uint32_t kMaskBits = 32;
    const auto key = key_of(couple.x.states);
    Knowledge knowledge = couple.heap < kMaskBits ? Knowledge{} : table_.find(key).value_or(Knowledge{});
    knowledge.excluded |= static_cast<std::uint32_t>(couple.values);
    knowledge.exclude(couple.heap);
    knowledge.cost = cost(before);
    add(key, knowledge);
    return Distance::won();
  }
  void settle_value(const States& x, std::uint32_t value, std::uint64_t before) {
    if (value < Knowledge::kUnknown) add(key_of(x), {.value = static_cast<std::uint16_t>(value), .cost = cost(before)});
  }
  void add(const typename Table::Key& key, const Knowledge& knowledge) {
    table_.add(key, knowledge);
    findings_.add(key, knowledge);
  }
  std::uint8_t cost(std::uint64_t before) const { return static_cast<std::uint8_t>(std::bit_width(positions_ - before + 1)); }

  const Game& game_;
  Table& table_;
  SharedFindings& findings_;
  Listener<kWords<Game>> listener_;
  const SearchUse& use_;
  bool first_;  ///< of the threads of all processes: it keeps to the order
  Random random_;
  std::vector<Part> parts_;
  std::vector<Option> options_;
  std::vector<Part> fresh_;  ///< of the options of one position, while they are listed
  std::vector<Made> made_;
  std::vector<std::uint32_t> places_;  ///< of the options of one position by their hashes, while they are listed
  typename Game::Room room_;
  std::uint32_t depth_ = 0;
};

}  // namespace bouton::nimbers
