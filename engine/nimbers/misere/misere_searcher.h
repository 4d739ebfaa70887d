// The search for the outcome of one large position under misère play.
//
// Components have no Grundy values there that would add up. But small ones have values of their own, trees (misere_trees.h),
// equal for most of the many components that a board can fall into; J. Lemoine and S. Viennot solved Sprouts so (*Analysis of
// misère Sprouts game with reduced canonical trees*, 2009). A position is the sum of its large components and a tree, which is
// the value of all small ones together; where that would be too large, of several trees. Its outcome is kept for the multiset
// of these: positions that differ in small components of equal value only are one.
//
// Example. In cram 2 x 2 every move leaves 1 x 2, which is *1, and {*1} = 0: a component of 2 x 2 free squares is nothing.
//
// The table has hashes of 128 bits for keys. What a hash is made of depends neither on the run nor on which components are
// taken to be small: equal hashes always mean equal games.
//
// A component is small if it has few cells and if its tree and those of all positions below it have few followers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/random.h"
#include "engine/nimbers/descent.h"
#include "engine/nimbers/effort_counter.h"
#include "engine/nimbers/misere/misere_trees.h"
#include "engine/nimbers/misere/wide_hash.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/nimbers/searched_game.h"
#include "engine/nimbers/value_table.h"
#include "engine/position/hash.h"
#include "engine/system/zeroed_memory.h"

namespace bouton::nimbers {

/// Trees of small components, and which component has which: what one thread keeps from question to question.
template <class Game>
class ComponentTrees {
 public:
  using States = typename Game::States;
  using Part = typename Game::Part;
  using Number = MisereTrees::Number;

  /// Of cells of so many states. Takes some `bytes`.
  ComponentTrees(std::uint32_t states, std::size_t bytes)
      : most_cells_(cells_worth_trying(std::max(states, 2U))),
        trees_(kMostFollowers, bytes / 2),
        memory_(places_within(bytes / 2) * sizeof(Known)) {
    mask_ = places_within(bytes / 2) - 1;
    std::vector<Number> options{MisereTrees::kZero};
    one_ = trees_.with_options(options);
  }
  /// Before each search: what the last one was ended in the middle of is forgotten.
  void begin() {
    parts_.clear();
    ends_.clear();
  }

  static constexpr std::uint32_t kMostFollowers = 64;

  MisereTrees& trees() { return trees_; }

  /// The heap of nim of that size, of 0 or 1.
  Number heap(std::uint32_t size) const { return size == 0 ? MisereTrees::kZero : one_; }

  /// The tree of a component; kNone where it is not small. `count` is called for each component that is looked at.
  template <class Count>
  Number tree_of(const Game& game, const Part& part, typename Game::Room& room, Count count) {
    if (part.size > most_cells_) return MisereTrees::kNone;
    Known& known = place_of(part.states);
    if (known.tree_and_two != 0 && known.states == part.states) return known.tree_and_two - 2;
    count();
    const Number tree = tree_of_options(game, part.states, room, count);
    known.states = part.states;
    known.tree_and_two = tree + 2;  // kNone is 1
    return tree;
  }

 private:
  struct Known {
    States states;
    std::uint32_t tree_and_two;  ///< the tree and two; 0 where the place is empty
  };

  /// Trees then say which components are too large after all. All positions of a small one are looked at, as often as not.
  static std::uint32_t cells_worth_trying(std::uint32_t states) {
    constexpr std::uint32_t kMostPositions = 4096;
    std::uint32_t cells = 0;
    for (std::uint32_t positions = states; positions <= kMostPositions; positions *= states) ++cells;
    return cells;
  }
  static std::size_t places_within(std::size_t bytes) {
    return std::bit_floor(std::max(bytes / sizeof(Known), std::size_t{64}));
  }
  Known& place_of(const States& states) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : std::bit_cast<std::array<std::uint64_t, kWords<Game>>>(states)) hash = mix(hash + word);
    return static_cast<Known*>(memory_.data())[hash & mask_];
  }

  template <class Count>
  Number tree_of_options(const Game& game, const States& x, typename Game::Room& room, Count count) {
    const std::size_t first_part = parts_.size(), first_end = ends_.size();
    game.each_option(x, room, parts_, [&](std::uint32_t /*kind*/, std::uint32_t seen) {
      ends_.push_back({parts_.size(), seen});
      return true;
    });
    const std::size_t last_end = ends_.size();
    std::vector<Number> options;
    Number tree = MisereTrees::kZero;
    for (std::size_t end = first_end, at = first_part; end < last_end && tree != MisereTrees::kNone; ++end) {
      const End option = ends_[end];
      tree = heap(option.seen);
      for (; at < option.parts && tree != MisereTrees::kNone; ++at)
        tree = trees_.sum(tree, tree_of(game, Part(parts_[at]), room, count));
      options.push_back(tree);
    }
    parts_.resize(first_part);
    ends_.resize(first_end);
    return tree == MisereTrees::kNone ? tree : trees_.with_options(options);
  }
  struct End {
    std::size_t parts;
    std::uint32_t seen;
  };

  std::uint32_t most_cells_;
  MisereTrees trees_;
  ZeroedMemory memory_;
  std::size_t mask_ = 0;
  Number one_ = MisereTrees::kZero;
  std::vector<Part> parts_;
  std::vector<End> ends_;
};

/// A sum as ranges of the components and of the trees that are not done with.
struct MisereSum {
  std::size_t part, tree;
  std::uint32_t parts, trees;
  std::uint64_t order;
  std::uint32_t kind;
  WideHash hash;
};
struct IsTriedBefore {
  bool operator()(const MisereSum& a, const MisereSum& b) const {
    return a.order != b.order ? a.order < b.order : a.hash < b.hash;
  }
};

/// One thread's search. The game is one that a Searcher takes; what parts() sees at once are heaps of at most one.
template <class Game>
class MisereSearcher : private EffortCounter {
 public:
  using States = typename Game::States;
  using Part = typename Game::Part;
  using Number = MisereTrees::Number;
  using Table = ValueTable<2>;

  MisereSearcher(const Game& game, Table& table, ComponentTrees<Game>& small, const SearchUse& use, const Budget& budget,
                 SharedEffort& effort, unsigned number)
      : EffortCounter(budget, effort, number == 0),
        game_(game),
        table_(table),
        small_(small),
        trees_(small.trees()),
        use_(use),
        first_(number == 0),
        random_(number),
        room_(game) {
    small_.begin();
  }
  MisereSearcher(const MisereSearcher&) = delete;
  MisereSearcher& operator=(const MisereSearcher&) = delete;

  /// Whether `x` is a P-position.
  bool is_P(const States& x) {
    parts_.clear();
    trees_of_.clear();
    const std::uint32_t seen = game_.parts(x, room_, parts_);
    return sum_is_P(reduced(0, 0, seen));
  }

 private:
  using Sum = MisereSum;
  struct Made {
    std::size_t end;
    std::uint32_t kind;
    std::uint32_t seen;
  };

  static WideHash hash_of(const States& states) {
    constexpr std::size_t kLength = sizeof(States) / sizeof(std::uint64_t);
    const auto words = std::bit_cast<std::array<std::uint64_t, kLength>>(states);
    return wide_hash(words, 0);
  }

  /// The sum of the parts from `part` on, of the trees from `tree` on and of a heap: what is small becomes trees, and these as
  /// few as they can be.
  Sum reduced(std::size_t part, std::size_t tree, std::uint32_t heap, std::uint32_t kind = 0) {
    for (std::size_t i = part; i < parts_.size();) {
      const Number value = small_.tree_of(game_, parts_[i], room_, [&] { count(); });
      if (value == MisereTrees::kNone) {
        ++i;
        continue;
      }
      trees_of_.push_back(value);
      parts_[i] = parts_.back();
      parts_.pop_back();
    }
    trees_of_.push_back(small_.heap(heap));
    add_trees(tree);
    Sum sum{
        part, tree, static_cast<std::uint32_t>(parts_.size() - part), static_cast<std::uint32_t>(trees_of_.size() - tree), 0,
        kind, {}};
    std::uint64_t cells = 0, moves = 0;
    for (std::size_t i = part; i < parts_.size(); ++i) {
      cells += parts_[i].size;
      moves += game_.moves(parts_[i]);
      sum.hash += hash_of(parts_[i].states);
    }
    for (std::size_t i = tree; i < trees_of_.size(); ++i) {
      moves += trees_.birthday(trees_of_[i]);
      sum.hash += trees_.hash(trees_of_[i]);
    }
    sum.order = (cells << 32) + (std::uint64_t{1} << 31) + 8 * moves;
    if (use_.learning) sum.order -= 4 * static_cast<std::uint64_t>(std::bit_width(wins_[kind % wins_.size()]));
    if (!first_) sum.order += random_.below(24);
    return sum;
  }

  /// Adds trees up, from the smallest on; those that are 0 go.
  void add_trees(std::size_t first) {
    const auto begin = trees_of_.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, trees_of_.end(), [&](Number a, Number b) {
      return trees_.followers(a) != trees_.followers(b) ? trees_.followers(a) < trees_.followers(b)
                                                        : trees_.hash(a) < trees_.hash(b);
    });
    std::size_t end = first;
    for (std::size_t i = first; i < trees_of_.size(); ++i) {
      const Number sum = end == first ? trees_of_[i] : trees_.sum(trees_of_[end - 1], trees_of_[i]);
      if (end > first && sum != MisereTrees::kNone) trees_of_[end - 1] = sum;
      else trees_of_[end++] = trees_of_[i];
      if (trees_of_[end - 1] == MisereTrees::kZero) --end;
    }
    trees_of_.resize(end);
  }

  /// What is known of a sum at once or from the table.
  std::optional<bool> known_P(const Sum& sum) const {
    if (sum.parts == 0 && sum.trees <= 1) return trees_.is_P(sum.trees == 0 ? MisereTrees::kZero : trees_of_[sum.tree]);
    const std::optional<Knowledge> known = table_.find(sum.hash.words);
    return known ? std::optional(known->value == 0) : std::nullopt;
  }

  /// The sum is the last of parts_ and trees_of_.
  bool sum_is_P(const Sum& sum) {
    if (const std::optional<bool> known = known_P(sum)) return *known;
    count();
    const Descent descent(depth_, Game::kMostDepth);
    const std::uint64_t before = positions_;
    const std::size_t first_part = parts_.size(), first_tree = trees_of_.size(), first_option = options_.size();
    const bool is_P = !wins(sum, first_option);
    parts_.resize(first_part);
    trees_of_.resize(first_tree);
    options_.resize(first_option);
    const auto cost = static_cast<std::uint8_t>(std::bit_width(positions_ - before + 1));
    table_.add(sum.hash.words, {.value = static_cast<std::uint16_t>(is_P ? 0 : 1), .cost = cost});
    return is_P;
  }

  bool wins(const Sum& sum, std::size_t first) {
    if (list_options(sum)) return true;
    const auto begin = options_.begin() + static_cast<std::ptrdiff_t>(first);
    if (use_.ordering) std::sort(begin, options_.end(), IsTriedBefore());
    for (std::size_t i = first, end = options_.size(); i < end; ++i) {
      if (i > first && options_[i].hash == options_[i - 1].hash) continue;
      const std::size_t part = parts_.size(), tree = trees_of_.size();
      Sum option = options_[i];
      for (std::uint32_t j = 0; j < option.parts; ++j) parts_.push_back(Part(parts_[option.part + j]));
      for (std::uint32_t j = 0; j < option.trees; ++j) trees_of_.push_back(Number(trees_of_[option.tree + j]));
      option.part = part;
      option.tree = tree;
      const bool is_win = sum_is_P(option);
      parts_.resize(part);
      trees_of_.resize(tree);
      if (!is_win) continue;
      ++wins_[option.kind % wins_.size()];
      return true;
    }
    return false;
  }

  /// Lists the options of which nothing is known. Whether one is known to be a P-position.
  bool list_options(const Sum& sum) {
    for (std::uint32_t i = 0; i < sum.trees; ++i)
      if (list_moves_in_tree(sum, i)) return true;
    for (std::uint32_t i = 0; i < sum.parts; ++i) {
      bool twice = false;
      for (std::uint32_t j = 0; j < i && !twice; ++j) twice = parts_[sum.part + j].states == parts_[sum.part + i].states;
      if (!twice && list_moves_in_part(sum, i)) return true;
    }
    return false;
  }
  bool list_moves_in_tree(const Sum& sum, std::uint32_t moved) {
    const Number tree = trees_of_[sum.tree + moved];
    for (std::uint32_t i = 0; i < trees_.options(tree).size(); ++i) {
      const std::size_t part = parts_.size(), first = trees_of_.size();
      copy_rest(sum, sum.parts, moved);
      trees_of_.push_back(trees_.options(tree)[i]);
      if (take(reduced(part, first, 0))) return true;
    }
    return false;
  }
  bool list_moves_in_part(const Sum& sum, std::uint32_t moved) {
    fresh_.clear();
    made_.clear();
    game_.each_option(parts_[sum.part + moved].states, room_, fresh_, [&](std::uint32_t kind, std::uint32_t seen) {
      made_.push_back({fresh_.size(), kind, seen});
      return true;
    });
    std::size_t at = 0;
    for (const Made& made : made_) {
      ++options_looked_at_;
      const std::size_t part = parts_.size(), tree = trees_of_.size();
      copy_rest(sum, moved, sum.trees);
      for (; at < made.end; ++at) parts_.push_back(fresh_[at]);
      if (take(reduced(part, tree, made.seen, made.kind))) return true;
    }
    return false;
  }
  /// Appends the parts and trees of a sum but for one of each.
  void copy_rest(const Sum& sum, std::uint32_t without_part, std::uint32_t without_tree) {
    for (std::uint32_t i = 0; i < sum.parts; ++i)
      if (i != without_part) parts_.push_back(Part(parts_[sum.part + i]));
    for (std::uint32_t i = 0; i < sum.trees; ++i)
      if (i != without_tree) trees_of_.push_back(Number(trees_of_[sum.tree + i]));
  }
  /// Keeps an option, the last of parts_ and trees_of_, if nothing is known of it. Whether it is known to be a P-position.
  bool take(const Sum& option) {
    const std::optional<bool> known = known_P(option);
    if (!known) {
      options_.push_back(option);
      return false;
    }
    parts_.resize(option.part);
    trees_of_.resize(option.tree);
    return *known;
  }

  const Game& game_;
  Table& table_;
  ComponentTrees<Game>& small_;
  MisereTrees& trees_;
  const SearchUse& use_;
  bool first_;
  Random random_;
  std::vector<Part> parts_;
  std::vector<Number> trees_of_;
  std::vector<Sum> options_;
  std::vector<Part> fresh_;
  std::vector<Made> made_;
  typename Game::Room room_;
  std::array<std::uint32_t, 1024> wins_{};
  std::uint32_t depth_ = 0;
};

}  // namespace bouton::nimbers
